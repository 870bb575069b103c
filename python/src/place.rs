//! Positions, and values that Python has no form for.

use crate::convert::to_python;
use fairgame::{Int, Part, Position, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A position. It belongs to no session: whoever is asked about it looks up its games by name.
#[pyclass(frozen, eq, module = "fairgame._fairgame")]
#[derive(Clone)]
pub(crate) struct At {
    pub(crate) position: Position,
}

/// Games are known by their names: the numbers of games change when more are defined.
impl PartialEq for At {
    fn eq(&self, other: &At) -> bool {
        let (a, b) = (&self.position.parts, &other.position.parts);
        let same = |(a, b): (&Part, &Part)| match (a, b) {
            (Part::Heap(a), Part::Heap(b)) => a == b,
            (Part::Game(a), Part::Game(b)) => {
                let written = || Part::Game(a.clone()).to_string() == Part::Game(b.clone()).to_string();
                a.game.name == b.game.name && a.args == b.args && (a.game.id == b.game.id || written())
            }
            _ => false,
        };
        a.len() == b.len() && a.iter().zip(b).all(same)
    }
}

impl At {
    pub(crate) fn new(position: Position) -> At {
        At { position }
    }
}

#[pymethods]
impl At {
    /// The nim-heap of that size; the empty sum if it is 0.
    #[staticmethod]
    fn heap(size: u32) -> At {
        let parts = if size == 0 { vec![] } else { vec![Part::Heap(Int::from(i64::from(size)))] };
        At::new(Position { parts })
    }

    fn plus(&self, other: &At) -> At {
        At::new(self.position.plus(&other.position))
    }

    fn parts(&self) -> Vec<At> {
        self.position.parts.iter().map(|part| At::new(Position::one(part.clone()))).collect()
    }

    /// The name of its game, if it is of one.
    #[getter]
    fn game(&self) -> Option<String> {
        match self.position.parts.as_slice() {
            [Part::Game(p)] => Some(p.game.name.clone()),
            _ => None,
        }
    }

    /// Its arguments, if it is of one game.
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let [Part::Game(p)] = self.position.parts.as_slice() else { return Ok(None) };
        let all = p.args.iter().map(|v| to_python(py, v, false)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, all).map(Some)
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __hash__(&self) -> u64 {
        let part = |part: &Part| match part {
            Part::Heap(k) => hashed(k),
            Part::Game(p) => hashed(&(&p.game.name, &p.args)),
        };
        hashed(&self.position.parts.iter().map(part).collect::<Vec<_>>())
    }
}

/// A value that is only passed on: a drawing, a function.
#[pyclass(frozen, eq, module = "fairgame._fairgame")]
#[derive(Clone, PartialEq)]
pub(crate) struct Opaque {
    pub(crate) value: Value,
}

#[pymethods]
impl Opaque {
    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(&self) -> String {
        self.value.to_string()
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.value)
    }
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
