//! Lines: items and clauses begin one, the author's breaks stay where a line may be broken, and what is too long is
//! broken at the outermost place.

use super::columns::padding;
use super::pieces::{Begins, Piece, Text};
use super::spacing::{is_between, spaces};
use super::{COLUMNS, Line};
use crate::layout::width;
use crate::syntax::token::Token;

/// Clauses stand this far to the right, and so does what goes on with a line.
const INDENT: usize = 2;

/// The words of statements are as wide as the widest of them.
const STATEMENT: usize = "expect".len();

/// Brackets whose contents begin this far to the right give them a line of their own when they have to be broken.
const FAR: usize = 72;

/// How many pieces of a long line are looked at for the best place to break it.
const LOOKED_AT: usize = 2000;

/// The lines of a text.
pub(super) fn lines(text: &Text) -> Vec<Line> {
    let spaces = spaces(text);
    let breaks: Vec<bool> = (0..text.pieces.len()).map(|at| breaks_before(text, at)).collect();
    let padding = padding(text, &breaks);
    let mut writer =
        Writer { text, spaces, padding, breaks, open: vec![], lines: vec![], base: 0, indent: 0 };
    let mut at = 0;
    while at < text.pieces.len() {
        at = writer.line(at);
    }
    writer.lines
}

/// Whether a line begins here, before anything is too long.
fn breaks_before(text: &Text, at: usize) -> bool {
    let piece = &text.pieces[at];
    let Some(prev) = at.checked_sub(1) else { return true };
    if piece.token == Token::Comment {
        return piece.breaks > 0;
    }
    if piece.begins != Begins::Nothing || text.pieces[prev].token == Token::Comment {
        return true;
    }
    piece.breaks > 0 && place(text, at).is_some()
}

/// How good a place before a piece is for a break, 0 is best; none if no line may be broken there.
fn place(text: &Text, at: usize) -> Option<u8> {
    let prev = text.before(at)?;
    let (before, piece) = (&text.pieces[prev], &text.pieces[at]);
    let word = piece.word.as_str();
    if text.is_keyword(at) {
        match word {
            "to" if piece.depth == 0 => return Some(0),
            "for" | "under" => return Some(0),
            "where" => return Some(1),
            "or" | "then" | "else" => return Some(2),
            "and" => return Some(3),
            "is" => return Some(4),
            "mod" | "xor" | "union" | "common" | "minus" | "flip" | "with" | "without" => return Some(6),
            _ => {}
        }
    }
    match (before.token, piece.token) {
        // Nothing is between them.
        (open, close) if open.opens() && close.closes() => None,
        (Token::Comma, _) => Some(5),
        (Token::Colon, _) if text.word(piece.item) == "play" => Some(4),
        (Token::Equals, _) => Some(7),
        (open, _) if open.opens() => Some(8),
        (_, close) if close.closes() => Some(9),
        (_, sign) if is_compared(sign) => Some(4),
        (_, Token::Plus | Token::Minus | Token::Star | Token::Slash) if is_between(text, at) => Some(6),
        (Token::Plus | Token::Minus | Token::Star | Token::Slash, _) if is_between(text, prev) => Some(6),
        (sign, _) if is_compared(sign) => Some(6),
        (Token::Keyword, _) if matches!(before.word.as_str(), "to" | "then" | "else" | "or" | "and") => {
            Some(6)
        }
        _ => None,
    }
}

fn is_compared(token: Token) -> bool {
    use Token::{EqualEqual, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(token, EqualEqual | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}

/// An open bracket.
struct Open {
    /// Where its contents begin, if they begin on its line.
    content: Option<usize>,
    /// Where its line begins.
    line: usize,
}

struct Writer<'t> {
    text: &'t Text,
    spaces: Vec<bool>,
    padding: Vec<usize>,
    breaks: Vec<bool>,
    open: Vec<Open>,
    lines: Vec<Line>,
    /// Where the item or clause at hand begins.
    base: usize,
    /// Where the line at hand begins.
    indent: usize,
}

impl Writer<'_> {
    /// Writes the line that begins with a piece; returns the first piece of the next one.
    fn line(&mut self, from: usize) -> usize {
        let apart = from > 0 && self.text.pieces[from].breaks > 1;
        self.indent = self.indent_of(from);
        if self.text.pieces[from].token == Token::Comment {
            let comment = self.text.pieces[from].word.clone();
            self.lines.push(Line { apart, comment, indent: self.indent, ..Line::default() });
            return from + 1;
        }
        let mut to = from + 1;
        while to < self.text.pieces.len() && !self.breaks[to] {
            to += 1;
        }
        let commented = self.text.pieces[to - 1].token == Token::Comment;
        let mut end = to - usize::from(commented);
        while let Some(at) = self.too_long(from, end) {
            self.breaks[at] = true;
            end = at;
        }
        let code = self.write(from, end);
        let commented = commented && end + 1 == to;
        let comment = if commented { self.text.pieces[end].word.clone() } else { String::new() };
        self.lines.push(Line { apart, code, comment, indent: self.indent });
        end + usize::from(commented)
    }

    /// Where a line that begins with a piece begins.
    fn indent_of(&mut self, at: usize) -> usize {
        let piece = &self.text.pieces[at];
        let next = self.text.code_from(at);
        match (piece.item, next.map(|p| p.begins)) {
            (None, next_begins) => {
                let inside = !piece.outermost && (next_begins.is_some() || self.follows_game(at));
                return if inside { INDENT } else { 0 };
            }
            (_, Some(Begins::Item)) => (self.base, self.open) = (0, vec![]),
            (_, Some(Begins::Clause)) => (self.base, self.open) = (INDENT, vec![]),
            _ => return self.going_on(next),
        }
        self.base
    }

    /// Where a line begins that goes on with an item or clause.
    fn going_on(&self, next: Option<&Piece>) -> usize {
        let closes = next.is_some_and(|p| p.token.closes());
        match self.open.last() {
            Some(Open { content: Some(column), .. }) => *column - usize::from(closes),
            Some(Open { line, .. }) => line + if closes { 0 } else { INDENT },
            None => self.base + INDENT,
        }
    }

    /// Whether a comment stands, with no empty line between, below a game or graph.
    fn follows_game(&self, at: usize) -> bool {
        let above = self.text.close_above(at);
        above.is_some_and(|a| matches!(self.text.word(self.text.pieces[a].item), "game" | "loopy" | "graph"))
    }

    /// The text of pieces on one line, brackets noted.
    fn write(&mut self, from: usize, to: usize) -> String {
        let mut out = " ".repeat(self.indent);
        let mut column = self.indent;
        for at in from..to {
            let piece = &self.text.pieces[at];
            let gap = if at == from { 0 } else { self.gap(at) };
            out.extend(std::iter::repeat_n(' ', gap));
            out += &piece.word;
            column = match piece.word.rsplit_once('\n') {
                Some((_, last)) => width(last),
                None => column + gap + width(&piece.word),
            };
            if piece.token.opens() {
                let last = at + 1 == to;
                let content = (!last).then(|| column + self.gap(at + 1));
                self.open.push(Open { content, line: self.indent });
            } else if piece.token.closes() {
                self.open.pop();
            }
        }
        out
    }

    /// Spaces before a piece that does not begin a line; statements are aligned.
    fn gap(&self, at: usize) -> usize {
        let before = &self.text.pieces[at - 1];
        let statement = before.begins == Begins::Item
            && matches!(before.word.as_str(), "show" | "table" | "play" | "period" | "expect");
        if statement {
            STATEMENT + 1 - before.word.len()
        } else {
            usize::from(self.spaces[at]) + self.padding[at]
        }
    }

    /// If a line is too long, where to break it first.
    fn too_long(&self, from: usize, to: usize) -> Option<usize> {
        let to = to.min(from + LOOKED_AT);
        let ends = self.columns(from, to);
        if *ends.last()? <= COLUMNS || ends.len() < 2 {
            return None;
        }
        let mut depth = 0i32;
        let mut contents: Vec<usize> = vec![];
        let mut best: Option<(i32, u8, usize)> = None;
        for at in from + 1..to {
            let before = self.text.pieces[at - 1].token;
            if before.opens() {
                depth += 1;
                contents.push(ends[at - 1 - from]);
            } else if before.closes() {
                depth -= 1;
                contents.pop();
            }
            let depth = depth - i32::from(self.text.pieces[at].token.closes());
            let fits = ends[at - 1 - from] <= COLUMNS;
            let Some(class) =
                self.class(at, contents.last().copied(), || ends[ends.len() - 1] - ends[at - 1 - from])
            else {
                continue;
            };
            let better = match best {
                None => true,
                Some((d, c, _)) if (depth, class) != (d, c) => (depth, class) < (d, c),
                Some(_) => fits,
            };
            if better {
                best = Some((depth, class, at));
            }
        }
        best.map(|b| b.2)
    }

    /// How good a place is; brackets are opened up only if their contents would begin far to the right.
    fn class(&self, at: usize, content: Option<usize>, rest: impl Fn() -> usize) -> Option<u8> {
        let far = content.is_some_and(|c| c > FAR);
        match place(self.text, at)? {
            7 if self.base + INDENT + rest() > COLUMNS => None,
            8 if far => Some(0),
            8 | 9 => None,
            class => Some(class),
        }
    }

    /// Where each piece of a line ends.
    fn columns(&self, from: usize, to: usize) -> Vec<usize> {
        let mut column = self.indent;
        let mut ends = Vec::with_capacity(to - from);
        for at in from..to {
            let word = self.text.pieces[at].word.as_str();
            let gap = if at == from { 0 } else { self.gap(at) };
            column = match word.rsplit_once('\n') {
                Some((_, last)) => width(last),
                None => column + gap + width(word),
            };
            ends.push(column);
        }
        ends
    }
}
