//! Statements whose range, columns or moves are joined otherwise: `table A, n = 0..9`, `table A while n < 10`,
//! `table [A for n in 0..9]`, `for n in 0, 2, ..., 10`, `play A with m, m`, `show Nim 3 5 7`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] = &[
    table_of_a_list,
    titled,
    in_steps,
    without_for,
    bare_range,
    nameless_range,
    ranges_joined,
    game_alone,
    range_in_brackets,
    rising,
    equals_for_in,
    named_play,
    listed_moves,
    moves_without_colon,
    piles_by_blanks,
    between_two,
];

fn asks(p: &Phrase) -> bool {
    matches!(p.w(0), "table" | "period" | "expect" | "show" | "compare" | "sparse" | "quotient")
}

/// `table [A for n in 0..9]`
fn table_of_a_list(p: &Phrase) -> Option<Diagnostic> {
    let list = matches!(p.w(0), "table" | "period") && matches!(p.w(1), "[" | "{" | "(");
    let last = p.closing(1).filter(|&c| list && c + 1 == p.len())?;
    p.find(1, |k| p.w(k) == "for").filter(|&k| k < last)?;
    let text = p.text(2, last);
    let found = p.error("unexpected", "A table needs no brackets around it", p.over(1, p.len()));
    Some(found.instead(p.over(1, p.len()), text))
}

/// `table "Nim" Nim(n) for n in 0..5`
fn titled(p: &Phrase) -> Option<Diagnostic> {
    let title =
        matches!(p.w(0), "table" | "show" | "period" | "play") && p.view.token(1) == Some(Token::Text);
    let next = 2 + usize::from(p.w(2) == ":");
    let found = p.error("unexpected", "A question has no title", p.span(1));
    (title && p.view.starts_operand(next) && !matches!(p.w(next), "*" | "-" | "+"))
        .then(|| found.hint("Can it be left out?").replace(p.tail(1, next), ""))
}

/// `for n in 0, 2, ..., 10`
fn in_steps(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let choice =
            p.is_name(i - 2) && matches!(p.w(i - 1), "=" | "in") && matches!(p.back(i, 3), "for" | ",");
        let open = usize::from(matches!(p.w(i), "{" | "["));
        let number = |k: usize| p.w(k).parse::<u32>().ok();
        let (first, second) = (number(i + open).filter(|_| choice)?, number(i + open + 2)?);
        let dots = p.find(i + open + 2, |k| matches!(p.w(k), ".." | "..."))?;
        let last = dots + 1 + usize::from(p.w(dots + 1) == ",");
        let step = second.checked_sub(first).filter(|&step| step > 1 && p.w(dots - 1) == ",")?;
        let end = last + 1 + open;
        let n = p.w(i - 2);
        let text = format!("in {first}..{} where {n} mod {step} == {}", p.w(last), first % step);
        let found = p.error("missing-in", "A range has no step; a condition picks from it", p.over(i, end));
        let found = found.hint(meant(&format!("{n} {text}"))).replace(p.over(i - 1, end), text);
        (p.is_number(last) && matches!(p.w(end), "" | "under" | "for")).then_some(found)
    })
}

/// `table A, n = 0..9`, `table A with n in 0..9`, `table A while n < 10`
fn without_for(p: &Phrase) -> Option<Diagnostic> {
    let plain = (1..p.len()).all(|k| p.w(k) != "for");
    let i = p.find(1, |i| {
        let word = matches!(
            p.w(i),
            "," | ";"
                | "with"
                | "while"
                | "where"
                | "when"
                | "if"
                | "over"
                | "on"
                | "|"
                | ":"
                | "using"
                | "given"
                | "as"
                | "until"
                | "letting"
                | "let"
                | "from"
                | "by"
        );
        let range = |k: usize| matches!(p.w(k), "in" | "=" | "<" | "<=" | "from" | ":") && p.is_name(k - 1);
        let bound = |k: usize| p.is_number(k) && matches!(p.w(k + 1), "<" | "<=") && p.is_name(k + 2);
        word && (range(i + 2) || bound(i + 1)) && p.view.ends_operand(i - 1)
    });
    let i = i.filter(|_| plain && asks(p) && (p.w(0) != "expect" || p.w(2) != "is"))?;
    // `expect A is P, n > 0` has a condition, and no range.
    let listed = (i + 3..p.len()).any(|k| matches!(p.w(k), ".." | "..<" | "," | "[" | "{" | "to"))
        || p.w(i + 2) != "=";
    let own = if p.w(i + 2) == "=" { "for NAME in " } else { "for NAME" };
    let text = own.replace("NAME", p.w(i + 1));
    let behind = if p.w(i + 2) == "=" { i + 3 } else { i + 2 };
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.over(i, i + 2));
    let found = found
        .hint(meant(&format!("for {} in ...", if p.is_number(i + 1) { p.w(i + 3) } else { p.w(i + 1) })));
    let rest = p.behind(i - 1).to(p.before(behind));
    listed.then(|| {
        found.replace(rest, format!(" {}{}", text.trim_end(), if behind < p.len() { " " } else { "" }))
    })
}

/// `period A for n = 0..200`
fn equals_for_in(p: &Phrase) -> Option<Diagnostic> {
    let i = (3..p.len()).find(|&i| {
        matches!(p.w(i), "=" | "==" | ":" | "<-" | "of" | "from") && p.back(i, 2) == "for" && p.is_name(i - 1)
    })?;
    let end = p.part_end(i + 1);
    let range = (i + 1..end).any(|k| matches!(p.w(k), ".." | "..<")) || matches!(p.w(i + 1), "{" | "[");
    let found = p.error("missing-in", format!("The values of `{}` come after `in`", p.w(i - 1)), p.span(i));
    (asks(p) && range).then(|| {
        found
            .hint(meant(&format!("for {} in {}", p.w(i - 1), p.text(i + 1, end))))
            .replace(p.between(i - 1, i + 1), " in ")
    })
}

/// `play A with take(2), take(1)`, `play A -> take(2) -> take(1)`, `play A, take(2), take(1)`
fn moves_without_colon(p: &Phrase) -> Option<Diagnostic> {
    let joins = |k: usize| {
        matches!(
            p.w(k),
            "with" | "->" | "→" | "=>" | "then" | "by" | "," | ";" | "to" | "using" | "moves" | "via" | "|"
        )
    };
    let plain = p.w(0) == "play" && p.find(1, |k| p.w(k) == ":").is_none();
    let first =
        p.find(1, |k| joins(k) && p.view.ends_operand(k - 1) && p.is_name(k + 1)).filter(|_| plain)?;
    let found = p.error("missing-colon", "The moves of a play follow a colon", p.span(first));
    let found = found.hint(format!(
        "Did you mean `: {}`?",
        super::phrase::shown(p.text(first + 1, p.part_end(first + 1)))
    ));
    let found = found.replace(p.between(first - 1, first + 1), ": ");
    let mut from = first + 1;
    let mut found = found;
    while let Some(k) = p.find(from, joins).filter(|&k| k + 1 < p.len()) {
        found = found.replace(p.between(k - 1, k + 1), ", ");
        from = k + 1;
    }
    Some(found)
}

/// `show Nim 3 5 7`, `play nim 3 5 7`
fn piles_by_blanks(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.is_name(i) && p.is_number(i + 1) && p.is_number(i + 2))?;
    let end = (i + 1..p.len()).find(|&k| !p.is_number(k)).unwrap_or(p.len());
    let numbers: Vec<&str> = (i + 1..end).map(|k| p.w(k)).collect();
    let text = format!("{}[{}]", p.w(i), numbers.join(", "));
    let found = p.error("missing-sign", "Several piles are written in square brackets", p.over(i, end));
    let found = found.hint(meant(&text)).replace(p.over(i, end), text);
    let no_moves = p.w(0) == "play" && end == p.len();
    let note = "`play` needs the moves, after a colon. `fairgame play FILE` plays against you.";
    let asked = asks(p) || p.w(0) == "play";
    asked.then(|| {
        if no_moves {
            found.note(note).hint("Did you mean `show`?").replace(p.span(0), "show")
        } else {
            found
        }
    })
}

/// `table Nim(n) 0 to 9`, `table Nim(n) 0..9`, `table Nim(n) n=0..9`
fn bare_range(p: &Phrase) -> Option<Diagnostic> {
    let plain = matches!(p.w(0), "table" | "period") && (1..p.len()).all(|k| p.w(k) != "for");
    let named = |i: usize| p.is_name(i) && p.w(i + 1) == "=" && p.view.ends_operand(i - 1);
    let counted = |i: usize| {
        let from = i + usize::from(p.w(i) == "from");
        p.is_number(from) && matches!(p.w(from + 1), "to" | ".." | "..<" | "-") && p.view.ends_operand(i - 1)
    };
    let i = p.find(1, |i| i > 1 && (named(i) || counted(i))).filter(|_| plain)?;
    let argument = |k: &usize| p.is_name(*k) && matches!(p.w(k + 1), ")" | "," | "]");
    let (name, from) = match named(i) {
        true => (p.w(i), i + 2),
        false => (p.w((1..i).rev().find(argument)?), i + usize::from(p.w(i) == "from")),
    };
    let text = match p.w(from + 1) {
        "to" | "-" => format!("for {name} in {}..{}", p.w(from), p.text(from + 2, p.len())),
        _ => format!("for {name} in {}", p.text(from, p.len())),
    };
    // `with n from 0 to 9`
    let i = i - usize::from(matches!(p.w(i - 1), "with" | "where" | "when" | "as" | "while"));
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.over(i, p.len()));
    Some(found.instead(p.over(i, p.len()), text))
}

/// `play p = Nim(5): take(2)`
fn named_play(p: &Phrase) -> Option<Diagnostic> {
    let named = p.w(0) == "play" && p.is_name(1) && matches!(p.w(2), "=" | ":=") && p.len() > 3;
    let found = p.error("unexpected", "A play has no name", p.over(1, p.len().min(3)));
    named.then(|| found.hint("Can it be left out?").replace(p.tail(1, 3), ""))
}

/// `play A: take(2) take(3)`, `play A: - take(2) - take(3)`, `play A: 1. take(2) 2. take(3)`
fn listed_moves(p: &Phrase) -> Option<Diagnostic> {
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let call = |k: usize| p.is_name(k) && p.w(k + 1) == "(";
    let mut moves = vec![];
    let mut i = colon + 1;
    while i < p.len() {
        match call(i) {
            true => {
                let close = p.closing(i + 1)?;
                let part = p.w(close + 1) == "in" && p.is_number(close + 2);
                let end = if part { close + 3 } else { close + 1 };
                moves.push(p.text(i, end));
                i = end;
            }
            false if (call(i + 1) || p.w(i + 1) == ":") && (p.is_name(i) || p.w(i) == "move") => i += 1,
            false
                if matches!(p.w(i), "," | "-" | "*" | "." | ")" | ":" | ";" | "•" | "and")
                    || p.is_number(i) =>
            {
                i += 1
            }
            false => return None,
        }
    }
    let text = moves.join(", ");
    let told = p.is_name(colon + 1) && !call(colon + 1);
    let title = if told {
        "The players move in turn; a play names only the moves"
    } else {
        "A comma separates two moves"
    };
    let found = p.error("missing-comma", title, p.over(colon + 1, p.len()));
    (!moves.is_empty()).then(|| found.instead(p.over(colon + 1, p.len()), text))
}

/// `where k is between 2 and 4`, `where k between a and b`
fn between_two(p: &Phrase) -> Option<Diagnostic> {
    let between = (2..p.len()).find(|&k| p.w(k) == "between")?;
    let begin = between - 1 - usize::from(p.w(between - 1) == "is");
    let (from, to) = (between + 1, between + 3);
    let one = |k: usize| p.is_name(k) || p.is_number(k);
    let fits = p.is_name(begin) && p.w(begin - 1) != "in" && one(from) && p.w(from + 1) == "and" && one(to);
    let found = p.error("foreign-word", "Numbers between two others are a range", p.over(begin, to + 1));
    let text = format!("{} in {}..{}", p.w(begin), p.w(from), p.w(to));
    fits.then(|| found.instead(p.over(begin, to + 1), text))
}

/// `expect C (n = 0..5)`
fn range_in_brackets(p: &Phrase) -> Option<Diagnostic> {
    let plain = asks(p) && (1..p.len()).all(|k| p.w(k) != "for");
    let open =
        (2..p.len()).find(|&i| p.w(i) == "(" && p.closing(i) == Some(p.len() - 1)).filter(|_| plain)?;
    if matches!(p.w(open - 1), "sum" | "max" | "min" | "count" | "any" | "all" | "none") {
        return None;
    }
    let range = p.is_name(open + 1) && matches!(p.w(open + 2), "=" | "in" | "from" | "<" | "<=");
    let sign = if matches!(p.w(open + 2), "=" | "from") { "in" } else { p.w(open + 2) };
    let text = format!("for {} {sign} {}", p.w(open + 1), p.text(open + 3, p.len() - 1));
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.over(open, p.len()));
    range.then(|| found.instead(p.over(open, p.len()), text))
}

/// `for 0 <= a <= b <= 3`
fn rising(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "for" && p.is_number(i + 1)).filter(|_| asks(p))?;
    let signs: Vec<usize> =
        (i + 2..p.len()).step_by(2).take_while(|&k| matches!(p.w(k), "<=" | "<")).collect();
    let last = *signs.last().filter(|_| signs.len() > 2)? + 1;
    let names: Vec<usize> = signs[..signs.len() - 1].iter().map(|k| k + 1).collect();
    names.iter().all(|&k| p.is_name(k)).then_some(())?;
    let dots = if p.w(last - 1) == "<" { "..<" } else { ".." };
    let low = |k: usize| if p.w(k - 1) == "<" { format!("{}+1", p.w(k - 2)) } else { p.w(k - 2).to_owned() };
    let each: Vec<String> =
        names.iter().map(|&k| format!("{} in {}{dots}{}", p.w(k), low(k), p.w(last))).collect();
    let found = p.error("missing-in", "The values of a name come after `in`", p.over(i + 1, last + 1));
    Some(found.instead(p.over(i + 1, last + 1), each.join(", ")))
}

/// `table n, Nim(n) for 0..9`
fn nameless_range(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len())
        .find(|&i| p.w(i) == "for" && p.is_number(i + 1) && matches!(p.w(i + 2), ".." | "..<" | "to"));
    let i = i.filter(|_| asks(p))?;
    let argument = |k: &usize| {
        let small = p.w(*k).starts_with(char::is_lowercase) && p.w(k + 1) != "(";
        p.is_name(*k) && small && matches!(p.w(k + 1), ")" | "," | "]" | "+" | "-")
    };
    let name = p.w((1..i).rev().find(argument)?);
    let dots = if p.w(i + 2) == "to" { ".." } else { p.w(i + 2) };
    let end = p.part_end(i + 3);
    let text = format!("{name} in {}{dots}{}", p.w(i + 1), p.text(i + 3, end));
    let found = p.error("missing-in", "A range belongs to a name", p.over(i + 1, end));
    Some(found.instead(p.over(i + 1, end), text))
}

/// `for a in 0..3 x b in 0..3`
fn ranges_joined(p: &Phrase) -> Option<Diagnostic> {
    let i = (4..p.len()).find(|&i| {
        let joins = matches!(p.w(i), "x" | "×" | "*" | "by" | "cross" | "with" | "&" | "then");
        joins && p.is_name(i + 1) && p.w(i + 2) == "in" && (1..i).any(|k| p.w(k) == "for")
    })?;
    let found = p.error("missing-comma", "Choices after one `for` are separated by commas", p.span(i));
    Some(found.hint("Did you mean `,`?").replace(p.between(i - 1, i + 1), ", "))
}

/// `period Kayles`, `period of Kayles`
fn game_alone(p: &Phrase) -> Option<Diagnostic> {
    let i = 1 + usize::from(p.w(1) == "of");
    let alone =
        p.w(0) == "period" && p.is_name(i) && p.len() == i + 1 && p.w(i).starts_with(char::is_uppercase);
    let text = format!("{}(n) for n", p.w(i));
    let found = p.error(
        "missing-for",
        "`period` asks about the positions of a game, one after the other",
        p.over(1, p.len()),
    );
    alone.then(|| found.instead(p.over(1, p.len()), text))
}
