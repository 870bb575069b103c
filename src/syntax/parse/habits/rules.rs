//! The rules of a game as a leaflet tells them: lists with dashes or numbers, `moves:`, `blue move`, `game over when`,
//! `last player wins`, conditions with `provided`.

use super::phrase::{Phrase, Way, meant, shown};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] = &[
    game_over,
    header_word,
    default_value,
    names_for_parameters,
    block_of_moves,
    bulleted,
    coloured,
    sentence,
    no_moves_left,
    ends_at,
    starts_by_value,
    decreases_by,
    condition_in_words,
    named_behind,
    changed_in_place,
    element_of,
    two_names_one_source,
    touching_in_words,
];

/// `game over when n == 0`, on a line of its own
fn game_over(p: &Phrase) -> Option<Diagnostic> {
    let over = p.w(0) == "game" && matches!(p.w(1), "over" | "ends" | "end" | "finished");
    let condition = matches!(p.w(2), "when" | "if" | "where" | "at");
    let found = p.error("misspelt-word", "`ends when` declares the end of play", p.over(0, 3));
    (over && condition).then(|| found.instead(p.over(0, 3), "  ends when"))
}

/// The token after the parameters.
pub(super) fn header_end(p: &Phrase) -> Option<usize> {
    let open = if p.w(0) == "loopy" { 3 } else { 2 };
    Some(p.closing(open).filter(|_| p.is_game() && p.w(open) == "(")? + 1)
}

/// `game Pile(n: nat) where`, `game Pile(n: nat) has`
fn header_word(p: &Phrase) -> Option<Diagnostic> {
    let i = header_end(p)?;
    let word = matches!(p.w(i), "where" | "with" | "of" | "do" | "has" | "does" | "when" | "rules" | "then");
    let moves = p.view.starts_clause(i + 1) || p.w(i + 1) == ":" && p.view.starts_clause(i + 2);
    let end = if p.w(i + 1) == ":" { i + 2 } else { i + 1 };
    let found = p.error(
        "after-header",
        "The moves of a game follow its first line, with nothing between",
        p.over(i, end),
    );
    (word && moves)
        .then(|| found.hint(format!("Can `{}` be left out?", p.text(i, end))).replace(p.tail(i, end), ""))
}

/// `S: set of nat = {1, 2}` among the parameters
fn default_value(p: &Phrase) -> Option<Diagnostic> {
    let end = header_end(p).or_else(|| Some(p.closing(2).filter(|_| p.w(0) == "let")? + 1))?;
    let colon = (2..end).find(|&k| p.w(k) == ":")?;
    let i = p.find(colon, |k| p.w(k) == "=").filter(|&k| k < end)?;
    let next = p.find(i + 1, |k| p.w(k) == ",").filter(|&k| k < end).unwrap_or(end - 1);
    let found = p.error(
        "missing-parameter",
        "A parameter has no default: each position gives its value",
        p.over(i, next),
    );
    Some(found.hint("Can it be left out?").replace(p.tail(i, next), ""))
}

/// `game Pile n`, `game Pile n m`
fn names_for_parameters(p: &Phrase) -> Option<Diagnostic> {
    let from = if p.w(0) == "loopy" { 3 } else { 2 };
    let mut end = from;
    while p.is_game()
        && p.is_name(from - 1)
        && (p.is_name(end) || p.w(end) == ",")
        && !p.view.first_on_line(end)
    {
        end += 1;
    }
    let names: Vec<String> =
        (from..end).filter(|&k| p.is_name(k)).map(|k| format!("{}: nat", p.w(k))).collect();
    let text = format!("({})", names.join(", "));
    let small = (from..end).all(|k| p.w(k).starts_with(|c: char| c.is_lowercase() || c == ','));
    let clause = p.view.starts_clause(end) || matches!(p.w(end), ":" | "=");
    (!names.is_empty() && clause && small).then(|| {
        let found =
            p.error("missing-parentheses", "Parameters are written in parentheses", p.over(from, end));
        found.hint(meant(&format!("{}{text}", p.w(from - 1)))).replace(p.tail(from, end), text)
    })
}

/// `moves:` on a line of its own, and below it moves without the word `move`
fn block_of_moves(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| {
        let word =
            matches!(p.w(i), "moves" | "options" | "rules" | "actions" | "transitions" | "move" | "rule");
        p.is_game() && word && p.view.first_on_line(i)
    })?;
    let from = i + 1 + usize::from(matches!(p.w(i + 1), ":" | "=" | "{"));
    let lines: Vec<usize> =
        (from..p.len()).filter(|&k| p.view.first_on_line(k) && p.view.lacks_move(k)).collect();
    let first = *lines.first().filter(|&&k| k == from)?;
    let found = p.error("missing-move", "A move begins with the word `move`", p.span(i));
    let found = found.hint(meant(&format!("move {}", p.w(first)))).replace(p.over(i, from), "");
    Some(lines.into_iter().fold(found, |d, k| d.replace(p.before(k), "move ")))
}

/// `- take(k in 1..n) to ...`, `1. take(...) to ...`, `can take(...) to ...`
fn bulleted(p: &Phrase) -> Option<Diagnostic> {
    let bullet = |i: usize| {
        let sign = matches!(
            p.w(i),
            "def"
                | "function"
                | "fn"
                | "func"
                | "method"
                | "action"
                | "-"
                | "*"
                | "•"
                | "+"
                | "can"
                | "may"
                | "or"
                | "and"
                | "also"
                | "then"
                | "allow"
        );
        let number = p.is_number(i) && matches!(p.w(i + 1), "." | ")" | ":");
        let may = usize::from(matches!(p.w(i), "player" | "players" | "you" | "one" | "they" | "we"));
        let may = may * usize::from(matches!(p.w(i + 1), "may" | "can" | "could" | "must"));
        let sign = sign || may == 1;
        let behind = i + 1 + usize::from(number) + may;
        let moves = p.view.lacks_move(behind) || p.w(behind) == "move";
        (p.view.first_on_line(i) && (sign || number) && moves).then_some((i, behind))
    };
    let all: Vec<(usize, usize)> = (2..p.len()).filter(|_| p.is_game()).filter_map(bullet).collect();
    let &(first, behind) = all.first()?;
    let found = p.error("missing-move", "A move begins with the word `move`", p.over(first, behind));
    let label = if p.w(behind) == "move" { behind + 1 } else { behind };
    let found = found.hint(meant(&format!("move {}", p.w(label))));
    Some(all.into_iter().fold(found, |d, (i, behind)| {
        let own = if p.w(behind) == "move" { "" } else { "move" };
        let place = if own.is_empty() { p.span(i).to(p.before(behind)) } else { p.over(i, behind) };
        d.replace(place, own)
    }))
}

/// `blue move a(...)`, `white: move a(...)`: the first colour is Left's.
fn coloured(p: &Phrase) -> Option<Diagnostic> {
    let owner = |i: usize| {
        let heading = matches!(p.w(i), "moves" | "rules" | "options" | "rule" | "turn" | "turns");
        let name = p.is_name(i) && p.view.first_on_line(i) && p.w(i + 1) != "move" && !heading;
        let foreign = name
            || !heading && p.is_name(i) && p.view.first_on_line(i) && !matches!(p.w(i), "left" | "right");
        let numbered =
            usize::from(p.w(i).eq_ignore_ascii_case("player") && !matches!(p.w(i + 1), ":" | "move"));
        let sign = i + 1 + numbered;
        let behind = sign + usize::from(matches!(p.w(sign), ":" | "'s" | "-"));
        let moves = p.w(behind) == "move" || behind > sign && p.view.lacks_move(behind);
        (foreign && moves).then_some((i, behind))
    };
    let all: Vec<(usize, usize)> = (2..p.len()).filter(|_| p.is_game()).filter_map(owner).collect();
    let side = |i: usize| if p.w(i).eq_ignore_ascii_case("player") { p.w(i + 1) } else { p.w(i) };
    let mut sides: Vec<&str> = vec![];
    all.iter().for_each(|&(i, _)| {
        if !sides.contains(&side(i)) {
            sides.push(side(i))
        }
    });
    let &(first, behind) = all.first().filter(|_| sides.len() <= 2)?;
    let found = p.error("misplaced-word", "The owner of a move comes before `move`", p.over(first, behind));
    let found =
        found.note("The players are Left and Right. Without `left` or `right`, both may make the move.");
    let own = |i: usize| match p.w(i).to_lowercase().as_str() {
        "left" => "left",
        "right" => "right",
        _ if sides.first() == Some(&side(i)) => "left",
        _ => "right",
    };
    let found = found.hint(meant(&format!("{} move", own(first))));
    Some(all.into_iter().fold(found, |d, (i, behind)| {
        let word = if p.w(behind) == "move" { "" } else { " move" };
        d.replace(p.over(i, behind), format!("{}{word}", own(i)))
    }))
}

/// `last player wins`, `misere`, `normal play`: a line that says how to play.
fn sentence(p: &Phrase) -> Option<Diagnostic> {
    let begins = |i: usize| {
        let article = i + usize::from(p.w(i).eq_ignore_ascii_case("the"));
        let word = p.w(article).to_lowercase();
        let player = matches!(word.as_str(), "last" | "player" | "players" | "whoever" | "loser" | "winner");
        let rule = matches!(word.as_str(), "misere" | "misère" | "normal" | "impartial" | "partizan");
        let line = (i + 1..p.len()).take_while(|&k| !p.view.first_on_line(k));
        let moves = line.clone().any(|k| p.w(k) == "move" || p.w(k) == "to" && p.w(k + 2) == "(");
        p.view.first_on_line(i) && (player || rule) && !matches!(p.w(article + 1), "(" | "move") && !moves
    };
    let i = (2..p.len()).find(|&i| p.is_game() && begins(i))?;
    let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    let found = p.error(
        "misplaced-word",
        format!("`{}` is not a clause of a game", shown(p.text(i, end))),
        p.over(i, end),
    );
    let found = found.note(
        "A player who cannot move loses. A question asks about misère play with `under misere` at its end.",
    );
    let place = p.tail(i, end);
    let rest_of_line = p.view.text[place.range().end..].lines().next().unwrap_or("");
    let more = Span::new(p.file, place.range().start, place.range().end + rest_of_line.len());
    Some(found.hint("Can it be left out?").replace(if end == p.len() { more } else { place }, ""))
}

/// `ends when no moves`, `ends when there are no moves left`
fn no_moves_left(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| p.is_game() && p.w(i) == "ends" && p.view.first_on_line(i))?;
    let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    let filler = |k: usize| {
        matches!(
            p.w(k),
            "when" | "if" | "there" | "are" | "is" | "no" | "not" | "any" | "a" | "moves" | "move" | "left"
        ) || matches!(
            p.w(k),
            "more" | "player" | "can" | "cannot" | "possible" | "nobody" | "legal" | "remain" | "nothing"
        )
    };
    let plain =
        (i + 1..end).all(filler) && (i + 1..end).any(|k| matches!(p.w(k), "moves" | "move" | "nothing"));
    let found = p.error("unexpected", "Play ends where there is no move", p.over(i, end));
    plain.then(|| found.hint("Can it be left out?").replace(p.tail(i, end), ""))
}

/// `ends at 0`, `wins with 1`
fn ends_at(p: &Phrase) -> Option<Diagnostic> {
    let number = p.some_number("");
    (2..p.len()).find_map(|i| {
        let clause =
            p.is_game() && matches!(p.w(i), "ends" | "wins" | "end" | "stops") && p.view.first_on_line(i);
        let value = matches!(p.w(i + 1), "at" | "with" | "in" | "on" | "by") && p.is_number(i + 2);
        (clause && value && !number.is_empty()).then_some(())?;
        let own = if p.w(i) == "wins" { "wins when" } else { "ends when" };
        let text = format!("{own} {number} == {}", p.w(i + 2));
        let found = p.error("missing-word", format!("After `{}` comes `when`", p.w(i)), p.over(i, i + 3));
        Some(found.instead(p.over(i, i + 3), text))
    })
}

/// `starts n = 7`, `starts with n = 7`
fn starts_by_value(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|_| p.is_game())?;
    (2..p.len()).find_map(|i| {
        let clause = matches!(p.w(i), "starts" | "start" | "begins") && p.view.first_on_line(i);
        let name = (i + 1..i + 3).find(|&k| matches!(p.w(k + 1), "=" | "==" | ":") && p.is_name(k))?;
        let mut values = vec![];
        for &param in &params {
            let place = (name..p.clause_end(i))
                .find(|&k| p.w(k) == p.w(param) && matches!(p.w(k + 1), "=" | "==" | ":"))?;
            values.push(p.text(place + 2, p.part_end(place + 2)));
        }
        let end = p.clause_end(i);
        let text = format!("starts {game}({})", values.join(", "));
        let found = p.error(
            "target-not-position",
            "A position is the name of the game with arguments",
            p.over(i, end),
        );
        clause.then(|| found.instead(p.over(i, end), text))
    })
}

/// `decreases with n`
fn decreases_by(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| p.is_game() && p.w(i) == "decreases")?;
    let word = matches!(p.w(i + 1), "with" | "by" | "in" | "on" | "as" | "along");
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(i + 1)), p.span(i + 1));
    word.then(|| found.hint("Can it be left out?").replace(p.tail(i + 1, i + 2), ""))
}

/// `provided k <= n`, `only if k <= n`, `| k <= n` before `to` or after the target
fn condition_in_words(p: &Phrase) -> Option<Diagnostic> {
    let i = (3..p.len()).find(|&i| {
        let word = matches!(
            p.w(i),
            "provided" | "providing" | "assuming" | "given" | "only" | "|" | "requires" | "require"
        );
        let inside = p.view.tokens[..i].iter().filter(|t| t.token.opens()).count()
            > p.view.tokens[..i].iter().filter(|t| t.token.closes()).count();
        p.is_game() && word && !inside && p.view.ends_operand(i - 1) && (3..i).any(|k| p.w(k) == "move")
    })?;
    let from = i + 1 + usize::from(matches!(p.w(i + 1), "if" | "that" | "when"));
    let end = p.part_end(from);
    let condition = p.text(from, end);
    let start = (0..i).rev().find(|&k| p.w(k) == "move")?;
    let to = (start..i).find(|&k| p.w(k) == "to");
    let found = p.error("missing-where", "A condition follows `where`", p.over(i, from));
    let found = found.hint(format!("Did you mean `where {}`, before `to`?", shown(condition)));
    Some(match to {
        None => found.replace(p.over(i, from), "where"),
        Some(to) => {
            let word = if (start..to).any(|k| p.w(k) == "where" && p.find(start, |m| m == k).is_some()) {
                "and"
            } else {
                "where"
            };
            found.replace(p.before(to), format!("{word} {condition} ")).replace(p.tail(i, end), "")
        }
    })
}

/// `take(k in 1..n) with rest = n - k to ...`
fn named_behind(p: &Phrase) -> Option<Diagnostic> {
    (4..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "with" | "let" | "having" | "using" | "set") && p.w(i - 1) == ")";
        (p.is_game() && word && p.is_name(i + 1) && matches!(p.w(i + 2), "=" | ":=")).then_some(())?;
        let end = p.find(i + 3, |k| matches!(p.w(k), "to" | "where" | "in"))?;
        let text = format!(", {} = {}", p.w(i + 1), p.text(i + 3, end));
        let found =
            p.error("misplaced-word", "A name for a value is one of the choices of a move", p.over(i, end));
        let behind = end + usize::from(p.w(end) == "in" && p.w(end + 1) == "to");
        let found = found.hint(meant(text.trim_start_matches(", "))).replace(p.before(i - 1), text);
        Some(found.replace(p.tail(i, behind), ""))
    })
}

/// `move take(k in 1..n) n := n - k`, `move take(k in 1..n) { n -= k }`, without `to`
fn changed_in_place(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|_| p.is_game())?;
    (4..p.len()).find_map(|i| {
        let start = (0..i).rev().find(|&k| p.w(k) == "move")?;
        let reached = p.find(start, |k| k == i).is_some() && (start..i).all(|k| p.w(k) != "to");
        let from = i + usize::from(matches!(p.w(i), "{" | ":"));
        let which = params.iter().position(|&k| p.w(k) == p.w(from))?;
        let sign = p.w(from + 1);
        let old = p.w(from);
        let end = if p.w(i) == "{" { p.closing(i)? } else { p.part_end(from + 2) };
        let value = p.text(from + 2, end);
        let value = match sign {
            "-=" => format!("{old} - {value}"),
            "+=" => format!("{old} + {value}"),
            "=" | ":=" => value.to_owned(),
            _ => return None,
        };
        let mut values: Vec<&str> = params.iter().map(|&k| p.w(k)).collect();
        values[which] = &value;
        let text = format!("to {game}({})", values.join(", "));
        let behind = if p.w(i) == "{" { end + 1 } else { end };
        let found = p.error(
            "put-entry",
            "No name changes its value: a move leads to another position",
            p.over(i, behind),
        );
        (reached && p.view.ends_operand(i - 1)).then(|| found.instead(p.over(i, behind), text))
    })
}

/// `(c element of S)`, `(c is in S)`, `(c belongs to S)`
fn element_of(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| {
        matches!(
            p.w(k),
            "element" | "member" | "belongs" | "out" | "among" | "inside" | "within" | "is" | "an" | "a"
        ) || matches!(p.w(k), "one" | "some" | "any")
    };
    (2..p.len()).find_map(|i| {
        let begins = matches!(p.w(i - 1), "(" | "," | "for") && p.is_name(i) && word(i + 1);
        let mut end = i + 1;
        while begins && (word(end) || matches!(p.w(end), "of" | "in" | "to")) {
            end += 1;
        }
        let joined = matches!(p.w(end - 1), "of" | "in" | "to" | "among" | "inside" | "within");
        let found = p.error(
            "missing-in",
            format!("The values of `{}` come after `in`", p.w(i)),
            p.over(i + 1, end.max(i + 2)),
        );
        (begins && joined && p.view.starts_operand(end)).then(|| found.instead(p.over(i + 1, end), "in"))
    })
}

/// `take(a, b in S)`: two names for one source
fn two_names_one_source(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let begins = p.w(i - 1) == "(" && p.back(i, 3) == "move" || p.w(i - 1) == "for";
        let one = !matches!(p.w(i + 4), "enumerate" | "zip");
        (begins && one && p.is_name(i) && p.w(i + 1) == "," && p.is_name(i + 2) && p.w(i + 3) == "in")
            .then_some(())?;
        let end = p.find(i + 4, |k| matches!(p.w(k), "," | "where" | ")" | "for")).unwrap_or(p.len());
        let source = p.text(i + 4, end);
        (p.w(i - 1) == "(" || source.contains("..")).then_some(())?;
        let (first, second) = (p.w(i), p.w(i + 2));
        // The first one is a place of a list, if it is used as one.
        let is_place = (end..p.len()).any(|k| {
            let put = p.w(k) == "put" && p.w(k + 2) == source && p.w(k + 4) == first;
            put || p.w(k) == source && p.w(k + 1) == "[" && p.w(k + 2) == first
        });
        let text = match is_place {
            true => format!("{first} in indices({source}), {second} = {source}[{first}]"),
            false => format!("{first} in {source}, {second} in {source}"),
        };
        let found =
            p.error("missing-in", format!("The values of `{}` come after `in`", p.w(i)), p.over(i, end));
        Some(found.instead(p.over(i, end), text))
    })
}

/// `q in free touching p`
fn touching_in_words(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "touching" | "beside" | "next" | "adjacent" | "neighbouring" | "near");
        let name = i + 1 + usize::from(p.w(i + 1) == "to");
        (word && p.view.ends_operand(i - 1) && p.is_name(name)).then_some(())?;
        let text = format!("common touching({})", p.w(name));
        let found = p.error(
            "missing-sign",
            "The argument of `touching` is written in parentheses",
            p.over(i, name + 1),
        );
        Some(found.instead(p.over(i, name + 1), text))
    })
}
