//! Comments as other languages begin them, on lines of their own: `// ...`, `-- ...`, `% ...`, `""" ... """`; and `-- ...`
//! behind something else.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::token::{Token, is_keyword, tokens};

/// What a comment may begin with elsewhere, and what ends it if that is not the end of the line.
const SIGNS: &[(&str, &str)] = &[
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("<!--", "-->"),
    ("/*", "*/"),
    ("(*", "*)"),
    ("{-", "-}"),
    ("//", ""),
    ("--", ""),
    ("%", ""),
    (";;", ""),
    ("; ", ""),
    ("REM ", ""),
    ("```", ""),
    ("---", ""),
    ("===", ""),
    ("***", ""),
];

/// The most characters of a comment over several lines.
const LONGEST: usize = 2_000;

/// The comments of other languages in a text, each with what should be there, and the text without them: blanks in
/// their places.
pub(crate) fn taken_out(file: FileId, text: &str) -> Option<(Vec<Diagnostic>, String)> {
    let quoted: Vec<_> =
        tokens(text).into_iter().filter(|t| t.token == Token::Text).map(|t| t.span).collect();
    let (mut found, mut rest, mut at) = (vec![], text.to_owned(), 0);
    for range in behind(text, &quoted) {
        rest.replace_range(range.clone(), &" ".repeat(range.len()));
        found.push(told(file, text, range));
    }
    while at < text.len() {
        let line = text[at..].split_inclusive(['\n', '\r']).next().unwrap_or("");
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let before = quoted.partition_point(|q| q.start < start);
        let inside = before > 0 && start < quoted[before - 1].end;
        let Some(range) = comment(text, start).filter(|_| !inside) else { continue };
        at = at.max(range.end);
        rest.replace_range(range.clone(), &" ".repeat(range.len()));
        found.push(told(file, text, range));
    }
    (!found.is_empty()).then_some((found, rest))
}

/// The places of `-- ...` behind something else on its line. Two signs may be a difference, as in `n -- k`, unless some comment
/// of the text is none: two words side by side.
fn behind(text: &str, quoted: &[std::ops::Range<usize>]) -> Vec<std::ops::Range<usize>> {
    let (mut all, mut clear, mut at) = (vec![], false, 0);
    for line in text.split_inclusive(['\n', '\r']) {
        let (start, end) = (at, at + line.trim_end().len());
        at += line.len();
        let Some(sign) = line.find(" -- ").map(|sign| start + sign + 1) else { continue };
        let inside = quoted.iter().any(|q| q.contains(&sign)) || text[start..sign].contains('#');
        if inside || text[start..sign].trim().is_empty() {
            continue;
        }
        clear |= is_told(&text[sign + 2..end]);
        all.push(sign..end);
    }
    if clear { all } else { vec![] }
}

/// Whether something begins with two words that stand side by side, as names in a program do not.
fn is_told(comment: &str) -> bool {
    let mut words = comment.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let plain = |word: &str| word.chars().all(char::is_alphabetic) && !is_keyword(word);
    let article = matches!(first, "the" | "a" | "an" | "this" | "is" | "one");
    plain(first) && plain(second) && (article || second.len() > 3)
}

/// The place of a comment that begins at `start`.
fn comment(text: &str, start: usize) -> Option<std::ops::Range<usize>> {
    let (opens, closes) = SIGNS.iter().find(|(sign, _)| text[start..].starts_with(sign))?;
    let line = text[start..].lines().next().unwrap_or("");
    // A statement may follow `*/` on the same line.
    let end = match closes.is_empty() {
        true => line.len(),
        false => opens.len() + near(text, start + opens.len()).find(closes)? + closes.len(),
    };
    Some(start..start + end)
}

/// What follows a place, as far as a comment may reach.
fn near(text: &str, from: usize) -> &str {
    let rest = &text[from..];
    let end = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(at, _)| at);
    &rest[..end]
}

fn told(file: FileId, text: &str, range: std::ops::Range<usize>) -> Diagnostic {
    let (opens, closes) =
        SIGNS.iter().find(|(sign, _)| text[range.start..].starts_with(sign)).unwrap_or(&("", ""));
    let inside = &text[range.start + opens.len()..range.end - closes.len()];
    let lines: Vec<String> =
        inside.lines().map(|l| format!("# {}", l.trim().trim_start_matches('*').trim())).collect();
    let follows = text[range.end..].lines().next().is_some_and(|l| !l.trim().is_empty());
    let own = lines.join("\n") + if follows { "\n" } else { "" };
    let sign = Span::new(file, range.start, range.start + opens.len());
    Diagnostic::error("foreign-sign", format!("`{}` is not a sign of this language", opens.trim()))
        .at(sign, "")
        .note("Comments begin with `#` and end with the line.")
        .hint("Did you mean `#`?")
        .replace(Span::new(file, range.start, range.end), own)
}
