//! Repairs: small changes of a text with a mistake, tried one after the other. The first that leads to a text without
//! that mistake, and with no other in its place, is offered as the hint; so it cannot lead to the next error.
//!
//! They are tried only where the explanation of a mistake has no hint that can be followed, or one that leads to
//! another mistake; and only in texts that a person can have written, since each trial reads and checks the text.

mod brackets;
mod calls;
mod doubles;
mod judge;
mod moved;
mod names;
mod order;
mod place;
mod several;
mod signs;

use crate::check::Bare;
use crate::diagnostic::{Diagnostic, Replacement};
use crate::source::FileId;
use crate::syntax::ast::Item;
use crate::syntax::parse::Kept;
use judge::Judge;
use place::Place;

/// The longest texts that are repaired, in bytes.
const LONGEST_TEXT: usize = 20_000;
/// A text with more mistakes is explained only.
const MOST_MISTAKES: usize = 8;

/// What only the author can mend: any small change would say something else.
const BY_AUTHOR: &[&str] = &[
    "decimal",
    "bad-number",
    "number-too-long",
    "too-deep",
    "item-too-long",
    "missing-else",
    "bare-expression",
];

/// A text as it is read.
pub struct Text<'a> {
    /// Its name.
    pub file: FileId,
    /// What is written in it.
    pub text: &'a str,
    /// What it can use: the definitions of other texts.
    pub elsewhere: &'a [Item],
    /// What an expression alone is in it.
    pub bare: Bare,
    /// How many parameters a function has that `use` would bring.
    pub arity: fn(&str) -> Option<usize>,
}

/// A change of a text, and what is said about it.
#[derive(Clone)]
struct Repair {
    edits: Vec<Replacement>,
    /// The hint; the changed line if there is none.
    hint: Option<String>,
}

impl Repair {
    fn new(edits: Vec<Replacement>) -> Repair {
        Repair { edits, hint: None }
    }
}

/// The same findings with hints that lead on, where a small change was found that does; what was read before need not
/// be read again.
pub fn repaired(text: &Text, found: Vec<Diagnostic>, kept: &mut Kept) -> Vec<Diagnostic> {
    let mistakes = found.iter().filter(|d| d.is_error()).count();
    if text.text.len() > LONGEST_TEXT || !(1..=MOST_MISTAKES).contains(&mistakes) {
        return found;
    }
    let mut judge = Judge::new(text, kept);
    found.into_iter().map(|d| mended(text, &mut judge, d)).collect()
}

fn mended(text: &Text, judge: &mut Judge, d: Diagnostic) -> Diagnostic {
    if BY_AUTHOR.contains(&d.code) || !judge.knows(&d) {
        return d;
    }
    let Some(place) = Place::of(text, &d) else { return d };
    // What is wrong with several values at once is how they are side by side; a game without moves may have them
    // below.
    let together = [
        calls::reordered,
        calls::of_the_game,
        brackets::columns,
        brackets::values,
        moved::heading_below,
        names::of_a_word,
        signs::known_function,
    ];
    if let Some(repair) = together.iter().find_map(|way| way(&place, &d, judge)) {
        return told(text, d, repair);
    }
    if judge.leads_on_at_once(&d) {
        return d;
    }
    if let Some(repair) = names::one_type(&place, &d, judge) {
        return told(text, d, repair);
    }
    if judge.leads_on(&d) {
        return d;
    }
    let repair = match place.is_readable() {
        false => signs::found(&place, judge)
            .or_else(|| moved::heading(&place, judge))
            .or_else(|| moved::printing_loop(&place, judge))
            .or_else(|| several::found(text, &d, judge)),
        true => [
            doubles::found,
            order::chosen_later,
            moved::choice,
            moved::set_of_targets,
            moved::nameless_target,
            moved::move_in_quotes,
            names::found,
            moved::one_of_outcomes,
            calls::filled_up,
            brackets::found,
        ]
        .iter()
        .find_map(|way| way(&place, &d, judge)),
    };
    match repair {
        Some(repair) => told(text, d, repair),
        None => d,
    }
}

/// The finding with that change as its hint.
fn told(text: &Text, d: Diagnostic, repair: Repair) -> Diagnostic {
    let mended = Diagnostic { hints: vec![], replacements: repair.edits, ..d };
    let line = || changed_line(text.text, &mended.applied(text.file, text.text).unwrap_or_default());
    let hint = repair.hint.unwrap_or_else(|| format!("Did you mean `{}`?", line()));
    mended.hint(hint)
}

/// How much of a line a hint shows on each side of the change, in characters.
const SHOWN: usize = 30;

/// The line of the new text in which the first change lies, or a part of it if it is long.
fn changed_line(old: &str, new: &str) -> String {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let start = new[..same].rfind('\n').map_or(0, |at| at + 1);
    let line = new[start..].lines().next().unwrap_or("");
    let before = line[..(same - start).min(line.len())].chars().count();
    let chars: Vec<char> = line.chars().collect();
    let (from, to) = (before.saturating_sub(SHOWN), (before + SHOWN).min(chars.len()));
    if chars.len() <= 2 * SHOWN {
        return line.trim().to_owned();
    }
    let shown: String = chars[from..to].iter().collect();
    let dots = |cut: bool| if cut { "..." } else { "" };
    format!("{}{}{}", dots(from > 0), shown.trim(), dots(to < chars.len()))
}
