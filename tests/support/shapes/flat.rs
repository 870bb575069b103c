//! Games whose positions are of every first-order type, with cells off the board, numbers that outgrow what they began as,
//! lists that get longer, and games that are won before the last move.

use super::moves;
use proptest::prelude::*;
use proptest::sample::select;

/// A kind of positions: how the game begins, what its moves may be, and where play may start.
struct Kind {
    head: &'static str,
    moves: &'static [&'static str],
    ends: &'static [&'static str],
    roots: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind {
        head: "game F(e: set of (nat, nat), n: nat)\n",
        moves: &[
            "  move take((a, b) in e) to F({ (x, y) for (x, y) in e where x != a and y != b }, n)\n",
            "  move first(p in e where p == least(e) or p == largest({ (y, x) for (x, y) in e })) to F(e without p, n)\n",
            "  move drop((a, b) in e where a <= b) to F(e without (a, b), n)\n",
            "  move low(p in e, (a, b) in [p] where a > 0) to F((e without p) with (a - 1, b), n)\n",
            "  move eat((a, b) in e) to F({ (x, y) for (x, y) in e where x < a or y < b }, n)\n",
            "  move count(k in 1..n where k <= size({ a for (a, b) in e })) to F(e, n - k)\n",
            "  move both(p in e, q in e where p != q) to F(e minus {p, q}, n)\n",
            "  move turned where n > 0 and any(a > b for (a, b) in e) to F({ (b, a) for (a, b) in e }, n - 1)\n",
            "  move alike(k in 1..n where (k, n) in e or (n, k) not in e) to F(e common { (a, b) for (a, b) in e where a != k }, n - k)\n",
        ],
        ends: &["", "  ends when (0, 0) in e\n"],
        roots: &[
            "F({(0, 1), (1, 2), (2, 0), (3, 1)}, 2)",
            "F({(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)}, 3)",
            "F({}, 4)",
        ],
    },
    Kind {
        head: "game F(s: set of set of nat)\n",
        moves: &[
            "  move remove(v in 0..4 where any(v in f for f in s)) to F({ f for f in s where v not in f })\n",
            "  move first(f in s where f == least(s) or f == largest(s)) to F(s without f)\n",
            "  move cut(f in s) to F(s without f)\n",
            "  move thin(f in s, v in f) to F((s without f) with (f without v))\n",
            "  move apart(f in s, g in s where f != g and size(f common g) == 0) to F(s minus {f, g})\n",
            "  move last(f in s where all(size(g) <= size(f) for g in s)) to F(s without f without {})\n",
            "  move sizes(k in { size(f) for f in s }) to F({ f for f in s where size(f) > k })\n",
        ],
        ends: &["", "  ends when {} in s\n"],
        roots: &["F({{1, 2}, {2, 3}, {0}})", "F({{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}})"],
    },
    Kind {
        head: "game F(rows: list of list of nat)\n",
        moves: &[
            "  move cut(i in indices(rows), k in indices(rows[i])) to F(put(rows, i, [rows[i][j] for j in 1..k - 1]))\n",
            "  move take(i in indices(rows), j in indices(rows[i]), k in 1..rows[i][j]) to F(put(rows, i, put(rows[i], j, rows[i][j] - k)))\n",
            "  move away(i in indices(rows)) to F([rows[j] for j in indices(rows) where j != i])\n",
            "  move order(i in indices(rows) where size(rows[i]) > 1) to F(put(rows, i, [x for x in sort(rows[i]) where x < max(y for y in rows[i])]))\n",
            "  move join where size(rows) > 1 to F([rows[1] + rows[2]] + [rows[i] for i in 3..size(rows)])\n",
            "  move first(i in indices(rows) where rows[i] == least(rows)) to F([rows[j] for j in indices(rows) where j != i])\n",
            "  move short(r in rows where size(r) < 2) to F([q for q in rows where q != r])\n",
        ],
        ends: &["", "  ends when any(size(r) == 0 for r in rows)\n"],
        roots: &["F([[1, 2], [2]])", "F([[0, 1], [], [2, 1]])"],
    },
    Kind {
        head: "game F(b: bag of (nat, nat), k: nat)\n",
        moves: &[
            "  move eat((r, c) in b, i in 1..r) to F(b without (r, c) with (i - 1, c), k)\n",
            "  move side((r, c) in b, i in 1..c where r > 0) to F(b without (r, c) with (r, i - 1), k)\n",
            "  move outer where b != bag() and k > 0 to F(b without least(b) without largest(b), k - 1)\n",
            "  move away(p in b where k > 0) to F(b without p, k - 1)\n",
            "  move twice(p in b where count(q == p for q in b) > 1) to F(b without p without p, k)\n",
            "  move split((r, c) in b where r > 1) to F(b without (r, c) union bag((r - 2, c), (0, c)), k)\n",
        ],
        ends: &["", "  ends when size(b) > 4\n"],
        roots: &["F(bag((2, 1), (1, 2)), 1)", "F(bag((1, 1), (1, 1), (2, 0)), 2)"],
    },
    Kind {
        head: "game F(m: map of nat to set of nat)\n",
        moves: &[
            "  move take(i in indices(m), v in m[i]) to F(put(m, i, m[i] without v))\n",
            "  move gone(i in indices(m) where size(m[i]) < 2) to F(map(j to m[j] for j in indices(m) where j != i))\n",
            "  move common(i in indices(m), j in indices(m) where i < j and m[i] != m[j] and size(m[i] common m[j]) < size(m[i])) to F(put(m, i, m[i] common m[j]))\n",
            "  move all(v in 0..3 where any(v in m[i] for i in indices(m))) to F(map(i to m[i] without v for i in indices(m)))\n",
        ],
        ends: &["", "  ends when all(size(m[i]) == 0 for i in indices(m))\n"],
        roots: &["F(map(1 to {1, 2}, 2 to {2}))", "F(map(0 to {0, 3}, 2 to {}, 5 to {1}))"],
    },
    Kind {
        head: "let double(s: text) = s + s\ngame F(s: text, n: nat, all: set of text)\n",
        moves: &[
            "  move take(k in 1..2 where k <= n) to F(if s == \"a\" then \"b\" else \"a\", n - k, all)\n",
            "  move first where all != {} and n > 0 and least(all) != s to F(least(all), n - 1, all without largest(all))\n",
            "  move more where n > 1 to F(double(s), n - 2, all)\n",
            "  move keep where n > 0 and s not in all to F(s, n - 1, all with s)\n",
            "  move drop(t in all where size(t) <= n) to F(t, n, all without t)\n",
            "  move less(t in all where t != s) to F(s, n, all minus {t, s})\n",
            "  move grow(t in all where n > 0 and size(all) < 4) to F(t, n - 1, all union {s, t} union { u + \"c\" for u in all })\n",
            "  move alike(t in all where t != s and n > 0) to F(s, n - 1, { u for u in all where u != t })\n",
            "  move number(k in {-7, 0, 9, 10, 305} where n > 1) to F(k + s + n, n - 2, { t + (k - n) for t in all where size(t) < 6 })\n",
            "  move count where n > 0 to F(join(k * k - 1 for k in 0..n + 2), n - 1, all)\n",
        ],
        ends: &["", "  ends when s == \"bb\"\n"],
        roots: &["F(\"a\", 3, {\"b\"})", "F(\"ab\", 4, {\"a\", \"abab\"})"],
    },
    Kind {
        head: "let rid(w: text, i: nat) = w[1..i - 1] + w[i + 1..]\ngame F(w: text, seen: list of text)\n",
        moves: &[
            "  move drop(i in 1..size(w) where i == size(w) or w[i] != w[i + 1]) to F(rid(w, i), seen)\n",
            "  move ring where size(w) > 1 to F(least({ w[k..] + w[1..k - 1] for k in 1..size(w) })[2..], seen)\n",
            "  move fall(i in 1..size(w) - 1 where w[i..i + 1] == \"ab\") to F(w[1..i - 1] + \"c\" + w[i + 2..], seen)\n",
            "  move turn(i in 1..size(w) where w[i] == \"c\") to F(join(if j == i then \"aa\" else w[j] for j in 1..size(w)), seen)\n",
            "  move less(x in letters(w) where \"ab\" in w) to F(join(y for y in letters(w) where y != x), seen)\n",
            "  move keep where size(w) > 1 and w[2] in {\"b\", \"cc\"} to F(w[2..], seen + [w[1]])\n",
            "  move back(i in indices(seen) where size(w) > 0 and seen[i] != w[1]) to F(w[1..size(w) - 1], [seen[j] for j in indices(seen) where j > i])\n",
            "  move all where size(seen) > 0 and size(letters(w)) > size(seen) to F(join(seen), letters(w)[1..1])\n",
            "  move write(i in 1..size(w) where w[i] == \"a\") to F(w[1..i - 1] + (size(w) - i) + (if i > 1 and w[i - 1] != \"a\" then \"\" else \"\" + (i - 2)) + w[i + 2..], seen)\n",
            "  move alike(x in { y for y in letters(w) }) to F(join(letters(w)[i] for i in 1..size(w) where letters(w)[i] == x and i > 1), seen)\n",
        ],
        ends: &["", "  ends when \"bc\" in w\n"],
        roots: &["F(\"abcab\", [])", "F(\"ccba\", [\"a\", \"bc\"])", "F(\"\", [\"b\"])"],
    },
    Kind {
        head: "let high(l: list of nat) = max(x for x in l) mod 3\nlet rest(l: list of nat, i: nat) = [l[j] for j in indices(l) where j > i]\ngame F(l: list of nat, n: nat)\n",
        moves: &[
            "  move more(k in 1..n) to F(l + [k], n - k)\n",
            "  move cut(i in 2..size(l)) to F(rest(l, i) + [0], n)\n",
            "  move high where size(l) > 0 and n > high(l) to F(l, n - high(l) - 1)\n",
            "  move up(i in indices(l) where n > 0) to F(put(l, i, l[i] * 40 + i), n - 1)\n",
            "  move less(i in indices(l) where l[i] > 300) to F(put(l, i, l[i] / 300), n)\n",
        ],
        ends: &["  ends when size(l) > 4\n"],
        roots: &["F([1], 4)", "F([], 5)", "F([3, 0, 500], 2)"],
    },
    Kind {
        head: "let squares = { (r, c) for r in 1..3, c in 1..3 where r + c < 6 }\nlet near(p: cell) = { (p.row + i, p.col + j) for i in -1..1, j in -1..1 where i * j == 0 }\ngame F(used: set of cell, n: nat)\n",
        moves: &[
            "  move put(r in 1..3, c in 1..3 where (r, c) in squares and (r, c) not in used and r + c > 2 + n) to F(used with (r, c), n)\n",
            "  move ring(p in used where n > 0) to F(used minus near(p), n - 1)\n",
            "  move lone(p in used where size(used common near(p)) == 1 and n > 0) to F({ q for q in used where q != p }, n - 1)\n",
            "  move next(p in used, q in near(p) where n > 0 and q not in used) to F(used with q, n - 1)\n",
            "  move off(p in used, k in 1..n) to F((used without p) with (p.row + 20 * k, p.col), n - k)\n",
        ],
        ends: &["  ends when size(used) > 4\n"],
        roots: &["F({}, 1)", "F({(1, 1), (2, 1)}, 2)", "F({(0, -1)}, 2)"],
    },
    Kind {
        head: "game F(a: cell, b: cell, n: nat)\n",
        moves: &[
            "  move jump(q in {(a.row - 1, a.col - 2), (a.row - 2, a.col + 1)} where q.row >= 1 and q.col >= 1 and q != b) to F(q, b, n)\n",
            "  move far(q in {(b.row - 7, b.col), (b.row, b.col - 5)} where q.row >= 0 and q.col > -9) to F(a, q, n)\n",
            "  move up(k in 1..n where (a.row - k, a.col) != b) to F((a.row - k, a.col), b, n - k)\n",
            "  move swap where n > 0 and a != b to F(b, a, n - 1)\n",
            "  move home where n > 0 and b in {(3, 3), (18, 7), (11, 7)} to F(a, (1, 1), n - 1)\n",
            "  move near(q in touching(a) where n > 0 and q != b and q.row + q.col > 12) to F(q, b, n - 1)\n",
        ],
        ends: &["", "  ends when a == b\n"],
        roots: &["F((19, 9), (18, 7), 2)", "F((4, 4), (3, 3), 2)"],
    },
    Kind {
        head: "game F(row: list of (red | blue | none), last: red | blue | none)\n",
        moves: &[
            "  move off(i in indices(row) where row[i] != none) to F(put(row, i, none), row[i])\n",
            "  move turn(i in indices(row) where row[i] == red) to F(put(row, i, blue), last)\n",
            "  move after(i in indices(row) where row[i] == last and last != none) to F(put(row, i, none), if last == red then blue else none)\n",
            "  move cells(p in { (i, j) for i in indices(row), j in indices(row) where i < j and row[i] != none and row[j] == row[i] }, (i, j) in [p]) to F(put(put(row, i, none), j, none), last)\n",
        ],
        ends: &["", "  ends when all(x == last for x in row)\n"],
        roots: &["F([red, blue, red], none)", "F([blue, none, red, red], red)"],
    },
    Kind {
        head: "game F(s: set of (red | blue | green | white), n: nat)\n",
        moves: &[
            "  move off(x in s) to F(s without x, n)\n",
            "  move both(x in s, y in s where n > 0) to F(s minus {x, y}, n - 1)\n",
            "  move but(x in s where n > 0 and size(s common {x, red, white}) > 1) to F(s minus {x, blue}, n - 1)\n",
            "  move rest(x in s, y in s where x != y and n > 0) to F(s minus {z for z in s where z != x and z != y}, n - 1)\n",
            "  move on(x in {green, white} where x not in s and n > 0) to F(s with x, n - 1)\n",
        ],
        ends: &["", "  ends when s common {red, green} == {}\n"],
        roots: &["F({red, blue, white}, 2)", "F({red, blue, green, white}, 3)"],
    },
    Kind {
        head: "game F(a: nat, b: nat, s: set of (nat, bool))\n",
        moves: &[
            "  move left(k in 1..2 where k <= a) to F(a - k, b, s)\n",
            "  move right(k in 1..3 where k <= b) to F(a, b - k, s)\n",
            "  move both where a > 1 and b > 0 to F(a - 2, b - 1, s with (a, b mod 2 == 0))\n",
            "  move apart where a > 0 to F(a - 1, 0, {}) + F(0, b, s)\n",
        ],
        ends: &[
            "  wins when a == 0 and b > 2\n",
            "  wins when (2, true) in s\n",
            "  wins when a == b + 1\n  ends when b == 0\n",
        ],
        roots: &["F(4, 5, {})", "F(6, 3, {(1, false)})", "F(5, 5, {})"],
    },
    Kind {
        head: "game F(s: set of nat, n: nat)\n",
        moves: &[
            "  move third(x in s where x > 3) to F((s without x) with x / 3, n)\n",
            "  move take(x in s where n > 0) to F(s without x, n - 1)\n",
            "  move far(x in s where n > 0 and x > 0) to F(s with x * 100, n - 1)\n",
            "  move low(x in s, y in s where x < y and y < 2 * x) to F(s without y, n)\n",
            "  move all(k in 1..n where size({ x / 2 for x in s }) > k) to F({ x / 2 for x in s }, n - k)\n",
            "  move top(x in s where n > 0 and x == largest({0} union {y for y in s where y <= x})) to F(s without x, n - 1)\n",
            "  move gone(x in s where n > 0) to F(s minus {x - 100, x, 2 * x, x + 1}, n - 1)\n",
        ],
        ends: &["", "  ends when 0 in s\n"],
        roots: &["F({1, 2, 7}, 2)", "F({5, 200}, 2)", "F({3}, 3)"],
    },
];

/// A game with a position to ask about.
pub(crate) fn flat_game() -> impl Strategy<Value = (String, String)> {
    select((0..KINDS.len()).collect::<Vec<_>>()).prop_flat_map(|i| {
        let kind = &KINDS[i];
        (moves(select(kind.moves), 1..4, &["*1", "*2"]), select(kind.ends), select(kind.roots)).prop_map(
            |(moves, end, root)| (format!("{}{end}{}", kind.head, unlike(&moves)), root.to_string()),
        )
    })
}

/// A game of each kind with each move alone and with all of them, and its positions.
pub(crate) fn games_of_each_kind() -> Vec<(String, &'static str)> {
    let of_kind = |kind: &'static Kind| {
        let all = std::iter::once(kind.moves.concat());
        let moves = all.chain(kind.moves.iter().map(|m| m.to_string()));
        moves.flat_map(move |moves| {
            kind.roots.iter().map(move |root| (format!("{}{moves}", kind.head), *root))
        })
    };
    KINDS.iter().flat_map(of_kind).collect()
}

/// The same moves, each once.
fn unlike(moves: &str) -> String {
    let mut all: Vec<&str> = vec![];
    for line in moves.lines() {
        let label = |l: &str| l.trim_start().split([' ', '(']).nth(1).map(str::to_string);
        if all.iter().all(|m| label(m) != label(line)) {
            all.push(line);
        }
    }
    all.iter().map(|m| format!("{m}\n")).collect()
}
