//! Games whose positions have texts, in every kind of collection, that rules pass on, compare and name; in some games a move
//! looks into one or makes one.

use proptest::prelude::*;

/// Moves that treat texts as names, except those that the rules know; each makes something smaller.
const MOVES: [&str; 27] = [
    "take(x in s) to N(x, l, m, b, s without x, n)",
    "drop(x in b where x != t) to N(t, l, m, b without x, s, n)",
    "both(x in b, y in b where x == y or x != t) to N(y, l, m, b without x, s, n)",
    "pay(x in indices(m) where m[x] > 0) to N(x, l, put(m, x, m[x] - 1), b, s, n)",
    "step(i in indices(l) where l[i] != t) to N(l[i], l[1..i - 1] + l[i + 1..], m, b, s, n)",
    "turn where n > 0 to N(other(t), l, m, b, s, n - 1)",
    "say(x in words where n > 1 and x not in s) to N(t, l, m, b, s with x, n - 2)",
    "swap(x in s, y in b where (x, y) in friends or (y, x) in friends) to N(x, l, m, b without y, s, n)",
    "give(x in b) where x in indices(m) to N(t, l, put(m, x, m[x] + 1), b without x without x, s, n)",
    "worth(x in b where (if x in price then price[x] else 0) > n) to N(t, l, m, b without x, s, n)",
    "put(i in indices(l)) where n > 0 to N(t, put(l, i, t), m, b, s, n - 1)",
    "first where size(l) > 1 and l[1] == l[2] to N(t, l[2..], m, b, s, n)",
    "sorted where n > 0 and sort(l) != l to N(t, sort(l), m, b, s, n - 1)",
    "count where n > 0 and count(x == t for x in b) == n to N(t, l, m, b, s, n - 1)",
    "any where n > 0 and any(x in s for x in l) to N(t, reverse(l), m, b, s, n - 1)",
    "all where size(s) > 1 and all(x != t for x in s) to N(t, l, m, b, {}, n)",
    "most(x in indices(m)) where m[x] == max(m[y] for y in indices(m)) and m[x] > 0 to N(t, l, put(m, x, 0), b, s, n)",
    "pick(x in {\"a\", \"new\", \"b\"}) where n > 0 and x != t to N(x, l, m, b, s, n - 1)",
    "choose where n > 0 to N(if t == \"b\" or t == \"zz\" then \"a\" else \"zz\", l, m, b, s, n - 1)",
    "union(x in s) where n > 0 to N(t, l, m, b, s minus {x, \"q\"}, n - 1)",
    "pair((x, y) in friends) where x in s and y not in s and n > 0 to N(y, l, m, b, s without x, n)",
    "spell(w in spelled where bag(c for c in letters(w)) minus b == bag()) to N(t, l, m, b minus bag(c for c in letters(w)), s, n)",
    "common(w in spelled) where n > 0 to N(w, l, m, b common bag(c for c in letters(w)), s, n - 1)",
    "more where n > 0 to N(t, l, m, b union bag(x for x in s), s, n - 1)",
    "often(w in spelled, c in letters(w) where n > 0 and c in m and count(x == c for x in letters(w)) > m[c]) to N(c, l, m, b, s, n - 1)",
    "begins(w in spelled where n > 1 and w[1] == t and size(w) < 3) to N(w[2..], l, m, b, s, n - 1)",
    "group where n > 0 and size({ {x, y} for x in s, y in l }) != 2 to N(t, l, m, bag(t), s, n - 1)",
];

/// Moves that look into texts, or make some.
const LOOKS: [&str; 7] = [
    "chain(x in s) where size(t) > 0 and size(x) > 0 and x[1] == t[size(t)] to N(x, l, m, b, s without x, n)",
    "long where n > 0 and size(t) > 1 to N(t, l, m, b, s, n - 1)",
    "joined where n > 0 to N(t + \"a\", l, m, b, s, n - 1)",
    "cut(x in s) where size(x) > 1 to N(x[2..], l, m, b, s without x, n)",
    "has(x in s) where \"a\" in x to N(t, l, m, b, s without x, n)",
    "letters(x in b, y in letters(x)) to N(y, l, m, b without x, s, n)",
    "word where n > 0 to N(join(l), l, m, b, s, n - 1)",
];

const TEXTS: [&str; 5] = ["a", "b", "ab", "new", ""];

/// Games on a text, a list, a map, a bag and a set of them, and a number.
pub(crate) fn game_of_names() -> impl Strategy<Value = String> {
    let looks = prop::option::weighted(0.2, prop::sample::select(LOOKS.to_vec()));
    (prop::sample::subsequence(MOVES.to_vec(), 2..5), looks).prop_map(|(moves, looks)| {
        let moves: String = moves.iter().chain(&looks).map(|m| format!("  move {m}\n")).collect();
        format!(
            "let spelled = [\"ab\", \"ba\", \"aab\"]\n\
             let words = {{\"a\", \"b\", \"late\"}}\n\
             let price = map(\"a\" to 1, \"b\" to 2, \"ab\" to 0, \"new\" to 3, \"\" to 1, \"late\" to 2, \"zz\" to 0, \"c\" to 1)\n\
             let friends = {{(\"a\", \"b\"), (\"b\", \"ab\"), (\"new\", \"a\"), (\"c\", \"late\")}}\n\
             let other(t: text) = if t == \"a\" then \"b\" else if t == \"b\" then \"c\" else \"a\"\n\
             game N(t: text, l: list of text, m: map of text to nat, b: bag of text, s: set of text, n: nat)\n{moves}"
        )
    })
}

/// Positions of such games.
pub(crate) fn position_of_names() -> impl Strategy<Value = String> {
    let texts = |most: usize| prop::collection::vec(prop::sample::select(TEXTS.to_vec()), 0..most);
    (texts(2), texts(4), texts(3), texts(4), texts(4), 0u32..4).prop_map(|(t, l, m, b, s, n)| {
        let list = |texts: &[&str]| texts.iter().map(|t| format!("{t:?}")).collect::<Vec<_>>().join(", ");
        let mut entries: Vec<String> = m.iter().enumerate().map(|(i, k)| format!("{k:?} to {i}")).collect();
        entries.sort();
        entries.dedup_by_key(|entry| entry.split(" to ").next().map(str::to_string));
        let map = if entries.is_empty() { "\"a\" to 2".into() } else { entries.join(", ") };
        let first = t.first().copied().unwrap_or("b");
        format!("N({first:?}, [{}], map({map}), bag({}), {{{}}}, {n})", list(&l), list(&b), list(&s))
    })
}
