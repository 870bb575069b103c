//! Choices and targets of moves said otherwise: `take: choose k in 1..n, go to A`, `k = 1, 2 or 3`, `to A or B`,
//! `k in (1, 2, 3)`, `k in 1..3 with k <= n`.

use super::phrase::{Phrase, Way, meant, shown};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    choices_in_a_sentence,
    one_of_several,
    either_target,
    becomes,
    twice_in_brackets,
    for_in_choices,
    entry_changed,
    words_before_target,
    at_most_so_many,
    one_of_listed,
    range_in_words,
    typed_choice,
    cases_as_source,
    chosen_outside,
];

/// What can be read, and means nothing.
pub(super) const NEVER_RIGHT: &[Way] =
    &[either_target, tuple_of_choices, condition_in_source, all_numbers, pair_of_numbers];

/// `d in red | green | blue`: cases are listed so only in a type
fn cases_as_source(p: &Phrase) -> Option<Diagnostic> {
    let from = 1
        + (1..p.len()).find(|&i| {
            let cases = p.is_name(i + 1) && p.w(i + 2) == "|" && p.is_name(i + 3);
            p.w(i) == "in" && p.is_name(i - 1) && cases
        })?;
    let ends = |&k: &usize| p.w(k) != "|" || !p.is_name(k + 1);
    let end = (from + 1..).step_by(2).find(ends).filter(|&k| matches!(p.w(k), "where" | "," | ")"))?;
    let cases: Vec<&str> = (from..end).step_by(2).map(|k| p.w(k)).collect();
    let found = p.error("unexpected", "What is chosen from is listed in brackets", p.over(from, end));
    Some(found.instead(p.over(from, end), format!("[{}]", cases.join(", "))))
}

/// `take(int k in 1..n)`, `for var x in S`: a choice has the type of what it is chosen from
fn typed_choice(p: &Phrase) -> Option<Diagnostic> {
    let word = |w: &str| matches!(w, "int" | "nat" | "let" | "var" | "const" | "auto" | "integer");
    let i = (1..p.len()).find(|&i| {
        let begins = matches!(p.w(i - 1), "(" | "," | "for");
        begins && word(p.w(i)) && p.is_name(i + 1) && matches!(p.w(i + 2), "in" | "=")
    })?;
    let found = p.error(
        "unexpected",
        format!("`{}` is not needed here: what is chosen needs no type", p.w(i)),
        p.span(i),
    );
    Some(found.hint("Can it be left out?").replace(p.span(i).to(p.before(i + 1)), ""))
}

/// The names of moves.
pub(super) fn labels<'p>(p: &'p Phrase) -> impl Iterator<Item = usize> + 'p {
    (1..p.len()).filter(|&i| p.is_game() && p.w(i - 1) == "move" && p.is_name(i))
}

/// `move take: choose k in 1..n, go to A`, `move take, picking k from 1..n, leads to A`
fn choices_in_a_sentence(p: &Phrase) -> Option<Diagnostic> {
    let verb = |w: &str| {
        matches!(
            w,
            ":" | ","
                | "choose"
                | "pick"
                | "select"
                | "choosing"
                | "picking"
                | "selecting"
                | "for"
                | "with"
                | "by"
                | "using"
                | "any"
                | "some"
                | "each"
                | "every"
                | "when"
                | "given"
                | "let"
                | "taking"
        )
    };
    let leading = |w: &str| {
        matches!(
            w,
            "," | "go" | "goes" | "going" | "then" | "and" | "leads" | "leading" | "get" | "move" | ":" | ";"
        )
    };
    labels(p).find_map(|label| {
        let from = (label + 1..p.len()).find(|&i| !verb(p.w(i))).filter(|&i| i > label + 1)?;
        (p.is_name(from) && matches!(p.w(from + 1), "in" | "from" | "=" | "∈")).then_some(())?;
        let clause = p.clause_end(label);
        let to = (from..p.len()).find(|&i| p.w(i) == "to" && p.w(i - 1) != "up" && !counts(p, i))?;
        let end = (from..to).rev().find(|&i| !leading(p.w(i)))? + 1;
        let text = format!("({})", p.text(from, end));
        let found = p.error(
            "missing-parentheses",
            "The choices of a move are written in parentheses",
            p.over(label + 1, end),
        );
        let found = found.hint(meant(&format!("{}{text} to", p.w(label))));
        let place = p.behind(label).to(p.span(to));
        (to < clause || clause == p.len()).then(|| found.replace(place, format!("{text} to")))
    })
}

/// `k from 1 to n`: a `to` between two numbers.
fn counts(p: &Phrase, to: usize) -> bool {
    let begins = (0..to).rev().find(|&k| matches!(p.w(k), "from" | "in" | "=" | ":" | "(" | ","));
    begins.is_some_and(|k| {
        matches!(p.w(k), "from" | "in" | "=") && k + 2 == to && !p.w(to + 1).starts_with(char::is_uppercase)
    })
}

/// `take(k = 1, 2 or 3)`, `take(k in 1 or 2)`
fn one_of_several(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let begins = matches!(p.w(i - 1), "(" | "," | "for") && p.is_name(i);
        (begins && matches!(p.w(i + 1), "in" | "=" | "is" | "==" | "from") && p.is_number(i + 2))
            .then_some(())?;
        let joins = |k: usize| matches!(p.w(k), "or" | "," | "and" | "/" | "|");
        let mut end = i + 3;
        while joins(end) && (p.is_number(end + 1) || joins(end + 1) && p.is_number(end + 2)) {
            end += if p.is_number(end + 1) { 2 } else { 3 };
        }
        let numbers: Vec<&str> = (i + 2..end).filter(|&k| p.is_number(k)).map(|k| p.w(k)).collect();
        let text = format!("{} in {{{}}}", p.w(i), numbers.join(", "));
        let found =
            p.error("missing-in", format!("The values of `{}` come after `in`", p.w(i)), p.over(i, end));
        let said = (i..end).any(|k| p.w(k) == "or") || p.w(i + 1) != "in";
        (numbers.len() > 1 && said).then(|| found.instead(p.over(i, end), text))
    })
}

/// `take(x not in s)`, `take(k in 1..n, k not in s)`: what is chosen lies in something, and what it is not in is a condition.
fn chosen_outside(p: &Phrase) -> Option<Diagnostic> {
    let i = (3..p.len()).find(|&i| {
        let begins = matches!(p.w(i - 2), "(" | ",") && p.is_name(i - 1) && (0..i).any(|k| p.w(k) == "move");
        begins && p.w(i) == "not" && p.w(i + 1) == "in" && p.view.starts_operand(i + 2)
    })?;
    let name = p.w(i - 1);
    let is_chosen = (0..i - 1).any(|k| p.w(k) == name && p.w(k + 1) == "in");
    let condition = format!("where {name} not in {}", p.w(i + 2));
    if is_chosen {
        let found = p.error("unexpected", "A condition comes after `where`", p.over(i - 1, i + 2));
        let has_where = (i..p.len()).take_while(|&k| p.w(k) != "to").any(|k| p.w(k) == "where");
        let found = found.hint(meant(&condition));
        return Some(if has_where { found } else { found.replace(p.tail(i - 2, i - 1), " where") });
    }
    let title = format!("The values of `{name}` come after `in`");
    let found = p.error("missing-in", title, p.over(i, i + 2));
    let found = found.hint(meant(&format!("{name} in 0..9 {condition}")));
    let found = found.replace(p.over(i, i + 2), format!("in 0..9 where {name} not in"));
    Some(if p.w(i + 3) == "where" { found.replace(p.span(i + 3), "and") } else { found })
}

/// `move take where n > 1 to A(n - 1) or A(n - 2)`: two moves.
fn either_target(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| p.is_game() && p.w(i) == "to").find_map(|to| {
        let call = |i: usize| p.is_name(i) && p.w(i + 1) == "(";
        let first = to + 1 + usize::from(p.w(to + 1) == "either");
        let mut targets = vec![first];
        let mut end = p.closing(first + 1).filter(|_| call(first))? + 1;
        while matches!(p.w(end), "or" | "|" | "/") {
            let next = end + 1 + usize::from(p.w(end + 1) == "to");
            end = p.closing(next + 1).filter(|_| call(next))? + 1;
            targets.push(next);
        }
        let start = (0..to).rev().find(|&k| p.w(k) == "move")?;
        let owned = matches!(p.back(start, 1), "left" | "right");
        let start = start - usize::from(owned);
        (targets.len() > 1 && (end == p.len() || p.view.first_on_line(end))).then_some(())?;
        let label = start + 1 + usize::from(owned);
        let own = |i: usize| match p.w(label + 1) {
            // `move one or two to ...`: each has its name.
            "or" | "/" if targets.len() == 2 && p.is_name(label + 2) => {
                let rest = p.tail(label + 3, to + 1);
                format!("{} {}{}", p.text(start, label), p.w(label + 2 * i), &p.view.text[rest.range()])
            }
            _ => p.text(start, to + 1).to_owned(),
        };
        let each =
            |(i, &t): (usize, &usize)| Some(format!("{} {}", own(i), p.text(t, p.closing(t + 1)? + 1)));
        let moves: Vec<String> = targets.iter().enumerate().map(each).collect::<Option<_>>()?;
        let found = p.error(
            "target-not-position",
            "A move leads to one position: each of them needs its own move",
            p.over(to + 1, end),
        );
        let hint = format!("Did you mean two moves, the second one `{}`?", shown(&moves[1]));
        Some(found.hint(hint).replace(p.over(start, end), moves.join("\n  ")))
    })
}

/// Where the source of a choice begins: after `in`, among the choices of a move or after `for`.
pub(super) fn sources<'p>(p: &'p Phrase) -> impl Iterator<Item = usize> + 'p {
    (3..p.len()).filter(|&i| p.w(i - 1) == "in" && p.is_name(i - 2)).filter(|&i| {
        let open =
            (0..i).rev().find(|&k| p.view.tokens[k].token.opens() && p.closing(k).is_none_or(|c| c > i));
        let of_move = open.is_some_and(|k| k > 1 && p.w(k - 1) != "for" && p.back(k, 2) == "move");
        p.back(i, 3) == "for" || of_move && matches!(p.back(i, 3), "(" | ",")
    })
}

/// `k in (1, 2, 3)`
fn tuple_of_choices(p: &Phrase) -> Option<Diagnostic> {
    sources(p).filter(|&i| p.w(i) == "(").find_map(|i| {
        let close = p.closing(i)?;
        let numbers = close > i + 2 && (i + 1..close).all(|k| p.is_number(k) != (p.w(k) == ","));
        let alone = close + 1 == p.len()
            || matches!(p.w(close + 1), ")" | "," | "where" | "]" | "}" | "under")
            || p.view.first_on_line(close + 1);
        let text = format!("{{{}}}", p.text(i + 1, close));
        let found = p.error("not-a-collection", "A set is written in curly brackets", p.over(i, close + 1));
        (numbers && alone).then(|| found.instead(p.over(i, close + 1), text))
    })
}

/// `k in 1..3 with k <= n`, `k in 1..3 and k <= n`, `k in S and k != 2`
fn condition_in_source(p: &Phrase) -> Option<Diagnostic> {
    sources(p).find_map(|i| {
        let sign = p.find(i, |k| matches!(p.w(k), "with" | "and" | "," | "where" | "for" | "to"))?;
        let compares = |k: usize| matches!(p.w(k), "<" | "<=" | ">" | ">=" | "==" | "!=" | "not");
        let end = p.part_end(sign + 1);
        let name = p.w(i - 2);
        let about = (sign + 1..end).any(|k| p.w(k) == name);
        let condition = p.find(sign + 1, |k| k >= end || compares(k)).is_some_and(|k| k < end);
        let found =
            p.error("missing-where", "A condition on a choice comes after `where`", p.over(sign, end));
        (matches!(p.w(sign), "with" | "and") && about && condition).then(|| {
            found.hint(meant(&format!("where {}", p.text(sign + 1, end)))).replace(p.span(sign), "where")
        })
    })
}

/// `move take(k in 1..n): n becomes n - k`, `move take(k in 1..n) n -> n - k`
fn becomes(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|_| p.is_game())?;
    labels(p).find_map(|label| {
        let clause = p.clause_end(label);
        let closed = p.closing(label + 1).filter(|_| p.w(label + 1) == "(").unwrap_or(label) + 1;
        let from = closed + usize::from(matches!(p.w(closed), ":" | "," | "to" | "then"));
        let which = params.iter().position(|&k| p.w(k) == p.w(from))?;
        let width = match (p.w(from + 1), p.w(from + 2)) {
            ("becomes" | "->" | "→" | "=>" | "⇒" | "↦" | "<-" | "←" | "=" | ":=", _) => 1,
            ("goes" | "changes" | "turns" | "drops", "to" | "into") => 2,
            ("is", "now" | "then") | ("will", "be") => 2,
            _ => return None,
        };
        let value = p.text(from + 1 + width, clause);
        let mut values: Vec<&str> = params.iter().map(|&k| p.w(k)).collect();
        values[which] = value;
        let text = format!(" to {game}({})", values.join(", "));
        let found = p.error(
            "put-entry",
            "No name changes its value: a move leads to another position",
            p.over(from, clause),
        );
        (!value.is_empty() && !value.contains([',', '\n']))
            .then(|| found.hint(meant(text.trim_start())).replace(p.tail(closed, clause), text))
    })
}

/// `move take((k in 1..n)) to A`
fn twice_in_brackets(p: &Phrase) -> Option<Diagnostic> {
    labels(p).map(|label| label + 1).find_map(|open| {
        let inner = open + 1;
        let twice = p.w(open) == "(" && p.w(inner) == "(" && p.is_name(inner + 1) && p.w(inner + 2) == "in";
        let close = p.closing(inner).filter(|&c| twice && p.w(c + 1) == ")")?;
        let found = p.error("unexpected", "One pair of brackets is enough", p.span(inner));
        Some(found.hint("Can one of them be left out?").replace(p.span(inner), "").replace(p.span(close), ""))
    })
}

/// `move take(for all k in 1..n) to A`
fn for_in_choices(p: &Phrase) -> Option<Diagnostic> {
    labels(p).filter(|&label| p.w(label + 1) == "(").find_map(|label| {
        let word =
            |k: usize| matches!(p.w(k), "for" | "all" | "each" | "every" | "any" | "foreach" | "forall");
        let from = label + 2;
        let end = (from..p.len()).find(|&k| !word(k)).filter(|&k| k > from && p.is_name(k))?;
        let found = p.error("foreign-word", "A choice begins with its name", p.over(from, end));
        let choice = p.text(end, p.part_end(end));
        Some(found.hint(meant(choice)).replace(p.over(from, end).to(p.before(end)), ""))
    })
}

/// `to Row(s[i] -= 1)`
fn entry_changed(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    (3..p.len()).filter(|&i| params.iter().any(|&k| p.w(k) == p.w(i)) && p.w(i + 1) == "[").find_map(|i| {
        let close = p.closing(i + 1)?;
        let sign = p.w(close + 1);
        let end = p.part_end(close + 2);
        let (old, value) = (p.text(i, close + 1), p.text(close + 2, end));
        let value = match sign {
            "-=" => format!("{old} - {value}"),
            "+=" => format!("{old} + {value}"),
            "=" | ":=" | "<-" | "←" => value.to_owned(),
            _ => return None,
        };
        let argument = matches!(p.back(i, 1), "(" | ",") && (0..i).any(|k| p.w(k) == "to");
        let text = format!("put({}, {}, {value})", p.w(i), p.text(i + 2, close));
        let found = p.error("put-entry", "`put` gives the list with one entry changed", p.over(i, end));
        argument.then(|| found.instead(p.over(i, end), text))
    })
}

/// `k ∈ ℕ where 1 <= k <= n`
fn all_numbers(p: &Phrase) -> Option<Diagnostic> {
    let endless = sources(p).find(|&i| matches!(p.w(i), "ℕ" | "ℤ" | "ℕ₀"));
    endless.map(|i| {
        let number = p.some_number("20");
        let low = if p.w(i) == "ℤ" { format!("-{number}") } else { "0".to_owned() };
        let found = p.error("infinite-source", "A choice runs through a range that has an end", p.span(i));
        found.instead(p.span(i), format!("{low}..{number}"))
    })
}

/// `to new Take(n - k)`, `to the position Take(n - k)`
fn words_before_target(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| {
        matches!(
            p.w(k),
            "new" | "the" | "a" | "an" | "position" | "state" | "game" | "another" | "go" | "get"
        )
    };
    let to = (3..p.len()).find(|&i| p.is_game() && p.w(i) == "to" && word(i + 1) && p.w(i + 2) != "(")?;
    let target = (to + 1..p.len()).find(|&k| !word(k)).filter(|&k| p.is_name(k) && p.w(k + 1) == "(")?;
    let found = p.error(
        "foreign-word",
        "A move leads `to` its position, with no word between",
        p.over(to + 1, target),
    );
    Some(found.hint("Can it be left out?").replace(p.between(to, target), " "))
}

/// `k in range 1..n`, `k in the set S`
fn range_in_words(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| {
        matches!(
            p.w(k),
            "range"
                | "the"
                | "numbers"
                | "interval"
                | "between"
                | "from"
                | "of"
                | "set"
                | "list"
                | "all"
                | "any"
        )
    };
    let i = (2..p.len()).find(|&i| p.w(i - 1) == "in" && word(i) && p.w(i + 1) != "(" && p.is_name(i - 2))?;
    let from = (i..p.len()).find(|&k| !word(k)).filter(|&k| p.view.starts_operand(k))?;
    let found = p.error(
        "foreign-word",
        "The values of a name come after `in`, with no word between",
        p.over(i, from),
    );
    let and = p.find(from, |k| matches!(p.w(k), "," | "where" | "for" | "and" | "to"));
    let found = match and.filter(|&k| matches!(p.w(k), "and" | "to") && p.is_number(from)) {
        Some(k) => found.replace(p.between(k - 1, k + 1), ".."),
        None => found,
    };
    Some(found.hint("Can it be left out?").replace(p.between(i - 1, from), " "))
}

/// `for (a, b) in 0..3`: a range holds no pairs.
fn pair_of_numbers(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.w(i) == "for" && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1).filter(|&c| p.w(c + 1) == "in")?;
        let names: Vec<&str> = (i + 2..close).filter(|&k| p.is_name(k)).map(|k| p.w(k)).collect();
        let plain = (i + 2..close).all(|k| p.is_name(k) || p.w(k) == ",");
        let end = p.part_end(close + 2);
        let range =
            p.is_number(close + 2) && matches!(p.w(close + 3), ".." | "..<") && plain && names.len() > 1;
        let source = p.text(close + 2, end);
        let each: Vec<String> = names.iter().map(|n| format!("{n} in {source}")).collect();
        let found = p.error("missing-in", "Each name needs its own range", p.over(i + 1, end));
        range.then(|| found.instead(p.over(i + 1, end), each.join(", ")))
    })
}

/// `move remove(up to 3) to A`
fn at_most_so_many(p: &Phrase) -> Option<Diagnostic> {
    labels(p).filter(|&label| p.w(label + 1) == "(").find_map(|label| {
        let from = label + 2;
        let width = match (p.w(from), p.w(from + 1)) {
            ("up", "to") | ("at", "most") => 2,
            ("maximum" | "max", _) => 1,
            _ => return None,
        };
        let close = p.closing(label + 1).filter(|&c| from + width < c)?;
        let bound = p.text(from + width, close);
        let end = p.some_number("");
        let range =
            if end.is_empty() { format!("k in 1..{bound}") } else { format!("k in 1..min({bound}, {end})") };
        let found =
            p.error("missing-in", "A choice needs a name, which appears in every play", p.over(from, close));
        Some(found.instead(p.over(from, close), range))
    })
}

/// `k one of 1, 3, 4`, `k is any of {1, 3}`
fn one_of_listed(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let from = i + usize::from(p.w(i) == "is");
        let word = matches!(p.w(from), "one" | "any" | "either" | "some") && p.w(from + 1) == "of";
        (word && p.is_name(i - 1) && p.is_number(from + 2)).then_some(())?;
        let mut end = from + 3;
        while matches!(p.w(end), "," | "or" | "and") && p.is_number(end + 1) {
            end += 2;
        }
        let numbers: Vec<&str> = (from + 2..end).filter(|&k| p.is_number(k)).map(|k| p.w(k)).collect();
        let text = format!("in {{{}}}", numbers.join(", "));
        let found =
            p.error("missing-in", format!("The values of `{}` come after `in`", p.w(i - 1)), p.over(i, end));
        Some(found.instead(p.over(i, end), text))
    })
}
