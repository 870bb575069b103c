//! Where an option ends, and where one is given up.

use super::backend::{InstBuilder, IntCC, MemFlags, types};
use super::memory::place;
use super::translate::Body;

impl Body<'_> {
    /// How many parts and nim-heaps there are so far, side by side.
    pub(super) fn end_option(&mut self) {
        let (parts, heaps) = (self.b.use_var(self.parts), self.b.use_var(self.heaps));
        let (first_part, first_heap) = (self.of_frame(place::PARTS), self.of_frame(place::HEAPS));
        let parts = self.b.ins().isub(parts, first_part);
        let heaps = self.b.ins().isub(heaps, first_heap);
        let wide = if self.key_type == types::I64 { 3 } else { 4 };
        let parts = self.b.ins().ushr_imm(parts, wide);
        let heaps = self.b.ins().ushr_imm(heaps, 3);
        let heaps = self.b.ins().ishl_imm(heaps, 32);
        let both = self.b.ins().bor(parts, heaps);
        self.append(self.ends, place::ENDS_END, both);
    }

    /// Back to where the option began: behind the last one that ended.
    pub(super) fn drop_option(&mut self) {
        let (first_part, first_heap) = (self.of_frame(place::PARTS), self.of_frame(place::HEAPS));
        if self.alone {
            let parts = self.b.use_var(self.parts);
            let before = self.b.ins().iadd_imm(parts, -i64::from(self.key_type.bytes()));
            self.b.def_var(self.parts, before);
            return;
        }
        let (ends, first_end) = (self.b.use_var(self.ends), self.of_frame(place::ENDS));
        let (some, on) = (self.b.create_block(), self.b.create_block());
        let both = self.b.append_block_param(on, types::I64);
        let (any, none) = (self.compare(IntCC::NotEqual, ends, first_end), self.number(0));
        self.b.ins().brif(any, some, &[], on, &[none.into()]);
        self.b.switch_to_block(some);
        let last = self.b.ins().load(types::I64, MemFlags::trusted(), ends, -8);
        self.b.ins().jump(on, &[last.into()]);
        self.b.switch_to_block(on);
        let wide = if self.key_type == types::I64 { 3 } else { 4 };
        let parts = self.b.ins().band_imm(both, i64::from(u32::MAX));
        let parts = self.b.ins().ishl_imm(parts, wide);
        let heaps = self.b.ins().ushr_imm(both, 32);
        let heaps = self.b.ins().ishl_imm(heaps, 3);
        let (parts, heaps) = (self.b.ins().iadd(first_part, parts), self.b.ins().iadd(first_heap, heaps));
        self.b.def_var(self.parts, parts);
        self.b.def_var(self.heaps, heaps);
    }
}
