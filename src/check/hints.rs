//! Nearest names and the words people use for things the language does not have.

use super::scope::Checker;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The nearest of some names, if one is near enough to have been meant. A short word has one slip of the keyboard, and
/// where there are several the first letter is right.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let limit = match word.chars().count() {
        0..=1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let lower = word.to_lowercase();
    names
        .into_iter()
        .filter(|n| *n != word)
        .map(|n| (strsim::damerau_levenshtein(&lower, &n.to_lowercase()), n))
        .filter(|(distance, n)| {
            let begins = lower.chars().next() == n.chars().flat_map(char::to_lowercase).next();
            let shorter = n.chars().count().min(word.chars().count());
            *distance <= limit && 2 * distance <= shorter && (*distance == 1 || begins)
        })
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

/// What a name of other languages is called here: behind "Did you mean".
fn known_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "len" | "length" | "card" | "cardinality" | "count_of" => "`size(...)`",
        "div" | "quotient" => "`a / b`, which is rounded down",
        "floor" | "trunc" => "`a / b` alone, which is rounded down",
        "ceil" | "ceiling" => "`(a + b - 1) / b`, which rounds up",
        "mod" | "modulo" | "rem" => "`a mod b`",
        "pow" | "power" => "`a ^ b`",
        "xor" | "nim_sum" | "bitxor" => "`a xor b`",
        "even" | "iseven" | "is_even" => "`n mod 2 == 0`",
        "odd" | "isodd" | "is_odd" => "`n mod 2 == 1`",
        "sqrt" | "isqrt" => "a condition such as `k^2 <= n`",
        "range" => "a range such as `1..n`",
        "append" | "push" | "insert" | "add" => "`with`, as in `S with x`",
        "remove" | "discard" | "delete" | "erase" => "`without`, as in `S without x`",
        "contains" | "member" | "element" | "elem" => "`x in S`",
        "grundy" | "nimber" | "nim_value" | "nimvalue" | "sg" | "sprague_grundy" => "`value(...)`",
        "winner" | "who_wins" | "result" | "is_winning" | "status" => "`outcome(...)`",
        "best_move" | "winning_moves" | "best_moves" | "winning_move" => "`winning(...)`",
        "legal_moves" | "possible_moves" => "`moves(...)`",
        "followers" | "successors" | "children" => "`options(...)`",
        "true" | "yes" => "`true`",
        "false" | "no" => "`false`",
        "null" | "nil" | "none" | "empty" | "zero_game" => "`nothing`",
        _ => return None,
    })
}

impl Checker {
    /// The diagnostic for a name that means nothing here.
    pub(super) fn unknown_name(&self, name: &str, span: Span) -> Diagnostic {
        if TURN_WORDS.contains(&name.to_lowercase().as_str()) {
            return Diagnostic::error("asks-whose-turn", "A rule cannot ask whose turn it is")
                .at(span, format!("there is no `{name}` in a position"))
                .note("In an impartial game both players have the same moves: a position is all there is.")
                .hint("Can you say what may be moved without saying by whom?");
        }
        let d = Diagnostic::error("unknown-name", format!("The name `{name}` is not known here"));
        match self.meant_by(name) {
            Some(hint) => d.at(span, "not known").hint(hint),
            None => d
                .at(span, "not known")
                .hint(format!("Where should `{name}` come from: a parameter, a binder or a `let`?")),
        }
    }

    /// The diagnostic for a call of something that is no function.
    pub(super) fn unknown_function(&self, name: &str, span: Span) -> Diagnostic {
        let d = Diagnostic::error("unknown-name", format!("There is no game or function `{name}`"));
        match self.meant_by(name) {
            Some(hint) => d.at(span, "not known").hint(hint),
            None => d.at(span, "not known"),
        }
    }

    /// A question for a name that is not known: what it is called here, or the nearest name.
    fn meant_by(&self, name: &str) -> Option<String> {
        if let Some(here) = known_elsewhere(name) {
            return Some(format!("Did you mean {here}?"));
        }
        let visible = self.visible_names();
        nearest(name, visible.iter().map(String::as_str)).map(|near| format!("Did you mean `{near}`?"))
    }
}
