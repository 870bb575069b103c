//! Expressions: names and types are found out together, from the inside out, with what is wanted as a hint.

use super::builtins::Builtin;
use super::ir::{self, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, GameId, LetId};
use super::scope::{Checker, Context, Entity, GameSource, wrong_expr};
use super::types::{Type, outcome_type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;

fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

impl Checker {
    /// Checks an expression and demands a type of it; `what` says what it is needed for.
    pub(super) fn expr_of(&mut self, e: &ast::Expr, ty: &Type, what: &str) -> Expr {
        let checked = self.expr(e, Some(ty));
        self.demand(&checked, ty, what);
        checked
    }

    /// Reports unless an expression has the type wanted.
    pub(super) fn demand(&mut self, e: &Expr, ty: &Type, what: &str) {
        if self.unifier.unify(&e.ty, ty) {
            return;
        }
        let (is, want) = (self.unifier.resolve(&e.ty), self.unifier.resolve(ty));
        let d = Diagnostic::error("wrong-type", format!("{} should be {}", capital(what), want.phrase()))
            .at(e.span, format!("this is {}", is.phrase()));
        let d = match (&is, &want) {
            (Type::Int, Type::Set(_)) => d.hint("Did you mean a set with one element, as in {x}?"),
            (Type::Int, Type::Bool) => d.hint("Is a comparison missing, such as `== 0`?"),
            (Type::Int, Type::Position) if what.ends_with("`==`") => {
                d.hint("Did you mean `is *...` in place of `==`, or value(...) on the left side?")
            }
            (Type::Position, Type::Int) => d.hint("Did you mean value(...), its nim-value?"),
            _ => d,
        };
        self.report(d);
    }

    /// Checks an expression. `want` is the type it should have, where that is known; it decides what a
    /// bare name of an enumeration, an empty set or a pair of numbers (a cell) means.
    pub(super) fn expr(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
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
            A::Call(name, args) => self.call(name, args, span),
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
                let (items, ty) = self.elements(items, element_hint(want), "an entry of the list");
                make(ExprKind::List(items), Type::List(Box::new(ty)), span)
            }
            A::SetFor(item, binders) => {
                self.comprehension(Fold::Set, item, binders, span, element_hint(want))
            }
            A::ListFor(item, binders) => {
                self.comprehension(Fold::List, item, binders, span, element_hint(want))
            }
            A::Fold(name, item, binders) => self.fold(name, item, binders, span),
            A::Entry(..) => self.wrong(
                span,
                Diagnostic::error("entry-outside-map", "`to` joins a key and its value only inside map(...)")
                    .at(span, ""),
            ),
            A::If(c, a, b) => {
                let c = self.expr_of(c, &Type::Bool, "the condition after `if`");
                let a = self.expr(a, want);
                let b = self.expr(b, Some(&a.ty.clone()));
                self.demand(&b, &a.ty, "the part after `else`");
                let ty = a.ty.clone();
                make(ExprKind::If(Box::new(c), Box::new(a), Box::new(b)), ty, span)
            }
        }
    }

    /// An expression that must be a position: a target, a part, a start.
    pub(super) fn target(&mut self, e: &ast::Expr, what: &str) -> Expr {
        let checked = self.expr(e, Some(&Type::Position));
        let ty = self.unifier.resolve(&checked.ty);
        if matches!(ty, Type::Position | Type::Wrong) {
            return checked;
        }
        let d = Diagnostic::error(
            "target-not-position",
            format!("{} should be a position, not {}", capital(what), ty.phrase()),
        )
        .at(e.span, format!("this is {}", ty.phrase()));
        let text = self.game_hint(e);
        self.wrong(
            e.span,
            match text {
                Some(text) => d.hint(text),
                None => d,
            },
        )
    }

    fn game_hint(&self, e: &ast::Expr) -> Option<String> {
        let game = self
            .program
            .games
            .iter()
            .filter(|g| g.span.file == e.span.file && g.item.start <= e.span.start)
            .next_back()?;
        Some(format!("Did you mean a position such as {}(...)?", game.name))
    }

    fn numbered_case(&mut self, n: &BigInt, names: &std::sync::Arc<Vec<String>>, span: Span) -> Expr {
        match names.iter().position(|c| *c == n.to_string()) {
            Some(i) => make(ExprKind::Case(i as u32), Type::Enum(names.clone()), span),
            None => make(ExprKind::Int(n.clone()), Type::Int, span),
        }
    }

    fn name(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        if let Some(slot) = self.local(name) {
            return make(ExprKind::Local(slot), self.frame.slots[slot as usize].clone(), span);
        }
        if let Some(Type::Enum(names)) = want.map(|t| self.unifier.resolve(t))
            && let Some(i) = names.iter().position(|n| n == name)
        {
            return make(ExprKind::Case(i as u32), Type::Enum(names), span);
        }
        match self.names.get(name) {
            Some((Entity::Let(id), _)) => return self.global(*id, span),
            Some((Entity::Game(id), _)) => return self.bare_game(*id, span),
            None => {}
        }
        if let Some([only]) = self.cases.get(name).map(Vec::as_slice) {
            let i = only.iter().position(|n| n == name).unwrap_or(0);
            return make(ExprKind::Case(i as u32), Type::Enum(only.clone()), span);
        }
        if self.is_broken(name) {
            return wrong_expr(span);
        }
        let d = match name {
            "nat" | "int" => Diagnostic::error(
                "infinite-source",
                format!("`{name}` is a type: it has endlessly many numbers"),
            )
            .at(span, "endlessly many")
            .hint("Did you mean a range such as `1..n`?"),
            _ if self.cases.contains_key(name) => {
                Diagnostic::error("ambiguous-name", format!("`{name}` belongs to several types"))
                    .at(span, "which one?")
            }
            _ => match Builtin::named(name) {
                Some(f) => Diagnostic::error("function-without-arguments", format!("`{name}` is a function"))
                    .at(span, "what of?")
                    .hint(format!("Did you mean `{}`?", f.usage())),
                None => self.unknown_name(name, span),
            },
        };
        self.wrong(span, d)
    }

    /// A game without arguments: the position it starts with, if it says so.
    fn bare_game(&mut self, id: GameId, span: Span) -> Expr {
        let starts = match &self.game_defs[id.0 as usize] {
            GameSource::Rules(def) => def.clauses.iter().any(|c| matches!(c, ast::Clause::Starts(..))),
            GameSource::Graph(_) => false,
        };
        if starts && self.frame.context == Context::Free {
            return make(ExprKind::Start(id), Type::Position, span);
        }
        let game = self.program.game(id);
        let params: Vec<&str> = game.params.iter().map(|p| p.name.as_str()).collect();
        let usage = format!("{}({})", game.name, params.join(", "));
        let d = Diagnostic::error(
            "game-without-arguments",
            format!("{} is a game; a position of it has arguments", game.name),
        )
        .at(span, "which position?")
        .hint(format!("Did you mean `{usage}`?"));
        self.wrong(span, d)
    }

    fn global(&mut self, id: LetId, span: Span) -> Expr {
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
    fn use_let(&mut self, id: LetId, span: Span) -> bool {
        if self.is_recursive_use(id) {
            let name = self.program.definition(id).name.clone();
            let d = Diagnostic::error("recursive-let", format!("`{name}` uses itself"))
                .at(span, "inside its own definition")
                .note("A `let` is not recursive, so that working out a move always ends; only play goes on.")
                .hint("Could a fold such as sum(... for ...) or a game say the same?");
            self.report(d);
            return false;
        }
        self.define_let(id);
        if self.asks[id.0 as usize] {
            self.ask(span);
        }
        true
    }

    fn ask(&mut self, span: Span) {
        self.frame.asks = true;
        if self.frame.context == Context::Rules {
            let d = Diagnostic::error(
                "question-in-rules",
                "The rules of a game cannot ask for a value or an outcome",
            )
            .at(span, "asked while the moves are still being worked out")
            .hint("Could this stand in a `let` or a statement, outside the game?");
            self.report(d);
        }
    }

    fn call(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Expr {
        if let Some(slot) = self.local(&name.text) {
            let ty = self.unifier.resolve(&self.frame.slots[slot as usize]);
            if let Type::Function(params, result) = ty {
                let args = self.arguments(&name.text, args, &params, span, None);
                return make(ExprKind::CallLocal(slot, args), *result, span);
            }
            if self.names.get(&name.text).is_none() && Builtin::named(&name.text).is_none() {
                let d = Diagnostic::error(
                    "not-a-function",
                    format!("`{}` is {}, not a function", name.text, ty.phrase()),
                )
                .at(name.span, ty.phrase())
                .hint(format!("Did you mean `{} * (...)`?", name.text));
                return self.wrong(span, d);
            }
        }
        match (name.text.as_str(), self.names.get(&name.text)) {
            (_, Some((Entity::Game(id), _))) => self.position(*id, args, span),
            (_, Some((Entity::Let(id), _))) => self.call_let(*id, name, args, span),
            ("bag", _) => {
                let (items, ty) = self.elements(args, None, "an element of the bag");
                make(ExprKind::Bag(items), Type::Bag(Box::new(ty)), span)
            }
            ("map", _) => self.map_literal(args, span),
            (text, None) if self.is_broken(text) => {
                args.iter().for_each(|a| drop(self.expr(a, None)));
                wrong_expr(span)
            }
            (text, None) => match Builtin::named(text) {
                Some(f) => self.call_builtin(f, args, span),
                None => {
                    let d = self.unknown_function(text, name.span);
                    args.iter().for_each(|a| drop(self.expr(a, None)));
                    self.wrong(span, d)
                }
            },
        }
    }

    fn call_let(&mut self, id: LetId, name: &ast::Name, args: &[ast::Expr], span: Span) -> Expr {
        if !self.use_let(id, name.span) {
            return wrong_expr(span);
        }
        let definition = self.program.definition(id);
        let (at, is_function) = (definition.span, definition.is_function);
        let params: Vec<Type> = definition.params.iter().map(|p| p.ty.clone()).collect();
        let result = definition.body.ty.clone();
        if !is_function {
            let d = Diagnostic::error(
                "not-a-function",
                format!("`{}` is {}, not a function", name.text, result.phrase()),
            )
            .at(name.span, result.phrase())
            .also(at, "defined without parameters");
            return self.wrong(span, d);
        }
        let args = self.arguments(&name.text, args, &params, span, Some(at));
        make(ExprKind::Call(id, args), result, span)
    }

    pub(super) fn position(&mut self, id: GameId, args: &[ast::Expr], span: Span) -> Expr {
        let game = self.program.game(id);
        let (name, at) = (game.name.clone(), game.span);
        let params: Vec<Type> = game.params.iter().map(|p| p.ty.clone()).collect();
        let args = self.arguments(&name, args, &params, span, Some(at));
        make(ExprKind::Position(id, args), Type::Position, span)
    }

    /// Checks arguments against parameter types; missing ones are made up after the report.
    fn arguments(
        &mut self,
        name: &str,
        args: &[ast::Expr],
        params: &[Type],
        span: Span,
        at: Option<Span>,
    ) -> Vec<Expr> {
        if args.len() != params.len() {
            let d = Diagnostic::error(
                "wrong-number-of-arguments",
                format!("{name} takes {}, not {}", count(params.len(), "argument"), args.len()),
            )
            .at(span, format!("{} here", count(args.len(), "argument")));
            let d = if let Some(at) = at { d.also(at, "defined here") } else { d };
            self.report(d);
            args.iter().for_each(|a| drop(self.expr(a, None)));
            return params.iter().map(|_| wrong_expr(span)).collect();
        }
        let what = |i: usize| {
            if params.len() == 1 {
                format!("the argument of {name}")
            } else {
                format!("argument {} of {name}", i + 1)
            }
        };
        args.iter().zip(params).enumerate().map(|(i, (a, t))| self.expr_of(a, t, &what(i))).collect()
    }

    fn map_literal(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let (kt, vt) = (self.unifier.fresh(), self.unifier.fresh());
        let mut entries = vec![];
        for arg in args {
            match &arg.kind {
                ast::ExprKind::Entry(k, v) => {
                    let k = self.expr_of(k, &kt, "a key of the map");
                    entries.push((k, self.expr_of(v, &vt, "a value of the map")));
                }
                _ => {
                    let d = Diagnostic::error("not-an-entry", "A map is written map(key to value, ...)")
                        .at(arg.span, "no `to` here");
                    self.report(d);
                }
            }
        }
        make(ExprKind::Map(entries), Type::Map(Box::new(kt), Box::new(vt)), span)
    }

    fn elements(&mut self, items: &[ast::Expr], want: Option<Type>, what: &str) -> (Vec<Expr>, Type) {
        let ty = want.unwrap_or_else(|| self.unifier.fresh());
        let items = items
            .iter()
            .map(|item| {
                let item = self.expr(item, Some(&ty));
                self.demand(&item, &ty, what);
                item
            })
            .collect();
        (items, ty)
    }

    fn tuple(&mut self, parts: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
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
        let ty = Type::Tuple(parts.iter().map(|p| p.ty.clone()).collect());
        make(ExprKind::Tuple(parts), ty, span)
    }

    fn range(&mut self, lo: &ast::Expr, hi: Option<&ast::Expr>, exclusive: bool, span: Span) -> Expr {
        let lo = self.expr_of(lo, &Type::Int, "the start of a range");
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

    fn index(&mut self, base: &ast::Expr, index: &[ast::Expr], span: Span) -> Expr {
        if let ast::ExprKind::Name(name) = &base.kind
            && self.local(name).is_none()
            && let Some((Entity::Game(id), _)) = self.names.get(name)
        {
            return self.sum_of_piles(*id, index, span);
        }
        let mut done = self.expr(base, None);
        for i in index {
            done = self.index_once(done, i, span);
        }
        done
    }

    /// `Nim[3, 5, 7]`
    fn sum_of_piles(&mut self, id: GameId, piles: &[ast::Expr], span: Span) -> Expr {
        let parts: Vec<Expr> =
            piles.iter().map(|p| self.position(id, std::slice::from_ref(p), p.span)).collect();
        let sum = |a: Expr, b: Expr| {
            make(ExprKind::Binary(ir::BinaryOp::Sum, Box::new(a), Box::new(b)), Type::Position, span)
        };
        parts.into_iter().reduce(sum).unwrap_or(make(ExprKind::Nothing, Type::Position, span))
    }

    fn index_once(&mut self, base: Expr, index: &ast::Expr, span: Span) -> Expr {
        match self.unifier.resolve(&base.ty) {
            Type::List(t) => {
                if matches!(&index.kind, ast::ExprKind::Number(n) if *n == BigInt::ZERO) {
                    let d = Diagnostic::error("index-zero", "Lists are counted from 1: there is no place 0")
                        .at(index.span, "place 0")
                        .hint("Did you mean [1], the first entry?");
                    self.report(d);
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
                    format!("Only lists and maps have places [..]; this is {}", other.phrase()),
                )
                .at(base.span, other.phrase());
                self.wrong(span, d)
            }
        }
    }

    fn field(&mut self, base: &ast::Expr, field: &ast::Name, span: Span) -> Expr {
        let base = self.expr_of(base, &Type::Cell, "what has a row and a column");
        let is_row = match field.text.as_str() {
            "row" => true,
            "col" => false,
            other => {
                let d = Diagnostic::error(
                    "unknown-field",
                    format!("A cell has `.row` and `.col`, not `.{other}`"),
                )
                .at(field.span, "not known");
                return self.wrong(span, d);
            }
        };
        make(ExprKind::Field(Box::new(base), is_row), Type::Int, span)
    }

    fn chain(&mut self, operands: &[ast::Expr], ops: &[(ast::CompareOp, Span)], span: Span) -> Expr {
        let mut links = vec![];
        for (i, (op, at)) in ops.iter().enumerate() {
            links.push(self.compare(&operands[i], *op, &operands[i + 1], *at));
        }
        let and = |a: Expr, b: Expr| {
            make(ExprKind::Binary(ir::BinaryOp::And, Box::new(a), Box::new(b)), Type::Bool, span)
        };
        links.into_iter().reduce(and).unwrap_or_else(|| wrong_expr(span))
    }

    fn compare(&mut self, a: &ast::Expr, op: ast::CompareOp, b: &ast::Expr, at: Span) -> Expr {
        use ast::CompareOp::*;
        let span = a.span.to(b.span);
        if matches!(op, In | NotIn) {
            return self.membership(a, op == NotIn, b, span);
        }
        let (a, b) = self.operands(a, b);
        if matches!(op, Equal | NotEqual) {
            let ty = self.unifier.resolve(&a.ty);
            let what = format!("the right side of `{}`", if op == Equal { "==" } else { "!=" });
            self.demand(&b, &ty, &what);
        } else {
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
        let (a, b) = (Box::new(a), Box::new(b));
        let kind = match op {
            Equal => ExprKind::Compare(CompareOp::Equal, a, b),
            NotEqual => ExprKind::Compare(CompareOp::NotEqual, a, b),
            Less => ExprKind::Compare(CompareOp::Less, a, b),
            LessEqual => ExprKind::Compare(CompareOp::LessEqual, a, b),
            Greater => ExprKind::Compare(CompareOp::Less, b, a),
            _ => ExprKind::Compare(CompareOp::LessEqual, b, a),
        };
        make(kind, Type::Bool, span)
    }

    /// Both sides of a comparison; each may tell what the other's bare names mean.
    fn operands(&mut self, a: &ast::Expr, b: &ast::Expr) -> (Expr, Expr) {
        if self.needs_hint(a) && !self.needs_hint(b) {
            let b = self.expr(b, None);
            let a = self.expr(a, Some(&b.ty.clone()));
            (a, b)
        } else {
            let a = self.expr(a, None);
            let b = self.expr(b, Some(&a.ty.clone()));
            (a, b)
        }
    }

    fn needs_hint(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Name(n) => self.local(n).is_none() && !self.names.contains_key(n),
            ast::ExprKind::Tuple(_) => true,
            ast::ExprKind::Set(items) => items.iter().any(|i| self.needs_hint(i)),
            _ => false,
        }
    }

    fn membership(&mut self, x: &ast::Expr, negated: bool, source: &ast::Expr, span: Span) -> Expr {
        let source = self.expr(source, None);
        let ty = self.unifier.resolve(&source.ty);
        let Some(element) = ty.element() else {
            if ty != Type::Wrong {
                self.report_no_collection(&source, &ty);
            }
            self.expr(x, None);
            return wrong_expr(span);
        };
        let x = self.expr(x, Some(&element));
        self.demand(&x, &element, "what is looked for");
        let inside = make(ExprKind::In(Box::new(x), Box::new(source)), Type::Bool, span);
        if negated { make(ExprKind::Not(Box::new(inside)), Type::Bool, span) } else { inside }
    }

    fn report_no_collection(&mut self, source: &Expr, ty: &Type) {
        let d = Diagnostic::error("not-a-collection", "`in` needs a set, bag, list, map or range behind it")
            .at(source.span, format!("this is {}", ty.phrase()));
        let d = if *ty == Type::Int { d.hint("Did you mean a range such as `1..n`?") } else { d };
        self.report(d);
    }

    /// Checks binders left to right; their names stay in scope until the caller's scope ends.
    pub(super) fn binders(&mut self, binders: &[ast::Binder]) -> Vec<Binder> {
        binders.iter().map(|b| self.binder(b)).collect()
    }

    fn binder(&mut self, binder: &ast::Binder) -> Binder {
        let kind = match &binder.kind {
            ast::BinderKind::Is { name, value } => {
                let value = self.expr(value, None);
                let slot = self.bind(&name.text, value.ty.clone());
                BinderKind::Is { slot, name: name.text.clone(), value }
            }
            ast::BinderKind::In { names, tuple, source } => self.binder_in(names, *tuple, source),
        };
        let guard = binder.guard.as_ref().map(|g| self.expr_of(g, &Type::Bool, "a guard"));
        Binder { kind, guard, span: binder.span }
    }

    fn binder_in(&mut self, names: &[ast::Name], tuple: bool, source: &ast::Expr) -> BinderKind {
        let source = self.source(source, &names[0].text);
        let ty = self.unifier.resolve(&source.ty);
        let element = match ty.element() {
            Some(element) => element,
            None => {
                if ty != Type::Wrong {
                    self.report_no_collection(&source, &ty);
                }
                Type::Wrong
            }
        };
        let types = if tuple { self.taken_apart(&element, names) } else { vec![element] };
        let slots = names.iter().zip(types).map(|(n, t)| self.bind(&n.text, t)).collect();
        BinderKind::In { slots, names: names.iter().map(|n| n.text.clone()).collect(), source }
    }

    fn taken_apart(&mut self, element: &Type, names: &[ast::Name]) -> Vec<Type> {
        match self.unifier.resolve(element) {
            Type::Tuple(ts) if ts.len() == names.len() => ts,
            Type::Cell if names.len() == 2 => vec![Type::Int, Type::Int],
            Type::Wrong => vec![Type::Wrong; names.len()],
            other => {
                let span = names[0].span.to(names[names.len() - 1].span);
                let d = Diagnostic::error(
                    "wrong-type",
                    format!("{} names are bound here, but each element is {}", names.len(), other.phrase()),
                )
                .at(span, other.phrase());
                self.report(d);
                vec![Type::Wrong; names.len()]
            }
        }
    }

    /// The source of a binder: something finite.
    fn source(&mut self, source: &ast::Expr, name: &str) -> Expr {
        let checked = self.expr(source, None);
        if let ExprKind::Range(_, None) = checked.kind {
            let d =
                Diagnostic::error("infinite-source", format!("`{name}` runs through endlessly many numbers"))
                    .at(source.span, "this range has no end")
                    .hint(format!("Should there be a largest {name}, as in `{name} in 1..n`?"));
            return self.wrong(source.span, d);
        }
        checked
    }

    fn comprehension(
        &mut self,
        fold: Fold,
        item: &ast::Expr,
        binders: &[ast::Binder],
        span: Span,
        want: Option<Type>,
    ) -> Expr {
        self.scoped(|c| {
            let binders = c.binders(binders);
            let item = c.expr(item, want.as_ref());
            let ty = match fold {
                Fold::Set => Type::Set(Box::new(item.ty.clone())),
                Fold::Bag => Type::Bag(Box::new(item.ty.clone())),
                _ => Type::List(Box::new(item.ty.clone())),
            };
            make(ExprKind::For(fold, Box::new(item), binders), ty, span)
        })
    }

    fn fold(&mut self, name: &ast::Name, item: &ast::Expr, binders: &[ast::Binder], span: Span) -> Expr {
        let fold = match name.text.as_str() {
            "sum" => Fold::Sum,
            "max" => Fold::Max,
            "min" => Fold::Min,
            "count" => Fold::Count,
            "any" => Fold::Any,
            "all" => Fold::All,
            "none" => Fold::None,
            "bag" => return self.comprehension(Fold::Bag, item, binders, span, None),
            "map" => return self.map_for(item, binders, span),
            _ => return self.call_of_comprehension(name, item, binders, span),
        };
        self.scoped(|c| {
            let binders = c.binders(binders);
            let (fold, item) = c.fold_item(fold, name, item);
            let ty = match fold {
                Fold::SumPositions => Type::Position,
                Fold::Sum | Fold::Max | Fold::Min | Fold::Count => Type::Int,
                _ => Type::Bool,
            };
            make(ExprKind::For(fold, Box::new(item), binders), ty, span)
        })
    }

    fn fold_item(&mut self, fold: Fold, name: &ast::Name, item: &ast::Expr) -> (Fold, Expr) {
        let what = format!("what `{}` collects", name.text);
        match fold {
            Fold::Count | Fold::Any | Fold::All | Fold::None => {
                (fold, self.expr_of(item, &Type::Bool, &what))
            }
            Fold::Sum => {
                let item = self.expr(item, None);
                if self.unifier.resolve(&item.ty) == Type::Position {
                    return (Fold::SumPositions, item);
                }
                self.demand(&item, &Type::Int, &what);
                (fold, item)
            }
            _ => (fold, self.expr_of(item, &Type::Int, &what)),
        }
    }

    fn map_for(&mut self, item: &ast::Expr, binders: &[ast::Binder], span: Span) -> Expr {
        let ast::ExprKind::Entry(k, v) = &item.kind else {
            let d = Diagnostic::error("not-an-entry", "A map is written map(key to value for ...)")
                .at(item.span, "no `to` here");
            return self.wrong(span, d);
        };
        self.scoped(|c| {
            let binders = c.binders(binders);
            let (k, v) = (c.expr(k, None), c.expr(v, None));
            let ty = Type::Map(Box::new(k.ty.clone()), Box::new(v.ty.clone()));
            make(ExprKind::MapFor(Box::new(k), Box::new(v), binders), ty, span)
        })
    }

    /// `mex(value(Q) for Q in options(P))`: a function of one collection, applied to a comprehension.
    fn call_of_comprehension(
        &mut self,
        name: &ast::Name,
        item: &ast::Expr,
        binders: &[ast::Binder],
        span: Span,
    ) -> Expr {
        let kind = match name.text.as_str() {
            "sort" | "reverse" | "join" => ast::ExprKind::ListFor(Box::new(item.clone()), binders.to_vec()),
            _ => ast::ExprKind::SetFor(Box::new(item.clone()), binders.to_vec()),
        };
        let arg = ast::Expr { kind, span: item.span };
        self.call(name, &[arg], span)
    }

    fn call_builtin(&mut self, f: Builtin, args: &[ast::Expr], span: Span) -> Expr {
        if f.is_question() {
            self.ask(span);
        }
        let checked = self.builtin_arguments(f, args, span);
        let Some(args) = checked else { return wrong_expr(span) };
        let ty = self.builtin_type(f, &args, span);
        make(ExprKind::Builtin(f, args), ty, span)
    }

    /// Checks the arguments of a native function one by one, as far as their types are fixed.
    fn builtin_arguments(&mut self, f: Builtin, args: &[ast::Expr], span: Span) -> Option<Vec<Expr>> {
        use Builtin::*;
        let cells = Type::Set(Box::new(Type::Cell));
        let step = Type::Tuple(vec![Type::Int, Type::Int]);
        let fixed: Option<Vec<Type>> = match f {
            Abs | NimInverse => Some(vec![Type::Int]),
            NimTimes => Some(vec![Type::Int, Type::Int]),
            Board => Some(vec![Type::Text]),
            Touching => Some(vec![Type::Cell]),
            Islands | Turned | Mirrored | Shifted => Some(vec![cells]),
            Ray => Some(vec![Type::Cell, step, cells]),
            Repeat => Some(vec![Type::Text, Type::Int]),
            Join if args.len() > 1 => Some(vec![Type::List(Box::new(Type::Text)), Type::Text]),
            Join => Some(vec![Type::List(Box::new(Type::Text))]),
            Value | Outcome | Moves | Options | Winning | Remoteness => Some(vec![Type::Position]),
            Min | Max if args.len() > 1 => Some(vec![Type::Int; args.len()]),
            _ => None,
        };
        if let Some(types) = fixed {
            let wrong = args.len() != types.len();
            let args = self.arguments(f.name(), args, &types, span, None);
            return (!wrong).then_some(args);
        }
        let wanted = if f == Put { 3 } else { 1 };
        if args.len() != wanted {
            let d = Diagnostic::error(
                "wrong-number-of-arguments",
                format!("{} takes {}, not {}", f.name(), count(wanted, "argument"), args.len()),
            )
            .at(span, format!("{} here", count(args.len(), "argument")))
            .hint(format!("Did you mean `{}`?", f.usage()));
            self.report(d);
            return None;
        }
        let mut done = vec![self.expr(&args[0], None)];
        if f == Put {
            let (k, v) = self.put_types(&done[0]);
            done.push(self.expr_of(&args[1], &k, "the place to put"));
            done.push(self.expr_of(&args[2], &v, "what to put there"));
        }
        Some(done)
    }

    fn put_types(&mut self, base: &Expr) -> (Type, Type) {
        match self.unifier.resolve(&base.ty) {
            Type::List(t) => (Type::Int, *t),
            Type::Map(k, v) => (*k, *v),
            _ => (self.unifier.fresh(), self.unifier.fresh()),
        }
    }

    /// What a native function gives, from what it was given; a report if that does not fit.
    fn builtin_type(&mut self, f: Builtin, args: &[Expr], span: Span) -> Type {
        use Builtin::*;
        let first = self.unifier.resolve(&args[0].ty);
        let element = first.element();
        let list_of = |t: Type| Type::List(Box::new(t));
        let result = match (f, &first) {
            (Abs | NimTimes | NimInverse, _) => Some(Type::Int),
            (Min | Max, _) if args.len() > 1 => Some(Type::Int),
            (Size, Type::Text) => Some(Type::Int),
            (Size, _) => element.as_ref().map(|_| Type::Int),
            (Min | Max | Total | Mex, _) => self.numeric(f, element.as_ref()),
            (Least | Largest, Type::Set(_) | Type::Bag(_) | Type::List(_)) => element,
            (Indices, Type::List(_)) => Some(Type::Set(Box::new(Type::Int))),
            (Indices, Type::Map(k, _)) => Some(Type::Set(k.clone())),
            (Put, Type::List(_) | Type::Map(..)) => Some(first.clone()),
            (Sort, Type::Set(_) | Type::Bag(_) | Type::List(_)) => element.map(list_of),
            (Reverse, Type::List(_)) => Some(first.clone()),
            (Board | Touching | Ray | Turned | Mirrored | Shifted, _) => {
                Some(Type::Set(Box::new(Type::Cell)))
            }
            (Islands, _) => Some(Type::Set(Box::new(Type::Set(Box::new(Type::Cell))))),
            (Repeat | Join, _) => Some(Type::Text),
            (Value | Remoteness, _) => Some(Type::Int),
            (Outcome, _) => Some(outcome_type()),
            (Moves | Winning, _) => Some(list_of(Type::Text)),
            (Options, _) => Some(list_of(Type::Position)),
            (_, Type::Wrong) => Some(Type::Wrong),
            _ => None,
        };
        result.unwrap_or_else(|| {
            let d = Diagnostic::error(
                "wrong-type",
                format!("`{}` does not work on {}", f.name(), first.phrase()),
            )
            .at(args[0].span, first.phrase())
            .also(span, f.usage());
            self.report(d);
            Type::Wrong
        })
    }

    fn numeric(&mut self, f: Builtin, element: Option<&Type>) -> Option<Type> {
        match self.unifier.resolve(element?) {
            Type::Position if f == Builtin::Total => Some(Type::Position),
            t => self.unifier.unify(&t, &Type::Int).then_some(Type::Int),
        }
    }
}

/// What a wanted collection says about its elements.
fn element_hint(want: Option<&Type>) -> Option<Type> {
    want.and_then(Type::element)
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
