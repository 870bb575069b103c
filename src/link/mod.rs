//! Links: a program, a position, the moves made and an exercise in the part of an address after `#`, which no server
//! ever sees. docs/links.md describes the format; every later version must read every link ever made.

mod bundle;
mod dense;
mod guess;
mod packed;
mod pasted;
mod qr;
#[cfg(test)]
mod tests;

pub use bundle::{MAIN, texts_used};
pub use packed::{MAX_BYTES, MAX_CHARACTERS};
pub use qr::{Picture, picture};

use serde::{Deserialize, Serialize};

/// The contents of a link. The order of the fields is the format of versions A and B: a change needs a new letter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The program.
    pub text: String,
    /// The files of its author that it uses, each with the name it uses.
    pub others: Vec<Text>,
    /// Where play begins, as it would follow `play`.
    pub position: Option<String>,
    /// The moves made since, as a `play` writes them.
    pub moves: Vec<String>,
    /// The exercise, if any.
    pub exercise: Option<Exercise>,
}

/// A file that a program uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Its name, relative to the program.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// What a student gets: a task, a program to begin with, and checks that do not reveal the expected answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercise {
    /// A short title.
    pub title: String,
    /// The task.
    pub task: String,
    /// The program at the start.
    pub starter: String,
    /// Makes the same answer look different in each exercise.
    pub salt: [u8; 8],
    /// The questions about the program.
    pub checks: Vec<Check>,
}

/// A question with a hidden answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The question, as it would follow `show`.
    pub ask: String,
    /// The seal of the answer expected.
    pub seal: [u8; 6],
}

/// Why a link cannot be read or made, in words that follow its name and a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoLink {
    /// The reason.
    pub why: String,
    /// A question that may help.
    pub hint: Option<&'static str>,
}

impl NoLink {
    fn new(why: impl Into<String>) -> NoLink {
        NoLink { why: why.into(), hint: None }
    }

    /// There is no room for a picture of this many columns.
    pub fn too_narrow(columns: usize) -> NoLink {
        NoLink::new(format!("it takes {columns} columns"))
            .hint("Would a file do, as `--svg code.svg` writes it?")
    }

    fn hint(self, hint: &'static str) -> NoLink {
        NoLink { hint: Some(hint), ..self }
    }
}

impl Link {
    /// A link that contains only a text.
    pub fn of(text: impl Into<String>) -> Link {
        Link { text: text.into(), ..Link::default() }
    }

    /// What follows the `#`: a letter for the version, then all that it holds.
    ///
    /// # Errors
    /// If that is more than links may contain.
    ///
    /// ```
    /// use fairgame::link::Link;
    ///
    /// let link = Link::of("show Nim[3, 5, 7]");
    /// let fragment = link.fragment().unwrap();
    /// assert_eq!(Link::read(&format!("https://example.org/#{fragment}")), Ok(link));
    /// ```
    pub fn fragment(&self) -> Result<String, NoLink> {
        let bytes = postcard::to_allocvec(self).map_err(|e| NoLink::new(e.to_string()))?;
        packed::pack(&bytes)
    }

    /// Reads a link as it was pasted: a whole address, or what follows its `#`.
    ///
    /// # Errors
    /// The reason why it is not a link.
    pub fn read(pasted: &str) -> Result<Link, NoLink> {
        let bytes = packed::unpack(&pasted::fragment(pasted)?)?;
        let unknown = |_| NoLink::new("what it holds is not what links of this version hold");
        match postcard::take_from_bytes(&bytes) {
            Ok((link, [])) => Ok(link),
            Ok(_) => Err(NoLink::new("it goes on after its end")),
            Err(postcard::Error::DeserializeBadUtf8) => Err(NoLink::new("its text is not text (UTF-8)")),
            Err(e) => Err(unknown(e)),
        }
    }

    /// The play so far as a statement, if the link contains a position.
    pub fn play(&self) -> Option<String> {
        let position = self.position.as_ref()?;
        let moves =
            if self.moves.is_empty() { String::new() } else { format!(": {}", self.moves.join(", ")) };
        Some(format!("play {position}{moves}"))
    }
}
