//! What the rules of a game pass on to the positions they build: which of its own parameters is there untouched,
//! however that is spelled, by a name, a definition, or a choice from one.

use super::ir::{Binder, BinderKind, Claim, Expr, ExprKind, GameId, LetId, Links, Program, Slot};
use std::collections::HashSet;

/// What is in each slot of a frame: a parameter of the game whose rules are read, or something else.
type Frame = Vec<Option<Slot>>;

/// How many expressions are read for one game; what is left then may pass on anything. Definitions that use each other
/// many times over would else be read as often.
const MOST: usize = 100_000;
/// Definitions inside each other.
const DEEPEST: usize = 64;

/// Calls `visit` on every position that moves and claims of a game build and that leads back to it, in their own frame or
/// in that of a definition they call, with what each parameter gets: a parameter of the game itself, or something else.
/// See [`Links::built_unseen`] for what is built elsewhere.
pub(super) fn for_each_built(
    program: &Program,
    links: &Links,
    game: usize,
    visit: &mut dyn FnMut(GameId, &[Option<Slot>]),
) {
    let own: Frame = (0..program.games[game].params.len() as Slot).map(Some).collect();
    let mut reading = Reading {
        program,
        links,
        game: GameId(game as u32),
        visit,
        read: HashSet::new(),
        left: MOST,
        depth: 0,
    };
    let rules = &program.games[game];
    let moves = rules.moves.iter().map(|m| (&m.binders, &m.target));
    let claims =
        rules.splits.iter().chain(&rules.same).map(|Claim { binders, target, .. }| (binders, target));
    for (binders, target) in moves.chain(claims) {
        let mut frame = own.clone();
        reading.binders(binders, &mut frame);
        reading.expr(target, &mut frame);
    }
    if reading.left == 0 {
        for id in links.members(GameId(game as u32)) {
            (reading.visit)(id, &vec![None; program.game(id).params.len()]);
        }
    }
}

struct Reading<'p> {
    program: &'p Program,
    links: &'p Links,
    game: GameId,
    visit: &'p mut dyn FnMut(GameId, &[Option<Slot>]),
    /// The definitions read, each with what it was given.
    read: HashSet<(LetId, Frame)>,
    left: usize,
    depth: usize,
}

impl Reading<'_> {
    fn expr(&mut self, e: &Expr, frame: &mut Frame) {
        use ExprKind::*;
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return;
        }
        match &e.kind {
            Position(to, args) => {
                if self.links.together(self.game, *to) {
                    let given: Frame = args.iter().map(|a| self.origin(a, frame)).collect();
                    // Where a mistake was reported, nothing is known to change.
                    if !args.iter().any(|a| matches!(a.kind, Wrong)) {
                        (self.visit)(*to, &given);
                    }
                }
            }
            Call(id, args) => {
                let given: Frame = args.iter().map(|a| self.origin(a, frame)).collect();
                self.definition(*id, given);
            }
            // As a value it may be given anything.
            Function(id) | Global(id) => self.definition(*id, vec![]),
            For(_, item, binders) => {
                self.binders(binders, frame);
                return self.expr(item, frame);
            }
            MapFor(key, value, binders) => {
                self.binders(binders, frame);
                self.expr(key, frame);
                return self.expr(value, frame);
            }
            Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | CallLocal(..) | Builtin(..) | Negate(_)
            | Not(_) | Binary(..) | Compare(..) | In(..) | Range(..) | Tuple(_) | Cell(..) | Set(_)
            | List(_) | Bag(_) | Map(_) | If(..) | Index(..) | Field(..) | Heap(_) | Nothing | Start(_)
            | Successors(..) | Wrong => {}
        }
        e.for_each_child(&mut |child| self.expr(child, frame));
    }

    /// Reads a definition with what it is given; parameters that nothing is said about get anything.
    fn definition(&mut self, id: LetId, given: Frame) {
        if !self.links.definition_leads_to(id, self.game) || !self.read.insert((id, given.clone())) {
            return;
        }
        if self.depth >= DEEPEST {
            self.left = 0;
            return;
        }
        self.depth += 1;
        let (program, mut frame) = (self.program, given);
        self.expr(&program.lets[id.0 as usize].body, &mut frame);
        self.depth -= 1;
    }

    fn binders(&mut self, binders: &[Binder], frame: &mut Frame) {
        for binder in binders {
            match &binder.kind {
                BinderKind::In { slots, source, .. } => {
                    self.expr(source, frame);
                    let chosen = self.chosen(source, slots.len(), frame);
                    slots.iter().zip(chosen).for_each(|(slot, origin)| set(frame, *slot, origin));
                }
                BinderKind::Is { slot, value, .. } => {
                    self.expr(value, frame);
                    let origin = self.origin(value, frame);
                    set(frame, *slot, origin);
                }
            }
            binder.guard.iter().for_each(|g| self.expr(g, frame));
        }
    }

    /// What is chosen from a collection of one: what is in it, or in each place of it.
    fn chosen(&mut self, source: &Expr, slots: usize, frame: &Frame) -> Frame {
        use ExprKind::*;
        let (Set(all) | List(all) | Bag(all)) = &source.kind else { return vec![None; slots] };
        match &all[..] {
            [one] if slots == 1 => vec![self.origin(one, frame)],
            [Expr { kind: Tuple(parts), .. }] if parts.len() == slots => {
                parts.iter().map(|part| self.origin(part, frame)).collect()
            }
            _ => vec![None; slots],
        }
    }

    /// The parameter that an expression stands for, whatever is chosen.
    fn origin(&mut self, e: &Expr, frame: &Frame) -> Option<Slot> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.depth >= DEEPEST {
            return None;
        }
        match &e.kind {
            ExprKind::Local(slot) => frame.get(*slot as usize).copied().flatten(),
            ExprKind::If(_, a, b) => self.origin(a, frame).filter(|a| self.origin(b, frame) == Some(*a)),
            ExprKind::Call(id, args) => {
                let given: Frame = args.iter().map(|a| self.origin(a, frame)).collect();
                if given.iter().all(Option::is_none) {
                    return None;
                }
                self.depth += 1;
                let program = self.program;
                let origin = self.origin(&program.lets[id.0 as usize].body, &given);
                self.depth -= 1;
                origin
            }
            _ => None,
        }
    }
}

fn set(frame: &mut Frame, slot: Slot, origin: Option<Slot>) {
    let slot = slot as usize;
    frame.resize(frame.len().max(slot + 1), None);
    frame[slot] = origin;
}
