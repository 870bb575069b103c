//! Games with cycles and with owners: the fast analyses against the definitions, on random graphs.

use crate::random;
use crate::support;

use fairgame::engine::loopy::{Arcs, End, Fate, Label, fates, labels, naive_fates, naive_labels};
use fairgame::engine::{Budget, Meter};
use proptest::prelude::*;

fn meter() -> Meter {
    Meter::new(Budget { time: None, ..Budget::default() })
}

/// Lists of followers of up to `n` nodes, without repetitions.
fn graph(n: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    (1..=n).prop_flat_map(|n| {
        let row = prop::collection::btree_set(0..n as u32, 0..4);
        prop::collection::vec(row.prop_map(|s| s.into_iter().collect()), n)
    })
}

fn arcs_of(lists: &[Vec<u32>]) -> Arcs {
    Arcs::of_lists(&lists.iter().cloned().map(Some).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(random::config(400))]

    #[test]
    fn fates_agree_with_the_rounds(lists in graph(12), won in prop::collection::vec(any::<bool>(), 12)) {
        let ends: Vec<End> = lists.iter().enumerate().map(|(i, to)| match to.is_empty() {
            false => End::No,
            true if won[i % won.len()] => End::Won,
            true => End::Lost,
        }).collect();
        let found = fates(&arcs_of(&lists), |n| ends[n as usize], &meter()).unwrap();
        for (node, (fate, far)) in naive_fates(&lists, &ends).into_iter().enumerate() {
            prop_assert_eq!(found.of(node as u32), fate);
            let remoteness = found.remoteness(node as u32);
            prop_assert_eq!(remoteness, (fate != Fate::Draw).then_some((far, true)));
        }
    }

    #[test]
    fn labels_agree_with_the_rule(lists in graph(10)) {
        let found = labels(&arcs_of(&lists), 1, |_| false, &meter()).unwrap();
        let sided: Vec<Vec<Vec<u32>>> = lists.iter().map(|l| vec![l.clone()]).collect();
        prop_assert_eq!(found, naive_labels(&sided));
    }

    /// Moves into places that are won already count as none.
    #[test]
    fn labels_leave_out_moves_to_won_places(lists in graph(10), won in prop::collection::vec(any::<bool>(), 10)) {
        let is_won = |p: u32| won[p as usize % 10];
        let found = labels(&arcs_of(&lists), 1, is_won, &meter()).unwrap();
        let others = |l: &Vec<u32>| l.iter().copied().filter(|to| !is_won(*to)).collect();
        let sided: Vec<Vec<Vec<u32>>> = lists.iter().map(|l| vec![others(l)]).collect();
        for (place, (found, label)) in found.iter().zip(&naive_labels(&sided)).enumerate() {
            prop_assert!(is_won(place as u32) || found == label);
        }
    }

    #[test]
    fn labels_of_owned_games_do_not_contradict_the_rule(left in graph(8), right in graph(8)) {
        let n = left.len().min(right.len()) as u32;
        let side = |lists: &[Vec<u32>], p: usize| -> Vec<u32> {
            lists[p].iter().copied().filter(|to| *to < n).collect()
        };
        let sided: Vec<Vec<Vec<u32>>> =
            (0..n as usize).map(|p| vec![side(&left, p), side(&right, p)]).collect();
        let nodes: Vec<Option<Vec<u32>>> = sided.iter().flat_map(|p| {
            let to = |s: usize| Some(p[s].iter().map(|to| to * 2 + (1 - s as u32)).collect());
            [to(0), to(1)]
        }).collect();
        let found = labels(&Arcs::of_lists(&nodes), 2, |_| false, &meter()).unwrap();
        // With owners there may be more than one order of labels, and other places may get one; but a place that plays
        // like a nim-heap plays like one only.
        for pair in found.iter().zip(&naive_labels(&sided)) {
            prop_assert!(!matches!(pair, (Label::Value(a), Label::Value(b)) if a != b), "{pair:?}");
        }
    }

    /// What is said while some moves are unknown holds whatever they are.
    #[test]
    fn what_is_decided_early_stays(lists in graph(10), hidden in prop::collection::vec(any::<bool>(), 10)) {
        let partly: Vec<Option<Vec<u32>>> =
            lists.iter().enumerate().map(|(i, l)| (!hidden[i % 10]).then(|| l.clone())).collect();
        let arcs = Arcs::of_lists(&partly);
        let end = |n: u32| if arcs.known(n) && arcs.of(n).is_empty() { End::Lost } else { End::No };
        let early = fates(&arcs, end, &meter()).unwrap();
        let ends: Vec<End> = lists.iter().map(|to| if to.is_empty() { End::Lost } else { End::No }).collect();
        for (node, (fate, far)) in naive_fates(&lists, &ends).into_iter().enumerate() {
            let node = node as u32;
            prop_assert!(early.of(node) == Fate::Open || early.of(node) == fate);
            if let Some((r, exact)) = early.remoteness(node) {
                prop_assert!(r == far || (!exact && r > far));
            }
        }
        let known = labels(&arcs, 1, |_| false, &meter()).unwrap();
        let full = labels(&arcs_of(&lists), 1, |_| false, &meter()).unwrap();
        for (early, full) in known.iter().zip(&full) {
            prop_assert!(*early == Label::Open || early == full);
        }
    }
}

#[test]
fn published_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/facts/loopy.game");
    let report = support::run_text("tests/facts/loopy.game", &std::fs::read_to_string(path).unwrap());
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
    assert!(report.expectations >= 25);
}
