//! Random games: their parameters, moves and other clauses, and positions of them.

use super::exprs::{Var, var};
use super::shrinks::{Bind, Step};
use super::types::{ENUMS, NAT, Ty, set};
use super::{Gen, Program, Sig};

/// What is known of a game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) params: Vec<Var>,
    /// Which parameters no move changes.
    pub(crate) fixed: Vec<bool>,
}

/// What the games of a program are like.
#[derive(Clone, Copy, Debug)]
struct Manner {
    partizan: bool,
    loopy: bool,
    wins: bool,
}

impl Gen {
    /// The whole program.
    pub(crate) fn program(mut self) -> Program {
        if self.dice.chance(6) {
            self.items.push("use \"heaps\"".into());
            let params = vec![var("n", &NAT)];
            self.games.push(Game { name: "Nim".into(), params, fixed: vec![false] });
        }
        if !self.plain || self.dice.chance(30) {
            self.some_lets();
        }
        if self.dice.chance(if self.rare { 15 } else { 6 }) {
            self.graph();
        }
        let manner = Manner {
            partizan: self.dice.chance(10),
            loopy: self.wild && self.dice.chance(if self.rare { 60 } else { 30 }),
            wins: self.dice.chance(8),
        };
        for _ in 0..self.dice.pick(&[1, 1, 1, 2, 2, 3]) {
            self.group(manner);
        }
        let mut positions = self.positions();
        self.more_positions(manner, &mut positions);
        self.declare_names(&positions);
        Program { text: self.items.join("\n") + "\n", positions, tame: !self.wild }
    }

    /// A name of an enumeration is known only where some type declares it.
    fn declare_names(&mut self, positions: &[String]) {
        let text = self.items.join("\n") + &positions.join("\n");
        for names in ENUMS {
            if names.iter().any(|n| text.contains(n)) {
                self.items.push(format!("let is_{}(c: {}) = c == {}", names[0], names.join(" | "), names[0]));
            }
        }
    }

    fn graph(&mut self) {
        self.names += 1;
        let name = format!("Arrows{}", self.names);
        let vertices: Vec<String> = if self.dice.chance(50) {
            vec!["a".into(), "b".into(), "c".into(), "d".into()]
        } else {
            (1..=4).map(|i: i32| i.to_string()).collect()
        };
        let mut text = format!("graph {name}");
        for from in 0..3 {
            let later: Vec<String> =
                (from + 1..4).filter(|_| self.dice.chance(60)).map(|i| vertices[i].clone()).collect();
            let to = if later.is_empty() { "nothing".into() } else { later.join(", ") };
            text += &format!("\n  from {} to {to}", vertices[from]);
        }
        if self.rare && self.wild && self.dice.chance(50) {
            text = self.arrows_either_way(&name, &vertices);
        }
        self.items.push(text);
        let body = format!("{name}({}) + *1", vertices[0]);
        self.items.push(format!("let arrows{} = {body}", self.names));
        let sig = Sig { name: format!("arrows{}", self.names), params: vec![], result: Ty::Position };
        self.lets.push(sig);
    }

    /// One game, or two that lead to each other.
    fn group(&mut self, manner: Manner) {
        let count = if self.dice.chance(20) { 2 } else { 1 };
        let params = self.params();
        let fixed: Vec<bool> = params
            .iter()
            .enumerate()
            .map(|(i, p)| matches!(p.ty, Ty::Function(..)) || (i > 0 && self.dice.chance(25)))
            .collect();
        let mut twins = vec![];
        for _ in 0..count {
            self.names += 1;
            let name = format!("{}{}", self.dice.word(&["G", "Pile", "Row"]), self.names);
            twins.push(Game { name, params: params.clone(), fixed: fixed.clone() });
        }
        for i in 0..count {
            self.game(&twins, i, manner);
        }
        self.games.extend(twins);
    }

    fn params(&mut self) -> Vec<Var> {
        let n = self.dice.pick(&[1, 1, 2, 2, 3, 4]);
        let mut params = vec![];
        for i in 0..n {
            let ty = match (self.plain, i) {
                (true, 0) => NAT,
                (true, _) => self.dice.pick(&[
                    NAT,
                    NAT,
                    Ty::Int(Some(0), Some(2)),
                    set(&NAT),
                    Ty::Int(Some(-2), Some(2)),
                    Ty::Bool,
                ]),
                (false, _) if self.rare && self.dice.chance(35) => self.rare_param(),
                (false, 1) if self.dice.chance(12) => {
                    let result = self.dice.pick(&[NAT, Ty::Bool, set(&NAT)]);
                    Ty::Function(vec![NAT], Box::new(result))
                }
                _ => Ty::param(&mut self.dice),
            };
            let name = self.fresh();
            params.push(var(&name, &ty));
        }
        // Something must be there that can get smaller.
        if params.iter().all(|p| matches!(p.ty, Ty::Function(..))) {
            params[0].ty = NAT;
        }
        params
    }

    fn game(&mut self, twins: &[Game], which: usize, manner: Manner) {
        let game = twins[which].clone();
        let params: Vec<String> =
            game.params.iter().map(|p| format!("{}: {}", p.name, p.ty.text(&mut self.dice))).collect();
        let loopy = if manner.loopy { "loopy " } else { "" };
        let mut text = format!("{loopy}game {}({})", game.name, params.join(", "));
        for _ in 0..self.dice.pick(&[1, 1, 2, 2, 3]) {
            let owner =
                if manner.partizan { self.dice.word(&["left ", "right ", ""]) } else { String::new() };
            let one = self.a_move(twins, which);
            text += &format!("\n  {owner}{one}");
        }
        if self.slips
            && !manner.partizan
            && self.dice.chance(60)
            && let Some(slip) = self.slip(&game)
        {
            text += &format!("\n  {slip}");
        }
        text += &self.other_clauses(&game, manner);
        self.items.push(text);
    }

    fn other_clauses(&mut self, game: &Game, manner: Manner) -> String {
        let mut text = String::new();
        let scope = &game.params;
        let fit = !self.wild || self.dice.chance(80);
        if self.dice.chance(12) {
            text += &format!("\n  ends when {}", self.truth(fit, 2, scope));
        }
        if manner.wins && self.dice.chance(70) {
            text += &format!("\n  wins when {}", self.truth(fit, 2, scope));
        }
        if !manner.partizan && !manner.wins && !manner.loopy && !self.slips && self.dice.chance(20) {
            text += &self.claim(game);
        }
        if self.dice.chance(10) {
            let start = self.start(game, 3);
            text += &format!("\n  starts {start}");
        }
        if self.dice.chance(if self.rare { 40 } else { 8 }) {
            text += &format!("\n  picture {}", self.expr(&Ty::Text, fit, 1, scope));
        }
        if self.dice.chance(15) {
            text += &format!("\n  decreases {}", self.measure(scope));
        }
        text
    }

    /// Something that may get smaller with every move.
    fn measure(&mut self, scope: &[Var]) -> String {
        let all: Vec<String> = scope
            .iter()
            .filter_map(|p| match &p.ty {
                Ty::Int(Some(0), _) => Some(p.name.clone()),
                Ty::Int(None, _) => Some(format!("abs({})", p.name)),
                Ty::List(t) | Ty::Bag(t) if **t == NAT => Some(format!("sum({}) + size({})", p.name, p.name)),
                ty if ty.element().is_some() => Some(format!("size({})", p.name)),
                Ty::Bool => Some(format!("(if {} then 1 else 0)", p.name)),
                _ => None,
            })
            .collect();
        match all.as_slice() {
            [] => self.expr(&NAT, true, 1, scope),
            [one] => one.clone(),
            [a, b, ..] => match self.dice.below(3) {
                0 => a.clone(),
                1 => format!("{a} + {b}"),
                _ => format!("({a}, {b})"),
            },
        }
    }

    /// A claim, right or wrong.
    fn claim(&mut self, game: &Game) -> String {
        let with = |i: usize, x: &str| {
            let arg = |(j, p): (usize, &Var)| if i == j { x.to_string() } else { p.name.clone() };
            let args: Vec<String> = game.params.iter().enumerate().map(arg).collect();
            format!("{}({})", game.name, args.join(", "))
        };
        let i = self.dice.below(game.params.len());
        let p = game.params[i].name.clone();
        let x = self.fresh();
        match &game.params[i].ty {
            Ty::Set(t) if **t == Ty::Cell => match self.dice.below(4) {
                0 => format!("\n  splits into {} for {x} in islands({p})", with(i, &x)),
                1 => format!(
                    "\n  same as {}, {}",
                    with(i, &format!("turned({p})")),
                    with(i, &format!("mirrored({p})"))
                ),
                _ => format!("\n  same as {}", with(i, &format!("shifted({p})"))),
            },
            Ty::Set(_) => format!("\n  splits into {} for {x} in {p}", with(i, &format!("{{{x}}}"))),
            Ty::Bag(_) => format!("\n  splits into sum({} for {x} in {p})", with(i, &format!("bag({x})"))),
            Ty::List(_) if self.dice.chance(50) => {
                format!("\n  splits into {} for {x} in {p}", with(i, &format!("[{x}]")))
            }
            Ty::List(_) => {
                format!("\n  same as {}", with(i, &format!("{}({p})", self.dice.word(&["sort", "reverse"]))))
            }
            Ty::Int(Some(0), None) => {
                let to = format!("max(0, {p} - {})", self.dice.between(0, 2));
                format!("\n  same as {}", with(i, &to))
            }
            _ => String::new(),
        }
    }

    /// One move clause.
    fn a_move(&mut self, twins: &[Game], which: usize) -> String {
        let game = &twins[which];
        let fit = !self.wild || self.dice.chance(70);
        let mut scope = game.params.clone();
        let free: Vec<usize> = (0..game.params.len()).filter(|i| !game.fixed[*i]).collect();
        let (step, at) = self.step_down(game, &free, &scope);
        let Step { mut binders, mut guards, becomes, bound } = step;
        scope.extend(bound);
        let mut target = self.target_of(twins, game, at, &becomes, fit, &scope);
        if self.dice.chance(25) {
            target = self.more_parts(twins, game, at, target, &mut binders, &mut guards, &mut scope, fit);
        }
        self.named_parts(&mut binders, &mut target, &mut guards, &mut scope, fit);
        if self.wild && self.dice.chance(20) {
            guards.clear();
        }
        let label = self.dice.word(&["take", "play", "show", "go", "flip", "set", "step", "union", "slide"]);
        // Guards stand at the last binder, or behind the parentheses.
        let mut text = format!("move {label}");
        let behind = if !binders.is_empty() && self.dice.chance(50) {
            if let Some(last) = binders.last_mut() {
                last.guards.append(&mut guards);
            }
            String::new()
        } else {
            guards.join(" and ")
        };
        if !binders.is_empty() {
            text += &format!("({})", binders.iter().map(Bind::text).collect::<Vec<_>>().join(", "));
        }
        if !behind.is_empty() {
            text += &format!(" where {behind}");
        }
        text + &format!(" to {target}")
    }

    /// A step down of one parameter, and which.
    fn step_down(&mut self, game: &Game, free: &[usize], scope: &[Var]) -> (Step, usize) {
        for _ in 0..6 {
            let at = self.dice.pick(free);
            let p = &game.params[at];
            if let Some(step) = self.shrunk(&p.name, &p.ty, 2, scope) {
                let step = Step { guards: step.guards.iter().map(|g| format!("({g})")).collect(), ..step };
                return (step, at);
            }
        }
        let never = Step {
            guards: vec!["false".into()],
            becomes: game.params[free[0]].name.clone(),
            ..Step::default()
        };
        (never, free[0])
    }

    /// The game, or its twin, with one parameter made smaller; those behind it may become anything.
    fn target_of(
        &mut self,
        twins: &[Game],
        game: &Game,
        at: usize,
        becomes: &str,
        fit: bool,
        scope: &[Var],
    ) -> String {
        let mut args = vec![];
        for (i, p) in game.params.iter().enumerate() {
            args.push(if i == at {
                if self.wild && self.dice.chance(12) {
                    self.expr(&p.ty, fit, 2, scope)
                } else {
                    becomes.to_string()
                }
            } else if !game.fixed[i]
                && ((i > at && self.dice.chance(30)) || (self.wild && self.dice.chance(15)))
            {
                self.expr(&p.ty, fit, 2, scope)
            } else {
                p.name.clone()
            });
        }
        let twin = self.dice.pick(twins);
        format!("{}({})", twin.name, args.join(", "))
    }

    /// The target with something beside it, or in place of it.
    #[allow(clippy::too_many_arguments)]
    fn more_parts(
        &mut self,
        twins: &[Game],
        game: &Game,
        at: usize,
        target: String,
        binders: &mut Vec<Bind>,
        guards: &mut Vec<String>,
        scope: &mut Vec<Var>,
        fit: bool,
    ) -> String {
        let p = &game.params[at];
        match self.dice.below(9) {
            0..=2 => format!("{target} + {}", self.heap(fit, scope)),
            3..=4 => match self.shrunk(&p.name, &p.ty, 1, scope) {
                Some(step) => {
                    binders.extend(step.binders);
                    guards.extend(step.guards.iter().map(|g| format!("({g})")));
                    scope.extend(step.bound);
                    let other = self.target_of(twins, game, at, &step.becomes, fit, scope);
                    format!("{target} + {other}")
                }
                None => target,
            },
            5 => {
                let c = self.truth(fit, 1, scope);
                let other = self.other_position(fit, scope);
                format!("if {c} then {target} else {other}")
            }
            6 => match &p.ty {
                Ty::Int(Some(lo), _) if at + 1 == game.params.len() => {
                    let x = self.fresh();
                    let args: Vec<String> =
                        game.params[..at].iter().map(|p| p.name.clone()).chain([x.clone()]).collect();
                    format!(
                        "sum({}({}) for {x} in {lo}..<{} where {x} mod 2 == 0)",
                        game.name,
                        args.join(", "),
                        p.name
                    )
                }
                _ => target,
            },
            7 => format!("{} + {target}", self.other_position(fit, scope)),
            _ => self.other_position(fit, scope),
        }
    }

    /// A nim-heap that is worked out.
    fn heap(&mut self, fit: bool, scope: &[Var]) -> String {
        let numbers: Vec<Var> =
            scope.iter().filter(|v| matches!(v.ty, Ty::Int(Some(0..), _))).cloned().collect();
        if numbers.is_empty() || self.dice.chance(25) {
            return format!("*({})", self.expr(&NAT, fit, 2, scope));
        }
        let n = self.dice.pick(&numbers).name;
        match self.dice.below(5) {
            0 => format!("*{n}"),
            1 => format!("*({n} mod {})", self.dice.between(2, 3)),
            2 => format!("*({n} / 2)"),
            3 => format!("*(2 * {n})"),
            _ => format!("*({n} + {})", self.dice.between(0, 2)),
        }
    }

    /// A position that does not lead back: of an earlier game, or heaps.
    fn other_position(&mut self, fit: bool, scope: &[Var]) -> String {
        let known: Vec<String> = self
            .lets
            .iter()
            .filter(|l| l.result == Ty::Position && l.params.is_empty())
            .map(|l| l.name.clone())
            .collect();
        if !known.is_empty() && self.dice.chance(30) {
            return self.dice.pick(&known);
        }
        if self.games.is_empty() || self.dice.chance(20) {
            return match self.dice.below(4) {
                0 => "nothing".into(),
                1 => format!("sum(*i for i in 1..{})", self.dice.between(1, 3)),
                _ => self.heap(fit, scope),
            };
        }
        let games = self.games.clone();
        let game = self.dice.pick(&games);
        if game.params.len() == 1 && self.dice.chance(15) {
            let args: Vec<String> =
                (0..2).map(|_| self.argument(&game.params[0].ty, fit, 1, scope)).collect();
            return format!("{}[{}]", game.name, args.join(", "));
        }
        let args: Vec<String> = game.params.iter().map(|p| self.argument(&p.ty, fit, 1, scope)).collect();
        format!("{}({})", game.name, args.join(", "))
    }

    /// The target under a name, among others, from a function; and another condition.
    fn named_parts(
        &mut self,
        binders: &mut Vec<Bind>,
        target: &mut String,
        guards: &mut Vec<String>,
        scope: &mut Vec<Var>,
        fit: bool,
    ) {
        if self.dice.chance(35) {
            let condition = self.truth(fit, 2, scope);
            guards.push(format!("({condition})"));
        }
        if self.dice.chance(12) {
            let (source, element) = self.source(fit, 1, scope);
            let name = self.fresh();
            binders.push(Bind::new(format!("{name} in {source}")));
            scope.push(var(&name, &element));
        }
        if self.dice.chance(12) {
            let name = self.fresh();
            let value = self.expr(&super::INT, fit, 2, scope);
            binders.push(Bind::new(format!("{name} = {value}")));
            scope.push(var(&name, &super::INT));
        }
        if !self.dice.chance(25) {
            return;
        }
        // A position under a name is worked out before the guards behind it, so they come first.
        if let Some(last) = binders.last_mut() {
            last.guards.append(guards);
        } else if !guards.is_empty() {
            let x = self.fresh();
            binders.push(Bind { choice: format!("{x} in {{0}}"), guards: std::mem::take(guards) });
        }
        let q = self.fresh();
        let other = self.other_position(fit, scope);
        let binder = match self.dice.below(7) {
            0..=2 => format!("{q} = {target}"),
            3 => format!("{q} in {{{target}}}"),
            4 => format!("{q} in [{target}, {other}]"),
            5 => {
                let x = self.fresh();
                format!("{q} in {{{x} for {x} in [{target}, {other}] where {x} != *1}}")
            }
            _ => {
                let adjacent = self.adjacent();
                *target = format!("{adjacent}({target}, {})", self.dice.between(0, 2));
                return;
            }
        };
        let binder = self.chosen_otherwise(&q, binder, target, &other, fit, scope);
        let named = self.guarded_position(&q, target, &other, fit, scope);
        binders.push(Bind { choice: binder, guards: named.into_iter().collect() });
        *target = match self.dice.below(5) {
            0 => format!("sum({{{q}}})"),
            1 => format!("{q} + *1"),
            2 => format!("if {q} == nothing then *1 else {q}"),
            _ => q,
        };
    }

    /// A choice of a position from a collection, or another such choice. From dice of its own, too.
    fn chosen_otherwise(
        &mut self,
        q: &str,
        binder: String,
        target: &str,
        other: &str,
        fit: bool,
        scope: &[Var],
    ) -> String {
        if !binder.contains(" in ") || binder.contains(" = ") {
            return binder;
        }
        let seed = target.bytes().fold(self.names as u64 + 7, |n, byte| n.wrapping_mul(37) + u64::from(byte));
        let before = std::mem::replace(&mut self.dice, super::dice::Dice::new(seed));
        let binder = match self.dice.below(12) {
            0 => format!("{q} in {{{target}, {other}}}"),
            1 => {
                let c = self.truth(fit, 1, scope);
                format!("{q} in (if {c} then {{{target}}} else {{{other}, {target}}})")
            }
            2 => format!("{q} in {{{target}}} union {{{other}, *2}}"),
            3 => format!("{q} in {{{target}, *1}} minus {{{other}, *1}}"),
            4 => {
                let x = self.fresh();
                format!("({x}, {q}) in [(1, {target}), (2, {other})]")
            }
            5 => {
                let x = self.fresh();
                format!("{q} in {{{target} + *{x} for {x} in 1..2}}")
            }
            6 => {
                let x = self.fresh();
                format!("{x} in 1..2, {q} = [{target}, {other}][{x}]")
            }
            7 => {
                let x = self.fresh();
                format!("{x} = {{{target}, {other}}}, {q} in {x}")
            }
            8 => format!("{q} in sort({{{target}, {other}}})"),
            _ => binder,
        };
        self.dice = before;
        binder
    }

    /// What a position under a name is asked before it is taken. From dice of its own, so that what else there is stays.
    fn guarded_position(
        &mut self,
        q: &str,
        target: &str,
        other: &str,
        fit: bool,
        scope: &[Var],
    ) -> Option<String> {
        let seed = target.bytes().fold(self.names as u64, |n, byte| n.wrapping_mul(31) + u64::from(byte));
        let before = std::mem::replace(&mut self.dice, super::dice::Dice::new(seed));
        let guard = match self.dice.below(9) {
            0..=2 => Some(format!("({})", self.truth(fit, 1, scope))),
            3 => Some(format!("({q} != {other} or {})", self.truth(fit, 0, scope))),
            4 => Some(format!("{q} == {target}")),
            5 => Some(format!("{q} in [{target}, {other}]")),
            _ => None,
        };
        self.dice = before;
        guard
    }

    /// A function that takes a position.
    fn adjacent(&mut self) -> String {
        let found =
            self.lets.iter().find(|l| l.params.first() == Some(&Ty::Position)).map(|l| l.name.clone());
        found.unwrap_or_else(|| {
            self.names += 1;
            let name = format!("beside{}", self.names);
            self.items.push(format!("let {name}(p: position, k: nat) = if k > 1 then p else p + *k"));
            let params = vec![Ty::Position, NAT];
            self.lets.push(Sig { name: name.clone(), params, result: Ty::Position });
            name
        })
    }

    /// A position to begin with.
    fn start(&mut self, game: &Game, size: i64) -> String {
        let mut args = vec![];
        for p in &game.params {
            args.push(match &p.ty {
                Ty::Function(..) => self.function(&p.ty, &[]),
                ty => ty.value(size, &mut self.dice),
            });
        }
        format!("{}({})", game.name, args.join(", "))
    }

    /// Positions to ask about.
    fn positions(&mut self) -> Vec<String> {
        let mut all = vec![];
        let games = self.games.clone();
        for game in games.iter().rev().take(3) {
            let n = if game.name == "Nim" { 0 } else { 2 };
            for i in 0..n {
                let size = if i == 0 { self.dice.between(2, 4) } else { self.dice.between(3, 7) };
                all.push(self.start(game, size));
            }
        }
        if let Some(last) = games.last() {
            let (a, b) = (self.start(last, 2), self.dice.pick(&all));
            all.push(match self.dice.below(4) {
                0 => format!("{a} + {b}"),
                1 => format!("{a} + *{}", self.dice.between(1, 4)),
                2 => format!("sum({a} for i in 1..{})", self.dice.between(2, 3)),
                _ => format!("{b} + {a} + nothing"),
            });
            if self.plain {
                let numbers = last.params.iter().filter(|p| p.ty == NAT).count();
                let size = [0, 120, 24, 9, 6][numbers.min(4)];
                if size > 0 {
                    all.push(self.largest(last, size));
                }
            }
        }
        all
    }

    /// Positions of games whose owners are forgotten, and of graphs.
    fn more_positions(&mut self, manner: Manner, all: &mut Vec<String>) {
        if !self.rare {
            return;
        }
        if manner.partizan
            && let Some(last) = self.games.last().cloned()
        {
            let p = self.start(&last, 3);
            all.push(format!("impartial {p}"));
            all.push(format!("impartial ({p} + *2) + {}", self.start(&last, 2)));
        }
        if let Some(arrows) = self.lets.iter().find(|l| l.name.starts_with("arrows")) {
            all.push(arrows.name.clone());
        }
    }

    /// A large position: every number as large as can be.
    fn largest(&mut self, game: &Game, size: i64) -> String {
        let mut args = vec![];
        for p in &game.params {
            args.push(match &p.ty {
                ty if *ty == NAT => (size - self.dice.between(0, 3)).to_string(),
                Ty::Function(..) => self.function(&p.ty, &[]),
                ty => ty.value(4, &mut self.dice),
            });
        }
        format!("{}({})", game.name, args.join(", "))
    }
}
