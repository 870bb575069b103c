//! Which explanation of an item is given, where several fit: the first one whose change makes the item readable, by
//! itself or together with the changes of what is found then. So whoever follows the hints is done.

use super::foreign::foreign_word;
use super::place::Place;
use super::{Kept, View, cut, is_lone_clause, parse_item, read_item};
use crate::diagnostic::{Diagnostic, Replacement};
use crate::source::{FileId, Span};
use crate::syntax::items::{CLAUSE_WORDS, RawItem};
use crate::syntax::token::{Lexed, Token};

/// The longest items whose changes are tried, in tokens: a person reads no more of them at once.
const MOST_TOKENS: usize = 300;
/// How many texts are read for one item.
const MOST_TRIALS: usize = 40;
/// How many further changes may follow the first one.
const MOST_FURTHER: usize = 3;
/// How many explanations are tried at each step.
const MOST_CAUSES: usize = 5;

/// An item that cannot be read.
pub(super) struct Broken<'t> {
    pub(super) file: FileId,
    /// The whole text.
    pub(super) text: &'t str,
    /// Where it is there.
    pub(super) span: Span,
    /// How many tokens it has.
    pub(super) tokens: usize,
    pub(super) place: Place,
}

/// The explanation to give of a broken item.
pub(super) fn chosen(broken: Broken, causes: Vec<Diagnostic>, kept: &mut Kept) -> Option<Diagnostic> {
    let Broken { file, text, span, tokens, place } = broken;
    let piece = &text[span.range()];
    let mut trials = Trials { file, place, left: if tokens <= MOST_TOKENS { MOST_TRIALS } else { 0 }, kept };
    let first = causes.first()?;
    // A change that reaches beyond the item is judged by nobody.
    if moved(first, span).is_some() {
        for further in 0..=MOST_FURTHER {
            for cause in causes.iter().take(MOST_CAUSES) {
                if let Some(change) = trials.reads_after(cause, piece, span, further) {
                    return Some(together(cause, piece, span, change));
                }
            }
        }
    }
    // A change that reaches beyond the item knows what it is about.
    let inside = first.replacements.is_empty() || moved(first, span).is_some();
    let generic = inside
        && matches!(
            first.code,
            "unexpected"
                | "missing-sign"
                | "missing-comma"
                | "missing-name"
                | "misspelt-word"
                | "foreign-word"
                | "is-what"
                | "misplaced-word"
        );
    let needless = if generic { trials.left_out(piece, span) } else { None };
    needless.or_else(|| causes.into_iter().next())
}

/// The longest items in which one word after another is left out, in tokens.
const MOST_LEFT_OUT: usize = 60;

/// Whether a token may say nothing: a name that is nowhere else, a text, or a word or sign between.
fn droppable(code: &[Lexed], i: usize, text: &str) -> bool {
    let word = |k: usize| code.get(k).map_or("", |t| t.slice(text));
    let own = word(i);
    let small = own.starts_with(char::is_lowercase) && own.chars().all(|c| c.is_alphanumeric() || c == '_');
    // A clause that is being typed, too.
    let clause = CLAUSE_WORDS.iter().any(|word| word.starts_with(own)) || foreign_word(own).is_some();
    let once = (0..code.len()).filter(|&k| word(k) == own).count() == 1;
    code[i].token == Token::Name
        && small
        && !clause
        && once
        && !is_applied(code, i, text)
        && !matches!(word(i + 1), "(" | "[" | "=" | "in" | ".")
        // Not `"""`: a text in pieces is one text.
        || code[i].token == Token::Text
            && !matches!(code.get(i + 1), Some(next) if next.token == Token::Text)
            && !matches!(i.checked_sub(1).and_then(|k| code.get(k)), Some(before) if before.token == Token::Text)
        || matches!(own, ":" | "," | "is" | "from" | "of" | "as")
}

/// `and isprime k`, `where prime k)`: a name before an operand, where a condition or a value begins, is a function without
/// brackets.
fn is_applied(code: &[Lexed], i: usize, text: &str) -> bool {
    let word = |k: usize| code.get(k).map_or("", |t| t.slice(text));
    let operand = |k: usize| code.get(k).is_some_and(|t| matches!(t.token, Token::Name | Token::Number));
    let begins = match word(i.wrapping_sub(1)) {
        "and" | "or" | "not" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "+" | "-" | "*" | ".." | "..<" => {
            word(i).len() > 3
        }
        // A condition that is more than one name has a sign after it: `where only k <= 3`.
        "where" | "if" | "when" => matches!(word(i + 2), ")" | "and" | "or" | "then" | ""),
        _ => false,
    };
    begins && operand(i + 1)
}

/// How a changed text reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Whole,
    /// A clause that stands alone here has its game above the item.
    LoneClause,
    Fails,
}

/// What makes a text readable: hints, each with its place in the text before, and the text they lead to.
struct Change {
    hints: Vec<(Option<Span>, String)>,
    text: String,
}

impl Change {
    /// The hints of one explanation, and the text after its change.
    fn of(cause: &Diagnostic, text: String) -> Change {
        let hints = cause.hints.iter().map(|hint| (cause.span(), hint.clone())).collect();
        Change { hints, text }
    }

    /// This change after that of `cause`, both together: what this one is about lay elsewhere before.
    fn after(self, cause: &Diagnostic) -> Change {
        let moved = |span: Span| before(cause, span);
        let rest = self.hints.into_iter().map(|(span, hint)| (span.map(moved), hint));
        let Change { mut hints, text } = Change::of(cause, self.text);
        hints.extend(rest);
        Change { hints, text }
    }
}

/// Where something was before the changes of a diagnostic.
fn before(d: &Diagnostic, span: Span) -> Span {
    let mut changes: Vec<&Replacement> = d.replacements.iter().collect();
    changes.sort_by_key(|r| (r.span.start, r.span.end));
    let back = |place: u32, end: bool| {
        // How much longer the text is up to there than it was.
        let mut longer = 0i64;
        for r in &changes {
            let from = i64::from(r.span.start) + longer;
            let to = from + r.text.len() as i64;
            let here = i64::from(place);
            if here < from || here == from && !end {
                break;
            }
            if here < to || here == to && end {
                return if end { r.span.end } else { r.span.start };
            }
            longer = to - i64::from(r.span.end);
        }
        (i64::from(place) - longer) as u32
    };
    Span { start: back(span.start, false), end: back(span.end, true), ..span }
}

struct Trials<'k> {
    file: FileId,
    place: Place,
    left: usize,
    /// What was tried before.
    kept: &'k mut Kept,
}

impl Trials<'_> {
    /// Whether a text can be read once `cause` and `further` more causes are removed.
    fn reads_after(&mut self, cause: &Diagnostic, text: &str, span: Span, further: usize) -> Option<Change> {
        let (before, here) = (text, moved(cause, span)?);
        let text = here.applied(self.file, text)?;
        // A change that changes nothing helps nobody.
        if text == before {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        if further == 0 {
            let reads = self.reading(&text) != Reading::Fails && !text.trim().is_empty();
            return reads.then(|| Change::of(&here, text));
        }
        if cause.hints.iter().any(|h| is_guess(h)) || self.reading(&text) != Reading::Fails {
            return None;
        }
        let whole = Span::new(self.file, 0, text.len());
        let causes = self.causes(&text);
        let rest = causes
            .iter()
            .filter(|next| !next.hints.iter().any(|h| is_guess(h)))
            .take(MOST_CAUSES)
            .find_map(|next| self.reads_after(next, &text, whole, further - 1))?;
        Some(rest.after(&here))
    }

    /// The one to three words of an item that say nothing: without them it can be read.
    fn left_out(&mut self, piece: &str, span: Span) -> Option<Diagnostic> {
        let (_, code) = cut(piece);
        let places = (1..=3usize).flat_map(|width| (1..code.len()).map(move |i| (i, i + width)));
        let short = code.len() <= MOST_LEFT_OUT && self.left > 0;
        let (from, to) = places.filter(|_| short).find(|&(i, end)| {
            let said = |k: usize| {
                code[k].slice(piece).starts_with(char::is_alphabetic) || code[k].token == Token::Text
            };
            let tried =
                end <= code.len() && (i..end).all(|k| droppable(&code, k, piece)) && (i..end).any(said);
            let gone = |i: usize, end: usize| {
                [&piece[..code[i].span.start], &piece[code[end - 1].span.end..]].concat()
            };
            tried && self.reading(&gone(i, end)) == Reading::Whole
        })?;
        let (start, end) = (code[from].span.start, code[to - 1].span.end);
        let begin = span.range().start;
        let place = Span::new(span.file, begin + start, begin + end);
        let d = Diagnostic::error("foreign-word", format!("`{}` says nothing here", &piece[start..end]));
        Some(d.at(place, "").hint("Can it be left out?").replace(place, ""))
    }

    /// How a text reads, which is quicker to say than what may be wrong with it.
    fn reading(&mut self, text: &str) -> Reading {
        let (file, place) = (self.file, self.place);
        self.kept.reading(file, place, text, || {
            let broken = first_broken(text, |view, item| {
                let why = read_item(file, view, item).err()?;
                Some(is_lone_clause(file, view, place, why))
            });
            broken.map_or(Reading::Whole, |alone| if alone { Reading::LoneClause } else { Reading::Fails })
        })
    }

    /// What may be wrong with the first item that cannot be read; nothing if all can.
    fn causes(&mut self, text: &str) -> Vec<Diagnostic> {
        let (file, place) = (self.file, self.place);
        self.kept.trial(file, place, text, || {
            first_broken(text, |view, item| parse_item(file, view, item, place).err()).unwrap_or_default()
        })
    }
}

/// What is said about the first item of a text of which something is.
fn first_broken<T>(text: &str, said: impl Fn(View, &RawItem) -> Option<T>) -> Option<T> {
    let (items, code) = cut(text);
    items.iter().find_map(|item| said(View { text, tokens: &code[item.tokens.clone()] }, item))
}

/// Whether a hint is about a sign that may be missing anywhere: it says too little to build on it.
fn is_guess(hint: &str) -> bool {
    hint.starts_with("Is a comma missing") || hint.starts_with("Did you mean `in`, or")
}

/// The same diagnostic with the changes of a text that begins at `span`; none if it has no change, or one elsewhere.
fn moved(d: &Diagnostic, span: Span) -> Option<Diagnostic> {
    let inside = |r: &Replacement| span.start <= r.span.start && r.span.end <= span.end;
    (!d.replacements.is_empty() && d.replacements.iter().all(inside)).then(|| {
        let mut d = d.clone();
        let places = d.replacements.iter_mut().map(|r| &mut r.span);
        for place in places.chain(d.labels.iter_mut().map(|l| &mut l.span)) {
            place.start = place.start.saturating_sub(span.start);
            place.end = place.end.saturating_sub(span.start);
        }
        d
    })
}

/// The first explanation, with the hints of all others at their places, and with one change that does what all say.
fn together(first: &Diagnostic, piece: &str, span: Span, change: Change) -> Diagnostic {
    if change.hints.len() <= first.hints.len() {
        return first.clone();
    }
    let same = |(a, b): &(char, char)| a == b;
    let front: usize =
        piece.chars().zip(change.text.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (old, new) = (&piece[front..], &change.text[front..]);
    let back: usize =
        old.chars().rev().zip(new.chars().rev()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let start = span.range().start;
    let place = Span::new(span.file, start + front, start + piece.len() - back);
    let mut d = first.clone();
    for (place, hint) in change.hints.into_iter().skip(first.hints.len()) {
        let place = place.map(|s| Span { start: s.start + span.start, end: s.end + span.start, ..s });
        match place.filter(|place| Some(*place) != first.span()) {
            Some(place) => d = d.also(place, hint),
            None if !d.hints.contains(&hint) => d = d.hint(hint),
            None => {}
        }
    }
    d.replacements = vec![Replacement { span: place, text: new[..new.len() - back].to_owned() }];
    d
}
