//! Published values: every fact of `tests/facts/values.json` is checked by the expression beside it, with the games of the
//! library and the examples.

use crate::support;

use serde_json::Value as Json;
use support::run_text;

/// A value as the language writes it; nothing (null) is -1.
fn literal(v: &Json) -> String {
    match v {
        Json::Null => "-1".into(),
        Json::Bool(b) => b.to_string(),
        Json::Number(n) => n.to_string(),
        Json::String(s) => format!("\"{s}\""),
        Json::Array(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            // Codes of octal games are texts, other keys are numbers and names.
            let key = |k: &str| if k.contains('.') { format!("\"{k}\"") } else { k.to_string() };
            let entry = |(k, v): (&String, &Json)| format!("{} to {}", key(k), literal(v));
            format!("map({})", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Outcomes, given as "PNN" or as ["P", "N"], as the language writes them.
fn outcomes(v: &Json) -> String {
    let letters: Vec<String> = match v {
        Json::String(s) => s.chars().map(String::from).collect(),
        Json::Array(items) => items.iter().filter_map(|i| i.as_str().map(str::to_string)).collect(),
        _ => vec![],
    };
    let name = |l: &String| match l.as_str() {
        "L" => "P".to_string(),
        "W" => "N".to_string(),
        other => other.to_string(),
    };
    format!("[{}]", letters.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// Checks all facts that are slow, or all that are not; gives how many there were.
fn check(slow: bool) -> usize {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/facts");
    let text = std::fs::read_to_string(format!("{folder}/values.json")).expect("the facts can be read");
    let facts: Json = serde_json::from_str(&text).expect("the facts are JSON");
    let mut program = format!("use \"{folder}/games.game\"\n");
    let mut count = 0;
    for (id, rows) in facts["games"].as_object().expect("facts by game") {
        for fact in rows.as_array().expect("a list of facts") {
            if fact["slow"].as_bool().unwrap_or(false) != slow {
                continue;
            }
            count += 1;
            let check = fact["check"].as_str().expect("a check");
            let check = check.replace("VALUES", &literal(&fact["values"]));
            let check = check.replace("OUTCOMES", &outcomes(&fact["values"]));
            program += &format!("# {id}: {}\nexpect {check}\n\n", fact["name"].as_str().unwrap_or_default());
        }
    }
    let report = run_text("facts", &program);
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n  "));
    assert_eq!(report.expectations, count);
    count
}

#[test]
fn published_values() {
    assert!(check(false) >= 300);
}

#[test]
#[ignore = "takes about ten seconds: the larger tables"]
fn published_values_that_take_long() {
    assert!(check(true) > 0);
}
