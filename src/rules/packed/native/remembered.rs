//! Values of expressions that depend on one number are computed once for each: see [`memo`](super::super::memo).

use super::super::code::I;
use super::REMEMBERED;
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::memory::place;
use super::translate::Body;

impl Body<'_> {
    /// The place of a number in a pool, and whether there is one.
    pub(super) fn remembered(&mut self, x: I, pool: u16) -> Option<(Value, Value)> {
        self.translator.pools = self.translator.pools.max(usize::from(pool) + 1);
        if self.translator.pools > super::MOST_POOLS {
            return None;
        }
        let (x, memory) = (self.word(x), self.of_frame(place::MEMORY));
        let inside = self.compare_with(IntCC::UnsignedLessThan, x, REMEMBERED as i64);
        let at = self.b.ins().iadd_imm(x, (usize::from(pool) * REMEMBERED) as i64);
        let at = self.b.ins().ishl_imm(at, 3);
        Some((self.b.ins().iadd(memory, at), inside))
    }

    pub(super) fn recall(&mut self, d: I, x: I, pool: u16, to: u32) -> Option<()> {
        let (at, inside) = self.remembered(x, pool)?;
        let (look, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(inside, look, &[], on, &[]);
        self.b.switch_to_block(look);
        let value = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
        let unknown = self.compare_with(IntCC::Equal, value, super::UNKNOWN);
        let found = self.b.create_block();
        self.b.ins().brif(unknown, on, &[], found, &[]);
        self.b.switch_to_block(found);
        self.set_word(d, value);
        let to = self.block(to);
        self.b.ins().jump(to, &[]);
        self.b.switch_to_block(on);
        Some(())
    }

    pub(super) fn remember(&mut self, x: I, v: I, pool: u16) -> Option<()> {
        let ((at, inside), v) = (self.remembered(x, pool)?, self.word(v));
        let (write, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(inside, write, &[], on, &[]);
        self.b.switch_to_block(write);
        self.b.ins().store(MemFlags::trusted(), v, at, 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
        Some(())
    }
}
