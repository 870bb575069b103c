//! What is in a plot that is no number: outcomes, truth values, infinite values, and anything else. Each has a mark, a
//! letter, a colour and a line of the legend.

use super::sheet::Palette;
use crate::answer::PlotAnswer;
use crate::layout::{Paint, clean, shorten};
use std::collections::HashMap;

/// More different words than this are not distinguished.
const MOST: usize = 12;

/// The form of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Disc,
    Ring,
    Square,
    Frame,
    Diamond,
    Cross,
    Up,
    ToLeft,
    ToRight,
}

impl Form {
    /// As a path around a point.
    pub(super) fn path(self, (x, y): (f64, f64), r: f64) -> String {
        let corners = |all: &[(f64, f64)]| {
            let one = |(dx, dy): &(f64, f64)| format!("{:.1} {:.1}", x + dx * r, y + dy * r);
            format!("M{}z", all.iter().map(one).collect::<Vec<_>>().join("L"))
        };
        match self {
            Form::Disc | Form::Ring => {
                format!(
                    "M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0 -{d:.1} 0z",
                    x - r,
                    d = 2.0 * r
                )
            }
            Form::Square | Form::Frame => corners(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Form::Diamond => corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            Form::Up => corners(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            Form::ToLeft => corners(&[(-1.2, 0.0), (0.8, -1.1), (0.8, 1.1)]),
            Form::ToRight => corners(&[(1.2, 0.0), (-0.8, -1.1), (-0.8, 1.1)]),
            Form::Cross => {
                let arm = |dx: f64, dy: f64| {
                    format!("M{:.1} {:.1}L{:.1} {:.1}", x - dx * r, y - dy * r, x + dx * r, y + dy * r)
                };
                arm(1.0, 1.0) + &arm(1.0, -1.0)
            }
        }
    }

    /// Only its line is drawn.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Form::Ring | Form::Frame | Form::Cross)
    }
}

/// A word, and how it is shown.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) name: String,
    /// One column of a terminal.
    pub(super) letter: char,
    pub(super) form: Form,
    color: Color,
    pub(super) meaning: String,
}

#[derive(Clone, Copy, Debug)]
enum Color {
    Outcome(usize),
    Word(usize),
    Pale,
}

impl Word {
    pub(super) fn color(&self, palette: &Palette) -> &'static str {
        match self.color {
            Color::Outcome(i) => palette.outcomes[i],
            Color::Word(i) => palette.words[i % palette.words.len()],
            Color::Pale => palette.pale,
        }
    }

    pub(super) fn paint(&self) -> Paint {
        match self.color {
            Color::Outcome(0) => Paint::Lost,
            Color::Outcome(1) => Paint::Won,
            Color::Outcome(3 | 5 | 6) => Paint::Left,
            Color::Outcome(4 | 7 | 8) => Paint::Right,
            Color::Word(_) => Paint::Warning,
            _ => Paint::Dim,
        }
    }
}

/// Words that are known: their letter, form and colour, and what they mean.
const KNOWN: &[(&str, char, Form, Color, &str)] = &[
    ("P", 'P', Form::Square, Color::Outcome(0), "the player to move loses"),
    ("N", 'N', Form::Disc, Color::Outcome(1), "the player to move wins"),
    ("draw", 'D', Form::Cross, Color::Outcome(2), "neither player can force a win"),
    ("Left", 'L', Form::ToLeft, Color::Outcome(3), "Left wins, whoever begins"),
    ("Right", 'R', Form::ToRight, Color::Outcome(4), "Right wins, whoever begins"),
    ("Left_if_first", 'l', Form::ToLeft, Color::Outcome(5), "Left wins if Left begins, else a draw"),
    ("Left_if_second", 'm', Form::ToLeft, Color::Outcome(6), "Left wins if Right begins, else a draw"),
    ("Right_if_first", 'r', Form::ToRight, Color::Outcome(7), "Right wins if Right begins, else a draw"),
    ("Right_if_second", 's', Form::ToRight, Color::Outcome(8), "Right wins if Left begins, else a draw"),
    ("false", 'F', Form::Ring, Color::Outcome(2), ""),
    ("true", 'T', Form::Disc, Color::Outcome(3), ""),
    ("open", '?', Form::Frame, Color::Pale, "not decided"),
    ("endless", 'E', Form::Diamond, Color::Word(1), "play can go on for ever"),
];

/// Where each player has moves of their own, P and N mean something else.
const OWNED: &[(&str, &str)] = &[("P", "whoever begins loses"), ("N", "whoever begins wins")];

/// All infinite values, and whatever comes when there are too many words.
const INFINITE: &str = "∞";
const OTHER: &str = "other";

/// The words of a plot, in a fixed order.
pub(super) struct Words {
    pub(super) all: Vec<Word>,
    index: HashMap<String, usize>,
}

impl Words {
    pub(super) fn of(p: &PlotAnswer) -> Words {
        let cells = || p.curves.iter().flat_map(|c| c.labels.iter().zip(&c.values));
        let mut met: Vec<&str> = vec![];
        for (label, _) in cells().filter(|(_, v)| v.is_none()) {
            if met.len() <= 64 && !met.contains(&label.as_str()) {
                met.push(label);
            }
        }
        let together = met.len() > MOST;
        let mut names: Vec<String> = met.iter().map(|m| short(m, together)).collect();
        names.sort_by_key(|n| KNOWN.iter().position(|k| k.0 == n).unwrap_or(KNOWN.len()));
        names.dedup();
        if names.len() > MOST {
            names.truncate(MOST - 1);
            names.push(OTHER.into());
        }
        let owned = names.iter().any(|n| n.starts_with("Left") || n.starts_with("Right"));
        let mut all: Vec<Word> = vec![];
        for name in names {
            let word = word(&name, owned, &all);
            all.push(word);
        }
        let place = |name: &str| all.iter().position(|w| w.name == name);
        let index = met
            .iter()
            .filter_map(|m| Some((m.to_string(), place(&short(m, together)).or_else(|| place(OTHER))?)))
            .collect();
        Words { all, index }
    }

    /// Which word a label is.
    pub(super) fn which(&self, label: &str) -> Option<usize> {
        self.index.get(label).copied().or_else(|| self.all.iter().position(|w| w.name == OTHER))
    }
}

fn short(label: &str, together: bool) -> String {
    if together && label.starts_with(INFINITE) { INFINITE.into() } else { shorten(&clean(label), 24) }
}

fn word(name: &str, owned: bool, before: &[Word]) -> Word {
    if let Some((_, letter, form, color, meaning)) = KNOWN.iter().find(|k| k.0 == name) {
        let meaning = OWNED.iter().find(|o| owned && o.0 == name).map_or(*meaning, |o| o.1);
        return Word {
            name: name.into(),
            letter: *letter,
            form: *form,
            color: *color,
            meaning: meaning.into(),
        };
    }
    let others = before.iter().filter(|w| matches!(w.color, Color::Word(_))).count();
    let forms = [Form::Diamond, Form::Up, Form::Frame, Form::Square, Form::Ring, Form::Disc];
    let infinite = name.starts_with(INFINITE);
    let free = |c: &char| before.iter().all(|w| w.letter != *c);
    let first = if infinite { Some('∞') } else { name.chars().find(|c| c.is_alphanumeric()) };
    let letter = first.into_iter().chain('a'..='z').find(free).unwrap_or('#');
    let meaning = match name {
        OTHER => "more values than can be distinguished",
        INFINITE => "infinite: play can be kept from ending",
        _ if infinite => "infinite, with the values in braces in reach",
        _ => "",
    };
    Word {
        name: name.into(),
        letter,
        form: forms[others % forms.len()],
        color: Color::Word(others),
        meaning: meaning.into(),
    }
}
