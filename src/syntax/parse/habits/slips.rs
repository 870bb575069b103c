//! Slips of the pen and short forms: capital keywords, words of other languages in the place of `game` and `move`,
//! `to:`, `n between 1 and 9`, `1 < n and < 9`, `bag{1, 1}`, `play A: take 2`.

use super::phrase::{Phrase, Way, meant};
use super::values::operand;
use crate::diagnostic::Diagnostic;
use crate::syntax::items::{CLAUSE_WORDS, ITEM_WORDS, nearest};
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] = &[
    capital_words,
    word_for_game,
    words_of_a_move,
    to_with_a_sign,
    choice_without_else,
    several_ends,
    tuple_of_parameters,
    other_collection_brackets,
    places_behind_dots,
    bare_moves,
    question_alone,
    between,
    half_a_comparison,
    text_times,
    sorted_backwards,
    function_in_braces,
    counted_up_to,
    numbers_by_colon,
    one_less,
    full_stop,
    column_bar,
    two_names_two_sources,
];

/// `GAME G(n: nat) MOVE take(k IN 1..n) TO G(n - k)`
fn capital_words(p: &Phrase) -> Option<Diagnostic> {
    let joining = [
        "to", "in", "where", "for", "and", "or", "not", "if", "then", "else", "with", "without", "mod", "is",
        "true", "false",
    ];
    let own = |k: usize| {
        let small = p.w(k).to_lowercase();
        let known = [ITEM_WORDS, CLAUSE_WORDS, &joining].concat().contains(&small.as_str());
        let word = p.is_name(k) && small != p.w(k) && known;
        let called = p.w(k + 1) == "(" && !p.view.first_on_line(k);
        (word && !called && !matches!(p.w(k + 1), ":" | "=" | ",")).then_some(small)
    };
    let first = (0..p.len()).find(|&k| own(k).is_some())?;
    let found = p.error("misspelt-word", "The words of the language have small letters", p.span(first));
    let found = found.hint(meant(&own(first)?));
    Some(
        (first..p.len())
            .filter_map(|k| Some((k, own(k)?)))
            .fold(found, |d, (k, word)| d.replace(p.span(k), word)),
    )
}

/// `spiel G(n: nat)`: a word before a name with parameters.
fn word_for_game(p: &Phrase) -> Option<Diagnostic> {
    let header = (p.is_name(0) || p.w(0) == "position")
        && p.is_name(1)
        && p.w(2) == "("
        && p.is_name(3)
        && p.w(4) == ":";
    let close = p.closing(2).filter(|_| header)?;
    (close + 1 < p.len() && p.view.first_on_line(close + 1)).then_some(())?;
    let found = p.error("misspelt-word", format!("`{}` is not a word that fits here", p.w(0)), p.span(0));
    Some(found.instead(p.span(0), "game"))
}

/// `zug nimm(k in 1..n) nach G(n - k)`: unknown words where `move` and `to` belong.
fn words_of_a_move(p: &Phrase) -> Option<Diagnostic> {
    let (game, _) = p.header().filter(|_| p.is_game())?;
    let line = |i: usize| {
        let begins = p.view.first_on_line(i) && p.is_name(i) && p.is_name(i + 1) && p.w(i + 2) == "(";
        let close = p.closing(i + 2).filter(|_| begins)?;
        // `mvoe take(k in 1..n) to G(n - k)` has a slip of the keyboard.
        let leads = p.is_name(close + 1) || p.w(close + 1) == "to" && nearest(p.w(i), &["move"]).is_none();
        (leads && p.w(close + 2) == game).then_some((i, close + 1))
    };
    let all: Vec<(usize, usize)> = (2..p.len()).filter_map(line).collect();
    let &(first, to) = all.first()?;
    let found = p.error(
        "missing-move",
        "A move begins with `move`, and leads `to` a position",
        p.over(first, to + 1),
    );
    let found = found.hint(meant(&format!("move {} ... to", p.w(first + 1))));
    Some(all.into_iter().fold(found, |d, (i, to)| d.replace(p.span(i), "move").replace(p.span(to), "to")))
}

/// `to: G(n - k)`, `to to G(n - k)`
fn to_with_a_sign(p: &Phrase) -> Option<Diagnostic> {
    // A parameter may be called so, too: that is another mistake.
    let is_name = |i: usize| matches!(p.w(i - 1), "(" | ",");
    let sign =
        |i: usize| p.w(i) == "to" && !is_name(i) && matches!(p.w(i + 1), ":" | "=" | "to" | "->" | "=>");
    let i = (3..p.len()).find(|&i| p.is_game() && sign(i))?;
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(i + 1)), p.span(i + 1));
    Some(found.hint("Can it be left out?").replace(p.tail(i + 1, i + 2), ""))
}

/// `move a to if c then G(n / 2)`
fn choice_without_else(p: &Phrase) -> Option<Diagnostic> {
    let i = (3..p.len()).find(|&i| p.is_game() && p.w(i) == "to" && p.w(i + 1) == "if")?;
    let then = p.find(i + 2, |k| p.w(k) == "then")?;
    let end = p.clause_end(then);
    let guarded = (0..i)
        .rev()
        .take_while(|&k| p.w(k) != "move")
        .any(|k| p.w(k) == "where" && p.find(k, |m| m == i).is_some());
    let word = if guarded { "and" } else { "where" };
    let text = format!("{word} {} to", p.text(i + 2, then));
    let found = p.error("misplaced-where", "The condition of a move comes before `to`", p.over(i, then + 1));
    let alone = (then..end).all(|k| p.w(k) != "else");
    alone.then(|| found.instead(p.over(i, then + 1), text))
}

/// `ends when n < 2, n == 5`
fn several_ends(p: &Phrase) -> Option<Diagnostic> {
    let i =
        (2..p.len()).find(|&i| matches!(p.w(i), "ends" | "wins") && p.w(i + 1) == "when" && p.is_game())?;
    let comma =
        p.find(i + 2, |k| p.w(k) == ",").filter(|&k| k < p.clause_end(i) && k + 1 < p.clause_end(i))?;
    let found = p.error("misplaced-word", "Conditions are joined with `or` and `and`", p.span(comma));
    Some(found.hint(meant("or")).replace(p.between(comma - 1, comma + 1), " or "))
}

/// `game T((a, b): (nat, nat))`
fn tuple_of_parameters(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| p.w(i) == "(" && matches!(p.w(i - 1), "(" | ",") && p.is_name(i + 1))?;
    let close = p.closing(i).filter(|&c| p.w(c + 1) == ":" && p.w(c + 2) == "(")?;
    let end = p.closing(close + 2)?;
    let names: Vec<&str> = (i + 1..close).filter(|&k| p.is_name(k)).map(|k| p.w(k)).collect();
    let types: Vec<&str> = (close + 3..end).filter(|&k| p.w(k) != ",").map(|k| p.w(k)).collect();
    let each: Vec<String> = names.iter().zip(&types).map(|(n, t)| format!("{n}: {t}")).collect();
    let found =
        p.error("missing-parameter", "Each parameter needs its own name and type", p.over(i, end + 1));
    (names.len() == types.len()).then(|| found.instead(p.over(i, end + 1), each.join(", ")))
}

/// `bag{1, 1}`, `bag[1, 1]`
fn other_collection_brackets(p: &Phrase) -> Option<Diagnostic> {
    let i = (0..p.len()).find(|&i| matches!(p.w(i), "bag" | "map") && matches!(p.w(i + 1), "{" | "["))?;
    let close = p.closing(i + 1)?;
    let found = p.error(
        "wrong-bracket",
        format!("The elements of a {} are written in round brackets", p.w(i)),
        p.over(i + 1, close + 1),
    );
    Some(
        found
            .hint(meant(&format!("{}(...)", p.w(i))))
            .replace(p.span(i + 1), "(")
            .replace(p.span(close), ")"),
    )
}

/// `p.1`, `p.2`
fn places_behind_dots(p: &Phrase) -> Option<Diagnostic> {
    let place = |k: usize| p.w(k) == "." && p.is_name(k.wrapping_sub(1)) && p.is_number(k + 1);
    let all: Vec<usize> = (1..p.len()).filter(|&k| place(k)).collect();
    let first = *all.first()?;
    let found = p.error("unknown-field", "A place is written in square brackets", p.over(first, first + 2));
    let found = found.hint(meant(&format!("[{}]", p.w(first + 1))));
    Some(all.into_iter().fold(found, |d, k| d.replace(p.over(k, k + 2), format!("[{}]", p.w(k + 1)))))
}

/// `play A: take 2; take 1`
fn bare_moves(p: &Phrase) -> Option<Diagnostic> {
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let bare: Vec<usize> = (colon + 1..p.len())
        .filter(|&k| {
            p.is_name(k) && p.is_number(k + 1) && !matches!(p.w(k - 1), "in" | "from" | "on" | "the")
        })
        .collect();
    let first = *bare.first()?;
    let shown = format!("{}({})", p.w(first), p.w(first + 1));
    let found =
        p.error("missing-sign", "The choices of a move are written in parentheses", p.over(first, first + 2));
    let found = found.hint(meant(&shown));
    let found = bare
        .into_iter()
        .fold(found, |d, k| d.replace(p.over(k, k + 2), format!("{}({})", p.w(k), p.w(k + 1))));
    Some(
        (colon..p.len())
            .filter(|&k| matches!(p.w(k), ";" | "then"))
            .fold(found, |d, k| d.replace(p.span(k), ",")),
    )
}

/// `show table A for ...`: two words that each begin a question.
fn question_alone(p: &Phrase) -> Option<Diagnostic> {
    let end = p.span(0).range().end;
    let line = p.view.text[end..].lines().next()?.trim_start();
    let next = &line[..line.find(|c: char| !c.is_alphabetic()).unwrap_or(line.len())];
    let two = p.len() == 1 && matches!(p.w(0), "show" | "expect") && ITEM_WORDS.contains(&next);
    let found = p.error("unexpected", format!("`{next}` alone begins a question"), p.span(0));
    two.then(|| found.hint(format!("Can `{}` be left out?", p.w(0))).replace(p.span(0), ""))
}

/// `n between 1 and 9`
fn between(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "between" && p.view.ends_operand(i - 1))?;
    let and = p.find(i + 1, |k| matches!(p.w(k), "and" | ","))?;
    let from = i - usize::from(p.w(i - 1) == "is");
    let start = operand(p, from);
    let end = (and + 2..=p.len()).find(|&k| k == p.len() || !matches!(p.w(k), "+" | "-" | "*" | "/"))?;
    let text = format!("{} <= {} <= {}", p.text(i + 1, and), p.text(start, from), p.text(and + 1, end));
    let found = p.error("foreign-word", "Comparisons chain, as in mathematics", p.over(i, end));
    Some(found.instead(p.over(start, end), text))
}

/// `1 < n and < 9`
fn half_a_comparison(p: &Phrase) -> Option<Diagnostic> {
    let compares = |k: usize| matches!(p.w(k), "<" | "<=" | ">" | ">=" | "==" | "!=");
    let i = (2..p.len()).find(|&i| matches!(p.w(i), "and" | "or") && compares(i + 1))?;
    let sign = (0..i).rev().find(|&k| compares(k))?;
    let start = operand(p, sign);
    let right = p.text(sign + 1, i);
    let subject = if p.is_name(sign + 1) { right } else { p.text(start, sign) };
    let found = p.error("missing-value", format!("Something is missing after `{}`", p.w(i)), p.span(i));
    let text = format!(" {subject}");
    (!subject.is_empty()).then(|| {
        found.hint(meant(&format!("{} {subject} {}", p.w(i), p.w(i + 1)))).replace(p.behind(i), text)
    })
}

/// `"ab" x 3`, `"ab" times 3`
fn text_times(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| {
        matches!(p.w(i), "x" | "times" | "×")
            && p.view.token(i - 1) == Some(Token::Text)
            && p.view.starts_operand(i + 1)
    })?;
    let end = p.part_end(i + 1);
    let text = format!("repeat({}, {})", p.text(i - 1, i), p.text(i + 1, end));
    let found = p.error("foreign-word", "`repeat` writes a text several times", p.over(i - 1, end));
    Some(found.instead(p.over(i - 1, end), text))
}

/// `sorted(row, reverse=True)`
fn sorted_backwards(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| matches!(p.w(i), "sorted" | "sort") && p.w(i + 1) == "(")?;
    let close = p.closing(i + 1)?;
    let comma = p.find(i + 2, |k| p.w(k) == ",").filter(|&k| k < close && p.w(k + 1) == "reverse")?;
    let found = p.error("named-argument", "`reverse` reads a list from its end", p.over(comma, close));
    Some(found.instead(p.over(i, close + 1), format!("reverse(sort({}))", p.text(i + 2, comma))))
}

/// `function f(n) { return n + 1; }`
fn function_in_braces(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(p.w(0), "function" | "def" | "fn" | "func" | "fun" | "let" | "int");
    let close = p.closing(2).filter(|_| word && p.is_name(1) && p.w(2) == "(" && p.w(3) != ":")?;
    let body = close + 1;
    let end = p.closing(body).filter(|&e| p.w(body) == "{" && e + 1 == p.len())?;
    let from = body + 1 + usize::from(p.w(body + 1) == "return");
    let last = if p.w(end - 1) == ";" { end - 1 } else { end };
    let params: Vec<String> = (3..close)
        .filter(|&k| p.is_name(k) && matches!(p.w(k + 1), "," | ")" | ":"))
        .map(|k| format!("{}: nat", p.w(k)))
        .collect();
    let text = format!("let {}({}) = {}", p.w(1), params.join(", "), p.text(from, last));
    let found = p.error(
        "foreign-word",
        "A function is defined with `let`, and has one expression",
        p.over(0, body + 1),
    );
    (from < last && !params.is_empty()).then(|| found.hint(meant(&text)).replace(p.over(0, p.len()), text))
}

/// `take(k from 1 up to max)`
fn counted_up_to(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let begins = matches!(p.w(i), "from" | "in" | "=")
            && p.is_name(i - 1)
            && matches!(p.back(i, 2), "(" | "," | "for");
        let up = p.find(i + 2, |k| p.w(k) == "up" && p.w(k + 1) == "to").filter(|_| begins)?;
        let end =
            (up + 2..=p.len()).find(|&k| k == p.len() || matches!(p.w(k), "where" | ")" | "," | "to"))?;
        let text = format!("in {}..{}", p.text(i + 1, up), p.text(up + 2, end));
        let found =
            p.error("missing-in", "The numbers from one to another are a range, with `..`", p.over(i, end));
        (up + 2 < end).then(|| found.instead(p.over(i, end), text))
    })
}

/// `for n = 0:4`
fn numbers_by_colon(p: &Phrase) -> Option<Diagnostic> {
    let colon = |i: usize| {
        let bounds = p.w(i) == ":" && p.is_number(i - 1) && p.view.starts_operand(i + 1);
        bounds && matches!(p.back(i, 2), "=" | "in") && p.back(i, 4) == "for"
    };
    let i = (4..p.len()).find(|&i| colon(i))?;
    let end = p.part_end(i + 1);
    let text = format!("in {}..{}", p.w(i - 1), p.text(i + 1, end));
    let found =
        p.error("missing-in", "The numbers from one to another are a range, with `..`", p.over(i - 1, end));
    Some(found.instead(p.over(i - 2, end), text))
}

/// `y--`, `--y`, `y++`
fn one_less(p: &Phrase) -> Option<Diagnostic> {
    let twice =
        |i: usize| p.w(i) == "-" && p.w(i + 1) == "-" && p.span(i).range().end == p.span(i + 1).range().start;
    let i = (1..p.len()).find(|&i| p.w(i) == "++" || twice(i))?;
    let (sign, width) = if p.w(i) == "++" { ("+", 1) } else { ("-", 2) };
    let behind = p.is_name(i - 1) && !p.view.starts_operand(i + width);
    let place = if behind { p.over(i, i + width) } else { p.over(i, i + width + 1) };
    let text = if behind { format!(" {sign} 1") } else { format!("{} {sign} 1", p.w(i + width)) };
    let found = p.error("foreign-sign", "No name changes its value", p.over(i, i + width));
    let before = !p.view.ends_operand(i - 1) && p.is_name(i + width);
    (behind || before).then(|| found.hint(meant(text.trim())).replace(place, text))
}

/// Whether an item is a sentence of a rule book: words that stand side by side, and at its end a full stop.
fn is_prose(p: &Phrase) -> bool {
    let last = p.len() - 1;
    let word = |k: usize| p.is_name(k) || matches!(p.w(k), "is" | "in" | "of" | "or" | "and" | "to" | "not");
    let plain = (0..last).filter(|&k| word(k) || p.is_number(k) || p.w(k) == ",").count();
    let pairs = (1..last).filter(|&k| p.is_name(k - 1) && p.is_name(k)).count();
    p.w(last) == "." && p.is_name(0) && p.view.column_one(0) && pairs >= 2 && plain + 1 >= last
}

/// `use "heaps".`, `show Nim(3).`
fn full_stop(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - 1;
    if is_prose(p) {
        let found = p.error("misplaced-word", "A sentence for readers begins with `#`", p.over(0, p.len()));
        let lines = (0..p.len()).filter(|&k| p.view.first_on_line(k));
        let found = found.hint("Could this be a comment, and the rule a `move`?");
        return Some(lines.fold(found, |d, k| d.replace(p.before(k), "# ")));
    }
    let found = p.error("unexpected", "No full stop ends a line", p.span(last));
    (last > 0 && p.w(last) == "." && p.w(0) != "play" && !p.is_number(last - 1))
        .then(|| found.hint("Can it be left out?").replace(p.span(last), ""))
}

/// `table n | Nim(n) for n in 0..4`
fn column_bar(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| p.w(k) == "|").filter(|_| p.w(0) == "table")?;
    let before_for = p.find(1, |k| p.w(k) == "for").is_some_and(|k| i < k);
    let found = p.error("missing-comma", "A comma separates two columns", p.span(i));
    before_for.then(|| found.hint(meant(",")).replace(p.between(i - 1, (i + 1).min(p.len() - 1)), ", "))
}

/// `a(i, k in 1..p[i])`: the first name is a place of the list that the second looks at.
fn two_names_two_sources(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).find_map(|i| {
        let begins = p.w(i - 1) == "(" && p.back(i, 3) == "move" && p.is_name(i);
        let list = (begins && p.w(i + 1) == "," && p.w(i + 3) == "in").then(|| {
            let end = p.find(i + 4, |k| matches!(p.w(k), "," | "where" | ")")).unwrap_or(p.len());
            (i + 4..end).find(|&k| p.w(k) == "[" && p.w(k + 1) == p.w(i) && p.is_name(k - 1))
        })??;
        let found = p.error("missing-in", format!("The values of `{}` come after `in`", p.w(i)), p.span(i));
        let text = format!("{} in indices({})", p.w(i), p.w(list - 1));
        Some(found.instead(p.span(i), text))
    })
}
