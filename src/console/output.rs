//! Where text goes: answers to standard output, what is wrong to standard error.

use super::row_file::RowFile;
use crate::api::TableAnswer;
use crate::layout::Look;
use crate::print::{self, RowFormat};
use std::io::{self, BufWriter, IsTerminal, Write};

/// What answers look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Text for people.
    Text,
    /// One JSON object a line.
    Json,
    /// Rows of tables as data, and nothing else.
    Data(RowFormat),
    /// Tables for documents; all else as text.
    Markup(Markup),
}

/// Languages of documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Markup {
    Markdown,
    Latex,
    Html,
}

impl Markup {
    /// A table of a document.
    pub(super) fn table(self, t: &TableAnswer) -> String {
        match self {
            Markup::Markdown => print::markdown(t),
            Markup::Latex => print::latex(t),
            Markup::Html => print::html(t),
        }
    }
}

/// So much text is written at once: standard output by itself would write every line.
const BLOCK: usize = 1 << 15;

/// Standard output and standard error.
pub(crate) struct Output {
    out: BufWriter<io::Stdout>,
    /// How answers look.
    pub(crate) look: Look,
    /// How complaints look.
    pub(crate) error_look: Look,
    /// What answers look like.
    pub(crate) format: Format,
    /// Whether answers and complaints appear in the same place.
    pub(crate) one_place: bool,
    /// Where the rows of tables go instead.
    pub(crate) file: Option<RowFile>,
}

impl Output {
    /// `color`: always, never, or as the terminal wants it. Rows of tables go to `file`, if there is one.
    pub(crate) fn new(color: Option<bool>, format: Format, file: Option<RowFile>) -> Output {
        let (out, err) = (io::stdout().is_terminal(), io::stderr().is_terminal());
        let look = |terminal: bool| Look {
            width: terminal.then(window).flatten(),
            color: color.unwrap_or_else(|| terminal && colors_wanted()),
        };
        Output {
            out: BufWriter::with_capacity(BLOCK, io::stdout()),
            look: look(out),
            error_look: look(err),
            format,
            one_place: out && err || same_file(),
            file,
        }
    }

    /// Follows the width of the window.
    pub(crate) fn measure(&mut self) {
        for look in [&mut self.look, &mut self.error_look] {
            look.width = look.width.and_then(|_| window()).or(look.width);
        }
    }

    /// How answers look whenever it is asked, in the window as wide as it is then.
    pub(crate) fn looks(&self) -> impl Fn() -> Look + Send + 'static {
        let look = self.look;
        move || Look { width: look.width.and_then(|_| window()).or(look.width), ..look }
    }

    /// Whether a person watches standard error.
    pub(super) fn watched(&self) -> bool {
        io::stderr().is_terminal() && self.format != Format::Json
    }

    /// Whether rows of tables go where no progress is shown.
    pub(super) fn rows_elsewhere(&self) -> bool {
        self.file.is_some() || !self.one_place
    }

    /// Writes to standard output; shown at the latest by [`Output::flush`].
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Writes what is no text.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Shows what was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes to standard error, after everything written so far.
    pub(crate) fn error(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        complain(text.trim_end_matches('\n'));
        Ok(())
    }
}

/// The columns of the terminal.
fn window() -> Option<usize> {
    terminal_size::terminal_size().map(|(w, _)| usize::from(w.0)).filter(|w| *w > 0)
}

/// A line on standard error; if that is closed, there is nobody to tell.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// `2>&1`: whether both streams are the same file or pipe.
#[cfg(unix)]
fn same_file() -> bool {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;
    let identity = |fd: BorrowedFd<'_>| {
        let file = std::fs::File::from(fd.try_clone_to_owned().ok()?);
        file.metadata().ok().map(|m| (m.dev(), m.ino()))
    };
    let out = identity(io::stdout().as_fd());
    out.is_some() && out == identity(io::stderr().as_fd())
}

#[cfg(not(unix))]
fn same_file() -> bool {
    false
}

/// NO_COLOR (any value but an empty one) and a dumb terminal say no.
fn colors_wanted() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}
