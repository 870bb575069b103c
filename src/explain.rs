//! The meaning of each kind of mistake: the sections of `docs/errors.md`, embedded.

const PAGE: &str = include_str!("../docs/errors.md");

/// A section of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The code that messages show in brackets.
    pub code: &'static str,
    /// Its meaning, in Markdown.
    pub text: &'static str,
}

/// A piece of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Running text.
    Prose(&'static str),
    /// A program that gives the message.
    Wrong(&'static str),
    /// A correct program.
    Right(&'static str),
}

/// All explanations, by code.
pub fn all() -> impl Iterator<Item = Explanation> {
    let sections = PAGE.split("\n## ").skip(1);
    sections.map(|s| {
        let (code, text) = s.split_once('\n').unwrap_or((s, ""));
        Explanation { code: code.trim(), text: text.trim() }
    })
}

/// The explanation of a code.
pub fn explanation(code: &str) -> Option<Explanation> {
    all().find(|e| e.code == code)
}

impl Explanation {
    /// The first sentence.
    pub fn first_sentence(&self) -> String {
        let prose = self.text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        // A colon inside a piece of a program ends nothing.
        let in_prose = |at: &usize| prose[..*at].matches('`').count().is_multiple_of(2);
        let colon = || prose.match_indices(": ").map(|(at, _)| at).find(in_prose);
        let end = prose.find(". ").or_else(colon).unwrap_or(prose.trim_end_matches('.').len());
        prose[..end].to_string()
    }

    /// Text and programs in order.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = vec![];
        for (i, part) in self.text.split("```").enumerate() {
            let part = part.trim_matches('\n');
            if i % 2 == 0 {
                pieces.extend((!part.trim().is_empty()).then_some(Piece::Prose(part)));
            } else if let Some((info, program)) = part.split_once('\n') {
                pieces.push(if info.starts_with("game-error") {
                    Piece::Wrong(program)
                } else {
                    Piece::Right(program)
                });
            }
        }
        pieces
    }
}
