//! A text as the formatter sees it: tokens and comments in order, with what begins where.

use crate::syntax::items::{RawItem, View, cut};
use crate::syntax::token::{Lexed, Token, tokens};
use std::ops::Range;

/// What begins with a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begins {
    Nothing,
    /// A clause of a game or a line of a graph.
    Clause,
    Item,
}

/// A token or a comment.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) token: Token,
    /// In its normal spelling.
    pub(super) word: String,
    pub(super) begins: Begins,
    /// Line breaks between it and the piece before.
    pub(super) breaks: usize,
    /// Stands in column 1.
    pub(super) outermost: bool,
    /// How many brackets are open before it.
    pub(super) depth: usize,
    /// The item it belongs to, by its first piece; comments between items belong to none.
    pub(super) item: Option<usize>,
}

/// All pieces of a text.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) pieces: Vec<Piece>,
    /// For each piece the code of its item before it, and from it on: comments may be many.
    before: Vec<Option<usize>>,
    from: Vec<Option<usize>>,
    /// For each piece the last one of an item up to it, and whether an empty line is between them.
    above: Vec<Option<(usize, bool)>>,
}

impl Text {
    pub(super) fn new(text: &str) -> Text {
        let (items, code) = cut(text);
        let starts = clause_starts(text, &items, &code);
        let mut pieces: Vec<Piece> = vec![];
        let mut next_item = 0;
        let mut open: Option<(usize, usize)> = None;
        let (mut end, mut depth) = (0, 0usize);
        for token in tokens(text) {
            let at = pieces.len();
            if open.is_some_and(|(_, until)| token.span.start >= until) {
                open = None;
            }
            let mut begins =
                if starts.contains(&token.span.start) { Begins::Clause } else { Begins::Nothing };
            if items.get(next_item).is_some_and(|i| i.span.start == token.span.start) {
                open = Some((at, items[next_item].span.end));
                next_item += 1;
                begins = Begins::Item;
            }
            if begins != Begins::Nothing {
                depth = 0;
            }
            depth -= usize::from(token.token.closes() && depth > 0);
            pieces.push(Piece { begins, depth, item: open.map(|o| o.0), ..piece(text, &token, end) });
            depth += usize::from(token.token.opens());
            end = token.span.end;
        }
        Text { before: before(&pieces), from: from(&pieces), above: above(&pieces), pieces }
    }

    /// The piece, unless there is none.
    pub(super) fn get(&self, at: Option<usize>) -> Option<&Piece> {
        self.pieces.get(at?)
    }

    /// The code before a piece, of the same item.
    pub(super) fn before(&self, at: usize) -> Option<usize> {
        self.before[at]
    }

    /// The piece itself, or the code below a comment of the same item.
    pub(super) fn code_from(&self, at: usize) -> Option<&Piece> {
        self.get(self.from[at])
    }

    /// The last piece of an item up to this one, unless an empty line is between them.
    pub(super) fn close_above(&self, at: usize) -> Option<usize> {
        self.above[at].filter(|(_, apart)| !apart).map(|(above, _)| above)
    }

    pub(super) fn word(&self, at: Option<usize>) -> &str {
        self.get(at).map_or("", |p| p.word.as_str())
    }

    /// Whether the piece is a word: of the language, or in its place (`ends when`, `splits into`, `same as`).
    pub(super) fn is_keyword(&self, at: usize) -> bool {
        let before = || self.word(self.before(at));
        match (self.pieces[at].token, self.pieces[at].word.as_str()) {
            (Token::Keyword | Token::InSign | Token::NotInSign | Token::XorSign, _) => true,
            (Token::Name, "when") => matches!(before(), "ends" | "wins"),
            (Token::Name, "into") => before() == "splits",
            (Token::Name, "as") => before() == "same",
            _ => false,
        }
    }

    /// Whether an operand may end with the piece, so that a sign after it is between two operands.
    pub(super) fn ends_operand(&self, at: usize) -> bool {
        match self.pieces[at].token {
            Token::Name => !self.is_keyword(at),
            Token::Number | Token::Text => true,
            Token::Keyword => matches!(self.pieces[at].word.as_str(), "true" | "false" | "nothing"),
            token => token.closes(),
        }
    }
}

fn before(pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = Vec::with_capacity(pieces.len());
    for at in 0..pieces.len() {
        let same = |i: &usize| pieces[*i].item == pieces[at].item;
        let is_code = |i: &usize| pieces[*i].token != Token::Comment;
        let prev = at.checked_sub(1).filter(same);
        found.push(prev.and_then(|i| if is_code(&i) { Some(i) } else { found[i] }));
    }
    found
}

fn from(pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut found = vec![None; pieces.len()];
    for at in (0..pieces.len()).rev() {
        let next = Some(at + 1).filter(|i| pieces.get(*i).is_some_and(|p| p.item == pieces[at].item));
        found[at] = if pieces[at].token == Token::Comment { next.and_then(|i| found[i]) } else { Some(at) };
    }
    found
}

fn above(pieces: &[Piece]) -> Vec<Option<(usize, bool)>> {
    let mut last: Option<(usize, bool)> = None;
    let mut step = |(at, piece): (usize, &Piece)| {
        last = match piece.item {
            Some(_) => Some((at, false)),
            None => last.map(|(above, apart)| (above, apart || piece.breaks > 1)),
        };
        last
    };
    pieces.iter().enumerate().map(&mut step).collect()
}

fn piece(text: &str, token: &Lexed, end: usize) -> Piece {
    let gap = &text[end..token.span.start];
    let breaks = gap.matches(['\n', '\r']).count() - gap.matches("\r\n").count();
    let mut word = String::new();
    token.normal(text, &mut word);
    if token.token == Token::Comment {
        word.truncate(word.trim_end().len());
    }
    let outermost = gap.ends_with(['\n', '\r']) || token.span.start == 0;
    Piece { token: token.token, word, begins: Begins::Nothing, breaks, outermost, depth: 0, item: None }
}

/// Where clauses begin, in bytes.
fn clause_starts(text: &str, items: &[RawItem], code: &[Lexed]) -> std::collections::HashSet<usize> {
    let of_item = |range: &Range<usize>| {
        let view = View { text, tokens: &code[range.clone()] };
        let partizan = |i: usize| view.word(i) == "move" && matches!(view.word_before(i), "left" | "right");
        let starts = (1..view.tokens.len()).filter(|&i| view.starts_clause(i) && !partizan(i));
        starts.map(|i| view.tokens[i].span.start).collect::<Vec<_>>()
    };
    let games =
        items.iter().filter(|i| matches!(code[i.tokens.start].word(text), "game" | "loopy" | "graph"));
    games.flat_map(|i| of_item(&i.tokens)).collect()
}
