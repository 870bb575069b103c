//! The watched numbers of a position: before a move and after it.

use super::super::linear::Lin;
use super::super::run::{Out, Run};
use super::super::symbol::{Coll, Frame, Kind, Node, Path, Val};
use super::super::{Number, Statistic};
use super::{Moved, Subject, Watched};
use crate::check::ir::Expr;
use std::rc::Rc;

impl<'a> Subject<'a> {
    /// The watched numbers of a position with these arguments.
    pub(super) fn measure(&self, run: &mut Run<'a>, path: Path<'a>, args: &[Val<'a>]) -> Out<'a, Vec<Lin>> {
        let mut out = vec![(path, vec![])];
        for (_, watched) in &self.features {
            for (path, values) in std::mem::take(&mut out) {
                let found = self.value(run, path, args, watched);
                out.extend(found.into_iter().map(|(p, v)| (p, [values.as_slice(), &[v]].concat())));
            }
        }
        out
    }

    fn value(
        &self,
        run: &mut Run<'a>,
        mut path: Path<'a>,
        args: &[Val<'a>],
        watched: &Watched<'a>,
    ) -> Out<'a, Lin> {
        let v = match watched {
            Watched::Expr(e) => return self.authors(run, path, args, e),
            Watched::Part(param, at, Number::Abs) => {
                let v = watched_number(run, &mut path, &args[*param], at, Number::Itself);
                let negative = v.times(-1);
                let negative = run.linear(&mut path, negative);
                let ways = run.split(path, &Lin::number(0), &v.clone(), v, negative);
                return ways.into_iter().map(|(p, v)| (p, flat(run, &v))).collect();
            }
            Watched::While(phase, case, of) => while_case(run, &mut path, args, (*phase, *case), of),
            Watched::Part(param, at, n) => watched_number(run, &mut path, &args[*param], at, *n),
            Watched::Slack(slack, param) => missing(run, &mut path, slack, &args[*param]),
        };
        vec![(path, v)]
    }

    /// What the author says decreases.
    fn authors(&self, run: &mut Run<'a>, path: Path<'a>, args: &[Val<'a>], e: &'a Expr) -> Out<'a, Lin> {
        let mut frame: Frame<'a> = args.iter().cloned().map(Some).collect();
        frame.resize(self.game.slots.len().max(args.len()), None);
        run.measuring = true;
        let ways = run.eval(path, &frame, e);
        run.measuring = false;
        ways.into_iter().map(|(p, v)| (p, flat(run, &v))).collect()
    }

    /// What the author says of the position that a move leaves must have a value there: nobody evaluates it in play, so
    /// that must follow from what is known about the move. Of the position it leads to it may be taken for granted: if
    /// play goes on from there, it is looked at in turn, and if not, it does not matter.
    pub(super) fn before_leaving(
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
                    values.push(flat(run, &v));
                    out.push((p, values));
                }
            }
        }
        out
    }

    /// The positions, apart by the cases that numbers are watched for.
    pub(super) fn by_cases(&self) -> Vec<Path<'a>> {
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
}

/// How many elements of a collection are not in a value, or not among its keys.
fn missing<'a>(run: &mut Run<'a>, path: &mut Path<'a>, of: &Rc<Coll<'a>>, v: &Val<'a>) -> Lin {
    let Val::Coll(s) = v else { return run.fresh() };
    let taken = match s.kind {
        Kind::Map => run.indices(path, s),
        Kind::List => as_set(s),
        _ => s.clone(),
    };
    let node = Node::Minus(of.clone(), taken);
    run.statistic(path, Statistic::Size, &Rc::new(Coll { kind: Kind::Set, node }))
}

/// The set of what is in a list: a list is joined of others, and what is in one of them is in it.
fn as_set<'a>(s: &Rc<Coll<'a>>) -> Rc<Coll<'a>> {
    let set = |node| Rc::new(Coll { kind: Kind::Set, node });
    match &s.node {
        Node::Literal(items) => set(Node::Literal(items.clone())),
        Node::Concat(t, u) => match (&t.node, &u.node) {
            (_, Node::Literal(items)) => items.iter().fold(as_set(t), |s, x| set(Node::With(s, x.clone()))),
            (Node::Literal(items), _) => items.iter().fold(as_set(u), |s, x| set(Node::With(s, x.clone()))),
            _ => set(Node::Union(as_set(t), as_set(u))),
        },
        Node::Rearranged(t, _) => as_set(t),
        _ => s.clone(),
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
        (Val::Tuple(text), [], Number::Of(Statistic::Size)) => match &text[0] {
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
fn flat<'a>(run: &mut Run<'a>, v: &Val<'a>) -> Lin {
    if let Val::Num(n) = v { n.clone() } else { run.fresh() }
}
