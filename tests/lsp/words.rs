//! What editors know without a server: the grammar of colours has every word of the language, and templates can be read.

use fairgame::Session;
use fairgame::words::KEYWORDS;
use serde_json::Value;
use std::collections::BTreeSet;

fn read(path: &str) -> Value {
    let path = format!("{}/editors/vscode/{path}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
}

/// The words in all patterns of a grammar.
fn words(grammar: &Value, found: &mut BTreeSet<String>) {
    match grammar {
        Value::Object(map) => {
            if let Some(pattern) = map.get("match").and_then(Value::as_str) {
                let pattern = pattern.replace("\\b", " ");
                let words = pattern.split(|c: char| !c.is_alphabetic() && c != '_');
                found.extend(words.map(str::to_string));
            }
            map.values().for_each(|v| words(v, found));
        }
        Value::Array(all) => all.iter().for_each(|v| words(v, found)),
        _ => {}
    }
}

#[test]
fn the_grammar_of_colours_knows_every_word() {
    let mut known = BTreeSet::new();
    words(&read("syntaxes/fairgame.tmLanguage.json"), &mut known);
    let missing: Vec<_> = KEYWORDS.iter().filter(|w| !known.contains(**w)).collect();
    assert!(missing.is_empty(), "not coloured: {missing:?}");
}

/// A template with what stands in its places: `${1:Nim}` is `Nim`.
fn filled(template: &str) -> String {
    let (mut out, mut rest) = (String::new(), template);
    while let Some(at) = rest.find('$') {
        out += &rest[..at];
        rest = &rest[at + 1..];
        if let Some(place) = rest.strip_prefix('{') {
            let (inside, behind) = place.split_once('}').expect("a place ends");
            out += inside.split_once(':').map_or("", |(_, text)| text);
            rest = behind;
        } else {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }
    out + rest
}

#[test]
fn every_template_can_be_read() {
    let templates = read("snippets/fairgame.json");
    for (name, template) in templates.as_object().expect("templates") {
        let lines: Vec<&str> =
            template["body"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
        let text = filled(&lines.join("\n"));
        let clause = template["prefix"] == "move";
        let text = if clause { format!("game Nim(n: nat)\n  {text}nothing") } else { text };
        let text = text.replace("= ", "= 1").replace("# \n", "#\n");
        let loaded = Session::default().open("template.game", &format!("{text}\n"));
        let unreadable: Vec<_> =
            loaded.diagnostics.iter().filter(|d| !matches!(d.code, "unknown-name")).collect();
        assert!(unreadable.is_empty(), "{name}:\n{text}\n{unreadable:?}");
    }
}
