//! Packed rules: positions in one or two machine words, options by a small register code.
//!
//! Everything here is an exact image of the general evaluation (`rules::eval`) for the positions that fit
//! the layout. Where something does not fit (a number too large, a cell off the board, a list too long, an
//! argument outside its type) the code bails out, and the caller asks the general evaluation instead.

mod answers;
mod array_files;
mod arrays;
mod aside;
mod before;
mod between;
mod bits;
// Boxes are filled by machine code alone.
#[cfg_attr(
    not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
    allow(dead_code)
)]
mod boxes;
mod by_elements;
mod bytes;
mod chain;
mod chain_at;
mod chain_cuts;
mod chain_fill;
mod chain_look;
mod chain_marks;
mod chain_rows;
mod chain_runs;
mod chain_sets;
mod claims;
mod code;
mod compile;
mod conditions;
mod cone;
mod dense;
#[cfg_attr(
    not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
    allow(dead_code)
)]
mod digits;
mod divisors;
mod dominoes;
mod edited;
mod elements;
mod family;
mod flat;
mod flat_code;
mod flat_fields;
mod flat_ops;
mod index;
#[cfg_attr(
    not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
    allow(dead_code)
)]
mod joined;
mod keys;
mod layout;
mod list_values;
mod loops;
mod lows;
mod masks;
mod measured;
mod memo;
mod middle;
mod moves;
mod names;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32")))]
mod native;
#[cfg(not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))))]
#[path = "not_native.rs"]
mod native;
mod needs;
mod numbering;
mod once;
#[cfg_attr(
    not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
    allow(dead_code)
)]
mod orders;
mod parts;
mod places;
mod plan;
mod ranked;
mod recalled;
mod registers;
mod room;
mod rounds;
mod searches;
mod set_values;
mod sliced;
mod sorted;
mod store;
mod swept;
mod symmetry;
mod target;
mod texts;
mod tight;
mod truths;
mod universe;
mod vm;
mod weights;
mod word;
mod word_values;

/// Whether there is machine code for this processor at all.
pub(super) const HAS_MACHINE_CODE: bool =
    cfg!(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32")));

pub(super) use arrays::Filled;
pub(super) use bytes::InBytes;
pub(super) use code::MEMBERS;
pub(super) use dense::{Dense, SHORT};
pub(super) use family::Family;
pub(super) use index::Index;
pub use moves::Packed;
pub(super) use needs::Needs;
pub(super) use places::Places;
pub(super) use plan::Listed;
pub(super) use ranked::Ranked;
pub(super) use room::Space;
pub(super) use swept::{Numbered, Swept};
pub(super) use tight::Room;
pub use word::Word;
