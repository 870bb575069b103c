//! Long folds over numbers are found without a value for each step (`rules::tally`): compared with the same in short pieces, which are
//! gone through step by step.

use crate::random::config;
use crate::support::run_text;
use proptest::prelude::*;
use proptest::sample::select;

const NAMES: &str =
    "let row = [3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4]\nlet yes = 2 > 1\n";

/// Numbers of k, from numbers; some are mistakes for some k.
fn number() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        4 => Just("k".to_string()),
        3 => (-9i64..60).prop_map(|n| n.to_string()),
        1 => Just("9223372036854775000".to_string()),
        1 => Just("row[k mod 20 + 1]".to_string()),
        1 => Just("row[k]".to_string()),
    ];
    let all = leaf.prop_recursive(3, 12, 3, |inner| {
        let inner = inner.boxed();
        let two = (select(vec!["+", "-", "*", "/", "mod"]), inner.clone(), inner.clone());
        prop_oneof![
            5 => two.prop_map(|(op, a, b)| format!("({a} {op} {b})")),
            1 => inner.clone().prop_map(|a| format!("(-{a})")),
            1 => (truth_of(inner.clone()), inner.clone(), inner)
                .prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
        ]
    });
    all.boxed()
}

fn truth_of(number: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let compared = (select(vec!["==", "!=", "<", "<=", ">"]), number.clone(), number);
    let compared = compared.prop_map(|(op, a, b)| format!("{a} {op} {b}")).boxed();
    let two = (select(vec!["and", "or"]), compared.clone(), compared.clone());
    let divided = (
        select(vec!["N mod k == 0", "0 != N mod k", "k * (N / k) == N", "k != 0 and N mod k == 0"]),
        -60i64..4000,
    );
    let divided = divided.prop_map(|(written, n)| written.replace('N', &n.to_string()));
    let all = prop_oneof![
        4 => compared.clone(),
        2 => divided,
        1 => compared.prop_map(|a| format!("(not ({a}))")),
        2 => two.prop_map(|(op, a, b)| format!("({a} {op} {b})")),
        1 => Just("yes".to_string()),
    ];
    all.boxed()
}

/// A fold over all of a range, and over pieces of it: how it is written, and how what is found of the pieces is put together.
fn folds(item: &str, truth: &str, guard: &str, (lo, hi): (i64, i64)) -> Vec<(String, String)> {
    let guard = if guard.is_empty() { String::new() } else { format!(" where {guard}") };
    let of = |fold: &str, item: &str, together: &str| {
        let whole = format!("{fold}({item} for k in {lo}..{hi}{guard})");
        let pieces = (hi - lo) / 40;
        let piece = format!("{fold}({item} for k in {lo} + 40 * j..min({hi}, {lo} + 40 * j + 39){guard})");
        (whole, format!("{together}({piece} for j in 0..{pieces})"))
    };
    vec![
        of("count", truth, "sum"),
        of("sum", item, "sum"),
        of("any", truth, "any"),
        of("all", truth, "all"),
        of("none", truth, "all"),
        of("count", &format!("any(a * a == {item} for a in k..k + 70)"), "sum"),
    ]
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_long_fold_is_that_of_its_pieces(
        item in number(),
        truth in truth_of(number()),
        guard in prop_oneof![2 => Just(String::new()), 1 => truth_of(number())],
        lo in -70i64..20,
        more in 60i64..170,
    ) {
        for (whole, pieces) in folds(&item, &truth, &guard, (lo, lo + more)) {
            let shown = |e: &str| run_text("fold.game", &format!("{NAMES}show {e}\n")).asked_codes;
            let codes = shown(&whole);
            prop_assert_eq!(&codes, &shown(&pieces), "{}", whole);
            if codes.is_empty() {
                let report = run_text("fold.game", &format!("{NAMES}expect {whole} == {pieces}\n"));
                prop_assert!(report.failures.is_empty(), "{}: {:?}", whole, report.failures);
            }
        }
    }
}
