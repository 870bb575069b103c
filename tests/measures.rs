//! The measures that prove play to end, worked out on thousands of concrete moves: from random positions of the declared
//! types, edges and large values included, and from the plays that follow. The numbers are worked out here from what
//! they are said to be, and beside that as the program does it.
//!
//! `cargo test --test measures -- --ignored` makes 10,000 moves in every game.

mod support;
#[path = "support/wide.rs"]
mod wide;

use fairgame::answer::GameVerdict;
use fairgame::check::ir::GameId;
use fairgame::check::termination::{Feature, Ghost, KnownRules, Measure, Number, Proof, Room, prove};
use fairgame::engine::{Budget, Exhausted};
use fairgame::rules::Stop;
use fairgame::rules::machine::Machine;
use fairgame::session::{Session, Which};
use fairgame::value::{GamePosition, OrdSet, Part, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use wide::{Random, follow, known, value, value_of};

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
    let tally = all(150);
    judge(&tally, 150);
}

#[test]
#[ignore = "takes long"]
fn measures_fall_with_thousands_of_moves() {
    let tally = all(10_000);
    judge(&tally, 10_000);
}

fn judge(tally: &Tally, wanted: usize) {
    let mut text = format!(
        "{} games, {} moves, {wanted} wanted in each; {} lead on\nkinds: {:?}\n",
        tally.games, tally.moves, tally.leads_on, tally.kinds
    );
    let _ = writeln!(text, "few moves: {:#?}\nnot worked out: {:#?}", tally.few, tally.unmeasured);
    println!("{text}");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
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
        for (i, section) in text.split("----\n").enumerate() {
            let mut session = Session::new(Budget::default());
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
    for path in examples_and_corpus() {
        let mut session = Session::new(Budget::default());
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
    if !proof.measures.get(&id).is_some_and(|m| !m.is_empty()) {
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
            let Some(p) = next.or_else(|| self.position(&mut random)) else { continue };
            let options = self.options(&p, (wanted - made).min(64));
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

    fn position(&self, random: &mut Random) -> Option<GamePosition> {
        let program = &self.machine.program;
        let most = [2, 4, 6, 9][random.below(4)];
        let params = program.game(self.id).params.iter();
        let args = params.map(|p| match self.rules.values.get(&p.name).filter(|_| p.is_rule) {
            Some(known) => Some(value_of(known, program)),
            None => value(program, &p.ty, &p.shape, most, random),
        });
        self.machine.position(self.id, args.collect::<Option<_>>()?).ok()
    }

    /// The first moves of a position, up to a mistake in the rules.
    fn options(&self, p: &GamePosition, most: usize) -> Vec<(String, GamePosition)> {
        let mut out = vec![];
        self.machine.start(Budget { steps: Some(40), ..Budget::default() });
        let _ = self.machine.each_choice(p, &mut |choice| {
            for part in &choice.target.parts {
                if let Part::Game(q) = part {
                    out.push((choice.name(), q.clone()));
                }
            }
            if out.len() < most { Ok(()) } else { Err(Stop::from(Exhausted::Interrupted)) }
        });
        out
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
            sum += factor * self.feature(feature, p)?;
        }
        // What the program makes of it, as far as its numbers reach.
        if let Some(other) = self.machine.measured(m, p)
            && BigInt::from(other) != sum
        {
            tally.wrong.push(format!("{}: {sum} here, {other} there for {p:?}", self.name));
        }
        Some(sum)
    }

    fn feature(&self, feature: &Feature, p: &GamePosition) -> Option<BigInt> {
        match feature {
            Feature::Of { param, at, number } => {
                let value = at.iter().try_fold(&p.args[*param], |v, i| match v {
                    Value::Tuple(entries) => entries.get(*i),
                    _ => None,
                });
                number_of(value?, *number)
            }
            Feature::While { param, case, of } => {
                let is = whole(&p.args[*param])? == BigInt::from(*case);
                if is { self.feature(of, p) } else { Some(BigInt::ZERO) }
            }
            Feature::Room { param, of } => self.room(p, *param, of),
            // The author's own expression: there is no other way to work it out.
            Feature::Decreases(_) => {
                let alone = Measure { terms: vec![(1.into(), feature.clone())], plus: 0.into() };
                self.machine.measured(&alone, p).map(BigInt::from)
            }
        }
    }

    fn room(&self, p: &GamePosition, param: usize, of: &Room) -> Option<BigInt> {
        let taken: OrdSet<Value> = match &p.args[param] {
            Value::Set(taken) => taken.clone(),
            Value::Map(m) => m.keys().cloned().collect(),
            _ => return None,
        };
        let missing = match of {
            Room::Rule(i) => match &p.args[*i] {
                Value::Set(all) => all.iter().filter(|x| !taken.contains(*x)).count(),
                _ => return None,
            },
            Room::Range(lo, hi) => {
                let end = |(rule, plus): &(Option<usize>, BigInt)| match rule {
                    Some(i) => Some(plus + whole(&p.args[*i])?),
                    None => Some(plus.clone()),
                };
                let (mut x, hi, mut missing) = (end(lo)?, end(hi)?, 0);
                while x <= hi {
                    missing += usize::from(!taken.contains(&Value::Int((&x).into())));
                    x += 1;
                }
                missing
            }
            Room::Written => return None,
        };
        Some(missing.into())
    }
}

/// The number that a truth value, a case or a number counts as.
fn whole(v: &Value) -> Option<BigInt> {
    match v {
        Value::Int(n) => Some(n.to_big()),
        Value::Bool(b) => Some(u8::from(*b).into()),
        Value::Case(i, _) => Some((*i).into()),
        _ => None,
    }
}

/// The elements of a collection with the places or keys they stand at, each as often as it is there.
fn elements(v: &Value) -> Option<Vec<(Option<BigInt>, Value)>> {
    Some(match v {
        Value::Set(s) => s.iter().map(|x| (None, x.clone())).collect(),
        Value::Bag(b) => b.iter().flat_map(|(x, n)| (0..*n).map(move |_| (None, x.clone()))).collect(),
        Value::List(l) => l.iter().enumerate().map(|(i, x)| (Some((i + 1).into()), x.clone())).collect(),
        Value::Map(m) => m.iter().map(|(k, x)| (whole(k), x.clone())).collect(),
        _ => return None,
    })
}

fn number_of(v: &Value, number: Number) -> Option<BigInt> {
    match (number, v) {
        (Number::Itself, v) => whole(v),
        (Number::Abs, v) => whole(v).map(|n| if n < BigInt::ZERO { -n } else { n }),
        (Number::Is(i), Value::Case(j, _)) => Some(u8::from(i == *j as usize).into()),
        (Number::Row, Value::Cell(c)) => Some(c.row.into()),
        (Number::Col, Value::Cell(c)) => Some(c.col.into()),
        (Number::Lives, Value::Drawing(d)) => Some(d.lives().into()),
        (Number::Of(ghost), v) => ghost_of(&elements(v)?, ghost),
        _ => None,
    }
}

fn ghost_of(all: &[(Option<BigInt>, Value)], ghost: Ghost) -> Option<BigInt> {
    let two_to = |n: &BigInt| Some(BigInt::from(1) << u32::try_from(n).ok()?);
    let each = |f: &dyn Fn(&Option<BigInt>, &Value) -> Option<BigInt>| -> Option<BigInt> {
        all.iter().map(|(i, x)| f(i, x)).sum()
    };
    let side = |row: bool| {
        all.iter().map(move |(_, x)| match x {
            Value::Cell(c) => BigInt::from(if row { c.row } else { c.col }),
            Value::Tuple(parts) => whole(&parts[usize::from(!row)]).expect("a number"),
            other => panic!("{other:?} is no cell"),
        })
    };
    match ghost {
        Ghost::Size => Some(all.len().into()),
        Ghost::Sum => each(&|_, x| whole(x)),
        Ghost::Binary => each(&|_, x| two_to(&whole(x)?)),
        Ghost::Moment => each(&|i, x| Some(i.as_ref()? * whole(x)?)),
        Ghost::BinaryByPlace => each(&|i, x| Some(two_to(i.as_ref()?)? * whole(x)?)),
        Ghost::MomentFromEnd => each(&|i, x| Some((all.len() + 1 - i.as_ref()?) * whole(x)?)),
        Ghost::Squares => each(&|_, x| Some(whole(x)?.pow(2))),
        Ghost::PowersOfThree => each(&|_, x| Some(BigInt::from(3).pow(u32::try_from(&whole(x)?).ok()?))),
        Ghost::Rows => Some(side(true).filter(|r| *r > BigInt::ZERO).sum()),
        Ghost::Cols => Some(side(false).filter(|c| *c > BigInt::ZERO).sum()),
        Ghost::Sizes => each(&|_, x| Some(elements(x)?.len().into())),
        Ghost::Sums => each(&|_, x| elements(x)?.iter().map(|(_, y)| whole(y)).sum()),
        Ghost::LeastRow => side(true).min(),
        Ghost::LeastCol => side(false).min(),
        Ghost::LargestRow => side(true).max(),
        Ghost::LargestCol => side(false).max(),
    }
}

fn kind(feature: &Feature) -> &'static str {
    match feature {
        Feature::Room { .. } => "room",
        Feature::While { .. } => "phase",
        Feature::Decreases(_) => "decreases",
        Feature::Of { number, .. } => match number {
            Number::Itself => "itself",
            Number::Is(_) => "case",
            Number::Abs => "without sign",
            Number::Row | Number::Col => "cell",
            Number::Lives => "lives",
            Number::Of(Ghost::Size) => "size",
            Number::Of(Ghost::Sum) => "sum",
            Number::Of(Ghost::Binary | Ghost::BinaryByPlace) => "binary",
            Number::Of(Ghost::Moment | Ghost::MomentFromEnd) => "moment",
            Number::Of(Ghost::Squares | Ghost::PowersOfThree) => "powers",
            Number::Of(Ghost::Rows | Ghost::Cols) => "rows",
            Number::Of(Ghost::Sizes | Ghost::Sums) => "inside",
            Number::Of(_) => "corner",
        },
    }
}
