//! The ways through the moves of a game, with its measures before and after each.

use super::poly::Poly;
use super::read::{Reader, Unread, Ways, fits, one};
use super::totals::Of;
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use super::{Feature, Measure, Member, Number, Rule};
use crate::check::ir::{ExprKind, GameId, Program};
use crate::check::types::Type;
use crate::source::Span;
use std::rc::Rc;

/// One way from a position to a part of the next one.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The index of the move.
    pub index: usize,
    /// The part, as it is written over the unknowns.
    pub target: String,
    /// The member of the group that the part is a position of, and the measures before and after; nothing if the part
    /// belongs to a group behind it.
    pub inside: Option<(usize, Vec<Poly>, Vec<Poly>)>,
    /// What is known: each is at least 0.
    pub facts: Vec<Rc<Poly>>,
    /// The part's game.
    pub to: GameId,
    /// What it is given, as text: to be compared with the rules a group is about.
    given: Vec<String>,
}

impl Passage {
    /// Whether the part is one that a member is about.
    pub fn leads_to(&self, program: &Program, member: &Member) -> bool {
        let game = program.game(self.to);
        let given = |name: &String| game.params.iter().position(|p| p.name == *name).map(|i| &self.given[i]);
        let mut rules = member.rules.iter();
        game.name == member.game
            && rules.all(|(name, rule)| {
                rule.value(program).is_some_and(|v| given(name).is_some_and(|g| *g == fixed(&v)))
            })
    }
}

/// All ways through the moves of a member of a group, with where nothing was understood.
///
/// # Errors
/// What cannot be read.
pub fn passages(
    program: &Program,
    group: &[Member],
    which: usize,
) -> Result<(Vec<Passage>, Vec<Span>), Unread> {
    let reader = Reader::new(program);
    let member = &group[which];
    let missing = || Unread { what: format!("the game {}", member.game), span: Span::default() };
    let id = program.game_named(&member.game).ok_or_else(missing)?;
    let game = program.game(id);
    let mut way = Way::default();
    let mut frame = vec![None; game.slots.len().max(game.params.len())];
    for (slot, p) in frame.iter_mut().zip(&game.params) {
        let known = member.rules.get(&p.name).map(|rule| rule.value(program).filter(|_| rule.is_a(&p.ty)));
        *slot = Some(match known {
            Some(v) => v.ok_or_else(missing)?,
            None => reader.unknown_in(&mut way, &p.ty, &p.shape, p.name.as_str().into())?,
        });
    }
    let frame = Rc::new(frame);
    let args: Vec<Val<'_>> = frame[..game.params.len()].iter().flatten().cloned().collect();
    let mut out = vec![];
    for (way, old) in reader.measures(way, &member.measures, id, &args)? {
        for (way, ()) in reader.not_ended(way, &frame, id)? {
            for index in 0..game.moves.len() {
                for (way, (to, args)) in reader.parts(way.clone(), &frame, id, index)? {
                    reader.arrive(
                        way,
                        to,
                        &args,
                        &mut |way, inside| {
                            let target = format!("{}({})", program.game(to).name, super::value::list(&args));
                            let given = args.iter().map(fixed).collect();
                            let inside = inside.map(|(j, new)| (j, old.clone(), new));
                            out.push(Passage { index, target, inside, facts: way.facts, to, given });
                        },
                        group,
                    )?;
                }
            }
        }
    }
    Ok((out, reader.skipped.take()))
}

/// A value that is the same wherever it is written, as text.
fn fixed(v: &Val<'_>) -> String {
    match v {
        Val::Coll(c) => match &c.node {
            Node::Items(items) if c.kind == Kind::Set => {
                let mut all: Vec<String> = items.iter().map(Val::to_string).collect();
                all.sort();
                all.dedup();
                format!("{{{}}}", all.join(", "))
            }
            _ => v.to_string(),
        },
        _ => v.to_string(),
    }
}

impl Rule {
    /// Whether a parameter of this type can have this value.
    fn is_a(&self, ty: &Type) -> bool {
        let numbers = |t: &Type| *t == Type::Int;
        match (self, ty) {
            (Rule::Number(_), t) => numbers(t),
            (Rule::Set(_), Type::Set(t)) | (Rule::List(_), Type::List(t)) => numbers(t),
            (Rule::Function(_), Type::Function(..)) => true,
            _ => false,
        }
    }

    fn value<'a>(&self, program: &Program) -> Option<Val<'a>> {
        let number = |n: &String| Some(Val::Num(Poly::number(super::whole(n)?)));
        let items = |ns: &Vec<String>| ns.iter().map(number).collect::<Option<Vec<_>>>();
        Some(match self {
            Rule::Number(n) => number(n)?,
            Rule::Set(ns) => Val::Coll(Coll::new(Kind::Set, Node::Items(items(ns)?))),
            Rule::List(ns) => Val::Coll(Coll::new(Kind::List, Node::Items(items(ns)?))),
            Rule::Function(name) => {
                let id = program.lets.iter().rposition(|l| l.name == *name && l.is_function)?;
                Val::Function(crate::check::ir::LetId(id as u32))
            }
        })
    }
}

impl<'a> Reader<'a> {
    /// A move is made only where play has not ended.
    fn not_ended(&self, way: Way<'a>, frame: &Frame<'a>, id: GameId) -> Ways<'a, ()> {
        let game = self.program.game(id);
        let mut out = vec![(way, ())];
        for end in game.ends.iter().chain(&game.wins) {
            out = self.each(out, |way, ()| {
                let goes_on = self.truth(way, frame, end)?.into_iter().filter(|(_, ended)| !*ended);
                Ok(goes_on.map(|(w, _)| (w, ())).collect())
            })?;
        }
        Ok(out)
    }

    /// The parts that a move may lead to, each on ways of its own.
    fn parts(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        id: GameId,
        index: usize,
    ) -> Ways<'a, (GameId, Vec<Val<'a>>)> {
        let m = &self.program.game(id).moves[index];
        let chosen = self.bind(way, frame, &m.binders)?;
        let allowed = self.each(chosen, |way, frame| match &m.guard {
            None => one(way, frame),
            Some(guard) => {
                let holds = self.truth(way, &frame, guard)?.into_iter().filter(|(_, b)| *b);
                Ok(holds.map(|(w, _)| (w, frame.clone())).collect())
            }
        })?;
        self.each(allowed, |way, frame| {
            self.each(self.eval(way, &frame, &m.target)?, |way, v| match v {
                Val::Parts(parts) => Ok(parts.into_iter().map(|part| (way.clone(), part)).collect()),
                _ => self.refuse("where this leads", m.target.span),
            })
        })
    }

    /// A part of the next position: if its game is in the group, it is measured.
    fn arrive(
        &self,
        mut way: Way<'a>,
        to: GameId,
        args: &[Val<'a>],
        found: &mut dyn FnMut(Way<'a>, Option<(usize, Vec<Poly>)>),
        group: &[Member],
    ) -> Result<(), Unread> {
        // What does not fit the declared types is a mistake, which ends the play.
        for (p, v) in self.program.game(to).params.iter().zip(args) {
            fits(&mut way, &p.shape, v);
        }
        let about = |m: &Member| {
            let given = args.iter().map(fixed).collect();
            let part = Passage { index: 0, target: String::new(), inside: None, facts: vec![], to, given };
            part.leads_to(self.program, m)
        };
        let Some(j) = group.iter().position(about) else {
            if !way.dead {
                found(way, None);
            }
            return Ok(());
        };
        let measured = self.measures(way, &group[j].measures, to, args)?;
        for (way, new) in measured {
            for (way, ()) in powers_in_order(way) {
                found(way, Some((j, new.clone())));
            }
        }
        Ok(())
    }

    fn measures(&self, way: Way<'a>, all: &[Measure], id: GameId, args: &[Val<'a>]) -> Ways<'a, Vec<Poly>> {
        let mut out = vec![(way, vec![])];
        for m in all {
            out = self.each(out, |way, values| {
                let found = self.measure(way, m, id, args)?;
                Ok(found.into_iter().map(|(w, v)| (w, [&values[..], &[v]].concat())).collect())
            })?;
        }
        Ok(out)
    }

    fn measure(&self, way: Way<'a>, m: &Measure, id: GameId, args: &[Val<'a>]) -> Ways<'a, Poly> {
        let bad = || Unread { what: "a number of the certificate".into(), span: Span::default() };
        let mut out = vec![(way, Poly::number(super::whole(&m.plus).ok_or_else(bad)?))];
        for (factor, feature) in &m.terms {
            let factor = super::whole(factor).ok_or_else(bad)?;
            out = self.each(out, |way, sum| {
                let found = self.feature(way, feature, id, args)?;
                Ok(found.into_iter().map(|(w, n)| (w, sum.plus(&n.scaled(&factor)))).collect())
            })?;
        }
        Ok(out)
    }

    fn feature(&self, way: Way<'a>, feature: &Feature, id: GameId, args: &[Val<'a>]) -> Ways<'a, Poly> {
        match feature {
            Feature::Of { param, at, number } => {
                let v = at.iter().try_fold(args.get(*param), |v, i| match v {
                    Some(Val::Tuple(parts)) => Some(parts.get(*i)),
                    _ => None,
                });
                match v.flatten() {
                    Some(v) => self.number_in(way, v, *number),
                    None => self.refuse("a measure of what is not there", Span::default()),
                }
            }
            Feature::Missing { param, from, to } => {
                let end = |e: &(Option<usize>, String)| {
                    let plus = Poly::number(super::whole(&e.1)?);
                    match e.0 {
                        None => Some(plus),
                        Some(i) => match args.get(i) {
                            Some(Val::Num(n)) => Some(n.plus(&plus)),
                            _ => None,
                        },
                    }
                };
                match (end(from), end(to), args.get(*param)) {
                    (Some(lo), Some(hi), Some(Val::Coll(c))) => {
                        self.slack(way, &Coll::new(Kind::Set, Node::Range(lo, hi)), c)
                    }
                    _ => self.refuse("a measure of what is not there", Span::default()),
                }
            }
            Feature::MissingOf { param, of } => match (args.get(*of), args.get(*param)) {
                (Some(Val::Coll(all)), Some(Val::Coll(c))) => self.slack(way, all, c),
                _ => self.refuse("a measure of what is not there", Span::default()),
            },
            Feature::While { param, case, of } => match args.get(*param) {
                Some(v) => self.each(super::read::decided(way, v.clone()), |way, v| match v {
                    Val::Bool(b) if u32::from(b) == *case => self.feature(way, of, id, args),
                    Val::Case(i) if i == *case => self.feature(way, of, id, args),
                    Val::Bool(_) | Val::Case(_) => one(way, Poly::default()),
                    _ => self.refuse("a measure of what is not there", Span::default()),
                }),
                None => self.refuse("a measure of what is not there", Span::default()),
            },
            Feature::Decreases(i) => self.decreases(way, *i, id, args),
        }
    }

    /// How many elements of one set are not in another.
    fn slack(&self, way: Way<'a>, all: &Rc<Coll<'a>>, taken: &Rc<Coll<'a>>) -> Ways<'a, Poly> {
        let node = Node::Minus(all.clone(), taken.clone());
        self.total(way, Of::Size, &Coll::new(Kind::Set, node))
    }

    /// The author's expression, where it has a value at every position.
    fn decreases(&self, way: Way<'a>, i: usize, id: GameId, args: &[Val<'a>]) -> Ways<'a, Poly> {
        let game = self.program.game(id);
        let e = match &game.decreases {
            Some(e) => match &e.kind {
                ExprKind::Tuple(parts) => parts.get(i),
                _ => Some(e).filter(|_| i == 0),
            },
            None => None,
        };
        let Some(e) = e else { return self.refuse("a `decreases` that is not there", game.span) };
        let mut frame: Vec<Option<Val<'a>>> = args.iter().cloned().map(Some).collect();
        frame.resize(game.slots.len().max(frame.len()), None);
        self.strict.set(true);
        self.measured.set(Some(id));
        let found = self.eval(way, &Rc::new(frame), e);
        self.strict.set(false);
        self.measured.set(None);
        self.each(found?, |way, v| match v {
            Val::Num(n) => one(way, n),
            Val::Bool(b) => one(way, Poly::number(u8::from(b))),
            _ => self.refuse("a `decreases` that is no number", e.span),
        })
    }

    fn number_in(&self, way: Way<'a>, v: &Val<'a>, number: Number) -> Ways<'a, Poly> {
        if matches!(v, Val::Truth(_) | Val::SomeCase(..)) {
            let ways = super::read::decided(way, v.clone());
            return self.each(ways, |way, v| self.number_in(way, &v, number));
        }
        let of = match (number, v) {
            (Number::Abs, Val::Num(n)) => {
                let turned = n.scaled(&(-1).into());
                let least = super::numbers::at_most(way, &Poly::default(), n).into_iter();
                return Ok(least.map(|(w, up)| (w, if up { n.clone() } else { turned.clone() })).collect());
            }
            (Number::Itself, Val::Num(n)) => return one(way, n.clone()),
            (Number::Itself, Val::Bool(b)) => return one(way, Poly::number(u8::from(*b))),
            (Number::Case(i), Val::Case(j)) => return one(way, Poly::number(u8::from(i == *j))),
            (Number::Row, Val::Tuple(cell)) if cell.len() == 2 => {
                return self.number_in(way, &cell[0], Number::Itself);
            }
            (Number::Col, Val::Tuple(cell)) if cell.len() == 2 => {
                return self.number_in(way, &cell[1], Number::Itself);
            }
            (Number::Size, _) => Of::Size,
            (Number::Sum, _) => Of::Sum,
            (Number::Count(i), _) if i < 8 => Of::Count(i),
            (Number::Rows, _) => Of::Rows,
            (Number::Cols, _) => Of::Cols,
            (Number::MomentFromEnd, _) => Of::MomentFromEnd,
            (Number::Binary, _) => Of::Binary,
            (Number::Moment, _) => Of::Moment,
            (Number::BinaryByPlace, _) => Of::BinaryByPlace,
            (Number::Squares, _) => Of::Squares,
            (Number::PowersOfThree, _) => Of::PowersOfThree,
            (Number::Sizes, _) => Of::Sizes,
            (Number::Sums, _) => Of::Sums,
            (Number::LeastRow, _) => Of::LeastRow,
            (Number::LeastCol, _) => Of::LeastCol,
            (Number::LargestRow, _) => Of::LargestRow,
            (Number::LargestCol, _) => Of::LargestCol,
            _ => return self.refuse("a measure of what is not there", Span::default()),
        };
        match v {
            Val::Coll(c) => self.total(way, of, c),
            Val::Text(_, size) if of == Of::Size => one(way, size.clone()),
            _ => self.refuse("a measure of what is not there", Span::default()),
        }
    }
}

/// Powers of the same number in the order of their exponents.
fn powers_in_order(way: Way<'_>) -> Vec<(Way<'_>, ())> {
    let powers = way.powers.clone();
    let mut out = vec![way];
    for (i, (base, a)) in powers.iter().enumerate() {
        for (_, b) in powers[i + 1..].iter().filter(|(other, _)| other == base) {
            out = out.into_iter().flat_map(|way| in_order(way, *base, a, b)).filter(|w| !w.dead).collect();
        }
    }
    out.into_iter().map(|w| (w, ())).collect()
}

fn in_order<'a>(way: Way<'a>, base: u8, a: &Poly, b: &Poly) -> [Way<'a>; 3] {
    let power = |e: &Poly| Poly::unknown(format!("{base}^({e})"));
    let below = |way: &Way<'a>, a: &Poly, b: &Poly| {
        way.clone().and(|w| {
            w.at_most(&a.up(1), b);
            w.at_most(&power(a).scaled(&base.into()), &power(b));
        })
    };
    let (less, more) = (below(&way, a, b), below(&way, b, a));
    let same = way.and(|w| {
        w.equal(a, b);
        w.equal(&power(a), &power(b));
    });
    [less, more, same]
}
