//! What repeats in a sequence.

use super::phrases::{index_name, rests_on};
use crate::answer::PeriodAnswer;
use crate::layout::{Look, counted, one_line, wrap};

/// How many exceptions of a period are listed at most.
const EXCEPTIONS_SHOWN: usize = 20;

/// A text whose further lines are indented.
fn headed(text: &str, look: &Look) -> String {
    wrap(text, look.columns(), "  ").trim_start().to_string()
}

pub(super) fn period(p: &PeriodAnswer, statement: &str, look: &Look) -> String {
    let name = one_line(&p.sequence);
    let Some(period) = p.period else {
        let far = match p.verdict.starts_with("too short") {
            true => format!("{name}: {}", p.verdict),
            false => format!("{name} shows no period up to {}", p.to),
        };
        return headed(&far, look) + &further(p, statement, look);
    };
    let comma = if p.saltus == 0 { "" } else { "," };
    let far =
        if p.proved { String::from(", for ever") } else { format!("{comma} as far as {}{}", p.to, times(p)) };
    let grows = match p.saltus {
        0 => String::new(),
        s => format!(", plus {s} each time"),
    };
    let index = index_name(statement);
    let exception = match p.last_exception {
        Some(n) if p.exceptions == 1 => format!("the only exception is {index} = {n}"),
        Some(n) if p.proved => {
            format!("{}, the last {index} = {n}", counted(p.exceptions, "exception", "exceptions"))
        }
        Some(n) => format!("the last exception is {index} = {n}"),
        None => format!("without exception from {index} = {} on", p.from),
    };
    let mut out = headed(&format!("{name} repeats with period {period}{grows}{far}; {exception}"), look);
    if let (true, Some(needed)) = (p.proved, p.needed) {
        let proof = format!("{}; the values up to {index} = {needed} prove it", p.verdict);
        out += &wrap(&proof, look.columns(), "  ");
    }
    if p.exceptions > 1 {
        let listed: Vec<String> = p.exceptions_listed.iter().map(u64::to_string).collect();
        let listed = &listed[..listed.len().min(EXCEPTIONS_SHOWN)];
        let more = match p.exceptions - listed.len() as u64 {
            0 => String::new(),
            n => format!(", ... and {n} more"),
        };
        out += &wrap(&format!("exceptions: {}{more}", listed.join(", ")), look.columns(), "  ");
    }
    if !p.proved {
        out += &further(p, statement, look);
    }
    out + &rests_on(&p.rests_on, look)
}

/// How often a period was seen that is not proved.
fn times(p: &PeriodAnswer) -> String {
    p.times.map_or(String::new(), |times| format!(" ({times} times over)"))
}

/// How to look further than a `period` without a range does.
fn further(p: &PeriodAnswer, statement: &str, look: &Look) -> String {
    let index = index_name(statement);
    if !statement.trim_end().ends_with(&format!(" {index}")) {
        return String::new();
    }
    let more =
        format!("Would looking further help, as in `for {index} in {}..{}`?", p.from, 10 * p.to.max(100));
    wrap(&more, look.columns(), "  ")
}
