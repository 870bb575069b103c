//! What is made of parts, or taken apart, as it is done elsewhere: `p[i]` of a tuple, `(i, x) in row`, `s without k + {l}`,
//! `put(s, size(s) + 1, x)`.

use super::ir::{Expr, ExprKind};
use super::meant::collected;
use super::operators::between;
use super::scope::{Checker, GameSource};
use super::target::{names, spelled};
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ExprKind as A, TypeKind};

/// A type of one word, as it is written.
fn word(ty: &TypeKind) -> Option<&'static str> {
    Some(match ty {
        TypeKind::Nat => "nat",
        TypeKind::Int => "int",
        TypeKind::Bool => "bool",
        TypeKind::Text => "text",
        TypeKind::Cell => "cell",
        _ => return None,
    })
}

/// `put(s, size(s) + 1, x)`: a list has no place behind its last one.
pub(super) fn put_behind(args: &[ast::Expr], ty: &Type, span: Span) -> Option<Diagnostic> {
    let ([row, place, x], Type::List(_)) = (args, ty) else { return None };
    let A::Binary(BinaryOp::Plus, size, one) = &place.kind else { return None };
    let text = spelled(row)?;
    let behind = spelled(size)? == format!("size({text})") && spelled(one)? == "1";
    let shown = spelled(x).unwrap_or("...".into());
    let d = Diagnostic::error("no-such-place", "`put` changes an entry, and this is behind the last one");
    let d = d.at(place.span, "no place").hint(format!("Did you mean `{text} + [{shown}]`?"));
    let d = d.replace(Span { end: x.span.start, ..span }, format!("({text} + ["));
    behind.then(|| d.replace(Span { start: x.span.end, ..span }, "])"))
}

impl Checker {
    /// `p[i]` of a tuple, where `i` is chosen: a list was meant. No other place of `p` is a mistake of its own.
    pub(super) fn chosen_place(&mut self, base: &Expr, types: &[Type], index: &ast::Expr) -> Diagnostic {
        let title = format!("A place of this tuple is one of the numbers 1 to {}", types.len());
        let d = Diagnostic::error("wrong-type", title).at(index.span, "");
        let ExprKind::Local(slot) = base.kind else {
            return d.hint("Could a binder take it apart, as in `(a, b) in ...`?");
        };
        let declared = self.parameter_of_one_type(slot, index.span);
        self.frame.slots[slot as usize] = Type::Wrong;
        match declared {
            Some((place, of)) => d
                .hint(format!("Did you mean `list of {of}`, any place of which can be asked for?"))
                .replace(place, format!("list of {of}")),
            None => d.hint("Could a binder take it apart, as in `(a, b) in ...`?"),
        }
    }

    /// Where a parameter of the game around a place is declared as a tuple, and the one type of its entries.
    fn parameter_of_one_type(&self, slot: u32, at: Span) -> Option<(Span, &'static str)> {
        let param = self.game_defs.iter().find_map(|def| match def {
            GameSource::Rules(def) => {
                let around = def.span.file == at.file && def.span.start <= at.start && at.end <= def.span.end;
                def.params.get(slot as usize).filter(|_| around)
            }
            GameSource::Graph(_) => None,
        })?;
        let TypeKind::Tuple(parts) = &param.ty.kind else { return None };
        let of = word(&parts.first()?.kind)?;
        parts.iter().all(|part| word(&part.kind) == Some(of)).then_some((param.ty.span, of))
    }

    /// `(i, x) in row`: a list runs through its entries.
    pub(super) fn entries_of_list(
        &self,
        names: &[ast::Name],
        written: &ast::Expr,
        ty: &Type,
    ) -> Option<Diagnostic> {
        let ([i, x], Type::List(of), Some(row)) = (names, ty, spelled(written)) else { return None };
        let of = self.unifier.resolve(of);
        matches!(of, Type::Int | Type::Bool | Type::Text | Type::Enum(_)).then_some(())?;
        let title = format!("2 names are bound here, but each element is {}", of.phrase());
        let d = Diagnostic::error("wrong-type", title).at(i.span.to(x.span), of.phrase());
        let whole = Span { start: i.span.start.checked_sub(1)?, end: written.span.end, ..i.span };
        Some(d.instead(whole, format!("{} in indices({row}), {} = {row}[{}]", i.text, x.text, i.text)))
    }

    /// `filter(x > 1, S)`, `reduce(max, S)`
    pub(super) fn written_with_for(
        &self,
        d: &Diagnostic,
        name: &str,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Diagnostic> {
        let [f, row] = args else { return None };
        let (text, list) = (collected(row)?, self.is_list(row) || matches!(row.kind, A::List(_)));
        match (name, &f.kind) {
            ("reduce" | "fold", A::Name(fold)) if matches!(fold.as_str(), "max" | "min" | "sum") => {
                Some(d.clone().instead(span, format!("{fold}({text})")))
            }
            ("filter", A::Chain(sides, _)) => {
                let free = |name: &&str| self.local(name).is_none() && !self.names.contains_key(*name);
                let x = sides.iter().flat_map(names).find(free)?;
                let (open, close) = if list { ("[", "]") } else { ("{", "}") };
                let d =
                    d.clone().hint(format!("Did you mean `{open}{x} for {x} in {text} where ...{close}`?"));
                let head = Span { end: f.span.start, ..span };
                let d = d.replace(head, format!("{open}{x} for {x} in {text} where "));
                Some(d.replace(Span { start: f.span.end, ..span }, close))
            }
            _ => None,
        }
    }

    /// `b without (p, q)`, `b without [p, q]`: several elements at once.
    pub(super) fn several_elements(&self, b: &ast::Expr, element: &Type, sign: &str) -> Option<Diagnostic> {
        let (ast::ExprKind::Tuple(items) | ast::ExprKind::List(items)) = &b.kind else { return None };
        let element = self.unifier.resolve(element);
        let fit =
            items.len() > 1 && items.iter().all(|item| self.plain_type(item).is_some_and(|ty| ty == element));
        let plain = !matches!(element, Type::Tuple(_) | Type::List(_));
        (fit && plain).then_some(())?;
        let each: Vec<String> = items.iter().map(spelled).collect::<Option<_>>()?;
        let d = Diagnostic::error("wrong-type", format!("`{sign}` takes one element"));
        let d = d.at(b.span, format!("{} elements", each.len()));
        Some(d.instead(b.span, each.join(&format!(" {sign} "))))
    }

    /// `s without k + {l}`: `+` comes before `without`, and joins no sets.
    pub(super) fn set_behind(
        &self,
        b: &ast::Expr,
        element: &Type,
        sign: &str,
        at: Span,
    ) -> Option<Diagnostic> {
        if let Some(d) = self.pairs_behind(b, element, sign, at) {
            return Some(d);
        }
        let A::Binary(BinaryOp::Plus, x, set) = &b.kind else { return None };
        let A::Set(items) = &set.kind else { return None };
        let whole = matches!(self.unifier.resolve(element), Type::Set(_) | Type::Bag(_) | Type::List(_));
        let d = Diagnostic::error("wrong-type", "`+` does not work on sets").at(set.span, "a set");
        let place = Span { end: set.span.end, ..between(x, set) };
        let changed = match items.as_slice() {
            [item] => d.instead(place, format!(" with {}", spelled(item)?)),
            _ => d.hint("Did you mean `union`?").replace(between(x, set), " union "),
        };
        (!whole).then_some(changed)
    }

    /// `b without {(r, c), (r + 1, c)}`: a set of pairs, where the elements are cells.
    fn pairs_behind(&self, b: &ast::Expr, element: &Type, sign: &str, at: Span) -> Option<Diagnostic> {
        let A::Set(items) = &b.kind else { return None };
        let pair = |e: &ast::Expr| matches!(&e.kind, A::Tuple(parts) if parts.len() == 2);
        let cells =
            self.unifier.resolve(element) == Type::Cell && !items.is_empty() && items.iter().all(pair);
        let own = if sign == "with" { "union" } else { "minus" };
        let d = Diagnostic::error(
            "wrong-type",
            format!("`{sign}` takes one element, and this is a set of cells"),
        );
        cells.then(|| {
            d.at(b.span, "a set of cells")
                .hint(format!("Did you mean `{own}`?"))
                .replace(at, format!(" {own} "))
        })
    }
}
