//! Lines that were copied together with the sign of a prompt: `> show Nim(3)`, `fairgame> ...`, `>>> ...`, `In [1]: ...`.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::items::{CLAUSE_WORDS, ITEM_WORDS};

/// The signs of prompts; `#` alone would be a comment.
const SIGNS: &[&str] = &["fairgame>", ">>>", "...", "$>", ">", "$", "❯", "λ>", "ghci>", "sage:"];

/// Whether a text begins with the prompt of this program.
pub(crate) fn begins(text: &str) -> bool {
    text.trim_start().starts_with("fairgame>")
}

/// What is said about the signs of prompts in a text, and the text without them: blanks in their places. None if the text
/// does not look copied.
pub(crate) fn taken_out(file: FileId, text: &str) -> Option<(Vec<Diagnostic>, String)> {
    let mut places = vec![];
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let Some(sign) = sign(&text[start..at]) else { continue };
        let word = text[start + sign..].split_whitespace().next().unwrap_or("");
        let known = ITEM_WORDS.contains(&word) || CLAUSE_WORDS.contains(&word);
        let first = text[..start].trim().is_empty();
        if known || first || !places.is_empty() {
            places.push(start..start + sign);
        }
    }
    let first = places.first()?.clone();
    let found =
        Diagnostic::error("foreign-sign", "The sign of a prompt is not part of what you type after it")
            .at(Span::new(file, first.start, first.end), "")
            .hint(if places.len() == 1 { "Can it be left out?" } else { "Can it be left out on each line?" });
    let blank = |end: usize| end + usize::from(text[end..].starts_with(' '));
    let found = places.iter().fold(found, |d, p| d.replace(Span::new(file, p.start, blank(p.end)), ""));
    let mut rest = text.to_owned();
    places.into_iter().for_each(|p| rest.replace_range(p.clone(), &" ".repeat(p.len())));
    Some((vec![found], rest))
}

/// How long the sign of a prompt is with which a line begins.
fn sign(line: &str) -> Option<usize> {
    let numbered =
        line.strip_prefix("In [").and_then(|rest| rest.find("]:")).map(|end| "In [".len() + end + 2);
    let own = SIGNS.iter().find(|s| line.starts_with(**s)).map(|s| s.len()).or(numbered)?;
    line[own..].starts_with([' ', '\t', '\n', '\r']).then_some(own)
}
