//! Letters of texts, parts of cells and ways of play as other languages write them: `replace(w, i, "x")`,
//! `w.replace("+", "-")`, `w[:i] + "x" + w[i+1:]`, `join(e for x in s, ", ")`, `(p.x + 1, p.y)`, `value{A}`, `period A for n
//! under misere`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    letter_replaced,
    letters_replaced,
    around_a_place,
    joined_with,
    question_in_braces,
    own_game,
    period_under_misere,
    way_of_play_for_nothing,
    place_removed,
];

/// What can be read and is never right.
pub(super) const NEVER_RIGHT: &[Way] =
    &[pair_by_x_and_y, letter_replaced, letters_replaced, power_of_values, piles_by_star];

/// `w[:i] + "x" + w[i+1:]`, where i is counted from 1: all but what is at place i
fn around_a_place(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let before = p.is_name(i) && p.w(i + 1) == "[" && p.w(i + 2) == ":" && p.w(i + 4) == "]";
        let (row, place) = (p.w(i), p.w(i + 3));
        let behind = |k: &usize| {
            let words = ["[", place, "+", "1", ":", "]"];
            p.w(*k) == row && words.iter().enumerate().all(|(n, w)| p.w(k + 1 + n) == *w)
        };
        let k = (i + 5..p.len()).find(behind).filter(|_| before && p.is_name(i + 3))?;
        let from_one = |&b: &usize| {
            p.w(b) == place && p.w(b + 1) == "in" && (p.w(b + 2) == "1" || p.w(b + 2) == "indices")
        };
        (0..i).find(from_one)?;
        let found = p.error(
            "foreign-sign",
            "Places are counted from 1, and the last one belongs to the part",
            p.over(i + 1, i + 5),
        );
        let found = found.hint(meant(&format!("{row}[1..{place} - 1]")));
        let found = found.replace(p.over(i + 1, i + 5), format!("[1..{place} - 1]"));
        Some(found.replace(p.over(k + 1, k + 7), format!("[{place} + 1..]")))
    })
}

/// `value{A}`
fn question_in_braces(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let asks = matches!(p.w(i), "value" | "outcome" | "moves" | "options" | "winning" | "remoteness");
        let close = p.closing(i + 1).filter(|_| asks && p.w(i + 1) == "{")?;
        let found =
            p.error("missing-parentheses", "Arguments are written in parentheses", p.over(i, close + 1));
        Some(found.instead(p.over(i + 1, close + 1), format!("({})", p.text(i + 2, close))))
    })
}

/// `this.Pile(n - k)`
fn own_game(p: &Phrase) -> Option<Diagnostic> {
    let (game, _) = p.header().filter(|_| p.is_game())?;
    let own = |i: &usize| matches!(p.w(*i), "this" | "self") && p.w(i + 1) == "." && p.w(i + 2) == game;
    let i = (2..p.len()).find(own)?;
    let found = p.error("foreign-word", "A position is made by its name alone", p.over(i, i + 2));
    Some(found.hint("Can it be left out?").replace(p.over(i, i + 2), ""))
}

/// `value(A) ^ value(B)`: no power of values means anything, and elsewhere the sign is the nim-sum.
fn power_of_values(p: &Phrase) -> Option<Diagnostic> {
    let valued = |i: usize| matches!(p.w(i), "value" | "misere_value") && p.w(i + 1) == "(";
    let power = |i: &usize| {
        let start = super::values::operand(p, *i);
        p.w(*i) == "^" && valued(i + 1) && (valued(start) || p.back(start, 1) == "^")
    };
    let all: Vec<usize> = (1..p.len()).filter(power).collect();
    let first = *all.first()?;
    let found = p.error("foreign-sign", "`^` is the power, and the nim-sum is `xor`", p.span(first));
    let found = found.hint(meant("xor"));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.span(i), "xor")))
}

/// `Nim(*[3, 5])`
fn piles_by_star(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let capital = p.is_name(i) && p.w(i).starts_with(char::is_uppercase);
        let close = p.closing(i + 3).filter(|_| capital && p.w(i + 1) == "(" && p.w(i + 2) == "*")?;
        let list = p.w(i + 3) == "[" && p.w(close + 1) == ")";
        let found =
            p.error("missing-sign", "Several piles are written in square brackets", p.over(i, close + 2));
        list.then(|| found.instead(p.over(i + 1, close + 2), p.text(i + 3, close + 1)))
    })
}

/// `join(x + 1 for x in s, ", ")`
fn joined_with(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "join" && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1)?;
        let all = parts(p, i + 2, close, |w| w == ",");
        let &(from, end) = all.last().filter(|_| all.len() > 1)?;
        let run = (i + 2..from).any(|k| p.w(k) == "for");
        let text = p.text(from, end).starts_with('"') && end == from + 1;
        let found = p.error(
            "missing-comma",
            "What is joined with something between is a list by itself",
            p.over(i + 2, from - 1),
        );
        let list = format!("[{}]", p.text(i + 2, from - 1));
        (run && text).then(|| {
            found
                .hint(meant(&format!("join({list}, {})", p.text(from, end))))
                .replace(p.over(i + 2, from - 1), list)
        })
    })
}

/// `period A for n under misere`
fn period_under_misere(p: &Phrase) -> Option<Diagnostic> {
    let under = p.find(1, |k| p.w(k) == "under").filter(|_| p.w(0) == "period")?;
    let last = p.find(1, |k| p.w(k) == "for")?;
    let found = p.error("misplaced-word", "`period` asks about normal play", p.over(under, p.len()));
    let found = found.note("Misère play has its own values; they are 0 where the previous player wins.");
    let misere = matches!(p.w(under + 1), "misere" | "misère") && last < under && under + 2 == p.len();
    let value = format!("misere_value({})", p.text(1, last));
    misere.then(|| {
        let found = found.hint(meant(&format!("period {value}"))).replace(p.over(1, last), value);
        found.replace(p.tail(under, p.len()), "")
    })
}

/// `compare A, B for n in 0..9 under misere`, `quotient A under misere`
fn way_of_play_for_nothing(p: &Phrase) -> Option<Diagnostic> {
    let under = p.find(1, |k| p.w(k) == "under")?;
    let title = match p.w(0) {
        "compare" => "`compare` asks about the moves, and they are the same under misère play",
        "quotient" => "A quotient is always one of misère play",
        "sparse" => "`sparse` asks about the nim-values of normal play",
        _ => return None,
    };
    let found = p.error("misplaced-word", title, p.over(under, p.len()));
    (under + 2 == p.len()).then(|| found.hint("Can it be left out?").replace(p.tail(under, p.len()), ""))
}

/// `(p.x + 1, p.y)`: x runs to the right, so it is the column, and a cell begins with its row; of a pair, they are the first and the
/// second entry.
fn pair_by_x_and_y(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.w(i) == "(").find_map(|open| {
        let close = p.closing(open)?;
        let both = parts(p, open + 1, close, |w| w == ",");
        let [x, y] = both.as_slice() else { return None };
        let has = |part: &(usize, usize), field: &str| {
            (part.0 + 1..part.1).any(|k| p.w(k) == field && p.w(k - 1) == ".")
        };
        let fits = has(x, "x") && !has(x, "y") && has(y, "y") && !has(y, "x");
        let of_pair = (open + 1..close).any(|k| p.w(k + 1) == "." && p.type_of(p.w(k)) == "(");
        let own = |part: &(usize, usize)| {
            let word = |k: usize| match (p.w(k), p.w(k + 1)) {
                ("x", _) if p.w(k - 1) == "." => if of_pair { "[1]" } else { "col" }.to_owned(),
                ("y", _) if p.w(k - 1) == "." => if of_pair { "[2]" } else { "row" }.to_owned(),
                (".", "x" | "y") if of_pair => String::new(),
                _ => p.text(k, k + 1).to_owned(),
            };
            let gap = |k: usize| if k == part.0 { "" } else { &p.view.text[p.between(k - 1, k).range()] };
            (part.0..part.1).map(|k| format!("{}{}", gap(k), word(k))).collect::<String>()
        };
        let (text, title) = match of_pair {
            true => (
                format!("({}, {})", own(x), own(y)),
                "The entries of a tuple are counted from 1: `[1]`, `[2]`",
            ),
            false => {
                (format!("({}, {})", own(y), own(x)), "A cell is its row and its column, `.row` and `.col`")
            }
        };
        let found = p.error("unknown-field", title, p.over(open, close + 1));
        fits.then(|| found.instead(p.over(open, close + 1), text))
    })
}

/// `replace(w, i, "x")`, where w is a text
fn letter_replaced(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| matches!(p.w(i), "replace" | "set_letter") && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1)?;
        let all = parts(p, i + 2, close, |w| w == ",");
        let [w, place, letter] = all.as_slice() else { return None };
        let text = |part: &(usize, usize)| p.text(part.0, part.1);
        (p.type_of(p.w(w.0)) == "text" && w.1 == w.0 + 1 && p.view.text.contains(p.w(i))).then_some(())?;
        p.view.token(place.0).filter(|_| !text(place).starts_with('"'))?;
        let (w, i_text, x) = (text(w), text(place), text(letter));
        let own = format!("({w}[1..{i_text} - 1] + {x} + {w}[{i_text} + 1..])");
        let found = p.error("foreign-word", "A text is put together from its parts", p.over(i, close + 1));
        Some(found.instead(p.over(i, close + 1), own))
    })
}

/// `w.remove(i)`, `row.pop(i)`, where i is a place
fn place_removed(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len())
        .filter(|&i| matches!(p.w(i), "remove" | "pop" | "delete" | "removeAt" | "deleteCharAt"))
        .find_map(|i| {
            let (row, place) = (p.w(i - 2), p.w(i + 2));
            let called = p.w(i - 1) == "." && p.w(i + 1) == "(" && p.w(i + 3) == ")";
            let in_order = matches!(p.type_of(row), "text" | "list");
            let from_one =
                |b: usize| p.w(b) == place && p.w(b + 1) == "in" && matches!(p.w(b + 2), "1" | "indices");
            (called && in_order && (0..i).any(from_one)).then_some(())?;
            let found =
                p.error("method", "What is left is put together from its parts", p.over(i - 1, i + 4));
            let text = format!("{row}[1..{place} - 1] + {row}[{place} + 1..]");
            Some(found.instead(p.over(i - 2, i + 4), text))
        })
}

/// `w.replace("+", "-")`, `replace(w, "+", "-")`
fn letters_replaced(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "replace" && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1)?;
        let mut all: Vec<&str> =
            parts(p, i + 2, close, |w| w == ",").iter().map(|part| p.text(part.0, part.1)).collect();
        let dotted = p.back(i, 1) == "." && p.is_name(i.checked_sub(2)?);
        if dotted {
            all.insert(0, p.back(i, 2));
        }
        let [w, old, new] = all.as_slice() else { return None };
        let letter = |text: &str| text.starts_with('"') && text.chars().count() == 3;
        (p.type_of(w) == "text" && letter(old)).then_some(())?;
        let start = if dotted { i - 2 } else { i };
        let own = format!("join(if c == {old} then {new} else c for c in letters({w}))");
        let found =
            p.error("foreign-word", "A text is put together from its letters", p.over(start, close + 1));
        Some(found.instead(p.over(start, close + 1), own))
    })
}
