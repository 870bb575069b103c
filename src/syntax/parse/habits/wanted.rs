//! Questions about many positions, and pictures, in words: `list the first 20 values of A`, `P-positions of A up to 20`,
//! `draw the graph of A(5)`, `heatmap A(0..9, 0..9)`, `{n | A(n) is P, n <= 20}`.

use super::phrase::{Phrase, Way};
use super::picking::{is_comma, parts};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] =
    &[many_positions, which_are, smallest_with, proved, picture_of, table_over_ranges, set_with_outcome];

/// Words before what is asked for, which ask for nothing.
const ASKING: &[&str] = &[
    "show",
    "list",
    "print",
    "table",
    "give",
    "get",
    "find",
    "compute",
    "calculate",
    "display",
    "plot",
    "what",
    "are",
    "is",
    "the",
    "all",
    "me",
    "out",
    "a",
    "of",
    "for",
];
const TABLED: &str = "Several values are asked for with `table`";

/// What is asked of each position.
#[derive(Clone, Copy)]
enum Asked {
    Value,
    Outcome,
    /// Which of them have an outcome.
    With(&'static str),
}

/// `show first 20 values of A`, `list the P-positions of A up to 20`, `nim-values of A for n up to 20`
fn many_positions(p: &Phrase) -> Option<Diagnostic> {
    let skip = |from: usize| (from..p.len()).find(|&k| !ASKING.contains(&p.w(k)));
    let mut i = skip(0)?;
    let mut largest = None;
    if matches!(p.w(i), "first" | "next") && p.is_number(i + 1) {
        (largest, i) = (p.w(i + 1).parse::<u64>().ok().and_then(|n| n.checked_sub(1)), i + 2);
    } else if p.is_number(i) && i > 0 {
        let count = p.w(i).parse::<u64>().ok().and_then(|n| n.checked_sub(1));
        (largest, i) = (count, i + 1 + usize::from(p.w(i + 1) == "first"));
    }
    let (mut asked, mut behind) = what_is_asked(p, i)?;
    // `the sequence of values of A`
    while let Some(more) = skip(behind).and_then(|next| what_is_asked(p, next)) {
        (asked, behind) = more;
    }
    let of = skip(behind)?;
    let params = parameters(p, p.w(of)).filter(|params| of > behind || p.w(of + 2) == params[0])?;
    let mut end = of + 1;
    if p.w(end) == "(" {
        end = p.closing(end)? + 1;
    }
    let range = match (largest, range_in_words(p, end)) {
        (Some(largest), None) if end == p.len() => format!("0..{largest}"),
        (None, Some(range)) => range,
        (None, None) if end == p.len() => "0..20".to_owned(),
        _ => return None,
    };
    let found = p.error("foreign-word", TABLED, p.over(0, p.len()));
    Some(found.instead(p.over(0, p.len()), question(asked, p.w(of), &params, &range)))
}

/// `for which n is A(n) a P-position?`, `which n <= 20 are losing`, `when is A(n) lost`
fn which_are(p: &Phrase) -> Option<Diagnostic> {
    let begin = (0..3).find(|&k| matches!(p.w(k), "which" | "when" | "where"))?;
    let outcome = |k: usize| match p.w(k).to_lowercase().as_str() {
        "p" | "losing" | "lost" | "lose" | "loses" | "cold" => Some("P"),
        "n" if p.w(k) == "N" => Some("N"),
        "winning" | "won" | "win" | "wins" | "hot" => Some("N"),
        _ => None,
    };
    let asked = (begin + 1..p.len()).find_map(outcome)?;
    let game = (0..p.len()).map(|k| p.w(k)).find(|w| parameters(p, w).is_some());
    let only = || (p.view.text.matches("game ").count() == 1).then(|| after(p.view.text, "game "));
    let game = game.or_else(only)?;
    let params = parameters(p, game)?;
    let bound = (begin..p.len()).find(|&k| matches!(p.w(k), "<=" | "≤" | "<" | "to" | "below"));
    let bound = bound.filter(|&k| p.is_number(k + 1));
    let range = match bound {
        Some(k) => format!("0..{}{}", if p.w(k) == "<" { "<" } else { "" }, p.w(k + 1)),
        None => "0..20".to_owned(),
    };
    let plain = |k: usize| {
        const SAID: &[&str] = &[
            "show",
            "print",
            "list",
            "find",
            "for",
            "which",
            "when",
            "where",
            "is",
            "are",
            "a",
            "an",
            "the",
            "does",
            "do",
            "values",
            "value",
            "of",
            "number",
            "numbers",
            "position",
            "positions",
            "player",
            "first",
            "in",
            "up",
            "to",
            "below",
            "<",
            "<=",
            "≤",
            "-",
            "?",
            "(",
            ")",
            ",",
            "one",
        ];
        let w = p.w(k);
        SAID.contains(&w) || w == game || params.contains(&w) || p.is_number(k) || outcome(k).is_some()
    };
    let found =
        p.error("foreign-word", "A set of positions is asked for with `show {...}`", p.over(0, p.len()));
    let text = question(Asked::With(asked), game, &params, &range);
    (0..p.len()).all(plain).then(|| found.instead(p.over(0, p.len()), text))
}

/// The name after a word.
fn after<'t>(text: &'t str, word: &str) -> &'t str {
    let rest = text.split_once(word).map_or("", |(_, rest)| rest);
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    &rest[..end]
}

/// `show the smallest n with value(A(n)) == 3`
fn smallest_with(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..4).find(|&k| !matches!(p.w(k), "the" | "me" | "a"))?;
    let fold = match p.w(i) {
        "smallest" | "least" | "lowest" | "first" | "minimal" | "minimum" => "min",
        "largest" | "greatest" | "biggest" | "highest" | "last" | "maximal" | "maximum" => "max",
        _ => return None,
    };
    let asks = matches!(p.w(0), "show" | "find" | "print" | "what" | "compute" | "give") && p.is_name(i + 1);
    let with = matches!(p.w(i + 2), "with" | "where" | "such" | "for" | "so" | "that");
    let from = (i + 2..p.len())
        .find(|&k| !matches!(p.w(k), "with" | "where" | "such" | "that" | "for" | "which" | "so"))?;
    let end = p.len() - usize::from(p.w(p.len() - 1) == "?");
    let condition = super::claims::as_condition(p.text(from, end));
    let name = p.w(i + 1);
    let text = format!("show {fold}({name} for {name} in 0..100 where {condition})");
    let found =
        p.error("foreign-word", "The least and the largest are found by `min` and `max`", p.over(i, from));
    (asks && with && from < end).then(|| found.instead(p.over(0, p.len()), text))
}

/// `prove A(4*n) is P`, `conjecture: A(4*n) is P`
fn proved(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(
        p.w(0),
        "prove"
            | "verify"
            | "claim"
            | "confirm"
            | "demonstrate"
            | "ensure"
            | "conjecture"
            | "theorem"
            | "suppose"
    );
    let from = (1..p.len()).find(|&k| !matches!(p.w(k), ":" | "that"))?;
    let claims = (from..p.len()).any(|k| matches!(p.w(k), "is" | "==" | "=" | "!=" | "<" | "<="));
    let found = p.error("foreign-word", "A claim to test begins with `expect`", p.over(0, from));
    (word && claims).then(|| found.hint("Did you mean `expect`?").replace(p.over(0, from), "expect"))
}

/// The word for what is asked that begins at `i`, and the place behind it.
fn what_is_asked(p: &Phrase, i: usize) -> Option<(Asked, usize)> {
    let dash = usize::from(p.w(i + 1) == "-");
    let noun = p.w(i + 1 + dash).to_lowercase();
    let positions = matches!(&*noun, "positions" | "numbers" | "ones" | "games");
    let values = matches!(&*noun, "values" | "numbers" | "sequence");
    Some(match p.w(i).to_lowercase().as_str() {
        "values" | "nimbers" | "nimvalues" | "terms" | "sequence" => (Asked::Value, i + 1),
        "outcomes" | "winners" => (Asked::Outcome, i + 1),
        "grundy" | "nim" | "sprague" | "sg" if values => (Asked::Value, i + 2 + dash),
        "p" | "losing" | "lost" | "cold" | "zero" if positions => (Asked::With("P"), i + 2 + dash),
        "n" | "winning" | "won" | "hot" if positions => (Asked::With("N"), i + 2 + dash),
        _ => return None,
    })
}

/// The names of the parameters of a game of the text.
fn parameters<'t>(p: &Phrase<'t>, game: &str) -> Option<Vec<&'t str>> {
    let header = p.view.text.split_once(&format!("game {game}("))?.1.split_once(')')?.0;
    let names = header.split(',').map(|param| param.split_once(':').map(|(name, _)| name.trim()));
    let names: Vec<&str> = names.collect::<Option<_>>()?;
    (!game.is_empty() && names.iter().all(|name| !name.contains(' '))).then_some(names)
}

/// `up to 20`, `from 0 to 20`, `for n up to 20`, `for n <= 20`, from `at` to the end.
fn range_in_words(p: &Phrase, at: usize) -> Option<String> {
    let about = usize::from(matches!(p.w(at), "for" | "with" | "where") && p.is_name(at + 1));
    let at = at + 2 * about + usize::from(matches!(p.w(at + 2 * about), "from" | "between" | "in"));
    let number = |k: usize| p.is_number(k) && k + 1 == p.len();
    let last = p.len() - 1;
    let text = match (p.w(at), p.w(at + 1)) {
        ("up", "to") if number(at + 2) => format!("0..{}", p.w(last)),
        ("until" | "to" | "through" | "below" | "under" | "<=" | "≤", _) if number(at + 1) => {
            format!("0..{}", p.w(last))
        }
        ("<", _) if number(at + 1) => format!("0..<{}", p.w(last)),
        (_, "to" | "and" | "until" | ".." | "-") if p.is_number(at) && number(at + 2) => {
            format!("{}..{}", p.w(at), p.w(last))
        }
        _ => return None,
    };
    Some(text)
}

fn question(asked: Asked, game: &str, params: &[&str], range: &str) -> String {
    let position = format!("{game}({})", params.join(", "));
    let choices: Vec<String> = params.iter().map(|name| format!("{name} in {range}")).collect();
    let choices = choices.join(", ");
    match asked {
        Asked::Value => format!("table {position} for {choices}"),
        Asked::Outcome => format!("table outcome({position}) for {choices}"),
        Asked::With(outcome) => {
            let each =
                if let [one] = params { (*one).to_owned() } else { format!("({})", params.join(", ")) };
            format!("show {{{each} for {choices} where outcome({position}) == {outcome}}}")
        }
    }
}

/// `draw A(5)`, `show graph of A(5)`, `draw the game tree of A(5)`
fn picture_of(p: &Phrase) -> Option<Diagnostic> {
    let picture = |w: &str| matches!(w, "graph" | "tree" | "diagram" | "picture" | "drawing" | "digraph");
    let said = |w: &str| {
        matches!(w, "draw" | "sketch" | "visualize" | "visualise" | "render" | "plot") || picture(w)
    };
    let filler = |w: &str| {
        matches!(w, "show" | "the" | "a" | "of" | "for" | "from" | "game" | "move" | "moves" | "all")
    };
    let from = (0..p.len()).find(|&k| !said(p.w(k)) && !filler(p.w(k)))?;
    let drawn = (0..from).any(|k| said(p.w(k)));
    let open = from + 1;
    let close = p.closing(open).filter(|_| drawn && p.is_name(from) && matches!(p.w(open), "(" | "["))?;
    let position = p.text(from, close + 1);
    let one = p.find(open + 1, |k| matches!(p.w(k), ".." | "..<")).is_none_or(|k| k > close);
    let found = p.error("foreign-word", "A picture is no statement: a command draws it", p.over(0, from));
    let found = found.note(format!("`fairgame graph FILE '{position}'` draws the positions and moves."));
    (one && close + 1 == p.len()).then(|| found.instead(p.over(0, p.len()), format!("show {position}")))
}

/// `heatmap A(0..9, 0..9)`, `table A(0..9)`
fn table_over_ranges(p: &Phrase) -> Option<Diagnostic> {
    let word =
        matches!(p.w(0), "heatmap" | "heat_map" | "matrix" | "grid" | "plot" | "table" | "show" | "map");
    let from = (1..p.len())
        .find(|&k| !matches!(p.w(k), "of" | "for" | "the" | "table" | "(" | "heatmap" | "map"))?;
    let params = parameters(p, p.w(from)).filter(|_| word && p.w(from + 1) == "(")?;
    let close = p.closing(from + 1)?;
    let args = parts(p, from + 2, close, is_comma);
    let dots = |a: usize| p.find(a, |k| matches!(p.w(k), ".." | "..<"));
    let range = |a: usize, b: usize| dots(a).is_some_and(|k| a < k && k + 1 < b);
    (args.len() == params.len() && args.iter().any(|&(a, b)| range(a, b))).then_some(())?;
    let given = |&(a, b): &(usize, usize), name: &str| {
        if range(a, b) { name.to_owned() } else { p.text(a, b).to_owned() }
    };
    let position: Vec<String> = args.iter().zip(&params).map(|(arg, name)| given(arg, name)).collect();
    let ranged = args.iter().zip(&params).filter(|((a, b), _)| range(*a, *b));
    let choices: Vec<String> = ranged.map(|((a, b), name)| format!("{name} in {}", p.text(*a, *b))).collect();
    let text = format!("table {}({}) for {}", p.w(from), position.join(", "), choices.join(", "));
    let found = p.error("wrong-type", TABLED, p.over(0, p.len()));
    ((close + 1..p.len()).all(|k| p.w(k) == ")")).then(|| found.instead(p.over(0, p.len()), text))
}

/// `{n | A(n) is P, n <= 20}`: what runs through numbers, with a bound among its conditions.
fn set_with_outcome(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.w(i) == "{" && p.is_name(i + 1)).find_map(|open| {
        let (name, bar) = (p.w(open + 1), open + 2);
        let close = p.closing(open).filter(|_| matches!(p.w(bar), "|" | ":" | "where" | "st"))?;
        let said = parts(p, bar + 1, close, |w| matches!(w, "," | "and" | "&"));
        let bound = |&(a, b): &(usize, usize)| match (p.w(a) == name, p.w(a + 1)) {
            (true, "<=" | "≤") => Some(format!("{name} in 0..{}", p.text(a + 2, b))),
            (true, "<") => Some(format!("{name} in 0..<{}", p.text(a + 2, b))),
            (true, "in" | "∈") => Some(p.text(a, b).to_owned()),
            _ => None,
        };
        let choice = said.iter().find_map(bound)?;
        let rest = said.iter().filter(|part| bound(part).is_none());
        let conditions: Vec<String> = rest.map(|&(a, b)| super::claims::as_condition(p.text(a, b))).collect();
        let text = format!("{{{name} for {choice} where {}}}", conditions.join(" and "));
        let found =
            p.error("set-builder", "What runs through a set comes after `for`", p.over(open + 1, close));
        (!conditions.is_empty()).then(|| found.instead(p.over(open, close + 1), text))
    })
}
