//! `:help TOPIC`: the questions that the literature asks, each in a few lines with an example to type.

/// Names of a topic, and what is said about it.
const TOPICS: &[(&[&str], &str)] = &[
    (
        &["values", "value", "grundy", "nimber", "nim-value", "mex"],
        "The nim-value of a position is the least number that is not the value of one of its options: it plays like a \
         nim-heap of that size. The value of a sum is the nim-sum of the values: add them in binary, without carrying. \
         Where it is 0, the player to move loses.\n\n  value(Nim(3) + Nim(5))\n  :why Nim(3) + Nim(5)\n",
    ),
    (
        &["outcomes", "outcome", "P", "N"],
        "P: the previous player wins, so every move loses. N: the next player, who is to move, wins. Games with cycles \
         also have draws, and in partizan games Left or Right may win whoever begins.\n\n  \
         outcome(Nim(3))\n  expect Nim[1, 2, 3] is P\n  table outcome(Nim(n)) for n in 0..5\n",
    ),
    (
        &["termination", "ends", "verdict", "proved", "endless"],
        "For each game, fairgame says whether it terminates, that is, whether every play ends. `proved`: a number gets \
         smaller with every move. `checked`: fairgame found neither a proof nor an endless play. `wrong`: the message \
         shows an endless play; if you mean that, write `loopy game`.\n\nMore in docs/termination.md.\n",
    ),
    (
        &["pictures", "picture", "svg", "png", "dot", "dark"],
        ":graph and :plot with a file after them draw pictures, and so does the command line, also for dark pages. The \
         command line also writes tables as Markdown, LaTeX, HTML and CSV.\n\n  :graph Nim(3) x.svg\n  :plot Nim(n) for n in 0..40 \
         x.png\n  fairgame graph kayles 'Kayles(4)' --png k.png --dark\n\nIn a game, `picture` draws a position as text.\n",
    ),
    (
        &["keys", "history", "editing", "completion"],
        "Tab completes names, moves, commands and files. The arrow keys bring back earlier entries, also from earlier \
         sessions; Ctrl-R searches them, and the right arrow takes the hint shown in grey. Ctrl-C ends a calculation, or clears the \
         line; Ctrl-D leaves. A game of several lines ends with an empty line. A line that ends in an operator or an \
         open bracket continues on the next line; Alt-Enter begins a new line anywhere. What you type during a \
         calculation waits for the next prompt.\n",
    ),
    (
        &["misere", "misère", "genus", "tame"],
        "Misère play: a player who cannot move wins. Add `under misere` to a statement, or start with --misere.\n\n  \
         show Nim[1, 1, 4] under misere\n  expect Kayles(9) is P under misere\n  genus(Kayles(5))\n  tame(Nim[2, 3])\n\n\
         Misère values do not add up; ask about the whole sum. More in docs/misere.md.\n",
    ),
    (
        &["quotient"],
        "The misère quotient of all sums of some piles (Plambeck and Siegel, 2008).\n\n  \
         quotient(Kayles)\n  quotient Kayles(n) for n in 0..30\n\nMore in docs/misere.md.\n",
    ),
    (
        &["loopy", "draw", "remoteness", "open"],
        "A `loopy game` may return to a position. fairgame computes P, N and draw backwards from the ends of play, \
         and\n\
         remoteness says how long play lasts if the winner hurries and the loser delays.\n\n  \
         loopy game Clock(hour: 0..7)\n    move tick(step in {2, 3}) where hour != 0 to Clock((hour + step) mod 8)\n\n  \
         show Clock(2)\n  remoteness(Clock(5))\n  table draw of Clock(n) for n in 0..7\n\n\
         Where positions grow without end, --bound says how far to look. More in docs/loopy.md.\n",
    ),
    (
        &["functions"],
        "All functions g with g = mex of the followers, on a small graph.\n\n  \
         grundy functions of C4\n  grundy_functions(C4(1))\n\nMore in docs/loopy.md.\n",
    ),
    (
        &["partizan", "left", "right", "impartial", "owner"],
        "Only Left can make a `left move`, and only Right a `right move`. Positions have the outcomes Left, Right, N, P and draw.\n\n  \
         game Pair(n: nat)\n    left move red(k in 1..n) to Pair(n - k)\n    right move blue(k in 1..n) to Pair(n - k)\n\n  \
         expect Pair(3) + Pair(5) + Pair(6) is P\n  winning(Pair(3), Right)\n  value(impartial Pair(3))\n\n\
         More in docs/partizan.md.\n",
    ),
    (
        &["wins"],
        "`wins when condition`: the player to move has won, and play is over.\n\n  \
         game Chomp(rows: list of nat)\n    wins when rows[1] == 0\n    ...\n\nMore in docs/partizan.md.\n",
    ),
    (
        &["plays", "shortest", "longest", "odd_plays", "even_plays", "boolean_value"],
        "The lengths of plays, the number of plays, and who wins, as 0 or 1.\n\n  \
         shortest(Nim(17))\n  longest(Nim(17))\n  plays(Nim[2, 1])\n  odd_plays(Nim(4))\n  boolean_value(Nim(3))\n",
    ),
    (
        &["nimbers", "nimtimes", "nimpower", "niminverse", "nimsqrt", "xor"],
        "Nim arithmetic, for numbers of any size.\n\n  \
         5 xor 3\n  nimtimes(4, 3)\n  nimpower(2, 5)\n  niminverse(7)\n  nimsqrt(6)\n\nMore in docs/nimbers.md.\n",
    ),
    (
        &["compare"],
        "Whether two games are the same: the same moves, the same values, or where they first differ.\n\n  \
         compare Mine(n), Kayles(n) for n in 0..40\n",
    ),
    (
        &["sparse"],
        "The rare and the common values of a sequence (Winning Ways, chapter 4).\n\n  sparse Kayles(n) for n in 0..1000\n",
    ),
    (
        &["proof", "certificate", "verify"],
        "`--certificate` writes the proof of a period for an independent checker:\n\n  \
         fairgame run mine.game --certificate mine.cert\n  fairgame verify mine.cert\n\n\
         The same for a proof that every play ends:\n\n  \
         fairgame check mine.game --certificate mine.cert\n\n\
         More in docs/periods.md and docs/termination.md.\n",
    ),
];

/// All names of topics.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().flat_map(|(names, _)| names.iter().copied())
}

/// What is said about a topic.
pub(super) fn topic(about: &str) -> Option<&'static str> {
    TOPICS.iter().find(|(names, _)| names.contains(&about)).map(|(_, text)| *text)
}
