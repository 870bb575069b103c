//! Positions whose parts have no fixed size are words as long as they are small: lists of tuples and of lists, texts, bags and
//! maps of anything. What outgrows that has the same values.

use crate::solved::{agree, used_for};

/// A game, and a position of it.
const IN_WORDS: [(&str, &str); 7] = [
    (
        "game G(l: list of (nat, nat))
  move first(i in indices(l) where l[i][1] > 0) to G(put(l, i, (l[i][1] - 1, l[i][2])))
  move second(i in indices(l), k in 1..2 where l[i][2] >= k) to G(put(l, i, (l[i][1], l[i][2] - k)))\n",
        "G([(1, 2), (2, 1)])",
    ),
    (
        "game G(b: list of list of bool)
  move clear(i in indices(b), j in indices(b[i]) where b[i][j])
    to G([[if x == i and y <= j then false else b[x][y] for y in indices(b[x])] for x in indices(b)])\n",
        "G([[true, true, true], [true, true]])",
    ),
    (
        "game G(m: map of cell to (red | green | none))
  move paint(c in m where m[c] == none, x in {red, green} where none(d in m and m[d] == x for d in touching(c)))
    to G(put(m, c, x))\n",
        "G(map((1, 1) to none, (1, 2) to none, (1, 3) to none, (1, 4) to none, (2, 1) to none, (2, 2) to none, (2, 3) to none, (2, 4) to none))",
    ),
    (
        "game G(w: list of text)
  move cut(i in indices(w) where size(w[i]) > 0) to G(put(w, i, w[i][2..]))
  move end(i in indices(w) where size(w[i]) > 2) to G(put(w, i, \"\"))\n",
        "G([\"abc\", \"ab\"])",
    ),
    (
        "game G(b: bag of (nat, nat))
  move first((x, y) in b, k in 1..x) to G(b without (x, y) with (x - k, y))
  move second((x, y) in b where y > 0) to G(b without (x, y) with (x, y - 1))\n",
        "G(bag((1, 2), (2, 1), (1, 2)))",
    ),
    (
        "game G(m: map of 1..4 to list of nat)
  move drop(k in m where size(m[k]) > 0) to G(put(m, k, m[k][2..]))
  move less(k in m, i in indices(m[k]) where m[k][i] > 0) to G(put(m, k, put(m[k], i, m[k][i] - 1)))\n",
        "G(map(1 to [1, 2], 3 to [2]))",
    ),
    (
        "game G(s: text, n: nat)
  move cut(i in 1..size(s) where s[i] == \"a\") to G(s[1..i-1] + s[i+1..], n)
  move less where n > 0 to G(s, n - 1)\n",
        "G(\"abaab\", 2)",
    ),
];

#[test]
fn collections_of_anything_are_words() {
    for (game, position) in IN_WORDS {
        agree(game, position, true);
        let used = used_for(game, position);
        let most =
            |what: &str| used.iter().filter(|(name, _)| name.starts_with(what)).map(|(_, n)| n).sum::<u64>();
        let (words, others) = (most("graph 64"), most("graph in bytes") + most("general"));
        assert!(words > 0 && others == 0, "{game}{used:?}");
    }
}

/// Lists that get longer, rows that get more, new keys, numbers that grow, letters that were not there.
#[test]
fn what_outgrows_its_word_has_the_same_values() {
    let growing = [
        ("game G(l: list of (nat, nat))
  move split(i in indices(l) where l[i][1] > 1) to G(put(l, i, (l[i][1] - 2, 0)) + [(1, l[i][2])])
  move less(i in indices(l) where l[i][1] > 0) to G(put(l, i, (l[i][1] - 1, l[i][2] + 9)))\n",
        "G([(3, 0), (2, 1)])"),
        ("game G(m: map of nat to list of nat, n: nat)
  move more where n > 0 to G(put(m, n + 7, [n, n]), n - 1)
  move drop(k in m where size(m[k]) > 0) to G(put(m, k, m[k][2..]), n)\n",
        "G(map(1 to [1, 2]), 2)"),
        ("game G(w: list of text)
  move mark(i in indices(w) where size(w[i]) > 0 and w[i][1] == \"a\") to G(put(w, i, \"é\" + w[i][2..] + \"x\"))
  move cut(i in indices(w) where size(w[i]) > 0 and w[i][1] != \"a\") to G(put(w, i, w[i][2..]))\n",
        "G([\"aba\", \"ab\"])"),
    ];
    for (game, position) in growing {
        agree(game, position, true);
    }
}
