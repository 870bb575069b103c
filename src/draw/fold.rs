//! Strips folded to a page: a layer of many positions becomes several, and a tall chain of layers goes down and up in
//! columns.

use super::arrows::{Places, Size};
use super::springs::ways;
use crate::answer::GraphAnswer;

/// Layers wider than this are spread, if the whole is not as high.
const PAGE: f64 = 1150.0;
const SPACE: f64 = 26.0;
/// A picture may be this many times as high as it is wide; and what a page is.
const TALL: f64 = 2.2;
const SHAPE: f64 = 1.4;
/// Between two columns, and between two positions of one.
const ASIDE: f64 = 84.0;
const BELOW: f64 = 52.0;
/// With more moves than this for each position a chain stays as it is.
const MOVES: usize = 3;

/// Ranks in which no layer is wider than the page, unless the graph is as high.
pub(super) fn spread(ranks: &[usize], sizes: &[Size]) -> Vec<usize> {
    let deep = ranks.iter().max().map_or(0, |r| r + 1);
    let room = PAGE.max(deep as f64 * 100.0);
    let mut new = vec![0; ranks.len()];
    let mut from = 0;
    for r in 0..deep {
        let here: Vec<usize> = (0..ranks.len()).filter(|i| ranks[*i] == r).collect();
        let wide: f64 = here.iter().map(|i| sizes[*i].0 + SPACE).sum();
        let rows = ((wide / room).ceil() as usize).max(1);
        let each = here.len().div_ceil(rows).max(1);
        here.iter().enumerate().for_each(|(n, i)| new[*i] = from + n / each);
        from += here.len().div_ceil(each).max(1);
    }
    new
}

/// The same graph in columns, if it is a tall chain and few moves leave it.
pub(super) fn folded(g: &GraphAnswer, ranks: &[usize], sizes: &[Size], places: &Places) -> Option<Places> {
    let deep = ranks.iter().max()? + 1;
    let left = |i: usize| places.nodes[i].0 - sizes[i].0 / 2.0;
    let right = |i: usize| places.nodes[i].0 + sizes[i].0 / 2.0;
    let all = || 0..g.nodes.len();
    let from = all().map(left).fold(f64::MAX, f64::min);
    let width = all().map(right).fold(f64::MIN, f64::max) - from;
    let high = sizes.iter().map(|s| 2.0 * s.1).fold(0.0, f64::max) + BELOW;
    let tall = places.height.max(high * (deep - 1) as f64) > TALL * places.width.max(width);
    if deep < 8 || !tall || g.edges.len() > MOVES * g.nodes.len() {
        return None;
    }
    let shape = |columns: usize| {
        let (w, h) = (columns as f64 * (width + ASIDE), high * deep.div_ceil(columns) as f64);
        (w / h / SHAPE).ln().abs()
    };
    let columns = (2..=deep / 2).min_by(|a, b| shape(*a).total_cmp(&shape(*b)))?;
    let each = deep.div_ceil(columns);
    let nodes: Vec<(f64, f64)> = all()
        .map(|i| {
            let (column, down) = (ranks[i] / each, ranks[i] % each);
            let row = if column.is_multiple_of(2) { down } else { each - 1 - down };
            (places.nodes[i].0 - from + column as f64 * (width + ASIDE), row as f64 * high)
        })
        .collect();
    let arrows = ways(g, &nodes, sizes);
    Some(Places { nodes, arrows, width: columns as f64 * (width + ASIDE), height: high * (each - 1) as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_layers_are_spread() {
        let ranks: Vec<usize> = (0..25).map(|i| usize::from(i > 0)).collect();
        let sizes = vec![(100.0, 21.0); 25];
        let new = spread(&ranks, &sizes);
        let deep = new.iter().max().copied().unwrap_or(0);
        assert!(deep >= 3, "{new:?}");
        assert!((0..=deep).all(|r| new.iter().filter(|n| **n == r).count() <= 9), "{new:?}");
        assert_eq!(spread(&[0, 1, 1, 2], &sizes[..4]), [0, 1, 1, 2]);
    }
}
