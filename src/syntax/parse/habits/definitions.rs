//! Definitions as other languages write them: `int n = 5`, `f(x) := 2 * x`, `lambda x: 2 * x`, `from m import *`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::parse::foreign::foreign_word;
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] = &[
    imported,
    several_modules,
    module_renamed,
    signature,
    taken_apart,
    loopy_game,
    typed_value,
    typed_result,
    defined_behind,
    several_values,
    type_before,
    anonymous,
    by_its_use,
    mutable,
    let_left_out,
];

/// `double(n: nat) = 2 * n`
fn let_left_out(p: &Phrase) -> Option<Diagnostic> {
    let close = p.closing(1).filter(|_| p.is_name(0) && p.w(1) == "(" && p.is_name(2) && p.w(3) == ":")?;
    let own = p.w(0).starts_with(char::is_lowercase) && p.w(close + 1) == "=" && close + 2 < p.len();
    let found = p.error("single-equals", "A definition begins with `let`", p.span(0));
    own.then(|| found.hint(meant(&format!("let {}", p.text(0, close + 2)))).replace(p.before(0), "let "))
}

/// The ends of all questions about a game, each on one line, and what they say.
fn questions_about<'t>(p: &Phrase<'t>, game: &str) -> Vec<(Span, &'t str)> {
    let text = p.view.text;
    let of_game = |line: &str| line.contains(&format!("{game}(")) || line.ends_with(&format!(" {game}"));
    let asks = |line: &str| ["show ", "table ", "play ", "expect "].iter().any(|word| line.starts_with(word));
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line)
    });
    let plain = lines.filter_map(|(start, line)| {
        let code = line.split('#').next().unwrap_or("").trim_end();
        let end = start + code.len();
        (asks(code) && of_game(code) && !code.contains("under")).then(|| (Span::new(p.file, end, end), code))
    });
    if game.is_empty() { vec![] } else { plain.collect() }
}

/// `misere show A`, `cyclic game Z(...)`, `impartial game Z(...)`
pub(super) fn adjective(p: &Phrase) -> Option<Diagnostic> {
    let end = p.span(0).range().end;
    let line = p.view.text[end..].lines().next()?.trim_end();
    let word = line.split_whitespace().next()?;
    let found = |title: &str| p.error("foreign-word", title, p.span(0));
    let own = p.w(0).to_lowercase();
    match (own.as_str(), word) {
        ("misere" | "misère", "show" | "table" | "play" | "expect" | "period") => {
            let whole = Span::new(p.file, p.span(0).range().start, end + line.len());
            let text = format!("{} under misere", line.trim_start());
            Some(found("The rule of play comes at the end, after `under`").instead(whole, text))
        }
        ("misere" | "misère", "game") => {
            let blank = Span::new(p.file, p.span(0).range().start, end + 1);
            let found = found("The rule of play belongs to a question, not to the game");
            let found = found.note("A question asks about misère play with `under misere` at its end.");
            let game = line.split_whitespace().nth(1).and_then(|w| w.split('(').next()).unwrap_or("");
            let questions = questions_about(p, game);
            let hint = match questions.first() {
                Some((_, question)) => {
                    format!("Did you mean `{question} under misere`, without `{}` here?", p.w(0))
                }
                None => format!("Can `{}` be left out?", p.w(0)),
            };
            let found = found.hint(hint).replace(blank, "");
            Some(questions.into_iter().fold(found, |d, (end, _)| d.replace(end, " under misere")))
        }
        (
            "find" | "compute" | "calculate" | "determine" | "please" | "now" | "then" | "do" | "get"
            | "print",
            "show" | "table" | "play" | "expect" | "period" | "compare" | "quotient" | "sparse",
        ) => {
            let blank = Span::new(p.file, p.span(0).range().start, end + 1);
            let found = found("A question begins with its own word");
            Some(found.hint(format!("Can `{}` be left out?", p.w(0))).replace(blank, ""))
        }
        (
            "loop" | "loops" | "looped" | "cyclic" | "looping" | "infinite" | "circular" | "endless"
            | "drawn",
            "game",
        ) => Some(found("A game whose positions may repeat is a `loopy game`").instead(p.span(0), "loopy")),
        (
            "impartial" | "partizan" | "partisan" | "normal" | "finite" | "combinatorial" | "new" | "the"
            | "a" | "def" | "define" | "class" | "public" | "type" | "static" | "export",
            "game",
        ) => {
            let blank = Span::new(p.file, p.span(0).range().start, end + 1);
            let found = found("What kind of game it is follows from its moves");
            Some(found.hint(format!("Can `{}` be left out?", p.w(0))).replace(blank, ""))
        }
        _ => None,
    }
}

/// `from heaps import *`, `using heaps`; what follows on the line is part of it.
fn imported(p: &Phrase) -> Option<Diagnostic> {
    let line = p.view.text[p.span(0).range().start..].lines().next()?.trim_end();
    let opens = matches!(p.w(0), "open" | "load") && p.len() == 2;
    let from = opens || matches!(p.w(0), "from" | "import" | "using" | "require" | "include");
    let other = line.split_whitespace().any(|w| matches!(w, "import" | "use"));
    (from && (p.w(0) != "from" || other)).then_some(())?;
    let module = p.w(1).trim_matches(['"', '\'', '“', '”']);
    let text = format!("use \"{module}\"");
    let start = p.span(0).range().start;
    let whole = Span::new(p.file, start, start + line.len());
    let found = p.error("foreign-word", "`use` brings in the definitions of another file", p.span(0));
    (!module.is_empty()).then(|| found.instead(whole, text))
}

/// `use "heaps", "octal"`, `use heaps, octal`
fn several_modules(p: &Phrase) -> Option<Diagnostic> {
    let module = |k: usize| p.view.token(k) == Some(Token::Text) || p.is_name(k);
    let commas: Vec<usize> =
        (2..p.len()).filter(|&k| matches!(p.w(k), "," | "and") && module(k + 1)).collect();
    let first = *commas.first().filter(|_| p.w(0) == "use" && module(1))?;
    let quoted = |k: usize| format!("\"{}\"", p.w(k).trim_matches('"'));
    let found = p.error("unexpected", "Each module needs its own `use`", p.span(first));
    let found = found.hint(meant(&format!("use {}", quoted(first + 1)))).replace(p.span(1), quoted(1));
    let other = |d: Diagnostic, k: usize| {
        d.replace(p.between(k - 1, k + 1), "\nuse ").replace(p.span(k + 1), quoted(k + 1))
    };
    Some(commas.into_iter().fold(found, other))
}

/// `use "heaps" as h`, and `h.TakeAway(...)` further on
fn module_renamed(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "use" && p.w(2) == "as" && p.is_name(3)).then_some(())?;
    let found = p.error("unexpected", "The names of a module are used as they are", p.over(2, 4));
    Some(found.hint("Can it be left out?").replace(p.tail(2, 4), ""))
}

/// `square :: Nat -> Nat`, `square : nat -> nat`
fn signature(p: &Phrase) -> Option<Diagnostic> {
    let typed = p.is_name(0)
        && p.w(1) == ":"
        && (p.w(2) == ":" || (2..p.len()).any(|k| matches!(p.w(k), "->" | "→")));
    let plain = (2..p.len()).all(|k| p.w(k) != "=" && !p.view.first_on_line(k));
    let found =
        p.error("foreign-word", "Types are inferred, or written among the parameters", p.over(0, p.len()));
    (typed && plain).then(|| found.hint("Can it be left out?").replace(p.over(0, p.len()), ""))
}

/// `let (u, v) = p`
fn taken_apart(p: &Phrase) -> Option<Diagnostic> {
    let open = usize::from(p.w(1) == "(");
    let equals = p.find(1 + open, |k| matches!(p.w(k), "=" | ")"))?;
    let names = only_names(p, 1 + open, equals)
        .filter(|n| p.w(0) == "let" && n.len() > 1 && (1..equals).any(|k| p.w(k) == ","))?;
    let value = p.text(equals + 1 + open, p.len());
    let lines: Vec<String> =
        names.iter().enumerate().map(|(i, n)| format!("let {n} = ({value})[{}]", i + 1)).collect();
    let found = p.error(
        "tuple-equals",
        "`=` gives a value to one name, not to several at once",
        p.over(1, equals + open),
    );
    (!value.is_empty()).then(|| found.hint(meant(&lines[0])).replace(p.over(0, p.len()), lines.join("\n")))
}

/// `game loopy Z(n: 0..3)`
fn loopy_game(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "game" && p.w(1) == "loopy" && p.is_name(2)).then(|| {
        let found = p.error("keyword-as-name", "`loopy` comes before `game`", p.span(1));
        found.instead(p.over(0, 2), "loopy game")
    })
}

/// `let n: nat = 5`
fn typed_value(p: &Phrase) -> Option<Diagnostic> {
    let value = p.w(0) == "let" && p.is_name(1) && p.w(2) == ":";
    let equals = p.find(3, |k| matches!(p.w(k), "=" | ":=")).filter(|_| value)?;
    let found = p.error("missing-equals", "The type of a value is inferred", p.over(2, equals));
    let text = format!("let {} = ", p.w(1));
    let place = p.over(0, equals).to(p.before((equals + 1).min(p.len() - 1)));
    Some(found.hint(meant(&format!("{text}..."))).replace(place, text))
}

/// `let f(n: nat): nat = n + 1`, `let f(n: nat) -> nat = n + 1`
fn typed_result(p: &Phrase) -> Option<Diagnostic> {
    let close = p.closing(2).filter(|_| p.w(0) == "let" && p.w(2) == "(")?;
    let equals =
        p.find(close + 1, |k| p.w(k) == "=").filter(|_| matches!(p.w(close + 1), ":" | "->" | "→"))?;
    let found =
        p.error("missing-equals", "The type of what a function gives is inferred", p.over(close + 1, equals));
    Some(found.hint("Can it be left out?").replace(p.between(close, equals), " "))
}

/// `let f = n + 1 where n = 3`
fn defined_behind(p: &Phrase) -> Option<Diagnostic> {
    let equals = p.find(1, |k| p.w(k) == "=").filter(|_| p.w(0) == "let")?;
    let i = p.find(equals + 1, |k| p.w(k) == "where")?;
    (p.is_name(i + 1) && p.w(i + 2) == "=").then_some(())?;
    let text = format!("let {} in {}", p.text(i + 1, p.len()), p.text(equals + 1, i));
    let found =
        p.error("misplaced-where", "A name for a value comes before what uses it", p.over(i, p.len()));
    Some(found.instead(p.over(equals + 1, p.len()), text))
}

/// `let S = 1, 2, 3`
fn several_values(p: &Phrase) -> Option<Diagnostic> {
    let equals = p.find(1, |k| p.w(k) == "=").filter(|_| p.w(0) == "let")?;
    p.find(equals + 1, |k| p.w(k) == ",").filter(|_| !matches!(p.w(equals + 1), "if" | "let"))?;
    let values = p.text(equals + 1, p.len());
    let found =
        p.error("missing-sign", "Several values are written in brackets", p.over(equals + 1, p.len()));
    let found = found.hint(format!(
        "Did you mean `{{{}}}`, a set, or a list in square brackets?",
        super::phrase::shown(values)
    ));
    Some(found.replace(p.over(equals + 1, p.len()), format!("{{{values}}}")))
}

/// `let mut z = 5`
fn mutable(p: &Phrase) -> Option<Diagnostic> {
    let word = p.w(0) == "let" && matches!(p.w(1), "mut" | "rec" | "const" | "val" | "var") && p.is_name(2);
    word.then(|| {
        let found = p.error("foreign-word", format!("`let` needs no `{}`", p.w(1)), p.span(1));
        found.instead(p.over(0, 2), "let")
    })
}

/// `int n = 5;`
fn type_before(p: &Phrase) -> Option<Diagnostic> {
    let types = [
        "int", "nat", "text", "bool", "string", "String", "boolean", "double", "float", "auto", "long",
        "final",
    ];
    let value = types.contains(&p.w(0)) && p.is_name(1) && matches!(p.w(2), "=" | ":=");
    // `double n = 2 * n` defines a function.
    let own = (3..p.len()).any(|k| p.w(k) == p.w(1));
    (value && !own).then(|| {
        let found = p.error("foreign-word", "A definition begins with `let`", p.span(0));
        let found = found.hint(meant(&format!("let {} = ...", p.w(1)))).replace(p.span(0), "let");
        let last = p.len() - 1;
        let found = if p.w(2) == ":=" { found.replace(p.span(2), "=") } else { found };
        if p.w(last) == ";" { found.replace(p.span(last), "") } else { found }
    })
}

/// Names of parameters as a definition has them.
fn as_params(names: &[&str]) -> String {
    names.iter().map(|n| format!("{n}: nat")).collect::<Vec<_>>().join(", ")
}

/// The names between two tokens, if there is nothing else but commas.
fn only_names<'t>(p: &Phrase<'t>, from: usize, to: usize) -> Option<Vec<&'t str>> {
    let names: Vec<&str> = (from..to).filter(|&i| p.w(i) != ",").map(|i| p.w(i)).collect();
    let all = (from..to).all(|i| p.is_name(i) || p.w(i) == ",");
    (all && !names.is_empty()).then_some(names)
}

/// `let double = lambda x: 2 * x`, `let double = (x) -> 2 * x`, `let double = \x -> 2 * x`
fn anonymous(p: &Phrase) -> Option<Diagnostic> {
    let defines = matches!(p.w(0), "let" | "const" | "var" | "val" | "def");
    (defines && p.is_name(1) && p.w(2) == "=").then_some(())?;
    let marked = matches!(p.w(3), "lambda" | "\\" | "λ" | "fn" | "fun" | "function");
    let from = if marked { 4 } else { 3 };
    let signs =
        |k: usize| matches!(p.w(k), "->" | "→" | "=>" | "⇒" | "↦") || marked && matches!(p.w(k), ":" | ".");
    let arrow = p.find(from, signs)?;
    let bracket = usize::from(p.w(from) == "(" && p.w(arrow - 1) == ")");
    let typed = bracket == 1 && (from + 1..arrow).any(|k| p.w(k) == ":");
    let params = match typed {
        true => p.text(from + 1, arrow - 1).to_owned(),
        false => as_params(&only_names(p, from + bracket, arrow - bracket)?),
    };
    let text = format!("let {}({params}) = ", p.w(1));
    let found =
        p.error("foreign-word", "A function has a name, and its parameters follow it", p.over(3, arrow + 1));
    let place = p.over(0, arrow + 1).to(p.before((arrow + 1).min(p.len() - 1)));
    Some(found.hint(meant(&format!("{text}..."))).replace(place, text))
}

/// `double(x) := 2 * x`, `double x = 2 * x`
fn by_its_use(p: &Phrase) -> Option<Diagnostic> {
    let equals = (1..p.len()).find(|&k| matches!(p.w(k), "=" | ":="))?;
    let call = p.w(1) == "(" && p.closing(1) == Some(equals - 1);
    let (from, to) = if call { (2, equals - 1) } else { (1, equals) };
    let names = only_names(p, from, to).filter(|_| p.is_name(0) && foreign_word(p.w(0)).is_none())?;
    let text = format!("let {}({}) =", p.w(0), as_params(&names));
    let found = p.error("single-equals", "A definition begins with `let`", p.span(0));
    Some(found.hint(meant(&format!("{text} ..."))).replace(p.over(0, equals + 1), text))
}
