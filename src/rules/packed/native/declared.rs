//! What was declared, as bounds of the numbers inside: what lies within them need not be looked through.

use super::super::flat::Form;
use super::super::flat_ops::Fit;
use super::ranges::{ANY, Bounds};

impl Fit {
    /// The bounds of the numbers in values that fit.
    pub(in super::super) fn words(&self, form: &Form) -> Bounds {
        let both = |a: Bounds, b: Bounds| (a.0.min(b.0), a.1.max(b.1));
        match (self, form) {
            (Fit::Range(lo, hi), Form::Word) => (*lo, *hi),
            (Fit::Elements(fit), Form::Set(e) | Form::Bag(e) | Form::List(e)) => fit.words(e),
            (Fit::Map(keys, values), Form::Map(k, v)) => both(keys.words(k), values.words(v)),
            (Fit::Tuple(fits), Form::Tuple(forms)) => {
                let all = fits.iter().zip(forms).map(|(fit, form)| fit.words(form));
                all.reduce(both).unwrap_or(ANY)
            }
            _ => ANY,
        }
    }

    /// Whether all values fit whose numbers lie within some bounds.
    pub(in super::super) fn takes_all_within(&self, form: &Form, (low, high): Bounds) -> bool {
        match (self, form) {
            (Fit::Any, _) => true,
            (Fit::Range(lo, hi), Form::Word) => *lo <= low && high <= *hi,
            (Fit::Tuple(fits), Form::Tuple(forms)) => {
                fits.iter().zip(forms).all(|(fit, form)| fit.takes_all_within(form, (low, high)))
            }
            (Fit::Elements(fit), Form::Set(e) | Form::Bag(e) | Form::List(e) | Form::Map(e, _)) => {
                fit.takes_all_within(e, (low, high))
            }
            (Fit::Map(keys, values), Form::Map(k, v)) => {
                keys.takes_all_within(k, (low, high)) && values.takes_all_within(v, (low, high))
            }
            (fit, Form::Bits) => fit.takes_bits(u128::MAX),
            (fit, Form::Over(over)) => fit.takes_elements(over, u128::MAX),
            _ => false,
        }
    }
}
