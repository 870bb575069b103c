//! Which parameters are rules: those that every move hands on unchanged, in whatever way.

use fairgame::check::{Bare, check};
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;

/// Which parameters of the games of a text are rules.
fn rules(text: &str) -> Vec<String> {
    let parsed = parse(FileId(0), text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    let program = check(&parsed.items, &[], Bare::Mistake).program;
    let params = program.games.iter().flat_map(|g| &g.params);
    params.filter(|p| p.is_rule).map(|p| p.name.clone()).collect()
}

#[test]
fn a_rule_is_a_rule_however_it_is_handed_on() {
    for (head, clause) in [
        ("", "move take(k in 1..n) to G(n - k, d)"),
        ("let next(m: nat, e: nat) = G(m, e)\n", "move take(k in 1..n) to next(n - k, d)"),
        (
            "let next(e: nat, m: nat) = G(m, e)\nlet after(m: nat, e: nat) = next(e, m - 1)\n",
            "move take where n > 0 to after(n, d)",
        ),
        ("let itself(e: nat) = e\n", "move take(k in 1..n) to G(n - k, itself(d))"),
        (
            "let itself(e: nat, c: bool) = if c then e else e\n",
            "move take(k in 1..n) to G(n - k, itself(d, k > 1))",
        ),
        ("", "move take(k in 1..n, e = d) to G(n - k, e)"),
        ("", "move take(e in {d}, k in 1..n) to G(n - k, e)"),
        ("", "move take((m, e) in [(n, d)]) where m > 0 to G(m - 1, e)"),
        ("", "move take(k in 1..n, P in {G(n - k, e) for e in [d]}) to P"),
        ("", "move take(k in 1..n) to sum(G(m, d) for m in {n - k})"),
        ("let two(m: nat, e: nat) = [G(m, e), G(m, e)]\n", "move take(P in two(n - 1, d)) where n > 0 to P"),
    ] {
        let text = format!("{head}game G(n: nat, d: nat)\n  {clause}\n");
        assert_eq!(rules(&text), ["d"], "{text}");
    }
}

#[test]
fn what_changes_is_no_rule_however_it_is_spelled() {
    for (head, clause) in [
        ("let next(m: nat, e: nat) = G(m, e + 1)\n", "move take(k in 1..n) to next(n - k, d)"),
        ("let next(m: nat, e: nat) = G(m, m)\n", "move take(k in 1..n) to next(n - k, d)"),
        ("let next(m: nat, e: nat) = G(m, e)\n", "move take(k in 1..n) to next(n - k, k)"),
        ("let next(e: nat, m: nat) = G(m, e)\n", "move take(k in 1..n) to next(n - k, d)"),
        (
            "let next(m: nat, e: nat) = if m > 1 then G(m, e) else G(m, 0)\n",
            "move take(k in 1..n) to next(n - k, d)",
        ),
        (
            "let itself(e: nat, c: bool) = if c then e else 0\n",
            "move take(k in 1..n) to G(n - k, itself(d, k > 1))",
        ),
        ("", "move take(e in {d, 1}, k in 1..n) to G(n - k, e)"),
        ("", "move take((e, m) in [(n, d)]) where e > 0 to G(e - 1, e)"),
        ("", "move take(P in {G(n - 1, e) for e in 0..d}) where n > 0 to P"),
        (
            "let next(f: (nat, nat) -> position, m: nat, e: nat) = f(m, e)\nlet there(m: nat, e: nat) = G(m, e)\n",
            "move take(k in 1..n) to next(there, n - k, d)",
        ),
        ("let begun = G(0, 3)\n", "move take(k in 1..n) to if k == n then begun else G(n - k, d)"),
        // Another move hands it on, and the one that does not has its position under a name.
        ("", "move take(k in 1..n) to G(n - k, d)\n  move other(Q = G(n - 1, d + 1)) where n > 0 to Q"),
        (
            "",
            "move take(k in 1..n) to G(n - k, d)\n  move other(Q in [G(m, e) for (m, e) in [(n - 1, 0)]]) where n > 0 to Q",
        ),
        (
            "",
            "move take(k in 1..n) to G(n - k, d)\n  move other(k in 1..n, P = if k > 1 then G(0, k) else *1) to P + *2",
        ),
        (
            "",
            "move take(k in 1..n) to G(n - k, d)\n  move other(k in 1..n where G(k, k) != *1) to G(n - k, d)\n  splits into P for P in [G(n, 0)]",
        ),
    ] {
        let text = format!("{head}game G(n: nat, d: nat)\n  {clause}\n");
        assert_eq!(rules(&text), Vec::<String>::new(), "{text}");
    }
}
