//! Expectations in other words: `equals`, `isn't`, `C => A is N`, `A is P iff C`, `A is N and B is P`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] = &[
    to_be,
    asserted,
    side_wins,
    none_of_them,
    outcome_in_condition,
    several_claims,
    should_be,
    quantified_behind,
    value_in_words,
    lonely_outcome,
    equals_in_words,
    is_not,
    implication,
    equivalence,
    two_claims,
    shared_claim,
    property,
    unbound_condition,
];

/// What can be read and is never right: `expect A is "N"`.
pub(super) const NEVER_RIGHT: &[Way] = &[quoted_outcome, shared_claim, property];

fn is_expectation(p: &Phrase) -> bool {
    p.w(0) == "expect"
}

/// `Nim(3) equals *3`, `n is equal to 3`
fn equals_in_words(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let start = i - usize::from(p.w(i) == "equal" && p.w(i - 1) == "is");
        let word = matches!(p.w(i), "equals" | "equal") && p.view.ends_operand(start.checked_sub(1)?);
        let behind = i + 1 + usize::from(p.w(i + 1) == "to");
        let position =
            matches!(p.w(behind), "*" | "P" | "N" | "draw") || p.w(behind).starts_with(char::is_uppercase);
        let own = if is_expectation(p) && position { "is" } else { "==" };
        let found = p.error(
            "foreign-word",
            format!("`{}` is written `{own}`", p.text(start, behind)),
            p.over(start, behind),
        );
        (word && p.view.starts_operand(behind)).then(|| found.instead(p.over(start, behind), own))
    })
}

/// `is 3*`, `is value 3`, `is nimber 3`
fn value_in_words(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| matches!(p.w(k), "is" | "=" | "==")).filter(|_| is_expectation(p))?;
    let behind = i + 1 + usize::from(matches!(p.w(i + 1), "a" | "of" | "the"));
    let word = matches!(p.w(behind), "value" | "nimber" | "grundy" | "star" | "number" | "nim");
    let number = behind
        + if word {
            1 + usize::from(matches!(p.w(behind + 1), "value" | "number" | "of" | "heap"))
        } else {
            0
        };
    let starred = p.w(number + 1) == "*" && number + 2 == p.len();
    (p.is_number(number) && (word || starred)).then_some(())?;
    let end = number + 1 + usize::from(starred);
    let found =
        p.error("value-without-star", "A value after `is` is written with a star", p.over(behind, end));
    Some(match p.w(i) {
        "is" => found.instead(p.over(i + 1, end), format!("*{}", p.w(number))),
        _ => found.instead(p.over(i, end), format!("is *{}", p.w(number))),
    })
}

/// `expect Nim(0) P`, `expect Nim(0) losing`
fn lonely_outcome(p: &Phrase) -> Option<Diagnostic> {
    let said = (1..p.len()).any(|k| matches!(p.w(k), "is" | "==" | "!=" | "in"));
    let closed = |k: usize| p.view.tokens[k - 1].token.closes();
    let i = p.find(2, |k| outcome_of(p.w(k)).is_some() && closed(k)).filter(|_| !said)?;
    let outcome = outcome_of(p.w(i))?;
    let end = i + 1 + usize::from(matches!(p.w(i + 1), "position"));
    let found = p.error("missing-word", "An outcome follows `is`", p.over(i, end));
    let found = match outcome == p.w(i) && end == i + 1 {
        true => found.hint(meant(&format!("is {outcome}"))).replace(p.before(i), "is "),
        false => found.instead(p.over(i, end), format!("is {outcome}")),
    };
    is_expectation(p).then_some(found)
}

/// The outcome that a word stands for, for the player to move.
pub(super) fn outcome_of(word: &str) -> Option<&str> {
    Some(match word {
        "P" | "N" | "draw" => word,
        "losing" | "loses" | "lost" | "loss" => "P",
        "winning" | "wins" | "won" | "win" => "N",
        "drawn" | "tie" => "draw",
        _ => return None,
    })
}

/// `Nim(3) isn't P`
fn is_not(p: &Phrase) -> Option<Diagnostic> {
    let i =
        (1..p.len()).find(|&i| matches!(p.w(i), "isn'" | "isnt" | "isn" | "is_not" | "isNot" | "aint"))?;
    let behind = i + 1 + usize::from(p.w(i + 1) == "t");
    let found = p.error("is-what", "After `is` comes P, N or a value such as *2", p.over(i, behind));
    let outcome = matches!(p.w(behind), "P" | "N" | "draw") && is_expectation(p);
    let text = format!("outcome({}) != {}", p.text(1, i), p.w(behind));
    Some(match outcome {
        true => found.instead(p.over(1, behind + 1), text),
        false => found.instead(p.over(i, behind), "!="),
    })
}

/// `expect n mod 4 != 0 => Nim(n) is N for n in 1..9`
fn implication(p: &Phrase) -> Option<Diagnostic> {
    let implies = |k: usize| matches!(p.w(k), "=>" | "⇒" | "⟹" | "->" | "→" | "implies");
    let i = p.find(1, implies).filter(|_| is_expectation(p))?;
    let last = p.find(i + 1, |k| p.w(k) == "for");
    let (condition, claim) = (p.text(1, i), p.text(i + 1, last.unwrap_or(p.len())));
    let text = match last {
        Some(last) => {
            let word = if p.find(last, |k| p.w(k) == "where").is_some() { "and" } else { "where" };
            format!("{claim} {} {word} {condition}", p.text(last, p.len()))
        }
        None => format!("not ({condition}) or {}", as_condition(claim)),
    };
    let found = p.error("missing-where", "The condition of an expectation follows its choices", p.span(i));
    Some(found.instead(p.over(1, p.len()), text))
}

/// `Nim(n) is P` as a condition: `outcome(Nim(n)) == P`.
pub(super) fn as_condition(claim: &str) -> String {
    match claim.split_once(" is ") {
        Some((position, own @ ("P" | "N" | "draw"))) => format!("outcome({}) == {own}", position.trim()),
        Some((position, value)) => {
            format!("value({}) == {}", position.trim(), value.trim().trim_start_matches('*'))
        }
        None => claim.to_owned(),
    }
}

/// `expect Nim(n) is P iff n == 0 for n in 0..9`
fn equivalence(p: &Phrase) -> Option<Diagnostic> {
    let joins = |k: usize| matches!(p.w(k), "iff" | "⇔" | "↔" | "≡" | "exactly" | "precisely");
    let spelled_out = |k: usize| p.w(k) == "if" && p.w(k + 1) == "and" && p.w(k + 2) == "only";
    let i = p.find(2, |k| joins(k) || spelled_out(k)).filter(|_| is_expectation(p))?;
    let behind = match p.w(i) {
        "if" => i + 4,
        "exactly" | "precisely" => i + 2,
        _ => i + 1,
    };
    let last = p.find(behind, |k| p.w(k) == "for").unwrap_or(p.len());
    let sides = [p.text(1, i), p.text(behind, last)].map(|side| format!("({})", as_condition(side)));
    let text = format!("{} == {}", sides[0], sides[1]);
    let found = p.error("foreign-word", "`==` says that two conditions are the same", p.over(i, behind));
    (behind < last).then(|| found.instead(p.over(1, last), text))
}

/// `expect Nim(1) is N and Nim(0) is P`
fn two_claims(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| p.w(k) == "and").filter(|_| is_expectation(p))?;
    let last = p.find(i + 1, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let claims = |from: usize, to: usize| (from..to).any(|k| p.w(k) == "is" && p.view.ends_operand(k - 1));
    (claims(1, i) && claims(i + 1, last)).then_some(())?;
    let rest = if last < p.len() { format!(" {}", p.text(last, p.len())) } else { String::new() };
    let text = format!("expect {}{rest}\nexpect {}{rest}", p.text(1, i), p.text(i + 1, last));
    let found = p.error("unexpected", "`expect` makes one claim about a position", p.span(i));
    let hint = meant(&format!("expect {}", p.text(i + 1, last)));
    Some(found.hint(hint).replace(p.over(0, p.len()), text))
}

/// `expect value(A) is even`
fn property(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| p.w(k) == "is").filter(|_| is_expectation(p) && p.w(1) == "value")?;
    let own = match p.w(i + 1) {
        "even" => "mod 2 == 0",
        "odd" => "mod 2 == 1",
        "zero" | "null" => "== 0",
        "positive" | "nonzero" => "> 0",
        _ => return None,
    };
    let ends = matches!(p.w(i + 2), "" | "for" | "under");
    let found = p.error("is-for-positions", "`is` is for positions; compare numbers", p.over(i, i + 2));
    ends.then(|| found.instead(p.over(i, i + 2), own))
}

/// `expect Nim(1) and Nim(2) is N`: the same claim about several positions
fn shared_claim(p: &Phrase) -> Option<Diagnostic> {
    is_expectation(p).then_some(())?;
    let mut at = 1;
    let mut positions = vec![];
    loop {
        let position =
            p.is_name(at) && p.w(at).starts_with(char::is_uppercase) && matches!(p.w(at + 1), "(" | "[");
        let end = p.closing(at + 1).filter(|_| position)? + 1;
        positions.push(p.text(at, end));
        at = end;
        match p.w(at) {
            "and" => at += 1,
            _ => break,
        }
    }
    let claim = p.text(at, p.len());
    let text: Vec<String> = positions.iter().map(|one| format!("expect {one} {claim}")).collect();
    let found = p.error("unexpected", "`expect` makes one claim about a position", p.over(1, at));
    let several = p.w(at) == "is" && positions.len() > 1;
    several.then(|| found.hint(meant(&text[0])).replace(p.over(0, p.len()), text.join("\n")))
}

/// `expect Nim(n) is N when n > 0`, with nothing that n runs through
fn unbound_condition(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| matches!(p.w(k), "if" | "when" | "where" | "whenever" | "provided");
    let i = p.find(2, word).filter(|_| is_expectation(p) && p.view.token(1).is_some())?;
    let plain = (1..p.len()).all(|k| !matches!(p.w(k), "for" | "then" | "else"));
    let name =
        (i + 1..p.len()).find(|&k| p.is_name(k) && p.w(k + 1) != "(" && (1..i).any(|m| p.w(m) == p.w(k)))?;
    let text = format!("for {} in 0..20 where", p.w(name));
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.span(i));
    plain.then(|| found.hint(meant(&format!("{text} {}", p.text(i + 1, p.len())))).replace(p.span(i), text))
}

/// `expect A to be N`, `expect(A).toBe(N)`
fn to_be(p: &Phrase) -> Option<Diagnostic> {
    let i =
        p.find(1, |k| matches!((p.w(k), p.w(k + 1)), ("to", "be" | "equal") | (".", "toBe" | "toEqual")))?;
    let behind = i + 2 + usize::from(matches!(p.w(i + 2), "a" | "an"));
    let bracket = p.w(behind) == "(" && p.closing(behind) == Some(p.len() - 1);
    let wanted = if bracket { p.text(behind + 1, p.len() - 1) } else { p.text(behind, p.len()) };
    let position = matches!(wanted, "P" | "N" | "draw") || wanted.starts_with('*');
    let own = if position { "is" } else { "==" };
    let found = p.error("foreign-word", format!("What is expected follows `{own}`"), p.over(i, behind));
    let text = format!("expect {} {own} {wanted}", p.text(1, i));
    (is_expectation(p) && !wanted.is_empty()).then(|| found.instead(p.over(0, p.len()), text))
}

/// `assert value(A) == 4, "wrong"`
fn asserted(p: &Phrase) -> Option<Diagnostic> {
    let comma = p.find(1, |k| p.w(k) == ",").filter(|&k| k + 2 == p.len())?;
    let word =
        matches!(p.w(0), "assert" | "expect" | "check") && p.view.token(comma + 1) == Some(Token::Text);
    let found = p.error("foreign-word", "`expect` makes a claim about a game", p.over(0, 1));
    word.then(|| found.instead(p.over(0, p.len()), format!("expect {}", p.text(1, comma))))
}

/// `A should be *3`, `value(A) must be 3`, `expect A should equal P`
fn should_be(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| matches!(p.w(k), "should" | "must" | "ought" | "shall" | "will" | "has"))?;
    let end = (i..p.len()).find(|&k| {
        let said =
            matches!(p.w(k), "should" | "must" | "ought" | "shall" | "will" | "has" | "have" | "to" | "be");
        !said && !matches!(p.w(k), "equal" | "a" | "an" | "always" | "value" | "the")
    })?;
    let said = (i + 1..end).any(|k| matches!(p.w(k), "be" | "equal" | "have"));
    let position = matches!(p.w(end), "P" | "N" | "draw" | "*") || p.w(end).starts_with(char::is_uppercase);
    let own = if position { "is" } else { "==" };
    let begin = usize::from(is_expectation(p));
    let number = p.is_number(end) && p.w(begin).starts_with(char::is_uppercase);
    let own = if number { "is *" } else { own };
    let blank = if number { "" } else { " " };
    let plain = begin == 1 || p.w(0) != "play" && !p.is_game();
    let text = format!("expect {} {own}{blank}{}", p.text(begin, i), p.text(end, p.len()));
    let found = p.error("foreign-word", "`expect` makes a claim about a game", p.over(i, end));
    (said && plain && i > begin).then(|| found.instead(p.over(0, p.len()), text))
}

/// `expect C forall n in 0..9`, `table A ∀ n in 0..9`
fn quantified_behind(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| matches!(p.w(k), "forall" | "∀" | "foreach" | "forevery");
    let i = p.find(2, |k| word(k) && p.is_name(k + 1) && matches!(p.w(k + 2), "in" | "=" | "∈" | "from"))?;
    let own = matches!(p.w(0), "expect" | "table" | "show") && p.view.ends_operand(i - 1);
    let found = p.error("foreign-word", "The range of a question comes after `for`", p.span(i));
    own.then(|| found.instead(p.span(i), "for"))
}

/// `expect A, B is *0, *1`, `expect A, B is P`
fn several_claims(p: &Phrase) -> Option<Diagnostic> {
    let is = p.find(1, |k| p.w(k) == "is").filter(|_| is_expectation(p))?;
    let end = p.find(is + 1, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let comma = |w: &str| w == ",";
    let (left, right) =
        (super::picking::parts(p, 1, is, comma), super::picking::parts(p, is + 1, end, comma));
    let each = left.len() == right.len() || right.len() == 1;
    (left.len() > 1 && each && left.iter().chain(&right).all(|&(a, b)| a < b)).then_some(())?;
    let rest = if end < p.len() { format!(" {}", p.text(end, p.len())) } else { String::new() };
    let claim = |(i, &(a, b)): (usize, &(usize, usize))| {
        let (from, to) = right[i.min(right.len() - 1)];
        format!("expect {} is {}{rest}", p.text(a, b), p.text(from, to))
    };
    let claims: Vec<String> = left.iter().enumerate().map(claim).collect();
    let found = p.error("is-what", "Each position needs its own `expect`", p.over(1, is + 1));
    Some(found.hint(meant(&claims[0])).replace(p.over(0, p.len()), claims.join("\n")))
}

/// `expect Left wins A`, `expect A is Left wins`, `expect A is a win for Right`
fn side_wins(p: &Phrase) -> Option<Diagnostic> {
    let side = |k: usize| matches!(p.w(k), "Left" | "Right") && p.w(k + 1) != "_";
    let i = (1..p.len()).find(|&k| side(k)).filter(|_| is_expectation(p))?;
    let said = |k: usize| {
        matches!(
            p.w(k),
            "wins"
                | "win"
                | "won"
                | "is"
                | "a"
                | "for"
                | "always"
                | "by"
                | "in"
                | "from"
                | "winning"
                | "the"
                | "player"
        )
    };
    let begin = (1..i).rev().take_while(|&k| said(k)).last().unwrap_or(i);
    let end =
        (i + 1..p.len()).find(|&k| !said(k) || p.w(k) == "for" && p.w(k + 2) == "in").unwrap_or(p.len());
    let wins = (begin..end).any(|k| matches!(p.w(k), "wins" | "win" | "won" | "winning"));
    let last = p.find(end, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let position = if begin > 1 { p.text(1, begin) } else { p.text(end, last) };
    let rest = if begin > 1 { p.text(end, p.len()) } else { p.text(last, p.len()) };
    let text = format!("expect {position} is {} {rest}", p.w(i));
    let found = p.error("is-what", "After `is` comes the outcome of a position", p.over(1, end));
    (wins && !position.is_empty()).then(|| found.instead(p.over(0, p.len()), text.trim_end()))
}

/// `expect no A is P for n in 1..5`
fn none_of_them(p: &Phrase) -> Option<Diagnostic> {
    let last = p.find(2, |k| p.w(k) == "for").filter(|_| is_expectation(p) && p.w(1) == "no")?;
    let claim = as_condition(p.text(2, last));
    let found = p.error("foreign-word", "`none` says that a condition never holds", p.over(1, last));
    let text = format!("none({claim} {})", p.text(last, p.len()));
    claim.contains("==").then(|| found.instead(p.over(1, p.len()), text))
}

/// `table A for n in 0..9 where A is P`
fn outcome_in_condition(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "table" | "show" | "sparse" | "compare");
    let begin = p.find(1, |k| p.w(k) == "where").filter(|_| asks)? + 1;
    let is = p.find(begin, |k| p.w(k) == "is" && matches!(p.w(k + 1), "P" | "N" | "draw"))?;
    let text = as_condition(&format!("{} is {}", p.text(begin, is), p.w(is + 1)));
    let of_all = p.w(0) == "table"
        && matches!(
            p.text(begin, is),
            "outcome" | "it" | "the outcome" | "the position" | "position" | "result"
        )
        && is + 2 == p.len();
    if of_all {
        let found = p.error(
            "misplaced-word",
            "The beginning of a table says which rows it has",
            p.over(begin - 1, is + 2),
        );
        let found = found.hint(meant(&format!("table {} of", p.w(is + 1))));
        let found = found.replace(p.behind(0), format!(" {} of", p.w(is + 1)));
        return Some(found.replace(p.tail(begin - 1, is + 2), ""));
    }
    let plain = (begin..is).all(|k| !matches!(p.w(k), "and" | "or" | "not" | "=="));
    let found = p.error("misplaced-word", "`is` is used only in `expect`", p.span(is));
    plain.then(|| found.instead(p.over(begin, is + 2), text))
}

/// `expect A is "N"`
fn quoted_outcome(p: &Phrase) -> Option<Diagnostic> {
    let i = p
        .find(2, |k| p.w(k) == "is" && p.view.token(k + 1) == Some(Token::Text))
        .filter(|_| is_expectation(p))?;
    let word = crate::syntax::token::inside_quotes(p.text(i + 1, i + 2));
    let known = matches!(word, "P" | "N" | "draw" | "Left" | "Right");
    let found = p.error("is-what", "An outcome is written without quotes", p.span(i + 1));
    known.then(|| found.instead(p.span(i + 1), word))
}
