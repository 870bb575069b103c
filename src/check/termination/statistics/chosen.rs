//! Numbers of comprehensions, `{ item for x in S where ... }`: how they compare with those of `S`.

use super::super::Statistic;
use super::super::entries::agree;
use super::super::linear::Lin;
use super::super::membership::{are_equal, filter};
use super::super::run::{Out, Run};
use super::super::symbol::{Coll, Frame, Kind, Node, Path, Val};
use super::pieces::comparisons;
use super::{is_corner, members_of};
use crate::check::ir::{Binder, BinderKind, Expr};
use std::rc::Rc;

impl<'a> Run<'a> {
    /// `{ item for x in S where ... }`.
    pub(super) fn chosen_statistic(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Lin {
        let r = self.bounded(path, g, s);
        let Node::For { item, only, binders, frame } = &s.node else { return r };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = &**binders else { return r };
        let mut sources = self.eval(path.clone(), frame, source);
        let (Some((p, Val::Coll(source))), true) = (sources.pop(), sources.is_empty()) else { return r };
        *path = p;
        if let (Some(item), None, None) = (item, guard, only)
            && let Some(total) = self.alike(path, g, s.kind, &source, (slots, item, frame))
        {
            return total;
        }
        if g == Statistic::Size {
            let size = self.statistic(path, g, &source);
            path.assert_le(&r, &size);
            // Equal elements of a set count once: as many as there are only where all are different.
            let different = matches!(source.kind, Kind::Set | Kind::Map) && filter(s, self, path).is_some();
            if guard.is_none() && only.is_none() && (s.kind != Kind::Set || different) {
                path.assert_le(&size, &r);
            }
        }
        // Keys of a map are not what it is weighed by.
        let weighed_alike = g == Statistic::Size || source.kind != Kind::Map;
        if weighed_alike && filter(s, self, path).is_some() && self.weighs(path, &source, g) {
            for x in members_of(path, &source) {
                if self.passes(path, &x, s) == Some(true)
                    && let Some(w) = self.weight(path, g, &x)
                {
                    path.assert_le(&w, &r);
                }
            }
        }
        let conditions: Vec<&'a Expr> = guard.iter().chain(*only).collect();
        if g == Statistic::Size {
            self.count_less(path, &source, slots, frame, &conditions, &r);
        }
        let places = match &source.node {
            Node::Range(..) => true,
            Node::Indices(t) => t.kind == Kind::List,
            _ => false,
        };
        if places && s.kind == Kind::List {
            self.compare_pieces(path, g, s, &r);
        } else if let Some(item) = item
            && source.kind != Kind::Map
        {
            let map = Mapping { frame, slots, item, conditions: &conditions };
            self.compare_elements(path, g, &source, &map, &r);
        }
        r
    }

    /// `bag(x for i in 1..k)`: as many copies of one value as there are choices count as much as it counts, times their
    /// number. Where there is no choice nobody looks at the value, so what it says of itself is not taken over.
    fn alike(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        kind: Kind,
        source: &Rc<Coll<'a>>,
        (slots, item, frame): (&[u32], &'a Expr, &Frame<'a>),
    ) -> Option<Lin> {
        let mut varies = kind == Kind::Set;
        item.each_slot(&mut |slot| varies |= slots.contains(&slot));
        if varies || is_corner(g) {
            return None;
        }
        let mut ways = self.eval(path.clone(), frame, item);
        let (p, v) = ways.pop().filter(|_| ways.is_empty())?;
        if p.facts.len() > path.facts.len() {
            return None;
        }
        let weight = self.weight(path, g, &v)?;
        let size = self.statistic(path, Statistic::Size, source);
        Some(self.product(path, &size, &weight))
    }

    /// How many elements pass some conditions: less than all by those that are known not to pass.
    fn count_less(
        &mut self,
        path: &mut Path<'a>,
        source: &Rc<Coll<'a>>,
        slots: &[u32],
        frame: &[Option<Val<'a>>],
        conditions: &[&'a Expr],
        r: &Lin,
    ) {
        let mut fail: Vec<Val<'a>> = vec![];
        for x in self.candidates(path, source, slots, frame, conditions) {
            let mut f = frame.to_vec();
            self.bind_slots(&mut f, slots, &x);
            let fails = conditions
                .iter()
                .any(|c| self.assume(path.clone(), &f, c, true).iter().all(Path::is_impossible));
            // Each of them once.
            if fails && fail.iter().all(|y| are_equal(path, &x, y) == Some(false)) {
                fail.push(x);
            }
        }
        let size = self.statistic(path, Statistic::Size, source);
        path.assert(size.shifted(-(fail.len() as i128)).and_then(|most| most.plus(-1, r)));
    }

    /// Elements of a source that its conditions may leave out: known ones, and those that the conditions name.
    fn candidates(
        &mut self,
        path: &mut Path<'a>,
        source: &Rc<Coll<'a>>,
        slots: &[u32],
        frame: &[Option<Val<'a>>],
        conditions: &[&'a Expr],
    ) -> Vec<Val<'a>> {
        let mut all = members_of(path, source);
        let here = |e: &Expr| e.local().is_some_and(|slot| slots == [slot]);
        let mut named: Vec<&'a Expr> = vec![];
        for c in conditions {
            comparisons(c, &mut |a, b| match (here(a), here(b)) {
                (true, false) => named.push(b),
                (false, true) => named.push(a),
                _ => {}
            });
        }
        for e in named.into_iter().take(4) {
            let mut ways = self.eval(path.clone(), &frame.to_vec(), e);
            let Some((_, x)) = ways.pop().filter(|_| ways.is_empty()) else { continue };
            if !all.contains(&x) && self.contains(path, &x, source) == Some(true) {
                all.push(x);
            }
        }
        all
    }

    /// Every element is replaced by one of no more weight, or left out: then so is the whole; and where one is known,
    /// the difference it makes counts.
    fn compare_elements(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        source: &Rc<Coll<'a>>,
        map: &Mapping<'_, 'a>,
        r: &Lin,
    ) {
        if !self.weighs(path, source, g) {
            return;
        }
        for (p, x) in self.elements(path.clone(), source) {
            let replaced = map.replaced(self, p, &x);
            if !self.no_heavier(replaced, g, &x) {
                return;
            }
        }
        let total = self.statistic(path, g, source);
        path.assert_le(r, &total);
        for x in members_of(path, source) {
            let mut now = map.replaced(self, path.clone(), &x);
            now.retain(|(p, _)| !p.is_impossible());
            let Some(before) = self.weight(path, g, &x) else { continue };
            let left_out = total.plus(-1, &before);
            match now.as_slice() {
                [] => path.assert(left_out.and_then(|l| l.plus(-1, r))),
                [(p, v)] if map.conditions.is_empty() => {
                    let mut with = p.clone();
                    if let Some(after) = self.weight(&mut with, g, v) {
                        *path = with;
                        path.assert(left_out.and_then(|l| l.plus(1, &after)).and_then(|l| l.plus(-1, r)));
                    }
                }
                // In every case lighter by 1 at least, also where it is left out.
                several => {
                    let lighter = several.iter().cloned().all(|(mut p, v)| {
                        let (a, b) = (self.weight(&mut p, g, &v), self.weight(&mut p, g, &x));
                        a.zip(b).is_some_and(|(a, b)| p.entails_lt(&a, &b))
                    });
                    let left_out = map.left_out(self, path.clone(), &x);
                    if lighter && left_out.iter().all(|p| p.entails_lt(&Lin::default(), &before)) {
                        path.assert_lt(r, &total);
                    }
                }
            }
        }
    }

    /// The sum of `map(k to value for k in m where ...)`: each key of m keeps a value of its own, which is no larger than
    /// the one it had, or goes with it.
    pub(in crate::check::termination) fn mapped_sum(
        &mut self,
        path: &mut Path<'a>,
        frame: &Frame<'a>,
        (key, value): (&'a Expr, &'a Expr),
        binders: &'a [Binder],
    ) -> Option<Lin> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else { return None };
        let m = self.only_collection(path, frame, source).filter(|m| m.kind == Kind::Map)?;
        if slots.as_slice() != [key.local()?] || !self.weighs(path, &m, Statistic::Sum) {
            return None;
        }
        let conditions: Vec<&'a Expr> = guard.iter().collect();
        let map = Mapping { frame, slots, item: value, conditions: &conditions };
        for (p, k) in self.elements(path.clone(), &m) {
            let lighter =
                |(p, new, old): &(Path<'a>, Lin, Lin)| p.entails_le(new, old) && p.entails(Some(new.clone()));
            if !self.values_at(p, &map, &m, &k)?.iter().all(lighter) {
                return None;
            }
        }
        let (total, r) = (self.statistic(path, Statistic::Sum, &m), self.fresh());
        path.assert(Some(r.clone()));
        path.assert_le(&r, &total);
        for k in members_of(path, &m) {
            let old = self.only_entry(path, &m, &k).and_then(|old| self.weight(path, Statistic::Sum, &old));
            let ways = self.values_at(path.clone(), &map, &m, &k)?;
            let gone = map.left_out(self, path.clone(), &k);
            if ways.iter().all(|(p, new, old)| p.entails_lt(new, old))
                && gone.iter().all(|p| old.as_ref().is_some_and(|old| p.entails_lt(&Lin::default(), old)))
            {
                path.assert_lt(&r, &total);
            }
            // What it takes off is certain where there is one way to read it, which needs no more to be known.
            if let ([(p, new, was)], []) = (ways.as_slice(), gone.as_slice()) {
                *path = p.clone();
                let after = total.plus(1, new).and_then(|l| l.plus(-1, was));
                path.assert(after.and_then(|l| l.plus(-1, &r)));
            }
        }
        Some(r)
    }

    /// The value that a key has after and before, on the ways on which it stays.
    fn values_at(
        &mut self,
        path: Path<'a>,
        map: &Mapping<'_, 'a>,
        m: &Rc<Coll<'a>>,
        k: &Val<'a>,
    ) -> Option<Vec<(Path<'a>, Lin, Lin)>> {
        let mut out = vec![];
        for (mut p, new) in map.replaced(self, path, k) {
            let old = self.only_entry(&mut p, m, k)?;
            let (new, old) =
                (self.weight(&mut p, Statistic::Sum, &new)?, self.weight(&mut p, Statistic::Sum, &old)?);
            agree(&mut p);
            if !p.is_impossible() {
                out.push((p, new, old));
            }
        }
        Some(out)
    }

    /// Whether what an element is replaced by weighs no more, and not less than 0.
    fn no_heavier(&mut self, replaced: Out<'a, Val<'a>>, g: Statistic, x: &Val<'a>) -> bool {
        replaced.into_iter().all(|(mut p, v)| {
            let (a, b) = (self.weight(&mut p, g, &v), self.weight(&mut p, g, x));
            match a.zip(b) {
                Some((a, b)) => p.entails_le(&a, &b) && p.entails(Some(a)),
                None => p.is_impossible(),
            }
        })
    }
}

/// What a comprehension makes of an element.
struct Mapping<'m, 'a> {
    frame: &'m [Option<Val<'a>>],
    slots: &'m [u32],
    item: &'a Expr,
    conditions: &'m [&'a Expr],
}

impl<'a> Mapping<'_, 'a> {
    /// The paths on which an element is left out.
    fn left_out(&self, run: &mut Run<'a>, path: Path<'a>, x: &Val<'a>) -> Vec<Path<'a>> {
        let mut frame = self.frame.to_vec();
        run.bind_slots(&mut frame, self.slots, x);
        let (mut kept, mut out) = (vec![path], vec![]);
        for c in self.conditions {
            for p in std::mem::take(&mut kept) {
                out.extend(run.assume(p.clone(), &frame, c, false));
                kept.extend(run.assume(p, &frame, c, true));
            }
        }
        out.retain(|p| !p.is_impossible());
        out
    }

    /// By what an element is replaced, on the paths on which it is not left out.
    fn replaced(&self, run: &mut Run<'a>, path: Path<'a>, x: &Val<'a>) -> Out<'a, Val<'a>> {
        let mut frame = self.frame.to_vec();
        run.bind_slots(&mut frame, self.slots, x);
        let mut kept = vec![path];
        for c in self.conditions {
            kept = kept.into_iter().flat_map(|p| run.assume(p, &frame, c, true)).collect();
        }
        kept.retain(|p| !p.is_impossible());
        kept.into_iter().flat_map(|p| run.eval(p, &frame, self.item)).collect()
    }
}
