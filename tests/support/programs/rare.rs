//! What programs seldom have: texts in positions that letters leave, edges that are sets or triples, comprehensions given
//! to functions of one collection, boards by their sides, entries of entries, maps with keys of several parts; moves that
//! make a mistake in some position; pictures; graphs with cycles.

use super::Gen;
use super::exprs::{Var, var};
use super::games::Game;
use super::shrinks::Step;
use super::types::{INT, NAT, Ty, list, set};

impl Gen {
    /// Another expression of a type; none if there is nothing rare of it.
    pub(super) fn rare(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> Option<String> {
        match ty {
            Ty::Int(lo, hi) => {
                let any = self.rare_number(fit, depth, scope);
                Some(if fit { self.clamped(&any, *lo, *hi) } else { any })
            }
            Ty::Bool => Some(format!("({})", self.rare_truth(fit, depth, scope))),
            Ty::Text => Some(self.rare_text(fit, depth, scope)),
            Ty::Set(t) => self.rare_set(t, fit, depth, scope),
            Ty::List(t) => {
                let (binders, inner) = self.binders(fit, depth, scope);
                let item = self.expr(t, fit, depth, &inner);
                Some(format!("{}({item} for {binders})", self.dice.word(&["sort", "reverse"])))
            }
            Ty::Bag(t) => {
                let row = self.expr(&list(t), fit, depth, scope);
                let x = self.fresh();
                Some(format!("bag({x} for {x} in [{}] + {row})", t.value(2, &mut self.dice)))
            }
            _ => None,
        }
    }

    fn rare_number(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let n = |g: &mut Gen| g.expr(&INT, fit, depth, scope);
        match self.dice.below(7) {
            0 => {
                let (binders, inner) = self.binders(fit, depth, scope);
                let item = self.expr(&INT, fit, depth, &inner);
                let fold = self.dice.word(&["least", "largest"]);
                format!("(if any(true for {binders}) then {fold}({item} for {binders}) else 0)")
            }
            1 => {
                let (binders, inner) = self.binders(fit, depth, scope);
                format!("bmex({} for {binders})", self.expr(&INT, fit, depth, &inner))
            }
            2 => format!("{}({}, {}, {})", self.dice.word(&["min", "max"]), n(self), n(self), n(self)),
            3 => {
                let at = self.dice.word(&["[1][2]", "[1, 2]", "[2, 1]", "[2][1]"]);
                format!("[[{}, {}], [{}]]{at}", n(self), n(self), n(self))
            }
            4 => {
                let (text, letter) = (self.expr(&Ty::Text, fit, depth, scope), self.fresh());
                format!("count({letter} == \"a\" for {letter} in letters({text}))")
            }
            5 => {
                let (a, b, v) = (n(self), n(self), self.dice.between(0, 2));
                let edges = match self.dice.chance(50) {
                    true => format!("{{{{0, 1}}, {{1, {a}}}, {{{b}, 3}}}}"),
                    false => format!("{{(0, 1, 7), ({a}, 1, 7), ({a}, 1, 8), ({b}, 3, 7)}}"),
                };
                format!("size(connected({edges}, {v}))")
            }
            _ => {
                let keys = format!("map((1, {}) to 3, (2, 1) to {})", n(self), n(self));
                format!("(let m = {keys} in size(m) + sum(m[k] for k in m))")
            }
        }
    }

    fn rare_truth(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let n = |g: &mut Gen| g.expr(&INT, fit, depth, scope);
        match self.dice.below(6) {
            0 => format!("{} not in {}..", n(self), self.dice.between(-1, 2)),
            1 => format!("\"a\" in letters({})", self.expr(&Ty::Text, fit, depth, scope)),
            2 => format!("{{{}, {}}} == {{{}, 1}}", n(self), n(self), n(self)),
            3 => format!("({}, {}) != (1, {})", n(self), n(self), n(self)),
            4 => format!("1 < {} in {{2, 3}} != {{1}}", n(self)),
            _ => format!("{} in -1..<{}", n(self), self.dice.between(0, 4)),
        }
    }

    fn rare_text(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let text = self.expr(&Ty::Text, fit, depth, scope);
        let c = self.fresh();
        match self.dice.below(6) {
            0 => format!("join({c} for {c} in letters({text}) where {c} != \"a\")"),
            1 => format!("join(reverse(letters({text})), \"-\")"),
            2 => format!("join(sort(letters({text})))"),
            3 => format!("join({{{text}, \"b\"}})"),
            4 => {
                let of = self.dice.pick(&[Ty::Bool, Ty::Enum(0), list(&NAT), Ty::Tuple(vec![NAT, Ty::Bool])]);
                format!("({text} + ({}))", self.expr(&of, fit, depth, scope))
            }
            _ => format!("join(bag({text}, \"c\", \"c\"), \"|\")"),
        }
    }

    fn rare_set(&mut self, t: &Ty, fit: bool, depth: usize, scope: &[Var]) -> Option<String> {
        let side = |g: &mut Gen| g.dice.between(1, 3);
        Some(match t {
            Ty::Cell if self.dice.chance(50) => format!("board({}, {})", side(self), side(self)),
            Ty::Cell => {
                let (binders, inner) = self.binders(fit, depth, scope);
                let f = self.dice.word(&["turned", "mirrored", "shifted"]);
                let cell = self.expr(&Ty::Cell, fit, depth, &inner);
                format!("{f}({{(2, 2)}} union {{{cell} for {binders}}})")
            }
            Ty::Int(..) if !fit || *t == INT => {
                let end = self.expr(&INT, fit, depth, scope);
                format!("({}..<min({end}, 5))", self.dice.between(-1, 2))
            }
            Ty::Set(v) if v.is_int() => {
                let edges = self.expr(&set(t), fit, depth, scope);
                format!(
                    "connected({{{}}} union {edges}, {})",
                    t.value(3, &mut self.dice),
                    v.value(3, &mut self.dice)
                )
            }
            Ty::Text => format!("{{{0}, \"b\"}} without {0}", self.expr(&Ty::Text, fit, depth, scope)),
            _ => return None,
        })
    }

    /// A type that parameters seldom have.
    pub(super) fn rare_param(&mut self) -> Ty {
        let boxed = |t: Ty| Box::new(t);
        let pair = || Ty::Tuple(vec![NAT, NAT]);
        self.dice.pick(&[
            Ty::Text,
            Ty::Text,
            list(&Ty::Text),
            set(&Ty::Text),
            Ty::Bag(boxed(Ty::Text)),
            Ty::Map(boxed(Ty::Text), boxed(NAT)),
            Ty::Map(boxed(pair()), boxed(NAT)),
            Ty::Map(boxed(set(&NAT)), boxed(Ty::Bool)),
            Ty::Map(boxed(Ty::Enum(1)), boxed(Ty::Bag(boxed(NAT)))),
            set(&Ty::Tuple(vec![NAT, NAT, NAT])),
            set(&set(&NAT)),
            set(&set(&Ty::Cell)),
            list(&list(&NAT)),
            Ty::Tuple(vec![Ty::Cell, NAT]),
            Ty::Bag(boxed(Ty::Enum(2))),
            list(&Ty::Bool),
        ])
    }

    /// A text without one of its letters, or without all that are equal to one.
    pub(super) fn fewer_letters(&mut self, x: &str) -> Step {
        let (i, j) = (self.fresh(), self.fresh());
        let some = |becomes: String| Step::to(becomes).when(format!("size({x}) > 0"));
        match self.dice.below(5) {
            0 => some(format!("{x}[2..]")),
            1 => some(format!("{x}[1..size({x}) - 1]")),
            2 => Step::to(format!("join({j} for {j} in letters({x}) where {j} != {i})"))
                .binding(format!("{i} in letters({x})"), var(&i, &Ty::Text)),
            3 => Step::to(format!("{x}[1..{i} - 1] + {x}[{i} + 1..]"))
                .binding(format!("{i} in 1..size({x})"), var(&i, &NAT)),
            _ => Step::to(format!("join(letters({x})[{j}] for {j} in 1..size({x}) where {j} != {i})"))
                .binding(format!("{i} in indices(letters({x}))"), var(&i, &NAT)),
        }
    }

    /// A move that makes a mistake in some positions and leads to the same position in others.
    pub(super) fn slip(&mut self, game: &Game) -> Option<String> {
        let free: Vec<usize> = (0..game.params.len()).filter(|i| !game.fixed[*i]).collect();
        let at = self.dice.pick(&free);
        let x = game.params[at].name.clone();
        let n = self.dice.between(0, 2);
        let target = |with: &str| {
            let arg = |(i, p): (usize, &Var)| if i == at { with.to_string() } else { p.name.clone() };
            let args: Vec<String> = game.params.iter().enumerate().map(arg).collect();
            format!("{}({})", game.name, args.join(", "))
        };
        let same = target(&x);
        let (guard, to) = match &game.params[at].ty {
            Ty::Int(Some(lo), _) => match self.dice.below(5) {
                0 => (format!("{x} == {}", lo + n), target(&format!("{x} - {}", n + 1))),
                1 => (format!("6 / ({x} - {}) < 9", lo + n), same),
                2 => (format!("{x} < {}", lo + 2), format!("{same} + *({x} - {})", lo + 1)),
                3 => (format!("[1, 2, 1][{x}] == 1"), same),
                _ => (format!("({x} xor ({x} - {})) >= 0", lo + n), target(&format!("{x} - {x} mod 2"))),
            },
            Ty::Int(None, _) => (format!("7 mod {x} < 3"), same),
            Ty::Set(t) | Ty::Bag(t) | Ty::List(t) if t.is_int() => {
                let f = self.dice.word(&["least", "largest", "max", "min"]);
                (format!("{f}({x}) >= {n}"), target(&x))
            }
            Ty::List(_) => (format!("{x}[{}] == {x}[1]", n + 1), same),
            Ty::Map(k, _) => {
                let key = k.value(2, &mut self.dice);
                (format!("{x}[{key}] == {x}[{key}]"), same)
            }
            Ty::Text => (format!("{x}[{}] == \"a\"", n + 1), same),
            _ => return None,
        };
        Some(format!("move slip where {guard} to {to}"))
    }

    /// A graph with arrows either way.
    pub(super) fn arrows_either_way(&mut self, name: &str, vertices: &[String]) -> String {
        let mut text = format!("graph {name}");
        for (i, from) in vertices.iter().enumerate().take(3) {
            let others = vertices.iter().enumerate().filter(|(j, _)| *j != i);
            let to: Vec<String> = others.filter(|_| self.dice.chance(45)).map(|(_, v)| v.clone()).collect();
            let to = if to.is_empty() { "nothing".into() } else { to.join(", ") };
            text += &format!("\n  from {from} to {to}");
        }
        text
    }
}
