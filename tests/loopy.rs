//! Games with cycles and with owners: the fast analyses against the definitions, on random graphs.

use crate::random;
use crate::support;

use fairgame::engine::loopy::{
    Arcs, End, Ends, Fate, Forced, Label, Lasts, Play, Sums, Wins, fates, labels, naive_fates, naive_labels,
};
use fairgame::engine::{Budget, Meter, Options, Rules, Stop};
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

/// Moves by place and side, and where the player to move has won already.
#[derive(Clone, Debug)]
struct Moves {
    of: Vec<Vec<Vec<u32>>>,
    won: Vec<bool>,
}

impl Moves {
    fn end(&self, place: usize, side: usize, misere: bool) -> End {
        match (self.won[place], self.of[place][side].is_empty()) {
            (true, _) => End::Won,
            (_, true) if misere => End::Won,
            (_, true) => End::Lost,
            _ => End::No,
        }
    }

    /// The moves between nodes, none where play is over, and the ends.
    fn nodes(&self, misere: bool) -> (Vec<Vec<u32>>, Vec<End>) {
        let sides = self.sides();
        let all = (0..self.of.len()).flat_map(|place| (0..sides).map(move |side| (place, side)));
        all.map(|(place, side)| {
            let to = self.of[place][side].iter();
            let other = ((side + 1) % sides) as u32;
            let to = to.map(|to| to * sides as u32 + other).filter(|_| !self.won[place]).collect();
            (to, self.end(place, side, misere))
        })
        .unzip()
    }
}

impl Rules for Moves {
    type Key = u64;
    type Mistake = ();

    fn options(&mut self, place: u64, out: &mut Options<u64>) -> Result<(), Stop<()>> {
        (0..self.sides()).try_for_each(|side| self.options_of(place, side, out))
    }
}

impl Play for Moves {
    fn sides(&self) -> usize {
        self.of.first().map_or(1, Vec::len)
    }

    fn options_of(&mut self, place: u64, side: usize, out: &mut Options<u64>) -> Result<(), Stop<()>> {
        for to in &self.of[place as usize][side] {
            out.push_part(u64::from(*to));
            out.end_option();
        }
        Ok(())
    }

    fn won(&mut self, place: u64) -> Result<bool, Stop<()>> {
        Ok(self.won[place as usize])
    }
}

/// Moves of one side or two; downwards only, or anywhere.
fn moves(downwards: bool) -> impl Strategy<Value = Moves> {
    (1..14usize, 1..3usize).prop_flat_map(move |(places, sides)| {
        let side = move |place: usize| {
            let below = if downwards { place } else { places };
            prop::collection::btree_set(0..below.max(1) as u32, if below == 0 { 0..1 } else { 0..4 })
        };
        let of = (0..places).map(|place| {
            let sides = (0..sides).map(|_| side(place).prop_map(|to| to.into_iter().collect()));
            sides.collect::<Vec<_>>()
        });
        let won = prop::collection::vec(prop::bool::weighted(0.2), places);
        (of.collect::<Vec<_>>(), won).prop_map(|(of, won)| Moves { of, won })
    })
}

/// Whether play from a place, by whoever likes to move, comes back to a place; `done` are those from which it does not.
fn comes_back(moves: &Moves, place: usize, above: &mut Vec<usize>, done: &mut [bool]) -> bool {
    if done[place] || moves.won[place] {
        return false;
    }
    if above.contains(&place) {
        return true;
    }
    above.push(place);
    let back = moves.of[place].iter().flatten().any(|to| comes_back(moves, *to as usize, above, done));
    above.pop();
    done[place] = !back;
    back
}

/// Whether the player of a side, to move, wins a sum of places: by the definition.
fn wins_sum(moves: &Moves, sum: &[u64], side: usize, misere: bool, known: &mut Decided) -> bool {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    if let Some(wins) = known.get(&(sum.clone(), side)) {
        return *wins;
    }
    let other = (side + 1) % moves.sides();
    let options = (0..sum.len())
        .flat_map(|i| moves.of[sum[i] as usize][side].iter().map(move |to| (i, u64::from(*to))));
    let options: Vec<Vec<u64>> = options
        .map(|(i, to)| sum.iter().enumerate().map(|(k, part)| if k == i { to } else { *part }).collect())
        .collect();
    let wins = options.is_empty() && misere
        || options.iter().any(|next| !wins_sum(moves, next, other, misere, known));
    known.insert((sum, side), wins);
    wins
}

type Decided = std::collections::BTreeMap<(Vec<u64>, usize), bool>;

proptest! {
    #![proptest_config(random::config(400))]

    /// Who wins sums of up to three places, by one search after another.
    #[test]
    fn searches_of_sums_agree_with_the_definition(
        moves in moves(true), misere: bool, sums in prop::collection::vec(prop::collection::vec(0..14usize, 0..4), 1..5),
    ) {
        let moves = Moves { won: vec![false; moves.of.len()], ..moves };
        let mut search = Forced::new(Sums::new(moves.clone()), Wins { stuck_wins: misere });
        let mut known = Decided::new();
        for sum in sums {
            let sum: Vec<u64> = sum.into_iter().map(|place| (place % moves.of.len()) as u64).collect();
            let number = search.rules.number(&sum).unwrap();
            for side in 0..moves.sides() {
                let found = search.find(number, side, None, &meter()).unwrap();
                prop_assert_eq!(found, Some(wins_sum(&moves, &sum, side, misere, &mut known)));
            }
        }
    }

    /// Who wins and how long it takes, by searches from any place, one after the other or in small steps.
    #[test]
    fn searches_agree_with_the_rounds(moves in moves(true), misere: bool, from in 0..14usize, most in prop::option::of(1..4u64)) {
        let (lists, ends) = moves.nodes(misere);
        let (sides, nodes) = (moves.sides(), lists.len());
        let mut wins = Forced::new(moves.clone(), Wins { stuck_wins: misere });
        let mut lasts = Forced::new(moves, Lasts { stuck_wins: misere });
        let fates = naive_fates(&lists, &ends);
        for node in (0..nodes).map(|n| (n + from) % nodes) {
            let (fate, far) = fates[node];
            let (place, side) = ((node / sides) as u64, node % sides);
            let lasting = (0..100).find_map(|_| lasts.find(place, side, most, &meter()).unwrap()).unwrap();
            prop_assert_eq!((lasting.wins, lasting.moves), (fate == Fate::Win, far));
            let won = (0..100).find_map(|_| wins.find(place, side, most, &meter()).unwrap()).unwrap();
            prop_assert_eq!(won, fate == Fate::Win);
        }
    }

    /// Play ends, whoever moves, or some play comes back.
    #[test]
    fn what_ends_for_whoever_moves(moves in moves(false), from in 0..14usize) {
        let place = from % moves.of.len();
        let mut reached = vec![false; moves.of.len()];
        let comes_back = comes_back(&moves, place, &mut vec![], &mut reached);
        let found = Forced::new(moves, Ends).find(place as u64, 0, None, &meter());
        prop_assert_eq!(found.is_err(), comes_back);
    }

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
