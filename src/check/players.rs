//! Moves that are named after players: `move alice(...)`, `move bob(...)`. The name of a move does not say whose it is.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Clause, GameDef, MoveDef, Owner};

/// Names of two players.
const PLAYERS: &[(&str, &str)] = &[
    ("alice", "bob"),
    ("anna", "ben"),
    ("player1", "player2"),
    ("firstplayer", "secondplayer"),
    ("leftplayer", "rightplayer"),
    ("playera", "playerb"),
    ("me", "you"),
    ("i", "you"),
    ("human", "computer"),
    ("player", "computer"),
    ("player", "opponent"),
    ("me", "opponent"),
];

/// The name of a move without its capitals and `_`.
fn plain(label: &str) -> String {
    label.to_lowercase().replace('_', "")
}

/// A warning if the moves of a game have the names of two players, and both may make all of them.
pub(super) fn named_after_players(def: &GameDef) -> Option<Diagnostic> {
    let moves: Vec<&MoveDef> =
        def.clauses.iter().filter_map(|c| if let Clause::Move(m) = c { Some(m) } else { None }).collect();
    let shared = moves.iter().all(|m| m.owner == Owner::Both);
    let with = |name: &str| moves.iter().find(|m| plain(&m.label.text) == name);
    let (first, second) = PLAYERS.iter().find_map(|(a, b)| with(a).zip(with(b))).filter(|_| shared)?;
    let d =
        Diagnostic::warning("move-named-after-player", "The name of a move does not say whose move it is")
            .at(first.label.span, "both players may make this move")
            .also(second.label.span, "and this one")
            .hint("Did you mean `left move` and `right move`?");
    let owned = |d: Diagnostic, label: &str, owner: &str| {
        let same = moves.iter().filter(|m| m.label.text == label);
        same.fold(d, |d, m| d.replace(Span { end: m.span.start, ..m.span }, format!("{owner} ")))
    };
    let d = owned(d, &first.label.text, "left");
    Some(owned(d, &second.label.text, "right"))
}
