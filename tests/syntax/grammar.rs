//! What parses, and as what.

use super::shown::*;
use super::{FILE, TOUR};
use fairgame::syntax::ast::*;
use fairgame::syntax::parse::{parse, parse_binders, parse_expr, parse_line};

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
        StatementKind::Functions { expr } => format!("Functions {}", tree(expr)),
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
