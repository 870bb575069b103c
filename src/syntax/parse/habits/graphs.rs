//! Graphs as others write them: `a: b, c`, `a -> b -> c`, `edge a b`, `G = {a: [b, c]}`, `from "a" to {"b", "c"}`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::{Token, inside_quotes};

pub(super) const WAYS: &[Way] = &[kind_of_graph, graph_header, graph_lines];

/// `graph loop G`, `graph cyclic G`
fn kind_of_graph(p: &Phrase) -> Option<Diagnostic> {
    let kind = matches!(
        p.w(1),
        "loop"
            | "loopy"
            | "cyclic"
            | "cycle"
            | "acyclic"
            | "directed"
            | "finite"
            | "game"
            | "of"
            | "named"
            | "called"
    );
    let named = p.is_name(2) && !p.view.first_on_line(2);
    let found = p.error("misplaced-word", "The name of a graph follows `graph`", p.span(1));
    let found = found.note("Whether positions can repeat follows from the arrows.");
    (p.w(0) == "graph" && kind && named)
        .then(|| found.hint(format!("Can `{}` be left out?", p.w(1))).replace(p.tail(1, 2), ""))
}

/// `graph G(a, b)`
fn graph_header(p: &Phrase) -> Option<Diagnostic> {
    let close = p.closing(2).filter(|_| p.w(0) == "graph" && p.w(2) == "(" && !p.view.first_on_line(2))?;
    let found = p.error("after-header", "A graph is given by its lines alone", p.over(2, close + 1));
    Some(found.hint("Can the parentheses be left out?").replace(p.over(2, close + 1), ""))
}

/// The lines of a graph, as they are written here.
fn graph_lines(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "graph" && p.is_name(1)).then_some(())?;
    let first = (2..p.len()).find(|&k| !matches!(p.w(k), ":" | "=" | ":=" | "{" | "[" | "where"))?;
    let (mut lines, mut changed) = (vec![], None);
    let mut from = first;
    while from < p.len() {
        let end = (from + 1..p.len()).find(|&k| begins_line(p, k)).unwrap_or(p.len());
        let own = graph_line(p, from, end)?;
        if changed.is_none() && own != [p.text(from, end)] {
            changed = own.first().map(|line| (from, end, line.clone()));
        }
        lines.extend(own);
        from = end;
    }
    let (from, end, line) = changed.or_else(|| Some((first, p.len(), lines.first()?.clone())))?;
    let found = p.error("missing-to", "A line of a graph is written `from a to b, c`", p.over(from, end));
    let found = found.hint(meant(&line));
    Some(found.replace(p.behind(1).to(p.behind(p.len() - 1)), format!("\n  {}", lines.join("\n  "))))
}

/// A new line, what follows a semicolon, and `b:` among the entries of a map.
fn begins_line(p: &Phrase, k: usize) -> bool {
    let entry = matches!(p.w(k + 1), ":") && matches!(p.w(k - 1), "," | "]" | "}" | ")");
    let inside = p.view.tokens[..k].iter().filter(|t| t.token.opens()).count()
        > p.view.tokens[..k].iter().filter(|t| t.token.closes()).count() + 1;
    // `a -> b, b -> c`
    let edge = p.w(k - 1) == "," && is_arrow(p.w(k + 1)) && vertex(p, k).is_some();
    p.view.first_on_line(k) && !inside && !matches!(p.w(k), "}" | "]") || p.w(k - 1) == ";" || entry || edge
}

fn is_arrow(word: &str) -> bool {
    matches!(word, "->" | "→" | "=>" | "⇒" | "↦" | "-" | "--")
}

/// A vertex: a name or a number, perhaps in quotes.
fn vertex<'t>(p: &Phrase<'t>, k: usize) -> Option<&'t str> {
    match p.view.token(k)? {
        Token::Text => Some(inside_quotes(p.text(k, k + 1))),
        _ => (p.is_name(k) || p.is_number(k)).then(|| p.w(k)),
    }
}

/// One line: its first vertex leads to the others; along a chain of arrows each leads to the next.
fn graph_line(p: &Phrase, from: usize, end: usize) -> Option<Vec<String>> {
    let word = |k: usize| matches!(p.w(k), "edge" | "arc" | "arrow" | "from" | "move" | "vertex" | "node");
    let arrow = |k: usize| is_arrow(p.w(k));
    let joins = |k: usize| {
        matches!(p.w(k), ":" | "," | ";" | "to" | "and" | "&" | "leads" | "nothing" | "or" | "|" | "=" | ":=")
            || is_bracket(p, k)
            || arrow(k)
    };
    let heading = p.view.first_on_line(from) && p.is_name(from + 1 + usize::from(p.w(from + 1) == ":"));
    if heading && matches!(p.w(from), "nodes" | "vertices" | "states" | "positions" | "V") {
        return Some(vec![]);
    }
    let pairs = p.view.first_on_line(from) && p.w(from + 1 + usize::from(p.w(from + 1) == ":")) == "(";
    let many = matches!(p.w(from), "edges" | "arcs" | "arrows" | "E") && (heading || pairs);
    let start = from + usize::from(word(from)) + usize::from(many) * (1 + usize::from(p.w(from + 1) == ":"));
    let last_words = |k: usize| {
        matches!(
            p.w(k),
            "is" | "a"
                | "the"
                | "terminal"
                | "sink"
                | "final"
                | "end"
                | "ends"
                | "stop"
                | "leaf"
                | "last"
                | "has"
                | "no"
                | "moves"
                | "exits"
        )
    };
    if let Some(v) = vertex(p, start).filter(|_| end > start + 1 && (start + 1..end).all(last_words)) {
        return Some(vec![format!("from {v} to nothing")]);
    }
    let known = (start..end).all(|k| joins(k) || vertex(p, k).is_some());
    let vertices: Vec<&str> = (start..end).filter(|&k| !joins(k)).filter_map(|k| vertex(p, k)).collect();
    let arrows = (start..end).filter(|&k| arrow(k)).count();
    let line = |from: &str, to: &str| format!("from {from} to {to}");
    if many && known && vertices.len().is_multiple_of(2) {
        return Some(vertices.chunks(2).map(|two| line(two[0], two[1])).collect());
    }
    let pairs = (start..end).filter(|&k| p.w(k) == "(" && p.w(k + 2) == "," && p.w(k + 4) == ")").count();
    if pairs > 1 && known && vertices.len() == 2 * pairs {
        return Some(vertices.chunks(2).map(|two| line(two[0], two[1])).collect());
    }
    let sign = (start..end).find(|&k| p.w(k) == "to" || p.w(k) == "leads" || arrow(k) || p.w(k) == ":");
    let sources =
        sign.map_or(0, |sign| (start..sign).filter(|&k| !joins(k)).filter_map(|k| vertex(p, k)).count());
    if known && arrows <= 1 && (2..vertices.len()).contains(&sources) {
        let (sources, targets) = vertices.split_at(sources);
        return Some(sources.iter().map(|source| line(source, &targets.join(", "))).collect());
    }
    let (source, targets) = vertices.split_first().filter(|_| known)?;
    Some(match targets {
        [] => vec![line(source, "nothing")],
        _ if arrows > 1 => vertices.windows(2).map(|two| line(two[0], two[1])).collect(),
        _ => vec![line(source, &targets.join(", "))],
    })
}

fn is_bracket(p: &Phrase, k: usize) -> bool {
    p.view.tokens[k].token.opens() || p.view.tokens[k].token.closes()
}
