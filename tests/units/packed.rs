#[path = "../../src/rules/packed/answers.rs"]
mod answers;
#[path = "../../src/rules/packed/bits.rs"]
mod bits;
#[path = "../../src/rules/packed/chain.rs"]
mod chain;
#[path = "../../src/rules/packed/chain_at.rs"]
mod chain_at;
#[path = "../../src/rules/packed/digits.rs"]
mod digits;
#[path = "../../src/rules/packed/middle.rs"]
mod middle;
#[path = "../../src/rules/packed/numbering.rs"]
mod numbering;
#[path = "../../src/rules/packed/store.rs"]
mod store;
#[path = "../../src/rules/packed/symmetry.rs"]
mod symmetry;
