//! From register code to machine code: one variable for each register, one block for each place that is jumped to.

use super::super::arrays::Kept;
use super::super::bits::Grid;
use super::super::code::{Code, FlatOp, I, L, Op, Reg};
use super::super::digits::Shape;
use super::super::family::Family;
use super::super::flat_fields::{MapKeys, Piece};
use super::Keys;
use super::backend::{
    Block, Compiler, FunctionBuilder, InstBuilder, IntCC, MemFlags, Type, Value, Variable, types,
};
use super::builds::builds;
use super::filling::Filling;
use super::forms::{Form, forms};
use super::keyed::{KeyRegs, keys_of_loops};
use super::members::{Lists, Rows};
use super::memory::{place, status};
use super::pieces::type_of_piece;
use super::ranges::{Ranges, flat_written};
use super::runs::Marked;
use super::sets::is_wide;
use crate::check::ir::WinRule;
use std::collections::HashMap;
use std::sync::Arc;

/// Code longer than this is run by the interpreter.
const MAX_OPS: usize = 3_000;

/// Makes functions, one after the other.
pub(super) struct Translator {
    pub(super) compiler: Compiler,
    /// What the functions read: their addresses are written in them.
    pub(super) constants: Vec<Box<[i64]>>,
    /// Operations on flat values that they ask for by address.
    pub(super) operations: Vec<Arc<FlatOp>>,
    /// Expressions whose values are remembered.
    pub(super) pools: usize,
}

impl Translator {
    /// For the processor at hand; `None` where there is no translation for it.
    pub(super) fn new() -> Option<Translator> {
        Some(Translator { compiler: Compiler::new()?, constants: vec![], operations: vec![], pools: 0 })
    }

    /// Translates a code of an instance: the number of the function, and whether each of its options is one part. `None` if
    /// an instruction has no translation.
    pub(super) fn add(
        &mut self,
        family: &Family,
        tag: usize,
        code: &Code,
        keys: Keys<'_>,
    ) -> Option<(usize, bool)> {
        self.function(family, tag, code, keys, None)
    }

    /// The function that fills an array with values of positions in an order.
    pub(super) fn add_filling(
        &mut self,
        family: &Family,
        shape: &Shape,
        kept: Kept,
        lists: &HashMap<u16, Lists>,
    ) -> Option<usize> {
        let code = &family.instances[0].moves;
        let array = ToFill { shape, kept: Some(kept), lists };
        self.function(family, 0, code, Keys::Words(u64::BITS), Some(array)).map(|(i, _)| i)
    }

    /// The function that lists the places of the options of positions side by side; `None` as well if one is a sum.
    pub(super) fn add_listing(
        &mut self,
        family: &Family,
        shape: &Shape,
        lists: &HashMap<u16, Lists>,
    ) -> Option<usize> {
        let code = &family.instances[0].moves;
        let array = ToFill { shape, kept: None, lists };
        let made = self.function(family, 0, code, Keys::Words(u64::BITS), Some(array));
        made.filter(|(_, alone)| *alone).map(|(i, _)| i)
    }

    fn function(
        &mut self,
        family: &Family,
        tag: usize,
        code: &Code,
        keys: Keys<'_>,
        array: Option<ToFill<'_>>,
    ) -> Option<(usize, bool)> {
        if code.ops.len() > MAX_OPS {
            return None;
        }
        let mut draft = self.compiler.draft();
        let builder = draft.builder();
        let fixed = array.as_ref().map_or((0, 0), |array| array.shape.fixed());
        let mut body = Body::new(builder, self, (family, tag, code), keys, fixed)?;
        let alone = body.alone;
        if let Some(array) = array {
            // Under misère play, or where it is kept how long play takes, parts say nothing of their sum.
            if !alone && array.kept.is_none_or(|kept| kept.rule == WinRule::Misere || kept.lasts) {
                return None;
            }
            body.filling = Some(Filling::new(&mut body.b, array.shape, array.kept, alone));
            body.take_lists(array.lists);
        }
        body.translate()?;
        Some((self.compiler.add(draft)?, alone))
    }
}

/// An array to be filled: its shape, what is in it if it is not only listed, and lists that conditions were made to.
struct ToFill<'a> {
    shape: &'a Shape,
    kept: Option<Kept>,
    lists: &'a HashMap<u16, Lists>,
}

/// The function being made.
pub(super) struct Body<'t> {
    pub(super) b: FunctionBuilder<'t>,
    pub(super) translator: &'t mut Translator,
    pub(super) family: &'t Family,
    pub(super) tag: usize,
    pub(super) code: &'t Code,
    pub(super) grid: Grid,
    pub(super) keys: Keys<'t>,
    pub(super) key_type: Type,
    pub(super) set_type: Type,
    /// Whether each option is one part.
    pub(super) alone: bool,
    pub(super) words: Vec<Variable>,
    pub(super) sets: Vec<Variable>,
    /// For each list register its bits or its address, and its length.
    pub(super) lists: Vec<(Variable, Variable)>,
    pub(super) forms: Vec<Form>,
    pub(super) pieces: Vec<Arc<Piece>>,
    /// Which list is begun, added to or ended by an instruction; those in words: their elements so far, and how many.
    pub(super) builds: HashMap<usize, L>,
    pub(super) building: HashMap<L, (Variable, Variable)>,
    /// For registers that hold nothing but keys of a map, which of these one is.
    pub(super) places_of_keys: HashMap<KeyRegs, (Arc<MapKeys>, Variable)>,
    pub(super) ranges: Ranges,
    pub(super) known: HashMap<I, i64>,
    /// For registers that hold nothing but cells of the grid, their numbers.
    pub(super) cells: HashMap<I, Variable>,
    pub(super) frame: Value,
    pub(super) parts: Variable,
    pub(super) heaps: Variable,
    pub(super) ends: Variable,
    pub(super) scratch: Variable,
    pub(super) build: Variable,
    pub(super) fuel: Variable,
    pub(super) blocks: HashMap<u32, Block>,
    /// Where it leaves without an answer: for want of fuel, of room, and for all else.
    pub(super) no_fuel: Block,
    pub(super) no_room: Block,
    pub(super) no_lists: Block,
    pub(super) misfit: Block,
    /// Where the next instruction is reached from above.
    pub(super) open: bool,
    /// If it fills an array rather than listing options.
    pub(super) filling: Option<Filling>,
    /// What does not fit is noted here rather than left to the interpreter at once.
    pub(super) collected: Option<Vec<Value>>,
    /// In a run: where the places of its options stand.
    pub(super) marks: HashMap<u32, Marked>,
    /// Lists of members, by their pools.
    pub(super) rows: HashMap<u16, Rows>,
}

/// Registers that are given nothing but cells of the grid by their numbers.
fn cell_registers(code: &Code) -> Vec<I> {
    let written = |op: &Op| match *op {
        Op::NextCell(d, ..) | Op::NextCellAgain(d, ..) => Some(d),
        _ => None,
    };
    let mut found: Vec<I> = code.ops.iter().filter_map(written).collect();
    let otherwise = |op: &Op| match *op {
        Op::Const(d, _) | Op::Move(d, _) | Op::Cell(d, ..) | Op::BitToCell(d, _) => Some(d),
        Op::Add(d, ..) | Op::Sub(d, ..) | Op::Mul(d, ..) | Op::Div(d, ..) | Op::Mod(d, ..) => Some(d),
        Op::Pow(d, ..)
        | Op::Gcd(d, ..)
        | Op::Halve(d, ..)
        | Op::Xor(d, ..)
        | Op::Min(d, ..)
        | Op::Max(d, ..) => Some(d),
        Op::Neg(d, _) | Op::Abs(d, _) | Op::Row(d, _) | Op::Col(d, _) | Op::Len(d, _) => Some(d),
        Op::Get(d, ..) | Op::At(d, ..) | Op::Entry(d, ..) | Op::MapGet(d, ..) | Op::Recall(d, ..) => Some(d),
        Op::Next(d, ..) | Op::NextAgain(d, ..) | Op::Step(d, ..) | Op::StepAgain(d, ..) => Some(d),
        _ => None,
    };
    let of_flat = code.ops.iter().flat_map(|op| flat_written(code, *op));
    let of_flat = of_flat.filter_map(|r| if let Reg::I(r) = r { Some(r) } else { None });
    let others: Vec<I> = code.ops.iter().filter_map(otherwise).chain(of_flat).collect();
    let inputs: Vec<I> =
        code.inputs.iter().filter_map(|r| if let Reg::I(r) = r { Some(*r) } else { None }).collect();
    found.retain(|d| !others.contains(d) && !inputs.contains(d));
    found
}

impl<'t> Body<'t> {
    fn new(
        mut b: FunctionBuilder<'t>,
        translator: &'t mut Translator,
        (family, tag, code): (&'t Family, usize, &'t Code),
        keys: Keys<'t>,
        fixed: (u64, u64),
    ) -> Option<Body<'t>> {
        let key_type = if matches!(keys, Keys::Words(128)) { types::I128 } else { types::I64 };
        let set_type = if is_wide(family, code, keys) { types::I128 } else { types::I64 };
        let (words, sets, lists) = code.size;
        let (forms, pieces) = forms(family, tag, code);
        let ranges = Ranges::of(family, tag, code, (&forms, &pieces), fixed, keys);
        let held = |l: usize| match forms[l] {
            Form::Piece(i) => type_of_piece(&pieces[i]),
            _ => types::I64,
        };
        let builds = builds(code)?;
        let piece = |l: L| match forms[l as usize] {
            Form::Piece(i) => Some(pieces[i].clone()),
            _ => None,
        };
        let in_words = builds.values().filter(|l| piece(**l).is_some());
        let building = in_words
            .map(|l| (*l, (b.declare_var(held(*l as usize)), b.declare_var(types::I64))))
            .collect::<HashMap<_, _>>();
        let lists = (0..lists).map(|l| (b.declare_var(held(l)), b.declare_var(types::I64))).collect();
        let of_loops = keys_of_loops(code, piece).into_iter();
        let places_of_keys = of_loops.map(|(r, keys)| (r, (keys, b.declare_var(types::I64)))).collect();
        let mut word = || b.declare_var(types::I64);
        let words = (0..words).map(|_| word()).collect();
        let cells = cell_registers(code).into_iter().map(|r| (r, word())).collect();
        let (parts, heaps, ends, scratch, build, fuel) = (word(), word(), word(), word(), word(), word());
        let sets = (0..sets).map(|_| b.declare_var(set_type)).collect();
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let frame = b.block_params(entry)[0];
        let [no_fuel, no_room, no_lists, misfit] = [(); 4].map(|()| {
            let block = b.create_block();
            b.set_cold_block(block);
            block
        });
        let mut blocks = HashMap::new();
        // What follows the next member comes after the jump for when it is not known yet.
        let members = code.ops.iter().enumerate().filter(|(_, op)| op.passes_over());
        let behind = members.map(|(i, _)| i as u32 + 2);
        for to in code.ops.iter().filter_map(|op| op.target()).chain(behind) {
            blocks.entry(to).or_insert_with(|| b.create_block());
        }
        Some(Body {
            b,
            translator,
            family,
            tag,
            code,
            grid: family.grid,
            keys,
            key_type,
            set_type,
            // Where parts are runs, their ends say where each option ends.
            alone: matches!(keys, Keys::Words(_)) && code.is_each_alone(),
            words,
            sets,
            lists,
            forms,
            pieces,
            builds,
            building,
            places_of_keys,
            ranges,
            known: code.constants.iter().copied().collect(),
            cells,
            frame,
            parts,
            heaps,
            ends,
            scratch,
            build,
            fuel,
            blocks,
            no_fuel,
            no_room,
            no_lists,
            misfit,
            open: true,
            filling: None,
            collected: None,
            marks: HashMap::new(),
            rows: HashMap::new(),
        })
    }

    fn translate(mut self) -> Option<()> {
        self.begin();
        if self.filling.is_some() {
            self.begin_filling();
        }
        self.load_key()?;
        for at in 0..self.code.ops.len() {
            self.enter_block_of(at);
            if self.open {
                self.op(self.code.ops[at], at)?;
            }
        }
        self.leave_misfit();
        for (block, why) in [
            (self.no_fuel, status::NO_FUEL),
            (self.no_room, status::NO_ROOM),
            (self.no_lists, status::NO_LISTS),
        ] {
            self.b.switch_to_block(block);
            self.leave(why);
        }
        self.leave_filling();
        self.b.seal_all_blocks();
        self.b.finalize();
        Some(())
    }

    /// From above to the block of an instruction, if it has one.
    pub(super) fn enter_block_of(&mut self, at: usize) {
        if let Some(block) = self.blocks.get(&(at as u32)).copied() {
            if self.open {
                self.b.ins().jump(block, &[]);
            }
            self.b.switch_to_block(block);
            self.open = true;
        }
    }

    /// Returns, and says how it ended.
    pub(super) fn leave(&mut self, how: i64) {
        self.keep_place();
        let how = self.number(how);
        self.b.ins().return_(&[how]);
    }

    /// All variables have a value from the beginning on.
    pub(super) fn begin(&mut self) {
        let zero = self.number(0);
        let places = self.places_of_keys.values().map(|(_, place)| place);
        let words = self.words.iter().chain(self.cells.values()).chain(places);
        let all: Vec<Variable> = words.copied().collect();
        all.into_iter().for_each(|v| self.b.def_var(v, zero));
        let lists = self.lists.iter().zip(&self.forms).map(|(of, form)| (*of, *form));
        let built = self.building.iter().map(|(l, of)| (*of, self.forms[*l as usize]));
        for ((bits, length), form) in lists.chain(built).collect::<Vec<_>>() {
            let ty = if let Form::Piece(i) = form { type_of_piece(&self.pieces[i]) } else { types::I64 };
            let empty = self.typed(0, ty);
            self.b.def_var(bits, empty);
            self.b.def_var(length, zero);
        }
        if !self.sets.is_empty() {
            let empty = self.set_number(0);
            self.sets.clone().into_iter().for_each(|v| self.b.def_var(v, empty));
        }
        for (variable, at) in [
            (self.parts, place::PARTS),
            (self.heaps, place::HEAPS),
            (self.ends, place::ENDS),
            (self.scratch, place::SCRATCH),
            (self.build, place::BUILD),
            (self.fuel, place::FUEL),
        ] {
            let v = self.of_frame(at);
            self.b.def_var(variable, v);
        }
    }

    /// The key as one value.
    pub(super) fn key(&mut self) -> Option<Value> {
        if let Some(key) = self.key_being_filled() {
            return Some(key);
        }
        let entry = self.b.current_block()?;
        let (low, high) = (self.b.block_params(entry)[1], self.b.block_params(entry)[2]);
        Some(if self.key_type == types::I64 { low } else { self.b.ins().iconcat(low, high) })
    }

    pub(super) fn op(&mut self, op: Op, at: usize) -> Option<()> {
        match op {
            Op::Jump(to) => {
                if to as usize <= at {
                    self.spend();
                }
                let to = self.block(to);
                self.b.ins().jump(to, &[]);
                self.open = false;
            }
            Op::Loop(to) => {
                self.spend();
                let to = self.block(to);
                self.b.ins().jump(to, &[]);
                self.open = false;
            }
            Op::Bail => {
                self.b.ins().jump(self.misfit, &[]);
                self.open = false;
            }
            Op::Halt if self.filling.is_some() => {
                self.end_position();
                self.open = false;
            }
            Op::Halt => {
                for (variable, at) in
                    [(self.parts, place::PARTS), (self.heaps, place::HEAPS), (self.ends, place::ENDS)]
                {
                    self.write_frame(variable, at);
                }
                let done = self.number(status::DONE);
                self.b.ins().return_(&[done]);
                self.open = false;
            }
            Op::Step(..) | Op::NextMember(..) if self.fills() && self.alone && self.run(at)? => {}
            Op::BeginMembers(_, pool) => self.begin_members(pool)?,
            Op::NextMember(item, index, limit, pool, exit) => {
                let x = self.next_member((index, limit), pool, exit)?;
                self.set_word(item, x);
                let on = self.block(at as u32 + 2);
                self.b.ins().jump(on, &[]);
                self.open = false;
            }
            Op::MembersOf(..) => {}
            // The lists are made before.
            Op::Learn(..) => {
                self.b.ins().jump(self.misfit, &[]);
                self.open = false;
            }
            Op::Part(spec) if self.marks.contains_key(&spec) => self.mark_in_run(spec)?,
            Op::Part(spec) if self.filling.is_some() => self.part_in_array(spec, at)?,
            Op::Part(spec) if let Keys::Runs(parts) = self.keys => self.part_in_words(spec, parts)?,
            Op::Part(spec) => {
                let key = self.packed_part(spec)?;
                self.append(self.parts, place::PARTS_END, key);
            }
            Op::Heap(a) => {
                let size = self.word(a);
                let negative = self.compare_with(IntCC::SignedLessThan, size, 0);
                self.misfit_if(negative);
                if self.filling.is_some() {
                    self.heap_in_array(size);
                    return Some(());
                }
                let (write, on) = (self.b.create_block(), self.b.create_block());
                self.b.ins().brif(size, write, &[], on, &[]);
                self.b.switch_to_block(write);
                self.append(self.heaps, place::HEAPS_END, size);
                self.b.ins().jump(on, &[]);
                self.b.switch_to_block(on);
            }
            Op::EndOption if self.alone => {}
            Op::EndOption if self.filling.is_some() => self.end_option_in_array(),
            Op::EndOption => self.end_option(),
            // What is marked cannot be forgotten.
            Op::DropOption if self.filling.is_some() => return None,
            Op::DropOption => self.drop_option(),
            Op::Recall(d, x, pool, to) => self.recall(d, x, pool, to)?,
            Op::Remember(x, v, pool) => self.remember(x, v, pool)?,
            Op::Begin(_) | Op::Push(_) | Op::End(..) if self.build_op(op, at)? => {}
            Op::Begin(d) => {
                let at = self.b.use_var(self.build);
                self.set_word(d, at);
            }
            Op::Push(x) => {
                let x = self.word(x);
                let (at, end) = (self.b.use_var(self.build), self.of_frame(place::BUILD_END));
                let full = self.compare(IntCC::Equal, at, end);
                self.leave_if(full, self.no_lists);
                self.b.ins().store(MemFlags::trusted(), x, at, 0);
                let next = self.b.ins().iadd_imm(at, 8);
                self.b.def_var(self.build, next);
            }
            Op::End(l, mark) => {
                let (from, to) = (self.word(mark), self.b.use_var(self.build));
                self.b.def_var(self.build, from);
                let bytes = self.b.ins().isub(to, from);
                let length = self.b.ins().ushr_imm(bytes, 3);
                self.list_from(l, from, length);
            }
            _ => {
                if let Op::Flat(flat) = op {
                    let code = self.code;
                    return self.flat_op(&code.flats[flat as usize], at);
                }
                let done =
                    self.piece_op(op)? || self.word_op(op)? || self.set_op(op, at)? || self.list_op(op)?;
                return done.then_some(());
            }
        }
        Some(())
    }
}
