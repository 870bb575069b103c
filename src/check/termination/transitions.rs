//! What the moves of a game do to the numbers of its positions.

use super::entries::agree;
use super::linear::{Lin, Var};
use super::run::{Run, coll, fits, number};
use super::symbol::{Coll, Frame, Kind, Node, Part, Path, Val};
use super::{Feature, Known, KnownRules, Number, Slack, Statistic, wording};
use crate::check::ir::{Expr, Game, GameId, Param, Program, each_in_binders};
use crate::check::types::{Shape, Type};
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
            if let (Val::Coll(s), true) = (&v, p.is_rule) {
                run.rules.push(s.clone());
            }
            frame[i] = Some(v);
        }
        let mut subject = Subject { id, game, frame, base, features: vec![] };
        for i in 0..game.params.len() {
            subject.watch(i, vec![], &game.params[i].ty, Stage::First);
        }
        subject
    }

    /// Watches what the author says gets smaller, and nothing else; how many numbers that is.
    pub(super) fn watch_decreases(&mut self) -> usize {
        let parts: Vec<&'a Expr> = match &self.game.decreases {
            Some(whole) => whole.entries().unwrap_or(std::slice::from_ref(whole)).iter().collect(),
            None => vec![],
        };
        let watch = |(i, e)| (Feature::Decreases(i), Watched::Expr(e));
        self.features = parts.into_iter().enumerate().map(watch).collect();
        self.features.len()
    }

    /// Watches the numbers of a parameter that belong to a stage.
    fn watch(&mut self, param: usize, at: Vec<usize>, ty: &Type, stage: Stage) {
        if let Type::Tuple(types) = ty {
            for (i, t) in types.iter().enumerate() {
                let at = at.iter().copied().chain([i]).collect();
                self.watch(param, at, t, stage);
            }
            return;
        }
        let is_rule = self.game.params[param].is_rule;
        let numbers = match stage {
            Stage::First => usual_numbers(ty, is_rule),
            Stage::Second if *ty == Type::Int && !self.is_natural(param, &at) => vec![Number::Abs],
            Stage::Second => rare_numbers(ty),
            Stage::Third => last_numbers(ty),
        };
        for number in numbers {
            let feature = Feature::Of { param, at: at.clone(), number };
            self.features.push((feature, Watched::Part(param, at.clone(), number)));
        }
    }

    /// Whether the declared type keeps a number above zero.
    fn is_natural(&self, param: usize, at: &[usize]) -> bool {
        let shape = at.iter().fold(&self.game.params[param].shape, |shape, i| match shape {
            Shape::Tuple(shapes) => shapes.get(*i).unwrap_or(&Shape::Any),
            _ => &Shape::Any,
        });
        matches!(shape, Shape::Range(Some(lo), _) if *lo >= num_bigint::BigInt::ZERO)
    }

    /// Watches more: binary numbers, moments, and the slack that growing sets have left.
    pub(super) fn watch_more(&mut self, run: &mut Run<'a>, moved: &Moved<'a>) {
        self.watch_stage(Stage::Second);
        self.watch_slack(run, moved);
    }

    /// Watches what is hardest to reckon with, and what is watched at first.
    pub(super) fn watch_last(&mut self) {
        self.features.retain(|(f, _)| matches!(f, Feature::Of { number, .. } if is_usual(*number)));
        self.watch_stage(Stage::Third);
    }

    /// Watches the numbers of each case of an enumeration or truth value by themselves, and what is watched at first.
    pub(super) fn watch_cases(&mut self) {
        self.features.retain(|(f, _)| matches!(f, Feature::Of { number, .. } if is_usual(*number)));
        let state = |p: &&Param| !p.is_rule;
        let cases = |p: &Param| match &p.ty {
            Type::Bool => 2,
            Type::Enum(names) => names.len(),
            _ => 0,
        };
        let phases =
            self.game.params.iter().enumerate().filter(|(_, p)| state(p) && (2..=5).contains(&cases(p)));
        let phases: Vec<(usize, usize)> = phases.map(|(i, p)| (i, cases(p))).collect();
        let numbers: Vec<_> = self.features.clone();
        for (phase, cases) in phases {
            for case in 0..cases {
                for (f, w) in &numbers {
                    let Feature::Of { param, .. } = f else { continue };
                    if *param != phase && !self.game.params[*param].is_rule && self.features.len() < 24 {
                        let feature = Feature::While { param: phase, case, of: Box::new(f.clone()) };
                        self.features.push((feature, Watched::While(phase, case, Box::new(w.clone()))));
                    }
                }
            }
        }
    }

    /// Whether more is watched than at first.
    pub(super) fn watches_more(&self) -> bool {
        let usual = |f: &Feature| matches!(f, Feature::Of { number, .. } if is_usual(*number));
        self.features.iter().any(|(f, _)| !usual(f))
    }

    fn watch_stage(&mut self, stage: Stage) {
        for i in 0..self.game.params.len() {
            if !self.game.params[i].is_rule {
                self.watch(i, vec![], &self.game.params[i].ty, stage);
            }
        }
    }

    /// Where a move adds elements to a set, or keys to a map: how many of those that may be added are still missing. Sets
    /// that are alike are looked at together, for moves may exchange them.
    fn watch_slack(&mut self, run: &mut Run<'a>, moved: &Moved<'a>) {
        let mut slacks: Vec<(Rc<Coll<'a>>, usize)> = vec![];
        let alike = |i: usize| {
            let ty = added_type(&self.game.params[i].ty);
            let params = self.game.params.iter().enumerate();
            params.filter(move |(_, p)| !p.is_rule && added_type(&p.ty) == ty).map(|(j, _)| j)
        };
        for (i, p) in self.game.params.iter().enumerate() {
            let (Some(_), false) = (added_type(&p.ty), p.is_rule) else { continue };
            for (j, q) in self.game.params.iter().enumerate() {
                if q.is_rule
                    && matches!(&q.ty, Type::Set(t) if Some(&**t) == added_type(&p.ty))
                    && let Some(Val::Coll(s)) = &self.frame[j]
                {
                    slacks.push((s.clone(), i));
                }
            }
            for (path, (to, args)) in &moved.ends {
                if *to != self.id {
                    continue;
                }
                let Val::Coll(after) = &args[i] else { continue };
                let mut added = vec![];
                added_to(after, &mut added);
                for x in added.into_iter().take(2) {
                    if let Some(slack) = self.slack_of(run, path, &x) {
                        slacks.extend(alike(i).map(|j| (slack.clone(), j)));
                    }
                }
            }
        }
        for (slack, i) in slacks {
            let known =
                |w: &(Feature, Watched<'a>)| matches!(&w.1, Watched::Slack(r, j) if *j == i && *r == slack);
            if self.features.iter().any(known) || self.features.len() > 16 {
                continue;
            }
            let feature = Feature::Slack { param: i, of: slack_named(&slack, self.game, &self.frame) };
            self.features.push((feature, Watched::Slack(slack, i)));
        }
    }

    /// A set that does not change during play and has an element in it.
    fn slack_of(&self, run: &mut Run<'a>, path: &Path<'a>, x: &Val<'a>) -> Option<Rc<Coll<'a>>> {
        if let Val::Num(n) = x {
            let (lo, hi) = self.limits(path, n)?;
            return Some(Rc::new(Coll { kind: Kind::Set, node: Node::Range(lo, hi) }));
        }
        let numbers = |v: &Val<'a>| if let Val::Num(n) = v { self.limits(path, n) } else { None };
        if let Val::Tuple(entries) = x
            && let Some(sides) = entries.iter().map(numbers).collect()
        {
            return Some(Rc::new(Coll { kind: Kind::Set, node: Node::Grid(sides) }));
        }
        let mut members = path.members.iter().filter(|(y, _)| y == x).map(|(_, s)| s.clone());
        let rules = self.rules();
        members.find(|s| is_fixed(s, run, &rules))
    }

    /// Numbers that do not change during play between which a number lies.
    fn limits(&self, path: &Path<'a>, n: &Lin) -> Option<(Lin, Lin)> {
        let fixed: Vec<u32> = self.rule_vars();
        let limits: Vec<Lin> =
            std::iter::once(Lin::default()).chain(fixed.iter().map(|v| Lin::var(*v))).collect();
        let hi = limits.iter().find_map(|l| path.most(&n.plus(-1, l)?).and_then(|k| l.shifted(k)));
        let lo = limits.iter().find_map(|l| path.least(&n.plus(-1, l)?).and_then(|k| l.shifted(k)));
        lo.zip(hi)
    }

    /// What the position has of its rules.
    fn rules(&self) -> Vec<Val<'a>> {
        let rules = self.game.params.iter().zip(&self.frame).filter(|(p, _)| p.is_rule);
        rules.filter_map(|(_, v)| v.clone()).collect()
    }

    /// The unknown numbers that are rules.
    fn rule_vars(&self) -> Vec<u32> {
        self.rules().iter().filter_map(|v| if let Val::Num(n) = v { n.as_var() } else { None }).collect()
    }

    /// The watched numbers of a position with these arguments.
    pub(super) fn measure(
        &self,
        run: &mut Run<'a>,
        path: Path<'a>,
        args: &[Val<'a>],
    ) -> Vec<(Path<'a>, Vec<Lin>)> {
        let mut out = vec![(path, vec![])];
        for (_, watched) in &self.features {
            let mut next = vec![];
            for (mut path, mut values) in out {
                match watched {
                    Watched::Expr(e) => {
                        let mut frame: Frame<'a> = args.iter().cloned().map(Some).collect();
                        frame.resize(self.game.slots.len().max(args.len()), None);
                        run.measuring = true;
                        let ways = run.eval(path, &frame, e);
                        run.measuring = false;
                        for (p, v) in ways {
                            let mut values = values.clone();
                            values.push(flat(&v).unwrap_or_else(|| run.fresh()));
                            next.push((p, values));
                        }
                    }
                    Watched::Part(param, at, Number::Abs) => {
                        let v = watched_number(run, &mut path, &args[*param], at, Number::Itself);
                        let negative = v.times(-1);
                        let negative = run.linear(&mut path, negative);
                        for (p, v) in run.split(path, &Lin::number(0), &v.clone(), v, negative) {
                            let mut values = values.clone();
                            values.push(flat(&v).unwrap_or_else(|| run.fresh()));
                            next.push((p, values));
                        }
                    }
                    Watched::While(phase, case, of) => {
                        let v = while_case(run, &mut path, args, (*phase, *case), of);
                        values.push(v);
                        next.push((path, values));
                    }
                    Watched::Part(param, at, n) => {
                        let v = watched_number(run, &mut path, &args[*param], at, *n);
                        values.push(v);
                        next.push((path, values));
                    }
                    Watched::Slack(slack, param) => {
                        let v = match &args[*param] {
                            Val::Coll(s) => {
                                let taken =
                                    if s.kind == Kind::Map { run.indices(&path, s) } else { s.clone() };
                                let node = Node::Minus(slack.clone(), taken);
                                run.statistic(
                                    &mut path,
                                    Statistic::Size,
                                    &Rc::new(Coll { kind: Kind::Set, node }),
                                )
                            }
                            _ => run.fresh(),
                        };
                        values.push(v);
                        next.push((path, values));
                    }
                }
            }
            out = next;
        }
        out
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
                            Some(guard) => run.assume(path, &frame, guard, true),
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
                let after = run.assume(p.clone(), &self.frame, end, false);
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
        let named = |v: &Val<'a>| wording::value(v, run, self.game, &self.frame);
        let need = |(x, s): &(Val<'a>, Rc<Coll<'a>>)| {
            Some(format!("{} is still in `{}`", named(x)?, named(&Val::Coll(s.clone()))?))
        };
        let mut all: Vec<String> = path.open.iter().filter_map(need).collect();
        all.dedup();
        all.truncate(2);
        all
    }

    /// What the author says of the position that a move leaves must have a value there: nobody evaluates it in play, so
    /// that must follow from what is known of the move. Of the position it leads to it may be taken for granted: if
    /// play goes on from there, it is looked at in turn, and if not, it does not matter.
    fn before_leaving(
        &self,
        run: &mut Run<'a>,
        index: usize,
        old: &[Lin],
        path: Path<'a>,
        moved: &mut Moved<'a>,
    ) -> Vec<(Path<'a>, Vec<Lin>)> {
        if !self.is_authors() {
            return vec![(path, old.to_vec())];
        }
        let mut out = vec![(path, vec![])];
        for (_, watched) in &self.features {
            let Watched::Expr(e) = watched else { continue };
            for (path, values) in std::mem::take(&mut out) {
                run.measuring = true;
                let (ways, open) = run.eval_with_needs(path, &self.frame, e);
                run.measuring = false;
                moved.without_value.extend(open.into_iter().map(|span| (index, span)));
                for (p, v) in ways {
                    let mut values: Vec<Lin> = values.clone();
                    values.push(flat(&v).unwrap_or_else(|| run.fresh()));
                    out.push((p, values));
                }
            }
        }
        out
    }

    /// The positions, apart by the cases that numbers are watched for.
    fn by_cases(&self) -> Vec<Path<'a>> {
        let mut phases: Vec<usize> = self
            .features
            .iter()
            .filter_map(|(_, w)| if let Watched::While(phase, ..) = w { Some(*phase) } else { None })
            .collect();
        phases.dedup();
        let mut paths = vec![self.base.clone()];
        for phase in phases {
            for path in std::mem::take(&mut paths) {
                let case = |is: &Lin, n: i128| {
                    let mut path = path.clone();
                    path.assert_eq(is, &Lin::number(n));
                    path
                };
                match &self.frame[phase] {
                    Some(Val::Case(cases)) => paths.extend(cases.iter().map(|is| case(is, 1))),
                    Some(Val::Bool(is)) => paths.extend([case(is, 0), case(is, 1)]),
                    _ => paths.push(path),
                }
            }
        }
        paths
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

/// What is watched of a parameter where a truth value or enumeration is a certain case, else 0.
fn while_case<'a>(
    run: &mut Run<'a>,
    path: &mut Path<'a>,
    args: &[Val<'a>],
    (phase, case): (usize, usize),
    of: &Watched<'a>,
) -> Lin {
    let is = match &args[phase] {
        Val::Case(cases) => cases.get(case).cloned(),
        Val::Bool(b) if case == 1 => Some(b.clone()),
        Val::Bool(b) => Lin::number(1).plus(-1, b),
        _ => None,
    };
    let (Some(is), Watched::Part(param, at, n)) = (is, of) else { return run.fresh() };
    let v = watched_number(run, path, &args[*param], at, *n);
    if path.entails_le(&Lin::number(1), &is) {
        return v;
    }
    if path.entails_le(&is, &Lin::number(0)) {
        return Lin::default();
    }
    run.fresh()
}

/// What is added to a growing set, or as a key to a map.
fn added_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Set(t) | Type::Map(t, _) => Some(t),
        _ => None,
    }
}

fn watched_number<'a>(run: &mut Run<'a>, path: &mut Path<'a>, v: &Val<'a>, at: &[usize], n: Number) -> Lin {
    match (v, at, n) {
        (Val::Tuple(entries), [i, rest @ ..], _) => match entries.get(*i) {
            Some(v) => watched_number(run, path, v, rest, n),
            None => run.fresh(),
        },
        (Val::Tuple(drawing), [], Number::Lives) => match &drawing[0] {
            Val::Num(l) => l.clone(),
            _ => run.fresh(),
        },
        (Val::Tuple(cell), [], Number::Row | Number::Col) => match &cell[usize::from(n == Number::Col)] {
            Val::Num(l) => l.clone(),
            _ => run.fresh(),
        },
        (Val::Num(l) | Val::Bool(l), [], Number::Itself) => l.clone(),
        (Val::Case(cases), [], Number::Is(i)) => cases[i].clone(),
        (Val::Coll(s), [], Number::Of(g)) => run.statistic(path, g, s),
        _ => run.fresh(),
    }
}

/// The number that a value of `decreases` is.
fn flat(v: &Val<'_>) -> Option<Lin> {
    if let Val::Num(n) = v { Some(n.clone()) } else { None }
}

/// The elements that are added to a set, the keys that are put into a map.
fn added_to<'a>(s: &Rc<Coll<'a>>, out: &mut Vec<Val<'a>>) {
    match &s.node {
        Node::Put(t, i, _) if s.kind == Kind::Map => {
            out.push(i.clone());
            added_to(t, out);
        }
        Node::With(t, x) => {
            out.push(x.clone());
            added_to(t, out);
        }
        Node::Union(t, u) => {
            added_to(t, out);
            added_to(u, out);
        }
        Node::Without(t, _) | Node::Minus(t, _) => added_to(t, out),
        _ => {}
    }
}

/// Whether a collection is the same all through a play: made of rules and numbers alone.
fn is_fixed<'a>(s: &Rc<Coll<'a>>, run: &Run<'a>, rules: &[Val<'a>]) -> bool {
    let coll = |t: &Rc<Coll<'a>>| is_fixed(t, run, rules);
    let value = |v: &Val<'a>| is_fixed_value(v, run, rules);
    let number = |l: &Lin| is_fixed_value(&Val::Num(l.clone()), run, rules);
    match &s.node {
        Node::Unknown { .. } => run.rules.iter().any(|r| super::symbol::same(r, s)),
        Node::Literal(items) => items.iter().all(value),
        Node::Range(lo, hi) => number(lo) && number(hi),
        Node::Grid(sides) => sides.iter().all(|(lo, hi)| number(lo) && number(hi)),
        Node::For { item, only, binders, frame } => {
            let mut fixed = true;
            let mut look = |e: &Expr| {
                e.each_slot(&mut |slot| {
                    fixed &= frame.get(slot as usize).and_then(Option::as_ref).is_none_or(value);
                });
            };
            item.iter().chain(only).for_each(|e| look(e));
            each_in_binders(binders, &mut look);
            fixed
        }
        Node::With(t, x) | Node::Without(t, x) => coll(t) && value(x),
        Node::Put(t, i, x) => coll(t) && value(i) && value(x),
        Node::Union(t, u)
        | Node::Minus(t, u)
        | Node::Common(t, u)
        | Node::Flip(t, u)
        | Node::Concat(t, u) => coll(t) && coll(u),
        Node::Rearranged(t, _) | Node::Moved(t, _) | Node::Indices(t) | Node::Islands(t) => coll(t),
        Node::Ray(p, a, b, t) => value(p) && number(a) && number(b) && coll(t),
        Node::Touching(p) | Node::Lands(p) => value(p),
        Node::Curves(p, l) => value(p) && value(l),
    }
}

fn is_fixed_value<'a>(v: &Val<'a>, run: &Run<'a>, rules: &[Val<'a>]) -> bool {
    let number = |l: &Lin| l.terms.iter().all(|(x, _)| rules.iter().any(|r| mentions(r, *x)));
    match v {
        Val::Num(l) | Val::Bool(l) => number(l),
        Val::Case(cases) => cases.iter().all(number),
        Val::Tuple(entries) => entries.iter().all(|v| is_fixed_value(v, run, rules)),
        Val::Coll(s) => is_fixed(s, run, rules),
        Val::Function(_) => true,
        Val::Opaque(_) => rules.contains(v),
        Val::Parts(_) => false,
    }
}

/// Whether an unknown is a number of a value.
fn mentions(v: &Val<'_>, x: Var) -> bool {
    let number = |l: &Lin| l.as_var() == Some(x);
    match v {
        Val::Num(l) | Val::Bool(l) => number(l),
        Val::Case(cases) => cases.iter().any(number),
        Val::Tuple(entries) => entries.iter().any(|v| mentions(v, x)),
        _ => false,
    }
}

/// Which set it is, for the measure.
fn slack_named<'a>(slack: &Rc<Coll<'a>>, game: &Game, frame: &Frame<'a>) -> Slack {
    let rules = || game.params.iter().zip(frame).enumerate().filter(|(_, (p, _))| p.is_rule);
    let same_rule = |v: &Option<Val<'a>>| matches!(v, Some(Val::Coll(s)) if super::symbol::same(s, slack));
    if let Some((i, _)) = rules().find(|(_, (_, v))| same_rule(v)) {
        return Slack::Rule(i);
    }
    let Node::Range(lo, hi) = &slack.node else { return Slack::Written };
    let end = |l: &Lin| match l.terms.as_slice() {
        [] => Some((None, l.constant.into())),
        [(v, 1)] => {
            let is = |w: &Option<Val<'a>>| matches!(w, Some(Val::Num(n)) if n.as_var() == Some(*v));
            rules().find(|(_, (_, w))| is(w)).map(|(i, _)| (Some(i), l.constant.into()))
        }
        _ => None,
    };
    end(lo).zip(end(hi)).map_or(Slack::Written, |(lo, hi)| Slack::Range(lo, hi))
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

/// The numbers that a value of a type has and that are watched first.
fn usual_numbers(ty: &Type, is_rule: bool) -> Vec<Number> {
    use Statistic::{LargestCol, LargestRow, LeastCol, LeastRow, Size, Sum};
    let mut of = vec![Size];
    match ty {
        Type::Int | Type::Bool => return vec![Number::Itself],
        Type::Enum(names) => return (1..names.len()).map(Number::Is).collect(),
        Type::Drawing => return vec![Number::Lives],
        Type::Cell => return vec![Number::Row, Number::Col],
        Type::Set(t) | Type::Bag(t) | Type::List(t) => {
            of.extend(adds_up(ty).then_some(Sum));
            // The corners of a board.
            let cells = **t == Type::Cell && is_rule;
            of.extend([LeastRow, LeastCol, LargestRow, LargestCol].into_iter().filter(|_| cells));
        }
        Type::Map(_, v) => {
            of.extend(matches!(**v, Type::Int | Type::Bool | Type::Enum(_)).then_some(Sum));
        }
        _ => return vec![],
    }
    of.into_iter().map(Number::Of).collect()
}

/// When a number is watched: at first, if that did not help, or at last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Second,
    Third,
}

fn is_usual(number: Number) -> bool {
    !matches!(
        number,
        Number::Abs
            | Number::Of(
                Statistic::Binary
                    | Statistic::Moment
                    | Statistic::BinaryByPlace
                    | Statistic::MomentFromEnd
                    | Statistic::Squares
                    | Statistic::PowersOfThree
                    | Statistic::Rows
                    | Statistic::Cols
                    | Statistic::Sizes
                    | Statistic::Sums
            )
    )
}

/// Those that are needed last.
fn last_numbers(ty: &Type) -> Vec<Number> {
    let of = |statistics: &[Statistic]| statistics.iter().map(|g| Number::Of(*g)).collect();
    match ty {
        Type::List(_) if adds_up(ty) => {
            of(&[Statistic::Squares, Statistic::PowersOfThree, Statistic::MomentFromEnd])
        }
        Type::Set(_) | Type::Bag(_) if adds_up(ty) => of(&[Statistic::Squares, Statistic::PowersOfThree]),
        _ => vec![],
    }
}

/// Those that are rarely needed.
fn rare_numbers(ty: &Type) -> Vec<Number> {
    let of = |statistics: &[Statistic]| statistics.iter().map(|g| Number::Of(*g)).collect();
    match ty {
        Type::Set(t) | Type::Bag(t) | Type::List(t) if **t == Type::Cell => {
            of(&[Statistic::Rows, Statistic::Cols])
        }
        Type::Set(t) | Type::Bag(t) | Type::List(t) if matches!(**t, Type::Tuple(_)) => {
            let Type::Tuple(ts) = &**t else { return vec![] };
            let each =
                [Statistic::Rows, Statistic::Cols].into_iter().zip(ts).filter(|(_, t)| **t == Type::Int);
            each.map(|(g, _)| Number::Of(g)).collect()
        }
        Type::Set(t) | Type::Bag(t) | Type::List(t) | Type::Map(_, t)
            if matches!(**t, Type::Set(_) | Type::Bag(_) | Type::List(_)) =>
        {
            if adds_up(t) {
                of(&[Statistic::Sizes, Statistic::Sums])
            } else {
                of(&[Statistic::Sizes])
            }
        }
        Type::Set(_) if adds_up(ty) => vec![Number::Of(Statistic::Binary)],
        Type::List(_) if adds_up(ty) => {
            vec![Number::Of(Statistic::Moment), Number::Of(Statistic::BinaryByPlace)]
        }
        Type::Map(k, v) if matches!((&**k, &**v), (Type::Int, Type::Int)) => {
            vec![Number::Of(Statistic::Moment)]
        }
        _ => vec![],
    }
}

/// Whether the elements of a collection have a sum.
fn adds_up(ty: &Type) -> bool {
    match ty {
        Type::List(t) => matches!(**t, Type::Int | Type::Bool | Type::Enum(_)),
        Type::Set(t) | Type::Bag(t) => matches!(**t, Type::Int),
        _ => false,
    }
}
