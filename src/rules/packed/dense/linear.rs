//! Linear forms over the numbers of a position and the choices of a move.

/// Numbers of a position: variables 0, 1, 2.
pub(super) const NUMBERS: usize = 3;
/// All variables: the numbers of a position, and up to five choices behind them.
pub(super) const VARIABLES: usize = 8;

/// Coefficients stay below this, so that forms over table indices never overflow.
const LARGEST: i64 = 1 << 20;
/// Constants stay below this.
const FARTHEST: i64 = 1 << 41;

/// `constant + by[0] * x0 + by[1] * x1 + ...`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(in crate::rules::packed) struct Linear {
    pub(super) constant: i64,
    pub(super) by: [i64; VARIABLES],
}

impl Linear {
    pub(super) fn constant(n: i64) -> Linear {
        Linear { constant: n, ..Linear::default() }
    }

    pub(super) fn variable(i: usize) -> Linear {
        let mut form = Linear::default();
        form.by[i] = 1;
        form
    }

    /// `self + factor * other`, if the numbers stay small.
    pub(super) fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let scaled = |a: i64, b: i64| a.checked_add(b.checked_mul(factor)?);
        let mut sum = Linear { constant: scaled(self.constant, other.constant)?, ..*self };
        for (a, b) in sum.by.iter_mut().zip(other.by) {
            *a = scaled(*a, b)?;
        }
        let fits = sum.constant.abs() < FARTHEST && sum.by.iter().all(|c| c.abs() < LARGEST);
        fits.then_some(sum)
    }

    pub(super) fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(other, -1)
    }

    pub(super) fn times(&self, factor: i64) -> Option<Linear> {
        Linear::default().plus(self, factor)
    }

    /// The form with a variable replaced by another form.
    pub(super) fn replace(&self, variable: usize, form: &Linear) -> Option<Linear> {
        self.without(variable).plus(form, self.by[variable])
    }

    /// The form with one variable taken as 0.
    pub(super) fn without(&self, variable: usize) -> Linear {
        let mut rest = *self;
        rest.by[variable] = 0;
        rest
    }

    pub(super) fn is_constant(&self) -> bool {
        self.by == [0; VARIABLES]
    }

    /// Whether any choice occurs in it.
    pub(super) fn has_choice(&self) -> bool {
        self.by[NUMBERS..] != [0; VARIABLES - NUMBERS]
    }

    #[inline]
    pub(super) fn at(&self, values: &[i64; VARIABLES]) -> i64 {
        self.by.iter().zip(values).fold(self.constant, |sum, (a, x)| sum + a * x)
    }
}
