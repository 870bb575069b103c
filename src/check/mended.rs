//! What a value of a wrong type was probably meant to be: the change that gives the type that is wanted.

use super::ir::{Expr, ExprKind};
use super::operators::{around, between};
use super::scope::Checker;
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;

/// The change that makes an expression of one type one of another; `what` says what it is needed for.
fn as_wanted(d: Diagnostic, e: &Expr, (is, want): (&Type, &Type), what: &str) -> Diagnostic {
    let (before, behind) = (Span { end: e.span.start, ..e.span }, Span { start: e.span.end, ..e.span });
    match (is, want) {
        (Type::Int, Type::Set(t)) if **t == Type::Int => d
            .hint("Did you mean a set with one element, as in {x}?")
            .replace(before, "{")
            .replace(behind, "}"),
        (Type::Int, Type::Bool) => as_condition(d, what, e),
        (Type::Set(_) | Type::Bag(_) | Type::Map(..), Type::Bool) => {
            d.hint("Did you mean `size(...) != 0`?").replace(before, "size(").replace(behind, ") != 0")
        }
        (Type::Text, Type::Bool) => d.hint("Did you mean `!= \"\"`?").replace(behind, " != \"\""),
        (Type::Set(a) | Type::List(a), Type::Bag(b)) if a == b => collected(d, e, ("bag(", ")")),
        (Type::Set(a), Type::List(b)) if a == b => collected(d, e, ("[", "]")),
        (Type::List(a) | Type::Bag(a), Type::Set(b)) if a == b => collected(d, e, ("{", "}")),
        (Type::Bag(a), Type::List(b)) if a == b => collected(d, e, ("[", "]")),
        (Type::Text, Type::Enum(names)) => named_in_quotes(d, e, names),
        (Type::Int, Type::Position) => as_nim_heap(d, e),
        (Type::Int, Type::Text) => {
            d.hint("Did you mean `\"\" + ...`, the number as text?").replace(before, "\"\" + ")
        }
        (Type::List(_) | Type::Set(_) | Type::Bag(_), Type::Text) if !text_of_texts(is) => d
            .hint("Did you mean `join(..., \" \")`, one text of all of them?")
            .replace(before, "join(")
            .replace(behind, ", \" \")"),
        // The rows of a board.
        (Type::List(t), Type::Text) if **t == Type::Text && what.contains("board") => d
            .hint("Did you mean `join(..., \"|\")`, with a bar between two rows?")
            .replace(before, "join(")
            .replace(behind, ", \"|\")"),
        (Type::List(t), Type::Text) if **t == Type::Text => d
            .hint("Did you mean `join(...)`, one text of all of them?")
            .replace(before, "join(")
            .replace(behind, ")"),
        (Type::Text, Type::Int) => number_in_quotes(d, e),
        (Type::Tuple(each), Type::Set(t) | Type::List(t)) if each.iter().all(|part| part == &**t) => {
            let signs = if matches!(want, Type::Set(_)) { ("{", "}") } else { ("[", "]") };
            in_other_brackets(d, e, signs)
        }
        (Type::Text, Type::List(t)) if **t == Type::Text => d
            .hint("Did you mean a list of one text, in square brackets?")
            .replace(before, "[")
            .replace(behind, "]"),
        (Type::Position, Type::Int) => {
            d.hint("Did you mean value(...), its nim-value?").replace(before, "value(").replace(behind, ")")
        }
        _ => d,
    }
}

/// `"4"`, where a number is wanted
fn number_in_quotes(d: Diagnostic, e: &Expr) -> Diagnostic {
    match &e.kind {
        ExprKind::Text(text) if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            d.instead(e.span, text.to_string())
        }
        _ => d,
    }
}

/// `(1, 2)`, where a set or a list is wanted
fn in_other_brackets(d: Diagnostic, e: &Expr, (open, close): (&str, &str)) -> Diagnostic {
    let ExprKind::Tuple(_) = &e.kind else { return d };
    let (start, end) = (e.span.start, e.span.end);
    d.hint(format!("Did you mean `{open}...{close}`?"))
        .replace(Span { start, end: start + 1, ..e.span }, open)
        .replace(Span { start: end - 1, end, ..e.span }, close)
}

/// A set where a bag is wanted, and so on: what is written out gets other brackets, everything else is run through.
fn collected(d: Diagnostic, e: &Expr, (open, close): (&str, &str)) -> Diagnostic {
    let part = |start: u32, end: u32| Span { start, end, ..e.span };
    let (start, end) = (e.span.start, e.span.end);
    let bag = matches!(&e.kind, ExprKind::Bag(_));
    match &e.kind {
        ExprKind::Set(items) | ExprKind::List(items) if items.is_empty() => {
            d.instead(e.span, format!("{open}{close}"))
        }
        ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Bag(items) if !items.is_empty() => {
            let before = if bag { "bag(".len() as u32 } else { 1 };
            d.hint(format!("Did you mean `{open}...{close}`?"))
                .replace(part(start, start + before), open)
                .replace(part(end - 1, end), close)
        }
        _ => d
            .hint(format!("Did you mean `{open}x for x in ...{close}`?"))
            .replace(part(start, start), format!("{open}x for x in "))
            .replace(part(end, end), close),
    }
}

/// A number where a truth value belongs.
fn as_condition(d: Diagnostic, what: &str, e: &Expr) -> Diagnostic {
    let behind = Span { start: e.span.end, ..e.span };
    let small = match &e.kind {
        ExprKind::Int(n) if *n == 0.into() => Some("false"),
        ExprKind::Int(n) if *n == 1.into() => Some("true"),
        _ => None,
    };
    match small {
        Some(own) if !what.starts_with("each side") => d.instead(e.span, own),
        _ if what.starts_with("what is expected") => {
            d.hint("Is a comparison missing, such as `== 0`?").replace(behind, " == 0")
        }
        _ => d.hint("Is a comparison missing, such as `!= 0`?").replace(behind, " != 0"),
    }
}

/// `"P"` where an outcome, or another name of an enumeration, is wanted.
fn named_in_quotes(d: Diagnostic, e: &Expr, names: &[String]) -> Diagnostic {
    match &e.kind {
        ExprKind::Text(text) if names.iter().any(|n| **n == **text) => d.instead(e.span, text.to_string()),
        _ => d,
    }
}

/// A number where a position is wanted: `nothing` for 0, and else a nim-heap.
fn as_nim_heap(d: Diagnostic, e: &Expr) -> Diagnostic {
    let (before, behind) = (Span { end: e.span.start, ..e.span }, Span { start: e.span.end, ..e.span });
    match &e.kind {
        ExprKind::Int(n) if *n == BigInt::ZERO => d.instead(e.span, "nothing"),
        ExprKind::Int(n) => d.instead(e.span, format!("*{n}")),
        _ => d
            .hint("Did you mean `*(...)`, a nim-heap of that size?")
            .replace(before, "*(")
            .replace(behind, ")"),
    }
}

fn text_of_texts(ty: &Type) -> bool {
    matches!(ty, Type::List(t) if **t == Type::Text)
}

/// What is after a dot elsewhere, what is written around its base here, and what that is: `size(` and `)` around a
/// list, or nothing before it and `[1]` after it.
const FIELDS: &[(&[&str], &str, &str, &str)] = &[
    (&["first", "head"], "", "[1]", ", the first entry"),
    (&["fst"], "", "[1]", ", the first entry"),
    (&["second", "snd"], "", "[2]", ", the second entry"),
    (&["third"], "", "[3]", ", the third entry"),
    (&["rest", "tail"], "", "[2..]", ", all but the first"),
    (&["length", "size", "len", "count"], "size(", ")", ""),
    (&["neighbors", "neighbours", "adjacent", "touching"], "touching(", ")", ""),
    (&["value", "nimber", "grundy", "nim_value"], "value(", ")", ""),
    (&["outcome", "winner"], "outcome(", ")", ""),
    (&["indices", "places", "keys"], "indices(", ")", ""),
    (&["moves"], "moves(", ")", ""),
    (&["options"], "options(", ")", ""),
    (&["winning", "winning_moves", "best_moves", "best_move"], "winning(", ")", ""),
];

impl Checker {
    /// `where ok`, where `ok(k, n)` is a condition of what is chosen here: a function without its arguments.
    pub(super) fn uncalled(
        &self,
        d: &Diagnostic,
        e: &Expr,
        (is, want): (&Type, &Type),
    ) -> Option<Diagnostic> {
        let (ExprKind::Function(id), Type::Function(params, result)) = (&e.kind, is) else { return None };
        (self.unifier.resolve(result) == *want && !matches!(want, Type::Function(..))).then_some(())?;
        let definition = self.program.definition(*id);
        let here = |name: &str, ty: &Type| {
            let slot = self.local(name)?;
            let own = self.unifier.resolve(&self.frame.slots[slot as usize]);
            (own == self.unifier.resolve(ty)).then(|| name.to_owned())
        };
        let each = definition.params.iter().zip(params).map(|(p, ty)| here(&p.name, ty));
        let d = d.clone();
        Some(match each.collect::<Option<Vec<_>>>() {
            Some(args) => d.instead(e.span, format!("{}({})", definition.name, args.join(", "))),
            None => d.hint(format!("Did you mean `{}(...)`, with its arguments?", definition.name)),
        })
    }

    /// `c == red`, where a parameter is called `red` too.
    pub(super) fn hidden_case(&self, d: &Diagnostic, e: &Expr, want: &Type) -> Option<Diagnostic> {
        let (ExprKind::Local(slot), Type::Enum(names)) = (&e.kind, want) else { return None };
        let name = &self.frame.scope.iter().rfind(|(_, own)| own == slot)?.0;
        let is = self.unifier.resolve(&e.ty).phrase();
        let d = d.clone().note(format!("Here `{name}` is {is}, and not the name of the enumeration."));
        names
            .contains(name)
            .then(|| d.hint(format!("Could one of the two have another name, such as `{name}_`?")))
    }

    /// Reports that an expression has another type than the one wanted, with the change that gives that.
    pub(super) fn report_as_wanted(&mut self, d: Diagnostic, e: &Expr, types: (&Type, &Type), what: &str) {
        let d = match self.as_function(&d, e, types).or_else(|| self.as_position(&d, e, types, what)) {
            Some(d) => d,
            None => as_wanted(d, e, types, what),
        };
        self.report(d);
    }

    /// `half(3)`, where the function `half` is wanted.
    fn as_function(&self, d: &Diagnostic, e: &Expr, (_, want): (&Type, &Type)) -> Option<Diagnostic> {
        let (ExprKind::Call(id, _), Type::Function(open, _)) = (&e.kind, want) else { return None };
        let definition = self.program.definition(*id);
        (definition.params.len() == open.len()).then(|| d.clone().instead(e.span, definition.name.clone()))
    }

    /// `value(a)`, where `a` is a vertex of a graph; `remoteness(5)`, where one game of the text has numbers.
    pub(super) fn as_position(
        &self,
        d: &Diagnostic,
        e: &Expr,
        (is, want): (&Type, &Type),
        what: &str,
    ) -> Option<Diagnostic> {
        let asked = *want == Type::Position && what.starts_with("the argument");
        let own = |g: &&super::ir::Game| {
            g.span.file == e.span.file && matches!(g.params.as_slice(), [p] if p.ty == *is)
        };
        let mut games = self.program.games.iter().filter(own);
        let name = &games.next().filter(|_| asked && games.next().is_none())?.name;
        let (before, behind) = (Span { end: e.span.start, ..e.span }, Span { start: e.span.end, ..e.span });
        let d = d.clone().hint(format!("Did you mean `{name}(...)`, a position?"));
        Some(d.replace(before, format!("{name}(")).replace(behind, ")"))
    }

    /// `p.x`, `row.first`, `s.length`: only a cell has fields, its row and its column.
    pub(super) fn unknown_field(&self, base: &ast::Expr, field: &ast::Name, other: &str) -> Diagnostic {
        // `k in 1.n`
        if let ast::ExprKind::Number(first) = &base.kind {
            let whole = base.span.to(field.span);
            let d = Diagnostic::error("unknown-field", "A range has two dots").at(whole, "");
            return d.instead(whole, format!("{first}..{other}"));
        }
        let function = FIELDS.iter().any(|f| f.0.contains(&other) && f.1.ends_with('('));
        let title = match (function, self.cases.contains_key(other)) {
            (true, _) => "No function is called with a dot here".to_owned(),
            (_, true) => format!("`{other}` needs nothing before it"),
            _ => format!("A cell has `.row` and `.col`, not `.{other}`"),
        };
        let d = Diagnostic::error("unknown-field", title).at(field.span, "not known");
        let (before, behind) = around(base);
        let dot = Span { end: field.span.end, ..behind };
        if let Some((_, open, close, what)) = FIELDS.iter().find(|f| f.0.contains(&other)) {
            let dots = if open.is_empty() { "" } else { "..." };
            let d = d.hint(format!("Did you mean `{open}{dots}{close}`{what}?"));
            let d = if open.is_empty() { d } else { d.replace(before, *open) };
            return d.replace(dot, *close);
        }
        // `b.rows`
        if let (Some(Type::Set(of)), Some(b)) = (self.plain_type(base), spelled(base))
            && let Some(axis) =
                other.strip_suffix('s').filter(|axis| matches!(*axis, "row" | "col" | "column"))
            && *of == Type::Cell
        {
            let x = if b == "p" { "q" } else { "p" };
            return d.instead(before.to(dot), format!("{{{x}.{} for {x} in {b}}}", &axis[..3]));
        }
        let step = match other {
            "right" | "east" => Some(("", " + 1")),
            "left" | "west" => Some(("", " - 1")),
            "down" | "below" | "south" | "under" => Some((" + 1", "")),
            "up" | "above" | "north" | "over" => Some((" - 1", "")),
            _ => None,
        };
        if let (Some((rows, cols)), Some(p)) = (step, spelled(base)) {
            return d.instead(before.to(dot), format!("({p}.row{rows}, {p}.col{cols})"));
        }
        if let (Some(Type::Map(..)), "values", Some(m)) = (self.plain_type(base), other, spelled(base)) {
            let key = if m == "key" { "k" } else { "key" };
            return d.instead(before.to(dot), format!("[{m}[{key}] for {key} in {m}]"));
        }
        if let Some(Type::Map(key, _)) = self.plain_type(base) {
            let known = self.local(other).is_some();
            let key = if *key == Type::Text && !known { format!("\"{other}\"") } else { other.to_owned() };
            let place = format!("[{key}]");
            let d = Diagnostic::error("unknown-field", "The value of a key is asked for in square brackets");
            return d.at(field.span, "a key").hint(format!("Did you mean `{place}`?")).replace(dot, place);
        }
        match other {
            "last" if spelled(base).is_some() => {
                let row = spelled(base).unwrap_or_default();
                d.hint("Did you mean `[size(...)]`, the last entry?").replace(dot, format!("[size({row})]"))
            }
            _ if other.starts_with('_') && other[1..].parse::<u64>().is_ok() => {
                let place = format!("[{}]", &other[1..]);
                d.hint(format!("Did you mean `{place}`?")).replace(dot, place)
            }
            _ if self.cases.contains_key(other) => {
                d.instead(Span { end: field.span.end, ..base.span }, other)
            }
            "column" | "x" | "c" => d.instead(field.span, "col"),
            "y" | "r" | "line" => d.instead(field.span, "row"),
            _ => d,
        }
    }

    pub(super) fn report_no_collection(&mut self, source: &Expr, ty: &Type, written: Option<&ast::Expr>) {
        let d = Diagnostic::error("not-a-collection", "`in` needs a set, bag, list, map or range after it")
            .at(source.span, format!("this is {}", ty.phrase()));
        let d = match (ty, written.map(|w| &w.kind)) {
            (Type::Int, Some(ast::ExprKind::Binary(ast::BinaryOp::Minus, a, b)))
                if matches!(a.kind, ast::ExprKind::Number(_)) =>
            {
                d.hint("Did you mean a range, with `..`?").replace(between(a, b), "..")
            }
            (Type::Int, _) => d
                .hint("Did you mean a range such as `1..n`?")
                .replace(Span { end: source.span.start, ..source.span }, "1.."),
            (Type::Function(params, _), Some(ast::ExprKind::Name(name))) if params == &[Type::Int] => {
                d.instead(source.span, format!("{name}({})", self.some_end("")))
            }
            // `k in "1..3"`
            (Type::Text, Some(ast::ExprKind::Text(text))) if is_range(text) => {
                d.instead(source.span, text.clone())
            }
            (Type::Text, Some(_)) => d
                .hint("Did you mean `letters(...)`, its letters?")
                .replace(Span { end: source.span.start, ..source.span }, "letters(")
                .replace(Span { start: source.span.end, ..source.span }, ")"),
            _ => d,
        };
        self.report(d);
    }
}

/// Whether a text is a range that somebody put in quotes.
fn is_range(text: &str) -> bool {
    let end = |end: &str| !end.is_empty() && end.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    text.split_once("..").is_some_and(|(lo, hi)| end(lo.trim()) && end(hi.trim()))
}
