//! Comparisons in words and in other signs: `k is at most n`, `k no more than n`, `n is a multiple of 3`, `a /= b`,
//! `n is not even`, `x is not an element of S`; and sums in words: `A plus B`.

use super::phrase::{Phrase, Way, meant};
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    tilde_for_not,
    in_words,
    other_unequal,
    arithmetic_in_words,
    comma_before_word,
    words_apart,
    second_where,
    guard_words,
    where_first,
    except,
    never,
];

/// What can be read and is never right: `where k <= n (k in 1..3)`.
pub(super) const NEVER_RIGHT: &[Way] = &[choices_after_where];

/// What a comparison in words is called here, and the token after it.
fn comparison(p: &Phrase, from: usize) -> Option<(&'static str, usize)> {
    let mut i = from;
    let is = matches!(
        p.w(i),
        "is" | "are" | "be" | "isn" | "was" | "stays" | "must" | "should" | "has" | "needs" | "may"
    );
    i += usize::from(is);
    while is && matches!(p.w(i), "be" | "to") {
        i += 1;
    }
    let not = matches!(p.w(i), "not" | "no" | "never");
    i += usize::from(not);
    i += usize::from(matches!(p.w(i), "strictly" | "a" | "an" | "exactly" | "any" | "the"));
    let or_equal = |k: usize| {
        let word = p.w(k) == "or" && matches!(p.w(k + 1), "equal" | "equals" | "same");
        if word { k + 2 + usize::from(matches!(p.w(k + 2), "to" | "as")) } else { k }
    };
    let (sign, negated, behind) = match p.w(i) {
        "greater" | "more" | "larger" | "bigger" | "higher" | "above" | "over" | "exceeds" | "exceeding" => {
            (">", "<=", i + 1)
        }
        "less" | "smaller" | "fewer" | "lower" | "below" | "under" => ("<", ">=", i + 1),
        "equal" | "equals" | "identical" => ("==", "!=", i + 1),
        "same" if is || p.w(0) == "expect" => ("==", "!=", i + 1),
        "different" | "unequal" | "distinct" | "differs" => ("!=", "==", i + 1),
        "at" if p.w(i + 1) == "most" => ("<=", ">", i + 2),
        "at" if p.w(i + 1) == "least" => (">=", "<", i + 2),
        "element" | "member" if matches!(p.w(i + 1), "of" | "in") => ("in", "not in", i + 2),
        "contained" | "inside" | "among" | "one" if matches!(p.w(i + 1), "in" | "of") => {
            ("in", "not in", i + 2)
        }
        "inside" | "among" | "within" => ("in", "not in", i + 1),
        "in" if is || not => ("in", "not in", i + 1),
        _ => return None,
    };
    let behind = match p.w(i) {
        "under" if !is => return None,
        "element" | "member" | "in" | "contained" | "one" => behind,
        _ => behind + usize::from(matches!(p.w(behind), "than" | "to" | "from" | "as")),
    };
    let equal = or_equal(behind);
    let behind = equal + usize::from(equal > behind && p.w(equal) == "than");
    Some(match (sign, equal > i + 1 && p.w(equal.saturating_sub(1)) != "than" && has_or(p, i, behind)) {
        (">", true) => (">=", behind),
        ("<", true) => ("<=", behind),
        _ if not => (negated, behind),
        _ => (sign, behind),
    })
}

/// Whether `or equal` is among the words of a comparison.
fn has_or(p: &Phrase, from: usize, to: usize) -> bool {
    (from..to).any(|k| p.w(k) == "or" && p.w(k + 1).starts_with("equal"))
}

/// `k is at most n`, `n is a multiple of 3`, `n is not even`
fn in_words(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.view.ends_operand(i - 1)).find_map(|i| {
        if let Some(found) = property(p, i) {
            return Some(found);
        }
        let (sign, behind) = comparison(p, i).filter(|&(_, k)| p.view.starts_operand(k))?;
        if p.text(i, behind) == sign {
            return None;
        }
        // `expect A equals *3`: two positions
        let position =
            p.w(0) == "expect" && (p.w(behind) == "*" || p.w(behind).starts_with(char::is_uppercase));
        let sign = if position && sign == "==" { "is" } else { sign };
        let found = p.error(
            "foreign-word",
            format!("`{}` is written `{sign}`", p.text(i, behind)),
            p.over(i, behind),
        );
        let opens = p.view.token(behind).is_some_and(|token| token.opens());
        let close = if opens { p.closing(behind)? } else { behind };
        let right = p.text(behind, close + 1);
        Some(found.hint(meant(&format!("{sign} {right}"))).replace(p.over(i, behind), sign))
    })
}

/// `n is a multiple of 3`, `n is not even`, `k is a power of 2`
fn property(p: &Phrase, i: usize) -> Option<Diagnostic> {
    let not = p.w(i + 1) == "not" || p.w(i) == "isn";
    let at = i + 1 + usize::from(p.w(i + 1) == "not") + usize::from(p.w(i) == "isn" && p.w(i + 1) == "t");
    let at = at + usize::from(matches!(p.w(at), "a" | "an"));
    let start = operand(p, i);
    let of = p.text(start, i);
    let sign = if not { "!=" } else { "==" };
    let divisor = || p.view.starts_operand(at + 2).then(|| p.text(at + 2, at + 3));
    let (text, end) = match (p.w(at), p.w(at + 1)) {
        ("even", _) => (format!("{of} mod 2 {sign} 0"), at + 1),
        ("odd", _) => (format!("{of} mod 2 {sign} 1"), at + 1),
        ("empty", _) => (format!("size({of}) {sign} 0"), at + 1),
        ("multiple", "of") | ("divisible", "by") => (format!("{of} mod {} {sign} 0", divisor()?), at + 3),
        ("divisor" | "factor", "of") => (format!("{} mod {of} {sign} 0", divisor()?), at + 3),
        ("power", "of") => {
            let base = divisor()?;
            (format!("{}{of} in {{{base}^i for i in 0..{of}}}", if not { "not " } else { "" }), at + 3)
        }
        _ => return None,
    };
    let found =
        p.error("misplaced-word", "A property of a number is written as a comparison", p.over(i, end));
    let expects = p.w(0) == "expect" && matches!(p.w(at), "even" | "odd" | "empty") && !not;
    (matches!(p.w(i), "is" | "isn") && !expects).then(|| found.instead(p.over(start, end), text))
}

/// `~(a == b)`, `where ~seen`
fn tilde_for_not(p: &Phrase) -> Option<Diagnostic> {
    let denies = |&i: &usize| {
        p.w(i) == "~" && !p.view.ends_operand(i - 1) && p.view.starts_operand(i + 1) && p.w(i + 1) != "="
    };
    let all: Vec<usize> = (1..p.len()).filter(denies).collect();
    let first = *all.first()?;
    let found = p.error("foreign-sign", "`~` is not a sign of this language", p.span(first));
    Some(
        all.into_iter()
            .fold(found.hint(meant("not")), |d, i| d.replace(p.span(i).to(p.before(i + 1)), "not ")),
    )
}

/// `a /= b`, `a ~= b`, `a =/= b`, `a \= b`
fn other_unequal(p: &Phrase) -> Option<Diagnostic> {
    let together = |i: usize| p.span(i).end == p.span(i + 1).start;
    let sign = |i: usize| {
        matches!(p.w(i), "/" | "~" | "\\" | "¬") && matches!(p.w(i + 1), "=" | "==") && together(i)
    };
    let i = (1..p.len().saturating_sub(1)).find(|&i| sign(i) && p.view.ends_operand(i - 1))?;
    let found = p.error("single-equals", "`!=` says that two things differ", p.over(i, i + 2));
    Some(found.hint(meant("!=")).replace(p.between(i - 1, (i + 2).min(p.len() - 1)), " != "))
}

/// `A plus B`, `n times 2`, `n divided by 2`
fn arithmetic_in_words(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let (sign, width) = match (p.w(i), p.w(i + 1)) {
            ("plus", _) => ("+", 1),
            ("times", _) => ("*", 1),
            ("divided", "by") => ("/", 2),
            ("nimplus" | "nim_plus" | "nimsum", _) => ("xor", 1),
            ("nim" | "Nim", "+" | "sum" | "plus") => ("xor", 2),
            // `2 x k`, where nothing is called x
            ("x" | "X", _)
                if p.is_number(i - 1)
                    && p.is_name(i + 1)
                    && (0..p.len()).all(|k| k == i || p.w(k) != p.w(i)) =>
            {
                ("*", 1)
            }
            _ => return None,
        };
        let between = p.view.ends_operand(i - 1) && p.view.starts_operand(i + width) && p.w(i + width) != "(";
        let number = p.is_number(i - 1) || p.w(i) != "nim";
        let found = p.error(
            "foreign-word",
            format!("`{}` is written `{sign}`", p.text(i, i + width)),
            p.over(i, i + width),
        );
        (between && number).then(|| found.instead(p.over(i, i + width), sign))
    })
}

/// `expect A is N, for n in 1..9`, `take(k in 1..n), where k != 2 to A`
fn comma_before_word(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| match p.w(k) {
        "for" | "where" | "under" => true,
        "to" => p.is_game(),
        "then" | "else" => true,
        _ => false,
    };
    // `under = n - k` and `to: nat` give a name, which is another mistake.
    let is_bound = |k: usize| matches!(p.w(k + 1), "=" | "in" | ":" | "," | ")");
    let i = (1..p.len()).find(|&i| p.w(i) == "," && word(i + 1) && !is_bound(i + 1))?;
    let found = p.error("unexpected", format!("No comma is needed before `{}`", p.w(i + 1)), p.span(i));
    Some(found.hint("Can it be left out?").replace(p.tail(i, i + 1), ""))
}

/// `S with out c`, `c with in S`
fn words_apart(p: &Phrase) -> Option<Diagnostic> {
    let i =
        (1..p.len()).find(|&i| p.w(i) == "with" && p.w(i + 1) == "out" && p.view.starts_operand(i + 2))?;
    let found = p.error("misspelt-word", "`without` is one word", p.over(i, i + 2));
    Some(found.instead(p.over(i, i + 2), "without"))
}

/// `k in 1..4 where k <= n where k != 2`
fn second_where(p: &Phrase) -> Option<Diagnostic> {
    let first = (1..p.len()).filter(|&i| p.w(i) == "where");
    let second = first.filter_map(|i| {
        let stop = |k: usize| matches!(p.w(k), "where" | "," | "to" | "for");
        p.find(i + 1, stop).filter(|&k| p.w(k) == "where")
    });
    let i = second.min()?;
    let found = p.error("unexpected", "Conditions are joined with `and` and `or`", p.span(i));
    Some(found.instead(p.span(i), "and"))
}

/// `move take where k <= n (k in 1..3) to ...`, where n is a number: what could be read as a call.
fn choices_after_where(p: &Phrase) -> Option<Diagnostic> {
    let called =
        |i: usize| p.is_counted(p.w(i)) && p.w(i + 1) == "(" && p.is_name(i + 2) && p.w(i + 3) == "in";
    (4..p.len()).any(called).then(|| where_first(p))?
}

/// `k in 1..n except 2`, `k in S other than 3`
fn except(p: &Phrase) -> Option<Diagnostic> {
    (4..p.len()).find_map(|i| {
        let width = match (p.w(i), p.w(i + 1)) {
            ("but", "not") | ("other", "than") | ("except", "for") => 2,
            ("except" | "excluding" | "excepting" | "besides", _) => 1,
            _ => return None,
        };
        let choice = (0..i).rev().find(|&k| p.w(k) == "in" && p.is_name(k.wrapping_sub(1)))?;
        let end = p.part_end(i + width);
        let word = if (choice..i).any(|k| p.w(k) == "where") { "and" } else { "where" };
        let from = i + width + usize::from(matches!(p.w(i + width), "when" | "if" | "where"));
        let compares = (from..end).any(|k| matches!(p.w(k), "==" | "=" | "<" | ">" | "<=" | ">=" | "in"));
        let excepted = p.text(from, end).replace(" = ", " == ");
        let text = match compares {
            true => format!("{word} not ({excepted})"),
            false => format!("{word} {} != {excepted}", p.w(choice - 1)),
        };
        let found = p.error("foreign-word", "A condition on a choice comes after `where`", p.over(i, end));
        (i + width < end).then(|| found.instead(p.over(i, end), text))
    })
}

/// `expect A is never P`, `expect A not P`, `expect A are N`
fn never(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| {
        matches!(p.w(k), "is" | "not" | "never" | "are" | "be" | "isn") && p.view.ends_operand(k - 1)
    })?;
    let behind = (i..p.len()).find(|&k| {
        !matches!(p.w(k), "is" | "not" | "never" | "are" | "be" | "isn" | "t" | "all" | "always")
    })?;
    let negated = (i..behind).any(|k| matches!(p.w(k), "not" | "never" | "isn"));
    let own = p.w(behind);
    let found = p.error("is-what", "After `is` comes P, N or a value such as *2", p.over(i, behind + 1));
    let outcome = matches!(own, "P" | "N" | "draw") && p.w(0) == "expect";
    let plain =
        (1..i).all(|k| !matches!(p.w(k), "and" | "or" | "not" | "if" | "then" | "else" | "==" | "is"));
    match negated {
        false => outcome.then(|| found.instead(p.over(i, behind + 1), format!("is {own}"))),
        // A play may also end in a draw: not P is not always N.
        true => (outcome && plain).then(|| {
            let text = format!("outcome({}) != {own}", p.text(1, i));
            found.instead(p.over(1, behind + 1), text)
        }),
    }
}

/// `take(k in 1..3) as long as k <= n to A`, `take(k in 1..3 while k <= n)`, `take(k in 1..3: k <= n)`, `... and where c`
fn guard_words(p: &Phrase) -> Option<Diagnostic> {
    let i = (4..p.len()).filter(|_| p.is_game()).find_map(|i| {
        let width = match (p.w(i), p.w(i + 1), p.w(i + 2)) {
            ("as" | "so", "long", "as") => 3,
            ("s", ".", "t") => 3 + usize::from(p.w(i + 3) == "."),
            ("on", "condition" | "the", "that" | "condition") => 3 + usize::from(p.w(i + 3) == "that"),
            ("and" | "but" | ",", "where" | "when" | "if", _) => 2,
            ("but" | "and", "only", "if" | "when") => 3,
            ("while" | "iff" | "whenever" | "st" | "satisfying" | "unless", _, _) => 1,
            (":", _, _) if inside_choice(p, i) => 1,
            _ => return None,
        };
        let of_move = (0..i).rev().find(|&k| matches!(p.w(k), "move" | "to"));
        let guard = of_move.is_some_and(|k| p.w(k) == "move") && p.view.ends_operand(i - 1);
        (guard && p.view.starts_operand(i + width)).then_some((i, width))
    });
    let (i, width) = i?;
    let own = if p.w(i) == "unless" { "where not" } else { "where" };
    let found = p.error("missing-where", "A condition follows `where`", p.over(i, i + width));
    let blank = if p.w(i) == ":" { " " } else { "" };
    Some(found.hint(meant(own)).replace(p.over(i, i + width), format!("{blank}{own}")))
}

/// `k in 1..3: k <= n` among the choices of a move.
fn inside_choice(p: &Phrase, i: usize) -> bool {
    let open = (0..i).rev().find(|&k| p.w(k) == "(" && p.closing(k).is_some_and(|c| c > i));
    open.is_some_and(|k| p.back(k, 2) == "move") && (0..i).rev().take(8).any(|k| p.w(k) == "in")
}

/// `move l where a > 0 (k in 1..a) to A`
fn where_first(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| p.is_game() && p.w(i) == "where" && p.back(i, 2) == "move").find_map(|i| {
        let to = p.find(i, |k| p.w(k) == "to")?;
        let open = (i + 2..to).find(|&k| p.w(k) == "(" && p.is_name(k + 1) && p.w(k + 2) == "in")?;
        let close = p.closing(open).filter(|&c| c + 1 == to)?;
        let text = format!("{} {}", p.text(open, close + 1), p.text(i, open));
        let found = p.error("misplaced-where", "The choices of a move follow its name", p.over(i, close + 1));
        let hint = meant(&format!("{}{}", p.w(i - 1), p.text(open, close + 1)));
        Some(found.hint(hint).replace(p.between(i - 1, to), format!("{text} ")))
    })
}
