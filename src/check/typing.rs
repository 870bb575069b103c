//! Expressions: names and types are inferred together, from the inside out, with what is wanted as a hint.

use super::builtins::Builtin;
use super::ir::{self, CompareOp, Expr, ExprKind, Fold, GameId, LetId, Slot};
use super::operators::around;
use super::partial::bound_outside;
use super::scope::{Checker, Context, Entity, GameSource, wrong_expr};
use super::target::spelled;
use super::types::{MOST_PARTS, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;

pub(super) fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// The first element of a set that was written before.
fn written_twice(items: &[ast::Expr]) -> Option<usize> {
    use ast::ExprKind as A;
    let same = |a: &ast::Expr, b: &ast::Expr| match (&a.kind, &b.kind) {
        (A::Number(a), A::Number(b)) => a == b,
        (A::Text(a), A::Text(b)) => a == b,
        _ => false,
    };
    (1..items.len()).find(|&i| items[..i].iter().any(|other| same(&items[i], other)))
}

fn element_twice(at: Span) -> Diagnostic {
    let title = "A set has each element once, and this one is in it already";
    Diagnostic::warning("element-twice", title).at(at, "here again")
}

impl Checker {
    /// Warns about an element that is written twice in a set which is given to a game: of equal piles one would be lost.
    pub(super) fn note_twice(&mut self, argument: &ast::Expr, wanted: Option<&Type>) {
        use ast::ExprKind as A;
        let (A::Set(items), Some(Type::Set(_))) = (&argument.kind, wanted) else { return };
        let Some(i) = written_twice(items) else { return };
        let d = element_twice(items[i].span)
            .note("A bag may hold an element twice: `bag of ...` as a type, `bag(3, 3)` as a value.")
            .hint("Can it be left out?")
            .replace(Span { start: items[i - 1].span.end, ..items[i].span }, "");
        self.report(d);
    }

    /// The same in `sum(Nim(k) for k in {3, 3})`.
    pub(super) fn note_twice_among_parts(&mut self, binder: &ast::Binder) {
        let ast::BinderKind::In { source, .. } = &binder.kind else { return };
        let ast::ExprKind::Set(items) = &source.kind else { return };
        let Some(i) = written_twice(items) else { return };
        let (open, close) = (
            Span { end: source.span.start + 1, ..source.span },
            Span { start: source.span.end - 1, ..source.span },
        );
        let d =
            element_twice(items[i].span).hint("Did you mean a list, in square brackets, which keeps both?");
        self.report(d.replace(open, "[").replace(close, "]"));
    }

    /// Checks an expression and demands a type of it; `what` says what it is needed for.
    pub(super) fn expr_of(&mut self, e: &ast::Expr, ty: &Type, what: &str) -> Expr {
        if let Some(d) = self.rows_of_board(e, ty).or_else(|| self.edge_by_a_sign(e, ty)) {
            return self.wrong(e.span, d);
        }
        let checked = self.expr(e, Some(ty));
        let checked = self.pairs_as_cells(checked, ty);
        self.demand(&checked, ty, what);
        checked
    }

    /// Reports unless an expression has the type wanted.
    pub(super) fn demand(&mut self, e: &Expr, ty: &Type, what: &str) {
        if self.unifier.unify(&e.ty, ty) {
            return;
        }
        let (is, want) = (self.unifier.resolve(&e.ty), self.unifier.resolve(ty));
        let phrase = |ty: &Type| match (&is, &want, ty) {
            (Type::Function(a, _), Type::Function(b, _), Type::Function(params, _)) if a.len() != b.len() => {
                format!("{} of {}", ty.phrase(), count(params.len(), "argument"))
            }
            _ => ty.phrase(),
        };
        let d = Diagnostic::error("wrong-type", format!("{} should be {}", capital(what), phrase(&want)))
            .at(e.span, format!("this is {}", phrase(&is)));
        if let Some(d) = self.ran_through(&d, e).or_else(|| self.small_letter(&d, e)) {
            return self.report(d);
        }
        self.report_as_wanted(d, e, (&is, &want), what);
    }

    /// Checks an expression. `want` is the type it should have, where that is known; it decides what a
    /// bare name of an enumeration, an empty set or a pair of numbers (a cell) means.
    pub(super) fn expr(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let checked = self.expr_of_any_size(e, want);
        self.unifier.resolve(&checked.ty);
        if self.report_large_type(e.span) { wrong_expr(e.span) } else { checked }
    }

    /// Reports, once, that a type was met with too many parts.
    pub(super) fn report_large_type(&mut self, span: Span) -> bool {
        let met = self.unifier.met_too_large();
        if met && !self.diagnostics.iter().any(|d| d.code == "large-type") {
            let d = Diagnostic::error("large-type", format!("This type has more than {MOST_PARTS} parts"))
                .at(span, "a type made of this many types")
                .note("Each entry of a tuple counts, with its own entries: pairs of pairs of pairs double.")
                .hint("Could a list, a set or a map hold the parts of one type?");
            self.report(d);
        }
        met
    }

    fn expr_of_any_size(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        use ast::ExprKind as A;
        let span = e.span;
        match &e.kind {
            A::Number(n) => match want.map(|t| self.unifier.resolve(t)) {
                Some(Type::Enum(names)) => self.numbered_case(n, &names, span),
                _ => make(ExprKind::Int(n.clone()), Type::Int, span),
            },
            A::Text(t) => make(ExprKind::Text(t.as_str().into()), Type::Text, span),
            A::Bool(b) => make(ExprKind::Bool(*b), Type::Bool, span),
            A::Nothing => make(ExprKind::Nothing, Type::Position, span),
            A::Name(name) => self.name(name, span, want),
            A::Call(name, args) => self.call(name, args, span, want),
            A::Index(base, index) => self.index(base, index, span),
            A::Field(base, field) => self.field(base, field, span),
            A::Unary(op, a) => self.unary(*op, a, span),
            A::Binary(op, a, b) => self.binary(*op, a, b, span, want),
            A::Chain(operands, ops) => self.chain(operands, ops, span),
            A::Range { lo, hi, exclusive } => self.range(lo, hi.as_deref(), *exclusive, span),
            A::Tuple(parts) => self.tuple(parts, span, want),
            A::Set(items) => {
                let (items, ty) = self.elements(items, element_hint(want), "an element of the set");
                make(ExprKind::Set(items), Type::Set(Box::new(ty)), span)
            }
            A::List(items) => {
                if let Some(d) = self.lists_among_entries(items, want, span) {
                    return self.wrong(span, d);
                }
                let (items, ty) = self.elements(items, element_hint(want), "an entry of the list");
                make(ExprKind::List(items), Type::List(Box::new(ty)), span)
            }
            A::SetFor(item, binders) => {
                self.comprehension(Fold::Set, item, binders, span, element_hint(want))
            }
            A::ListFor(item, binders) => {
                self.comprehension(Fold::List, item, binders, span, element_hint(want))
            }
            A::Fold(name, item, binders) => self.fold(name, item, binders, span, want),
            A::Entry(..) => self.wrong(
                span,
                Diagnostic::error("entry-outside-map", "`to` joins a key and its value only inside map(...)")
                    .at(span, ""),
            ),
            A::Let(name, value, body) => self.let_in(name, value, body, span, want),
            A::If(c, a, b) => {
                let c = self.expr_of(c, &Type::Bool, "the condition after `if`");
                let then = self.expr(a, want);
                let b = self.expr(b, Some(&then.ty.clone()));
                let a = self.as_cells(then, a, &b.ty);
                self.demand(&b, &a.ty, "the part after `else`");
                let ty = a.ty.clone();
                make(ExprKind::If(Box::new(c), Box::new(a), Box::new(b)), ty, span)
            }
        }
    }

    pub(super) fn numbered_case(
        &mut self,
        n: &BigInt,
        names: &std::sync::Arc<Vec<String>>,
        span: Span,
    ) -> Expr {
        match names.iter().position(|c| *c == n.to_string()) {
            Some(i) => make(ExprKind::Case(i as u32), Type::Enum(names.clone()), span),
            None => make(ExprKind::Int(n.clone()), Type::Int, span),
        }
    }

    pub(super) fn name(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        if let Some(slot) = self.local(name) {
            self.note_local(span, slot);
            return make(ExprKind::Local(slot), self.frame.slots[slot as usize].clone(), span);
        }
        if self.frame.outside.iter().any(|n| n == name) {
            return self.wrong(span, bound_outside(span));
        }
        if let Some(Type::Enum(names)) = want.map(|t| self.unifier.resolve(t))
            && let Some(i) = names.iter().position(|n| n == name)
        {
            self.note_case(name, span, Type::Enum(names.clone()));
            return make(ExprKind::Case(i as u32), Type::Enum(names), span);
        }
        match self.names.get(name).map(|(entity, _)| *entity) {
            Some(Entity::Let(id)) => {
                let checked = self.global(id, span);
                self.note_global(span, name);
                return checked;
            }
            Some(Entity::Game(id)) => {
                self.note_global(span, name);
                return self.bare_game(id, span);
            }
            None => {}
        }
        if let Some([only]) = self.cases.get(name).map(Vec::as_slice) {
            let (only, i) = (only.clone(), only.iter().position(|n| n == name).unwrap_or(0));
            self.note_case(name, span, Type::Enum(only.clone()));
            return make(ExprKind::Case(i as u32), Type::Enum(only), span);
        }
        if self.is_broken(name) {
            return wrong_expr(span);
        }
        let d = match name {
            "nat" | "int" => Diagnostic::error(
                "infinite-source",
                format!("`{name}` is a type: it has infinitely many numbers"),
            )
            .at(span, "infinitely many")
            .instead(span, format!("1..{}", self.some_end(""))),
            _ if self.cases.contains_key(name) => {
                Diagnostic::error("ambiguous-name", format!("`{name}` belongs to several types"))
                    .at(span, "which one?")
            }
            _ => match Builtin::named(name) {
                Some(f) => Diagnostic::error("function-without-arguments", format!("`{name}` is a function"))
                    .at(span, "what of?")
                    .hint(format!("Did you mean `{}`?", f.usage())),
                None => match want.map(|ty| self.unifier.resolve(ty)) {
                    Some(Type::Enum(names)) => self.unknown_name(name, &names, span),
                    _ => self.unknown_name(name, &[], span),
                },
            },
        };
        self.wrong(span, d)
    }

    /// A game without arguments: the position it starts with, if it says so.
    pub(super) fn bare_game(&mut self, id: GameId, span: Span) -> Expr {
        let starts = match &self.game_defs[id.0 as usize] {
            GameSource::Rules(def) => def.clauses.iter().any(|c| matches!(c, ast::Clause::Starts(..))),
            GameSource::Graph(_) => false,
        };
        if starts && self.frame.context == Context::Free {
            return make(ExprKind::Start(id), Type::Position, span);
        }
        let game = self.program.game(id);
        let params: Vec<&str> = game.params.iter().map(|p| p.name.as_str()).collect();
        let rules = self.frame.context == Context::Rules && params.iter().all(|p| self.local(p).is_some());
        let numbers = game.params.iter().all(|p| p.ty == Type::Int);
        // `table Pile for n in 0..5`: the names that the statement binds.
        let bound: Vec<&str> = self.bound_numbers();
        let vertex = game.graph.as_ref().and_then(|g| g.vertices.first()).cloned();
        let usage = match (rules, numbers) {
            (false, true) if bound.len() == params.len() => format!("{}({})", game.name, bound.join(", ")),
            (false, _) if vertex.is_some() => {
                format!("{}({})", game.name, vertex.clone().unwrap_or_default())
            }
            (false, true) => format!("{}({})", game.name, vec!["3"; params.len()].join(", ")),
            _ => format!("{}({})", game.name, params.join(", ")),
        };
        let fits = rules || numbers || vertex.is_some();
        let d = Diagnostic::error(
            "game-without-arguments",
            format!("{} is a game; a position of it has arguments", game.name),
        )
        .at(span, "which position?")
        .hint(format!("Did you mean a position, as in `{usage}`?"));
        let d = if fits { d.replace(span, usage) } else { d };
        self.wrong(span, d)
    }

    /// The numbers that are in scope, outermost first.
    fn bound_numbers(&self) -> Vec<&str> {
        let number = |slot: u32| self.unifier.resolve(&self.frame.slots[slot as usize]) == Type::Int;
        self.frame.scope.iter().filter(|(_, slot)| number(*slot)).map(|(name, _)| name.as_str()).collect()
    }

    pub(super) fn global(&mut self, id: LetId, span: Span) -> Expr {
        if !self.use_let(id, span) {
            return wrong_expr(span);
        }
        let definition = self.program.definition(id);
        let result = definition.body.ty.clone();
        if definition.is_function {
            let params = definition.params.iter().map(|p| p.ty.clone()).collect();
            make(ExprKind::Function(id), Type::Function(params, Box::new(result)), span)
        } else {
            make(ExprKind::Global(id), result, span)
        }
    }

    /// Makes sure a definition is checked before its type is used; false if it is used inside itself.
    pub(super) fn use_let(&mut self, id: LetId, span: Span) -> bool {
        if self.is_recursive_use(id) {
            let title = format!("`{}` uses itself", self.program.definition(id).name);
            // However often it does.
            if self.diagnostics.iter().any(|d| d.title == title) {
                return false;
            }
            let d = Diagnostic::error("recursive-let", title)
                .at(span, "inside its own definition")
                .note("A `let` is not recursive, so computing a move always ends; only play goes on.")
                .hint(match &*self.program.definition(id).name {
                    name @ ("gcd" | "prime" | "factorial" | "binomial" | "product") => {
                        format!("Is it the `{name}` that `use \"numbers\"` has?")
                    }
                    _ => {
                        "Could `iterate`, or a fold such as sum(... for ...), or a game say the same?".into()
                    }
                });
            self.report(d);
            return false;
        }
        self.define_let(id);
        if self.asks[id.0 as usize] {
            self.ask(span);
        }
        true
    }

    pub(super) fn ask(&mut self, span: Span) {
        self.frame.asks = true;
        if self.frame.context == Context::Rules {
            let d = Diagnostic::error(
                "question-in-rules",
                "The rules of a game cannot ask for a value or an outcome",
            )
            .at(span, "asked before the moves are known")
            .hint("Could this go into a `let` or a statement, outside the game?");
            self.report(d);
        }
    }

    pub(super) fn elements(
        &mut self,
        items: &[ast::Expr],
        want: Option<Type>,
        what: &str,
    ) -> (Vec<Expr>, Type) {
        let ty = want.unwrap_or_else(|| self.unifier.fresh());
        let items = items
            .iter()
            .map(|item| {
                if let Some(d) = self.edge_by_a_sign(item, &ty) {
                    return self.wrong(item.span, d);
                }
                let item = self.expr(item, Some(&ty));
                let item = self.pairs_as_cells(item, &ty);
                self.demand(&item, &ty, what);
                item
            })
            .collect();
        (items, ty)
    }

    pub(super) fn tuple(&mut self, parts: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let want = want.map(|t| self.unifier.resolve(t));
        if let (Some(Type::Cell), [row, col]) = (&want, parts) {
            let row = self.expr_of(row, &Type::Int, "a row");
            let col = self.expr_of(col, &Type::Int, "a column");
            return make(ExprKind::Cell(Box::new(row), Box::new(col)), Type::Cell, span);
        }
        let hints: Vec<Type> = match want {
            Some(Type::Tuple(ts)) if ts.len() == parts.len() => ts,
            _ => vec![],
        };
        let parts: Vec<Expr> = parts.iter().enumerate().map(|(i, p)| self.expr(p, hints.get(i))).collect();
        let types: Vec<Type> = parts.iter().map(|p| self.unifier.resolve(&p.ty)).collect();
        // A pair that is made of rows and columns is a cell, unless a pair is wanted.
        if hints.is_empty() && types == [Type::Int, Type::Int] && parts.iter().any(has_place) {
            let mut both = parts.into_iter().map(Box::new);
            if let (Some(row), Some(col)) = (both.next(), both.next()) {
                return make(ExprKind::Cell(row, col), Type::Cell, span);
            }
            return wrong_expr(span);
        }
        make(ExprKind::Tuple(parts), Type::Tuple(types), span)
    }

    pub(super) fn range(
        &mut self,
        lo: &ast::Expr,
        hi: Option<&ast::Expr>,
        exclusive: bool,
        span: Span,
    ) -> Expr {
        let lo = self.expr_of(lo, &Type::Int, "the start of a range");
        if let Some(d) = hi.and_then(|hi| self.function_as_end(hi)) {
            return self.wrong(span, d);
        }
        let hi = hi.map(|hi| {
            let hi = self.expr_of(hi, &Type::Int, "the end of a range");
            if !exclusive {
                return Box::new(hi);
            }
            let (at, one) = (hi.span, make(ExprKind::Int(1.into()), Type::Int, hi.span));
            let kind = ExprKind::Binary(ir::BinaryOp::Subtract, Box::new(hi), Box::new(one));
            Box::new(make(kind, Type::Int, at))
        });
        make(ExprKind::Range(Box::new(lo), hi), Type::Set(Box::new(Type::Int)), span)
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &[ast::Expr], span: Span) -> Expr {
        if let ast::ExprKind::Name(name) = &base.kind
            && self.local(name).is_none()
            && let Some((Entity::Game(id), _)) = self.names.get(name)
        {
            let id = *id;
            self.note_global(base.span, name);
            return self.sum_of_piles(id, index, span);
        }
        let mut done = self.expr(base, None);
        if let Some(d) = self.key_in_parts(&done.ty, index) {
            return self.wrong(span, d);
        }
        for i in index {
            done = self.index_once(done, i, base, span);
        }
        done
    }

    /// `Nim[3, 5, 7]`
    pub(super) fn sum_of_piles(&mut self, id: GameId, piles: &[ast::Expr], span: Span) -> Expr {
        let parts: Vec<Expr> =
            piles.iter().map(|p| self.position(id, std::slice::from_ref(p), p.span)).collect();
        let sum = |a: Expr, b: Expr| {
            make(ExprKind::Binary(ir::BinaryOp::Sum, Box::new(a), Box::new(b)), Type::Position, span)
        };
        parts.into_iter().reduce(sum).unwrap_or(make(ExprKind::Nothing, Type::Position, span))
    }

    pub(super) fn index_once(
        &mut self,
        base: Expr,
        index: &ast::Expr,
        written: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let Some(found) = self.place_or_slice(&base, index, span) {
            return found;
        }
        match self.unifier.resolve(&base.ty) {
            Type::Tuple(types) => self.tuple_place(base, &types, index, span),
            Type::Cell => match &index.kind {
                // A cell is a pair, of its row and its column.
                ast::ExprKind::Number(n) if [1, 2].map(BigInt::from).contains(n) => {
                    make(ExprKind::Field(Box::new(base), *n == BigInt::from(1)), Type::Int, span)
                }
                _ => self.tuple_place(base, &[Type::Int, Type::Int], index, span),
            },
            Type::List(t) => {
                if matches!(&index.kind, ast::ExprKind::Number(n) if *n == BigInt::ZERO) {
                    self.report(place_zero(index.span));
                }
                if let (ast::ExprKind::Unary(ast::UnaryOp::Minus, _), Some(row)) =
                    (&index.kind, spelled(written))
                {
                    let d =
                        Diagnostic::error("no-such-place", "Places are counted from the beginning: from 1")
                            .at(index.span, "")
                            .instead(index.span, format!("size({row})"));
                    self.report(d);
                }
                if let Some(d) = self.last_place(written, index) {
                    return self.wrong(span, d);
                }
                let index = self.expr_of(index, &Type::Int, "the place in a list");
                make(ExprKind::Index(Box::new(base), Box::new(index)), *t, span)
            }
            Type::Map(k, v) => {
                let index = self.expr_of(index, &k, "the key of a map");
                make(ExprKind::Index(Box::new(base), Box::new(index)), *v, span)
            }
            Type::Wrong => wrong_expr(span),
            other => {
                let d = Diagnostic::error(
                    "wrong-type",
                    format!(
                        "Only lists, texts, tuples, cells and maps have places [..]; this is {}",
                        other.phrase()
                    ),
                )
                .at(base.span, other.phrase());
                self.wrong(span, d)
            }
        }
    }

    pub(super) fn field(&mut self, base: &ast::Expr, field: &ast::Name, span: Span) -> Expr {
        if matches!(&base.kind, ast::ExprKind::Name(own) if matches!(own.as_str(), "this" | "self"))
            && self.local(&field.text).is_some()
        {
            let own = Span { end: field.span.start, ..base.span };
            let d = Diagnostic::error("unknown-field", "A parameter is called by its name alone").at(own, "");
            return self.wrong(span, d.hint(format!("Did you mean `{}`?", field.text)).replace(own, ""));
        }
        let is_row = match field.text.as_str() {
            "row" => true,
            "col" => false,
            other => {
                let d = self.unknown_field(base, field, other);
                return self.wrong(span, d);
            }
        };
        let base = self.expr_of(base, &Type::Cell, "what has a row and a column");
        make(ExprKind::Field(Box::new(base), is_row), Type::Int, span)
    }

    pub(super) fn chain(
        &mut self,
        operands: &[ast::Expr],
        ops: &[(ast::CompareOp, Span)],
        span: Span,
    ) -> Expr {
        let mut links = vec![];
        for (i, (op, at)) in ops.iter().enumerate() {
            links.push(self.compare(&operands[i], *op, &operands[i + 1], *at));
        }
        let and = |a: Expr, b: Expr| {
            make(ExprKind::Binary(ir::BinaryOp::And, Box::new(a), Box::new(b)), Type::Bool, span)
        };
        links.into_iter().reduce(and).unwrap_or_else(|| wrong_expr(span))
    }

    pub(super) fn compare(&mut self, a: &ast::Expr, op: ast::CompareOp, b: &ast::Expr, at: Span) -> Expr {
        use ast::CompareOp::*;
        let span = a.span.to(b.span);
        if matches!(op, In | NotIn) {
            return self.membership(a, op == NotIn, b, span);
        }
        let (before, behind) = around(a);
        let (written, other) = (a, b);
        let (a, b) = self.operands(a, b);
        if let Some(d) = self.outcome_beside(written, &a, other, &b) {
            return self.wrong(span, d);
        }
        if matches!(op, Equal | NotEqual) {
            let ty = self.unifier.resolve(&a.ty);
            if ty == Type::Position && self.unifier.resolve(&b.ty) == Type::Int {
                let d = Diagnostic::error("wrong-type", "A position is compared with a number here")
                    .at(b.span, "this is a number");
                let owned = |g: &super::ir::Game| g.moves.iter().any(|m| m.owner != ast::Owner::Both);
                if self.program.games.iter().any(owned) {
                    let note = "A game in which a move belongs to one player has no nim-value.";
                    return self.wrong(span, d.note(note).hint("Is its outcome meant, as in `... is Left`?"));
                }
                let d = d
                    .hint("Did you mean `value(...)` on the left side, its nim-value?")
                    .replace(before, "value(")
                    .replace(behind, ")");
                return self.wrong(span, d);
            }
            let sign = if op == Equal { "==" } else { "!=" };
            if let Some(d) = self.all_compared(written, other, &ty, sign) {
                return self.wrong(span, d);
            }
            self.demand(&b, &ty, &format!("the right side of `{sign}`"));
        } else {
            if let Some(d) = self.part_of(written, &a, other, &b) {
                return self.wrong(span, d);
            }
            if let Some(d) = self.beside_zero((written, &a), op, other) {
                return self.wrong(span, d);
            }
            if let Some(d) = self.those_before((written, &a), op, other) {
                return self.wrong(span, d);
            }
            for side in [&a, &b] {
                let ty = self.unifier.resolve(&side.ty);
                if !self.unifier.unify(&ty, &Type::Int) {
                    let d = Diagnostic::error(
                        "wrong-type",
                        format!("Only numbers are smaller or larger; this is {}", ty.phrase()),
                    )
                    .at(side.span, ty.phrase())
                    .also(at, "compared here");
                    self.report(d);
                }
            }
        }
        let (a, b) = match op {
            Equal => return equals(a, b, CompareOp::Equal, span),
            NotEqual => return equals(a, b, CompareOp::NotEqual, span),
            _ => (Box::new(a), Box::new(b)),
        };
        let kind = match op {
            Less => ExprKind::Compare(CompareOp::Less, a, b),
            LessEqual => ExprKind::Compare(CompareOp::LessEqual, a, b),
            Greater => ExprKind::Compare(CompareOp::Less, b, a),
            _ => ExprKind::Compare(CompareOp::LessEqual, b, a),
        };
        make(kind, Type::Bool, span)
    }

    /// Both sides of a comparison; each may tell what the other's bare names mean.
    pub(super) fn operands(&mut self, a: &ast::Expr, b: &ast::Expr) -> (Expr, Expr) {
        if self.needs_hint(a) && !self.needs_hint(b) {
            let b = self.expr(b, None);
            let a = self.expr(a, Some(&b.ty.clone()));
            (a, b)
        } else {
            let left = self.expr(a, None);
            let right = self.expr(b, Some(&left.ty.clone()));
            let right = self.pairs_as_cells(right, &left.ty);
            (self.as_cells(left, a, &right.ty), right)
        }
    }

    pub(super) fn needs_hint(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Name(n) => self.local(n).is_none() && !self.names.contains_key(n),
            ast::ExprKind::Tuple(_) => true,
            ast::ExprKind::Set(items) => items.iter().any(|i| self.needs_hint(i)),
            _ => false,
        }
    }

    pub(super) fn membership(
        &mut self,
        x: &ast::Expr,
        negated: bool,
        source_ast: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let Some(d) = self.rule_of_play(x, source_ast) {
            self.expr(x, None);
            return self.wrong(span, d);
        }
        let source = self.expr(source_ast, None);
        let ty = self.unifier.resolve(&source.ty);
        if ty == Type::Text {
            let x = self.expr_of(x, &Type::Text, "what is looked for in a text");
            let inside = self.within_text(x, source, span);
            return if negated { make(ExprKind::Not(Box::new(inside)), Type::Bool, span) } else { inside };
        }
        let Some(element) = ty.element() else {
            if let Some(found) = self.among_outcomes(x, source_ast, &ty, span) {
                return found;
            }
            if ty != Type::Wrong {
                self.report_no_collection(&source, &ty, Some(source_ast));
            }
            self.expr(x, None);
            return wrong_expr(span);
        };
        let x = {
            let x = self.expr(x, Some(&element));
            self.pairs_as_cells(x, &element)
        };
        let source = self.of_cells(source, &x.ty);
        let element = self.unifier.resolve(&source.ty).element().unwrap_or(element);
        self.demand(&x, &element, "what is looked for");
        let inside = make(ExprKind::In(Box::new(x), Box::new(source)), Type::Bool, span);
        if negated { make(ExprKind::Not(Box::new(inside)), Type::Bool, span) } else { inside }
    }
}

/// `a == b`, or `a != b`: tuples that are written out part by part, which solvers see through.
fn equals(a: Expr, b: Expr, op: CompareOp, span: Span) -> Expr {
    let both = if op == CompareOp::Equal { ir::BinaryOp::And } else { ir::BinaryOp::Or };
    match (a.kind, b.kind) {
        (ExprKind::Tuple(left), ExprKind::Tuple(right)) if left.len() == right.len() => {
            let parts = left.into_iter().zip(right).map(|(a, b)| equals(a, b, op, span));
            let join = |a, b| make(ExprKind::Binary(both, Box::new(a), Box::new(b)), Type::Bool, span);
            parts.reduce(join).unwrap_or_else(|| wrong_expr(span))
        }
        (left, right) => {
            let (a, b) = (Expr { kind: left, ..a }, Expr { kind: right, ..b });
            make(ExprKind::Compare(op, Box::new(a), Box::new(b)), Type::Bool, span)
        }
    }
}

/// A name that is bound.
pub(super) fn local(slot: Slot, ty: Type, span: Span) -> Expr {
    make(ExprKind::Local(slot), ty, span)
}

/// What a wanted collection says about its elements.
fn element_hint(want: Option<&Type>) -> Option<Type> {
    want.and_then(Type::element)
}

pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Whether a row or a column of a cell occurs in it.
fn has_place(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Field(..));
    e.for_each_child(&mut |child| found = found || has_place(child));
    found
}

/// `row[0]`, `put(row, 0, x)`
pub(super) fn place_zero(span: Span) -> Diagnostic {
    Diagnostic::error("index-zero", "Places are counted from 1: there is no place 0")
        .at(span, "place 0")
        .hint("Did you mean [1], the first entry?")
        .replace(span, "1")
}
