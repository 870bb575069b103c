//! What is said in words where signs are meant, and lines that belong elsewhere: `k notin S`, `s not empty`, `there is x in
//! s with x > k`, `s with e at i`, `map nat -> nat`, `splits into A and B`, `terminates by n`, a line `misere`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use super::values::operand;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] = &[
    not_in_one_word,
    not_empty,
    there_is,
    no_element,
    entry_with,
    map_by_arrow,
    splits_for_to,
    measure_line,
    equivalent_line,
    way_of_play_line,
    over_when,
    last_player_line,
];

/// What can be read and is never right: `{1, 2 or 3}`, `any(x > k, x in s)`.
pub(super) const NEVER_RIGHT: &[Way] =
    &[numbers_joined_by_or, condition_then_choice, place_left_out, place_from_the_end];

/// `k notin S`, `k not_in S`
fn not_in_one_word(p: &Phrase) -> Option<Diagnostic> {
    let word = |i: &usize| {
        matches!(p.w(*i), "notin" | "not_in" | "nin" | "NotIn" | "notIn") && p.view.ends_operand(i - 1)
    };
    let all: Vec<usize> = (1..p.len()).filter(word).collect();
    let first = *all.first()?;
    let found = p.error("misspelt-word", "`not in` is written as two words", p.span(first));
    let found = found.hint(meant("not in"));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.span(i), "not in")))
}

/// `s not empty`, `s nonempty`, `s empty`
fn not_empty(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let not = usize::from(p.w(i) == "not");
        let begins = p.view.ends_operand(i - 1) && !p.view.first_on_line(i);
        let word =
            matches!(p.w(i + not), "empty" | "nonempty") && !matches!(p.w(i + not + 1), "(" | "[" | ".");
        (word && begins).then_some(())?;
        let sign = if not == 1 || p.w(i) == "nonempty" { ">" } else { "==" };
        let start = operand(p, i);
        let text = format!("size({}) {sign} 0", p.text(start, i));
        let found = p.error("misplaced-word", "`size` counts the elements", p.over(i, i + 1 + not));
        Some(found.instead(p.over(start, i + 1 + not), text))
    })
}

/// Where the condition on an element begins, after `such that`, `with`, `where` or a colon.
fn condition_behind(p: &Phrase, from: usize) -> Option<(usize, usize)> {
    let word =
        p.find(from, |k| matches!(p.w(k), "with" | "where" | "such" | "having" | "satisfying" | ":" | "|"))?;
    Some((word, word + 1 + usize::from(p.w(word) == "such" && p.w(word + 1) == "that")))
}

/// `there is x in s with x > k`, `there is no x in s such that x > k`
fn there_is(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let there =
            matches!(p.w(i), "there" | "There") && matches!(p.w(i + 1), "is" | "exists" | "exist" | "are");
        let some = matches!(p.w(i), "exists" | "exist" | "some") && p.is_name(i + 1);
        let from = if there { i + 2 } else { i + 1 };
        let skipped = usize::from(matches!(p.w(from), "no" | "a" | "an" | "some"));
        let name = from + skipped;
        ((there || some) && p.is_name(name) && p.w(name + 1) == "in").then_some(())?;
        let (word, begin) = condition_behind(p, name + 2)?;
        let end = p.part_end(begin);
        let fold = if p.w(from) == "no" { "none" } else { "any" };
        let text = format!("{fold}({} for {})", p.text(begin, end), p.text(name, word));
        let found = p.error("foreign-word", "A condition on some element comes before `for`", p.over(i, end));
        (begin < end).then(|| found.instead(p.over(i, end), text))
    })
}

/// `no x in s is greater than k`, `no x in s with x > k`
fn no_element(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        (p.w(i) == "no" && p.is_name(i + 1) && p.w(i + 2) == "in").then_some(())?;
        let name = p.w(i + 1);
        let found = |end: usize| {
            p.error("foreign-word", "A condition on all elements comes before `for`", p.over(i, end))
        };
        if let Some((word, begin)) = condition_behind(p, i + 3) {
            let end = p.part_end(begin);
            let text = format!("none({} for {})", p.text(begin, end), p.text(i + 1, word));
            return Some(found(end).instead(p.over(i, end), text));
        }
        let verb = p.find(i + 3, |k| p.w(k) == "is" || compares(p.w(k)))?;
        let (sign, from) = match p.w(verb) {
            "is" => worded_sign(p, verb + 1)?,
            sign => (sign, verb + 1),
        };
        let end = p.part_end(from);
        let text = format!("none({name} {sign} {} for {})", p.text(from, end), p.text(i + 1, verb));
        (from < end).then(|| found(end).instead(p.over(i, end), text))
    })
}

fn compares(word: &str) -> bool {
    matches!(word, "<" | "<=" | ">" | ">=" | "==" | "!=" | "=")
}

/// The sign that words such as `greater than` stand for, and the token after them.
fn worded_sign<'w>(p: &Phrase<'w>, i: usize) -> Option<(&'w str, usize)> {
    Some(match (p.w(i), p.w(i + 1)) {
        ("greater" | "larger" | "bigger" | "more", "than") => (">", i + 2),
        ("less" | "smaller" | "fewer", "than") => ("<", i + 2),
        ("equal", "to") => ("==", i + 2),
        _ => return None,
    })
}

/// `s with e at i`: one entry changed
fn entry_with(p: &Phrase) -> Option<Diagnostic> {
    let with = (2..p.len()).find(|&i| p.w(i) == "with" && p.view.ends_operand(i - 1))?;
    let at = p.find(with + 1, |k| p.w(k) == "at" || p.w(k) == "in" && p.w(k + 1) == "place")?;
    let begin = at + 1 + usize::from(matches!(p.w(at + 1), "place" | "index" | "position"));
    let (start, end) = (operand(p, with), p.part_end(begin));
    let text = format!("put({}, {}, {})", p.text(start, with), p.text(begin, end), p.text(with + 1, at));
    let found = p.error("put-entry", "`put` gives the list with one entry changed", p.over(with, end));
    (with + 1 < at && begin < end).then(|| found.instead(p.over(start, end), text))
}

/// `m: map nat -> nat`, `m: map from nat to nat`
fn map_by_arrow(p: &Phrase) -> Option<Diagnostic> {
    let arrow = |k: usize| matches!(p.w(k), "->" | "→" | "=>" | "to" | "|->" | "↦");
    (2..p.len()).find_map(|i| {
        let typed =
            matches!(p.w(i), "map" | "mapping" | "function" | "dict") && matches!(p.w(i - 1), ":" | "of");
        let from = i + 1 + usize::from(matches!(p.w(i + 1), "from" | "of"));
        let sign = p.find(from, arrow).filter(|_| typed)?;
        let end = p.find(sign + 1, |k| matches!(p.w(k), "," | ")")).unwrap_or(p.len());
        let (key, value) = (super::types::read(p, from, sign)?, super::types::read(p, sign + 1, end)?);
        let text = format!("map of {key} to {value}");
        let found =
            p.error("missing-type", "The type of a map names its keys and its values", p.over(i, end));
        (text != p.text(i, end)).then(|| found.instead(p.over(i, end), text))
    })
}

/// `move cut(...) splits into A and B`, `move cut(...) leaves A`
fn splits_for_to(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| {
        matches!(p.w(k), "splits" | "split" | "breaks" | "divides" | "falls" | "becomes" | "turns")
    };
    (3..p.len()).find_map(|i| {
        let into = matches!(p.w(i + 1), "into" | "to" | "in");
        let label = (0..i).rev().find(|&k| p.view.starts_clause(k) && p.view.first_on_line(k))?;
        let of_move = p.is_game() && (label..label + 2).any(|k| p.w(k) == "move");
        let unled = (label..i).all(|k| p.w(k) != "to");
        (word(i) && into && of_move && unled && !p.view.first_on_line(i)).then_some(())?;
        let end = p.clause_end(i);
        let each = parts(p, i + 2, end, |w| matches!(w, "and" | "," | "&"));
        let targets: Vec<&str> = each.iter().map(|&(a, b)| p.text(a, b)).collect();
        let found = p.error("missing-to", "Where this move leads follows `to`", p.over(i, i + 2));
        Some(found.instead(p.over(i, end), format!("to {}", targets.join(" + "))))
    })
}

/// The first words of a line inside a game that is no clause, and the token after the line.
pub(super) fn alien_lines(p: &Phrase) -> Vec<(usize, usize)> {
    let begins = |&i: &usize| {
        p.is_game() && p.view.first_on_line(i) && !p.view.starts_clause(i) && !p.view.column_one(i)
    };
    let line_end = |i: usize| (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    (3..p.len()).filter(begins).map(|i| (i, line_end(i))).collect()
}

/// `terminates by n`, `terminates because n decreases`, `n gets smaller`
fn measure_line(p: &Phrase) -> Option<Diagnostic> {
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let falls =
            |k: usize| matches!(p.w(k), "decreases" | "falls" | "shrinks" | "drops" | "gets" | "becomes");
        let verb = (i + 1..end).find(|&k| falls(k)).unwrap_or(end);
        let first =
            matches!(p.w(i), "terminates" | "terminating" | "terminate" | "termination" | "halts" | "finite");
        let linked = matches!(p.w(i + 1), "by" | "because" | "since" | "as" | "with" | "on" | "due" | ":");
        let from = if first && linked { i + 2 + usize::from(p.w(i + 1) == "due") } else { i };
        let smaller = (verb..end)
            .skip(1)
            .all(|k| matches!(p.w(k), "smaller" | "always" | "down" | "in" | "each" | "every" | "move"));
        let said = first && linked || verb < end && smaller;
        let text = format!("decreases {}", p.text(from, verb));
        let found = p.error(
            "misspelt-word",
            "`decreases` claims that a number falls with every move",
            p.over(i, end),
        );
        (said && from < verb).then(|| found.instead(p.over(i, end), text))
    })
}

/// `equivalent to A(n)`, `isomorphic to A(n)`: a line of a game
fn equivalent_line(p: &Phrase) -> Option<Diagnostic> {
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let word = matches!(
            p.w(i),
            "equivalent" | "equal" | "identical" | "isomorphic" | "equals" | "like" | "similar"
        );
        let from = i + 1 + usize::from(matches!(p.w(i + 1), "to" | "with" | "as"));
        let called = p.is_name(from) && p.w(from + 1) == "(";
        let text = format!("same as {}", p.text(from, end));
        let found =
            p.error("misspelt-word", "`same as` claims that positions are worth the same", p.over(i, from));
        (word && called).then(|| found.instead(p.over(i, end), text))
    })
}

/// A line `misere` or `normal play` inside a game: the question that follows says it.
fn way_of_play_line(p: &Phrase) -> Option<Diagnostic> {
    let way = |w: &str| matches!(w, "misere" | "misère" | "normal");
    let (i, end) = alien_lines(p).into_iter().find(|&(i, end)| {
        let at = i + usize::from(matches!(p.w(i), "under" | "in" | "with" | "play"));
        way(p.w(at))
            && (at + 1..end).all(|k| matches!(p.w(k), "play" | "rules" | "rule" | "convention" | ";" | "."))
    })?;
    let told =
        p.error("misplaced-word", "A question says which play it is about, not the game", p.over(i, end));
    let told = told.replace(p.tail(i, end), "");
    let misere = (i..end).any(|k| p.w(k).starts_with('m'));
    match first_question(p).filter(|_| misere) {
        Some((line, at)) => {
            let told = told.hint(meant(&format!("{} under misere", line.trim())));
            Some(told.replace(Span::new(p.file, at, at), " under misere"))
        }
        None => Some(
            told.note("A question asks about misère play with `under misere` at its end.")
                .hint("Can it be left out?"),
        ),
    }
}

/// The first question after the item, up to a comment in its line, and the place after it.
fn first_question<'t>(p: &Phrase<'t>) -> Option<(&'t str, usize)> {
    let from = p.span(p.len() - 1).range().end;
    let mut at = from;
    for line in p.view.text[from..].split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("").trim_end();
        let asks = ["show ", "table "].iter().any(|word| code.starts_with(word));
        if asks && !code.contains(" under ") {
            return Some((code, at + code.len()));
        }
        at += line.len();
    }
    None
}

/// `game over when n == 0`, `the game is over if n == 0`, `over when n == 0`
fn over_when(p: &Phrase) -> Option<Diagnostic> {
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let said = |k: usize| {
            matches!(
                p.w(k),
                "the" | "game" | "is" | "it" | "play" | "over" | "ended" | "finished" | "stops" | "ends"
            )
        };
        let word = (i..end).find(|&k| !said(k))?;
        let over = matches!(p.w(word - 1), "over" | "ended" | "finished" | "stops" | "ends");
        let begin = word + usize::from(matches!(p.w(word), "when" | "if" | "once" | ":"));
        let found =
            p.error("misplaced-word", "A game ends early where `ends when` says so", p.over(i, begin));
        (over && word > i && begin > word && begin < end)
            .then(|| found.instead(p.over(i, begin), "ends when"))
    })
}

/// `player who takes the last one loses`, indented below a game
fn last_player_line(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - 1;
    let below = !p.view.column_one(0) && p.view.text[..p.span(0).range().start].contains("game ");
    let one_line = (1..p.len()).all(|k| !p.view.first_on_line(k));
    let verb = matches!(p.w(last), "wins" | "loses" | "win" | "lose");
    let about = (0..last).any(|k| matches!(p.w(k), "last" | "move" | "stuck"));
    let found = p.error("misplaced-word", "Who wins is not a clause of a game", p.over(0, p.len()));
    let found = found.note(
        "A player who cannot move loses. A question asks about misère play with `under misere` at its end.",
    );
    (below
        && one_line
        && verb
        && about
        && (0..last).all(|k| p.is_name(k) || p.w(k) == "move" || p.w(k) == "not"))
    .then(|| found.hint("Can it be left out?").replace(p.over(0, p.len()), ""))
}

/// `{1, 2 or 3}`, `{1 or 2}`
fn numbers_joined_by_or(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| matches!(p.w(i), "{" | "[" | "(")).find_map(|open| {
        let close = p.closing(open)?;
        let plain = (open + 1..close).all(|k| p.is_number(k) || matches!(p.w(k), "," | "or" | "and"));
        let word = (open + 1..close).find(|&k| matches!(p.w(k), "or" | "and"))?;
        let numbers: Vec<&str> = (open + 1..close).filter(|&k| p.is_number(k)).map(|k| p.w(k)).collect();
        let found = p.error("foreign-word", "Commas separate the numbers of a set", p.span(word));
        (plain && p.w(open) == "{")
            .then(|| found.instead(p.over(open, close + 1), format!("{{{}}}", numbers.join(", "))))
    })
}

/// `any(x > k, x in s)`; a move may have such a name, and equations among its choices.
fn condition_then_choice(p: &Phrase) -> Option<Diagnostic> {
    let fold = |i: usize| matches!(p.w(i), "any" | "all" | "none" | "sum") && p.w(i + 1) == "(";
    (1..p.len()).filter(|&i| fold(i) && p.w(i - 1) != "move").find_map(|i| {
        let close = p.closing(i + 1)?;
        let each = parts(p, i + 2, close, |w| w == ",");
        let (&(_, end), choices) = each.split_first()?;
        let chosen = |&(a, _): &(usize, usize)| p.is_name(a) && matches!(p.w(a + 1), "in" | "∈");
        let runs = p.find(i + 2, |k| p.w(k) == "for").is_some_and(|k| k < close);
        let found = p.error(
            "misplaced-word",
            format!("The range of `{}` comes after `for`", p.w(i)),
            p.over(end, close),
        );
        let text = format!(" for {}", p.text(end + 1, close));
        (!choices.is_empty() && choices.iter().all(chosen) && !runs && !chosen(&each[0]))
            .then(|| found.hint(meant(text.trim())).replace(p.between(end - 1, close), text))
    })
}

/// `s without i`, where i runs through the places of a list or a text
fn place_left_out(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| p.w(i - 1) == "without" && p.is_name(i) && p.is_name(i - 2)).find_map(|i| {
        let (row, place) = (p.w(i - 2), p.w(i));
        let placed = |k: &usize| {
            let of = |at: usize| p.w(at) == "(" && p.w(at + 1) == row;
            let bound = p.w(*k) == place && p.w(k + 1) == "in";
            bound
                && (p.w(k + 2) == "indices" && of(k + 3)
                    || p.w(k + 3) == ".." && p.w(k + 4) == "size" && of(k + 5))
        };
        let ordered = matches!(p.type_of(row), "list" | "text") && !matches!(p.back(i, 3), "." | ")");
        (ordered && (1..i).any(|k| placed(&k))).then_some(())?;
        let text = format!("{row}[1..{place}-1] + {row}[{place}+1..]");
        let found =
            p.error("wrong-type", "Leave out an entry by joining the parts around it", p.over(i - 2, i + 1));
        Some(found.instead(p.over(i - 2, i + 1), text))
    })
}

/// `s[-1..]`, `s[1..-1]`: places counted from the end
fn place_from_the_end(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|open| {
        let of = p.w(open) == "[" && p.view.ends_operand(open - 1);
        let close = p.closing(open).filter(|_| of)?;
        let slice = p.find(open + 1, |k| p.w(k) == "..").is_some_and(|k| k < close);
        let negative = |k: &usize| {
            p.w(*k) == "-"
                && matches!(p.w(k - 1), "[" | "..")
                && p.is_number(k + 1)
                && matches!(p.w(k + 2), "]" | "..")
        };
        let minus = (open + 1..close).find(negative).filter(|_| slice)?;
        let from_end: u64 = p.w(minus + 1).parse().ok()?;
        let row = p.text(operand(p, open), open);
        let text = if from_end == 1 {
            format!("size({row})")
        } else {
            format!("size({row}) - {}", from_end.checked_sub(1)?)
        };
        let found = p.error(
            "no-such-place",
            "Places are counted from the beginning: from 1",
            p.over(minus, minus + 2),
        );
        // `s[1..-1]` of other languages leaves out the last entry, which `size(s)` would not.
        let all = from_end == 1 && p.w(minus - 1) == ".." && p.text(open + 1, minus - 1) == "1";
        let text = if all { format!("size({row}) - 1") } else { text };
        Some(found.instead(p.over(minus, minus + 2), text))
    })
}
