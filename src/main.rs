//! The program: arguments and exit codes, and an allocator that counts.

use cap::Cap;
use std::alloc::System;

/// Counts what the process holds, so that `--memory` bounds all of it.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

fn main() {
    std::process::exit(fairgame::cli::main(|| HEAP.allocated() as u64));
}
