//! Certificates that play ends: the measures come from the proof; this finds multipliers for the ways through
//! the moves that the checker will see.

mod search;

use super::{Loaded, Session};
use crate::certificate::ending::{
    Certificate, FORMAT, Facts, Feature, Group, Measure, Member, Number, Passage, Refusal, Rule, Text,
    Transition, Unread, passages,
};
use crate::check::ir::{GameId, Program};
use crate::check::termination::{self, Known, KnownRules, Proof, Slack, Statistic};
use crate::engine::Budget;
use crate::files::read_text;
use crate::rules::machine::Machine;
use crate::rules::provers::proofs;
use crate::source::{FileId, Span};
use num_bigint::BigInt;
use num_integer::Integer;
use search::proof_of;
use std::collections::{BTreeMap, BTreeSet};

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoCertificate {
    /// The proof uses a number that certificates do not have.
    Measure(String),
    /// Rules that the checker cannot read.
    Unread(Unread),
    /// A move of which the checker does not see enough.
    NotSeen {
        /// The game.
        game: String,
        /// The move.
        label: String,
        /// The position it leads to, over unknowns.
        to: String,
        /// The place where the checker understood nothing.
        skipped: Vec<Span>,
    },
}

/// The certificate for a game, as a line of text, or a sentence that says why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The game.
    pub game: String,
    /// The rules it covers, in words; empty for all.
    pub rules: String,
    /// The line, or why there is none.
    pub line: Result<String, String>,
}

/// The statement that an accepted certificate proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The game that terminates.
    pub game: String,
    /// The values of its rules that it covers; empty for all.
    pub rules: String,
    /// The name of the text that defines it.
    pub text: String,
    /// Whether a file of this name now has other contents.
    pub changed: bool,
    /// The number of ways through all moves.
    pub ways: usize,
}

impl Session {
    /// Certificates for the games that a text defines, the text loaded last.
    pub fn endings(&self, loaded: &Loaded) -> Vec<Ending> {
        let Some(own) = loaded.texts.first().filter(|_| loaded.is_fine()) else { return vec![] };
        let machine = Machine::new(self.program.clone());
        machine.start_beside(&self.budget);
        let texts: Vec<Text> = loaded.texts.iter().map(|id| self.text_of(*id)).collect();
        let games = self.program.games.iter().enumerate().filter(|(_, g)| g.span.file == *own);
        games.flat_map(|(i, _)| self.endings_of(&machine, GameId(i as u32), &texts)).collect()
    }

    fn text_of(&self, id: FileId) -> Text {
        let source = self.sources.get(id);
        Text { name: source.name.clone(), text: source.text.to_string() }
    }

    fn endings_of(&self, machine: &Machine, id: GameId, texts: &[Text]) -> Vec<Ending> {
        let game = self.program.game(id).name.clone();
        let all = proofs(machine, id);
        if all.is_empty() {
            let line = Err("it is not proved that play ends".to_string());
            return vec![Ending { game, rules: String::new(), line }];
        }
        let one = |(proof, rules): (Proof, String)| {
            let made = certificate(&self.program, id, &proof, texts.to_vec());
            let line = made.map(Certificate::line).map_err(|why| self.why_not(&why));
            Ending { game: game.clone(), rules, line }
        };
        all.into_iter().map(one).collect()
    }

    /// Why there is no certificate, as a sentence without its full stop.
    fn why_not(&self, why: &NoCertificate) -> String {
        match why {
            NoCertificate::Measure(what) => {
                format!("what gets smaller is {what}, which the checker does not know")
            }
            NoCertificate::Unread(unread) => self.unread(unread),
            NoCertificate::NotSeen { game, label, to, skipped } => {
                let places: BTreeSet<usize> = skipped.iter().map(|s| self.sources.line(*s)).collect();
                let places: Vec<String> = places.iter().take(4).map(usize::to_string).collect();
                let not = match places.as_slice() {
                    [] => String::new(),
                    [line] => format!("; it does not understand something on line {line}"),
                    lines => format!("; it does not understand something on lines {}", lines.join(", ")),
                };
                format!(
                    "the checker does not see that `{label}` of {game} makes anything smaller, to {to}{not}"
                )
            }
        }
    }

    /// What the checker cannot read, as a sentence without its full stop.
    fn unread(&self, unread: &Unread) -> String {
        if unread.span == Span::default() {
            return format!("the checker does not read {}", unread.what);
        }
        let name = &self.sources.get(unread.span.file).name;
        let line = self.sources.line(unread.span);
        let text = self.sources.slice(unread.span).split_whitespace().collect::<Vec<_>>().join(" ");
        format!("the checker does not read {}: `{text}` on line {line} of {name}", unread.what)
    }
}

/// Checks a line of a file: it reads the rules again, and takes nothing from the search.
///
/// # Errors
/// Why it is not accepted, and whether that is because it is wrong (true), or because its rules cannot be read.
pub fn verify(line: &str) -> Result<Accepted, (bool, String)> {
    let c = Certificate::read(line).map_err(|why| (true, why))?;
    let mut session = Session::new(Budget::default());
    let loaded = session.load_given(c.texts.iter().map(|t| (t.name.clone(), t.text.clone())).collect());
    if let Some(mistake) = loaded.diagnostics.iter().find(|d| d.is_error()) {
        return Err((true, format!("its rules are wrong: {}", mistake.title)));
    }
    if loaded.texts.len() != c.texts.len() {
        return Err((true, "it holds texts that its rules do not use".into()));
    }
    let ways = c.check(&session.program).map_err(|refusal| match refusal {
        Refusal::Wrong(why) => (true, why),
        Refusal::Unread(unread) => (false, session.unread(&unread)),
    })?;
    let text = c.texts.first().map_or(String::new(), |t| t.name.clone());
    let is_file = std::fs::metadata(&text).is_ok_and(|about| about.is_file());
    let now = if is_file { read_text(&text).ok() } else { None };
    let changed = now.is_some_and(|now| c.texts.first().is_some_and(|t| t.text != now));
    Ok(Accepted { game: c.game.clone(), rules: c.rules_in_words(), text, changed, ways })
}

/// The certificate for a proof.
///
/// # Errors
/// Why there is none.
pub fn certificate(
    program: &Program,
    game: GameId,
    proof: &Proof,
    texts: Vec<Text>,
) -> Result<Certificate, NoCertificate> {
    let mut groups: Vec<Group> = vec![];
    for part in &proof.groups {
        let games = members(program, part)?;
        if !groups.iter().any(|g| g.games == games) {
            groups.push(Group { games, transitions: vec![] });
        }
    }
    let seen: Vec<Vec<Vec<Passage>>> = groups
        .iter_mut()
        .map(|g| if is_graph(program, g) { Ok(vec![]) } else { completed(program, g) })
        .collect::<Result<_, _>>()?;
    let order = in_order(program, &groups, &seen);
    let groups = order.into_iter().map(|i| groups[i].clone()).collect();
    let game = program.game(game).name.clone();
    Ok(Certificate { format: FORMAT.into(), game, texts, groups, checksum: String::new() })
}

fn is_graph(program: &Program, group: &Group) -> bool {
    let graph = |m: &Member| program.game_named(&m.game).is_some_and(|id| program.game(id).graph.is_some());
    group.games.iter().any(graph)
}

/// Each group before those it leads to. The game in question is in the first.
fn in_order(program: &Program, groups: &[Group], seen: &[Vec<Vec<Passage>>]) -> Vec<usize> {
    let leads = |i: usize, j: usize| {
        let outside = seen[i].iter().flatten().filter(|p| p.inside.is_none());
        i != j && outside.into_iter().any(|p| groups[j].games.iter().any(|m| p.leads_to(program, m)))
    };
    let mut order = vec![0];
    let mut left: BTreeSet<usize> = (1..groups.len()).collect();
    while !left.is_empty() {
        let free = left.iter().copied().find(|j| !left.iter().any(|i| leads(*i, *j)));
        let Some(next) = free.or_else(|| left.first().copied()) else { break };
        left.remove(&next);
        order.push(next);
    }
    order
}

fn members(program: &Program, part: &termination::ProvedGroup) -> Result<Vec<Member>, NoCertificate> {
    let none = BTreeMap::from([(part.game, vec![])]);
    let measures = if part.measures.is_empty() { &none } else { &part.measures };
    let member = |(id, all): (&GameId, &Vec<termination::Measure>)| {
        let game = program.game(*id);
        let measures = all.iter().map(measure).collect::<Result<_, _>>()?;
        Ok(Member { game: game.name.clone(), rules: rules(program, *id, &part.rules), measures })
    };
    measures.iter().map(member).collect()
}

fn rules(program: &Program, id: GameId, rules: &KnownRules) -> BTreeMap<String, Rule> {
    let numbers = |ns: &[BigInt]| ns.iter().map(BigInt::to_string).collect();
    let params = program.game(id).params.iter().filter(|p| p.is_rule);
    let rule = |known: &Known| match known {
        Known::Number(n) => Rule::Number(n.to_string()),
        Known::Set(ns) => Rule::Set(numbers(ns)),
        Known::List(ns) => Rule::List(numbers(ns)),
        Known::Function(id) => Rule::Function(program.definition(*id).name.clone()),
    };
    params.filter_map(|p| Some((p.name.clone(), rule(rules.values.get(&p.name)?)))).collect()
}

fn measure(m: &termination::Measure) -> Result<Measure, NoCertificate> {
    let term = |(c, f): &(BigInt, termination::Feature)| Ok((c.to_string(), feature(f)?));
    Ok(Measure { plus: m.plus.to_string(), terms: m.terms.iter().map(term).collect::<Result<_, _>>()? })
}

fn feature(f: &termination::Feature) -> Result<Feature, NoCertificate> {
    use termination::Number as N;
    let other = |what: &str| Err(NoCertificate::Measure(what.into()));
    Ok(match f {
        termination::Feature::Of { param, at, number } => {
            let number = match number {
                N::Itself => Number::Itself,
                N::Is(i) => Number::Case(*i as u32),
                N::Row => Number::Row,
                N::Col => Number::Col,
                N::Abs => Number::Abs,
                N::Lives => return other("the lives of a drawing"),
                N::Of(Statistic::Size) => Number::Size,
                N::Of(Statistic::Sum) => Number::Sum,
                N::Of(Statistic::Count(i)) => Number::Count(*i as u32),
                N::Of(Statistic::Binary) => Number::Binary,
                N::Of(Statistic::Moment) => Number::Moment,
                N::Of(Statistic::BinaryByPlace) => Number::BinaryByPlace,
                N::Of(Statistic::LeastRow) => Number::LeastRow,
                N::Of(Statistic::LeastCol) => Number::LeastCol,
                N::Of(Statistic::LargestRow) => Number::LargestRow,
                N::Of(Statistic::LargestCol) => Number::LargestCol,
                N::Of(Statistic::MomentFromEnd) => Number::MomentFromEnd,
                N::Of(Statistic::Squares) => Number::Squares,
                N::Of(Statistic::PowersOfThree) => Number::PowersOfThree,
                N::Of(Statistic::Sizes) => Number::Sizes,
                N::Of(Statistic::Sums) => Number::Sums,
                N::Of(Statistic::Rows) => Number::Rows,
                N::Of(Statistic::Cols) => Number::Cols,
            };
            Feature::Of { param: *param, at: at.clone(), number }
        }
        termination::Feature::While { param, case, of } => {
            Feature::While { param: *param, case: *case as u32, of: Box::new(feature(of)?) }
        }
        termination::Feature::Slack { param, of: Slack::Rule(of) } => {
            Feature::MissingOf { param: *param, of: *of }
        }
        termination::Feature::Slack { param, of: Slack::Range(lo, hi) } => {
            Feature::Missing { param: *param, from: (lo.0, lo.1.to_string()), to: (hi.0, hi.1.to_string()) }
        }
        termination::Feature::Slack { .. } => return other("a set that has no name"),
        termination::Feature::Decreases(i) => Feature::Decreases(*i),
    })
}

/// Finds what proves every way through the moves of a group; the ways.
fn completed(program: &Program, group: &mut Group) -> Result<Vec<Vec<Passage>>, NoCertificate> {
    let read = |games: &[Member]| -> Result<Vec<_>, NoCertificate> {
        (0..games.len()).map(|i| passages(program, games, i).map_err(NoCertificate::Unread)).collect()
    };
    let mut all = read(&group.games)?;
    let mut proofs = vec![];
    for (member, (ways, skipped)) in group.games.iter().zip(&all) {
        for passage in ways.iter().filter(|p| p.inside.is_some()) {
            let facts = Facts::of(passage);
            let fits = |t: &&Transition| {
                t.from == member.game
                    && t.index == passage.index
                    && t.to == passage.target
                    && t.holds(passage, &facts)
            };
            if proofs.iter().find(fits).is_none() {
                proofs.push(proof_of(&member.game, passage).ok_or_else(|| NoCertificate::NotSeen {
                    game: member.game.clone(),
                    label: label(program, member, passage.index),
                    to: passage.target.clone(),
                    skipped: skipped.clone(),
                })?);
            }
        }
    }
    if lift(group, &proofs) {
        // With more added to the measures, they are not negative where they decrease.
        all = read(&group.games)?;
        proofs.clear();
        for (member, (ways, _)) in group.games.iter().zip(&all) {
            for passage in ways.iter().filter(|p| p.inside.is_some()) {
                let found = proof_of(&member.game, passage).filter(|t| !proofs.contains(t));
                proofs.extend(found);
            }
        }
    }
    group.transitions = proofs;
    keep_used(group, &all);
    Ok(all.into_iter().map(|(ways, _)| ways).collect())
}

/// Drops proofs that no way needs, until some way needs each.
fn keep_used(group: &mut Group, all: &[(Vec<Passage>, Vec<Span>)]) {
    let mut needs: Vec<Vec<usize>> = vec![];
    for (member, (ways, _)) in group.games.iter().zip(all) {
        for passage in ways.iter().filter(|p| p.inside.is_some()) {
            let facts = Facts::of(passage);
            let fits = |t: &Transition| {
                t.from == member.game
                    && t.index == passage.index
                    && t.to == passage.target
                    && t.holds(passage, &facts)
            };
            needs.push((0..group.transitions.len()).filter(|i| fits(&group.transitions[*i])).collect());
        }
    }
    needs.sort();
    needs.dedup();
    let mut kept = vec![true; group.transitions.len()];
    for i in 0..kept.len() {
        kept[i] = false;
        kept[i] = !needs.iter().all(|ways| ways.iter().any(|t| kept[*t]));
    }
    let mut kept = kept.into_iter();
    group.transitions.retain(|_| kept.next() == Some(true));
}

fn label(program: &Program, member: &Member, index: usize) -> String {
    let id = program.game_named(&member.game);
    id.map(|id| program.game(id).moves[index].label.clone()).unwrap_or_default()
}

/// Adds as much to the measures as they may be below 0 where they decrease; whether that was anything.
fn lift(group: &mut Group, proofs: &[Transition]) -> bool {
    let levels = group.games.iter().map(|m| m.measures.len()).max().unwrap_or(0);
    let mut lifted = false;
    for level in 0..levels {
        let last = proofs.iter().filter(|t| t.levels.len() == level + 1).filter_map(|t| t.levels.last());
        let bounds = last.filter_map(|l| l.before.as_ref().or(l.after.as_ref()));
        let lowest = bounds.filter_map(|s| {
            let (value, times) = (s.value.parse::<BigInt>().ok()?, s.times.parse::<BigInt>().ok()?);
            Some(value.div_floor(&times))
        });
        let Some(lowest) = lowest.min().filter(|n| *n < BigInt::ZERO) else { continue };
        lifted = true;
        for measure in group.games.iter_mut().filter_map(|m| m.measures.get_mut(level)) {
            let plus = measure.plus.parse::<BigInt>().unwrap_or_default();
            measure.plus = (plus - &lowest).to_string();
        }
    }
    lifted
}
