//! What was declared: as bounds of the numbers inside, and looked at where a value may lie outside. What lies within them need not be
//! looked through.

use super::super::code::Reg;
use super::super::flat::Form;
use super::super::flat_fields::{MapKeys, Piece};
use super::super::flat_ops::Fit;
use super::backend::{InstBuilder, IntCC};
use super::ranges::{ANY, Bounds};
use super::translate::Body;

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

impl Body<'_> {
    /// Bails unless a value fits what was declared; none where that cannot be seen from how it is held.
    pub(super) fn fitting(&mut self, reg: Reg, form: &Form, fit: &Fit) -> Option<()> {
        match (fit, reg) {
            (Fit::Any, _) | (Fit::Elements(_) | Fit::Map(..) | Fit::Tuple(_), Reg::I(_)) => Some(()),
            (Fit::Range(low, high), Reg::I(r)) => {
                let (v, (least, most)) = (self.word(r), self.ranges.word(r));
                if least < *low || most > *high {
                    let below = self.compare_with(IntCC::SignedLessThan, v, *low);
                    let above = self.compare_with(IntCC::SignedGreaterThan, v, *high);
                    let out = self.b.ins().bor(below, above);
                    self.misfit_if(out);
                }
                Some(())
            }
            (_, Reg::B(_)) => None,
            (fit, Reg::L(r)) => match self.piece(r) {
                Some(piece) => fits_always(fit, form, &piece).then_some(()),
                None => {
                    let run = self.run_in_word(r)?;
                    let fits = |fit: &Fit| fits_always(fit, &form.element(), &run.of);
                    matches!(fit, Fit::Elements(fit) if fits(fit)).then_some(())
                }
            },
        }
    }
}

/// Whether all that a piece has room for fits what was declared.
fn fits_always(fit: &Fit, form: &Form, piece: &Piece) -> bool {
    match (fit, form, piece) {
        (Fit::Any, ..) => true,
        (Fit::Range(low, high), _, Piece::Word(e)) => !e.cell && *low <= e.lo && e.hi <= *high,
        (Fit::Elements(_), _, Piece::Bits { allowed, .. }) => {
            (0..u128::BITS).filter(|bit| allowed >> bit & 1 == 1).all(|bit| fit.takes_set(form, 1 << bit))
        }
        (Fit::Tuple(fits), Form::Tuple(forms), Piece::Tuple(parts)) => {
            let mut each = fits.iter().zip(forms).zip(parts);
            fits.len() == parts.len() && each.all(|((fit, form), (_, part))| fits_always(fit, form, part))
        }
        (Fit::Elements(fit), _, Piece::Keys { keys: of, .. } | Piece::Counts { of, .. }) => keys_fit(fit, of),
        (Fit::Elements(fit), _, Piece::Run { of, .. }) => fits_always(fit, &form.element(), of),
        (Fit::Map(k, v), Form::Map(_, form), Piece::Keys { keys, value, .. }) => {
            keys_fit(k, keys) && fits_always(v, form, value)
        }
        (Fit::Map(k, v), Form::Map(key_form, value_form), Piece::Run { of, .. }) => match &**of {
            Piece::Tuple(parts) => match parts.as_slice() {
                [(_, key), (_, value)] => fits_always(k, key_form, key) && fits_always(v, value_form, value),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

/// Whether all of some keys fit what was declared of them.
fn keys_fit(fit: &Fit, keys: &MapKeys) -> bool {
    let words_fit = |fit: &Fit, column: usize| match fit {
        Fit::Any => true,
        Fit::Range(low, high) => keys.column(column).all(|k| (*low..=*high).contains(&k)),
        _ => false,
    };
    match fit {
        Fit::Tuple(fits) => {
            fits.len() == keys.width() && fits.iter().zip(0..).all(|(fit, i)| words_fit(fit, i))
        }
        fit => words_fit(fit, 0),
    }
}
