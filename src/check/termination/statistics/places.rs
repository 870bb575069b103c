//! Single places of lists and maps: one put again, and what is at one.

use super::super::Statistic;
use super::super::linear::Lin;
use super::super::run::Run;
use super::super::symbol::{Coll, Kind, Node, Path, Val, same};
use super::by_place;
use crate::check::types::Type;
use std::rc::Rc;

impl<'a> Run<'a> {
    pub(super) fn put_statistic(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        i: &Val<'a>,
        x: &Val<'a>,
    ) -> Lin {
        let before = self.statistic(path, g, t);
        let present = s.kind == Kind::List || self.contains(path, i, t) == Some(true);
        if !present || matches!(g, Statistic::Binary) {
            return self.bounded(path, g, s);
        }
        if g == Statistic::Size {
            return before;
        }
        let Some(old) = self.only_entry(path, t, i) else { return self.bounded(path, g, s) };
        // By place, entries count as they are.
        let each = if by_place(g) { Statistic::Sum } else { g };
        let (Some(old), Some(new)) = (self.weight(path, each, &old), self.weight(path, each, x)) else {
            return self.bounded(path, g, s);
        };
        let change = new.plus(-1, &old);
        let change = self.linear(path, change);
        let factor = match (g, i) {
            (g, _) if !by_place(g) => Lin::number(1),
            (Statistic::MomentFromEnd, Val::Num(i)) => {
                let size = self.statistic(path, Statistic::Size, t);
                let from_end = size.plus(-1, i).and_then(|l| l.shifted(1));
                self.linear(path, from_end)
            }
            (Statistic::Moment, Val::Num(i)) => i.clone(),
            (Statistic::BinaryByPlace, Val::Num(i)) if path.entails(Some(i.clone())) => {
                self.growing(path, 2, i)
            }
            _ => return self.bounded(path, g, s),
        };
        let change = self.product(path, &factor, &change);
        let after = before.plus(1, &change);
        self.linear(path, after)
    }

    /// The entry at a place, if there is one way to read it.
    pub(in crate::check::termination) fn only_entry(
        &mut self,
        path: &mut Path<'a>,
        t: &Rc<Coll<'a>>,
        i: &Val<'a>,
    ) -> Option<Val<'a>> {
        let ty: &'a Type = element_type(t)?;
        let mut ways = self.entry(path.clone(), Val::Coll(t.clone()), i.clone(), ty);
        ways.retain(|(p, _)| !p.is_impossible());
        let (p, v) = ways.pop()?;
        if !ways.is_empty() {
            return None;
        }
        *path = p;
        Some(v)
    }
}

fn is_places_of<'a>(t: &Coll<'a>, list: &Rc<Coll<'a>>) -> bool {
    matches!(&t.node, Node::Indices(l) if same(l, list))
}

/// Places of a list that a path has to do with.
pub(super) fn known_places<'a>(path: &Path<'a>, list: &Rc<Coll<'a>>) -> Vec<Lin> {
    let read = path.entries.iter().filter(|(t, _, _)| same(t, list)).map(|(_, i, _)| i);
    let bound = path.members.iter().filter(|(_, t)| is_places_of(t, list)).map(|(i, _)| i);
    let mut places: Vec<Lin> = vec![];
    for i in read.chain(bound) {
        if let Val::Num(n) = i
            && !places.contains(n)
        {
            places.push(n.clone());
        }
    }
    places.truncate(6);
    places
}

/// The type of the entries of an unknown list, or the values of an unknown map.
pub(in crate::check::termination) fn element_type<'a>(s: &Coll<'a>) -> Option<&'a Type> {
    match &s.node {
        Node::Unknown { element, value, .. } => Some(value.unwrap_or(element)),
        Node::Put(t, ..) | Node::Rearranged(t, _) | Node::Concat(t, _) => element_type(t),
        Node::For { item: Some(item), .. } => Some(&item.ty),
        _ => None,
    }
}
