//! Targets: the parts of an option.

use super::code::{Op, PartSpec, Reg};
use super::compile::{Compiler, Env, Val, Won};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold, GameId};
use crate::value::{Part, Value};

/// So many ways to a target are looked at: definitions that name each other twice have very many.
const MOST_WAYS: u32 = 64;

impl Compiler<'_> {
    /// Adds the parts of a position to the option being built.
    pub(super) fn target(&mut self, e: &Expr, env: &mut Env) -> Option<()> {
        match &e.kind {
            ExprKind::Position(id, args) => self.part(*id, args, env),
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                self.target(a, env)?;
                self.target(b, env)
            }
            ExprKind::Nothing => Some(()),
            ExprKind::Wrong => self.emit(Op::Bail),
            ExprKind::Heap(k) => {
                let k = self.word_for(k, env)?;
                self.emit(Op::Heap(k))
            }
            ExprKind::If(c, a, b) => {
                self.either(c, env, |s, env| s.target(a, env), |s, env| s.target(b, env))
            }
            ExprKind::For(Fold::SumPositions, item, binders) => {
                let next = self.label();
                self.each_once(binders, &[item], env, next, &mut |c, env, _| c.target(item, env))?;
                self.place(next);
                Some(())
            }
            ExprKind::Call(id, args) => {
                let mut inner = self.inline(*id, args, env)?;
                self.depth += 1;
                let done = self.target(&self.machine.plain().definition(*id).body.clone(), &mut inner);
                self.depth -= 1;
                done
            }
            ExprKind::Builtin(Builtin::Total, _) | ExprKind::Global(_) => self.known_target(e, env),
            _ => None,
        }
    }

    /// Compiles one of two ways, or both with a branch between them.
    pub(super) fn either(
        &mut self,
        c: &Expr,
        env: &mut Env,
        yes: impl FnOnce(&mut Self, &mut Env) -> Option<()>,
        no: impl FnOnce(&mut Self, &mut Env) -> Option<()>,
    ) -> Option<()> {
        if let Some(Value::Bool(known)) = self.known(c, env) {
            return if known { yes(self, env) } else { no(self, env) };
        }
        let (other, end) = (self.label(), self.label());
        self.branch(c, env, other, false)?;
        yes(self, env)?;
        self.emit(Op::Jump(end))?;
        self.place(other);
        no(self, env)?;
        self.place(end);
        Some(())
    }

    fn part(&mut self, id: GameId, args: &[Expr], env: &mut Env) -> Option<()> {
        let (spec, mut slots) = self.part_with_slots(id, args, env)?;
        let machine = self.machine;
        let game = machine.plain().game(id);
        match self.won.filter(|_| !game.wins.is_empty()) {
            None => self.part_of(spec),
            Some(Won::Next(next)) => {
                // A position that nobody comes to must be one all the same.
                for (param, val) in game.params.iter().zip(slots.slots.clone()) {
                    self.declared(param, &val?)?;
                }
                game.wins.iter().try_for_each(|win| self.branch(win, &mut slots, next, true))?;
                self.part_of(spec)
            }
            Some(Won::Noted(won)) => {
                self.part_of(spec)?;
                let (yes, done) = (self.label(), self.label());
                self.emit(Op::JumpIf(won, done))?;
                game.wins.iter().try_for_each(|win| self.branch(win, &mut slots, yes, true))?;
                self.emit(Op::Jump(done))?;
                self.place(yes);
                self.emit(Op::Const(won, 1))?;
                self.place(done);
                Some(())
            }
        }
    }

    fn part_of(&mut self, spec: PartSpec) -> Option<()> {
        self.code.parts.push(spec);
        self.emit(Op::Part(self.code.parts.len() as u32 - 1))
    }

    /// Whether a target is one part, whatever way is taken, as far as that is seen soon.
    pub(super) fn is_one_part(&self, e: &Expr) -> bool {
        let mut left = MOST_WAYS;
        self.is_one_part_within(e, &mut left)
    }

    fn is_one_part_within(&self, e: &Expr, left: &mut u32) -> bool {
        *left = left.saturating_sub(1);
        match &e.kind {
            _ if *left == 0 => false,
            ExprKind::Position(..) => true,
            ExprKind::If(_, a, b) => self.is_one_part_within(a, left) && self.is_one_part_within(b, left),
            ExprKind::Call(id, _) => {
                self.is_one_part_within(&self.machine.plain().definition(*id).body, left)
            }
            _ => false,
        }
    }

    /// A part with its arguments in registers.
    pub(super) fn part_spec(&mut self, id: GameId, args: &[Expr], env: &mut Env) -> Option<PartSpec> {
        self.part_with_slots(id, args, env).map(|(spec, _)| spec)
    }

    /// The same, and the slots of the game that it is a position of.
    fn part_with_slots(&mut self, id: GameId, args: &[Expr], env: &mut Env) -> Option<(PartSpec, Env)> {
        let game = self.machine.plain().game(id);
        let params = game.params.clone();
        let mut slots = Env::new(game.slots.len(), self.frame());
        let rules: Vec<Option<Value>> = params
            .iter()
            .zip(args)
            .map(|(p, a)| if p.is_rule { self.known(a, env).map(Some) } else { Some(None) })
            .collect::<Option<_>>()?;
        let mut regs = vec![];
        for (i, (param, arg)) in params.iter().zip(args).enumerate() {
            let val = match &rules[i] {
                Some(rule) => Val::Known(rule.clone()),
                None => self.value(arg, env)?,
            };
            if !param.is_rule {
                self.in_registers(val.clone(), &param.ty, &mut regs)?;
            }
            slots.slots[i] = Some(val);
        }
        let instance = self.plan.instance(id, rules)?;
        Some((PartSpec { instance, args: regs }, slots))
    }

    fn push_part(&mut self, id: GameId, rules: Vec<Option<Value>>, args: Vec<Reg>) -> Option<()> {
        let instance = self.plan.instance(id, rules)?;
        self.part_of(PartSpec { instance, args })
    }

    /// A position that is known before any position is looked at.
    fn known_target(&mut self, e: &Expr, env: &mut Env) -> Option<()> {
        let Some(Value::Position(p)) = self.known(e, env) else { return None };
        for part in &p.parts {
            match part {
                Part::Heap(k) => {
                    let k = self.constant(k.to_i64()?)?;
                    self.emit(Op::Heap(k))?;
                }
                Part::Game(p) => {
                    let id = GameId(p.game.id);
                    let params = self.machine.plain().game(id).params.clone();
                    let with_args = || params.iter().zip(p.args.iter());
                    let rules = with_args().map(|(param, v)| param.is_rule.then(|| v.clone())).collect();
                    if let Some(Won::Noted(won)) = self.won
                        && self.machine.has_won(p).ok()?
                    {
                        self.emit(Op::Const(won, 1))?;
                    }
                    let mut regs = vec![];
                    for (param, v) in with_args().filter(|(param, _)| !param.is_rule) {
                        self.in_registers(Val::Known(v.clone()), &param.ty, &mut regs)?;
                    }
                    self.push_part(id, rules, regs)?;
                }
            }
        }
        Some(())
    }
}
