//! Text on a screen: its width, shortening and wrapping, and its few colours.

mod runs;
mod short;

pub use runs::runs;
pub(crate) use short::start_of;
pub use short::{abridged, brief, shorten, shorten_position};

use unicode_width::UnicodeWidthStr;

/// The capabilities of the place where text appears.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Columns of the terminal; `None` without a terminal.
    pub width: Option<usize>,
    /// Whether colours may be used.
    pub color: bool,
}

/// The few ways in which text stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The subject of an answer.
    Bold,
    /// Less important text.
    Dim,
    /// Success.
    Good,
    /// Failure.
    Bad,
    /// A warning.
    Warning,
    /// A position that the player to move wins, and a move that wins.
    Won,
    /// A position that the player to move loses.
    Lost,
    /// Something of Left's.
    Left,
    /// Something of Right's.
    Right,
}

impl Paint {
    /// The code for a terminal.
    fn code(self) -> &'static str {
        match self {
            Paint::Bold => "1",
            Paint::Dim => "2",
            // These can be read on a dark ground and on a light one.
            Paint::Good | Paint::Won => "38;5;28",
            Paint::Bad => "1;31",
            Paint::Warning => "38;5;130",
            Paint::Lost => "38;5;133",
            Paint::Left => "38;5;32",
            Paint::Right => "38;5;160",
        }
    }
}

/// The width of lines if no terminal determines it.
pub(crate) const USUAL_WIDTH: usize = 100;

impl Look {
    /// The text in a colour, if colours may be used.
    pub fn paint(&self, paint: Paint, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_string();
        }
        let code = paint.code();
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// The colour of an outcome.
    pub fn outcome(&self, outcome: &str) -> Paint {
        match outcome {
            "P" => Paint::Lost,
            "N" => Paint::Won,
            left if left.starts_with("Left") => Paint::Left,
            right if right.starts_with("Right") => Paint::Right,
            _ => Paint::Bold,
        }
    }

    /// A sentence that begins with an outcome, such as `P, the previous player wins`.
    pub(crate) fn with_outcome(&self, sentence: &str) -> String {
        let end = sentence.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(sentence.len());
        let (word, rest) = sentence.split_at(end);
        self.paint(self.outcome(word), word) + rest
    }

    /// Columns for one line of running text: never too few to be readable.
    pub fn columns(&self) -> usize {
        self.width.unwrap_or(USUAL_WIDTH).max(30)
    }

    /// A text whose lines continue below, indented, if they are wider than the terminal.
    pub(crate) fn hung(&self, text: &str) -> String {
        let Some(room) = self.width else { return text.to_string() };
        text.lines()
            .map(|line| if shown_width(line) > room { hang(line, room) } else { format!("{line}\n") })
            .collect()
    }
}

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Columns that a text takes in which colours may be switched.
fn shown_width(text: &str) -> usize {
    let mut parts = text.split("\x1b[");
    let first = parts.next().map_or(0, width);
    first + parts.map(|p| width(p.split_once('m').map_or(p, |(_, shown)| shown))).sum::<usize>()
}

/// A line broken at spaces; its continuation is indented by four columns.
fn hang(line: &str, room: usize) -> String {
    let start = line.len() - line.trim_start().len();
    let mut out = String::from(&line[..start]);
    let mut used = start;
    for (i, word) in line[start..].split(' ').enumerate() {
        let longest = room.saturating_sub(start + 4).max(8);
        let short = if shown_width(word) > longest { shorten(word, longest) } else { word.to_string() };
        let (word, w) = (short.as_str(), shown_width(&short));
        if i > 0 && used + 1 + w > room && used > start + 4 {
            out.truncate(out.trim_end().len());
            out += &format!("\n{}", " ".repeat(start + 4));
            used = start + 4;
        } else if i > 0 {
            out.push(' ');
            used += 1;
        }
        out += word;
        used += w;
    }
    out + "\n"
}

/// A text on one line: every run of white space is one space, except inside quotation marks.
pub fn one_line(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for c in text.trim().chars() {
        quoted ^= c == '"';
        if !c.is_whitespace() {
            out.push(c);
        } else if quoted || !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// A text without the control characters that would move a terminal's cursor; line breaks and tabs stay.
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if crate::source::is_unseen(c) && c != '\n' && c != '\t' { '\u{FFFD}' } else { c })
        .collect()
}

/// A text as TeX reads it.
pub(crate) fn tex(text: &str) -> String {
    let one = |c: char| match c {
        '\\' => "\\textbackslash{}".to_string(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".to_string(),
        '^' => "\\textasciicircum{}".to_string(),
        '∞' => "$\\infty$".to_string(),
        other => other.to_string(),
    };
    text.chars().map(one).collect()
}

/// Running text in lines of at most `columns`, each after `indent`.
pub fn wrap(text: &str, columns: usize, indent: &str) -> String {
    let mut out = String::new();
    let room = columns.saturating_sub(width(indent)).max(20);
    for line in text.lines() {
        let mut used = 0;
        out += indent;
        for word in line.split(' ') {
            let w = width(word);
            if used > 0 && used + 1 + w > room {
                out.truncate(out.trim_end().len());
                out += "\n";
                out += indent;
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out += word;
            used += w;
        }
        out += "\n";
    }
    out
}

/// Padded with spaces on the right.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Padded with spaces on the left.
pub(crate) fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// `1 case`, `2 cases`.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_keeps_quoted_space() {
        assert_eq!(one_line(" show  f(\n  1 )\t+ \"a  b\" "), "show f( 1 ) + \"a  b\"");
        assert_eq!(clean("a\u{1b}[1m\tb\n"), "a\u{FFFD}[1m\tb\n");
    }

    #[test]
    fn hanging() {
        let look = Look { width: Some(24), color: true };
        let line = "    1  take(1) in 2  ->  Nim(3) + Nim(4)\n";
        assert_eq!(look.hung(line), "    1  take(1) in 2  ->\n        Nim(3) + Nim(4)\n");
        assert_eq!(
            look.hung("\x1b[32m  no move leads there\x1b[0m\n"),
            "\x1b[32m  no move leads there\x1b[0m\n"
        );
        assert_eq!(Look::default().hung(line), line);
        let board = "    1  Cram(board(\"....|....|....\"))\n";
        assert!(look.hung(board).lines().all(|l| width(l) <= 24), "{}", look.hung(board));
    }

    #[test]
    fn wrapping() {
        assert_eq!(
            wrap("one two three four five six", 24, "  "),
            "  one two three four five\n  six\n".replace("five\n  six", "\n  five six").replace(" \n", "\n")
        );
        assert_eq!(wrap("", 24, "  "), "");
    }
}
