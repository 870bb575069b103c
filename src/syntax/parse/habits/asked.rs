//! Questions in another order, or about a name alone: `table Pile from 0 to 10`, `period(Pile)`, `graph L(2)`, `show A(1)
//! A(2)`, `show winning moves of A`, `for n in 0..20 expect C`, `analyze A(5)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::items::ITEM_WORDS;

/// What can be read and is never right: `table A for n in 0..3 > out.csv`, `table A and B for ...`.
pub(super) const NEVER_RIGHT: &[Way] = &[into_a_file, quoted_start];

/// What can be read and is not right unless the rest of the text says so: `table A(n) and B(n) for n in 0..3`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[columns_by_and, values_of_a_game, values_over_a_range];

pub(super) const WAYS: &[Way] = &[
    range_behind_name,
    period_of_name,
    graph_of_position,
    shown_together,
    winning_moves_of,
    who_wins,
    which_moves_win,
    quoted_start,
    column_named,
    into_a_file,
    texts_by_a_dot,
    all_numbers,
    binders_before,
    values_of_a_game,
    asked_otherwise,
];

/// `table Pile from 0 to 10`, `table Pile 0..10`, `table Pile for 0..10`
fn range_behind_name(p: &Phrase) -> Option<Diagnostic> {
    let from = 2 + usize::from(matches!(p.w(2), "from" | "for" | "in" | "over" | "between" | "on"));
    let named = matches!(p.w(0), "table" | "plot" | "period") && p.is_name(1) && p.is_number(from);
    let joined = matches!(p.w(from + 1), "to" | ".." | "and" | "until" | "through" | "-" | "...");
    let text = format!("{}(n) for n in {}..{}", p.w(1), p.w(from), p.w(from + 2));
    let found = p.error("missing-for", "The range of a table comes after `for`", p.over(1, p.len()));
    (named && joined && p.is_number(from + 2) && p.len() == from + 3)
        .then(|| found.instead(p.over(1, p.len()), text))
}

/// `period(Pile)`, `period Pile`, `table Pile`
fn period_of_name(p: &Phrase) -> Option<Diagnostic> {
    let open = usize::from(p.w(1) == "(");
    let all = p.len() == 2 + 2 * open && (open == 0 || p.w(3) == ")");
    let range = match p.w(0) {
        "period" => "",
        "table" | "plot" => " in 0..20",
        "sparse" => " in 0..1000",
        _ => return None,
    };
    let game = p.is_name(1 + open)
        && p.w(1 + open).starts_with(char::is_uppercase)
        && !matches!(p.w(1 + open), "P" | "N" | "Left" | "Right");
    let text = format!("{}(n) for n{range}", p.w(1 + open));
    let found = p.error("missing-for", "The range of a question comes after `for`", p.over(1, p.len()));
    (game && all).then(|| found.instead(p.over(1, p.len()), text))
}

/// `graph L(2)` below a game `L`
fn graph_of_position(p: &Phrase) -> Option<Diagnostic> {
    let numbers = p.closing(2).is_some_and(|c| (3..c).all(|k| p.is_number(k) || p.w(k) == ","));
    let game = numbers || p.view.text.contains(&format!("game {}(", p.w(1)));
    let of = p.closing(2).filter(|&c| p.w(0) == "graph" && game && p.w(2) == "(" && c + 1 == p.len())?;
    let found = p.error(
        "foreign-word",
        "`graph` defines a graph; `show` answers questions about a position",
        p.span(0),
    );
    Some(found.instead(p.span(0), "show")).filter(|_| of > 2)
}

/// `show A(1) A(2)`: two questions
fn shown_together(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "show").then_some(())?;
    let mut ends = vec![];
    let mut at = 1;
    while p.is_name(at) && matches!(p.w(at + 1), "(" | "[") && !p.view.first_on_line(at) {
        at = p.closing(at + 1)? + 1;
        ends.push(at);
    }
    (at == p.len() && ends.len() > 1).then_some(())?;
    let second = ends[0];
    let found = p.error("missing-sign", "Each question needs its own `show`", p.span(second));
    let found = found.hint("Did you mean two questions?");
    Some(ends[..ends.len() - 1].iter().fold(found, |d, &k| d.replace(p.between(k - 1, k), "\nshow ")))
}

/// `show winning moves of A`, `show the best move in A`
fn winning_moves_of(p: &Phrase) -> Option<Diagnostic> {
    let the = 1 + usize::from(matches!(p.w(1), "the" | "all" | "a"));
    let good = matches!(p.w(the), "winning" | "best" | "good")
        && matches!(p.w(the + 1), "move" | "moves" | "options");
    let from = the + 2 + usize::from(matches!(p.w(the + 2), "of" | "from" | "in" | "at" | "for" | ":"));
    // `move` begins a clause, and `moves` a misspelt one: the position may come after the item.
    let text = format!("winning({})", p.text(from, p.len()));
    let found = p.error("foreign-word", "`winning` lists the winning moves", p.over(the, p.len()));
    (p.w(0) == "show" && good && from < p.len()).then(|| found.instead(p.over(1, p.len()), text))
}

/// `table A as value for n in 0..3`
fn column_named(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(2, |k| p.w(k) == "as").filter(|_| matches!(p.w(0), "table" | "show" | "plot"))?;
    let end = i + 2;
    let ends = end == p.len() || matches!(p.w(end), "for" | "," | "under");
    let found =
        p.error("misplaced-word", "A column is named after its expression", p.over(i, end.min(p.len())));
    (ends && i + 1 < p.len()).then(|| found.hint("Can it be left out?").replace(p.tail(i, end), ""))
}

/// `table value(A) and outcome(A) for n in 0..3`
fn columns_by_and(p: &Phrase) -> Option<Diagnostic> {
    let last = p.find(1, |k| p.w(k) == "for").filter(|_| p.w(0) == "table")?;
    let joins: Vec<usize> =
        (2..last).filter(|&k| matches!(p.w(k), "and" | "&") && p.find(1, |m| m == k).is_some()).collect();
    let first = *joins.first()?;
    let asked = |from: usize| {
        let question = matches!(
            p.w(from),
            "value" | "outcome" | "moves" | "options" | "winning" | "remoteness" | "misere_value"
        );
        let is_function = || p.view.text.contains(&format!("let {}", p.w(from)));
        question && p.w(from + 1) == "(" || p.w(from).starts_with(char::is_uppercase) && !is_function()
    };
    let whole = |from: usize, end: usize| asked(from) && p.closing(from + 1).is_some_and(|c| c + 1 == end);
    let ends = joins.iter().copied().chain([last]);
    let starts = [1].into_iter().chain(joins.iter().map(|k| k + 1));
    let plain = starts.zip(ends).all(|(from, end)| whole(from, end));
    let found = p.error("missing-comma", "Commas separate the columns of a table", p.span(first));
    plain.then(|| joins.iter().fold(found.hint(meant(",")), |d, &k| d.replace(p.between(k - 1, k + 1), ", ")))
}

/// `table A for n in 0..3 > out.csv`, `... to "out.csv"`
fn into_a_file(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "table" | "show" | "period" | "plot");
    let i = (2..p.len()).rev().find(|&k| matches!(p.w(k), ">" | ">>" | "to" | "into")).filter(|_| asks)?;
    let ending = p.w(p.len() - 1);
    let file = p.is_name(i + 1) && p.w(i + 2) == "." && i + 4 == p.len()
        || p.view.token(i + 1) == Some(crate::syntax::token::Token::Text) && i + 2 == p.len();
    let known = ["csv", "txt", "json", "tsv", "png", "svg", "out", "pdf"];
    let found = p.error(
        "misplaced-word",
        "The shell writes answers into a file, not the statement",
        p.over(i, p.len()),
    );
    let found =
        found.note("For example `fairgame run FILE > out.txt`, or `fairgame table ... --csv > out.csv`.");
    let named = known.iter().any(|k| ending.trim_matches('"').ends_with(k));
    (file && named).then(|| found.hint("Can it be left out?").replace(p.tail(i, p.len()), ""))
}

/// `period A for n >= 0`, `period A for all n`
fn all_numbers(p: &Phrase) -> Option<Diagnostic> {
    let last = p.find(1, |k| p.w(k) == "for").filter(|_| p.w(0) == "period")?;
    let name = last + 1 + usize::from(matches!(p.w(last + 1), "all" | "every" | "any"));
    let bound = matches!(p.w(name + 1), ">=" | ">") && p.is_number(name + 2) && name + 3 == p.len();
    let found = p.error("missing-for", "`period` already runs through all n", p.over(last, p.len()));
    (p.is_name(name) && bound).then(|| found.instead(p.over(last, p.len()), format!("for {}", p.w(name))))
}

/// `"a" . "b"`, `"n = " . n`
fn texts_by_a_dot(p: &Phrase) -> Option<Diagnostic> {
    let text = |k: usize| p.view.token(k) == Some(crate::syntax::token::Token::Text);
    let dot = |&i: &usize| {
        let operand = p.view.starts_operand(i + 1) && !p.is_name(i + 1);
        p.w(i) == "." && (text(i - 1) && operand || text(i + 1) && p.view.ends_operand(i - 1))
    };
    let all: Vec<usize> = (1..p.len()).filter(dot).collect();
    let first = *all.first()?;
    let found = p.error("foreign-sign", "`+` joins texts", p.span(first)).hint(meant("+"));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.between(i - 1, i + 1), " + ")))
}

/// `which moves win in A?`, `how do I win A?`
fn which_moves_win(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0).to_lowercase().as_str(), "which" | "what" | "how");
    let said = |k: usize| {
        p.is_name(k) && p.w(k).starts_with(char::is_lowercase) && p.w(k + 1) != "("
            || matches!(p.w(k), "I" | "move" | "moves" | "in" | "from" | "to" | ":" | "is" | "wins")
    };
    let from = (1..p.len()).find(|&k| !said(k)).filter(|&k| asks && p.is_name(k))?;
    let wins = (1..from).any(|k| matches!(p.w(k), "win" | "wins" | "winning" | "good" | "best"));
    let end = p.find(from, |k| matches!(p.w(k), "?" | ".")).unwrap_or(p.len());
    let whole = p.closing(from + 1).is_some_and(|c| c < end) && end + 1 >= p.len();
    let found = p.error("foreign-word", "`winning` lists the winning moves", p.over(0, from));
    (wins && whole).then(|| found.instead(p.over(0, p.len()), format!("show winning({})", p.text(from, end))))
}

/// `play "Nim(7)": take(2)`
fn quoted_start(p: &Phrase) -> Option<Diagnostic> {
    let quoted =
        p.view.token(1) == Some(crate::syntax::token::Token::Text) && matches!(p.w(0), "play" | "period");
    let inside = crate::syntax::token::inside_quotes(p.text(1, 2));
    let found = p.error("misplaced-word", "A position is written without quotes", p.span(1));
    (quoted && inside.contains('(')).then(|| found.instead(p.span(1), inside))
}

/// `show who wins A`, `show who wins from A`
fn who_wins(p: &Phrase) -> Option<Diagnostic> {
    let verb = matches!(p.w(2), "wins" | "win" | "won" | "loses" | "is");
    let said = |k: usize| {
        matches!(
            p.w(k),
            "wins"
                | "win"
                | "won"
                | "loses"
                | "is"
                | "winning"
                | "losing"
                | "in"
                | "from"
                | "at"
                | "on"
                | ":"
        )
    };
    let from = (2..p.len()).find(|&k| !said(k)).filter(|_| p.w(1) == "who" && verb)?;
    let end = p.find(from, |k| matches!(p.w(k), "?" | "." | "for" | "under")).unwrap_or(p.len());
    let mark = usize::from(matches!(p.w(end), "?" | "."));
    let text = format!("outcome({})", p.text(from, end));
    let found = p.error("foreign-word", "The `outcome` of a position says who wins", p.over(1, from));
    let asks = matches!(p.w(0), "show" | "table") && p.view.starts_operand(from);
    asks.then(|| found.instead(p.over(1, end + mark), text))
}

/// What follows on a line, or on the next one if it stands there alone.
fn below(rest: &str) -> Option<&str> {
    let gap = &rest[..rest.len() - rest.trim_start().len()];
    let next = gap.matches('\n').count() == 1 && gap.ends_with([' ', '\t']);
    if !next {
        return rest.lines().next();
    }
    let end = gap.len() + rest[gap.len()..].lines().next()?.len();
    let more = rest[end..].trim_start_matches(['\r', '\n']).starts_with([' ', '\t']);
    (!more).then(|| &rest[..end])
}

/// `for n in 0..20 expect C`, `for n in 0..20: show A(n)`
fn binders_before(p: &Phrase) -> Option<Diagnostic> {
    let last = p.len() - 1;
    let from =
        (0..p.len()).find(|&k| matches!(p.w(k), "for" | "forall" | "foreach") && p.view.column_one(k))?;
    let binders = p.is_name(from + 1) && matches!(p.w(from + 2), "in" | "=" | "∈");
    let colon = usize::from(matches!(p.w(last), ":" | "," | "do"));
    let end = p.span(last).range().end;
    let line = below(&p.view.text[end..])?;
    let code = line.split('#').next().unwrap_or("").trim_end();
    let word = code.split_whitespace().next()?;
    let asks = ITEM_WORDS.contains(&word) && matches!(word, "show" | "expect" | "table" | "period");
    let one_line = (from + 1..p.len()).all(|k| !p.view.first_on_line(k));
    let said = format!("for {}", p.text(from + 1, last + 1 - colon));
    let found =
        p.error("misplaced-word", "What a question runs through comes at its end", p.over(from, last + 1));
    (binders && asks && one_line).then(|| {
        let question =
            code.trim().strip_prefix("show").map_or(code.trim().to_owned(), |rest| format!("table{rest}"));
        let found = found.hint(meant(&format!("{question} {said}")));
        let blank = code.len() - code.trim_start().len();
        let start = p.span(from).range().start;
        // `show` answers one question, `table` a row of them.
        let (gone, own) = if word == "show" { (blank + word.len(), "table") } else { (blank, "") };
        let at = end + code.len();
        let found = found.replace(Span::new(p.file, start, end + gone), own);
        found.replace(Span::new(p.file, at, at), format!(" {said}"))
    })
}

/// `show values(Pile, 0..10)`, `nimbers(Pile, 0, 10)`
fn values_of_a_game(p: &Phrase) -> Option<Diagnostic> {
    let from = usize::from(matches!(p.w(0), "show" | "table"));
    let word = p.w(from).to_lowercase();
    let many = ["values", "nimbers", "grundy", "table", "sequence", "nimvalues", "outcomes", "value"];
    let (game, comma, first) = (p.w(from + 2), from + 3, from + 4);
    let called = p.w(from + 1) == "(" && many.contains(&&*word) && p.is_name(from + 2) && p.w(comma) == ",";
    let close = p.closing(from + 1).filter(|close| called && close + 1 == p.len())?;
    p.params_of_game(game).filter(|params| !params.contains(','))?;
    let second = p.find(first, |k| matches!(p.w(k), ".." | "..<" | ",")).filter(|&k| k < close);
    let range = match second {
        Some(k) if p.w(k) == "," => format!("{}..{}", p.text(first, k), p.text(k + 1, close)),
        Some(_) => p.text(first, close).to_owned(),
        None => format!("0..{}", p.text(first, close)),
    };
    let position = format!("{game}(n)");
    let position = if word == "outcomes" { format!("outcome({position})") } else { position };
    let found =
        p.error("game-without-arguments", "Several values are asked for with `table`", p.over(0, p.len()));
    Some(found.instead(p.over(0, p.len()), format!("table {position} for n in {range}")))
}

/// `expect Pile(0..5) == [0, 1, 2, 3, 0, 1]` of a game of one number
fn values_over_a_range(p: &Phrase) -> Option<Diagnostic> {
    matches!(p.w(0), "expect" | "show").then_some(())?;
    let of_numbers = |game: &str| {
        let ty = p.params_of_game(game).and_then(|params| params.split_once(':'));
        let ty = ty.map_or("", |(_, ty)| ty.trim());
        matches!(ty, "nat" | "int") || ty.contains("..") && !ty.contains([',', ' '])
    };
    let call = |i: &usize| p.is_name(*i) && p.w(i + 1) == "(" && p.is_number(i + 2);
    let dots_in = |i: usize| {
        let close = p.closing(i + 1)?;
        p.find(i + 2, |k| matches!(p.w(k), ".." | "..<")).filter(|&k| k < close)
    };
    (1..p.len()).filter(call).find_map(dots_in)?;
    let i = (1..p.len()).filter(call).find(|&i| of_numbers(p.w(i)))?;
    let (dots, close) = (dots_in(i)?, p.closing(i + 1)?);
    let (outer, game, range) = (p.w(i.saturating_sub(2)), p.w(i), p.text(i + 2, close));
    let asked = matches!(outer, "value" | "outcome") && p.w(i - 1) == "(" && p.w(close + 1) == ")";
    let (from, end) = if asked { (i - 2, close + 2) } else { (i, close + 1) };
    let question = if asked { outer } else { "value" };
    // `show G(1..5)` alone: a table.
    if p.w(0) == "show" && p.len() == close + 1 && i == 1 {
        let found = p.error("wrong-type", "`table` asks for many positions", p.over(i + 2, close));
        return (dots > i + 2)
            .then(|| found.instead(p.over(0, p.len()), format!("table {game}(n) for n in {range}")));
    }
    let text = format!("[{question}({game}(n)) for n in {range}]");
    let found = p.error(
        "wrong-type",
        "A position has one number here: a list goes through several",
        p.over(i + 2, close),
    );
    (dots > i + 2).then(|| found.instead(p.over(from, end), text))
}

/// `values A(n) for n in 0..5`, `analyze A(5)`, `evaluate(A(5))`
fn asked_otherwise(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(
        p.w(0),
        "values"
            | "nimbers"
            | "analyze"
            | "analyse"
            | "evaluate"
            | "examine"
            | "calc"
            | "nimvalue"
            | "winner"
            | "outcomes"
    );
    let bracket = p.w(1) == "(" && p.closing(1) == Some(p.len() - 1);
    let (from, end) = if bracket { (2, p.len() - 1) } else { (1, p.len()) };
    let from = from + usize::from(matches!(p.w(from), "of" | "for" | ":"));
    let position = p.is_name(from) && matches!(p.w(from + 1), "(" | "[");
    let own = if p.find(from, |k| p.w(k) == "for").is_some() { "table" } else { "show" };
    let found = p.error("foreign-word", "A question begins with `show`, several with `table`", p.span(0));
    (word && position).then(|| found.instead(p.over(0, p.len()), format!("{own} {}", p.text(from, end))))
}
