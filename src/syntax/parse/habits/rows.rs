//! Phrases that are rows of a table: what is said, part by part, and what is written for it here.

use super::folds::is_fold;
use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;
use std::collections::HashMap;

pub(super) const WAYS: &[Way] = &[first_row];

/// Where a phrase may begin.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Anywhere after the first word of an item.
    Inside,
    /// Behind the label and the choices of a move: what is said there is its target.
    Target,
    /// Behind the label of a move: what is said there are its choices.
    Choices,
    /// Where an operand begins.
    Operand,
    /// At the beginning of an item.
    Item,
    /// At the beginning of a line that is no part of what is above it, and all of that line.
    Line,
}

/// One phrase. `says` is a list of parts with blanks between them:
/// `is|==` is one of these words, `?the` one that may be missing, `!and|or` none of these may follow, `#x` an operand,
/// `@x` all up to the next part or the end of the expression, `*x` a list of numbers, `~` a word
/// such as `beans` that may be there, `§x` the rest if it is a claim, `%n` a number among the parameters,
/// `^s` a set or bag among them. `means` names what was said by `{x}`; `{to n = n - k}` is the position with one parameter
/// changed, and `number` the first of them that is a number.
struct Row {
    place: Place,
    says: &'static str,
    means: &'static str,
    title: &'static str,
}

const fn row(place: Place, says: &'static str, means: &'static str, title: &'static str) -> Row {
    Row { place, says, means, title }
}

const SMALLER: &str = "The position that a move leads to comes after `to`";
const CALLED: &str = "The argument of a function is written in parentheses";
const COUNTED: &str = "A part or a multiple is written with `/` or `*`";
const CHOSEN: &str = "A move names what is chosen, and where it leads";
const CLAIMED: &str = "A claim to test begins with `expect`";
const FOLDED: &str = "The expression for each element comes before `for`, in parentheses";
const TAKEN: &str = "An element is taken out of a set";

const ROWS: &[Row] = &[
    row(
        Place::Target,
        "?: ?, ?and ?then subtract|remove|take|deduct|withdraw|discard @k ~ ?away from %n",
        "{to n = n - k}",
        SMALLER,
    ),
    row(
        Place::Target,
        "?: ?, ?and ?then subtract|remove|take|deduct|withdraw|discard @k from ^s",
        "{to s = s without k}",
        SMALLER,
    ),
    row(
        Place::Target,
        "?: ?, ?and ?then decrease|reduce|lower|decrement|diminish|shrink %n by @k",
        "{to n = n - k}",
        SMALLER,
    ),
    row(Place::Target, "?: ?, ?and ?then add @k to %n", "{to n = n + k}", SMALLER),
    row(Place::Target, "?: ?, ?and ?then increase|raise|increment %n by @k", "{to n = n + k}", SMALLER),
    row(Place::Target, "?, ?and leaving|leaves|leave|remaining|giving|gives @k ~", "{to = k}", SMALLER),
    row(
        Place::Target,
        "?: ?any ?number ?of ?beans ?from ?1 up to #x ~",
        "(k in 1..min({x}, {number})) {to number = number - k}",
        CHOSEN,
    ),
    row(
        Place::Target,
        "?: ?either *x ~",
        "(k in {{x}} where k <= {number}) {to number = number - k}",
        CHOSEN,
    ),
    row(Place::Choices, "?: ?any ?number ?from ?1 up to #x ~", "(k in 1..min({x}, {number}))", CHOSEN),
    row(Place::Choices, "?: ?either *x ~", "(k in {{x}} where k <= {number})", CHOSEN),
    row(Place::Inside, "?the sum of @x for @b", "sum({x} for {b})", FOLDED),
    row(
        Place::Inside,
        "?the number|count of #x in #s with|where|such|for|satisfying ?that ?which @c",
        "count({c} for {x} in {s})",
        FOLDED,
    ),
    row(Place::Operand, "for some #x in|∈ @s :|,|. §c", "any({c} for {x} in {s})", FOLDED),
    row(Place::Operand, "for|∀ ?all|each|every|any #x in|∈ @s :|,|. §c", "all({c} for {x} in {s})", FOLDED),
    row(
        Place::Inside,
        "?all ?the sets|subsets of|with ?at ?most ?up ?to #k elements|numbers|members of|from|in #s",
        "small_subsets({s}, {k})",
        CALLED,
    ),
    row(
        Place::Operand,
        "no|none|nothing #x in #s touches|adjoins|borders #p",
        "none({x} in touching({p}) for {x} in {s})",
        FOLDED,
    ),
    row(
        Place::Operand,
        "no|none #x in #s is|lies|stands adjacent|next|close|near|beside ?to #p",
        "none({x} in touching({p}) for {x} in {s})",
        FOLDED,
    ),
    row(
        Place::Operand,
        "some|any|a|an #x in #s touches|adjoins|borders #p",
        "any({x} in touching({p}) for {x} in {s})",
        FOLDED,
    ),
    row(
        Place::Operand,
        "some|any|a|an #x in #s is|lies|stands adjacent|next|close|near|beside ?to #p",
        "any({x} in touching({p}) for {x} in {s})",
        FOLDED,
    ),
    row(Place::Operand, "?a|an ?the #x ×|x|by|* #y board|grid|rectangle", "board({x}, {y})", CALLED),
    row(
        Place::Inside,
        "?the last element|entry|letter|item|pile|member|number of|in #x",
        "{x}[size({x})]",
        CALLED,
    ),
    row(Place::Inside, "the last of #x", "{x}[size({x})]", CALLED),
    row(Place::Inside, "?the first element|entry|letter|item|pile|member|number of|in #x", "{x}[1]", CALLED),
    row(Place::Inside, "the first of #x", "{x}[1]", CALLED),
    row(Place::Inside, "?the length|len|cardinality of #x", "size({x})", CALLED),
    row(Place::Inside, "#x % of|* #y", "{x} * {y} / 100", COUNTED),
    row(Place::Inside, "≈|≅|≃|≟|≗|≐", "==", "Only whole numbers are used here: they are equal or not"),
    row(
        Place::Inside,
        "number|count|amount of elements|entries|cells|piles|letters of|in #x",
        "size({x})",
        CALLED,
    ),
    row(Place::Inside, "?the maximum|largest|max of #x !and|or|,", "max({x})", CALLED),
    row(Place::Inside, "?the minimum|smallest|min of #x !and|or|,", "min({x})", CALLED),
    row(Place::Inside, "?the size of #x !and|or|,", "size({x})", CALLED),
    row(Place::Inside, "?the sum of #x !and|or|,", "sum({x})", CALLED),
    row(
        Place::Inside,
        "#x ?is ?are coprime|relatively ?prime ?to|with|and #y",
        "gcd({x}, {y}) == 1",
        "`gcd` gives the greatest common divisor",
    ),
    row(Place::Inside, "?the ?an empty set|bag", "{}", "A set without elements is `{}`"),
    row(Place::Inside, "?the ?an empty list|row", "[]", "A list without entries is `[]`"),
    row(Place::Inside, "?the ?an empty text|string|word", "\"\"", "A text without letters is `\"\"`"),
    row(
        Place::Inside,
        "#x divisible by #y",
        "{x} mod {y} == 0",
        "`mod` tests whether one number divides another",
    ),
    row(Place::Inside, "half of #x", "{x} / 2", COUNTED),
    row(Place::Inside, "twice|double ?of #x", "{x} * 2", COUNTED),
    row(
        Place::Inside,
        "is|==|= ?the largest|biggest|greatest|maximum|max|highest ?element|number|entry|pile|one of|in @x",
        "== max({x})",
        "`max` gives it",
    ),
    row(
        Place::Inside,
        "is|==|= ?the smallest|least|minimum|min|lowest ?element|number|entry|pile|one of|in @x",
        "== min({x})",
        "`min` gives it",
    ),
    row(Place::Inside, "drop|discard|delete #x from ^s", "{s} without {x}", TAKEN),
    row(
        Place::Item,
        "theorem|conjecture|lemma|claim|prove|proposition|hypothesis|corollary ?that ?: @x",
        "expect {x}",
        CLAIMED,
    ),
    row(
        Place::Item,
        "show|table|list|print ?the sequence|list|row|column of @x",
        "table {x}",
        "Many answers at once are a `table`",
    ),
    row(Place::Item, "sparse ?the values|nimbers|spaces|space|value|sequence of @x", "sparse {x}", CALLED),
    row(Place::Item, "expect @x because|since @y", "expect {x}", CLAIMED),
    row(
        Place::Item,
        "show|check|ask|tell ?me ?if|whether ?does|is|will #x ?is ?a wins|win|won|winning|loses|lose|lost|losing ?position ?? !from|in|at",
        "show outcome({x})",
        "The `outcome` of a position says who wins",
    ),
    row(
        Place::Line,
        "is|show|check|does|will #x ?a ?an ?in P|N|winning|losing|won|lost|win|lose ?- ?position ??",
        "show outcome({x})",
        "The `outcome` of a position says who wins",
    ),
    row(Place::Item, "show|check|test|ask is #x ?a ?an @y", "expect {x} is {y}", CLAIMED),
    row(
        Place::Item,
        "show|tell ?me does|will|can|whether ?the ?first|second|next|previous|starting player|mover|one win|wins|lose ?from ?in #x",
        "show outcome({x})",
        "The `outcome` of a position says who wins",
    ),
    row(Place::Item, "expect|assert true|True|yes ?that :|,| §x", "expect {x}", CLAIMED),
    row(
        Place::Item,
        "?the rules|rule|definition|description|positions of|for ?the ?game #x ?are ?:",
        "game {x}",
        "A game begins with the word `game`",
    ),
    row(Place::Inside, "& 1", "mod 2", "The last binary digit is the remainder modulo 2"),
    row(
        Place::Item,
        "for|forall|foreach|∀ ?all|every|each|any #n in|∈ @s :|,|we|it ?have|holds ?that §x",
        "expect {x} for {n} in {s}",
        CLAIMED,
    ),
    row(
        Place::Item,
        "for|foreach ?all|every|each|any #n in|∈ @s :|, print|println|show|echo|log|puts ( @x )",
        "table {x} for {n} in {s}",
        "Many answers at once are a `table`",
    ),
    row(
        Place::Item,
        "for|foreach ?all|every|each|any #n in|∈ #s :|, print|println|show|echo|log|puts ( @x )",
        "table {x} for {n} in {s}",
        "Many answers at once are a `table`",
    ),
    row(
        Place::Item,
        "for|forall|foreach|∀ ?all|every|each|any #n in|∈ @s :|, @x",
        "table {x} for {n} in {s}",
        "Many answers at once are a `table`",
    ),
];

/// The first row of the table that fits, where it fits first.
fn first_row(p: &Phrase) -> Option<Diagnostic> {
    ROWS.iter().find_map(|row| {
        let parts: Vec<&'static str> = row.says.split(' ').collect();
        let possible = parts.iter().filter(|part| is_words(part)).all(|words| is_said(p, words));
        let starts = if possible { starts(p, row.place) } else { vec![] };
        starts.into_iter().find_map(|at| told(p, row, &parts, at))
    })
}

/// Whether a part is one of these words, which must not be missing.
fn is_words(part: &str) -> bool {
    let mut signs = part.chars();
    match signs.next() {
        Some('%' | '^') => signs.next().is_none(),
        sign => !matches!(sign, Some('?' | '~' | '!' | '#' | '*' | '@' | '§')),
    }
}

/// Whether one of these words occurs anywhere.
fn is_said(p: &Phrase, words: &str) -> bool {
    (0..p.len()).any(|i| is_one_of(p.w(i), words))
}

fn is_one_of(word: &str, words: &str) -> bool {
    words.split('|').any(|w| word.eq_ignore_ascii_case(w))
}

fn starts(p: &Phrase, place: Place) -> Vec<usize> {
    match place {
        Place::Item => vec![0],
        Place::Line => (0..p.len()).filter(|&i| p.view.column_one(i)).collect(),
        Place::Inside => (1..p.len()).collect(),
        Place::Operand => (1..p.len()).filter(|&i| begins_operand(p, i)).collect(),
        Place::Target | Place::Choices => super::outside::moves(p).map(|(_, end)| end).collect(),
    }
}

/// Whether an operand begins at `at`: what is before it wants one. A fold says itself what `for` is about.
fn begins_operand(p: &Phrase, at: usize) -> bool {
    let of_fold = p.w(at) == "for" && p.w(at - 1) == "(" && is_fold(p.back(at, 2));
    !of_fold
        && matches!(
            p.w(at - 1),
            "=" | "("
                | "["
                | ","
                | "and"
                | "or"
                | "not"
                | "where"
                | "then"
                | "else"
                | "when"
                | "expect"
                | "show"
        )
}

/// Whether something is claimed between two tokens: two values are compared, or a position has an outcome.
fn claims(p: &Phrase, from: usize, end: usize) -> bool {
    let sign = |k: usize| {
        matches!(
            p.w(k),
            "==" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "≤" | "≥" | "≠" | "is" | "in" | "any" | "all"
        )
    };
    (from..end).any(sign)
}

fn told(p: &Phrase, row: &Row, parts: &[&'static str], at: usize) -> Option<Diagnostic> {
    let mut said = HashMap::new();
    let end = matched(p, parts, at, &mut said)?;
    let ends = match row.place {
        Place::Target => end == p.len() || end == p.clause_end(at),
        Place::Choices => matches!(p.w(end), "to" | "where"),
        Place::Line => end == p.len() || p.view.column_one(end),
        _ => true,
    };
    let text = written(p, row.means, &said).filter(|_| ends && at < end)?;
    let found = p.error("foreign-word", row.title, p.over(at, end));
    // Choices are directly after the label.
    let place = if text.starts_with('(') && at > 0 { p.tail(at, end) } else { p.over(at, end) };
    let blank = !p.view.text[..place.range().start].ends_with(char::is_whitespace) && text.starts_with("to ");
    let text = if blank { format!(" {text}") } else { text };
    let bracketed = p.w(at - usize::from(at > 0)) == ")";
    (!text.starts_with('(') || !bracketed).then(|| found.instead(place, text))
}

/// The token after the parts, if they are at `at`; what they name is noted.
fn matched<'t>(
    p: &Phrase<'t>,
    parts: &[&'static str],
    at: usize,
    said: &mut HashMap<&'static str, &'t str>,
) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else { return Some(at) };
    let is = |all: &str, i: usize| i < p.len() && is_one_of(p.w(i), all);
    let (sign, name) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
    match sign {
        "?" => matched(p, rest, at + usize::from(is(name, at)), said),
        "~" => matched(p, rest, at + usize::from(is_noun(p, at)), said),
        "!" => matched(p, rest, at, said).filter(|_| !is(name, at)),
        "%" | "^" if !name.is_empty() => {
            let fits = match sign {
                "%" => p.is_counted(p.w(at)),
                _ => matches!(p.type_of(p.w(at)), "set" | "bag"),
            };
            (fits && p.w(at + 1) != "(").then_some(())?;
            said.insert(name, p.w(at));
            matched(p, rest, at + 1, said)
        }
        "#" => {
            let end = operand_end(p, at)?;
            said.insert(name, p.text(at, end));
            matched(p, rest, end, said)
        }
        "*" => {
            let joins = |k: usize| matches!(p.w(k), "," | "or") && p.is_number(k + 1);
            let mut end = at + 1;
            while p.is_number(at) && joins(end) {
                end += 2;
            }
            let end =
                if p.w(end) == "," && p.w(end + 1) == "or" && p.is_number(end + 2) { end + 3 } else { end };
            (end > at + 1).then_some(())?;
            said.insert(name, p.text(at, end));
            matched(p, rest, end, said)
        }
        "@" | "§" => {
            let end = run_end(p, at, rest);
            (sign == "@" || claims(p, at, end)).then_some(())?;
            (at < end && p.view.starts_operand(at)).then_some(())?;
            said.insert(name, p.text(at, end));
            matched(p, rest, end, said)
        }
        _ => is(part, at).then(|| matched(p, rest, at + 1, said))?,
    }
}

/// The token after a name, a number or brackets, with the brackets that follow.
fn operand_end(p: &Phrase, at: usize) -> Option<usize> {
    let open = p.view.token(at)?.opens();
    (open || p.is_name(at) || p.is_number(at)).then_some(())?;
    let mut end = if open { p.closing(at)? + 1 } else { at + 1 };
    while !open && matches!(p.w(end), "(" | "[") {
        end = p.closing(end)? + 1;
    }
    Some(end)
}

/// The token after the part that begins at `at`: where one of the further parts begins, or the expression ends.
fn run_end(p: &Phrase, at: usize, rest: &[&str]) -> usize {
    let words: Vec<&str> = rest
        .iter()
        .filter(|r| !r.starts_with(['!', '#', '@', '§', '%', '^', '*', '~']))
        .flat_map(|r| r.trim_start_matches('?').split('|'))
        .collect();
    let last = if rest.is_empty() && p.is_game() { p.part_end(at) } else { p.clause_end(at) };
    let joined = |k: usize| p.is_game() && matches!(p.w(k), "and" | "or");
    let noun = |k: usize| rest.first() == Some(&"~") && is_noun(p, k);
    p.find(at, |k| k > at && (words.contains(&p.w(k)) || noun(k)) || words.is_empty() && joined(k))
        .map_or(last, |k| k.min(last))
}

/// `beans` in `3 beans`: a word directly after a value.
fn is_noun(p: &Phrase, at: usize) -> bool {
    at > 0 && p.is_name(at) && p.view.ends_operand(at - 1) && !matches!(p.w(at + 1), "(" | "[")
}

/// What is meant, with what was said in its places.
fn written(p: &Phrase, means: &str, said: &HashMap<&'static str, &str>) -> Option<String> {
    let mut text = String::new();
    let mut rest = means;
    while let Some((before, inside)) = rest.split_once('{') {
        // `{{x}}` is a set of what was listed, `{}` the empty set.
        let (list, inside) = inside.strip_prefix('{').map_or((false, inside), |inside| (true, inside));
        let (hole, behind) = inside.split_once('}')?;
        text += before;
        text += &match hole.strip_prefix("to ") {
            Some(change) => format!("to {}", target(p, change, said)?),
            None if hole == "number" => Some(p.some_number("")).filter(|n| !n.is_empty())?.to_owned(),
            None if hole.is_empty() => "{}".to_owned(),
            None if list => format!("{{{}}}", said.get(hole)?.replace(", or", ",").replace(" or", ",")),
            None => (*said.get(hole)?).to_owned(),
        };
        rest = behind.strip_prefix('}').filter(|_| list).unwrap_or(behind);
    }
    Some(text + rest)
}

/// `n = n - k`: the position with one parameter changed; `= k`: the only one.
fn target(p: &Phrase, change: &str, said: &HashMap<&'static str, &str>) -> Option<String> {
    let (game, params) = p.header()?;
    let (name, value) = change.split_once('=')?;
    let number = p.some_number("");
    let changed = match said.get(name.trim()).copied().or(Some(number).filter(|_| name.trim() == "number")) {
        Some(name) => params.iter().position(|&i| p.w(i) == name)?,
        None => (params.len() == 1).then_some(0)?,
    };
    let filled = |word: &str| match word {
        "number" => number.to_owned(),
        _ => said.get(word).copied().unwrap_or(word).to_owned(),
    };
    let value = value.split_whitespace().map(filled).collect::<Vec<_>>().join(" ");
    // `leaving Pile(n - k)` names the position itself.
    if value.starts_with(&format!("{game}(")) {
        return Some(value);
    }
    let args = params.iter().enumerate();
    let args: Vec<&str> = args.map(|(i, &k)| if i == changed { &value } else { p.w(k) }).collect();
    Some(format!("{game}({})", args.join(", ")))
}
