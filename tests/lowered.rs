//! The lowered form against the ir: what is worked out by the one is worked out by the other. Every position of every
//! example, of the corpus, of the library, of the benches and of random programs that could be reached has the same options
//! in the same order, the same claims, pictures and wins; every expression of every statement has the same value, or makes
//! the same mistake.

use crate::programs;
use crate::random::{daily, some, thorough};
use crate::support;

use fairgame::check::ir::{
    Binder, BinderKind, Expr, ExprKind, Fold, Game, GameId, Program, Sequence, StatementKind, Verdict,
};
use fairgame::check::types::Type;
use fairgame::engine::Budget;
use fairgame::lowered;
use fairgame::rules::Stop;
use fairgame::rules::choices::Choice;
use fairgame::rules::eval::Eval;
use fairgame::rules::machine::Machine;
use fairgame::session::{Loaded, Session};
use fairgame::value::{GamePosition, Part, Position, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::sync::Arc;
use support::{deep, game_files};

/// So many positions of a program are looked at.
const POSITIONS: usize = 60;
/// So many thousand rounds of loops one calculation may take.
const STEPS: u64 = 200;

/// What was compared, and what differs.
#[derive(Default, Debug)]
struct Tally {
    counts: BTreeMap<&'static str, usize>,
    differences: Vec<String>,
}

impl Tally {
    /// Compares what the one gives with what the other does; what either has no budget for is not compared.
    fn same<T: PartialEq + Debug>(
        &mut self,
        what: &'static str,
        of: &str,
        a: Result<T, Stop>,
        b: Result<T, Stop>,
    ) -> Option<T> {
        let count = match (&a, &b) {
            (Err(Stop::Exhausted(..)), _) | (_, Err(Stop::Exhausted(..))) => "stopped",
            (Err(_), _) => "mistakes",
            _ => what,
        };
        *self.counts.entry(count).or_default() += 1;
        let same = match (&a, &b) {
            (Err(Stop::Exhausted(..)), _) | (_, Err(Stop::Exhausted(..))) => true,
            (Ok(a), Ok(b)) => a == b,
            (Err(Stop::Mistake(a)), Err(Stop::Mistake(b))) => {
                let said = |d: &fairgame::diagnostic::Diagnostic| (d.code, d.title.clone(), d.span());
                said(&a.diagnostic) == said(&b.diagnostic) && a.diagnostic.play == b.diagnostic.play
            }
            _ => false,
        };
        if !same {
            self.differences.push(format!("{what} of {of}\n    by the ir: {a:?}\n    lowered:   {b:?}"));
        }
        a.ok()
    }
}

impl Tally {
    /// Compares what rules give as they are written with what they give in plain form. Plain rules may make a mistake more: who
    /// meets it asks the rules as written.
    fn no_mistake_gone<T: PartialEq + Debug>(
        &mut self,
        what: &'static str,
        of: &str,
        a: Result<T, Stop>,
        b: Result<T, Stop>,
    ) {
        let (count, same) = match (&a, &b) {
            (Err(Stop::Exhausted(..)), _) | (_, Err(Stop::Exhausted(..))) => ("stopped", true),
            (Ok(a), Ok(b)) => (what, a == b),
            (Err(_), Err(_)) => ("plain mistakes", true),
            (Ok(_), Err(_)) => ("plain mistakes more", true),
            (Err(_), Ok(_)) => ("plain mistakes gone", false),
        };
        *self.counts.entry(count).or_default() += 1;
        if !same {
            self.differences.push(format!("{what} of {of}\n    as written: {a:?}\n    plain:      {b:?}"));
        }
    }
}

/// A program with both ways to run it.
struct Both {
    machine: Machine,
    /// The same program in plain rules.
    plain: Machine,
    tally: Tally,
    found: BTreeSet<GamePosition>,
    next: VecDeque<GamePosition>,
}

impl Both {
    fn new(program: &Program) -> Both {
        let machine = Machine::new(Arc::new(program.clone()));
        let plain = Machine::new(Arc::new(lowered::plain(program)));
        Both { machine, plain, tally: Tally::default(), found: BTreeSet::new(), next: VecDeque::new() }
    }

    fn start(&self) {
        self.machine.start(Budget { steps: Some(STEPS), ..Budget::default() });
    }

    /// The value of an expression in which nothing is open.
    fn expression(&mut self, slots: &[Type], e: &Expr, text: &str) {
        self.start();
        let a = Eval::new(&self.machine, None, slots.len(), &[]).eval(e);
        let form = lowered::expression(&self.machine.program, &[], slots, e);
        self.start();
        let b = self.machine.lowered_value(&form, &[], None);
        if let Some(v) = self.tally.same("values", text, a, b) {
            self.meet(&v);
        }
    }

    /// Notes the positions in a value.
    fn meet(&mut self, v: &Value) {
        match v {
            Value::Position(p) => self.meet_sum(p),
            Value::List(l) => l.iter().take(POSITIONS).for_each(|v| self.meet(v)),
            Value::Set(s) => s.iter().take(POSITIONS).for_each(|v| self.meet(v)),
            Value::Tuple(t) => t.iter().for_each(|v| self.meet(v)),
            _ => {}
        }
    }

    fn meet_sum(&mut self, sum: &Position) {
        for part in sum.parts.iter().take(POSITIONS) {
            if let Part::Game(p) = part
                && self.found.len() < 20 * POSITIONS
                && self.found.insert(p.clone())
            {
                self.next.push_back(p.clone());
            }
        }
    }

    /// Everything that is known of positions, breadth first.
    fn positions(&mut self) {
        for _ in 0..POSITIONS {
            let Some(p) = self.next.pop_front() else { return };
            self.position(&p);
        }
    }

    fn position(&mut self, p: &GamePosition) {
        let id = GameId(p.game.id);
        let (program, name) = (self.machine.program.clone(), Part::Game(p.clone()).to_string());
        let game = program.game(id);
        self.start();
        let a = self.machine.choices(p);
        self.start();
        let b = self.machine.lowered_choices(p);
        let options = |choices: Result<Vec<Choice>, Stop>| {
            choices
                .map(|all| all.into_iter().map(|c| (c.index, without_no_heaps(c.target))).collect::<Vec<_>>())
        };
        self.plain.start(self.machine.meter().budget().clone());
        let (written, plain) = (options(a.clone()), options(self.plain.choices(p)));
        // Positions that are chosen, and conditions that decide choices, are moves of their own in plain rules: in another order,
        // and with another index.
        if chooses_positions(game) || self.plain.program.game(id).moves.len() > game.moves.len() {
            let targets = |all: Result<Vec<(usize, Position)>, Stop>| {
                all.map(|all| all.into_iter().map(|(_, to)| to).collect::<BTreeSet<_>>())
            };
            self.tally.no_mistake_gone("plain targets", &name, targets(written), targets(plain));
        } else {
            self.tally.no_mistake_gone("plain options", &name, written, plain);
        }
        if let Some(choices) = self.tally.same("options", &name, a, b) {
            choices.iter().for_each(|c| self.meet_sum(&c.target));
        }
        let (a, b) = (self.machine.has_won(p), self.machine.lowered_has_won(p));
        self.tally.no_mistake_gone("plain wins", &name, a.clone(), self.plain.has_won(p));
        self.tally.same("wins", &name, a, b);
        let claimed = |machine: &Machine| -> Result<Vec<Position>, Stop> {
            let game = machine.program.game(id);
            game.same.iter().chain(&game.splits).map(|c| machine.claimed(p, c)).collect()
        };
        let (a, b) = (claimed(&self.machine), self.machine.lowered_claims(p));
        self.tally.no_mistake_gone("plain claims", &name, a.clone(), claimed(&self.plain));
        if let Some(sums) = self.tally.same("claims", &name, a, b) {
            sums.iter().for_each(|sum| self.meet_sum(sum));
        }
        let lowered = self.machine.lowered(id);
        let values = [(&game.picture, &lowered.picture), (&game.decreases, &lowered.decreases)];
        for (e, form) in values {
            let (Some(e), Some(form)) = (e, form) else { continue };
            let a = Eval::new(&self.machine, None, game.slots.len(), &p.args).eval(e);
            let b = self.machine.lowered_value(form, &p.args, None);
            self.tally.same("clauses", &name, a, b);
        }
    }

    fn starts(&mut self) {
        let program = self.machine.program.clone();
        for (i, game) in program.games.iter().enumerate() {
            let Some(start) = &game.starts else { continue };
            let a = Eval::new(&self.machine, None, game.slots.len(), &[]).target(start);
            let lowered = self.machine.lowered(GameId(i as u32));
            let form = lowered.starts.as_ref().expect("what has a start has one in lowered form");
            let b = self.machine.lowered_sum(form, &[]);
            if let Some(sum) = self.tally.same("starts", &game.name, a, b) {
                self.meet_sum(&sum);
            }
        }
    }
}

/// Whether a move of a game chooses positions.
fn chooses_positions(game: &Game) -> bool {
    let chosen = |b: &Binder| match &b.kind {
        BinderKind::In { source, .. } => source.ty.element().is_some_and(|ty| ty.has_position()),
        BinderKind::Is { .. } => false,
    };
    game.moves.iter().flat_map(|m| &m.binders).any(chosen)
}

/// A sum without heaps of size 0: they have no moves.
fn without_no_heaps(mut sum: Position) -> Position {
    sum.parts.retain(|part| !matches!(part, Part::Heap(k) if k.is_zero()));
    sum
}

/// The expressions of a statement in which nothing is open: with binders, lists of what they give.
fn closed(kind: &StatementKind) -> Vec<Expr> {
    let list = |e: &Expr, binders: &[Binder]| match binders {
        [] => e.clone(),
        _ => Expr {
            kind: ExprKind::For(Fold::List, Box::new(e.clone()), binders.to_vec()),
            ty: Type::List(Box::new(e.ty.clone())),
            span: e.span,
        },
    };
    let sequence = |e: &Expr, slot: u32, source: &Option<Expr>| {
        let kind = BinderKind::In { slots: vec![slot], names: vec!["n".into()], source: source.clone()? };
        Some(list(e, &[Binder { kind, guard: None, span: e.span }]))
    };
    match kind {
        StatementKind::Show { expr, .. } | StatementKind::Functions { expr } => vec![expr.clone()],
        StatementKind::Table { exprs, binders, .. } => exprs.iter().map(|e| list(e, binders)).collect(),
        StatementKind::Period { expr, slot, source, .. }
        | StatementKind::Quotient(Sequence { expr, slot, source, .. })
        | StatementKind::Sparse(Sequence { expr, slot, source, .. }) => {
            sequence(expr, *slot, source).into_iter().collect()
        }
        StatementKind::Compare { left, right, binders } => vec![list(left, binders), list(right, binders)],
        StatementKind::Play { start, .. } => vec![start.clone()],
        StatementKind::Expect { expr, is, binders, .. } => {
            let is = match is {
                Some(Verdict::Outcome(e) | Verdict::SameValue(e)) => Some(list(e, binders)),
                None => None,
            };
            // Questions are answered by solvers; what is asked about are positions.
            let mut asked = vec![];
            expr.walk(&mut |e| {
                if let ExprKind::Builtin(f, args) = &e.kind
                    && f.is_question()
                    && binders.is_empty()
                    && is_closed(&args[0])
                {
                    asked.push(args[0].clone());
                }
            });
            [list(expr, binders)].into_iter().chain(is).chain(asked).collect()
        }
    }
}

fn is_closed(e: &Expr) -> bool {
    let mut closed = true;
    e.walk(&mut |e| closed &= !matches!(e.kind, ExprKind::Local(_) | ExprKind::CallLocal(..)));
    closed
}

fn compare(load: impl FnOnce(&mut Session) -> Loaded) -> Tally {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = load(&mut session);
    if !loaded.is_fine() {
        return Tally::default();
    }
    let mut both = Both::new(session.program());
    both.starts();
    for statement in &session.program().statements {
        for e in closed(&statement.kind) {
            both.expression(&statement.slots, &e, session.sources.slice(statement.span));
        }
    }
    both.positions();
    both.tally
}

fn all(tallies: impl Iterator<Item = (String, Tally)>) -> BTreeMap<&'static str, usize> {
    let (mut counts, mut wrong) = (BTreeMap::new(), vec![]);
    for (name, tally) in tallies {
        tally.counts.into_iter().for_each(|(what, n)| *counts.entry(what).or_default() += n);
        wrong.extend(tally.differences.into_iter().map(|d| format!("{name}: {d}")));
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    eprintln!("{counts:?}");
    counts
}

fn enough(counts: &BTreeMap<&'static str, usize>, least: &[(&str, usize)]) {
    for (what, least) in least {
        let n = counts.get(what).copied().unwrap_or(0);
        assert!(!thorough() || n >= *least, "only {n} {what} were compared: {counts:?}");
    }
}

fn files(folders: &[String]) -> Vec<String> {
    some(folders.iter().flat_map(|folder| game_files(folder))).collect()
}

#[test]
fn files_mean_the_same_lowered() {
    let chapters = fairgame::library::CHAPTERS.iter().map(|(c, _)| format!("examples/{c}"));
    let folders: Vec<String> = chapters
        .chain(["examples", "stdlib", "benches"].map(String::from))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let tallies = files(&folders).into_iter().map(|path| {
        let name = path.clone();
        (name, deep(move || compare(|s| s.load_path(&path))))
    });
    enough(&all(tallies), &[("options", 1000), ("values", 200), ("claims", 100), ("starts", 10)]);
}

#[test]
fn the_corpus_means_the_same_lowered() {
    let tallies = files(&["tests/corpus".into()]).into_iter().flat_map(|path| {
        let text = std::fs::read_to_string(&path).expect("a readable corpus file");
        let paragraphs = text.split("\n\n");
        // What stands under `#! error` makes a mistake by itself.
        let (bad, good): (Vec<&str>, Vec<&str>) =
            paragraphs.partition(|p| p.trim_start().starts_with("#! error"));
        let good = good.join("\n\n");
        let definitions: Vec<&str> = good
            .split("\n\n")
            .filter(|p| {
                !["expect", "show", "table", "period", "play"].iter().any(|w| p.trim_start().starts_with(w))
            })
            .collect();
        let definitions = definitions.join("\n\n");
        let bad = bad.into_iter().map(move |p| format!("{definitions}\n\n{p}"));
        let texts: Vec<String> = [good].into_iter().chain(bad).collect();
        texts.into_iter().map(move |t| (path.clone(), deep(move || compare(|s| s.load_text("x.game", &t)))))
    });
    enough(&all(tallies), &[("options", 300), ("values", 300), ("mistakes", 30)]);
}

fn random(
    generator: fn(u64) -> programs::Program,
    seeds: impl Iterator<Item = u64>,
) -> BTreeMap<&'static str, usize> {
    all(seeds.map(|seed| {
        let program = generator(seed);
        let shows: Vec<String> = program.positions.iter().map(|p| format!("show {p}")).collect();
        let text = format!("{}\n{}\n", program.text, shows.join("\n"));
        (format!("seed {seed}\n{}", program.text), deep(move || compare(|s| s.load_text("x.game", &text))))
    }))
}

#[test]
fn random_programs_mean_the_same_lowered() {
    let usual = programs::program;
    enough(&random(usual, 0..30), &[("options", 300), ("plain options", 300), ("clauses", 60)]);
}

#[test]
fn programs_with_functions_and_rarities_mean_the_same_lowered() {
    enough(&random(programs::with_functions, 0..daily(4, 15)), &[("options", 150), ("plain options", 150)]);
    enough(&random(programs::with_rarities, 0..daily(6, 25)), &[("options", 250), ("plain options", 125)]);
}

#[test]
#[ignore = "takes long"]
fn more_random_programs_mean_the_same_lowered() {
    enough(&random(programs::program, 30..700), &[("options", 6_000), ("mistakes", 8)]);
    enough(&random(programs::with_functions, 15..180), &[("options", 1000)]);
    enough(&random(programs::with_rarities, 25..350), &[("options", 2000), ("mistakes", 8)]);
}

/// The blocks of docs/lowered.md that begin with a word.
fn blocks(page: &str, word: &str) -> Vec<String> {
    let start = format!("```{word}\n");
    page.split(&start).skip(1).filter_map(|b| Some(b.split_once("```")?.0.to_string())).collect()
}

/// With `UPDATE=1` the page is written anew.
#[test]
fn the_page_shows_the_forms_as_they_are() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lowered.md");
    let page = std::fs::read_to_string(path).expect("docs/lowered.md can be read");
    let (games, shown) = (blocks(&page, "game"), blocks(&page, "lowered"));
    assert_eq!((games.len(), shown.len()), (3, 3));
    let mut updated = page.clone();
    for (game, shown) in games.iter().zip(&shown) {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("x.game", game);
        assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
        let forms: String = session.lowered(&loaded).into_iter().map(|(_, form)| form).collect();
        let (before, after) =
            (format!("{game}```\n\n```lowered\n{shown}"), format!("{game}```\n\n```lowered\n{forms}"));
        updated = updated.replacen(&before, &after, 1);
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &updated).expect("docs/lowered.md can be written");
        return;
    }
    assert!(page == updated, "UPDATE=1 cargo test --test house lowered writes docs/lowered.md anew");
}
