//! Methods of other languages: `S.add(x)`, `row.length()`, `w.replace(i, x)`, also one behind another.

use super::Failure;
use crate::diagnostic::Diagnostic;

impl Failure<'_> {
    /// `S.add(x)`, `row.length`: what other languages write after a dot.
    pub(super) fn method(&self) -> Option<Diagnostic> {
        let dot = [self.at, self.at.wrapping_sub(1), self.at.wrapping_sub(2)].into_iter().find(|&i| {
            self.view.word(i) == "." && (self.view.is_name(i + 1) || self.view.word(i + 1) == "set")
        })?;
        let open = dot + 2;
        if dot == 0 {
            return None;
        }
        if self.view.word(open) != "(" {
            return None;
        }
        let close = self.closing(open);
        let start = self.start_of_operand(dot);
        let (mut end, mut text) = (close + 1, self.called(self.text_of(start, dot), dot + 1, close));
        // `s.remove(a).add(b)`
        while self.view.word(end) == "." && self.view.word(end + 2) == "(" && !text.ends_with(')') {
            let close = self.closing(end + 2);
            text = self.called(&text, end + 1, close);
            end = close + 1;
        }
        let found = Diagnostic::error("method", "No function is called with a dot here");
        Some(found.at(self.span_of(dot, open), "").instead(self.span_of(start, end), text))
    }

    /// A call of a method as it is written here: of what, by which token, and where its brackets close.
    fn called(&self, object: &str, name: usize, close: usize) -> String {
        let argument = self.text_of(name + 2, close);
        let (method, kind) = (self.view.word(name), self.kind_of(object));
        match method.to_lowercase().as_str() {
            _ if self.is_module(object) => format!("{method}({argument})"),
            "get" => match argument.split_once(',') {
                Some((key, other)) => {
                    let (key, other) = (key.trim(), other.trim());
                    format!("(if {key} in {object} then {object}[{key}] else {other})")
                }
                None => format!("{object}[{argument}]"),
            },
            "charat" | "at" | "nth" | "elementat" => match argument.parse::<u32>() {
                Ok(place) => format!("{object}[{}]", u64::from(place) + 1),
                Err(_) => format!("{object}[{argument} + 1]"),
            },
            // `", ".join(row)`, as in Python; `row.join(", ")` elsewhere.
            "join" if object.starts_with('"') => match object {
                "\"\"" => format!("join({argument})"),
                _ => format!("join({argument}, {object})"),
            },
            "set" | "put" | "update" | "replace" => put(object, argument, kind),
            "keys" => format!("indices({object})"),
            "values" => format!("[{object}[key] for key in indices({object})]"),
            "last" if argument.is_empty() => format!("{object}[size({object})]"),
            "first" | "head" if argument.is_empty() => format!("{object}[1]"),
            "issubset" | "issubsetof" | "subset" => format!("(size({object} minus {argument}) == 0)"),
            "add" | "insert" | "append" | "push" if kind == "list" => format!("{object} + [{argument}]"),
            "add" | "insert" => format!("{object} with {argument}"),
            "remove" | "discard" | "delete" | "erase" => format!("{object} without {argument}"),
            "append" | "push" if matches!(kind, "set" | "bag") => format!("{object} with {argument}"),
            "append" | "push" => format!("{object} + [{argument}]"),
            "union" => format!("{object} union {argument}"),
            "intersection" | "intersect" => format!("{object} common {argument}"),
            "difference" => format!("{object} minus {argument}"),
            "contains" | "has" | "includes" => format!("{argument} in {object}"),
            "length" | "size" | "count" | "len" => format!("size({object})"),
            _ if argument.is_empty() => format!("{method}({object})"),
            _ => format!("{method}({object}, {argument})"),
        }
    }

    /// The word with which the declared type of a name begins; "" if nothing declares it.
    fn kind_of(&self, name: &str) -> &str {
        let declares = |&k: &usize| self.view.word(k) == name && self.view.word(k + 1) == ":";
        let place = (0..self.view.tokens.len()).find(declares);
        place.map_or("", |k| self.view.word(k + 2))
    }

    /// Whether the text uses a module of that name, or gives one that name.
    fn is_module(&self, name: &str) -> bool {
        let text = self.view.text;
        text.contains(&format!("use \"{name}\"")) || text.contains(&format!("\" as {name}\n"))
    }

    /// The first token of the operand that ends before `i`.
    fn start_of_operand(&self, i: usize) -> usize {
        let mut depth = 0usize;
        for k in (0..i).rev() {
            let token = self.view.tokens[k].token;
            depth = if token.closes() { depth + 1 } else { depth - usize::from(token.opens() && depth > 0) };
            let called =
                k > 0 && (self.view.ends_operand(k - 1) || matches!(self.view.word(k - 1), "map" | "bag"));
            let joined = k > 0 && (token.opens() && called || self.view.word_before(k) == ".");
            if depth == 0 && self.view.word(k) != "." && !joined {
                return k;
            }
        }
        0
    }
}

/// `s.put(i, x)`, by what `s` is: only lists and maps have entries.
fn put(object: &str, argument: &str, kind: &str) -> String {
    let two = argument.split_once(',').map(|(a, b)| (a.trim(), b.trim()));
    match (kind, two) {
        ("set" | "bag", Some((a, b))) => format!("{object} without {a} with {b}"),
        ("set" | "bag", None) => format!("{object} with {argument}"),
        ("text", Some((i, x))) => format!("{object}[1..{i} - 1] + {x} + {object}[{i} + 1..]"),
        _ => format!("put({object}, {argument})"),
    }
}
