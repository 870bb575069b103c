//! The misère quotient: which positions of a set of games can stand for each other in every sum of them.
//! (T. E. Plambeck 2005, "Taming the wild in impartial combinatorial games"; T. E. Plambeck and A. N. Siegel 2008,
//! "Misère quotients for impartial games")
//!
//! Two sums X, Y of given parts are equivalent if X + Z and Y + Z have the same outcome for every sum Z of these parts.
//! The classes form a commutative monoid, the quotient, and which classes hold the P-positions decides every outcome. It
//! is found in two steps that check each other: a table of outcomes is refined until it looks like a monoid
//! (`Table`, after D. Angluin 1987), and then it is *proved* right for all sums, of any size (`Transitions`). A
//! sum on which the proof fails refines the table.

mod contexts;
mod growing;
mod monoid;
mod transitions;

pub use growing::Growing;
pub use monoid::Quotient;
