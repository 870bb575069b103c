//! Values over unknowns as the author would write them.

use super::linear::{Lin, Var};
use super::run::Run;
use super::symbol::{Coll, Frame, Node, Val, same};
use super::wording::sum;
use crate::check::ir::Game;
use num_bigint::BigInt;
use std::rc::Rc;

/// A value as the author would write it, if its parts have names.
pub(super) fn value<'a>(v: &Val<'a>, run: &Run<'a>, game: &Game, frame: &Frame<'a>) -> Option<String> {
    let param = |at: usize| game.params.get(at).map(|p| p.name.clone());
    let here = |is: &dyn Fn(&Val<'a>) -> bool| frame.iter().position(|p| p.as_ref().is_some_and(is));
    let again = |v: &Val<'a>| value(v, run, game, frame);
    match v {
        Val::Num(n) => number(n, run),
        Val::Tuple(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(again).collect();
            Some(format!("({})", parts?.join(", ")))
        }
        Val::Coll(s) => {
            let both = |t: &Rc<Coll<'a>>, word: &str, x: &Val<'a>| {
                Some(format!("{} {word} {}", again(&Val::Coll(t.clone()))?, again(x)?))
            };
            match &s.node {
                Node::Unknown { .. } => param(here(&|p| matches!(p, Val::Coll(t) if same(t, s)))?),
                Node::With(t, x) => both(t, "with", x),
                Node::Without(t, x) => both(t, "without", x),
                _ => None,
            }
        }
        _ => None,
    }
}

fn number(n: &Lin, run: &Run<'_>) -> Option<String> {
    let name = |v: Var| run.names.get(v as usize).cloned().flatten();
    let terms = n.terms.iter().map(|(v, c)| Some(((*c).into(), name(*v)?)));
    let terms: Vec<(BigInt, String)> = terms.collect::<Option<_>>()?;
    Some(sum(terms.into_iter(), &n.constant.into()))
}
