//! Clauses in other orders and with other words: `if n > 0: move ...`, `to W(n - k) for k in 1..n`, `to x[i] := 0`.

use super::phrase::{Phrase, Way, meant, shown};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    choices_first,
    defined_move,
    header_below,
    assigned,
    condition_first,
    choices_last,
    rule_by_arrow,
    listed_moves,
    other_words,
    owned,
    several_targets,
    trailing_comma,
];

/// Clauses above the first line of their game.
fn header_below(p: &Phrase) -> Option<Diagnostic> {
    let end = p.span(p.len() - 1).range().end;
    let rest = &p.view.text[end..];
    let start = end + rest.len() - rest.trim_start().len();
    let line = p.view.text[start..].lines().next()?;
    let next = p.view.text[start + line.len()..].trim_start();
    let clauses = ["move", "ends", "wins", "left", "right", "splits"].iter().any(|w| next.starts_with(w));
    let header = line.starts_with("game ") || line.starts_with("loopy game ");
    (p.view.starts_clause(0) && header && !clauses).then(|| {
        let gone = crate::source::Span::new(p.file, end, start + line.len());
        let found = p.error("misplaced-clause", format!("`{}` belongs inside a game", p.w(0)), p.span(0));
        let found = found.hint(format!("Does it belong below `{}`?", shown(line.trim_end())));
        found.replace(p.before(0), format!("{}\n", line.trim_end())).replace(gone, "")
    })
}

fn assigns(word: &str) -> bool {
    matches!(word, "=" | ":=" | "+=" | "-=" | "←" | "<-")
}

/// The words `to` of moves, outside all brackets.
fn targets<'p>(p: &'p Phrase) -> impl Iterator<Item = usize> + 'p {
    let outside = |i: &usize| {
        let start = (0..*i).rev().find(|&k| p.w(k) == "move");
        start.is_some_and(|s| p.find(s, |k| k == *i) == Some(*i))
    };
    (0..p.len()).filter(|&i| p.is_game() && p.w(i) == "to").filter(outside)
}

/// `to x[i] := 0`, `to n -= k, m := m + 1`
fn assigned(p: &Phrase) -> Option<Diagnostic> {
    targets(p).find_map(|to| {
        let (game, params) = p.header()?;
        let mut values: Vec<String> = params.iter().map(|&i| p.w(i).to_owned()).collect();
        let end = p.clause_end(to);
        let mut from = to + 1;
        while from < end {
            let next = p.find(from, |k| p.w(k) == ",").filter(|&k| k < end).unwrap_or(end);
            let which = params.iter().position(|&i| p.w(i) == p.w(from))?;
            values[which] = new_value(p, from, next)?;
            from = next + 1;
        }
        let text = format!("{game}({})", values.join(", "));
        let found = p.error(
            "put-entry",
            "Nothing changes its value: a move leads to another position",
            p.over(to + 1, end),
        );
        (from > to + 1).then(|| found.instead(p.over(to + 1, end), text))
    })
}

/// What `n -= k` or `x[i] := e` makes of the parameter at `from`.
fn new_value(p: &Phrase, from: usize, end: usize) -> Option<String> {
    let entry = p.w(from + 1) == "[";
    let behind = if entry { p.closing(from + 1)? + 1 } else { from + 1 };
    let arrow = p.w(behind) == "<" && p.w(behind + 1) == "-";
    (assigns(p.w(behind)) || arrow).then_some(())?;
    let old = p.text(from, behind);
    let value = p.text(behind + 1 + usize::from(arrow), end);
    let value = match p.w(behind) {
        "-=" => format!("{old} - {value}"),
        "+=" => format!("{old} + {value}"),
        _ => value.to_owned(),
    };
    Some(match entry {
        true => format!("put({}, {}, {value})", p.w(from), p.text(from + 2, behind - 1)),
        false => value,
    })
}

/// `if n > 0: move take ...`, `where n > 0 move take ...`
fn condition_first(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let first =
            matches!(p.w(i), "if" | "where" | "when" | "while") && p.view.first_on_line(i) && p.is_game();
        let next = (i + 1..p.len()).find(|&k| p.w(k) == "move").filter(|_| first)?;
        let to = targets(p).find(|&k| k > next)?;
        let end = next - usize::from(matches!(p.w(next - 1), ":" | "then" | ","));
        let condition = p.text(i + 1, end);
        let guarded = p.find(next, |k| p.w(k) == "where").is_some_and(|k| k < to);
        let word = if guarded { "and" } else { "where" };
        let found = p.error("misplaced-where", "The condition of a move comes before `to`", p.over(i, end));
        let found = found.hint(format!("Did you mean `move ... {word} {} to ...`?", shown(condition)));
        let found = found.replace(p.over(i, next).to(p.before(next)), "");
        Some(found.replace(p.before(to), format!("{word} {condition} ")))
    })
}

/// `for all k in 1..n move take to W(n - k)`, `for each k in S: move take to W(n - k)`
fn choices_first(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.w(i) == "for" && p.view.first_on_line(i)).find_map(|i| {
        let name = i + 1 + usize::from(matches!(p.w(i + 1), "all" | "each" | "every" | "any" | "some"));
        // `for k in range(n): move ...` has a message of its own.
        (p.w(name + 2) != "range").then_some(())?;
        (p.is_name(name) && matches!(p.w(name + 1), "in" | "∈")).then_some(())?;
        let word = |k: usize| matches!(p.w(k), "move" | "yield" | "return") || is_arrow(p.w(k));
        let start = (name + 2..p.clause_end(i)).chain([p.clause_end(i)]).find(|&k| word(k))?;
        if p.w(start) != "move" {
            return given_for(p, i, name, start);
        }
        p.is_name(start + 1).then_some(())?;
        let end = start - usize::from(matches!(p.w(start - 1), ":" | "," | "do"));
        let choice = p.text(name, end);
        let found =
            p.error("misplaced-word", "The choices of a move are written in its parentheses", p.over(i, end));
        let found = found.hint(meant(&format!("move {}({choice})", p.w(start + 1))));
        let found = found.replace(p.over(i, start).to(p.before(start)), "");
        let label = start + 1;
        // `move take(k)` names again what is chosen.
        let named = p.w(label + 1) == "(" && p.w(label + 2) == p.w(name) && p.w(label + 3) == ")";
        Some(match p.w(label + 1) {
            "(" if named => found.replace(p.span(label + 2), choice),
            "(" => found.replace(p.before(label + 2), format!("{choice}, ")),
            _ => found.replace(p.behind(label), format!("({choice})")),
        })
    })
}

fn is_arrow(word: &str) -> bool {
    matches!(word, "->" | "=>" | "→")
}

/// `for k in 1..n yield W(n - k)`: a move without the word
fn given_for(p: &Phrase, i: usize, name: usize, word: usize) -> Option<Diagnostic> {
    let end = p.clause_end(i);
    let choice_end = word - usize::from(matches!(p.w(word - 1), ":" | ","));
    let called = p.w(word + 1).starts_with(char::is_uppercase) && p.w(word + 2) == "(";
    let text = format!("move take({}) to {}", p.text(name, choice_end), p.text(word + 1, end));
    let found = p.error("missing-move", "A move has a name, its choices, and where it leads", p.over(i, end));
    called.then(|| found.instead(p.over(i, end), text))
}

/// `def take(k in 1..n): W(n - k)` among the clauses of a game
fn defined_move(p: &Phrase) -> Option<Diagnostic> {
    let (game, _) = p.header().filter(|_| p.is_game())?;
    let line = |i: usize| {
        let word =
            matches!(p.w(i), "def" | "fn" | "func" | "function" | "fun" | "let") && p.view.first_on_line(i);
        let close = p.closing(i + 2).filter(|_| word && p.is_name(i + 1) && p.w(i + 2) == "(")?;
        let sign = close + 1;
        let from = sign + 1 + usize::from(p.w(sign + 1) == "return");
        let joined = matches!(p.w(sign), ":" | "=" | "to") || is_arrow(p.w(sign));
        (joined && p.w(from) == game && matches!(p.w(i + 4), "in" | "∈")).then_some((i, sign, from))
    };
    let (i, sign, from) = (2..p.len()).find_map(line)?;
    let found =
        p.error("missing-move", "A move begins with `move`, and leads `to` a position", p.over(i, sign + 1));
    let found = found.hint(meant(&format!("move {}(...) to", p.w(i + 1))));
    Some(found.replace(p.span(i), "move").replace(p.between(sign - 1, from), " to "))
}

/// `move take to W(n - k) for k in 1..n`
fn choices_last(p: &Phrase) -> Option<Diagnostic> {
    targets(p).find_map(|to| {
        let end = p.clause_end(to);
        let last = p.find(to + 1, |k| p.w(k) == "for").filter(|&k| k < end)?;
        let label = (0..to).rev().find(|&k| p.w(k) == "move")? + 1;
        let choices = p.text(last + 1, end).trim_end_matches([',', ':', '.']);
        let text = match (label == to, label + 1 == to) {
            (true, _) => format!("take({choices}) "),
            (_, true) => format!("{}({choices})", p.w(label)),
            _ => return None,
        };
        let place = if label == to { p.before(to) } else { p.span(label) };
        let found =
            p.error("missing-parentheses", "The choices of a move follow its name", p.over(last, end));
        let found = found.hint(meant(&format!("move {}", text.trim()))).replace(place, text);
        Some(found.replace(p.tail(last, end), ""))
    })
}

/// `n -> n - k`, `W(n) -> W(n - k) for k in 1..n`
fn rule_by_arrow(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|_| p.is_game())?;
    let begins =
        |i: usize| p.view.first_on_line(i) && (p.w(i) == game || params.iter().any(|&k| p.w(k) == p.w(i)));
    let called =
        |i: usize| p.view.first_on_line(i) && p.w(i) == "move" && p.w(i + 1) == game && p.w(i + 2) == "(";
    (2..p.len()).filter(|&i| begins(i) || called(i)).find_map(|i| {
        let arrow =
            p.find(i + usize::from(called(i)), |k| matches!(p.w(k), "->" | "→" | "=>" | "⇒" | "↦" | "to"))?;
        let lines = |k: usize| k > arrow && p.view.first_on_line(k);
        let end = (arrow + 1..p.len()).find(|&k| lines(k)).unwrap_or(p.len());
        let last = p.find(arrow + 1, |k| p.w(k) == "for").filter(|&k| k < end).unwrap_or(end);
        let target = p.text(arrow + 1, last);
        let known = |k: usize| params.iter().any(|&q| p.w(q) == p.w(k)) || p.w(k + 1) == "(";
        let open = (arrow + 1..last).find(|&k| p.is_name(k) && !known(k));
        let number = p.some_number("n");
        let choices = match (last < end, open) {
            (true, _) => format!("({})", p.text(last + 1, end)),
            (false, Some(k)) => format!("({} in 1..{number})", p.w(k)),
            (false, None) => String::new(),
        };
        let target = if p.w(arrow + 1) == game { target.to_owned() } else { format!("{game}({target})") };
        let text = format!("move take{choices} to {target}");
        let found =
            p.error("missing-move", "A move has a name, its choices, and where it leads", p.over(i, end));
        Some(found.instead(p.over(i, end), text))
    })
}

/// `moves = [W(n - k) for k in 1..n]`, `moves: W(n - 1), W(n - 2)`
fn listed_moves(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "moves" | "move" | "options" | "followers") && p.view.first_on_line(i);
        // `options(n) = ...`
        let sign = if p.w(i + 1) == "(" { p.closing(i + 1)? + 1 } else { i + 1 };
        let bare = p.w(i) != "move" && p.header().is_some_and(|(game, _)| game == p.w(i + 1));
        (p.is_game() && word && (bare || matches!(p.w(sign), "=" | ":" | ":="))).then_some(())?;
        let function = matches!(p.w(sign + 1), "lambda" | "\\") && p.w(sign + 3) == ":";
        let list = if bare { i + 1 } else { sign + if function { 4 } else { 1 } };
        let bracket = matches!(p.w(list), "[" | "{");
        let from = list + usize::from(bracket);
        let end = if bracket { p.closing(list)? } else { p.clause_end(i) };
        let text = match p.find(from, |k| p.w(k) == "for").filter(|&k| k < end) {
            Some(last) => format!("move take({}) to {}", p.text(last + 1, end), p.text(from, last)),
            None if (from..end).all(|k| p.is_number(k) || p.w(k) == ",") => numbers_taken(p, from, end)?,
            None => one_by_one(p, from, end),
        };
        let found =
            p.error("missing-move", "Each kind of move has a name, and leads `to` a position", p.span(i));
        let behind = if bracket { end + 1 } else { end };
        Some(found.hint(meant(text.lines().next().unwrap_or(""))).replace(p.over(i, behind), text))
    })
}

/// `moves = {1, 2, 3}`: the numbers that may be taken from the only number of a position
fn numbers_taken(p: &Phrase, from: usize, end: usize) -> Option<String> {
    let (game, params) = p.header()?;
    let &[n] = params.as_slice() else { return None };
    let n = p.w(n);
    let k = if n == "k" { "taken" } else { "k" };
    p.is_counted(n)
        .then(|| format!("move take({k} in {{{}}} where {k} <= {n}) to {game}({n} - {k})", p.text(from, end)))
}

/// A move for each of the positions in a list.
fn one_by_one(p: &Phrase, from: usize, end: usize) -> String {
    let mut moves = vec![];
    let mut start = from;
    while start < end {
        let next = p.find(start, |k| p.w(k) == ",").filter(|&k| k < end).unwrap_or(end);
        moves.push(format!("move take{}{}", moves.len() + 1, leads_to(p, start, next)));
        start = next + 1;
    }
    moves.join("\n  ")
}

/// Where a move leads that is given by a position, or by what becomes of the only number of one: `n - 2`.
fn leads_to(p: &Phrase, from: usize, end: usize) -> String {
    let becomes = |(game, params): (&str, Vec<usize>)| {
        let &[n] = params.as_slice() else { return None };
        let of_number =
            p.is_counted(p.w(n)) && p.w(from) == p.w(n) && (end == from + 1 || p.w(from + 1) != "(");
        let less = p.w(from + 1) == "-" && end == from + 3 && p.is_number(from + 2);
        let guard = if less { format!(" where {} >= {}", p.w(n), p.w(from + 2)) } else { String::new() };
        of_number.then(|| format!("{guard} to {game}({})", p.text(from, end)))
    };
    p.header().and_then(becomes).unwrap_or_else(|| format!(" to {}", p.text(from, end)))
}

/// `end when`, `loses when`, `starts at`
fn other_words(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.view.first_on_line(i)).find_map(|i| {
        let condition = matches!(p.w(i + 1), "when" | "if" | "where" | "with" | "at" | ":");
        if matches!(p.w(i), "draw" | "drawn" | "draws" | "tie" | "tied")
            && matches!(p.w(i + 1), "when" | "if")
        {
            let found = p.error("foreign-word", "No clause makes a position a draw", p.over(i, i + 2));
            let found =
                found.note("A draw is play that neither player has to end: in a `loopy game`, it may.");
            return Some(found.instead(p.over(i, i + 2), "ends when"));
        }
        let (own, behind) = match p.w(i) {
            "end" | "stop" | "stops" | "over" | "terminal" | "finished" if condition => ("ends when", i + 2),
            "lose" | "loses" | "lost" | "loss" if condition => ("ends when", i + 2),
            "win" | "won" | "victory" if condition => ("wins when", i + 2),
            "draw" | "display" | "drawing" | "looks" if !matches!(p.w(i + 1), "(" | "to") => {
                ("picture", i + 1 + usize::from(matches!(p.w(i + 1), ":" | "=" | "like" | "as")))
            }
            "picture" | "decreases" if matches!(p.w(i + 1), ":" | "=") => (p.w(i), i + 2),
            "decreasing" | "measure" | "variant" | "decrease" if !matches!(p.w(i + 1), "(" | "to") => {
                ("decreases", i + 1 + usize::from(matches!(p.w(i + 1), ":" | "=" | "in" | "by")))
            }
            "start" | "starts" | "begin" | "begins" | "starting" | "initial" => {
                let more = |w: &str| {
                    matches!(w, "at" | "with" | "from" | "in" | "as" | "=" | ":" | ":=" | "position")
                };
                let from = (i + 1..p.len()).find(|&k| !more(p.w(k)))?;
                (from > i + 1 || p.w(i) != "starts").then_some(("starts", from))?
            }
            _ => return None,
        };
        let found = p.error(
            "misspelt-word",
            format!("`{}` is not how a clause begins", shown(p.text(i, behind))),
            p.over(i, behind),
        );
        let found = match p.w(i).starts_with("lo") {
            true => {
                found.note("A player who cannot move loses: where play is over, the player to move has lost.")
            }
            false => found,
        };
        Some(found.instead(p.over(i, behind), own))
    })
}

/// `player 1 move take`, `move left take`
pub(super) fn owned(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.view.first_on_line(i)).find_map(|i| {
        let side = |w: &str| match w.to_lowercase().as_str() {
            "1" | "one" | "a" | "left" | "first" | "blue" => Some("left"),
            "2" | "two" | "b" | "right" | "second" | "red" => Some("right"),
            _ => None,
        };
        let (owner, end) = match p.w(i).to_lowercase().as_str() {
            "player" if p.w(i + 2) == "move" => (side(p.w(i + 1))?, i + 3),
            "left" | "right" if matches!(p.w(i + 1), "player" | "only" | "can" | "may") => {
                let end = (i + 2..p.len().min(i + 4)).find(|&k| p.w(k) == "move")?;
                (side(p.w(i))?, end + 1)
            }
            // `move(Left) x to A`
            "move" if p.w(i + 1) == "(" && p.w(i + 3) == ")" && p.is_name(i + 4) => {
                (side(p.w(i + 2))?, i + 4)
            }
            "move" if p.is_name(i + 2) && matches!(p.w(i + 3), "(" | "to" | "where") => {
                (side(p.w(i + 1)).filter(|_| p.w(i + 1).len() > 3)?, i + 2)
            }
            _ => return None,
        };
        let found = p.error("misplaced-word", "The owner of a move comes before `move`", p.over(i, end));
        let found = found.note("Without `left` or `right`, both players may make it.");
        Some(found.instead(p.over(i, end), format!("{owner} move")))
    })
}

/// `to D(k), D(n - k)`
fn several_targets(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header()?;
    targets(p).find_map(|to| {
        let end = p.clause_end(to);
        let commas =
            || (to + 1..end).filter(|&k| p.w(k) == "," && p.find(to + 1, |m| m == k).is_some()).count();
        if p.w(to + 1) != game && params.len() > 1 && commas() + 1 == params.len() {
            let text = format!("{game}({})", p.text(to + 1, end));
            let found = p.error(
                "target-not-position",
                "A position is the name of the game with arguments",
                p.over(to + 1, end),
            );
            return Some(found.instead(p.over(to + 1, end), text));
        }
        let comma = p.find(to + 1, |k| p.w(k) == ",").filter(|&k| k + 1 < end && p.w(k + 1) == game)?;
        if let Some(found) = each_by_a_move(p, to, end) {
            return Some(found);
        }
        let found = p.error(
            "unexpected",
            "A move leads to one position: parts side by side are a sum",
            p.span(comma),
        );
        Some(found.hint("Did you mean `+`, both side by side?").replace(p.span(comma), " +"))
    })
}

/// `move step to K(a - 1, b), K(a, b - 1)`: nothing is chosen, and each position is smaller by itself.
fn each_by_a_move(p: &Phrase, to: usize, end: usize) -> Option<Diagnostic> {
    let start = (0..to).rev().find(|&k| p.w(k) == "move")?;
    let start = start - usize::from(matches!(p.back(start, 1), "left" | "right"));
    let chooses = (start..to).any(|k| p.w(k) == "(");
    let each = super::picking::parts(p, to + 1, end, |w| w == ",");
    let smaller = |&(a, b): &(usize, usize)| (a..b).any(|k| p.w(k) == "-" && p.is_number(k + 1));
    let front = p.text(start, to + 1);
    let moves: Vec<String> = each.iter().map(|&(a, b)| format!("{front} {}", p.text(a, b))).collect();
    let found =
        p.error("unexpected", "A move leads to one position: each needs its own move", p.over(to + 1, end));
    (!chooses && each.len() > 1 && each.iter().all(smaller)).then(|| {
        found
            .hint(format!("Did you mean {} moves?", each.len()))
            .replace(p.over(start, end), moves.join("\n  "))
    })
}

/// `game Pile(n: nat),`
fn trailing_comma(p: &Phrase) -> Option<Diagnostic> {
    let ends = |i: &usize| {
        p.w(*i) == "," && (i + 1 == p.len() || p.view.first_on_line(i + 1) && p.view.starts_clause(i + 1))
    };
    let commas: Vec<usize> = (1..p.len()).filter(ends).collect();
    let first = *commas.first()?;
    let found = p.error("unexpected", "No comma is needed at the end of a line", p.span(first));
    let found = found.hint("Can it be left out?");
    Some(commas.into_iter().fold(found, |d, i| d.replace(p.span(i), "")))
}
