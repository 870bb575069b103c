//! Arguments that say only what changes: `Two(n - k, )`, `Two(, m - k)`, `Two(n - k, same)`, `W(without x)`, `Two(-k, +k)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[left_as_it_is];

/// One argument of a position: where it is among the tokens, and the parameter that it is for.
type Argument<'p> = (usize, usize, &'p str);

/// The arguments of a call, also where there is nothing between two commas.
fn arguments<'p>(p: &'p Phrase, open: usize, close: usize, params: &[usize]) -> Option<Vec<Argument<'p>>> {
    let mut all = vec![];
    let mut start = open + 1;
    for &param in params {
        let end = match p.w(start) {
            "," => start,
            _ => p.find(start, |k| p.w(k) == ",").filter(|&k| k < close).unwrap_or(close),
        };
        all.push((start, end, p.w(param)));
        start = end + 1;
    }
    (all.last()?.1 == close && start == close + 1).then_some(all)
}

/// What an argument means that stands for its parameter, or begins with a sign behind it; none for others.
fn meant_by(p: &Phrase, (from, to, param): Argument) -> Option<String> {
    let nothing = from == to
        || to == from + 1
            && matches!(
                p.w(from),
                "same" | "_" | "-" | "..." | ".." | "*" | "?" | "unchanged" | "stays" | "~"
            );
    if nothing {
        return Some(param.to_owned());
    }
    let sign = matches!(p.w(from), "with" | "without" | "minus" | "union" | "common" | "+" | "-" | "/");
    (sign && p.view.starts_operand(from + 1) && p.w(from + 1) != "(").then(|| {
        let blank = if p.w(from).len() == 1 {
            format!("{} {}", p.w(from), p.text(from + 1, to))
        } else {
            p.text(from, to).into()
        };
        format!("{param} {blank}")
    })
}

/// `Two(n - k, )`, `Two(, m - k)`, `W(without x)`: everywhere in the rules of the game
fn left_as_it_is(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|_| p.is_game())?;
    let first_clause = (0..p.len()).find(|&k| p.view.starts_clause(k) && p.view.first_on_line(k))?;
    let of_game = |i: usize| {
        let close = p.closing(i + 1).filter(|&c| p.w(i) == game && p.w(i + 1) == "(" && c > i + 2)?;
        arguments(p, i + 1, close, &params)
    };
    let calls: Vec<Vec<Argument>> = (first_clause..p.len()).filter_map(of_game).collect();
    let changed = |argument: &Argument| Some((argument.0, argument.1, meant_by(p, *argument)?));
    let told: Vec<(usize, usize, String)> = calls.iter().flatten().filter_map(changed).collect();
    let (from, to, _) = told.first()?;
    let place = if from == to { p.span(*from) } else { p.over(*from, *to) };
    let found = p.error("missing-value", "What stays as it is has its name among the arguments, too", place);
    let first = calls.iter().find(|call| call.iter().any(|argument| changed(argument).is_some()))?;
    let whole = first.iter().map(|a| meant_by(p, *a).unwrap_or_else(|| p.text(a.0, a.1).to_owned()));
    let found = found.hint(meant(&format!("{game}({})", whole.collect::<Vec<_>>().join(", "))));
    Some(told.into_iter().fold(found, |d, (from, to, text)| match from == to {
        true if p.w(from) == "," => d.replace(p.before(from), text),
        true => {
            d.replace(p.between(from - 1, from), if p.w(from - 1) == "," { format!(" {text}") } else { text })
        }
        false => d.replace(p.over(from, to), text),
    }))
}
