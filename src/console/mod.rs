//! What the command line and the prompt share: where text goes, progress, Ctrl-C, and how it all went.

pub(crate) mod amount;
pub(crate) mod files;
pub(crate) mod interrupt;
mod output;
mod progress;
mod quiet;
mod report;
pub(crate) mod resident;
mod row_file;
mod rows;
mod save;

pub(crate) use output::{Format, Markup, Output, complain};
pub(crate) use quiet::Quiet;
pub(crate) use report::{Report, Verdict};
pub(crate) use row_file::RowFile;
pub(crate) use save::Save;
