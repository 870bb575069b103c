//! Small games of which it is easy to believe too much: that a condition can never hold, that a set does not change, that
//! two numbers that look alike are one. Most of them go on for ever; whether some game is proved to end is the question.

use super::exprs::{Var, var};
use super::types::{INT, NAT, Ty, list, set};
use super::{Gen, Program, Sig};

/// What the definitions below are called, with what they take and give.
const FUNCTIONS: &str = "\
let natural(x: nat) = x
let up(n: nat) = n + 1
let low(n: nat) = n / 2
let apply(f: (nat) -> nat, n: nat) = f(n)
";

/// The game `G` of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut gen_ = Gen::new(seed, true);
    for name in ["natural", "up", "low"] {
        gen_.lets.push(Sig { name: name.into(), params: vec![NAT], result: NAT });
    }
    gen_.endless()
}

impl Gen {
    fn endless(mut self) -> Program {
        let params = self.endless_params();
        let mut text = String::new();
        for _ in 0..self.dice.pick(&[1, 1, 1, 2]) {
            text += &self.endless_move(&params);
        }
        if self.dice.chance(50) {
            text += &format!("  decreases {}\n", self.believed(&params));
        }
        let all: Vec<String> =
            params.iter().map(|p| format!("{}: {}", p.name, p.ty.text(&mut self.dice))).collect();
        let own = self.items.join("\n");
        let text = format!("{FUNCTIONS}{own}\ngame G({})\n{text}", all.join(", "));
        let positions = (0..6).map(|i| self.endless_start(&params, 2 + i)).collect();
        Program { text, positions, tame: false }
    }

    fn endless_params(&mut self) -> Vec<Var> {
        let number = |g: &mut Gen| if g.dice.chance(70) { NAT } else { INT };
        let mut params = vec![var("n", &number(self))];
        for _ in 0..self.dice.pick(&[0, 1, 1, 2]) {
            let more = match self.dice.below(9) {
                0 => vec![var("m", &number(self))],
                1..=2 => vec![var("s", &set(&number(self)))],
                3 => vec![var("b", &Ty::Bag(Box::new(NAT)))],
                4 => vec![var("l", &list(&NAT))],
                8 => vec![var("w", &Ty::Text)],
                5 => vec![var("t", &Ty::Map(Box::new(NAT), Box::new(Ty::Bool)))],
                6 => vec![var("t", &Ty::Map(Box::new(NAT), Box::new(NAT)))],
                _ => {
                    let f = Ty::Function(vec![NAT], Box::new(NAT));
                    vec![var("f", &f), var("h", &f)]
                }
            };
            params.extend(
                more.into_iter().filter(|p| params.iter().all(|q| q.name != p.name)).collect::<Vec<_>>(),
            );
        }
        params
    }

    fn endless_start(&mut self, params: &[Var], size: i64) -> String {
        let arg = |p: &Var| match &p.ty {
            Ty::Function(..) => self.dice.word(&["up", "low", "natural"]),
            ty => ty.value(size, &mut self.dice),
        };
        format!("G({})", params.iter().map(arg).collect::<Vec<_>>().join(", "))
    }

    fn endless_move(&mut self, params: &[Var]) -> String {
        let mut scope = params.to_vec();
        let mut binders = vec![];
        for _ in 0..self.dice.below(3) {
            let name = self.fresh();
            let source = self.endless_source(&scope);
            scope.push(var(&name, &INT));
            let guard = if self.dice.chance(35) { self.doubtful(&scope) } else { String::new() };
            let guard = if guard.is_empty() { guard } else { format!(" where {guard}") };
            binders.push(format!("{name} {source}{guard}"));
        }
        let binders = if binders.is_empty() { String::new() } else { format!("({})", binders.join(", ")) };
        let guard =
            if self.dice.chance(55) { format!(" where {}", self.doubtful(&scope)) } else { String::new() };
        let stays = self.dice.chance(35);
        let mut args = vec![];
        for p in params {
            let keep = stays || self.dice.chance(30) || matches!(p.ty, Ty::Function(..));
            args.push(if keep { p.name.clone() } else { self.changed(p, &scope) });
        }
        let label = self.dice.word(&["go", "step", "slide"]);
        format!("  move {label}{binders}{guard} to G({})\n", args.join(", "))
    }

    /// What a choice goes through, or is.
    fn endless_source(&mut self, scope: &[Var]) -> String {
        let n = self.some_number(scope);
        match self.dice.below(8) {
            0..=2 => match self.collection_in(scope) {
                Some(c) => format!("in {}", c.name),
                None => format!("in 1..min({n}, 6)"),
            },
            3 => format!("in 1..min({n}, 6)"),
            4 => format!("in {{{n}}}"),
            5 => format!("in {}", self.one_of_two_sets(scope)),
            6 => format!("= {}", self.alike(scope).0),
            _ => format!("= {}", self.expr(&INT, false, 1, scope)),
        }
    }

    fn some_number(&mut self, scope: &[Var]) -> String {
        let all: Vec<String> = scope.iter().filter(|v| v.ty.is_int()).map(|v| v.name.clone()).collect();
        self.dice.pick(&all)
    }

    /// A set of which it is not known which of two it is made of.
    fn one_of_two_sets(&mut self, scope: &[Var]) -> String {
        let (n, x) = (self.some_number(scope), self.fresh());
        let (a, b, c) = (self.dice.between(0, 6), self.dice.between(0, 6), self.dice.between(0, 4));
        format!("{{{x} + 0 for {x} in (if {n} > {c} then {{{a}}} else {{{b}}})}}")
    }

    /// A condition that may look as if it could not hold.
    fn doubtful(&mut self, scope: &[Var]) -> String {
        let n = self.some_number(scope);
        let sign = self.dice.word(&["<", "<=", ">", ">=", "==", "!="]);
        let x = self.fresh();
        match self.dice.below(10) {
            0..=1 => {
                let (a, b) = self.alike(scope);
                format!("{a} {sign} {b}")
            }
            2 => format!("{n} {sign} {}", self.alike(scope).0),
            3 => {
                let (fold, of) = (self.dice.word(&["all", "any", "none"]), self.one_of_two_sets(scope));
                let not = self.dice.word(&["not ", ""]);
                format!("{not}{fold}({x} {sign} {} for {x} in {of})", self.dice.between(0, 6))
            }
            4..=5 => match self.collection_in(scope) {
                Some(c) => format!("{n} {} {}", self.dice.word(&["in", "not in"]), c.name),
                None => format!("{n} {sign} {}", self.dice.between(0, 3)),
            },
            6..=7 => format!("{n} {sign} {}", self.dice.between(-1, 3)),
            8 => format!("{n} {sign} {}", self.some_number(scope)),
            _ => self.truth(false, 1, scope),
        }
    }

    /// Two numbers that look alike.
    fn alike(&mut self, scope: &[Var]) -> (String, String) {
        let n = self.some_number(scope);
        let has = |name: &str| scope.iter().any(|v| v.name == name);
        let x = self.fresh();
        let both = |a: String, b: String| (a, b);
        let collection = self.collection_in(scope);
        match (self.dice.below(7), collection) {
            (0..=1, _) if has("f") => match self.dice.chance(50) {
                true => both(format!("apply(f, abs({n}))"), format!("apply(h, abs({n}))")),
                false => both(format!("f(abs({n}))"), format!("h(abs({n}))")),
            },
            (2, _) if has("l") => both("l[1]".into(), "l[2]".into()),
            (3..=4, _) if has("w") => both("size(w)".into(), "size(letters(w))".into()),
            (3, Some(c)) => both(format!("size({{{x} for {x} in {}}})", c.name), format!("size({})", c.name)),
            (4, Some(c)) => both(format!("sum({x} for {x} in {})", c.name), format!("size({})", c.name)),
            (5, Some(c)) => both(
                format!("count({x} {} {n} for {x} in {})", self.dice.word(&["<", ">="]), c.name),
                format!("size({})", c.name),
            ),
            (0, _) => both(format!("2^({n})"), "1".into()),
            (1, _) => both(format!("({n} / {})", self.some_number(scope)), n),
            (2, _) => both(format!("natural({n})"), n),
            (_, Some(c)) => both(format!("max({x} for {x} in {})", c.name), n),
            _ => both(format!("({n} xor {})", self.some_number(scope)), n),
        }
    }

    /// What becomes of a parameter.
    fn changed(&mut self, p: &Var, scope: &[Var]) -> String {
        let (name, n, x) = (&p.name, self.some_number(scope), self.fresh());
        match (&p.ty, self.dice.below(7)) {
            (Ty::Int(..), 0..=1) => format!("{name} - {}", self.dice.word(&["1", "1", "2", &n])),
            (Ty::Int(..), 2) => format!("{name} + 1"),
            (Ty::Int(..), 3..=4) => {
                let (a, b) = self.alike(scope);
                format!("{name} - 1 + {a} - {b}")
            }
            (Ty::Int(..), _) => self.expr(&INT, false, 1, scope),
            (Ty::Set(_), 0..=2) => format!("{name} with {n}"),
            (Ty::Set(_) | Ty::Bag(_), 3) => format!("{name} without {n}"),
            (Ty::Set(_), 4) => format!("{name} flip {{{n}}}"),
            (Ty::Set(_), 5) => format!("{{{x} for {x} in {name} where {x} != {n}}}"),
            (Ty::Set(_), _) => format!("{{{x} + 1 for {x} in {name}}}"),
            (Ty::Bag(_), 0..=2) => format!("{name} without {n} with {}", self.some_number(scope)),
            (Ty::Bag(_), _) => format!("bag({x} for {x} in {name} where {x} != {n})"),
            (Ty::List(_), 0..=1) => format!("put({name}, 1, {n})"),
            (Ty::List(_), 2..=3) => format!("{name}[2..] + [{n}]"),
            (Ty::List(_), 4) => format!("{name}[2..]"),
            (Ty::List(_), _) => format!("[{x} for {x} in {name} where {x} != {n}]"),
            (Ty::Text, 0..=1) => format!("{name} + {}", self.dice.word(&["\"a\"", "\"ab\"", "\"\""])),
            (Ty::Text, 2) => format!("\"b\" + {name}"),
            (Ty::Text, 3..=4) => format!("{name}[2..]"),
            (Ty::Text, _) => format!("{name}[2..] + {}", self.dice.word(&["\"a\"", "\"bc\"", "\"\""])),
            (Ty::Map(_, v), 0..=4) => format!("put({name}, {n}, {})", self.expr(v, false, 0, scope)),
            _ => name.clone(),
        }
    }

    /// What somebody may say that gets smaller.
    fn believed(&mut self, scope: &[Var]) -> String {
        let n = self.some_number(scope);
        let (a, b) = self.alike(scope);
        match self.dice.below(6) {
            0 => n,
            1..=2 => a,
            3 => format!("{n} + {a} - {b}"),
            4 => format!("({a}, {n})"),
            _ => self.expr(&INT, false, 1, scope),
        }
    }
}
