//! How much a move takes, told without brackets or names: `move take 1, 2 or 3`, `take at most two beans`, `subtract 2 or
//! 5 from n`, `remove any number`.

use super::phrase::{Phrase, Way, meant};
use super::spoken::alien_lines;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[amounts_taken, named_amount, choice_without_name];

/// A number in digits or in words.
fn number(word: &str) -> Option<u64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let spelled = WORDS.iter().position(|w| *w == word.to_lowercase()).map(|n| n as u64);
    spelled.or_else(|| word.parse().ok())
}

/// What may be taken.
enum Amount {
    Listed(Vec<u64>),
    /// From the first to the second, or without an upper bound.
    Between(u64, Option<u64>),
    /// No more than half of the pile.
    Half,
    /// A number with a property.
    With(&'static str),
}

impl Amount {
    /// The choices of a move that takes so many of `pile` under the name `k`.
    fn choice(&self, k: &str, pile: &str) -> String {
        match self {
            Amount::Listed(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                format!("{k} in {{{}}} where {k} <= {pile}", numbers.join(", "))
            }
            Amount::Between(least, Some(most)) => format!("{k} in {least}..min({most}, {pile})"),
            Amount::Between(least, None) => format!("{k} in {least}..{pile}"),
            Amount::Half => format!("{k} in 1..{pile}/2"),
            Amount::With(condition) => format!("{k} in 1..{pile} where {}", condition.replace("{}", k)),
        }
    }
}

/// The amount that begins at `i`, and the token after it.
fn amount(p: &Phrase, i: usize) -> Option<(Amount, usize)> {
    bounded(p, i).or_else(|| listed(p, i))
}

/// `at most 2`, `up to three`, `between 1 and 4`, `from 1 to 4`, `any number`, `at least 2`
fn bounded(p: &Phrase, i: usize) -> Option<(Amount, usize)> {
    let at = |k: usize| number(p.w(k));
    let half = |k: usize| k + 1 + usize::from(p.w(k + 1) == "of");
    Some(match (p.w(i), p.w(i + 1), p.w(i + 2)) {
        ("at" | "up", "most" | "to", "half") => (Amount::Half, half(i + 2)),
        ("a" | "an" | "any", property, "number" | "amount") => {
            let condition = match property {
                "odd" => "{} mod 2 == 1",
                "even" => "{} mod 2 == 0",
                "prime" => "prime({})",
                _ => return None,
            };
            (Amount::With(condition), i + 3)
        }
        ("at", "most", _) | ("up", "to", _) => (Amount::Between(1, Some(at(i + 2)?)), i + 3),
        ("at", "least", _) => (Amount::Between(at(i + 2)?, None), i + 3),
        ("no" | "not", "more", "than") => (Amount::Between(1, Some(at(i + 3)?)), i + 4),
        ("any" | "some", "number" | "amount" | "positive", _) => (Amount::Between(1, None), i + 2),
        ("between", _, "and") | ("from", _, "to") => (Amount::Between(at(i + 1)?, Some(at(i + 3)?)), i + 4),
        (_, "to" | "-" | "..", _) => (Amount::Between(at(i)?, Some(at(i + 2)?)), i + 3),
        (_, "or", "more") => (Amount::Between(at(i)?, None), i + 3),
        _ => return None,
    })
}

/// `1, 2 or 3`, `two or five`
fn listed(p: &Phrase, i: usize) -> Option<(Amount, usize)> {
    let i = i + usize::from(matches!(p.w(i), "either" | "exactly"));
    let mut numbers = vec![number(p.w(i))?];
    let mut end = i + 1;
    loop {
        let joins = (end..end + 2).take_while(|&k| matches!(p.w(k), "," | "or" | "and" | "/" | "|")).count();
        // `1, take 2 or take 3`
        let again = usize::from(joins > 0 && p.w(end + joins) == p.w(i - 1));
        let Some(n) = number(p.w(end + joins + again)).filter(|_| joins > 0) else { break };
        numbers.push(n);
        end += joins + again + 1;
    }
    numbers.iter().all(|&n| n > 0).then_some((Amount::Listed(numbers), end))
}

/// The number of the position from which a move takes: the only one, or the one that is named.
fn pile<'t>(p: &Phrase<'t>, from: usize, end: usize) -> Option<(&'t str, String)> {
    let (name, params) = p.header()?;
    let counted: Vec<&str> = params.iter().map(|&i| p.w(i)).filter(|n| p.is_counted(n)).collect();
    let named = (from..end).find_map(|k| counted.iter().find(|n| p.w(k) == **n));
    let pile = match counted.as_slice() {
        [only] => *only,
        _ => *named?,
    };
    let args: Vec<String> = params
        .iter()
        .map(|&i| if p.w(i) == pile { format!("{pile} - {{}}") } else { p.w(i).to_owned() })
        .collect();
    Some((pile, format!("{name}({})", args.join(", "))))
}

/// The words of a clause that only say what is taken, and from where.
fn says_nothing(p: &Phrase, k: usize) -> bool {
    let small = p.w(k).starts_with(char::is_lowercase);
    small && p.is_name(k) || matches!(p.w(k), "from" | "of" | "." | "at" | "in" | "the")
}

/// `move take 1, 2 or 3`, `take at most two beans from n`
fn amounts_taken(p: &Phrase) -> Option<Diagnostic> {
    let label = |i: usize| i + 1 + usize::from(p.w(i + 1) == ":");
    let marked = (2..p.len()).filter(|&i| p.is_game() && p.w(i) == "move" && p.is_name(label(i)));
    let alone = alien_lines(p).into_iter().filter_map(|(i, end)| {
        let verb = (i..end).find(|&k| takes(p.w(k)))?;
        (i..verb).all(|k| opens_a_sentence(p.w(k))).then_some((i, verb))
    });
    // `a move takes 1, 2 or 3`: the sentence begins before the word.
    let begin = |i: usize| {
        let said =
            (3..i).rev().take_while(|&k| opens_a_sentence(p.w(k)) && !p.view.first_on_line(k + 1)).last();
        said.filter(|&k| p.view.first_on_line(k)).unwrap_or(i)
    };
    marked.map(|i| (begin(i), label(i))).chain(alone).find_map(|(start, label)| {
        let (amount, behind) = amount(p, label + 1)?;
        let end = (start + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
        let to = (behind..end).find(|&k| p.w(k) == "to").unwrap_or(end);
        (behind..to).all(|k| says_nothing(p, k)).then_some(())?;
        let (pile, target) = pile(p, behind, end)?;
        let k = if p.header()?.1.iter().any(|&i| p.w(i) == "k") { "taken" } else { "k" };
        let target = match p.w(to + 1).starts_with(char::is_uppercase) {
            true => p.text(to + 1, end).to_owned(),
            false => target.replace("{}", k),
        };
        let name = p.w(label).trim_end_matches('s');
        let found =
            p.error("missing-in", "A choice needs a name, which appears in every play", p.over(start, end));
        if let Amount::Listed(numbers) = &amount
            && let [n] = numbers.as_slice()
        {
            let target = target.replace(&format!("- {k}"), &format!("- {n}"));
            return Some(
                found.instead(p.over(start, end), format!("move {name} where {pile} >= {n} to {target}")),
            );
        }
        let text = format!("move {name}({}) to {target}", amount.choice(k, pile));
        Some(found.instead(p.over(start, end), text))
    })
}

fn takes(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "take"
            | "takes"
            | "remove"
            | "removes"
            | "subtract"
            | "subtracts"
            | "eat"
            | "eats"
            | "draw"
            | "pick"
            | "grab"
            | "discard"
    )
}

/// Words before the verb of a rule in a sentence.
pub(super) fn opens_a_sentence(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "on" | "in"
            | "at"
            | "your"
            | "his"
            | "her"
            | "their"
            | "a"
            | "the"
            | "each"
            | "every"
            | "turn"
            | "move"
            | "moves"
            | "option"
            | "options"
            | "rule"
            | "rules"
            | "legal"
            | "player"
            | "players"
            | "you"
            | "one"
            | "they"
            | "may"
            | "can"
            | "must"
            | "to"
            | ","
            | ":"
            | "either"
            | "then"
            | "is"
            | "allowed"
            | "has"
            | "have"
            | "-"
    )
}

/// `move take k to A(n - k)`, `move remove k beans to A(n - k)`
fn named_amount(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    (2..p.len()).filter(|&i| p.w(i) == "move" && p.is_name(i + 1)).find_map(|i| {
        let to = p.find(i + 2, |k| p.w(k) == "to")?;
        (i + 2..to).all(|k| says_nothing(p, k)).then_some(())?;
        let end = p.clause_end(i);
        let taken = |name: &usize| {
            let found = (to..end).find(|&k| p.w(k) == "-" && p.w(k + 1) == p.w(*name))?;
            let pile = p.w(found - 1);
            let known = params.iter().any(|&q| p.w(q) == p.w(*name));
            (p.is_counted(pile) && !known).then_some(pile)
        };
        let name = (i + 2..to).find(|k| taken(k).is_some())?;
        let choice = format!("({} in 1..{})", p.w(name), taken(&name)?);
        let found = p.error(
            "missing-parentheses",
            "The choices of a move are written in parentheses",
            p.over(i + 2, to),
        );
        Some(found.hint(meant(&format!("{}{choice}", p.w(i + 1)))).replace(p.tail(i + 2, to), choice))
    })
}

/// `move k in 1..2 where k <= n to A(n - k)`
fn choice_without_name(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.w(i) == "move").find_map(|i| {
        (p.is_name(i + 1) && matches!(p.w(i + 2), "in" | "∈")).then_some(())?;
        let to = p.find(i + 1, |k| p.w(k) == "to")?;
        let text = format!("take({})", p.text(i + 1, to));
        let found = p.error(
            "missing-move-name",
            "A move has a name, and its choices in parentheses",
            p.over(i + 1, to),
        );
        Some(found.hint(meant(&format!("move {text} to"))).replace(p.over(i + 1, to), text))
    })
}
