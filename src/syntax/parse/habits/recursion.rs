//! Functions that use themselves, where `iterate` says the same: `let f(n: nat) = if n == 0 then 1 else n * f(n - 1)`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;

/// What can be read and is never right: a function of one number that uses itself for smaller ones.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[by_smaller_numbers];

/// How far back a function may look.
const FURTHEST: u64 = 3;

/// A case of a function: where the condition begins, and the value between two tokens.
struct Case {
    condition: usize,
    value: (usize, usize),
}

/// `let f(n: nat) = if n == 0 then A else ...`: the cases, and where the last value begins.
struct Recursion<'t> {
    name: &'t str,
    number: &'t str,
    cases: Vec<Case>,
    step: usize,
}

impl<'t> Recursion<'t> {
    fn read(p: &Phrase<'t>) -> Option<Recursion<'t>> {
        let one_number = p.w(0) == "let" && p.w(2) == "(" && p.w(4) == ":" && matches!(p.w(5), "nat" | "int");
        (one_number && p.w(6) == ")" && p.w(7) == "=").then_some(())?;
        let (mut cases, mut at) = (vec![], 8);
        while p.w(at) == "if" {
            let then = p.find(at + 1, |k| p.w(k) == "then").filter(|&k| k == at + 4)?;
            let other = p.find(then + 1, |k| p.w(k) == "else")?;
            cases.push(Case { condition: at + 1, value: (then + 1, other) });
            at = other + 1;
        }
        let found = Recursion { name: p.w(1), number: p.w(3), cases, step: at };
        (!found.cases.is_empty() && found.calls(p, found.step, p.len()).is_some_and(|c| !c.is_empty()))
            .then_some(found)
    }

    /// The uses of the function itself between two tokens, each with how far back it looks; none if one is of another form.
    fn calls(&self, p: &Phrase, from: usize, end: usize) -> Option<Vec<(usize, u64)>> {
        let call = |k: usize| {
            let plain =
                p.w(k + 1) == "(" && p.w(k + 2) == self.number && p.w(k + 3) == "-" && p.w(k + 5) == ")";
            let back: u64 = p.w(k + 4).parse().ok()?;
            (plain && (1..=FURTHEST).contains(&back)).then_some((k, back))
        };
        (from..end).filter(|&k| p.w(k) == self.name).map(call).collect()
    }

    /// The first number that no case is about.
    fn start(&self, p: &Phrase) -> Option<u64> {
        let mut start = 0;
        for case in &self.cases {
            let bound: u64 =
                p.w(case.condition + 2).parse().ok().filter(|_| p.w(case.condition) == self.number)?;
            start = match p.w(case.condition + 1) {
                "==" | "<=" => start.max(bound + 1),
                "<" => start.max(bound),
                _ => return None,
            };
        }
        Some(start)
    }

    /// The value of a number below the start.
    fn base(&self, p: &Phrase, n: u64) -> Option<String> {
        let holds = |case: &&Case| {
            let bound: u64 = p.w(case.condition + 2).parse().unwrap_or(0);
            match p.w(case.condition + 1) {
                "==" => n == bound,
                "<=" => n <= bound,
                _ => n < bound,
            }
        };
        let (from, end) = self.cases.iter().find(holds)?.value;
        self.calls(p, from, end)?.is_empty().then_some(())?;
        Some(self.with_number(p, from, end, &n.to_string()))
    }

    /// What is between two tokens, with the number called otherwise, and the function's earlier values by their places.
    fn with_number(&self, p: &Phrase, from: usize, end: usize, number: &str) -> String {
        let calls = self.calls(p, from, end).unwrap_or_default();
        let (mut text, mut k) = (String::new(), from);
        while k < end {
            let own = calls.iter().find(|c| c.0 == k);
            let width = if own.is_some() { 6 } else { 1 };
            match own {
                Some((_, back)) => text += &format!("p[{}]", back + 1),
                None if p.w(k) == self.number => text += number,
                None => text += p.text(k, k + 1),
            }
            if k + width < end {
                let gap = p.between(k + width - 1, k + width);
                text += &p.view.text[gap.range()];
            }
            k += width;
        }
        text
    }

    /// The cases below the start as one expression.
    fn below(&self, p: &Phrase) -> String {
        let (last, others) = self.cases.split_last().expect("there is a case");
        let text = |c: &Case| p.text(c.value.0, c.value.1);
        let front: String = others
            .iter()
            .map(|c| format!("if {} then {} else ", p.text(c.condition, c.condition + 3), text(c)))
            .collect();
        front + text(last)
    }
}

/// The type of a value as it is written.
fn type_of(value: &str) -> &'static str {
    match value.chars().next() {
        Some('"') => "text",
        Some('[') => "list of nat",
        Some('{') => "set of nat",
        _ if matches!(value, "true" | "false") => "bool",
        _ => "int",
    }
}

/// `let f(n: nat) = if n == 0 then 1 else n * f(n - 1)`
fn by_smaller_numbers(p: &Phrase) -> Option<Diagnostic> {
    let own = Recursion::read(p)?;
    let calls = own.calls(p, own.step, p.len())?;
    let furthest = calls.iter().map(|c| c.1).max()?;
    let start = own.start(p)?;
    let bases: Vec<String> =
        (1..=furthest).map(|back| own.base(p, start.checked_sub(back)?)).collect::<Option<_>>()?;
    let (name, n, ty) = (own.name, own.number, type_of(&bases[0]));
    let types = vec![ty; bases.len()].join(", ");
    let kept: String = (2..=furthest).map(|place| format!(", p[{place}]")).collect();
    let step = own.with_number(p, own.step, p.len(), "p[1]");
    let times = if start == 1 { n.to_owned() } else { format!("{n} - {}", start - 1) };
    let helper = format!("let {name}_step(p: (nat, {types})) = (p[1] + 1, {step}{kept})");
    let text = format!(
        "let {name}({n}: {}) = if {n} < {start} then {} else iterate({name}_step, ({start}, {}), {times})[2]",
        p.w(5),
        own.below(p),
        bases.join(", ")
    );
    let found = p.error("recursive-let", format!("`{name}` uses itself"), p.span(calls[0].0));
    let found = found
        .note("A `let` is not recursive, so computing a move always ends; only play goes on.")
        .note("`iterate` begins with the first values and repeats a step, which here keeps the number and its values.")
        .hint(format!("Did you mean `iterate({name}_step, ...)[2]`, with the step in a separate function?"));
    let other_p = (3..p.len()).any(|k| p.w(k) == "p");
    let unused = !p.view.text.contains(&format!("{name}_step")) && !other_p;
    unused.then(|| found.replace(p.over(0, p.len()), format!("{helper}\n{text}")))
}
