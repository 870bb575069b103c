//! Names of functions of the language that are given to values computed with them: `let board = board(3, 3)`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::items::{View, cut};
use crate::syntax::token::Token;

/// What can be read and is not right unless the rest of the text says so: `let board = board(3, 3)`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[named_like_its_function];

/// The functions whose results may be called like them.
const FUNCTIONS: &[&str] = &[
    "board",
    "size",
    "value",
    "moves",
    "options",
    "winning",
    "outcome",
    "sort",
    "largest",
    "least",
    "letters",
    "touching",
    "islands",
    "reverse",
    "indices",
    "remoteness",
    "shortest",
    "longest",
    "genus",
    "join",
    "repeat",
    "mex",
    "put",
    "turned",
    "mirrored",
    "shifted",
    "nimsum",
    "abs",
    "plays",
    "drawing",
    "ray",
    "connected",
];

/// Those that may also stand before `for`, where they keep their meaning.
const FOLDS: &[&str] = &["sum", "max", "min", "count", "any", "all", "none"];

/// `let board = board(3, 3)`, `let size(s: set of nat) = size(s)`
fn named_like_its_function(p: &Phrase) -> Option<Diagnostic> {
    let name = p.w(1);
    let known = FUNCTIONS.contains(&name) || FOLDS.contains(&name);
    let equals = p.find(2, |k| p.w(k) == "=").filter(|_| p.w(0) == "let" && known)?;
    let calls = |&k: &usize| {
        let close = p.closing(k + 1).filter(|_| p.w(k) == name && p.w(k + 1) == "(" && p.back(k, 1) != ".");
        close.is_some_and(|_| !FOLDS.contains(&name) || p.find(k + 2, |m| p.w(m) == "for").is_none())
    };
    let called = (equals + 1..p.len()).find(calls)?;
    let bound = (2..p.len()).any(|k| p.w(k) == name && matches!(p.w(k + 1), ":" | "in" | "="));
    (!bound).then_some(())?;
    let new = format!("my_{name}");
    let found = p.error(
        "recursive-let",
        format!("`{name}` is a function of the language; here it uses itself"),
        p.span(1),
    );
    let found = found.also(p.span(called), "inside its own definition");
    let found =
        found.hint(format!("Would `{new}` do, as a name of your own?")).replace(p.span(1), new.clone());
    let is_function = p.w(2) == "(";
    Some(uses_elsewhere(p, name, is_function).into_iter().fold(found, |d, at| d.replace(at, new.clone())))
}

/// Where other items mean the own definition: a function with its arguments, a value without.
fn uses_elsewhere(p: &Phrase, name: &str, is_function: bool) -> Vec<Span> {
    let (items, code) = cut(p.view.text);
    let here = p.span(0).range().start;
    let mut all = vec![];
    for item in items.iter().filter(|item| item.span.start != here) {
        let view = View { text: p.view.text, tokens: &code[item.tokens.clone()] };
        let is = |k: usize| view.word(k) == name && view.token(k) == Some(Token::Name);
        let count = view.tokens.len();
        if (0..count).any(|k| is(k) && matches!(view.word(k + 1), ":" | "in" | "=")) {
            continue;
        }
        let used =
            |k: &usize| is(*k) && view.word_before(*k) != "." && (view.word(k + 1) == "(") == is_function;
        let places = (0..count).filter(used).map(|k| view.tokens[k].span.clone());
        all.extend(places.map(|range| Span::new(p.file, range.start, range.end)));
    }
    all
}
