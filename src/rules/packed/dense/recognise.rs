//! Moves as linear clauses: the rules evaluated with all numbers of a position left open, and with a variable for each
//! choice.
//!
//! Rules are not matched against patterns: `lowered::symbolic` follows binders, guards, functions and choices. This file
//! represents the numbers: linear forms, with a case for each way to distinguish them, and constraints on them. Only linear
//! moves are recognised; register code takes over for others.

use super::super::compile::{Compiler, Env, Val};
use super::clause::{Clause, Draft, clauses};
use super::linear::{Linear, NUMBERS, VARIABLES};
use crate::builtin::collection;
use crate::check::ir::{Expr, Game, GameId, Move, Param};
use crate::lowered::symbolic::{self, Domain, Executor, Form, Seen, Unseen, of_form};
use crate::rules::open::{self, Known};
use crate::rules::packed::loops::word_of;
use crate::rules::shape::misfit;
use crate::value::Value;

/// More cases than this are no longer worth it.
const CASES: usize = 64;
/// Sets of fixed numbers up to this size are taken apart.
const ELEMENTS: usize = 64;
/// Steps through the rules of one move before it is left to register code.
const STEPS: u32 = 50_000;
/// The budget is looked at once in so many steps.
const LOOK: u32 = 256;
/// Numbers are smaller, so that forms do not overflow.
const LARGEST: i64 = 1 << 40;

type Sym = symbolic::Sym<Linear, Target>;

/// What a move leads to: instances with their numbers, and nim-heaps.
#[derive(Clone, Debug, PartialEq)]
struct Target {
    parts: Vec<(usize, Vec<Linear>)>,
    heaps: Vec<Linear>,
}

impl Known for Sym {
    fn known(&self) -> Option<&Value> {
        if let Sym::Known(v) = self { Some(v) } else { None }
    }
}

impl Form for Linear {
    fn constant(n: i64) -> Linear {
        Linear::constant(n)
    }

    fn plus(&self, other: &Linear, times: i64) -> Option<Linear> {
        Linear::plus(self, other, times)
    }

    fn as_number(&self) -> Option<i64> {
        self.is_constant().then_some(self.constant)
    }
}

impl<'c> Compiler<'c> {
    /// The clauses of a move, if all of it is linear.
    pub(in crate::rules::packed) fn linear_move(
        &mut self,
        game: &Game,
        m: &Move,
        env: &Env,
        lows: &[i64],
    ) -> Option<Vec<Clause>> {
        let mut frame: Vec<Sym> = env.slots.iter().map(known_slot).collect();
        for (i, (slot, _)) in game.state_params().enumerate() {
            frame[slot] = Sym::Form(Linear::variable(i));
        }
        let plain = self.machine.plain();
        let mut numbers = Numbers { compiler: self, steps: STEPS };
        let mut executor = Executor::new(plain, &mut numbers);
        let mut found = vec![];
        for (draft, frame) in executor.going_on(game, Draft::new(), frame).ok()? {
            for (mut draft, (_, target)) in executor.options(m, draft, &frame).ok()? {
                (draft.parts, draft.heaps) = (target.parts, target.heaps);
                found.extend(clauses(draft, lows)?);
                if found.len() > CASES {
                    return None;
                }
            }
        }
        found.sort();
        found.dedup();
        Some(found)
    }
}

fn known_slot(slot: &Option<Val>) -> Sym {
    match slot {
        Some(Val::Known(v)) => Sym::Known(v.clone()),
        _ => Sym::unset(),
    }
}

/// Numbers as forms over those of a position and the choices of a move.
struct Numbers<'n, 'c> {
    compiler: &'n mut Compiler<'c>,
    steps: u32,
}

impl Numbers<'_, '_> {
    fn form(&self, x: &Sym) -> Seen<Linear> {
        match x {
            Sym::Form(form) => Ok(*form),
            Sym::Known(v) => self.number(v).ok_or(Unseen),
            Sym::Sum(_) | Sym::Parts(_) => Err(Unseen),
        }
    }
}

impl Domain for Numbers<'_, '_> {
    type Path = Draft;
    type Form = Linear;
    type Sum = Target;

    const APART: bool = false;
    const MOST_PARTS: usize = 1000;

    fn step(&mut self) -> Seen<()> {
        self.steps = self.steps.checked_sub(1).ok_or(Unseen)?;
        let in_time = !self.steps.is_multiple_of(LOOK) || self.compiler.machine.meter().look().is_ok();
        if in_time { Ok(()) } else { Err(Unseen) }
    }

    /// Where working it out is a mistake, something in it may still be seen.
    fn known(&mut self, frame: &[Sym], e: &Expr) -> Option<Seen<Value>> {
        open::concrete(self.compiler.machine, frame, e).filter(Result::is_ok)
    }

    fn number(&self, value: &Value) -> Option<Linear> {
        let word = word_of(value).filter(|n| n.abs() < LARGEST && !matches!(value, Value::Cell(_)));
        word.map(Linear::constant)
    }

    fn and(&mut self, draft: Draft, form: Linear) -> Draft {
        draft.and(form)
    }

    fn is_closed(&self, _draft: &Draft) -> bool {
        false
    }

    fn choice(&mut self, mut draft: Draft) -> Seen<(Draft, Linear)> {
        let variable = unused(&draft)?;
        draft.choices.push(variable);
        Ok((draft, Linear::variable(variable)))
    }

    /// Each of a few elements, or a long range as one choice.
    fn elements(&mut self, draft: Draft, known: &Value) -> Seen<Vec<(Draft, Sym)>> {
        let few: Vec<Value> = collection::elements(known).take(ELEMENTS + 1).collect();
        if few.len() <= ELEMENTS {
            return Ok(few.into_iter().map(|x| (draft.clone(), Sym::Known(x))).collect());
        }
        let first = few.first().and_then(word_of).ok_or(Unseen)?;
        let mut behind = first;
        for value in collection::elements(known) {
            if word_of(&value) != Some(behind) {
                return Err(Unseen);
            }
            behind += 1;
        }
        let (draft, x) = self.choice(draft)?;
        let above = x.plus(&Linear::constant(-first), 1).ok_or(Unseen)?;
        let below = Linear::constant(behind - 1).minus(&x).ok_or(Unseen)?;
        Ok(vec![(draft.and(above).and(below), Sym::Form(x))])
    }

    /// The quotient as a choice with one value: `by * q <= form < by * (q + 1)`. It comes after the choices of the form.
    fn divided(&mut self, mut draft: Draft, form: Linear, by: i64, rest: bool) -> Seen<Vec<(Draft, Sym)>> {
        let variable = unused(&draft)?;
        let place = draft.choices.iter().rposition(|c| form.by[*c] != 0).map_or(0, |p| p + 1);
        draft.choices.insert(place, variable);
        let q = Linear::variable(variable);
        let remainder = form.plus(&q, -by).ok_or(Unseen)?;
        let below = Linear::constant(by - 1).minus(&remainder).ok_or(Unseen)?;
        let found = if rest { remainder } else { q };
        Ok(vec![(draft.and(remainder).and(below), of_form(found))])
    }

    /// A declared range could be left, which is a mistake that register code reports.
    fn fits(&self, _draft: &Draft, param: &Param, x: &Sym) -> bool {
        match x {
            Sym::Known(v) => misfit(param, v).is_none(),
            _ => param.shape.is_any(),
        }
    }

    fn nothing() -> Target {
        Target { parts: vec![], heaps: vec![] }
    }

    fn heap(&self, size: &Sym) -> Seen<Target> {
        Ok(Target { parts: vec![], heaps: vec![self.form(size)?] })
    }

    fn position(&mut self, _draft: &Draft, id: GameId, args: &[Sym]) -> Seen<Target> {
        let (mut rules, mut numbers) = (vec![], vec![]);
        for (param, arg) in self.compiler.machine.plain().game(id).params.iter().zip(args) {
            if param.is_rule {
                rules.push(Some(arg.known().cloned().ok_or(Unseen)?));
            } else {
                rules.push(None);
                numbers.push(self.form(arg)?);
            }
        }
        let instance = self.compiler.plan.instance(id, rules).ok_or(Unseen)?;
        Ok(Target { parts: vec![(instance, numbers)], heaps: vec![] })
    }

    fn add(&self, a: &Target, b: &Target) -> Seen<Target> {
        let mut sum = a.clone();
        sum.parts.extend(b.parts.iter().cloned());
        sum.heaps.extend(&b.heaps);
        Ok(sum)
    }

    fn few<T>(&self, cases: Vec<T>) -> Seen<Vec<T>> {
        if cases.len() <= CASES { Ok(cases) } else { Err(Unseen) }
    }
}

/// A variable that a draft does not have yet.
fn unused(draft: &Draft) -> Seen<usize> {
    (NUMBERS..VARIABLES).find(|v| !draft.uses(*v)).ok_or(Unseen)
}
