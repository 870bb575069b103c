//! Parts of an item that are elsewhere than they would be here: choices after a condition's word, a loop before what it
//! runs over, a guard before the name of its move, a text without its quotes.

use super::Repair;
use super::judge::Judge;
use super::names::parameters_of;
use super::place::Place;
use crate::diagnostic::{Diagnostic, Replacement};
use crate::source::Span;
use crate::syntax::token::{Token, is_keyword};

/// Changes after which an item without a tree may have one.
pub(super) fn unread(place: &Place) -> Vec<Repair> {
    let ways = [
        loop_in_front,
        guard_in_front,
        target_without_to,
        tuple_binder,
        after_header,
        use_of_names,
        guard_behind,
        entry_by_with,
        unquoted,
        triple_quotes,
        text_ends_earlier,
        comments,
    ];
    ways.iter().filter_map(|way| way(place)).collect()
}

/// The line of a heading: `rules:`, `begin`. It has no part in any item, so nothing is read without it alone.
pub(super) fn heading(place: &Place, judge: &mut Judge) -> Option<Repair> {
    heading_at(place, place.span.range().start, judge)
}

/// The same on the line below a game without moves.
pub(super) fn heading_below(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let end = place.tokens.last()?.span.end;
    let below = end + place.text.text[end..].find(|c: char| !c.is_whitespace())?;
    (d.code == "missing-clauses").then(|| heading_at(place, below, judge))?
}

fn heading_at(place: &Place, at: usize, judge: &mut Judge) -> Option<Repair> {
    let text = place.text.text;
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |behind| at + behind);
    let line = text[start..end].trim();
    let word = line.trim_end_matches([':', '{', '}', ';']).trim();
    // A word alone may be half a line that is being typed.
    let heads = word.len() < line.len() || matches!(word, "end" | "begin" | "rules" | "moves" | "done");
    let letters = word.chars().all(|c| c.is_alphabetic()) && !is_keyword(word);
    let alone = heads && letters && !word.is_empty() && word.len() + 3 > line.len();
    let span = Span::new(place.text.file, start, (end + 1).min(text.len()));
    let hint = Some(format!("Can `{line}` be left out?"));
    let repair = Repair { edits: vec![Replacement { span, text: String::new() }], hint };
    (alone && judge.accepts(&repair)).then_some(repair)
}

/// `for i in range(10): print(i, Pile(i))`: a loop that shows values is a table.
pub(super) fn printing_loop(place: &Place, judge: &mut Judge) -> Option<Repair> {
    let last = place.at.min(place.tokens.len().checked_sub(1)?);
    let from = (0..=last)
        .rev()
        .find(|&i| place.word(i) == "for" && place.is_name(i + 1) && place.word(i + 2) == "in")?;
    let colon = (from..place.tokens.len()).find(|&i| matches!(place.word(i), ":" | "{" | "do"))?;
    let shows = matches!(place.word(colon + 1), "print" | "println" | "show" | "echo" | "puts")
        .then_some(colon + 1)?;
    let (name, source) = (place.word(from + 1), numbers(place, from + 3, colon));
    let (begin, end) = match (place.word(shows + 1), place.closing(shows + 1)) {
        ("(", Some(close)) => (shows + 2, close),
        _ => (shows + 1, line_end(place, shows)),
    };
    let shown = place
        .parts(begin, end)
        .into_iter()
        .filter(|&(a, b)| place.token(a) != Some(Token::Text) && place.written(a, b) != name);
    let columns: Vec<&str> = shown.map(|(a, b)| place.written(a, b)).collect();
    let behind = if place.word(end) == ")" { end + 1 } else { end };
    let text = format!("table {} for {name} in {source}", columns.join(", "));
    let repair = place.edit(place.over(from, behind), text);
    (!columns.is_empty() && judge.accepts(&repair)).then_some(repair)
}

/// What a loop runs through: `range(10)` as `0..<10`.
fn numbers(place: &Place, from: usize, to: usize) -> String {
    let parts = if place.word(from) == "range" { place.parts(from + 2, to - 1) } else { vec![] };
    match parts.as_slice() {
        [(a, b)] => format!("0..<{}", place.written(*a, *b)),
        [(a, b), (c, d)] => format!("{}..<{}", place.written(*a, *b), place.written(*c, *d)),
        _ => place.written(from, to).to_owned(),
    }
}

/// `splits into for part in islands(free): Cram(part)`
fn loop_in_front(place: &Place) -> Option<Repair> {
    let from = (0..=place.at.min(place.tokens.len() - 1)).rev().find(|&i| place.word(i) == "for")?;
    let colon = (from..place.tokens.len()).find(|&i| matches!(place.word(i), ":" | "do" | "->"))?;
    let end = line_end(place, colon);
    let text = format!("{} {}", place.written(colon + 1, end), place.written(from, colon));
    (colon + 1 < end).then(|| place.edit(place.over(from, end), text))
}

/// The token after the last one on the line of token `i`.
fn line_end(place: &Place, i: usize) -> usize {
    let text = place.text.text;
    let breaks = |k: usize| text[place.tokens[k - 1].span.end..place.tokens[k].span.start].contains('\n');
    (i + 1..place.tokens.len()).find(|&k| breaks(k)).unwrap_or(place.tokens.len())
}

/// `move where n > 1 take to Pile(n - 2)`
fn guard_in_front(place: &Place) -> Option<Repair> {
    let last = place.at.min(place.tokens.len() - 1);
    let begin = (0..=last).rev().find(|&i| place.word(i) == "move")?;
    let guard = matches!(place.word(begin + 1), "where" | "if" | "when").then_some(begin + 1)?;
    let to = (guard..place.tokens.len()).find(|&i| place.word(i) == "to")?;
    let label = match place.word(to - 1) {
        ")" => place.operand_before(to - 1),
        _ => to - 1,
    };
    let mut end = label;
    while matches!(place.word(end - 1), ":" | "," | "then" | "do") {
        end -= 1;
    }
    let text = format!("{} where {}", place.written(label, to), place.written(guard + 1, end));
    (guard + 1 < end && place.is_name(label)).then(|| place.edit(place.over(guard, to), text))
}

/// `move take(k in 1..n) to Pile(n - k), k != 2`
fn guard_behind(place: &Place) -> Option<Repair> {
    let sign = place.at.min(place.tokens.len() - 1);
    let begin = (0..sign).rev().find(|&i| place.word(i) == "move")?;
    let to = (begin..sign).find(|&i| place.word(i) == "to")?;
    let end = line_end(place, sign);
    let guard = place.written(sign + 1, end);
    let compares = |i: usize| {
        matches!(place.word(i), "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "not" | "=")
    };
    let text = format!("where {guard} {}", place.written(to, sign));
    let signs = matches!(place.word(sign), "," | ";" | ":" | "|" | "(") && (sign + 1..end).any(compares);
    signs.then(|| place.edit(place.over(to, end), text))
}

/// `move take(k in 1..n) where Pile(n - k)`, `then`, `gives`: the last word before the position.
fn target_without_to(place: &Place) -> Option<Repair> {
    let last = place.at.min(place.tokens.len());
    let begin = (0..last).rev().find(|&i| place.word(i) == "move")?;
    let position = |&i: &usize| {
        place.is_name(i) && place.word(i + 1) == "(" && place.word(i).starts_with(char::is_uppercase)
    };
    let target = (begin + 2..place.tokens.len()).find(position)?;
    let before = target - 1;
    let word = place.word(before).chars().all(char::is_alphabetic) && before > begin + 1;
    word.then(|| place.edit(place.over(before, before + 1), "to"))
}

/// `Piles(s with i = s[i] - k)`
fn entry_by_with(place: &Place) -> Option<Repair> {
    let last = place.at.min(place.tokens.len() - 1);
    let with = (1..=last).rev().find(|&i| place.word(i) == "with")?;
    let equals = (with + 2..(with + 12).min(place.tokens.len()))
        .find(|&i| matches!(place.word(i), "=" | "->" | ":" | ":="))?;
    let (_, close) = place.around(equals).into_iter().next()?;
    let from = place.operand_before(with - 1);
    let mut key = place.written(with + 1, equals);
    // `s with s[i] = e`
    if let Some(inside) = key.strip_prefix(place.written(from, with)).and_then(|k| k.strip_prefix('[')) {
        key = inside.strip_suffix(']')?;
    }
    let text = format!("put({}, {key}, {})", place.written(from, with), place.written(equals + 1, close));
    (equals + 1 < close).then(|| place.edit(place.over(from, close), text))
}

/// `move cut(a, b in edges)`: an element that is taken apart.
fn tuple_binder(place: &Place) -> Option<Repair> {
    let last = place.at.min(place.tokens.len() - 1);
    let pair = |i: usize| {
        place.is_name(i) && place.word(i + 1) == "," && place.is_name(i + 2) && place.word(i + 3) == "in"
    };
    let from = (last.saturating_sub(3)..=last).find(|&i| pair(i))?;
    Some(place.edit(place.over(from, from + 3), format!("({})", place.written(from, from + 3))))
}

/// `game Heap(n: nat): position`: what a game is needs no type.
fn after_header(place: &Place) -> Option<Repair> {
    let open = if place.word(0) == "loopy" { 3 } else { 2 };
    let close = if place.word(open) == "(" { place.closing(open)? } else { return None };
    let end = line_end(place, close);
    let said =
        matches!(place.word(close + 1), ":" | "->" | "=" | "is") && close + 1 < end && end <= close + 5;
    (said && place.word(open - 2) == "game")
        .then(|| place.edit(place.behind(Some(close)).to(place.over(close + 1, end)), ""))
}

/// `use Nim from "heaps"`: all of a module is used.
fn use_of_names(place: &Place) -> Option<Repair> {
    let text = (1..place.tokens.len()).find(|&i| place.token(i) == Some(Token::Text))?;
    let rest = place.over(1, place.tokens.len());
    (place.word(0) == "use" && text > 1).then(|| place.edit(rest, place.written(text, text + 1).to_owned()))
}

/// `board(...|...)`
fn unquoted(place: &Place) -> Option<Repair> {
    let last = place.at.min(place.tokens.len() - 1);
    let open = (1..=last)
        .rev()
        .find(|&i| place.word(i) == "(" && matches!(place.word(i - 1), "board" | "drawing"))?;
    let start = place.tokens[open].span.end;
    let behind = &place.text.text[start..];
    let close = start + behind.find(')')?;
    let inside = place.text.text[start..close].trim();
    let plain = !inside.is_empty() && !inside.contains(['"', '\n', '(']);
    plain.then(|| place.edit(Span::new(place.text.file, start, close), format!("\"{inside}\"")))
}

/// `"""text"""`: three texts beside each other, of which two are empty.
fn triple_quotes(place: &Place) -> Option<Repair> {
    let empty = |i: usize| place.token(i) == Some(Token::Text) && place.word(i).len() == 2;
    let begin = (0..place.tokens.len()).find(|&i| empty(i) && empty(i + 2))?;
    let text = place.written(begin + 1, begin + 2).to_owned();
    (place.token(begin + 1) == Some(Token::Text)).then(|| place.edit(place.over(begin, begin + 3), text))
}

/// `repeat("o, n)`: a text that stays open ends before a comma.
fn text_ends_earlier(place: &Place) -> Option<Repair> {
    let open = (0..place.tokens.len()).find(|&i| place.token(i) == Some(Token::UnclosedText))?;
    let span = place.tokens[open].span.clone();
    let line = place.text.text[span.clone()].lines().next()?;
    let at = span.start + line.find(',').filter(|&at| at > 1)?;
    Some(place.edit(Span::new(place.text.file, at, at), "\""))
}

/// `game Pile(n: nat) -- a pile`: a comment as other languages begin it, after something else on its line.
fn comments(place: &Place) -> Option<Repair> {
    let text = place.text.text;
    let piece = place.tokens.first()?.span.start..place.tokens.last()?.span.end;
    ["--", "//", ";", "%", "/*", "(*"].iter().find_map(|sign| {
        // A semicolon or a percent sign begins a comment only before words.
        let words = |at: &usize| {
            let behind = text[at + sign.len()..].lines().next().unwrap_or("");
            !matches!(*sign, ";" | "%") || behind.trim_start().starts_with(char::is_alphabetic)
        };
        let quoted = |at: usize| place.tokens.iter().any(|t| t.token == Token::Text && t.span.contains(&at));
        let found = text[piece.clone()].match_indices(sign).map(|(at, _)| piece.start + at);
        let found = found.filter(|&at| !quoted(at)).filter(words);
        let edits = found.map(|at| Replacement {
            span: Span::new(place.text.file, at, at + sign.len()),
            text: "#".to_owned(),
        });
        let repair = Repair {
            edits: edits.collect(),
            hint: Some("Did you mean `#`? Comments begin with it.".to_owned()),
        };
        (!repair.edits.is_empty() && place.reads_with(&repair)).then_some(repair)
    })
}

/// `move take where k in 1..n to ...`, `move take to Pile(n - k)`: the choice of a name that is not known.
pub(super) fn choice(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let name = place.word(place.at);
    let begin = (0..place.at.min(place.tokens.len())).rev().find(|&i| place.word(i) == "move")?;
    if d.code != "unknown-name" || !place.is_name(place.at) || place.word(begin + 2) == "(" {
        return None;
    }
    let repairs = [behind_where(place, begin, name), taken(place, begin, name)];
    repairs.into_iter().flatten().find(|r| judge.accepts(r))
}

/// `where k in 1..n` after the name of a move.
fn behind_where(place: &Place, begin: usize, name: &str) -> Option<Repair> {
    let to = (begin..place.tokens.len()).find(|&i| place.word(i) == "to")?;
    let bound =
        place.word(begin + 2) == "where" && place.word(begin + 3) == name && place.word(begin + 4) == "in";
    let and = (begin + 5..to).find(|&i| place.word(i) == "and");
    let source = place.written(begin + 5, and.unwrap_or(to));
    let rest = and.map_or(String::new(), |and| format!(" where {}", place.written(and + 1, to)));
    bound.then(|| {
        place.edit(place.over(begin + 1, to), format!("{}({name} in {source}{rest})", place.word(begin + 1)))
    })
}

/// `Pile(n - k)` without a choice of k: something is taken from n.
fn taken(place: &Place, begin: usize, name: &str) -> Option<Repair> {
    let minus = (begin..place.tokens.len()).find(|&i| place.word(i) == name && place.word(i - 1) == "-")?;
    let number = place.is_name(minus - 2).then(|| place.word(minus - 2))?;
    let label = place.behind(Some(begin + 1));
    Some(place.edit(label, format!("({name} in 1..{number})")))
}

/// `move take to {Pile(n - k) for k in 1..n}`: what runs in the position is chosen by the move.
pub(super) fn set_of_targets(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let open = place.at;
    let to = open.checked_sub(1).filter(|&i| place.word(i) == "to" && d.code == "target-not-position")?;
    let close = place.closing(open).filter(|_| matches!(place.word(open), "{" | "["))?;
    let run = (open..close).rev().find(|&i| place.word(i) == "for")?;
    let text = format!("({}) to {}", place.written(run + 1, close), place.written(open + 1, run));
    let begin = (0..to).rev().find(|&i| place.word(i) == "move")?;
    let repair = place.edit(place.behind(Some(to - 1)).to(place.over(close, close + 1)), text);
    (to == begin + 2 && judge.accepts(&repair)).then_some(repair)
}

/// `move take(...) to put(s, i, s[i] - k)`: what the position is made of, without its name.
pub(super) fn nameless_target(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let game = place.word(if place.word(0) == "loopy" { 2 } else { 1 });
    let names = parameters_of(place.text, game).filter(|_| d.code == "target-not-position")?;
    let value = &place.text.text[place.span.range()];
    let in_place = |i: usize| {
        let args = names.iter().enumerate().map(|(k, p)| if k == i { value } else { p.name.text.as_str() });
        place.edit(place.span, format!("{game}({})", args.collect::<Vec<_>>().join(", ")))
    };
    judge.only((0..names.len()).map(in_place).collect())
}

/// `winning(A) == take(3)`: moves are texts, in a list.
pub(super) fn move_in_quotes(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let from = place.at;
    let asked = (0..from).any(|i| matches!(place.word(i), "winning" | "moves"));
    if d.code != "unknown-name" || !asked || !place.is_name(from) {
        return None;
    }
    let end = if place.word(from + 1) == "(" { place.closing(from + 1)? + 1 } else { from + 1 };
    let text = format!("\"{}\"", place.written(from, end));
    let ways = [text.clone(), format!("[{text}]")];
    ways.iter().map(|text| place.edit(place.over(from, end), text.as_str())).find(|r| judge.accepts(r))
}

/// `expect A is P or N`: one of several outcomes.
pub(super) fn one_of_outcomes(place: &Place, _: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let is = (1..place.tokens.len()).find(|&i| place.word(i) == "is" && place.word(0) == "expect")?;
    let mut names = vec![place.word(is + 1)];
    let mut end = is + 2;
    while matches!(place.word(end), "or" | "/" | "|" | ",") && place.is_name(end + 1) {
        names.push(place.word(end + 1));
        end += 2;
    }
    let text = format!("outcome({}) in {{{}}}", place.written(1, is), names.join(", "));
    let repair = place.edit(place.over(1, end), text);
    (names.len() > 1 && judge.accepts(&repair)).then_some(repair)
}
