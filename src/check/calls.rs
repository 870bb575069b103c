//! Calls: games, definitions and native functions with their arguments.

use super::builtins::{Builtin, Plain};
use super::drawn::odd_marks;
use super::ir::{BinaryOp, Expr, ExprKind, GameId, LetId};
use super::partial::{bound_outside, is_open, not_open};
use super::scope::{Checker, Entity, GameSource, wrong_expr};
use super::target::spelled;
use super::types::{Type, outcome_type, player_type};
use super::typing::{count, make};
use super::uses::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

impl Checker {
    pub(super) fn call(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        if self.local(&name.text).is_none() && self.frame.outside.contains(&name.text) {
            return self.wrong(span, bound_outside(name.span));
        }
        let is_let = self.local(&name.text).is_none()
            && matches!(self.names.get(&name.text), Some((Entity::Let(_), _)));
        if let Some(open) = args.iter().find(|a| is_open(a))
            && !is_let
            && self.local("_").is_none()
        {
            let native = Builtin::named(&name.text).filter(|_| !self.names.contains_key(&name.text));
            let applied = native.and_then(|f| {
                let types = fixed_types(f, args.len())?;
                self.native_applied((f, &types), name, args, span)
            });
            return applied.unwrap_or_else(|| self.wrong(span, not_open(name, open.span)));
        }
        if let Some(slot) = self.local(&name.text) {
            let ty = self.unifier.resolve(&self.frame.slots[slot as usize]);
            if let Type::Function(params, result) = ty {
                self.note_local(name.span, slot);
                let args = self.arguments(&name.text, args, &params, span, None);
                return make(ExprKind::CallLocal(slot, args), *result, span);
            }
            if !self.names.contains_key(&name.text) && Builtin::named(&name.text).is_none() {
                let d = Diagnostic::error(
                    "not-a-function",
                    format!("`{}` is {}, not a function", name.text, ty.phrase()),
                )
                .at(name.span, ty.phrase());
                return self.wrong(span, not_called(d, &ty, name, args, span));
            }
        }
        match (name.text.as_str(), self.names.get(&name.text).map(|(entity, _)| *entity)) {
            (_, Some(Entity::Game(id))) => {
                self.note_global(name.span, &name.text);
                let params: Vec<Type> = self.program.game(id).params.iter().map(|p| p.ty.clone()).collect();
                args.iter().enumerate().for_each(|(i, a)| self.note_twice(a, params.get(i)));
                self.position(id, args, span)
            }
            (_, Some(Entity::Let(id))) => {
                let checked = self.call_let(id, name, args, span);
                self.note_global(name.span, &name.text);
                checked
            }
            ("bag", _) => {
                let hint = self.wanted(want, |t| matches!(t, Type::Bag(_))).and_then(|t| t.element());
                let (items, ty) = self.elements(args, hint, "an element of the bag");
                make(ExprKind::Bag(items), Type::Bag(Box::new(ty)), span)
            }
            ("map", _) => self.map_literal(args, span, want),
            // Its arguments may be names that it would have brought with it.
            (text, None) if self.is_broken(text) => wrong_expr(span),
            (text, None) => match Builtin::named(text) {
                Some(f) => {
                    self.note_use(name.span, Kind::Builtin, None, None);
                    let asks = f.is_question() || f == Builtin::Mex;
                    if let Some(d) =
                        self.asked_of_options(text, args, span).filter(|_| asks && f != Builtin::Options)
                    {
                        args.iter().for_each(|a| drop(self.expr(a, None)));
                        return self.wrong(span, d);
                    }
                    if let Some(d) = self.fold_by_comma(name, args, span) {
                        return self.wrong(span, d);
                    }
                    self.call_builtin(f, args, span)
                }
                None => {
                    let of_map = self.values_of_map(name, args, span);
                    if let Some(d) = of_map.or_else(|| self.asked_of_board(name, args, span)) {
                        return self.wrong(span, d);
                    }
                    let d = self.unknown_function(name, args, span);
                    // What is written again whole has no further mistakes.
                    let whole = matches!(
                        text,
                        "all" | "any" | "none" | "range" | "swap" | "filter" | "reduce" | "fold"
                    );
                    let each = whole && !d.replacements.is_empty();
                    args.iter().filter(|_| !each).for_each(|a| drop(self.expr(a, None)));
                    self.wrong(span, d)
                }
            },
        }
    }

    pub(super) fn call_let(&mut self, id: LetId, name: &ast::Name, args: &[ast::Expr], span: Span) -> Expr {
        if !self.use_let(id, name.span) {
            return wrong_expr(span);
        }
        let definition = self.program.definition(id);
        let (at, is_function) = (definition.span, definition.is_function);
        let params: Vec<Type> = definition.params.iter().map(|p| p.ty.clone()).collect();
        let result = definition.body.ty.clone();
        if !is_function {
            match self.unifier.resolve(&result) {
                Type::Function(params, to) => return self.call_held(id, name, args, (params, *to), span),
                Type::Wrong => return wrong_expr(span),
                _ => {}
            }
            let d = Diagnostic::error(
                "not-a-function",
                format!("`{}` is {}, not a function", name.text, result.phrase()),
            )
            .at(name.span, result.phrase())
            .also(at, "defined without parameters");
            return self.wrong(span, not_called(d, &result, name, args, span));
        }
        if args.iter().any(is_open) && self.local("_").is_none() {
            let params = self.program.definition(id).params.clone();
            let call = |_: &mut Checker, args| make(ExprKind::Call(id, args), result, span);
            return self.partly_applied(at, params, name, args, span, call);
        }
        let told = self.diagnostics.len();
        let args = self.arguments(&name.text, args, &params, span, Some(at));
        self.say_own_name(name, told);
        make(ExprKind::Call(id, args), result, span)
    }

    /// `value(Nim(3))` where the text has a `value` of its own: that of the language may have been meant.
    fn say_own_name(&mut self, name: &ast::Name, told: usize) {
        let known = Builtin::named(&name.text).is_some();
        let wrong = |d: &&mut Diagnostic| matches!(d.code, "wrong-type" | "wrong-number-of-arguments");
        let of_call = |d: &&mut Diagnostic| d.title.contains(name.text.as_str());
        for d in self.diagnostics[told..].iter_mut().filter(wrong).filter(of_call).filter(|_| known) {
            let found = Diagnostic { hints: vec![], replacements: vec![], ..d.clone() };
            let note =
                format!("`{}` is your own function here; the language has one of that name, too.", name.text);
            *d = found
                .note(note)
                .hint(format!("Could your own have another name, such as `my_{}`?", name.text));
        }
    }

    pub(super) fn position(&mut self, id: GameId, args: &[ast::Expr], span: Span) -> Expr {
        let game = self.program.game(id);
        let (name, at) = (game.name.clone(), game.span);
        let params: Vec<Type> = game.params.iter().map(|p| p.ty.clone()).collect();
        if let Some(d) = piles_at_once(&name, args, &params, span) {
            return self.wrong(span, d);
        }
        let args = self.arguments(&name, args, &params, span, Some(at));
        make(ExprKind::Position(id, args), Type::Position, span)
    }

    /// Checks arguments against parameter types; missing ones are made up after the report.
    pub(super) fn arguments(
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
            let ends = super::elsewhere::ends(args, span);
            let d = match super::elsewhere::joined_lists(d.clone(), args, ends) {
                Some(joined) if matches!(params, [Type::List(_)]) => joined,
                _ => self.with_the_others(d, name, args, span),
            };
            let d = self.with_fewer(d, (name, span), args, params);
            let mended = !d.replacements.is_empty();
            self.report(d);
            let told = self.diagnostics.len();
            args.iter().for_each(|a| drop(self.expr(a, None)));
            // What has a wrong type as it stands may be right in its place.
            let behind = self.diagnostics.split_off(told);
            self.diagnostics.extend(behind.into_iter().filter(|d| !mended || d.code != "wrong-type"));
            return params.iter().map(|_| wrong_expr(span)).collect();
        }
        if let Some(d) = self.other_order(name, args, params) {
            self.report(d);
            return params.iter().map(|_| wrong_expr(span)).collect();
        }
        let what = |i: usize| {
            if params.len() == 1 {
                format!("the argument of {name}")
            } else {
                format!("argument {} of {name}", i + 1)
            }
        };
        let mut argument = |(i, (a, t)): (usize, (&ast::Expr, &Type))| match self
            .entry_for_list(a, t)
            .or_else(|| self.row_for_all(a, t))
            .or_else(|| self.call_left_open(a, t))
            .or_else(|| self.cell_with(a, t))
            .or_else(|| self.chosen_changed(a, t))
        {
            Some(d) => self.wrong(a.span, d),
            None => self.expr_of(a, t, &what(i)),
        };
        args.iter().zip(params).enumerate().map(&mut argument).collect()
    }

    /// The type that is wanted, if it is of that kind.
    pub(super) fn wanted(&self, want: Option<&Type>, kind: impl Fn(&Type) -> bool) -> Option<Type> {
        want.map(|t| self.unifier.resolve(t)).filter(kind)
    }

    /// Of a map that is wanted the types of keys and values, else types not known yet.
    pub(super) fn entry_types(&mut self, want: Option<&Type>) -> (Type, Type) {
        match self.wanted(want, |t| matches!(t, Type::Map(..))) {
            Some(Type::Map(k, v)) => (*k, *v),
            _ => (self.unifier.fresh(), self.unifier.fresh()),
        }
    }

    pub(super) fn map_literal(&mut self, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let (kt, vt) = self.entry_types(want);
        let mut entries = vec![];
        for arg in args {
            match &arg.kind {
                ast::ExprKind::Entry(k, v) => {
                    let k = self.expr_of(k, &kt, "a key of the map");
                    entries.push((k, self.expr_of(v, &vt, "a value of the map")));
                }
                _ if self.mapped(args, span) => return wrong_expr(span),
                _ => {
                    let d = Diagnostic::error("not-an-entry", "A map is written map(key to value, ...)")
                        .at(arg.span, "no `to` here");
                    self.report(d);
                }
            }
        }
        make(ExprKind::Map(entries), Type::Map(Box::new(kt), Box::new(vt)), span)
    }

    /// Whether a function has one parameter, a list. The function may be defined further down: it is checked first.
    fn takes_a_list(&mut self, id: LetId) -> bool {
        if self.is_recursive_use(id) {
            return false;
        }
        self.define_let(id);
        match self.program.definition(id).params.as_slice() {
            [only] => matches!(self.unifier.resolve(&only.ty), Type::List(_)),
            _ => false,
        }
    }

    /// `mex(value(Q) for Q in options(P))`: a function of one collection, applied to a comprehension.
    pub(super) fn call_of_comprehension(
        &mut self,
        name: &ast::Name,
        item: &ast::Expr,
        binders: &[ast::Binder],
        span: Span,
    ) -> Expr {
        if Builtin::named(&name.text).is_some_and(Builtin::is_question)
            && !self.names.contains_key(&name.text)
        {
            let f = &name.text;
            let d =
                Diagnostic::error("wrong-type", format!("`{f}` asks about one position; these are several"));
            let d =
                d.at(item.span, "one for each choice").hint(format!("Did you mean `[{f}(...) for ...]`?"));
            let d = d.replace(Span { end: item.span.start, ..name.span }, format!("[{f}("));
            let d = d.replace(Span { start: item.span.end, end: item.span.end, ..span }, ")");
            return self.wrong(span, d.replace(Span { start: span.end - 1, ..span }, "]"));
        }
        let of_list = match self.names.get(&name.text) {
            Some((Entity::Let(id), _)) => self.takes_a_list(*id),
            _ => false,
        };
        let kind = match name.text.as_str() {
            _ if of_list => ast::ExprKind::ListFor(Box::new(item.clone()), binders.to_vec()),
            "sort" | "reverse" | "join" | "nimsum" => {
                ast::ExprKind::ListFor(Box::new(item.clone()), binders.to_vec())
            }
            _ => ast::ExprKind::SetFor(Box::new(item.clone()), binders.to_vec()),
        };
        let arg = ast::Expr { kind, span: item.span };
        self.call(name, &[arg], span, None)
    }

    pub(super) fn call_builtin(&mut self, f: Builtin, args: &[ast::Expr], span: Span) -> Expr {
        if let (Builtin::GrundyFunctions, [ast::Expr { kind: ast::ExprKind::Name(name), .. }]) = (f, args)
            && let Some(all) = self.whole_graph(name, span)
        {
            self.note_global(args[0].span, name);
            self.ask(span);
            let ty = self.builtin_type(f, std::slice::from_ref(&all), span);
            return make(ExprKind::Builtin(f, vec![all]), ty, span);
        }
        if f.is_question() {
            self.ask(span);
        }
        match (f, args) {
            (Builtin::Board, [ast::Expr { kind: ast::ExprKind::Text(_), .. }, ..]) if args.len() > 1 => {
                let d = Diagnostic::error("wrong-type", "A board is one text: its rows end with `|`");
                let texts: Vec<&str> = args
                    .iter()
                    .filter_map(|a| match &a.kind {
                        ast::ExprKind::Text(t) => Some(t.as_str()),
                        _ => None,
                    })
                    .collect();
                let whole = args[0].span.to(args[args.len() - 1].span);
                return self.wrong(span, d.at(whole, "").instead(whole, format!("\"{}\"", texts.join("|"))));
            }
            (Builtin::Board, [ast::Expr { kind: ast::ExprKind::Text(drawing), span }]) => {
                odd_marks(drawing, *span).into_iter().for_each(|d| self.report(d));
            }
            (Builtin::Board, [rows, cols]) => return self.rectangle(rows, cols, span),
            (Builtin::Repeat, [row, times]) => {
                if let Some(d) = self.other_order("repeat", args, &[Type::Text, Type::Int]) {
                    return self.wrong(span, d);
                }
                let checked = self.expr(row, None);
                if let Type::List(entry) = self.unifier.resolve(&checked.ty) {
                    return self.repeated_list(checked, &entry, times, span);
                }
            }
            _ => {}
        }
        let checked = self.builtin_arguments(f, args, span);
        let Some(done) = checked else { return wrong_expr(span) };
        if f == Builtin::Total {
            self.remark_on_keys(&args[0], &done[0]);
        }
        let ty = self.builtin_type(f, &done, span);
        make(ExprKind::Builtin(f, done), ty, span)
    }

    /// `sum(m)` of a map of numbers to numbers: the keys are added, not the values.
    fn remark_on_keys(&mut self, written: &ast::Expr, done: &Expr) {
        let Type::Map(key, value) = self.unifier.resolve(&done.ty) else { return };
        let Some(m) = spelled(written).filter(|_| *key == Type::Int && *value == Type::Int) else { return };
        let d = Diagnostic::warning("keys-added", "`sum` adds the keys of a map, not its values");
        let d = d
            .at(written.span, "its keys are added")
            .hint(format!("Did you mean `sum({m}[key] for key in {m})`?"));
        self.report(d.replace(written.span, format!("{m}[key] for key in {m}")));
    }

    /// A graph by its name alone: all its vertices beside each other.
    pub(super) fn whole_graph(&mut self, name: &str, span: Span) -> Option<Expr> {
        let Some((Entity::Game(id), _)) = self.names.get(name) else { return None };
        let id = *id;
        let GameSource::Graph(_) = &self.game_defs[id.0 as usize] else { return None };
        let game = self.program.game(id);
        let (ty, graph) = (game.params.first()?.ty.clone(), game.graph.as_ref()?);
        let vertex = |i: usize| match &ty {
            Type::Int => graph.vertices[i].parse().ok().map(ExprKind::Int),
            _ => Some(ExprKind::Case(i as u32)),
        };
        let vertices: Option<Vec<ExprKind>> = (0..graph.vertices.len()).map(vertex).collect();
        let position =
            |kind| make(ExprKind::Position(id, vec![make(kind, ty.clone(), span)]), Type::Position, span);
        let sum = |a: Expr, b: Expr| {
            make(ExprKind::Binary(BinaryOp::Sum, Box::new(a), Box::new(b)), Type::Position, span)
        };
        vertices?.into_iter().map(position).reduce(sum)
    }

    /// Checks the arguments of a native function one by one, as far as their types are fixed.
    pub(super) fn builtin_arguments(
        &mut self,
        f: Builtin,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        use Builtin::*;
        if let (Touching, [p, other]) = (f, args)
            && let Some((p, q)) = super::target::spelled(p).zip(super::target::spelled(other))
        {
            let title = "touching takes 1 argument, not 2";
            let d = Diagnostic::error("wrong-number-of-arguments", title).at(span, "2 arguments here");
            let text = match self.plain_type(other) {
                Some(Type::Set(_)) => format!("touching({p}) common {q}"),
                _ => format!("{q} in touching({p})"),
            };
            self.report(d.instead(span, text));
            return None;
        }
        if let Some(types) = fixed_types(f, args.len()) {
            let wrong = args.len() != types.len();
            let args = self.arguments(f.name(), args, &types, span, None);
            return (!wrong).then_some(args);
        }
        let wanted = match f {
            Put | Iterate => 3,
            Join if args.len() == 2 => 2,
            Connected => 2,
            _ => 1,
        };
        if args.len() != wanted {
            let d = Diagnostic::error(
                "wrong-number-of-arguments",
                format!("{} takes {}, not {}", f.name(), count(wanted, "argument"), args.len()),
            )
            .at(span, format!("{} here", count(args.len(), "argument")));
            let d = match (f, args.len()) {
                (Put, 4) => super::elsewhere::deep_put(d, args, span),
                (Put, 2) => match self.put_into_set(args, span) {
                    Some(d) => d,
                    None => d.hint(format!("Did you mean `{}`?", f.usage())),
                },
                (Total, _) if self.terms(args, span, &d).is_some() => self.terms(args, span, &d).unwrap_or(d),
                _ => d.hint(format!("Did you mean `{}`?", f.usage())),
            };
            self.report(d);
            return None;
        }
        let mut done = vec![self.expr(&args[0], None)];
        if f == Put {
            let base = self.unifier.resolve(&done[0].ty);
            let place = super::elsewhere::pair_as_place(args, &base, span);
            let behind = || super::parts::put_behind(args, &base, span);
            let letter = || super::elsewhere::letter_put(args, &base, span);
            let element = || self.put_in_place_of(args, &base, span);
            let apart = || self.key_taken_apart(&args[0], &args[1]);
            if let Some(d) = place.or_else(letter).or_else(behind).or_else(element).or_else(apart) {
                self.report(d);
                return None;
            }
            if matches!(&args[1].kind, ast::ExprKind::Number(n) if *n == 0.into())
                && matches!(base, Type::List(_))
            {
                self.report(super::entries::place_zero(args[1].span));
            }
            let (k, v) = self.put_types(&done[0]);
            done.push(self.expr_of(&args[1], &k, "the place to put"));
            done.push(self.expr_of(&args[2], &v, "what to put there"));
        } else if f == Join && args.len() == 2 {
            done.push(self.expr_of(&args[1], &Type::Text, "what stands between"));
        } else if f == Connected {
            let vertex = self.vertex_type(&done[0]);
            done.push(self.expr_of(&args[1], &vertex, "the vertex to begin at"));
        } else if f == Iterate {
            let step = self.unifier.fresh();
            let wanted = Type::Function(vec![step.clone()], Box::new(step.clone()));
            self.demand(&done[0], &wanted, "what is iterated");
            done.push(self.expr_of(&args[1], &step, "where to begin"));
            done.push(self.expr_of(&args[2], &Type::Int, "how often"));
        }
        Some(done)
    }

    /// An edge is a tuple whose first two entries are its ends, or a set of vertices.
    fn edge_type(&mut self, edge: Option<Type>) -> Option<Type> {
        match self.unifier.resolve(&edge?) {
            Type::Tuple(ends) if ends.len() > 1 && self.unifier.unify(&ends[0], &ends[1]) => {
                Some(Type::Tuple(ends))
            }
            edge @ (Type::Set(_) | Type::Unknown(_)) => Some(edge),
            _ => None,
        }
    }

    /// The vertices of a graph given by its edges.
    fn vertex_type(&mut self, edges: &Expr) -> Type {
        match self.unifier.resolve(&edges.ty).element() {
            Some(Type::Tuple(ends)) if ends.len() > 1 && self.unifier.unify(&ends[0], &ends[1]) => {
                ends[0].clone()
            }
            Some(Type::Set(v)) => *v,
            _ => self.unifier.fresh(),
        }
    }

    pub(super) fn put_types(&mut self, base: &Expr) -> (Type, Type) {
        match self.unifier.resolve(&base.ty) {
            Type::List(t) => (Type::Int, *t),
            Type::Map(k, v) => (*k, *v),
            _ => (self.unifier.fresh(), self.unifier.fresh()),
        }
    }

    /// What a native function gives, from what it was given; a report if that does not fit.
    pub(super) fn builtin_type(&mut self, f: Builtin, args: &[Expr], span: Span) -> Type {
        use Builtin::*;
        let first = self.unifier.resolve(&args[0].ty);
        if first == Type::Wrong {
            return Type::Wrong;
        }
        let element = first.element();
        let list_of = |t: Type| Type::List(Box::new(t));
        let result = match (f, &first) {
            (Min | Max, _) if args.len() > 1 => Some(Type::Int),
            (Size, Type::Text) => Some(Type::Int),
            (Size, _) => element.as_ref().map(|_| Type::Int),
            (Min | Max | Total | Mex | BooleanMex | NimSum, _) => self.numeric(f, element.as_ref()),
            (Least | Largest, Type::Set(_) | Type::Bag(_) | Type::List(_)) => element,
            (Indices, Type::List(_)) => Some(Type::Set(Box::new(Type::Int))),
            (Indices, Type::Map(k, _)) => Some(Type::Set(k.clone())),
            (Put, Type::List(_) | Type::Map(..)) => Some(first.clone()),
            (Sort, Type::Set(_) | Type::Bag(_) | Type::List(_)) => element.map(list_of),
            (Reverse, Type::List(_)) => Some(first.clone()),
            (Connected, _) => self.edge_type(element).map(|e| Type::Set(Box::new(e))),
            (Iterate, _) => Some(self.unifier.resolve(&args[1].ty)),
            (Join, Type::Set(_) | Type::Bag(_) | Type::List(_)) => Some(Type::Text),
            _ => f.types().map(|(_, gives)| type_of(gives)),
        };
        result.unwrap_or_else(|| {
            let d = Diagnostic::error(
                "wrong-type",
                format!("`{}` does not work on {}", f.name(), first.phrase()),
            )
            .at(args[0].span, first.phrase())
            .also(span, f.usage());
            let d = match (f, &first) {
                (Indices, Type::Text) => d
                    .hint("Did you mean `1..size(...)`, its places?")
                    .replace(Span { end: args[0].span.start, ..span }, "1..size("),
                (Size, Type::Int) => d
                    .hint("Did you mean the number itself?")
                    .replace(Span { end: args[0].span.start, ..span }, "(")
                    .replace(Span { start: args[0].span.end, ..span }, ")"),
                (Mex, Type::Position) => d
                    .hint("Did you mean `value(...)`, the mex of the values of its options?")
                    .replace(Span { end: args[0].span.start, ..span }, "value("),
                _ => d,
            };
            self.report(d);
            Type::Wrong
        })
    }

    pub(super) fn numeric(&mut self, f: Builtin, element: Option<&Type>) -> Option<Type> {
        match self.unifier.resolve(element?) {
            Type::Position if f == Builtin::Total => Some(Type::Position),
            t => self.unifier.unify(&t, &Type::Int).then_some(Type::Int),
        }
    }
}

/// The types of so many arguments of a native function, where they do not depend on each other.
pub(super) fn fixed_types(f: Builtin, args: usize) -> Option<Vec<Type>> {
    use Builtin::*;
    match f {
        Moves | Options | Winning | Remoteness if args > 1 => Some(vec![Type::Position, player_type()]),
        Min | Max if args > 1 => Some(vec![Type::Int; args]),
        _ => f.types().map(|(takes, _)| takes.iter().map(|t| type_of(*t)).collect()),
    }
}

/// A type of a native function as a type of the language.
fn type_of(plain: Plain) -> Type {
    let boxed = |t: &Plain| Box::new(type_of(*t));
    match plain {
        Plain::Int => Type::Int,
        Plain::Bool => Type::Bool,
        Plain::Text => Type::Text,
        Plain::Cell => Type::Cell,
        Plain::Drawing => Type::Drawing,
        Plain::Position => Type::Position,
        Plain::Outcome => outcome_type(),
        Plain::Pair(a, b) => Type::Tuple(vec![type_of(*a), type_of(*b)]),
        Plain::Set(t) => Type::Set(boxed(t)),
        Plain::List(t) => Type::List(boxed(t)),
        Plain::Map(k, v) => Type::Map(boxed(k), boxed(v)),
    }
}

/// `row(1)`, `n(k + 1)`: a value that is called; what was meant depends on its type.
fn not_called(d: Diagnostic, ty: &Type, name: &ast::Name, args: &[ast::Expr], span: Span) -> Diagnostic {
    let open = |first: &ast::Expr| Span { start: name.span.end, end: first.span.start, ..span };
    let close = |last: &ast::Expr| Span { start: last.span.end, ..span };
    match (ty, args) {
        (Type::List(_) | Type::Map(..) | Type::Text, [place]) => d
            .hint(format!("Did you mean `{}[...]`?", name.text))
            .replace(open(place), "[")
            .replace(close(place), "]"),
        (Type::Set(of), [r, c]) if **of == Type::Cell => match (spelled(r), spelled(c)) {
            (Some(r), Some(c)) => d.instead(span, format!("({r}, {c}) in {}", name.text)),
            _ => d,
        },
        (Type::Set(_) | Type::Bag(_), [x]) => match spelled(x) {
            Some(x) => d.instead(span, format!("{x} in {}", name.text)),
            None => d,
        },
        (Type::Int, [_]) => d
            .hint(format!("Did you mean `{} * (...)`?", name.text))
            .replace(Span { start: name.span.end, end: name.span.end, ..span }, " * "),
        _ => d,
    }
}

/// `Nim([3, 5])`, `Nim({3, 5})`, `Nim(3, 5)`: several piles of a game over one number.
fn piles_at_once(name: &str, args: &[ast::Expr], params: &[Type], span: Span) -> Option<Diagnostic> {
    use ast::ExprKind as A;
    let [Type::Int] = params else { return None };
    let (first, last) = (args.first()?.span, args.last()?.span);
    let inside = match (&args[0].kind, args.len()) {
        (A::List(piles) | A::Set(piles), 1) if !piles.is_empty() => 1,
        (_, 2..) => 0,
        _ => return None,
    };
    let name_end = span.start + name.len() as u32;
    let code = if inside == 1 { "wrong-type" } else { "wrong-number-of-arguments" };
    let title = format!("A position of {name} has one number; several piles are written in square brackets");
    let d = Diagnostic::error(code, title);
    // `Nim[[3, 5]]` has its square brackets already.
    let (start, open, end) =
        if first.start < name_end { (first.start, "", last.end) } else { (name_end, "[", span.end) };
    // A set has each element once: two equal piles were meant to be two.
    let twice = |piles: &[ast::Expr]| {
        let numbers = piles.iter().filter_map(|e| match &e.kind {
            A::Number(n) => Some(n),
            _ => None,
        });
        let mut numbers: Vec<_> = numbers.collect();
        numbers.sort();
        numbers.windows(2).any(|two| two[0] == two[1])
    };
    let d = match &args[0].kind {
        A::Set(piles) if twice(piles) => {
            d.note("A set has each element once; a bag such as `bag(3, 3)` keeps copies.")
        }
        _ => d,
    };
    let close = Span { start: last.end - inside, end, ..span };
    let closing = if open.is_empty() { "" } else { "]" };
    let open_at = Span { start, end: first.start + inside, ..span };
    Some(
        d.at(span, "")
            .hint(format!("Did you mean `{name}[...]`?"))
            .replace(open_at, open)
            .replace(close, closing),
    )
}
