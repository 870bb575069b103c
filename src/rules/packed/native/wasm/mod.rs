//! WebAssembly as the back end, for browsers: the small language that functions are built in ([`builder`], [`instructions`],
//! [`wide`]), put into blocks and loops ([`flow`], [`dominators`]), written as a module ([`writer`]) and linked into the program,
//! whose memory and table of functions it shares ([`linked`]). Names and meanings are those of Cranelift, the back end elsewhere, so
//! that one translator serves both.

mod builder;
mod dominators;
mod flow;
mod instructions;
mod linked;
pub(super) mod types;
mod wide;
mod writer;

pub(super) use builder::{Block, BlockArg, FunctionBuilder, Value, Variable, by_way_of, call, type_of};
pub(super) use instructions::{InstBuilder, IntCC, MemFlags};
pub(super) use linked::{Code, Compiler};
pub(super) use types::Type;
