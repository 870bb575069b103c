//! Where lines come from: an editor with a history on a terminal, else plain standard input.

use super::editor::{EndedBy, EndsLine, Helper, Key, Words};
use crate::console::Quiet;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ColorMode, CompletionType, Config, Editor, EventHandler, ExternalPrinter, KeyCode, KeyEvent,
    Modifiers,
};
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::PathBuf;

/// Longer lines are not read.
const LONGEST: u64 = 16 << 20;

/// A line, or what came instead.
pub(super) enum Line {
    /// What was typed, without its last line break; on a terminal perhaps several lines.
    Text(String),
    /// Ctrl-C at the prompt.
    Cancelled,
    /// Not text.
    Unreadable(String),
    /// Nothing more comes.
    End,
}

/// Where lines come from.
pub(crate) struct Input {
    editor: Option<Box<Editor<Helper, FileHistory>>>,
    history: Option<PathBuf>,
    words: Words,
    /// From the first line to the last: if keys were shown between two lines, what is typed ahead would be among
    /// the answers.
    _quiet: Option<Quiet>,
    /// The key that ended the last line, unless it was the return key.
    ended_by: EndedBy,
    /// A line that nobody wanted yet.
    given_back: Option<String>,
    /// Lines read from what is no terminal.
    lines: usize,
}

impl Input {
    /// A terminal if there is one.
    pub(crate) fn open(color: bool) -> Input {
        let words = Words::default();
        let history = history_file();
        let ended_by = EndedBy::default();
        let editor = io::stdin().is_terminal().then(|| editor(color, &words, &ended_by)).flatten();
        let mut editor = editor;
        if let (Some(editor), Some(file)) = (&mut editor, &history) {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        let quiet = editor.as_ref().and_then(|_| Quiet::begin());
        Input { editor, history, words, _quiet: quiet, ended_by, given_back: None, lines: 0 }
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// The words that can be completed.
    pub(super) fn words(&self) -> Words {
        self.words.clone()
    }

    /// Whether what is typed is a program, which may take several lines, or an answer.
    pub(super) fn in_play(&mut self, play: bool) {
        if let Some(helper) = self.editor.as_mut().and_then(|e| e.helper_mut()) {
            helper.in_play = play;
        }
    }

    /// Something that can write above the prompt from elsewhere.
    pub(super) fn printer(&mut self) -> Option<impl ExternalPrinter + Send + 'static> {
        self.editor.as_mut().and_then(|e| e.create_external_printer().ok())
    }

    /// The number of the line read last.
    pub(super) fn lines_read(&self) -> usize {
        self.lines
    }

    /// The line read last is to be read again.
    pub(super) fn give_back(&mut self, line: String) {
        self.given_back = Some(line);
    }

    /// The next line.
    pub(super) fn read(&mut self, prompt: &str) -> io::Result<Line> {
        if let Some(line) = self.given_back.take() {
            return Ok(Line::Text(line));
        }
        let Some(editor) = &mut self.editor else {
            self.lines += 1;
            return read_plain();
        };
        let line = editor.readline(prompt);
        match self.ended_by.take() {
            Some(Key::Cancel) => return Ok(Line::Cancelled),
            Some(Key::End) => return Ok(Line::End),
            None => {}
        }
        match line {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                if let Some(file) = &self.history {
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
}

fn editor(color: bool, words: &Words, ended_by: &EndedBy) -> Option<Box<Editor<Helper, FileHistory>>> {
    let mode = if color { ColorMode::Enabled } else { ColorMode::Disabled };
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .color_mode(mode)
        .history_ignore_space(true)
        .auto_add_history(false)
        .build();
    let mut editor = Editor::with_config(config).ok()?;
    editor.set_helper(Some(Helper::new(words.clone(), color)));
    for (letter, key) in [('C', Key::Cancel), ('D', Key::End)] {
        let ends = EndsLine { key, ended_by: ended_by.clone() };
        editor.bind_sequence(KeyEvent::ctrl(letter), EventHandler::Conditional(Box::new(ends)));
    }
    let new_line = KeyEvent(KeyCode::Enter, Modifiers::ALT);
    editor.bind_sequence(new_line, EventHandler::Simple(Cmd::Newline));
    Some(Box::new(editor))
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
