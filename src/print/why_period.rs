//! Why a period lasts for ever, as a teacher puts it on the board: the theorem, the numbers, and the reason.

use crate::answer::{PeriodProof, PeriodTheorem, WhyPeriodAnswer};
use crate::layout::{Look, Paint, clean, wrap};

/// The explanation, ending in a line break.
pub(super) fn why_period(w: &WhyPeriodAnswer, found: &str, look: &Look) -> String {
    let say = |text: &str| wrap(&clean(text), look.columns().min(100), "  ");
    let head = found.lines().next().unwrap_or_default();
    let mut out = look.paint(Paint::Bold, head) + "\n";
    out += &match (&w.proof, w.period.period) {
        (Some(proof), _) => proved(w, proof).iter().map(|text| say(text)).collect::<String>(),
        (None, Some(period)) if w.period.proved => sums(w, period).iter().map(|text| say(text)).collect(),
        (None, Some(period)) => say(&seen(w, period)),
        (None, None) => say(&unseen(w)),
    };
    out + &super::phrases::rests_on(&w.period.rests_on, look)
}

fn proved(w: &WhyPeriodAnswer, p: &PeriodProof) -> Vec<String> {
    let mut all = vec![what_repeats(p)];
    if w.shift != 0 {
        let (sign, by) = if w.shift > 0 { ('+', w.shift) } else { ('-', -w.shift) };
        all[0] += &format!(" Here n is the size of the pile, {} {sign} {by} in the question.", w.index);
    }
    if let Some(period) = w.period.period.filter(|period| *period != p.period) {
        all.push(format!(
            "The moves depend on remainders of n and of the parts. So the theorem is used with p = {}, a multiple of \
             the moduli; p values then show that the period is {period}.",
            p.period
        ));
    }
    all.extend(match p.theorem {
        PeriodTheorem::Window => window(w, p),
        PeriodTheorem::GuySmith => two(p, "Theorem (Guy and Smith, 1956)", "2e + p + c", guy_smith(p)),
        PeriodTheorem::Unequal => {
            two(p, "Theorem (after Guy and Smith, for unequal parts)", "2e + 2p + c + d - 1", unequal(p))
        }
        PeriodTheorem::Three => {
            two(p, "Theorem (after Guy and Smith, for three parts)", "3e + 2p + c", three(p))
        }
        PeriodTheorem::Bounded => vec![bounded(p)],
        PeriodTheorem::Residues => residues(p),
        PeriodTheorem::Arithmetic => arithmetic(p),
    });
    all
}

/// A sequence of sums of piles.
fn sums(w: &WhyPeriodAnswer, period: u64) -> Vec<String> {
    let (index, needed) = (&w.index, w.period.needed.unwrap_or_default());
    vec![
        format!(
            "Every pile here grows with {index} by a fixed step, and its game has a proved period. So the values of \
             each pile repeat, from some {index} on and for ever."
        ),
        format!(
            "The value of the sum depends on these values and on nothing else. When all of them repeat, so does the \
             sum, and each common period equals the first one. That the sum has the period {period} follows from the \
             values up to {index} = {needed}. For the period of a single pile, ask `why` about that pile alone."
        ),
    ]
}

fn what_repeats(p: &PeriodProof) -> String {
    let plus = if p.saltus == 0 { String::new() } else { format!(" + {}", p.saltus) };
    format!(
        "Write G(n) for the nim-value of a pile of n. To be shown: G(n + {}) = G(n){plus} for every n > {}. \
         Finitely many values are known; the theorem says that they are enough.",
        p.period, p.exception
    )
}

/// `2 x 70 + 12 + 2 = 154`, and what is said about smaller piles that have moves of their own.
fn bound(p: &PeriodProof, sum: String, total: u64) -> String {
    if p.irregular > total {
        format!("{sum} = {total}; but piles up to {} have special moves, so up to there", p.irregular)
    } else {
        format!("{sum} = {total}")
    }
}

/// `e = 70 is the last exception`
fn exception(w: &WhyPeriodAnswer, p: &PeriodProof) -> String {
    match w.period.last_exception {
        Some(_) => format!("the last exception is e = {}", p.exception),
        None => format!("there is no exception, which counts as e = {}", p.exception),
    }
}

fn window(w: &WhyPeriodAnswer, p: &PeriodProof) -> Vec<String> {
    let (e, c) = (p.exception, p.take);
    vec![
        format!(
            "No move splits the pile, and no move takes more than c = {c}. So G(n) depends only on the {c} values \
             before it. If {c} values in a row equal those one period earlier, all further values repeat as well."
        ),
        format!(
            "The numbers: {}, so it is enough that G(n + {}) = G(n) for {e} < n <= {}. That \
             needs the values up to {}, and they agree.",
            exception(w, p),
            p.period,
            bound(p, format!("e + c = {e} + {c}"), e + c),
            p.needed
        ),
    ]
}

/// A theorem on splits: its name, its bound in letters, and in numbers with the reason.
fn two(
    p: &PeriodProof,
    name: &str,
    letters: &str,
    (numbers, total, reason): (String, u64, String),
) -> Vec<String> {
    let (e, c, period) = (p.exception, p.take, p.period);
    let apart = if p.theorem == PeriodTheorem::Unequal {
        format!(", and let its two parts differ by at least d = {}", p.apart)
    } else {
        String::new()
    };
    vec![
        format!(
            "{name}. Let a move take at most c from the pile before it is split{apart}; let e be the last exception and p \
             the period. If G(n + p) = G(n) for all n with e < n <= {letters}, then for all n > e."
        ),
        format!(
            "The numbers: c = {c}, e = {e} and p = {period}, so {letters} = {}. Together with the values one period later \
             that needs the values up to {}, and they agree.",
            bound(p, numbers, total),
            p.needed
        ),
        format!("Why it is true: {reason}"),
    ]
}

fn guy_smith(p: &PeriodProof) -> (String, u64, String) {
    let (e, c, period) = (p.exception, p.take, p.period);
    (
        format!("2 x {e} + {period} + {c}"),
        2 * e + period + c,
        "take a larger n, and split a pile of n + p into a and b, where b is the larger part. Then b is so large that \
         b - p is still beyond the exceptions: b and b - p have the same value. So a pile of n, split into a and b - p, \
         has an option of the same value, and conversely. A pile of n and a pile of n + p have the same values \
         among their options, and so the same mex."
            .into(),
    )
}

fn unequal(p: &PeriodProof) -> (String, u64, String) {
    let (e, c, period) = (p.exception, p.take, p.period);
    (
        format!("2 x {e} + 2 x {period} + {c} + {} - 1", p.apart),
        2 * e + 2 * period + c + p.apart - 1,
        "take a larger n, and split a pile of n + p. The larger part can be made smaller by p without a change of value; \
         if the parts would come too near to each other by that, the smaller part is large enough to be made smaller \
         instead. So a pile of n has an option of the same value, and conversely: the mex is the same."
            .into(),
    )
}

fn three(p: &PeriodProof) -> (String, u64, String) {
    let (e, c, period) = (p.exception, p.take, p.period);
    (
        format!("3 x {e} + 2 x {period} + {c}"),
        3 * e + 2 * period + c,
        "take a larger n, and split a pile of n + p into three. The largest part is more than e + p, so it can be made \
         smaller by p without a change of value. So a pile of n has an option of the same value, and conversely: the \
         mex is the same."
            .into(),
    )
}

fn bounded(p: &PeriodProof) -> String {
    format!(
        "Any number may be taken, but the values do not grow. Beyond the exceptions a pile can be left with every value that \
         occurs there, so those options are the same for all larger piles; all others repeat after {} beans, for moves \
         that split as in the theorem of Guy and Smith (1956). The values up to {} are enough for that.",
        p.period, p.needed
    )
}

fn residues(p: &PeriodProof) -> Vec<String> {
    if p.saltus > 0 {
        return residues_grow(p);
    }
    vec![format!(
        "The value of a pile depends only on its remainder modulo {0}. This is consistent for all n at once: no move \
         leads from a remainder to one with the same value, and to each smaller value there is a move. fairgame \
         checked this for the {0} remainders, with the values up to {1}.",
        p.period, p.needed
    )]
}

fn residues_grow(p: &PeriodProof) -> Vec<String> {
    let (period, s) = (p.period, p.saltus);
    vec![
        format!(
            "Whether a number may be taken depends on remainders only. So of a pile of n and of one larger by some multiple of {period} \
             the same numbers may be taken, and of the larger one some more: all that can be left of the first can be left of the \
             second, and also all of it with {period} beans more for every {s} by which the values have grown."
        ),
        format!(
            "So the values among the options move up together: all values below G(n) are among them for every larger n if they \
             are on one round, and G(n) itself is not, since no move leaves anything of its remainder and size. \
             fairgame checked this for each remainder, with the values up to {}.",
            p.needed
        ),
        "The exact conditions are in docs/periods.md.".into(),
    ]
}

fn arithmetic(p: &PeriodProof) -> Vec<String> {
    let (period, s) = (p.period, p.saltus);
    let more = if period == 1 { "bean more".to_string() } else { format!("{period} beans more") };
    vec![
        format!(
            "A move may take any number, or leave three piles of which two are equal and cancel each other. So the \
             number of options grows with the pile, and the values grow: with every {more} by {s}, the saltus."
        ),
        format!(
            "The proof goes from n to n + {period}. What could be left of the pile before can be left a period later with \
             {s} more, so the values among the options move up by {s} together, and the gap at G(n) moves with them; the \
             small values below stay, because small piles can still be left. Splits and moves that take a fixed number \
             cannot fill the gap: that is seen from the last binary digits and the sizes of the values, for each remainder \
             modulo {period}. All this was checked on whole periods, with the values up to {}.",
            p.needed
        ),
        "The exact conditions are in docs/periods.md.".into(),
    ]
}

fn seen(w: &WhyPeriodAnswer, period: u64) -> String {
    let from = w.period.last_exception.map_or(w.period.from, |n| n + 1);
    let rounds = (w.period.to + 1).saturating_sub(from) / period.max(1);
    let times = if rounds == 1 { "once".to_string() } else { format!("{rounds} times") };
    format!(
        "This is an observation, not a proof: from {0} = {from} to {0} = {1} the same {period} values come {times} in full. The \
         next value could be different. A period is proved where the rules are those of one pile, of which moves take some \
         of finitely many numbers or any number, and which they may split; then finitely many values are enough. These rules, \
         or these values, are not of that kind. A longer look, such as {2}, is more evidence.",
        w.index,
        w.period.to,
        format_args!("`for {} in 0..{}`", w.index, w.period.to.max(1).saturating_mul(10)),
    )
}

fn unseen(w: &WhyPeriodAnswer) -> String {
    format!(
        "The last values up to {} = {} repeat with no length p. A period may begin later, be longer, or not exist: \
         this says nothing about larger {}.",
        w.index, w.period.to, w.index
    )
}
