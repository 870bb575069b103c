//! Games of one move, or two, that end if one thing is so and go on for ever if it is not: that two numbers which look alike are
//! one, that a set does not change, that a condition never holds, that a measure has a value. Whoever proves them believes it.

use super::exprs::{Var, var};
use super::types::{INT, NAT, Ty, list, set};
use super::{Gen, Program};

/// What the games call.
const FUNCTIONS: &str = "\
let natural(x: nat) = x
let up(n: nat) = n + 1
let low(n: nat) = n / 2
let apply(f: (nat) -> nat, n: nat) = f(n)
let odd(n: nat) = n mod 2 == 1
let alone(n: nat) = {n}
";

/// The game `G` of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut gen_ = Gen::new(seed, true);
    let params = gen_.pointed_params();
    let moves = gen_.pointed_moves(&params);
    let types: Vec<String> =
        params.iter().map(|p| format!("{}: {}", p.name, p.ty.text(&mut gen_.dice))).collect();
    let text = format!("{FUNCTIONS}game G({})\n{moves}", types.join(", "));
    let positions = (0..8).map(|i| gen_.pointed_start(&params, i)).collect();
    Program { text, positions, tame: false }
}

impl Gen {
    fn pointed_params(&mut self) -> Vec<Var> {
        let f = || Ty::Function(vec![NAT], Box::new(NAT));
        let n = if self.dice.chance(50) { INT } else { NAT };
        let mut params = vec![var("n", &n), var("m", &INT)];
        params.extend(match self.dice.below(8) {
            0 => vec![var("s", &set(&NAT))],
            1 => vec![var("b", &Ty::Bag(Box::new(NAT)))],
            2 => vec![var("l", &list(&NAT))],
            3 => vec![var("t", &Ty::Map(Box::new(INT), Box::new(NAT)))],
            4 => vec![var("t", &Ty::Map(Box::new(NAT), Box::new(Ty::Bool)))],
            5 => vec![var("s", &set(&Ty::Cell)), var("p", &Ty::Cell)],
            6 => vec![var("w", &list(&set(&NAT)))],
            _ => vec![var("f", &f()), var("h", &f())],
        });
        params
    }

    fn pointed_start(&mut self, params: &[Var], i: i64) -> String {
        let arg = |p: &Var| match &p.ty {
            Ty::Function(..) => self.dice.word(&["up", "low", "natural"]),
            ty => ty.value(1 + i / 2, &mut self.dice),
        };
        format!("G({})", params.iter().map(arg).collect::<Vec<_>>().join(", "))
    }

    /// A position with some arguments in place of the parameters.
    fn pointed_target(&self, params: &[Var], changed: &[(&str, String)]) -> String {
        let arg = |p: &Var| {
            let new = changed.iter().find(|c| c.0 == p.name).map(|c| c.1.clone());
            new.unwrap_or_else(|| p.name.clone())
        };
        format!("G({})", params.iter().map(arg).collect::<Vec<_>>().join(", "))
    }

    fn pointed_moves(&mut self, params: &[Var]) -> String {
        match self.dice.below(10) {
            0..=2 => self.down_by_what_looks_alike(params),
            3..=4 => self.stays_where_nothing_can(params),
            5..=6 => self.believed_measure(params),
            _ => self.fills_or_changes(params),
        }
    }

    /// `n - 1 + a - b`, where a and b look alike.
    fn down_by_what_looks_alike(&mut self, params: &[Var]) -> String {
        let (a, b) = self.twins(params);
        let next = match self.dice.below(3) {
            0 => format!("n - 1 + {a} - {b}"),
            1 => format!("n - (1 + {b} - {a})"),
            _ => format!("n + {a} - 1 - {b}"),
        };
        format!("  move down where n > 0 to {}\n", self.pointed_target(params, &[("n", next)]))
    }

    /// A move that changes nothing, under a condition that looks as if it could not hold.
    fn stays_where_nothing_can(&mut self, params: &[Var]) -> String {
        let (a, b) = self.twins(params);
        let sign = self.dice.word(&["<", ">", "!="]);
        let condition = match self.dice.below(5) {
            0..=2 => format!("{a} {sign} {b}"),
            3 => self.fold_of_one_of_two(),
            _ => format!("not ({a} == {b})"),
        };
        let down = self.pointed_target(params, &[("n", "n - 1".into())]);
        let same = self.pointed_target(params, &[]);
        format!("  move down where n > 0 to {down}\n  move stay where {condition} to {same}\n")
    }

    fn fold_of_one_of_two(&mut self) -> String {
        let (a, b, c) = (self.dice.between(0, 6), self.dice.between(0, 6), self.dice.between(0, 4));
        let one = match self.dice.below(4) {
            0 => format!("{{y + 0 for y in (if n > {c} then {{{a}}} else {{{b}}})}}"),
            1 => format!("[if n > {c} then {a} else {b} for y in 1..1]"),
            2 => format!("(if n > {c} then [{a}] else [{b}])"),
            _ => format!("{{y for y in {{{a}, {b}}} where y != m}}"),
        };
        let (fold, sign) = (self.dice.word(&["all", "any", "none"]), self.dice.word(&["<", ">", "=="]));
        format!("{fold}(x {sign} {} for x in {one})", self.dice.between(0, 6))
    }

    /// Two numbers that look alike; now and then they are one.
    fn twins(&mut self, params: &[Var]) -> (String, String) {
        let c = params.get(2).map_or("", |p| p.name.as_str());
        let all: Vec<(String, String)> = match c {
            "s" if params.len() == 3 => vec![
                ("size({x mod 2 for x in s})".into(), "size(s)".into()),
                ("size({x + n for x in s})".into(), "size(s)".into()),
                ("sum(x for x in s)".into(), "size(s)".into()),
                ("size(s with abs(m))".into(), "size(s)".into()),
                ("count(x in s for x in s)".into(), "size(s)".into()),
            ],
            "b" => vec![
                ("size(b)".into(), "size({x for x in b})".into()),
                ("size(b)".into(), "size({x + 0 for x in b})".into()),
                ("size(b without abs(m))".into(), "size(b)".into()),
                ("size(b)".into(), "size(bag(x for x in b))".into()),
                ("sum(b)".into(), "sum({x for x in b})".into()),
            ],
            "l" => vec![
                ("size(l)".into(), "size({x for x in l})".into()),
                ("(l + [0])[1]".into(), "(l + [0, 0])[2]".into()),
                ("size(l)".into(), "size([x for x in l])".into()),
                ("sum(l)".into(), "sum({x for x in l})".into()),
                ("size(l)".into(), "size({x mod 3 for x in l})".into()),
                ("sum(x for x in l)".into(), "size(l)".into()),
            ],
            "t" => vec![
                ("size(put(t, abs(m), t[least(indices(t))]))".into(), "size(t)".into()),
                ("size(indices(put(t, abs(n), t[largest(indices(t))])))".into(), "size(indices(t))".into()),
                ("size(t)".into(), "sum(x for x in t)".into()),
                ("size(t)".into(), "size({x for x in t})".into()),
                ("largest(indices(t))".into(), "size(t)".into()),
            ],
            "w" => vec![
                ("size(w)".into(), "size({size(x) for x in w})".into()),
                ("size(w)".into(), "size({x for x in w})".into()),
                ("sum(size(x) for x in w)".into(), "size(w)".into()),
            ],
            "f" => vec![
                ("apply(f, abs(n))".into(), "apply(h, abs(n))".into()),
                ("f(abs(m))".into(), "h(abs(m))".into()),
                ("f(abs(m))".into(), "f(abs(n))".into()),
                ("f(abs(n))".into(), "apply(f, abs(n))".into()),
                ("f(h(abs(n)))".into(), "h(f(abs(n)))".into()),
            ],
            _ => vec![
                ("size(touching(p) common s)".into(), "size(s)".into()),
                ("p.row".into(), "p.col".into()),
                ("size({q.row for q in s})".into(), "size(s)".into()),
                ("size(ray(p, (0, 1), s))".into(), "size(ray(p, (0, 2), s))".into()),
            ],
        };
        let (a, b) = self.dice.pick(&all);
        if self.dice.chance(20) { (b, a) } else { (a, b) }
    }

    /// A measure that nobody evaluates in play.
    fn believed_measure(&mut self, params: &[Var]) -> String {
        let c = params.get(2).map_or("", |p| p.name.as_str());
        let mut all = vec![
            "2^n",
            "n / m",
            "n mod m",
            "n xor m",
            "natural(n)",
            "low(n)",
            "n + 0 / m",
            "(natural(n), m)",
            "[n, m][n]",
            "(2^m, n)",
            "nimtimes(n, 2)",
            "if natural(n) >= 0 then n else m",
        ];
        all.extend(match c {
            "l" => vec!["l[1] + n", "l[n]", "max(x for x in l) + n", "least(l) + n"],
            "t" => vec!["size(t) + natural(n)", "largest(indices(t)) + n"],
            "b" => vec!["n + sum(natural(x - 1) for x in b)", "least(b) + n"],
            "s" if params.len() == 3 => vec!["n + sum(natural(x - 1) for x in s)", "largest(s) + n"],
            "f" => vec!["f(n)", "apply(f, n)", "n + f(m)"],
            _ => vec![],
        });
        let measure = self.dice.word(&all);
        let guard = self.dice.word(&["", " where n != 3", " where n > m", " where n >= 0", " where m != 0"]);
        let step = self.dice.word(&["n - 1", "n - 1", "n / 2", "-n"]);
        let down = self.pointed_target(params, &[("n", step)]);
        format!("  move down{guard} to {down}\n  decreases {measure}\n")
    }

    /// Collections that are filled from what seems to be a fixed stock, or of which something seems to get less.
    fn fills_or_changes(&mut self, params: &[Var]) -> String {
        let c = params.get(2).map_or("", |p| p.name.as_str());
        match c {
            "s" if params.len() == 3 => self.fills_a_set(params),
            "s" => self.fills_a_board(params),
            "t" => self.changes_a_map(params),
            "b" => self.changes_a_bag(params),
            _ => self.down_by_what_looks_alike(params),
        }
    }

    fn fills_a_set(&mut self, params: &[Var]) -> String {
        let stock = self.dice.word(&[
            "{abs(n)}",
            "{abs(n), abs(n) + 1}",
            "0..abs(n)",
            "{x + abs(n) for x in {0, 1}}",
            "{size(s)}",
            "{1, 2, 3}",
            "0..5",
            "{max(x for x in s with 0) + 1}",
            "alone(abs(n))",
            "{abs(m), 2}",
        ]);
        let guard = self.dice.word(&["where x not in s", "where x not in s", "where not (x in s)"]);
        let next = self.dice.word(&["s with x", "s union {x}", "s with x"]);
        let other = self.dice.word(&["abs(n) + 1", "n", "m"]);
        let (n, m) = if self.dice.chance(60) { (other, "m") } else { ("n".into(), "m + 1") };
        let to = self.pointed_target(params, &[("s", next), ("n", n), ("m", m.into())]);
        format!("  move add(x in {stock} {guard}) to {to}\n")
    }

    fn fills_a_board(&mut self, params: &[Var]) -> String {
        let stock =
            self.dice.word(&["{p}", "touching(p)", "{p, (p.row, p.col + 1)}", "board(2, 2)", "{(1, m)}"]);
        let on = self.dice.word(&["(p.row, p.col + 1)", "p", "x", "(p.row + 1, p.col)"]);
        let to = self.pointed_target(params, &[("s", "s with x".into()), ("p", on)]);
        format!("  move add(x in {stock} where x not in s) to {to}\n")
    }

    fn changes_a_map(&mut self, params: &[Var]) -> String {
        let truth = params[2].ty == Ty::Map(Box::new(NAT), Box::new(Ty::Bool));
        let sign = self.dice.word(&["k > size(t)", "k > n", "k < 0", "sum(x for x in t) < k", "size(t) < k"]);
        let value = match (truth, self.dice.below(3)) {
            (true, 0) => "not t[k]",
            (true, _) => "t[k]",
            (false, 0) => "max(0, t[k] - 1)",
            (false, 1) => "t[k]",
            (false, _) => "k * k",
        };
        let key = self.dice.word(&["k", "k", "abs(k)"]);
        let to = self.pointed_target(params, &[("t", format!("put(t, {key}, {value})"))]);
        let guard = if self.dice.chance(70) { format!(" where {sign}") } else { String::new() };
        format!("  move change(k in t{guard}) to {to}\n")
    }

    fn changes_a_bag(&mut self, params: &[Var]) -> String {
        if self.dice.chance(50) {
            return self.keeps_a_bag(params);
        }
        let choice =
            self.dice.word(&["x in b, y in b where x != y", "x in b, y in b", "x in b, y in b without x"]);
        let next = self.dice.word(&[
            "b without x without y with x",
            "b without x with y",
            "b without x with size(b)",
            "b without x with x",
            "b without y without x with y + 1 with max(0, x - 1)",
        ]);
        let guard = self.dice.word(&["", " and y not in b without x", " and y in b without x"]);
        let guard = if choice.contains("where") { guard } else { guard.replacen(" and", " where", 1) };
        let to = self.pointed_target(params, &[("b", next)]);
        format!("  move change({choice}{guard}) to {to}\n")
    }

    /// Two elements that are chosen one after the other may be alike in a bag, and never in a set.
    fn keeps_a_bag(&mut self, params: &[Var]) -> String {
        let of = self.dice.word(&["b", "{x for x in b}", "b", "bag(x for x in b)"]);
        let sign = self.dice.word(&["==", "==", "!=", "<"]);
        let down = self.pointed_target(params, &[("n", "n - 1".into())]);
        let same = self.pointed_target(params, &[]);
        let rest = self.dice.word(&["without x", "without x", "minus bag(x)", "minus {x}"]);
        let rest =
            if of.starts_with('{') { rest.replace("bag(x)", "{x}") } else { rest.replace("{x}", "bag(x)") };
        format!(
            "  move down where n > 0 to {down}\n  move stay(x in {of}, y in {of} {rest} where x {sign} y) to {same}\n"
        )
    }
}
