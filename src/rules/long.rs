//! Functions of one number that take long to compute, and what they gave before.

use super::machine::Machine;
use crate::check::ir::{Called, Expr, LetId};
use crate::check::types::Type;
use crate::value::Value;
use std::cell::RefCell;
use std::collections::HashMap;

/// How many values are kept.
const MOST: usize = 1 << 18;

impl Machine {
    /// Whether working an expression out takes a loop.
    pub(super) fn is_long(&self, e: &Expr) -> bool {
        let mut long = false;
        e.walk(&mut |e| {
            long |= e.is_loop();
            if let Some((Called::Definition(id), _)) = e.call()
                && !long
            {
                long = self.once(&self.given.loops, id, Machine::is_long);
            }
        });
        long
    }

    /// Loops over so many things take no longer than to look whether an answer is remembered.
    pub(super) const FEW_ROUNDS: usize = 8;

    /// Whether there are loops in an expression that may take many rounds, where `is_few` tells more of what they go through.
    pub(super) fn has_long_loops(&self, e: &Expr, is_few: &dyn Fn(&Expr) -> bool) -> bool {
        let mut long = false;
        e.walk(&mut |e| {
            long = long
                || match e.call() {
                    Some((Called::Definition(id), _)) => self.is_long_inside(id),
                    _ if e.is_loop() && e.native().is_some() => true,
                    _ => e.sources().any(|source| !source.is_few(Machine::FEW_ROUNDS) && !is_few(source)),
                };
        });
        long
    }

    fn is_long_inside(&self, id: LetId) -> bool {
        self.once(&self.given.long_loops, id, |machine, body| machine.has_long_loops(body, &|_| false))
    }

    /// What is found about the body of a function, once.
    fn once(
        &self,
        known: &RefCell<HashMap<LetId, bool>>,
        id: LetId,
        ask: fn(&Machine, &Expr) -> bool,
    ) -> bool {
        if let Some(known) = known.borrow().get(&id) {
            return *known;
        }
        let found = ask(self, &self.program.definition(id).body);
        known.borrow_mut().insert(id, found);
        found
    }

    /// Whether the values of a function are worth to be kept: it gives a number or a truth value, takes long, and is not
    /// told by a solver.
    fn is_worth_keeping(&self, id: LetId) -> bool {
        if let Some(known) = self.given.worth.borrow().get(&id) {
            return *known;
        }
        let body = &self.program.definition(id).body;
        let worth = matches!(body.ty, Type::Int | Type::Bool) && self.is_long(body) && !self.asks(body);
        self.given.worth.borrow_mut().insert(id, worth);
        worth
    }

    /// Whether an expression may ask for the value of a position.
    fn asks(&self, e: &Expr) -> bool {
        let mut asks = false;
        e.walk(&mut |e| {
            asks |= e.native().is_some_and(|(f, _)| f.is_question());
            asks |= matches!(e.call(), Some((Called::Slot(_), _)));
            if let Some(id) = e.definition().filter(|_| !asks) {
                asks = self.once(&self.given.asks, id, Machine::asks);
            }
        });
        asks
    }

    /// What a function gave for these arguments, if that is known; otherwise `work` tells, and it is kept if it pays.
    pub(super) fn given<E>(
        &self,
        id: LetId,
        args: &[Value],
        work: impl FnOnce() -> Result<Value, E>,
    ) -> Result<Value, E> {
        let [Value::Int(n)] = args else { return work() };
        let Some(n) = n.to_i64().filter(|_| self.is_worth_keeping(id)) else { return work() };
        if let Some(known) = self.given.values.borrow().get(&(id, n)) {
            return Ok(known.clone());
        }
        let value = work()?;
        let mut values = self.given.values.borrow_mut();
        let small = value.as_i64().is_some() || matches!(value, Value::Bool(_));
        if small && values.len() < MOST {
            values.insert((id, n), value.clone());
        }
        Ok(value)
    }
}
