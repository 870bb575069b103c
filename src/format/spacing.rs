//! Between which pieces a space stands.

use super::pieces::{Begins, Text};
use crate::syntax::token::Token;

/// For every piece, whether a space is before it when it does not begin a line.
pub(super) fn spaces(text: &Text) -> Vec<bool> {
    let tight = tight(text);
    let wide = wide_sets(text);
    (0..text.pieces.len()).map(|at| space(text, at, &tight, &wide)).collect()
}

fn space(text: &Text, at: usize, tight: &[bool], wide: &[bool]) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let (prev, next) = (&text.pieces[before], &text.pieces[at]);
    if prev.token == Token::Comment || next.begins == Begins::Item {
        return true;
    }
    if wide[before] && prev.token.opens() || wide[at] && next.token.closes() {
        return true;
    }
    match (prev.token, next.token) {
        (p, _) if p.opens() => false,
        (_, n) if n.closes() => false,
        (_, Token::Comma | Token::Colon | Token::Dot) | (Token::Dot, _) => false,
        (Token::Comma | Token::Colon, _) => true,
        (Token::DotDot | Token::DotDotLess, _) => text.is_keyword(at),
        (_, Token::DotDot | Token::DotDotLess) => text.is_keyword(before) && !text.ends_operand(before),
        (_, Token::OpenRound) if matches!(prev.word.as_str(), "bag" | "map") => false,
        (Token::Keyword, Token::OpenRound) if labels_a_move(text, before) => false,
        (_, Token::OpenRound | Token::OpenSquare) if text.ends_operand(before) => false,
        (_, n) if is_sign(n) && text.ends_operand(before) => !tight[at],
        (p, _) if is_sign(p) && is_between(text, before) => !tight[before],
        (p, _) if is_sign(p) => false,
        _ => true,
    }
}

/// Whether a word of the language stands where a move or a step of a play has its label: `move flip(...)`.
fn labels_a_move(text: &Text, at: usize) -> bool {
    text.before(at).is_some_and(|b| {
        let piece = &text.pieces[b];
        piece.word == "move" || matches!(piece.token, Token::Colon | Token::Comma)
    })
}

/// Signs of arithmetic, which may stand close.
fn is_sign(token: Token) -> bool {
    matches!(token, Token::Plus | Token::Minus | Token::Star | Token::Slash | Token::Caret)
}

/// Whether a sign is between two operands.
pub(super) fn is_between(text: &Text, at: usize) -> bool {
    text.before(at).is_some_and(|b| text.ends_operand(b))
}

/// The signs that stand close: powers, and what is inside the bounds of a range or in an exponent.
fn tight(text: &Text) -> Vec<bool> {
    let mut tight: Vec<bool> = text.pieces.iter().map(|p| p.token == Token::Caret).collect();
    for at in 0..text.pieces.len() {
        match text.pieces[at].token {
            Token::DotDot | Token::DotDotLess => {
                mark(text, &mut (at + 1..text.pieces.len()), Token::opens, &mut tight);
                mark(text, &mut (0..at).rev(), Token::closes, &mut tight);
            }
            Token::Caret if text.pieces.get(at + 1).is_some_and(|p| p.token == Token::OpenRound) => {
                let inside = text.pieces[at + 2..].iter().take_while(|p| !p.token.closes()).count();
                let plain = text.pieces[at + 2..at + 2 + inside].iter().all(|p| !p.token.opens());
                if plain {
                    (at + 2..at + 2 + inside).for_each(|i| tight[i] |= is_sign(text.pieces[i].token));
                }
            }
            _ => {}
        }
    }
    tight
}

/// Marks the signs of a bound, walking away from its range; groups are part of it, what calls hold is not.
fn mark(text: &Text, walk: &mut dyn Iterator<Item = usize>, inwards: fn(Token) -> bool, tight: &mut [bool]) {
    let mut depth = 0usize;
    let mut found = vec![];
    for at in walk {
        let piece = &text.pieces[at];
        if inwards(piece.token) {
            depth += 1;
        } else if piece.token.opens() || piece.token.closes() {
            let Some(less) = depth.checked_sub(1) else { break };
            depth = less;
        } else if depth == 0 && !in_bound(text, at) {
            break;
        }
        if is_sign(piece.token) && is_between(text, at) {
            found.push((at, depth));
        }
    }
    for (at, depth) in found {
        if depth == 0 || in_groups_only(text, at, depth) {
            tight[at] = true;
        }
    }
}

/// Whether a piece may be in a bound, outside brackets.
fn in_bound(text: &Text, at: usize) -> bool {
    let piece = &text.pieces[at];
    piece.begins == Begins::Nothing
        && (text.ends_operand(at)
            || is_sign(piece.token)
            || piece.token == Token::Dot
            || matches!(piece.word.as_str(), "mod" | "xor"))
}

/// Whether the `depth` brackets around a piece are all plain groups: `(n-k)/2`.
fn in_groups_only(text: &Text, at: usize, depth: usize) -> bool {
    let mut inner = 0usize;
    let mut left = depth;
    for i in (0..at).rev() {
        let token = text.pieces[i].token;
        if token.closes() {
            inner += 1;
        } else if token.opens() && inner > 0 {
            inner -= 1;
        } else if token.opens() {
            let call = text.before(i).is_some_and(|b| text.ends_operand(b))
                || matches!(text.word(text.before(i)), "bag" | "map");
            if token != Token::OpenRound || call {
                return false;
            }
            left -= 1;
            if left == 0 {
                return true;
            }
        }
    }
    false
}

/// The brackets of `{ k^2 for k in 1..9 }`, which leave room inside.
fn wide_sets(text: &Text) -> Vec<bool> {
    let mut wide = vec![false; text.pieces.len()];
    let mut open: Vec<(usize, bool)> = vec![];
    for (at, piece) in text.pieces.iter().enumerate() {
        if piece.begins == Begins::Item {
            open.clear();
        }
        if piece.token.opens() {
            open.push((at, false));
        } else if piece.word == "for" && piece.token == Token::Keyword {
            open.last_mut().into_iter().for_each(|o| o.1 = true);
        } else if piece.token.closes()
            && let Some((from, true)) = open.pop()
            && piece.token == Token::CloseCurly
        {
            (wide[from], wide[at]) = (true, true);
        }
    }
    wide
}
