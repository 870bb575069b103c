//! Quotients, sparse spaces and comparisons as text.

use crate::answer::{CompareAnswer, DifferenceAnswer, GeneratorAnswer, QuotientAnswer, SparseAnswer};
use crate::layout::{Look, Paint, clean, counted, one_line, pad, width, wrap};

/// At most this many relations, P-elements and orders are listed.
const SHOWN: usize = 60;

pub(super) fn quotient(q: &QuotientAnswer, statement: &str, look: &Look) -> String {
    let name = one_line(&clean(&q.positions));
    let index = super::phrases::index_name(statement);
    let mut out = look
        .paint(Paint::Bold, &format!("misère quotient of {name}, {index} = {} to {}", q.from, q.to))
        + "\n";
    let p = q.p_portion.len();
    let entry = |label: &str, text: String| entry(label, &text, look);
    out += &entry("order", format!("{}, of which {p} in the P-portion", q.order));
    out += &entry(
        "proved",
        format!("for all sums of these positions, by {}", counted(q.proof as u64, "case", "cases")),
    );
    if q.orders.len() > 2 {
        let orders = q.orders.iter().map(|(n, order)| format!("{order} from {n}")).collect();
        out += &entry("orders", listed(orders));
    }
    let generator = |g: &GeneratorAnswer| match g.index {
        Some(n) => format!("{} is {n}", g.name),
        None => format!("{} is a position these lead to", g.name),
    };
    if !q.generators.is_empty() {
        out += &entry("generators", listed(q.generators.iter().map(generator).collect()));
        out += &entry("relations", listed(q.relations.clone()));
    }
    out += &entry("P-portion", if p == 0 { "empty".into() } else { listed(q.p_portion.clone()) });
    out += "  pretending function\n";
    out += &grid(q, look);
    if let Some(period) = q.period {
        let exception = match q.last_exception {
            Some(n) => format!("the last exception is {index} = {n}"),
            None => "without exception".into(),
        };
        out += &entry("period", format!("repeats with period {period} as far as {}; {exception}", q.to));
    }
    match &q.stopped {
        Some(stopped) => out + &super::phrases::stopped(stopped, look),
        None => out,
    }
}

const MARGIN: &str = "              ";

/// A label and what it is about, in as many lines as needed.
fn entry(label: &str, text: &str, look: &Look) -> String {
    let lines = wrap(text, look.columns(), MARGIN);
    format!("  {}{}", pad(label, MARGIN.len() - 2), lines.trim_start())
}

fn listed(all: Vec<String>) -> String {
    match all.len() {
        n if n > SHOWN => format!("{}, and {} more", all[..SHOWN].join(", "), n - SHOWN),
        _ => all.join(", "),
    }
}

/// The pretending function in rows of ten, or of a period.
fn grid(q: &QuotientAnswer, look: &Look) -> String {
    let column = q.pretending.iter().map(|(_, w)| width(w)).max().unwrap_or(1);
    let label = q.pretending.last().map_or(1, |(n, _)| n.to_string().len());
    let room = look.columns().min(120).saturating_sub(label + 7) / (column + 2);
    let per_row = match q.period {
        Some(p) if p > 1 && p as usize <= room => p as usize,
        _ => room.clamp(1, 10),
    };
    let row = |row: &[(i64, String)]| {
        let words: Vec<String> = row.iter().map(|(_, w)| pad(w, column)).collect();
        format!("    {:>label$} |  {}\n", row[0].0, words.join("  ").trim_end())
    };
    q.pretending.chunks(per_row).map(row).collect()
}

pub(super) fn sparse(s: &SparseAnswer, statement: &str, look: &Look) -> String {
    let (name, index) = (one_line(&clean(&s.sequence)), super::phrases::index_name(statement));
    let Some(mask) = s.mask else {
        return wrap(
            &format!("{name} has no split into rare and common values up to {index} = {}", s.to),
            look.columns(),
            "",
        );
    };
    let head = if s.sparse {
        format!("{name} has a sparse space, as far as {index} = {}", s.to)
    } else {
        format!("{name} shows no sparse space up to {index} = {}; the best split is", s.to)
    };
    let mut out = look.paint(Paint::Bold, wrap(&head, look.columns(), "").trim_end()) + "\n";
    let entry = |label: &str, text: String| entry(label, &text, look);
    out += &entry("common", format!("an odd number of binary ones{}", among(mask)));
    let last = s.last_rare.map_or(String::new(), |n| format!(", the last at {index} = {n}"));
    out += &entry("rare terms", format!("{} of {}{last}", s.rare_terms, s.terms));
    let numbers = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(", ") + ", ...";
    out += &entry("rare", numbers(&s.rare));
    out += &entry("common", numbers(&s.common));
    out + &super::phrases::rests_on(&s.rests_on, look)
}

/// Which binary digits of a value a mask counts.
fn among(mask: u64) -> String {
    let low = mask.trailing_zeros();
    if mask >> low != (1 << mask.count_ones()) - 1 {
        return format!(" in common with {mask:b}");
    }
    match low {
        0 => " (odious)".into(),
        1 => " after the last binary digit is left out".into(),
        n => format!(" after the last {n} binary digits are left out"),
    }
}

pub(super) fn compare(c: &CompareAnswer, look: &Look) -> String {
    let (left, right) = (one_line(&clean(&c.left)), one_line(&clean(&c.right)));
    let say = |text: String| wrap(&text, look.columns(), "");
    let detail = |text: String| wrap(&text, look.columns(), "  ");
    let cases = counted(c.cases, "case", "cases");
    let show = |d: &DifferenceAnswer| {
        let at = if d.case.is_empty() { String::new() } else { format!("at {}: ", d.case) };
        detail(format!("{at}{}; {}", clean(&d.left), clean(&d.right))) + &detail(clean(&d.shown_by))
    };
    let mut out = match (&c.values_differ, &c.moves_differ) {
        (None, None) => say(format!(
            "{left} and {right} have the same moves, to the end of every play: checked in {cases}"
        )),
        (None, Some(d)) => {
            say(format!("{left} and {right} have the same values in {cases}, but not the same moves"))
                + &show(d)
        }
        (Some(d), _) => {
            let before =
                if c.cases == 0 { String::new() } else { format!(" after {cases} in which they are equal") };
            say(format!("{left} and {right} differ in value{before}")) + &show(d)
        }
    };
    if let (Some(_), Some(d)) = (&c.values_differ, &c.moves_differ)
        && c.same_moves < c.cases
    {
        out += &detail("The moves differ earlier:".into());
        out += &show(d);
    }
    if let Some(stopped) = &c.stopped {
        out += &super::phrases::stopped(stopped, look);
    }
    out + &super::phrases::rests_on(&c.rests_on, look)
}
