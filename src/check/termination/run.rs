//! Expressions evaluated over unknowns. What an expression may give is split into paths; what is not understood gives
//! a new unknown about which nothing is known. So everything said about the results holds of every real move.

use super::allowance;
use super::fixed::is_fixed_value;
use super::linear::{Lin, Var};
use super::needs::Needs;
use super::symbol::{Coll, Frame, Kind, Node, Part, Path, Val};
use super::unknowns::{has_parts, number};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, GameId, LetId, Program};
use crate::check::types::{Shape, Type};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Paths with what each gives.
pub(super) type Out<'a, T> = Vec<(Path<'a>, T)>;

/// An evaluation of a program over unknowns.
pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    /// The names of unknowns that have one, for messages.
    pub(super) names: Vec<Option<String>>,
    next: u32,
    /// What definitions without parameters stand for: the same wherever they are named.
    globals: BTreeMap<LetId, Out<'a, Val<'a>>>,
    /// Collections that are rules, those made when definitions without parameters were computed, and those below.
    pub(super) rules: Vec<Rc<Coll<'a>>>,
    /// Values of the parameters that are rules.
    pub(super) rule_values: Vec<Val<'a>>,
    /// What native functions make of rules, texts and numbers, such as a board of `r` rows: the same all through a play.
    made: Vec<(Builtin, Vec<Val<'a>>, Val<'a>)>,
    /// What texts in quotes stand for.
    quoted: BTreeMap<&'a str, Val<'a>>,
    /// How many more paths may be split off.
    pub(super) forks: u32,
    /// How deep evaluation is nested.
    pub(super) depth: u32,
    /// Collections whose wholes are looked at just now: those that are equal are wholes of each other.
    pub(super) climbing: Vec<Rc<Coll<'a>>>,
    /// How many more expressions are looked at.
    steps: u32,
    /// What is evaluated needs a proof that it has a value.
    pub(super) needs: Option<Needs>,
    /// Whether it is the author's measure that is evaluated.
    pub(super) measuring: bool,
}

/// Paths that one game may be split into, all moves together.
const FORKS: u32 = 1_500;
/// Expressions that are looked at for one game.
const STEPS: u32 = 100_000;
/// What one of them costs, in entries of dictionaries, at least.
const STEP: u64 = 1_000;
/// How deep evaluation may be nested.
const DEPTH: u32 = 100;

impl<'a> Run<'a> {
    pub(super) fn new(program: &'a Program) -> Run<'a> {
        Run {
            program,
            names: vec![],
            next: 0,
            globals: BTreeMap::new(),
            rules: vec![],
            rule_values: vec![],
            made: vec![],
            quoted: BTreeMap::new(),
            forks: FORKS,
            depth: 0,
            climbing: vec![],
            steps: STEPS,
            needs: None,
            measuring: false,
        }
    }

    /// Allows as many paths as at first.
    pub(super) fn start_again(&mut self) {
        self.forks = FORKS;
        self.steps = STEPS;
    }

    /// A new unknown.
    pub(super) fn fresh(&mut self) -> Lin {
        Lin::var(self.fresh_var(None))
    }

    pub(super) fn fresh_var(&mut self, name: Option<&str>) -> Var {
        self.names.push(name.map(str::to_string));
        self.names.len() as Var - 1
    }

    pub(super) fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Whether a path may still be split.
    pub(super) fn may_fork(&mut self) -> bool {
        self.forks = self.forks.saturating_sub(1);
        self.forks > 0
    }

    /// What an expression may give.
    pub(super) fn eval(&mut self, path: Path<'a>, frame: &Frame<'a>, e: &'a Expr) -> Out<'a, Val<'a>> {
        if !self.goes_on() {
            self.doubt(&path);
            return self.opaque(path, &e.ty);
        }
        self.depth += 1;
        let before = self.looking_at(e.span);
        let mut out = self.eval_inner(path, frame, e);
        self.looked(before);
        for (path, v) in out.iter_mut().filter(|(_, v)| v.is_large()) {
            *v = self.unknown(path, &e.ty, &Shape::Any, None);
        }
        self.depth -= 1;
        out
    }

    /// Counts a step; whether there may be more.
    pub(super) fn goes_on(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        allowance::pass(STEP);
        self.steps > 0 && self.depth < DEPTH && !allowance::is_spent()
    }

    /// Does something with half of the work that is left; nothing if that is not enough.
    pub(super) fn with_half<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let kept = (self.steps / 2, self.forks / 2);
        (self.steps, self.forks) = (self.steps - kept.0, self.forks - kept.1);
        let before = self.forks;
        let (result, enough) = allowance::with_half(|| work(self));
        let enough = enough && self.steps > 0 && (self.forks > 0 || before == 0);
        (self.steps, self.forks) = (self.steps + kept.0, self.forks + kept.1);
        enough.then_some(result)
    }

    /// What a text in quotes stands for: the same wherever it stands.
    fn quoted(&mut self, text: &'a str) -> Val<'a> {
        if let Some(known) = self.quoted.get(text) {
            return known.clone();
        }
        let made = self.text(Lin::number(text.chars().count() as i128));
        self.is_rule(&made);
        self.quoted.insert(text, made.clone());
        made
    }

    /// Notes that a value is the same all through a play.
    pub(super) fn is_rule(&mut self, v: &Val<'a>) {
        match v {
            Val::Coll(s) => self.rules.push(s.clone()),
            Val::Tuple(entries) => entries.iter().for_each(|v| self.is_rule(v)),
            v => self.rule_values.push(v.clone()),
        }
    }

    /// What a function makes of some arguments: if these are the same all through a play, so is the result.
    pub(super) fn made(
        &mut self,
        f: Builtin,
        args: &[Val<'a>],
        make: impl FnOnce(&mut Self) -> Val<'a>,
    ) -> Val<'a> {
        if let Some((_, _, v)) = self.made.iter().find(|(g, a, _)| *g == f && *a == args) {
            return v.clone();
        }
        let v = make(self);
        if args.iter().all(|a| is_fixed_value(a, &self.rules, &self.rule_values)) {
            self.is_rule(&v);
            self.made.push((f, args.to_vec(), v.clone()));
        }
        v
    }

    /// What a definition without parameters stands for. It is computed once, since it is always the same.
    fn global(&mut self, path: Path<'a>, id: LetId, ty: &'a Type) -> Out<'a, Val<'a>> {
        if self.needs.is_some() {
            self.call(path.clone(), id, vec![], ty);
        }
        if let Some((_, v)) = path.globals.iter().find(|(known, _)| *known == id) {
            let v = v.clone();
            return vec![(path, v)];
        }
        if !self.globals.contains_key(&id) {
            let found = self.quietly(|run| run.call(Path::default(), id, vec![], ty));
            for (_, v) in &found {
                if let Val::Coll(s) = v {
                    self.rules.push(s.clone());
                }
            }
            self.globals.insert(id, found);
        }
        let ways = self.globals.get(&id).cloned().unwrap_or_default();
        let mut out = vec![];
        for (known, v) in ways {
            let mut path = path.clone();
            path.learn(&known);
            path.globals.push((id, v.clone()));
            out.push((path, v));
        }
        out
    }

    /// What never has a value is on no path.
    fn no_value(&mut self, path: &Path<'a>) -> Out<'a, Val<'a>> {
        self.doubt(path);
        vec![]
    }

    fn eval_inner(&mut self, path: Path<'a>, frame: &Frame<'a>, e: &'a Expr) -> Out<'a, Val<'a>> {
        use ExprKind::*;
        let one = |path: Path<'a>, v: Val<'a>| vec![(path, v)];
        match &e.kind {
            Int(n) => match number(n) {
                Some(n) => one(path, Val::Num(n)),
                None => self.opaque(path, &e.ty),
            },
            Bool(b) => one(path, Val::Bool(Lin::number(i128::from(*b)))),
            Case(i) => match &e.ty {
                Type::Enum(names) => {
                    let case = |j: usize| Lin::number(i128::from(j == *i as usize));
                    one(path, Val::Case((0..names.len()).map(case).collect()))
                }
                _ => self.opaque(path, &e.ty),
            },
            Local(slot) => match frame.get(*slot as usize).cloned().flatten() {
                Some(Val::Opaque(_)) if has_parts(&e.ty) => self.opaque(path, &e.ty),
                Some(v) => one(path, v),
                None => self.opaque(path, &e.ty),
            },
            Global(id) => self.global(path, *id, &e.ty),
            Function(id) => one(path, Val::Function(*id)),
            Call(id, args) => {
                let all = self.all(path, frame, args);
                all.into_iter().flat_map(|(p, args)| self.call(p, *id, args, &e.ty)).collect()
            }
            CallLocal(slot, args) => {
                let f = frame.get(*slot as usize).cloned().flatten();
                let all = self.all(path, frame, args);
                let call = |(p, args): (Path<'a>, Vec<Val<'a>>)| match &f {
                    Some(Val::Function(id)) => self.call(p, *id, args, &e.ty),
                    Some(f) => self.call_unknown(p, f, args, &e.ty),
                    None => self.opaque(p, &e.ty),
                };
                all.into_iter().flat_map(call).collect()
            }
            Builtin(f, args) => {
                let all = self.all(path, frame, args);
                let native = |(p, args): (Path<'a>, Vec<Val<'a>>)| {
                    self.need_native(&p, *f, &args, &e.ty);
                    self.builtin(p, *f, args, e)
                };
                all.into_iter().flat_map(native).collect()
            }
            Negate(a) => self.map(path, frame, a, |run, path, v| match v {
                Val::Num(n) => Val::Num(run.linear(path, n.times(-1))),
                _ => Val::Num(run.fresh()),
            }),
            // The opposite of a truth value that is one number is one, too: no path is split.
            Not(a) if matches!(a.kind, Local(_) | Index(..) | Field(..)) => {
                self.map(path, frame, a, |run, _, v| run.opposite(&v))
            }
            Not(_) | Compare(..) | In(..) | Binary(BinaryOp::And | BinaryOp::Or, ..) => {
                self.truth(path, frame, e)
            }
            For(Fold::Any | Fold::All | Fold::None, ..) => self.truth(path, frame, e),
            Binary(op, a, b) => self.binary(path, frame, *op, a, b, e),
            Range(lo, Some(hi)) => {
                let both = self.two(path, frame, lo, hi);
                let mut end = |v: Val<'a>| if let Val::Num(n) = v { n } else { self.fresh() };
                let range = |(p, (lo, hi)): (Path<'a>, (Val<'a>, Val<'a>))| {
                    let (lo, hi) = (end(lo), end(hi));
                    (p, coll(Kind::Set, Node::Range(lo, hi)))
                };
                both.into_iter().map(range).collect()
            }
            Tuple(parts) => {
                let all = self.all(path, frame, parts);
                all.into_iter().map(|(p, vs)| (p, Val::Tuple(vs.into()))).collect()
            }
            Cell(row, col) => {
                let both = self.two(path, frame, row, col);
                let cell = |(p, (r, c)): (Path<'a>, (Val<'a>, Val<'a>))| {
                    [&r, &c].into_iter().for_each(|at| self.need_near(&p, at));
                    (p, Val::Tuple([r, c].into()))
                };
                both.into_iter().map(cell).collect()
            }
            Set(items) | List(items) | Bag(items) => {
                let kind = Kind::of(&e.ty);
                let all = self.all(path, frame, items);
                all.into_iter().map(|(p, vs)| (p, coll(kind, Node::Literal(vs)))).collect()
            }
            For(fold, item, binders) => self.fold(path, frame, *fold, item, binders, e),
            If(c, a, b) => {
                let mut out = vec![];
                for p in self.assume(path.clone(), frame, c, true) {
                    out.extend(self.eval(p, frame, a));
                }
                for p in self.assume(path, frame, c, false) {
                    out.extend(self.eval(p, frame, b));
                }
                out
            }
            Index(base, i) => {
                let both = self.two(path, frame, base, i);
                let read = |(p, (base, i)): (Path<'a>, (Val<'a>, Val<'a>))| {
                    self.need_place(&p, &base, &i, false);
                    self.entry(p, base, i, &e.ty)
                };
                both.into_iter().flat_map(read).collect()
            }
            Field(cell, is_row) => self.map(path, frame, cell, |run, _, v| match v {
                Val::Tuple(parts) if parts.len() == 2 => parts[usize::from(!is_row)].clone(),
                _ => Val::Num(run.fresh()),
            }),
            Position(id, args) => {
                let all = self.all(path, frame, args);
                let position = |(p, args): (Path<'a>, Vec<Val<'a>>)| {
                    self.need_position(&p, *id, &args);
                    (p, Val::Parts([(*id, args.into())].into()))
                };
                all.into_iter().map(position).collect()
            }
            Nothing => one(path, Val::Parts(Rc::new([]))),
            Heap(k) => self.map(path, frame, k, |run, path, k| {
                match k {
                    Val::Num(k) => run.need(path, Some(k)),
                    _ => run.doubt(path),
                }
                Val::Parts(Rc::new([]))
            }),
            // The position that a game without `starts` starts with is a mistake, and so is what cannot be read.
            Start(id) => match &self.program.game(*id).starts {
                Some(start) => self.eval(path, &vec![None; self.program.game(*id).slots.len()], start),
                None => self.no_value(&path),
            },
            Wrong | Range(_, None) => self.no_value(&path),
            Text(t) => {
                let text = self.quoted(t);
                one(path, text)
            }
            Map(entries) => {
                if self.needs.is_some() {
                    entries.iter().for_each(|(k, v)| drop(self.two(path.clone(), frame, k, v)));
                }
                self.opaque(path, &e.ty)
            }
            MapFor(k, v, binders) => {
                self.need_for_all(&path, frame, binders, &[k, v]);
                self.map_for(path, frame, (k, v), binders, &e.ty)
            }
            Successors(..) => {
                self.doubt(&path);
                self.opaque(path, &e.ty)
            }
        }
    }

    /// What several expressions may give together.
    pub(super) fn all(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        exprs: &'a [Expr],
    ) -> Out<'a, Vec<Val<'a>>> {
        let mut out = vec![(path, vec![])];
        for e in exprs {
            let before = std::mem::take(&mut out);
            for (path, mut vs) in before {
                let mut ways = self.eval(path, frame, e);
                // Mostly there is one: thousands of expressions are not copied for each of them.
                let Some((last, v)) = ways.pop() else { continue };
                out.extend(ways.into_iter().map(|(p, v)| (p, [vs.as_slice(), &[v]].concat())));
                vs.push(v);
                out.push((last, vs));
            }
        }
        out
    }

    pub(super) fn two(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        a: &'a Expr,
        b: &'a Expr,
    ) -> Out<'a, (Val<'a>, Val<'a>)> {
        let mut out = vec![];
        for (path, x) in self.eval(path, frame, a) {
            for (path, y) in self.eval(path, frame, b) {
                out.push((path, (x.clone(), y)));
            }
        }
        out
    }

    fn map(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        e: &'a Expr,
        f: impl Fn(&mut Run<'a>, &mut Path<'a>, Val<'a>) -> Val<'a>,
    ) -> Out<'a, Val<'a>> {
        let mut out = self.eval(path, frame, e);
        for (path, v) in &mut out {
            *v = f(self, path, v.clone());
        }
        out
    }

    fn opposite(&mut self, v: &Val<'a>) -> Val<'a> {
        let turned = if let Val::Bool(b) = v { Lin::number(1).plus(-1, b) } else { None };
        turned.map_or_else(|| Val::Opaque(self.fresh_id()), Val::Bool)
    }

    /// A linear expression, or an unknown where it cannot be expressed.
    pub(super) fn linear(&mut self, _path: &mut Path<'a>, lin: Option<Lin>) -> Lin {
        lin.unwrap_or_else(|| self.fresh())
    }

    /// A truth value: what makes it true, and what makes it false.
    pub(super) fn truth(&mut self, path: Path<'a>, frame: &Frame<'a>, e: &'a Expr) -> Out<'a, Val<'a>> {
        let mut out = vec![];
        for want in [true, false] {
            let paths = self.assume(path.clone(), frame, e, want);
            out.extend(paths.into_iter().map(|p| (p, Val::Bool(Lin::number(i128::from(want))))));
        }
        out
    }

    fn binary(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        op: BinaryOp,
        a: &'a Expr,
        b: &'a Expr,
        e: &'a Expr,
    ) -> Out<'a, Val<'a>> {
        use BinaryOp as B;
        if op == B::Sum {
            // The parts of a sum are looked at one by one.
            let mut out = self.eval(path.clone(), frame, a);
            out.extend(self.eval(path, frame, b));
            return out;
        }
        let mut out = vec![];
        let both = self.two(path, frame, a, b);
        for (mut path, (x, y)) in self.by_quotient(both, op) {
            let kind = Kind::of(&e.ty);
            let v = match (op, x, y) {
                (
                    B::Add | B::Subtract | B::Multiply | B::Divide | B::Mod | B::Power | B::Xor,
                    Val::Num(x),
                    Val::Num(y),
                ) => Val::Num(self.arithmetic(&mut path, op, &x, &y)),
                (B::Join, Val::Tuple(x), Val::Tuple(y)) if a.ty == Type::Text && b.ty == Type::Text => {
                    let both = [Val::Tuple(x.clone()), Val::Tuple(y.clone())];
                    self.made(Builtin::Join, &both, |run| run.joined_texts(&x, &y))
                }
                (B::With, Val::Coll(s), x) => coll(kind, Node::With(s, x)),
                (B::Without, Val::Coll(s), x) => coll(kind, Node::Without(s, x)),
                (B::Union, Val::Coll(s), Val::Coll(t)) => self.union(kind, s, t),
                (B::Minus, Val::Coll(s), Val::Coll(t)) => self.minus(kind, s, t),
                (B::Common, Val::Coll(s), Val::Coll(t)) => coll(kind, Node::Common(s, t)),
                (B::Flip, Val::Coll(s), Val::Coll(t)) => self.flip(&path, s, t),
                (B::Concat, Val::Coll(s), Val::Coll(t)) => coll(kind, Node::Concat(s, t)),
                _ => self.unknown(&mut path, &e.ty, &Shape::Any, None),
            };
            out.push((path, v));
        }
        out
    }

    /// The parts of the positions that a move may lead to: each path has some of them.
    pub(super) fn parts(&mut self, path: Path<'a>, frame: &Frame<'a>, target: &'a Expr) -> Out<'a, Part<'a>> {
        let mut out = vec![];
        for (path, v) in self.eval(path, frame, target) {
            match v {
                Val::Parts(parts) => out.extend(parts.iter().map(|part| (path.clone(), part.clone()))),
                _ => out.push((path, (GameId(u32::MAX), Rc::new([])))),
            }
        }
        out
    }
}

/// A collection as a value.
pub(super) fn coll<'a>(kind: Kind, node: Node<'a>) -> Val<'a> {
    Val::Coll(Rc::new(Coll { kind, node }))
}

/// How many of the first binders have exactly one choice, whatever the position.
pub(super) fn sole_choices(binders: &[Binder]) -> usize {
    let is_sole = |b: &&Binder| {
        let one = match &b.kind {
            BinderKind::Is { .. } => true,
            BinderKind::In { source, .. } => match &source.kind {
                ExprKind::List(items) | ExprKind::Set(items) | ExprKind::Bag(items) => items.len() == 1,
                _ => false,
            },
        };
        one && b.guard.is_none()
    };
    binders.iter().take_while(is_sole).count()
}
