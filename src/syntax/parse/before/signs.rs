//! Signs that mean nothing here, and what was meant by them.

use super::Look;
use super::texts::closing_quote;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::token::Token;

impl Look<'_> {
    pub(super) fn junk(&self, i: usize) -> Diagnostic {
        let c = self.view.word(i).chars().next().unwrap_or(' ');
        let title = match crate::source::is_unseen(c) {
            true => format!("The character U+{:04X} means nothing here", c as u32),
            false => format!("`{c}` means nothing here"),
        };
        let found = Diagnostic::error("junk", title).at(self.span(i), "");
        if let Some(quoted) = self.quoted_otherwise(i, c) {
            let text = &self.view.text[quoted.range()];
            let text = format!("\"{}\"", text[c.len_utf8()..].trim_end_matches(closing_quote(c)).trim());
            return found.note("A text is written between straight double quotes.").instead(quoted, text);
        }
        if c == '?'
            && let Some(found) = self.question_mark(i, found.clone())
        {
            return found;
        }
        if let Some(plain) = plain_width(c) {
            let hint = format!("Did you mean `{plain}`, and narrow signs throughout?");
            return self.narrowed(found.hint(hint));
        }
        if let Some(rounded) = self.rounded(i, c, &found) {
            return rounded;
        }
        if let Some(part) = part_of_number(c).filter(|_| self.view.is_name(i + 1)) {
            let text = format!("{} / {part}", self.view.word(i + 1));
            return found.note("Division is rounded down.").instead(self.span(i).to(self.span(i + 1)), text);
        }
        let operand = self.view.starts_operand(i + 1);
        let found = found.replace(self.span(i), "");
        match (self.view.is_name(i + 1), i > 0 && self.view.ends_operand(i - 1)) {
            (true, _) => found.hint(format!("Did you mean `{}`, without `{c}`?", self.view.word(i + 1))),
            (false, behind) if behind != operand => found.hint("Can it be left out?"),
            _ => Diagnostic { replacements: vec![], ..found.hint("Which word or sign did you mean?") },
        }
    }

    /// `⌊n/2⌋`, `⌈n/2⌉`: `/` rounds down.
    fn rounded(&self, i: usize, c: char, found: &Diagnostic) -> Option<Diagnostic> {
        let end = match c {
            '⌊' => "⌋",
            '⌈' => "⌉",
            _ => return None,
        };
        let close = (i + 1..self.view.tokens.len()).find(|&k| self.view.word(k) == end)?;
        let text =
            |from: usize, to: usize| self.view.text[self.span(from).to(self.span(to)).range()].to_owned();
        let slash = (i + 2..close - 1).find(|&k| self.view.word(k) == "/");
        let (place, found) = (self.span(i).to(self.span(close)), found.clone().note("`/` rounds down."));
        Some(match (c, slash) {
            ('⌈', Some(slash)) => {
                let (number, by) = (text(i + 1, slash - 1), text(slash + 1, close - 1));
                found.instead(place, format!("(({number} + {by} - 1) / {by})"))
            }
            ('⌈', None) => return None,
            _ => found.instead(place, format!("({})", text(i + 1, close - 1))),
        })
    }

    /// Every wide sign of the item in its ordinary form.
    fn narrowed(&self, found: Diagnostic) -> Diagnostic {
        let unknown = self.view.tokens.iter().enumerate().filter(|(_, t)| t.token == Token::Unknown);
        unknown.fold(found, |d, (i, t)| {
            let narrow: Option<String> = t.slice(self.view.text).chars().map(plain_width).collect();
            narrow.into_iter().fold(d, |d, text| d.replace(self.span(i), text))
        })
    }

    /// `c ? a : b`
    fn question_mark(&self, i: usize, found: Diagnostic) -> Option<Diagnostic> {
        let mut depth = 0usize;
        let colon = (i + 1..self.view.tokens.len()).find(|&k| {
            let token = self.view.tokens[k].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            depth == 0 && token == Token::Colon
        })?;
        let start = self.span(self.view.part_before(i)).range().start;
        let found = found.hint("Did you mean `if ... then ... else ...`?");
        let found = found.replace(Span::new(self.file, start, start), "if ");
        let then = self.spaced(i, "then");
        Some(found.replace(self.span(i), then).replace(self.span(colon), self.spaced(colon, "else")))
    }
}

/// Signs of East Asian keyboards that are no wide forms, and what stands for them here.
const LOOKALIKES: &[(&str, char)] = &[
    ("【〔「『〖", '['),
    ("】〕」』〗", ']'),
    ("⟨〈《", '('),
    ("⟩〉》", ')'),
    ("、", ','),
    ("。", '.'),
    ("\u{3000}", ' '),
];

/// The character of which this one is the wide form of East Asian keyboards.
fn plain_width(c: char) -> Option<char> {
    let code = u32::from(c);
    if let Some((_, plain)) = LOOKALIKES.iter().find(|(wide, _)| wide.contains(c)) {
        return Some(*plain);
    }
    (0xFF01..=0xFF5E).contains(&code).then(|| char::from_u32(code - 0xFEE0)).flatten()
}

/// By what `½n` divides.
fn part_of_number(c: char) -> Option<u8> {
    Some(match c {
        '½' => 2,
        '⅓' => 3,
        '¼' => 4,
        '⅕' => 5,
        '⅙' => 6,
        '⅛' => 8,
        _ => return None,
    })
}
