//! Rules evaluated with some numbers left open: every way through binders, conditions and choices, with what holds on it and
//! what comes of it.
//!
//! There is one executor, which knows what the rules mean: in which order things are asked, that a call is what it calls, how
//! a name stands for a value, what is in a union. What numbers are on a way, and what is kept of conditions, is a matter of the
//! [`Domain`]. `rules::heaps` leaves the pile open, and keeps systems of linear conditions with remainders; tables
//! (`rules::packed::dense`) leave all numbers of a position open, and collect the bounds of loops. It reads plain rules
//! ([`super::plain`]). What it does not understand is [`Unseen`], and then other engines take the game.

mod choices;
mod conditions;
mod moves;
mod sums;
mod values;

use crate::check::ir::{Called, Expr, GameId, LetId, Param, Program};
use crate::value::Value;

/// Games with more moves are not examined: all have one frame, and each way through a move copies it.
pub(crate) const MOST_MOVES: usize = 2_000;

/// What cannot be seen is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unseen;

/// Something, unless it cannot be seen.
pub(crate) type Seen<T> = Result<T, Unseen>;

/// A number and multiples of what is open, added.
pub(crate) trait Form: Clone {
    /// A number that depends on nothing.
    fn constant(n: i64) -> Self;
    /// With so many times another form; none if numbers get too large.
    fn plus(&self, other: &Self, times: i64) -> Option<Self>;
    /// Its value, if it does not depend on anything.
    fn as_number(&self) -> Option<i64>;
}

/// A value that may depend on what is open.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Sym<F, S> {
    /// It does not.
    Known(Value),
    /// A number that does; in some domains also a truth value or a case, as its number.
    Form(F),
    /// A position.
    Sum(S),
    /// A tuple or a list that is written out, of parts that may depend on what is open.
    Parts(Vec<Sym<F, S>>),
}

impl<F, S> Sym<F, S> {
    /// What is in a slot before anything does.
    pub(crate) fn unset() -> Self {
        Sym::Parts(vec![])
    }
}

/// The values of a domain.
pub(crate) type Of<D> = Sym<<D as Domain>::Form, <D as Domain>::Sum>;
/// The ways to something, each with what holds on it.
pub(crate) type Ways<D, T> = Seen<Vec<(<D as Domain>::Path, T)>>;

/// A way, and what is in the slots on it.
pub(crate) type Way<D> = Seen<(<D as Domain>::Path, Vec<Of<D>>)>;

/// What numbers are while nobody knows them, and what is kept of conditions.
pub(crate) trait Domain {
    /// What holds on one way through the rules.
    type Path: Clone;
    /// A number.
    type Form: Form;
    /// A position.
    type Sum: Clone;

    /// Whether cases are distinguished as far as possible: each way has one bound where the rules have the least of several,
    /// and the ways on which `a or b` holds exclude each other. Otherwise there are as few ways as possible.
    const APART: bool;
    /// A sum over a collection has no more parts.
    const MOST_PARTS: usize;

    /// Counts a step.
    fn step(&mut self) -> Seen<()>;
    /// The value of an expression that depends on nothing open; none if it does.
    fn known(&mut self, frame: &[Of<Self>], e: &Expr) -> Option<Seen<Value>>;
    /// The number that a value is.
    fn number(&self, value: &Value) -> Option<Self::Form>;
    /// The way on which a form is at least 0, too.
    fn and(&mut self, path: Self::Path, form: Self::Form) -> Self::Path;
    /// Whether nothing takes this way.
    fn is_closed(&self, path: &Self::Path) -> bool;
    /// Another number that is open.
    fn choice(&mut self, path: Self::Path) -> Seen<(Self::Path, Self::Form)>;
    /// The elements of a collection that is known.
    fn elements(&mut self, path: Self::Path, known: &Value) -> Ways<Self, Of<Self>>;
    /// A form divided by a number from 1 on, rounded down; or what remains (`rest`).
    fn divided(&mut self, path: Self::Path, form: Self::Form, by: i64, rest: bool) -> Ways<Self, Of<Self>>;
    /// Whether a value surely is what a parameter is declared to be.
    fn fits(&self, path: &Self::Path, param: &Param, value: &Of<Self>) -> bool;

    /// The position without parts.
    fn nothing() -> Self::Sum;
    /// A nim-heap.
    fn heap(&self, size: &Of<Self>) -> Seen<Self::Sum>;
    /// A position of a game.
    fn position(&mut self, path: &Self::Path, id: GameId, args: &[Of<Self>]) -> Seen<Self::Sum>;
    /// Two sums as one.
    fn add(&self, a: &Self::Sum, b: &Self::Sum) -> Seen<Self::Sum>;

    /// So many cases of one expression, unless they are too many.
    fn few<T>(&self, cases: Vec<T>) -> Seen<Vec<T>> {
        Ok(cases)
    }
    /// A way that may meet another: an element of a set may come from several places.
    fn met(&self, path: Self::Path) -> Self::Path {
        path
    }
    /// Something open in an expression that takes few numbers on a way, and the least and the largest of them.
    fn narrow(&self, _path: &Self::Path, _frame: &[Of<Self>], _e: &Expr) -> Option<(usize, i64, i64)> {
        None
    }
    /// The way on which it is one of these numbers.
    fn where_it_is(&self, _path: &Self::Path, _frame: &[Of<Self>], _which: usize, _n: i64) -> Way<Self> {
        Err(Unseen)
    }
}

/// Collections with more elements are not examined.
pub(crate) const MANY: usize = 5000;
/// Functions inside each other are followed so deep.
const DEEPEST: u32 = 40;

/// Goes through the rules of a program.
pub(crate) struct Executor<'p, 'd, D: Domain> {
    pub(crate) program: &'p Program,
    pub(crate) domain: &'d mut D,
    depth: u32,
}

/// A question to an expression: what it may be, each with the way to it.
type Ask<'a, 'p, 'd, D, T> =
    &'a mut dyn FnMut(&mut Executor<'p, 'd, D>, <D as Domain>::Path, &[Of<D>], &Expr) -> Ways<D, T>;

impl<'p, 'd, D: Domain> Executor<'p, 'd, D> {
    /// An executor for the rules of a program.
    pub(crate) fn new(program: &'p Program, domain: &'d mut D) -> Self {
        Executor { program, domain, depth: 0 }
    }

    /// A number as a form.
    fn form(&self, value: &Of<D>) -> Seen<D::Form> {
        match value {
            Sym::Form(form) => Ok(form.clone()),
            Sym::Known(v) => self.domain.number(v).ok_or(Unseen),
            Sym::Sum(_) | Sym::Parts(_) => Err(Unseen),
        }
    }

    /// A number that depends on nothing.
    fn number(&self, value: &Of<D>) -> Option<i64> {
        self.form(value).ok()?.as_number()
    }

    /// What cannot be seen as it is, seen for each number that something in it may be.
    fn case_by_case<T>(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        e: &Expr,
        ask: Ask<'_, 'p, 'd, D, T>,
    ) -> Ways<D, T> {
        let (which, low, high) = self.domain.narrow(&path, frame, e).ok_or(Unseen)?;
        let mut all = vec![];
        for n in low..=high {
            let (path, frame) = self.domain.where_it_is(&path, frame, which, n)?;
            all.extend(ask(self, path, &frame, e)?);
        }
        Ok(all)
    }

    /// The same asked of the body of a function that is called.
    fn inside<T>(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        call: &Expr,
        ask: Ask<'_, 'p, 'd, D, T>,
    ) -> Ways<D, T> {
        if self.depth >= DEEPEST {
            return Err(Unseen);
        }
        self.depth += 1;
        let found = self.in_body(path, frame, call, ask);
        self.depth -= 1;
        found
    }

    fn in_body<T>(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        call: &Expr,
        ask: Ask<'_, 'p, 'd, D, T>,
    ) -> Ways<D, T> {
        let (id, args) = called(frame, call).ok_or(Unseen)?;
        let definition = self.program.definition(id);
        let mut open = vec![(path, vec![Sym::unset(); definition.slots.len()])];
        for (i, (arg, param)) in args.iter().zip(&definition.params).enumerate() {
            let mut next = vec![];
            for (path, inner) in open {
                for (path, x) in self.eval(path, frame, arg)? {
                    if self.domain.is_closed(&path) {
                        continue;
                    }
                    if !self.domain.fits(&path, param, &x) {
                        return Err(Unseen);
                    }
                    next.push((path, put(&inner, i, x)));
                }
            }
            open = self.domain.few(next)?;
        }
        let mut all = vec![];
        for (path, frame) in open {
            all.extend(ask(self, path, &frame, &definition.body)?);
        }
        self.domain.few(all)
    }

    /// The same asked of both sides of a choice, each on the ways that lead to it.
    fn either<T>(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        (condition, then, otherwise): (&Expr, &Expr, &Expr),
        ask: Ask<'_, 'p, 'd, D, T>,
    ) -> Ways<D, T> {
        let mut all = vec![];
        for (wanted, e) in [(true, then), (false, otherwise)] {
            for (path, frame) in self.assume(path.clone(), frame, condition, wanted)? {
                all.extend(ask(self, path, &frame, e)?);
            }
        }
        self.domain.few(all)
    }
}

/// The function that is called, and its arguments.
fn called<'e, F, S>(frame: &[Sym<F, S>], e: &'e Expr) -> Option<(LetId, &'e [Expr])> {
    let (called, args) = e.call()?;
    match called {
        Called::Definition(id) => Some((id, args)),
        Called::Slot(slot) => match frame.get(slot as usize) {
            Some(Sym::Known(Value::Function(id, _))) => Some((LetId(*id), args)),
            _ => None,
        },
    }
}

/// A frame with something else in one slot.
fn put<T: Clone>(frame: &[T], slot: usize, value: T) -> Vec<T> {
    let mut frame = frame.to_vec();
    frame[slot] = value;
    frame
}

/// A number that depends on nothing is known.
pub(crate) fn of_form<F: Form, S>(form: F) -> Sym<F, S> {
    match form.as_number() {
        Some(n) => Sym::Known(Value::int(n)),
        None => Sym::Form(form),
    }
}
