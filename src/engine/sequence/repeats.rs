//! Sequences of values: what repeats at their end.

/// `a(n + period) = a(n) + saltus` for every index from `start` on, as far as the sequence was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// First index of the repetition.
    pub start: usize,
    /// How long it is.
    pub period: usize,
    /// What is added each time: 0 for a pure period.
    pub saltus: i64,
}

/// The shortest repetition that is seen long enough to be taken seriously, if there is one: at least three
/// times over, and over at least a third of the sequence.
///
/// Looks at the end of the sequence. A longer period is only of use if it holds from an earlier place on than all
/// shorter ones, so it is looked at closely only if it holds in the place before; values that nearly have a period
/// would take quadratic time otherwise.
pub fn find_period<T: Copy + Into<i64>>(values: &[T]) -> Option<Repetition> {
    seen_over(values, 3)
}

/// The period of a sequence that was given only for two rounds of it, and shows no other: too few to be taken seriously.
pub fn begun_period<T: Copy + Into<i64>>(values: &[T]) -> Option<usize> {
    seen_over(values, 2).map(|r| r.period)
}

/// The shortest repetition that is seen so many times over.
fn seen_over<T: Copy + Into<i64>>(values: &[T], times: usize) -> Option<Repetition> {
    let n = values.len();
    let at = |i: usize| -> i64 { values[i].into() };
    let mut earliest = n;
    (1..=n / times).find_map(|period| {
        let saltus = at(n - 1).checked_sub(at(n - 1 - period))?;
        let holds = |i: &usize| at(*i).checked_add(saltus) == Some(at(i + period));
        let before = (earliest - 1).min(n - 1 - period);
        if !holds(&before) {
            return None;
        }
        let start = (0..n - period).rev().take_while(holds).last()?;
        earliest = earliest.min(start.max(1));
        let seen = n - start;
        (seen >= times * period && 3 * seen >= n).then_some(Repetition { start, period, saltus })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_and_arithmetic_periods() {
        let pure: Vec<i64> = (0..60).map(|n| if n < 7 { 9 } else { n % 5 }).collect();
        assert_eq!(find_period(&pure), Some(Repetition { start: 7, period: 5, saltus: 0 }));
        let nim: Vec<i64> = (0..60).collect();
        assert_eq!(find_period(&nim), Some(Repetition { start: 0, period: 1, saltus: 1 }));
        let squares: Vec<i64> = (0..60).map(|n| n * n).collect();
        assert_eq!(find_period(&squares), None);
        assert_eq!(begun_period(&squares), None);
        let twice: Vec<i64> = (0..26).map(|n| n * n % 11).collect();
        assert_eq!((find_period(&twice), begun_period(&twice)), (None, Some(11)));
    }
}
