//! Where the places of each layer are side by side: in a given order, near to what they are joined with, and no
//! farther apart than needed.

/// A place of a layer.
pub(super) struct Place {
    pub(super) rank: usize,
    /// Its middle: at first, one that says the order.
    pub(super) x: f64,
    pub(super) half: f64,
    /// A bend of an arrow rather than a node.
    pub(super) bend: bool,
}

/// Between two nodes, and where an arrow passes.
const SPACE: f64 = 26.0;
const PASSING: f64 = 17.0;
/// Rounds of moving places towards their neighbours, down and up.
const ROUNDS: usize = 30;
/// How much more an arrow is pulled straight than a node towards its neighbours.
const STRAIGHT: f64 = 6.0;

/// Moves all places; `links` join places of neighbouring layers.
pub(super) fn compact(places: &mut [Place], links: &[(u32, u32)]) {
    let mut above: Vec<Vec<usize>> = vec![vec![]; places.len()];
    let mut below = above.clone();
    for (a, b) in links {
        above[*b as usize].push(*a as usize);
        below[*a as usize].push(*b as usize);
    }
    let ranks = places.iter().map(|p| p.rank + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![vec![]; ranks];
    (0..places.len()).for_each(|i| layers[places[i].rank].push(i));
    for layer in &mut layers {
        layer.sort_by(|a, b| places[*a].x.total_cmp(&places[*b].x));
    }
    for round in 0..ROUNDS {
        let both = round + 4 >= ROUNDS;
        for r in (0..ranks).chain((0..ranks).rev()).enumerate() {
            let (step, r) = r;
            let down = step < ranks;
            let wanted: Vec<f64> = layers[r]
                .iter()
                .map(|i| {
                    let up = above[*i].iter().filter(|_| down || both);
                    let low = below[*i].iter().filter(|_| !down || both);
                    middle(places, *i, up.chain(low))
                })
                .collect();
            let settled = settle(places, &layers[r], &wanted);
            layers[r].iter().zip(settled).for_each(|(i, x)| places[*i].x = x);
        }
    }
}

/// The mean of the neighbours; where there is none, where it is.
fn middle<'a>(places: &[Place], i: usize, neighbours: impl Iterator<Item = &'a usize>) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for n in neighbours {
        let weight = if places[i].bend && places[*n].bend { STRAIGHT } else { 1.0 };
        sum += places[*n].x * weight;
        weights += weight;
    }
    if weights > 0.0 { sum / weights } else { places[i].x }
}

/// The middles nearest to those wanted, in the order of the layer and far enough apart: a regression to increasing
/// numbers, by joining neighbours that are out of order.
fn settle(places: &[Place], layer: &[usize], wanted: &[f64]) -> Vec<f64> {
    let mut offsets = vec![0.0; layer.len()];
    for i in 1..layer.len() {
        let (a, b) = (&places[layer[i - 1]], &places[layer[i]]);
        let gap = if a.bend || b.bend { PASSING } else { SPACE };
        offsets[i] = offsets[i - 1] + a.half + b.half + gap;
    }
    // Runs that stand as near to each other as they may: their mean, and how many.
    let mut runs: Vec<(f64, usize)> = vec![];
    for (w, o) in wanted.iter().zip(&offsets) {
        runs.push((w - o, 1));
        while let [.., (a, n), (b, m)] = runs[..]
            && a > b
        {
            runs.truncate(runs.len() - 2);
            runs.push(((a * n as f64 + b * m as f64) / (n + m) as f64, n + m));
        }
    }
    let shifts = runs.into_iter().flat_map(|(x, n)| std::iter::repeat_n(x, n));
    shifts.zip(offsets).map(|(x, o)| x + o).collect()
}
