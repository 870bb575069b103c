//! Steps that make a value smaller, so that a game whose moves are such steps ends.
//!
//! Smaller means: a number nearer to its lower bound (or to zero, if it has none), an enumeration's name further
//! on, false instead of true, fewer or smaller elements (as multisets), a cell nearer to the upper left.

use super::Gen;
use super::exprs::{Var, var};
use super::types::{ENUMS, INT, NAT, Ty};

/// A choice, with its conditions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bind {
    /// `k in 1..n`
    pub(crate) choice: String,
    /// What stands behind `where`.
    pub(crate) guards: Vec<String>,
}

impl Bind {
    /// Without conditions.
    pub(crate) fn new(choice: String) -> Bind {
        Bind { choice, guards: vec![] }
    }

    /// As it is written.
    pub(crate) fn text(&self) -> String {
        match self.guards.is_empty() {
            true => self.choice.clone(),
            false => format!("{} where {}", self.choice, self.guards.join(" and ")),
        }
    }
}

/// Choices, conditions, and what a value becomes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Step {
    /// `k in 1..n`, in order.
    pub(crate) binders: Vec<Bind>,
    /// Conditions without which it would be no step down.
    pub(crate) guards: Vec<String>,
    /// The smaller value.
    pub(crate) becomes: String,
    /// What the binders bind.
    pub(crate) bound: Vec<Var>,
}

impl Step {
    pub(super) fn to(becomes: String) -> Step {
        Step { becomes, ..Step::default() }
    }

    pub(super) fn when(mut self, guard: String) -> Step {
        self.guards.push(guard);
        self
    }

    pub(super) fn binding(mut self, choice: String, bound: Var) -> Step {
        self.binders.push(Bind::new(choice));
        self.bound.push(bound);
        self
    }

    /// With a condition at the last choice.
    fn such_that(mut self, guard: String) -> Step {
        if let Some(last) = self.binders.last_mut() {
            last.guards.push(guard);
        }
        self
    }
}

impl Gen {
    /// A step down from `x`, an expression of type `ty`; none where the type has no smaller and larger.
    pub(crate) fn shrunk(&mut self, x: &str, ty: &Ty, depth: usize, scope: &[Var]) -> Option<Step> {
        match ty {
            Ty::Int(Some(lo), _) => Some(self.shrunk_number(x, *lo, scope)),
            Ty::Int(None, _) => Some(self.towards_zero(x)),
            Ty::Bool => Some(Step::to("false".into()).when(x.to_string())),
            Ty::Enum(i) => {
                let names = ENUMS[*i];
                let from = self.dice.below(names.len() - 1);
                let to = from + 1 + self.dice.below(names.len() - from - 1);
                Some(Step::to(names[to].into()).when(format!("{x} == {}", names[from])))
            }
            Ty::Text if self.rare && self.dice.chance(70) => Some(self.fewer_letters(x)),
            Ty::Text => Some(match self.dice.below(3) {
                0 => Step::to("\"\"".into()).when(format!("{x} != \"\"")),
                1 => Step::to("\"b\"".into()).when(format!("size({x}) > 1")),
                _ => Step::to(format!("repeat(\"a\", size({x}) - 1)")).when(format!("size({x}) > 0")),
            }),
            Ty::Cell => Some(self.shrunk_cell(x, scope)),
            Ty::Tuple(ts) => self.shrunk_tuple(x, ts, depth, scope),
            Ty::Set(t) => self.shrunk_set(x, ty, t, depth, scope),
            Ty::Bag(t) => self.shrunk_bag(x, t, depth, scope),
            Ty::List(t) => self.shrunk_list(x, t, depth, scope),
            Ty::Map(k, v) => self.shrunk_map(x, k, v, depth, scope),
            Ty::Function(..) | Ty::Position => None,
        }
    }

    fn shrunk_number(&mut self, x: &str, lo: i64, scope: &[Var]) -> Step {
        let k = self.fresh();
        let least = if lo == 0 { x.to_string() } else { format!("{x} - {lo}").replace("- -", "+ ") };
        let down = |binder: String, becomes: String| Step::to(becomes).binding(binder, var(&k, &NAT));
        match self.dice.below(11) {
            0..=2 => down(format!("{k} in 1..{least}"), format!("{x} - {k}")),
            3 => down(format!("{k} in {lo}..<{x}"), k.clone()),
            4 => down(format!("{k} in 1..min({least}, {})", self.dice.between(1, 3)), format!("{x} - {k}")),
            5 => {
                let set =
                    self.dice.word(&["{1, 2}", "{1, 3, 4}", "[1, 2, 2]", "bag(2, 1)", "{2^i for i in 0..2}"]);
                down(format!("{k} in {set}"), format!("{x} - {k}")).such_that(format!("{k} <= {least}"))
            }
            6 => {
                let rule = scope.iter().find(|v| v.ty == super::types::set(&NAT) && v.name != x);
                match rule {
                    Some(s) => down(format!("{k} in {}", s.name), format!("{x} - {k}"))
                        .such_that(format!("1 <= {k} <= {least}")),
                    None => Step::to(format!("{x} - 1")).when(format!("{x} > {lo}")),
                }
            }
            7 if lo == 0 => {
                Step::to(format!("{x} {}", self.dice.word(&["/ 2", "/ 3"]))).when(format!("{x} > 0"))
            }
            8 if lo == 0 => Step::to(format!("{x} mod {}", self.dice.between(2, 3))).when(format!("{x} > 2")),
            9 => {
                let f = self.function(&Ty::Function(vec![NAT], Box::new(super::types::set(&NAT))), scope);
                let at = if lo < 0 { format!("abs({x})") } else { x.to_string() };
                down(format!("{k} in {f}({at})"), format!("{x} - {k}"))
                    .such_that(format!("1 <= {k} <= {least}"))
            }
            _ => Step::to(format!("{x} - 1")).when(format!("{x} > {lo}")),
        }
    }

    fn towards_zero(&mut self, x: &str) -> Step {
        let k = self.fresh();
        match self.dice.below(4) {
            0 => Step::to(format!("{x} + 1")).when(format!("{x} < 0")),
            1 => Step::to(format!("{x} - {k}")).binding(format!("{k} in 1..{x}"), var(&k, &NAT)),
            2 => Step::to(format!("{x} - 1")).when(format!("{x} > 0")),
            _ => Step::to(format!("if {x} > 0 then {x} - {k} else {x} + {k}"))
                .binding(format!("{k} in 1..abs({x})"), var(&k, &NAT)),
        }
    }

    fn shrunk_cell(&mut self, x: &str, scope: &[Var]) -> Step {
        let q = self.fresh();
        let boards = |v: &&Var| v.ty == super::types::set(&Ty::Cell) && v.name != x;
        match scope.iter().find(boards) {
            Some(board) if self.dice.chance(60) => {
                let step = self.dice.word(&["(0, -1)", "(-1, 0)", "(-1, -1)", "(-1, -2)"]);
                Step::to(q.clone())
                    .binding(format!("{q} in ray({x}, {step}, {})", board.name), var(&q, &Ty::Cell))
                    .when(format!("{q}.row > 0 and {q}.col > 0"))
            }
            _ if self.dice.chance(50) => Step::to(q.clone())
                .binding(format!("{q} in touching({x})"), var(&q, &Ty::Cell))
                .when(format!("0 < {q}.row + {q}.col < {x}.row + {x}.col"))
                .when(format!("{q}.row > 0 and {q}.col > 0")),
            _ => Step::to(format!("({x}.row - 1, {x}.col)")).when(format!("{x}.row > 1")),
        }
    }

    fn shrunk_tuple(&mut self, x: &str, ts: &[Ty], depth: usize, scope: &[Var]) -> Option<Step> {
        let vars: Vec<Var> = ts.iter().map(|t| var(&self.fresh(), t)).collect();
        let names: Vec<String> = vars.iter().map(|v| v.name.clone()).collect();
        let which = self.dice.below(ts.len());
        let inner = [scope, &vars].concat();
        let step = self.shrunk(&names[which], &ts[which], depth, &inner)?;
        let mut parts = names.clone();
        parts[which] = step.becomes.clone();
        let apart = format!("({}) in {{{x}}}", names.join(", "));
        Some(Step {
            binders: [vec![Bind::new(apart)], step.binders].concat(),
            bound: [vars, step.bound].concat(),
            becomes: format!("({})", parts.join(", ")),
            ..step
        })
    }

    /// One element made smaller: what stands for it, and the step.
    fn one_smaller(&mut self, x: &str, t: &Ty, depth: usize, scope: &[Var]) -> Option<(String, Step)> {
        let e = self.fresh();
        let inner = [scope, &[var(&e, t)]].concat();
        let step = self.shrunk(&e, t, depth.checked_sub(1)?, &inner)?;
        let (binders, bound) = (vec![Bind::new(format!("{e} in {x}"))], vec![var(&e, t)]);
        let step =
            Step { binders: [binders, step.binders].concat(), bound: [bound, step.bound].concat(), ..step };
        Some((e, step))
    }

    fn shrunk_set(&mut self, x: &str, ty: &Ty, t: &Ty, depth: usize, scope: &[Var]) -> Option<Step> {
        let e = self.fresh();
        let out = |becomes: String| Step::to(becomes).binding(format!("{e} in {x}"), var(&e, t));
        Some(match self.dice.below(12) {
            0..=2 => out(format!("{x} without {e}")),
            3 => out(format!("{x} minus {{{e}}}")),
            4 => {
                let o = self.fresh();
                out(format!("{{{o} for {o} in {x} where {o} != {e}}}"))
            }
            5 => {
                let other = self.expr(ty, true, 1, scope);
                Step::to(format!("{x} {} {other}", self.dice.word(&["common", "minus"])))
                    .when(format!("size({x} common {other}) < size({x})"))
                    .when(format!("size({x} minus {other}) < size({x})"))
            }
            6 if matches!(t, Ty::Int(Some(_), _)) => {
                let d = self.fresh();
                let lo = if let Ty::Int(Some(lo), _) = t { *lo } else { 0 };
                out(format!("{x} flip {{{e}, {d}}}")).binding(format!("{d} in {lo}..<{e}"), var(&d, &INT))
            }
            6..=8 if *t == Ty::Cell => {
                let q = self.fresh();
                let step = out(format!("{x} without {e} without {q}"))
                    .binding(format!("{q} in touching({e})"), var(&q, &Ty::Cell));
                match self.dice.below(4) {
                    0..=1 => step.when(format!("{q} in {x}")),
                    2 => {
                        Step { becomes: format!("{x} minus touching({e}) without {e}"), ..out(String::new()) }
                    }
                    _ => Step {
                        becomes: format!("{x} without {e}"),
                        ..out(String::new()).when(format!("size(touching({e}) common {x}) > 0"))
                    },
                }
            }
            6..=8 if matches!(t, Ty::Set(v) if self.rare && **v == NAT) => {
                let root = NAT.value(1, &mut self.dice);
                out(format!("connected({x} without {e}, {root})"))
            }
            6..=8 if matches!(t, Ty::Tuple(ts) if (ts.len() == 2 || self.rare && ts.len() > 2) && ts[0] == ts[1]) =>
            {
                let Ty::Tuple(ts) = t else { return None };
                let root = ts[0].value(1, &mut self.dice);
                out(format!("connected({x} without {e}, {root})"))
            }
            _ => match self.one_smaller(x, t, depth, scope) {
                Some((e, step)) => {
                    Step { becomes: format!("({x} without {e}) with ({})", step.becomes), ..step }
                }
                None => out(format!("{x} without {e}")),
            },
        })
    }

    fn shrunk_bag(&mut self, x: &str, t: &Ty, depth: usize, scope: &[Var]) -> Option<Step> {
        let e = self.fresh();
        let out = |becomes: String| Step::to(becomes).binding(format!("{e} in {x}"), var(&e, t));
        Some(match self.dice.below(7) {
            0..=1 => out(format!("{x} without {e}")),
            2 => out(format!("{x} minus bag({e}, {e})")),
            3 => {
                let o = self.fresh();
                out(format!("bag({o} for {o} in {x} where {o} != {e})"))
            }
            _ => match self.one_smaller(x, t, depth, scope) {
                Some((e, step)) => {
                    Step { becomes: format!("({x} without {e}) with ({})", step.becomes), ..step }
                }
                None => out(format!("{x} without {e}")),
            },
        })
    }

    fn shrunk_list(&mut self, x: &str, t: &Ty, depth: usize, scope: &[Var]) -> Option<Step> {
        let (i, j) = (self.fresh(), self.fresh());
        let out = |becomes: String| Step::to(becomes).binding(format!("{i} in indices({x})"), var(&i, &NAT));
        let inner = [scope, &[var(&i, &NAT)]].concat();
        let smaller = match depth {
            0 => None,
            _ => self.shrunk(&format!("{x}[{i}]"), t, depth - 1, &inner),
        };
        Some(match (self.dice.below(7), smaller) {
            (0..=1, _) | (_, None) => out(format!("[{x}[{j}] for {j} in indices({x}) where {j} != {i}]")),
            (2, _) => {
                let e = self.fresh();
                Step::to(format!("[{j} for {j} in {x} where {j} != {e}]"))
                    .binding(format!("{e} in {x}"), var(&e, t))
            }
            (n, Some(step)) => {
                let new = &step.becomes;
                let becomes = match n {
                    3 => format!("[if {j} == {i} then {new} else {x}[{j}] for {j} in indices({x})]"),
                    4 => format!("sort(put({x}, {i}, {new}))"),
                    5 => format!("reverse(put({x}, {i}, {new}))"),
                    _ => format!("put({x}, {i}, {new})"),
                };
                let first = out(becomes);
                Step {
                    binders: [first.binders, step.binders].concat(),
                    bound: [first.bound, step.bound].concat(),
                    becomes: first.becomes,
                    guards: step.guards,
                }
            }
        })
    }

    fn shrunk_map(&mut self, x: &str, k: &Ty, v: &Ty, depth: usize, scope: &[Var]) -> Option<Step> {
        let (key, j) = (self.fresh(), self.fresh());
        let inner = [scope, &[var(&key, k)]].concat();
        let smaller = match depth {
            0 => None,
            _ => self.shrunk(&format!("{x}[{key}]"), v, depth - 1, &inner),
        };
        let source = if self.dice.chance(50) { format!("indices({x})") } else { x.to_string() };
        let out = |becomes: String| Step::to(becomes).binding(format!("{key} in {source}"), var(&key, k));
        let fewer = format!("map({j} to {x}[{j}] for {j} in {x} where {j} != {key})");
        Some(match (self.dice.below(4), smaller) {
            (0, _) | (_, None) => out(fewer),
            (n, Some(step)) => {
                let new = &step.becomes;
                let becomes = match n {
                    1 => format!("map({j} to (if {j} == {key} then {new} else {x}[{j}]) for {j} in {x})"),
                    _ => format!("put({x}, {key}, {new})"),
                };
                let first = out(becomes);
                Step {
                    binders: [first.binders, step.binders].concat(),
                    bound: [first.bound, step.bound].concat(),
                    becomes: first.becomes,
                    guards: step.guards,
                }
            }
        })
    }
}
