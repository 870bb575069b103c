//! Where lines come from: an editor with a history on a terminal, else plain standard input.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::PathBuf;

/// Longer lines are not read.
const LONGEST: u64 = 16 << 20;

/// A line, or what came instead.
pub(super) enum Line {
    /// A line without its line break.
    Text(String),
    /// Ctrl-C at the prompt.
    Cancelled,
    /// Not text.
    Unreadable(String),
    /// Nothing more comes.
    End,
}

/// Where lines come from.
pub(super) enum Input {
    /// A terminal, and where its history is kept.
    Terminal(Box<DefaultEditor>, Option<PathBuf>),
    /// A pipe or a file.
    Pipe,
}

impl Input {
    /// A terminal if there is one.
    pub(super) fn open() -> Input {
        if !io::stdin().is_terminal() {
            return Input::Pipe;
        }
        let Ok(mut editor) = DefaultEditor::new() else { return Input::Pipe };
        let history = history_file();
        if let Some(file) = &history {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        Input::Terminal(Box::new(editor), history)
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(..))
    }

    /// The next line; `first` unless it goes on with what was begun.
    pub(super) fn read(&mut self, first: bool) -> io::Result<Line> {
        match self {
            Input::Terminal(editor, history) => {
                let line = editor.readline(if first { "> " } else { ". " });
                read_edited(editor, history.as_ref(), line)
            }
            Input::Pipe => read_plain(),
        }
    }
}

fn read_edited(
    editor: &mut DefaultEditor,
    history: Option<&PathBuf>,
    line: Result<String, ReadlineError>,
) -> io::Result<Line> {
    match line {
        Ok(line) => {
            let _ = editor.add_history_entry(&line);
            if let Some(file) = history {
                // A history that cannot be kept is no reason to disturb anybody.
                let _ = file.parent().map(std::fs::create_dir_all);
                let _ = editor.append_history(file);
            }
            Ok(Line::Text(line))
        }
        Err(ReadlineError::Interrupted) => Ok(Line::Cancelled),
        Err(ReadlineError::Eof) => Ok(Line::End),
        Err(ReadlineError::Io(e)) => Err(e),
        Err(e) => Ok(Line::Unreadable(e.to_string())),
    }
}

fn read_plain() -> io::Result<Line> {
    let mut bytes = vec![];
    io::stdin().lock().take(LONGEST + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 > LONGEST {
        return Ok(Line::Unreadable("it is too long".into()));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text.trim_end_matches(['\n', '\r']).to_string()),
        Err(_) => Line::Unreadable("it is not text (UTF-8)".into()),
    })
}

/// `$XDG_STATE_HOME/fairgame/history`, else `~/.local/state/fairgame/history`.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| set("HOME").map(|h| h.join(".local/state")))?;
    Some(state.join("fairgame/history"))
}
