//! Clauses and questions said as a sentence: `take k from 1 to n`, `results in`, `the value of A`, `Nim(0) loses`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    colon_behind_move,
    choice_in_words,
    nameless_range,
    nameless_numbers,
    leads_in_words,
    and_before_to,
    asked_with_of,
    condition_before_for,
    wins_or_loses,
    where_for_for,
    range_as_argument,
    equals_last,
];

/// Whether `i` is the first token after the name of a move.
fn behind_label(p: &Phrase, i: usize) -> bool {
    p.is_game() && p.back(i, 2) == "move" && p.is_name(i - 1)
}

/// `move: take(k in 1..n) to Nim(n - k)`
fn colon_behind_move(p: &Phrase) -> Option<Diagnostic> {
    let colon = |i: usize| matches!(p.w(i), ":" | "=") && p.w(i - 1) == "move" && p.is_name(i + 1);
    let i = (1..p.len()).find(|&i| p.is_game() && colon(i))?;
    p.find(i + 1, |k| p.w(k) == "to")?;
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(i)), p.span(i));
    Some(found.hint("Can it be left out?").replace(p.between(i - 1, i + 1), " "))
}

/// `move take k from 1 to n to Nim(n - k)`, `move take k in 1..n, to ...`
fn choice_in_words(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| behind_label(p, i) && p.is_name(i)).find_map(|i| {
        matches!(p.w(i + 1), "from" | "in" | "=").then_some(())?;
        let middle = p.find(i + 2, |k| p.w(k) == "to")?;
        let end = p.find(middle + 1, |k| p.w(k) == "to")?;
        let text = format!("({} in {}..{})", p.w(i), p.text(i + 2, middle), p.text(middle + 1, end));
        let found = p.error(
            "missing-parentheses",
            "The choices of a move are written in parentheses",
            p.over(i, end),
        );
        Some(found.hint(meant(&format!("{}{text}", p.w(i - 1)))).replace(p.tail(i, end), text))
    })
}

/// `move take (1 to 3) to Nim(n - k)`
fn nameless_range(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| behind_label(p, i) && p.w(i) == "(").find_map(|i| {
        let close = p.closing(i)?;
        let to = p.find(i + 1, |k| p.w(k) == "to").filter(|&k| k < close && p.w(i + 2) != "in")?;
        (!p.is_name(i + 1) || to == i + 2).then_some(())?;
        let text = format!("(k in {}..{})", p.text(i + 1, to), p.text(to + 1, close));
        let found =
            p.error("missing-in", "A choice needs a name, which appears in every play", p.over(i, close + 1));
        Some(found.instead(p.over(i, close + 1), text))
    })
}

/// The numbers `1, 2, 3` that begin at `from`, and the token after them.
fn listed<'t>(p: &Phrase<'t>, from: usize) -> Option<(String, usize)> {
    let mut end = from + 1;
    while p.is_number(from) && p.w(end) == "," && p.is_number(end + 1) {
        end += 2;
    }
    (end > from + 1).then(|| (format!("{{{}}}", p.text(from, end)), end))
}

/// `take(1, 2, 3)`, `for n = 0, 1, 2`
fn nameless_numbers(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let bare = p.w(i - 1) == "(" && p.back(i, 3) == "move";
        let equals = p.w(i - 1) == "=" && p.back(i, 3) == "for";
        let (set, end) = listed(p, i).filter(|_| bare || equals)?;
        let found = p.error(
            "missing-in",
            "A choice has a name, and its values are written in brackets",
            p.over(i, end),
        );
        Some(match bare {
            true => found.instead(p.over(i, end), format!("k in {set}")),
            false => found.instead(p.over(i - 1, end), format!(" in {set}")),
        })
    })
}

/// `move take(k in 1..n) results in Nim(n - k)`
fn leads_in_words(p: &Phrase) -> Option<Diagnostic> {
    let verbs = [
        "results",
        "go",
        "goes",
        "lead",
        "continues",
        "leading",
        "going",
        "yields",
        "yielding",
        "produces",
        "makes",
        "turns",
        "resulting",
        "giving",
        "gives",
        "becomes",
        "leaves",
        "leaving",
    ];
    (2..p.len()).find_map(|i| {
        let verb = p.is_game() && verbs.contains(&p.w(i)) && p.view.ends_operand(i - 1);
        let behind = if matches!(p.w(i + 1), "in" | "to" | "into" | "at") { i + 2 } else { i + 1 };
        (verb && p.w(behind).starts_with(char::is_uppercase) && p.w(i - 1) != "move").then_some(())?;
        let found = p.error(
            "missing-to",
            format!("A move leads `to` its position, not `{}`", p.text(i, behind)),
            p.over(i, behind),
        );
        Some(found.instead(p.over(i, behind), "to"))
    })
}

/// `where k != 2 and to Nim(n - k)`
fn and_before_to(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len())
        .find(|&i| p.is_game() && p.w(i) == "to" && matches!(p.w(i - 1), "and" | "or" | "," | "then"))?;
    let found = p.error("missing-value", format!("Nothing follows `{}`", p.w(i - 1)), p.span(i - 1));
    Some(found.hint("Can it be left out?").replace(p.between(i - 2, i), " "))
}

/// What is asked of a position or a collection.
const ASKED: &[&str] = &[
    "value",
    "outcome",
    "moves",
    "options",
    "winning",
    "remoteness",
    "size",
    "sum",
    "max",
    "min",
    "genus",
    "winner",
    "mex",
    "least",
    "largest",
    "nimber",
    "grundy",
    "number",
    "count",
    "amount",
    "values",
    "outcomes",
    "nimbers",
];

/// `show the value of Nim(3)`, `show winning moves of Nim(3)`
fn asked_with_of(p: &Phrase) -> Option<Diagnostic> {
    let asked =
        |i: &usize| ASKED.contains(&p.w(*i)) && matches!(p.w(i + 1), "of" | "from" | "in" | "moves" | "move");
    let i = (1..p.len()).find(asked)?;
    let of = i + 1 + usize::from(matches!(p.w(i + 1), "moves" | "move"));
    let said = |k: usize| {
        matches!(
            p.w(k),
            "the"
                | "all"
                | "every"
                | "grundy"
                | "Grundy"
                | "nim"
                | "Nim"
                | "sprague"
                | "Sprague"
                | "-"
                | "SG"
        )
    };
    let begin = (1..i).rev().take_while(|&k| said(k)).last().unwrap_or(i);
    let compares =
        |k: usize| matches!(p.w(k), "==" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "?" | "and" | "or");
    let end = p.part_end(of + 1);
    let end = p.find(of + 1, compares).map_or(end, |k| k.min(end));
    let own = match p.w(i) {
        "winner" | "outcomes" => "outcome",
        "nimber" | "grundy" | "values" | "nimbers" => "value",
        word => word,
    };
    let of_grundy = (begin..i).any(|k| !matches!(p.w(k), "the" | "all" | "every" | "-"));
    let of_position = p.w(of + 1).starts_with(char::is_uppercase) && p.w(of + 2) == "(";
    let own = match p.w(i) {
        "number" if of_grundy => "value",
        "mex" if of_position => "value",
        "number" | "count" | "amount" => "size",
        _ => own,
    };
    let (text, end) = match (own, p.w(end)) {
        ("min" | "max", "and" | ",") => {
            let last = p.part_end(end + 1);
            (format!("{own}({}, {})", p.text(of + 1, end), p.text(end + 1, last)), last)
        }
        _ => (format!("{own}({})", p.text(of + 1, end)), end),
    };
    let title = format!("The argument of `{}` is written in parentheses", p.w(i));
    let found = p.error("misplaced-word", title, p.over(begin, (of + 1).min(p.len())));
    let word = matches!(p.w(of), "of" | "from") || of == i + 2 && p.w(of) == "in";
    (word && end > of + 1).then(|| found.instead(p.over(begin, end), text))
}

/// `expect Nim(n) is P if n == 0 for n in 0..5`
fn condition_before_for(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| matches!(p.w(k), "if" | "when" | "where")).filter(|_| p.w(0) == "expect")?;
    let last = p.find(i + 1, |k| p.w(k) == "for")?;
    let word = if p.find(last, |k| p.w(k) == "where").is_some() { "and" } else { "where" };
    let condition = p.text(i + 1, last);
    let found =
        p.error("misplaced-where", "The condition of an expectation follows its choices", p.over(i, last));
    let found = found.hint(meant(&format!("{} {word} {condition}", p.text(last, p.len()))));
    Some(found.replace(p.tail(i, last), "").replace(p.behind(p.len() - 1), format!(" {word} {condition}")))
}

/// `expect Nim(0) loses`
fn wins_or_loses(p: &Phrase) -> Option<Diagnostic> {
    let i =
        p.find(2, |k| p.view.ends_operand(k - 1) && matches!(p.w(k), "loses" | "wins" | "lost" | "won"))?;
    let own = if p.w(i).starts_with('l') { "is P" } else { "is N" };
    let found = p.error("is-what", "After `is` comes P, N or a value such as *2", p.span(i));
    let found = found.note("P: the player to move loses. N: the player to move wins.");
    (p.w(0) == "expect").then(|| found.instead(p.span(i), own))
}

/// `table Nim(n) where n in 0..5`
fn where_for_for(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| p.w(k) == "where" && p.is_name(k + 1) && matches!(p.w(k + 2), "in" | "="))?;
    let asks = matches!(p.w(0), "table" | "period" | "expect" | "show") && (1..i).all(|k| p.w(k) != "for");
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.span(i));
    asks.then(|| {
        found.hint(meant(&format!("for {}", p.text(i + 1, p.part_end(i + 1))))).replace(p.span(i), "for")
    })
}

/// `table Nim(0..5)`
fn range_as_argument(p: &Phrase) -> Option<Diagnostic> {
    let none = matches!(p.w(0), "table" | "period") && (1..p.len()).all(|k| p.w(k) != "for");
    let dots = (3..p.len()).find(|&k| matches!(p.w(k), ".." | "..<")).filter(|_| none)?;
    let open = (1..dots).rev().find(|&k| p.w(k) == "(" && p.closing(k) > Some(dots))?;
    let end = p.part_end(dots + 1);
    let range = p.text(open + 1, end);
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.over(open + 1, end));
    let found = found.hint(meant(&format!("for n in {range}"))).replace(p.over(open + 1, end), "n");
    Some(found.replace(p.behind(p.len() - 1), format!(" for n in {range}")))
}

/// `Nim(3) + Nim(4) =`
fn equals_last(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - 1;
    let show = if p.w(0) == "show" { "" } else { "show " };
    let asks = last > 0 && matches!(p.w(last), "=" | "==") && p.w(0) != "let" && p.w(0) != "expect";
    let found = p.error("missing-value", format!("Nothing follows `{}`", p.w(last)), p.span(last));
    asks.then(|| {
        found
            .hint("Did you mean `show`, without it?")
            .replace(p.before(0), show)
            .replace(p.tail(last, last + 1), "")
    })
}
