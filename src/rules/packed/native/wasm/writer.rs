//! The bytes of a module.

use super::builder::{Block, Draft, Item, PARAMETERS, Slot};
use super::flow::Flow;
use std::collections::HashMap;
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    Instruction as Op, MemoryType, Module, RefType, TableType, TypeSection, ValType,
};

/// Browsers take functions of at most 50,000 local variables.
const MOST_LOCALS: u32 = 40_000;

/// A function of a draft; `None` if it has none.
pub(super) fn function(draft: &Draft) -> Option<Function> {
    let flow = Flow::of(draft, Block(0)).filter(|_| !draft.is_refused)?;
    let items = without_detours(flow.written);
    let (locals, count) = locals(draft, &items);
    if count > MOST_LOCALS {
        return None;
    }
    let mut function = Function::new([(count, ValType::I64)]);
    for (_, item) in items {
        match item {
            Item::Get(slot) => function.instruction(&Op::LocalGet(locals[&slot])),
            Item::Set(slot) => function.instruction(&Op::LocalSet(locals[&slot])),
            Item::Do(op) => function.instruction(&op),
        };
    }
    // Each way through it ends by returning.
    function.instruction(&Op::Unreachable).instruction(&Op::End);
    Some(function)
}

/// Words that are read once, at once, stay on the stack; and a truth value that is asked for need not become a word.
fn without_detours(written: Vec<(u32, Item)>) -> Vec<(u32, Item)> {
    let mut reads: HashMap<Slot, u32> = HashMap::new();
    for (_, item) in &written {
        if let Item::Get(slot) = item {
            *reads.entry(*slot).or_default() += 1;
        }
    }
    let mut items: Vec<(u32, Item)> = Vec::with_capacity(written.len());
    for (block, item) in written {
        match (items.as_slice(), &item) {
            ([.., (_, Item::Set(a))], Item::Get(b)) if a == b && reads[a] == 1 => {
                items.pop();
            }
            ([.., (_, Item::Do(Op::I64ExtendI32U)), (_, Item::Do(Op::I64Const(0)))], Item::Do(Op::I64Ne)) => {
                items.truncate(items.len() - 2);
            }
            ([.., (_, Item::Do(Op::I64ExtendI32U)), (_, Item::Do(Op::I64Const(0)))], Item::Do(Op::I64Eq)) => {
                items.truncate(items.len() - 2);
                items.push((block, Item::Do(Op::I32Eqz)));
            }
            _ => items.push((block, item)),
        }
    }
    items
}

/// Which local variable each slot is, and how many there are beside the parameters. Slots that are used in one block alone
/// share theirs with those of other blocks.
fn locals(draft: &Draft, items: &[(u32, Item)]) -> (HashMap<Slot, u32>, u32) {
    let mut home: HashMap<Slot, Option<u32>> = HashMap::new();
    for (block, item) in items {
        if let Item::Get(slot) | Item::Set(slot) = item {
            let known = home.entry(*slot).or_insert(Some(*block));
            *known = known.filter(|other| other == block);
        }
    }
    let mut locals: HashMap<Slot, u32> = (0..PARAMETERS).map(|slot| (slot, slot)).collect();
    let mut shared = PARAMETERS;
    for slot in PARAMETERS..draft.slots {
        if home.get(&slot) == Some(&None) {
            locals.insert(slot, shared);
            shared += 1;
        }
    }
    let (mut used, mut most): (HashMap<u32, u32>, u32) = (HashMap::new(), 0);
    for slot in PARAMETERS..draft.slots {
        if let Some(Some(block)) = home.get(&slot) {
            let n = used.entry(*block).or_default();
            locals.insert(slot, shared + *n);
            *n += 1;
            most = most.max(*n);
        }
    }
    (locals, shared + most - PARAMETERS)
}

/// A module of functions of three words that give one, which shares a memory and a table of functions.
pub(super) fn module(functions: &[Function]) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I64; PARAMETERS as usize], [ValType::I64]);
    let mut imports = ImportSection::new();
    let memory =
        MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None };
    imports.import(super::linked::HOST, super::linked::MEMORY, EntityType::Memory(memory));
    let table = TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 0,
        maximum: None,
        shared: false,
    };
    imports.import(super::linked::HOST, super::linked::TABLE, EntityType::Table(table));
    let (mut kinds, mut exports, mut codes) =
        (FunctionSection::new(), ExportSection::new(), CodeSection::new());
    for (i, function) in functions.iter().enumerate() {
        kinds.function(0);
        exports.export(&super::linked::name(i), ExportKind::Func, i as u32);
        codes.function(function);
    }
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&kinds).section(&exports).section(&codes);
    module.finish()
}
