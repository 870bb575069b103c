//! Positions that are said to be the same: `symmetric a, b`, `same as A(b, a) when a > b`.

use super::phrase::{Phrase, Way};
use super::spoken::alien_lines;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[same_value_as, symmetric_line, same_when];

/// A position of the game with two of its parameters exchanged.
fn exchanged(p: &Phrase, (a, b): (&str, &str)) -> Option<String> {
    let (game, params) = p.header()?;
    let names: Vec<&str> = params.iter().map(|&i| p.w(i)).collect();
    let other = |name: &str| if name == a { b.to_owned() } else { a.to_owned() };
    let args: Vec<String> =
        names.iter().map(|&n| if n == a || n == b { other(n) } else { n.to_owned() }).collect();
    (names.contains(&a) && names.contains(&b) && a != b).then(|| format!("{game}({})", args.join(", ")))
}

/// `symmetric a, b`, `symmetric in a and b`, `symmetric`
fn symmetric_line(p: &Phrase) -> Option<Diagnostic> {
    let params: Vec<&str> = p.header()?.1.into_iter().map(|i| p.w(i)).collect();
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let word = matches!(p.w(i), "symmetric" | "symmetrical" | "symmetry" | "commutative");
        let named: Vec<&str> = (i + 1..end).map(|k| p.w(k)).filter(|w| params.contains(w)).collect();
        let pair = match (named.as_slice(), params.as_slice()) {
            (&[a, b], _) | ([], &[a, b]) => (a, b),
            _ => return None,
        };
        let text = format!("same as {}", exchanged(p, pair)?);
        let found =
            p.error("misplaced-word", "`same as` claims that positions are worth the same", p.over(i, end));
        word.then(|| found.instead(p.over(i, end), text))
    })
}

/// `same value as A(b, a)`, `same outcome as A(b, a)`
fn same_value_as(p: &Phrase) -> Option<Diagnostic> {
    let word = |w: &str| matches!(w, "value" | "nimber" | "position" | "game" | "thing" | "outcome");
    let i =
        (3..p.len()).find(|&i| p.is_game() && p.w(i) == "same" && word(p.w(i + 1)) && p.w(i + 2) == "as")?;
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(i + 1)), p.span(i + 1));
    Some(found.hint("Did you mean `same as`?").replace(p.tail(i + 1, i + 2), ""))
}

/// `same as A(b, a) when a > b`
fn same_when(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|_| p.is_game())?;
    let own: Vec<&str> = params.into_iter().map(|i| p.w(i)).collect();
    (3..p.len()).filter(|&i| p.w(i) == "same" && p.w(i + 1) == "as").find_map(|i| {
        let end = p.clause_end(i);
        let word =
            p.find(i + 2, |k| matches!(p.w(k), "when" | "where" | "if")).filter(|&k| i + 2 < k && k < end)?;
        let text = format!(
            "if {} then {} else {game}({})",
            p.text(word + 1, end),
            p.text(i + 2, word),
            own.join(", ")
        );
        let found = p.error("backward-if", "The condition of `if` comes first", p.span(word));
        Some(found.instead(p.over(i + 2, end), text))
    })
}
