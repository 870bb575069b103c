//! What other languages allow between a value and what is made of it: numbers as conditions, `n == 0 or 1`, a changed
//! entry in place of the list, `(k, v) in m`, `put` into a list of lists.

use super::operators::{around, between};
use super::scope::Checker;
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CompareOp, ExprKind as A, UnaryOp};

/// The empty place before an expression.
fn before(e: &ast::Expr) -> Span {
    Span { end: e.span.start, ..e.span }
}

/// The left side of the last comparison with `==` in a chain of `or`: of `n == 0 or n == 1` it is `n`.
fn compared(e: &ast::Expr) -> Option<&ast::Expr> {
    match &e.kind {
        A::Chain(sides, ops) => match (sides.as_slice(), ops.as_slice()) {
            ([left, _], [(CompareOp::Equal, _)]) => Some(left),
            _ => None,
        },
        A::Binary(BinaryOp::Or, _, last) => compared(last),
        _ => None,
    }
}

/// `put(g, r, c, x)`: an entry of a list of lists.
pub(super) fn deep_put(d: Diagnostic, args: &[ast::Expr], span: Span) -> Diagnostic {
    let [list, r, c, x] = args else { return d.hint("Did you mean `put(row, i, x)`?") };
    let (Some(row), Some(i)) = (spelled(list), spelled(r)) else { return d };
    let rest = spelled(c).zip(spelled(x)).map_or("...".into(), |(c, x)| format!("{c}, {x}"));
    let d = d.hint(format!("Did you mean `put({row}, {i}, put({row}[{i}], {rest}))`?"));
    let d = d.replace(Span { start: c.span.start, end: c.span.start, ..c.span }, format!("put({row}[{i}], "));
    d.replace(Span { start: span.end - 1, ..span }, "))")
}

/// `put(w, i, "x")` for a text.
pub(super) fn letter_put(args: &[ast::Expr], ty: &Type, span: Span) -> Option<Diagnostic> {
    let ([w, i, x], Type::Text) = (args, ty) else { return None };
    let (text, place) = (spelled(w)?, spelled(i)?);
    let d = Diagnostic::error("wrong-type", "`put` does not work on a text").at(w.span, "a text");
    let new = spelled(x).unwrap_or("...".into());
    let d = d.hint(format!("Did you mean `{text}[1..{place} - 1] + {new} + {text}[{place} + 1..]`?"));
    let d = d.replace(Span { end: x.span.start, ..span }, format!("({text}[1..{place} - 1] + "));
    Some(d.replace(Span { start: x.span.end, ..span }, format!(" + {text}[{place} + 1..])")))
}

/// Before the first of some arguments or entries, and behind the last.
pub(super) fn ends(all: &[ast::Expr], span: Span) -> (Span, Span) {
    let at = |at: u32| Span { start: at, end: at, ..span };
    (at(all.first().map_or(span.end, |e| e.span.start)), at(all.last().map_or(span.end, |e| e.span.end)))
}

/// `row[1..i - 1], x, row[i + 2..]`: lists and entries of one list, with the places before and behind them, joined by `+`.
pub(super) fn joined_lists(d: Diagnostic, all: &[ast::Expr], around: (Span, Span)) -> Option<Diagnostic> {
    let is_list = |e: &ast::Expr| match &e.kind {
        A::Index(_, places) => matches!(places.as_slice(), [place] if matches!(place.kind, A::Range { .. })),
        kind => matches!(kind, A::List(_) | A::ListFor(..)),
    };
    let (first, last) = (is_list(all.first()?), is_list(all.last()?));
    (all.iter().any(is_list) && all.len() > 1).then_some(())?;
    let d = d.hint("Did you mean `+` between lists, as in `[1] + row`?");
    let d = d.replace(around.0, if first { "" } else { "[" });
    let d = all.windows(2).fold(d, |d, two| {
        let text = match (is_list(&two[0]), is_list(&two[1])) {
            (true, true) => " + ",
            (true, false) => " + [",
            (false, true) => "] + ",
            _ => return d,
        };
        d.replace(Span { start: two[0].span.end, end: two[1].span.start, ..two[0].span }, text)
    });
    Some(d.replace(around.1, if last { "" } else { "]" }))
}

impl Checker {
    /// `[row[1..i], x]` where the entries of a list are no lists.
    pub(super) fn lists_among_entries(
        &mut self,
        all: &[ast::Expr],
        want: Option<&Type>,
        span: Span,
    ) -> Option<Diagnostic> {
        let entry = self.unifier.resolve(&want?.element()?);
        let plain = matches!(entry, Type::Int | Type::Bool | Type::Text | Type::Cell | Type::Enum(_));
        plain.then_some(())?;
        let (before, behind) = ends(all, span);
        let around = (Span { start: span.start, ..before }, Span { end: span.end, ..behind });
        let d = Diagnostic::error("wrong-type", "A list is no entry of this list").at(span, "");
        joined_lists(d, all, around)
    }
}

/// `value(A, B)` where one position is asked for: their sum.
pub(super) fn one_sum(d: Diagnostic, args: &[ast::Expr], params: &[Type]) -> Diagnostic {
    if args.len() < 2 || params != [Type::Position] {
        return d;
    }
    let between = |two: &[ast::Expr]| Span { start: two[0].span.end, end: two[1].span.start, ..two[0].span };
    let d = d.hint("Did you mean their sum, with `+` between them?");
    args.windows(2).fold(d, |d, two| d.replace(between(two), " + "))
}

/// `put(g, (r, c), x)`: an entry of a list of lists.
pub(super) fn pair_as_place(args: &[ast::Expr], ty: &Type, span: Span) -> Option<Diagnostic> {
    let ([list, place, x], Type::List(inner)) = (args, ty) else { return None };
    let (A::Tuple(two), Type::List(_)) = (&place.kind, &**inner) else { return None };
    let [r, c] = two.as_slice() else { return None };
    let (row, i, j) = (spelled(list)?, spelled(r)?, spelled(c)?);
    let d = Diagnostic::error("wrong-type", "A place in a list of lists is given step by step")
        .at(place.span, "two numbers");
    let x = spelled(x).unwrap_or("...".into());
    let d = d.hint(format!("Did you mean `put({row}, {i}, put({row}[{i}], {j}, {x}))`?"));
    let d = d.replace(place.span, format!("{i}, put({row}[{i}], {j}"));
    Some(d.replace(Span { start: span.end - 1, ..span }, "))"))
}

/// `p - d` for two tuples: each number of one less that of the other.
fn side_by_side(e: &ast::Expr, (a, b): (&ast::Expr, &ast::Expr), count: usize) -> Option<Diagnostic> {
    let (a, b) = (spelled(a)?, spelled(b)?);
    let each: Vec<String> = (1..=count).map(|i| format!("{a}[{i}] - {b}[{i}]")).collect();
    let d = Diagnostic::error("wrong-type", "`-` works on numbers; these are tuples").at(e.span, "tuples");
    Some(d.instead(e.span, format!("({})", each.join(", "))))
}

impl Checker {
    /// `n == 0 or 1`, `n == 0 or 1 or 2`
    pub(super) fn half_compared(a: &ast::Expr, b: &ast::Expr) -> Option<Diagnostic> {
        let number = |e: &ast::Expr| matches!(e.kind, A::Number(_));
        let (mut numbers, mut first) = (vec![b], a);
        while let A::Binary(BinaryOp::Or, left, right) = &first.kind
            && number(right)
        {
            (first, numbers) = (left, [vec![&**right], numbers].concat());
        }
        let x = spelled(compared(first).filter(|_| numbers.iter().all(|e| number(e)))?)?;
        let d = Diagnostic::error("wrong-type", "Each side of `or` should be a truth value");
        let d = numbers.iter().fold(d, |d, n| d.at(n.span, "this is a number"));
        let each: Vec<String> = numbers.iter().filter_map(|n| spelled(n)).collect();
        match (&first.kind, each.as_slice()) {
            (_, [one]) => Some(d.instead(b.span, format!("{x} == {one}"))),
            (A::Chain(sides, _), several) => {
                let all = [spelled(&sides[1])?, several.join(", ")].join(", ");
                Some(d.instead(a.span.to(b.span), format!("{x} in {{{all}}}")))
            }
            (_, several) => {
                let d = numbers
                    .iter()
                    .fold(d, |d, n| d.replace(n.span, format!("{x} == {}", spelled(n).unwrap_or_default())));
                Some(d.hint(format!("Did you mean `{x} == {}`?", several.join(&format!(" or {x} == ")))))
            }
        }
    }

    /// `k != 2 or 3`, `k != 2 and 3`, `not k == 2 or 3`: no number of several
    pub(super) fn none_of_numbers(a: &ast::Expr, b: &ast::Expr, sign: &str) -> Option<Diagnostic> {
        let (chain, negated) = match &a.kind {
            A::Unary(UnaryOp::Not, inner) => (&**inner, true),
            _ => (a, false),
        };
        let A::Chain(sides, ops) = &chain.kind else { return None };
        let ([x, first], [(op, _)]) = (sides.as_slice(), ops.as_slice()) else { return None };
        let unequal = *op == CompareOp::NotEqual && !negated || *op == CompareOp::Equal && negated;
        let numbers = [first, b].iter().all(|e| matches!(e.kind, A::Number(_)));
        let text = format!("{} not in {{{}, {}}}", spelled(x)?, spelled(first)?, spelled(b)?);
        let d = Diagnostic::error("wrong-type", format!("Each side of `{sign}` should be a truth value"));
        let d = d.at(b.span, "this is a number");
        (unequal && numbers).then(|| d.instead(a.span.to(b.span), text))
    }

    /// `k == {1, 2}`: one side is an element of the other, if anything.
    pub(super) fn element_equals(
        &self,
        (a, other): (&Type, &Type),
        not: bool,
        (at, right): (Span, Span),
    ) -> Option<Diagnostic> {
        let other = self.unifier.resolve(other);
        let element = match &other {
            Type::Set(of) | Type::Bag(of) | Type::List(of) => self.unifier.resolve(of),
            _ => return None,
        };
        let sign = if not { "not in" } else { "in" };
        let title = format!("{} is compared with {}", super::typing::capital(&a.phrase()), other.phrase());
        let d = Diagnostic::error("wrong-type", title).at(right, format!("this is {}", other.phrase()));
        let fits = matches!(a, Type::Int | Type::Cell | Type::Text | Type::Enum(_) | Type::Tuple(_));
        (fits && element == *a).then(|| d.hint(format!("Did you mean `{sign}`?")).replace(at, sign))
    }

    /// Whether an expression is a name of a list.
    pub(super) fn is_list(&self, e: &ast::Expr) -> bool {
        self.type_of_name(e).is_some_and(|ty| matches!(ty, Type::List(_)))
    }

    fn type_of_name(&self, e: &ast::Expr) -> Option<Type> {
        let A::Name(name) = &e.kind else { return None };
        let Some(slot) = self.local(name) else { return self.type_of_global(name) };
        Some(self.unifier.resolve(&self.frame.slots[slot as usize]))
    }

    /// The type of a `let` without parameters that is checked already.
    fn type_of_global(&self, name: &str) -> Option<Type> {
        let Some((super::scope::Entity::Let(id), _)) = self.names.get(name) else { return None };
        let done = matches!(self.let_states.get(id.0 as usize), Some(super::scope::LetState::Done));
        let definition = self.program.definition(*id);
        (done && !definition.is_function).then(|| self.unifier.resolve(&definition.body.ty))
    }

    /// `put(g[i], j, x)` where a list of lists is wanted: the row is put back.
    pub(super) fn row_for_all(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        let A::Call(name, args) = &e.kind else { return None };
        let ("put", [row, j, _]) = (name.text.as_str(), args.as_slice()) else { return None };
        let A::Index(all, places) = &row.kind else { return None };
        let ([i], false) = (places.as_slice(), self.names.contains_key("put")) else { return None };
        let ty = self.type_of_name(all).filter(|ty| *ty == self.unifier.resolve(wanted))?;
        let Type::List(rows) = &ty else { return None };
        matches!(self.unifier.resolve(rows), Type::List(_)).then_some(())?;
        let (all, row, i) = (spelled(all)?, spelled(row)?, spelled(i)?);
        let j = spelled(j).unwrap_or("...".into());
        let d = Diagnostic::error("wrong-type", format!("This is one row; {} is wanted", ty.phrase()));
        let d =
            d.at(e.span, "one row").hint(format!("Did you mean `put({all}, {i}, put({row}, {j}, ...))`?"));
        Some(d.replace(before(e), format!("put({all}, {i}, ")).replace(around(e).1, ")"))
    }

    /// `R(x[i] - k)` for a game of lists: `put` was meant.
    pub(super) fn entry_for_list(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        let first = match &e.kind {
            A::Binary(BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times | BinaryOp::Divide, first, _) => {
                first
            }
            _ => return None,
        };
        let A::Index(list, places) = &first.kind else { return None };
        let [place] = places.as_slice() else { return None };
        let ty = self.type_of_name(list).filter(|t| matches!(t, Type::List(_) | Type::Map(..)))?;
        let text = format!("put({}, {}, ", spelled(list)?, spelled(place)?);
        let d = Diagnostic::error("wrong-type", format!("This is one entry; {} is wanted", ty.phrase()));
        let d = d
            .at(e.span, "a number")
            .hint(format!("Did you mean `{text}...)`, the whole with this entry changed?"));
        (ty == self.unifier.resolve(wanted)).then(|| d.replace(before(e), text).replace(around(e).1, ")"))
    }

    /// `0-1` where a pair of numbers is wanted: an edge from 0 to 1.
    pub(super) fn edge_by_a_sign(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        let A::Binary(BinaryOp::Minus, a, b) = &e.kind else { return None };
        let Type::Tuple(types) = self.unifier.resolve(wanted) else { return None };
        let is_pair = |e: &ast::Expr| self.type_of_name(e).is_some_and(|ty| matches!(ty, Type::Tuple(_)));
        if is_pair(a) && is_pair(b) {
            return side_by_side(e, (a, b), types.len());
        }
        let pair = types.len() == 2 && types.iter().all(|t| *t == Type::Int);
        let text = format!("({}, {})", spelled(a)?, spelled(b)?);
        let d = Diagnostic::error("wrong-type", "A pair is written with a comma, in parentheses");
        pair.then(|| d.at(e.span, "a number").instead(e.span, text))
    }

    /// `upto(3)` where a function of one number is wanted and `upto` takes two: the second was to stay open.
    pub(super) fn call_left_open(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        let (A::Call(name, args), Type::Function(open, _)) = (&e.kind, self.unifier.resolve(wanted)) else {
            return None;
        };
        let takes = self.program.lets.iter().rfind(|l| l.name == name.text)?.params.len();
        let unknown = |e: &ast::Expr| matches!(&e.kind, A::Name(n) if n != "_" && self.local(n).is_none() && !self.names.contains_key(n));
        if takes == open.len() && takes == args.len() && args.iter().all(unknown) {
            let d = Diagnostic::error("wrong-type", "A function is wanted here, without arguments");
            return Some(d.at(e.span, "its value").instead(e.span, name.text.clone()));
        }
        let last = args.last().filter(|_| takes == args.len() + open.len())?;
        let rest = ", _".repeat(open.len());
        let d = Diagnostic::error("wrong-type", format!("`{}` takes {takes} arguments", name.text));
        let d = d.at(e.span, "a function is wanted here").hint(format!(
            "Did you mean `{}{rest})`, with the rest left open?",
            spelled(e).map_or(format!("{}(...", name.text), |call| call.trim_end_matches(')').to_string())
        ));
        Some(d.replace(Span { start: last.span.end, end: last.span.end, ..e.span }, rest))
    }

    /// `s == 0` for a list `s`: every entry was meant.
    pub(super) fn all_compared(
        &self,
        a: &ast::Expr,
        b: &ast::Expr,
        ty: &Type,
        sign: &str,
    ) -> Option<Diagnostic> {
        let (A::Number(n), Type::List(t) | Type::Set(t) | Type::Bag(t)) = (&b.kind, ty) else { return None };
        let row = spelled(a).filter(|_| **t == Type::Int)?;
        let fold = if sign == "==" { "all" } else { "any" };
        let text = format!("{fold}(x {sign} {n} for x in {row})");
        let d = Diagnostic::error(
            "wrong-type",
            format!("{} is compared with a number", super::typing::capital(&ty.phrase())),
        );
        Some(d.at(a.span.to(b.span), "").instead(a.span.to(b.span), text))
    }

    /// `(k, v) in m` for a map: a map runs through its keys.
    pub(super) fn entries_of_map(
        &self,
        names: &[ast::Name],
        written: &ast::Expr,
        ty: &Type,
    ) -> Option<Diagnostic> {
        let ([k, v], Type::Map(key, _), Some(map)) = (names, ty, spelled(written)) else { return None };
        // Keys that are taken apart, or that are not known yet.
        if matches!(self.unifier.resolve(key), Type::Tuple(_) | Type::Cell | Type::Unknown(_) | Type::Wrong) {
            return None;
        }
        let text = format!("{} in {map}, {} = {map}[{}]", k.text, v.text, k.text);
        let d = Diagnostic::error("wrong-type", "A choice from a map runs through its keys");
        let start = k.span.start.checked_sub(1)?;
        let whole = Span { start, end: written.span.end, ..k.span };
        Some(d.at(k.span.to(v.span), "two names").instead(whole, text))
    }

    /// `P(s, a - k)` for a game of a number and a set: the two in the other order.
    pub(super) fn other_order(&self, name: &str, args: &[ast::Expr], params: &[Type]) -> Option<Diagnostic> {
        let ([a, b], [first, second]) = (args, params) else { return None };
        let is = |e: &ast::Expr, ty: &Type| self.plain_type(e).is_some_and(|t| t == self.unifier.resolve(ty));
        let swapped = first != second && is(a, second) && is(b, first) && !is(a, first);
        let (a_text, b_text) = (spelled(a)?, spelled(b)?);
        let d = Diagnostic::error("wrong-type", format!("The arguments of {name} come in the other order"));
        let hint = format!("Did you mean `{name}({b_text}, {a_text})`?");
        let whole = a.span.to(b.span);
        swapped.then(|| d.at(whole, "").hint(hint).replace(whole, format!("{b_text}, {a_text}")))
    }

    /// The type of an expression that shows it: a name, a number, a sum of numbers, a set of numbers.
    pub(super) fn plain_type(&self, e: &ast::Expr) -> Option<Type> {
        let number = |e: &ast::Expr| self.plain_type(e) == Some(Type::Int);
        match &e.kind {
            A::Name(_) => self.type_of_name(e),
            A::Number(_) => Some(Type::Int),
            A::Text(_) => Some(Type::Text),
            A::Unary(UnaryOp::Minus, _) => Some(Type::Int),
            A::Binary(BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times, a, b) => {
                (number(a) && number(b)).then_some(Type::Int)
            }
            A::Set(items) => items.iter().all(number).then(|| Type::Set(Box::new(Type::Int))),
            A::List(items) => items.iter().all(number).then(|| Type::List(Box::new(Type::Int))),
            _ => None,
        }
    }

    /// `(i, x) in enumerate(s)`: the places of a list, and what is there.
    pub(super) fn places_with_entries(&self, names: &[ast::Name], written: &ast::Expr) -> Option<Diagnostic> {
        let A::Call(name, args) = &written.kind else { return None };
        if self.local(&name.text).is_some() || self.names.contains_key(&name.text) {
            return None;
        }
        let ([i, x], [row]) = (names, args.as_slice()) else { return None };
        let known = matches!(
            name.text.as_str(),
            "enumerate" | "enumerated" | "zip_with_index" | "items" | "entries" | "pairs"
        );
        let row = spelled(row).filter(|_| known)?;
        let text = format!("{} in indices({row}), {} in [{row}[{}]]", i.text, x.text, i.text);
        let d = Diagnostic::error(
            "unknown-name",
            "The places of a list, and the keys of a map, are its `indices`",
        );
        let whole = Span { start: i.span.start.checked_sub(1)?, end: written.span.end, ..i.span };
        Some(d.at(written.span, "").instead(whole, text))
    }

    /// `B(["..", ".."])`, `B("..")` for a game of cells: the rows of a board.
    pub(super) fn rows_of_board(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        let cells = Type::Set(Box::new(Type::Cell));
        let rows = match &e.kind {
            A::List(rows) | A::Set(rows) => rows.as_slice(),
            A::Text(_) => std::slice::from_ref(e),
            _ => return None,
        };
        let rows = rows.iter().map(written_text).collect::<Option<Vec<_>>>()?;
        let d = Diagnostic::error("wrong-type", "`board` gives the cells of a drawn board");
        let fits = !rows.is_empty() && self.unifier.resolve(wanted) == cells;
        fits.then(|| d.at(e.span, "").instead(e.span, format!("board({:?})", rows.join("|"))))
    }

    /// `splits into islands(free)`: a collection of what a position of the game consists of; `splits into { G(p) for p in S }`: one
    /// of positions.
    pub(super) fn each_part(
        &self,
        d: &Diagnostic,
        e: &ast::Expr,
        ty: &Type,
        what: &str,
    ) -> Option<Diagnostic> {
        let game = self.game_around(e).filter(|_| what == "the parts")?;
        let element = ty.element()?;
        if let A::SetFor(..) | A::ListFor(..) = &e.kind
            && element == Type::Position
        {
            let inner = Span { start: e.span.start + 1, end: e.span.end.saturating_sub(1), ..e.span };
            let (open, close) = (Span { end: inner.start, ..e.span }, Span { start: inner.end, ..e.span });
            let hint = "Did you mean the same without the brackets around it?";
            return Some(d.clone().hint(hint).replace(open, "").replace(close, ""));
        }
        let mut fitting = game.params.iter().filter(|p| p.ty == element);
        let one = fitting.next().filter(|_| fitting.next().is_none())?;
        let args: Vec<&str> =
            game.params.iter().map(|p| if p.name == one.name { "part" } else { p.name.as_str() }).collect();
        let text = format!("{}({}) for part in ", game.name, args.join(", "));
        Some(d.clone().hint(format!("Did you mean `{text}...`?")).replace(before(e), text))
    }

    /// `A is (if c then P else N)`: outcomes are compared with `==`.
    pub(super) fn outcome_chosen(&self, expr: &ast::Expr, is: &ast::Expr) -> Option<Diagnostic> {
        let A::If(_, then, _) = &is.kind else { return None };
        let A::Name(word) = &then.kind else { return None };
        let is_outcome = matches!(word.as_str(), "P" | "N" | "draw") && self.local(word).is_none();
        is_outcome.then_some(())?;
        let d = Diagnostic::error("is-what", "After `is` comes one outcome or one position");
        let d = d.at(is.span, "a choice between outcomes").hint("Did you mean `outcome(...) == (if ...)`?");
        let end = Span { start: is.span.end, ..is.span };
        let open = Span { start: expr.span.end, end: is.span.start, ..expr.span };
        Some(d.replace(before(expr), "outcome(").replace(open, ") == (").replace(end, ")"))
    }

    /// `same as turned(S) and mirrored(S)`
    pub(super) fn several_claimed(e: &ast::Expr, what: &str) -> Option<Diagnostic> {
        let A::Binary(BinaryOp::And | BinaryOp::Or, a, b) = &e.kind else { return None };
        let d = Diagnostic::error("target-not-position", "A comma separates several positions");
        (what == "the same position")
            .then(|| d.at(e.span, "").hint("Did you mean `,`?").replace(between(a, b), ", "))
    }
}

fn written_text(e: &ast::Expr) -> Option<&str> {
    if let A::Text(text) = &e.kind { Some(text) } else { None }
}

/// What a function of other languages is here, where it is none: behind "Did you mean".
pub(super) fn known_call(name: &str) -> Option<String> {
    let said = match direction(&name.to_lowercase()) {
        "if" | "iif" | "ifelse" | "ite" => "`if ... then ... else ...`",
        "not" => "`not ...`",
        "removelast" | "init" | "butlast" => "`row[1..size(row) - 1]`",
        "swap" | "swapped" | "exchange" => "`put(put(s, i, s[j]), j, s[i])`",
        "row" | "line" => "`p.row`",
        "col" | "column" => "`p.col`",
        "substring" | "substr" | "mid" | "slice" => "`w[a..b]`",
        "startswith" | "starts_with" | "isprefixof" => "`w[1..n] == ...`",
        "right" | "east" => "`(p.row, p.col + 1)`",
        "left" | "west" => "`(p.row, p.col - 1)`",
        "up" | "above" | "north" => "`(p.row - 1, p.col)`",
        "down" | "below" | "south" => "`(p.row + 1, p.col)`",
        _ => return None,
    };
    Some(format!("Did you mean {said}?"))
}

/// A word without what may follow it in the name of a function: `right_of`, `leftof`.
fn direction(word: &str) -> &str {
    let short = word.strip_suffix("_of").or_else(|| word.strip_suffix("of")).unwrap_or(word);
    if beside(short, "p").is_some() { short } else { word }
}

/// A cell beside a cell, by its direction: `right(p)`.
pub(super) fn beside(direction: &str, p: &str) -> Option<String> {
    Some(match direction {
        "right" | "east" => format!("({p}.row, {p}.col + 1)"),
        "left" | "west" => format!("({p}.row, {p}.col - 1)"),
        "up" | "above" | "north" => format!("({p}.row - 1, {p}.col)"),
        "down" | "below" | "south" => format!("({p}.row + 1, {p}.col)"),
        _ => return None,
    })
}

/// What the calls of other languages with several arguments are called here.
pub(super) fn rewritten(
    d: &Diagnostic,
    word: &str,
    args: &[ast::Expr],
    (name, span): (Span, Span),
) -> Option<Diagnostic> {
    let gap = |a: &ast::Expr, b: &ast::Expr| Span { start: a.span.end, end: b.span.start, ..span };
    let head = |first: &ast::Expr| Span { end: first.span.start, ..span };
    let tail = |last: &ast::Expr| Span { start: last.span.end, ..span };
    let d = d.clone();
    Some(match (word, args) {
        ("if" | "iif" | "ifelse" | "ite", [c, a, b]) => d
            .replace(head(c), "(if ")
            .replace(gap(c, a), " then ")
            .replace(gap(a, b), " else ")
            .replace(tail(b), ")"),
        ("pop" | "removelast" | "init" | "butlast", [s]) => {
            let s = spelled(s)?;
            d.replace(span, format!("{s}[1..size({s}) - 1]"))
        }
        ("any" | "all" | "none", [ast::Expr { kind: A::Chain(sides, _), .. }]) if sides.len() == 2 => {
            let row = spelled(&sides[0])?;
            d.replace(sides[0].span, "x").replace(tail(&sides[1]), format!(" for x in {row})"))
        }
        ("not", [_]) => d.replace(name, "not "),
        ("swap" | "swapped" | "exchange", [s, i, j]) => {
            let (s, i, j) = (spelled(s)?, spelled(i)?, spelled(j)?);
            d.replace(span, format!("put(put({s}, {i}, {s}[{j}]), {j}, {s}[{i}])"))
        }
        ("row" | "line", [p]) => d.replace(head(p), "").replace(tail(p), ".row"),
        ("col" | "column", [p]) => d.replace(head(p), "").replace(tail(p), ".col"),
        ("substring" | "substr" | "mid" | "slice", [w, a, b]) => {
            d.replace(head(w), "").replace(gap(w, a), "[").replace(gap(a, b), "..").replace(tail(b), "]")
        }
        ("startswith" | "starts_with" | "isprefixof", [w, ast::Expr { kind: A::Text(begins), .. }]) => {
            let (w, n) = (spelled(w)?, begins.chars().count());
            d.replace(span, format!("(size({w}) >= {n} and {w}[1..{n}] == {begins:?})"))
        }
        (_, [p]) => {
            let text = beside(direction(word), &spelled(p)?)?;
            d.replace(span, text)
        }
        _ => return None,
    })
}
