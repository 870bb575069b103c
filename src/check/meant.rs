//! Values that are written as in other languages although they can be read: `n <- n - k` as a target, `Pile(n) - k`,
//! `value(options(A))`, `1..max`, `row[last]`, `S <= T`.

use super::hints::known_outcome;
use super::ir::Expr;
use super::operators::{around, between};
use super::scope::{Checker, Entity};
use super::target::{names, spelled};
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CompareOp, ExprKind as A, UnaryOp};

/// What begins with a minus sign, without it: of `-n - k` the whole without its first sign.
fn without_first_sign(e: &ast::Expr) -> Option<Span> {
    let mut first = e;
    while let A::Binary(_, left, _) = &first.kind {
        first = left;
    }
    match &first.kind {
        A::Unary(UnaryOp::Minus, inner) => Some(Span { start: inner.span.start, ..e.span }),
        _ => None,
    }
}

/// A call, or several: what a question of one position cannot be asked of.
fn options_asked(e: &ast::Expr) -> bool {
    matches!(&e.kind, A::Call(name, args) if matches!(name.text.as_str(), "options" | "followers") && args.len() == 1)
}

impl Checker {
    /// `to n <- n - k`, `to x[i] <- 0`
    pub(super) fn assigned_target(&self, e: &ast::Expr) -> Option<Diagnostic> {
        let A::Chain(sides, ops) = &e.kind else { return None };
        let ([old, new], [(CompareOp::Less, _)]) = (sides.as_slice(), ops.as_slice()) else { return None };
        let value = without_first_sign(new)?;
        let game = self.game_around(e)?;
        let (name, place) = match &old.kind {
            A::Name(name) => (name, None),
            A::Index(base, places) => match (&base.kind, places.as_slice()) {
                (A::Name(name), [place]) => (name, Some(place)),
                _ => return None,
            },
            _ => return None,
        };
        let which = game.params.iter().position(|p| p.name == *name)?;
        let names = |from: usize, to: usize| {
            game.params[from..to].iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let (first, last) = (names(0, which), names(which + 1, game.params.len()));
        let before = if first.is_empty() { String::new() } else { first + ", " };
        let behind = if last.is_empty() { String::new() } else { format!(", {last}") };
        let d = Diagnostic::error("put-entry", "No name changes its value: a move leads to another position");
        let d = d.at(e.span, "").hint(format!("Did you mean a position such as `{}(...)`?", game.name));
        let head = Span { end: place.map_or(value.start, |p| p.span.start), ..e.span };
        let end = around(e).1;
        Some(match place {
            None => d.replace(head, format!("{}({before}", game.name)).replace(end, format!("{behind})")),
            Some(place) => d
                .replace(head, format!("{}({before}put({name}, ", game.name))
                .replace(Span { start: place.span.end, end: value.start, ..e.span }, ", ")
                .replace(end, format!("){behind})")),
        })
    }

    /// `to Pile(n) - k`, `to Pile - k`: what is taken belongs inside the brackets.
    pub(super) fn taken_from_position(&self, e: &ast::Expr) -> Option<Diagnostic> {
        let A::Binary(BinaryOp::Minus, left, taken) = &e.kind else { return None };
        let game = self.game_around(e)?;
        let text = match &left.kind {
            A::Call(name, args) if name.text == game.name && args.len() == 1 => {
                format!("{}({} - {})", game.name, spelled(&args[0])?, spelled(taken)?)
            }
            A::Name(name) if *name == game.name && game.params.iter().any(|p| p.ty == Type::Int) => {
                let number = game.params.iter().position(|p| p.ty == Type::Int)?;
                let mut args: Vec<String> = game.params.iter().map(|p| p.name.clone()).collect();
                args[number] = format!("{} - {}", args[number], spelled(taken)?);
                format!("{}({})", game.name, args.join(", "))
            }
            _ => return None,
        };
        let d = Diagnostic::error(
            "target-not-position",
            "What is taken belongs inside the brackets of the position",
        );
        Some(d.at(e.span, "").instead(e.span, text))
    }

    /// `to W without x`, `to W with x`: what changes belongs inside the brackets.
    pub(super) fn changed_game(&self, e: &ast::Expr) -> Option<Diagnostic> {
        let mut first = e;
        while let A::Binary(_, left, _) = &first.kind {
            first = left;
        }
        let game = self.game_around(e)?;
        let A::Binary(op, ..) = &e.kind else { return None };
        let of_sets = matches!(
            op,
            BinaryOp::With | BinaryOp::Without | BinaryOp::Union | BinaryOp::SetMinus | BinaryOp::Common
        );
        let named = matches!(&first.kind, A::Name(name) if *name == game.name);
        let set = |ty: &Type| matches!(ty, Type::Set(_) | Type::Bag(_));
        let place = game.params.iter().position(|p| set(&p.ty)).filter(|_| of_sets && named)?;
        let name = |p: &super::ir::Param| p.name.clone();
        let before: Vec<String> = game.params[..=place].iter().map(name).collect();
        let behind: String = game.params[place + 1..].iter().map(|p| format!(", {}", p.name)).collect();
        let d = Diagnostic::error(
            "target-not-position",
            "What changes belongs inside the brackets of the position",
        );
        let d = d.at(e.span, "").hint(format!("Did you mean `{}({} ...)`?", game.name, before.join(", ")));
        let d = d.replace(first.span, format!("{}({}", game.name, before.join(", ")));
        Some(d.replace(around(e).1, format!("{behind})")))
    }

    /// `free - p - q`, `S - {c} + {d}`: a chain of signs, of which the first operand is a set.
    pub(super) fn chain_of_sets(
        &self,
        outer: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
    ) -> Option<Diagnostic> {
        let mut links = vec![];
        let (mut sign, mut left, mut right) = (outer, a, b);
        while let A::Binary(op @ (BinaryOp::Plus | BinaryOp::Minus), inner, last) = &left.kind {
            links.push((sign, left, right));
            (sign, left, right) = (*op, inner, last);
        }
        links.push((sign, left, right));
        let A::Name(name) = &left.kind else { return None };
        let slot = self.local(name)?;
        let ty = self.unifier.resolve(&self.frame.slots[slot as usize]);
        if links.len() < 2 || !matches!(ty, Type::Set(_) | Type::Bag(_)) {
            return None;
        }
        let d = Diagnostic::error("wrong-type", "`+` and `-` do not work on sets").at(span, ty.phrase());
        let d = d.hint("Did you mean `with` and `without`?");
        Some(links.into_iter().fold(d, |d, (op, l, r)| {
            let whole = matches!(r.kind, A::Set(_) | A::SetFor(..));
            let own = match (op, whole) {
                (BinaryOp::Minus, true) => "minus",
                (BinaryOp::Minus, false) => "without",
                (_, true) => "union",
                (_, false) => "with",
            };
            d.replace(between(l, r), format!(" {own} "))
        }))
    }

    /// `row without row[i]`, `row without x`, `row with x`, and `lamps flip i` of truth values
    pub(super) fn taken_from_list(
        &self,
        a: &ast::Expr,
        b: &ast::Expr,
        ty: &Type,
        sign: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        if let (None, "with", Type::List(_)) = (spelled(a), sign, ty) {
            let d = Diagnostic::error(
                "wrong-type",
                format!("`with` works on sets and bags; this is {}", ty.phrase()),
            );
            let behind = Span { start: a.span.end, ..span };
            return Some(d.at(a.span, ty.phrase()).instead(behind, format!(" + [{}]", spelled(b)?)));
        }
        let (row, y) = (spelled(a)?, unused(&[a, b])?);
        let of = match ty {
            Type::List(of) => of,
            Type::Text if sign == "without" => {
                let text = format!("join({y} for {y} in letters({row}) where {y} != {})", spelled(b)?);
                let d = Diagnostic::error("wrong-type", "`without` works on sets and bags; this is a text");
                return Some(d.at(a.span, "a text").instead(span, text));
            }
            Type::Map(..) => return self.taken_from_map((a, row), b, ty, sign, span),
            _ => return None,
        };
        // `row minus [row[i]]` is `row without row[i]`.
        let (written, (sign, b)) = (
            sign,
            match (sign, &b.kind) {
                ("minus", A::List(one) | A::Set(one)) if one.len() == 1 && is_entry(&one[0], &row) => {
                    ("without", &one[0])
                }
                _ => (sign, b),
            },
        );
        let text = match (sign, &b.kind) {
            ("without", A::Index(base, places)) if spelled(base).as_ref() == Some(&row) => {
                let place = spelled(places.first()?)?;
                format!("{row}[1..{place}-1] + {row}[{place}+1..]")
            }
            ("without", _) => format!("[{y} for {y} in {row} where {y} != {}]", spelled(b)?),
            ("with", _) => format!("{row} + [{}]", spelled(b)?),
            ("minus", _) => format!("[{y} for {y} in {row} where {y} not in {}]", collected(b)?),
            ("union", A::List(_)) => format!("{row} + {}", collected(b)?),
            ("flip", _) if **of == Type::Bool => {
                let place = spelled(b)?;
                format!("put({row}, {place}, not {row}[{place}])")
            }
            _ => return None,
        };
        let kinds = if sign == "flip" { "sets" } else { "sets and bags" };
        let leaves_out_all = text.contains(" != ") && sign == "without";
        let title = format!("`{written}` works on {kinds}; this is {}", ty.phrase());
        let d = Diagnostic::error("wrong-type", title).at(a.span, ty.phrase());
        let d = if leaves_out_all {
            d.note("That leaves out every entry that is equal; of a bag, `without` takes one.")
        } else {
            d
        };
        Some(d.instead(span, text))
    }

    /// `m without k`, `m minus {k, l}`, `m with (k, v)`
    fn taken_from_map(
        &self,
        (a, map): (&ast::Expr, String),
        b: &ast::Expr,
        ty: &Type,
        sign: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        let y = unused(&[a, b])?;
        let all_where = |test: String| format!("map({y} to {map}[{y}] for {y} in {map} where {y} {test})");
        let text = match (sign, &b.kind) {
            ("without", _) => all_where(format!("!= {}", spelled(b)?)),
            ("minus", _) => all_where(format!("not in {}", collected(b)?)),
            ("with", A::Tuple(pair)) => {
                let [key, value] = pair.as_slice() else { return None };
                format!("put({map}, {}, {})", spelled(key)?, spelled(value)?)
            }
            _ => return None,
        };
        let title = format!("`{sign}` works on sets and bags; this is {}", ty.phrase());
        Some(Diagnostic::error("wrong-type", title).at(a.span, ty.phrase()).instead(span, text))
    }

    /// `nim-value(A)`, `nim-sum(row)`: a hyphen in a name.
    pub(super) fn hyphenated(&self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Diagnostic> {
        let A::Name(first) = &a.kind else { return None };
        let (A::Name(second) | A::Call(ast::Name { text: second, .. }, _)) = &b.kind else { return None };
        let unknown = |n: &str| self.local(n).is_none() && !self.names.contains_key(n);
        let grundy = matches!(first.to_lowercase().as_str(), "nim" | "grundy" | "misere" | "sprague");
        let own = match (first.to_lowercase().as_str(), second.as_str()) {
            ("nim" | "grundy", "value" | "values" | "number") => "value".to_owned(),
            ("nim", "sum") => "nimsum".to_owned(),
            (one, two) => format!("{one}_{two}"),
        };
        let known = self.names.contains_key(&own) || super::builtins::Builtin::named(&own).is_some();
        let d = Diagnostic::error("unknown-name", format!("The name `{first}` is not known here"));
        let place = Span { end: b.span.start + second.len() as u32, ..a.span };
        let d = d.at(a.span, "a hyphen is always a minus").instead(place, own);
        (unknown(first) && (grundy || unknown(second)) && known && span.start == a.span.start).then_some(d)
    }

    /// `{1} <= S`: whether one set is part of another.
    pub(super) fn part_of(
        &self,
        a: &ast::Expr,
        left: &Expr,
        b: &ast::Expr,
        right: &Expr,
    ) -> Option<Diagnostic> {
        let sets = [left, right].iter().all(|e| matches!(self.unifier.resolve(&e.ty), Type::Set(_)));
        let d = Diagnostic::error("wrong-type", "Only numbers are smaller or larger; these are sets");
        let d = d.at(a.span.to(b.span), "sets").hint("Did you mean `size(... minus ...) == 0`?");
        let d = d.replace(around(a).0, "size(").replace(between(a, b), " minus ");
        sets.then(|| d.replace(around(b).1, ") == 0"))
    }

    /// `w[i] < "c"`, `colour < blue`: letters and cases have no order, so those that come before are listed.
    pub(super) fn those_before(
        &self,
        (a, left): (&ast::Expr, &Expr),
        op: CompareOp,
        b: &ast::Expr,
    ) -> Option<Diagnostic> {
        let ty = self.unifier.resolve(&left.ty);
        let (all, at): (Vec<String>, usize) = match (&ty, &b.kind) {
            (Type::Text, A::Text(letter)) => {
                let at = ('a'..='z').position(|l| l.to_string() == *letter)?;
                (('a'..='z').map(|l| format!("\"{l}\"")).collect(), at)
            }
            (Type::Enum(names), A::Name(case)) => (names.to_vec(), names.iter().position(|n| n == case)?),
            _ => return None,
        };
        let (first, is_in) = match op {
            CompareOp::Less => (at, true),
            CompareOp::LessEqual => (at + 1, true),
            CompareOp::Greater => (at + 1, false),
            CompareOp::GreaterEqual => (at, false),
            _ => return None,
        };
        if first == 0 {
            return None;
        }
        let text = match (first, is_in, all.len() - first) {
            (1, true, _) => format!("{} == {}", spelled(a)?, all[0]),
            (1, false, _) => format!("{} != {}", spelled(a)?, all[0]),
            (_, true, 1) => format!("{} != {}", spelled(a)?, all[first]),
            (_, false, 1) => format!("{} == {}", spelled(a)?, all[first]),
            (_, true, _) => format!("{} in {{{}}}", spelled(a)?, all[..first].join(", ")),
            (_, false, _) => format!("{} not in {{{}}}", spelled(a)?, all[..first].join(", ")),
        };
        let title = format!("Only numbers are smaller or larger; this is {}", ty.phrase());
        Some(Diagnostic::error("wrong-type", title).at(a.span, ty.phrase()).instead(a.span.to(b.span), text))
    }

    /// `a < b` of two words or two tuples: which of them comes first is what `least` says.
    pub(super) fn in_order(
        &self,
        (a, left): (&ast::Expr, &Expr),
        op: CompareOp,
        (b, right): (&ast::Expr, &Expr),
    ) -> Option<Diagnostic> {
        let ty = self.unifier.resolve(&left.ty);
        let has_order = matches!(ty, Type::Text | Type::Tuple(_) | Type::Cell | Type::Enum(_));
        (has_order && self.unifier.resolve(&right.ty) == ty).then_some(())?;
        let (x, y) = (spelled(a)?, spelled(b)?);
        let first = format!("least({{{x}, {y}}})");
        let text = match op {
            CompareOp::Less => format!("({x} != {y} and {first} == {x})"),
            CompareOp::LessEqual => format!("{first} == {x}"),
            CompareOp::Greater => format!("({x} != {y} and {first} == {y})"),
            CompareOp::GreaterEqual => format!("{first} == {y}"),
            _ => return None,
        };
        let title = format!("Only numbers are smaller or larger; this is {}", ty.phrase());
        let d = Diagnostic::error("wrong-type", title).at(a.span, ty.phrase()).also(b.span, ty.phrase());
        Some(d.instead(a.span.to(b.span), text))
    }

    /// `A > 0`, `A < 0`: that Left, or that Right, wins whoever begins.
    pub(super) fn beside_zero(
        &self,
        (a, left): (&ast::Expr, &Expr),
        op: ast::CompareOp,
        b: &ast::Expr,
    ) -> Option<Diagnostic> {
        let zero = matches!(&b.kind, ast::ExprKind::Number(n) if *n == num_bigint::BigInt::ZERO);
        (self.unifier.resolve(&left.ty) == Type::Position).then_some(())?;
        let d = Diagnostic::error("wrong-type", "Only numbers are smaller or larger; this is a position");
        let d = d.at(a.span, "a position");
        let owned = |g: &super::ir::Game| g.moves.iter().any(|m| m.owner != ast::Owner::Both);
        let zero = zero && self.program.games.iter().any(owned);
        let winner = match op {
            ast::CompareOp::Greater if zero => "Left",
            ast::CompareOp::Less if zero => "Right",
            _ => {
                let d = d.hint("Did you mean `value(...)`, its nim-value?");
                return Some(d.replace(around(a).0, "value(").replace(around(a).1, ")"));
            }
        };
        let d = d.hint(format!("Did you mean `outcome(...) == {winner}`?"));
        let d = d.replace(around(a).0, "outcome(");
        Some(d.replace(Span { end: b.span.end, ..around(a).1 }, format!(") == {winner}")))
    }

    /// `value(options(A))`: a question about each of several positions.
    pub(super) fn asked_of_options(&self, f: &str, args: &[ast::Expr], span: Span) -> Option<Diagnostic> {
        let [all] = args else { return None };
        if !options_asked(all) || self.names.contains_key("options") {
            return None;
        }
        let d = Diagnostic::error("wrong-type", format!("`{f}` asks about one position; these are several"));
        let d = d.at(all.span, "a list of positions");
        Some(match f {
            "mex" => d
                .hint("Did you mean `mex(value(Q) for Q in ...)`?")
                .replace(around(all).0, "value(Q) for Q in "),
            _ => d
                .hint(format!("Did you mean `[{f}(Q) for Q in ...]`?"))
                .replace(Span { end: all.span.start, ..span }, format!("[{f}(Q) for Q in "))
                .replace(Span { start: all.span.end, ..span }, "]"),
        })
    }

    /// `1..max`, `1..size`: a function at the end of a range.
    pub(super) fn function_as_end(&self, hi: &ast::Expr) -> Option<Diagnostic> {
        let A::Name(name) = &hi.kind else { return None };
        let known = self.local(name).is_some() || self.names.contains_key(name);
        let word =
            matches!(name.as_str(), "max" | "min" | "size" | "sum" | "largest" | "end" | "last" | "all");
        let d = Diagnostic::error("function-without-arguments", format!("`{name}` is not a number"));
        (word && !known).then(|| d.at(hi.span, "how many?").instead(hi.span, self.some_end("")))
    }

    /// `row[last]`, `row[end]`, `row[length]`
    pub(super) fn last_place(&self, row: &ast::Expr, place: &ast::Expr) -> Option<Diagnostic> {
        let A::Name(name) = &place.kind else { return None };
        let known = self.local(name).is_some() || self.names.contains_key(name);
        let word = matches!(name.as_str(), "last" | "end" | "length" | "len" | "size" | "max" | "n");
        let text = spelled(row).filter(|_| word && !known)?;
        let d = Diagnostic::error("no-such-place", format!("`{name}` is not a place of a list"))
            .at(place.span, "");
        Some(d.instead(place.span, format!("size({text})")))
    }

    /// `A in misere`, `A with misere`: the rule of play, written as a part of the position.
    pub(super) fn rule_of_play(&self, a: &ast::Expr, b: &ast::Expr) -> Option<Diagnostic> {
        let A::Name(name) = &b.kind else { return None };
        let misere = matches!(name.to_lowercase().as_str(), "misere" | "misère");
        let known = self.local(name).is_some() || self.names.contains_key(name);
        let d = Diagnostic::error("missing-word", "The rule of play comes at the end, after `under`");
        let place = Span { start: a.span.end, ..b.span };
        (misere && !known)
            .then(|| d.at(b.span, "").hint("Did you mean `under misere`?").replace(place, " under misere"))
    }

    /// `table losing of A`, `table value of A`: what is before `of`, if it is no outcome.
    pub(super) fn before_of(&self, word: &ast::Expr, of: &ast::Expr) -> Option<Diagnostic> {
        let A::Name(name) = &word.kind else { return None };
        if self.local(name).is_some() || matches!(self.names.get(name), Some((Entity::Let(_), _))) {
            return None;
        }
        let d =
            Diagnostic::error("missing-of", "Before `of` comes an outcome: P, N or draw").at(word.span, "");
        if let Some(own) = known_outcome(name) {
            return Some(d.instead(word.span, own));
        }
        let asked = matches!(
            name.to_lowercase().as_str(),
            "value" | "values" | "nimbers" | "grundy" | "positions" | "all"
        );
        let place = Span { end: of.span.start, ..word.span };
        asked.then(|| d.hint("Can it be left out? A position shows its value in a table.").replace(place, ""))
    }
}

/// `row[i]`
fn is_entry(e: &ast::Expr, row: &str) -> bool {
    matches!(&e.kind, A::Index(base, _) if spelled(base).as_deref() == Some(row))
}

/// A name that is in none of these expressions.
fn unused(all: &[&ast::Expr]) -> Option<&'static str> {
    fn used(e: &ast::Expr) -> Vec<&str> {
        match &e.kind {
            A::Set(entries) | A::List(entries) => entries.iter().flat_map(names).collect(),
            _ => names(e),
        }
    }
    let used: Vec<&str> = all.iter().flat_map(|e| used(e)).collect();
    ["y", "z", "x", "u", "v", "w"].into_iter().find(|name| !used.contains(name))
}

/// How a simple expression is written, or a set or list of such.
pub(super) fn collected(e: &ast::Expr) -> Option<String> {
    let all =
        |entries: &[ast::Expr]| Some(entries.iter().map(spelled).collect::<Option<Vec<_>>>()?.join(", "));
    match &e.kind {
        A::Set(entries) => Some(format!("{{{}}}", all(entries)?)),
        A::List(entries) => Some(format!("[{}]", all(entries)?)),
        _ => spelled(e),
    }
}
