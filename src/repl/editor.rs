//! What helps while one types: colours from the tokens, matching brackets, several lines as one entry, completion, hints.

use super::commands::NAMES;
use super::pending::is_entry;
use crate::api::words::TABLE;
use crate::api::words::{KEYWORDS, Lexed, Token, tokens};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Cmd, ConditionalEventHandler, Context, Event, EventContext, RepeatCount, Result};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// Names and labels that can be completed; shared with the prompt, which learns new ones.
pub(super) type Words = Rc<RefCell<Vec<String>>>;

/// A key that ends a line in another way than the return key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// Ctrl-C
    Cancel,
    /// Ctrl-D with nothing typed
    End,
}

/// The key that ended a line.
#[derive(Clone, Default)]
pub(super) struct EndedBy(Arc<Mutex<Option<Key>>>);

impl EndedBy {
    pub(super) fn take(&self) -> Option<Key> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Has a key end its line as the return key does, for rustyline forgets what was typed behind a key that it takes for
/// an error.
pub(super) struct EndsLine {
    pub(super) key: Key,
    pub(super) ended_by: EndedBy,
}

impl ConditionalEventHandler for EndsLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, ctx: &EventContext<'_>) -> Option<Cmd> {
        if self.key == Key::End && !ctx.line().is_empty() {
            return None;
        }
        *self.ended_by.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(self.key);
        Some(Cmd::AcceptLine)
    }
}

/// What rustyline asks.
pub(super) struct Helper {
    words: Words,
    color: bool,
    /// A move is being typed rather than a program.
    pub(super) in_play: bool,
    files: FilenameCompleter,
    history: HistoryHinter,
}

impl Helper {
    pub(super) fn new(words: Words, color: bool) -> Helper {
        Helper {
            words,
            color,
            in_play: false,
            files: FilenameCompleter::new(),
            history: HistoryHinter::new(),
        }
    }
}

impl rustyline::Helper for Helper {}

/// Commands whose argument is a file.
const OF_FILES: [&str; 4] = [":load ", ":l ", ":watch ", ":save "];

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, ctx: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let typed = &line[..pos];
        if OF_FILES.iter().any(|c| typed.starts_with(c)) {
            return self.files.complete(line, pos, ctx);
        }
        let start = typed
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '_' | '\'' | ':'))
            .last()
            .map_or(pos, |(i, _)| i);
        let word = &typed[start..];
        if word.is_empty() {
            return Ok((pos, vec![]));
        }
        let commands = NAMES.iter().filter(|_| start == 0).map(|n| format!(":{n}"));
        let natives = TABLE.iter().map(|row| row.0.to_string());
        let keywords = KEYWORDS.iter().map(|k| k.to_string());
        let known = self.words.borrow();
        let all = known.iter().cloned().chain(commands);
        let all = all.chain(natives.chain(keywords).filter(|_| !self.in_play));
        let mut fitting: Vec<String> = all.filter(|w| w.starts_with(word)).collect();
        fitting.sort();
        fitting.dedup();
        Ok((start, fitting.into_iter().map(|w| Pair { display: w.clone(), replacement: w }).collect()))
    }
}

impl Hinter for Helper {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, ctx: &Context<'_>) -> Option<String> {
        if line.len() < 2 || line.contains('\n') { None } else { self.history.hint(line, pos, ctx) }
    }
}

impl Validator for Helper {
    fn validate(&self, ctx: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let whole = self.in_play || is_entry(ctx.input());
        Ok(if whole { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        if self.color { Cow::Owned(colored(line, pos)) } else { Cow::Borrowed(line) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.color { Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.color
    }
}

/// A text with its tokens in colour, and the brackets at the cursor marked.
fn colored(line: &str, pos: usize) -> String {
    let all = tokens(line);
    let pair = matching(&all, pos);
    let mut out = String::new();
    let mut end = 0;
    for (i, token) in all.iter().enumerate() {
        out += &line[end..token.span.start];
        let code = match token.token {
            _ if pair.is_some_and(|(a, b)| i == a || i == b) => "1;4",
            Token::Keyword => "1;34",
            Token::Number => "36",
            Token::Text => "32",
            Token::Comment => "2",
            Token::UnclosedText | Token::BadNumber | Token::Foreign | Token::Unknown => "31",
            _ => "",
        };
        let text = token.slice(line);
        out += &if code.is_empty() { text.to_string() } else { format!("\x1b[{code}m{text}\x1b[0m") };
        end = token.span.end;
    }
    out + &line[end..]
}

/// The bracket at the cursor, or before it, and its partner.
fn matching(all: &[Lexed], pos: usize) -> Option<(usize, usize)> {
    let is_bracket = |t: &Lexed| t.token.opens() || t.token.closes();
    let at = all.iter().position(|t| is_bracket(t) && (t.span.start == pos || t.span.end == pos))?;
    let mut depth = 0i32;
    let step = |t: &Lexed| i32::from(t.token.opens()) - i32::from(t.token.closes());
    let mut found = |i: &usize| {
        depth += step(&all[*i]);
        depth == 0
    };
    let partner = if all[at].token.opens() {
        (at..all.len()).find(&mut found)?
    } else {
        (0..=at).rev().find(&mut found)?
    };
    Some((at, partner))
}
