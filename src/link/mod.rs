//! Links: a program, a position, the moves made and an exercise in the part of an address behind `#`, which no server
//! ever sees. docs/links.md has the format; whatever was made once must be read for ever.

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

/// What a link holds. The order of the fields is the format of versions A and B: what is new needs a new letter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The program.
    pub text: String,
    /// The files of its author that it uses, each by the name under which it does.
    pub others: Vec<Text>,
    /// Where play begins, as it would stand behind `play`.
    pub position: Option<String>,
    /// The moves made since, as a `play` writes them.
    pub moves: Vec<String>,
    /// What is to be done with it.
    pub exercise: Option<Exercise>,
}

/// A file that a program uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Its name, seen from the program.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// What a student gets: what to do, what to begin with, and checks that do not say what they expect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercise {
    /// A few words.
    pub title: String,
    /// What to do.
    pub task: String,
    /// What the program is at first.
    pub starter: String,
    /// What makes the same answer look different in each exercise.
    pub salt: [u8; 8],
    /// What is asked of the program.
    pub checks: Vec<Check>,
}

/// A question whose answer is not told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The question, as it would stand behind `show`.
    pub ask: String,
    /// The seal of the answer expected.
    pub seal: [u8; 6],
}

/// Why a link can be neither read nor made, in words that go on behind its name and a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoLink {
    /// Why.
    pub why: String,
    /// A question that may help.
    pub hint: Option<&'static str>,
}

impl NoLink {
    fn new(why: impl Into<String>) -> NoLink {
        NoLink { why: why.into(), hint: None }
    }

    /// A picture of so many columns finds no room.
    pub fn too_narrow(columns: usize) -> NoLink {
        NoLink::new(format!("it takes {columns} columns"))
            .hint("Would a file do, as `--svg code.svg` writes it?")
    }

    fn hint(self, hint: &'static str) -> NoLink {
        NoLink { hint: Some(hint), ..self }
    }
}

impl Link {
    /// A link that holds nothing but a text.
    pub fn of(text: impl Into<String>) -> Link {
        Link { text: text.into(), ..Link::default() }
    }

    /// What stands behind the `#`: a letter for the version, then all that it holds.
    ///
    /// # Errors
    /// If that is more than links may hold.
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

    /// Reads a link as it was pasted: a whole address, or what stands behind its `#`.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(pasted: &str) -> Result<Link, NoLink> {
        let bytes = packed::unpack(&pasted::fragment(pasted)?)?;
        let unknown = |_| NoLink::new("what it holds is not what links of this version hold");
        match postcard::take_from_bytes(&bytes) {
            Ok((link, [])) => Ok(link),
            Ok(_) => Err(NoLink::new("what it holds goes on behind its end")),
            Err(postcard::Error::DeserializeBadUtf8) => Err(NoLink::new("its text is not text (UTF-8)")),
            Err(e) => Err(unknown(e)),
        }
    }

    /// The play so far as a statement, if the link holds a position.
    pub fn play(&self) -> Option<String> {
        let position = self.position.as_ref()?;
        let moves =
            if self.moves.is_empty() { String::new() } else { format!(": {}", self.moves.join(", ")) };
        Some(format!("play {position}{moves}"))
    }
}
