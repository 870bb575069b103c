//! Help about everything that has a name: commands, topics, words of the language, functions.

use super::{commands, topics, vocabulary};

/// What is said about a command of the prompt, a topic or a word, in lines that fit; all of them, if it is several.
pub(crate) fn about(name: &str, columns: usize) -> Option<String> {
    text(name).map(|text| reflowed(&text, columns))
}

/// All names with help.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    commands::names().chain(topics::names()).chain(vocabulary::names())
}

/// The same, not laid out.
pub(super) fn text(name: &str) -> Option<String> {
    let name = name.trim_start_matches(':');
    let parts = [
        commands::topic(name).map(String::from),
        topics::topic(name).map(String::from),
        vocabulary::word(name),
    ];
    let found: Vec<String> = parts.into_iter().flatten().collect();
    (!found.is_empty()).then(|| found.join("\n"))
}

/// Running text in lines that fit, examples as they are.
fn reflowed(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line.starts_with("  ") || line.is_empty() {
            true => out += &format!("{line}\n"),
            false => out += &crate::layout::wrap(line, columns, ""),
        }
    }
    out
}
