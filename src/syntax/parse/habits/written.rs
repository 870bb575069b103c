//! Signs and words from elsewhere between two values, or in place of a choice: `k =/= 2`, `k not 2`, `in 1 bis 3`,
//! `take(any k)`, `split(a + b = n)`, `game Nim(nat: n)`, `table A(n) where n > 1 for n in 0..5`, `compare A(n)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] = &[
    crossed_out,
    not_a_number,
    word_of_a_range,
    whichever,
    two_that_sum,
    type_before_name,
    condition_of_a_table,
    compared_alone,
    owned_move,
    game_in_braces,
    all_in_a_set,
    touching_between,
];

/// What can be read and is never right: `x in not S`.
pub(super) const NEVER_RIGHT: &[Way] = &[in_not];

/// `k =/= 2`, `k =\= 2`
fn crossed_out(p: &Phrase) -> Option<Diagnostic> {
    let sign = |k: usize| p.w(k) == "=" && matches!(p.w(k + 1), "/" | "\\") && p.w(k + 2) == "=";
    let joined = |k: usize| matches!(p.w(k), "=/" | "/=" | "=\\" | "\\=");
    let (from, to) = (1..p.len()).find_map(|k| {
        let pair = joined(k) && p.w(k + 1) == "=" || p.w(k) == "=" && joined(k + 1);
        (sign(k).then_some((k, k + 3)))
            .or(pair.then_some((k, k + 2)))
            .or((p.w(k) == "/=").then_some((k, k + 1)))
    })?;
    let found = p.error("foreign-sign", "`!=` says that two things differ", p.over(from, to));
    Some(found.instead(p.over(from, to), "!="))
}

/// `k not 2`, `k not n`
fn not_a_number(p: &Phrase) -> Option<Diagnostic> {
    let alone =
        |k: usize| !matches!(p.w(k + 2), "in" | "(" | "." | "[" | "==" | "<" | ">" | "<=" | ">=" | "!=");
    let i = (1..p.len()).find(|&k| {
        p.w(k) == "not"
            && p.view.ends_operand(k - 1)
            && (p.is_number(k + 1) || p.is_name(k + 1))
            && alone(k)
            && !p.view.first_on_line(k)
    })?;
    let found = p.error("foreign-word", "`!=` says that two numbers differ", p.span(i));
    Some(found.instead(p.span(i), "!="))
}

/// `k in 1 bis 3`, `k in 1 jusqu n`: a word of another language between the ends of a range.
fn word_of_a_range(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&k| {
        let own =
            matches!(p.w(k), "to" | "where" | "and" | "or" | "mod" | "in" | "if" | "then" | "else" | "for");
        p.is_name(k)
            && !own
            && p.w(k - 2) == "in"
            && (p.is_number(k - 1) || matches!(p.type_of(p.w(k - 1)), "nat" | "int"))
            && (p.is_number(k + 1) || p.is_name(k + 1))
            && matches!(p.w(k + 2), ")" | "," | "where" | "-" | "+" | "/" | "*")
    })?;
    let found = p.error("foreign-word", "Two dots stand between the ends of a range", p.span(i));
    Some(found.hint(meant("..")).replace(p.between(i - 1, i + 1), ".."))
}

/// The first number of the game around, as a choice of up to all of it.
fn all_of_it<'t>(p: &Phrase<'t>) -> Option<&'t str> {
    let open = (1..4).find(|&k| p.w(k) == "(").filter(|_| p.is_game())?;
    (p.is_name(open + 1) && p.w(open + 2) == ":" && matches!(p.w(open + 3), "nat" | "int"))
        .then(|| p.w(open + 1))
}

/// `take(any k)`, `take(some k)`, `take(each k)`
fn whichever(p: &Phrase) -> Option<Diagnostic> {
    let open = (3..p.len()).find(|&k| {
        p.w(k) == "("
            && p.w(k.wrapping_sub(2)) == "move"
            && matches!(p.w(k + 1), "any" | "some" | "every" | "each" | "all" | "a" | "arbitrary")
            && p.is_name(k + 2)
            && p.w(k + 3) == ")"
    })?;
    let text = format!("{} in 1..{}", p.w(open + 2), all_of_it(p).unwrap_or("..."));
    let found = p.error(
        "missing-in",
        format!("Which numbers may `{}` be?", p.w(open + 2)),
        p.over(open + 1, open + 3),
    );
    Some(found.instead(p.over(open + 1, open + 3), text))
}

/// `split(a + b = n)`: a choice, and what is left.
fn two_that_sum(p: &Phrase) -> Option<Diagnostic> {
    let open = (3..p.len()).find(|&k| {
        p.w(k) == "("
            && p.is_name(k + 1)
            && p.w(k + 2) == "+"
            && p.is_name(k + 3)
            && matches!(p.w(k + 4), "=" | "==")
    })?;
    let close = p.closing(open).filter(|&close| close > open + 5 && p.w(open - 2) == "move")?;
    let (a, b, all) = (p.w(open + 1), p.w(open + 3), p.text(open + 5, close));
    let plain = (open + 5..close).all(|k| matches!(p.view.token(k), Some(Token::Name | Token::Number)));
    let text = format!("{a} in 1..{all}-1, {b} = {all} - {a}");
    let found = p.error("missing-in", "A move chooses one number after the other", p.over(open + 1, close));
    (plain && all_of_it(p) == Some(all)).then(|| found.instead(p.over(open + 1, close), text))
}

/// `game Nim(nat: n)`
fn type_before_name(p: &Phrase) -> Option<Diagnostic> {
    let is = |k: usize| {
        matches!(p.w(k), "nat" | "int" | "bool" | "text" | "cell")
            && matches!(p.w(k - 1), "(" | ",")
            && p.w(k + 1) == ":"
            && p.is_name(k + 2)
            && matches!(p.w(k + 3), ")" | ",")
    };
    let end = p.closing((1..4).find(|&k| p.w(k) == "(")?)?;
    let all: Vec<usize> = (2..end).filter(|&k| is(k)).collect();
    let first = *all.first()?;
    let text = |k: usize| format!("{}: {}", p.w(k + 2), p.w(k));
    let found =
        p.error("keyword-as-name", "The name of a parameter comes before its type", p.over(first, first + 3));
    let found = found.hint(meant(&text(first)));
    Some(all.into_iter().fold(found, |d, k| d.replace(p.over(k, k + 3), text(k))))
}

/// `table A(n) where n > 1 for n in 0..5`
fn condition_of_a_table(p: &Phrase) -> Option<Diagnostic> {
    let word = p.find(1, |k| p.w(k) == "where").filter(|_| matches!(p.w(0), "table" | "expect" | "show"))?;
    let from = p.find(word + 1, |k| p.w(k) == "for")?;
    let under = p.find(from + 1, |k| p.w(k) == "under").unwrap_or(p.len());
    let plain = (from..under).all(|k| p.w(k) != "where");
    let text = format!("{} {}", p.text(from, under), p.text(word, from));
    let found = p.error("misplaced-word", "A condition comes at the end, behind the range", p.span(word));
    plain.then(|| found.hint(meant(&text)).replace(p.over(word, under), text))
}

/// `compare A(n)`
fn compared_alone(p: &Phrase) -> Option<Diagnostic> {
    let alone = (1..p.len()).all(|k| !matches!(p.w(k), "for" | "with" | "and" | "to" | "==")) && p.len() > 1;
    let commas = p.find(1, |k| p.w(k) == ",").is_some();
    let found = p.error("missing-value", "`compare` compares two sequences", p.behind(p.len() - 1));
    let text = format!("compare {}, ... for n in 0..20", p.text(1, p.len()));
    (p.w(0) == "compare" && alone && !commas).then(|| found.hint(meant(&text)))
}

/// `right take(k in 1..2) to A(n - k)` beside `left move`
fn owned_move(p: &Phrase) -> Option<Diagnostic> {
    let is = |k: usize| {
        p.view.first_on_line(k)
            && matches!(p.w(k), "left" | "right")
            && p.is_name(k + 1)
            && p.w(k + 1) != "move"
    };
    let all: Vec<usize> = (3..p.len()).filter(|&k| p.is_game() && is(k)).collect();
    let first = *all.first()?;
    let shown = format!("{} move {}", p.w(first), p.w(first + 1));
    let found =
        p.error("missing-move", "A move begins with `move`", p.over(first, first + 2)).hint(meant(&shown));
    Some(all.into_iter().fold(found, |d, k| d.replace(p.before(k + 1), "move ")))
}

/// `x in not S`
fn in_not(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&k| p.w(k) == "in" && p.w(k + 1) == "not" && p.view.ends_operand(k - 1))?;
    Some(
        p.error("misplaced-word", "`not` comes before `in`", p.over(i, i + 2))
            .instead(p.over(i, i + 2), "not in"),
    )
}

/// `A{3, 5, 7}` of a game of one number
fn game_in_braces(p: &Phrase) -> Option<Diagnostic> {
    let one_number = |game: &str| {
        let header =
            p.view.text.split_once(&format!("game {game}(")).and_then(|(_, rest)| rest.split_once(')'));
        header.is_some_and(|(params, _)| !params.contains(',') && !params.contains(" of "))
    };
    let open = (2..p.len()).find(|&k| {
        p.w(k) == "{"
            && p.is_name(k - 1)
            && p.w(k - 1).starts_with(char::is_uppercase)
            && one_number(p.w(k - 1))
    })?;
    let close = p.closing(open).filter(|&c| p.find(open + 1, |k| p.w(k) == ",").is_some_and(|k| k < c))?;
    let text = format!("{}[{}]", p.w(open - 1), p.text(open + 1, close));
    let found =
        p.error("wrong-bracket", "Several piles are written in square brackets", p.over(open, close + 1));
    Some(found.instead(p.over(open - 1, close + 1), text))
}

/// `where all touching(p) in b`, `where any touching(p) in b`
fn all_in_a_set(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&k| {
        matches!(p.w(k), "all" | "any" | "some" | "every") && p.is_name(k + 1) && p.w(k + 2) == "("
    })?;
    let close = p.closing(i + 2).filter(|&c| p.w(c + 1) == "in" && p.is_name(c + 2))?;
    let fold = if matches!(p.w(i), "all" | "every") { "all" } else { "any" };
    let x = ["q", "x", "y"].into_iter().find(|x| (0..p.len()).all(|k| p.w(k) != *x))?;
    let text = format!("{fold}({x} in {} for {x} in {})", p.w(close + 2), p.text(i + 1, close + 1));
    let found = p.error("foreign-word", "A condition for each element has a `for`", p.over(i, close + 3));
    Some(found.instead(p.over(i, close + 3), text))
}

/// `p touching q`, `p beside q`
fn touching_between(p: &Phrase) -> Option<Diagnostic> {
    let i = (3..p.len()).find(|&k| {
        matches!(p.w(k), "touching" | "touches" | "beside")
            && p.is_name(k - 1)
            && p.is_name(k + 1)
            && matches!(p.w(k - 2), "where" | "and" | "or" | "(" | "not" | "if")
            && !matches!(p.w(k + 2), "(" | ".")
    })?;
    let text = format!("{} in touching({})", p.w(i - 1), p.w(i + 1));
    let found = p.error("foreign-word", "The cells beside a cell are a set", p.over(i - 1, i + 2));
    Some(found.instead(p.over(i - 1, i + 2), text))
}
