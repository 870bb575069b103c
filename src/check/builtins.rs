//! The native functions of the language: their names, signatures and one-line help.

/// A native function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)] // each is described in `TABLE`
pub enum Builtin {
    Abs,
    Min,
    Max,
    Total,
    NimTimes,
    NimInverse,
    NimPower,
    NimRoot,
    NimSum,
    Size,
    Least,
    Largest,
    Indices,
    Put,
    Sort,
    Reverse,
    Board,
    Touching,
    Islands,
    Ray,
    Turned,
    Mirrored,
    Shifted,
    Repeat,
    Join,
    Letters,
    Connected,
    Drawing,
    Curves,
    Lands,
    Lives,
    Iterate,
    Mex,
    Value,
    Outcome,
    Moves,
    Options,
    Winning,
    Remoteness,
    MisereValue,
    Genus,
    Tame,
    BooleanValue,
    BooleanMex,
    Shortest,
    Longest,
    Plays,
    OddPlays,
    EvenPlays,
    GrundyFunctions,
    Impartial,
}

/// Name, function, how it is called, what it gives.
pub const TABLE: &[(&str, Builtin, &str, &str)] = &[
    ("abs", Builtin::Abs, "abs(a)", "the absolute value of a"),
    ("min", Builtin::Min, "min(a, b, ...)", "the least; also min(S) of a collection"),
    ("max", Builtin::Max, "max(a, b, ...)", "the largest; also max(S) of a collection"),
    ("sum", Builtin::Total, "sum(S)", "the sum of the numbers, or of the positions, in a collection"),
    ("nimtimes", Builtin::NimTimes, "nimtimes(a, b)", "the nim-product"),
    ("niminverse", Builtin::NimInverse, "niminverse(a)", "the b with nimtimes(a, b) == 1"),
    ("nimpower", Builtin::NimPower, "nimpower(a, e)", "the nim-product of e factors a"),
    ("nimsqrt", Builtin::NimRoot, "nimsqrt(a)", "the b with nimtimes(b, b) == a"),
    ("nimsum", Builtin::NimSum, "nimsum(row)", "the nim-sum of all numbers in a list, bag or set"),
    ("size", Builtin::Size, "size(S)", "how many elements, with copies; the length of a list or text"),
    ("least", Builtin::Least, "least(S)", "the least element"),
    ("largest", Builtin::Largest, "largest(S)", "the largest element"),
    ("indices", Builtin::Indices, "indices(row)", "the places of a list, 1..size; the keys of a map"),
    ("put", Builtin::Put, "put(row, i, x)", "the same list or map with place i holding x"),
    ("sort", Builtin::Sort, "sort(row)", "a list in increasing order; also of a set or bag"),
    ("reverse", Builtin::Reverse, "reverse(row)", "the list read from its end"),
    (
        "board",
        Builtin::Board,
        "board(\"..x|.x.\")",
        "the cells marked . ; rows end with | or a line break; board(r, c): r rows of c cells",
    ),
    ("touching", Builtin::Touching, "touching(p)", "the four cells next to a cell"),
    ("islands", Builtin::Islands, "islands(S)", "the connected parts of a set of cells"),
    (
        "ray",
        Builtin::Ray,
        "ray(p, (dr, dc), S)",
        "the cells of S met from p in that direction, until one is missing",
    ),
    ("turned", Builtin::Turned, "turned(S)", "cells turned by a quarter"),
    ("mirrored", Builtin::Mirrored, "mirrored(S)", "cells mirrored left to right"),
    ("shifted", Builtin::Shifted, "shifted(S)", "cells shifted to row 1 and column 1"),
    ("repeat", Builtin::Repeat, "repeat(text, n)", "the text n times; also a list"),
    (
        "join",
        Builtin::Join,
        "join(row, between)",
        "what is in a list, set or bag as one text, with `between` (if given) between",
    ),
    ("letters", Builtin::Letters, "letters(text)", "the letters of a text, as a list of texts"),
    (
        "connected",
        Builtin::Connected,
        "connected(edges, v)",
        "the edges that can be reached from the vertex v; an edge is a pair (or longer tuple), or a set of vertices",
    ),
    (
        "drawing",
        Builtin::Drawing,
        "drawing(\"2 a 2 a, 3\")",
        "spots and curves, as text: see the page on Sprouts",
    ),
    (
        "curves",
        Builtin::Curves,
        "curves(d, lives)",
        "the drawings with one more curve and, on this curve, a new spot with that many lives",
    ),
    ("lands", Builtin::Lands, "lands(d)", "the parts of a drawing that share no spot, as a list of drawings"),
    ("lives", Builtin::Lives, "lives(d)", "how many more curve ends all spots of a drawing can take"),
    ("iterate", Builtin::Iterate, "iterate(f, x, n)", "f(f(...f(x))), n times"),
    ("mex", Builtin::Mex, "mex(S)", "the least natural number that is not in S"),
    ("value", Builtin::Value, "value(P)", "the nim-value (Sprague-Grundy)"),
    ("outcome", Builtin::Outcome, "outcome(P)", "P if the previous player wins, N if the next does"),
    ("moves", Builtin::Moves, "moves(P)", "the moves, as a list of texts"),
    ("options", Builtin::Options, "options(P)", "the positions one move away"),
    ("winning", Builtin::Winning, "winning(P)", "the winning moves, as a list of texts"),
    (
        "remoteness",
        Builtin::Remoteness,
        "remoteness(P)",
        "the number of moves to the end when the winner hurries and the loser delays",
    ),
    ("boolean_value", Builtin::BooleanValue, "boolean_value(P)", "0 for a P-position, 1 for an N-position"),
    ("bmex", Builtin::BooleanMex, "bmex(S)", "0 if 0 is not in S, and 1 if it is"),
    ("shortest", Builtin::Shortest, "shortest(P)", "the number of moves of the shortest play"),
    ("longest", Builtin::Longest, "longest(P)", "the number of moves of the longest play"),
    ("plays", Builtin::Plays, "plays(P)", "how many plays there are, from here to the end"),
    ("odd_plays", Builtin::OddPlays, "odd_plays(P)", "how many of them have an odd number of positions"),
    ("even_plays", Builtin::EvenPlays, "even_plays(P)", "how many of them have an even number of positions"),
    (
        "grundy_functions",
        Builtin::GrundyFunctions,
        "grundy_functions(P)",
        "all functions g with g = mex of the followers, on the positions reachable from P",
    ),
    ("impartial", Builtin::Impartial, "impartial P", "the same position with both players making all moves"),
    (
        "misere_value",
        Builtin::MisereValue,
        "misere_value(P)",
        "the misère nim-value: 1 where there is no move, else the mex over the options; it does not add",
    ),
    (
        "genus",
        Builtin::Genus,
        "genus(P)",
        "the genus, as text: nim-value ^ misère nim-values with 0, 1, 2, ... *2 beside",
    ),
    (
        "tame",
        Builtin::Tame,
        "tame(P)",
        "whether P, and every position it leads to, plays like Nim under misère",
    ),
];

/// A type that is the same wherever a native function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plain {
    Int,
    Bool,
    Text,
    Cell,
    Drawing,
    Position,
    Outcome,
    Pair(&'static Plain, &'static Plain),
    Set(&'static Plain),
    List(&'static Plain),
    Map(&'static Plain, &'static Plain),
}

use Plain::{Cell, Drawing, Int, List, Pair, Position, Set, Text};

const CELLS: Plain = Set(&Cell);

/// What the native functions take and give whose types are always the same. Those of the others depend on what they are given:
/// see `check::calls`.
pub(crate) const TYPES: &[(Builtin, &[Plain], Plain)] = &[
    (Builtin::Abs, &[Int], Int),
    (Builtin::NimTimes, &[Int, Int], Int),
    (Builtin::NimInverse, &[Int], Int),
    (Builtin::NimPower, &[Int, Int], Int),
    (Builtin::NimRoot, &[Int], Int),
    (Builtin::Board, &[Text], CELLS),
    (Builtin::Touching, &[Cell], CELLS),
    (Builtin::Islands, &[CELLS], Set(&CELLS)),
    (Builtin::Ray, &[Cell, Pair(&Int, &Int), CELLS], CELLS),
    (Builtin::Turned, &[CELLS], CELLS),
    (Builtin::Mirrored, &[CELLS], CELLS),
    (Builtin::Shifted, &[CELLS], CELLS),
    (Builtin::Repeat, &[Text, Int], Text),
    (Builtin::Letters, &[Text], List(&Text)),
    (Builtin::Drawing, &[Text], Drawing),
    (Builtin::Curves, &[Drawing, Int], Set(&Drawing)),
    (Builtin::Lands, &[Drawing], List(&Drawing)),
    (Builtin::Lives, &[Drawing], Int),
    (Builtin::Value, &[Position], Int),
    (Builtin::Outcome, &[Position], Plain::Outcome),
    (Builtin::Moves, &[Position], List(&Text)),
    (Builtin::Options, &[Position], List(&Position)),
    (Builtin::Winning, &[Position], List(&Text)),
    (Builtin::Remoteness, &[Position], Int),
    (Builtin::MisereValue, &[Position], Int),
    (Builtin::Genus, &[Position], Text),
    (Builtin::Tame, &[Position], Plain::Bool),
    (Builtin::BooleanValue, &[Position], Int),
    (Builtin::Shortest, &[Position], Int),
    (Builtin::Longest, &[Position], Int),
    (Builtin::Plays, &[Position], Int),
    (Builtin::OddPlays, &[Position], Int),
    (Builtin::EvenPlays, &[Position], Int),
    (Builtin::GrundyFunctions, &[Position], List(&Plain::Map(&Position, &Int))),
    (Builtin::Impartial, &[Position], Position),
];

impl Builtin {
    /// What it takes and gives, if that is always the same.
    pub(crate) fn types(self) -> Option<(&'static [Plain], Plain)> {
        TYPES.iter().find(|row| row.0 == self).map(|row| (row.1, row.2))
    }

    /// The function of that name.
    pub fn named(name: &str) -> Option<Builtin> {
        TABLE.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TABLE.iter().find(|row| row.1 == self).map_or("?", |row| row.0)
    }

    /// How it is called.
    pub fn usage(self) -> &'static str {
        TABLE.iter().find(|row| row.1 == self).map_or("?", |row| row.2)
    }

    /// Whether it asks a solver about a position.
    pub fn is_question(self) -> bool {
        use Builtin::*;
        matches!(
            self,
            Value
                | Outcome
                | Moves
                | Options
                | Winning
                | Remoteness
                | MisereValue
                | Genus
                | Tame
                | BooleanValue
                | Shortest
                | Longest
                | Plays
                | OddPlays
                | EvenPlays
                | GrundyFunctions
        )
    }
}
