//! Questions in other words: `expect for all n in 0..5: ...`, `show A, B`, `play A.take(1)`, `in misère play`.

use super::phrase::{Phrase, Way, meant, shown};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] = &[
    other_play,
    for_all_first,
    conditional,
    has_value,
    moves_behind_dots,
    moves_by_arrows,
    several_questions,
    command,
];

fn is_statement(p: &Phrase) -> bool {
    matches!(p.w(0), "show" | "table" | "period" | "expect" | "play" | "sparse" | "quotient" | "compare")
}

/// `show A in misère play`, `show A (misere)`, `show A misère: true`
fn other_play(p: &Phrase) -> Option<Diagnostic> {
    let misere = |i: usize| matches!(p.w(i), "misere" | "misère" | "Misere" | "Misère");
    let i = (1..p.len()).find(|&i| misere(i) && p.w(i - 1) != "under").filter(|_| is_statement(p))?;
    if i == 1 && p.view.starts_operand(2) && p.w(2) != "(" {
        let found = p.error("missing-word", "The rule of play comes at the end, after `under`", p.span(1));
        let found = found.hint("Did you mean `under misere`, at the end?").replace(p.tail(1, 2), "");
        return Some(found.replace(p.behind(p.len() - 1), " under misere"));
    }
    let leads = |i: usize| matches!(p.w(i), "in" | "with" | "for" | "(" | ",");
    let start = if leads(i - 1) { i - 1 } else { i };
    let follows =
        |k: usize| matches!(p.w(k), "play" | "rules" | "convention" | ":" | "=" | "true" | "yes" | ")");
    let end = (i + 1..p.len()).find(|&k| !follows(k)).unwrap_or(p.len());
    let mut place = p.tail(start, end);
    // `play` begins an item of its own.
    let rest = &p.view.text[place.range().end..];
    if end == p.len() && rest.trim_start_matches([' ', '\t']).starts_with("play") {
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        place = Span::new(p.file, place.range().start, place.range().end + blanks + "play".len());
    }
    let found =
        p.error("missing-word", "The rule of play comes at the end, after `under`", p.over(start, end));
    (start > 1).then(|| found.hint("Did you mean `under misere`?").replace(place, " under misere"))
}

/// `expect for all n in 0..5: value(Nim(n)) == n`, `expect ∀ n in 0..5: ...`
fn for_all_first(p: &Phrase) -> Option<Diagnostic> {
    let word = p.w(0) == "expect"
        && matches!(
            p.w(1),
            "for" | "forall" | "∀" | "all" | "where" | "given" | "when" | "with" | "every" | "each"
        );
    let from = if p.w(1) == "for" && matches!(p.w(2), "all" | "each" | "every" | "any") { 3 } else { 2 };
    let colon =
        p.find(from, |k| matches!(p.w(k), ":" | "then")).or_else(|| last_comma(p, from)).filter(|_| word)?;
    let (choices, claim) = (p.text(from, colon), p.text(colon + 1, p.len()));
    let found =
        p.error("misplaced-word", "The range of an expectation comes at its end", p.over(1, colon + 1));
    (!claim.is_empty()).then(|| found.instead(p.over(0, p.len()), format!("expect {claim} for {choices}")))
}

/// The last comma that no choice follows.
fn last_comma(p: &Phrase, from: usize) -> Option<usize> {
    (from..p.len()).rev().find(|&k| p.w(k) == "," && p.w(k + 2) != "in")
}

/// `expect if n > 0 then Nim(n) is N for n in 0..5`
fn conditional(p: &Phrase) -> Option<Diagnostic> {
    let then = p
        .find(2, |k| matches!(p.w(k), "then" | ":" | ","))
        .filter(|_| p.w(0) == "expect" && p.w(1) == "if")?;
    let otherwise = p.find(then + 1, |k| p.w(k) == "else");
    let last = p.find(then + 1, |k| p.w(k) == "for").filter(|_| otherwise.is_none())?;
    let (condition, claim) = (p.text(2, then), p.text(then + 1, last));
    let choices = p.text(last, p.len());
    let word = if p.find(last, |k| p.w(k) == "where").is_some() { "and" } else { "where" };
    let text = format!("expect {claim} {choices} {word} {condition}");
    let found =
        p.error("missing-where", "The condition of an expectation follows its choices", p.over(1, then + 1));
    Some(found.instead(p.over(0, p.len()), text))
}

/// `expect Nim(3) has value 3`, `expect the value of Nim(3) is 3`
fn has_value(p: &Phrase) -> Option<Diagnostic> {
    let has = p.find(1, |k| matches!(p.w(k), "has" | "have"))?;
    let value = (has + 1..p.len()).find(|&k| matches!(p.w(k), "value" | "nimber"))?;
    let behind = value + 1 + usize::from(matches!(p.w(value + 1), "=" | "==" | "of"));
    let end = p.part_end(behind);
    let text = format!("value({}) == {}", p.text(1, has), p.text(behind, end));
    let found = p.error("foreign-word", "`value(...)` gives the value", p.over(has, value + 1));
    Some(found.instead(p.over(1, end), text))
}

/// `play Nim(5).take(1).take(2)`
fn moves_behind_dots(p: &Phrase) -> Option<Diagnostic> {
    let dot = |k: usize| p.w(k) == "." && p.is_name(k + 1) && p.w(k + 2) == "(";
    let first = p.find(1, dot).filter(|_| p.w(0) == "play")?;
    let mut found = p.error("missing-colon", "The moves of a play follow a colon", p.span(first));
    found = found.hint(format!("Did you mean `: {}`?", shown(p.text(first + 1, p.closing(first + 2)? + 1))));
    for k in (first..p.len()).filter(|&k| dot(k)) {
        found = found.replace(p.span(k), if k == first { ": " } else { ", " });
    }
    Some(found)
}

/// `play Nim(5): take(1) -> take(2)`, `play Nim(5): [take(1), take(2)]`
fn moves_by_arrows(p: &Phrase) -> Option<Diagnostic> {
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let last = p.len() - 1;
    if matches!(p.w(colon + 1), "[" | "{" | "(") && p.closing(colon + 1) == Some(last) {
        let found =
            p.error("unexpected", "The moves of a play need no brackets around them", p.span(colon + 1));
        let moves = p.text(colon + 2, last);
        return Some(found.instead(p.over(colon + 1, last + 1), moves));
    }
    let joins = |k: &usize| matches!(p.w(*k), "->" | "→" | "=>" | "⇒" | "↦" | "|" | "&" | "then");
    let arrows: Vec<usize> = (colon + 1..p.len()).filter(joins).collect();
    if let Some(&first) = arrows.first() {
        let found =
            p.error("missing-comma", "A comma separates two moves", p.span(first)).hint("Did you mean `,`?");
        return Some(
            arrows.into_iter().fold(found, |d, k| d.replace(p.between(k - 1, (k + 1).min(last)), ", ")),
        );
    }
    let number = p.is_number(colon + 1);
    number.then(|| {
        let found =
            p.error("unexpected", "A move has its name here, as the rules give it", p.span(colon + 1));
        found.hint(format!("Which move is it, as in `take({})`?", p.w(colon + 1)))
    })
}

/// `:why Nim(3)`, in a file
fn command(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == ":" && p.is_name(1) && p.len() > 2).then(|| {
        let found =
            p.error("foreign-word", format!("`:{}` is a command of the prompt", p.w(1)), p.over(0, 2));
        let found = found.note("A file asks with `show`, `table`, `period`, `play` and `expect`.");
        found.instead(p.over(0, 2), "show")
    })
}

/// `show A, B`
fn several_questions(p: &Phrase) -> Option<Diagnostic> {
    let comma = p.find(1, |k| p.w(k) == ",").filter(|_| matches!(p.w(0), "show" | "expect"))?;
    let twice = (1..p.len()).any(|k| p.w(k) == "," && matches!(p.w(k - 1), "," | "show" | "expect"));
    (p.find(1, |k| p.w(k) == "for").is_none() && comma + 1 < p.len() && !twice).then_some(())?;
    let mut places = vec![];
    let mut from = 1;
    while let Some(next) = p.find(from, |k| p.w(k) == ",") {
        places.push(next);
        from = next + 1;
    }
    let word = p.w(0);
    let found = p.error("unexpected", format!("`{word}` asks one question"), p.span(comma));
    let found = found.hint(meant(&format!("{word} {}", p.text(comma + 1, p.part_end(comma + 1)))));
    Some(
        places
            .into_iter()
            .filter(|&k| k + 1 < p.len())
            .fold(found, |d, k| d.replace(p.between(k - 1, k + 1), format!("\n{word} "))),
    )
}
