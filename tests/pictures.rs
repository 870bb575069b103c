//! Pictures and tables for documents.

use assert_cmd::Command;

fn fairgame(args: &[&str]) -> (String, String, Option<i32>) {
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame")).args(args).output().expect("runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&out.stdout), text(&out.stderr), out.status.code())
}

fn said(args: &[&str]) -> String {
    let (out, err, code) = fairgame(args);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{args:?}");
    out
}

#[test]
fn graphs_as_text_and_dot() {
    let tree = said(&["graph", "kayles", "Kayles(4)"]);
    let dot = said(&["graph", "graphs", "Eight(1)", "--dot", "-"]);
    insta::assert_snapshot!(format!("{tree}----\n{dot}"));
}

/// Every position and every move is in the picture once, and winning moves are thick.
#[test]
fn a_graph_as_svg() {
    let svg = said(&["graph", "graphs", "Eight(1)", "--svg", "-"]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for v in 1..=8 {
        assert_eq!(
            svg.matches(&format!("<title>\nEight({v})")).count()
                + svg.matches(&format!("<title>Eight({v})")).count(),
            1,
            "{v}\n{svg}"
        );
    }
    assert_eq!(svg.matches("<polygon").count(), 12);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

/// Where moves lead in cycles, a graph is no tall chain, and it is the same every time.
#[test]
fn a_graph_of_cycles_is_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ring.game");
    let rules = "loopy game Ring(n: 0..11)\n  move on to Ring((n + 1) mod 12)\n  move back to Ring((n + 11) mod 12)\n\
                 loopy game Token(a: 0..3, b: 0..3)\n  move up where a < 3 to Token(a + 1, b)\n  move down where a > 0 to Token(a - 1, b)\n\
                 \x20 move left where b > 0 to Token(a, b - 1)\n  move right where b < 3 to Token(a, b + 1)\n";
    std::fs::write(&file, rules).expect("written");
    for (position, moves) in [("Ring(0)", 24), ("Token(0, 0)", 48)] {
        let args = ["graph", file.to_str().expect("a name"), position, "--svg", "-"];
        let svg = said(&args);
        let size = |name: &str| -> f64 {
            let from = svg.split_once(&format!(" {name}=\"")).expect("a size").1;
            from.split_once('"').expect("a number").0.parse().expect("a number")
        };
        assert!(size("height") < 1.6 * size("width"), "{} by {}", size("width"), size("height"));
        assert_eq!(svg.matches("<polygon").count(), moves);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!(svg, said(&args));
    }
}

#[test]
fn what_a_budget_left_is_drawn() {
    let (out, err, code) =
        fairgame(&["plot", "wythoff", "Queen(a, b) for a in 0..30, b in 0..30", "--positions", "300"]);
    assert!(out.lines().count() > 2 && code == Some(3) && !err.contains("holes"), "{out}{err}");
}

#[test]
fn a_large_graph_is_folded_with_a_note() {
    let svg = said(&["graph", "kayles", "Kayles(12)", "--most", "10", "--svg", "-"]);
    assert!(svg.contains("positions are not shown"), "{svg}");
    let tree = said(&["graph", "kayles", "Kayles(12)", "--most", "10"]);
    assert!(tree.contains("positions are not shown"), "{tree}");
}

#[cfg(feature = "png")]
#[test]
fn pictures_as_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.png");
    let name = file.to_str().expect("a name");
    said(&["plot", "wythoff", "Queen(a, b) for a in 0..5, b in 0..5", "--png", name, "--dark"]);
    let bytes = std::fs::read(&file).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 4000, "{} bytes", bytes.len());
}

#[test]
fn plots_in_the_terminal() {
    let one = said(&["plot", "kayles", "Kayles(n) for n in 0..120"]);
    let two = said(&["plot", "wythoff", "Queen(a, b) for a in 0..9, b in 0..14"]);
    let outcomes = said(&["plot", "wythoff", "outcome(Queen(a, b)) for a in 0..9, b in 0..9"]);
    insta::assert_snapshot!(format!("{one}----\n{two}----\n{outcomes}"));
}

#[test]
fn plots_as_svg() {
    let svg = said(&["plot", "kayles", "Kayles(n) for n in 0..120", "--svg", "-"]);
    // A mark for each value, in one path.
    assert_eq!(svg.matches("a2.3 2.3 0 1 0 4.5 0").count(), 121);
    assert!(svg.contains("period 12: the part from n = 71 to 82"), "{svg}");
    let svg = said(&["plot", "{ k for k in 1..3 where n < 2 and k < 2 } == {} for n in 0..3", "--svg", "-"]);
    assert!(svg.contains("&lt;"), "{svg}");
    let (_, err, code) = fairgame(&["plot", "a, b for a in 1..3, b in 1..3"]);
    assert!(err.contains("cannot-plot") && code == Some(2), "{err}");
}

/// A clock on which play may go on for ever, and a walk of two players who have moves of their own.
const MIXED: &str = "loopy game Clock(hour: 0..11)\n  move tick(step in {2, 3}) where hour != 0 to Clock((hour + step) mod 12)\n\
                     loopy game Walk(n: 0..6)\n  left move up where n < 5 to Walk(n + 1)\n  right move down where n > 0 to Walk(n - 1)\n\
                     game Sub(n: nat)\n  move take(k in 1..min(2, n)) to Sub(n - k)\n";

fn of_mixed(args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mixed.game");
    std::fs::write(&file, MIXED).expect("written");
    let mut all = vec![args[0], file.to_str().expect("a name")];
    all.extend(&args[1..]);
    said(&all)
}

/// Infinite values, outcomes of two players and misère have marks and a legend of their own, on paper and on a terminal.
#[test]
fn what_is_no_number_is_told() {
    let cases: [(&str, &[&str]); 4] = [
        ("Clock(n) for n in 0..11", &["∞{0}"]),
        ("outcome(Walk(n)) for n in 0..6", &["draw", "Left_if_second", "Right_if_second"]),
        ("outcome(Walk(a) + Sub(b)) for a in 0..6, b in 0..3", &["draw", "Left_if_second"]),
        ("Sub(n) for n in 0..9 under misere", &["P: ", "N: ", "misère"]),
    ];
    let mut all = String::new();
    for (asked, words) in cases {
        let svg = of_mixed(&["plot", asked, "--svg", "-"]);
        let text = of_mixed(&["plot", asked]);
        for word in words {
            assert!(svg.contains(word) && text.contains(word), "{word}: {text}");
        }
        all += &format!("{text}----\n");
    }
    insta::assert_snapshot!(all);
}

/// 0 and each outcome have colours of their own, on light pages and on dark ones.
#[test]
fn zero_and_outcomes_have_colours_of_their_own() {
    for dark in [&[][..], &["--dark"]] {
        let fills = |asked: &str| -> Vec<String> {
            let svg = said(&[&["plot", "wythoff", asked, "--svg", "-"], dark].concat());
            let cells = svg.lines().filter(|l| l.contains("<rect") && l.contains("width=\"33\""));
            cells.filter_map(|l| Some(l.split_once("fill=\"")?.1.split('"').next()?.to_string())).collect()
        };
        let values = fills("Queen(a, b) for a in 0..4, b in 0..4");
        let zero = &values[0];
        assert_eq!(values.iter().filter(|v| *v == zero).count(), 3, "{values:?}");
        let outcomes = fills("outcome(Queen(a, b)) for a in 0..4, b in 0..4");
        let distinct: std::collections::BTreeSet<&String> = outcomes.iter().collect();
        assert_eq!((outcomes.len(), distinct.len()), (25, 2));
    }
}

fn size_of(svg: &str) -> (f64, f64) {
    let of = |name: &str| {
        let from = svg.split_once(&format!(" {name}=\"")).expect("a size").1;
        from.split_once('"').expect("a number").0.parse().expect("a number")
    };
    (of("width"), of("height"))
}

#[test]
fn a_picture_keeps_to_its_page() {
    let long = said(&["plot", "kayles", "Kayles(n) for n in 0..3000", "--svg", "-"]);
    assert!(size_of(&long).0 < 1000.0 && long.contains("repeats as far as n = 3000"));
    let asked = said(&[
        "plot",
        "kayles",
        "Kayles(n) for n in 0..90",
        "--svg",
        "-",
        "--size",
        "1600x900",
        "--title",
        "Pins",
    ]);
    assert_eq!(size_of(&asked), (1600.0, 900.0));
    assert!(asked.contains("Pins") && !asked.contains(">\nKayles(n)\n<"), "{asked}");
    let titled = said(&[
        "plot",
        "kayles",
        "Kayles(n) for n in 0..9",
        "--svg",
        "-",
        "--x-title",
        "pins",
        "--y-title",
        "worth",
    ]);
    assert!(titled.contains("pins") && titled.contains("worth"));
    let two = said(&["plot", "heaps", "Nim(n), n mod 3 for n in 0..9", "--svg", "-"]);
    assert!(two.contains("Nim(n)") && two.contains("n mod 3"));
    let words = said(&["plot", "n for n in 1..1", "--svg", "-"]);
    assert!(!words.contains("NaN") && !words.contains("inf"), "{words}");
}

/// A strip of positions becomes a page, and so does a layer of them.
#[test]
fn strips_are_folded() {
    let (width, height) = size_of(&of_mixed(&["graph", "Sub(23)", "--svg", "-"]));
    assert!(width < 2.5 * height && height < 1.6 * width, "{width} by {height}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("star.game");
    std::fs::write(&file, "game Star(n: nat)\n  move go(k in 1..23) where n == 0 to Star(k)\n")
        .expect("written");
    let svg = said(&["graph", file.to_str().expect("a name"), "Star(0)", "--svg", "-"]);
    let (width, height) = size_of(&svg);
    assert!(width < 3.0 * height, "{width} by {height}");
    assert_eq!(svg.matches("<polygon").count(), 23);
}

/// Boards stand in the nodes, and moves of Left and Right have colours of their own.
#[test]
fn nodes_are_what_a_person_would_draw() {
    let svg = said(&["graph", "cram", "Cram(board(\"..|..\"))", "--svg", "-"]);
    assert!(svg.contains("##") && svg.contains("place({(1, 1), (1, 2)})"), "{svg}");
    let svg = of_mixed(&["graph", "Walk(2)", "--svg", "-"]);
    assert!(svg.contains("a move of Left") && svg.contains("a move of Right"), "{svg}");
    // What lies between a draw and a win has a colour of its own.
    let frames = |color: &str| svg.matches(&format!("stroke=\"{color}\"")).count();
    assert!(frames("#173f6d") > 1 && frames("#7d1915") > 1, "{svg}");
}

/// An empty board is drawn like every other one, and a single position that is left out is spoken of as one.
#[test]
fn the_last_position_is_drawn_like_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stones.game");
    let rules = "game Stones(free: set of cell)\n  move take(p in free) to Stones(free without p minus touching(p))\n";
    std::fs::write(&file, rules).expect("written");
    let svg = said(&["graph", file.to_str().expect("a name"), "Stones(board(1, 2))", "--svg", "-"]);
    assert!(svg.contains("##") && !svg.contains(">\nStones({})\n</text>"), "{svg}");
    let svg = of_mixed(&["graph", "Sub(3)", "--most", "3", "--svg", "-"]);
    assert!(svg.contains("1 position is not shown; moves to it leave"), "{svg}");
}

#[cfg(feature = "png")]
#[test]
fn pictures_as_pdf() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.pdf");
    said(&["graph", "kayles", "Kayles(3)", "--pdf", file.to_str().expect("a name")]);
    let bytes = std::fs::read(&file).expect("a picture");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF") && text.contains("/MediaBox"));
}

#[test]
fn tables_for_documents() {
    let mut all = String::new();
    for format in ["--markdown", "--latex", "--html"] {
        all += &said(&["table", "Nim(n), n^2", "for", "n in 0..3", "--use", "heaps", format]);
        all += &said(&["table", "Nim(a) + Nim(b)", "for", "a in 0..2, b in 0..2", "--use", "heaps", format]);
        all += &said(&["table", "\"a|b_<\" + n", "for", "n in 1..2", format]);
    }
    insta::assert_snapshot!(all);
}
