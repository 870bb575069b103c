//! A function as blocks of instructions, as it is being built.

use super::types::{I64, I128, Type};
use wasm_encoder::Instruction;

/// What an instruction gives: it never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Value(u32);

/// Instructions that are run one after the other, up to a jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Block(pub(super) u32);

/// What is given to a block by a jump.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct BlockArg(Value);

impl From<Value> for BlockArg {
    fn from(v: Value) -> BlockArg {
        BlockArg(v)
    }
}

/// What can be given a value again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Variable(u32);

/// A word that is kept: a local variable of the function that is written, sooner or later.
pub(super) type Slot = u32;

/// The words that the function is given have the first slots.
pub(super) const PARAMETERS: u32 = 3;

/// Where a value is.
#[derive(Clone, Copy)]
pub(super) enum Held {
    /// In a word; bits above those of its type are 0.
    Word(Type, Slot),
    /// In two values, the low bits and the high ones.
    Pair(Value, Value),
}

/// A part of what a block does.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// Puts a word on the stack,
    Get(Slot),
    /// takes one from it,
    Set(Slot),
    /// or works on what lies there.
    Do(Instruction<'static>),
}

/// Where a block goes on, with what is to be put where before.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) to: Block,
    pub(super) moves: Vec<Item>,
}

/// How a block ends.
#[derive(Debug)]
pub(super) enum End {
    Jump(Edge),
    /// By a condition that the block leaves on the stack: where it is not 0, and where it is.
    Branch(Edge, Edge),
    /// With a word on the stack.
    Return,
}

#[derive(Default)]
pub(super) struct BlockData {
    parameters: Vec<Value>,
    pub(super) items: Vec<Item>,
    pub(super) end: Option<End>,
}

/// All of a function.
#[derive(Default)]
pub(in super::super) struct Draft {
    pub(super) blocks: Vec<BlockData>,
    values: Vec<Held>,
    variables: Vec<Held>,
    pub(super) slots: Slot,
    /// Whether something in it has no translation.
    pub(super) is_refused: bool,
}

impl Draft {
    pub(in super::super) fn builder(&mut self) -> FunctionBuilder<'_> {
        self.slots = PARAMETERS;
        FunctionBuilder { draft: self, current: None }
    }
}

/// Builds a function, block by block.
pub(in super::super) struct FunctionBuilder<'d> {
    draft: &'d mut Draft,
    current: Option<Block>,
}

/// The same value: browsers keep what a loop needs.
pub(in super::super) fn by_way_of(_: &mut FunctionBuilder<'_>, v: Value, _: (Value, i32)) -> Value {
    v
}

/// What the program's own function of three words, by its place in the table of functions, gives.
pub(in super::super) fn call(b: &mut FunctionBuilder<'_>, place: Value, words: [Value; 3]) -> Value {
    words.into_iter().chain([place]).for_each(|v| b.get(v));
    b.act(Instruction::I32WrapI64);
    b.act(Instruction::CallIndirect { type_index: 0, table_index: 0 });
    b.keep(I64)
}

/// The type of a value.
pub(in super::super) fn type_of(b: &FunctionBuilder<'_>, v: Value) -> Type {
    b.type_of(v)
}

impl FunctionBuilder<'_> {
    pub(in super::super) fn create_block(&mut self) -> Block {
        self.draft.blocks.push(BlockData::default());
        Block(self.draft.blocks.len() as u32 - 1)
    }

    pub(in super::super) fn switch_to_block(&mut self, block: Block) {
        self.current = Some(block);
    }

    pub(in super::super) fn current_block(&self) -> Option<Block> {
        self.current
    }

    pub(in super::super) fn block_params(&self, block: Block) -> &[Value] {
        &self.draft.blocks[block.0 as usize].parameters
    }

    pub(in super::super) fn append_block_param(&mut self, block: Block, ty: Type) -> Value {
        let v = self.fresh(ty);
        self.draft.blocks[block.0 as usize].parameters.push(v);
        v
    }

    pub(in super::super) fn append_block_params_for_function_params(&mut self, block: Block) {
        for slot in 0..PARAMETERS {
            let v = self.hold(Held::Word(I64, slot));
            self.draft.blocks[block.0 as usize].parameters.push(v);
        }
    }

    /// The order of blocks follows from the jumps between them.
    pub(in super::super) fn set_cold_block(&mut self, _: Block) {}

    pub(in super::super) fn seal_all_blocks(&mut self) {}

    pub(in super::super) fn finalize(self) {}

    pub(in super::super) fn declare_var(&mut self, ty: Type) -> Variable {
        let v = self.fresh(ty);
        self.draft.variables.push(self.held(v));
        Variable(self.draft.variables.len() as u32 - 1)
    }

    /// What a variable has been given last.
    pub(in super::super) fn use_var(&mut self, variable: Variable) -> Value {
        self.copied(self.draft.variables[variable.0 as usize])
    }

    pub(in super::super) fn def_var(&mut self, variable: Variable, v: Value) {
        let to = self.draft.variables[variable.0 as usize];
        let moves = self.moves(to, v);
        self.block().items.extend(moves);
    }

    // ---- for the instructions

    fn hold(&mut self, held: Held) -> Value {
        self.draft.values.push(held);
        Value(self.draft.values.len() as u32 - 1)
    }

    fn held(&self, v: Value) -> Held {
        self.draft.values[v.0 as usize]
    }

    fn block(&mut self) -> &mut BlockData {
        let current = self.current.unwrap_or_else(|| unreachable!("instructions stand in blocks"));
        &mut self.draft.blocks[current.0 as usize]
    }

    /// A value that has not been given anything yet.
    fn fresh(&mut self, ty: Type) -> Value {
        if ty == I128 {
            let (low, high) = (self.fresh(I64), self.fresh(I64));
            return self.pair(low, high);
        }
        self.draft.slots += 1;
        self.hold(Held::Word(ty, self.draft.slots - 1))
    }

    fn copied(&mut self, from: Held) -> Value {
        match from {
            Held::Pair(low, high) => {
                let [low, high] = [low, high].map(|v| self.copied(self.held(v)));
                self.pair(low, high)
            }
            Held::Word(ty, slot) => {
                self.push(Item::Get(slot));
                self.keep(ty)
            }
        }
    }

    /// What gives a place the value of another one.
    fn moves(&self, to: Held, from: Value) -> Vec<Item> {
        match (to, self.held(from)) {
            (Held::Word(_, to), Held::Word(_, from)) => vec![Item::Get(from), Item::Set(to)],
            (Held::Pair(low, high), Held::Pair(a, b)) => {
                [self.moves(self.held(low), a), self.moves(self.held(high), b)].concat()
            }
            _ => unreachable!("both have the same type"),
        }
    }

    /// A jump to a block: its parameters are all read before one of them is written.
    pub(super) fn edge(&self, to: Block, args: &[BlockArg]) -> Edge {
        let pairs = self.block_params(to).iter().zip(args);
        let all = pairs.flat_map(|(p, BlockArg(v))| self.moves(self.held(*p), *v));
        let (reads, writes): (Vec<Item>, Vec<Item>) = all.partition(|item| matches!(item, Item::Get(_)));
        Edge { to, moves: reads.into_iter().chain(writes.into_iter().rev()).collect() }
    }

    pub(super) fn end(&mut self, end: End) {
        self.block().end.get_or_insert(end);
    }

    pub(super) fn refuse(&mut self) {
        self.draft.is_refused = true;
    }

    pub(super) fn type_of(&self, v: Value) -> Type {
        match self.held(v) {
            Held::Word(ty, _) => ty,
            Held::Pair(..) => I128,
        }
    }

    /// A value of 128 bits.
    pub(super) fn pair(&mut self, low: Value, high: Value) -> Value {
        self.hold(Held::Pair(low, high))
    }

    /// The halves of a value of 128 bits.
    pub(super) fn halves(&self, v: Value) -> Option<(Value, Value)> {
        match self.held(v) {
            Held::Pair(low, high) => Some((low, high)),
            Held::Word(..) => None,
        }
    }

    pub(super) fn push(&mut self, item: Item) {
        self.block().items.push(item);
    }

    /// Puts a word on the stack.
    pub(super) fn get(&mut self, v: Value) {
        match self.held(v) {
            Held::Word(_, slot) => self.push(Item::Get(slot)),
            Held::Pair(..) => unreachable!("instructions for pairs take them apart"),
        }
    }

    pub(super) fn act(&mut self, instruction: Instruction<'static>) {
        self.push(Item::Do(instruction));
    }

    /// What lies on the stack as a value.
    pub(super) fn keep(&mut self, ty: Type) -> Value {
        let v = self.fresh(ty);
        if let Held::Word(_, slot) = self.held(v) {
            self.push(Item::Set(slot));
        }
        v
    }
}
