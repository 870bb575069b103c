//! `:help WORD`: the words of the language and its native functions, each in a line or two with an example.

use crate::api::words::TABLE;

/// Words, what they are for, and an example.
const WORDS: &[(&[&str], &str, &str)] = &[
    (
        &["use"],
        "takes the definitions of a module, of a game of the catalogue, or of a file.",
        "use \"heaps\"",
    ),
    (&["let"], "names a value or a function.", "let triangular(n: nat) = n * (n + 1) / 2"),
    (
        &["game", "move", "rules"],
        "`game` defines a family of positions; each `move` in it defines a kind of move, with its choices and the position it leads to.",
        "game Nim(n: nat)\n    move take(k in 1..n) to Nim(n - k)",
    ),
    (
        &["graph", "from"],
        "A `graph` is a game given by its arrows: `from v to w, ...`. Its vertices are names or numbers.",
        "graph Diamond\n    from a to b, c\n    from b to c",
    ),
    (
        &["show"],
        "prints a position with its value, outcome and winning moves, or any other value. An expression alone does the same.",
        "show Nim(3) + Nim(5)",
    ),
    (
        &["expect", "is"],
        "`expect` says what should be true; after `is` comes an outcome or a position of the same value.",
        "expect Nim(1) + Nim(2) + Nim(3) is P",
    ),
    (
        &["ends"],
        "`ends when`: where the condition holds, there is no move, whatever the rules say.",
        "ends when n < 3",
    ),
    (
        &["splits", "same", "claims"],
        "Claims of the author that make solving faster: a position splits into independent parts, or is worth the same \
         as another one. fairgame proves or checks them.",
        "splits into Cram(part) for part in islands(free)\n  same as Cram(turned(free))",
    ),
    (
        &["starts"],
        "`starts` gives the position that play begins with; the name of the game alone then means it.",
        "starts Nim[3, 5, 7]",
    ),
    (&["picture"], "draws a position as text: for `show` and for play.", "picture repeat(\"o \", n)"),
    (
        &["decreases"],
        "A number that gets smaller with every move: fairgame verifies it, which proves that play ends.",
        "decreases n",
    ),
    (
        &["where"],
        "keeps those choices for which a condition holds.",
        "move take(k in 1..n where k mod 2 == 1) to Nim(n - k)",
    ),
    (
        &["for", "comprehension", "fold"],
        "runs through choices: in sets, lists, sums, tables and expectations.",
        "{ k^2 for k in 1..5 }\n  sum(Nim(n) for n in 1..4)",
    ),
    (&["in"], "`x in S` asks whether x is in S; after `for` and in a move x runs through S.", "3 in 1..5"),
    (
        &["to", "target"],
        "comes before what a move leads to: a position, or a sum of them.",
        "to Kayles(left) + Kayles(right)",
    ),
    (&["if", "then", "else"], "chooses one of two values.", "if n < 3 then 0 else n - 3"),
    (&["and", "or", "not"], "join conditions.", "n > 0 and not (n == 3 or n == 5)"),
    (&["mod"], "the remainder of a division.", "17 mod 5"),
    (
        &["union", "common", "minus", "flip", "with", "without"],
        "work on sets.",
        "{1, 2} union {3}\n  {1, 2} flip {2, 3}\n  {1, 2} with 5 without 1",
    ),
    (&["true", "false", "bool"], "the two truth values, of type `bool`.", "1 < 2 == true"),
    (&["nothing"], "the position without any piles: the player to move has lost.", "nothing + *3"),
    (&["under"], "asks about misère play, or about normal play.", "show Nim[1, 1, 4] under misere"),
    (
        &["set", "bag", "list", "map", "of", "collections"],
        "collections: a set has each element once, a bag counts copies, a list has an order, a map has a value for each key.",
        "{1, 2}\n  bag(1, 1, 2)\n  [5, 6, 7][1]\n  map(\"tea\" to 2)[\"tea\"]",
    ),
    (
        &["nat", "int", "text", "cell", "position", "types", "type"],
        "types of parameters: numbers (`nat`, `int`, `0..7`), `bool`, `text`, `cell`, `position`, `set of T`, `list of T`, ...",
        "game Maze(token: cell, floor: set of cell)",
    ),
    (
        &["boards", "board"],
        "A board is a set of cells; `board(\"..x|.x.\")` is the set of cells marked by dots. Its functions are `touching`, `islands`, `ray`, \
         `turned`, `mirrored` and `shifted`.",
        "islands(board(\"..x|.x.\"))",
    ),
    (
        &["sums", "sum", "+"],
        "`A + B`: both side by side; a move is a move in one of them. `Nim[3, 5]` is `Nim(3) + Nim(5)`.",
        "Nim[3, 5, 7]\n  sum(Nim(n) for n in {1, 2, 3})",
    ),
    (
        &["heap", "heaps", "star", "*"],
        "`*3` is a nim-heap of 3: a pile from which a player may take any number.",
        "*3 + *5",
    ),
];

/// What is said about a word, if it is one of the language.
pub(super) fn word(about: &str) -> Option<String> {
    let found = WORDS.iter().find(|(words, _, _)| words.contains(&about));
    let native = TABLE.iter().find(|row| row.0 == about);
    let mut text = String::new();
    if let Some((words, meaning, example)) = found {
        let first = words[0];
        let sentence = meaning.starts_with(|c: char| c.is_uppercase() || c == '`');
        text += &if sentence { format!("{meaning}\n") } else { format!("`{first}`: {meaning}\n") };
        text += &format!("\n  {example}\n");
    }
    if let Some((_, _, usage, meaning)) = native {
        text += &format!("{usage}: {meaning}.\n");
    }
    (!text.is_empty()).then_some(text)
}

/// All these words.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let words = WORDS.iter().flat_map(|(words, _, _)| words.iter().copied());
    words.chain(TABLE.iter().map(|row| row.0))
}

#[cfg(test)]
mod tests {
    use crate::api::words::KEYWORDS;

    /// Every word of the language, every function and every command has its help.
    #[test]
    fn everything_has_help() {
        let functions = crate::api::words::TABLE.iter().map(|row| row.0);
        let commands = super::super::commands::NAMES.iter().copied();
        let missing: Vec<&str> = KEYWORDS
            .iter()
            .copied()
            .chain(functions)
            .chain(commands)
            .filter(|w| super::super::help::text(w).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
