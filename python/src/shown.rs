//! An answer that can be shown in every form.

use fairgame::{Look, Palette, Reply, Style, draw};
use pyo3::prelude::*;

/// An answer: data, and forms of it for people.
#[pyclass(frozen, module = "fairgame._fairgame")]
pub(crate) struct Shown {
    pub(crate) reply: Reply,
}

/// How a picture is to look.
pub(crate) fn style(dark: bool, title: Option<String>) -> Style {
    let palette = if dark { Palette::DARK } else { Palette::LIGHT };
    Style { palette, title, ..Style::usual(dark) }
}

#[pymethods]
impl Shown {
    /// As the command line prints it.
    #[getter]
    fn text(&self) -> String {
        self.reply.text(&Look::default())
    }

    #[getter]
    fn short(&self) -> String {
        self.reply.short()
    }

    #[getter]
    fn html(&self) -> String {
        self.reply.html()
    }

    #[getter]
    fn markdown(&self) -> String {
        self.reply.markdown()
    }

    #[getter]
    fn latex(&self) -> String {
        self.reply.latex()
    }

    #[getter]
    fn json(&self) -> String {
        self.reply.json().to_string()
    }

    #[pyo3(signature = (dark = false, title = None))]
    fn svg(&self, dark: bool, title: Option<String>) -> String {
        self.reply.svg(&style(dark, title))
    }

    /// What is wrong, if an expectation does not hold or a mistake showed: its code.
    #[getter]
    fn code(&self) -> Option<&'static str> {
        self.reply.finding().map(|d| d.code)
    }
}

/// A text as a picture, letters under letters.
#[pyfunction]
#[pyo3(signature = (text, dark = false))]
pub(crate) fn lettered(text: &str, dark: bool) -> String {
    draw::lettered(text, &style(dark, None))
}

/// A board as a picture of TikZ.
#[pyfunction]
pub(crate) fn tikz_board(lines: Vec<String>, boxed: bool) -> String {
    draw::tikz_board(&lines, boxed)
}

/// A drawing of SVG as PNG or as PDF.
#[pyfunction]
pub(crate) fn raster(svg: &str, format: &str) -> PyResult<Vec<u8>> {
    let made = if format == "pdf" { draw::pdf(svg) } else { draw::png(svg, &Style::usual(false)) };
    made.map_err(pyo3::exceptions::PyValueError::new_err)
}
