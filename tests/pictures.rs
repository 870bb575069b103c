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

/// Where moves lead round and round, a graph is no tall chain, and it is the same every time.
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
    assert_eq!(svg.matches("<circle").count(), 121);
    assert!(svg.contains("period 12: the part from n = 71 to 82"), "{svg}");
    let svg = said(&["plot", "{ k for k in 1..3 where n < 2 and k < 2 } == {} for n in 0..3", "--svg", "-"]);
    assert!(svg.contains("&lt;"), "{svg}");
    let (_, err, code) = fairgame(&["plot", "n, n for n in 1..3"]);
    assert!(err.contains("cannot-plot") && code == Some(2), "{err}");
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
