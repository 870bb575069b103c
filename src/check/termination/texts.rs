//! Texts over unknowns: how many letters they have.

use super::Statistic;
use super::linear::Lin;
use super::membership::filter;
use super::run::{Out, Run};
use super::statistics::read_at;
use super::symbol::{Coll, Node, Path, Val, same};
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind};
use crate::check::types::Type;
use std::rc::Rc;

impl<'a> Run<'a> {
    /// A text of which only the size is known; it is equal only to itself.
    pub(super) fn text(&mut self, size: Lin) -> Val<'a> {
        Val::Tuple([Val::Num(size), Val::Opaque(self.fresh_id())].into())
    }

    /// Two texts behind each other.
    pub(super) fn joined_texts(&mut self, a: &[Val<'a>], b: &[Val<'a>]) -> Val<'a> {
        let size = match (&a[0], &b[0]) {
            (Val::Num(a), Val::Num(b)) => a.plus(1, b),
            _ => None,
        };
        let size = size.unwrap_or_else(|| self.fresh());
        self.text(size)
    }

    /// The letters of a text: a list of as many texts.
    pub(super) fn letters(&mut self, path: Path<'a>, text: &Val<'a>, ty: &'a Type) -> Out<'a, Val<'a>> {
        let mut out = self.native_unknown(path, Builtin::Letters, vec![text.clone()], ty);
        for (path, list) in &mut out {
            if let (Val::Coll(list), Val::Tuple(text)) = (list, text)
                && let Val::Num(size) = &text[0]
                && path.statistics.iter().all(|(g, s, _)| *g != Statistic::Size || !same(s, list))
            {
                path.statistics.push((Statistic::Size, list.clone(), size.clone()));
            }
        }
        out
    }

    /// What a list of texts is, one behind the other: letters are a text of that size.
    pub(super) fn join_list(&mut self, mut path: Path<'a>, list: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        let size = match self.quietly(|run| run.are_letters(&path, list)) {
            true => self.statistic(&mut path, Statistic::Size, list),
            false => self.fresh(),
        };
        path.assert(Some(size.clone()));
        vec![(path, self.text(size))]
    }

    /// Whether all that is in a list are letters of a text.
    fn are_letters(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>) -> bool {
        let of_a_text = |(f, _, v): &(Builtin, Vec<Val<'a>>, Val<'a>)| {
            *f == Builtin::Letters && matches!(v, Val::Coll(t) if same(s, t))
        };
        match &s.node {
            Node::Unknown { .. } => path.natives.iter().any(of_a_text),
            Node::Concat(t, u) => self.are_letters(path, t) && self.are_letters(path, u),
            Node::Rearranged(t, _) => self.are_letters(path, t),
            Node::For { item: Some(item), binders, frame, .. } => {
                let source = filter(s, self, path).map(|(source, _)| source);
                let read = || sole_slot(binders).and_then(|slot| read_at(item, slot));
                let source = source.or_else(|| self.only_collection(path, frame, read()?));
                source.is_some_and(|t| self.are_letters(path, &t))
            }
            _ => false,
        }
    }
}

/// The slot that the only binder fills.
fn sole_slot(binders: &[Binder]) -> Option<u32> {
    match binders {
        [Binder { kind: BinderKind::In { slots, .. }, .. }] if slots.len() == 1 => Some(slots[0]),
        _ => None,
    }
}
