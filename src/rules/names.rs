//! Texts as names: where rules do nothing with those of positions but pass them on and compare them, no new ones come up in
//! play.

use super::machine::Machine;
use crate::check::ir::{BinaryOp, GameId};
use crate::check::types::Type;
use crate::lowered::{Arg, Atom, Form, Op, Over, Step, StepKind, Var};
use crate::value::Value;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

impl Machine {
    /// The texts that the rules of a game and of those it leads to name, if positions have texts and no rule looks into one or
    /// makes one.
    pub(super) fn names(&self, id: GameId) -> Option<BTreeSet<Arc<str>>> {
        let games = self.at_hand(id);
        let of_text = |g: &GameId| self.plain().game(*g).state_params().any(|(_, p)| has_text(&p.ty));
        if !games.iter().any(of_text) {
            return None;
        }
        let mut named = BTreeSet::new();
        for game in games.iter() {
            let game = self.lowered(*game);
            let claims = game.splits.iter().chain(&game.same);
            for form in [&game.moves, &game.wins].into_iter().chain(claims) {
                form.each_arg(&mut |arg| arg.constant().into_iter().for_each(|v| note(v, &mut named)));
                if !passes_on(form) {
                    return None;
                }
            }
        }
        Some(named)
    }
}

/// Takes note of the texts in a value.
fn note(value: &Value, named: &mut BTreeSet<Arc<str>>) {
    match value {
        Value::Text(text) => {
            named.insert(text.clone());
        }
        Value::Tuple(parts) => parts.iter().for_each(|v| note(v, named)),
        Value::Set(set) => set.iter().for_each(|v| note(v, named)),
        Value::List(list) => list.iter().for_each(|v| note(v, named)),
        Value::Bag(bag) => bag.keys().for_each(|v| note(v, named)),
        Value::Map(map) => map.iter().for_each(|(k, v)| {
            note(k, named);
            note(v, named);
        }),
        Value::Int(_) | Value::Bool(_) | Value::Case(..) | Value::Cell(_) | Value::Drawing(_) => {}
        Value::Function(..) | Value::Position(_) => {}
    }
}

/// Whether a value of a type is a text or has texts in it. What a function or a position has is not known.
fn has_text(ty: &Type) -> bool {
    match ty {
        Type::Text | Type::Position | Type::Function(..) | Type::Unknown(_) | Type::Wrong => true,
        Type::Int | Type::Bool | Type::Cell | Type::Drawing | Type::Enum(_) => false,
        Type::Set(t) | Type::Bag(t) | Type::List(t) => has_text(t),
        Type::Map(k, v) => has_text(k) || has_text(v),
        Type::Tuple(types) => types.iter().any(has_text),
    }
}

/// Whether all steps of a form pass texts on as they are, except those that are known before any position is.
fn passes_on(form: &Form) -> bool {
    let (mut fine, mut texts) = (true, Texts { form, known: HashSet::new() });
    form.walk(&mut |step| fine &= texts.fine(step));
    fine
}

struct Texts<'f> {
    form: &'f Form,
    /// What follows from the rules alone, such as an element of a list of words, and its letters.
    known: HashSet<Var>,
}

impl Texts<'_> {
    fn fine(&mut self, step: &Step) -> bool {
        match &step.kind {
            StepKind::Let { var, op, args } => {
                let open = matches!(op, Op::Call(_) | Op::Apply | Op::Successors(_) | Op::Position(_));
                if !open && args.iter().all(|arg| self.is_known(arg)) {
                    self.known.insert(*var);
                    return true;
                }
                let gives = &self.form.vars[var.index()].ty;
                let given = args.iter().any(|arg| self.has_text(arg));
                !(has_text(gives) || given) || self.is_fine(*op, gives, args)
            }
            StepKind::For { var, over: Over::Elements(arg), .. } if self.is_known(arg) => {
                self.known.insert(*var);
                true
            }
            StepKind::For { over: Over::Elements(arg), .. } => !self.is_text(arg),
            // Nothing is done there but that values are passed on.
            StepKind::For { .. }
            | StepKind::If { .. }
            | StepKind::Repeat { .. }
            | StepKind::Gather { .. }
            | StepKind::Put { .. }
            | StepKind::Option { .. }
            | StepKind::Part(_)
            | StepKind::Fit { .. }
            | StepKind::Stop { .. } => true,
        }
    }

    /// Whether an operation on values with texts, or that gives such, neither looks into one nor makes one.
    fn is_fine(&self, op: Op, gives: &Type, args: &[Arg]) -> bool {
        let looks_into = |arg: Option<&Arg>| arg.is_none_or(|arg| self.is_text(arg));
        match op {
            Op::Compare(_) | Op::Tuple | Op::Set | Op::List | Op::Bag | Op::Map | Op::Entry(_) => true,
            Op::Global(_) | Op::Position(_) => true,
            Op::Index => !looks_into(args.first()),
            Op::In => !looks_into(args.get(1)),
            // An element that joins or leaves a collection is passed on.
            Op::Binary(BinaryOp::With | BinaryOp::Without) => true,
            // What joins texts gives one; what joins lists gives a list.
            Op::Binary(_) => *gives != Type::Text && !args.iter().any(|arg| self.is_text(arg)),
            // A list is put together of what it was made of, or a number is found.
            Op::Native(_) => {
                let of_texts = args.iter().any(|arg| self.has_text(arg));
                let open = args.iter().any(|arg| self.is_open(arg));
                of_texts && !open && *gives != Type::Text && !looks_into(args.first())
            }
            Op::Negate | Op::Not | Op::Range | Op::Cell | Op::Row | Op::Col => true,
            Op::Heap => true,
            Op::Call(_) | Op::Apply | Op::Successors(_) => false,
        }
    }

    fn is_known(&self, arg: &Arg) -> bool {
        arg.var().is_none_or(|var| self.known.contains(&var))
    }

    fn has_text(&self, arg: &Arg) -> bool {
        match &arg.is {
            Atom::Var(v) => has_text(&self.form.vars[v.index()].ty),
            Atom::Const(value) => {
                let mut named = BTreeSet::new();
                note(value, &mut named);
                !named.is_empty() || matches!(value, Value::Function(..) | Value::Position(_))
            }
        }
    }

    fn is_text(&self, arg: &Arg) -> bool {
        match &arg.is {
            Atom::Var(v) => self.form.vars[v.index()].ty == Type::Text,
            Atom::Const(value) => matches!(value, Value::Text(_)),
        }
    }

    /// Whether it is not known what becomes of texts that it is given: a function, or a position.
    fn is_open(&self, arg: &Arg) -> bool {
        match &arg.is {
            Atom::Var(v) => {
                let ty = &self.form.vars[v.index()].ty;
                matches!(ty, Type::Function(..) | Type::Position | Type::Unknown(_) | Type::Wrong)
            }
            Atom::Const(value) => matches!(value, Value::Function(..) | Value::Position(_)),
        }
    }
}
