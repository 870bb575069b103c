//! The rules as lists of places: code that goes from position to position of a box, in the order of their keys, and writes down
//! where their moves lead. Behind the places of a position comes a word that says which position it was, how many options it has,
//! and whether it is void: then a move from it does not fit, and no option of it counts.

use super::super::digits::Shape;
use super::super::family::Family;
use super::super::layout::Kind;
use super::backend::{InstBuilder, IntCC, Value};
use super::filling::Filling;
use super::memory::{At, Executable, Function, place, status};
use super::translate::{Body, Translator};
use super::{MOST_FUEL, Runs, members};
use crate::engine::loopy::Rows;
use crate::engine::{Meter, Stop, Unfit};
use std::ops::Range;
use std::sync::Arc;

/// Where the place of a position stands in such a word, behind the number of its options and whether it is void.
const PLACE: u32 = 32;

impl Body<'_> {
    /// Whether what is in the fields of an option is known to be digits of the shape: numbers, cells and sets are, for they are
    /// compared with their bounds where they become fields.
    pub(super) fn is_checked(&self, spec: u32) -> bool {
        let part = &self.code.parts[spec as usize];
        let fields = &self.family.instances[part.instance].placed.fields;
        let is_checked = |kind: &Kind| match kind {
            Kind::Word { .. } | Kind::Cell(_) | Kind::Set { .. } | Kind::Cells | Kind::Over { .. } => true,
            Kind::List { .. } | Kind::Map { .. } | Kind::Flat { .. } => false,
        };
        fields.iter().all(|(field, _)| is_checked(&field.kind))
    }

    /// Compares what lists have with the largest digits: places that are listed have no gaps between them.
    pub(super) fn check_digits(&mut self, key: Value, f: &Filling) {
        let digits = f.digits.iter().filter(|d| f.lists && d.most < d.mask());
        for d in digits {
            let v = self.b.ins().ushr_imm(key, i64::from(d.at));
            let v = self.b.ins().band_imm(v, d.mask() as i64);
            let large = self.compare_with(IntCC::UnsignedGreaterThan, v, d.most as i64);
            self.misfit_if(large);
        }
    }

    /// An option is at a place.
    pub(super) fn list_place(&mut self, at: Value) {
        self.append(self.parts, place::PARTS_END, at);
    }

    /// Ends the row of a position. What was written is in the frame from here on: whoever leaves in the middle of a position begins
    /// it again.
    pub(super) fn end_row(&mut self, void: Value, f: &Filling) {
        let (first, behind) = (self.of_frame(place::PARTS), self.b.use_var(self.parts));
        let behind = self.b.ins().select(void, first, behind);
        self.b.def_var(self.parts, behind);
        // A word of eight bytes for each option: the number of options, times 2.
        let bytes = self.b.ins().isub(behind, first);
        let options = self.b.ins().ushr_imm(bytes, 2);
        let here = self.b.use_var(f.here);
        let here = self.b.ins().ishl_imm(here, i64::from(PLACE));
        let row = self.b.ins().bor(here, options);
        let row = self.b.ins().bor(row, void);
        self.append(self.ends, place::ENDS_END, row);
        self.write_frame(self.parts, place::PARTS);
        self.write_frame(self.ends, place::ENDS);
    }
}

/// Machine code that lists where moves lead from positions side by side.
pub(in super::super) struct Lister {
    memory: Arc<Executable>,
    function: Function,
    pools: usize,
    runs: Runs<u64>,
    shape: Shape,
}

impl Lister {
    /// For the positions of a shape; `None` if there is no machine code for it, or an option may be a sum.
    pub(in super::super) fn new(family: &Family, shape: &Shape, meter: &Meter) -> Option<Lister> {
        let lists = members::lists(family, shape, meter)?;
        let mut translator = Translator::new()?;
        let function = translator.add_listing(family, shape, &lists)?;
        let pools = translator.pools;
        let memory = Executable::new(translator)?;
        let function = memory.function(function);
        let mut runs = Runs::default();
        runs.make_room(pools);
        Some(Lister { memory: Arc::new(memory), function, pools, runs, shape: shape.clone() })
    }

    /// The same code for a thread of its own.
    pub(in super::super) fn another(&self) -> Lister {
        let mut runs = Runs::default();
        runs.make_room(self.pools);
        Lister { memory: self.memory.clone(), runs, shape: self.shape.clone(), ..*self }
    }

    /// How its positions are numbered.
    pub(in super::super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Adds the rows of positions, by how many come before them.
    ///
    /// # Errors
    /// If time is up; or a position takes too long.
    pub(in super::super) fn list(
        &mut self,
        positions: Range<u64>,
        out: &mut Rows,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let key = self.shape.key(positions.start);
        let here = self.shape.place(key).unwrap_or_default();
        let mut at = At { key, here, stamp: 0, left: positions.end - positions.start };
        while at.left > 0 {
            let before = at.left;
            let (ended, options, rows) =
                self.memory.list(self.function, self.runs.fuel, &mut self.runs.room, &mut at);
            let (mut options, rows) = (&self.runs.room.parts[..options], &self.runs.room.ends[..rows]);
            for [what, place] in rows {
                let (row, rest) = options.split_at(*what as usize / 2);
                options = rest;
                out.add(*place, (what % 2 == 0).then(|| row.iter().map(|to| *to as u32)));
            }
            match ended {
                status::DONE => return Ok(()),
                _ if at.left < before => {}
                status::NO_FUEL if self.runs.fuel < MOST_FUEL => {
                    meter.look()?;
                    self.runs.fuel *= 2;
                }
                status::NO_ROOM if self.runs.grow() => meter.look()?,
                _ => return Err(Unfit::Misfit.into()),
            }
        }
        Ok(())
    }
}
