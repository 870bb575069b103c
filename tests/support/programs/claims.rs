//! Games with claims that hold or do not: boards whose moves look near or far, and positions of numbers, lists and bags with a
//! move that only some large position has.

use super::{Gen, Program};

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut gen_ = Gen::new(seed, true);
    match gen_.dice.below(6) {
        0..=2 => gen_.board_with_claims(),
        3 => gen_.number_with_claims(),
        4 => gen_.parts_with_claims(),
        _ => gen_.rows_with_claims(),
    }
}

impl Gen {
    fn board_with_claims(mut self) -> Program {
        let mut text = String::from("let one = (0, 1)\nlet two = (1, 0)\n");
        text += "let far(p: cell) = {(p.row, p.col + 2)}\n";
        text += &format!("let some = [(1, 0), {}]\ngame G(f: set of cell)\n", self.a_step());
        for _ in 0..self.dice.pick(&[1, 1, 2]) {
            text += &self.board_move();
        }
        text += match self.dice.below(6) {
            0..=2 => "  splits into G(part) for part in islands(f)\n",
            3 => "  same as G(turned(f))\n",
            4 => "  same as G(mirrored(f))\n",
            _ => "  same as G(shifted(f))\n",
        };
        let positions = (0..4).map(|i| format!("G({})", self.a_board(3 + 2 * i))).collect();
        Program { text, positions, tame: false }
    }

    fn a_step(&mut self) -> String {
        self.dice.word(&[
            "(0, 1)",
            "(-1, 0)",
            "(1, 1)",
            "(0, 2)",
            "(1, 2)",
            "(-1, 1)",
            "(0, 1 + 1)",
            "(2, 0)",
        ])
    }

    fn board_move(&mut self) -> String {
        let step = match self.dice.below(6) {
            0 => "one".to_string(),
            1 => "two".to_string(),
            _ => self.a_step(),
        };
        let (binders, to) = match self.dice.below(11) {
            0 => ("p in f, q in touching(p) where q in f".into(), "f without p without q"),
            1 => (format!("p in f, q in ray(p, {step}, f)"), "f without p without q"),
            2 => (format!("p in f, d = {step}, q in ray(p, d, f)"), "f without p without q"),
            3 => ("p in f, d in some, q in ray(p, d, f)".into(), "f without p without q"),
            4 => (format!("p in f where size(ray(p, {step}, f)) > 0"), "f without p"),
            5 => (format!("p in f where any(q in f for q in ray(p, {step}, f))"), "f without p"),
            6 => ("p in f, q in far(p) where q in f".into(), "f without p without q"),
            7 => ("p in f".into(), "f minus touching(p) without p"),
            8 => ("p in f where p == least(f)".into(), "f without p"),
            9 => (format!("p in f, r = ray(p, {step}, f)"), "f minus r without p"),
            _ => ("p in f where (p.row + 1, p.col + 1) not in f".into(), "f without p"),
        };
        format!("  move take({binders}) to G({to})\n")
    }

    /// A small board with so many free cells at most, often in several pieces.
    fn a_board(&mut self, most: usize) -> String {
        let (rows, cols) = (self.dice.between(1, 3), self.dice.between(2, 4));
        let mut free = 0;
        let mut row = |g: &mut Gen| -> String {
            (0..cols)
                .map(|_| {
                    let is_free = free < most.min(8) && g.dice.chance(65);
                    free += usize::from(is_free);
                    if is_free { '.' } else { 'x' }
                })
                .collect()
        };
        let rows: Vec<String> = (0..rows).map(|_| row(self)).collect();
        format!("board(\"{}\")", rows.join("|"))
    }

    fn number_with_claims(mut self) -> Program {
        let most = self.dice.between(2, 6);
        let at = self.dice.between(most + 1, 300);
        let period = most + 1 + i64::from(self.dice.chance(15));
        let to = self.dice.word(&["*9", "G(0)", "G(n / 2) + *5", "nothing"]);
        let other = match self.dice.chance(70) {
            true => format!("  move far where n == {at} to {to}\n"),
            false => String::new(),
        };
        let text = format!(
            "game G(n: nat)\n  move take(k in 1..min(n, {most})) to G(n - k)\n{other}  same as G(n mod {period})\n"
        );
        let positions = [at - 1, at, at + 1, at + period].iter().map(|n| format!("G({n})")).collect();
        Program { text, positions, tame: false }
    }

    fn parts_with_claims(mut self) -> Program {
        let bag = self.dice.chance(50);
        let some: Vec<i64> = (0..self.dice.between(2, 3)).map(|_| self.dice.between(1, 4)).collect();
        let (size, sum) = (some.len(), some.iter().sum::<i64>());
        let (name, of, less, splits) = match bag {
            true => {
                ("b", "bag of nat", "move less(x in b, k in 1..x) to G(b without x with x - k)", "bag(x)")
            }
            false => (
                "b",
                "list of nat",
                "move less(i in indices(b), k in 1..b[i]) to G(put(b, i, b[i] - k))",
                "[x]",
            ),
        };
        let other = self.dice.word(&["*9", "nothing", "*3"]);
        let text = format!(
            "game G({name}: {of})\n  {less}\n  move odd where size(b) == {size} and sum(b) == {sum} to {other}\n  \
             splits into sum(G({splits}) for x in b)\n"
        );
        let write = |all: &[i64]| {
            let all: Vec<String> = all.iter().map(i64::to_string).collect();
            let all = all.join(", ");
            if bag { format!("G(bag({all}))") } else { format!("G([{all}])") }
        };
        let more: Vec<i64> = some.iter().map(|n| n + 1).collect();
        Program { text, positions: vec![write(&some[1..]), write(&some), write(&more)], tame: false }
    }

    fn rows_with_claims(mut self) -> Program {
        let (a, b) = (self.dice.between(2, 14), self.dice.between(2, 14));
        let k = self.dice.between(1, a.min(b));
        let also = match self.dice.below(3) {
            0 => format!(" where not (a == {a} and b == {b} and k == {k})"),
            1 => String::new(),
            _ => format!(" where a != {a} or k < {k}"),
        };
        let claim = self.dice.word(&["same as G(b, a)", "splits into G(x, 0) for x in bag(a, b)"]);
        let text = format!(
            "game G(a: nat, b: nat)\n  move one(k in 1..a{also}) to G(a - k, b)\n  \
             move two(k in 1..b) to G(a, b - k)\n  {claim}\n"
        );
        let positions = vec![format!("G({a}, {b})"), format!("G({b}, {a})"), format!("G({}, {b})", a + 1)];
        Program { text, positions, tame: false }
    }
}
