//! Statements in other orders and words: `is Nim(3) won?`, `under misere: show A`, `table for n in 0..5: A`,
//! `play A: 2, 3`, `expect A ≅ B`, `period [value(A) for n in 0..9]`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::items::ITEM_WORDS;

pub(super) const WAYS: &[Way] = &[
    yes_or_no,
    play_said_first,
    binders_first,
    column_titled,
    condition_behind_comma,
    sequence_in_brackets,
    bare_choices,
    same_value,
    outcomes_of_a_list,
    list_expected,
    way_in_brackets,
    from_module,
];

/// What can be read and is never right: `table outcomes of A`, `expect [A, B] is P`.
pub(super) const NEVER_RIGHT: &[Way] =
    &[question_of, values_of_a_list, outcomes_of_a_list, list_expected, way_in_brackets];

/// The outcome that a word of everyday speech means.
fn outcome(word: &str) -> Option<&'static str> {
    Some(match word {
        "won" | "winning" | "win" | "wins" | "N" => "N",
        "lost" | "losing" | "loss" | "lose" | "P" | "zero" => "P",
        "drawn" | "draw" | "tie" => "draw",
        _ => return None,
    })
}

/// `is Nim(3) won?`, `is Nim(3) a P-position?`
fn yes_or_no(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "is" | "Is" | "are" | "Are");
    let word = (2..p.len())
        .find(|&k| outcome(p.w(k)).is_some() && p.view.first_on_line(k) == p.view.first_on_line(1))?;
    let article = usize::from(matches!(p.w(word - 1), "a" | "an"));
    let position = p.text(1, word - article);
    let rest =
        (word + 1..p.len()).all(|k| matches!(p.w(k), "-" | "position" | "?" | "positions" | "pos" | "."));
    let text = format!("show outcome({position}) == {}", outcome(p.w(word))?);
    let found = p.error("foreign-word", "A question begins with `show`", p.span(0));
    (asks && rest && p.view.ends_operand(word - article - 1)).then(|| found.instead(p.over(0, p.len()), text))
}

/// `under misere: show A`
fn play_said_first(p: &Phrase) -> Option<Diagnostic> {
    let way = matches!(p.w(1), "misere" | "misère" | "normal") && matches!(p.w(0), "under" | "in" | "with");
    let end = p.span(p.len() - 1).range().end;
    let rest = &p.view.text[end..];
    let line = rest.lines().next()?;
    let begins = line.split_whitespace().next().is_some_and(|w| ITEM_WORDS.contains(&w));
    let plain = (2..p.len()).all(|k| matches!(p.w(k), ":" | "," | "play"));
    let blank = line.len() - line.trim_start().len();
    let code_end = line.find('#').map_or(line.trim_end().len(), |k| line[..k].trim_end().len());
    let text = format!(" under {}", p.w(1));
    let found = p.error("misplaced-word", "`under` comes at the end of a question", p.over(0, p.len()));
    (way && begins && plain).then(|| {
        let found = found.hint(meant(&format!("{}{text}", line[..code_end].trim())));
        let found = found.replace(Span::new(p.file, p.span(0).range().start, end + blank), "");
        found.replace(Span::new(p.file, end + code_end, end + code_end), text)
    })
}

fn is_question(p: &Phrase) -> bool {
    matches!(p.w(0), "table" | "expect" | "show" | "period" | "compare" | "sparse" | "quotient" | "plot")
}

/// `table for n in 0..5: Nim(n)`
fn binders_first(p: &Phrase) -> Option<Diagnostic> {
    let from = 1 + usize::from(matches!(p.w(1), "for" | "with"));
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| is_question(p) && p.is_name(from))?;
    let binders = matches!(p.w(from + 1), "in" | "=" | "∈").then(|| p.text(from, colon))?;
    let text = format!("{} for {binders}", p.text(colon + 1, p.len()));
    let found = p.error("misplaced-word", "`for` and its choices come last", p.over(1, colon + 1));
    (colon + 1 < p.len()).then(|| found.instead(p.over(1, p.len()), text))
}

/// `table n: Nim(n) for n in 0..5`
fn column_titled(p: &Phrase) -> Option<Diagnostic> {
    let last = p.find(1, |k| p.w(k) == "for").unwrap_or(p.len());
    let titled = p
        .find(1, |k| p.w(k) == ":")
        .filter(|&k| k < last && p.w(0) == "table" && !matches!(p.w(k - 1), "P" | "N" | "draw"))?;
    let start = (1..titled).rev().find(|&k| p.w(k) == ",").map_or(1, |k| k + 1);
    let found = p.error("unexpected", "A column has no separate title", p.over(start, titled + 1));
    Some(
        found
            .hint("Can it be left out?")
            .replace(p.over(start, titled + 1).to(p.before((titled + 1).min(p.len() - 1))), ""),
    )
}

/// `table Nim(n) for n in 0..20, n mod 2 == 0`
fn condition_behind_comma(p: &Phrase) -> Option<Diagnostic> {
    let from = p.find(1, |k| p.w(k) == "for").filter(|_| is_question(p))?;
    let part = |&&(a, b): &&(usize, usize)| {
        let compares = |k: usize| matches!(p.w(k), "==" | "!=" | "<" | "<=" | ">" | ">=");
        let sign = p.find(a, compares).is_some_and(|k| k < b);
        sign && a > from + 1
            && !matches!(p.w(a + 1), "in" | "=")
            && p.find(a, |k| p.w(k) == "in").is_none_or(|k| k > b)
    };
    let all = parts(p, from + 1, p.len(), |w| w == ",");
    let (a, b) = *all.iter().find(part)?;
    let found = p.error("missing-where", "A condition follows `where`", p.over(a, b));
    let guarded = p.find(from, |k| p.w(k) == "where").is_some_and(|k| k < a);
    let word = if guarded { " and " } else { " where " };
    Some(found.hint(meant(&format!("where {}", p.text(a, b)))).replace(p.between(a - 2, a), word))
}

/// `period [value(A) for n in 0..100]`
fn sequence_in_brackets(p: &Phrase) -> Option<Diagnostic> {
    let alone = matches!(p.w(0), "period" | "table" | "sparse" | "plot") && matches!(p.w(1), "[" | "{");
    let close = p.closing(1).filter(|&c| alone && c + 1 == p.len())?;
    p.find(2, |k| p.w(k) == "for").filter(|&k| k < close)?;
    let found = p.error("unexpected", "The sequence needs no brackets around it", p.span(1));
    Some(found.hint("Can they be left out?").replace(p.span(1), "").replace(p.span(close), ""))
}

/// `play Nim(5): 2, 3`, where all moves of the file have one name
fn bare_choices(p: &Phrase) -> Option<Diagnostic> {
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let bare: Vec<usize> =
        (colon + 1..p.len()).filter(|&k| p.is_number(k) && matches!(p.w(k - 1), "," | ":" | ";")).collect();
    let first = *bare.first()?;
    let mut labels: Vec<&str> =
        p.view.text.split("move ").skip(1).filter_map(|rest| rest.split_once('(')).map(|l| l.0).collect();
    labels.sort_unstable();
    labels.dedup();
    let [label] = labels.as_slice() else { return None };
    let found = p.error("missing-sign", "A move has its name here, as the rules give it", p.span(first));
    let found = found.hint(meant(&format!("{label}({})", p.w(first))));
    label
        .chars()
        .all(|c| c.is_alphanumeric() || c == '_')
        .then(|| bare.into_iter().fold(found, |d, k| d.replace(p.span(k), format!("{label}({})", p.w(k)))))
}

/// `expect A ≅ B`, `expect A ~ B`, `expect A same as B`
fn same_value(p: &Phrase) -> Option<Diagnostic> {
    let position = p.w(0) == "expect" && (p.w(1).starts_with(char::is_uppercase) || p.w(1) == "*");
    let sign =
        p.find(1, |k| matches!(p.w(k), "≅" | "~" | "≈" | "≡" | "≃" | "∼" | "same")).filter(|_| position)?;
    let mut end = sign + 1;
    while matches!(p.w(end), "as" | "=" | "~" | "value") {
        end += 1;
    }
    let from = sign - usize::from(matches!(p.w(sign - 1), "is" | "the" | "are"));
    let from = from - usize::from(p.w(from - 1) == "is");
    let found = p.error("foreign-sign", "`is` says that two positions are worth the same", p.over(from, end));
    (end < p.len() && p.w(from - 1) != "same")
        .then(|| found.hint(meant("is")).replace(p.between(from - 1, end), " is "))
}

/// `expect [A, B] are P`
fn outcomes_of_a_list(p: &Phrase) -> Option<Diagnostic> {
    let list = p.w(0) == "expect" && matches!(p.w(1), "[" | "{");
    let close = p.closing(1).filter(|&c| list && matches!(p.w(c + 1), "is" | "are"))?;
    let word = close + 2 + usize::from(p.w(close + 2) == "all");
    let own = outcome(p.w(word)).or_else(|| outcome(p.w(word).trim_end_matches('s')))?;
    let text = format!("all(outcome(A) == {own} for A in {})", p.text(1, close + 1));
    let found = p.error("is-for-positions", "`is` concerns one position", p.over(close + 1, word + 1));
    let rest = word + 1 == p.len() || matches!(p.w(word + 1), "for" | "under");
    rest.then(|| found.instead(p.over(1, word + 1), text))
}

/// `expect [A, B] is [0, 1]`, `expect [A, B] are [*0, *1]`
fn values_of_a_list(p: &Phrase) -> Option<Diagnostic> {
    let function = p.view.text.contains(&format!("let {}", p.w(2)));
    let positions =
        p.w(0) == "expect" && p.w(1) == "[" && p.w(2).starts_with(char::is_uppercase) && !function;
    let sign = p.closing(1).filter(|_| positions)? + 1;
    let close = p.closing(sign + 1).filter(|&c| p.w(sign + 1) == "[" && c + 1 == p.len())?;
    let says = matches!(p.w(sign), "is" | "are");
    let plain = (sign + 2..close).all(|k| p.is_number(k) || matches!(p.w(k), "," | "*"));
    let numbers: Vec<&str> = (sign + 2..close).filter(|&k| p.is_number(k)).map(|k| p.w(k)).collect();
    let text = format!("[value(A) for A in {}] == [{}]", p.text(1, sign), numbers.join(", "));
    let found = p.error("is-for-positions", "`is` concerns one position", p.over(1, sign + 1));
    (says && plain && !numbers.is_empty()).then(|| found.instead(p.over(1, p.len()), text))
}

/// `expect value(A) for n in 0..3 == [0, 1, 2, 3]`
fn list_expected(p: &Phrase) -> Option<Diagnostic> {
    let last = p.find(1, |k| p.w(k) == "for").filter(|_| p.w(0) == "expect")?;
    let sign = p.find(last, |k| matches!(p.w(k), "==" | "is" | "are"))?;
    let list =
        p.w(sign + 1) == "[" && (1..last).all(|k| !matches!(p.w(k), "is" | "==" | "<" | ">" | "<=" | ">="));
    let close = p.closing(sign + 1).filter(|&c| list && c + 1 == p.len())?;
    let values = matches!(p.w(1), "values" | "outcomes" | "nimbers") && p.w(2) == "of";
    let asked = match p.w(1) {
        "outcomes" => format!("outcome({})", p.text(3, last)),
        _ if values => format!("value({})", p.text(3, last)),
        _ => p.text(1, last).to_owned(),
    };
    let text = format!("[{asked} {}] == {}", p.text(last, sign), p.text(sign + 1, close + 1));
    let found =
        p.error("misplaced-word", "A list of values is written in brackets, with its `for`", p.over(1, sign));
    Some(found.instead(p.over(1, close + 1), text))
}

/// `expect A is P (misere)`
fn way_in_brackets(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| p.w(i) == "(" && matches!(p.w(i + 1), "misere" | "misère" | "normal"))?;
    let close = p.closing(i).filter(|&c| c + 1 == p.len() && p.view.ends_operand(i - 1))?;
    let text = format!("under {}", p.w(i + 1));
    let found = p.error("missing-word", format!("`{}` follows `under`", p.w(i + 1)), p.over(i, close + 1));
    is_question(p).then(|| found.instead(p.over(i, close + 1), text))
}

/// `table outcomes of A for ...`
fn question_of(p: &Phrase) -> Option<Diagnostic> {
    let own = match p.w(1) {
        "outcome" | "outcomes" | "winners" | "winner" => "outcome",
        "value" | "values" | "nimbers" | "grundy" => "value",
        "remoteness" => "remoteness",
        "moves" => "moves",
        _ => return None,
    };
    let end = p
        .find(3, |k| matches!(p.w(k), "for" | "," | "under"))
        .filter(|_| p.w(0) == "table" && p.w(2) == "of")?;
    let text = format!("{own}({})", p.text(3, end));
    let found =
        p.error("missing-sign", format!("The argument of `{own}` is written in parentheses"), p.over(1, 3));
    Some(found.instead(p.over(1, end), text))
}

/// `use heaps.Nim`, `use library heaps`
fn from_module(p: &Phrase) -> Option<Diagnostic> {
    let dotted = p.is_name(1) && p.w(2) == "." && (p.is_name(3) || p.w(3) == "*") && p.w(3) != "game";
    let worded = matches!(p.w(1), "library" | "module" | "file" | "package" | "the") && p.is_name(2);
    let name = if dotted { p.w(1) } else { p.w(2) };
    let found = p.error(
        "use-without-quotes",
        "`use` names a module in quotes, and brings in all of it",
        p.over(1, p.len()),
    );
    (p.w(0) == "use" && (dotted && p.len() == 4 || worded && p.len() == 3))
        .then(|| found.instead(p.over(1, p.len()), format!("\"{name}\"")))
}
