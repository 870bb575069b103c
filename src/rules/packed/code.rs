//! The register code: what one instruction does. Three banks of registers: words, bit sets, lists.

pub(super) use super::bits::{cell_word, word_cell};
use super::flat::Form;
use super::flat_ops::Fit;
use super::layout::Field;
use super::universe::Finder;
use crate::builtin::collection::SetOp;
use crate::check::ir::Expr;
use crate::check::types::Type;
use crate::value::Value;
use std::collections::HashMap;
use std::ops::Range;

/// A word register: a number, a truth value, the index of a case, or a cell (row and column in halves).
pub(super) type I = u16;
/// A bit-set register: numbers 0..127, cases, or cells of the grid.
pub(super) type B = u16;
/// A list register: a stretch of scratch memory.
pub(super) type L = u16;
/// Where a jump leads: a label while compiling, an instruction afterwards.
pub(super) type To = u32;

/// One instruction; the destination comes first.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Const(I, i64),
    Move(I, I),
    Add(I, I, I),
    Sub(I, I, I),
    Mul(I, I, I),
    Div(I, I, I),
    Mod(I, I, I),
    Pow(I, I, I),
    /// The greatest common divisor of two natural numbers.
    Gcd(I, I, I),
    /// A number halved as often as another one says, rounded down: divided by a power of 2, however large that is.
    Halve(I, I, I),
    Xor(I, I, I),
    Min(I, I, I),
    Max(I, I, I),
    Neg(I, I),
    Abs(I, I),
    /// Bails unless the word lies in the bounds of the pool.
    Check(I, u32),
    Jump(To),
    /// Jumps back to the head of a loop; long runs look at the clock here.
    Loop(To),
    JumpIf(I, To),
    JumpUnless(I, To),
    JumpUnlessEq(I, I, To),
    JumpIfEq(I, I, To),
    JumpUnlessLt(I, I, To),
    JumpUnlessLe(I, I, To),
    /// Adds 1 to the first; jumps if it is then above the second.
    Step(I, I, To),
    Cell(I, I, I),
    Row(I, I),
    Col(I, I),
    SetConst(B, u32),
    SetMove(B, B),
    SetOr(B, B, B),
    SetAnd(B, B, B),
    SetMinus(B, B, B),
    SetXor(B, B, B),
    SetEq(I, B, B),
    /// The numbers from one word to another.
    SetRange(B, I, I),
    Has(I, B, I),
    With(B, B, I),
    Without(B, B, I),
    HasCell(I, B, I),
    WithCell(B, B, I),
    WithoutCell(B, B, I),
    Count(I, B),
    Least(I, B),
    Largest(I, B),
    LeastMissing(I, B),
    BitToCell(I, I),
    /// Takes the least number out of a set; jumps if there is none.
    Next(I, B, To),
    /// Takes the first cell out of a set; jumps if there is none.
    NextCell(I, B, To),
    /// The ends of loops over `Step`, `Next` and `NextCell`: go round while there is more, else fall through.
    StepAgain(I, I, To),
    NextAgain(I, B, To),
    NextCellAgain(I, B, To),
    /// The dominoes on a set of cells, by their upper or left cells: those that lie across, and those that stand.
    Dominoes(B, B, B),
    /// Takes a domino from these, those across first, or jumps if there is none; and the end of such a loop.
    NextDomino(B, B, B, To),
    NextDominoAgain(B, B, B, To),
    /// Takes the first island out of a set of cells; jumps if there is none.
    NextIsland(B, B, To),
    Turned(B, B),
    Mirrored(B, B),
    Shifted(B, B),
    Ray(B, I, I, I, B),
    ListConst(L, u32),
    ListMove(L, L),
    Touching(L, I),
    /// The cells of a set that touch a cell.
    TouchingIn(B, I, B),
    /// A set whose numbers are so much larger: what leaves the set on the way is none of it.
    SetShift(B, B, i32),
    /// The places of a list of truth values, counted from 1, that hold `true`.
    ListBits(B, L),
    /// The keys of a map from words to words, or some of them.
    KeyBits(B, L, KeyBits),
    /// A list of so many truth values: whether a set has the place, counted from 1.
    BitsList(L, B, u16),
    /// What is known about an element: a set for each, by the pool of masks.
    SetMask(B, I, u32),
    /// What hangs together in the second with one of its elements that are in the third; the pool of masks says which two hang
    /// together.
    Connected(B, B, B, u32),
    /// Where a vertex of a graph (by its pool of lists) leads.
    Arcs(L, I, u32),
    Len(I, L),
    /// Entry counted from 1; bails when there is none.
    Get(I, L, I),
    /// Entry counted from 0, known to be there.
    At(I, L, I),
    /// The same of a list of the pool.
    Entry(I, I, u32),
    /// The list of the pool that is so many behind one.
    EntryList(L, I, u32),
    Put(L, L, I, I),
    Concat(L, L, L),
    Sort(L, L),
    Reverse(L, L),
    /// A sorted list with one more entry.
    Insert(L, L, I),
    /// A sorted list with one such entry less, if there is one.
    Remove(L, L, I),
    /// The value of a key; bails when there is none.
    MapGet(I, L, I),
    MapHas(I, L, I),
    /// A map with this value for a key.
    MapPut(L, L, I, I),
    ListEq(I, L, L),
    ListHas(I, L, I),
    /// Binary search in a sorted constant list.
    ListHasSorted(I, u32, I),
    /// Begins a list; the word keeps the place.
    Begin(I),
    Push(I),
    End(L, I),
    /// Adds a part to the option: the pool says which game, and its arguments.
    Part(u32),
    Heap(I),
    EndOption,
    /// Forgets the option being built: nobody moves to where the other player has won.
    DropOption,
    /// What was computed for the second before; jumps if it is known.
    Recall(I, I, u16, To),
    /// For the first, the second was computed.
    Remember(I, I, u16),
    /// What is known about these numbers depends on this one, too: which divide it, say.
    MembersOf(I, u16),
    /// A loop over numbers from this one on uses what is known about them (see `memo`).
    BeginMembers(I, u16),
    /// The next of these numbers, counted by the second, up to the third: then the next instruction is passed over. If the
    /// next number is still to be tried, goes on; jumps if there is none.
    NextMember(I, I, I, u16, To),
    /// Jumps if all of these numbers up to the second are known; otherwise the first is to be tried.
    KnowMembers(I, I, u16, To),
    /// An option for each of these numbers: the pool says which. Only in code for tables.
    MembersRun(u32),
    /// Whether the first belongs to these numbers.
    Learn(I, I, u16),
    /// A whole run of options over a chain: the pool says which. Only in code for chains.
    ChainRun(u32),
    /// Loads the element of a flat run at a place, which moves on behind it; jumps if there is none.
    NextElement(I, L, u16, To),
    /// What is done with a flat value: the pool says it.
    Flat(u32),
    /// An expression left to the general evaluation: the pool says which.
    Aside(u32),
    Bail,
    Halt,
}

impl Op {
    /// Where it may jump to: while compiling, a label.
    pub(super) fn target_mut(&mut self) -> Option<&mut To> {
        match self {
            Op::Jump(to) | Op::Loop(to) | Op::JumpIf(_, to) | Op::JumpUnless(_, to) => Some(to),
            Op::JumpUnlessEq(_, _, to) | Op::JumpIfEq(_, _, to) => Some(to),
            Op::JumpUnlessLt(_, _, to) | Op::JumpUnlessLe(_, _, to) => Some(to),
            Op::Step(_, _, to) | Op::Next(_, _, to) | Op::NextCell(_, _, to) => Some(to),
            Op::StepAgain(_, _, to) | Op::NextAgain(_, _, to) | Op::NextCellAgain(_, _, to) => Some(to),
            Op::NextIsland(_, _, to) | Op::NextDomino(_, _, _, to) | Op::NextDominoAgain(_, _, _, to) => {
                Some(to)
            }
            Op::Recall(_, _, _, to) | Op::KnowMembers(_, _, _, to) => Some(to),
            Op::NextMember(_, _, _, _, to) | Op::NextElement(_, _, _, to) => Some(to),
            _ => None,
        }
    }

    /// Where it may jump to.
    pub(super) fn target(mut self) -> Option<To> {
        self.target_mut().copied()
    }

    /// Whether the next instruction may be passed over.
    pub(super) fn passes_over(self) -> bool {
        matches!(self, Op::NextMember(..))
    }

    /// The word register that a plain computation writes to.
    pub(super) fn word_written(&mut self) -> Option<&mut I> {
        match self {
            Op::Add(d, ..) | Op::Sub(d, ..) | Op::Mul(d, ..) | Op::Div(d, ..) | Op::Mod(d, ..) => Some(d),
            Op::Gcd(d, ..) => Some(d),
            Op::Min(d, ..)
            | Op::Max(d, ..)
            | Op::Entry(d, ..)
            | Op::Get(d, ..)
            | Op::Neg(d, _)
            | Op::Len(d, _) => Some(d),
            _ => None,
        }
    }
}

/// Which keys of a map become a set: cells of the grid or numbers, all of them or those that hold something but 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeyBits {
    pub(super) cells: bool,
    pub(super) only_true: bool,
}

/// A register of any bank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Reg {
    I(I),
    B(B),
    L(L),
}

/// A flat value in registers: one for each part that is no tuple.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) form: Form,
    pub(super) regs: Vec<Reg>,
    /// Whether each part is a word.
    pub(super) is_words: bool,
    /// Whether a loop may leave out those that equal the one before.
    pub(super) once: bool,
}

impl Element {
    pub(super) fn new(form: Form, regs: Vec<Reg>) -> Element {
        let is_words = regs.iter().all(|r| matches!(r, Reg::I(_)));
        Element { form, regs, is_words, once: false }
    }
}

/// What is done with flat values. A form beside a list is that of its elements.
#[derive(Clone, Debug)]
pub(super) enum FlatOp {
    /// Adds to the list that was begun.
    Push(Element),
    /// Whether an element is in a run; and whether that is sorted.
    Has(I, L, Element, bool),
    /// A set, or with copies a bag, with one element more.
    With(L, L, Element, bool),
    Without(L, L, Element),
    Combine(L, SetOp, L, L, Form),
    /// In order; each once, if so said.
    Sort(L, L, Form, bool),
    Size(I, L, Form),
    /// Entry counted from 1; bails when there is none.
    Get(L, I, Element),
    Put(L, L, I, Element),
    /// Whether a map has a key; the form is that of its values.
    MapHas(I, L, Element, Form),
    /// The value of a key; bails when there is none.
    MapGet(L, Element, Element),
    MapPut(L, L, Element, Element),
    /// The number of an element of a universe; -1 if it has none.
    Find(I, Element, Finder),
    /// Bails unless a value fits what was declared.
    Fit(Reg, Form, Fit),
}

/// An expression that the general evaluation computes, over the values that some registers hold.
#[derive(Clone, Debug)]
pub(super) struct Aside {
    /// Which of all that were ever compiled.
    pub(super) number: u32,
    pub(super) expr: Expr,
    /// How many slots the frame has.
    pub(super) slots: usize,
    /// Its first slots: what is known, and what is in registers.
    pub(super) frame: Vec<Option<Input>>,
    pub(super) out: Element,
}

/// A slot of such a frame.
#[derive(Clone, Debug)]
pub(super) enum Input {
    Known(Value),
    Held(Type, Element),
}

/// A part to be packed: its instance, and a register for each of its fields.
#[derive(Clone, Debug)]
pub(super) struct PartSpec {
    pub(super) instance: usize,
    pub(super) args: Vec<Reg>,
}

/// Options of one part, for each number of a list up to a limit: one argument is what is left when it is taken away.
#[derive(Clone, Debug)]
pub(super) struct MembersRun {
    pub(super) part: PartSpec,
    /// Which argument.
    pub(super) which: usize,
    pub(super) pool: u16,
    pub(super) limit: I,
}

/// A run of options of one part over a chain.
#[derive(Clone, Debug)]
pub(super) enum ChainRun {
    /// A set that gets each of some candidates in turn.
    Add { base: B, candidates: B },
    /// A set whose elements move, each in turn.
    Move(MoveEach),
    /// A list whose entries from the one at `from` on are cut down to `x + add`, for each x of a range but `avoid`.
    Cut { list: L, from: I, lo: I, hi: I, add: I, avoid: I },
    /// The same for many rows.
    CutRows(CutRows),
}

/// For each element r of a set, the set with x in its place, for each x that no edge rules out, that is in each of some sets
/// and in none of others.
#[derive(Clone, Debug)]
pub(super) struct MoveEach {
    pub(super) set: B,
    pub(super) least: Vec<Edge>,
    pub(super) most: Vec<Edge>,
    pub(super) keep: Vec<B>,
    pub(super) drop: Vec<B>,
}

/// For each row r from `lo` to `hi`, a list whose entries from `r + shift` on are cut down to `x + add`, for each x that
/// no edge and `avoid`, a row and an x, rules out.
#[derive(Clone, Debug)]
pub(super) struct CutRows {
    pub(super) list: L,
    pub(super) lo: I,
    pub(super) hi: I,
    pub(super) shift: i64,
    /// x is at least each of these, and at most each of those.
    pub(super) least: Vec<Edge>,
    pub(super) most: Vec<Edge>,
    pub(super) add: I,
    pub(super) avoid: Option<(I, I)>,
}

/// `base + slope * r + length * list[r + shift]`, without a list in [`MoveEach`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) base: I,
    pub(super) slope: i64,
    pub(super) length: i64,
}

/// What such code is called that goes through members which are known.
pub(in crate::rules) const MEMBERS: &str = "code: members remembered";

/// A compiled piece: instructions and their pools.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    /// Registers that hold a number throughout.
    pub(super) constants: Vec<(I, i64)>,
    pub(super) sets: Vec<u128>,
    pub(super) lists: Vec<Vec<i64>>,
    /// Lists side by side, of which one is picked by its number.
    pub(super) rows: Vec<Range<usize>>,
    pub(super) arcs: Vec<Arcs>,
    pub(super) masks: Vec<Masks>,
    pub(super) bounds: Vec<(i64, i64)>,
    pub(super) parts: Vec<PartSpec>,
    pub(super) chain_runs: Vec<ChainRun>,
    pub(super) members_runs: Vec<MembersRun>,
    pub(super) elements: Vec<Element>,
    pub(super) flats: Vec<FlatOp>,
    pub(super) asides: Vec<Aside>,
    /// Registers of each bank.
    pub(super) size: (usize, usize, usize),
    /// Where the fields of the position are unpacked to.
    pub(super) inputs: Vec<Reg>,
}

impl Code {
    /// Whether, whatever way is taken, each option is one part and no nim-heap.
    pub(super) fn is_each_alone(&self) -> bool {
        let mut parts: HashMap<usize, u32> = HashMap::new();
        let mut todo = vec![(0, 0)];
        while let Some((at, before)) = todo.pop() {
            match parts.get(&at) {
                Some(known) if *known == before => continue,
                Some(_) => return false,
                None => parts.insert(at, before),
            };
            let op = self.ops[at];
            let after = match op {
                Op::Halt | Op::Bail => continue,
                Op::Heap(_) => return false,
                Op::Part(_) if before > 0 => return false,
                Op::EndOption | Op::DropOption if before != 1 => return false,
                Op::Part(_) => 1,
                Op::EndOption | Op::DropOption => 0,
                _ => before,
            };
            todo.extend(op.target().map(|to| (to as usize, after)));
            todo.extend(op.passes_over().then_some((at + 2, after)));
            if !matches!(op, Op::Jump(_) | Op::Loop(_)) {
                todo.push((at + 1, after));
            }
        }
        true
    }

    /// What it does in one go that is spelled as several things, a name for each.
    pub(super) fn recognised(&self) -> impl Iterator<Item = &'static str> {
        self.ops.iter().filter_map(|op| match op {
            Op::Dominoes(..) => Some("code: dominoes"),
            Op::NextIsland(..) => Some("code: islands"),
            Op::SetMask(..) => Some("code: conditions as masks"),
            Op::SetShift(..) => Some("code: conditions as shifts"),
            Op::Entry(..) => Some("code: elements by number"),
            Op::Connected(..) => Some("code: what hangs together"),
            Op::TouchingIn(..) => Some("code: touching cells of a set"),
            Op::Recall(..) => Some("code: values remembered"),
            Op::NextMember(..) => Some(MEMBERS),
            Op::MembersRun(_) => Some("code: a run of members"),
            Op::NextElement(..) | Op::Flat(_) => Some("code: flat values"),
            Op::Aside(_) => Some("code: left to the general evaluation"),
            _ => None,
        })
    }
}

/// For each element, a set: by the numbers of cells of the grid, or by small numbers.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    pub(super) is_cell: bool,
    /// Whether these are sets that elements hold, of other elements.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) held: bool,
    pub(super) sets: Vec<u128>,
}

/// The arcs of a graph: vertex `first + i` leads to `to[i]`.
#[derive(Clone, Debug)]
pub(super) struct Arcs {
    pub(super) first: i64,
    pub(super) to: Vec<Vec<i64>>,
}

/// The fields of an instance with their places in a key.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) fields: Vec<(Field, u32)>,
}
