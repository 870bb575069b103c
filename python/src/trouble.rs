//! What went wrong, on its way from the thread of the session to an exception.

use fairgame::{Diagnostic, Finding, Look, Severity, Sources, StoppedAnswer, Trouble};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Why there is no answer: plain data.
pub(crate) enum Failure {
    /// Mistakes: all of them in words, and each by itself.
    Mistakes(String, Vec<Mistake>),
    /// A budget ran out.
    Stopped(StoppedAnswer),
}

/// A diagnostic, with what stands where it points.
pub(crate) struct Mistake {
    finding: Finding,
    file: Option<String>,
}

pub(crate) type Asked<T> = Result<T, Failure>;

/// Mistakes, with their places looked up.
pub(crate) fn mistakes(sources: &Sources, found: &[Diagnostic]) -> Failure {
    let text = Finding::list(sources, found, &Look::default());
    Failure::Mistakes(text, findings(sources, found))
}

pub(crate) fn findings(sources: &Sources, found: &[Diagnostic]) -> Vec<Mistake> {
    let one = |d: &Diagnostic| {
        let finding = Finding::new(sources, d);
        let file = finding.range.as_ref().map(|r| sources.get(r.file).name.clone());
        Mistake { finding, file }
    };
    found.iter().map(one).collect()
}

pub(crate) fn failed(sources: &Sources, trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Mistakes(found) => mistakes(sources, &found),
        Trouble::Stopped(s) => Failure::Stopped(s),
    }
}

impl Failure {
    /// The exception; `known` is what is known in spite of it.
    pub(crate) fn raised(self, py: Python<'_>, known: Option<Py<PyAny>>) -> PyErr {
        let made = || {
            let errors = py.import("fairgame._errors")?;
            match self {
                Failure::Mistakes(text, all) => {
                    let all = all.iter().map(|m| m.to_dict(py)).collect::<PyResult<Vec<_>>>()?;
                    errors.call_method1("mistakes", (text, all))
                }
                Failure::Stopped(s) => errors.call_method1("stopped", (s.budget, s.how_far, s.flag, known)),
            }
        };
        made().map_or_else(|e| e, |exception| PyErr::from_value(exception))
    }
}

impl Mistake {
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let f = &self.finding;
        let dict = PyDict::new(py);
        let severity = match f.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        dict.set_item("severity", severity)?;
        dict.set_item("code", f.code)?;
        dict.set_item("title", &f.title)?;
        dict.set_item("play", &f.play)?;
        dict.set_item("notes", &f.notes)?;
        dict.set_item("hints", &f.hints)?;
        // Lines and columns as people count them.
        let place = f.range.as_ref().zip(self.file.as_ref()).map(|(r, file)| {
            (file.clone(), r.from.line + 1, r.from.utf16 + 1, r.to.line + 1, r.to.utf16 + 1)
        });
        dict.set_item("place", place)?;
        Ok(dict)
    }
}
