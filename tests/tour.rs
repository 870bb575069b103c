//! The ten steps of `:help tour` are what the prompt answers.

use assert_cmd::Command;

#[test]
fn every_step_answers_as_it_says() {
    let tour =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tour.md")).expect("docs/tour.md");
    let (mut typed, mut answers) = (String::new(), String::new());
    for line in tour.lines().filter(|l| !l.starts_with("Step ") && !l.is_empty()) {
        match line.strip_prefix('>') {
            Some(input) => typed += &format!("{}\n", input.strip_prefix(' ').unwrap_or(input)),
            None => answers += &format!("{line}\n"),
        }
    }
    assert_eq!(tour.matches("Step ").count(), 10);
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame")).write_stdin(typed).output().expect("runs");
    let shown = String::from_utf8(out.stdout).expect("text");
    let shown: String = shown.lines().filter(|l| !l.is_empty()).map(|l| format!("{l}\n")).collect();
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
    assert_eq!(shown, answers);
}
