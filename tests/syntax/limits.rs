//! Texts that are too long or too deep, and texts of any kind at all.

use super::shown::*;
use super::{FILE, TOUR};
use crate::random::daily;
use fairgame::syntax::items::*;
use fairgame::syntax::parse::*;
use fairgame::syntax::token::*;
use proptest::prelude::*;

fn refused(text: &str, code: &str) {
    let what: &str = &text.chars().take(40).collect::<String>();
    let parsed = parse(FILE, text);
    let codes: Vec<_> = parsed.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [code], "{what}");
}

#[test]
fn nesting_is_refused_before_it_hurts() {
    let many = daily(4_000, 20_000);
    for open in ["(", "[", "{", "f(", "a[", "if (", "-(", "x + {"] {
        refused(&format!("show {}", open.repeat(many)), "too-deep");
        let close: String = open
            .chars()
            .filter_map(|c| match c {
                '(' => Some(')'),
                '[' => Some(']'),
                '{' => Some('}'),
                _ => None,
            })
            .collect();
        refused(&format!("show {}1{}", open.repeat(many), close.repeat(many)), "too-deep");
    }
    for (prefix, rest) in [
        ("-", "1"),
        ("* ", "1"),
        ("not ", "true"),
        ("if ", "1"),
        ("if a then b else ", "c"),
        ("1 ^ ", "1"),
        ("1 + ", "1"),
        ("a and not ", "b"),
        ("- * ", "1"),
        ("a < ", "b"),
        ("a + not ", "b"),
        ("2 ^ - ", "1"),
        ("a or ", "b"),
    ] {
        refused(&format!("show {}{rest}", prefix.repeat(many)), "too-deep");
    }
    for postfix in ["[1]", ".x", " + 1", " with 1", " and a", " - f(1)"] {
        refused(&format!("show a{}", postfix.repeat(many)), "too-deep");
    }
    for ty in ["set of ", "map of nat to ", "(nat) -> ", "("] {
        refused(&format!("let f(a: {}nat) = 1", ty.repeat(many)), "too-deep");
    }
}

#[test]
fn what_is_allowed_is_read_and_dropped_on_a_small_stack() {
    let deep = |open: &str, close: &str, n: usize| format!("show {}1{}", open.repeat(n), close.repeat(n));
    let texts = [
        deep("(", ")", 199),
        deep("{", "}", 199),
        deep("f(", ")", 199),
        deep("a[", "]", 199),
        deep("(1 + ", ")", 199),
        deep("(if a then 1 else ", ")", 160),
        deep("if a then 1 else ", "", 490),
        deep("-", "", 490),
        deep("not ", "", 490),
        deep("2 ^ ", "", 490),
        deep("", " + 1", 490),
        deep("{x for x in ", "}", 199),
        format!("let f(a: {}nat) = 1", "set of ".repeat(490)),
        format!("let f(a: {}nat{}) = 1", "(".repeat(190), ")".repeat(190)),
    ];
    for text in texts {
        std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(move || {
                items(&text);
            })
            .unwrap()
            .join()
            .unwrap();
    }
}

/// Backtracking that is not linear would never end.
#[test]
fn backtracking_stays_linear() {
    let many = daily(2_000, 10_000);
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("f(", ")"),
        ("{1, ", "}"),
        ("(a, ", ")"),
        ("1..(", ")"),
        ("{x for x in ", "}"),
    ] {
        let text = format!("show {}1{}", open.repeat(60), close.repeat(60));
        items(&text);
        let broken = format!("show {}1 1{}", open.repeat(60), close.repeat(60));
        parse(FILE, &broken);
    }
    let text = format!("let f(a: {}nat{}) = 1", "(".repeat(60), ")".repeat(60));
    items(&text);
    let text = format!("let f(a: {}nat nat{}) = 1", "(".repeat(60), ")".repeat(60));
    parse(FILE, &text);
    let list = format!("show [{}1]", "1, ".repeat(10 * many));
    assert_eq!(items(&list).len(), 1);
    let game = format!("game G(n: nat) {}", "move a(k in 1..n) to G(n - k)\n".repeat(many));
    assert_eq!(items(&game).len(), 1);
    let file = "let f(n: nat) = n * (n + 1) / 2\n".repeat(many);
    assert_eq!(items(&file).len(), many);
}

#[test]
fn size_limits() {
    refused(&" ".repeat(LARGEST_TEXT + 1), "file-too-big");
    refused(&format!("show {}", "9".repeat(200_000)), "number-too-long");
    refused(&"$".repeat(500_000), "junk");
    refused(&"„".repeat(500_000), "unclosed-text");
    refused(&"\"a\" ".repeat(200_000), "missing-sign");
    refused(&"\"\\".repeat(500_001), "unclosed-text");
    assert!(parse(FILE, &"let ".repeat(100_000)).diagnostics.len() <= 201);
}

fn spans_are_sound(text: &str) {
    let sound = |r: std::ops::Range<usize>| text.get(r.clone()).is_some() || panic!("{r:?} in {text:?}");
    let lexed = tokens(text);
    let mut reached = 0;
    for t in &lexed {
        assert!(t.span.start >= reached && !t.span.is_empty());
        sound(t.span.clone());
        reached = t.span.end;
    }
    completeness(text);
    let (raw, code) = cut(text);
    raw.iter().for_each(|i| assert!(sound(i.span.clone())));
    assert_eq!(raw.iter().map(|i| i.tokens.len()).sum::<usize>(), code.len());
    for parsed in [parse(FILE, text), parse_line(FILE, text)] {
        for d in &parsed.diagnostics {
            d.labels.iter().for_each(|l| assert!(sound(l.span.range())));
            assert!(d.hints.iter().all(|h| h.contains('?')), "{:?}", d.hints);
            assert!(d.replacements.is_empty() || !d.hints.is_empty(), "a change without a hint: {}", d.code);
            assert!(d.replacements.is_empty() || d.applied(FILE, text).is_some(), "{:?}", d.replacements);
        }
        let debug = format!("{:?}", parsed.items);
        for span in debug.split("Span { file: FileId(0), start: ").skip(1) {
            let mut numbers = span.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
            let (start, end) =
                (numbers.next().unwrap().parse().unwrap(), numbers.next().unwrap().parse().unwrap());
            sound(start..end);
        }
    }
    let _ = parse_expr(FILE, text);
    let _ = parse_binders(FILE, text);
}

fn soup() -> impl Strategy<Value = String> {
    let signs = [
        "(", ")", "[", "]", "{", "}", ",", ":", "=", "==", "..", "..<", "+", "-", "*", "^", ".", "->", "=>",
        "|", "\n", " ", "# c\n", "\"t\"", "\"", "“", "3", "3x", "n", "Nim", "k", "left", "right", "when",
        "into", "as", "each", "while", "$", "≤", "∉", "−", "\u{FEFF}", "\r\n", "n'", "é",
    ];
    let words: Vec<&'static str> = signs.into_iter().chain(KEYWORDS.iter().copied()).collect();
    proptest::collection::vec(proptest::sample::select(words), 0..40).prop_map(|ws| ws.join(" "))
}

/// The tour with one piece cut out or put in: the broken programs people really have.
fn damaged() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(vec![
        "", "", "(", ")", "}", ",", " to ", " = ", " x ", "\n", "\"", "move ", " for ", "$", " is ",
    ]);
    (0..TOUR.len(), 0..12usize, piece).prop_map(|(at, length, piece)| {
        let (start, end) = (floor(at), floor((at + length).min(TOUR.len())));
        format!("{}{piece}{}", &TOUR[..start], &TOUR[end..])
    })
}

fn floor(mut at: usize) -> usize {
    while !TOUR.is_char_boundary(at) {
        at -= 1;
    }
    at
}

proptest! {
    #![proptest_config(crate::random::config(400))]

    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}") {
        spans_are_sound(&text);
    }

    #[test]
    fn any_tokens_are_answered(text in soup()) {
        spans_are_sound(&text);
    }

    #[test]
    fn damage_stays_local(text in damaged()) {
        let parsed = parse(FILE, &text);
        prop_assert!(parsed.diagnostics.len() <= 3, "{}", render(&text, &parsed.diagnostics));
        for d in &parsed.diagnostics {
            d.labels.iter().for_each(|l| assert!(text.get(l.span.range()).is_some()));
        }
    }
}
