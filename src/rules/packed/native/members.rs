//! Lists of the numbers that satisfy a condition, for each other number that it depends on: made before an array is filled, by
//! machine code of the condition alone.

use super::super::code::{Code, I, Op, PartSpec, Reg, To};
use super::super::digits::Shape;
use super::super::family::Family;
use super::backend::{InstBuilder, IntCC, MemFlags, Value, Variable, types};
use super::forms::forms;
use super::memory::{Executable, status};
use super::ranges::{Bounds, Ranges};
use super::translate::{Body, Translator};
use super::{Keys, MOST_FUEL, Runs};
use crate::engine::Meter;
use std::collections::HashMap;

/// A list of members for each number from the least one on: where it begins among all, if the condition is no mistake there.
/// Behind each list stands a number above all others.
pub(super) struct Lists {
    pub(super) of: Option<I>,
    pub(super) least: i64,
    pub(super) begins: Vec<i64>,
    pub(super) members: Vec<i64>,
}

/// More tries than this for each position of an array do not pay.
const TRIES: u64 = 8;
/// Arrays are filled from so many positions on.
const SMALLEST: u64 = 1 << 13;

/// The lists that a code asks for, by their pools; `None` if there is one that cannot be made.
pub(super) fn lists(family: &Family, shape: &Shape, meter: &Meter) -> Option<HashMap<u16, Lists>> {
    let code = &family.instances[0].moves;
    let (forms, pieces) = forms(family, 0, code);
    let keys = Keys::Words(u64::BITS);
    let ranges = Ranges::of(family, 0, code, (&forms, &pieces), shape.fixed(), keys);
    let mut found = HashMap::new();
    for (head, op) in code.ops.iter().enumerate() {
        if let Op::NextMember(item, _, limit, pool, exit) = *op {
            let question = Question { code, head, item, limit, exit, pool };
            found.insert(pool, question.answered(family, &ranges, ranges.word(limit).1, most(shape), meter)?);
        }
    }
    Some(found)
}

/// Whether the lists that a code asks for are few enough to be made.
pub(in super::super) fn are_few(family: &Family, shape: &Shape) -> bool {
    let code = &family.instances[0].moves;
    let (forms, pieces) = forms(family, 0, code);
    let keys = Keys::Words(u64::BITS);
    let ranges = Ranges::of(family, 0, code, (&forms, &pieces), shape.fixed(), keys);
    code.ops.iter().enumerate().all(|(head, op)| match *op {
        Op::NextMember(item, _, limit, pool, exit) => {
            let question = Question { code, head, item, limit, exit, pool };
            question.span(&ranges, ranges.word(limit).1, most(shape)).is_some()
        }
        _ => true,
    })
}

/// So many tries pay.
fn most(shape: &Shape) -> u64 {
    TRIES * shape.size().max(SMALLEST)
}

/// A loop over members.
struct Question<'c> {
    code: &'c Code,
    head: usize,
    item: I,
    limit: I,
    exit: To,
    pool: u16,
}

impl Question<'_> {
    fn answered(
        &self,
        family: &Family,
        ranges: &Ranges,
        top: i64,
        most: u64,
        meter: &Meter,
    ) -> Option<Lists> {
        let (of, first, (least, last)) = self.span(ranges, top, most)?;
        let alone = family.of_numbers(self.condition(of, first, top)?, (0, last.max(top).max(1)))?;
        let mut lists = Lists { of, least, begins: vec![], members: vec![] };
        lists.make(&alone, (least, last), meter)?;
        Some(lists)
    }

    /// The number that the condition depends on, where the members begin, and the least and the largest value of that number; `None`
    /// if so many tries do not pay.
    fn span(&self, ranges: &Ranges, top: i64, most: u64) -> Option<(Option<I>, i64, (i64, i64))> {
        let of = self.code.ops.iter().find_map(|op| match *op {
            Op::MembersOf(of, pool) if pool == self.pool => Some(of),
            _ => None,
        });
        let first = first_member(self.code, self.pool)?;
        let (least, last) = of.map_or((0, 0), |of| ranges.word(of));
        let tries = last
            .checked_sub(least)?
            .checked_add(1)?
            .checked_mul(top.checked_sub(first)?.max(0).checked_add(1)?)?;
        let pays = u64::try_from(tries).ok()? <= most && least >= 0 && first >= 0;
        pays.then_some((of, first, (least, last)))
    }

    /// Code that hands out the members for a number.
    fn condition(&self, of: Option<I>, first: i64, top: i64) -> Option<Code> {
        let Op::Jump(test) = *self.code.ops.get(self.head + 1)? else { return None };
        let (test, exit) = (test as usize, self.exit as usize);
        // Flags that are taken down before the loop: what they stand for is computed when it is first asked for.
        let is_flag = |op: &&Op| matches!(op, Op::Const(d, 0) if Some(*d) != of && *d != self.item);
        let flags: Vec<Op> = self.code.ops[..self.head].iter().filter(is_flag).copied().collect();
        let before = flags.len() as u32 + 2;
        let behind = before + (exit - test) as u32;
        let moved = |to: To| match to as usize {
            to if to == self.head => Some(before - 1),
            to if test <= to && to < exit => Some(before + (to - test) as u32),
            _ => None,
        };
        let mut code = Code { ops: vec![], inputs: vec![], ..self.code.clone() };
        let mut fresh = || {
            code.size.0 += 1;
            (code.size.0 - 1) as I
        };
        let (limit, unused) = (fresh(), fresh());
        code.constants.extend([limit, self.limit].map(|r| (r, top)));
        code.inputs.push(Reg::I(of.unwrap_or(unused)));
        code.parts = vec![PartSpec { instance: 0, args: vec![Reg::I(self.item)] }];
        code.ops.extend(flags);
        code.ops.extend([Op::Const(self.item, first - 1), Op::Step(self.item, limit, behind)]);
        for (i, op) in self.code.ops[test..exit].iter().enumerate() {
            let known = |r: I| self.code.constants.iter().find(|(c, _)| *c == r).map(|(_, n)| *n);
            code.ops.push(match *op {
                Op::Learn(_, belongs, _) if known(belongs) == Some(1) => Op::Part(0),
                Op::Learn(..) => Op::Jump(before + i as u32 + 1),
                mut op => {
                    if let Some(to) = op.target_mut() {
                        *to = moved(*to)?;
                    }
                    op
                }
            });
        }
        code.ops.push(Op::Halt);
        Some(code)
    }
}

impl Lists {
    fn make(&mut self, family: &Family, (least, last): Bounds, meter: &Meter) -> Option<()> {
        let mut translator = Translator::new()?;
        let (function, _) = translator.add(family, 0, &family.instances[0].moves, Keys::Words(u64::BITS))?;
        let mut runs = Runs::<u64>::default();
        runs.make_room(translator.pools);
        let memory = Executable::new(translator)?;
        for p in least..=last {
            let made = loop {
                let (ended, made, _) =
                    memory.run(memory.function(function), p as u128, runs.fuel, &mut runs.room);
                meter.look().ok()?;
                match ended {
                    status::DONE => break Some(made.parts),
                    status::NO_FUEL if runs.fuel < MOST_FUEL => runs.fuel *= 2,
                    status::NO_ROOM if runs.grow() => {}
                    _ => break None,
                }
            };
            self.begins.push(made.map_or(-1, |_| 8 * self.members.len() as i64));
            if let Some(made) = made {
                self.members.extend(runs.room.parts[..made].iter().map(|x| *x as i64));
                self.members.push(i64::MAX);
            }
        }
        Some(())
    }
}

/// The least number that is tried.
pub(super) fn first_member(code: &Code, pool: u16) -> Option<i64> {
    let first = code.ops.iter().find_map(|op| match *op {
        Op::BeginMembers(first, of) if of == pool => Some(first),
        _ => None,
    })?;
    code.constants.iter().find(|(c, _)| *c == first).map(|(_, n)| *n)
}

/// Lists in machine code: where what they begin with stands, and the list of the loop.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    of: Option<I>,
    least: i64,
    begins: Value,
    members: Value,
    /// Whether there is a list for each number.
    all: bool,
    row: Variable,
}

impl Body<'_> {
    pub(super) fn take_lists(&mut self, lists: &HashMap<u16, Lists>) {
        for (pool, Lists { of, least, begins, members }) in lists {
            let all = begins.iter().all(|at| *at >= 0);
            let (begins, members) = (self.constant(begins), self.constant(members));
            let row = self.b.declare_var(types::I64);
            self.rows.insert(*pool, Rows { of: *of, least: *least, begins, members, all, row });
        }
    }

    /// Goes to the beginning of the list for a number.
    pub(super) fn begin_members(&mut self, pool: u16) -> Option<()> {
        let Rows { of, least, begins, members, all, row } = *self.rows.get(&pool)?;
        let p = match of {
            Some(of) => self.word(of),
            None => self.number(least),
        };
        let at = self.b.ins().iadd_imm(p, -least);
        let at = self.b.ins().ishl_imm(at, 3);
        let at = self.b.ins().iadd(begins, at);
        let from = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
        if !all {
            let none = self.compare_with(IntCC::SignedLessThan, from, 0);
            self.misfit_if(none);
        }
        let from = self.b.ins().iadd(members, from);
        self.b.def_var(row, from);
        Some(())
    }

    /// The member that an index counts, which moves on; leaves the loop if it is above a limit.
    pub(super) fn next_member(&mut self, (index, limit): (I, I), pool: u16, exit: To) -> Option<Value> {
        let (row, i, limit) = (self.rows.get(&pool)?.row, self.counter(index), self.word(limit));
        let (row, at) = (self.b.use_var(row), self.b.ins().ishl_imm(i, 3));
        let at = self.b.ins().iadd(row, at);
        let x = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
        let over = self.compare(IntCC::SignedGreaterThan, x, limit);
        self.jump_if(over, exit);
        let next = self.b.ins().iadd_imm(i, 1);
        self.set_word(index, next);
        Some(x)
    }
}
