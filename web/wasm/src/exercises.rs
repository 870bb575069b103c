//! Exercises: made by a teacher, tried by a student.

use crate::shapes::Told;
use fairgame::exercise::{self, Solution, Tried, outline};
use fairgame::link::Exercise;
use fairgame::{Budget, Session, Sources, Texts};
use serde::Serialize;
use std::time::Duration;

/// What the exercise is called in messages.
const NAME: &str = "exercise.toml";

/// A check takes no longer: the regrade, which has more time, is what counts.
const TIME: Duration = Duration::from_secs(10);
const POSITIONS: u64 = 5_000_000;

/// An exercise without what it expects.
#[derive(Serialize, Clone)]
pub(crate) struct Task {
    title: String,
    task: String,
    starter: String,
    asks: Vec<String>,
    /// As it may be kept.
    kept: String,
}

/// How a check came out.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Checked {
    Holds,
    Fails,
    Unanswered(String),
}

pub(crate) fn seen(exercise: &Exercise) -> Task {
    Task {
        title: exercise.title.clone(),
        task: exercise.task.clone(),
        starter: exercise.starter.clone(),
        asks: exercise.checks.iter().map(|c| c.ask.clone()).collect(),
        kept: crate::shapes::json(exercise),
    }
}

/// The exercise that a text in TOML describes; what its checks expect is found by its solution.
pub(crate) fn make(toml: &str, budget: Budget) -> Told<Exercise> {
    let mut sources = Sources::default();
    let file = sources.add(NAME, None, toml.to_string());
    let made = outline(&sources, file, &Texts::new()).map_err(|d| words(&d)).and_then(|outline| {
        let mut session = Session::new(within(budget));
        session.read_from(Texts::new());
        let mut solution = match &outline.solution {
            Some(Solution::Text(text)) => Some(solved(session, text)?),
            _ => None,
        };
        exercise::make(&outline, solution.as_mut()).map_err(|d| words(&d))
    });
    made.into()
}

fn within(budget: Budget) -> Budget {
    Budget { time: Some(TIME), positions: POSITIONS, ..budget }
}

fn solved(mut session: Session, text: &str) -> Result<Session, String> {
    let loaded = session.open("solution.game", text);
    match loaded.diagnostics.iter().find(|d| d.is_error()) {
        Some(d) => Err(format!("The solution has a mistake: {}", d.title)),
        None => Ok(session),
    }
}

fn words(d: &fairgame::Diagnostic) -> String {
    let hints: String = d.hints.iter().map(|hint| format!(" {hint}")).collect();
    format!("{}.{hints}", d.title)
}

/// Whether a check holds for the text on the desk.
pub(crate) fn tried(session: &mut Session, exercise: Option<&Exercise>, number: usize) -> Told<Checked> {
    let Some((exercise, check)) = exercise.and_then(|e| Some((e, e.checks.get(number)?))) else {
        return Told::Not("there is no such check".into());
    };
    let usual = std::mem::take(&mut session.budget);
    session.budget = within(usual.clone());
    let tried = exercise::tried(session, exercise, check);
    session.budget = usual;
    Told::Is(match tried {
        Tried::Holds => Checked::Holds,
        Tried::Fails => Checked::Fails,
        Tried::Unanswered(why) => Checked::Unanswered(why),
    })
}
