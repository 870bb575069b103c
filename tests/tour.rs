//! The ten steps of `:tour` are what the prompt answers.

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
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_fairgame"));
    let out = program.current_dir(folder.path()).write_stdin(typed).output().expect("runs");
    assert!(folder.path().join("beans.game").is_file());
    let shown = String::from_utf8(out.stdout).expect("text");
    let shown: String = shown.lines().filter(|l| !l.is_empty()).map(|l| format!("{l}\n")).collect();
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
    assert_eq!(shown, answers);
}

/// Empty lines lead through the tour: each step is shown, typed and answered, and what it defines stays.
#[test]
fn the_tour_is_walked_with_the_return_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_fairgame"));
    let typed = format!(":tour\n{}value(Beans(12))\n:tour 99\n", "\n".repeat(20));
    let out = program.current_dir(folder.path()).write_stdin(typed).output().expect("runs");
    let shown = String::from_utf8(out.stdout).expect("text");
    let places: Vec<Option<usize>> = (1..=10).map(|n| shown.find(&format!("Step {n} of 10"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{shown}");
    for said in
        ["> Beans(10)", "repeats with period 5", "beans.game is written", "That was the tour", "\n0\n"]
    {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert!(String::from_utf8_lossy(&out.stderr).contains("steps 1 to 10"));
}
