//! Sets, lists and maps that grow: how much of what may be added is still missing.

use super::super::fixed::is_fixed;
use super::super::linear::Lin;
use super::super::run::Run;
use super::super::symbol::{Coll, Frame, Kind, Node, Path, Val, same};
use super::super::{Feature, Slack};
use super::{Moved, Subject, Watched};
use crate::check::ir::Game;
use crate::check::types::Type;
use std::rc::Rc;

impl<'a> Subject<'a> {
    /// Where a move adds elements to a set or a list, or keys to a map: how many of those that may be added are still missing. Sets
    /// that are alike are looked at together, since moves may exchange them.
    pub(super) fn watch_slack(&mut self, run: &mut Run<'a>, moved: &Moved<'a>) {
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
        if let Val::Coll(set) = x
            && let (Kind::Set, Node::Literal(items)) = (set.kind, &set.node)
        {
            let each = items.iter().map(|item| self.slack_of(run, path, item)).collect::<Option<Vec<_>>>()?;
            let whole = each.into_iter().map(Some).reduce(|a, b| joined(&a?, &b?))??;
            return Some(Rc::new(Coll { kind: Kind::Set, node: Node::Subsets(whole) }));
        }
        let mut members = path.members.iter().filter(|(y, _)| y == x).map(|(_, s)| s.clone());
        let rules = self.rules();
        let known = members.find(|s| is_fixed(s, &run.rules, &rules));
        // A tuple is among those with an entry from each of the sets that its entries are in.
        let Val::Tuple(entries) = x else { return known };
        let numbers = |v: &Val<'a>| matches!(v, Val::Num(_));
        if known.is_some() && !entries.iter().all(numbers) {
            return known;
        }
        let sides: Option<Vec<_>> = entries.iter().map(|v| self.slack_of(run, path, v)).collect();
        let product = |sides| Rc::new(Coll { kind: Kind::Set, node: Node::Product(sides) });
        sides.map(product).or(known)
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
}

/// A set that has all elements of two: ranges between the same numbers and some constants more or less, or all tuples of such.
fn joined<'a>(a: &Rc<Coll<'a>>, b: &Rc<Coll<'a>>) -> Option<Rc<Coll<'a>>> {
    let node = match (&a.node, &b.node) {
        (Node::Range(lo, hi), Node::Range(low, high)) => {
            let constants = |l: &Lin, m: &Lin| m.plus(-1, l)?.as_number();
            let lo = if constants(lo, low)? < 0 { low } else { lo };
            let hi = if constants(hi, high)? > 0 { high } else { hi };
            Node::Range(lo.clone(), hi.clone())
        }
        (Node::Product(a), Node::Product(b)) if a.len() == b.len() => {
            Node::Product(a.iter().zip(b).map(|(a, b)| joined(a, b)).collect::<Option<_>>()?)
        }
        _ => return same(a, b).then(|| a.clone()),
    };
    Some(Rc::new(Coll { kind: Kind::Set, node }))
}

/// What is added to a growing set, or as a key to a map.
fn added_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Set(t) | Type::List(t) | Type::Map(t, _) => Some(t),
        _ => None,
    }
}

/// The elements that are added to a set or a list, the keys that are put into a map.
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
        Node::Union(t, u) | Node::Concat(t, u) => {
            added_to(t, out);
            added_to(u, out);
        }
        Node::Literal(items) if s.kind == Kind::List => out.extend(items.iter().cloned()),
        Node::Without(t, _) | Node::Minus(t, _) => added_to(t, out),
        _ => {}
    }
}

/// Which set it is, for the measure.
fn slack_named<'a>(slack: &Rc<Coll<'a>>, game: &Game, frame: &Frame<'a>) -> Slack {
    let rules = || game.params.iter().zip(frame).enumerate().filter(|(_, (p, _))| p.is_rule);
    let same_rule = |v: &Option<Val<'a>>| matches!(v, Some(Val::Coll(s)) if same(s, slack));
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
