//! Statements about many positions at once, `table`, `period`, `sparse`, `compare` and `quotient`, and `genus`, against the
//! definitions.

use super::compare::{Tally, kind_of};
use super::deep::deep;
use super::one_pile;
use super::play::Kind;
use super::solve::{Fate, Outcomes, Plays, nim_values, value_of};
use super::value::{Fail, Position, Value};
use super::words::Words;
use super::world::{Source, World};
use crate::random::share;
use fairgame::answer::{Answer, CompareAnswer, PeriodAnswer, QuotientAnswer, SparseAnswer, TableAnswer};
use fairgame::engine::Budget;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::ast::{ExprKind, TypeKind};
use fairgame::syntax::parse::parse_expr;
use std::collections::{BTreeSet, HashMap};

/// So many steps of the slow interpreter, parts and sums.
const FUEL: u64 = 200_000;
const PARTS: usize = 300;
const SUMS: usize = 400;
/// The largest number that is put in, if the slow interpreter gets so far.
const TOP: i64 = 14;

/// Positions that differ in one number: `_` stands for it.
struct Row {
    text: String,
    kind: Kind,
    /// The positions of 0, 1, 2, ...
    positions: Vec<Position>,
    /// Their outcomes in normal play, and under misère.
    normal: Vec<&'static str>,
    misere: Vec<&'static str>,
    /// Their nim-values, if they have any.
    values: Option<Vec<u64>>,
}

impl Row {
    /// A row with what the definitions say of it, as far as that can be worked out.
    fn of(world: &World, text: String) -> Option<Row> {
        let mut row = Row {
            text,
            kind: Kind::default(),
            positions: vec![],
            normal: vec![],
            misere: vec![],
            values: Some(vec![]),
        };
        for n in 0..=TOP {
            if row.push(world, n).is_none() {
                break;
            }
        }
        (row.positions.len() > 1).then_some(row)
    }

    fn push(&mut self, world: &World, n: i64) -> Option<()> {
        let p = position(world, &self.with(n)).ok()?;
        world.fuel.set(FUEL);
        let reached = world.reached(&p, PARTS).ok().filter(|r| r.mistakes.is_empty())?;
        let kind = kind_of(world, &reached);
        let name = |misere| {
            world.fuel.set(FUEL);
            Outcomes::of(world, &p, kind.partizan, misere, SUMS).ok()?.name(&p)
        };
        let (normal, misere) = (name(false)?, name(true)?);
        // Games of which some play never ends have no values, and are loopy or wrong.
        if reached.order().is_none() && !kind.loopy {
            return None;
        }
        let value = nim_values(&reached).and_then(|v| value_of(&reached, &v, &p));
        let plain = !kind.partizan && !kind.loopy && !kind.wins;
        match (value.filter(|_| plain), &mut self.values) {
            (Some(v), Some(values)) => values.push(v),
            (_, values) => *values = None,
        }
        self.kind = kind;
        self.normal.push(normal);
        self.misere.push(misere);
        self.positions.push(p);
        Some(())
    }

    fn with(&self, n: i64) -> String {
        self.text.replace('_', &n.to_string())
    }

    fn open(&self) -> String {
        self.text.replace('_', "zz")
    }

    /// The last number put in.
    fn top(&self) -> usize {
        self.positions.len() - 1
    }
}

fn position(world: &World, text: &str) -> Result<Position, Fail> {
    world.fuel.set(FUEL);
    let e = parse_expr(FileId(0), text).map_err(|_| Fail::TooMuch)?;
    world.eval(&e, &mut vec![]).and_then(Value::into_position)
}

/// A position with one of its numbers open, if it is one of a game by rules.
fn opened(world: &World, text: &str) -> Option<String> {
    let ExprKind::Call(name, args) = parse_expr(FileId(0), text).ok()?.kind else { return None };
    let (_, Source::Rules(def)) = world.games.iter().find(|g| g.0 == name.text)? else { return None };
    let number = |e: &fairgame::syntax::ast::Expr| matches!(e.kind, ExprKind::Number(_));
    let at = args.iter().zip(&def.params).position(|(a, p)| number(a) && p.ty.kind == TypeKind::Nat)?;
    let (from, to) = (args[at].span.start as usize, args[at].span.end as usize);
    (!text.contains('_')).then(|| format!("{}_{}", &text[..from], &text[to..]))
}

/// A program with what is asked of it.
struct Asked {
    world: World,
    text: String,
}

impl Asked {
    fn ask(&self, statement: &str, tally: &mut Tally) -> Option<Answer> {
        let budget = Budget {
            positions: 20_000,
            bound: 500,
            steps: Some(2_000_000),
            threads: Some(1),
            ..Budget::default()
        };
        let mut session = Session::new(budget);
        let loaded = session.load_text("random", &format!("{}{statement}\n", self.text));
        let Some(question) = loaded.questions.first().filter(|_| loaded.is_fine()) else {
            let first = loaded.diagnostics.iter().find(|d| d.is_error());
            tally.count(format!("refused: {}", first.map_or("", |d| d.code)));
            return None;
        };
        match session.ask(question) {
            Answer::Stopped(_) => {
                tally.count("stopped");
                None
            }
            Answer::Mistake { diagnostic } => {
                tally.count(format!("refused: {}", diagnostic.code));
                None
            }
            answer => Some(answer),
        }
    }
}

/// Compares what is said about rows of positions of a program.
fn statements(text: &str, positions: &[String], tally: &mut Tally) {
    let Ok(world) = World::of(text) else { return tally.count("not read") };
    let texts: BTreeSet<String> = positions.iter().filter_map(|p| opened(&world, p)).collect();
    let rows: Vec<Row> = texts.into_iter().take(2).filter_map(|t| Row::of(&world, t)).collect();
    let asked = Asked { world, text: text.to_string() };
    for row in &rows {
        tables(&asked, row, tally);
        if let Some(values) = &row.values {
            period(&asked, row, values, tally);
            sparse(&asked, row, values, tally);
            genus(&asked, row, values, tally);
            quotient(&asked, row, tally);
        }
    }
    for (a, b) in [(0, 0), (0, 1)] {
        if let (Some(a), Some(b)) = (rows.get(a), rows.get(b)) {
            compare(&asked, a, b, tally);
        }
    }
}

fn tables(asked: &Asked, row: &Row, tally: &mut Tally) {
    let (open, top) = (row.open(), row.top());
    let mut check = |statement: String, wanted: Vec<Vec<String>>| match asked.ask(&statement, tally) {
        Some(Answer::Table(TableAnswer { rows, stopped: None, .. })) if rows == wanted => {
            tally.count("table")
        }
        Some(Answer::Table(TableAnswer { rows, stopped: None, .. })) => {
            tally.differ(format!("{statement}: program {rows:?}, meaning {wanted:?}"));
        }
        Some(_) => tally.count("table: stopped"),
        None => {}
    };
    let numbered = |of: &[&str]| -> Vec<Vec<String>> {
        of.iter().enumerate().map(|(n, o)| vec![n.to_string(), o.to_string()]).collect()
    };
    check(format!("table outcome({open}) for zz in 0..{top}"), numbered(&row.normal));
    check(format!("table {open} for zz in 0..{top} under misere"), numbered(&row.misere));
    let Some(values) = &row.values else { return };
    let shown: Vec<String> = values.iter().map(u64::to_string).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    check(format!("table {open} for zz in 0..{top}"), numbered(&shown));
    for outcome in ["P", "N"] {
        let wanted = numbered(&shown).into_iter().filter(|r| (r[1] == "0") == (outcome == "P")).collect();
        check(format!("table {outcome} of {open} for zz in 0..{top}"), wanted);
    }
    let sums = (0..=top.min(4)).flat_map(|a| (0..=top.min(4)).map(move |b| (a, b)));
    let wanted = sums.map(|(a, b)| vec![a.to_string(), b.to_string(), (values[a] ^ values[b]).to_string()]);
    let second = open.replace("zz", "yy");
    let to = top.min(4);
    check(format!("table {open} + {second} for zz in 0..{to}, yy in 0..{to}"), wanted.collect());
}

/// What is said to repeat does, as far as the definitions were followed; and nothing shorter does.
fn period(asked: &Asked, row: &Row, values: &[u64], tally: &mut Tally) {
    for range in [String::new(), format!(" in 0..{}", row.top())] {
        let statement = format!("period {} for zz{range}", row.open());
        let Some(Answer::Period(found)) = asked.ask(&statement, tally) else { continue };
        let PeriodAnswer { period: Some(p), saltus, proved, to, .. } = found else {
            tally.count("period: none seen");
            continue;
        };
        let last = if proved { row.top() } else { row.top().min(to as usize) };
        let from = found.last_exception.map_or(0, |e| e as usize + 1);
        let rises = |n: usize, p: usize, by: i64| values[n + p] as i64 == values[n] as i64 + by;
        let p = p as usize;
        if let Some(n) = (from..).take_while(|n| n + p <= last).find(|n| !rises(*n, p, saltus)) {
            tally.differ(format!("{statement}: {found:?}, but not from {n} on: {values:?}"));
        }
        if from > 0 && from - 1 + p <= last && rises(from - 1, p, saltus) {
            tally.differ(format!("{statement}: {found:?}, but {} is no exception: {values:?}", from - 1));
        }
        for shorter in (1..p).filter(|q| p.is_multiple_of(*q) && from + p + q <= last) {
            let by = saltus * shorter as i64 / p as i64;
            if (from..=last - shorter).all(|n| rises(n, shorter, by))
                && saltus * shorter as i64 % p as i64 == 0
            {
                tally.differ(format!("{statement}: {found:?}, but {shorter} will do: {values:?}"));
            }
        }
        tally.count(match (from + p <= last, proved) {
            (true, true) => "period, proved",
            (true, false) => "period",
            (false, _) => "period: too long to see",
        });
    }
}

/// The terms that the mask makes rare, counted.
fn sparse(asked: &Asked, row: &Row, values: &[u64], tally: &mut Tally) {
    let statement = format!("sparse {} for zz in 0..{}", row.open(), row.top());
    let Some(Answer::Sparse(found)) = asked.ask(&statement, tally) else { return };
    let SparseAnswer { from, to, terms, .. } = found;
    if (from, to, terms) != (0, row.top() as i64, values.len()) {
        return tally.differ(format!("{statement}: {found:?} of {} terms", values.len()));
    }
    let Some(mask) = found.mask else { return tally.count("sparse: no split") };
    let is_rare = |v: &u64| (v & mask).count_ones().is_multiple_of(2);
    let rare: Vec<i64> = (0..).zip(values).filter(|(_, v)| is_rare(v)).map(|(n, _)| n).collect();
    let lists = found.rare.iter().all(is_rare) && !found.common.iter().any(is_rare);
    if (rare.len(), rare.last().copied(), lists) == (found.rare_terms, found.last_rare, true) {
        tally.count("sparse");
    } else {
        tally.differ(format!("{statement}: {found:?}, but {rare:?} are rare: {values:?}"));
    }
}

/// The nim-value and the misère nim-values beside 0 to 3 heaps of 2.
fn genus(asked: &Asked, row: &Row, values: &[u64], tally: &mut Tally) {
    for n in [0, row.top() / 2, row.top()] {
        let statement = format!("show genus({})", row.with(n as i64));
        let beside = |twos: usize| -> Option<u64> {
            asked.world.fuel.set(FUEL);
            let sum: Position = row.positions[n]
                .iter()
                .cloned()
                .chain(std::iter::repeat_n(super::value::Part::Heap(2.into()), twos))
                .collect();
            let outcomes = Outcomes::of(&asked.world, &sum, false, false, SUMS).ok()?;
            outcomes.plays(&sum).map(|p: Plays| p.misere_value)
        };
        let Some(raised) = (0..4).map(beside).collect::<Option<Vec<u64>>>() else {
            tally.count("genus: too much");
            continue;
        };
        let Some(Answer::Value { value, .. }) = asked.ask(&statement, tally) else { continue };
        let wanted = (values[n], raised);
        match genus_read(&value) {
            Some(found) if found == wanted => tally.count("genus"),
            Some(_) => tally.differ(format!("{statement}: program {value}, meaning {wanted:?}")),
            None => tally.count("genus: of large numbers"),
        }
    }
}

/// `2^{20}`: the nim-value, and the first four misère ones; the last two are repeated. All numbers have one digit.
fn genus_read(text: &str) -> Option<(u64, Vec<u64>)> {
    let (value, raised) = text.strip_suffix('}')?.split_once("^{")?;
    let mut raised: Vec<u64> =
        raised.chars().map(|c| c.to_digit(10).map(u64::from)).collect::<Option<_>>()?;
    while raised.len() < 4 {
        raised.push(raised[raised.len() - 2]);
    }
    raised.truncate(4);
    Some((value.parse().ok()?, raised))
}

/// Sums of up to three of the positions have the outcome that their words have.
fn quotient(asked: &Asked, row: &Row, tally: &mut Tally) {
    let top = row.top().min(6);
    let statement = format!("quotient {} for zz in 0..{top}", row.open());
    let Some(Answer::Quotient(found)) = asked.ask(&statement, tally) else { return };
    let QuotientAnswer { stopped: None, to, .. } = found else { return tally.count("quotient: stopped") };
    let Some(words) = Words::of(&found.relations, &found.p_portion) else {
        return tally.differ(format!("{statement}: {found:?} cannot be read"));
    };
    let known: HashMap<i64, &str> = found.pretending.iter().map(|(n, w)| (*n, w.as_str())).collect();
    for (a, b, c) in (0..=to).flat_map(|a| (a..=to).flat_map(move |b| (b..=to).map(move |c| (a, b, c)))) {
        let terms: Vec<i64> = [a, b, c].into_iter().filter(|n| *n > 0).collect();
        let sum: Position = terms.iter().flat_map(|n| row.positions[*n as usize].clone()).collect();
        asked.world.fuel.set(FUEL / 4);
        let Ok(outcomes) = Outcomes::of(&asked.world, &sum, false, true, 80) else {
            tally.count("quotient: too much");
            continue;
        };
        let Some(word) = terms.iter().map(|n| known.get(n).copied()).collect::<Option<Vec<&str>>>() else {
            return tally.differ(format!("{statement}: {found:?} leaves terms out"));
        };
        let lost = matches!(outcomes.fate(&sum, true), Some(Fate::Loss(_)));
        match words.is_in_portion(&word.concat()) {
            Some(said) if said == lost => tally.count("quotient"),
            Some(_) => tally.differ(format!("{statement}: the sum of {terms:?}: lost is {lost}, {found:?}")),
            None => tally.count("quotient: not decided"),
        }
    }
}

/// How many of the first cases have the same moves, and the same values.
fn compare(asked: &Asked, a: &Row, b: &Row, tally: &mut Tally) {
    let (Some(left), Some(right)) = (&a.values, &b.values) else { return };
    let top = a.top().min(b.top());
    let statement = format!("compare {}, {} for zz in 0..{top}", a.open(), b.open());
    let same = left.iter().zip(right).take(top + 1).take_while(|(x, y)| x == y).count();
    let mut known = HashMap::new();
    let mut tree = |p: &Position| {
        asked.world.fuel.set(FUEL);
        Outcomes::of(&asked.world, p, false, false, SUMS).ok()?.tree(p, &mut known)
    };
    let trees = a.positions.iter().zip(&b.positions).take(top + 1);
    let alike: Option<Vec<bool>> = trees.map(|(p, q)| Some(tree(p)? == tree(q)?)).collect();
    let Some(alike) = alike else { return tally.count("compare: too much") };
    let moves = alike.into_iter().take_while(|alike| *alike).count();
    let Some(Answer::Compare(found)) = asked.ask(&statement, tally) else { return };
    let CompareAnswer { cases, same_moves, stopped: None, .. } = found else {
        return tally.count("compare: stopped");
    };
    let differs = (found.moves_differ.is_some(), found.values_differ.is_some());
    let wanted = (moves <= top, same <= top);
    if (cases, same_moves, differs) == (same as u64, moves.min(same) as u64, wanted) {
        tally.count("compare");
    } else {
        tally.differ(format!("{statement}: {found:?}; meaning {same} values and {moves} trees are alike"));
    }
}

/// Compares statements of random programs, at least so many of each kind.
fn agree(random: std::ops::Range<u64>, piles: std::ops::Range<u64>, least: usize) {
    let tally = deep(move || {
        let mut tally = Tally::default();
        let random = random.map(|seed| {
            let program = super::of_seed(seed);
            (program.text, program.positions)
        });
        let piles = piles.map(|seed| (one_pile::program(seed), vec!["A(1)".to_string(), "B(1)".to_string()]));
        for (text, positions) in random.chain(piles) {
            let before = tally.differences.len();
            statements(&text, &positions, &mut tally);
            for d in &tally.differences[before..] {
                println!("=== {text}\n--- {d}");
            }
        }
        tally
    });
    println!("{:#?}", tally.counts);
    assert!(tally.differences.is_empty(), "{} differences", tally.differences.len());
    for what in ["table", "period", "period, proved", "sparse", "genus", "quotient", "compare"] {
        assert!(tally.counts.get(what).copied().unwrap_or(0) >= least, "hardly compared: {what}");
    }
}

#[test]
fn statements_about_many_positions_mean_what_the_reference_says() {
    agree(0..1, 0..1, 0);
}

#[test]
#[ignore = "takes long"]
fn many_statements_mean_what_the_reference_says() {
    agree(1..1 + share(49), 1..1 + share(33), 1);
}

/// Beside the others: the two halves keep two processors busy.
#[test]
#[ignore = "takes long"]
fn even_more_statements_mean_what_the_reference_says() {
    agree(50..50 + share(50), 34..34 + share(33), 1);
}
