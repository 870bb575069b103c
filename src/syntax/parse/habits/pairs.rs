//! What a choice from a map is called elsewhere: `k to v in m`, `k: v in m`, `[k, v] in m`, `(k, v) in m.items()`; and
//! `keys of m`, `m.values`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[key_and_value, keys_of];

const TITLE: &str = "A choice from a map runs through its keys";

/// The name of the map that a choice runs through, and the token behind it: `m`, `m.items()`, `items(m)`.
fn map_at<'p>(p: &'p Phrase, i: usize) -> Option<(&'p str, usize, bool)> {
    let entries = |word: &str| matches!(word, "items" | "entries" | "entrySet" | "iteritems");
    if entries(p.w(i)) && p.w(i + 1) == "(" && p.is_name(i + 2) && p.w(i + 3) == ")" {
        return Some((p.w(i + 2), i + 4, true));
    }
    p.is_name(i).then_some(())?;
    Some(match p.w(i + 1) {
        "." if entries(p.w(i + 2)) && p.w(i + 3) == "(" && p.w(i + 4) == ")" => (p.w(i), i + 5, true),
        "." if entries(p.w(i + 2)) => (p.w(i), i + 3, true),
        "(" | "[" | "." | ".." => return None,
        _ => (p.w(i), i + 1, false),
    })
}

/// Whether a word is the name of a map, as far as the text says.
fn is_map(p: &Phrase, name: &str) -> bool {
    p.type_of(name) == "map" || p.view.text.contains(&format!("let {name} = map("))
}

/// `k to v in m`, `k -> v in m`, `k: v in m`, `[k, v] in m`, `k, v in m.items()`
fn key_and_value(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| matches!(p.w(i), "in" | "∈" | "of")).find_map(|i| {
        let bracket = usize::from(matches!(p.w(i - 1), "]" | ")" | "}"));
        let value = i.checked_sub(1 + bracket)?;
        let key = value.checked_sub(2)?;
        let from = key.checked_sub(bracket)?;
        let (map, end, entries) = map_at(p, i + 1)?;
        let sign = p.w(key + 1);
        let joined =
            matches!(sign, "to" | "->" | "=>" | "→" | ":") || sign == "," && (bracket == 1 || entries);
        let opened = bracket == 0 || matches!(p.w(from), "(" | "[" | "{");
        let names = p.is_name(key) && p.is_name(value) && (entries || is_map(p, map));
        let text = format!("{} in {map}, {} = {map}[{0}]", p.w(key), p.w(value));
        let found = p.error("missing-in", TITLE, p.over(from, end));
        let known = sign == "," && bracket == 1 && p.w(from) == "(" && !entries;
        (joined && opened && names && !known && p.back(from, 1) != "map")
            .then(|| found.instead(p.over(from, end), text))
    })
}

/// `keys of m`, `values of m`
fn keys_of(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i + 1) == "of" && is_map(p, p.w(i + 2))).find_map(|i| {
        let from = i - usize::from(p.w(i - 1) == "the");
        let map = p.w(i + 2);
        let text = match p.w(i) {
            "keys" | "indices" => format!("indices({map})"),
            "values" => format!("[{map}[key] for key in {map}]"),
            _ => return None,
        };
        let found = p.error(
            "foreign-word",
            "The argument of a function is written in parentheses",
            p.over(from, i + 3),
        );
        Some(found.hint(meant(&text)).replace(p.over(from, i + 3), text))
    })
}
