//! Nearest names and the words people use for things the language does not have.

use super::scope::Checker;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The nearest of some names, if one is near enough to have been meant.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let limit = match word.chars().count() {
        0..=1 => 0,
        2..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    let lower = word.to_lowercase();
    names
        .into_iter()
        .filter(|n| *n != word)
        .map(|n| (strsim::damerau_levenshtein(&lower, &n.to_lowercase()), n))
        .filter(|(distance, n)| *distance <= limit && *distance < n.chars().count())
        .min()
        .map(|(_, n)| n.to_string())
}

const TURN_WORDS: &[&str] = &[
    "turn",
    "player",
    "players",
    "whose_turn",
    "current_player",
    "opponent",
    "me",
    "my_turn",
    "to_move",
    "who",
    "first_player",
    "second_player",
    "player1",
    "player2",
    "mover",
];

impl Checker {
    /// The diagnostic for a name that means nothing here.
    pub(super) fn unknown_name(&self, name: &str, span: Span) -> Diagnostic {
        if TURN_WORDS.contains(&name.to_lowercase().as_str()) {
            return Diagnostic::error("asks-whose-turn", "A rule cannot ask whose turn it is")
                .at(span, format!("there is no `{name}` in a position"))
                .note("In a fair (impartial) game both players have the same moves: a position is all there is.")
                .hint("Can you say what may be moved without saying by whom?");
        }
        let visible = self.visible_names();
        let d = Diagnostic::error("unknown-name", format!("The name `{name}` is not known here"));
        match nearest(name, visible.iter().map(String::as_str)) {
            Some(near) => d.at(span, "not known").hint(format!("Did you mean `{near}`?")),
            None => d
                .at(span, "not known")
                .hint(format!("Where should `{name}` come from: a parameter, a binder or a `let`?")),
        }
    }

    /// The diagnostic for a call of something that is no function.
    pub(super) fn unknown_function(&self, name: &str, span: Span) -> Diagnostic {
        let d = Diagnostic::error("unknown-name", format!("There is no game or function `{name}`"));
        let visible = self.visible_names();
        match nearest(name, visible.iter().map(String::as_str)) {
            Some(near) => d.at(span, "not known").hint(format!("Did you mean `{near}`?")),
            None => d.at(span, "not known"),
        }
    }
}
