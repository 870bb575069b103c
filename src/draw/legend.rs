//! What signs and colours mean, below a picture: as many on a line as fit.

use super::sheet::{text, wide};
use crate::layout::wrap;
use svg::node::element::Group;

/// The size of the letters, and the height of a line.
const LETTERS: f64 = 11.0;
pub(super) const LINE: f64 = 20.0;

/// A sign and what it means; a remark without a sign has a line of its own.
pub(super) struct Entry {
    sign: Option<(Group, f64)>,
    words: String,
}

impl Entry {
    /// The sign stands with its left side at 0, and its middle at 0; so wide.
    pub(super) fn sign(sign: Group, wide: f64, words: impl Into<String>) -> Entry {
        Entry { sign: Some((sign, wide)), words: words.into() }
    }

    pub(super) fn remark(words: impl Into<String>) -> Entry {
        Entry { sign: None, words: words.into() }
    }
}

/// All entries from the corner 0, 0 on, in no more room than this; and how high they are.
pub(super) fn legend(entries: Vec<Entry>, room: f64) -> (Group, f64) {
    let mut all = Group::new();
    let (mut x, mut y) = (0.0, 0.0);
    let say = |words: &str, x: f64, y: f64| text(words, x, y + 4.0, "start").set("font-size", LETTERS);
    for entry in entries {
        let Some((sign, width)) = entry.sign else {
            if x > 0.0 {
                (x, y) = (0.0, y + LINE);
            }
            let letters = (room / wide("x", LETTERS)).floor() as usize;
            for line in wrap(&entry.words, letters.max(24), "").lines() {
                all = all.add(say(line, 0.0, y));
                y += LINE;
            }
            continue;
        };
        let begin = if width > 0.0 { width + 8.0 } else { 0.0 };
        let takes = begin + wide(&entry.words, LETTERS);
        if x > 0.0 && x + takes > room {
            (x, y) = (0.0, y + LINE);
        }
        all = all.add(sign.set("transform", format!("translate({x:.1} {y:.1})")));
        let letters = ((room - begin) / wide("x", LETTERS)).floor() as usize;
        let lines = wrap(&entry.words, letters.max(24), "");
        for (i, line) in lines.lines().enumerate() {
            y += if i > 0 { LINE } else { 0.0 };
            all = all.add(say(line, x + begin, y));
        }
        x += takes + 24.0;
        if lines.lines().count() > 1 {
            (x, y) = (0.0, y + LINE);
        }
    }
    (all, if x > 0.0 { y + LINE } else { y })
}
