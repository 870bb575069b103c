//! Sets of anything as bits: over the elements that the first position has, and those that the rules name. A set that only
//! loses elements never has new ones; if a new one turns up, the code bails out, and a layout with room for it is made.

use super::flat::Form;
use super::flat_ops::Fit;
use super::layout::{leaf_values, leaves};
use super::names::Names;
use super::needs::Needs;
use super::texts::Letters;
use crate::check::ir::GameId;
use crate::check::types::{Shape, Type};
use crate::rules::machine::Machine;
use crate::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// The elements that sets of one type may have, in order: each has a bit.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Universe {
    element: Type,
    values: Vec<Value>,
    /// Whether it is a collection that the rules name, as it is: its elements are counted through, and no set is over it.
    named: bool,
}

impl Universe {
    /// So many elements fit the bits of a set.
    pub(super) const MOST: usize = 128;

    /// How many elements there are.
    pub(super) fn len(&self) -> u32 {
        self.values.len() as u32
    }

    /// The elements in order.
    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }

    /// Whether elements are edges between numbers.
    pub(super) fn has_numbers(&self) -> bool {
        match &self.element {
            Type::Tuple(types) => types.first() == Some(&Type::Int),
            Type::Set(vertex) => **vertex == Type::Int,
            _ => false,
        }
    }

    /// The number of an element.
    pub(super) fn index_of(&self, v: &Value) -> Option<u32> {
        self.values.binary_search(v).ok().map(|i| i as u32)
    }

    /// A set as bits; `None` if it has other elements.
    pub(super) fn bits_of(&self, set: &Value) -> Option<u128> {
        let Value::Set(set) = set else { return None };
        set.iter().try_fold(0, |bits, v| Some(bits | 1 << self.index_of(v)?))
    }

    /// Those elements of a set that have a bit.
    pub(super) fn bits_within(&self, set: &Value) -> u128 {
        let Value::Set(set) = set else { return 0 };
        set.iter().filter_map(|v| self.index_of(v)).fold(0, |bits, i| bits | 1 << i)
    }

    /// A set from its bits.
    pub(super) fn set_of(&self, bits: u128) -> Value {
        let there = self.values.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        Value::Set(there.map(|(_, v)| v.clone()).collect())
    }

    /// The elements for which something holds.
    pub(super) fn those(&self, holds: impl Fn(&Value) -> bool) -> u128 {
        self.values.iter().enumerate().filter(|(_, v)| holds(v)).fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// What an element is made of, where it is a tuple; else itself.
    pub(super) fn leaves(&self) -> Vec<Type> {
        leaves(&self.element, &Shape::Any).into_iter().map(|(ty, _)| ty).collect()
    }

    /// One of those of each element.
    pub(super) fn column(&self, leaf: usize) -> impl Iterator<Item = &Value> {
        self.values.iter().filter_map(move |v| {
            let mut parts = vec![];
            leaf_values(&self.element, v, &mut parts);
            parts.get(leaf).copied()
        })
    }
}

/// Finds elements by their words.
#[derive(Clone, Debug)]
pub(super) struct Finder {
    by_words: HashMap<Vec<i64>, i64>,
}

impl Finder {
    /// For the elements of a universe; `None` if some do not fit the form.
    pub(super) fn new(over: &Universe, form: &Form, grid: &super::bits::Grid) -> Option<Finder> {
        let words = |v: &Value| {
            let mut words = vec![];
            form.write(v, grid, &mut words).map(|()| words)
        };
        let each = over.values.iter().zip(0..);
        Some(Finder { by_words: each.map(|(v, i)| Some((words(v)?, i))).collect::<Option<_>>()? })
    }

    /// The words of each element, and its number.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn keys(&self) -> impl Iterator<Item = (&[i64], i64)> {
        self.by_words.iter().map(|(words, number)| (words.as_slice(), *number))
    }

    /// The number of an element; -1 if it has none.
    pub(super) fn find(&self, words: &[i64]) -> i64 {
        self.by_words.get(words).copied().unwrap_or(-1)
    }
}

/// How sets are held: as runs of words, or as bits, where there is a number for each element.
#[derive(Clone, Default, Debug)]
pub(super) struct Sets {
    /// Whether all sets are runs of words: they may be of any size then.
    pub(super) runs: bool,
    /// Whether there are more cells than a set of bits has room for: sets of cells are over those that were met.
    off_grid: bool,
    /// Whether sets have numbers without a bit of their own: sets of numbers are over those that were met, or runs.
    large: bool,
    /// Whether maps have numbers as keys for which sets have no bits.
    large_keys: bool,
    letters: Letters,
    /// The texts that were met, if rules never look into one: each is a word, then.
    names: Option<Names>,
    over: Vec<Arc<Universe>>,
}

impl Sets {
    /// All sets as runs of words.
    pub(super) fn as_runs() -> Sets {
        Sets { runs: true, ..Sets::default() }
    }

    /// The same where rules treat texts as names.
    pub(super) fn with_names(self, needs: &Needs) -> Sets {
        Sets { names: needs.names.as_ref().map(|names| names.iter().cloned().collect()), ..self }
    }

    /// The texts that were met, if they are names.
    pub(super) fn names(&self) -> Option<&Names> {
        self.names.as_ref()
    }

    /// As bits, over what the positions of a game and of those that it leads to need.
    pub(super) fn over(machine: &Machine, game: GameId, needs: &Needs) -> Sets {
        let letters = needs.letters.iter().copied().collect();
        let (off_grid, large) = (needs.off_grid, needs.has_large_elements());
        let large_keys = needs.has_large_keys();
        let mut sets = Sets { off_grid, large, large_keys, letters, ..Sets::default() }.with_names(needs);
        for id in machine.at_hand(game).iter() {
            let params = machine.plain().game(*id).state_params();
            params.for_each(|(_, param)| sets.take(&param.ty, needs));
        }
        sets
    }

    /// The number of a collection that the rules name, new or known.
    pub(super) fn named(&mut self, element: &Type, values: Vec<Value>) -> Option<u16> {
        let wanted = Universe { element: element.clone(), values, named: true };
        let known = self.over.iter().position(|over| **over == wanted);
        let at = known.unwrap_or_else(|| {
            self.over.push(Arc::new(wanted));
            self.over.len() - 1
        });
        u16::try_from(at).ok()
    }

    /// The same with sets over what was met as runs.
    pub(super) fn without_universes(&self) -> Sets {
        Sets { over: vec![], ..self.clone() }
    }

    /// Makes a universe for each set in a type, those in elements first.
    fn take(&mut self, ty: &Type, needs: &Needs) {
        match ty {
            Type::Set(t) | Type::Bag(t) | Type::List(t) => self.take(t, needs),
            Type::Map(k, v) => [k, v].into_iter().for_each(|t| self.take(t, needs)),
            Type::Tuple(types) => types.iter().for_each(|t| self.take(t, needs)),
            _ => {}
        }
        let Type::Set(element) = ty else { return };
        let numbered = match **element {
            Type::Cell => !needs.off_grid,
            Type::Enum(_) => true,
            Type::Int => !needs.has_large_elements(),
            _ => false,
        };
        if numbered || self.of(element).is_some() || Form::of(element, self).is_none() {
            return;
        }
        let values: Vec<Value> = needs.elements.iter().filter(|v| is_of(v, element)).cloned().collect();
        if values.len() <= Universe::MOST {
            self.over.push(Arc::new(Universe { element: (**element).clone(), values, named: false }));
        }
    }

    /// The universe of sets with such elements, and which it is.
    pub(super) fn of(&self, element: &Type) -> Option<(u16, &Arc<Universe>)> {
        (0..).zip(&self.over).find(|(_, over)| over.element == *element && !over.named)
    }

    /// Whether sets of such elements are bits.
    pub(super) fn are_bits(&self, element: &Type) -> bool {
        let numbered = match element {
            Type::Cell => !self.off_grid,
            Type::Int => !self.large,
            other => matches!(other, Type::Enum(_)),
        };
        !self.runs && (numbered || self.of(element).is_some())
    }

    /// Whether the keys of maps may be elements of sets.
    pub(super) fn have_bits_for_keys(&self) -> bool {
        !self.large_keys
    }

    /// The numbers of the letters in texts.
    pub(super) fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Whether there are more cells than a set of bits has room for.
    pub(super) fn off_grid(&self) -> bool {
        self.off_grid
    }

    /// Whether a set of cells has a bit for each cell of the grid.
    pub(super) fn on_grid(&self) -> bool {
        !self.runs && !self.off_grid
    }

    /// The universe with a number.
    pub(super) fn universe(&self, over: u16) -> &Arc<Universe> {
        &self.over[usize::from(over)]
    }

    /// Whether there are sets over what was met.
    pub(super) fn has_universes(&self) -> bool {
        self.over.iter().any(|over| !over.named)
    }
}

/// Whether a value is of a type, as far as it shows.
pub(super) fn is_of(v: &Value, ty: &Type) -> bool {
    match (v, ty) {
        (Value::Int(_), Type::Int) | (Value::Bool(_), Type::Bool) | (Value::Text(_), Type::Text) => true,
        (Value::Cell(_), Type::Cell) => true,
        (Value::Case(_, names), Type::Enum(of)) => names == of,
        (Value::Set(s), Type::Set(t)) => s.iter().all(|v| is_of(v, t)),
        (Value::List(l), Type::List(t)) => l.iter().all(|v| is_of(v, t)),
        (Value::Bag(b), Type::Bag(t)) => b.keys().all(|v| is_of(v, t)),
        (Value::Map(m), Type::Map(k, t)) => m.iter().all(|(key, v)| is_of(key, k) && is_of(v, t)),
        (Value::Tuple(parts), Type::Tuple(types)) => {
            parts.len() == types.len() && parts.iter().zip(types).all(|(v, t)| is_of(v, t))
        }
        _ => false,
    }
}

impl Fit {
    /// Whether each element of a set over a universe fits.
    pub(super) fn takes_elements(&self, over: &Universe, bits: u128) -> bool {
        let Fit::Elements(each) = self else { return true };
        over.those(|v| !each.takes_value(v)) & bits == 0
    }

    /// Whether a value fits what was declared.
    fn takes_value(&self, v: &Value) -> bool {
        match (self, v) {
            (Fit::Any, _) => true,
            (Fit::Range(lo, hi), Value::Int(n)) => n.to_i64().is_some_and(|n| (*lo..=*hi).contains(&n)),
            (Fit::Tuple(fits), Value::Tuple(parts)) => {
                fits.iter().zip(parts.iter()).all(|(f, v)| f.takes_value(v))
            }
            (Fit::Elements(each), Value::Set(s)) => s.iter().all(|v| each.takes_value(v)),
            (Fit::Elements(each), Value::List(l)) => l.iter().all(|v| each.takes_value(v)),
            (Fit::Elements(each), Value::Bag(b)) => b.keys().all(|v| each.takes_value(v)),
            (Fit::Elements(each), Value::Map(m)) => m.keys().all(|v| each.takes_value(v)),
            (Fit::Map(keys, values), Value::Map(m)) => {
                m.iter().all(|(k, v)| keys.takes_value(k) && values.takes_value(v))
            }
            _ => true,
        }
    }
}
