//! Arguments and positions by name: `Two(a: a - 1, b: b)`, `to Pile(n') where n' = n - k`, `Two(a - k, _)`.

use super::outside::moves;
use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[named_arguments, name_defined_behind];

/// What can be read and is never right: `to Two(a - k, _)`.
pub(super) const NEVER_RIGHT: &[Way] = &[argument_left_open];

/// The names of the parameters of a game or a function of the text.
fn parameters<'t>(p: &Phrase<'t>, name: &str) -> Option<Vec<&'t str>> {
    let header = ["game", "let"].iter().find_map(|word| {
        let begins = format!("{word} {name}(");
        p.view.text.find(&begins).map(|at| at + begins.len())
    })?;
    let line = p.view.text[header..].lines().next()?;
    let mut depth = 1usize;
    let close = line.find(|c: char| {
        depth += usize::from("([{".contains(c));
        depth -= usize::from(")]}".contains(c));
        depth == 0
    });
    let list = &line[..close.unwrap_or(line.len())];
    // A type may have commas of its own: what is between them has no colon.
    let names = list.split(',').filter_map(|part| part.split_once(':')).map(|(name, _)| name.trim());
    Some(names.filter(|name| !name.contains(' ')).collect())
}

/// `Two(a: a - 1, b: b)`, `Two(a = a - 1)`
fn named_arguments(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&open| p.w(open) == "(" && p.is_name(open - 1)).find_map(|open| {
        let name = p.w(open - 1);
        let of_the_header = matches!(p.back(open, 2), "game" | "let" | "loopy");
        let close = p.closing(open).filter(|_| !of_the_header)?;
        let given = parts(p, open + 1, close, |w| w == ",");
        let named =
            |&(a, b): &(usize, usize)| p.is_name(a) && matches!(p.w(a + 1), ":" | "=" | ":=") && a + 2 < b;
        (!given.is_empty() && given.iter().all(named)).then_some(())?;
        let inside = p.header().is_some_and(|(game, _)| p.is_game() && game == name);
        let value = |param: &str| {
            let given = given.iter().find(|&&(a, _)| p.w(a) == param).map(|&(a, b)| p.text(a + 2, b));
            given
                .or((inside && p.header()?.1.iter().any(|&i| p.w(i) == param)).then_some(""))
                .map(str::to_owned)
        };
        let params = parameters(p, name)?;
        let known = given.iter().all(|&(a, _)| params.contains(&p.w(a)));
        let values: Option<Vec<String>> =
            params.iter().map(|&q| value(q).map(|v| if v.is_empty() { q.to_owned() } else { v })).collect();
        let found = p.error(
            "named-argument",
            "Arguments stand in order, without their names",
            p.over(open + 1, close),
        );
        let text = values.filter(|_| known)?.join(", ");
        Some(found.hint(meant(&format!("{name}({text})"))).replace(p.over(open + 1, close), text))
    })
}

/// `move take(k in 1..n) to Pile(n') where n' = n - k`
fn name_defined_behind(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    moves(p).find_map(|(start, close)| {
        let end = p.clause_end(start);
        let to = p.find(close, |k| p.w(k) == "to").filter(|&k| k < end)?;
        let word = p
            .find(to + 1, |k| matches!(p.w(k), "where" | "with" | "for" | "when" | ","))
            .filter(|&k| k < end)?;
        let name = word + 1 + usize::from(p.w(word + 1) == "let");
        let new = p.is_name(name)
            && matches!(p.w(name + 1), "=" | ":=" | "==" | "is")
            && !params.iter().any(|&i| p.w(i) == p.w(name))
            && (start..close).all(|k| p.w(k) != p.w(name))
            && (to..word).any(|k| p.w(k) == p.w(name));
        let choice = format!("{} = {}", p.w(name), p.text(name + 2, end));
        let found = p.error(
            "misplaced-where",
            "A name for a value stands among the choices of a move",
            p.over(word, end),
        );
        let found = found.hint(meant(&choice)).replace(p.tail(word, end), "");
        (new && name + 2 < end).then(|| match p.w(close - 1) {
            ")" => found.replace(p.before(close - 1), format!(", {choice}")),
            _ => found.replace(p.behind(close - 1), format!("({choice})")),
        })
    })
}

/// `to Two(a - k, _)`: a parameter that stays as it is
fn argument_left_open(p: &Phrase) -> Option<Diagnostic> {
    // A binder may have this name.
    let (game, params) = p.header().filter(|_| p.is_game() && !p.may_hold("_"))?;
    (2..p.len())
        .filter(|&open| p.w(open) == "(" && p.w(open - 1) == game && p.back(open, 2) != "game")
        .find_map(|open| {
            let given = parts(p, open + 1, p.closing(open)?, |w| w == ",");
            let left =
                |&(i, &(a, b)): &(usize, &(usize, usize))| b == a + 1 && p.w(a) == "_" && i < params.len();
            let (_, &(first, _)) = given.iter().enumerate().find(left)?;
            (given.len() == params.len()).then_some(())?;
            let found = p.error("fixed-argument", "Name again what stays the same", p.span(first));
            let open = given.iter().enumerate().filter(left);
            let found = found.hint(meant(p.w(params[given.iter().position(|g| g.0 == first)?])));
            Some(open.fold(found, |d, (i, &(a, _))| d.replace(p.span(a), p.w(params[i]))))
        })
}
