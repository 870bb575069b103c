//! Moves that are no clauses: their register code marks the values of its options.

use super::boxes::{Table, Word};
use super::fill::Rest;
use super::seen::Stamps;
use crate::engine::{Exhausted, Meter, Stop, Unfit};
use crate::rules::packed::bits::Grid;
use crate::rules::packed::code::{Code, MembersRun, Reg};
use crate::rules::packed::vm::{Sink, Vm};

/// Register code for the moves that are left.
pub(super) struct ByCode<'a> {
    pub(super) code: &'a Code,
    pub(super) grid: &'a Grid,
    pub(super) vm: &'a mut Vm,
    pub(super) meter: &'a Meter,
}

impl<T: Word> Rest<T> for ByCode<'_> {
    fn mark(&mut self, tables: &[Table<T>], at: &[i64], stamps: &mut Stamps) -> Result<(), Stop> {
        self.vm.prepare(self.code);
        for (input, n) in self.code.inputs.iter().zip(at) {
            let Reg::I(r) = input else { return Err(Unfit::Misfit.into()) };
            self.vm.words[*r as usize] = *n;
        }
        let mut sink = Look { tables, code: self.code, stamps, value: 0, meter: self.meter };
        self.vm.run(self.code, self.grid, &mut sink)
    }
}

/// Looks options up in the tables and marks their values.
struct Look<'a, T> {
    tables: &'a [Table<T>],
    code: &'a Code,
    stamps: &'a mut Stamps,
    value: u32,
    meter: &'a Meter,
}

impl<T: Word> Sink for Look<'_, T> {
    #[inline]
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        let table = &self.tables[spec.instance];
        let mut index = 0;
        for (k, reg) in spec.args.iter().enumerate() {
            let Reg::I(r) = *reg else { return false };
            let offset = vm.words[r as usize].wrapping_sub(table.shape.lows[k]) as u64;
            if offset >= table.shape.lengths[k] as u64 {
                return false;
            }
            index += offset as usize * table.shape.strides[k];
        }
        if index >= table.filled {
            return false;
        }
        self.value ^= table.values[index].wide();
        true
    }

    fn members_run(&mut self, vm: &Vm, run: &MembersRun, members: &[i64]) -> bool {
        let (Some(least), Some(largest)) = (members.first(), members.last()) else { return true };
        let table = &self.tables[run.part.instance];
        let mut fixed = 0;
        let mut from = 0;
        for (k, reg) in run.part.args.iter().enumerate() {
            let Reg::I(r) = *reg else { return false };
            let Some(offset) = vm.words[r as usize].checked_sub(table.shape.lows[k]) else { return false };
            if k == run.which {
                from = offset;
            } else if (0..table.shape.lengths[k] as i64).contains(&offset) {
                fixed += offset as usize * table.shape.strides[k];
            } else {
                return false;
            }
        }
        // What is left is largest for the least number, and least for the largest one.
        let (length, stride) = (table.shape.lengths[run.which] as i64, table.shape.strides[run.which]);
        let fits = from - largest >= 0 && from - least < length;
        if !fits || fixed + (from - least) as usize * stride >= table.filled {
            return false;
        }
        for x in members {
            self.stamps.mark(table.values[fixed + (from - x) as usize * stride].wide());
        }
        true
    }

    fn heap(&mut self, size: i64) -> bool {
        match u32::try_from(size) {
            Ok(size) if size < 1 << 24 => {
                self.value ^= size;
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn end_option(&mut self) {
        self.stamps.mark(self.value);
        self.value = 0;
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look()
    }
}
