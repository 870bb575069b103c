//! Runs of options: an innermost loop over numbers in code that fills an array. Where an option's place is a straight line over the
//! number that is counted, what fits at both ends fits everywhere: then there is a second copy of the loop that checks nothing
//! and only adds to the place. Where it does not fit, the loop runs as it is written.

use super::super::code::{Code, I, L, Op, Reg, To};
use super::super::digits;
use super::super::layout::{Kind, entries};
use super::backend::{Block, InstBuilder, IntCC, Value, Variable, by_way_of, types};
use super::filling::Filling;
use super::forms::Form;
use super::memory::place;
use super::ranges::{Ranges, flat_written, written};
use super::translate::Body;
use std::collections::HashMap;
use std::ops::Range;

/// Where the option of a part is during a run, and the fields that are no straight lines.
#[derive(Clone)]
pub(super) struct Marked {
    at: Variable,
    others: Vec<Other>,
}

/// A field that is no straight line: its register, its bounds, and what each counts for in a place.
type Other = (I, (i64, i64), i64);

/// How many rounds of a run that only marks options are done at once.
const AT_ONCE: i64 = 4;

/// A loop over numbers.
#[derive(Clone)]
struct Loop {
    /// The number counted.
    item: I,
    body: Range<usize>,
    exit: To,
    by: By,
}

/// How it gets to the next number.
#[derive(Clone, Copy)]
enum By {
    /// It is one more, up to a limit.
    Steps(I),
    /// It is in a list: its pool, the place in it, the limit.
    Members(u16, I, I),
}

/// What is a straight line in a loop.
struct Run {
    /// The instructions that only follow the number counted.
    follows: Vec<usize>,
    parts: Vec<(u32, Line)>,
}

/// The place of an option over the number counted.
struct Line {
    /// How much it grows with each, where that is known.
    slope: i64,
    /// Whether something grows by more, which is found at two places.
    varies: bool,
    others: Vec<Other>,
}

/// How much a number grows with the number counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slope {
    By(i64),
    /// Always by the same, which is not known now.
    Some,
}

const FIXED: Slope = Slope::By(0);

impl Slope {
    fn plus(self, other: Slope, sign: i64) -> Option<Slope> {
        match (self, other) {
            (Slope::By(a), Slope::By(b)) => b.checked_mul(sign)?.checked_add(a).map(Slope::By),
            _ => Some(Slope::Some),
        }
    }

    fn times(self, n: i64) -> Option<Slope> {
        match self {
            Slope::By(a) => a.checked_mul(n).map(Slope::By),
            Slope::Some => Some(Slope::Some),
        }
    }
}

/// What registers are over the number counted.
struct Lines<'c> {
    ranges: &'c Ranges,
    forms: &'c [Form],
    /// For words written in the loop, how much they grow; for lists, whether they change. `None` for anything else.
    words: HashMap<I, Option<Slope>>,
    lists: HashMap<L, Option<bool>>,
    sets: Vec<u16>,
}

impl Lines<'_> {
    fn word(&self, r: I) -> Option<Slope> {
        self.words.get(&r).copied().unwrap_or(Some(FIXED))
    }

    fn list(&self, l: L) -> Option<bool> {
        self.lists.get(&l).copied().unwrap_or(Some(false))
    }

    fn is_packed(&self, l: L) -> bool {
        matches!(self.forms[l as usize], Form::Packed { .. })
    }

    /// How much a number grows that an instruction works out without asking anything; `None` if it is no straight line.
    fn slope(&self, op: Op) -> Option<Slope> {
        let fixed = |r: I| self.word(r).filter(|s| *s == FIXED);
        match op {
            Op::Const(..) => Some(FIXED),
            Op::Move(_, a) => self.word(a),
            Op::Cell(_, row, col) => match (self.word(row)?, self.word(col)?) {
                (FIXED, FIXED) => Some(FIXED),
                _ => Some(Slope::Some),
            },
            Op::Row(_, p) | Op::Col(_, p) => fixed(p),
            _ if !matches!(op, Op::Min(..) | Op::Max(..) | Op::Get(..) | Op::At(..) | Op::Len(..))
                && !self.ranges.fits(op) =>
            {
                None
            }
            Op::Add(_, a, b) => self.word(a)?.plus(self.word(b)?, 1),
            Op::Sub(_, a, b) => self.word(a)?.plus(self.word(b)?, -1),
            Op::Neg(_, a) => self.word(a)?.times(-1),
            Op::Mul(_, a, b) => match (self.ranges.word(a), self.ranges.word(b)) {
                (_, (n, m)) if n == m => self.word(a)?.times(n),
                ((n, m), _) if n == m => self.word(b)?.times(n),
                _ => match (self.word(a)?, self.word(b)?) {
                    (FIXED, FIXED) => Some(FIXED),
                    (FIXED, _) | (_, FIXED) => Some(Slope::Some),
                    _ => None,
                },
            },
            Op::Min(_, a, b) | Op::Max(_, a, b) => fixed(a).and(fixed(b)),
            Op::Get(_, l, i) | Op::At(_, l, i) if self.is_packed(l) && self.list(l) == Some(false) => {
                fixed(i)
            }
            Op::Len(_, l) => self.list(l).map(|_| FIXED),
            _ => None,
        }
    }

    /// The same for lists: whether it changes. One that changes already may change once more at some other place only, which
    /// nobody knows.
    fn changes(&self, op: Op) -> Option<bool> {
        let Op::Put(_, l, i, x) = op else { return None };
        let (before, FIXED, slope) = (self.list(l)?, self.word(i)?, self.word(x)?) else { return None };
        (self.is_packed(l) && !(before && slope != FIXED)).then_some(before || slope != FIXED)
    }

    /// Takes in an instruction; whether it follows the number counted.
    fn take(&mut self, code: &Code, op: Op, is_sure: bool) -> bool {
        for reg in flat_written(code, op) {
            match reg {
                Reg::I(d) => drop(self.words.insert(d, None)),
                Reg::L(d) => drop(self.lists.insert(d, None)),
                Reg::B(d) => self.sets.push(d),
            }
        }
        if let Some(d) = written(op) {
            let slope = self.slope(op).filter(|_| is_sure && !self.words.contains_key(&d));
            self.words.insert(d, slope);
            return slope.is_some();
        }
        if let Some(d) = list_written(op) {
            let changes = self.changes(op).filter(|_| is_sure && !self.lists.contains_key(&d));
            self.lists.insert(d, changes);
            return changes.is_some();
        }
        self.sets.extend(set_written(op));
        false
    }
}

/// The list register that an instruction writes to.
pub(super) fn list_written(op: Op) -> Option<L> {
    match op {
        Op::ListConst(d, _) | Op::ListMove(d, _) | Op::Touching(d, _) | Op::Arcs(d, ..) | Op::Put(d, ..) => {
            Some(d)
        }
        Op::Concat(d, ..) | Op::Sort(d, _) | Op::Reverse(d, _) | Op::Insert(d, ..) | Op::Remove(d, ..) => {
            Some(d)
        }
        Op::MapPut(d, ..) | Op::EntryList(d, ..) | Op::End(d, _) | Op::BitsList(d, ..) => Some(d),
        _ => None,
    }
}

fn set_written(op: Op) -> Vec<u16> {
    match op {
        Op::SetConst(d, _)
        | Op::SetMove(d, _)
        | Op::SetOr(d, ..)
        | Op::SetAnd(d, ..)
        | Op::SetMinus(d, ..) => vec![d],
        Op::SetXor(d, ..) | Op::SetRange(d, ..) | Op::With(d, ..) | Op::Without(d, ..) => vec![d],
        Op::WithCell(d, ..) | Op::WithoutCell(d, ..) | Op::Turned(d, _) | Op::Mirrored(d, _) => vec![d],
        Op::SetShift(d, ..) | Op::ListBits(d, _) | Op::KeyBits(d, ..) | Op::Connected(d, ..) => vec![d],
        Op::Shifted(d, _) | Op::Ray(d, ..) | Op::TouchingIn(d, ..) | Op::SetMask(d, ..) => vec![d],
        Op::Dominoes(c, d, _) => vec![c, d],
        Op::Next(_, s, _) | Op::NextAgain(_, s, _) | Op::NextCell(_, s, _) | Op::NextCellAgain(_, s, _) => {
            vec![s]
        }
        Op::NextIsland(d, s, _) => vec![d, s],
        Op::NextDomino(d, a, s, _) | Op::NextDominoAgain(d, a, s, _) => vec![d, a, s],
        _ => vec![],
    }
}

impl Body<'_> {
    /// The innermost loop that begins here.
    fn loop_at(&self, head: usize) -> Option<Loop> {
        let ops = &self.code.ops;
        let (item, body, exit, by) = match ops[head] {
            Op::Step(a, hi, exit) => {
                let end = (exit as usize).checked_sub(1)?;
                matches!(*ops.get(end)?, Op::StepAgain(b, _, to) if b == a && to as usize == head + 1)
                    .then_some(())?;
                (a, head + 1..end, exit, By::Steps(hi))
            }
            Op::NextMember(item, index, limit, pool, exit) => {
                let Op::Jump(test) = ops[head + 1] else { return None };
                let end = (test as usize).checked_sub(1)?;
                matches!(*ops.get(end)?, Op::Loop(to) if to as usize == head).then_some(())?;
                (item, head + 2..end, exit, By::Members(pool, index, limit))
            }
            _ => return None,
        };
        let mut all = body.clone();
        let goes_back = all.any(|i| ops[i].target().is_some_and(|to| to as usize <= i));
        (!goes_back).then_some(Loop { item, body, exit, by })
    }

    /// What is a straight line in a loop, if there is something to gain.
    fn run_of(&self, l: &Loop) -> Option<Run> {
        let (code, end) = (self.code, l.body.end);
        let jump = |i: usize| code.ops[i].target().map(|to| (i, to as usize));
        let jumps: Vec<(usize, usize)> = l.body.clone().filter_map(jump).collect();
        let (words, lists, sets) = (HashMap::from([(l.item, Some(Slope::By(1)))]), HashMap::new(), vec![]);
        let mut lines = Lines { ranges: &self.ranges, forms: &self.forms, words, lists, sets };
        let mut follows = vec![];
        for i in l.body.clone() {
            // What may be passed over on the way to something else in the loop is no line.
            let is_sure = !jumps.iter().any(|(from, to)| *from < i && i < *to && *to < end);
            if lines.take(code, code.ops[i], is_sure) {
                follows.push(i);
            }
        }
        // A register that is written twice is none of those that follow, wherever it was written first.
        follows.retain(|i| {
            let op = code.ops[*i];
            written(op).is_some_and(|d| lines.word(d).is_some())
                || list_written(op).is_some_and(|d| lines.list(d).is_some())
        });
        let part = |i: usize| match code.ops[i] {
            Op::Part(spec) => Some((spec, self.line(spec, &lines)?)),
            _ => None,
        };
        let parts: Vec<(u32, Line)> = l.body.clone().filter_map(part).collect();
        (!parts.is_empty()).then_some(Run { follows, parts })
    }

    /// The place of an option as a line, if it is one except for some numbers.
    fn line(&self, spec: u32, lines: &Lines<'_>) -> Option<Line> {
        let part = &self.code.parts[spec as usize];
        let fields = &self.family.instances[part.instance].placed.fields;
        let f = self.filling.as_ref()?;
        if !self.is_direct(spec, f) {
            return None;
        }
        let mut line = Line { slope: 0, varies: false, others: vec![] };
        for ((field, at), reg) in fields.iter().zip(&part.args) {
            match (&field.kind, *reg) {
                (Kind::Word { lo, hi }, Reg::I(r)) => match lines.word(r) {
                    Some(Slope::By(slope)) => line.slope += slope.checked_mul(f.step(*at, field.bits)?)?,
                    Some(Slope::Some) => line.varies = true,
                    None => line.others.push((r, (*lo, *hi), f.step(*at, field.bits)?)),
                },
                (Kind::Cell(_), Reg::I(r)) => line.varies |= lines.word(r)? != FIXED,
                (_, Reg::L(l)) => line.varies |= lines.list(l)?,
                (_, Reg::B(s)) if !lines.sets.contains(&s) => {}
                _ => return None,
            }
        }
        (line.slope != 0 || line.varies).then_some(line)
    }

    /// Goes through a loop as runs; false if it is none.
    pub(super) fn run(&mut self, head: usize) -> Option<bool> {
        let Some((l, run)) = self.loop_at(head).and_then(|l| Some((l.clone(), self.run_of(&l)?))) else {
            return Some(false);
        };
        let (first, last) = self.ends(&l)?;
        let rounds = self.b.ins().isub(last, first);
        let (fast, slow) = (self.b.create_block(), self.b.create_block());
        self.collected = Some(vec![]);
        let begins = self.places(&l, &run, first)?;
        self.places(&l, &run, last)?;
        let misfits = self.collected.replace(vec![]).unwrap_or_default();
        let second = self.b.ins().iadd_imm(first, 1);
        let seconds = self.places(&l, &run, second)?;
        self.collected = None;
        self.unless_all_fit(rounds, misfits, (fast, slow));
        self.b.switch_to_block(fast);
        let fuel = self.fuel_left();
        let fuel = self.b.ins().isub(fuel, rounds);
        self.set_fuel(fuel);
        let mut steps = vec![];
        for (k, (spec, line)) in run.parts.iter().enumerate() {
            steps.push(match line.varies {
                true => {
                    let step = self.b.ins().isub(seconds[k], begins[k]);
                    by_way_of(&mut self.b, step, (self.frame, place::HELD))
                }
                false => self.number(line.slope),
            });
            let at = self.b.declare_var(types::I64);
            self.b.def_var(at, begins[k]);
            self.marks.insert(*spec, Marked { at, others: line.others.clone() });
        }
        self.fast_copy(&l, &run, (first, last), &begins, &steps)?;
        self.marks.clear();
        self.b.switch_to_block(slow);
        self.open = true;
        if let By::Steps(_) = l.by {
            self.set_word(l.item, first);
            return Some(true);
        }
        Some(false)
    }

    /// The first and the last number that a loop may get to; leaves it if there is none.
    fn ends(&mut self, l: &Loop) -> Option<(Value, Value)> {
        match l.by {
            By::Steps(hi) => {
                let (before, last) = (self.counter(l.item), self.word(hi));
                let none = self.compare(IntCC::SignedGreaterThanOrEqual, before, last);
                self.jump_if(none, l.exit);
                Some((self.b.ins().iadd_imm(before, 1), last))
            }
            By::Members(pool, index, limit) => {
                let (before, last) = (self.counter(index), self.word(limit));
                let first = self.next_member((index, limit), pool, l.exit)?;
                self.set_word(index, before);
                Some((first, last))
            }
        }
    }

    /// The places of the options for one number, without what is no line.
    fn places(&mut self, l: &Loop, run: &Run, x: Value) -> Option<Vec<Value>> {
        self.set_word(l.item, x);
        for i in &run.follows {
            self.op(self.code.ops[*i], *i)?;
        }
        run.parts.iter().map(|(spec, line)| self.direct_place(*spec, &line.others)).collect()
    }

    /// To the fast copy if everything fits at both ends and there is fuel for all rounds.
    fn unless_all_fit(&mut self, rounds: Value, mut misfits: Vec<Value>, (fast, slow): (Block, Block)) {
        let fuel = self.fuel_left();
        misfits.push(self.compare(IntCC::UnsignedGreaterThan, rounds, fuel));
        let any = misfits.into_iter().reduce(|a, b| self.b.ins().bor(a, b));
        let any = any.unwrap_or_else(|| unreachable!("fuel is always looked at"));
        self.b.ins().brif(any, slow, &[], fast, &[]);
    }

    /// The loop once more, for places that fit.
    fn fast_copy(
        &mut self,
        l: &Loop,
        run: &Run,
        (first, last): (Value, Value),
        begins: &[Value],
        steps: &[Value],
    ) -> Option<()> {
        let before = self.blocks.clone();
        for to in l.body.start..=l.body.end {
            if before.contains_key(&(to as u32)) {
                let copy = self.b.create_block();
                self.blocks.insert(to as u32, copy);
            }
        }
        let again = self.b.create_block();
        self.set_word(l.item, first);
        if self.only_marks(l, run) {
            self.several_at_once(l, run, last, steps);
        }
        self.b.ins().jump(again, &[]);
        self.b.switch_to_block(again);
        if let By::Members(pool, index, limit) = l.by {
            let x = self.next_member((index, limit), pool, l.exit)?;
            self.set_word(l.item, x);
            let passed = self.b.ins().isub(x, first);
            for ((spec, _), (begin, step)) in run.parts.iter().zip(begins.iter().zip(steps)) {
                let more = self.b.ins().imul(passed, *step);
                let at = self.b.ins().iadd(*begin, more);
                self.b.def_var(self.marks[spec].at, at);
            }
        }
        self.open = true;
        for i in l.body.clone() {
            self.enter_block_of(i);
            if self.open {
                self.collected = run.follows.contains(&i).then(Vec::new);
                self.op(self.code.ops[i], i)?;
                self.collected = None;
            }
        }
        self.enter_block_of(l.body.end);
        if !self.open {
            // Every way leaves the loop.
        } else if let By::Members(..) = l.by {
            self.b.ins().jump(again, &[]);
        } else {
            self.step_on(l, run, last, steps, (again, before[&l.exit]));
        }
        self.blocks = before;
        Some(())
    }

    /// Whether each round marks options at places of straight lines, and does nothing else.
    fn only_marks(&self, l: &Loop, run: &Run) -> bool {
        let marks = |i: usize| matches!(self.code.ops[i], Op::Part(_) | Op::EndOption);
        matches!(l.by, By::Steps(_))
            && l.body.clone().all(|i| run.follows.contains(&i) || marks(i))
            && run.parts.iter().all(|(_, line)| line.others.is_empty())
    }

    /// Some rounds at once as long as more are left. Code that fills an array holds more values than the processor has registers:
    /// those that lie in memory are looked up once for all of these (Hypernim with four piles took 1.7 times as long without).
    fn several_at_once(&mut self, l: &Loop, run: &Run, last: Value, steps: &[Value]) {
        let (head, some, rest) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let now = self.counter(l.item);
        let left = self.b.ins().isub(last, now);
        let enough = self.compare_with(IntCC::SignedGreaterThanOrEqual, left, AT_ONCE);
        self.b.ins().brif(enough, some, &[], rest, &[]);
        self.b.switch_to_block(some);
        for _ in 0..AT_ONCE {
            for ((spec, _), step) in run.parts.iter().zip(steps) {
                self.mark_line(*spec);
                self.add_step(*spec, *step);
            }
        }
        let next = self.b.ins().iadd_imm(now, AT_ONCE);
        self.set_word(l.item, next);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(rest);
    }

    /// Marks the option of a run that is a straight line and nothing else.
    fn mark_line(&mut self, spec: u32) {
        let place = self.b.use_var(self.marks[&spec].at);
        self.mark_place(place);
    }

    /// The next place of an option in a run.
    fn add_step(&mut self, spec: u32, step: Value) {
        let at = self.marks[&spec].at;
        let now = self.b.use_var(at);
        let next = self.b.ins().iadd(now, step);
        self.b.def_var(at, next);
    }

    /// To the next number and the next places.
    fn step_on(&mut self, l: &Loop, run: &Run, last: Value, steps: &[Value], (again, over): (Block, Block)) {
        for ((spec, _), step) in run.parts.iter().zip(steps) {
            self.add_step(*spec, *step);
        }
        let now = self.counter(l.item);
        let next = self.b.ins().iadd_imm(now, 1);
        self.set_word(l.item, next);
        let more = self.compare(IntCC::SignedLessThan, now, last);
        self.b.ins().brif(more, again, &[], over, &[]);
    }

    /// The place of an option, if each of its fields is there as it is: without what is no line in a run.
    pub(super) fn direct_place(&mut self, spec: u32, but: &[Other]) -> Option<Value> {
        let f = self.filling.clone()?;
        let part = &self.code.parts[spec as usize];
        let fields = &self.family.instances[part.instance].placed.fields;
        let mut all = self.number(f.origin);
        for ((field, at), reg) in fields.iter().zip(&part.args) {
            let (bits, at, width) = match (&field.kind, *reg) {
                (Kind::Word { .. }, Reg::I(r)) if but.iter().any(|(other, ..)| *other == r) => continue,
                (Kind::Word { lo, hi }, Reg::I(r)) => {
                    let (v, bounds) = (self.word(r), self.ranges.word(r));
                    (self.within((*lo, *hi), v, bounds), *at, field.bits)
                }
                (Kind::List { len_bits, .. }, Reg::L(l)) => {
                    let (bits, from, width) = (self.list(l).0, at + len_bits, field.bits - len_bits);
                    self.check_fixed(bits, (from, width), &f);
                    (bits, from, width)
                }
                (Kind::Cell(room), Reg::I(r)) => {
                    let (row, col) = self.row_and_col_within(room, r);
                    let own = self.moved_all(&f, row, (at + room.col_bits(), room.row_bits()));
                    all = self.b.ins().iadd(all, own);
                    (col, *at, room.col_bits())
                }
                (kind, Reg::B(s)) => (self.field_of_set(kind, s)?, *at, field.bits),
                _ => return None,
            };
            let own = self.moved_all(&f, bits, (at, width));
            all = self.b.ins().iadd(all, own);
        }
        Some(all)
    }

    /// Bits of a key, from one on, that are the same everywhere must be so.
    fn check_fixed(&mut self, bits: Value, (at, width): (u32, u32), f: &Filling) {
        let (fixed, base) = f.fixed(at, width);
        if fixed != 0 {
            let same = self.b.ins().band_imm(bits, fixed);
            let other = self.compare_with(IntCC::NotEqual, same, base);
            self.misfit_if(other);
        }
    }

    /// What bits of a key, from one on, count for in a place.
    fn moved_all(&mut self, f: &Filling, bits: Value, (at, width): (u32, u32)) -> Value {
        let pieces = f.pieces(at, width).into_iter();
        let own: Vec<Value> = pieces.map(|piece| self.moved(bits, piece, width)).collect();
        let all = own.into_iter().reduce(|a, b| self.b.ins().iadd(a, b));
        all.unwrap_or_else(|| self.number(0))
    }

    /// Some bits of a field at their place.
    fn moved(&mut self, bits: Value, piece: digits::Run, width: u32) -> Value {
        let low = if piece.at == 0 { bits } else { self.b.ins().ushr_imm(bits, i64::from(piece.at)) };
        let all = piece.at + piece.bits == width;
        let own = if all { low } else { self.b.ins().band_imm(low, piece.mask() as i64) };
        self.counted(own, piece.step)
    }

    /// Whether the fields of an option are in its place as they are.
    pub(super) fn is_direct(&self, spec: u32, f: &Filling) -> bool {
        let part = &self.code.parts[spec as usize];
        let fields = &self.family.instances[part.instance].placed.fields;
        fields.iter().zip(&part.args).all(|((field, at), reg)| match (&field.kind, *reg) {
            (Kind::Word { .. }, Reg::I(_)) => f.step(*at, field.bits).is_some(),
            (Kind::Cell(room), Reg::I(_)) => {
                let row = f.step(at + room.col_bits(), room.row_bits());
                row.and(f.step(*at, room.col_bits())).is_some()
            }
            (Kind::Set { lo: 0, .. } | Kind::Cells, Reg::B(_)) => f.step(*at, field.bits).is_some(),
            (kind @ Kind::List { cells: false, .. }, Reg::L(l)) => {
                let packed = matches!(self.forms[l as usize], Form::Packed { .. });
                let (least, most) = self.ranges.length(l);
                let length = entries(kind).and_then(|(_, len_bits, ..)| f.length(*at, len_bits));
                packed && least == most && length == Some(least)
            }
            _ => false,
        })
    }

    /// An option in a run.
    pub(super) fn mark_in_run(&mut self, spec: u32) -> Option<()> {
        let Marked { at, others } = self.marks[&spec].clone();
        let mut place = self.b.use_var(at);
        for (r, (lo, hi), step) in &others {
            let (v, bounds) = (self.word(*r), self.ranges.word(*r));
            let bits = self.within((*lo, *hi), v, bounds);
            let there = self.counted(bits, *step);
            place = self.b.ins().iadd(place, there);
        }
        self.mark_place(place);
        Some(())
    }
}
