//! How other languages run through numbers: `for n = 1 to 10`, `step 2`, `for i, x in enumerate(s)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    three_parts,
    counted_to,
    stepped,
    several_names,
    second_for,
    semicolon,
    no_for,
    loop_in_front,
    chosen,
    colon_range,
];

/// Whether a bracket before `i` is one of a move's choices, or `for` is before it in the same brackets.
fn in_choices(p: &Phrase, i: usize) -> bool {
    let mut depth = 0usize;
    for k in (0..i).rev() {
        let token = p.view.tokens[k].token;
        match depth {
            0 if token.opens() => return p.back(k, 2) == "move",
            0 if p.w(k) == "for" => return true,
            _ => {}
        }
        depth = if token.closes() { depth + 1 } else { depth - usize::from(token.opens() && depth > 0) };
    }
    false
}

/// `for (k = 1; k <= n; k++) move take(k) to A`, `for (int n = 0; n < 9; n += 2) ...`: the loop of C and Java
fn three_parts(p: &Phrase) -> Option<Diagnostic> {
    let i = (0..p.len()).find(|&i| p.w(i) == "for" && p.w(i + 1) == "(")?;
    let close = p.closing(i + 1)?;
    let first = (i + 2..close).find(|&k| p.w(k) == ";")?;
    let second = (first + 1..close).find(|&k| p.w(k) == ";")?;
    let equals = (i + 2..first).find(|&k| p.w(k) == "=")?;
    let name = p.w(equals - 1);
    let dots = match p.w(first + 2) {
        "<=" | "≤" => "..",
        "<" => "..<",
        _ => return None,
    };
    (p.w(first + 1) == name && (second + 1..close).any(|k| p.w(k) == name)).then_some(())?;
    let from = p.text(equals + 1, first);
    let step = (second + 1..close).find(|&k| p.is_number(k) && p.w(k) != "1").map(|k| p.w(k));
    let guard = step.map_or(String::new(), |s| format!(" where ({name} - {from}) mod {s} == 0"));
    let choice = format!("{name} in {from}{dots}{}{guard}", p.text(first + 3, second));
    let found = p.error(
        "foreign-word",
        "The numbers from one to another are a range, with `..`",
        p.over(i, close + 1),
    );
    let found = found.hint(meant(&choice));
    let next = close + 1 + usize::from(matches!(p.w(close + 1), ":" | "{"));
    if p.w(next) != "move" {
        return Some(found.replace(p.over(i + 1, close + 1), choice));
    }
    let label = next + 1;
    let named = p.w(label + 1) == "(" && p.w(label + 2) == name && p.w(label + 3) == ")";
    let found = found.replace(p.over(i, next).to(p.before(next)), "");
    let found = match p.w(next - 1) == "{" {
        true => found.replace(p.tail(p.closing(next - 1)?, p.closing(next - 1)? + 1), ""),
        false => found,
    };
    Some(match p.w(label + 1) {
        "(" if named => found.replace(p.span(label + 2), choice),
        "(" => found.replace(p.before(label + 2), format!("{choice}, ")),
        _ => found.replace(p.behind(label), format!("({choice})")),
    })
}

/// `for n = 1 to 10`, `for n in 1 to 10`, `for n from 1 to 10`
fn counted_to(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let word = (p.w(i) == "for" && p.is_name(i + 1)).then_some(i + 2)?;
        if !matches!(p.w(word), "in" | "=" | "from" | ":") {
            return None;
        }
        let to = p.find(word + 1, |k| {
            matches!(p.w(k), "to" | "until" | "upto" | "through" | "thru" | ":" | "move")
        })?;
        matches!(p.w(to), "to" | "until" | "upto" | "through" | "thru").then_some(())?;
        let end = p.part_end(to + 1);
        (word + 1 < to && to + 1 < end).then_some(())?;
        let range = format!("{}..{}", p.text(word + 1, to), p.text(to + 1, end));
        let found =
            p.error("missing-in", "The numbers from one to another are a range, with `..`", p.span(to));
        let found = found.hint(meant(&format!("for {} in {range}", p.w(i + 1))));
        Some(found.replace(p.between(i + 1, word + 1), " in ").replace(p.between(to - 1, to + 1), ".."))
    })
}

/// `n in 0..10 step 2`, `n in 0..10 by 2`
fn stepped(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "step" | "by" | "stepping") && p.is_name(i) && p.view.ends_operand(i - 1);
        let from = (0..i).rev().find(|&k| p.w(k) == "in").filter(|_| word)?;
        let dots = p.find(from + 1, |k| matches!(p.w(k), ".." | "..<"))?;
        let (name, first) = (p.back(from, 1), p.text(from + 1, dots));
        let width = if p.w(i + 1) == "by" { i + 2 } else { i + 1 };
        let end = p.part_end(width);
        let counted = if first == "0" { name.to_owned() } else { format!("({name} - {first})") };
        let condition = format!("where {counted} mod {} == 0", p.text(width, end));
        let found = p.error("foreign-word", "A range has no step; a condition picks from it", p.over(i, end));
        Some(found.instead(p.over(i, end), condition))
    })
}

/// `for i, x in enumerate(s)`, `for x, y in zip(s, t)`, `for x, y in pairs`
fn several_names(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let choices = matches!(p.w(i), "(" | ",") && matches!(p.w(i + 5), "enumerate" | "zip");
        let two = (p.w(i) == "for" || choices) && p.is_name(i + 1) && p.w(i + 2) == "," && p.is_name(i + 3);
        (two && p.w(i + 4) == "in").then_some(())?;
        let begin = match p.w(i) {
            "(" => "(",
            "," => ", ",
            _ => "for ",
        };
        let (x, y, open) = (p.w(i + 1), p.w(i + 3), i + 6);
        let close = p.closing(open).filter(|_| p.w(open) == "(").unwrap_or(open);
        let comma = p.find(open + 1, |k| p.w(k) == ",").filter(|&k| k < close);
        let (text, end) = match (p.w(i + 5), comma) {
            ("enumerate", _) if close > open => {
                let row = p.text(open + 1, close);
                (format!("{begin}{x} in indices({row}), {y} = {row}[{x}]"), close + 1)
            }
            ("zip", Some(comma)) => {
                let (a, b) = (p.text(open + 1, comma), p.text(comma + 1, close));
                (format!("{begin}i in indices({a}), {x} = {a}[i], {y} = {b}[i]"), close + 1)
            }
            _ if items(p, i + 5).is_some() => {
                let end = items(p, i + 5)?;
                let map = p.text(i + 5, end - 4);
                (format!("for {x} in {map}, {y} = {map}[{x}]"), end)
            }
            _ => (format!("for ({x}, {y}) in"), i + 5),
        };
        let found =
            p.error("missing-in", "Several names at once are written in parentheses", p.over(i + 1, i + 4));
        Some(found.instead(p.over(i, end), text))
    })
}

/// The token after `m.items()`, which begins at `from`.
fn items(p: &Phrase, from: usize) -> Option<usize> {
    let dot = p.find(from, |k| p.w(k) == ".")?;
    let entries = matches!(p.w(dot + 1), "items" | "entries" | "iteritems")
        && p.w(dot + 2) == "("
        && p.w(dot + 3) == ")";
    entries.then_some(dot + 4)
}

/// `for a in 0..3 for b in 0..3`
fn second_for(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let second =
            p.w(i) == "for" && p.view.ends_operand(i - 1) && p.find(i + 1, |k| p.w(k) == "in").is_some();
        let mut depth = 0usize;
        let first = (0..i).rev().take_while(|&k| {
            let token = p.view.tokens[k].token;
            depth = if token.closes() { depth + 1 } else { depth.wrapping_sub(usize::from(token.opens())) };
            depth < usize::MAX / 2
        });
        let outside = |k: &usize| p.w(*k) == "for" && p.find(*k + 1, |m| m == i) == Some(i);
        (second && first.collect::<Vec<_>>().iter().any(outside)).then_some(())?;
        let found = p.error("missing-comma", "Choices after one `for` are separated by commas", p.span(i));
        let text = format!(", {} in", p.w(i + 1));
        Some(found.hint(meant(&text)).replace(p.between(i - 1, i + 1), ", "))
    })
}

/// `for a in 0..3; b in 0..3`
fn semicolon(p: &Phrase) -> Option<Diagnostic> {
    let choice = |i: usize| p.w(i) == ";" && p.is_name(i + 1) && p.w(i + 2) == "in";
    let i = (1..p.len()).find(|&i| choice(i) && (0..i).any(|k| p.w(k) == "for"))?;
    let found = p.error("missing-comma", "Choices after one `for` are separated by commas", p.span(i));
    Some(found.hint("Did you mean `,`?").replace(p.span(i), ","))
}

/// `table Nim(n) n in 0..5`
fn no_for(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "table" | "period" | "sparse" | "expect" | "quotient" | "compare" | "show");
    let bare = |i: usize| {
        let quantifier = matches!(p.w(i - 1), "all" | "each" | "every" | "any" | "some");
        p.is_name(i) && p.w(i + 1) == "in" && p.view.ends_operand(i - 1) && !quantifier
    };
    let i = p.find(1, |i| i > 1 && bare(i)).filter(|_| asks)?;
    if (1..i).any(|k| p.w(k) == "for") {
        let found = p.error("missing-comma", "Choices after one `for` are separated by commas", p.span(i));
        return Some(found.hint("Did you mean a comma before it?").replace(p.behind(i - 1), ","));
    }
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.span(i));
    let choice = format!("for {}", p.text(i, p.part_end(i)));
    Some(found.hint(meant(&choice)).replace(p.before(i), "for "))
}

/// What a loop in front of a question goes through: `for all n in 0..5:`, `while n < 10:`.
fn gone_through(p: &Phrase, last: usize) -> Option<String> {
    let dots = match (p.w(0), p.w(2)) {
        ("for", _) if p.w(last) == ":" => return Some(p.text(0, last).to_owned()),
        ("while", "<" | "!=" | "≠") => "..<",
        ("while", "<=" | "≤") => "..",
        _ => return None,
    };
    p.is_name(1).then(|| format!("for {} in 0{dots}{}", p.w(1), p.text(3, last)))
}

/// `for n in 0..5: show Nim(n)`, of which `show` and the rest are an item of their own.
fn loop_in_front(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - usize::from(matches!(p.w(p.len() - 1), ":" | "do" | "{"));
    let choices = gone_through(p, last).filter(|_| last > 3)?;
    let behind = p.span(p.len() - 1).range().end;
    let rest = &p.view.text[behind..];
    let start = behind + rest.len() - rest.trim_start().len();
    let line = p.view.text[start..].lines().next()?.trim_end();
    let word = line.split_whitespace().next().filter(|w| matches!(*w, "show" | "expect" | "table"))?;
    let own = if word == "show" { "table" } else { word };
    let asked = line[word.len()..].trim_end_matches(['}', ' ']);
    let text = format!("{own}{asked} {choices}");
    let place = p.span(0).to(crate::source::Span::new(p.file, start, start + line.len()));
    let found =
        p.error("misplaced-word", "A statement goes through numbers with `for`, at its end", p.over(0, last));
    Some(found.instead(place, text))
}

/// `(choose k in 1..n)`, `for any k in 1..n`
fn chosen(p: &Phrase) -> Option<Diagnostic> {
    let words =
        ["choose", "pick", "select", "any", "some", "each", "every", "all", "let", "chosen", "number"];
    (1..p.len()).find_map(|i| {
        let asks =
            matches!(p.w(i.wrapping_sub(2)), "where" | "and" | "or" | "not" | "when" | "if" | "expect");
        let quantifier = matches!(p.w(i), "each" | "every" | "all") || p.w(i) == "some" && asks;
        let begins =
            p.w(i - 1) == "for" && !quantifier || matches!(p.w(i - 1), "(" | ",") && in_choices(p, i);
        let word = begins && words.contains(&p.w(i)) && p.is_name(i + 1);
        (word && matches!(p.w(i + 2), "in" | "=" | "from" | "," | ":")).then_some(())?;
        let found = p.error(
            "foreign-word",
            format!("`{}` is not needed: a choice begins with its name", p.w(i)),
            p.span(i),
        );
        let choice = p.text(i + 1, p.part_end(i + 1));
        Some(found.hint(meant(choice)).replace(p.over(i, i + 1).to(p.before(i + 1)), ""))
    })
}

/// `k in 1:n`
fn colon_range(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let range = p.w(i) == ":" && p.w(i - 2) == "in" && p.is_name(i - 3) && p.view.starts_operand(i + 1);
        (range && in_choices(p, i)).then_some(())?;
        let text = format!("{}..{}", p.w(i - 1), p.text(i + 1, p.part_end(i + 1)));
        let found =
            p.error("missing-in", "The numbers from one to another are a range, with `..`", p.span(i));
        Some(found.hint(meant(&text)).replace(p.between(i - 1, i + 1), ".."))
    })
}
