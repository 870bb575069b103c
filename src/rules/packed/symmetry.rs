//! `same as` and `splits into` clauses that say no more than "boards are the same when turned, mirrored or
//! shifted" and "islands are independent": recognised from the ir, and done on whole words.

use super::bits::{Grid, corner, transposed};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinderKind, Claim, Expr, ExprKind, Game, GameId, Slot};

/// A quarter turn, a mirror image and their compositions, as what happens to (row, column).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Image([i8; 4]);

const SAME: Image = Image([1, 0, 0, 1]);
const TURNED: Image = Image([0, 1, -1, 0]);
const MIRRORED: Image = Image([1, 0, 0, -1]);

impl Image {
    /// This image of that image.
    fn of(self, Image([a, b, c, d]): Image) -> Image {
        let [p, q, r, s] = self.0;
        Image([p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d])
    }
}

/// What one clause makes of a set of cells.
#[derive(Clone, Copy, Debug)]
struct Step {
    image: Image,
    shifted: bool,
}

/// The images of a set of cells that a game's `same as` clauses lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Symmetry {
    images: Vec<Image>,
    /// The same, a bit each: flips of columns and rows, then a transposition.
    flips: u8,
    shifted: bool,
}

/// The `same as` clauses of a game, if each of them turns, mirrors or shifts the same set of cells and changes
/// nothing else; and which parameter that is.
pub(super) fn symmetry(game: &Game, id: GameId) -> Option<(Slot, Symmetry)> {
    let mut steps = vec![];
    let mut board = None;
    for claim in &game.same {
        let (slot, step) = step(claim, game, id)?;
        if board.is_some_and(|b| b != slot) {
            return None;
        }
        board = Some(slot);
        steps.push(step);
    }
    let mut images = vec![SAME];
    let mut next = 0;
    while next < images.len() {
        for step in &steps {
            let image = step.image.of(images[next]);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        next += 1;
    }
    Some((board?, Symmetry::new(images, steps.iter().any(|s| s.shifted))))
}

fn step(claim: &Claim, game: &Game, id: GameId) -> Option<(Slot, Step)> {
    if !claim.binders.is_empty() {
        return None;
    }
    let (slot, changed) = only_change(&claim.target, game, id)?;
    let mut step = Step { image: SAME, shifted: false };
    let mut inner = changed;
    let mut outer = SAME;
    while let ExprKind::Builtin(f, args) = &inner.kind {
        match f {
            Builtin::Turned => outer = outer.of(TURNED),
            Builtin::Mirrored => outer = outer.of(MIRRORED),
            Builtin::Shifted => step.shifted = true,
            _ => return None,
        }
        inner = &args[0];
    }
    step.image = outer;
    matches!(inner.kind, ExprKind::Local(s) if s == slot).then_some((slot, step))
}

/// The parameter that a clause changes, and to what; `None` if it changes several, or the game.
fn only_change<'e>(target: &'e Expr, game: &Game, id: GameId) -> Option<(Slot, &'e Expr)> {
    let ExprKind::Position(to, args) = &target.kind else { return None };
    if *to != id {
        return None;
    }
    let is_same = |i: usize, e: &Expr| matches!(e.kind, ExprKind::Local(s) if s as usize == i);
    let mut changed = args.iter().enumerate().filter(|(i, e)| !is_same(*i, e));
    let (i, e) = changed.next()?;
    (changed.next().is_none() && !game.params[i].is_rule).then_some((i as Slot, e))
}

/// The parameter that `splits into` cuts into its islands, if that is all it does.
pub(super) fn islands(game: &Game, id: GameId) -> Option<Slot> {
    let claim = game.splits.as_ref()?;
    let [binder] = claim.binders.as_slice() else { return None };
    let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
    let ([part], None, ExprKind::Builtin(Builtin::Islands, args)) =
        (slots.as_slice(), &binder.guard, &source.kind)
    else {
        return None;
    };
    let (slot, changed) = only_change(&claim.target, game, id)?;
    let is = |e: &Expr, slot: Slot| matches!(e.kind, ExprKind::Local(s) if s == slot);
    (is(changed, *part) && is(&args[0], slot)).then_some(slot)
}

impl Symmetry {
    fn new(images: Vec<Image>, shifted: bool) -> Symmetry {
        let flips = images.iter().fold(0, |flips, image| flips | 1 << image.as_flips());
        Symmetry { images, flips, shifted }
    }

    /// The least image that lies inside the grid.
    pub(super) fn least(&self, grid: &Grid, s: u128) -> u128 {
        match u64::try_from(s) {
            Ok(0) => 0,
            Ok(word) if grid.is_eight_wide() => self.least_of_word(grid, word).into(),
            _ => self.least_of_any(grid, s),
        }
    }

    /// On a grid eight cells wide: flips and transpositions of a word.
    fn least_of_word(&self, grid: &Grid, s: u64) -> u64 {
        let (cornered, left) = corner(s);
        let first = if self.shifted { grid.bit(1, 1) } else { Some(s.trailing_zeros() & !7 | left) };
        let Some(first) = first else { return s };
        let outside = !grid.room(first / 8, first % 8);
        let flipped = cornered.reverse_bits();
        let by_flips = [cornered, flipped.swap_bytes(), cornered.swap_bytes(), flipped];
        let mut least = u64::MAX;
        let mut take = |image: u64| {
            let image = corner(image).0;
            if image & outside == 0 && image < least {
                least = image;
            }
        };
        for (i, image) in by_flips.into_iter().enumerate() {
            if self.flips >> i & 1 == 1 {
                take(image);
            }
            if self.flips >> (i + 4) & 1 == 1 {
                take(transposed(image));
            }
        }
        if least == u64::MAX { s } else { least << first }
    }

    fn least_of_any(&self, grid: &Grid, s: u128) -> u128 {
        let images = self.images.iter().filter_map(|image| {
            let image = grid.image(s, image.0)?;
            if self.shifted { grid.shifted(image) } else { Some(image) }
        });
        images.min().unwrap_or(s)
    }
}

impl Image {
    /// Flips, and then perhaps a transposition: which of the eight images this is.
    fn as_flips(self) -> u32 {
        let [a, b, c, d] = self.0;
        let (rows, cols, transposed) = if a == 0 { (c, b, 4) } else { (a, d, 0) };
        transposed + 2 * u32::from(rows < 0) + u32::from(cols < 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turns(images: &[Image]) -> Vec<Image> {
        images.iter().flat_map(|i| [*i, TURNED.of(*i), TURNED.of(TURNED.of(*i))]).collect()
    }

    proptest! {
        /// Words and sets taken cell by cell have the same least image.
        #[test]
        fn words_agree_with_cells(
            (rows, top, left, which, shifted) in (1u32..9, -2i32..2, -2i32..2, 0u32..4, any::<bool>()),
            s: u64,
        ) {
            let grid = Grid::new(top, left, rows, 8).unwrap();
            let s = u128::from(s) & (1u128 << grid.size()).wrapping_sub(1);
            let images = [vec![SAME], vec![SAME, MIRRORED], turns(&[SAME]), turns(&[SAME, MIRRORED])];
            let symmetry = Symmetry::new(images[which as usize].clone(), shifted);
            prop_assert_eq!(symmetry.least(&grid, s), symmetry.least_of_any(&grid, s));
        }
    }
}
