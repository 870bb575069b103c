//! Expressions: the flat list of operators and operands from the grammar made into a tree, by precedence.

use super::grammar::Rule;
use super::item::{Builder, next};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Binder, CompareOp, Expr, ExprKind, UnaryOp};
use num_bigint::BigInt;
use pest::iterators::{Pair, Pairs};
use std::iter::Peekable;

type Flat<'i> = Peekable<Pairs<'i, Rule>>;

/// How tightly operators bind, loosest first. `if` reaches as far to the right as it can.
mod level {
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARE: u8 = 4;
    pub(super) const RANGE: u8 = 6;
    pub(super) const PREFIX: u8 = 10;
    pub(super) const POWER: u8 = 11;
}

/// What an infix operator makes.
enum Infix {
    Binary(BinaryOp),
    Compare(CompareOp),
    Range { exclusive: bool },
}

/// The infix operators and how tightly they bind.
fn infix(sign: &str) -> (u8, Infix) {
    use BinaryOp::*;
    use CompareOp::*;
    match sign {
        "or" => (1, Infix::Binary(Or)),
        "and" => (2, Infix::Binary(And)),
        "==" => (level::COMPARE, Infix::Compare(Equal)),
        "!=" => (level::COMPARE, Infix::Compare(NotEqual)),
        "<" => (level::COMPARE, Infix::Compare(Less)),
        "<=" => (level::COMPARE, Infix::Compare(LessEqual)),
        ">" => (level::COMPARE, Infix::Compare(Greater)),
        ">=" => (level::COMPARE, Infix::Compare(GreaterEqual)),
        "in" => (level::COMPARE, Infix::Compare(In)),
        "not in" => (level::COMPARE, Infix::Compare(NotIn)),
        "union" => (5, Infix::Binary(Union)),
        "common" => (5, Infix::Binary(Common)),
        "minus" => (5, Infix::Binary(SetMinus)),
        "flip" => (5, Infix::Binary(Flip)),
        "with" => (5, Infix::Binary(With)),
        "without" => (5, Infix::Binary(Without)),
        ".." => (level::RANGE, Infix::Range { exclusive: false }),
        "..<" => (level::RANGE, Infix::Range { exclusive: true }),
        "xor" => (7, Infix::Binary(Xor)),
        "+" => (8, Infix::Binary(Plus)),
        "-" => (8, Infix::Binary(Minus)),
        "*" => (9, Infix::Binary(Times)),
        "/" => (9, Infix::Binary(Divide)),
        "mod" => (9, Infix::Binary(Mod)),
        "^" => (level::POWER, Infix::Binary(Power)),
        other => panic!("the grammar has an infix operator {other} that has no precedence"),
    }
}

impl Builder<'_> {
    /// The tree of an `expr` or `bound`.
    pub(super) fn expr(&mut self, pair: Pair<Rule>) -> Expr {
        self.climb(&mut pair.into_inner().peekable(), 0)
    }

    /// The tree of the next pair.
    pub(super) fn next_expr(&mut self, pairs: &mut Pairs<Rule>) -> Expr {
        let pair = next(pairs);
        self.expr(pair)
    }

    /// The trees of all remaining expressions.
    pub(super) fn exprs<'i>(&mut self, pairs: impl Iterator<Item = Pair<'i, Rule>>) -> Vec<Expr> {
        pairs.filter(|p| matches!(p.as_rule(), Rule::expr | Rule::held)).map(|p| self.expr(p)).collect()
    }

    /// Precedence climbing: reads operators that bind at least as tightly as `least`.
    fn climb(&mut self, flat: &mut Flat<'_>, least: u8) -> Expr {
        let mut left = self.term(flat);
        while let Some((level, op, span)) = self.peek_infix(flat) {
            if level < least {
                break;
            }
            flat.next();
            left = match op {
                Some(Infix::Binary(BinaryOp::Power)) => {
                    let right = self.climb(flat, level);
                    binary(BinaryOp::Power, left, right)
                }
                Some(Infix::Binary(op)) => {
                    let right = self.climb(flat, level + 1);
                    binary(op, left, right)
                }
                Some(Infix::Compare(op)) => self.chain(flat, left, (op, span)),
                Some(Infix::Range { exclusive }) => {
                    let hi = self.climb(flat, level + 1);
                    self.range(left, Some(hi), exclusive, span)
                }
                None => self.range(left, None, false, span),
            };
        }
        left
    }

    /// The infix operator that comes next, without one for `..` with nothing after it.
    fn peek_infix(&self, flat: &mut Flat) -> Option<(u8, Option<Infix>, Span)> {
        let pair = flat.peek()?;
        let span = self.normal.span(pair.as_span());
        if pair.as_rule() == Rule::open_range {
            return Some((level::RANGE, None, span));
        }
        let (level, op) = infix(pair.as_str());
        Some((level, Some(op), span))
    }

    /// `a <= b < c`: the first operand and sign are there already.
    fn chain(&mut self, flat: &mut Flat, first: Expr, sign: (CompareOp, Span)) -> Expr {
        let mut operands = vec![first];
        let mut signs = vec![sign];
        operands.push(self.climb(flat, level::COMPARE + 1));
        while let Some((_, Some(Infix::Compare(op)), span)) = self.peek_infix(flat) {
            flat.next();
            signs.push((op, span));
            operands.push(self.climb(flat, level::COMPARE + 1));
        }
        let span = operands[0].span.to(operands[operands.len() - 1].span);
        Expr { kind: ExprKind::Chain(operands, signs), span }
    }

    fn range(&mut self, lo: Expr, hi: Option<Expr>, exclusive: bool, sign: Span) -> Expr {
        let span = lo.span.to(sign).to(hi.as_ref().map_or(sign, |h| h.span));
        if matches!(lo.kind, ExprKind::Range { .. }) && lo.span.end <= sign.start && !self.grouped(lo.span) {
            let found = Diagnostic::error("two-ranges", "A range has one beginning and one end").at(sign, "");
            let hint = "Did you mean a range from the first number to the last?";
            self.fail(found.hint(hint).replace(lo.span.to(sign), self.twice_ended(&lo, sign)));
        }
        Expr { kind: ExprKind::Range { lo: Box::new(lo), hi: hi.map(Box::new), exclusive }, span }
    }

    /// `1..2..3` without the number in the middle.
    fn twice_ended(&self, lo: &Expr, sign: Span) -> String {
        let first = match &lo.kind {
            ExprKind::Range { lo, .. } => lo.span,
            _ => lo.span,
        };
        let text = |span: Span| &self.normal.view.text[span.range()];
        format!("{}{}", text(first), text(sign))
    }

    /// `m with k to v` as a change of one entry, as far as that is short.
    fn put(&self, entry: &Expr, from: Span, at: Span) -> String {
        let text = |start: u32, end: u32| &self.normal.view.text[Span { start, end, ..entry.span }.range()];
        let parts =
            [text(entry.span.start, from.start), text(from.end, at.start), text(at.end, entry.span.end)];
        let all = parts.map(|part| if part.len() > 20 || part.contains('\n') { "..." } else { part });
        format!("put({})", all.join(", "))
    }

    fn grouped(&self, span: Span) -> bool {
        self.normal.view.text[span.range()].starts_with('(')
    }

    /// Prefix operators, an operand, and what is after it.
    fn term(&mut self, flat: &mut Flat) -> Expr {
        let pair = flat.next().expect("the grammar puts a term here");
        if pair.as_rule() == Rule::prefix {
            let span = self.normal.span(pair.as_span());
            let (op, level) = match pair.as_str() {
                "-" => (UnaryOp::Minus, level::PREFIX),
                "*" => (UnaryOp::Star, level::PREFIX),
                _ => (UnaryOp::Not, level::NOT),
            };
            let operand = self.climb(flat, level);
            return Expr { span: span.to(operand.span), kind: ExprKind::Unary(op, Box::new(operand)) };
        }
        let mut operand = self.operand(pair);
        while let Some(postfix) = flat.next_if(|p| matches!(p.as_rule(), Rule::index | Rule::field)) {
            operand = self.postfix(operand, postfix);
        }
        operand
    }

    fn postfix(&mut self, operand: Expr, pair: Pair<Rule>) -> Expr {
        let span = operand.span.to(self.normal.span(pair.as_span()));
        let operand = Box::new(operand);
        let kind = match pair.as_rule() {
            Rule::index => ExprKind::Index(operand, self.exprs(pair.into_inner())),
            _ => ExprKind::Field(operand, self.name_in(pair)),
        };
        Expr { kind, span }
    }

    fn operand(&mut self, pair: Pair<Rule>) -> Expr {
        let span = self.normal.span(pair.as_span());
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Number(number(pair.as_str())),
            Rule::quoted => ExprKind::Text(unescape(pair.as_str())),
            Rule::constant => ExprKind::Bool(pair.as_str() == "true"),
            Rule::nothing => ExprKind::Nothing,
            Rule::endless => ExprKind::Name(pair.as_str().to_string()),
            Rule::if_expr | Rule::held_if => self.if_expr(pair),
            Rule::let_expr => self.let_expr(pair),
            Rule::named | Rule::word_call => self.named(pair),
            Rule::impartial => self.impartial(pair),
            Rule::group => self.group(pair),
            Rule::set => {
                let (elements, binders) = self.elements(pair);
                collection(elements, binders, ExprKind::Set, ExprKind::SetFor)
            }
            Rule::list => {
                let (elements, binders) = self.elements(pair);
                collection(elements, binders, ExprKind::List, ExprKind::ListFor)
            }
            other => panic!("the grammar has an operand {other:?} that has no tree"),
        };
        Expr { kind, span }
    }

    fn if_expr(&mut self, pair: Pair<Rule>) -> ExprKind {
        let [condition, then, otherwise] =
            <[Expr; 3]>::try_from(self.exprs(pair.into_inner())).expect("the grammar gives `if` three parts");
        ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise))
    }

    fn let_expr(&mut self, pair: Pair<Rule>) -> ExprKind {
        let mut pairs = pair.into_inner();
        let name = self.name(next(&mut pairs));
        let value = self.next_expr(&mut pairs);
        let body = self.next_expr(&mut pairs);
        ExprKind::Let(name, Box::new(value), Box::new(body))
    }

    /// `(a)` is only grouping, `(a, b)` a tuple.
    fn group(&mut self, pair: Pair<Rule>) -> ExprKind {
        let mut elements = self.exprs(pair.into_inner());
        match elements.len() {
            1 => elements.remove(0).kind,
            _ => ExprKind::Tuple(elements),
        }
    }

    fn elements(&mut self, pair: Pair<Rule>) -> (Vec<Expr>, Option<Vec<Binder>>) {
        let mut binders = None;
        let mut elements = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => elements.push(self.expr(part)),
                Rule::argument => elements.push(self.argument(part)),
                Rule::for_tail => binders = Some(self.for_tail(part)),
                _ => {}
            }
        }
        (elements, binders)
    }

    /// `impartial G(...)`, as a call of that name.
    fn impartial(&mut self, pair: Pair<Rule>) -> ExprKind {
        let mut pairs = pair.into_inner();
        let word = self.name(next(&mut pairs));
        let mut operand = self.operand(next(&mut pairs));
        for postfix in pairs {
            operand = self.postfix(operand, postfix);
        }
        ExprKind::Call(word, vec![operand])
    }

    /// A name, a call, or a call over a comprehension.
    fn named(&mut self, pair: Pair<Rule>) -> ExprKind {
        let mut pairs = pair.into_inner();
        let name = self.name(next(&mut pairs));
        let Some(arguments) = pairs.next() else {
            return ExprKind::Name(name.text);
        };
        let (elements, binders) = self.elements(arguments);
        if name.text != "map" {
            self.refuse_entries(&elements);
        }
        match binders {
            Some(binders) => ExprKind::Fold(name, first(elements), binders),
            None => ExprKind::Call(name, elements),
        }
    }

    /// The arguments of a step in a play: values, each by itself.
    pub(super) fn plain_arguments(&mut self, pair: Pair<Rule>) -> Vec<Expr> {
        let span = self.normal.span(pair.as_span());
        let (elements, binders) = self.elements(pair);
        self.refuse_entries(&elements);
        if binders.is_some() {
            let title = "A step of a play names one move, with its values";
            self.fail(Diagnostic::error("step-with-for", title).at(span, "").hint("Did you mean `take(2)`?"));
        }
        elements
    }

    fn argument(&mut self, pair: Pair<Rule>) -> Expr {
        let mut sides = self.exprs(pair.into_inner());
        if sides.len() == 1 {
            return sides.remove(0);
        }
        let [key, value] = <[Expr; 2]>::try_from(sides).expect("the grammar gives `to` two sides");
        Expr { span: key.span.to(value.span), kind: ExprKind::Entry(Box::new(key), Box::new(value)) }
    }

    fn refuse_entries(&mut self, elements: &[Expr]) {
        if let Some(entry) = elements.iter().find(|e| matches!(e.kind, ExprKind::Entry(..))) {
            let title = "`to` between two values belongs inside `map(...)`";
            let d = Diagnostic::error("entry-outside-map", title).at(entry.span, "");
            let (before, behind) =
                (Span { end: entry.span.start, ..entry.span }, Span { start: entry.span.end, ..entry.span });
            self.fail(match changed_entry(entry) {
                Some([from, at]) => d
                    .hint(format!("Did you mean `{}`, which changes one entry?", self.put(entry, from, at)))
                    .replace(before, "put(")
                    .replace(from, ", ")
                    .replace(at, ", ")
                    .replace(behind, ")"),
                None => d
                    .hint("Did you mean a map, as in `map(1 to 2)`?")
                    .replace(before, "map(")
                    .replace(behind, ")"),
            });
        }
    }
}

/// `m with k to v`: what is between the map and the key, and between the key and the value.
fn changed_entry(entry: &Expr) -> Option<[Span; 2]> {
    let ExprKind::Entry(key, value) = &entry.kind else { return None };
    let ExprKind::Binary(BinaryOp::With, map, key) = &key.kind else { return None };
    let between = |a: &Expr, b: &Expr| Span { start: a.span.end, end: b.span.start, ..entry.span };
    Some([between(map, key), between(key, value)])
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr { span: left.span.to(right.span), kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
}

fn collection(
    elements: Vec<Expr>,
    binders: Option<Vec<Binder>>,
    plain: fn(Vec<Expr>) -> ExprKind,
    folded: fn(Box<Expr>, Vec<Binder>) -> ExprKind,
) -> ExprKind {
    match binders {
        Some(binders) => folded(first(elements), binders),
        None => plain(elements),
    }
}

fn first(elements: Vec<Expr>) -> Box<Expr> {
    Box::new(elements.into_iter().next().expect("the grammar puts an expression before `for`"))
}

fn number(digits: &str) -> BigInt {
    digits.parse().expect("the grammar lets only digits into a number")
}

/// The text between straight quotes, with `\"`, `\\` and `\n` replaced.
pub(super) fn unescape(quoted: &str) -> String {
    let mut out = String::with_capacity(quoted.len());
    let mut chars = quoted[1..quoted.len() - 1].chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next().map(|c| if c == 'n' { '\n' } else { c })),
            c => out.push(c),
        }
    }
    out
}
