//! First lines of games with other brackets and other types: `game Heap[n: nat]`, `n: 0 to 10`, `c: red or green`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::token::{Token, inside_quotes};

pub(super) const WAYS: &[Way] = &[
    extends,
    game_left_out,
    header_start,
    square_names,
    product_type,
    starts_by_number,
    value_for_type,
    colon_before_brackets,
    generic_type_first,
    other_brackets,
    no_brackets,
    range_type,
    bounds_for_a_type,
    bounds_in_words,
    more_than_a_type,
    at_least,
    cases_in_words,
    cases_by_commas,
    number_in_words,
    dashed_name,
    header_of,
    header_in_angles,
];

/// The token of a game's name.
fn name(p: &Phrase) -> Option<usize> {
    let i = if p.w(0) == "loopy" { 2 } else { 1 };
    (p.is_game() && p.is_name(i)).then_some(i)
}

/// `game Heap[n: nat]`, `game Heap{n: nat}`
fn other_brackets(p: &Phrase) -> Option<Diagnostic> {
    let open = name(p)? + 1;
    let close = p.closing(open).filter(|_| matches!(p.w(open), "[" | "{" | "<") && p.w(open + 2) == ":")?;
    let text = format!("({})", p.text(open + 1, close));
    let found = p.error("wrong-bracket", "Parameters are written in round brackets", p.over(open, close + 1));
    Some(found.instead(p.over(open, close + 1), text))
}

/// `game Heap n: nat`
fn no_brackets(p: &Phrase) -> Option<Diagnostic> {
    let from = name(p)? + 1;
    (p.is_name(from) && p.w(from + 1) == ":").then_some(())?;
    let end = (from..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    let text = format!("({})", p.text(from, end));
    let found = p.error("missing-parentheses", "Parameters are written in parentheses", p.over(from, end));
    Some(found.hint(meant(&format!("{}{text}", p.w(from - 1)))).replace(p.tail(from, end), text))
}

/// The tokens after the colons of the parameters.
fn types(p: &Phrase) -> Vec<usize> {
    p.header().map_or(vec![], |h| h.1.into_iter().map(|i| i + 2).collect())
}

fn no_type(p: &Phrase, from: usize, end: usize) -> Diagnostic {
    let end = end.min(p.len());
    p.error(
        "missing-type",
        format!("`{}` is not a type", super::phrase::shown(p.text(from, end))),
        p.over(from, end),
    )
}

/// `n: 0 to 10`, `n: {0..10}`
fn range_type(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let words = p.is_number(i) && matches!(p.w(i + 1), "to" | "-" | ":") && p.is_number(i + 2);
        let braces = matches!(p.w(i), "{" | "[") && p.is_number(i + 1) && matches!(p.w(i + 2), ".." | "..<");
        let end = if braces { p.closing(i)? + 1 } else { i + 3 };
        let text =
            if braces { p.text(i + 1, end - 1).to_owned() } else { format!("{}..{}", p.w(i), p.w(i + 2)) };
        (words || braces).then(|| no_type(p, i, end).instead(p.over(i, end), text))
    })
}

/// `h: 0 <= h < 8`, `h: < 8`
fn bounds_for_a_type(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let low = if p.is_number(i) { i + 1 } else { i };
        let least: u64 = if low > i { p.w(i).parse().ok()? } else { 0 };
        let strict = p.w(low) == "<" && low > i;
        let named = matches!(p.w(low), "<" | "<=") && low > i && p.w(low + 1) == p.w(i - 2);
        let sign = if named { low + 2 } else { low };
        let dots = match p.w(sign) {
            "<" if named || low == i => "..<",
            "<=" if named || low == i => "..",
            _ => return None,
        };
        let text = format!("{}{dots}{}", least + u64::from(strict), p.w(sign + 1));
        let end = sign + 2;
        (p.is_number(sign + 1) && matches!(p.w(end), "," | ")"))
            .then(|| no_type(p, i, end).instead(p.over(i, end), text))
    })
}

/// `n: nat up to 10`, `n: 1 or 2 or 3`
fn bounds_in_words(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let end = p.find(i, |k| matches!(p.w(k), "," | ")"))?;
        let words: Vec<&str> = (i..end).map(|k| p.w(k)).collect();
        let text = match words.as_slice() {
            ["nat" | "int" | "number", "up", "to", last] | ["nat" | "int", "at", "most", last] => {
                format!("0..{last}")
            }
            ["up", "to", last] | ["at", "most", last] => format!("0..{last}"),
            numbers => {
                let numbers: Option<Vec<u64>> = numbers.iter().step_by(2).map(|w| w.parse().ok()).collect();
                let numbers =
                    numbers.filter(|all| all.len() > 1 && all.windows(2).all(|two| two[1] == two[0] + 1))?;
                let joined = words.iter().skip(1).step_by(2).all(|w| matches!(*w, "or" | "|"));
                joined.then(|| format!("{}..{}", numbers[0], numbers[numbers.len() - 1]))?
            }
        };
        Some(no_type(p, i, end).instead(p.over(i, end), text))
    })
}

/// `free: board(3, 3)`, `s: set of nat?`: a type, and what does not belong to it
fn more_than_a_type(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let end = p.find(i, |k| matches!(p.w(k), "," | ")"))?;
        if end > i + 1 && matches!(p.w(end - 1), "?" | "!") {
            let found = no_type(p, i, end).hint("Can it be left out?");
            return Some(found.replace(p.tail(end - 1, end), ""));
        }
        let called = matches!(p.w(i), "board" | "Board" | "grid" | "Grid") && matches!(p.w(i + 1), "(" | "[");
        let close = p.closing(i + 1).filter(|_| called)?;
        Some(no_type(p, i, close + 1).instead(p.over(i, close + 1), "set of cell"))
    })
}

/// `n: nat > 0`
fn at_least(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let least = p.w(i + 2).parse::<u64>().ok().filter(|_| matches!(p.w(i), "nat" | "int"))?;
        let least = match p.w(i + 1) {
            ">=" => least,
            ">" => least + 1,
            _ => return None,
        };
        Some(no_type(p, i, i + 3).instead(p.over(i, i + 3), format!("{least}..")))
    })
}

/// `c: "red" | "green"`, `c: red or green`, `c: enum{red, green}`
fn cases_in_words(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let bracket = matches!(p.w(i), "enum" | "Enum" | "one") && matches!(p.w(i + 1), "{" | "(" | "[");
        let from = if bracket { i + 2 } else { i };
        let close = if bracket { p.closing(i + 1)? } else { p.find(i, |k| matches!(p.w(k), ")" | ","))? };
        let text = |k: usize| p.view.token(k) == Some(Token::Text);
        let one = |k: usize| match text(k) {
            true => Some(inside_quotes(p.view.tokens[k].slice(p.view.text))),
            false => p.is_name(k).then(|| p.w(k)),
        };
        let names: Vec<&str> = (from..close).step_by(2).filter_map(one).collect();
        let joined = (from + 1..close).step_by(2).all(|k| matches!(p.w(k), "|" | "or" | "," | "/"));
        let foreign = bracket || (from..close).any(|k| text(k) || matches!(p.w(k), "or" | "/"));
        let whole = names.len() > 1 && names.len() == (close - from).div_ceil(2);
        (joined && foreign && whole).then_some(())?;
        let end = close + usize::from(bracket);
        let found =
            no_type(p, i, end).hint(meant(&names.join(" | "))).replace(p.over(i, end), names.join(" | "));
        let quoted = (end..p.len())
            .filter(|&k| text(k) && names.contains(&inside_quotes(p.view.tokens[k].slice(p.view.text))));
        Some(
            quoted
                .fold(found, |d, k| d.replace(p.span(k), inside_quotes(p.view.tokens[k].slice(p.view.text)))),
        )
    })
}

/// `c: red, green`
fn cases_by_commas(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let mut end = i + 1;
        while p.is_name(i) && p.w(end) == "," && p.is_name(end + 1) && p.w(end + 2) != ":" {
            end += 2;
        }
        let known = super::types::own_type(p.w(i)).is_some();
        (end > i + 1 && p.w(end) == ")" && !known).then_some(())?;
        let names: Vec<&str> = (i..end).step_by(2).map(|k| p.w(k)).collect();
        Some(no_type(p, i, end).instead(p.over(i, end), names.join(" | ")))
    })
}

/// `n: natural number`, `n: positive integer`
fn number_in_words(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let number = matches!(p.w(i + 1), "number" | "numbers" | "integer" | "integers" | "int" | "nat");
        let own = match p.w(i) {
            "natural" | "nonnegative" => "nat",
            "whole" => "int",
            "positive" => "1..",
            _ => return None,
        };
        number.then(|| no_type(p, i, i + 2).instead(p.over(i, i + 2), own))
    })
}

/// `game Take(n = 12)`
fn value_for_type(p: &Phrase) -> Option<Diagnostic> {
    let open = name(p)? + 1;
    let close = p.closing(open).filter(|_| p.w(open) == "(")?;
    let i =
        (open + 1..close).find(|&k| p.w(k) == "=" && p.is_name(k - 1) && matches!(p.w(k - 2), "(" | ","))?;
    let end = p.find(i + 1, |k| p.w(k) == ",").filter(|&k| k < close).unwrap_or(close);
    let ty = match p.w(i + 1) {
        "{" => "set of nat",
        "[" => "list of nat",
        _ if p.is_number(i + 1) && p.w(i + 2) == ".." => p.text(i + 1, end),
        _ => "nat",
    };
    let found =
        p.error("missing-type", "A parameter has a type; each position gives its value", p.over(i, end));
    let text = format!("{}: {ty}", p.w(i - 1));
    Some(found.instead(p.over(i - 1, end), text))
}

/// `game Take: (n: nat)`
fn colon_before_brackets(p: &Phrase) -> Option<Diagnostic> {
    let i = name(p)? + 1;
    let found = p.error("unexpected", format!("`{}` is not needed here", p.w(i)), p.span(i));
    (matches!(p.w(i), ":" | "=" | "of" | "with") && p.w(i + 1) == "(")
        .then(|| found.hint("Can it be left out?").replace(p.between(i - 1, i + 1), ""))
}

/// `game Rows(vector<int> r)`
fn generic_type_first(p: &Phrase) -> Option<Diagnostic> {
    let open = name(p)? + 1;
    let close = p.closing(open).filter(|_| p.w(open) == "(")?;
    let i = (open + 3..close).find(|&k| {
        p.is_name(k)
            && matches!(p.w(k + 1), ")" | ",")
            && matches!(p.w(k - 1), ">" | "]")
            && p.w(k - 2) != ":"
    })?;
    let from = (open + 1..i).rev().find(|&k| matches!(p.w(k - 1), "(" | ",") && p.w(k + 1) != ":")?;
    let ty = super::types::read(p, from, i)?;
    let found = p.error("missing-type", "The name comes first, then its type", p.over(from, i + 1));
    Some(found.instead(p.over(from, i + 1), format!("{}: {ty}", p.w(i))))
}

/// `start with 12 beans`
fn starts_by_number(p: &Phrase) -> Option<Diagnostic> {
    let (game, params) = p.header().filter(|h| p.is_game() && h.1.len() == 1)?;
    let i = (2..p.len()).find(|&i| {
        let clause =
            matches!(p.w(i), "start" | "starts" | "begin" | "begins" | "initial") && p.view.first_on_line(i);
        clause && p.is_counted(p.w(params[0]))
    })?;
    let end = (i + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
    let number = (i + 1..end).find(|&k| p.is_number(k))?;
    let words = (i + 1..end)
        .all(|k| k == number || p.is_name(k) || matches!(p.w(k), "with" | "from" | "=" | ":" | "in"));
    let text = format!("starts {game}({})", p.w(number));
    let found =
        p.error("target-not-position", "A position is the name of the game with arguments", p.over(i, end));
    words.then(|| found.instead(p.over(i, end), text))
}

/// `game Pile(n: nat) starting at 5`, `game Pile(n: nat) starts with Pile(5)`
fn header_start(p: &Phrase) -> Option<Diagnostic> {
    let i = super::rules::header_end(p)?;
    let word = matches!(
        p.w(i),
        "starting" | "starts" | "start" | "beginning" | "begins" | "from" | "at" | "initially"
    );
    let from = (i + 1..p.len())
        .find(|&k| !matches!(p.w(k), "at" | "with" | "from" | "in" | "=" | ":" | "position"))?;
    let end = (from..p.len()).find(|&k| p.view.first_on_line(k)).filter(|&e| word && from < e)?;
    let game = p.header()?.0;
    let place = if p.w(from + 1) == "=" { from + 2 } else { from };
    let value = p.text(place, end);
    let target = if p.w(place) == game { value.to_owned() } else { format!("{game}({value})") };
    let found = p.error("after-header", "The first position has its own clause", p.over(i, end));
    let on_line = !p.view.first_on_line(i);
    on_line.then(|| {
        found.hint(meant(&format!("starts {target}"))).replace(p.tail(i, end), format!("\n  starts {target}"))
    })
}

/// `game Two[a, b]`
fn square_names(p: &Phrase) -> Option<Diagnostic> {
    let open = name(p)? + 1;
    let close = p.closing(open).filter(|_| matches!(p.w(open), "[" | "{" | "<"))?;
    let names: Vec<String> =
        (open + 1..close).filter(|&k| p.is_name(k)).map(|k| format!("{}: nat", p.w(k))).collect();
    let plain = (open + 1..close).all(|k| p.is_name(k) || p.w(k) == ",") && !names.is_empty();
    let found = p.error("wrong-bracket", "Parameters are written in round brackets", p.over(open, close + 1));
    plain.then(|| found.instead(p.over(open, close + 1), format!("({})", names.join(", "))))
}

/// `p: nat x nat`, `p: nat * nat`, `p: nat × nat`
fn product_type(p: &Phrase) -> Option<Diagnostic> {
    types(p).into_iter().find_map(|i| {
        let one = |k: usize| matches!(p.w(k), "nat" | "int" | "bool" | "text" | "cell");
        let mut end = i + 1;
        while one(i) && matches!(p.w(end), "x" | "*" | "×" | "," | "and") && one(end + 1) {
            end += 2;
        }
        let parts: Vec<&str> = (i..end).step_by(2).map(|k| p.w(k)).collect();
        (parts.len() > 1)
            .then(|| no_type(p, i, end).instead(p.over(i, end), format!("({})", parts.join(", "))))
    })
}

/// `game Big-Pile(n: nat)`: everywhere in the text
fn dashed_name(p: &Phrase) -> Option<Diagnostic> {
    let at = 1 + usize::from(p.w(0) == "loopy");
    let dashed =
        p.is_game() && p.is_name(at) && p.w(at + 1) == "-" && p.is_name(at + 2) && p.w(at + 3) == "(";
    let (old, new) = (p.text(at, at + 3), format!("{}{}", p.w(at), p.w(at + 2)));
    let found = p.error("missing-name", "The name of a game is one word", p.over(at, at + 3));
    let found = found.hint(meant(&new));
    let places = p.view.text.match_indices(old).map(|(from, _)| from);
    dashed.then(|| {
        places.fold(found, |d, from| {
            d.replace(crate::source::Span::new(p.file, from, from + old.len()), new.clone())
        })
    })
}

/// `game A of n: nat`, `game A with n: nat`
fn header_of(p: &Phrase) -> Option<Diagnostic> {
    let word = p.w(0) == "game" && matches!(p.w(2), "of" | "with" | "on" | "has" | "takes") && p.w(4) == ":";
    let end = (5..p.len()).find(|&k| p.view.first_on_line(k) || p.w(k) == ":")?;
    let found =
        p.error("missing-parameters", "The parameters of a game are written in parentheses", p.over(2, end));
    let text = format!("({})", p.text(3, end));
    (word && p.is_name(1)).then(|| {
        found
            .hint(meant(&format!("game {}{text}", p.w(1))))
            .replace(p.between(1, 2).to(p.behind(end - 1)), text)
    })
}

/// `game A<n: nat>`
fn header_in_angles(p: &Phrase) -> Option<Diagnostic> {
    let open = p.w(0) == "game" && p.is_name(1) && p.w(2) == "<" && p.w(4) == ":";
    let close = (5..p.len()).take_while(|&k| !p.view.first_on_line(k)).find(|&k| p.w(k) == ">")?;
    let found = p.error("wrong-bracket", "Parameters are written in round brackets", p.span(2));
    let text = format!("({})", p.text(3, close));
    open.then(|| found.instead(p.over(2, close + 1), text))
}

/// `game Pile(n: nat) extends Nim`
fn extends(p: &Phrase) -> Option<Diagnostic> {
    let i = super::rules::header_end(p)?;
    let word =
        matches!(p.w(i), "extends" | "inherits" | "implements" | "is" | "like" | "extending" | "based");
    let from = (i + 1..p.len()).find(|&k| !matches!(p.w(k), "a" | "an" | "on" | "from" | "the"))?;
    let found = p.error("after-header", "A game cannot inherit the moves of another", p.over(i, from + 1));
    let named =
        word && p.is_name(from) && p.w(from).starts_with(char::is_uppercase) && !p.view.first_on_line(i);
    named.then(|| found.hint(format!("Which moves of `{}` should stand here, too?", p.w(from))))
}

/// `Pile(n: nat)` above its moves
fn game_left_out(p: &Phrase) -> Option<Diagnostic> {
    let header = p.is_name(0) && p.w(1) == "(" && p.is_name(2) && p.w(3) == ":";
    let close = p.closing(1).filter(|_| header)?;
    let clause = close + 1 + usize::from(p.w(close + 1) == ":");
    let found = p.error("missing-word", "The rules of a game begin with `game`", p.span(0));
    let joined = p.w(0).strip_prefix("game").filter(|name| name.starts_with(char::is_uppercase));
    if let Some(name) = joined {
        return Some(found.instead(p.span(0), format!("game {name}")));
    }
    (clause < p.len() && p.view.first_on_line(clause) && p.view.starts_clause(clause))
        .then(|| found.hint(meant(&format!("game {}(...)", p.w(0)))).replace(p.before(0), "game "))
}

/// The longest heading, in words.
const LONGEST_HEADING: usize = 12;

/// `Lemma 3: expect ...`, `Exercise 1` on a line of its own
pub(super) fn heading(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(
        p.w(0).to_lowercase().as_str(),
        "lemma"
            | "theorem"
            | "conjecture"
            | "claim"
            | "exercise"
            | "question"
            | "problem"
            | "part"
            | "step"
            | "example"
            | "proposition"
            | "corollary"
            | "fact"
            | "case"
            | "task"
            | "definition"
            | "remark"
            | "hypothesis"
    );
    let one_line = p.len() <= LONGEST_HEADING && (1..p.len()).all(|k| !p.view.first_on_line(k));
    let plain =
        (1..p.len()).all(|k| p.is_name(k) || p.is_number(k) || matches!(p.w(k), ":" | "." | "(" | ")" | "-"));
    let begins = p.view.first_on_line(0) && !matches!(p.w(1), "(" | "[" | "=");
    let end = p.span(p.len() - 1).range().end;
    let rest = p.view.text[end..].lines().next().unwrap_or("");
    let numbered = counts(p) && !rest.trim().is_empty();
    (word && plain && begins || numbered).then_some(())?;
    one_line.then_some(())?;
    let found = p.error("foreign-word", "A heading is a comment, which begins with `#`", p.over(0, p.len()));
    Some(match rest.trim().is_empty() {
        true => found.hint("Did you mean a comment?").replace(p.before(0), "# "),
        false => {
            let blank = rest.len() - rest.trim_start().len();
            let whole = Span::new(p.file, p.span(0).range().start, end + blank);
            found.hint("Can it be left out?").replace(whole, "")
        }
    })
}

/// `1.`, `2)`, `(a)`, `b)`: a number or a letter of a list.
fn counts(p: &Phrase) -> bool {
    let at = usize::from(p.w(0) == "(");
    let sign = p.is_number(at) || p.is_name(at) && p.w(at).chars().count() == 1;
    let close = if at == 1 { p.w(2) == ")" } else { matches!(p.w(1), "." | ")" | ":") };
    p.len() == at + 2 && sign && close && p.view.first_on_line(0)
}
