//! What lines, spaces and comments mean, and where things stand.

use super::TOUR;
use super::shown::*;
use fairgame::syntax::ast::*;

#[test]
fn layout_does_not_matter() {
    let bare = |text: &str| -> String {
        text.lines()
            .map(|l| l.split(" #").next().unwrap_or("").trim())
            .filter(|l| !l.starts_with('#'))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(items(&bare(TOUR)).len(), 29);
    assert_eq!(items(&TOUR.replace('\n', "\r\n")).len(), 29);
    assert_eq!(items(&TOUR.replace('\n', "\r")).len(), 29);
    assert_eq!(items(&TOUR.replace(' ', "\t")).len(), 29);
    assert_eq!(items(&TOUR.replace(' ', "\u{A0}")).len(), 29);
    assert_eq!(items(&format!("\u{FEFF}{}# the end", TOUR.trim_end())).len(), 29);
    assert_eq!(items("").len(), 0);
    assert_eq!(items("# only a comment").len(), 0);
}

#[test]
fn docs() {
    let doc = |text: &str| match items(text).pop() {
        Some(Item::Let(d)) => d.doc,
        _ => panic!("{text}"),
    };
    assert_eq!(doc("# one\n#  two\n#\n#three\nlet x = 1").as_deref(), Some("one\n two\n\nthree"));
    assert_eq!(doc("# one\r\n# two\r\nlet x = 1").as_deref(), Some("one\ntwo"));
    assert_eq!(doc("# one\n\n# two\n  let x = 1").as_deref(), Some("two"));
    assert_eq!(doc("# one\n\nlet x = 1"), None);
    assert_eq!(doc("show 1 # not mine\nlet x = 1"), None);
    assert_eq!(doc("show 1 # not mine\n# mine\nlet x = 1 # after").as_deref(), Some("mine"));
}

#[test]
fn spans_are_exact() {
    for text in ["\tshow\tä +\r\n\t石 − k", "show ä + 石 − k", "\u{FEFF}show ä\u{A0}+ # ≤\n石 − k"]
    {
        let Item::Statement(Statement { kind: StatementKind::Show { expr, .. }, .. }) = items(text).remove(0)
        else {
            panic!()
        };
        let ExprKind::Binary(BinaryOp::Minus, left, k) = &expr.kind else { panic!() };
        let ExprKind::Binary(BinaryOp::Plus, a, stone) = &left.kind else { panic!() };
        let slices: Vec<_> = [k, a, stone].iter().map(|e| &text[e.span.range()]).collect();
        assert_eq!(slices, ["k", "ä", "石"]);
        assert!(text[expr.span.range()].starts_with('ä') && text[expr.span.range()].ends_with('k'));
    }
    let text = "show (a + b) * c.d # more";
    let Item::Statement(s) = items(text).remove(0) else { panic!() };
    assert_eq!(&text[s.span.range()], "show (a + b) * c.d");
    let StatementKind::Show { expr, .. } = s.kind else { panic!() };
    assert_eq!(&text[expr.span.range()], "(a + b) * c.d");
    let text = "game G(n: nat) move take(k in 1..n where k < 3) to G(n - k) move b to nothing";
    let Item::Game(game) = items(text).remove(0) else { panic!() };
    let Clause::Move(m) = &game.clauses[0] else { panic!() };
    assert_eq!(&text[m.span.range()], "move take(k in 1..n where k < 3) to G(n - k)");
    assert_eq!(&text[m.binders[0].span.range()], "k in 1..n where k < 3");
    assert_eq!(&text[game.params[0].ty.span.range()], "nat");
}
