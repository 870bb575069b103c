//! What is next to the place where it belongs: a guard after the brackets of a move, `for all` after its condition,
//! a subject before a clause, a name with a number or a dash in it.

use super::phrase::{Phrase, Way, meant};
use super::spoken::alien_lines;
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    base_case,
    ends_in_position,
    guard_for_choices,
    choice_on_a_line,
    guard_outside,
    every_element,
    condition_for_all,
    taken_from_set,
    condition_excepted,
    play_ends_when,
    rule_sentence,
    numbered_move,
    long_arrow,
    wins_line,
    value_inside,
    is_contained,
    value_with,
];

/// Where moves begin, and the token after each: its label, with its brackets closed.
pub(super) fn moves<'p>(p: &'p Phrase) -> impl Iterator<Item = (usize, usize)> + 'p {
    (2..p.len()).filter(|&i| p.is_game() && p.w(i) == "move").filter_map(|i| {
        let label = i + 1;
        let end = if p.w(label + 1) == "(" { p.closing(label + 1)? + 1 } else { label + 1 };
        p.is_name(label).then_some((i, end))
    })
}

/// `Beans(1) is lost`, `outcome(Beans(1)) = P`, `value(Beans(0)) = 0`: a line of a game of one number
fn base_case(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header()?;
    let &[param] = params.as_slice() else { return None };
    let n = p.w(param);
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let asked = matches!(p.w(i), "value" | "outcome" | "grundy" | "nimber" | "G") && p.w(i + 1) == "(";
        let at = if asked { i + 2 } else { i };
        let called = p.w(at) == game && p.w(at + 1) == "(" && p.is_number(at + 2) && p.w(at + 3) == ")";
        let sign = at + 4 + usize::from(asked);
        let word = (sign + 1..end).find(|&k| !matches!(p.w(k), "a" | "an" | "the" | "always"))?;
        let own = match p.w(word) {
            "P" | "0" | "lost" | "losing" | "loss" | "loses" | "terminal" | "over" | "end" | "final" => {
                "ends when"
            }
            "N" | "won" | "winning" | "win" | "wins" => "wins when",
            _ => return None,
        };
        let joined = matches!(p.w(sign), "is" | "=" | "==" | ":" | "->");
        let text = format!("{own} {n} == {}", p.w(at + 2));
        let found = p.error("misplaced-word", format!("`{own}` declares where play ends"), p.over(i, end));
        (called && joined && p.is_counted(n)).then(|| found.instead(p.over(i, end), text))
    })
}

/// `ends in Beans(0)`, `wins at n = 0`
fn ends_in_position(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header()?;
    (2..p.len()).filter(|&i| p.view.first_on_line(i) && matches!(p.w(i), "ends" | "wins")).find_map(|i| {
        let word = i + 1;
        matches!(p.w(word), "in" | "at" | "with" | "when" | "if" | "on").then_some(())?;
        let from = word + 1;
        let found = p.error("missing-word", format!("After `{}` comes `when`", p.w(i)), p.over(i, from));
        if p.w(from) == game && p.w(from + 1) == "(" && params.len() == 1 && p.w(from + 3) == ")" {
            let text = format!("when {} == {}", p.w(params[0]), p.w(from + 2));
            return Some(found.instead(p.over(word, from + 4), text));
        }
        let compared = matches!(p.w(from + 1), "=" | "==" | "<" | "<=" | ">" | ">=");
        (p.w(word) != "when" && p.is_name(from) && compared).then_some(())?;
        let found = found.hint(meant(&format!("{} when", p.w(i)))).replace(p.span(word), "when");
        Some(if p.w(from + 1) == "=" { found.replace(p.span(from + 1), "==") } else { found })
    })
}

/// `move take [n > 1] to A`, `move take(n > 1) to A`: a condition on the position, and nothing chosen
fn guard_for_choices(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    (2..p.len()).filter(|&i| p.w(i) == "move" && p.is_name(i + 1)).find_map(|i| {
        let open = i + 2;
        let close =
            p.closing(open).filter(|&c| matches!(p.w(open), "[" | "(" | "{") && p.w(c + 1) == "to")?;
        let known = params.iter().any(|&q| p.w(q) == p.w(open + 1));
        let compares = matches!(p.w(open + 2), "<" | "<=" | ">" | ">=" | "==" | "!=" | "=");
        let chooses =
            (open..close).any(|k| matches!(p.w(k), "in" | ",")) || p.w(open + 2) == "=" && p.w(open) == "(";
        let text = format!(" where {} ", p.text(open + 1, close).replace(" = ", " == "));
        let found = p.error(
            "misplaced-where",
            "The condition of a move comes after `where`",
            p.over(open, close + 1),
        );
        (known && compares && !chooses)
            .then(|| found.hint(meant(text.trim())).replace(p.between(i + 1, close + 1), text))
    })
}

/// What a loop goes through: `range(n)` counts from 1 here.
fn numbers_of_loop(p: &Phrase, from: usize, end: usize) -> String {
    let close = p.closing(from + 1).filter(|&k| p.w(from) == "range" && p.w(from + 1) == "(" && k + 1 == end);
    let Some(close) = close else { return p.text(from, end).to_owned() };
    match p.find(from + 2, |k| p.w(k) == ",") {
        Some(comma) if comma < close => {
            format!("{}..<{}", p.text(from + 2, comma), p.text(comma + 1, close))
        }
        _ => format!("1..{}", p.text(from + 2, close)),
    }
}

/// `choose k in 1..3`, a line above the moves that use k
fn choice_on_a_line(p: &Phrase) -> Option<Diagnostic> {
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let verb = matches!(
            p.w(i),
            "choose" | "pick" | "select" | "let" | "given" | "for" | "with" | "choice" | "choices"
        );
        let from = i + 1 + usize::from(matches!(p.w(i + 1), ":" | "a" | "any" | "some" | "each"));
        let number = from + usize::from(p.w(from) == "number");
        let source = number + 1;
        (verb && p.is_name(number) && matches!(p.w(source), "in" | "from" | "∈") && source + 1 < end)
            .then_some(())?;
        let last = end - usize::from(p.w(end - 1) == ":" || p.w(end - 1) == ",");
        let choice = format!("{} in {}", p.w(number), numbers_of_loop(p, source + 1, last));
        let uses = |&(start, _): &(usize, usize)| {
            (start..p.clause_end(start)).any(|k| p.w(k) == p.w(number) && p.w(k + 1) != "in")
        };
        let found = p.error(
            "missing-parentheses",
            "The choices of a move are written in its parentheses",
            p.over(i, end),
        );
        let found = found.hint(meant(&format!("({choice})"))).replace(p.tail(i, end), "");
        let users: Vec<_> = moves(p).filter(|m| m.0 > i).filter(uses).collect();
        (!users.is_empty()).then(|| {
            users.into_iter().fold(found, |d, (start, close)| match p.w(start + 2) {
                "(" if close == start + 4 => d.replace(p.before(start + 3), choice.clone()),
                "(" => d.replace(p.before(start + 3), format!("{choice}, ")),
                _ => d.replace(p.behind(start + 1), format!("({choice})")),
            })
        })
    })
}

/// `move t(k in 1..5)(n >= k) to A`, `... [n >= k] to A`, `..., n >= k to A`, `...: n >= k to A`
fn guard_outside(p: &Phrase) -> Option<Diagnostic> {
    moves(p).find_map(|(start, end)| {
        let clause = p.clause_end(start);
        // `take[k in 1..n]`: other brackets, not a guard.
        let to = (end..clause).find(|&k| p.w(k) == "to" && p.w(end - 1) == ")")?;
        let bracket = matches!(p.w(end), "(" | "[" | "{") && p.closing(end) == Some(to - 1);
        let sign = matches!(p.w(end), "," | ":" | ";" | "|" | "and" | "&&" | "&");
        let (from, last) = match (bracket, sign) {
            (true, _) => (end + 1, to - 1),
            (_, true) => (end + 1, to),
            _ => return None,
        };
        let from = from + usize::from(matches!(p.w(from), "if" | "when" | "where" | "provided" | "with"));
        let compares = |k: usize| {
            matches!(p.w(k), "<" | "<=" | ">" | ">=" | "==" | "!=" | "=" | "in" | "not" | "≤" | "≥")
        };
        let condition = (from..last).any(compares);
        let found =
            p.error("misplaced-where", "The condition of a move comes after `where`", p.over(end, to));
        let text = format!(" where {} ", p.text(from, last));
        (condition && from < last)
            .then(|| found.hint(meant(text.trim())).replace(p.between(end - 1, to), text))
    })
}

/// `every x in s <= k`, `at least one x in s > k`, `each x in s is ...`, `any x in s with x > k`
fn every_element(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let (fold, from) = match (p.w(i), p.w(i + 1), p.w(i + 2)) {
            ("every" | "each" | "all", name, _) if name != "(" => ("all", i + 1),
            ("at", "least", "one") => ("any", i + 3),
            ("some" | "any", name, _) if name != "(" => ("any", i + 1),
            _ => return None,
        };
        let begins = matches!(p.w(i - 1), "where" | "and" | "or" | "not" | "when" | "if" | "expect");
        (begins && p.is_name(from) && p.w(from + 1) == "in").then_some(())?;
        let sign =
            p.find(from + 2, |k| matches!(p.w(k), "<" | "<=" | ">" | ">=" | "==" | "!=" | "≤" | "≥"))?;
        let end = p.part_end(sign + 1);
        let joined = (sign..end).find(|&k| matches!(p.w(k), "and" | "or")).unwrap_or(end);
        let text = match (from + 3..sign).find(|&k| matches!(p.w(k), "with" | "where" | "if" | "when")) {
            Some(k) => format!("{fold}({} for {})", p.text(k + 1, joined), p.text(from, k)),
            None => format!("{fold}({} {} for {})", p.w(from), p.text(sign, joined), p.text(from, sign)),
        };
        let found =
            p.error("foreign-word", "A condition on the elements comes before `for`", p.over(i, joined));
        Some(found.instead(p.over(i, joined), text))
    })
}

/// `where x <= k for all x in s`
fn condition_for_all(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let fold = match p.w(i + 1) {
            "all" | "every" | "each" => "all",
            "some" | "any" | "one" => "any",
            "no" => "none",
            _ => return None,
        };
        let said = p.w(i) == "for" && p.is_name(i + 2) && p.w(i + 3) == "in";
        let begin = (1..i).rev().find(|&k| matches!(p.w(k), "where" | "and" | "or" | "expect"))? + 1;
        let end = p.part_end(i + 4);
        let guard = p.is_game() && said && p.w(begin - 1) != "expect";
        let text = format!("{fold}({} for {})", p.text(begin, i), p.text(i + 2, end));
        let found =
            p.error("misplaced-word", "A condition on all elements is a fold in brackets", p.over(i, end));
        guard.then(|| found.instead(p.over(begin, end), text))
    })
}

/// `s except k`, `s but not k`, `s excluding {k}`, `s take away k`
fn taken_from_set(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let words = match (p.w(i), p.w(i + 1)) {
            ("but" | "and", "not") | ("take", "away") | ("except", "for") | ("other", "than") => 2,
            ("except" | "excluding" | "removing" | "less" | "sans", _) => 1,
            _ => return None,
        };
        let of = p.is_name(i - 1) && matches!(p.type_of(p.w(i - 1)), "set" | "bag");
        let sign = if p.w(i + words) == "{" { "minus" } else { "without" };
        let found =
            p.error("foreign-word", format!("An element is taken out with `{sign}`"), p.over(i, i + words));
        (of && p.view.starts_operand(i + words)).then(|| found.instead(p.over(i, i + words), sign))
    })
}

/// `move t(...) except when c to A`, `... unless c to A`
fn condition_excepted(p: &Phrase) -> Option<Diagnostic> {
    moves(p).find_map(|(start, end)| {
        let word = matches!(p.w(end), "except" | "but" | "only");
        let not = usize::from(p.w(end + 1) == "not");
        let from = end + 1 + not + usize::from(matches!(p.w(end + 1 + not), "when" | "if" | "where"));
        let to = (from..p.clause_end(start)).find(|&k| p.w(k) == "to")?;
        let text = format!("where not ({})", p.text(from, to));
        let found = p.error("foreign-word", "The condition of a move comes after `where`", p.over(end, from));
        (word && p.w(end) != "only" && from > end + 1).then(|| found.instead(p.over(end, to), text))
    })
}

/// `play ends when n == 0`, indented below a game
fn play_ends_when(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(p.w(0), "play") && matches!(p.w(1), "ends" | "stops" | "is");
    let end = (1..p.len().min(5)).find(|&k| matches!(p.w(k), "when" | "if" | "once"))? + 1;
    let found = p.error("misplaced-word", "A game ends early where `ends when` says so", p.over(0, end));
    (word && !p.view.column_one(0)).then(|| found.instead(p.over(0, end), "ends when"))
}

/// `whoever cannot move loses`, `the player who takes the last counter wins` among the clauses of a game
fn rule_sentence(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| p.is_game() && p.view.first_on_line(i) && !p.view.column_one(i)).find_map(|i| {
        let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
        let verb = matches!(p.w(end - 1), "wins" | "loses" | "win" | "lose" | "lost" | "won");
        let first =
            matches!(p.w(i), "whoever" | "who" | "the" | "a" | "player" | "you" | "if" | "players" | "last");
        let plain = (i..end).all(|k| p.is_name(k) || matches!(p.w(k), "move" | "not" | "'" | "if" | "is"));
        let found = p.error("misplaced-word", "Who wins is not a clause of a game", p.over(i, end));
        let found = found.note(
            "A player who cannot move loses. A question asks about misère play with `under misere` at its end.",
        );
        (verb && first && plain && end > i + 2)
            .then(|| found.hint("Can it be left out?").replace(p.tail(i, end), ""))
    })
}

/// `move 1(k in 1..n) to A`
fn numbered_move(p: &Phrase) -> Option<Diagnostic> {
    let number = |i: &usize| p.is_game() && p.w(*i) == "move" && p.is_number(i + 1);
    let all: Vec<usize> = (2..p.len()).filter(number).collect();
    let first = *all.first()?;
    let found = p.error("missing-move-name", "The name of a move begins with a letter", p.span(first + 1));
    // `move 1: take(k in 1..n)` has a name behind its number.
    let named = |i: usize| matches!(p.w(i + 2), ":" | ")" | ".") && p.is_name(i + 3);
    let found = match named(first) {
        true => found.hint(meant(&format!("move {}", p.w(first + 3)))),
        false => found.hint(meant(&format!("move m{}", p.w(first + 1)))),
    };
    Some(all.into_iter().fold(found, |d, i| match named(i) {
        true => d.replace(p.between(i, i + 3), " "),
        false => d.replace(p.before(i + 1), "m"),
    }))
}

/// `move t(...) --> A`, `move t(...) ==> A`
fn long_arrow(p: &Phrase) -> Option<Diagnostic> {
    let arrow = |k: usize| matches!(p.w(k), "->" | "=>" | ">" | ">=" | "→");
    let (from, end) = moves(p).find_map(|(start, end)| {
        let last = (end..p.clause_end(start)).find(|&k| arrow(k) && p.span(k - 1).end == p.span(k).start)?;
        let first = (end..=last)
            .rev()
            .take_while(|&k| arrow(k) || matches!(p.w(k), "-" | "=" | "--" | "=="))
            .last()?;
        (first < last).then_some((first, last + 1))
    })?;
    let found = p.error("arrow-for-to", "A move leads `to` its position", p.over(from, end));
    Some(found.hint(meant("to")).replace(p.over(from, end), "to"))
}

/// `win condition: n == 5`, `winner when n == 5`: a line of a game
fn wins_line(p: &Phrase) -> Option<Diagnostic> {
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let own = match p.w(i) {
            "win" | "winner" | "winning" | "victory" | "won" | "goal" | "wincondition" | "win_condition" => {
                "wins when"
            }
            "lose" | "loser" | "losing" | "lost" | "loss" | "end" | "terminal" | "game" | "stop" => {
                "ends when"
            }
            _ => return None,
        };
        let word = |k: usize| {
            matches!(
                p.w(k),
                "condition"
                    | "position"
                    | "positions"
                    | "state"
                    | "states"
                    | "when"
                    | "if"
                    | ":"
                    | "is"
                    | "="
                    | "over"
            )
        };
        let from = (i + 1..end).find(|&k| !word(k))?;
        let compares = (from..end)
            .any(|k| matches!(p.w(k), "==" | "<" | ">" | "<=" | ">=" | "!=" | "in" | "not" | "size"));
        let found = p.error("misspelt-word", format!("The clause for it is `{own}`"), p.over(i, from));
        (from > i + 1 && compares).then(|| found.instead(p.over(i, from), own))
    })
}

/// `let half = n / 2` or `most = 3` among the clauses of a game: what depends on the position stands where it is used.
fn value_inside(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let name = i + usize::from(matches!(p.w(i), "let" | "const" | "var" | "int" | "def" | "set"));
        (p.is_name(name) && matches!(p.w(name + 1), "=" | ":=") && name + 2 < end).then_some(())?;
        let starts =
            matches!(p.w(name), "start" | "starts" | "begin" | "begins" | "initial" | "init" | "first");
        if starts && p.w(name + 2).starts_with(char::is_uppercase) {
            let found = p.error(
                "misspelt-word",
                "The position that play begins with comes after `starts`",
                p.over(i, name + 2),
            );
            return Some(found.instead(p.over(i, end), format!("starts {}", p.text(name + 2, end))));
        }
        let value = p.text(name + 2, end);
        let depends = (name + 2..end).any(|k| params.iter().any(|&q| p.w(q) == p.w(k)));
        let found = p.error("misplaced-word", "A game has no definitions among its clauses", p.over(i, end));
        let found = found.replace(p.tail(i, end), "");
        if !depends {
            let text = format!("let {} = {value}", p.w(name));
            let hint = format!("Did you mean `{}` above the game?", super::phrase::shown(&text));
            return Some(found.hint(hint).replace(p.before(0), text + "\n"));
        }
        let uses: Vec<usize> = (end..p.len()).filter(|&k| p.w(k) == p.w(name) && p.w(k - 1) != ".").collect();
        let text = if end == name + 3 { value.to_owned() } else { format!("({value})") };
        let found = found.hint(format!(
            "Did you mean `{}` wherever `{}` stands?",
            super::phrase::shown(&text),
            p.w(name)
        ));
        (!uses.is_empty()).then(|| uses.into_iter().fold(found, |d, k| d.replace(p.span(k), text.clone())))
    })
}

/// `S contains x`, `x belongs to S`
fn is_contained(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let belongs = matches!(p.w(i), "belongs" | "lies" | "is")
            && matches!((p.w(i), p.w(i + 1)), ("belongs", "to") | ("lies" | "is", "inside"));
        let contains = matches!(p.w(i), "contains" | "includes" | "has") && p.view.ends_operand(i - 1);
        let from = i + 1 + usize::from(belongs);
        (p.view.starts_operand(from) && (belongs || contains) && !p.view.first_on_line(i)).then_some(())?;
        if belongs {
            let found = p.error("foreign-word", "`in` asks whether something is in a set", p.over(i, from));
            return Some(found.instead(p.over(i, from), "in"));
        }
        let single = match p.view.tokens[from].token.opens() {
            true => p.closing(from)? + 1,
            false if p.is_name(from) && matches!(p.w(from + 1), "(" | "[") => p.closing(from + 1)? + 1,
            false => from + 1,
        };
        // `S contains x - 1`
        let sum = |k: usize| matches!(p.w(k), "+" | "-" | "*" | "/") && p.view.starts_operand(k + 1);
        let mut end = single;
        while sum(end) {
            end = if p.w(end + 2) == "(" { p.closing(end + 2)? + 1 } else { end + 2 };
        }
        let start = operand(p, i);
        let text = format!("{} in {}", p.text(from, end), p.text(start, i));
        let found = p.error("foreign-word", "`in` asks whether something is in a set", p.over(i, end));
        Some(found.instead(p.over(start, end), text))
    })
}

/// `m with v to e`: one value of a map changed
fn value_with(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i) == "with" && p.view.ends_operand(i - 1)).find_map(|with| {
        let open = usize::from(p.w(with + 1) == "(");
        let sign = p.find(with + 1 + open, |k| matches!(p.w(k), "to" | "->" | ":" | "=>" | "="))?;
        let end = p.part_end(sign + 1);
        let start = operand(p, with);
        // `m with m[v] = e` names the map again.
        let map = p.type_of(p.w(start)) == "map" && start + 1 == with && p.w(with + 1) != p.w(start);
        let (key, value) = (p.text(with + 1 + open, sign), p.text(sign + 1, end));
        let text = format!("put({}, {key}, {value})", p.w(start));
        let last = end + open;
        let found = p.error("put-entry", "`put` gives the map with one value changed", p.over(with, last));
        (map && !key.is_empty() && !value.is_empty()).then(|| found.instead(p.over(start, last), text))
    })
}
