//! An exercise as its teacher writes it, in TOML.

use crate::check::types::OUTCOMES;
use crate::diagnostic::Diagnostic;
use crate::files::Files;
use crate::source::{FileId, Sources, Span};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use toml::Spanned;

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    task: String,
    starter: Option<Given>,
    solution: Option<Given>,
    checks: Vec<Spanned<String>>,
}

/// A program, or the file that contains it.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "this should be a text, or the name of a file as in `{ file = \"mine.game\" }`"
)]
enum Given {
    Text(String),
    File { file: String },
}

/// An exercise whose expected answers are not yet known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// A short title.
    pub title: String,
    /// The task.
    pub task: String,
    /// The program that a student begins with.
    pub starter: String,
    /// A correct program.
    pub solution: Option<Solution>,
    /// The questions.
    pub checks: Vec<Wanted>,
    /// Random bytes, different for every exercise.
    pub salt: [u8; 8],
}

/// A correct program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// It is part of the exercise.
    Text(String),
    /// It is in a file of this name.
    File(String),
}

/// A question, and possibly the expected answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The question, as written after `show`.
    pub ask: String,
    /// The answer, if the exercise states it.
    pub is: Option<String>,
    /// Its place.
    pub span: Option<Span>,
}

/// Reads an exercise; it names files relative to itself.
///
/// # Errors
/// The mistakes in it, and their places.
pub fn outline(sources: &Sources, file: FileId, files: &dyn Files) -> Result<Outline, Diagnostic> {
    let (name, text) = (sources.get(file).name.clone(), sources.get(file).text.clone());
    let span = |range: std::ops::Range<usize>| Span::new(file, range.start, range.end);
    let written: Written = toml::from_str(&text).map_err(|e| {
        let d = no_exercise(format!("{name} is not an exercise: {}", e.message()));
        e.span().into_iter().fold(d, |d, range| d.at(span(range), "here"))
    })?;
    let starter = written.starter.map_or(Ok(String::new()), |given| given.text(&name, files))?;
    let mut salt = Sha256::new().chain_update(&*text).chain_update(&starter);
    let solution = match written.solution {
        Some(Given::File { file }) => {
            let found = read(&file, &name, files)?;
            salt.update(&found.text);
            Some(Solution::File(found.name))
        }
        Some(Given::Text(text)) => Some(Solution::Text(text)),
        None => None,
    };
    let checks = written.checks.into_iter().map(|c| wanted(c.as_ref(), Some(span(c.span()))));
    let checks: Vec<Wanted> = checks.collect::<Result<_, _>>()?;
    if checks.is_empty() {
        return Err(no_exercise(format!("{name} has no checks"))
            .hint("What should be asked of an answer, as in `checks = [\"Kayles(9)\"]`?"));
    }
    let salt = salt.finalize();
    let salt = std::array::from_fn(|i| salt[i]);
    Ok(Outline { title: written.title, task: written.task, starter, solution, checks, salt })
}

impl Given {
    fn text(self, base: &str, files: &dyn Files) -> Result<String, Diagnostic> {
        match self {
            Given::Text(text) => Ok(text),
            Given::File { file } => read(&file, base, files).map(|found| found.text),
        }
    }
}

fn read(file: &str, base: &str, files: &dyn Files) -> Result<crate::files::Found, Diagnostic> {
    let failed = |why| Diagnostic::error("cannot-read", format!("{file} cannot be read: {why}"));
    files.read(file, Some(base)).map_err(failed)
}

fn no_exercise(title: String) -> Diagnostic {
    Diagnostic::error("no-exercise", title)
}

/// `Kayles(9)`, `Kayles(9) is *4` or `Kayles(12) is P`.
fn wanted(check: &str, span: Option<Span>) -> Result<Wanted, Diagnostic> {
    let check = check.trim();
    let check = check.strip_prefix("expect ").unwrap_or(check).trim();
    let Some((ask, is)) = check.rsplit_once(" is ") else {
        return Ok(Wanted { ask: check.to_string(), is: None, span });
    };
    let (ask, is) = (ask.trim(), is.trim());
    let value = is.strip_prefix('*').filter(|k| !k.is_empty() && k.chars().all(|c| c.is_ascii_digit()));
    if let Some(value) = value {
        return Ok(Wanted { ask: ask.to_string(), is: Some(value.to_string()), span });
    }
    if !OUTCOMES.contains(&is) {
        let d = no_exercise(format!("`{is}` is neither a nim-value nor an outcome"))
            .hint("Did you mean something like `Kayles(9) is *4` or `Kayles(12) is P`?");
        return Err(span.into_iter().fold(d, |d, span| d.at(span, "asked here")));
    }
    let ask = if ask.contains(" under ") { ask.to_string() } else { format!("outcome({ask})") };
    Ok(Wanted { ask, is: Some(is.to_string()), span })
}
