//! The one API of all front ends: load, enter, ask; with budgets, cancelling and progress.

mod ask;
mod certify;
mod columns;
mod compare;
mod contest;
mod drawing;
pub mod ending;
mod expect;
mod functions;
mod graph;
mod judged;
mod load;
mod lowered;
mod misere;
mod opponent;
mod period;
mod period_of_sums;
mod pile_rows;
mod play;
mod plot;
mod quotient;
mod sample;
mod saved;
mod slices;
mod sparse;
mod standing;
mod state;
mod stored;
mod table;
mod typed;
mod verdicts;
mod why;
mod why_period;
mod why_standing;

pub use certify::certificate_of;
pub use columns::{Rows, Values};
pub use plot::plot_of;
pub use slices::{Pace, Progress, Step, Task};
pub use stored::{each_stored, stopped_workers, takes_shares, trouble_with_workers, verify_stored};
pub use table::Entry;
pub use typed::{Asked, Move, Trouble};
pub use verdicts::Which;

pub use crate::rules::outcome::Player;
pub use crate::rules::solve::{Stored, Wanted};
pub use contest::{Advice, Contest, Ending, Hope, Slip};
pub use opponent::Level;

pub use saved::{Checksum, NotSaved};
pub use state::{Loaded, Question, Session};
