//! Words of everyday speech inside rules and questions: `n as nat`, `c with y instead of x`,
//! `for all z in c: z != y`, `expect A and B are N`, `if and only if`, `table first 10 values of A`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    typed_by_word,
    named_in_target,
    for_all_in_guard,
    instead_of,
    number_reached,
    owner_in_brackets,
    move_of_both,
    claims_of_several,
    if_and_only_if,
    question_with_colon,
    first_values,
    function_by_arrow,
];

/// What can be read and is never right: `s[2..end]`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[up_to_the_end];

/// `n as nat`, `n of type nat`
fn typed_by_word(p: &Phrase) -> Option<Diagnostic> {
    let end = p.closing(2).filter(|_| matches!(p.w(0), "game" | "let") && p.w(2) == "(")?;
    let i = (4..end).find(|&i| {
        matches!(p.w(i - 2), "(" | ",")
            && p.is_name(i - 1)
            && matches!(p.w(i), "as" | "is" | "of" | "∈" | "in")
    })?;
    let from = (i..end).find(|&k| !matches!(p.w(k), "as" | "is" | "of" | "a" | "type" | "∈" | "in"))?;
    let found = p.error("missing-type", "A colon separates a name from its type", p.over(i, from));
    let range = p.is_number(from) || p.w(from + 1) == "..";
    (!range).then(|| {
        found.hint(meant(&format!("{}: {}", p.w(i - 1), p.w(from)))).replace(p.between(i - 1, from), ": ")
    })
}

/// `to m = n - k in Pile(m)`
fn named_in_target(p: &Phrase) -> Option<Diagnostic> {
    let to =
        (3..p.len()).find(|&i| p.is_game() && p.w(i) == "to" && p.is_name(i + 1) && p.w(i + 2) == "=")?;
    p.find(to + 3, |k| p.w(k) == "in")?;
    let found = p.error("missing-name", "A name for a value begins with `let`", p.span(to + 1));
    Some(found.hint(meant(&format!("let {} = ... in", p.w(to + 1)))).replace(p.before(to + 1), "let "))
}

/// `where for all z in c: z != y`
fn for_all_in_guard(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let for_all = p.w(i) == "for" && matches!(p.w(i + 1), "all" | "every" | "each" | "some" | "any");
        let begins = matches!(p.w(i - 1), "where" | "and" | "or" | "not" | "when" | "if" | "expect");
        let sign = p.find(i + 2, |k| matches!(p.w(k), ":" | "holds")).filter(|_| for_all && begins)?;
        let end = p.part_end(sign + 1);
        let fold = if matches!(p.w(i + 1), "some" | "any") { "any" } else { "all" };
        let text = format!("{fold}({} for {})", p.text(sign + 1, end), p.text(i + 2, sign));
        let found =
            p.error("foreign-word", "A condition for all elements comes before `for`", p.over(i, sign + 1));
        (p.w(i + 3) == "in").then(|| found.instead(p.over(i, end), text))
    })
}

/// `c with y instead of x`, `replace x by y in c`
fn instead_of(p: &Phrase) -> Option<Diagnostic> {
    let told = |a: usize, b: usize| {
        p.error("foreign-word", "One element is taken out, and another put in", p.over(a, b))
    };
    (2..p.len()).find_map(|i| match p.w(i) {
        "instead" if p.w(i + 1) == "of" => {
            let with = (0..i).rev().find(|&k| p.w(k) == "with")?;
            let end = p.part_end(i + 2);
            let text = format!("without {} with {}", p.text(i + 2, end), p.text(with + 1, i));
            Some(told(with, end).instead(p.over(with, end), text))
        }
        "replace" | "swap" if p.w(i + 1) != "(" => {
            let by = p.find(i + 1, |k| matches!(p.w(k), "by" | "with" | "for"))?;
            let of = p.find(by + 1, |k| matches!(p.w(k), "in" | "of"))?;
            let end = p.part_end(of + 1);
            let text =
                format!("{} without {} with {}", p.text(of + 1, end), p.text(i + 1, by), p.text(by + 1, of));
            Some(told(i, end).instead(p.over(i, end), text))
        }
        _ => None,
    })
}

/// `wins when reaching 0`
fn number_reached(p: &Phrase) -> Option<Diagnostic> {
    let number = p.some_number("");
    let word = |k: usize| matches!(p.w(k), "reaching" | "reached" | "reaches" | "hits" | "at");
    let i = (2..p.len())
        .find(|&i| word(i) && p.is_game() && matches!(p.w(i - 1), "when" | "if") && p.is_number(i + 1))?;
    let found = p.error("foreign-word", "A condition compares a number of the position", p.over(i, i + 2));
    (!number.is_empty()).then(|| found.instead(p.over(i, i + 2), format!("{number} == {}", p.w(i + 1))))
}

/// `move a (left only) to A`
fn owner_in_brackets(p: &Phrase) -> Option<Diagnostic> {
    let owner = |i: usize| {
        let side = match p.w(i + 1).to_lowercase().as_str() {
            "left" => "left",
            "right" => "right",
            _ => return None,
        };
        let close = i + 2 + usize::from(matches!(p.w(i + 2), "only" | "player" | "s"));
        (p.w(i) == "(" && p.w(close) == ")" && p.back(i, 2) == "move").then_some((i, close, side))
    };
    let all: Vec<_> = (3..p.len()).filter_map(owner).collect();
    let &(first, close, side) = all.first()?;
    let found =
        p.error("misplaced-word", "The owner of a move comes before `move`", p.over(first, close + 1));
    let found = found.hint(meant(&format!("{side} move")));
    Some(all.into_iter().fold(found, |d, (i, close, side)| {
        d.replace(p.before(i - 2), format!("{side} ")).replace(p.tail(i, close + 1), "")
    }))
}

/// `both move a to A`
fn move_of_both(p: &Phrase) -> Option<Diagnostic> {
    let both = |&i: &usize| {
        let word = matches!(p.w(i), "both" | "either" | "any" | "all" | "each" | "everyone" | "anyone");
        p.is_game() && word && p.view.first_on_line(i)
    };
    let all: Vec<usize> = (2..p.len()).filter(both).collect();
    let end = |i: usize| (i + 1..i + 4).find(|&k| p.w(k) == "move");
    let first = *all.first()?;
    let found = p.error("misplaced-word", "Both players may make a move without an owner", p.span(first));
    let found = found.hint("Can it be left out?");
    all.into_iter().try_fold(found, |d, i| Some(d.replace(p.over(i, end(i)?).to(p.before(end(i)?)), "")))
}

/// `expect A and B are N`, `expect all of A, B are P`
fn claims_of_several(p: &Phrase) -> Option<Diagnostic> {
    let are = p.find(1, |k| matches!(p.w(k), "are" | "is")).filter(|_| p.w(0) == "expect")?;
    let from = 1 + usize::from(matches!(p.w(1), "all" | "both" | "each"));
    let from = from + usize::from(from == 2 && p.w(2) == "of");
    let word = are + 1 + usize::from(matches!(p.w(are + 1), "both" | "all"));
    let own = match p.w(word) {
        "P" | "lost" | "losing" => "P",
        "N" | "won" | "winning" => "N",
        "draw" | "drawn" => "draw",
        _ => return None,
    };
    let each = parts(p, from, are, |w| matches!(w, "," | "and"));
    let plain = each.iter().all(|&(a, b)| a < b && (p.w(b - 1) == ")" || p.is_number(b - 1)));
    let end = p.find(word + 1, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let rest = if end < p.len() { format!(" {}", p.text(end, p.len())) } else { String::new() };
    let claims: Vec<String> =
        each.iter().map(|&(a, b)| format!("expect {} is {own}{rest}", p.text(a, b))).collect();
    let found = p.error("is-what", "Each position needs its own `expect`", p.over(0, are + 1));
    let said = p.w(are) == "are" || from > 1;
    (said && each.len() > 1 && plain && word + 1 == end)
        .then(|| found.hint(meant(&claims[0])).replace(p.over(0, p.len()), claims.join("\n")))
}

/// `expect A is P if and only if c`
fn if_and_only_if(p: &Phrase) -> Option<Diagnostic> {
    let (i, length) = (2..p.len()).find_map(|i| Some((i, equivalence(p, i)?)))?;
    let behind = i + length;
    let is = p.find(1, |k| p.w(k) == "is").filter(|&k| p.w(0) == "expect" && k + 2 == i)?;
    let end = p.find(behind, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let mut condition = divided(p, behind, end);
    if (behind..end).any(|k| p.w(k) == "=") {
        condition = condition.replace('=', "==");
    }
    let text = format!("(outcome({}) == {}) == ({condition})", p.text(1, is), p.w(is + 1));
    let found = p.error(
        "foreign-word",
        "`==` says that one condition holds exactly where the other does",
        p.over(i, behind),
    );
    Some(found.instead(p.over(1, end), text))
}

/// How many tokens at a place say that one condition holds exactly where the other does: `iff`, `exactly when`, `<=>`.
fn equivalence(p: &Phrase, i: usize) -> Option<usize> {
    match (p.w(i), p.w(i + 1)) {
        ("if", "and") if p.w(i + 2) == "only" && matches!(p.w(i + 3), "if" | "when") => Some(4),
        ("exactly" | "precisely", "when" | "if") | ("<=" | "<==" | "<", ">") | ("<", "->" | "=>" | "=>>") => {
            Some(2)
        }
        ("iff" | "exactly" | "precisely" | "<=>" | "⇔" | "⟺" | "<->" | "↔" | "<==>", _) => Some(1),
        _ => None,
    }
}

/// A condition, in which `4 | n` says that n is divisible by 4.
fn divided(p: &Phrase, from: usize, to: usize) -> String {
    match p.w(from + 1) {
        "|" | "∣" if to == from + 3 => format!("{} mod {} == 0", p.w(from + 2), p.w(from)),
        _ => p.text(from, to).to_owned(),
    }
}

/// `show value: A`, `show outcome: A`
fn question_with_colon(p: &Phrase) -> Option<Diagnostic> {
    let own = matches!(p.w(1), "value" | "outcome" | "moves" | "options" | "winning" | "remoteness");
    let asks = matches!(p.w(0), "show" | "table" | "expect") && own && matches!(p.w(2), ":" | "->" | "=");
    let end = p.find(3, |k| matches!(p.w(k), "for" | "under" | "is" | "==")).unwrap_or(p.len());
    let found = p.error(
        "missing-sign",
        format!("The argument of `{}` is written in parentheses", p.w(1)),
        p.over(1, 3),
    );
    (asks && end > 3).then(|| found.instead(p.over(1, end), format!("{}({})", p.w(1), p.text(3, end))))
}

/// `table first 10 values of Nim(n)`
fn first_values(p: &Phrase) -> Option<Diagnostic> {
    let from = 1 + usize::from(p.w(1) == "the");
    let first =
        matches!(p.w(0), "table" | "show" | "period") && p.w(from) == "first" && p.is_number(from + 1);
    let count: u64 = p.w(from + 1).parse().ok().filter(|_| first)?;
    let word = |k: usize| matches!(p.w(k), "values" | "terms" | "of" | "nimbers" | "the" | "rows");
    let start = (from + 2..p.len()).find(|&k| !word(k))?;
    let name = (start..p.len())
        .rev()
        .find(|&k| p.is_name(k) && p.w(k).starts_with(char::is_lowercase) && p.w(k + 1) != "(")?;
    let text =
        format!("table {} for {} in 0..{}", p.text(start, p.len()), p.w(name), count.saturating_sub(1));
    let found = p.error("foreign-word", "The numbers come after `for`", p.over(0, start));
    Some(found.instead(p.over(0, p.len()), text))
}

/// `let sq: n ↦ n^2`
fn function_by_arrow(p: &Phrase) -> Option<Diagnostic> {
    let arrow = matches!(p.w(4), "↦" | "->" | "→" | "=>") && p.is_name(3) && p.is_name(1);
    let found = p.error("foreign-sign", "A function has its parameters in parentheses", p.over(2, 5));
    (p.w(0) == "let" && matches!(p.w(2), ":" | "=") && arrow && p.len() > 5)
        .then(|| found.instead(p.over(1, 5), format!("{}({}: nat) =", p.w(1), p.w(3))))
}

/// `s[2..end]`
fn up_to_the_end(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| {
        p.w(i - 1) == ".." && matches!(p.w(i), "end" | "last" | "len" | "length") && p.w(i + 1) == "]"
    })?;
    let known =
        (0..p.len()).any(|k| k != i && p.w(k) == p.w(i)) || p.view.text.contains(&format!("let {}", p.w(i)));
    let found = p.error("unknown-name", "A slice that runs to the end has nothing after `..`", p.span(i));
    (!known).then(|| found.hint("Can it be left out?").replace(p.span(i), ""))
}
