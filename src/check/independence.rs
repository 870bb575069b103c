//! `splits into` the islands of a board: that they are independent, proved from the rules.
//!
//! Let a position be a set F of cells, and let every move take away some cells of F, at least one, all of one
//! island, and let whether it can be made depend on that island alone. Then a move on F is a move on one of its
//! islands, and what is left of the others is as it was; so by induction on the size of F its plays are those of
//! the sum of its islands.
//!
//! What a rule can know is followed through its expressions. A cell is *inside* if it lies in the island of the first
//! cell chosen, and *beside* if it touches one that is inside: whether it is free is then a question about that island.
//! A ray from a cell inside, over cells of the board, stays inside if its step leads to a cell that touches: then each
//! cell of it touches the one before. With any other step it may leave the island, and nothing is said about it.

mod steps;

use super::builtins::Builtin;
use super::ir::{BinaryOp, Binder, BinderKind, Claim, Expr, ExprKind, Fold, Game, GameId, Program};
use super::types::Type;
use std::cell::Cell;
use steps::Steps;

/// How many expressions are looked at for one claim; a function counts wherever it is called.
const LOOKS: u32 = 200_000;

/// Whether a `splits into` claim of a game follows from its rules.
pub(crate) fn is_proved(program: &Program, id: GameId, claim: &Claim) -> bool {
    let game = program.game(id);
    let Some(board) = board_of(game, id, claim) else { return false };
    let plain = game.ends.is_empty() && game.wins.is_empty() && game.graph.is_none();
    let left = Cell::new(LOOKS);
    plain
        && game.moves.iter().all(|m| {
            let mut frame = Frame::new(program, &left, game.slots.len());
            for slot in 0..game.params.len() {
                frame.slots[slot] =
                    Some(if slot == board { What::Board { taken: false } } else { What::Known });
            }
            let chosen = frame.choose(&m.binders).is_some();
            chosen
                && frame.rooted
                && m.guard.iter().all(|g| frame.guard(g).is_some())
                && takes(&mut frame, &m.target, id, board)
        })
}

/// The parameter that is the board, if the claim is `splits into G(part) for part in islands(board)`.
fn board_of(game: &Game, id: GameId, claim: &Claim) -> Option<usize> {
    let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = claim.binders.as_slice()
    else {
        return None;
    };
    let ExprKind::Builtin(Builtin::Islands, of) = &source.kind else { return None };
    let ExprKind::Local(board) = of[0].kind else { return None };
    let ExprKind::Position(target, args) = &claim.target.kind else { return None };
    let board = board as usize;
    let handed_on = args.iter().enumerate().all(|(i, arg)| {
        let wanted = if i == board { slots[0] } else { i as u32 };
        matches!(arg.kind, ExprKind::Local(slot) if slot == wanted)
    });
    let only_rules = game.params.iter().enumerate().all(|(i, p)| p.is_rule != (i == board));
    (*target == id && handed_on && only_rules && board < game.params.len()).then_some(board)
}

/// Whether a target is the game again, with some inside cells taken from the board.
fn takes(frame: &mut Frame<'_>, target: &Expr, id: GameId, board: usize) -> bool {
    match &target.kind {
        ExprKind::If(c, a, b) => {
            frame.look(c).is_some_and(What::is_local)
                && takes(frame, a, id, board)
                && takes(frame, b, id, board)
        }
        ExprKind::Position(to, args) if *to == id => args.iter().enumerate().all(|(i, arg)| {
            if i == board {
                frame.look(arg) == Some(What::Board { taken: true })
            } else {
                matches!(arg.kind, ExprKind::Local(slot) if slot as usize == i)
            }
        }),
        _ => false,
    }
}

/// What is known about a value. All but the board are the same for the whole board and for the island alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    /// The board, or what is left of it when cells inside or beside are taken; `taken`: surely at least one.
    Board { taken: bool },
    /// A cell inside.
    Inside,
    /// A cell beside.
    Adjacent,
    /// A set of cells inside.
    InsideSet { some: bool },
    /// A set of cells that are inside or beside.
    AdjacentSet,
    /// Anything else that the island alone decides.
    Known,
}

use What::{Adjacent, AdjacentSet, Board, Inside, InsideSet, Known};

impl What {
    fn is_local(self) -> bool {
        !matches!(self, Board { .. })
    }

    /// What an element of such a set is.
    fn element(self) -> What {
        match self {
            InsideSet { .. } => Inside,
            AdjacentSet => Adjacent,
            _ => Known,
        }
    }
}

#[derive(Clone)]
struct Frame<'p> {
    program: &'p Program,
    /// How many expressions may still be looked at.
    left: &'p Cell<u32>,
    slots: Vec<Option<What>>,
    /// Which numbers and pairs the slots may hold, where these are few.
    steps: Steps,
    /// Whether a first cell was chosen, so that there is an island to speak of.
    rooted: bool,
}

impl<'p> Frame<'p> {
    fn new(program: &'p Program, left: &'p Cell<u32>, slots: usize) -> Frame<'p> {
        Frame { program, left, slots: vec![None; slots], steps: Steps::default(), rooted: false }
    }

    /// Goes through binders; none if one looks further than the island.
    fn choose(&mut self, binders: &[Binder]) -> Option<()> {
        for binder in binders {
            match &binder.kind {
                BinderKind::Is { slot, value, .. } => {
                    self.slots[*slot as usize] = Some(self.look(value)?);
                    self.steps.bind(&[*slot], self.steps.values(self.program, value));
                }
                BinderKind::In { slots, source, .. } => {
                    let element = self.element_of(source, slots, binder.guard.as_ref())?;
                    let element = if slots.len() > 1 { Known } else { element };
                    slots.iter().for_each(|s| self.slots[*s as usize] = Some(element));
                    self.steps.bind(slots, self.steps.elements(self.program, source));
                }
            }
            if let Some(guard) = &binder.guard {
                self.guard(guard)?;
            }
        }
        Some(())
    }

    /// A condition that the island alone decides; what it says of cells is remembered.
    fn guard(&mut self, e: &Expr) -> Option<()> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &e.kind {
            self.guard(a)?;
            return self.guard(b);
        }
        if !self.look(e)?.is_local() {
            return None;
        }
        if let ExprKind::In(x, set) = &e.kind
            && let ExprKind::Local(slot) = x.kind
        {
            let of = self.look(set)?;
            let inside = matches!(of, InsideSet { .. }) || matches!(of, Board { .. });
            if inside && self.slots[slot as usize] == Some(Adjacent) || matches!(of, InsideSet { .. }) {
                self.slots[slot as usize] = Some(Inside);
            }
        }
        Some(())
    }

    /// What the elements of a source are. The first cell from the board is the root of an island.
    fn element_of(&mut self, source: &Expr, slots: &[u32], guard: Option<&Expr>) -> Option<What> {
        match &source.kind {
            ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) => {
                let mut inner = self.clone();
                inner.choose(binders)?;
                let what = inner.look(item)?;
                self.rooted = inner.rooted;
                return Some(what).filter(|w| w.is_local());
            }
            ExprKind::Call(id, args) => {
                let mut inner = self.call(args, self.program.definition(*id).slots.len())?;
                let what = inner.element_of(&self.program.definition(*id).body, &[], None)?;
                self.rooted = inner.rooted;
                return Some(what);
            }
            ExprKind::Builtin(Builtin::Islands, of) if !self.rooted => {
                if let Some(Board { .. }) = self.look(&of[0]) {
                    self.rooted = true;
                    return Some(InsideSet { some: true });
                }
            }
            _ => {}
        }
        match self.look(source)? {
            Board { .. } if !self.rooted => {
                self.rooted = true;
                Some(Inside)
            }
            // A second cell of the board: only if its guard links it to the first.
            Board { .. } => match (slots, guard) {
                ([slot], Some(guard)) => self.linked(*slot, guard).then_some(Inside),
                _ => None,
            },
            other => Some(other.element()),
        }
    }

    /// Whether a condition says that the cell is in a set that lies inside or beside.
    fn linked(&mut self, slot: u32, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => self.linked(slot, a) || self.linked(slot, b),
            ExprKind::In(x, set) => {
                let it = matches!(x.kind, ExprKind::Local(s) if s == slot);
                it && matches!(self.look(set), Some(InsideSet { .. } | AdjacentSet))
            }
            _ => false,
        }
    }

    fn call(&mut self, args: &[Expr], slots: usize) -> Option<Frame<'p>> {
        let mut inner = Frame::new(self.program, self.left, slots);
        for (i, arg) in args.iter().enumerate() {
            inner.slots[i] = Some(self.look(arg)?);
            inner.steps.bind(&[i as u32], self.steps.values(self.program, arg));
        }
        inner.rooted = self.rooted;
        Some(inner)
    }

    /// What an expression is; none if it looks further than the island.
    fn look(&mut self, e: &Expr) -> Option<What> {
        self.left.set(self.left.get().checked_sub(1)?);
        match &e.kind {
            ExprKind::Local(slot) => self.slots[*slot as usize],
            ExprKind::Call(id, args) => {
                let definition = self.program.definition(*id);
                let mut inner = self.call(args, definition.slots.len())?;
                inner.look(&definition.body)
            }
            ExprKind::Builtin(f, args) => self.builtin(*f, args, e),
            ExprKind::In(x, set) => match (self.look(x)?, self.look(set)?) {
                (Inside | Adjacent, Board { .. }) => Some(Known),
                (_, Board { .. }) => None,
                (x, _) => x.is_local().then_some(Known),
            },
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.look(a)?, self.look(b)?);
                binary(*op, a, b)
            }
            ExprKind::Set(items) => {
                let all: Vec<What> = items.iter().map(|i| self.look(i)).collect::<Option<_>>()?;
                match all.as_slice() {
                    [] => Some(Known),
                    all if all.iter().all(|w| *w == Inside) => Some(InsideSet { some: true }),
                    all if all.iter().all(|w| matches!(w, Inside | Adjacent)) => Some(AdjacentSet),
                    all => all.iter().all(|w| w.is_local()).then_some(Known),
                }
            }
            ExprKind::For(fold, item, binders) => {
                // Inside a condition nothing but the island at hand may be run through.
                let mut inner = self.clone();
                if !inner.rooted {
                    inner.rooted = true;
                }
                inner.choose(binders)?;
                match (fold, inner.look(item)?) {
                    (_, Board { .. }) => None,
                    (Fold::Set, Inside) => Some(InsideSet { some: false }),
                    (Fold::Set, Adjacent) => Some(AdjacentSet),
                    _ => Some(Known),
                }
            }
            _ => self.all_local(e),
        }
    }

    /// Anything made of what the island alone decides, if it is computed from its parts and nothing else.
    fn all_local(&mut self, e: &Expr) -> Option<What> {
        use ExprKind::*;
        match &e.kind {
            // A function that nobody can see; names that are bound in between; what a position starts with.
            CallLocal(..) | MapFor(..) | Start(_) | Successors(..) | Wrong => return None,
            Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Global(_) | Function(_) | Call(..)
            | Builtin(..) | Negate(_) | Not(_) | Binary(..) | Compare(..) | In(..) | Range(..) | Tuple(_)
            | Cell(..) | Set(_) | List(_) | Bag(_) | Map(_) | For(..) | If(..) | Index(..) | Field(..)
            | Position(..) | Heap(_) | Nothing => {}
        }
        let mut local = true;
        e.for_each_child(&mut |child| local &= self.look(child).is_some_and(What::is_local));
        local.then_some(Known)
    }

    fn builtin(&mut self, f: Builtin, args: &[Expr], e: &Expr) -> Option<What> {
        match (f, args) {
            (Builtin::Touching, [p]) => match self.look(p)? {
                Inside => Some(AdjacentSet),
                p => p.is_local().then_some(Known),
            },
            (Builtin::Ray, [p, step, on]) if on.ty == Type::Set(Box::new(Type::Cell)) => {
                let is_local = self.look(step)?.is_local();
                let touches = self.steps.values(self.program, step).is_some_and(|all| steps::touch(&all));
                match (self.look(p)?, self.look(on)?) {
                    (Inside, Board { .. }) if is_local && touches => Some(InsideSet { some: false }),
                    (p, on) => (p.is_local() && on.is_local() && is_local).then_some(Known),
                }
            }
            _ => self.all_local(e),
        }
    }
}

fn binary(op: BinaryOp, a: What, b: What) -> Option<What> {
    use BinaryOp::{Common, Minus, Union, With, Without};
    let some = |w| matches!(w, InsideSet { some: true });
    Some(match (op, a, b) {
        (Without, Board { .. }, Inside) => Board { taken: true },
        (Without, Board { taken }, Adjacent) => Board { taken },
        (Minus, Board { taken }, InsideSet { some }) => Board { taken: taken || some },
        (Minus, Board { taken }, AdjacentSet) => Board { taken },
        (Common, AdjacentSet | InsideSet { .. }, Board { .. })
        | (Common, Board { .. }, AdjacentSet | InsideSet { .. }) => InsideSet { some: false },
        (Minus, AdjacentSet | InsideSet { .. }, Board { .. }) => AdjacentSet,
        (_, Board { .. }, _) | (_, _, Board { .. }) => return None,
        (Union, InsideSet { .. }, InsideSet { .. }) => InsideSet { some: some(a) || some(b) },
        (Union, AdjacentSet | InsideSet { .. }, AdjacentSet | InsideSet { .. }) => AdjacentSet,
        (With, InsideSet { .. }, Inside) => InsideSet { some: true },
        (With, InsideSet { .. } | AdjacentSet, Inside | Adjacent) => AdjacentSet,
        (Common | Minus, InsideSet { .. }, _)
        | (Without, InsideSet { .. }, _)
        | (Common, _, InsideSet { .. }) => InsideSet { some: false },
        (Common | Minus | Without, AdjacentSet, _) | (Common, _, AdjacentSet) => AdjacentSet,
        _ => Known,
    })
}
