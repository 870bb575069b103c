//! The moves of a game.

use super::{Domain, Executor, Of, Sym, Unseen, Ways};
use crate::check::ir::{Game, Move};

impl<D: Domain> Executor<'_, '_, D> {
    /// The ways on which play has not ended.
    pub(crate) fn going_on(&mut self, game: &Game, path: D::Path, frame: Vec<Of<D>>) -> Ways<D, Vec<Of<D>>> {
        let mut open = vec![(path, frame)];
        for end in &game.ends {
            let mut next = vec![];
            for (path, frame) in open {
                next.extend(self.assume(path, &frame, end, false)?);
            }
            open = next;
        }
        Ok(open)
    }

    /// The options by a move, each with what the names of the move stand for.
    pub(crate) fn options(
        &mut self,
        m: &Move,
        path: D::Path,
        frame: &[Of<D>],
    ) -> Ways<D, (Vec<Of<D>>, D::Sum)> {
        let mut all = vec![];
        for (path, frame) in self.binders(path, frame, &m.binders)? {
            let guarded = match &m.guard {
                Some(guard) => self.assume(path, &frame, guard, true)?,
                None => vec![(path, frame)],
            };
            for (path, frame) in guarded {
                if self.domain.is_closed(&path) {
                    continue;
                }
                for (path, target) in self.eval(path, &frame, &m.target)? {
                    let Sym::Sum(target) = target else { return Err(Unseen) };
                    all.push((path, (frame.clone(), target)));
                }
            }
        }
        Ok(all)
    }
}
