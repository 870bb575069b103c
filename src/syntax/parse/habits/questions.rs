//! Questions and plays in other words: `who wins A?`, `table P-positions of A`, `table A up to 9`, `play A: "take(2)"`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::token::{Token, inside_quotes};

pub(super) const WAYS: &[Way] = &[
    other_rule_of_play,
    who_wins,
    printed,
    needless_of,
    outcomes_of,
    up_to,
    dots_of_numbers,
    quoted_moves,
    which_part,
    more_moves,
    play_against,
    asked_before_its_word,
];

/// What can be read and is not right unless the rest of the text says so: `play A: take(2) in first`, `compare A, B`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[part_by_its_place, names_compared, asked_before_its_word];

/// `show the` before `period of A` on its line, which is a question of its own.
fn asked_before_its_word(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "show" | "give" | "find" | "tell" | "compute" | "print");
    let filled = (1..p.len()).all(|k| matches!(p.w(k), "me" | "us" | "the" | "a" | "its"));
    let behind = p.span(p.len() - 1).range().end;
    let rest = p.view.text[behind..].lines().next()?;
    let word = rest.split_whitespace().next()?;
    let own = matches!(word, "period" | "table" | "quotient" | "sparse" | "compare");
    let blank = Span::new(p.file, p.span(0).range().start, behind + rest.len() - rest.trim_start().len());
    let found = p.error(
        "foreign-word",
        format!("A question about a {word} begins with `{word}`"),
        p.over(0, p.len()),
    );
    (asks && filled && own && p.view.column_one(0)).then(|| found.instead(blank, ""))
}

/// `show A under misere play`
fn other_rule_of_play(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| p.w(k) == "under")?;
    let last = p.len() - 1;
    let more = matches!(p.w(last), "play" | "rules" | "convention" | "rule") && last > i + 1;
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(last)), p.span(last));
    more.then(|| found.hint("Can it be left out?").replace(p.tail(last, last + 1), ""))
}

/// `who wins Nim(3)?`
fn who_wins(p: &Phrase) -> Option<Diagnostic> {
    let from = match (p.w(0).to_lowercase().as_str(), p.w(1)) {
        ("who", "wins" | "won") => 2 + usize::from(matches!(p.w(2), "in" | "at" | ":")),
        _ => return None,
    };
    let end = (from..p.len()).find(|&k| matches!(p.w(k), "?" | "." | "!")).unwrap_or(p.len());
    let found = p.error("foreign-word", "A question begins with `show`", p.over(0, from));
    (from < end).then(|| found.instead(p.over(0, p.len()), format!("show {}", p.text(from, end))))
}

/// `console.log(A)`, `System.out.println(A)`, `println!("{}", A)`, `print("value:", A)`
fn printed(p: &Phrase) -> Option<Diagnostic> {
    let prints = |w: &str| {
        matches!(
            w,
            "log"
                | "println"
                | "print"
                | "printf"
                | "writeln"
                | "WriteLine"
                | "info"
                | "puts"
                | "echo"
                | "cout"
                | "disp"
        )
    };
    let open = |i: usize| i + 1 + usize::from(p.w(i + 1) == "!");
    let i = (0..p.len()).find(|&i| prints(p.w(i)) && p.w(open(i)) == "(" && (i == 0 || p.w(i - 1) == "."))?;
    let close = p.closing(open(i))?;
    // A text before what is printed says how, or what it is.
    let text = |k: usize| p.view.token(k) == Some(crate::syntax::token::Token::Text) && p.w(k + 1) == ",";
    let from = (open(i) + 1..close).step_by(2).find(|&k| !text(k))?;
    let found = p.error("foreign-word", "`show` asks for an answer", p.over(0, open(i)));
    let plain = (0..i).all(|k| p.is_name(k) || p.w(k) == ".");
    plain.then(|| found.instead(p.over(0, close + 1), format!("show {}", p.text(from, close))))
}

/// `period of Nim(n)`
fn needless_of(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "period" | "show" | "compare" | "sparse" | "quotient" | "play" | "table");
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(1)), p.span(1));
    (asks && matches!(p.w(1), "of" | "for" | "from") && p.len() > 2)
        .then(|| found.hint("Can it be left out?").replace(p.tail(1, 2), ""))
}

/// `table P-positions of A for ...`, `table losing positions of A for ...`
fn outcomes_of(p: &Phrase) -> Option<Diagnostic> {
    matches!(p.w(0), "table" | "show").then_some(())?;
    // `table losing A(n) for ...`
    let position = |k: usize| p.w(k).starts_with(char::is_uppercase) && p.w(k + 1) == "(" && p.is_name(k);
    let bare = matches!(p.w(1), "losing" | "lost" | "winning" | "won" | "drawn") && position(2);
    let of = if bare { 1 } else { p.find(2, |k| p.w(k) == "of")? };
    let all = usize::from(matches!(p.w(1), "all" | "every" | "the" | "only"));
    let own = match p.w(1 + all).to_lowercase().as_str() {
        "p" | "losing" | "lost" => "P",
        "n" | "winning" | "won" => "N",
        "draw" | "drawn" | "draws" | "drawing" => "draw",
        _ => return None,
    };
    let positions = |k: usize| matches!(p.w(k), "-" | "position" | "positions" | "games" | "ones");
    let found = p.error(
        "missing-of",
        format!("A table of the {own}-positions only is written with `of`"),
        p.over(1, of),
    );
    let plain = bare || of > 2 + all && (2 + all..of).all(positions);
    plain.then(|| found.instead(p.over(0, of + 1), format!("table {own} of")))
}

/// `table Nim(n) up to 9`, `table Nim(n) for n up to 9`, `... for n to 9`
fn up_to(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "table" | "period" | "expect" | "sparse" | "compare" | "show" | "quotient");
    let i = (2..p.len()).filter(|_| asks).find(|&i| {
        matches!((p.w(i), p.w(i + 1)), ("up" | "until", "to") | ("upto" | "until", _))
            || p.w(i) == "to" && p.back(i, 2) == "for"
    })?;
    let behind = i + 1 + usize::from(p.w(i + 1) == "to");
    let end = p.part_end(behind);
    let bound = if p.w(behind) == p.back(i, 1) && p.w(behind + 1) == "=" { behind + 2 } else { behind };
    let named = p.back(i, 2) == "for" && p.is_name(i - 1);
    let argument = |k: &usize| p.is_name(*k) && matches!(p.w(k + 1), ")" | "," | "]");
    let name = if named { i - 1 } else { (1..i).rev().find(argument)? };
    let text = format!("for {} in 0..{}", p.w(name), p.text(bound, end));
    let from = if named { i - 2 } else { i };
    let found =
        p.error("missing-in", "The numbers from one to another are a range, with `..`", p.over(i, behind));
    (bound < end).then(|| found.instead(p.over(from, end), text))
}

/// `for n = 0, ..., 9`, `for n in 0, 1, ..., 9`
fn dots_of_numbers(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let choice =
            p.is_name(i - 1) && matches!(p.w(i), "=" | "in") && matches!(p.back(i, 2), "for" | "," | "(");
        let dots = p
            .find(i + 1, |k| p.w(k) == ".." && p.w(k - 1) == ",")
            .filter(|_| choice && p.is_number(i + 1))?;
        let last = dots + 1 + usize::from(p.w(dots + 1) == ",");
        let listed = (i + 2..dots).all(|k| p.w(k) == "," || p.is_number(k));
        let end = p.part_end(last);
        let text = format!("{} in {}..{}", p.w(i - 1), p.w(i + 1), p.text(last, end));
        let found =
            p.error("missing-in", "The numbers from one to another are a range, with `..`", p.over(i, end));
        (listed && last < end).then(|| found.instead(p.over(i - 1, end), text))
    })
}

/// `play A: "take(2)", "take(1)"`
fn quoted_moves(p: &Phrase) -> Option<Diagnostic> {
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let texts: Vec<usize> = (colon + 1..p.len()).filter(|&k| p.view.token(k) == Some(Token::Text)).collect();
    let first = *texts.first()?;
    let found = p.error("unexpected", "The moves of a play are written without quotes", p.span(first));
    let found = found.hint(meant(inside_quotes(p.text(first, first + 1))));
    Some(texts.into_iter().fold(found, |d, k| d.replace(p.span(k), inside_quotes(p.text(k, k + 1)))))
}

/// `take(2) from 1`, `take(2) in the first pile`
fn which_part(p: &Phrase) -> Option<Diagnostic> {
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let part = |k: usize| {
        matches!(p.w(k), "pile" | "part" | "heap" | "row" | "game" | "the" | "number" | "component")
    };
    let place = |k: usize| matches!(p.w(k), "in" | "from" | "on" | "at");
    (colon + 2..p.len()).filter(|&i| place(i)).find_map(|i| {
        let number = (i + 1..p.len()).find(|&k| !part(k))?;
        let own = ordinal(p.w(number))
            .map(str::to_owned)
            .or_else(|| p.is_number(number).then(|| p.w(number).to_owned()))?;
        let end = (number + 1..p.len()).find(|&k| !part(k)).unwrap_or(p.len());
        let found =
            p.error("misplaced-word", "The part that a move is made in comes after `in`", p.over(i, end));
        let text = format!("in {own}");
        (p.text(i, end) != text).then(|| found.instead(p.over(i, end), text))
    })
}

/// `play A: take(2) in first`, where no such name is defined
fn part_by_its_place(p: &Phrase) -> Option<Diagnostic> {
    let defined = |word: &str| p.view.text.contains(&format!("let {word}"));
    let named = (1..p.len()).any(|k| ordinal(p.w(k)).is_some() && p.w(k - 1) == "in" && !defined(p.w(k)));
    named.then(|| which_part(p))?
}

/// `compare A, B`, where A and B are games of one number
fn names_compared(p: &Phrase) -> Option<Diagnostic> {
    let game = |k: usize| p.is_name(k) && p.w(k).starts_with(char::is_uppercase);
    let plain = p.w(0) == "compare" && p.len() == 4 && game(1) && p.w(2) == "," && game(3);
    // A game that says where it `starts` stands for that position.
    let known =
        |k: usize| p.view.text.contains(&format!("game {}(", p.w(k))) && !p.view.text.contains("starts");
    let text = format!("{}(n), {}(n) for n in 0..20", p.w(1), p.w(3));
    let found = p.error("missing-for", "The range of a question comes after `for`", p.over(1, p.len()));
    (plain && known(1) && known(3)).then(|| found.instead(p.over(1, p.len()), text))
}

fn ordinal(word: &str) -> Option<&'static str> {
    Some(match word {
        "first" | "1st" | "one" | "left" => "1",
        "second" | "2nd" | "two" => "2",
        "third" | "3rd" | "three" => "3",
        "fourth" | "4th" | "four" => "4",
        _ => return None,
    })
}

/// `play A: take(2)...`
fn more_moves(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - 1;
    let dots = last > 1 && p.w(0) == "play" && matches!(p.w(last), ".." | "." | "…");
    if !dots {
        return None;
    }
    let from = if matches!(p.w(last - 1), "," | "." | "..") { last - 1 } else { last };
    let found = p.error("unexpected", "A play ends with its last move", p.over(from, last + 1));
    Some(found.hint("Can it be left out?").replace(p.tail(from, last + 1), ""))
}

/// `play A vs computer`
fn play_against(p: &Phrase) -> Option<Diagnostic> {
    let word =
        p.find(2, |k| matches!(p.w(k), "vs" | "versus" | "against" | "with")).filter(|_| p.w(0) == "play")?;
    let plain = p.view.ends_operand(word - 1)
        && (word..p.len()).all(|k| p.is_name(k) || matches!(p.w(k), "." | "with"));
    let found = p.error("unexpected", "`play` in a text shows the moves of a play", p.over(word, p.len()));
    let found = found.note("`fairgame play FILE` plays against you.").hint("Can it be left out?");
    (plain && p.len() - word <= 4).then(|| found.replace(p.tail(word, p.len()), ""))
}
