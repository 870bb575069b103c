//! Whether every play of a game ends: proved, wrong with an endless play, or checked as far as the search went.

use super::endless::{self, Explored};
use super::leaving::{self, Leaving};
use super::machine::Machine;
use super::provers::{Provers, with_known_rules};
use super::samples::{Samples, samples};
use super::{Kind, Stop, claims};
use crate::answer::{ClaimAnswer, GameVerdict, VerdictAnswer};
use crate::check::ir::{Game, GameId};
use crate::check::termination::{KnownRules, Obstacle, ObstacleKind, Proof};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Budget, Exhausted, Meter};
use crate::value::{GamePosition, Part};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Duration;

/// So much work, in rounds of loops, is done for one game at most, and for all games of a file.
const STEPS: u64 = 40_000;
const ALL_STEPS: u64 = 150_000;
/// How many edges are followed in looking for cycles of all games of a file; and in each of them at least, if they are used up.
const ALL_EDGES: usize = 3 * endless::EDGES;
const FEW_EDGES: usize = endless::EDGES / 300;
/// So much work goes into checking the claims of a game.
const CLAIM_STEPS: u64 = 600_000;
/// How many of the positions that the file names are compared with what claims say, beginning with the largest.
const NAMED: usize = 10;
/// And so much time.
const CLAIM_TIME: Duration = Duration::from_secs(10);
/// No search takes longer, whatever a step of it costs.
const TIME: Duration = Duration::from_secs(1);

/// The verdicts on the games of a program, found when asked for.
pub(crate) struct Judge {
    machine: Rc<Machine>,
    known: HashMap<GameId, VerdictAnswer>,
    /// What was proved before, of the same rules.
    before: HashMap<GameId, VerdictAnswer>,
    provers: Provers,
    steps_left: u64,
    edges_left: usize,
}

impl Judge {
    /// No verdict yet.
    pub(crate) fn new(machine: Rc<Machine>) -> Judge {
        let (known, before, provers) = (HashMap::new(), HashMap::new(), Provers::default());
        Judge { machine, known, before, provers, steps_left: ALL_STEPS, edges_left: ALL_EDGES }
    }

    /// Starts the work for a verdict, which uses no more than a question may.
    pub(crate) fn start(&self, budget: &Budget) {
        self.machine.start_beside(budget);
    }

    /// Takes a proof for known that was found for the same rules. Whether moves leave the declared types is looked at again:
    /// that is about the positions of statements, too.
    pub(crate) fn know(&mut self, id: GameId, verdict: VerdictAnswer) {
        self.before.insert(id, verdict);
    }

    /// The verdict on a game.
    pub(crate) fn verdict(&mut self, id: GameId) -> VerdictAnswer {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let mut verdict = self.find(id);
        match self.machine.beside().look() {
            Ok(()) => drop(self.known.insert(id, verdict.clone())),
            // With a larger budget, or if nobody interrupts, there may be another verdict.
            Err(exhausted) => stopped(&mut verdict, exhausted),
        }
        verdict
    }

    /// The verdicts on the claims of a game: `splits into`, and all its `same as` together.
    pub(crate) fn claims(&mut self, id: GameId) -> Vec<ClaimAnswer> {
        let machine = self.machine.clone();
        let game = machine.program.game(id);
        let proved = claims::Proved::of(&machine, id);
        let mut named = vec![];
        if game.splits.is_some() {
            let why = "a move takes cells of one island and looks at nothing beyond it";
            named.push(("splits into", proved.splits.then_some(why)));
        }
        if !game.same.is_empty() {
            let why = "the rules name no place and no direction that this would change";
            named.push(("same as", proved.same.iter().all(|p| *p).then_some(why)));
        }
        let checked = if named.iter().all(|n| n.1.is_some()) { Ok(0) } else { self.check_claims(id) };
        let answer = |(claim, why): (&'static str, Option<&str>)| {
            let mut answer = ClaimAnswer {
                game: game.name.clone(),
                claim,
                verdict: GameVerdict::Proved,
                sentence: String::new(),
                positions: None,
                finding: None,
            };
            match (why, &checked) {
                (Some(why), _) => answer.sentence = why.into(),
                (None, Ok(n)) => {
                    answer.verdict = GameVerdict::Checked;
                    answer.positions = Some(*n);
                    answer.sentence = format!("could not prove this claim; checked to {}", counted(*n));
                }
                (None, Err(d)) => {
                    let splits = game.splits.as_ref().map(|s| s.span);
                    let is_it = (claim == "splits into") == (d.span() == splits);
                    answer.verdict = if is_it { GameVerdict::Wrong } else { GameVerdict::Checked };
                    answer.sentence =
                        if is_it { "wrong for the position shown" } else { "not checked further" }.into();
                    answer.finding = is_it.then(|| d.clone());
                }
            }
            answer
        };
        named.into_iter().map(answer).collect()
    }

    /// Compares what claims say with what is so, on small positions and those that the file names.
    fn check_claims(&mut self, id: GameId) -> Result<usize, Box<Diagnostic>> {
        let machine = self.machine.clone();
        let samples = samples(&machine, id);
        machine.start(machine.budget_beside(CLAIM_TIME, Some(CLAIM_STEPS)));
        let mut checker = claims::Checker::new(machine.clone());
        let mut found = checker.check_these(&machine, &samples.small);
        for position in samples.named.iter().rev().take(NAMED) {
            if found.is_ok() && !machine.meter().over() {
                found = checker.check(&machine, position).map(|_| 0);
            }
        }
        match found {
            Ok(_) | Err(Stop::Exhausted(..) | Stop::Unfit(_)) => Ok(checker.compared(id) as usize),
            Err(Stop::Mistake(m)) if m.kind == Kind::RefutesClaim => Err(Box::new(m.diagnostic)),
            // A mistake in the rules is reported where they are asked about.
            Err(Stop::Mistake(_)) => Ok(checker.compared(id) as usize),
        }
    }

    fn find(&mut self, id: GameId) -> VerdictAnswer {
        let machine = self.machine.clone();
        let game = machine.program.game(id);
        if let Some(Leaving { finding, sentence }) = leaving::look(&machine, id) {
            let mut verdict = answer(game, GameVerdict::Wrong, sentence.into());
            verdict.places = finding.span().into_iter().collect();
            verdict.finding = Some(Box::new(finding));
            return verdict;
        }
        if let Some(before) = self.before.get(&id) {
            return before.clone();
        }
        let how = if game.graph.is_some() { "as its arrows show" } else { "as declared" };
        let as_declared = || answer(game, GameVerdict::Loopy, format!("positions can repeat, {how}"));
        if game.loopy && self.soon_repeats(id) {
            return as_declared();
        }
        let general = self.provers.prove(&machine, id, &KnownRules::default());
        if let Ok(proof) = &general {
            return self.proved(id, proof, vec![]);
        }
        if game.loopy {
            return as_declared();
        }
        let samples = samples(&machine, id);
        let obstacles = match with_known_rules(&machine, &self.provers, id, &samples.named) {
            Ok((proof, rules)) => return self.proved(id, &proof, rules),
            Err(obstacles) if obstacles.is_empty() => general.err().unwrap_or_default(),
            Err(obstacles) => obstacles,
        };
        self.search(id, game, samples, &obstacles)
    }

    /// Whether a few plays from small positions come back to one: then there is no proof to look for, which takes the longest where
    /// there is none (0.2 s for two tokens that step from cell to cell).
    fn soon_repeats(&self, id: GameId) -> bool {
        let machine = &self.machine;
        let mut explored = Explored::new(group(machine, id), Meter::new(self.budget())).with_edges(FEW_EDGES);
        let samples = samples(machine, id);
        let is_real =
            !(samples.made_up && machine.program.game(id).params.iter().any(|p| p.ty.has_function()));
        for position in samples.small.into_iter().chain(samples.named) {
            explored.add(position);
        }
        is_real && endless::search(machine, &mut explored).is_some()
    }

    fn search(&mut self, id: GameId, game: &Game, samples: Samples, obstacles: &[Obstacle]) -> VerdictAnswer {
        let machine = self.machine.clone();
        let group = group(&machine, id);
        let edges = self.edges_left.clamp(FEW_EDGES, endless::EDGES);
        let mut explored = Explored::new(group.clone(), Meter::new(self.budget())).with_edges(edges);
        let (all, guessed) =
            (samples.all, samples.made_up && game.params.iter().any(|p| p.ty.has_function()));
        let asked = samples.named.clone();
        for position in samples.small.into_iter().chain(samples.named) {
            explored.add(position);
        }
        let found = endless::search(&machine, &mut explored);
        self.steps_left = self.steps_left.saturating_sub(explored.steps());
        self.edges_left = self.edges_left.saturating_sub(edges - explored.edges_left());
        if let Some(play) = found.filter(|_| !guessed) {
            let mut verdict = answer(game, GameVerdict::Wrong, "a play can go on for ever".into());
            verdict.play = endless::on_one_line(&play);
            verdict.places = endless::places(&machine, &play);
            let mut finding = endless::describe(&machine, &play);
            if game.graph.is_none() && !asked.is_empty() && endless_near(&machine, &asked).is_none() {
                finding = finding.note(NOT_ASKED);
            }
            // The arrows of a graph are all there is to see: its cycle is no slip, and its outcomes have solvers.
            let severity = if game.graph.is_some() { Severity::Warning } else { finding.severity };
            verdict.finding = Some(Box::new(Diagnostic { severity, ..finding }));
            return verdict;
        }
        let obstacles = match endless::decreases_refuted(&machine, &mut explored, id) {
            Err(d) => return decreases_wrong(game, d, "and no other proof was found that play ends"),
            Ok(tried) => with_tries(obstacles, tried),
        };
        let others = self.by_way_of(id, game, &group);
        if let Others::Say(verdict) = others {
            return *verdict;
        }
        if all && !explored.gaps && group == [id] && matches!(others, Others::End) {
            let why = format!("all {} positions were tried, and none repeats", explored.listed());
            return answer(game, GameVerdict::Proved, why);
        }
        let obstacles = endless::borne_out(&machine, &mut explored, id, &obstacles);
        checked(game, explored.listed(), &obstacles)
    }

    /// Every play ends; of a `decreases` that the proof does not rest on, what became of it.
    fn proved(&self, id: GameId, proof: &Proof, rules: Vec<String>) -> VerdictAnswer {
        let game = self.machine.program.game(id);
        let open: Vec<&Obstacle> = proof.unverified.iter().filter(|o| o.game == id).collect();
        let tried = if open.is_empty() { Ok(0) } else { self.decreases_refuted(id) };
        match tried {
            Err(d) => decreases_wrong(game, d, &format!("every play ends all the same: {}", proof.sentence)),
            Ok(tried) => {
                let verdict = proved(game, proof, rules, &self.machine);
                let finding = unverified(game, &open, tried).map(Box::new);
                VerdictAnswer { finding: verdict.finding.clone().or(finding), ..verdict }
            }
        }
    }

    /// A position and a move that show that the `decreases` of a game is wrong.
    fn decreases_refuted(&self, id: GameId) -> Result<usize, Diagnostic> {
        let machine = &self.machine;
        let mut explored = Explored::new(group(machine, id), Meter::new(self.budget()));
        for position in samples(machine, id).small {
            explored.add(position);
        }
        endless::decreases_refuted(machine, &mut explored, id)
    }

    fn budget(&self) -> Budget {
        self.machine.budget_beside(TIME, Some(STEPS.min(self.steps_left)))
    }

    /// What the verdicts on the games that the moves lead into say of this one.
    fn by_way_of(&mut self, id: GameId, game: &Game, group: &[GameId]) -> Others {
        let inside: BTreeSet<GameId> = group.iter().copied().collect();
        let others: Vec<GameId> =
            self.machine.links().reachable(id).into_iter().filter(|g| !inside.contains(g)).collect();
        if others.len() as u64 > self.steps_left.max(MANY_GAMES) {
            return Others::Open;
        }
        self.steps_left = self.steps_left.saturating_sub(others.len() as u64);
        let mut worst: Option<VerdictAnswer> = None;
        for other in others {
            let verdict = self.verdict(other);
            if worst.as_ref().is_none_or(|w| w.verdict < verdict.verdict) {
                worst = Some(verdict);
            }
        }
        let Some(worst) = worst else { return Others::End };
        match worst.verdict {
            GameVerdict::Proved => Others::End,
            GameVerdict::Checked => Others::Open,
            // Its rules have a mistake, which says nothing of endless plays.
            GameVerdict::Wrong if worst.play.is_empty() => Others::Open,
            GameVerdict::Wrong => {
                let why = format!("a play can lead to {} and go on there for ever", worst.game);
                Others::say(VerdictAnswer { play: worst.play, ..answer(game, GameVerdict::Wrong, why) })
            }
            GameVerdict::Loopy => {
                let why = format!("a play can lead to {}, which is declared loopy", worst.game);
                Others::say(answer(game, GameVerdict::Loopy, why))
            }
        }
    }
}

/// What is known about the games that a game leads into.
enum Others {
    /// Their plays end.
    End,
    /// It is not known whether they do.
    Open,
    /// They decide the verdict.
    Say(Box<VerdictAnswer>),
}

impl Others {
    fn say(verdict: VerdictAnswer) -> Others {
        Others::Say(Box::new(verdict))
    }
}

/// How many games that others lead into are always looked at.
const MANY_GAMES: u64 = 100;

/// The games that a game can lead to and that can lead back to it, itself included.
fn group(machine: &Machine, id: GameId) -> Vec<GameId> {
    let members = machine.links().members(id).into_iter();
    members.map(|g| if id.is_impartial() { g.impartial() } else { g }).collect()
}

fn answer(game: &Game, verdict: GameVerdict, sentence: String) -> VerdictAnswer {
    VerdictAnswer {
        game: game.name.clone(),
        verdict,
        sentence,
        positions: None,
        rules: vec![],
        play: String::new(),
        lines: vec![],
        places: vec![],
        finding: None,
    }
}

fn proved(game: &Game, proof: &Proof, rules: Vec<String>, machine: &Machine) -> VerdictAnswer {
    let mut verdict = answer(game, GameVerdict::Proved, proof.sentence(&machine.program));
    verdict.rules = rules;
    if game.loopy {
        let d = Diagnostic::warning(
            "loopy-not-needed",
            format!("{} need not be loopy: every play ends", game.name),
        );
        let d = d.at(game.span, verdict.sentence.clone()).hint("Could it be a `game` without `loopy`?");
        verdict.finding = Some(Box::new(Diagnostic { severity: Severity::Note, ..d }));
    }
    verdict
}

fn decreases_wrong(game: &Game, finding: Diagnostic, but: &str) -> VerdictAnswer {
    let why = format!("the measure after `decreases` is wrong for the move shown; {but}");
    VerdictAnswer { finding: Some(Box::new(finding)), ..answer(game, GameVerdict::Wrong, why) }
}

/// That the proof rests on something else than `decreases`.
fn unverified(game: &Game, open: &[&Obstacle], tried: usize) -> Option<Diagnostic> {
    let told = game.decreases.as_ref().filter(|_| !open.is_empty())?;
    let title = "The measure after `decreases` could not be verified; the proof uses another one";
    let so_far = match tried {
        0 => "not verified".into(),
        n => format!("got smaller in {}", all_tried(n)),
    };
    let mut d = Diagnostic::warning("decreases-not-verified", title).at(told.span, so_far);
    for o in open.iter().filter(|o| o.span != told.span).take(2) {
        d = d.also(o.span, o.text.clone());
    }
    Some(Diagnostic { severity: Severity::Note, ..d })
}

fn all_tried(moves: usize) -> String {
    if moves == 1 { "the only move tried".into() } else { format!("all {moves} moves tried") }
}

/// What could not be verified of `decreases`, with the moves that agree with it.
fn with_tries(obstacles: &[Obstacle], tried: usize) -> Vec<Obstacle> {
    let mut obstacles = obstacles.to_vec();
    if let Some(first) = obstacles.iter_mut().find(|o| o.kind == ObstacleKind::DecreasesNotVerified)
        && tried > 0
    {
        first.text += &format!("; it got smaller in {}", all_tried(tried));
    }
    obstacles
}

/// Says what ended the search for a proof and for an endless play, where neither was found.
fn stopped(verdict: &mut VerdictAnswer, why: Exhausted) {
    if verdict.verdict == GameVerdict::Checked {
        verdict.sentence += &format!(" ({why})");
        if let Some(finding) = &mut verdict.finding {
            finding.title = capital(&verdict.sentence);
        }
    }
}

fn capital(sentence: &str) -> String {
    sentence.replacen("could", "Could", 1)
}

fn counted(positions: usize) -> String {
    if positions == 1 { "1 position".into() } else { format!("{positions} positions") }
}

fn checked(game: &Game, positions: usize, obstacles: &[Obstacle]) -> VerdictAnswer {
    let sentence = format!("could not prove that this game ends; checked to {}", counted(positions));
    let title = capital(&sentence);
    let mut d = Diagnostic::warning("not-proved-to-end", title).at(game.span, "");
    for obstacle in obstacles.iter().take(3) {
        d = d.also(obstacle.span, obstacle.text.clone());
    }
    for hint in obstacles.iter().filter_map(|o| o.hint.as_ref()).take(2) {
        d = d.hint(hint.clone());
    }
    if d.hints.is_empty() && game.decreases.is_some() {
        d = d.hint("Could `decreases` be said in a simpler way, or is there another number that gets smaller with every move?");
    } else if d.hints.is_empty() {
        d = d.hint("Why does it end: is there a number that gets smaller with every move? Then write it behind `decreases`.");
    }
    let mut verdict = answer(game, GameVerdict::Checked, sentence);
    verdict.positions = Some(positions);
    verdict.finding = Some(Box::new(d));
    verdict
}

/// The note on an endless play where none was found near the positions that the file asks about.
const NOT_ASKED: &str = "No question of this file was seen to lead to such a play. If none of its positions comes up, can narrower \
                         types, such as `1..6`, keep them out?";

/// The shortest endless play that can be found near some positions, described as a mistake.
pub(super) fn endless_near(machine: &Machine, positions: &[GamePosition]) -> Option<Diagnostic> {
    let first = positions.first()?;
    let meter = machine.meter();
    let budget = Budget { time: Some(TIME), steps: Some(STEPS), ..meter.budget().beside() };
    let mut explored = Explored::new(group(machine, GameId(first.game.id)), Meter::new(budget));
    for position in positions {
        explored.add(position.clone());
    }
    let found = endless::search(machine, &mut explored);
    machine.measure(meter);
    found.map(|play| endless::describe(machine, &play))
}

/// A position as a trace shows it.
pub(super) fn trace(position: &GamePosition) -> String {
    Part::Game(position.clone()).in_trace()
}
