//! Random games of one pile, for questions about many of its sizes.

/// A generator of numbers: the same seed gives the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// Some of the numbers 1 to 4, written as a set.
    fn set(&mut self) -> String {
        let mask = 1 + self.below(15);
        let members: Vec<String> =
            (1..=4).filter(|i| mask >> (i - 1) & 1 == 1).map(|i| i.to_string()).collect();
        format!("{{{}}}", members.join(", "))
    }

    fn one_move(&mut self, game: &str, label: &str) -> String {
        let taken = self.set();
        let heap = ["*k", "*(k mod 2)", "*(n mod 2)", "*(k / 2)", "*1"][self.below(5) as usize];
        let guard =
            ["", " and n mod 2 == 0", " and n mod 3 != k mod 3", " and k != 2"][self.below(4) as usize];
        let (binders, target) = match self.below(6) {
            0 => (format!("k in {taken} where k <= n{guard}"), format!("{game}(n - k) + {heap}")),
            1 => (format!("k in {taken}, a in 0..n - k{}", where_of(guard)), two(game)),
            2 => (format!("k in 1..n{}", where_of(guard)), format!("{game}(n - k)")),
            3 => (format!("k in {taken}, a in 1..<n - k{}", where_of(guard)), two(game)),
            _ => (format!("k in {taken} where k <= n{guard}"), format!("{game}(n - k)")),
        };
        format!("\n  move {label}({binders}) to {target}")
    }
}

fn where_of(guard: &str) -> String {
    guard.strip_prefix(" and").map_or(String::new(), |g| format!(" where{g}"))
}

fn two(game: &str) -> String {
    format!("{game}(a) + {game}(n - k - a)")
}

/// Two games of one pile, `A` and `B`; every other time they are of one kind.
pub(super) fn program(seed: u64) -> String {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut game = |name: &str, moves: u64| {
        let all: String = (0..moves).map(|i| numbers.one_move(name, ["one", "two"][i as usize])).collect();
        format!("game {name}(n: nat){all}\n")
    };
    let a = game("A", 1 + seed % 2);
    let b = if seed.is_multiple_of(4) { a.replace("A(", "B(") } else { game("B", 1) };
    a + &b
}
