//! Questions and claims in whole sentences: `what is the value of A?`, `expect that A is P`, `first player wins A`,
//! `assertEquals(a, b)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::syntax::items::ITEM_WORDS;

pub(super) const WAYS: &[Way] = &[
    sides_of_a_claim,
    who_is_said_to_win,
    all_with,
    value_alone,
    when_then,
    equal_sides,
    asked,
    fillers,
    other_head,
    set_to,
];

/// Words with which people begin a question.
const ASKING: &[&str] = &[
    "what",
    "whats",
    "compute",
    "calculate",
    "find",
    "determine",
    "evaluate",
    "give",
    "tell",
    "get",
    "list",
    "output",
    "return",
    "is",
    "are",
    "me",
    "us",
    "the",
    "a",
    "an",
    "please",
    "which",
    "whether",
    "if",
    "out",
    "does",
    "do",
];

/// Words that say nothing inside a question or a claim.
const FILLERS: &[&str] = &["that", "the", "me", "us", "please", "whether", "always", "indeed"];

fn is_statement(p: &Phrase) -> bool {
    ITEM_WORDS.contains(&p.w(0)) && !matches!(p.w(0), "game" | "loopy" | "graph" | "let" | "use" | "play")
}

/// `what is the value of A?`, `compute value(A)`
fn asked(p: &Phrase) -> Option<Diagnostic> {
    let word = |i: usize| {
        let small = p.w(i).to_lowercase();
        ASKING.contains(&small.as_str()) && p.w(i + 1) != "(" && !matches!(p.w(i + 1), "=" | ":" | ":=")
    };
    let begins = !ITEM_WORDS.contains(&p.w(0)) && word(0) && !matches!(p.w(0), "if" | "the" | "a" | "return");
    let from = (0..p.len()).find(|&i| !word(i)).filter(|_| begins)?;
    let last = p.len() - 1;
    let found = p.error("foreign-word", "A question begins with `show`", p.over(0, from));
    let found = found.hint("Did you mean `show`?").replace(p.over(0, from), "show");
    Some(if matches!(p.w(last), "?" | "." | "!") { found.replace(p.tail(last, last + 1), "") } else { found })
}

/// `expect that A is P`, `show me the value of A`
fn fillers(p: &Phrase) -> Option<Diagnostic> {
    let needless = |&i: &usize| {
        let heading = p.w(0) == "table" && matches!(p.w(i), "columns" | "rows" | "entries" | "column");
        let all = matches!(p.w(i), "all" | "every" | "each") && p.w(i + 1).starts_with(char::is_uppercase);
        let word = (FILLERS.contains(&p.w(i)) || heading || all && i == 1) && p.is_name(i);
        let next = p.view.starts_operand(i + 1) && !p.view.tokens[i + 1].token.opens();
        word && next && !p.view.tokens[i - 1].token.closes() && p.w(i + 1) != "-"
    };
    let all: Vec<usize> = (1..p.len()).filter(|_| is_statement(p)).filter(needless).collect();
    let first = *all.first()?;
    let found =
        p.error("foreign-word", format!("`{}` is not a word of this language", p.w(first)), p.span(first));
    let found = found.hint("Can it be left out?");
    Some(all.into_iter().fold(found, |d, i| d.replace(p.tail(i, i + 1), "")))
}

/// `assert(c)`, `check c`, `digraph G {`: the word of another tool at the beginning.
fn other_head(p: &Phrase) -> Option<Diagnostic> {
    let own = match p.w(0).to_lowercase().as_str() {
        "assert" | "asserttrue" | "assert_true" | "check" | "verify" | "test" | "ensure" | "require"
        | "confirm" | "prove" | "assume" | "claim" | "expects" | "should" => "expect",
        "digraph" | "network" | "dag" | "automaton" => "graph",
        "tabulate" | "grid" | "matrix" => "table",
        "simulate" | "playout" | "replay" => "play",
        "cycle" | "periods" | "periodicity" => "period",
        _ => return None,
    };
    let found = p.error("foreign-word", format!("`{}` is not a word of this language", p.w(0)), p.span(0));
    let blank = if p.len() > 1 && p.span(0).end == p.span(1).start { " " } else { "" };
    let proper = !matches!(p.w(1), "=" | ":=" | ":");
    (proper && p.len() > 1).then(|| found.hint(meant(own)).replace(p.span(0), format!("{own}{blank}")))
}

/// `assertEquals(a, b)`, `expect_equal(a, b)`
fn sides_of_a_claim(p: &Phrase) -> Option<Diagnostic> {
    let small = p.w(0).to_lowercase().replace('_', "");
    let word =
        matches!(small.as_str(), "assertequals" | "assertequal" | "asserteq" | "expectequal" | "checkequal");
    let close = p.closing(1).filter(|_| word && p.w(1) == "(")?;
    let comma = p.find(1, |k| p.w(k) == ",").filter(|&k| k < close)?;
    let text = format!("expect {} == {}", p.text(2, comma), p.text(comma + 1, close));
    let found = p.error("foreign-word", "`expect` makes a claim about a game", p.span(0));
    Some(found.instead(p.over(0, close + 1), text))
}

/// Words in which people say who wins.
fn says_who(word: &str) -> bool {
    matches!(
        word,
        "first"
            | "second"
            | "next"
            | "previous"
            | "player"
            | "players"
            | "to"
            | "move"
            | "wins"
            | "win"
            | "won"
            | "loses"
            | "lose"
            | "lost"
            | "losing"
            | "winning"
            | "a"
            | "an"
            | "the"
            | "for"
            | "is"
            | "can"
            | "has"
            | "of"
            | "in"
            | "position"
            | "strategy"
            | "always"
            | "mover"
            | "will"
            | "from"
            | "at"
            | "force"
            | "loss"
            | "that"
            | "one"
            | "who"
            | "moves"
            | "starting"
            | "starter"
            | "opener"
            | "by"
    )
}

/// `expect first player wins A`, `expect A is a win for the second player`
fn who_is_said_to_win(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "expect").then_some(())?;
    let from = (1..p.len()).find(|&i| !says_who(p.w(i)))?;
    let behind = |i: usize| says_who(p.w(i)) && p.view.ends_operand(i - 1);
    let end = p.find(from + 1, |i| behind(i) || p.w(i) == "for" && p.is_name(i + 1)).unwrap_or(p.len());
    let last = (end..p.len()).find(|&i| !says_who(p.w(i)) || binds(p, i)).unwrap_or(p.len());
    let words: Vec<&str> = (1..from).chain(end..last).map(|i| p.w(i)).collect();
    let any = |some: &[&str]| words.iter().any(|w| some.contains(w));
    let second = any(&["second", "previous"]);
    let someone = any(&["player", "mover", "first", "second", "next", "previous", "starter", "opener"]);
    let loses = any(&["loses", "lose", "lost", "losing", "loss"]);
    let decided = someone && (loses || any(&["wins", "win", "won", "winning", "strategy"]));
    let own = if second == loses { "N" } else { "P" };
    let rest = p.text(last, p.len());
    let text = format!("expect {} is {own} {rest}", p.text(from, end));
    let found = p.error("is-what", "After `is` comes P, N or a value such as *2", p.over(1, p.len()));
    let found = found.note("P: the player to move loses. N: the player to move wins.");
    (decided && from < end).then(|| found.instead(p.over(0, p.len()), text.trim_end()))
}

/// `for n in 0..9`: where the cases of a claim begin.
fn binds(p: &Phrase, i: usize) -> bool {
    p.w(i) == "for" && p.is_name(i + 1) && matches!(p.w(i + 2), "in" | "=" | "from" | "," | "<" | "<=")
}

/// `show all n in 0..9 where A is P`
fn all_with(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "show" | "list" | "find" | "print")
        && matches!(p.w(1), "all" | "every" | "each" | "the");
    (asks && p.is_name(2) && p.w(3) == "in").then_some(())?;
    let sign =
        p.find(4, |k| matches!(p.w(k), "where" | "with" | "such" | ":" | "|" | "for" | "if" | "when"))?;
    let from = (sign + 1..p.len()).find(|&k| !matches!(p.w(k), "that" | "which"))?;
    let condition = super::claims::as_condition(p.text(from, p.len()));
    let text = format!("show {{{} for {} where {condition}}}", p.w(2), p.text(2, sign));
    let found = p.error("set-builder", "The elements come before `for`", p.over(1, sign + 1));
    Some(found.instead(p.over(0, p.len()), text))
}

/// `expect A and B are equal`
fn equal_sides(p: &Phrase) -> Option<Diagnostic> {
    let and = p.find(1, |k| matches!(p.w(k), "and" | ",")).filter(|_| p.w(0) == "expect")?;
    let are = p.find(and + 1, |k| matches!(p.w(k), "are" | "have" | "is"))?;
    let word = |k: usize| {
        matches!(
            p.w(k),
            "are"
                | "have"
                | "the"
                | "same"
                | "equal"
                | "value"
                | "values"
                | "equivalent"
                | "in"
                | "is"
                | "nim"
        )
    };
    let end = (are..p.len()).find(|&k| !word(k)).unwrap_or(p.len());
    let same = (are..end).any(|k| matches!(p.w(k), "same" | "equal" | "equivalent"));
    let found = p.error("foreign-word", "`is` says that two positions have the same value", p.over(are, end));
    let text = format!("{} is {}", p.text(1, and), p.text(and + 1, are));
    same.then(|| found.instead(p.over(1, end), text))
}

/// `set m = 4`, `let m be 4`, `let m <- 4`, `let m equal 4`
fn set_to(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(p.w(0), "let" | "set" | "define" | "put" | "make" | "assign") && p.is_name(1);
    let width = match (p.w(2), p.w(3)) {
        ("<", "-") => 2,
        ("be" | "equal" | "equals" | "to" | "is" | "as" | "←" | "<-" | ":=", _) => 1,
        ("=", _) if p.w(0) != "let" => 1,
        _ => return None,
    };
    let found = p.error("missing-equals", "`let` and `=` name a value", p.over(0, 2 + width));
    let text = format!("let {} =", p.w(1));
    (word && p.len() > 2 + width)
        .then(|| found.hint(meant(&format!("{text} ..."))).replace(p.over(0, 2 + width), text))
}

/// `value of Nim(5)`, with no word before it
fn value_alone(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(p.w(0), "value" | "nimber" | "outcome" | "moves" | "options" | "winning" | "grundy");
    let found = p.error("foreign-word", "A question begins with `show`", p.span(0));
    (word && p.w(1) == "of" && p.len() > 2)
        .then(|| found.hint("Did you mean `show`?").replace(p.before(0), "show "))
}

/// `when c then a else b`
fn when_then(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| matches!(p.w(i), "when" | "where") && !p.view.ends_operand(i - 1))?;
    let then = p.find(i + 1, |k| p.w(k) == "then")?;
    let found = p.error("foreign-word", format!("`{}` is written `if` here", p.w(i)), p.span(i));
    (then > i + 1 && !matches!(p.w(i - 1), "ends" | "wins")).then(|| found.instead(p.span(i), "if"))
}
