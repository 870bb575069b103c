//! Words and signs of other languages, and what they are called here.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::items::View;
use crate::syntax::token::Token;

/// A word to be at `span`, with blanks where it would touch what is next to it.
pub(super) fn spaced(text: &str, span: Span, word: &str) -> String {
    let apart = |c: Option<char>| c.is_none_or(|c| c.is_whitespace());
    let before = if apart(text[..span.range().start].chars().next_back()) { "" } else { " " };
    let behind = if apart(text[span.range().end..].chars().next()) { "" } else { " " };
    format!("{before}{word}{behind}")
}

/// A sign of another language.
pub(super) fn foreign_sign(view: View, i: usize, span: Span) -> Diagnostic {
    let sign = view.word(i);
    if matches!(sign, "=>" | "⇒" | "⟶" | "↦") {
        return arrow(view, i, span);
    }
    let found =
        Diagnostic::error("foreign-sign", format!("`{sign}` is not a sign of this language")).at(span, "");
    match sign {
        ";" if view.word(0) == "table" && i + 1 < view.tokens.len() => {
            found.note("A comma separates two columns.").instead(span, ",")
        }
        ";" if view.word(0) == "play" => found.note("A comma separates two moves.").instead(span, ","),
        // `5!`, and not `show Nim(3)!`
        "!" if i > 0 && (view.token(i - 1) == Some(Token::Number) || is_small_name(view, i - 1)) => {
            let end = span.range().end;
            let start = view.tokens[i - 1].span.start;
            let number = &view.text[start..view.tokens[i - 1].span.end];
            found.instead(Span::new(span.file, start, end), format!("factorial({number})"))
        }
        "!" if i > 0 && view.ends_operand(i - 1) && !view.starts_operand(i + 1) => {
            found.hint("Can it be left out?").replace(span, "")
        }
        "&" if sets_beside(view, i) => found.instead(span, "common"),
        ";" if view.tokens.get(i + 1).is_some_and(|t| t.token.closes()) => {
            found.hint("Can it be left out?").replace(span, "")
        }
        ";" if inside_brackets(view, i) => found.note("A comma separates two parts.").instead(span, ","),
        ";" => found
            .note("Clauses and items need nothing between them.")
            .hint("Can it be left out?")
            .replace(span, ""),
        // `n // 2`, and not `Nim(3) // three beans`.
        "//" if i > 0 && view.token(i + 1) == Some(Token::Number) => found
            .note("Division is written `/`, and is rounded down; comments begin with `#`.")
            .instead(span, "/"),
        "//" | "/*" | "*/" => {
            let found =
                found.note("Comments begin with `#` and end with the line.").hint("Did you mean `#`?");
            comment_instead(view, i, span).into_iter().fold(found, |d, (span, text)| d.replace(span, text))
        }
        "+=" | "-=" | "++" => found
            .note("Nothing changes its value here: a move leads to another position.")
            .instead(span, if sign == "-=" { "-" } else { "+" }),
        _ => {
            let own = own_sign(sign);
            let found = found.hint(format!("Did you mean `{own}`?"));
            match own.contains(' ') {
                true => found,
                false if own.starts_with(char::is_alphabetic) => {
                    found.replace(span, spaced(view.text, span, own))
                }
                false => found.replace(span, own),
            }
        }
    }
}

/// A name that may be one of a number.
fn is_small_name(view: View, i: usize) -> bool {
    view.is_name(i) && view.word(i).starts_with(char::is_lowercase)
}

/// Whether sets seem to be on both sides: brackets, or names with a capital.
pub(super) fn sets_beside(view: View, i: usize) -> bool {
    let capital = |i: usize| view.word(i).starts_with(char::is_uppercase);
    let called =
        |i: usize| matches!(view.word(i), "touching" | "board" | "islands" | "indices" | "line" | "ray");
    // `touching(p) & b`
    let closed = || {
        let mut depth = 0usize;
        let open = (0..i).rev().find(|&k| {
            let token = view.tokens[k].token;
            depth = if token.closes() { depth + 1 } else { depth - usize::from(token.opens() && depth > 0) };
            depth == 0
        });
        open.is_some_and(|k| k > 0 && view.word(i - 1) == ")" && called(k - 1))
    };
    let declared = |i: usize| view.is_name(i) && view.text.contains(&format!("{}: set of", view.word(i)));
    let left = i > 0 && (view.word(i - 1) == "}" || capital(i - 1) || declared(i - 1) || closed());
    let right = view.word(i + 1) == "{" || capital(i + 1) || declared(i + 1) || called(i + 1);
    left && right
}

fn inside_brackets(view: View, i: usize) -> bool {
    let opened = (0..i).filter(|&k| view.tokens[k].token.opens()).count();
    let closed = (0..i).filter(|&k| view.tokens[k].token.closes()).count();
    opened > closed
}

/// The comment that `//` or `/*` begins, in the signs of this language.
fn comment_instead(view: View, i: usize, span: Span) -> Option<(Span, String)> {
    let rest = &view.text[span.range().end..];
    match view.word(i) {
        "//" => Some((span, "#".to_owned())),
        "/*" => {
            let end = rest.find("*/")?;
            let lines: Vec<String> = rest[..end].lines().map(|l| format!("# {}", l.trim())).collect();
            let after = rest[end + 2..].lines().next().is_some_and(|l| !l.trim().is_empty());
            let whole = Span::new(span.file, span.range().start, span.range().end + end + 2);
            Some((whole, lines.join("\n") + if after { "\n" } else { "" }))
        }
        _ => None,
    }
}

fn own_sign(sign: &str) -> &'static str {
    match sign {
        "&&" | "&" | "∧" => "and",
        "||" | "∨" => "or",
        "!" | "¬" => "not",
        "%" => "mod",
        "**" => "^",
        ":=" => "=",
        "=<" | "⇐" => "<=",
        "===" => "==",
        "!==" | "<>" => "!=",
        "..=" => "..",
        "←" => "in",
        "∪" => "union",
        "∩" => "common",
        "∖" => "minus",
        "△" => "flip",
        "∅" => "{}",
        "∀" => "all(... for x in S)",
        "∃" => "any(... for x in S)",
        "⊂" | "⊆" => "all(x in T for x in S)",
        _ => "or",
    }
}

/// `->` or `=>` outside a type: `to`, unless a comparison is being written.
pub(super) fn arrow(view: View, i: usize, span: Span) -> Diagnostic {
    let sign = view.tokens[i].slice(view.text);
    // What is in closed brackets says nothing of a sign after them.
    let mut depth = 0usize;
    let before = (0..i).rev().filter(|&k| {
        let token = view.tokens[k].token;
        depth = if token.closes() { depth + 1 } else { depth.saturating_sub(usize::from(token.opens())) };
        depth == 0
    });
    let last = before.map(|k| view.word(k)).find(|w| {
        matches!(
            *w,
            "move" | "where" | "when" | "if" | "expect" | "show" | "to" | "for" | "from" | "map" | "play"
        )
    });
    let to_position = last == Some("where")
        && view.word(i + 1).starts_with(char::is_uppercase)
        && matches!(view.word(i + 2), "(" | "[");
    if sign == "=>"
        && !to_position
        && matches!(last, Some("where" | "when" | "if" | "expect" | "to" | "show"))
    {
        let found = Diagnostic::error("foreign-sign", "`=>` is not a sign of this language").at(span, "");
        let found = found.replace(span, ">=");
        return match last {
            Some("where") => found.hint("Did you mean `>=`, or `to`?"),
            _ => found.hint("Did you mean `>=`?"),
        };
    }
    let title = match last {
        Some("move") | Some("where") => format!("A move leads `to` its position, not `{sign}`"),
        _ => format!("`{sign}` is not a sign that fits here"),
    };
    let found = Diagnostic::error("arrow-for-to", title).at(span, "").hint("Did you mean `to`?");
    if view.word(0) != "graph" {
        // The moves of a game are written alike.
        let moves = matches!(view.word(0), "game" | "loopy") && matches!(last, Some("move" | "where") | None);
        let mut depth = 0usize;
        let alike = (0..view.tokens.len()).filter(|&k| {
            let token = view.tokens[k].token;
            let closes = usize::from(token.closes());
            depth = if token.opens() { depth + 1 } else { depth.saturating_sub(closes) };
            k == i || moves && k > i && depth == 0 && view.word(k) == sign
        });
        return alike.fold(found, |found, k| {
            let range = view.tokens[k].span.clone();
            let arrow = Span::new(span.file, range.start, range.end);
            found.replace(arrow, spaced(view.text, arrow, "to"))
        });
    }
    // Every line of the graph at once: `a -> b` is `from a to b`.
    let arrows = (i..view.tokens.len()).filter(|&k| matches!(view.word(k), "->" | "=>" | "⇒" | "⟶" | "↦"));
    arrows.fold(found, |found, k| {
        let range = view.tokens[k].span.clone();
        let arrow = Span::new(span.file, range.start, range.end);
        let found = found.replace(arrow, spaced(view.text, arrow, "to"));
        let start = view.tokens[k.saturating_sub(1)].span.start;
        match k >= 2 && view.word(k - 2) == "from" {
            true => found,
            false => found.replace(Span::new(span.file, start, start), "from "),
        }
    })
}

/// A word of another language, met where nothing else fits: what to say and what to ask.
pub(super) fn foreign_word(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "while" | "until" | "repeat" | "loop" => (
            "There are no loops here: a play goes on by moves.",
            "Did you mean `for` with a range, as in `k in 1..n`, or `where` with a condition?",
        ),
        "return" | "yield" => {
            ("A move leads `to` a position; the value of a `let` comes after `=`.", "Did you mean `to`?")
        }
        "def" | "function" | "func" | "fn" | "fun" | "define" | "var" | "const" | "lambda" | "val" => (
            "Values and functions are defined with `let`.",
            "Did you mean `let`, as in `let double(n: nat) = 2 * n`?",
        ),
        "goto" | "leads" | "becomes" | "gives" => ("A move leads `to` a position.", "Did you mean `to`?"),
        "elif" | "elseif" | "elsif" | "elsewhere" => {
            ("This word is written as two.", "Did you mean `else if`?")
        }
        "foreach" => ("This word is simply `for`.", "Did you mean `for`?"),
        "otherwise" => ("This word is `else`.", "Did you mean `else`?"),
        "unless" => ("This word is `not`.", "Did you mean `where not`?"),
        "such" | "when" | "whenever" | "with_condition" => {
            ("A condition follows `where`.", "Did you mean `where`?")
        }
        "import" | "include" | "require" => {
            ("Other files are read with `use`.", "Did you mean `use \"...\"`?")
        }
        "print" | "println" | "echo" | "display" | "solve" => {
            ("`show` asks for an answer.", "Did you mean `show`?")
        }
        "why" | "plot" | "tree" | "hint" => (
            "This is a command: `:why`, `:plot`, `:tree`, `:hint` at the prompt, or `fairgame why FILE POSITION`.",
            "Did you mean `show`?",
        ),
        "assert" | "check" | "test" => ("`expect` makes a claim about a game.", "Did you mean `expect`?"),
        "class" | "struct" | "type" | "rules" => ("Rules are written as a game.", "Did you mean `game`?"),
        "enum" => (
            "Write an enumeration where a type is needed, as in `game Light(now: green | yellow | red)`.",
            "Could the names follow the colon of the parameter?",
        ),
        "option" | "options" | "action" | "rule" => {
            ("What a player may do is a move.", "Did you mean `move`?")
        }
        "end" | "begin" | "endif" | "done" | "do" => {
            ("No word is needed where a clause or an item begins or ends.", "Can it be left out?")
        }
        "switch" | "case" | "match" => {
            ("`if` distinguishes cases.", "Did you mean `if ... then ... else ...`?")
        }
        "div" => ("Division is written `/`, and is rounded down.", "Did you mean `/`?"),
        "modulo" | "rem" => ("This word is `mod`.", "Did you mean `mod`?"),
        "intersect" | "intersection" => ("This word is `common`.", "Did you mean `common`?"),
        "null" | "nil" | "None" => ("This word is `nothing`.", "Did you mean `nothing`?"),
        _ => return None,
    })
}
