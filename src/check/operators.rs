//! Operators: what `+`, `-`, `with` and the others mean for the types they are between.

use super::builtins::Builtin;
use super::ir::{BinaryOp, Expr, ExprKind};
use super::scope::{Checker, wrong_expr};
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

impl Checker {
    pub(super) fn unary(&mut self, op: ast::UnaryOp, a: &ast::Expr, span: Span) -> Expr {
        let (kind, ty) = match op {
            ast::UnaryOp::Minus => (
                ExprKind::Negate(Box::new(self.expr_of(a, &Type::Int, "the number after the minus sign"))),
                Type::Int,
            ),
            ast::UnaryOp::Not => (ExprKind::Not(Box::new(self.negated(a, span))), Type::Bool),
            ast::UnaryOp::Star => (
                ExprKind::Heap(Box::new(self.expr_of(a, &Type::Int, "the size of a nim-heap"))),
                Type::Position,
            ),
        };
        Expr { kind, ty, span }
    }

    /// What follows `not`; a collection may have been asked whether it is empty.
    fn negated(&mut self, a: &ast::Expr, span: Span) -> Expr {
        let checked = self.expr(a, Some(&Type::Bool));
        let ty = self.unifier.resolve(&checked.ty);
        if let (Type::Int, Some(text)) = (&ty, spelled(a)) {
            let d = Diagnostic::error("wrong-type", "What follows `not` should be a truth value");
            let d = d.at(a.span, "this is a number").hint(format!("Did you mean `{text} == 0`?"));
            return self.wrong(a.span, d.replace(span, format!("({text} == 0)")));
        }
        if !matches!(ty, Type::Set(_) | Type::Bag(_) | Type::List(_) | Type::Map(..)) {
            self.demand(&checked, &Type::Bool, "what follows `not`");
            return checked;
        }
        let d = Diagnostic::error("wrong-type", "`not` needs a truth value after it")
            .at(a.span, format!("this is {}", ty.phrase()))
            .hint("Did you mean `size(...) == 0`?")
            .replace(Span { end: a.span.start, ..span }, "(size(")
            .replace(around(a).1, ") == 0)");
        self.wrong(a.span, d)
    }

    pub(super) fn binary(
        &mut self,
        op: ast::BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        use ast::BinaryOp::*;
        match op {
            And => self.simple(BinaryOp::And, a, b, Type::Bool, "and", span),
            Or => self.simple(BinaryOp::Or, a, b, Type::Bool, "or", span),
            Times => self.arithmetic(BinaryOp::Multiply, a, b, "*", span),
            Divide => self.arithmetic(BinaryOp::Divide, a, b, "/", span),
            Mod => self.arithmetic(BinaryOp::Mod, a, b, "mod", span),
            Power => self.arithmetic(BinaryOp::Power, a, b, "^", span),
            Xor => self.arithmetic(BinaryOp::Xor, a, b, "xor", span),
            Minus => self.arithmetic(BinaryOp::Subtract, a, b, "-", span),
            Plus => self.plus(a, b, span, want),
            With => self.element_op(BinaryOp::With, a, b, "with", span, want),
            Without => self.element_op(BinaryOp::Without, a, b, "without", span, want),
            Union => self.set_op(BinaryOp::Union, a, b, "union", span, want),
            Common => self.set_op(BinaryOp::Common, a, b, "common", span, want),
            SetMinus => self.set_op(BinaryOp::Minus, a, b, "minus", span, want),
            Flip => self.set_op(BinaryOp::Flip, a, b, "flip", span, want),
        }
    }

    fn simple(
        &mut self,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        ty: Type,
        sign: &str,
        span: Span,
    ) -> Expr {
        let what = format!("each side of `{sign}`");
        if let Some(found) = self.joins_positions(op, a, b, span) {
            return found;
        }
        if let Some(found) = self.joins_sets(op, a, b, span) {
            return found;
        }
        if let Some(d) = Self::half_compared(a, b).filter(|_| op == BinaryOp::Or) {
            if d.labels.len() == 1 {
                self.expr_of(a, &ty, &what);
            }
            return self.wrong(span, d);
        }
        if let Some(d) = Self::none_of_numbers(a, b, sign).or_else(|| self.both_inside(a, b, sign)) {
            return self.wrong(span, d);
        }
        let a = self.expr_of(a, &ty, &what);
        let b = self.expr_of(b, &ty, &what);
        Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
    }

    /// `k + 1 and k + 2 in S`
    fn both_inside(&self, a: &ast::Expr, b: &ast::Expr, sign: &str) -> Option<Diagnostic> {
        let ast::ExprKind::Chain(parts, signs) = &b.kind else { return None };
        let ([x, of], [(ast::CompareOp::In, _)]) = (&parts[..], &signs[..]) else { return None };
        let numbers = [a, x].iter().all(|e| self.plain_type(e) == Some(Type::Int));
        let of = spelled(of)?;
        let text = format!("{} in {of} {sign} {} in {of}", spelled(a)?, spelled(x)?);
        let d = Diagnostic::error("wrong-type", format!("Each side of `{sign}` should be a truth value"));
        numbers.then(|| d.at(a.span, "this is a number").instead(a.span.to(b.span), text))
    }

    /// `S or T`, `S and T`
    fn joins_sets(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        let name = match &a.kind {
            ast::ExprKind::Name(name) => name,
            // `touching(p) and b`
            ast::ExprKind::Call(f, _)
                if matches!(f.text.as_str(), "touching" | "board" | "islands" | "indices") =>
            {
                if !matches!(self.plain_type(b), Some(Type::Set(_) | Type::Bag(_))) {
                    return None;
                }
                let word = if op == BinaryOp::Or { ("or", "union") } else { ("and", "common") };
                let d = Diagnostic::error(
                    "wrong-type",
                    format!("`{}` joins conditions, and this is a set", word.0),
                );
                let d = d.at(a.span, "a set").hint(format!("Did you mean `{}`?", word.1));
                return Some(self.wrong(span, d.replace(between(a, b), format!(" {} ", word.1))));
            }
            _ => return None,
        };
        let left = match (self.local(name), self.names.get(name)) {
            (Some(slot), _) => self.unifier.resolve(&self.frame.slots[slot as usize]),
            (None, Some(_)) => self.expr(a, None).ty,
            (None, None) => return None,
        };
        if !matches!(self.unifier.resolve(&left), Type::Set(_) | Type::Bag(_)) {
            return None;
        }
        let one = self.plain_type(b).is_some_and(|t| self.unifier.resolve(&left).element() == Some(t));
        let (word, own) = match op {
            _ if one => (if op == BinaryOp::Or { "or" } else { "and" }, "with"),
            BinaryOp::Or => ("or", "union"),
            _ => ("and", "common"),
        };
        let d = Diagnostic::error("wrong-type", format!("`{word}` joins conditions, and this is a set"))
            .at(a.span, "a set");
        if op == BinaryOp::And && self.is_a_choice(b) {
            let d = d.hint("Did you mean `,` between two choices?").replace(between(a, b), ", ");
            return Some(self.wrong(span, d));
        }
        let d = d.hint(format!("Did you mean `{own}`?")).replace(between(a, b), format!(" {own} "));
        Some(self.wrong(span, d))
    }

    /// `b in S`, where nothing that was chosen is called b.
    fn is_a_choice(&self, e: &ast::Expr) -> bool {
        let ast::ExprKind::Chain(parts, signs) = &e.kind else { return false };
        let ([x, _], [(ast::CompareOp::In, _)]) = (&parts[..], &signs[..]) else { return false };
        matches!(&x.kind, ast::ExprKind::Name(x) if self.local(x).is_none())
    }

    /// `Nim(3) and Nim(4)`
    fn joins_positions(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        let game = |e: &ast::Expr| {
            let called = match &e.kind {
                ast::ExprKind::Call(name, _) => Some(&name.text),
                ast::ExprKind::Index(base, _) => match &base.kind {
                    ast::ExprKind::Name(name) => Some(name),
                    _ => None,
                },
                _ => None,
            };
            called
                .is_some_and(|name| matches!(self.names.get(name), Some((super::scope::Entity::Game(_), _))))
        };
        (op == BinaryOp::And && game(a) && game(b)).then(|| {
            let d = Diagnostic::error("wrong-type", "`and` joins conditions, and these are positions")
                .at(span, "positions")
                .hint("Did you mean `+`, both side by side?")
                .replace(between(a, b), " + ");
            self.wrong(span, d)
        })
    }

    fn arithmetic(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, sign: &str, span: Span) -> Expr {
        if op == BinaryOp::Subtract
            && let Some(d) = self.hyphenated(a, b, span)
        {
            return self.wrong(span, d);
        }
        if op == BinaryOp::Subtract
            && let Some(d) = self
                .chain_of_sets(ast::BinaryOp::Minus, a, b, span)
                .or_else(|| self.stepped(a, b, sign, span))
        {
            return self.wrong(span, d);
        }
        if let Some(d) = self.starred_whole(a, b, sign, span) {
            return self.wrong(span, d);
        }
        let left = self.expr(a, None);
        let right = self.expr(b, None);
        let (from, to) = (self.unifier.resolve(&left.ty), self.unifier.resolve(&right.ty));
        if let Some(d) = self.step_from((a, b), (&from, &to), sign, span).filter(|_| op == BinaryOp::Subtract)
        {
            return self.wrong(span, d);
        }
        for side in [&left, &right] {
            let ty = self.unifier.resolve(&side.ty);
            if !self.unifier.unify(&ty, &Type::Int) {
                let d = self.not_a_number(sign, side, &ty, &left);
                let d = self.mended(d, sign, (a, &left), (b, &right));
                return self.wrong(span, d);
            }
        }
        if op == BinaryOp::Xor {
            self.remark_on_misere(&left, &right, span);
        }
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: Type::Int, span }
    }

    /// Misère nim-values of parts say nothing of their sum.
    fn remark_on_misere(&mut self, left: &Expr, right: &Expr, span: Span) {
        let misere = |e: &Expr| matches!(e.kind, ExprKind::Builtin(Builtin::MisereValue, _));
        if misere(left) && misere(right) {
            let d = Diagnostic::warning("misere-values-added", "Misère nim-values do not add")
                .at(span, "not that of the sum")
                .note("The nim-heap *1 has the misère nim-value 0, and *1 + *1 has 1.")
                .hint("Did you mean `misere_value(... + ...)`?");
            self.report(d);
        }
    }

    fn not_a_number(&self, sign: &str, side: &Expr, ty: &Type, left: &Expr) -> Diagnostic {
        let d =
            Diagnostic::error("wrong-type", format!("`{sign}` works on numbers; this is {}", ty.phrase()))
                .at(side.span, ty.phrase());
        let left = self.unifier.resolve(&left.ty);
        if matches!(side.kind, ExprKind::Local(slot) if self.frame.ranges.iter().any(|r| r.0 == slot)) {
            return d;
        }
        match (sign, &left) {
            ("-", Type::List(_)) => {
                d.hint("Did you mean a comprehension such as [x for x in row where ...]?")
            }
            _ => d,
        }
    }

    /// The hint for an operator that does not work on its operands, with the change it asks about.
    fn mended(
        &self,
        d: Diagnostic,
        sign: &str,
        (a, left): (&ast::Expr, &Expr),
        (b, right): (&ast::Expr, &Expr),
    ) -> Diagnostic {
        if let Some(d) = [left, right].into_iter().find_map(|e| self.ran_through(&d, e)) {
            return d;
        }
        if let Some(d) = [left, right].into_iter().find_map(|e| self.small_letter(&d, e)) {
            return d;
        }
        let (left_ty, right_ty) = (self.unifier.resolve(&left.ty), self.unifier.resolve(&right.ty));
        if let Some(text) = self.one_less(sign, (a, &left_ty), (b, &right_ty)) {
            return Diagnostic { hints: vec![], ..d }.instead(a.span.to(b.span), text);
        }
        let own = match (sign, &left_ty) {
            ("-", Type::Set(_) | Type::Bag(_)) if right_ty == left_ty => "minus",
            ("-", Type::Set(t)) if matches!(right_ty, Type::Set(_)) && !matches!(**t, Type::Set(_)) => {
                "minus"
            }
            ("-", Type::Set(_) | Type::Bag(_)) => "without",
            ("-", Type::Int)
                if right_ty == Type::Bool
                    && matches!(&a.kind, ast::ExprKind::Number(n) if *n == 1.into()) =>
            {
                let d = match spelled(b) {
                    Some(text) => d.hint(format!("Did you mean `not {text}`?")),
                    None => d.hint("Did you mean `not`, the other truth value?"),
                };
                let d = d.replace(Span { end: b.span.start, ..a.span }, "(not ");
                return d.replace(around(b).1, ")");
            }
            ("xor", Type::Position) => "+",
            ("xor", Type::Set(_)) => "flip",
            ("*", _) if repeats(&left_ty) || repeats(&right_ty) => {
                let (text, times) = if repeats(&left_ty) { (a, b) } else { (b, a) };
                return repeated(d, text, times, a.span.to(b.span));
            }
            ("*", _) => return self.several(d, a, b),
            ("-", Type::Position) if right_ty == Type::Position => {
                let d = d.hint("Did you mean `value(...)`, their nim-values?");
                return [a, b].into_iter().fold(d, |d, e| {
                    let (before, behind) = around(e);
                    d.replace(before, "value(").replace(behind, ")")
                });
            }
            ("-" | "/" | "mod" | "^", Type::Position) => {
                let (before, behind) = around(a);
                return d
                    .hint("Did you mean `value(...)`, its nim-value?")
                    .replace(before, "value(")
                    .replace(behind, ")");
            }
            _ => return d,
        };
        let said = match own {
            "+" => "`+`, the sum of games".to_owned(),
            "flip" => "`flip`, the elements that are in one of the two".to_owned(),
            own => format!("`{own}`"),
        };
        d.hint(format!("Did you mean {said}?")).replace(between(a, b), format!(" {own} "))
    }

    /// `row - x`, `w - "a"`: what is left without an entry or a letter.
    fn one_less(
        &self,
        sign: &str,
        (a, left): (&ast::Expr, &Type),
        (b, right): (&ast::Expr, &Type),
    ) -> Option<String> {
        let one = match left {
            Type::List(of) => self.unifier.resolve(of) == *right,
            Type::Text => *right == Type::Text,
            _ => false,
        };
        let found =
            self.taken_from_list(a, b, left, "without", a.span.to(b.span)).filter(|_| one && sign == "-")?;
        found.replacements.first().map(|r| r.text.clone())
    }

    /// `3 * Nim(2)`
    fn several(&self, d: Diagnostic, a: &ast::Expr, b: &ast::Expr) -> Diagnostic {
        let is_number = |e: &ast::Expr| matches!(e.kind, ast::ExprKind::Number(_) | ast::ExprKind::Name(_));
        // `*3 * *5`
        if let (ast::ExprKind::Unary(ast::UnaryOp::Star, x), ast::ExprKind::Unary(ast::UnaryOp::Star, y)) =
            (&a.kind, &b.kind)
            && let Some((x, y)) = spelled(x).zip(spelled(y))
        {
            let d = d.hint(format!("Did you mean `nimtimes({x}, {y})`, the nim-product?"));
            return d.replace(a.span.to(b.span), format!("nimtimes({x}, {y})"));
        }
        let (times, game) = if is_number(a) { (a, b) } else { (b, a) };
        match (spelled(times), spelled(game)) {
            (Some(k), Some(game))
                if matches!(d.labels.first().map(|l| l.text.as_str()), Some("a position")) =>
            {
                let text = match k.as_str() {
                    "2" => format!("{game} + {game}"),
                    _ => format!("sum({game} for i in 1..{k})"),
                };
                d.hint(format!("Did you mean `{text}`, several games side by side?"))
                    .replace(a.span.to(b.span), text)
            }
            _ => d,
        }
    }

    /// `k = 1..n`, where `k` is used as a number: `in` was meant.
    pub(super) fn ran_through(&self, d: &Diagnostic, e: &Expr) -> Option<Diagnostic> {
        let ExprKind::Local(slot) = e.kind else { return None };
        if let Some((_, whole, inside)) = self.frame.bracketed.iter().find(|r| r.0 == slot) {
            let d = d.clone().also(*whole, "a set whose only element is the range");
            let open = Span { end: inside.start, ..*whole };
            let close = Span { start: inside.end, ..*whole };
            return Some(
                d.hint("Did you mean the range, without the brackets?").replace(open, "").replace(close, ""),
            );
        }
        let (_, sign) = self.frame.ranges.iter().find(|r| r.0 == slot)?;
        let d = d.clone().also(*sign, "`=` gives it the whole range");
        Some(d.hint("Did you mean `in`, one number after the other?").replace(*sign, " in "))
    }

    /// `s + k`, where s is a list and k could be one of its elements
    fn element_joined(&self, left: &Type, right: &Type, a: &ast::Expr, b: &ast::Expr) -> Option<Diagnostic> {
        let element = |list: &Type, x: &Type| match list {
            Type::List(of) => {
                self.unifier.resolve(of) == *x && matches!(x, Type::Int | Type::Cell | Type::Bool)
            }
            _ => false,
        };
        let (one, ty) = match (element(left, right), element(right, left)) {
            (true, _) => (b.span, right),
            (_, true) => (a.span, left),
            _ => return None,
        };
        let d = Diagnostic::error("wrong-type", "`+` joins two lists, and this is one element");
        let d = d.at(one, ty.phrase()).hint("Did you mean a list of one element, in square brackets?");
        Some(d.replace(Span { end: one.start, ..one }, "[").replace(Span { start: one.end, ..one }, "]"))
    }

    fn plus(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span, want: Option<&Type>) -> Expr {
        let written = self
            .chain_of_sets(ast::BinaryOp::Plus, a, b, span)
            .or_else(|| self.stepped(a, b, "+", span))
            .or_else(|| self.starred_whole(a, b, "+", span));
        if let Some(d) = written {
            return self.wrong(span, d);
        }
        let left = self.expr(a, want);
        let ty = self.unifier.resolve(&left.ty);
        let hint = ty.clone();
        let right = self.expr(b, Some(&hint));
        let to = self.unifier.resolve(&right.ty);
        if let Some(d) = self.step_from((a, b), (&ty, &to), "+", span) {
            return self.wrong(span, d);
        }
        // Pairs that are joined with cells are cells.
        let right = self.pairs_as_cells(right, &ty);
        let right_ty = self.unifier.resolve(&right.ty);
        let left = self.as_cells(left, a, &right_ty);
        let ty = self.unifier.resolve(&left.ty);
        if let Some(d) = self.element_joined(&ty, &right_ty, a, b) {
            return self.wrong(span, d);
        }
        let (op, ty) = match (&ty, &right_ty) {
            (Type::Text, _) | (_, Type::Text) => (BinaryOp::Join, Type::Text),
            (Type::Wrong, _) | (_, Type::Wrong) => return wrong_expr(span),
            (Type::Position, _) | (_, Type::Position) => (BinaryOp::Sum, Type::Position),
            (Type::List(_), _) => (BinaryOp::Concat, ty.clone()),
            (Type::Set(_) | Type::Bag(_), _) => {
                let own = if ty == right_ty { "union" } else { "with" };
                let d = Diagnostic::error("wrong-type", format!("`+` does not work on {}", ty.phrase()))
                    .at(span, ty.phrase())
                    .hint(format!("Did you mean `{own}`?"))
                    .replace(between(a, b), format!(" {own} "));
                return self.wrong(span, d);
            }
            _ => (BinaryOp::Add, Type::Int),
        };
        if op == BinaryOp::Add {
            self.remark_on_misere(&left, &right, span);
        }
        if op != BinaryOp::Join {
            let what = if op == BinaryOp::Sum { "each part of a sum of games" } else { "each side of `+`" };
            self.demand(&left, &ty, what);
            self.demand(&right, &ty, what);
        }
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
    }

    fn element_op(
        &mut self,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        sign: &str,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        if let Some(d) = self.rule_of_play(a, b) {
            self.expr(a, want);
            return self.wrong(span, d);
        }
        let left = self.expr(a, want);
        let ty = self.unifier.resolve(&left.ty);
        let element = match &ty {
            Type::Set(t) | Type::Bag(t) => (**t).clone(),
            _ => {
                return match self.taken_from_list(a, b, &ty, sign, span) {
                    Some(d) => self.wrong(span, d),
                    None => self.no_set(&left, &ty, sign, b, span),
                };
            }
        };
        if let Some(d) = self.set_behind(b, &element, sign, between(a, b)) {
            return self.wrong(span, d);
        }
        if let Some(d) = self.several_elements(b, &element, sign) {
            return self.wrong(span, d);
        }
        let right = self.expr(b, Some(&element));
        let right_ty = self.unifier.resolve(&right.ty);
        if let (Type::Bag(_), Type::Set(of), ast::ExprKind::Set(items)) = (&ty, &right_ty, &b.kind)
            && !items.is_empty()
            && self.unifier.resolve(of) == self.unifier.resolve(&element)
        {
            let whole = if op == BinaryOp::With { "union" } else { "minus" };
            let d = Diagnostic::error("wrong-type", format!("`{sign}` takes one element, and this is a set"));
            let d = d.at(right.span, "a set").hint(format!("Did you mean `{whole} bag(...)`?"));
            let d = d.replace(between(a, b), format!(" {whole} "));
            let (open, close) =
                (Span { end: b.span.start + 1, ..b.span }, Span { start: b.span.end - 1, ..b.span });
            return self.wrong(span, d.replace(open, "bag(").replace(close, ")"));
        }
        if right_ty == ty && right_ty != self.unifier.resolve(&element) {
            let whole = if op == BinaryOp::With { "union" } else { "minus" };
            let d = Diagnostic::error(
                "wrong-type",
                format!("`{sign}` takes one element, and this is {}", right_ty.phrase()),
            )
            .at(right.span, right_ty.phrase())
            .hint(format!("Did you mean `{whole}`?"))
            .replace(between(a, b), format!(" {whole} "));
            return self.wrong(span, d);
        }
        self.demand(&right, &element, &format!("what follows `{sign}`"));
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
    }

    fn set_op(
        &mut self,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        sign: &str,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let left = self.expr(a, want);
        let ty = self.unifier.resolve(&left.ty);
        if !matches!(ty, Type::Set(_) | Type::Bag(_)) || (op == BinaryOp::Flip && matches!(ty, Type::Bag(_)))
        {
            return match self.taken_from_list(a, b, &ty, sign, span) {
                Some(d) => self.wrong(span, d),
                None => self.no_set(&left, &ty, sign, b, span),
            };
        }
        let right = self.expr(b, Some(&ty));
        let right = self.pairs_as_cells(right, &ty);
        let right_ty = self.unifier.resolve(&right.ty);
        let left = self.as_cells(left, a, &right_ty);
        let ty = self.unifier.resolve(&left.ty);
        if ty.element() == Some(right_ty.clone()) {
            let one = if op == BinaryOp::Union { "with" } else { "without" };
            let d = Diagnostic::error(
                "wrong-type",
                format!("`{sign}` takes a whole set, and this is {}", right_ty.phrase()),
            )
            .at(right.span, right_ty.phrase());
            let d = match op {
                BinaryOp::Union | BinaryOp::Minus => {
                    d.hint(format!("Did you mean `{one}`?")).replace(between(a, b), format!(" {one} "))
                }
                _ => d
                    .hint("Did you mean the set of this one, in curly brackets?")
                    .replace(around(b).0, "{")
                    .replace(around(b).1, "}"),
            };
            return self.wrong(span, d);
        }
        self.demand(&right, &ty, &format!("what follows `{sign}`"));
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
    }

    fn no_set(&mut self, left: &Expr, ty: &Type, sign: &str, right: &ast::Expr, span: Span) -> Expr {
        if *ty == Type::Wrong {
            return wrong_expr(span);
        }
        let d = Diagnostic::error("wrong-type", format!("`{sign}` works on sets; this is {}", ty.phrase()))
            .at(left.span, ty.phrase());
        let d = match (ty, sign) {
            (Type::Position, "union" | "with") => {
                let sign = Span { start: left.span.end, end: right.span.start, ..span };
                d.hint("Did you mean `+`, both side by side?").replace(sign, " + ")
            }
            _ => d,
        };
        self.wrong(span, d)
    }
}

/// What `repeat` can repeat.
fn repeats(ty: &Type) -> bool {
    matches!(ty, Type::Text | Type::List(_))
}

/// `"ab" * 3`, `[0] * n`
fn repeated(d: Diagnostic, text: &ast::Expr, times: &ast::Expr, whole: Span) -> Diagnostic {
    let shown = |e: &ast::Expr, other: &str| spelled(e).unwrap_or(other.to_owned());
    let d = d.hint(format!("Did you mean `repeat({}, {})`?", shown(text, "..."), shown(times, "n")));
    match text.span.start < times.span.start {
        true => d
            .replace(around(text).0, "repeat(")
            .replace(between(text, times), ", ")
            .replace(Span { start: whole.end, ..whole }, ")"),
        false => match spelled(times) {
            Some(n) => d
                .replace(Span { end: text.span.start, ..whole }, "repeat(")
                .replace(Span { start: whole.end, ..whole }, format!(", {n})")),
            None => d,
        },
    }
}

/// The place of the operator between two operands, with the blanks around it.
pub(super) fn between(a: &ast::Expr, b: &ast::Expr) -> Span {
    Span { start: a.span.end, end: b.span.start, ..a.span }
}

/// The empty places before and behind an expression.
pub(super) fn around(e: &ast::Expr) -> (Span, Span) {
    (Span { end: e.span.start, ..e.span }, Span { start: e.span.end, ..e.span })
}
