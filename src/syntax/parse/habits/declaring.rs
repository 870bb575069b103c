//! Headers and clauses as other languages declare them: `n :: nat`, `x: nat[3]`, `n: nat in 0..20`, `type Size = nat`,
//! `p: {a: nat, b: nat}`, a line `loopy`, `symmetric G(c, r)`, `decreases r, c`.

use super::phrase::{Phrase, Way, meant, shown};
use super::picking::parts;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] = &[
    named_type,
    loopy_behind,
    record,
    two_colons,
    numbered_type,
    bounded_type,
    way_of_play,
    super::clauses::owned,
    owner_behind,
    winning_line,
    decreases_several,
    same_line_claim,
];

/// What can be read and is never right: `decreases r and c`, `p[0]` of a pair.
pub(super) const NEVER_RIGHT: &[Way] = &[decreases_both, counted_from_zero];

/// What can be read and is not right unless the rest of the text says so: `w[0]`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[counted_from_zero];

/// `type Size = nat`, `enum Colour = red | green`, `data Colour = Red | Green`, `let colour = red | green`
fn named_type(p: &Phrase) -> Option<Diagnostic> {
    let cases = || (3..p.len()).all(|k| if k % 2 == 1 { p.is_name(k) } else { p.w(k) == "|" });
    let word = matches!(p.w(0), "type" | "enum" | "data" | "newtype" | "typedef")
        || p.w(0) == "let" && p.w(2) == "=" && p.len() > 5 && cases();
    (word && p.is_name(1) && matches!(p.w(2), "=" | ":" | "{" | ":=")).then_some(())?;
    let last = p.len() - usize::from(matches!(p.w(p.len() - 1), ";")) - usize::from(p.w(p.len() - 1) == "}");
    let from = 3 + usize::from(p.w(3) == "{" && p.w(2) != "{");
    let end = if p.w(2) == "{" || from == 4 {
        (from..=last).find(|&k| p.w(k) == "}").unwrap_or(last)
    } else {
        last
    };
    let names: Vec<&str> =
        (from..end).filter(|&k| !matches!(p.w(k), "," | "|" | "or")).map(|k| p.w(k)).collect();
    let listed = names.len() > 1 && (from..end).all(|k| p.is_name(k) || matches!(p.w(k), "," | "|" | "or"));
    let text = if listed { names.join(" | ") } else { p.text(from, end).to_owned() };
    let found = p.error("foreign-word", "A type has no name: write it where it is needed", p.over(0, 2));
    let uses = uses(p, p.w(1));
    (!uses.is_empty() && !text.is_empty()).then(|| {
        let found = found.hint(format!("Did you mean `: {}` where `{}` stands?", shown(&text), p.w(1)));
        let found = found.replace(p.over(0, p.len()), "");
        uses.into_iter().fold(found, |d, place| d.replace(place, text.clone()))
    })
}

/// Where a name is as a type: after a colon or `of`.
fn uses(p: &Phrase, name: &str) -> Vec<Span> {
    let text = p.view.text;
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let as_type = |at: usize| {
        let (before, behind) = (text[..at].trim_end(), &text[at + name.len()..]);
        let whole = !behind.starts_with(word) && !text[..at].ends_with(word);
        whole && (before.ends_with(':') || before.ends_with(" of"))
    };
    let places = text.match_indices(name).map(|(at, _)| at).filter(|&at| as_type(at));
    places.map(|at| Span::new(p.file, at, at + name.len())).collect()
}

/// `loopy` after the first line of a game, also `is loopy`.
fn loopy_behind(p: &Phrase) -> Option<Diagnostic> {
    let close = p.closing(2).filter(|_| p.w(0) == "game" && p.w(2) == "(")?;
    let last = close + usize::from(matches!(p.w(close + 1), "is" | "as" | "-" | ":"));
    let behind = p.span(close).range().end;
    let rest = &p.view.text[p.span(last).range().end..];
    let clauses = rest.trim_start().strip_prefix("loopy").filter(|r| r.starts_with([' ', '\n', ':']))?;
    let clauses = clauses.trim_start_matches([':', ' ']).trim_start_matches("true");
    let here = last + 1 == p.len() && !clauses.trim_start().starts_with("game");
    let start = p.view.text.len() - clauses.len();
    let end =
        clauses.find("\n\n").into_iter().chain(clauses.find("\nshow")).chain(clauses.find("\ngame")).min();
    let end = end.unwrap_or(clauses.trim_end().len());
    let place = Span::new(p.file, behind, start + end);
    let found = p.error("misplaced-word", "`loopy` comes before `game`", p.span(0));
    let body = clauses[..end].trim_start();
    here.then(|| {
        found.hint(meant("loopy game")).replace(p.before(0), "loopy ").replace(place, format!("\n  {body}"))
    })
}

/// `p: {a: nat, b: nat}`, `p.a`, `{a: p.a - k, b: p.b}`
fn record(p: &Phrase) -> Option<Diagnostic> {
    let end = super::rules::header_end(p)?;
    let open = (4..end).find(|&k| p.w(k) == "{" && p.w(k - 1) == ":" && p.w(k + 2) == ":")?;
    let close = p.closing(open)?;
    let name = p.w(open - 2);
    let fields = parts(p, open + 1, close, |w| w == ",");
    let names: Vec<&str> = fields.iter().map(|&(a, _)| p.w(a)).collect();
    let types: Vec<&str> = fields.iter().map(|&(a, b)| p.text(a + 2, b)).collect();
    let found =
        p.error("not-an-entry", "The parts of a position have places, not names", p.over(open, close + 1));
    let found = found.hint(format!("Did you mean a tuple, `({})`?", types.join(", ")));
    let mut found = found.replace(p.over(open, close + 1), format!("({})", types.join(", ")));
    for i in close..p.len() {
        if p.w(i) == name && p.w(i + 1) == "." {
            let place = names.iter().position(|&f| f == p.w(i + 2))? + 1;
            found = found.replace(p.over(i + 1, i + 3), format!("[{place}]"));
        }
        if p.w(i) == "{" && matches!(p.w(i + 2), ":" | "=") {
            found = found.replace(p.span(i), "(").replace(p.span(p.closing(i)?), ")");
            for &(a, _) in &parts(p, i + 1, p.closing(i)?, |w| w == ",") {
                found = found.replace(p.over(a, a + 2).to(p.before(a + 2)), "");
            }
        }
    }
    Some(found)
}

/// `n :: nat`
fn two_colons(p: &Phrase) -> Option<Diagnostic> {
    let end = super::rules::header_end(p).or_else(|| Some(p.closing(2).filter(|_| p.w(0) == "let")? + 1))?;
    let twice: Vec<usize> = (3..end).filter(|&k| p.w(k) == ":" && p.w(k + 1) == ":").collect();
    let found = p.error("unexpected", "One colon separates a name from its type", p.span(*twice.first()?));
    let found = found.hint(meant(":"));
    Some(twice.into_iter().fold(found, |d, k| d.replace(p.over(k, k + 2), ":")))
}

/// `x: nat[3]`, `x: nat[]`
fn numbered_type(p: &Phrase) -> Option<Diagnostic> {
    let i = (3..p.len()).find(|&k| {
        matches!(p.w(k), "nat" | "int" | "bool" | "text" | "cell")
            && matches!(p.w(k - 1), ":" | "of")
            && p.w(k + 1) == "["
    })?;
    let mut close = p.closing(i + 1)?;
    let mut depth = 1;
    while p.w(close + 1) == "[" {
        close = p.closing(close + 1)?;
        depth += 1;
    }
    let text = format!("{}{}", "list of ".repeat(depth), p.w(i));
    let found =
        p.error("unknown-type", "A list has any length; its type names its entries", p.over(i, close + 1));
    Some(found.instead(p.over(i, close + 1), text))
}

/// `n: nat in 0..20`, `n: nat where n <= 20`, `n: nat >= 1`
fn bounded_type(p: &Phrase) -> Option<Diagnostic> {
    let end = super::rules::header_end(p).or_else(|| Some(p.closing(2).filter(|_| p.w(0) == "let")? + 1))?;
    (4..end).filter(|&k| matches!(p.w(k), "nat" | "int") && p.w(k - 1) == ":").find_map(|i| {
        let close = p.find(i, |k| matches!(p.w(k), "," | ")"))?;
        let mut from = i + 1;
        from += usize::from(matches!(p.w(from), "where" | "with" | "and" | "when"));
        from += usize::from(p.w(from) == p.w(i - 2));
        let bound = p.text(from + 1, close);
        let text = match p.w(from) {
            "in" => bound.to_owned(),
            "<=" | "≤" => format!("0..{bound}"),
            "<" => format!("0..<{bound}"),
            ">=" | "≥" => format!("{bound}.."),
            ">" => format!("{}..", bound.parse::<u64>().ok()? + 1),
            _ => return None,
        };
        let found =
            p.error("unknown-type", "Numbers within bounds have a range as their type", p.over(i, close));
        (!bound.is_empty()).then(|| found.instead(p.over(i, close), text))
    })
}

/// `game Pile(n: nat) misere`
fn way_of_play(p: &Phrase) -> Option<Diagnostic> {
    let i = super::rules::header_end(p)?;
    let from = i + usize::from(matches!(p.w(i), "under" | "in" | "with"));
    let misere = matches!(p.w(from), "misere" | "misère" | "normal") && !p.view.first_on_line(from);
    let end = from + 1 + usize::from(p.w(from + 1) == "play");
    let found =
        p.error("misplaced-word", "A question says which play it is about, not the game", p.over(i, end));
    let found = found.note("A question asks about misère play with `under misere` at its end.");
    misere.then(|| found.hint("Can it be left out?").replace(p.tail(i, end), ""))
}

/// `move a for Left where ...`, `move a by Left to ...`
fn owner_behind(p: &Phrase) -> Option<Diagnostic> {
    let owner = |i: usize| {
        let word = p.is_game() && matches!(p.w(i), "for" | "by") && i > 3;
        let side = match p.w(i + 1) {
            "Left" | "left" => "left",
            "Right" | "right" => "right",
            _ => return None,
        };
        let start = (i.saturating_sub(30)..i).rev().find(|&k| p.w(k) == "move" || p.view.first_on_line(k))?;
        (word && p.w(start) == "move").then_some((i, start, side))
    };
    let all: Vec<_> = (3..p.len()).filter_map(owner).collect();
    let &(first, _, side) = all.first()?;
    let found =
        p.error("misplaced-word", "The owner of a move comes before `move`", p.over(first, first + 2));
    let found = found.hint(meant(&format!("{side} move")));
    Some(all.into_iter().fold(found, |d, (i, start, side)| {
        d.replace(p.before(start), format!("{side} ")).replace(p.tail(i, i + 2), "")
    }))
}

/// `player wins when n == 1`, `the last to move loses`
fn winning_line(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.view.first_on_line(i)).find_map(|i| {
        let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
        let verb = (i..end).find(|&k| matches!(p.w(k), "wins" | "loses" | "win" | "lose"))?;
        let subject = (i..verb).all(|k| {
            matches!(p.w(k), "player" | "the" | "to" | "move" | "next" | "current" | "last" | "who" | "moves" | "whoever")
        });
        let code = "misplaced-word";
        match p.w(verb + 1) {
            "when" | "if" | "where" if subject && verb > i && p.w(i) != "last" => {
                let own = if p.w(verb).starts_with('w') { "wins when" } else { "ends when" };
                let found = p.error(code, "A clause has no subject: it is about the player to move", p.over(i, verb + 2));
                Some(found.instead(p.over(i, verb + 2), own))
            }
            _ if verb > i && verb + 1 == end && (i..verb).any(|k| p.w(k) == "last") => {
                let found = p.error(code, format!("`{}` is not a clause of a game", shown(p.text(i, end))), p.over(i, end));
                let found = found.note("A player who cannot move loses. A question asks about misère play with `under misere` at its end.");
                Some(found.hint("Can it be left out?").replace(p.tail(i, end), ""))
            }
            _ => None,
        }
    })
}

/// `decreases r, c`, `decreases n with every move`
fn decreases_several(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| p.is_game() && p.w(i) == "decreases")?;
    let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    let word = p
        .find(i + 1, |k| matches!(p.w(k), "with" | "each" | "every" | "always" | "in" | "by"))
        .filter(|&k| k < end);
    if let Some(word) =
        word.filter(|&k| k > i + 1 && p.w(k) != "in" || p.w(k + 1) == "each" || p.w(k + 1) == "every")
    {
        let found = p.error("unexpected", "A measure comes alone", p.over(word, end));
        return Some(found.hint("Can it be left out?").replace(p.tail(word, end), ""));
    }
    let joins = |w: &str| matches!(w, "," | "then" | "or" | "and");
    let comma = p.find(i + 1, |k| joins(p.w(k))).filter(|&k| k + 1 < end)?;
    let numbers: Vec<&str> = parts(p, i + 1, end, joins).into_iter().map(|(a, b)| p.text(a, b)).collect();
    let text = format!("({})", numbers.join(", ").replace(", ,", ","));
    let found = p.error("missing-parentheses", "Several numbers are written in parentheses", p.span(comma));
    Some(found.instead(p.over(i + 1, end), text))
}

/// `decreases r and c`
fn decreases_both(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| {
        p.is_game() && p.w(i) == "decreases" && p.is_name(i + 1) && matches!(p.w(i + 2), "and" | "or")
    })?;
    let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    let joins = |k: usize| matches!(p.w(k), "and" | "or");
    let plain = (i + 1..end).all(|k| p.is_name(k) != joins(k));
    let names: Vec<&str> = (i + 1..end).filter(|&k| !joins(k)).map(|k| p.w(k)).collect();
    let found = p.error("wrong-type", "Several numbers are written in parentheses", p.over(i + 1, end));
    plain.then(|| found.instead(p.over(i + 1, end), format!("({})", names.join(", "))))
}

/// Whether the binder at `k` runs through a parameter that holds cells or tuples.
fn is_of_pairs(p: &Phrase, k: usize) -> bool {
    let params = p.header().map_or(vec![], |h| h.1);
    let source = params.into_iter().find(|&i| p.w(k + 1) == "in" && p.w(i) == p.w(k + 2));
    source.is_some_and(|i| {
        matches!(p.w(i + 2), "set" | "list" | "bag")
            && p.w(i + 3) == "of"
            && matches!(p.w(i + 4), "cell" | "(")
    })
}

/// `p[0]` of a list or a tuple that is a parameter: all its places are one too low.
fn counted_from_zero(p: &Phrase) -> Option<Diagnostic> {
    let params = p.header().map_or(vec![], |header| header.1);
    let chosen = (2..p.len())
        .filter(|&k| p.is_name(k) && p.w(k + 1) == "in" && matches!(p.w(k - 1), "(" | "," | "for"));
    // A row that a `let` of the text writes out.
    let written = (1..p.len()).filter(|&k| p.is_name(k) && p.w(k + 1) == "[");
    params.iter().copied().chain(chosen).chain(written).find_map(|k| {
        let name = p.w(k);
        let place =
            |i: &usize| p.w(*i) == name && p.w(i + 1) == "[" && p.is_number(i + 2) && p.w(i + 3) == "]";
        let all: Vec<usize> = (k..p.len()).filter(place).collect();
        // What is chosen may be a pair: of it only the places 0 and 1 are spoken of.
        let pair = all.iter().all(|&i| matches!(p.w(i + 2), "0" | "1"));
        let known = matches!(p.type_of(name), "(" | "list") || p.w(k + 1) == "[";
        (known || pair && (p.type_of(name) == "cell" || is_of_pairs(p, k))).then_some(())?;
        let zero = *all.iter().find(|&&i| p.w(i + 2) == "0")?;
        let several = all.iter().any(|&i| p.w(i + 2) != "0");
        let found = p.error("index-zero", "Places are counted from 1: there is no place 0", p.span(zero + 2));
        let found = found.hint(format!("Did you mean `{name}[1]`, and all further places one higher?"));
        (several && (p.w(k + 1) != "[" || is_written_out(p, k))).then(|| {
            all.into_iter().fold(found, |d, i| {
                let next = p.w(i + 2).parse::<u64>().map_or(1, |n| n + 1);
                d.replace(p.span(i + 2), next.to_string())
            })
        })
    })
}

/// Whether a `let` of the text gives a name to a list or a tuple that is written out.
fn is_written_out(p: &Phrase, k: usize) -> bool {
    let definition = format!("let {} = ", p.w(k));
    let value = p.view.text.split(&definition).nth(1).and_then(|value| value.chars().next());
    matches!(value, Some('[' | '('))
}

/// `symmetric G(c, r)`, `G(r, c) = G(c, r)` below the moves of the game `G`
fn same_line_claim(p: &Phrase) -> Option<Diagnostic> {
    let start = p.span(0).range().start;
    let above = &p.view.text[..start];
    let indented = above.ends_with([' ', '\t']) && above.contains("game ");
    let called = |k: usize| p.is_name(k) && p.w(k + 1) == "(" && above.contains(&format!("game {}(", p.w(k)));
    let word = matches!(p.w(0), "symmetric" | "symmetry" | "equals" | "equivalent" | "identical");
    let from = match word {
        true => (1..4).find(|&k| called(k))?,
        false => (p.closing(1).filter(|&c| called(0) && matches!(p.w(c + 1), "=" | "==" | "≡" | "~"))? + 2
            ..p.len())
            .next()?,
    };
    let close = p.closing(from + 1).filter(|&c| indented && called(from) && c + 1 == p.len())?;
    let text = format!("same as {}", p.text(from, close + 1));
    let found =
        p.error("misspelt-word", "`same as` claims that positions are worth the same", p.over(0, from));
    Some(found.instead(p.over(0, p.len()), text))
}
