//! The syntax layer as its users see it: what parses, what is said about what does not, and where.

use fairgame::diagnostic::{Diagnostic, Severity};
use fairgame::source::{FileId, Span};
use fairgame::syntax::ast::*;
use fairgame::syntax::items::{Completeness, completeness, cut};
use fairgame::syntax::parse::{LARGEST_TEXT, parse, parse_binders, parse_expr, parse_line};
use fairgame::syntax::token::{KEYWORDS, Token, is_keyword, tokens};
use proptest::prelude::*;
use std::fmt::Write;
use std::time::{Duration, Instant};

const FILE: FileId = FileId(0);

// ---- how results are shown

/// A diagnostic as plain text, labels with their line and column (in characters) and the text they cover.
fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let severity = match d.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        writeln!(out, "{severity}[{}]: {}", d.code, d.title).unwrap();
        for l in &d.labels {
            let mark = if l.primary { '^' } else { '-' };
            writeln!(out, "  {mark} {} {:?} {}", place(text, l.span), &text[l.span.range()], l.text).unwrap();
        }
        d.notes.iter().for_each(|n| writeln!(out, "  note: {n}").unwrap());
        d.hints.iter().for_each(|h| writeln!(out, "  hint: {h}").unwrap());
    }
    out
}

fn place(text: &str, span: Span) -> String {
    let before = &text[..span.start as usize];
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{}:{column}", before.matches('\n').count() + 1)
}

fn items(text: &str) -> Vec<Item> {
    let parsed = parse(FILE, text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{}", render(text, &parsed.diagnostics));
    parsed.items
}

fn expr(text: &str) -> Expr {
    parse_expr(FILE, text).unwrap_or_else(|d| panic!("{text}\n{}", render(text, &d)))
}

/// An expression with every bracket that precedence leaves out.
fn tree(e: &Expr) -> String {
    let all = |es: &[Expr]| es.iter().map(tree).collect::<Vec<_>>().join(", ");
    match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Text(t) => format!("{t:?}"),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Nothing => "nothing".into(),
        ExprKind::Name(n) => n.clone(),
        ExprKind::Call(f, args) => format!("{}({})", f.text, all(args)),
        ExprKind::Index(e, args) => format!("{}[{}]", tree(e), all(args)),
        ExprKind::Field(e, f) => format!("{}.{}", tree(e), f.text),
        ExprKind::Unary(op, e) => format!("({op:?} {})", tree(e)),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", tree(a), tree(b)),
        ExprKind::Chain(es, ops) => {
            let rest: Vec<_> =
                ops.iter().zip(&es[1..]).map(|((op, _), e)| format!(" {op:?} {}", tree(e))).collect();
            format!("({}{})", tree(&es[0]), rest.concat())
        }
        ExprKind::Range { lo, hi, exclusive } => {
            let hi = hi.as_ref().map_or("oo".into(), |h| tree(h));
            format!("[{}{}{hi}]", tree(lo), if *exclusive { "..<" } else { ".." })
        }
        ExprKind::Tuple(es) => format!("tuple({})", all(es)),
        ExprKind::Set(es) => format!("{{{}}}", all(es)),
        ExprKind::List(es) => format!("list[{}]", all(es)),
        ExprKind::SetFor(e, b) => format!("{{{} for {}}}", tree(e), binders(b)),
        ExprKind::ListFor(e, b) => format!("list[{} for {}]", tree(e), binders(b)),
        ExprKind::Fold(f, e, b) => format!("{}({} for {})", f.text, tree(e), binders(b)),
        ExprKind::Entry(k, v) => format!("{} to {}", tree(k), tree(v)),
        ExprKind::If(c, a, b) => format!("(if {} then {} else {})", tree(c), tree(a), tree(b)),
    }
}

fn binders(bs: &[Binder]) -> String {
    let one = |b: &Binder| {
        let guard = b.guard.as_ref().map_or(String::new(), |g| format!(" where {}", tree(g)));
        match &b.kind {
            BinderKind::In { names, source, .. } => {
                let names: Vec<_> = names.iter().map(|n| n.text.as_str()).collect();
                format!("{} in {}{guard}", names.join(" "), tree(source))
            }
            BinderKind::Is { name, value } => format!("{} = {}{guard}", name.text, tree(value)),
        }
    };
    bs.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn check_expr(text: &str, expected: &str) {
    assert_eq!(tree(&expr(text)), expected, "{text}");
}

// ---- what parses

const TOUR: &str = include_str!("tour.game");

#[test]
fn the_tour_parses() {
    assert_eq!(items(TOUR).len(), 29);
}

#[test]
fn precedence() {
    check_expr("-2^2", "(Minus (2 Power 2))");
    check_expr("2^3^4", "(2 Power (3 Power 4))");
    check_expr("2^-1 + 1", "((2 Power (Minus 1)) Plus 1)");
    check_expr("1 - 2 - 3", "((1 Minus 2) Minus 3)");
    check_expr("a + b * c xor d", "((a Plus (b Times c)) Xor d)");
    check_expr("n mod 3 == 1", "((n Mod 3) Equal 1)");
    check_expr("*k + *2 * 3", "((Star k) Plus ((Star 2) Times 3))");
    check_expr("*(k + 1)", "(Star (k Plus 1))");
    check_expr("not a and b or c", "(((Not a) And b) Or c)");
    check_expr("not x in S", "(Not (x In S))");
    check_expr("x not in S and y ∉ T", "((x NotIn S) And (y NotIn T))");
    check_expr("1 <= k < n", "(1 LessEqual k Less n)");
    check_expr("coins without c with d", "((coins Without c) With d)");
    check_expr("x in s with a", "(x In (s With a))");
    check_expr("0..n-k", "[0..(n Minus k)]");
    check_expr("0..<c common S", "([0..<c] Common S)");
    check_expr("a xor b..c", "[(a Xor b)..c]");
    check_expr("x in 1.. and y", "((x In [1..oo]) And y)");
    check_expr("{1.., 2}", "{[1..oo], 2}");
    check_expr("if a then b else c + 1", "(if a then b else (c Plus 1))");
    check_expr("1 + if a then b else if c then d else e", "(1 Plus (if a then b else (if c then d else e)))");
    check_expr("p.row + e[i, j][1].x", "(p.row Plus e[i, j][1].x)");
    check_expr("(1)..2", "[1..2]");
    check_expr("a + not b and c", "((a Plus (Not b)) And c)");
}

#[test]
fn brackets_and_comprehensions() {
    check_expr("()".replace("()", "(a)").as_str(), "a");
    check_expr("(a, (b))", "tuple(a, b)");
    check_expr("{}", "{}");
    check_expr("[]", "list[]");
    check_expr("f()", "f()");
    check_expr("{ { i for i in a..n-1 } for a in 1..n }", "{{i for i in [a..(n Minus 1)]} for a in [1..n]}");
    check_expr(
        "[x for x in A, y = 2 where x == y and x in B, (p, q) in C]",
        "list[x for x in A, y = 2 where ((x Equal y) And (x In B)), p q in C]",
    );
    check_expr("sum(T(x) for x in 1..n)", "sum(T(x) for x in [1..n])");
    check_expr("bag(1, 1, 2)", "bag(1, 1, 2)");
    check_expr("bag(e for e in S)", "bag(e for e in S)");
    check_expr("map(1 to 5, 2 to 7)", "map(1 to 5, 2 to 7)");
    check_expr("map(k to v for k in S)", "map(k to v for k in S)");
    check_expr("Nim[3, 5, 7]", "Nim[3, 5, 7]");
    check_expr(
        "any(x in crosses and x + 1 in crosses for x in 1..n)",
        "any(((x In crosses) And ((x Plus 1) In crosses)) for x in [1..n])",
    );
}

#[test]
fn pasted_lookalikes() {
    check_expr("n − k – 1 — 2", "(((n Minus k) Minus 1) Minus 2)");
    check_expr("1 ≤ k ≥ n ≠ 3", "(1 LessEqual k GreaterEqual n NotEqual 3)");
    check_expr("2 × 3 · k", "((2 Times 3) Times k)");
    check_expr("a·b", "(a Times b)");
    check_expr("x ∈ S ⊕ 1", "(x In (S Xor 1))");
    check_expr("1…n", "[1..n]");
    check_expr("1...n", "[1..n]");
    check_expr("“..x”", "\"..x\"");
    check_expr("„..x“", "\"..x\"");
    check_expr("\u{FEFF}a\u{A0}+\u{200B}b", "(a Plus b)");
    check_expr("\"−≤ “x”\"", "\"−≤ “x”\"");
}

#[test]
fn names_in_any_script() {
    check_expr("größe + n' + 石 + _x", "(((größe Plus n') Plus 石) Plus _x)");
    let (composed, decomposed) = (expr("é"), expr("e\u{301}"));
    assert_eq!(composed.kind, decomposed.kind);
    assert_eq!(decomposed.span.range(), 0..3);
    check_expr(
        "in' + lefty + left + right + when + P",
        "(((((in' Plus lefty) Plus left) Plus right) Plus when) Plus P)",
    );
    check_expr("007", "7");
    check_expr(&format!("1{}", "0".repeat(3000)), &format!("1{}", "0".repeat(3000)));
}

#[test]
fn texts() {
    check_expr(r#""a \"b\" \\ \n c""#, "\"a \\\"b\\\" \\\\ \\n c\"");
    check_expr("\"..x\n.x.\"", "\"..x\\n.x.\"");
    check_expr("\"# no comment\"", "\"# no comment\"");
}

fn show_type(t: &Type) -> String {
    let all = |ts: &[Type]| ts.iter().map(show_type).collect::<Vec<_>>().join(", ");
    match &t.kind {
        TypeKind::Range { lo, hi, exclusive } => {
            let hi = hi.as_ref().map_or("oo".into(), |h| tree(h));
            format!("{}{}{hi}", tree(lo), if *exclusive { "..<" } else { ".." })
        }
        TypeKind::Set(t) => format!("set<{}>", show_type(t)),
        TypeKind::Bag(t) => format!("bag<{}>", show_type(t)),
        TypeKind::List(t) => format!("list<{}>", show_type(t)),
        TypeKind::Map(k, v) => format!("map<{}, {}>", show_type(k), show_type(v)),
        TypeKind::Tuple(ts) => format!("tuple<{}>", all(ts)),
        TypeKind::Enum(names) => names.iter().map(|n| n.text.clone()).collect::<Vec<_>>().join("|"),
        TypeKind::Function(ts, r) => format!("fn<{} -> {}>", all(ts), show_type(r)),
        TypeKind::Unknown(name) => format!("?{name}"),
        plain => format!("{plain:?}"),
    }
}

#[test]
fn types() {
    for (text, expected) in [
        ("nat", "Nat"),
        ("position", "Position"),
        ("0..7", "0..7"),
        ("-3..<2*k", "(Minus 3)..<(2 Times k)"),
        ("1..", "1..oo"),
        ("set of set of nat", "set<set<Nat>>"),
        ("bag of 1..", "bag<1..oo>"),
        ("list of red | black | empty", "list<red|black|empty>"),
        ("map of cell to (nat, bool)", "map<Cell, tuple<Nat, Bool>>"),
        ("(nat) -> set of set of nat", "fn<Nat -> set<set<Nat>>>"),
        ("(nat, text) → bool", "fn<Nat, Text -> Bool>"),
        ("((nat))", "Nat"),
        ("(a+1)..b", "(a Plus 1)..b"),
        ("number", "?number"),
    ] {
        let source = format!("let f(x: {text}, y: {text}) = 1");
        let Item::Let(LetDef { params: Some(params), .. }) = &items(&source)[0] else { panic!("{source}") };
        assert_eq!(show_type(&params[0].ty), expected);
        assert_eq!(show_type(&params[1].ty), expected);
        assert_eq!(source[params[0].ty.span.range()].trim(), text);
    }
}

#[test]
fn clauses_and_statements() {
    let game = "loopy game G(n: 0..7)
  left move a(k in 1..n) where k > 1 and k < 5 to G(n - k)
  right move b to nothing
  move left to if n > 1 then G(n - 1) else nothing
  move c(m = n - 1, (x, y) in S where x < y) to G(m)
  ends when n == 3
  wins when n == 5
  splits into G(n)
  splits into G(m) for m in 1..n
  same as G(n), G(7 - n)
  starts G(5)
  picture \"ab\"
  decreases (n, 2)";
    let Item::Game(game) = items(game).remove(0) else { panic!() };
    assert!(game.loopy);
    let moves: Vec<_> =
        game.clauses.iter().filter_map(|c| if let Clause::Move(m) = c { Some(m) } else { None }).collect();
    let owners: Vec<_> =
        moves.iter().map(|m| (m.owner, m.label.text.as_str(), m.binders.len(), m.guard.is_some())).collect();
    assert_eq!(
        owners,
        [
            (Owner::Left, "a", 1, true),
            (Owner::Right, "b", 0, false),
            (Owner::Both, "left", 0, false),
            (Owner::Both, "c", 2, false)
        ]
    );
    assert_eq!(game.clauses.len(), 12);
    for (text, debug) in [
        ("show Nim(3) under misere", "Show under Some(\"misere\")"),
        (
            "table P of G(a, b) for a in 1..3, b in 1..3 under misere",
            "Table P exprs 1 binders 2 under Some(\"misere\")",
        ),
        ("quotient G(n) for n in 0..9", "Quotient Some(\"n\") true"),
        ("quotient G(n) for n", "Quotient Some(\"n\") false"),
        ("quotient(G)", "Quotient None false"),
        ("sparse G(n) for n", "Sparse n false"),
        ("compare A(n), B(n) for n in 0..4", "Compare 1"),
        ("compare *1, *2", "Compare 0"),
        ("table a, b under misere for n in S", "Table - exprs 2 binders 1 under Some(\"misere\")"),
        ("period Kayles(n) for n", "Period n false"),
        ("period Kayles(n) for n in 0..500", "Period n true"),
        ("play Nim(7): take(2) in 1, pass", "Play 2 take 1 true None"),
        ("play Nim(7) under misere: take(2)", "Play 1 take 1 false Some(\"misere\")"),
        ("expect A == B", "Expect None 0 None"),
        ("expect A is P for n in S under misere", "Expect word P 1 Some(\"misere\")"),
        ("expect A is *2 under misere for n in S", "Expect (Star 2) 1 Some(\"misere\")"),
        ("expect A is Nim(2)", "Expect Nim(2) 0 None"),
    ] {
        let Item::Statement(Statement { kind, span }) = items(text).remove(0) else { panic!("{text}") };
        assert_eq!(span.range(), 0..text.len());
        assert_eq!(show_statement(&kind), debug, "{text}");
    }
}

fn show_statement(kind: &StatementKind) -> String {
    let name = |n: &Option<Name>| format!("{:?}", n.as_ref().map(|n| &n.text));
    match kind {
        StatementKind::Show { under, .. } => format!("Show under {}", name(under)),
        StatementKind::Table { only, exprs, binders, under } => {
            let only = only.as_ref().map_or("-", |n| &n.text);
            format!("Table {only} exprs {} binders {} under {}", exprs.len(), binders.len(), name(under))
        }
        StatementKind::Period { name, source, .. } => format!("Period {} {}", name.text, source.is_some()),
        StatementKind::Quotient { name, source, .. } => {
            format!("Quotient {:?} {}", name.as_ref().map(|n| &n.text), source.is_some())
        }
        StatementKind::Sparse { name, source, .. } => format!("Sparse {} {}", name.text, source.is_some()),
        StatementKind::Compare { binders, .. } => format!("Compare {}", binders.len()),
        StatementKind::Play { steps, under, .. } => {
            let s = &steps[0];
            format!(
                "Play {} {} {} {} {}",
                steps.len(),
                s.label.text,
                s.args.len(),
                s.part.is_some(),
                name(under)
            )
        }
        StatementKind::Expect { is, binders, under, .. } => {
            let is = match is {
                None => "None".into(),
                Some(Verdict::Word(w)) => format!("word {}", w.text),
                Some(Verdict::Position(e)) => tree(e),
            };
            format!("Expect {is} {} {}", binders.len(), name(under))
        }
        StatementKind::Bare(e) => format!("Bare {}", tree(e)),
    }
}

#[test]
fn graphs() {
    let Item::Graph(graph) = items("graph D from a to b, 2\nfrom 2 to nothing").remove(0) else { panic!() };
    let lines: Vec<_> = graph.edges.iter().map(|l| (l.from.text.as_str(), l.to.len())).collect();
    assert_eq!(lines, [("a", 2), ("2", 0)]);
}

#[test]
fn bare_expressions() {
    for parse in [parse, parse_line] {
        let parsed = parse(FILE, "Nim(3) + Nim(4)\nshow Nim(1)\nNim(5)");
        assert!(parsed.diagnostics.is_empty());
        let kinds: Vec<_> = parsed
            .items
            .iter()
            .map(|i| matches!(i, Item::Statement(Statement { kind: StatementKind::Bare(_), .. })))
            .collect();
        assert_eq!(kinds, [true, false, true]);
    }
    assert_eq!(binders(&parse_binders(FILE, "n in 0..50, k = 2").unwrap()), "n in [0..50], k = 2");
    assert!(parse_binders(FILE, "").is_err());
    assert!(parse_expr(FILE, "# nothing").is_err());
}

// ---- layout

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

// ---- words

#[test]
fn keywords_are_the_same_everywhere() {
    let grammar = include_str!("../grammar/fairgame.pest");
    let rule = grammar.split("\nreserved = @{").nth(1).and_then(|r| r.split('}').next()).unwrap();
    let mut reserved: Vec<_> = rule.split('"').skip(1).step_by(2).collect();
    let mut keywords = KEYWORDS.to_vec();
    reserved.sort_unstable();
    keywords.sort_unstable();
    assert_eq!(reserved, keywords);
    for word in KEYWORDS {
        assert!(is_keyword(word) && tokens(word)[0].token == Token::Keyword);
        assert!(parse_binders(FILE, &format!("{word} in S")).is_err(), "{word} as a name");
        assert!(parse_binders(FILE, &format!("{word}s_ in S")).is_ok(), "{word}s_ as a name");
    }
    for word in [
        "left", "right", "when", "into", "as", "misere", "sum", "max", "count", "P", "N", "value", "each",
        "while",
    ] {
        assert!(parse_binders(FILE, &format!("{word} in S")).is_ok(), "{word} as a name");
    }
}

#[test]
fn complete_or_unfinished() {
    for text in [
        "",
        "show 1",
        "Nim(3)",
        "show 1..",
        "let x = nothing",
        "game G(n: nat) move a to G(n)",
        ")",
        "show (1]",
        "graph G from a to b",
        "# (",
        "show nat",
    ] {
        assert_eq!(completeness(text), Completeness::Complete, "{text}");
    }
    for text in [
        "show (1",
        "show 1 +",
        "game G(n: nat)",
        "loopy game G(n: nat)",
        "game G(n: nat)\n move take(k in 1..n)",
        "graph G",
        "let x =",
        "show \"abc",
        "if a then b",
        "expect A is",
        "game G(n: nat) ends when",
        "{1,",
        "show Nim(3) for",
        "show",
    ] {
        assert_eq!(completeness(text), Completeness::Unfinished, "{text}");
    }
}

// ---- what does not parse

/// Every case becomes a snapshot of what is said about it.
#[test]
fn mistakes() {
    let cases = include_str!("mistakes.txt");
    let mut all = String::new();
    for case in cases.split("\n====").filter(|c| !c.trim().is_empty()) {
        let (name, text) = case.trim_start_matches('=').trim_start_matches(' ').split_once('\n').unwrap();
        let parsed = parse(FILE, text);
        writeln!(
            all,
            "==== {name}\n{text}\n---- {} read\n{}",
            parsed.items.len(),
            render(text, &parsed.diagnostics)
        )
        .unwrap();
        assert!(!parsed.diagnostics.is_empty(), "{name}: nothing is said");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn one_broken_item_costs_one_diagnostic() {
    let broken =
        TOUR.replace("left in 0..n-k", "left 0..n-k").replace("move eat(i in 2..r-1)", "move (i in 2..r-1)");
    let parsed = parse(FILE, &broken);
    assert_eq!((parsed.items.len(), parsed.diagnostics.len()), (27, 2));
}

// ---- limits

fn quick<T>(what: &str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = f();
    assert!(start.elapsed() < Duration::from_secs(5), "{what} took {:?}", start.elapsed());
    result
}

fn refused(text: &str, code: &str) {
    let what: &str = &text.chars().take(40).collect::<String>();
    let parsed = quick(what, || parse(FILE, text));
    let codes: Vec<_> = parsed.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [code], "{what}");
}

#[test]
fn nesting_is_refused_before_it_hurts() {
    let many = 100_000;
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
                quick(&text, || {
                    items(&text);
                })
            })
            .unwrap()
            .join()
            .unwrap();
    }
}

#[test]
fn backtracking_stays_linear() {
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
        quick(&text, || items(&text));
        let broken = format!("show {}1 1{}", open.repeat(60), close.repeat(60));
        quick(&broken, || parse(FILE, &broken));
    }
    let text = format!("let f(a: {}nat{}) = 1", "(".repeat(60), ")".repeat(60));
    quick(&text, || items(&text));
    let text = format!("let f(a: {}nat nat{}) = 1", "(".repeat(60), ")".repeat(60));
    quick(&text, || parse(FILE, &text));
    let list = format!("show [{}1]", "1, ".repeat(100_000));
    assert_eq!(quick("a long list", || items(&list)).len(), 1);
    let game = format!("game G(n: nat) {}", "move a(k in 1..n) to G(n - k)\n".repeat(10_000));
    assert_eq!(quick("a long game", || items(&game)).len(), 1);
    let file = "let f(n: nat) = n * (n + 1) / 2\n".repeat(10_000);
    assert_eq!(quick("a long file", || items(&file)).len(), 10_000);
}

#[test]
fn size_limits() {
    refused(&" ".repeat(LARGEST_TEXT + 1), "file-too-big");
    refused(&format!("show {}", "9".repeat(200_000)), "number-too-long");
    refused(&"$".repeat(500_000), "junk");
    refused(&"„".repeat(500_000), "unclosed-text");
    refused(&"\"a\" ".repeat(200_000), "missing-sign");
    refused(&"\"\\".repeat(500_001), "unclosed-text");
    assert!(quick("many mistakes", || parse(FILE, &"let ".repeat(100_000))).diagnostics.len() <= 201);
}

// ---- anything at all

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
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

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
