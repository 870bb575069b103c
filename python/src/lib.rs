//! `fairgame` for Python: a thin layer over the library. What is friendly about it is written in Python
//! (`lib/fairgame`); here are values, a session on a thread of its own, and what it is asked.

mod convert;
mod engine;
mod place;
mod shown;
mod trouble;

use cap::Cap;
use fairgame::{cli, library};
use pyo3::prelude::*;
use std::alloc::System;
use std::ffi::OsString;

/// Counts what this module holds, so that a budget of memory bounds all of it.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

fn held() -> u64 {
    HEAP.allocated() as u64
}

/// Runs the program `fairgame` with these arguments, the first of which is its name, and returns its exit code. For a process
/// that does nothing else: the program takes over what Ctrl-C does.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>) -> i32 {
    py.detach(|| cli::main_with(arguments, held))
}

/// The games that come along: name, title, chapter, text.
#[pyfunction]
fn catalogue() -> Vec<(String, String, Option<String>, String)> {
    let row = |e: library::Entry| (e.name.into(), e.title(), e.chapter.map(String::from), e.text.into());
    library::examples().map(row).collect()
}

/// What the code of a message means.
#[pyfunction]
fn explanation(code: &str) -> Option<&'static str> {
    fairgame::explain::explanation(code).map(|e| e.text)
}

#[pymodule]
fn _fairgame(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(program, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue, m)?)?;
    m.add_function(wrap_pyfunction!(explanation, m)?)?;
    m.add_function(wrap_pyfunction!(shown::lettered, m)?)?;
    m.add_function(wrap_pyfunction!(shown::tikz_board, m)?)?;
    m.add_function(wrap_pyfunction!(shown::raster, m)?)?;
    m.add_class::<engine::Engine>()?;
    m.add_class::<place::At>()?;
    m.add_class::<place::Opaque>()?;
    m.add_class::<shown::Shown>()?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))
}
