//! What the moves of a game do to the numbers of its positions.

mod measured;
mod slack;
mod watched;

use super::entries::agree;
use super::linear::Lin;
use super::run::{Run, coll};
use super::symbol::{Coll, Frame, Kind, Node, Part, Path, Val};
use super::unknowns::{fits, number};
use super::{Feature, Known, KnownRules, Number, said};
use crate::check::ir::{Expr, Game, GameId, Param, Program};
use crate::check::types::Type;
use crate::source::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// One way in which a move leads from a position to a part of the next one.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub(super) from: GameId,
    pub(super) to: GameId,
    /// Index of the move.
    pub(super) index: usize,
    /// Choices that are fixed numbers, by name.
    pub(super) chosen: Vec<(String, i128)>,
    /// Each is at least 0.
    pub(super) facts: Vec<Lin>,
    /// What was not certain on the way, in words.
    pub(super) needs: Vec<String>,
    /// The features before and after.
    pub(super) old: Vec<Lin>,
    pub(super) new: Vec<Lin>,
}

/// A game being looked at: an arbitrary position of it, and which numbers of it are watched.
pub(super) struct Subject<'a> {
    pub(super) id: GameId,
    pub(super) game: &'a Game,
    pub(super) frame: Frame<'a>,
    pub(super) base: Path<'a>,
    pub(super) features: Vec<(Feature, Watched<'a>)>,
}

/// How a watched number is found in the arguments of a position.
#[derive(Clone, Debug)]
pub(super) enum Watched<'a> {
    /// A number inside a parameter.
    Part(usize, Vec<usize>, Number),
    /// How many elements of a collection are not in a parameter, or not among its keys.
    Slack(Rc<Coll<'a>>, usize),
    /// A number inside a parameter where another is a certain case, else 0.
    While(usize, usize, Box<Watched<'a>>),
    /// The author's.
    Expr(&'a Expr),
}

/// A game outside the group that a move leads to, with what it is given of its rules.
pub(super) type Below = BTreeSet<(GameId, KnownRules)>;

/// What became of the moves of a game.
pub(super) struct Moved<'a> {
    pub(super) transitions: Vec<Transition>,
    /// The paths of the transitions, with the arguments of the new position.
    pub(super) ends: Vec<(Path<'a>, Part<'a>)>,
    pub(super) below: Below,
    /// A move whose target was not understood.
    pub(super) unclear: Option<usize>,
    /// Moves before which the author's measure may have no value, and where that stands.
    pub(super) without_value: Vec<(usize, Span)>,
}

impl<'a> Subject<'a> {
    pub(super) fn of_all(
        games: &BTreeSet<GameId>,
        run: &mut Run<'a>,
        program: &'a Program,
        rules: &KnownRules,
    ) -> Vec<Subject<'a>> {
        games.iter().map(|g| Subject::new(run, program, *g, rules)).collect()
    }

    fn new(run: &mut Run<'a>, program: &'a Program, id: GameId, rules: &KnownRules) -> Subject<'a> {
        let game = program.game(id);
        let mut base = Path::default();
        let mut frame: Frame<'a> = vec![None; game.slots.len().max(game.params.len())];
        for (i, p) in game.params.iter().enumerate() {
            let known = rules.values.get(&p.name).filter(|_| p.is_rule).and_then(|k| known_value(k, &p.ty));
            let v = known.unwrap_or_else(|| run.unknown(&mut base, &p.ty, &p.shape, Some(&p.name)));
            if p.is_rule {
                run.is_rule(&v);
            }
            frame[i] = Some(v);
        }
        let mut subject = Subject { id, game, frame, base, features: vec![] };
        subject.watch_first();
        subject
    }

    /// What every move does. `thorough`: conditions of `ends when` are looked at even if that splits paths.
    pub(super) fn moves(&self, run: &mut Run<'a>, group: &[Subject<'a>], thorough: bool) -> Moved<'a> {
        let mut moved = Moved {
            transitions: vec![],
            ends: vec![],
            below: Below::new(),
            unclear: None,
            without_value: vec![],
        };
        let before = match self.is_authors() {
            true => vec![(self.base.clone(), vec![])],
            false => {
                let cases = self.by_cases();
                cases.into_iter().flat_map(|path| self.measure(run, path, &self.args())).collect()
            }
        };
        for (path, old) in before {
            for start in self.not_ended(run, path, thorough) {
                for (index, m) in self.game.moves.iter().enumerate() {
                    let mut ends = vec![];
                    for (path, frame) in run.bind(start.clone(), &self.frame, &m.binders) {
                        let paths = match &m.guard {
                            Some(guard) => run.guarded(path, &frame, guard, true),
                            None => vec![path],
                        };
                        for path in paths {
                            ends.extend(run.parts(path, &frame, &m.target));
                        }
                    }
                    for (path, part) in ends {
                        self.arrive(run, group, index, &old, path, part, &mut moved);
                    }
                }
            }
        }
        moved
    }

    fn not_ended(&self, run: &mut Run<'a>, path: Path<'a>, thorough: bool) -> Vec<Path<'a>> {
        let mut paths = vec![path];
        for end in self.game.ends.iter().chain(&self.game.wins) {
            let mut next = vec![];
            for p in paths {
                let after = run.guarded(p.clone(), &self.frame, end, false);
                if thorough || after.len() == 1 { next.extend(after) } else { next.push(p) }
            }
            paths = next;
        }
        paths
    }

    #[allow(clippy::too_many_arguments)] // what one end of a move is
    fn arrive(
        &self,
        run: &mut Run<'a>,
        group: &[Subject<'a>],
        index: usize,
        old: &[Lin],
        mut path: Path<'a>,
        part: Part<'a>,
        moved: &mut Moved<'a>,
    ) {
        let (to, args) = &part;
        let Some(game) = run.program.games.get(to.0 as usize) else {
            if !path.is_impossible() {
                moved.unclear = Some(index);
            }
            return;
        };
        game.params.iter().zip(args.iter()).for_each(|(p, v)| fits(&mut path, p, v));
        let Some(target) = group.iter().find(|s| s.id == *to) else {
            if !path.is_impossible() {
                moved.below.insert((*to, rules_given(game, args)));
            }
            return;
        };
        let handed_on = |(i, p): (usize, &Param)| {
            let here = self.game.params.iter().position(|q| q.name == p.name);
            !p.is_rule || here.is_some_and(|here| self.frame[here].as_ref() == Some(&args[i]))
        };
        if !game.params.iter().enumerate().all(handed_on) {
            // A rule is the same throughout a play; a move that seems to change one was not understood.
            moved.unclear = Some(index);
            return;
        }
        moved.ends.push((path.clone(), part.clone()));
        for (path, old) in self.before_leaving(run, index, old, path, moved) {
            for (mut path, new) in target.measure(run, path, args) {
                agree(&mut path);
                run.multiply_facts(&mut path);
                run.compare_binaries(&mut path);
                if path.is_impossible() {
                    continue;
                }
                let needs = self.needs_in_words(run, &path);
                let (facts, chosen, old) = (path.facts, path.chosen, old.clone());
                let from = self.id;
                moved.transitions.push(Transition { from, to: *to, index, chosen, facts, needs, old, new });
            }
        }
    }

    /// What was taken out of collections without its being certain that it is there, as far as it has a name.
    fn needs_in_words(&self, run: &Run<'a>, path: &Path<'a>) -> Vec<String> {
        let named = |v: &Val<'a>| said::value(v, run, self.game, &self.frame);
        let need = |(x, s): &(Val<'a>, Rc<Coll<'a>>)| {
            Some(format!("{} is still in `{}`", named(x)?, named(&Val::Coll(s.clone()))?))
        };
        let mut all: Vec<String> = path.open.iter().filter_map(need).collect();
        all.dedup();
        all.truncate(2);
        all
    }

    /// Whether it is the author's measure that is looked at.
    fn is_authors(&self) -> bool {
        self.features.iter().any(|(_, w)| matches!(w, Watched::Expr(_)))
    }

    /// The arguments of the position that moves begin with.
    fn args(&self) -> Vec<Val<'a>> {
        self.frame[..self.game.params.len()].iter().flatten().cloned().collect()
    }
}

fn known_value<'a>(known: &Known, ty: &Type) -> Option<Val<'a>> {
    let literal = |ns: &[num_bigint::BigInt]| {
        let items: Option<Vec<Val<'a>>> = ns.iter().map(|n| number(n).map(Val::Num)).collect();
        items.map(|items| coll(Kind::of(ty), Node::Literal(items)))
    };
    match known {
        Known::Number(n) => number(n).map(Val::Num),
        Known::Set(ns) | Known::List(ns) => literal(ns),
        Known::Function(id) => Some(Val::Function(*id)),
    }
}

/// What a move gives a game of its rules, where that is fixed.
fn rules_given(game: &Game, args: &[Val<'_>]) -> KnownRules {
    let mut rules = KnownRules::default();
    for (p, v) in game.params.iter().zip(args).filter(|(p, _)| p.is_rule) {
        let numbers = |items: &[Val<'_>]| {
            items
                .iter()
                .map(|x| if let Val::Num(n) = x { n.as_number().map(Into::into) } else { None })
                .collect()
        };
        let known = match v {
            Val::Num(n) => n.as_number().map(|n| Known::Number(n.into())),
            Val::Function(id) => Some(Known::Function(*id)),
            Val::Coll(s) => match (&s.node, s.kind) {
                (Node::Literal(items), Kind::Set) => Option::map(numbers(items), Known::Set),
                (Node::Literal(items), Kind::List) => Option::map(numbers(items), Known::List),
                _ => None,
            },
            _ => None,
        };
        if let Some(known) = known {
            rules.values.insert(p.name.clone(), known);
        }
    }
    rules
}
