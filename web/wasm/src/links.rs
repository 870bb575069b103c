//! Links, read and made by the same code as on the command line.

use crate::exercises::{self, Task};
use crate::shapes::Told;
use fairgame::link::{Exercise, Link, Text, picture};
use serde::{Deserialize, Serialize};

/// A link that was read.
#[derive(Serialize, Clone)]
pub(crate) struct Opened {
    /// Kept on the desk.
    #[serde(skip)]
    pub(crate) link: Link,
    text: String,
    /// Names of the files that came with it.
    others: Vec<String>,
    play: Option<Play>,
    exercise: Option<Task>,
    /// The exercise as it may be kept, to go on another day.
    kept: Option<String>,
}

/// A play: where it began, and what was moved.
#[derive(Serialize, Deserialize, Clone)]
struct Play {
    position: String,
    moves: Vec<String>,
}

/// A QR code.
#[derive(Serialize)]
pub(crate) struct Code {
    svg: String,
}

pub(crate) fn read(pasted: &str) -> Told<Opened> {
    match Link::read(pasted) {
        Ok(link) => Told::Is(opened(link)),
        Err(no) => Told::Not(format!("{}.{}", no.why, no.hint.map_or(String::new(), |h| format!(" {h}")))),
    }
}

fn opened(link: Link) -> Opened {
    let play = link.position.clone().map(|position| Play { position, moves: link.moves.clone() });
    Opened {
        text: link.text.clone(),
        others: link.others.iter().map(|t| t.name.clone()).collect(),
        play,
        exercise: link.exercise.as_ref().map(exercises::seen),
        kept: link.exercise.as_ref().map(crate::shapes::json),
        link,
    }
}

/// What comes after the `#` of a link.
pub(crate) fn make(text: &str, others: &[Text], play: &str, exercise: Option<&Exercise>) -> Told<String> {
    let play: Option<Play> = serde_json::from_str(play).ok();
    let (position, moves) = play.map_or((None, vec![]), |p| (Some(p.position), p.moves));
    let (text, others) = (text.to_string(), others.to_vec());
    let link = Link { text, others, position, moves, exercise: exercise.cloned() };
    link.fragment().map_err(|no| format!("{}.{}", no.why, no.hint.map_or("", |h| h))).into()
}

pub(crate) fn qr(address: &str) -> Told<Code> {
    picture(address).map(|p| Code { svg: p.svg }).map_err(|no| no.why).into()
}
