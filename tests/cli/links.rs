//! `link` and `open`: what is in comes out, nothing long runs by itself, and what is no link is refused with a reason.

use super::dir::*;

fn link(dir: &Dir, args: &[&str]) -> String {
    dir.run(&[&["link"], args].concat()).exits(0).out.trim().to_string()
}

#[test]
fn a_link_brings_the_program_the_position_and_the_moves() {
    let text = format!("{NIM}show Nim(3)\n");
    let dir = Dir::new(&[("a.game", &text)]);
    let sent = link(&dir, &["a.game", "Nim(3) + Nim(5)", "take(2) in 2, take(1) in 1", "take(1) in 2"]);
    let opened = dir.run(&["open", &sent]).exits(0);
    assert!(opened.out.starts_with(&text), "{}", opened.out);
    opened
        .says("play Nim(3) + Nim(5): take(2) in 2, take(1) in 1, take(1) in 2\n")
        .says("value    *3\n")
        .says("2  second  take(1) in 1");
    let held = &dir.run(&["open", &sent, "--json"]).exits(0).json()[0];
    assert_eq!(held["text"], text);
    assert_eq!(held["moves"], serde_json::json!(["take(2) in 2", "take(1) in 1", "take(1) in 2"]));
}

#[test]
fn the_files_that_it_uses_go_with_it() {
    let main = "use \"one.game\"\nuse \"two.game\"\nuse \"heaps\"\nshow A(most) + Nim(2)\n";
    let two = "use \"../base.game\"\ngame A(n: nat)\n  move go(k in 1..most where k <= n) to A(n - k)\n";
    let dir = Dir::new(&[("base.game", "let most = 2\n")]);
    std::fs::create_dir(dir.path("in")).unwrap();
    for (name, text) in
        [("in/main.game", main), ("in/one.game", "use \"../base.game\"\n"), ("in/two.game", two)]
    {
        std::fs::write(dir.path(name), text).unwrap();
    }
    let sent = link(&dir, &["in/main.game"]);
    let elsewhere = Dir::new(&[]);
    elsewhere.run(&["open", &sent]).exits(0).says("A(2) + Nim(2)\n  value    0");
    // One of them would be written outside of the folder.
    elsewhere.run(&["open", &sent, "--save", "x.game"]).exits(2).complains("outside the folder");
    assert!(!elsewhere.path("x.game").exists());
}

#[test]
fn saving_never_overwrites() {
    let dir = Dir::new(&[("a.game", "use \"b.game\"\nshow b\n"), ("b.game", "let b = 1\n")]);
    let sent = link(&dir, &["a.game"]);
    dir.run(&["open", &sent, "--save", "new/x.game"]).exits(0).says("new/x.game is written");
    assert_eq!(std::fs::read_to_string(dir.path("new/b.game")).unwrap(), "let b = 1\n");
    dir.run(&["open", &sent, "--save", "a.game"]).exits(2).complains("exists already");
}

#[test]
fn a_link_reads_no_file_of_this_machine() {
    let dir = Dir::new(&[("a.game", "use \"b.game\"\nshow b\n"), ("b.game", "let b = 1\n")]);
    let sent = link(&dir, &["a.game"]);
    // The same program, as one that does not bring what it uses.
    let alone = fairgame::link::Link { others: vec![], ..fairgame::link::Link::read(&sent).unwrap() };
    dir.run(&["open", &alone.fragment().unwrap()]).exits(2).complains("\"b.game\" cannot be used");
}

#[test]
fn nothing_long_runs_by_itself() {
    let text = format!("{QUEEN}show Queen(3, 4)\ntable Queen(a, b) for a in 0..3000, b in 0..3000\n");
    let dir = Dir::new(&[("a.game", &text)]);
    let opened = dir.run(&["open", &link(&dir, &["a.game"])]).exits(0);
    opened.says("Queen(3, 4)\n  value").says("Not answered yet").says("`--run` answers it.");
}

#[test]
fn signs_that_move_the_cursor_are_not_shown() {
    let dir = Dir::new(&[("a.game", "# \x1b[2Jgone\nshow 1\n")]);
    let opened = dir.run(&["open", &link(&dir, &["a.game"])]).exits(0);
    assert!(!opened.out.contains('\x1b'), "{}", opened.out);
}

#[test]
fn what_is_no_link_is_refused_with_a_reason() {
    let dir = Dir::new(&[("a.game", "show 1\n")]);
    let sent = link(&dir, &["a.game"]);
    let cases = [
        (sent[..sent.len() - 3].to_string(), "it breaks off before its end"),
        ("https://example.org/fairgame.html".to_string(), "nothing follows a `#`"),
        (sent.replace("#A", "#Z"), "its version is Z"),
        (sent.replace("#A", "#A!"), "the character !"),
        ("#".to_string(), "it is empty"),
        (format!("#A{}", "x".repeat(120_000)), "links have at most 100000"),
    ];
    for (pasted, why) in cases {
        dir.run(&["open", &pasted]).exits(2).complains("error[no-link]").complains(why);
    }
    let swapped = format!("{}0000", &sent[..sent.len() - 4]);
    dir.run(&["open", &swapped]).exits(2).complains("it was changed on its way");
    dir.run_with(&["open", "-"], &"A".repeat(17 << 20)).exits(2).complains("MiB");
}

#[test]
fn links_survive_what_mails_do_to_them() {
    let dir = Dir::new(&[("a.game", &format!("{GRUNDY}show Grundy(8)\n"))]);
    let sent = link(&dir, &["a.game", "--page", "https://example.org/fair/"]);
    let (first, second) = sent.split_at(sent.len() / 2);
    let pasted = [
        format!("<{first}\r\n  {second}>."),
        sent.replace('#', "%23"),
        format!("{first}\u{200B}{second}"),
        format!("%3C{first}%0D%0A{second}%3E"),
        format!("{sent}&utm_source=mail&n=100%"),
    ];
    for pasted in pasted {
        dir.run(&["open", &pasted]).exits(0).says("Grundy(8)");
    }
    dir.run_with(&["open", "-"], &format!("{sent}\n")).exits(0).says("Grundy(8)");
}

#[test]
fn a_play_that_is_not_possible_makes_no_link() {
    let dir = Dir::new(&[("a.game", NIM)]);
    dir.run(&["link", "a.game", "Nim(3)", "take(9)"]).exits(2).complains("not-a-legal-move");
    dir.run(&["link", "a.game", "Nim(3) show 5"]).exits(2).complains("one position");
    dir.run(&["link", "a.game", "7"]).exits(2).complains("should be a position");
    dir.run(&["link", "none.game"]).exits(2).complains("no such file");
}

#[test]
fn a_text_with_mistakes_can_be_shown_to_somebody() {
    let dir = Dir::new(&[("a.game", "game Broken(n: nat\n")]);
    let made = dir.run(&["link", "a.game"]).exits(2).complains("unclosed-bracket");
    dir.run(&["open", made.out.trim()]).exits(2).says("game Broken(n: nat").complains("unclosed-bracket");
}

#[test]
fn qr_codes_are_drawn_and_written() {
    let dir = Dir::new(&[("a.game", NIM)]);
    let shown = dir.run(&["link", "a.game", "--qr", "--svg", "code.svg"]).exits(0);
    shown.says("█").says("code.svg is written");
    assert!(std::fs::read_to_string(dir.path("code.svg")).unwrap().contains("<svg"));
    let long =
        format!("# {}\nshow 1\n", (0..3000_u64).map(|n| format!("{:x}", n * n * 7919)).collect::<String>());
    let long = Dir::new(&[("a.game", &long)]);
    long.run(&["link", "a.game", "--qr"]).exits(2).complains("a QR code holds up to 2953 characters");
}

/// Links that were sent once: each line of the corpus has one, and what it holds.
#[test]
fn old_links_are_read_for_ever() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/links");
    let read = |name| std::fs::read_to_string(format!("{folder}/{name}.jsonl")).unwrap();
    let corpus = read("a") + &read("b");
    for line in corpus.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let held = fairgame::link::Link::read(line["link"].as_str().unwrap()).unwrap();
        assert_eq!(serde_json::to_value(held).unwrap(), line["holds"]);
    }
    assert!(corpus.lines().count() >= 14);
}

/// Games of ten lines that are in no catalogue, of names and words of their own.
const TEN_LINES: &[&str] = &[
    include_str!("../links/ten-lines/orchard.game"),
    include_str!("../links/ten-lines/lanterns.game"),
    include_str!("../links/ten-lines/ferry.game"),
    include_str!("../links/ten-lines/mosaic.game"),
];

/// A game of ten lines has a link of at most 300 characters: each of the catalogue, without its comments, and others.
#[test]
fn links_are_short() {
    let examples = fairgame::library::examples().map(|e| {
        let code = e.text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty());
        code.take(10).collect::<Vec<_>>().join("\n")
    });
    for text in examples.chain(TEN_LINES.iter().map(ToString::to_string)) {
        let length = fairgame::link::Link::of(&*text).fragment().unwrap().len();
        assert!(length <= 300, "{length}: {text}");
    }
}
