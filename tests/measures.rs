//! The measures that prove play to end, worked out on thousands of concrete moves: from random positions of the declared
//! types, edges and large values included, and from the plays that follow. The numbers are worked out here from what
//! they are said to be, and beside that as the program does it.
//!
//! `cargo test --test house measures -- --ignored` makes 10,000 moves in every game.

use crate::measured;
use crate::random::{share, some, thorough};
use crate::support;
use crate::wide;

use fairgame::answer::GameVerdict;
use fairgame::check::ir::GameId;
use fairgame::check::termination::{Feature, KnownRules, Measure, Number, Proof, Statistic, prove};
use fairgame::engine::Budget;
use fairgame::rules::machine::Machine;
use fairgame::session::{Session, Which};
use fairgame::value::GamePosition;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use wide::{Random, follow, known, options, position};

/// What came of all moves of all games.
#[derive(Default)]
struct Tally {
    games: usize,
    moves: usize,
    /// Games whose moves all lead to other games for good: there is nothing to measure.
    leads_on: usize,
    /// Games of which too few moves were found to count, with how many.
    few: Vec<String>,
    /// Games with a number that cannot be worked out here.
    unmeasured: BTreeSet<String>,
    /// Numbers by what they are of, to see that all kinds are met.
    kinds: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

/// A game that is proved to end.
struct Proved<'a> {
    machine: &'a Machine,
    id: GameId,
    proof: Proof,
    rules: KnownRules,
    name: String,
}

#[test]
fn measures_fall_with_every_move() {
    let tally = all(5);
    judge(&tally, 5);
}

#[test]
#[ignore = "takes long"]
fn measures_fall_with_thousands_of_moves() {
    let wanted = share(10_000) as usize;
    judge(&all(wanted), wanted);
}

fn judge(tally: &Tally, wanted: usize) {
    let mut text = format!(
        "{} games, {} moves, {wanted} wanted in each; {} lead on\nkinds: {:?}\n",
        tally.games, tally.moves, tally.leads_on, tally.kinds
    );
    let _ = writeln!(text, "few moves: {:#?}\nnot worked out: {:#?}", tally.few, tally.unmeasured);
    println!("{text}");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    if !thorough() {
        return;
    }
    assert!(tally.games >= 250, "{text}");
    assert!(tally.few.len() * 12 <= tally.games, "{text}");
    let not: Vec<&str> = tally.unmeasured.iter().map(String::as_str).collect();
    assert_eq!(not, NOT_WORKED_OUT, "{text}");
}

/// Measures with a set that stands in the rules and has no name: all there are.
const NOT_WORKED_OUT: &[&str] = &["students.txt 26 Crosses", "students.txt 27 Crosses2"];

/// For rules that are functions.
const FUNCTIONS: &str = "\
let some_digits(k: nat) = (k + 3) mod 8
let some_numbers(n: nat) = { k for k in 0..n where (k + n) mod 3 != 1 }
let some_splits(n: nat, a: nat) = (a + n) mod 3 != 0
let some_place(n: nat) = n mod 2 == 0
";

fn all(wanted: usize) -> Tally {
    let mut tally = Tally::default();
    for file in ["proved.txt", "not.txt", "unproved.txt", "students.txt"] {
        let path = format!("{}/tests/termination/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        for (i, section) in some(text.split("----\n").enumerate()) {
            let mut session = Session::new(Budget { time: None, ..Budget::default() });
            let loaded = session.load_text("test", &format!("{section}\n{FUNCTIONS}"));
            let asked =
                section.lines().filter_map(|l| l.strip_prefix("# prove ")).flat_map(|l| l.split(", "));
            let names: BTreeSet<String> = asked.map(str::to_string).chain(loaded.defined.clone()).collect();
            let machine = Machine::new(Arc::new(session.program().clone()));
            let rules = known(&machine.program, section.lines().filter_map(|l| l.strip_prefix("# with ")));
            for name in names {
                let label = format!("{file} {} {name}", i + 1);
                examine(&machine, &name, &rules, label, wanted, &mut tally);
            }
        }
    }
    for path in some(examples_and_corpus()) {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_path(&path);
        if !loaded.is_fine() {
            continue;
        }
        let verdicts = session.verdicts(&loaded, Which::Own);
        let machine = Machine::new(Arc::new(session.program().clone()));
        for v in verdicts.iter().filter(|v| v.verdict == GameVerdict::Proved) {
            let rules = v.rules.first().map(String::as_str).unwrap_or_default();
            let rules = known(&machine.program, rules.split(", and ").flat_map(|r| r.lines()));
            let file = path.rsplit('/').next().unwrap_or_default();
            examine(&machine, &v.game, &rules, format!("{file} {}", v.game), wanted, &mut tally);
        }
    }
    tally
}

fn examples_and_corpus() -> Vec<String> {
    let folders =
        ["boards", "chomp", "coins", "foundations", "hackenbush", "heaps", "loopy", "octal", "splitting"];
    let examples = folders.iter().chain(&["strips"]).map(|f| format!("examples/{f}"));
    examples.chain(["tests/corpus".into()]).flat_map(|f| support::game_files(&f)).collect()
}

fn examine(
    machine: &Machine,
    name: &str,
    rules: &KnownRules,
    label: String,
    wanted: usize,
    tally: &mut Tally,
) {
    let Some(id) = machine.program.game_named(name) else { return };
    if machine.program.game(id).graph.is_some() {
        return;
    }
    let none = KnownRules::default();
    let general = prove(&machine.program, id, &none);
    let (proof, rules) = match general {
        Ok(proof) => (proof, none),
        Err(_) => match prove(&machine.program, id, rules) {
            Ok(proof) => (proof, rules.clone()),
            Err(_) => return,
        },
    };
    tally.games += 1;
    if proof.measures.get(&id).is_none_or(|m| m.is_empty()) {
        tally.leads_on += 1;
        return;
    }
    let proved = Proved { machine, id, proof, rules, name: label };
    for m in proved.proof.measures.values().flatten() {
        m.terms.iter().for_each(|(_, f)| *tally.kinds.entry(kind(f)).or_default() += 1);
    }
    let moves = proved.moves(wanted, tally);
    tally.moves += moves;
    if moves < wanted {
        tally.few.push(format!("{}: {moves}", proved.name));
    }
}

impl Proved<'_> {
    /// Makes so many moves, if there are positions that have them; how many were made.
    fn moves(&self, wanted: usize, tally: &mut Tally) -> usize {
        let program = &self.machine.program;
        // Games that come back to this one, for which numbers are compared.
        let group: BTreeSet<u32> = follow(program, self.id)
            .into_iter()
            .filter(|g| *g == self.id || follow(program, *g).contains(&self.id))
            .map(|g| g.0)
            .collect();
        let mut random = Random(0x9e37_79b9 + self.name.len() as u64);
        let (mut made, mut play, mut tries) = (0, vec![], 0);
        while made < wanted && tries < 60 + 6 * wanted {
            tries += 1;
            let next = play.pop().filter(|_| random.below(4) > 0);
            let Some(p) = next.or_else(|| position(self.machine, self.id, &self.rules, &mut random)) else {
                continue;
            };
            let options = options(self.machine, &p, (wanted - made).min(64));
            for (label, q) in &options {
                made += 1;
                if group.contains(&p.game.id) && group.contains(&q.game.id) {
                    self.compare(&p, q, label, tally);
                }
            }
            if !options.is_empty() {
                play.push(options[random.below(options.len())].1.clone());
            }
        }
        made
    }

    /// The first number that changes gets smaller, and is not negative before.
    fn compare(&self, p: &GamePosition, q: &GamePosition, label: &str, tally: &mut Tally) {
        let of = |x: &GamePosition| self.proof.measures.get(&GameId(x.game.id));
        let (Some(before), Some(after)) = (of(p), of(q)) else {
            tally.wrong.push(format!("{}: no measure at {p:?}", self.name));
            return;
        };
        for (m, n) in before.iter().zip(after) {
            let (Some(a), Some(b)) = (self.measured(m, p, tally), self.measured(n, q, tally)) else {
                tally.unmeasured.insert(self.name.clone());
                return;
            };
            if a > b && a >= BigInt::ZERO {
                return;
            }
            if a != b {
                tally.wrong.push(format!("{}: {label} takes {a} to {b} from {p:?} to {q:?}", self.name));
                return;
            }
        }
        tally.wrong.push(format!("{}: {label} changes nothing from {p:?} to {q:?}", self.name));
    }

    fn measured(&self, m: &Measure, p: &GamePosition, tally: &mut Tally) -> Option<BigInt> {
        let mut sum = m.plus.clone();
        for (factor, feature) in &m.terms {
            sum += factor * measured::feature(self.machine, feature, p)?;
        }
        // What the program makes of it, as far as its numbers reach.
        if let Some(other) = self.machine.measured(m, p)
            && BigInt::from(other) != sum
        {
            tally.wrong.push(format!("{}: {sum} here, {other} there for {p:?}", self.name));
        }
        Some(sum)
    }
}

fn kind(feature: &Feature) -> &'static str {
    match feature {
        Feature::Slack { .. } => "slack",
        Feature::While { .. } => "phase",
        Feature::Decreases(_) => "decreases",
        Feature::Of { number, .. } => match number {
            Number::Itself => "itself",
            Number::Is(_) => "case",
            Number::Abs => "without sign",
            Number::Row | Number::Col => "cell",
            Number::Lives => "lives",
            Number::Of(Statistic::Size) => "size",
            Number::Of(Statistic::Sum) => "sum",
            Number::Of(Statistic::Count(_)) => "cases",
            Number::Of(Statistic::Binary | Statistic::BinaryByPlace) => "binary",
            Number::Of(Statistic::Moment | Statistic::MomentFromEnd) => "moment",
            Number::Of(Statistic::Squares | Statistic::PowersOfThree) => "powers",
            Number::Of(Statistic::Rows | Statistic::Cols) => "rows",
            Number::Of(Statistic::Sizes | Statistic::Sums) => "inside",
            Number::Of(_) => "corner",
        },
    }
}
