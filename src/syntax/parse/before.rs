//! What is looked for before pest sees an item: what a grammar reports badly, and what would exhaust it.

use super::foreign;
use super::normal::token_span;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::items::View;
use crate::syntax::token::{Token, inside_quotes};

/// Parameters are looked for in so many tokens: each word inside open brackets is compared with them.
const MOST_IN_A_HEADER: usize = 100;
/// The most tokens an item may have.
const MOST_TOKENS: usize = 1_000_000;
/// The most brackets that may be open at once.
const MOST_OPEN: usize = 200;
/// The most steps from the top of an expression's tree to its leaves.
const DEEPEST: usize = 500;
/// The longest map that a hint shows whole, in characters.
const LONGEST_MAP: usize = 48;
/// The most digits of a number: reading them takes quadratic time.
const MOST_DIGITS: usize = 100_000;

/// The first mistake that the tokens alone show.
pub(super) fn look(file: FileId, view: View) -> Option<Diagnostic> {
    let look = Look { file, view };
    look.size().or_else(|| {
        // A text that stays open has swallowed the brackets after it.
        let swallowed = view.tokens.iter().any(|t| t.token == Token::UnclosedText);
        let brackets = if swallowed { None } else { look.brackets() };
        let found = [brackets, look.map_in_braces(), look.first_bad_token(), look.graph_in_braces()];
        found.into_iter().flatten().min_by_key(|d| d.span().map(|s| s.start))
    })
}

struct Look<'t> {
    file: FileId,
    view: View<'t>,
}

impl Look<'_> {
    fn span(&self, i: usize) -> Span {
        token_span(self.file, self.view, i)
    }

    fn size(&self) -> Option<Diagnostic> {
        if self.view.tokens.len() > MOST_TOKENS {
            let title = format!("This item is too long: at most {MOST_TOKENS} words and signs are read");
            return Some(Diagnostic::error("item-too-long", title).at(self.span(0), "it begins here"));
        }
        self.depth()
    }

    /// An upper bound of the tree's depth, kept while reading: whatever is refused here never reaches a recursion.
    fn depth(&self) -> Option<Diagnostic> {
        let mut levels = vec![Level::default()];
        for i in 0..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            let behind = i > 0 && self.view.ends_operand(i - 1);
            if token.opens() {
                levels.push(Level { behind, ..Level::default() });
            } else if token.closes() && levels.len() > 1 {
                let inner = levels.pop().unwrap_or_default();
                levels.last_mut()?.bracket(&inner);
            } else {
                levels.last_mut()?.word(self.view.word(i), behind);
            }
            if levels.len() > MOST_OPEN + 1 || levels.last()?.total() > DEEPEST {
                return Some(self.too_deep(i, levels.len() > MOST_OPEN + 1));
            }
        }
        (levels.iter().map(|l| l.total() + 1).sum::<usize>() > DEEPEST + 1)
            .then(|| self.too_deep(self.view.tokens.len() - 1, false))
    }

    fn too_deep(&self, i: usize, brackets: bool) -> Diagnostic {
        let title = match brackets {
            true => format!("More than {MOST_OPEN} brackets are open here"),
            false => format!("This expression is too deep: more than {DEEPEST} operators inside one another"),
        };
        let hint = "Could a part of it get a name with `let`, or be a list, a set or `sum(...)`?";
        Diagnostic::error("too-deep", title).at(self.span(i), "").hint(hint)
    }

    /// Brackets that do not pair up.
    fn brackets(&self) -> Option<Diagnostic> {
        let mut open: Vec<usize> = Vec::new();
        for i in 0..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            if token.opens() {
                open.push(i);
            } else if token.closes() {
                match open.pop() {
                    Some(opener) if self.closer(opener) == Some(token) => {}
                    Some(opener) => return Some(self.wrong_closer(&open, opener, i)),
                    None => return Some(self.stray(i)),
                }
            } else if let Some(&opener) = open.last()
                && self.cannot_be_inside(opener, i)
            {
                let other = self.braces(opener).or_else(|| self.counted_from_to(opener, i));
                return Some(other.unwrap_or_else(|| self.unclosed(opener, i)));
            }
        }
        open.last().map(|&opener| self.unclosed(opener, self.end_of_open(opener)))
    }

    /// Where a bracket that stays open to the end of its item should have been closed: before the `=` of a definition,
    /// before the range of a statement, before what is said about a position.
    fn end_of_open(&self, opener: usize) -> usize {
        let end = self.view.tokens.len();
        let word = self.view.word(0);
        let asks = matches!(word, "table" | "period" | "plot" | "sparse" | "compare" | "expect");
        let ranged = asks && (1..opener).all(|i| self.view.word(i) != "for");
        let ends = |i: &usize| match self.view.word(*i) {
            "=" => word == "let" && opener == 2,
            "for" => ranged,
            "is" => word == "expect",
            "==" | "!=" => word == "expect" && self.is_question(opener),
            _ => false,
        };
        let mut depth = 0usize;
        let outside = |i: &usize| {
            let token = self.view.tokens[*i].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            depth == 0
        };
        (opener + 1..end).filter(outside).find(ends).unwrap_or(end)
    }

    /// Whether a bracket is that of a question about a position, such as `value(`.
    fn is_question(&self, opener: usize) -> bool {
        let asked = self.view.word_before(opener);
        matches!(
            asked,
            "value" | "outcome" | "moves" | "options" | "winning" | "remoteness" | "misere_value" | "genus"
        )
    }

    fn closer(&self, opener: usize) -> Option<Token> {
        self.view.tokens[opener].token.closer()
    }

    /// A clause begins, or `to` follows a move's choices: the bracket should have been closed by now.
    fn cannot_be_inside(&self, opener: usize, i: usize) -> bool {
        let clause = self.view.starts_clause(i) && self.view.word(i) != "from";
        let as_name =
            !self.view.first_on_line(i) && (!self.view.ends_type(i - 1) || clause && self.is_parameter(i));
        let of_move = opener >= 2 && self.view.word(opener - 2) == "move";
        (clause && !as_name) || (self.view.word(i) == "to" && of_move)
    }

    /// Whether a word is the name of a parameter in the first line of its item.
    fn is_parameter(&self, i: usize) -> bool {
        let named = |k: usize| self.view.word(k) == self.view.word(i) && self.view.word(k + 1) == ":";
        (0..i.min(MOST_IN_A_HEADER)).any(named)
    }

    fn unclosed(&self, opener: usize, noticed: usize) -> Diagnostic {
        let opening = self.view.word(opener);
        let closing = self.closer(opener).and_then(Token::spelling).unwrap_or("");
        let title = format!("`{opening}` is never closed");
        let found = Diagnostic::error("unclosed-bracket", title).at(self.span(opener), "opened here");
        let found = found.replace(self.behind(noticed - 1), closing);
        if noticed < self.view.tokens.len() {
            let hint = format!("Is `{closing}` missing before `{}`?", self.view.word(noticed));
            let here = if self.same_line(opener, noticed) { "" } else { "still open here" };
            return found.also(self.span(noticed), here).hint(hint);
        }
        let found = found.hint(format!("Is `{closing}` missing at the end?"));
        match self.same_line(opener, noticed - 1) {
            true => found,
            false => found.also(self.span(noticed - 1), "still open after this"),
        }
    }

    /// The empty place after a token.
    fn behind(&self, i: usize) -> Span {
        let end = self.span(i).range().end;
        Span::new(self.file, end, end)
    }

    /// The bracket that closes the one at `opener`.
    fn closing(&self, opener: usize) -> Option<usize> {
        let mut open = 0usize;
        (opener..self.view.tokens.len()).find(|&i| {
            let token = self.view.tokens[i].token;
            open = if token.opens() { open + 1 } else { open - usize::from(token.closes()) };
            open == 0
        })
    }

    /// The tokens directly inside the bracket at `opener`, not those inside further brackets.
    fn directly_inside(&self, opener: usize) -> Vec<usize> {
        let Some(end) = self.closing(opener) else { return vec![] };
        let mut depth = 0usize;
        let mut inside = vec![];
        for i in opener + 1..end {
            let token = self.view.tokens[i].token;
            depth -= usize::from(token.closes() && depth > 0);
            if depth == 0 {
                inside.push(i);
            }
            depth += usize::from(token.opens());
        }
        inside
    }

    /// `{1: {2}}`, `[1: {2}]`, `{1 -> {2}}`, `{1 to {2}}`, also inside `map(...)`.
    fn map_in_braces(&self) -> Option<Diagnostic> {
        (0..self.view.tokens.len()).find_map(|opener| {
            let before = self.view.word_before(opener);
            let (opening, called) = (self.view.word(opener), before == "map");
            let numbered = opening == "["
                && matches!(self.view.token(opener + 1), Some(Token::Number | Token::Text))
                && self.view.word(opener + 2) == ":"
                && !(opener > 0 && self.view.ends_operand(opener - 1));
            if !numbered && !matches!((opening, called), ("{", _) | ("(", true))
                || matches!(before, ":" | "of")
            {
                return None;
            }
            // Names of parameters with their values, behind the name of a game, are no map.
            let of_game = opening == "{" && before.starts_with(char::is_uppercase);
            if of_game && self.view.text[..self.span(opener).range().start].ends_with(before) {
                return None;
            }
            let inside = self.directly_inside(opener);
            let in_words =
                |i: usize| matches!(self.view.word(i), "in" | "<" | "<=" | ">" | ">=" | "==" | "|");
            let arrow = |i: &usize| matches!(self.view.word(*i), ":" | "->" | "=>" | "⇒" | "⟶" | "↦");
            let joins = |i: &usize| arrow(i) || (self.view.word(*i) == "to" && opening == "{");
            let arrows: Vec<usize> = inside.iter().copied().filter(joins).collect();
            let first = *arrows.first()?;
            let until = inside.iter().copied().take_while(|&i| self.view.word(i) != "for");
            let a_set = until.filter(|&i| i > first).any(in_words);
            let clause = inside.iter().any(|&i| self.view.starts_clause(i) || self.view.lacks_move(i));
            (!a_set && !clause && self.view.ends_operand(first - 1))
                .then(|| self.as_a_map(opener, &arrows, opening != "("))
        })
    }

    fn as_a_map(&self, opener: usize, arrows: &[usize], braces: bool) -> Diagnostic {
        let title = "A map is written `map(key to value, ...)`";
        let mut found = Diagnostic::error("not-an-entry", title).at(self.span(arrows[0]), "");
        let close = self.closing(opener).unwrap_or(opener);
        let called = opener >= 2
            && self.view.word(opener - 1) == "("
            && self.view.word(opener - 2) == "map"
            && self.view.word(close + 1) == ")";
        if braces && called {
            found = found.replace(self.span(opener), "").replace(self.span(close), "");
        } else if braces {
            found = found.replace(self.span(opener), "map(");
            found = found.replace(self.span(close), ")");
        }
        for &arrow in arrows.iter().filter(|&&i| self.view.word(i) != "to") {
            found = found.replace(self.span(arrow), self.spaced(arrow, "to"));
        }
        found.hint(format!("Did you mean `map({})`?", self.entries(opener, close, arrows)))
    }

    /// What is written in a map, with `to` between keys and values; of a long one its first key.
    fn entries(&self, opener: usize, close: usize, arrows: &[usize]) -> String {
        let mut from = self.span(opener).range().end;
        let mut text = String::new();
        for arrow in arrows.iter().map(|&i| self.span(i).range()) {
            text = text + self.view.text[from..arrow.start].trim_end() + " to ";
            from = arrow.end + self.view.text[arrow.end..].len()
                - self.view.text[arrow.end..].trim_start().len();
        }
        text += self.view.text[from..self.span(close).range().start.max(from)].trim_end();
        let key = &self.view.text[self.span(opener + 1).to(self.span(arrows[0] - 1)).range()];
        let key = if key.len() < 20 { key } else { "key" };
        let fits = text.chars().count() <= LONGEST_MAP && !text.contains(['\n', '#']) && close > opener;
        if fits { text.trim_start().to_owned() } else { format!("{key} to ...") }
    }

    /// A word in place of a token, with blanks where it would touch what is next to it.
    fn spaced(&self, i: usize, word: &str) -> String {
        foreign::spaced(self.view.text, self.span(i), word)
    }

    fn same_line(&self, first: usize, last: usize) -> bool {
        let between = self.view.tokens[first].span.start..self.view.tokens[last].span.start;
        !self.view.text[between].contains(['\n', '\r'])
    }

    /// `game Nim(n: nat) { move ... }`
    fn braces(&self, opener: usize) -> Option<Diagnostic> {
        let around = self.view.word(opener) == "{"
            && (self.view.word_before(opener) == ")" || self.view.word(0) == "graph")
            && self.view.starts_clause(opener + 1)
            && matches!(self.view.word(0), "game" | "loopy" | "graph");
        around.then(|| {
            let found = Diagnostic::error("braces", "The clauses of a game need no brackets around them")
                .at(self.span(opener), "")
                .note("A game ends where the next definition or question begins.")
                .hint("Can `{` be left out here, and `}` at the end?")
                .replace(self.span(opener), "");
            let closing = (opener..self.view.tokens.len()).rfind(|&i| self.view.word(i) == "}");
            let found = closing.into_iter().fold(found, |d, i| d.replace(self.span(i), ""));
            let last = closing.unwrap_or(opener);
            (opener + 1..last).fold(found, |d, i| match self.braces_of_a_move(i) {
                Some(close) => d.replace(self.span(i), "").replace(self.span(close), ""),
                None => d,
            })
        })
    }

    /// `move take(k in 1..n) { to A(n - k) }`: the brace that closes.
    fn braces_of_a_move(&self, i: usize) -> Option<usize> {
        let opens = self.view.word(i) == "{" && matches!(self.view.word(i + 1), "to" | "return" | "->");
        (i..self.view.tokens.len()).find(|&k| self.view.word(k) == "}").filter(|_| opens)
    }

    /// `graph G { from ... }`
    fn graph_in_braces(&self) -> Option<Diagnostic> {
        (self.view.word(0) == "graph" && self.view.word(2) == "{").then(|| self.braces(2)).flatten()
    }

    /// `take(k from 1 to n)`, `take(k in 1 to n)`
    fn counted_from_to(&self, opener: usize, to: usize) -> Option<Diagnostic> {
        let begins = |i: &usize| matches!(self.view.word(*i), "from" | "in") && self.view.is_name(i - 1);
        let from = (opener + 1..to).rev().find(begins)?;
        let name = self.view.word(from - 1);
        let closer = (to..self.view.tokens.len()).find(|&i| self.view.tokens[i].token.closes())?;
        let part = |a: usize, b: usize| {
            (a < b).then(|| &self.view.text[self.view.tokens[a].span.start..self.view.tokens[b - 1].span.end])
        };
        let end = (to..closer).find(|&i| self.view.word(i) == "where").unwrap_or(closer);
        let (lo, hi) = (part(from + 1, to)?, part(to + 1, end)?);
        if self.view.word(from) == "in" && (hi.contains('(') || lo.contains("..")) {
            return None;
        }
        let title = format!("The values of `{name}` come after `in`");
        let found = Diagnostic::error("missing-in", title).at(self.span(from), "");
        let found = found.replace(self.span(from).to(self.span(end - 1)), format!("in {lo}..{hi}"));
        Some(match lo.len() + hi.len() < 40 && !(lo.to_owned() + hi).contains(['\n', '\r']) {
            true => found.hint(format!("Did you mean `{name} in {lo}..{hi}`?")),
            false => found.hint(format!("Did you mean `{name} in 1..n`?")),
        })
    }

    fn wrong_closer(&self, outer: &[usize], opener: usize, i: usize) -> Diagnostic {
        let closer = self.view.tokens[i].token;
        if outer.last().is_some_and(|&o| self.closer(o) == Some(closer)) {
            // `{1, 3, 4 where k <= n)`: a condition belongs to what is chosen, unless something runs before it.
            let runs = (opener..i).any(|k| self.view.word(k) == "for");
            let guard = (opener + 1..i).find(|&k| !runs && self.view.word(k) == "where");
            return self.unclosed(opener, guard.unwrap_or(i));
        }
        let wanted = self.closer(opener).and_then(Token::spelling).unwrap_or("");
        let (opening, closing) = (self.view.word(opener), self.view.word(i));
        Diagnostic::error("wrong-bracket", format!("`{opening}` cannot be closed by `{closing}`"))
            .at(self.span(i), format!("`{wanted}` would close it"))
            .also(self.span(opener), "opened here")
            .instead(self.span(i), wanted)
    }

    fn stray(&self, i: usize) -> Diagnostic {
        let title = format!("`{}` closes nothing", self.view.word(i));
        Diagnostic::error("stray-bracket", title)
            .at(self.span(i), "no bracket is open here")
            .hint("Is it one too many, or is an opening bracket missing before it?")
            .replace(self.span(i), "")
    }

    fn first_bad_token(&self) -> Option<Diagnostic> {
        let header = self.header_end();
        let (first, found) =
            (0..self.view.tokens.len()).find_map(|i| Some((i, self.bad_token(i, header)?)))?;
        Some(match self.view.tokens[first].token {
            Token::Foreign => self.and_further_signs(found, first),
            _ => found,
        })
    }

    /// What is said about one foreign sign, with the changes for those that follow it.
    fn and_further_signs(&self, found: Diagnostic, first: usize) -> Diagnostic {
        let further =
            (first + 1..self.view.tokens.len()).filter(|&i| self.view.token(i) == Some(Token::Foreign));
        let others = further.map(|i| foreign::foreign_sign(self.view, i, self.span(i)));
        let plain = found.replacements.len() == 1
            && others.clone().all(|d| d.code == "foreign-sign" && d.replacements.len() == 1);
        match plain {
            true => others.fold(found, |mut found, d| {
                found.replacements.extend(d.replacements);
                found
            }),
            false => found,
        }
    }

    fn bad_token(&self, i: usize, header: usize) -> Option<Diagnostic> {
        match self.view.tokens[i].token {
            Token::UnclosedText => Some(self.unclosed_text(i)),
            Token::BadNumber => Some(self.bad_number(i)),
            Token::Number if self.view.tokens[i].span.len() > MOST_DIGITS => Some(self.long_number(i)),
            Token::Text => self.bad_escape(i),
            Token::Foreign => Some(foreign::foreign_sign(self.view, i, self.span(i))),
            Token::Arrow if i >= header => Some(foreign::arrow(self.view, i, self.span(i))),
            Token::Unknown => Some(self.junk(i)),
            _ => None,
        }
    }

    /// The token after the parameters of a game or `let`: before it `->` is part of a type.
    fn header_end(&self) -> usize {
        if !matches!(self.view.word(0), "game" | "loopy" | "let") {
            return 0;
        }
        let mut depth = 0usize;
        for i in 0..self.view.tokens.len() {
            match self.view.word(i) {
                "(" => depth += 1,
                ")" if depth == 1 => return i,
                ")" => depth = depth.saturating_sub(1),
                "=" if depth == 0 => return i,
                _ => {}
            }
        }
        self.view.tokens.len()
    }

    fn unclosed_text(&self, i: usize) -> Diagnostic {
        let long = (0..i).find(|&k| {
            self.view.token(k) == Some(Token::Text)
                && self.view.tokens[k].slice(self.view.text).contains('\n')
        });
        let found = Diagnostic::error("unclosed-text", "A text is never closed")
            .at(self.span(i), "begins here")
            .hint("Is a quote `\"` missing at its end?");
        match long {
            Some(k) => found
                .also(self.span(k), "or is this the one that should end earlier?")
                .replace(self.end_of_text(k), "\""),
            None => found.replace(self.end_of_text(i), "\""),
        }
    }

    /// Where a text that was not closed should end: on its line, before the brackets that were meant to follow.
    fn end_of_text(&self, i: usize) -> Span {
        let span = self.span(i);
        let line = self.view.text[span.range()].lines().next().unwrap_or("").trim_end();
        let open = (0..i).filter(|&k| self.view.tokens[k].token.opens()).count();
        let closed = (0..i).filter(|&k| self.view.tokens[k].token.closes()).count();
        let mut end = line.len();
        for _ in closed..open {
            end = line[..end].strip_suffix([')', ']', '}']).map_or(end, str::len);
        }
        let at = span.range().start + end;
        Span::new(self.file, at, at)
    }

    fn bad_number(&self, i: usize) -> Diagnostic {
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

    fn long_number(&self, i: usize) -> Diagnostic {
        let title = format!("A number may have at most {MOST_DIGITS} digits");
        Diagnostic::error("number-too-long", title)
            .at(self.span(i), "")
            .hint("Can it be written with a power, as in `10^200 + 7`?")
    }

    fn bad_escape(&self, i: usize) -> Option<Diagnostic> {
        let span = &self.view.tokens[i].span;
        let literal = self.view.tokens[i].slice(self.view.text);
        let first = literal.chars().next().map_or(0, char::len_utf8);
        let inside = inside_quotes(literal);
        let mut chars = inside.char_indices();
        while let Some((at, c)) = chars.next() {
            if c != '\\' {
                continue;
            }
            let (_, escaped) = chars.next()?;
            if !matches!(escaped, '"' | '\\' | 'n') {
                let start = span.start + first + at;
                let place = Span::new(self.file, start, start + 1 + escaped.len_utf8());
                let title = format!("`\\{escaped}` means nothing inside a text");
                let note = "Inside a text you may write `\\\"` for a quote, `\\\\` for a backslash and `\\n` for a new line.";
                let found = Diagnostic::error("bad-escape", title).at(place, "").note(note);
                return Some(match escaped {
                    't' => found.instead(place, " "),
                    'r' => found.instead(place, "\\n"),
                    '\'' => found.instead(place, "'"),
                    other => found.instead(place, format!("\\\\{other}")),
                });
            }
        }
        None
    }

    fn junk(&self, i: usize) -> Diagnostic {
        let c = self.view.word(i).chars().next().unwrap_or(' ');
        let title = match c.is_control() {
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

    /// `'text'`, `« text »`: a text in quotes of another kind, to its end on the same line.
    fn quoted_otherwise(&self, i: usize, c: char) -> Option<Span> {
        let start = self.span(i).range().start;
        let line = self.view.text[start..].lines().next()?;
        let inside = &line[c.len_utf8()..];
        matches!(c, '\'' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '`' | '´').then_some(())?;
        let end = inside.find(closing_quote(c))?;
        let close = inside[end..].chars().next().map_or(0, char::len_utf8);
        Some(Span::new(self.file, start, start + c.len_utf8() + end + close))
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

/// The quotes that close what this one opens.
fn closing_quote(c: char) -> &'static [char] {
    match c {
        '«' | '»' => &['»', '«'],
        '‹' | '›' => &['›', '‹'],
        '‘' | '’' | '‚' => &['’', '‘'],
        '`' | '´' => &['`', '´', '\''],
        _ => &['\'', '’'],
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

/// How deep the tree between two brackets may become; see [`Look::depth`].
#[derive(Default)]
struct Level {
    /// The deepest part that is finished (before a comma).
    done: usize,
    /// The part before the last `and` or `or`.
    left: usize,
    /// The part before the last other infix operator.
    current: usize,
    /// The last operand.
    operand: usize,
    /// Prefix `-` and `*`, and `^`, since the last other operator.
    run: usize,
    /// `not` since the last `and` or `or`.
    nots: usize,
    /// What reaches to the far right: `if`, `of`, `->`.
    far: usize,
    /// The bracket follows an operand: a call or an index.
    behind: bool,
}

impl Level {
    fn expression(&self) -> usize {
        self.left.max(self.current.max(self.operand + self.run) + self.nots) + self.far
    }

    fn total(&self) -> usize {
        self.done.max(self.expression())
    }

    /// A bracket was closed that held `inner`.
    fn bracket(&mut self, inner: &Level) {
        let before = if inner.behind { self.operand } else { 0 };
        self.operand = before.max(inner.total()) + 1;
    }

    fn word(&mut self, word: &str, behind: bool) {
        match word {
            "," => *self = Level { done: self.total(), behind: self.behind, ..Level::default() },
            "move" | "ends" | "wins" | "splits" | "same" | "starts" | "picture" | "decreases" => {
                self.word(",", behind);
            }
            "if" | "of" | "->" | "let" => self.far += 1,
            "not" if !behind => self.nots += 1,
            "-" | "*" if !behind => self.run += 1,
            "^" => self.run += 1,
            "." => self.operand += 1,
            "and" | "or" => {
                let left = self.left.max(self.current.max(self.operand + self.run) + self.nots) + 1;
                *self =
                    Level { left, done: self.done, far: self.far, behind: self.behind, ..Level::default() };
            }
            "+" | "-" | "*" | "/" | "mod" | "xor" | "union" | "common" | "minus" | "flip" | "with"
            | "without" | ".." | "..<" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" | "not in" => {
                self.current = self.current.max(self.operand + self.run) + 1;
                (self.operand, self.run) = (0, 0);
            }
            _ => {}
        }
    }
}
