//! Choices as others name them: `cut(i, j) where i in 1..r, j in 1..c`, `take(1 or 2)`, `take(odd k in 1..n)`,
//! `take(2^i where 2^i <= n)`, `i < j in S`.

use super::choosing::labels;
use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    conditions_with_choices,
    condition_before_choices,
    conditions_by_commas,
    otherwise_move,
    some_of_numbers,
    compared_names,
    set_of_names,
    property_before_name,
    denied_property,
    neighbour_relation,
    property_of_a_choice,
    expression_chosen,
];

/// What can be read and is never right: `k in [1, 3..n]`, `to {A(n - 1), A(n - 2)}`.
pub(super) const NEVER_RIGHT: &[Way] = &[counted_by_two, set_of_targets, pair_of_ranges];

/// The parts between commas from `from` to `to`, outside further brackets.
pub(super) fn parts(p: &Phrase, from: usize, to: usize, joins: fn(&str) -> bool) -> Vec<(usize, usize)> {
    let mut all = vec![];
    let mut start = from;
    while start < to {
        let end = p.find(start, |k| joins(p.w(k))).filter(|&k| k < to).unwrap_or(to);
        all.push((start, end));
        start = end + 1;
    }
    all
}

/// `(i, j) in (1..r, 1..c)`: each name has a range of its own.
fn pair_of_ranges(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "in" && p.w(i - 1) == ")" && p.w(i + 1) == "(").find_map(|i| {
        let open = (0..i).rev().find(|&k| p.w(k) == "(" && p.closing(k) == Some(i - 1))?;
        let close = p.closing(i + 1)?;
        let (names, ranges) = (parts(p, open + 1, i - 1, is_comma), parts(p, i + 2, close, is_comma));
        let range =
            |&(a, b): &(usize, usize)| p.find(a, |k| matches!(p.w(k), ".." | "..<")).is_some_and(|k| k < b);
        let plain = names.iter().all(|&(a, b)| p.is_name(a) && b == a + 1);
        (names.len() > 1 && names.len() == ranges.len() && plain && ranges.iter().all(range)).then_some(())?;
        let each = names.iter().zip(&ranges).map(|(n, r)| format!("{} in {}", p.w(n.0), p.text(r.0, r.1)));
        let text = each.collect::<Vec<_>>().join(", ");
        let found =
            p.error("not-a-collection", "A pair of ranges is no collection", p.over(i + 1, close + 1));
        Some(found.hint(meant(&text)).replace(p.over(open, close + 1), text))
    })
}

pub(super) fn is_comma(word: &str) -> bool {
    word == ","
}

/// `cut(i, j) where i in 1..r, j in 1..c`
fn conditions_with_choices(p: &Phrase) -> Option<Diagnostic> {
    labels(p).filter(|&l| p.w(l + 1) == "(").find_map(|label| {
        let close = p.closing(label + 1).filter(|&c| p.w(c + 1) == "where")?;
        let bare = |&(a, b): &(usize, usize)| b == a + 1 && p.is_name(a);
        let names = parts(p, label + 2, close, is_comma);
        let to = (close..p.len()).find(|&k| p.w(k) == "to").filter(|_| names.iter().all(bare))?;
        let said = parts(p, close + 2, to, |w| matches!(w, "," | "and"));
        let about = |&&(a, _): &&(usize, usize)| p.w(a + 1) == "in";
        let of = |name: &str| said.iter().filter(about).find(|&&(a, _)| p.w(a) == name);
        let sources = names.iter().map(|&(a, _)| of(p.w(a))).collect::<Option<Vec<_>>>()?;
        let rest = said.iter().filter(|part| !sources.contains(part));
        let text = |part: &(usize, usize)| p.text(part.0, part.1);
        let choices = sources.iter().map(|part| text(part)).collect::<Vec<_>>().join(", ");
        let rest = rest.map(text).collect::<Vec<_>>().join(" and ");
        let guard = if rest.is_empty() { String::new() } else { format!(" where {rest}") };
        let found = p.error(
            "missing-in",
            "The values of a choice come after `in`, where it is named",
            p.over(label + 2, close),
        );
        let text = format!("{}({choices}){guard}", p.w(label));
        (!names.is_empty()).then(|| found.instead(p.over(label, to), text))
    })
}

/// `move a where x > 0, y > 0 to A`: conditions of a move that are joined by commas.
fn conditions_by_commas(p: &Phrase) -> Option<Diagnostic> {
    let of_move =
        |i: usize| (1..i).rev().find(|&k| p.view.starts_clause(k)).is_some_and(|k| p.w(k) == "move");
    (2..p.len()).filter(|&i| p.is_game() && p.w(i) == "where" && of_move(i)).find_map(|i| {
        let to = p.find(i + 1, |k| p.w(k) == "to")?;
        let commas: Vec<usize> =
            parts(p, i + 1, to, is_comma).iter().map(|&(_, end)| end).filter(|&end| end < to).collect();
        let first = *commas.first()?;
        let plain = commas.iter().all(|&k| p.w(k + 1) != "and");
        let found =
            p.error("missing-sign", "Conditions are joined by `and`", p.span(first)).hint(meant("and"));
        plain.then(|| commas.iter().fold(found, |d, &k| d.replace(p.between(k - 1, k + 1), " and ")))
    })
}

/// `move where n > 3 take(k in 1..3) to A`
fn condition_before_choices(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.w(i - 1) == "move").find_map(|i| {
        let word = matches!(p.w(i), "where" | "if" | "when");
        let called = |k: usize| p.is_name(k) && p.w(k + 1) == "(" && p.view.ends_operand(k - 1);
        let label = p.find(i + 1, called).filter(|_| word)?;
        let close = p.closing(label + 1).filter(|&c| matches!(p.w(c + 1), "to"))?;
        let condition = p.text(i + 1, label);
        let text = format!("{} where {condition}", p.text(label, close + 1));
        let found =
            p.error("misplaced-where", "The condition of a move follows its choices", p.over(i, label));
        let found = found.hint(meant(&format!("move {text}")));
        Some(found.replace(p.over(i, close + 1), text))
    })
}

/// `if c then move a to A else move b to B`
fn otherwise_move(p: &Phrase) -> Option<Diagnostic> {
    let other = (3..p.len()).find(|&k| p.is_game() && matches!(p.w(k), "else" | "otherwise"))?;
    let second = other + 1 + usize::from(matches!(p.w(other + 1), ":" | ","));
    let start = (2..other).rev().find(|&k| p.w(k) == "if" && p.view.first_on_line(k))?;
    let first = (start..other).find(|&k| p.w(k) == "move")?;
    (p.w(second) == "move").then_some(())?;
    let condition = p.text(start + 1, first - usize::from(matches!(p.w(first - 1), ":" | "then" | ",")));
    let found = p.error("misplaced-where", "The condition of a move comes before `to`", p.over(start, first));
    let found = found
        .hint(format!("Did you mean two moves, one `where {condition}` and one `where not ({condition})`?"));
    let found = found.replace(p.over(start, first).to(p.before(first)), "");
    let found = guarded(p, found, first, condition)?;
    let found = found.replace(p.over(other, second).to(p.before(second)), "");
    guarded(p, found, second, &format!("not ({condition})"))
}

/// The move at `at` with one more condition.
fn guarded(p: &Phrase, found: Diagnostic, at: usize, condition: &str) -> Option<Diagnostic> {
    let to = p.find(at, |k| p.w(k) == "to")?;
    let word = if p.find(at, |k| p.w(k) == "where").is_some_and(|k| k < to) { "and" } else { "where" };
    Some(found.replace(p.before(to), format!("{word} {condition} ")))
}

/// `take(1 or 2)`
fn some_of_numbers(p: &Phrase) -> Option<Diagnostic> {
    labels(p).filter(|&l| p.w(l + 1) == "(").find_map(|label| {
        let close = p.closing(label + 1)?;
        let joins = |k: usize| matches!(p.w(k), "or" | "," | "|" | "/");
        let inside = label + 2..close;
        let said = inside.clone().any(|k| joins(k) && p.w(k) != ",");
        let plain = inside.clone().all(|k| p.is_number(k) || joins(k));
        let numbers: Vec<&str> = inside.filter(|&k| p.is_number(k)).map(|k| p.w(k)).collect();
        let found = p.error(
            "missing-in",
            "A choice needs a name, which appears in every play",
            p.over(label + 2, close),
        );
        let text = format!("k in {{{}}}", numbers.join(", "));
        (said && plain).then(|| found.instead(p.over(label + 2, close), text))
    })
}

/// Where a choice begins: after the bracket of a move, a comma, or `for`.
pub(super) fn choices<'p>(p: &'p Phrase) -> impl Iterator<Item = usize> + 'p {
    (3..p.len()).filter(|&i| {
        let open =
            (0..i).rev().find(|&k| p.view.tokens[k].token.opens() && p.closing(k).is_none_or(|c| c > i));
        let of_move = open.is_some_and(|k| k > 1 && p.back(k, 2) == "move");
        p.w(i - 1) == "for" || of_move && matches!(p.w(i - 1), "(" | ",")
    })
}

/// The choices `text` in place of the tokens `from..end`, with a condition joined to the one that follows.
fn chosen_where(
    p: &Phrase,
    found: Diagnostic,
    (from, end): (usize, usize),
    text: &str,
    condition: &str,
) -> Diagnostic {
    let found = found.hint(meant(&format!("{text} where {condition}")));
    match p.w(end) {
        "where" => found.replace(p.over(from, end + 1), format!("{text} where {condition} and")),
        _ => found.replace(p.over(from, end), format!("{text} where {condition}")),
    }
}

/// `i != j in S`, `i < j in S`
fn compared_names(p: &Phrase) -> Option<Diagnostic> {
    choices(p).find_map(|i| {
        let sign = matches!(p.w(i + 1), "<" | "<=" | ">" | ">=" | "!=" | "≠");
        (sign && p.is_name(i) && p.is_name(i + 2) && p.w(i + 3) == "in").then_some(())?;
        let end = p.part_end(i + 4);
        let (a, b, source) = (p.w(i), p.w(i + 2), p.text(i + 4, end));
        let found = p.error("missing-in", "Each name needs its own source", p.over(i, i + 4));
        let condition = format!("{a} {} {b}", p.w(i + 1));
        Some(chosen_where(p, found, (i, end), &format!("{a} in {source}, {b} in {source}"), &condition))
    })
}

/// `{x, y} in c`
fn set_of_names(p: &Phrase) -> Option<Diagnostic> {
    choices(p).filter(|&i| p.w(i) == "{" && p.is_name(i + 1) && p.w(i + 2) == ",").find_map(|i| {
        let two = p.is_name(i + 3) && p.w(i + 4) == "}" && p.w(i + 5) == "in";
        let end = p.part_end(i + 6);
        let (a, b) = (p.w(i + 1), p.w(i + 3));
        let source = p.text(i + 6, end);
        let found = p.error("missing-in", "Each name needs its own source", p.over(i, i + 5));
        let condition = format!("{a} < {b}");
        let text = match ["e", "pair", "both"].into_iter().find(|name| (0..p.len()).all(|k| p.w(k) != *name))
        {
            Some(e) if is_set_of_sets(p, source) => format!("{e} in {source}, {a} in {e}, {b} in {e}"),
            _ if is_of_pairs(p, source) => {
                let found =
                    p.error("missing-in", "A pair is taken apart in round brackets", p.over(i, i + 5));
                return two.then(|| found.instead(p.over(i, i + 5), format!("({a}, {b})")));
            }
            _ => format!("{a} in {source}, {b} in {source}"),
        };
        two.then(|| chosen_where(p, found, (i, end), &text, &condition))
    })
}

/// Whether a parameter is declared as a set of sets.
fn is_set_of_sets(p: &Phrase, name: &str) -> bool {
    let declared = |k: usize| (k..k + 5).map(|k| p.w(k)).eq([name, ":", "set", "of", "set"]);
    (0..p.len().saturating_sub(5)).any(declared)
}

fn is_of_pairs(p: &Phrase, name: &str) -> bool {
    let declared = |k: usize| {
        p.w(k) == name
            && p.w(k + 1) == ":"
            && matches!(p.w(k + 2), "set" | "list" | "bag")
            && p.w(k + 3) == "of"
            && p.w(k + 4) == "("
            && p.closing(k + 4) == Some(k + 8)
    };
    (0..p.len().saturating_sub(8)).any(declared)
}

/// The condition that a word says of a number.
fn property(word: &str, name: &str) -> Option<String> {
    Some(match word {
        "even" => format!("{name} mod 2 == 0"),
        "odd" => format!("{name} mod 2 == 1"),
        "positive" => format!("{name} > 0"),
        "nonzero" => format!("{name} != 0"),
        "prime" => format!("prime({name})"),
        _ => return None,
    })
}

/// `odd k in 1..n`
fn property_before_name(p: &Phrase) -> Option<Diagnostic> {
    choices(p).filter(|&i| p.is_name(i) && p.is_name(i + 1) && p.w(i + 2) == "in").find_map(|i| {
        let condition = property(p.w(i), p.w(i + 1))?;
        let end = p.part_end(i + 3);
        let found = p.error("misplaced-word", "A condition on a choice comes after `where`", p.span(i));
        Some(chosen_where(p, found, (i, end), p.text(i + 1, end), &condition))
    })
}

/// `k in 1..n, k even`
fn property_of_a_choice(p: &Phrase) -> Option<Diagnostic> {
    (4..p.len()).find_map(|i| {
        let word = i + 1 + usize::from(p.w(i + 1) == "is");
        let ends = word + 1 == p.len() || matches!(p.w(word + 1), ")" | "}" | "]" | "," | "to" | "and");
        let begins = matches!(p.w(i - 1), "," | "where" | "and") && p.is_name(i) && ends;
        let condition = property(p.w(word), p.w(i)).filter(|_| begins)?;
        let found = p.error(
            "misplaced-word",
            "A property of a number is written as a comparison",
            p.over(i, word + 1),
        );
        let guard = p.find(0, |k| k == i).is_none() || p.is_game();
        let found = found.hint(meant(&format!("where {condition}")));
        Some(match p.w(i - 1) {
            "," if guard => {
                found.replace(p.between(i - 2, i), " where ").replace(p.over(i, word + 1), condition)
            }
            _ => found.replace(p.over(i, word + 1), condition),
        })
    })
}

/// `k is not prime`, `k not even`
fn denied_property(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let is = usize::from(p.w(i) == "is");
        let said = p.w(i + is) == "not" && p.view.ends_operand(i - 1) && p.w(0) != "expect";
        let start = super::values::operand(p, i);
        let word = i + is + 1;
        let condition = property(p.w(word), p.text(start, i)).filter(|_| said && p.w(word + 1) != "(")?;
        let found = p.error(
            "misplaced-word",
            "A property of a number is written as a comparison",
            p.over(i, word + 1),
        );
        let text =
            if condition.contains(' ') { format!("not ({condition})") } else { format!("not {condition}") };
        Some(found.instead(p.over(start, word + 1), text))
    })
}

/// `p touches q`, `p is adjacent to q`
fn neighbour_relation(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let word = i + usize::from(p.w(i) == "is");
        let known =
            matches!(p.w(word), "touches" | "adjacent" | "next" | "beside" | "neighbours" | "neighbors");
        let other = word + 1 + usize::from(p.w(word + 1) == "to");
        let begins = p.is_name(i - 1) && matches!(p.back(i, 2), "where" | "and" | "or" | "not" | "(" | "if");
        (known && begins && p.is_name(other)).then_some(())?;
        let text = format!("{} in touching({})", p.w(i - 1), p.w(other));
        let found =
            p.error("missing-sign", "`in touching(...)` asks whether two cells touch", p.over(i, other));
        Some(found.instead(p.over(i - 1, other + 1), text))
    })
}

/// `take(2^i where 2^i <= n)`, `take(k^2 in 1..n)`
fn expression_chosen(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    choices(p).find_map(|i| {
        let stops = |k: usize| {
            matches!(p.w(k), "in" | "where" | "," | ")" | "=" | "==" | "<" | "<=" | ">" | ">=" | "!=")
        };
        let end = p.find(i, stops)?;
        let signs = (i..end).any(|k| matches!(p.w(k), "^" | "*" | "+" | "-"));
        let plain = (i..end).all(|k| {
            p.is_name(k) && p.w(k + 1) != "("
                || p.is_number(k)
                || matches!(p.w(k), "^" | "*" | "+" | "-" | "/")
        });
        let unknown = |k: &usize| p.is_name(*k) && !params.iter().any(|&q| p.w(q) == p.w(*k));
        let name = (i..end).find(unknown).filter(|_| signs && plain && end > i + 1)?;
        let (name, value) = (p.w(name), p.text(i, end));
        let largest = p.some_number("20");
        let found = p.error("missing-in", "A choice begins with a name of its own", p.over(i, end));
        match p.w(end) {
            "in" => {
                let last = p.part_end(end + 1);
                let source = p.text(end + 1, last);
                Some(chosen_where(
                    p,
                    found,
                    (i, last),
                    &format!("{name} in {source}"),
                    &format!("{value} in {source}"),
                ))
            }
            "where" => Some(found.instead(p.over(i, end), format!("{name} in 0..{largest}"))),
            "," | ")" => {
                let condition = format!("{value} <= {largest}");
                Some(chosen_where(p, found, (i, end), &format!("{name} in 0..{largest}"), &condition))
            }
            _ => None,
        }
    })
}

/// `[1, 3..n]`: every second number, as in Haskell
fn counted_by_two(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let begins = matches!(p.w(i), "[" | "{") && !p.view.ends_operand(i - 1) && p.is_number(i + 1);
        (begins && p.w(i + 2) == "," && p.is_number(i + 3) && p.w(i + 4) == "..").then_some(())?;
        let close = p.closing(i)?;
        let (a, b): (u64, u64) = (p.w(i + 1).parse().ok()?, p.w(i + 3).parse().ok()?);
        let step = b.checked_sub(a).filter(|&s| s > 0 && (i + 5..close).all(|k| p.w(k) != ","))?;
        let (last, ends) = (p.text(i + 5, close), if p.w(i) == "[" { ("[", "]") } else { ("{", "}") });
        let text = format!("{}i for i in {a}..{last} where (i - {a}) mod {step} == 0{}", ends.0, ends.1);
        let found = p.error(
            "foreign-sign",
            "A range has no step; a condition picks its numbers",
            p.over(i, close + 1),
        );
        (!last.is_empty()).then(|| found.instead(p.over(i, close + 1), text))
    })
}

/// `to {A(n - 1), A(n - 2)}`: two moves.
fn set_of_targets(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| p.is_game() && p.w(i) == "to" && p.w(i + 1) == "{").find_map(|to| {
        let close = p.closing(to + 1)?;
        let each = parts(p, to + 2, close, is_comma);
        let call =
            |&(a, b): &(usize, usize)| p.is_name(a) && p.w(a + 1) == "(" && p.closing(a + 1) == Some(b - 1);
        let last = close + 1 == p.len() || p.view.first_on_line(close + 1);
        (each.len() > 1 && last && each.iter().all(call)).then_some(())?;
        let start = (0..to).rev().find(|&k| p.w(k) == "move")?;
        let start = start - usize::from(matches!(p.back(start, 1), "left" | "right"));
        let front = p.text(start, to + 1);
        let moves: Vec<String> = each.iter().map(|&(a, b)| format!("{front} {}", p.text(a, b))).collect();
        let found = p.error(
            "target-not-position",
            "A move leads to one position: each of them needs its own move",
            p.over(to + 1, close + 1),
        );
        let hint = format!(
            "Did you mean {} moves, the second one `{}`?",
            each.len(),
            super::phrase::shown(&moves[1])
        );
        Some(found.hint(hint).replace(p.over(start, close + 1), moves.join("\n  ")))
    })
}
