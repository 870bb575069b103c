//! Items: tokens cut at the words that begin one, so that a broken item leaves the rest of the file alone.

use super::token::{Lexed, Token, tokens};
use std::ops::Range;

/// The words that begin an item. None is legal inside a game, so a file can be cut at them.
pub(crate) const ITEM_WORDS: &[&str] = &[
    "use", "let", "game", "loopy", "graph", "show", "table", "period", "play", "expect", "quotient",
    "sparse", "compare",
];

/// So many names of values are looked at on lines one below the other.
const MOST_LOCAL_LETS: usize = 20;

/// The words that begin a clause of a game or a line of a graph.
pub(crate) const CLAUSE_WORDS: &[&str] =
    &["move", "ends", "wins", "splits", "same", "starts", "picture", "decreases", "from"];

/// One item before parsing, whole or broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawItem {
    /// From its first token to the end of its last, without comments after it.
    pub span: Range<usize>,
    /// Its tokens among those that [`cut`] returns.
    pub tokens: Range<usize>,
    /// The comment block directly above, without the `#` signs.
    pub doc: Option<String>,
    /// Whether it begins with a word that begins items.
    pub proper: bool,
}

/// Cuts a text into items. The tokens are those of the whole text without the comments.
pub fn cut(text: &str) -> (Vec<RawItem>, Vec<Lexed>) {
    let (comments, code): (Vec<_>, Vec<_>) =
        tokens(text).into_iter().partition(|t| t.token == Token::Comment);
    let view = View { text, tokens: &code };
    let starts: Vec<usize> = (0..code.len()).filter(|&i| i == 0 || view.begins_item(i)).collect();
    let ends = starts.iter().skip(1).copied().chain([code.len()]);
    let items = starts.iter().zip(ends).map(|(&from, to)| RawItem {
        span: code[from].span.start..code[to - 1].span.end,
        tokens: from..to,
        doc: doc_above(text, &comments, code[from].span.start),
        proper: ITEM_WORDS.contains(&view.word(from)) || view.begins_functions(from),
    });
    (items.collect(), code)
}

/// Whether a text typed at the prompt is finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// It can be parsed now, with or without success.
    Complete,
    /// It needs another line: an open bracket, an operator at the end, a game without clauses, a table without `for`.
    Unfinished,
}

/// Whether a text can be parsed or needs another line.
pub fn completeness(text: &str) -> Completeness {
    let (items, code) = cut(text);
    if code.iter().any(|t| t.token == Token::UnclosedText) {
        return Completeness::Unfinished;
    }
    let Some(open) = open_brackets(&code) else {
        return Completeness::Complete;
    };
    let unfinished = open > 0
        || items.last().is_some_and(|item| {
            let view = View { text, tokens: &code[item.tokens.clone()] };
            view.wants_more()
                || view.lacks_clause()
                || view.lacks_to()
                || view.lacks_else()
                || view.lacks_for()
        });
    if unfinished { Completeness::Unfinished } else { Completeness::Complete }
}

/// How many brackets are open at the end; none if one is closed that is not open.
fn open_brackets(code: &[Lexed]) -> Option<usize> {
    let mut stack = Vec::new();
    for token in code.iter().map(|t| t.token) {
        if let Some(closer) = token.closer() {
            stack.push(closer);
        } else if token.closes() && stack.pop() != Some(token) {
            return None;
        }
    }
    Some(stack.len())
}

/// The comments that stand alone on the lines directly above `start`.
fn doc_above(text: &str, comments: &[Lexed], start: usize) -> Option<String> {
    let mut below = start;
    let mut lines = Vec::new();
    let before = comments.partition_point(|c| c.span.start < start);
    for comment in comments[..before].iter().rev() {
        if line_breaks(&text[comment.span.end..below]) != Some(1) || !first_on_line(text, comment.span.start)
        {
            break;
        }
        let line = &comment.slice(text)[1..];
        lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end());
        below = comment.span.start;
    }
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The number of line breaks in white space; none if there is anything else.
fn line_breaks(gap: &str) -> Option<usize> {
    let blank = gap.chars().all(|c| c.is_whitespace() || is_invisible(c));
    blank.then(|| gap.matches(['\n', '\r']).count() - gap.matches("\r\n").count())
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}')
}

fn first_on_line(text: &str, at: usize) -> bool {
    let gap = text[..at]
        .trim_end_matches(|c: char| !matches!(c, '\n' | '\r') && (c.is_whitespace() || is_invisible(c)));
    gap.is_empty() || gap.ends_with(['\n', '\r'])
}

/// The candidate a word was probably meant to be.
pub(crate) fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    if word.len() > 20 {
        return None;
    }
    let small = word.to_lowercase();
    let reach = match small.chars().count() {
        0 | 1 => return None,
        2..=4 => 1,
        _ => 2,
    };
    let distance = |c: &&&str| strsim::osa_distance(&small, c);
    candidates.iter().filter(|c| c.len() > 1).min_by_key(distance).filter(|c| distance(c) <= reach).copied()
}

/// A run of tokens with their text; asks about tokens that are not there get harmless answers.
#[derive(Clone, Copy)]
pub(crate) struct View<'t> {
    /// The whole text.
    pub(crate) text: &'t str,
    /// The tokens looked at.
    pub(crate) tokens: &'t [Lexed],
}

impl<'t> View<'t> {
    /// The kind of a token.
    pub(crate) fn token(&self, i: usize) -> Option<Token> {
        self.tokens.get(i).map(|t| t.token)
    }

    /// A token in its normal spelling.
    pub(crate) fn word(&self, i: usize) -> &'t str {
        self.tokens.get(i).map_or("", |t| t.word(self.text))
    }

    /// The token before in its normal spelling.
    pub(crate) fn word_before(&self, i: usize) -> &'t str {
        i.checked_sub(1).map_or("", |p| self.word(p))
    }

    /// Whether it is a word that is not reserved.
    pub(crate) fn is_name(&self, i: usize) -> bool {
        self.token(i) == Some(Token::Name)
    }

    /// Whether only white space is before it on its line.
    pub(crate) fn first_on_line(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| first_on_line(self.text, t.span.start))
    }

    /// Whether an operand may end with it: what follows must be an operator, a bracket or a word of the language.
    pub(crate) fn ends_operand(&self, i: usize) -> bool {
        match self.token(i) {
            Some(Token::Name | Token::Number | Token::BadNumber | Token::Text | Token::UnclosedText) => true,
            Some(Token::Keyword) => matches!(self.word(i), "true" | "false" | "nothing"),
            Some(token) => token.closes(),
            None => false,
        }
    }

    /// Whether an operand may begin with it.
    pub(crate) fn starts_operand(&self, i: usize) -> bool {
        match self.token(i) {
            Some(Token::Name | Token::Number | Token::BadNumber | Token::Text | Token::UnclosedText) => true,
            Some(Token::Keyword) => {
                matches!(self.word(i), "true" | "false" | "nothing" | "if" | "let" | "not" | "bag" | "map")
            }
            Some(Token::Minus | Token::Star) => true,
            Some(token) => token.opens(),
            None => false,
        }
    }

    /// Whether a type may end with it.
    pub(crate) fn ends_type(&self, i: usize) -> bool {
        let plain =
            matches!(self.word(i), "nat" | "int" | "bool" | "text" | "cell" | "position" | ".." | "set");
        plain || self.ends_operand(i)
    }

    /// Whether it begins a clause of a game, or a line of a graph.
    pub(crate) fn starts_clause(&self, i: usize) -> bool {
        match self.token(i) {
            Some(Token::Keyword) => CLAUSE_WORDS.contains(&self.word(i)),
            Some(Token::Name) => matches!(self.word(i), "left" | "right") && self.word(i + 1) == "move",
            _ => false,
        }
    }

    /// Whether nothing at all is before it on its line.
    pub(crate) fn column_one(&self, i: usize) -> bool {
        let start = self.tokens[i].span.start;
        let gap = self.text[..start].trim_end_matches(is_invisible);
        gap.is_empty() || gap.ends_with(['\n', '\r'])
    }

    /// Whether an item begins with this token, whole or broken.
    pub(crate) fn begins_item(&self, i: usize) -> bool {
        match self.tokens[i].token {
            Token::Keyword => {
                let word = self.word(i);
                let goes_on = matches!(word, "game" | "graph") && self.word_before(i) == "loopy";
                let is_local = word == "let" && (self.is_local_let(i) || self.follows_local_let(i));
                let way = word == "play"
                    && matches!(self.word_before(i), "misere" | "misère" | "normal")
                    && !self.first_on_line(i);
                let question = matches!(word, "list" | "draw")
                    && self.column_one(i)
                    && i > 0
                    && self.ends_operand(i - 1);
                let drawn = matches!(word, "game" | "graph" | "table")
                    && matches!(self.word_before(i), "draw" | "the")
                    && !self.first_on_line(i);
                question
                    || ITEM_WORDS.contains(&word)
                        && !goes_on
                        && !drawn
                        && !is_local
                        && !way
                        && !self.says_over(i)
                        && !self.is_among_clauses(i)
                        && !self.used_as_name(i)
            }
            Token::Name => self.begins_functions(i) || self.begins_broken_item(i),
            _ => false,
        }
    }

    /// `let half = n / 2` between the clauses of a game: it belongs to the game, where it is explained.
    fn is_among_clauses(&self, i: usize) -> bool {
        let another = |k: usize| self.word(k) == "let" && !self.column_one(k);
        let next = || (i + 1..self.tokens.len()).find(|&k| self.first_on_line(k) && !another(k));
        let inside = i > 0 && self.word(i) == "let" && self.first_on_line(i) && !self.column_one(i);
        inside && next().is_some_and(|k| self.starts_clause(k) && !self.column_one(k))
    }

    /// `let b = a * 2` below `let a = n + 1` at the beginning of a function: the two belong to it, where that is explained.
    fn follows_local_let(&self, i: usize) -> bool {
        let mut k = i;
        for _ in 0..MOST_LOCAL_LETS {
            // Looking back costs a whole line: only where this one may go on with the names above it.
            if self.word(k) != "let" || !self.first_on_line(k) || self.column_one(k) {
                return false;
            }
            let Some(above) = (0..k).rev().find(|&m| self.first_on_line(m)) else { return false };
            k = above;
            if self.word(k) == "let" && self.word_before(k) == "=" && !self.column_one(k) {
                return true;
            }
        }
        false
    }

    /// `game over when n == 0` among the clauses of a game: no game of that name.
    fn says_over(&self, i: usize) -> bool {
        let word = i + 1 + usize::from(self.word(i + 1) == "is");
        let over = matches!(self.word(word), "over" | "ends" | "ended" | "finished" | "stops");
        self.word(i) == "game" && over && self.word(word + 1) != "(" && !self.column_one(i)
    }

    /// `grundy functions of G`: two words in a row, which are nowhere else legal.
    pub(crate) fn begins_functions(&self, i: usize) -> bool {
        self.word(i) == "grundy" && self.word(i + 1) == "functions"
    }

    /// `let x = e in ...` inside an expression: where a value is wanted, and not at the beginning of a line.
    fn is_local_let(&self, i: usize) -> bool {
        let wanted = match self.tokens[i.saturating_sub(1)].token {
            Token::Keyword => matches!(
                self.word_before(i),
                "to" | "where"
                    | "if"
                    | "then"
                    | "else"
                    | "and"
                    | "or"
                    | "not"
                    | "in"
                    | "xor"
                    | "mod"
                    | "union"
                    | "common"
                    | "minus"
                    | "flip"
                    | "with"
                    | "without"
                    | "is"
                    | "show"
                    | "expect"
                    | "picture"
                    | "starts"
                    | "decreases"
                    | "of"
            ),
            Token::Name => matches!(self.word_before(i), "when" | "into" | "as"),
            token => token.spelling().is_some() && !token.closes(),
        };
        i > 0 && wanted && !self.column_one(i)
    }

    /// `let show = 1`, `(play in S)`: a word of the language where only a name makes sense.
    fn used_as_name(&self, i: usize) -> bool {
        let introduced = matches!(
            self.word_before(i),
            "let"
                | "game"
                | "graph"
                | "move"
                | "for"
                | "from"
                | "to"
                | "in"
                | "="
                | "."
                | "("
                | "["
                | "{"
                | ","
                | "+"
                | "-"
                | "*"
                | "and"
                | "or"
                | "with"
                | "without"
        );
        let continued = matches!(
            self.word(i + 1),
            ":" | "in"
                | "="
                | ","
                | ")"
                | "]"
                | "}"
                | "+"
                | "/"
                | "=="
                | "<"
                | "<="
                | ">"
                | ">="
                | ".."
                | "and"
                | "or"
        );
        // `play G(5): show(2)`: a word that may label a move.
        let of_play =
            || (0..i).rev().find(|k| self.first_on_line(*k)).is_some_and(|k| self.word(k) == "play");
        let labels = self.word_before(i) == ":" && of_play();
        (introduced || continued || labels) && !self.first_on_line(i)
    }

    /// `gmae Nim(n: nat)` at the start of a line. Two words in a row, or a word after an operand, are
    /// nowhere legal, so no item that is right is cut here.
    fn begins_broken_item(&self, i: usize) -> bool {
        let word = self.word(i);
        let two_words = self.is_name(i + 1) && !self.first_on_line(i + 1);
        // `player 1 move take(...)` is a clause, whoever it is said to belong to.
        let of_move = (i + 1..i + 3).any(|k| {
            (self.word(k) == "move" || self.lacks_move(k) && self.word(k + 1) == "(")
                && !self.first_on_line(k)
        });
        if !(two_words || self.ends_operand(i - 1))
            || !self.first_on_line(i)
            || matches!(word, "left" | "right")
            || of_move
            || self.lacks_move(i)
        {
            return false;
        }
        if matches!(word, "prove") {
            return self.column_one(i);
        }
        match nearest(word, &[ITEM_WORDS, CLAUSE_WORDS].concat()) {
            Some(meant) => ITEM_WORDS.contains(&meant) && (two_words || self.column_one(i)),
            None => self.column_one(i),
        }
    }

    /// `take(k in 1..n) to ...`: a move without the word `move`.
    pub(crate) fn lacks_move(&self, i: usize) -> bool {
        if !self.is_name(i) || matches!(self.word(i), "left" | "right") {
            return false;
        }
        let mut open = 0usize;
        let behind = (i + 1..self.tokens.len().min(i + 200)).find(|&k| {
            let token = self.tokens[k].token;
            open = if token.opens() { open + 1 } else { open - usize::from(token.closes() && open > 0) };
            open == 0 && !token.closes()
        });
        let round = self.word(i + 1) == "(" || behind == Some(i + 1);
        round && behind.is_some_and(|k| matches!(self.word(k), "to" | "where"))
    }

    /// Where the part of an expression begins that ends before token `i`: after a bracket, a comma, or a word such as
    /// `to` and `where`.
    pub(crate) fn part_before(&self, i: usize) -> usize {
        let mut depth = 0usize;
        for k in (0..i).rev() {
            let token = self.tokens[k].token;
            if token.closes() {
                depth += 1;
            } else if token.opens() && depth > 0 {
                depth -= 1;
            } else if depth == 0 && (token.opens() || self.ends_part(k)) {
                return k + 1;
            }
        }
        0
    }

    fn ends_part(&self, i: usize) -> bool {
        matches!(self.tokens[i].token, Token::Comma | Token::Equals | Token::Colon)
            || ITEM_WORDS.contains(&self.word(i))
            || CLAUSE_WORDS.contains(&self.word(i))
            || matches!(
                self.word(i),
                "to" | "where" | "when" | "if" | "then" | "else" | "for" | "is" | "into"
            )
    }

    /// The text ends where something must follow.
    fn wants_more(&self) -> bool {
        let Some(last) = self.tokens.len().checked_sub(1) else {
            return false;
        };
        match self.tokens[last].token {
            Token::Keyword => !matches!(
                self.word(last),
                "true" | "false" | "nothing" | "nat" | "int" | "bool" | "text" | "cell" | "position"
            ),
            Token::Name => matches!(
                (self.word_before(last), self.word(last)),
                ("ends" | "wins", "when") | ("splits", "into") | ("same", "as")
            ),
            Token::DotDot => false,
            token => token.spelling().is_some() && !token.closes(),
        }
    }

    /// A game or graph of which only the first line is there.
    fn lacks_clause(&self) -> bool {
        matches!(self.word(0), "game" | "loopy" | "graph")
            && !(1..self.tokens.len()).any(|i| self.starts_clause(i))
    }

    /// The last move does not say where it leads.
    fn lacks_to(&self) -> bool {
        let last = (0..self.tokens.len()).rev().find(|&i| matches!(self.word(i), "move" | "to"));
        matches!(self.word(0), "game" | "loopy") && last.is_some_and(|i| self.word(i) == "move")
    }

    /// A statement about many positions that does not say yet about which.
    fn lacks_for(&self) -> bool {
        matches!(self.word(0), "table" | "period" | "sparse")
            && !(1..self.tokens.len()).any(|i| self.word(i) == "for")
    }

    fn lacks_else(&self) -> bool {
        let count = |word: &str| (0..self.tokens.len()).filter(|&i| self.word(i) == word).count();
        count("if") > count("else")
    }
}
