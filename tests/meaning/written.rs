//! Programs written by hand where something was once read wrongly, or easily could be: each is another member of some
//! class of mistakes. `PROGRAMS=FILE` compares those of another file.

use super::compare::{Tally, compare};
use super::deep::deep;
use crate::programs::Program;
use crate::random::{some, thorough};

/// Programs, each with the positions that it asks about: `# ask G(3), G(4)`.
fn programs(text: &str) -> Vec<Program> {
    let program = |section: &str| {
        let asked = section.lines().filter_map(|l| l.strip_prefix("# ask "));
        let positions = asked.flat_map(split).collect();
        Program { text: format!("{}\n", section.trim()), positions, tame: false }
    };
    text.split("----\n").map(program).collect()
}

/// Positions between commas that stand in no bracket.
fn split(line: &str) -> Vec<String> {
    let (mut all, mut depth) = (vec![String::new()], 0);
    for c in line.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        match (c, depth, all.last_mut()) {
            (',', 0, _) => all.push(String::new()),
            (c, _, Some(last)) => last.push(c),
            _ => {}
        }
    }
    all.into_iter().map(|p| p.trim().to_string()).collect()
}

#[test]
fn programs_written_by_hand_mean_what_the_reference_says() {
    let other =
        std::env::var("PROGRAMS").map(|path| std::fs::read_to_string(path).expect("a file of programs"));
    let text = other.unwrap_or_else(|_| include_str!("written.txt").to_string());
    let all = programs(&text);
    let tally = deep(move || {
        let mut tally = Tally::default();
        for program in some(&all) {
            let one = compare(program);
            let first = program.text.lines().find(|l| l.contains("game")).unwrap_or_default();
            if !one.differences.is_empty() {
                println!("=== {first}\n{}\n--- {}", program.text, one.differences.join("\n--- "));
            }
            tally.add(one);
        }
        tally
    });
    println!("{:#?}", tally.counts);
    assert!(tally.differences.is_empty(), "{} differences", tally.differences.len());
    assert!(!thorough() || tally.counts.get("value").is_some_and(|n| *n > 150), "{:#?}", tally.counts);
}
