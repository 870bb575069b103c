//! Expressions as others write them: `n is even`, `s[1:3]`, `3 divides n`, `n ≡ 1 (mod 3)`, `|s|`, `f"n = {n}"`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::token::{Token, inside_quotes};

pub(super) const WAYS: &[Way] = &[
    format_text,
    emptiness,
    parity,
    else_colon,
    builder,
    congruence,
    divides,
    slice,
    unequal,
    own_signs,
    set_minus,
    cardinality,
    hash,
    type_called,
    arguments_without_brackets,
];

/// What can be read and is not right unless the rest of the text says so: `x != null`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[no_value];

/// `f"n = {n}"`
fn format_text(p: &Phrase) -> Option<Diagnostic> {
    let touches = |i: usize| p.view.tokens[i - 1].span.end == p.view.tokens[i].span.start;
    let i =
        (1..p.len()).find(|&i| p.view.token(i) == Some(Token::Text) && p.w(i - 1) == "f" && touches(i))?;
    let inside = inside_quotes(p.view.tokens[i].slice(p.view.text));
    let mut parts = vec![];
    for part in inside.split('{') {
        let (value, rest) = part.split_once('}').unwrap_or(("", part));
        let value = value.split([':', '!']).next().unwrap_or("").trim();
        parts.extend((!value.is_empty()).then(|| value.to_owned()));
        parts.extend((!rest.is_empty() || parts.is_empty()).then(|| format!("\"{rest}\"")));
    }
    let found = p.error("foreign-word", "Text and values are joined with `+`", p.over(i - 1, i + 1));
    Some(found.instead(p.over(i - 1, i + 1), parts.join(" + ")))
}

/// Where the operand begins that ends before `i`.
pub(super) fn operand(p: &Phrase, i: usize) -> usize {
    let mut depth = 0usize;
    for k in (0..i).rev() {
        let token = p.view.tokens[k].token;
        depth = if token.closes() { depth + 1 } else { depth - usize::from(token.opens() && depth > 0) };
        let goes_on =
            k > 0 && (token.opens() && p.view.ends_operand(k - 1) || p.w(k) == "." || p.w(k - 1) == ".");
        if depth == 0 && !goes_on {
            return k;
        }
    }
    0
}

/// `s is empty`, `s is not empty`
fn emptiness(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let not = usize::from(p.w(i + 1) == "not");
        (p.w(i) == "is" && matches!(p.w(i + 1 + not), "empty" | "nonempty")).then_some(())?;
        let sign = if not == 1 || p.w(i + 1) == "nonempty" { ">" } else { "==" };
        let start = operand(p, i);
        let text = format!("size({}) {sign} 0", p.text(start, i));
        let found = p.error("misplaced-word", "`size` counts the elements", p.over(i, i + 2 + not));
        Some(found.instead(p.over(start, i + 2 + not), text))
    })
}

/// `x != null`, `s == None`, where s is a set or a list
fn no_value(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let none = matches!(p.w(i + 1), "null" | "None" | "nil" | "NULL" | "undefined" | "empty" | "Empty");
        let sign = matches!(p.w(i), "!=" | "==").then(|| p.w(i)).filter(|_| none)?;
        (!matches!(p.w(i + 2), "(" | "[" | ".")).then_some(())?;
        let start = operand(p, i);
        let collection = matches!(p.type_of(p.w(i - 1)), "set" | "list" | "bag" | "map" | "text");
        let text = format!("size({}) {sign} 0", p.text(start, i));
        let found = p.error("unknown-name", "`size` counts the elements", p.over(i, i + 2));
        let means_nothing = || !p.may_hold(p.w(i + 1)) && !p.view.text.contains("use \"");
        (collection && start + 1 == i && means_nothing()).then(|| found.instead(p.over(start, i + 2), text))
    })
}

/// `if c then a else: b`
fn else_colon(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == ":" && matches!(p.w(i - 1), "else" | "then"))?;
    let found = p.error("unexpected", format!("No colon follows `{}`", p.w(i - 1)), p.span(i));
    Some(found.hint("Can it be left out?").replace(p.span(i), ""))
}

/// `{n in 1..5 | n != 3}`, `{n in 1..5 where n != 3}`
fn builder(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|open| {
        let choice = matches!(p.w(open), "{" | "[") && p.is_name(open + 1) && p.w(open + 2) == "in";
        let sign = p.find(open + 1, |k| matches!(p.w(k), "|" | "where" | ":")).filter(|_| choice)?;
        let close = p.closing(open)?;
        let (choice, condition) = (p.text(open + 1, sign), p.text(sign + 1, close));
        let text = format!("{} for {choice} where {condition}", p.w(open + 1));
        let found = p.error("set-builder", "The elements come before `for`", p.over(open + 1, close));
        Some(found.instead(p.over(open + 1, close), text))
    })
}

/// `n is even`
fn parity(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let by = matches!((p.w(i + 1), p.w(i + 2)), ("divisible", "by"));
        // `is a square`, `is an even number`
        let word = i + 1 + usize::from(matches!(p.w(i + 1), "a" | "an"));
        let noun = usize::from(matches!(p.w(word + 1), "number" | "numbers"));
        let rest = match p.w(word) {
            "even" => " mod 2 == 0".to_owned(),
            "odd" => " mod 2 == 1".to_owned(),
            "positive" => " > 0".to_owned(),
            "negative" => " < 0".to_owned(),
            "zero" => " == 0".to_owned(),
            "prime" | "square" | "triangular" | "odious" | "evil" => String::new(),
            _ if by => format!(" mod {} == 0", p.text(i + 3, i + 4)),
            _ => return None,
        };
        let (start, end) = (operand(p, i), if by { (i + 4).min(p.len()) } else { word + 1 + noun });
        let text = match rest.as_str() {
            "" => format!("{}({})", p.w(word), p.text(start, i)),
            _ => format!("{}{rest}", p.text(start, i)),
        };
        let found =
            p.error("misplaced-word", "A property of a number is written as a comparison", p.over(i, end));
        (p.w(i) == "is" && p.w(0) != "expect").then(|| found.instead(p.over(start, end), text))
    })
}

/// `n ≡ 1 (mod 3)`, `n = 1 (mod 3)`, `n ≡ 1 mod 3`
fn congruence(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let bracket = p.w(i + 2) == "(" && p.w(i + 3) == "mod" && matches!(p.w(i), "=" | "==" | "≡");
        let bare = p.w(i) == "≡" && p.w(i + 2) == "mod";
        (bracket || bare).then_some(())?;
        let end = if bracket { p.closing(i + 2)? + 1 } else { i + 4 };
        let modulus = if bracket { p.text(i + 4, end - 1) } else { p.w(i + 3) };
        let start = operand(p, i);
        let text = format!("{} mod {modulus} == {}", p.text(start, i), p.w(i + 1));
        let found = p.error("foreign-sign", "A remainder is compared with `==`", p.over(i, end));
        Some(found.instead(p.over(start, end), text))
    })
}

/// `3 divides n`, `3 | n`
fn divides(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len() - 1).find_map(|i| {
        let number = |k: usize| p.is_number(k) || p.is_counted(p.w(k));
        let between = p.view.ends_operand(i - 1) && p.view.starts_operand(i + 1);
        let bar = p.w(i) == "|"
            && (number(i - 1) && number(i + 1) || guarded(p, i))
            && p.back(i, 2) != ":"
            && !inside_type(p, i);
        (between && (p.w(i) == "divides" || bar)).then_some(())?;
        let start = operand(p, i);
        let end = if p.w(i + 2) == "(" { p.closing(i + 2)? + 1 } else { i + 2 };
        let text = format!("{} mod {} == 0", p.text(i + 1, end), p.text(start, i));
        let found = p.error("foreign-sign", "`mod` tests whether one number divides another", p.span(i));
        Some(found.instead(p.over(start, end), text))
    })
}

/// `where d | n`: between two names in the condition of a move.
fn guarded(p: &Phrase, i: usize) -> bool {
    let word =
        (0..i).rev().find(|&k| matches!(p.w(k), "where" | "and" | "or" | "not" | "to" | "in" | ":" | "move"));
    p.is_game()
        && (p.is_name(i - 1) || p.is_number(i - 1))
        && p.is_name(i + 1)
        && p.w(i + 2) != "("
        && word.is_some_and(|k| matches!(p.w(k), "where" | "and" | "or" | "not") && k + 2 == i)
}

/// Whether a token is in a type: after a colon, before the header ends.
fn inside_type(p: &Phrase, i: usize) -> bool {
    let equals = p.find(1, |k| p.w(k) == "=").unwrap_or(p.len());
    let colon = (0..i).rev().find(|&k| matches!(p.w(k), ":" | "," | "("));
    (p.is_game() || i < equals) && colon.is_some_and(|k| p.w(k) == ":")
}

/// `s[1:3]`, `s[:3]`, `s[2:]`
fn slice(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|open| {
        let index = !(p.is_game() && open == 2) && p.w(open) == "[" && p.view.ends_operand(open - 1);
        let colon = p.find(open + 1, |k| p.w(k) == ":").filter(|_| index)?;
        let close = p.closing(open)?;
        let first = match p.text(open + 1, colon) {
            "" => "1".to_owned(),
            text if counts_from_one(p, open, colon) => text.to_owned(),
            _ => one_more(p, open + 1, colon)?,
        };
        let text = format!("[{first}..{}]", p.text(colon + 1, close));
        let found = p.error(
            "foreign-sign",
            "Parts of a list are given by the places of their first and last entry",
            p.span(colon),
        );
        let found = found.note("Places are counted from 1, and the last one belongs to the part.");
        Some(found.instead(p.over(open, close + 1), text))
    })
}

/// What is one larger than the number that the tokens `from..end` say: `i + 2` for `i + 1`, `i` for `i - 1`.
fn one_more(p: &Phrase, from: usize, end: usize) -> Option<String> {
    let last: Option<u64> = p.w(end - 1).parse().ok();
    Some(match (end - from, p.w(end - 2), last) {
        (1, _, Some(n)) => n.checked_add(1)?.to_string(),
        (3, "+", Some(n)) => format!("{} + {}", p.w(from), n.checked_add(1)?),
        (3, "-", Some(1)) => p.w(from).to_owned(),
        (3, "-", Some(n)) => format!("{} - {}", p.w(from), n.checked_sub(1)?),
        _ => format!("{} + 1", p.text(from, end)),
    })
}

/// `s[:i-1] + s[i+1:]`: all but the i-th entry, so that the places are meant as they are counted here.
fn counts_from_one(p: &Phrase, open: usize, colon: usize) -> bool {
    let (row, place) = (p.w(open - 1), p.w(open + 1));
    let behind = colon == open + 4 && p.w(open + 2) == "+" && p.w(open + 3) == "1";
    let before = |k: usize| {
        let end = p.closing(k).filter(|_| p.w(k) == "[" && k > 0 && p.w(k - 1) == row);
        end.is_some_and(|c| p.w(c - 3) == place && p.w(c - 2) == "-" && p.w(c - 1) == "1")
    };
    behind && (0..open).any(before)
}

/// `k not = 2`, `k is not 2`
fn unequal(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len() - 1).find_map(|i| {
        let not = p.w(i) == "not" && matches!(p.w(i + 1), "=" | "==") && p.view.ends_operand(i - 1);
        let is = p.w(i) == "is"
            && p.w(i + 1) == "not"
            && p.w(0) != "expect"
            && !matches!(p.w(i + 2), "P" | "N" | "draw");
        let (from, end) = (i, i + 2);
        let found = p.error("single-equals", "`!=` says that two things differ", p.over(from, end));
        (not || is).then(|| found.instead(p.over(from, end), "!="))
    })
}

/// `5 ^^ 3`, `1 << 3`, `a <-> b`
fn own_signs(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len() - 1).find_map(|i| {
        let (own, width) = match (p.w(i), p.w(i + 1), p.w(i + 2)) {
            ("^", "^", _) => ("xor", 2),
            ("<", "<", _) => ("* 2 ^", 2),
            (">", ">", _) => ("/ 2 ^", 2),
            ("<", "->", _) | ("<=", ">", _) | ("<", "=>", _) => ("==", 2),
            ("⇔" | "↔" | "≡" | "iff", ..) if p.w(0) != "expect" => ("==", 1),
            ("⊻" | "⊕", ..) => ("xor", 1),
            ("=>" | "⇒" | "implies", ..) if p.w(0) == "let" && p.type_of(p.w(i - 1)) == "bool" => {
                return implies(p, i);
            }
            _ => return None,
        };
        let together = width == 1 || p.view.tokens[i].span.end == p.view.tokens[i + 1].span.start;
        let found = p.error(
            "foreign-sign",
            format!("`{}` is not a sign of this language", p.text(i, i + width)),
            p.over(i, i + width),
        );
        let next = (i + width).min(p.len() - 1);
        let found = found.hint(meant(own)).replace(p.between(i - 1, next), format!(" {own} "));
        together.then_some(found)
    })
}

/// `a => b` between conditions.
fn implies(p: &Phrase, i: usize) -> Option<Diagnostic> {
    let start = operand(p, i);
    let end = p.part_end(i + 1);
    let text = format!("not {} or {}", p.text(start, i), p.text(i + 1, end));
    let found = p.error("foreign-sign", "`not` and `or` say that one condition implies another", p.span(i));
    Some(found.instead(p.over(start, end), text))
}

/// `s \ {x}`
fn set_minus(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len() - 1).find(|&i| p.w(i) == "\\" && p.view.ends_operand(i - 1))?;
    let found = p
        .error("foreign-sign", "`\\` is not a sign of this language", p.span(i))
        .hint("Did you mean `minus`?");
    p.view.starts_operand(i + 1).then(|| found.replace(p.between(i - 1, i + 1), " minus "))
}

/// `|s|`, of a set or a list
fn cardinality(p: &Phrase) -> Option<Diagnostic> {
    let literal = (0..p.len()).find_map(|i| {
        let opens =
            p.w(i) == "|" && matches!(p.w(i + 1), "{" | "[") && !(i > 0 && p.view.ends_operand(i - 1));
        let close = p.closing(i + 1).filter(|&c| opens && p.w(c + 1) == "|")?;
        let found = p.error("operator-called", "`size` counts the elements", p.over(i, close + 2));
        Some(found.instead(p.over(i, close + 2), format!("size({})", p.text(i + 1, close + 1))))
    });
    literal.or_else(|| {
        (0..p.len()).find_map(|i| {
            let around = p.w(i) == "|" && p.w(i + 2) == "|" && !(i > 0 && p.view.ends_operand(i - 1));
            let collection = matches!(p.type_of(p.w(i + 1)), "set" | "list" | "bag" | "map" | "text")
                || p.w(i + 1).starts_with(char::is_uppercase);
            let found =
                p.error("operator-called", "`size` counts the elements", p.over(i, (i + 3).min(p.len())));
            (around && collection).then(|| found.instead(p.over(i, i + 3), format!("size({})", p.w(i + 1))))
        })
    })
}

/// `#s`: the number of elements, read as a comment.
fn hash(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - 1;
    let end = p.span(last).range().end;
    let rest = p.view.text[end..].lines().next()?;
    let comment = rest.trim_start().strip_prefix('#')?;
    let name: String = comment.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let wanted = !p.view.ends_operand(last) && !name.is_empty();
    let start = end + rest.find('#')?;
    let place = Span::new(p.file, start, start + 1 + name.len());
    let found = p.error("missing-value", "`#` begins a comment; `size` counts the elements", place);
    wanted.then(|| found.instead(place, format!("size({name})")))
}

/// `int(7 / 2)`, `cell(1, 2)`, `text(3)`, `list(1..5)`, `set(row)`
fn type_called(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let word = p.w(i);
        let collection = matches!(word, "list" | "set")
            && p.find(i + 2, |k| matches!(p.w(k), "," | "for")).is_none_or(|k| p.closing(i + 1) < Some(k));
        let filled = p.w(i + 2) != ")";
        let called = (matches!(word, "int" | "nat" | "cell" | "text" | "bool") || collection && filled)
            && p.w(i + 1) == "("
            && p.back(i, 1) != "move";
        let close = p.closing(i + 1).filter(|_| called)?;
        let text = match word {
            // The digit that a letter is.
            "int" | "nat" if p.type_of(p.w(i + 2)) == "text" && p.closing(i + 3) == Some(close - 1) => {
                format!("sum(d for d in 0..9 where \"\" + d == {})", p.text(i + 2, close))
            }
            "text" => format!("(\"\" + {})", p.text(i + 2, close)),
            "list" | "set" => {
                // A name that the argument does not have.
                let e = if (i + 2..close).any(|k| p.w(k) == "x") { "e" } else { "x" };
                let (open, end) = if word == "list" { ("[", "]") } else { ("{", "}") };
                format!("{open}{e} for {e} in {}{end}", p.text(i + 2, close))
            }
            _ => p.text(i + 1, close + 1).to_owned(),
        };
        let title = format!("`{word}` is a type; values are not made with it");
        Some(p.error("keyword-as-name", title, p.span(i)).instead(p.over(i, close + 1), text))
    })
}

/// `mex 0, 1, 3`
fn arguments_without_brackets(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let (open, close) = match p.w(i) {
            "mex" | "nimsum" => ("{", "}"),
            "min" | "max" | "gcd" => ("", ""),
            _ => return None,
        };
        (p.is_number(i + 1) && p.w(i + 2) == ",").then_some(())?;
        let mut end = i + 2;
        while p.w(end) == "," && p.view.starts_operand(end + 1) {
            end = p.part_end(end + 1);
        }
        let text = format!("{}({open}{}{close})", p.w(i), p.text(i + 1, end));
        let found = p.error("missing-sign", "Arguments are written in parentheses", p.over(i + 1, end));
        Some(found.instead(p.over(i, end), text))
    })
}
