//! The definitions of the outcomes and values of loopy games, transcribed: slow and obviously right.

use super::labels::Label;
use super::retro::{End, Fate};

/// Who wins and in how many moves, by rounds: in round r exactly the nodes of remoteness r are decided
/// (Steinhaus 1925). What no round decides is drawn.
pub fn naive_fates(arcs: &[Vec<u32>], ends: &[End]) -> Vec<(Fate, u32)> {
    let mut found: Vec<Option<(Fate, u32)>> = ends
        .iter()
        .map(|end| match end {
            End::No => None,
            End::Lost => Some((Fate::Loss, 0)),
            End::Won => Some((Fate::Win, 0)),
        })
        .collect();
    for round in 1..=arcs.len() as u32 {
        let known = found.clone();
        let fate = |to: &u32| known[*to as usize].map(|f| f.0);
        for (node, to) in arcs.iter().enumerate().filter(|(node, _)| known[*node].is_none()) {
            if to.iter().any(|t| fate(t) == Some(Fate::Loss)) {
                found[node] = Some((Fate::Win, round));
            } else if !to.is_empty() && to.iter().all(|t| fate(t) == Some(Fate::Win)) {
                found[node] = Some((Fate::Loss, round));
            }
        }
    }
    found.into_iter().map(|f| f.unwrap_or((Fate::Draw, 0))).collect()
}

/// Labels by the rule as it is read, one place after the other: for a winner, a place may be labelled m if m
/// is the mex of the labels among the winner's moves and every move of the other player without a label, or
/// with one of at least m, has an answer of label m. `arcs[place][side]`.
pub fn naive_labels(arcs: &[Vec<Vec<u32>>]) -> Vec<Label> {
    let sides = arcs.first().map_or(1, Vec::len);
    let of_winner: Vec<Vec<Option<u32>>> = (0..sides).map(|winner| labels_for(arcs, winner)).collect();
    let label = |p: usize| match of_winner[0][p] {
        Some(m) if of_winner.iter().all(|l| l[p] == Some(m)) => Label::Value(m),
        _ => Label::Infinite,
    };
    (0..arcs.len()).map(label).collect()
}

fn labels_for(arcs: &[Vec<Vec<u32>>], winner: usize) -> Vec<Option<u32>> {
    let mut label: Vec<Option<u32>> = vec![None; arcs.len()];
    // Smaller labels first: with a fixed winner, a later smaller one could give a place another label.
    for m in 0..=arcs.len() as u32 {
        while let Some(p) = (0..arcs.len()).find(|p| may_be(arcs, &label, *p, winner) == Some(m)) {
            label[p] = Some(m);
        }
    }
    label
}

fn may_be(arcs: &[Vec<Vec<u32>>], label: &[Option<u32>], place: usize, winner: usize) -> Option<u32> {
    if label[place].is_some() {
        return None;
    }
    let loser = (winner + 1) % arcs[place].len();
    let leads = |from: usize, m: u32| arcs[from][winner].iter().any(|to| label[*to as usize] == Some(m));
    let m = (0..).find(|m| !leads(place, *m))?;
    let answered = |to: &u32| label[*to as usize].is_some_and(|k| k < m) || leads(*to as usize, m);
    arcs[place][loser].iter().all(answered).then_some(m)
}
