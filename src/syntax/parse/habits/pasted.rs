//! What was copied with a program although it is no part of it: commands of the prompt, answers, numbers of lines, bullets,
//! fences of Markdown.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::items::{CLAUSE_WORDS, ITEM_WORDS};
use std::ops::Range;

/// One kind of what is no part of a program: how it is found, and what is said about it.
struct Kind {
    found: fn(&[Line]) -> Vec<Range<usize>>,
    title: &'static str,
    note: Option<&'static str>,
}

const KINDS: &[Kind] = &[
    Kind { found: fences, title: "The fence around a program is not part of it", note: None },
    Kind {
        found: numbers,
        title: "The numbers of the lines are not part of what stands on them",
        note: None,
    },
    Kind { found: bullets, title: "A line needs no sign before it", note: None },
    Kind {
        found: commands,
        title: "This is a command of the prompt, not a part of a program",
        note: Some("A file asks with `show`, `table`, `period`, `play` and `expect`."),
    },
    Kind { found: answers, title: "This is an answer, not a part of the program", note: None },
];

/// A line of a text: where it begins, and what is on it.
struct Line<'t> {
    at: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// What is on it without the blanks around.
    fn inside(&self) -> &'t str {
        self.text.trim()
    }

    /// Where that begins.
    fn start(&self) -> usize {
        self.at + self.text.len() - self.text.trim_start().len()
    }

    /// All that is on it.
    fn whole(&self) -> Range<usize> {
        self.start()..self.start() + self.inside().len()
    }

    /// So much of its beginning, and the blanks behind it.
    fn beginning(&self, length: usize) -> Range<usize> {
        let rest = &self.inside()[length..];
        self.start()..self.start() + length + rest.len() - rest.trim_start().len()
    }

    fn words(&self) -> Vec<&'t str> {
        self.text.split_whitespace().collect()
    }
}

/// What is said about such parts of a text, and the text without them: blanks in their places.
pub(crate) fn taken_out(file: FileId, text: &str) -> Option<(Vec<Diagnostic>, String)> {
    let (mut told, mut rest) = (vec![], text.to_owned());
    for kind in KINDS {
        let places = (kind.found)(&lines(&rest));
        let Some(first) = places.first() else { continue };
        let found =
            Diagnostic::error("foreign-sign", kind.title).at(Span::new(file, first.start, first.end), "");
        let found = kind.note.into_iter().fold(found, |d, note| d.note(note));
        let found =
            found.hint(if places.len() == 1 { "Can it be left out?" } else { "Can they be left out?" });
        let parts = places.iter().map(|p| Span::new(file, p.start, p.end));
        told.push(parts.fold(found, |d, part| d.replace(part, "")));
        places.into_iter().for_each(|p| rest.replace_range(p.clone(), &" ".repeat(p.len())));
    }
    (!told.is_empty()).then_some((told, rest))
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    let mut all = vec![];
    for line in text.split_inclusive(['\n', '\r']) {
        all.push(Line { at, text: line });
        at += line.len();
    }
    all
}

fn begins_something(word: &str) -> bool {
    ITEM_WORDS.contains(&word) || CLAUSE_WORDS.contains(&word)
}

/// "```game", "~~~"
fn fences(lines: &[Line]) -> Vec<Range<usize>> {
    let fence = |line: &&Line| {
        let sign = line.inside().starts_with("```") || line.inside().starts_with("~~~");
        sign && line.words().len() == 1
    };
    lines.iter().filter(fence).map(Line::whole).collect()
}

/// `1 game ...`, `2: move ...`, `3 | show ...`: as many in order as there are lines with something on them.
fn numbers(lines: &[Line]) -> Vec<Range<usize>> {
    let (mut places, mut next, mut items) = (vec![], None, 0);
    for line in lines.iter().filter(|line| !line.inside().is_empty()) {
        let digits = line.inside().bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = line.inside()[..digits].parse::<u32>() else { return vec![] };
        let sign = line.inside()[digits..].trim_start_matches(' ');
        let sign = sign.starts_with(['.', ':', '|', ')']);
        let blanks = line.inside()[digits..].len() - line.inside()[digits..].trim_start_matches(' ').len();
        let length = digits + if sign { blanks + 1 } else { 0 };
        let behind = &line.inside()[length..];
        let apart = behind.is_empty() || behind.starts_with(' ') || behind.starts_with('\t');
        if !apart || next.is_some_and(|next| next != number) {
            return vec![];
        }
        items += usize::from(begins_something(behind.split_whitespace().next().unwrap_or("")));
        next = number.checked_add(1);
        places.push(line.beginning(length));
    }
    if items > 0 && places.len() > 1 { places } else { vec![] }
}

/// `- game ...`, `* move ...`
fn bullets(lines: &[Line]) -> Vec<Range<usize>> {
    let bullet = |line: &&Line| {
        let words = line.words();
        words.len() > 2 && matches!(words[0], "-" | "*" | "+" | "•" | "–" | "·") && begins_something(words[1])
    };
    let place = |line: &Line| line.beginning(line.words()[0].len());
    lines.iter().filter(bullet).map(place).collect()
}

/// What is asked of the prompt or of the shell, alone on its line.
const ALONE: &[&str] = &["help", "quit", "exit", "quit()", "exit()", "run", "help()", "bye", "clear"];

/// The commands of the prompt, which follow a colon.
const COMMANDS: &[&str] = &[
    "games", "graph", "help", "hint", "load", "moves", "period", "play", "plot", "quit", "reload", "reset",
    "save", "set", "table", "time", "tour", "tree", "watch", "why", "explain", "show", "exit",
];

/// `:time 10`, `quit`, `/help`, `fairgame run mine.game`
fn commands(lines: &[Line]) -> Vec<Range<usize>> {
    let command = |line: &&Line| {
        let words = line.words();
        let Some(first) = words.first() else { return false };
        let sign = first.strip_prefix([':', '/', '?']).is_some_and(|word| {
            COMMANDS.contains(&word)
                || words.len() == 1 && word.len() > 1 && word.chars().all(char::is_alphabetic)
        });
        let shell = matches!(*first, "fairgame" | "$" | "cargo") && words.len() > 1;
        let shell = shell && (words.contains(&"fairgame") || words.contains(&"run"));
        sign || shell || words.len() == 1 && ALONE.contains(first)
    };
    lines.iter().filter(command).map(Line::whole).collect()
}

/// Whether a line can only be part of an answer.
fn is_answer(line: &Line) -> bool {
    let words = line.words();
    match words.as_slice() {
        ["value", value] => value.starts_with('*') || value.bytes().all(|b| b.is_ascii_digit()),
        ["outcome", outcome, ..] => outcome.ends_with(','),
        ["winning", ..] => words.contains(&"->"),
        ["proved" | "checked" | "wrong" | "loopy", _, "ends:" | "positions", ..] => true,
        ["proved" | "checked" | "wrong" | "loopy", name, ..] => name.ends_with(':'),
        ["ok" | "✓", "expect", ..] => true,
        ["-->", ..] | ["|", "^", ..] => true,
        [first, ..] => first.starts_with("error[") || first.starts_with("warning["),
        [] => false,
    }
}

/// `value *3`, `outcome N, ...`, `ok expect ...`, and the position above them
fn answers(lines: &[Line]) -> Vec<Range<usize>> {
    let known: Vec<bool> = lines.iter().map(is_answer).collect();
    let heading = |i: usize| {
        let position = lines[i].inside().ends_with([')', ']']) && !begins_something(lines[i].words()[0]);
        let next = lines.get(i + 1).map_or("", |line| line.words().first().copied().unwrap_or(""));
        position && matches!(next, "value" | "outcome") && known[i + 1]
    };
    let all = (0..lines.len()).filter(|&i| known[i] || !lines[i].inside().is_empty() && heading(i));
    all.map(|i| lines[i].whole()).collect()
}
