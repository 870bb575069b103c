//! Exercises: a teacher writes a task and questions about the result; a student gets checks that do not reveal the expected
//! answers.
//! docs/exercises.md explains what this hiding can do, and what it cannot.

mod written;

pub use written::{Outline, Solution, Wanted, outline};

use crate::answer::Answer;
use crate::diagnostic::Diagnostic;
use crate::link::{Check, Exercise};
use crate::session::Session;
use sha2::{Digest, Sha256};

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// The answer is the one expected.
    Holds,
    /// The answer is a different one.
    Fails,
    /// There is no answer, and why.
    Unanswered(String),
}

/// Makes the exercise: each check states the expected answer, or the solution gives it, or both.
///
/// # Errors
/// If nothing gives the expected answer of a check, or the solution contradicts the check.
pub fn make(outline: &Outline, mut solution: Option<&mut Session>) -> Result<Exercise, Diagnostic> {
    let mut checks = vec![];
    for wanted in &outline.checks {
        let found = solution.as_mut().map(|session| told(session, &wanted.ask));
        let expected = expected(wanted, found).map_err(|why| wrong(why, wanted))?;
        checks.push(Check { ask: wanted.ask.clone(), seal: seal(outline.salt, &wanted.ask, &expected) });
    }
    let (title, task, starter) = (outline.title.clone(), outline.task.clone(), outline.starter.clone());
    Ok(Exercise { title, task, starter, salt: outline.salt, checks })
}

fn expected(wanted: &Wanted, found: Option<Result<String, String>>) -> Result<String, String> {
    let ask = &wanted.ask;
    match (&wanted.is, found) {
        (_, Some(Err(why))) => Err(format!("The solution gives no answer to `{ask}`: {why}")),
        (Some(is), Some(Ok(found))) if *is != found => {
            Err(format!("The solution gives {found} to `{ask}`, and the check expects {is}"))
        }
        (Some(is), _) => Ok(is.clone()),
        (None, Some(Ok(found))) => Ok(found),
        (None, None) => Err(format!("Nothing says what `{ask}` should give")),
    }
}

fn wrong(why: String, wanted: &Wanted) -> Diagnostic {
    let d = Diagnostic::error("no-exercise", why);
    let d = wanted.span.into_iter().fold(d, |d, span| d.at(span, "asked here"));
    if wanted.is.is_some() { d } else { d.hint("Is there a `solution` that answers it?") }
}

/// The answer of a program to a check of an exercise.
pub fn tried(session: &mut Session, exercise: &Exercise, check: &Check) -> Tried {
    match told(session, &check.ask) {
        Ok(answer) if seal(exercise.salt, &check.ask, &answer) == check.seal => Tried::Holds,
        Ok(_) => Tried::Fails,
        Err(why) => Tried::Unanswered(why),
    }
}

/// The answer to a question as one text: for a position its nim-value, or, where that does not decide, its outcome.
///
/// # Errors
/// The reason why there is none.
pub fn told(session: &mut Session, ask: &str) -> Result<String, String> {
    let statement = if is_expectation(ask) { ask.to_string() } else { format!("show {ask}") };
    let loaded = session.enter(&statement);
    if let Some(d) = loaded.diagnostics.iter().find(|d| d.is_error()) {
        return Err(d.title.clone());
    }
    let ([question], []) = (loaded.questions.as_slice(), loaded.defined.as_slice()) else {
        return Err("it is not one question".into());
    };
    match session.ask(question) {
        Answer::Value { value, .. } => Ok(value),
        Answer::Position(p) => Ok(p.value),
        Answer::Misere(m) => Ok(m.outcome),
        Answer::Standing(s) => Ok(s.outcome),
        Answer::Expect(e) => Ok(if e.passed { "holds" } else { "fails" }.into()),
        Answer::Mistake { diagnostic } => Err(diagnostic.title),
        Answer::Stopped(s) => Err(s.how_far),
        _ => Err("it is a question without a single answer".into()),
    }
}

/// Whether a question is a complete `expect`, which holds or fails.
fn is_expectation(ask: &str) -> bool {
    ask.strip_prefix("expect").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// The seal, which distinguishes an expected answer from others without revealing it.
fn seal(salt: [u8; 8], ask: &str, answer: &str) -> [u8; 6] {
    let sum = Sha256::new().chain_update(salt).chain_update(ask).chain_update([0]).chain_update(answer);
    let sum = sum.finalize();
    std::array::from_fn(|i| sum[i])
}
