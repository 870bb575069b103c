//! Numbers that go on with letters, and numbers that are too long.

use super::Look;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The most digits of a number: reading them takes quadratic time.
pub(super) const MOST_DIGITS: usize = 100_000;

impl Look<'_> {
    pub(super) fn bad_number(&self, i: usize) -> Diagnostic {
        let word = self.view.word(i);
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = word.split_at(digits);
        let found = Diagnostic::error("bad-number", format!("`{word}` is neither a number nor a name"))
            .at(self.span(i), "");
        if let Some((span, text)) = self.copies(i, number, rest) {
            return found.instead(span, text);
        }
        if let Some(found) = self.case_with_digits(i, &found) {
            return found;
        }
        found.instead(self.span(i), meant_number(number, rest, word))
    }

    /// `c: 1st | 2nd`: names of an enumeration that begin with a digit, wherever they are in the item.
    fn case_with_digits(&self, i: usize, found: &Diagnostic) -> Option<Diagnostic> {
        let is_case = |word: &str| {
            let text = self.view.text;
            text.contains(&format!("| {word}")) || text.contains(&format!("{word} |"))
        };
        is_case(self.view.word(i)).then_some(())?;
        let all = (0..self.view.tokens.len()).filter(|&k| {
            self.view.tokens[k].token == self.view.tokens[i].token && is_case(self.view.word(k))
        });
        let own = |k: usize| format!("_{}", self.view.word(k));
        let found = found.clone().note("A name begins with a letter or with `_`.");
        let found = found.hint(format!("Did you mean `{}`?", own(i)));
        Some(all.fold(found, |d, k| d.replace(self.span(k), own(k))))
    }

    /// `2Nim(3)`: so many positions side by side.
    fn copies(&self, i: usize, number: &str, rest: &str) -> Option<(Span, String)> {
        let called = rest.starts_with(char::is_uppercase) && matches!(self.view.word(i + 1), "(" | "[");
        let close = (i + 1..self.view.tokens.len()).filter(|_| called).find(|&k| {
            let inside =
                |t: &crate::syntax::token::Lexed| i32::from(t.token.opens()) - i32::from(t.token.closes());
            self.view.tokens[i + 1..=k].iter().map(inside).sum::<i32>() == 0
        })?;
        let span = self.span(i).to(self.span(close));
        let position = &self.view.text[span.range()][number.len()..];
        Some((span, format!("sum({position} for i in 1..{number})")))
    }

    pub(super) fn long_number(&self, i: usize) -> Diagnostic {
        let title = format!("A number may have at most {MOST_DIGITS} digits");
        Diagnostic::error("number-too-long", title)
            .at(self.span(i), "")
            .hint("Can it be written with a power, as in `10^200 + 7`?")
    }
}

/// `1_000`, `0xff`, `1e6`, `3x`: what a number that goes on with letters was meant to be.
fn meant_number(number: &str, rest: &str, word: &str) -> String {
    let based = |radix| u64::from_str_radix(&rest[1..], radix).ok().filter(|_| number == "0");
    let number_again = |n: u64| n.to_string();
    match rest.chars().next() {
        Some('_') if rest.chars().all(|c| c == '_' || c.is_ascii_digit()) => word.replace('_', ""),
        Some('x') if based(16).is_some() => based(16).map_or(String::new(), number_again),
        // `2x3`
        Some('x') if rest.len() > 1 && rest[1..].chars().all(|c| c.is_ascii_digit()) => {
            format!("board({number}, {})", &rest[1..])
        }
        Some('b') if based(2).is_some() => based(2).map_or(String::new(), number_again),
        Some('e' | 'E') if rest[1..].chars().all(|c| c.is_ascii_digit()) && rest.len() > 1 => {
            format!("{number} * 10^{}", &rest[1..])
        }
        _ => format!("{number} * {rest}"),
    }
}
