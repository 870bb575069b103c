//! Files of many statements and games: what is counted, looked up and said once for all of them is what it is for each alone.

use fairgame::{Answer, Diagnostic, Lines, Pace, Session, Which};
use std::time::Duration;

/// A game of its own, and questions about it.
fn piece(i: usize) -> String {
    let (most, n) = (i % 7 + 1, i % 9 + 4);
    format!(
        "game G{i}(n: nat)\n  move take(k in 1..n where k <= {most}) to G{i}(n - k)\n\
         show G{i}({n})\ntable G{i}(n) for n in 0..3\nexpect G{i}({most}) is *{most}\n"
    )
}

fn pieces(count: usize) -> String {
    (0..count).map(piece).collect()
}

/// What is found in a text, in words.
fn findings(text: &str) -> Vec<String> {
    let mut session = Session::default();
    let loaded = session.load_text("t.game", text);
    let verdicts = session.verdicts(&loaded, Which::Own);
    let mut all = loaded.diagnostics.clone();
    all.extend(verdicts.iter().filter_map(|v| v.finding.as_deref().cloned()));
    all.extend(session.remarks(&loaded));
    let said = |d: &Diagnostic| format!("{} {}", d.code, d.title);
    verdicts.iter().map(|v| format!("{}: {}", v.game, v.sentence)).chain(all.iter().map(said)).collect()
}

#[test]
fn many_games_are_judged_as_each_alone() {
    let mut together = findings(&pieces(40));
    let mut alone: Vec<String> = (0..40).flat_map(|i| findings(&piece(i))).collect();
    together.sort();
    alone.sort();
    assert_eq!(together, alone);
}

/// What statements name is found whichever game they are about: a position that leaves its type, of the second game alone.
#[test]
fn a_position_that_only_a_statement_names_is_tried() {
    let text = "game A(n: nat)\n  move take(k in 1..n) to A(n - k)\n\
                game B(a: nat, b: nat)\n  move take where a == 77 and b > 90 to B(a, b - 100)\n";
    assert!(findings(text).iter().all(|said| !said.contains("leaves-its-type")), "{:?}", findings(text));
    let named = format!("{text}show A(3)\nshow A(4)\nshow A(2) + B(77, 95)\n");
    assert!(findings(&named).iter().any(|said| said.contains("leaves-its-type")), "{:?}", findings(&named));
}

#[test]
fn what_is_held_is_counted_for_all_families_together() {
    let mut session = Session::default();
    let loaded = session.load_text("t.game", &pieces(12));
    let (mut held, mut last) = (0, 0);
    for (i, questions) in loaded.questions.chunks(3).enumerate() {
        questions.iter().for_each(|q| drop(session.ask(q)));
        let mut alone = Session::default();
        let own = alone.load_text("t.game", &piece(i));
        own.questions.iter().for_each(|q| drop(alone.ask(q)));
        held += alone.games().usage().positions;
        assert_eq!(session.games().usage().positions, held);
        assert!(held > last);
        last = held;
        let (told, counted) = (session.solved_by(), alone.solved_by());
        assert_eq!(
            told.iter().map(|s| s.engine).collect::<Vec<_>>(),
            counted.iter().map(|s| s.engine).collect::<Vec<_>>()
        );
    }
    // Asked again, nothing new is held.
    loaded.questions.iter().for_each(|q| drop(session.ask(q)));
    assert_eq!(session.games().usage().positions, held);
}

#[test]
fn lines_are_those_that_are_counted() {
    let text = "# ½\r\n\nshow 1\nshow 2 + true\n\nshow 3";
    let mut session = Session::default();
    let loaded = session.load_text("t.game", text);
    let file = loaded.texts[0];
    let (lines, fresh) = (Lines::of(session.sources.get(file)), Lines::new(text));
    for byte in 0..=text.len() {
        let span = fairgame::Span::new(file, byte, byte);
        assert_eq!(
            session.sources.line(span),
            1 + text.as_bytes()[..byte].iter().filter(|b| **b == b'\n').count()
        );
        assert_eq!(lines.place(byte), fresh.place(byte));
    }
}

/// A text in which a name of another language is defined far away, and one in which it is not.
#[test]
fn the_rest_of_a_text_is_asked_for_what_looks_wrong() {
    let filler: String = (0..50).map(|i| format!("let v{i} = {i}\n")).collect();
    let nim = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n";
    let cases = [
        ("expect win(Nim(3))\n", "let win(p: position) = outcome(p) == N\n"),
        ("show count([1, 2], 3)\n", "let count(l: list of nat, n: nat) = n\n"),
        ("let row = [4, 5, 6]\nshow row[0] + row[1]\n", "let row = {1: 2}\n"),
        ("show Nim[3][5]\n", ""),
        ("expect Nim(0..2) == [0, 1, 2]\n", ""),
        ("show values(Nim, 0..3)\n", ""),
    ];
    for (wrong, defines) in cases {
        let code = |text: &str| {
            let mut session = Session::default();
            session.load_text("t.game", text).diagnostics.iter().map(|d| d.title.clone()).collect::<Vec<_>>()
        };
        let near = code(&format!("{nim}{wrong}"));
        let far = code(&format!("{nim}{filler}{wrong}"));
        assert!(!near.is_empty() && near == far, "{wrong}: {near:?}, {far:?}");
        if !defines.is_empty() {
            assert_ne!(code(&format!("{nim}{wrong}{defines}")), near, "{wrong}");
        }
    }
}

/// A graph that is worked out in slices and stopped in one of them leaves known what was solved.
#[test]
fn a_graph_that_is_stopped_keeps_what_is_known() {
    let text = "game Wide(n: nat)\n  move t(a in 0..n, b in 0..n, c in 0..n where a + b + c < n) to \
                Wide(a) + Wide(b) + Wide(c)\nshow Wide(20)\n";
    let mut session = Session::default();
    let loaded = session.load_text("t.game", text);
    let question = &loaded.questions[0];
    let Answer::Position(before) = session.ask(question) else { panic!("a position") };
    let known = session.games().usage().positions;
    let mut pace = Pace::default();
    let first = session.slice_of(&mut pace, Duration::from_millis(1), |s| s.graph(question, 24));
    assert!(first.is_none(), "a graph of many moves takes longer");
    session.budget.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped = session.slice_of(&mut pace, Duration::ZERO, |s| s.graph(question, 24));
    session.budget.cancel.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(
        stopped.and_then(Result::err).and_then(|a| a.stopped().map(|s| s.budget)),
        Some("interrupted")
    );
    assert!(known > 0 && session.games().usage().positions >= known);
    let Answer::Position(after) = session.ask(question) else { panic!("a position") };
    assert_eq!(before.value, after.value);
}
