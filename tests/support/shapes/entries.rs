//! Random games on maps whose keys stay: numbers in a row and others, letters, cases, pairs. What is written KEY1 to KEY3 are the keys,
//! SET is all of them. A move makes the values smaller in all, or the number beside the map; one gives the map a key that it had not.

use proptest::prelude::*;
use proptest::sample::select;

const MOVES: &[&str] = &[
    "less(k in m, j in 1..m[k] where k != KEY2) to M(put(m, k, m[k] - j), n)",
    "named where m[KEY1] > 1 to M(put(m, KEY1, m[KEY1] - 2), n)",
    "both(k in m, j in m where k != j and m[k] > m[j]) to M(put(put(m, k, m[j]), j, 0), n)",
    "again(k in m where m[k] > 0) to M(map(j to if j == k then m[j] - 1 else m[j] for j in m), n)",
    "both_again(k in m, i in m where m[k] > 1 and m[i] > 0) to M(map(j to if j == k then m[j] - 1 else if i == j then m[i] / 2 else m[j] for j in m), n)",
    "but(k in m where m[k] > 2) to M(map(j to if j != k then m[j] else 1 for j in indices(m)), n)",
    "of_all(k in SET where m[k] > 0) to M(map(j to if j == k then 0 else m[j] for j in SET), n)",
    "spelled where n > 0 and m[KEY1] > 0 to M(map(KEY1 to 0, KEY2 to m[KEY2], KEY3 to m[KEY1]), n - 1)",
    "back where n > 0 and m != first to M(first, n - 1)",
    "either(k in indices(m) where n > 0) to M(if m[k] == n then m else put(m, k, n), n - 1)",
    "asked where n > 0 and KEY1 in m and all(m[k] < 4 or k == KEY1 for k in m) to M(put(m, KEY2, 0), n - 1)",
    "helped(k in m where rest(m, k) > 2 and m[k] > 0) to M(put(m, k, 0), n)",
    "given(k in m where m[k] > 1) to M(halved(m, k), n)",
    "held(q = put(m, KEY1, 0) where n > 0 and q != m) to M(q, n - 1)",
    "heap(k in m where m[k] == 2) to M(put(m, k, 1), n) + *sum(m[j] for j in m)",
    "apart(k in m where m[k] > 2) to M(put(m, k, 1), n) + M(put(m, k, 0), n)",
    "sized where n > 0 and size(m) > n and size({ m[k] for k in m }) == 2 to M(m, n - 1)",
    "largest(k in m where m[k] > 0 and m[k] == max(m[j] for j in m)) to M(put(m, k, m[k] - 1), n)",
    "outside(k in SET where k not in put(m, KEY1, 1) or m[k] == 3) to M(put(m, k, 1), n)",
    "new(k in SET where n > 0) to M(put(m, k, n), n - 1)",
    "more where n > 0 and m[KEY2] == n to M(put(m, OTHER, 1), n - 1)",
    "summed(j in 0..sum(m[k] for k in m where k != KEY1) where n > 0) to M(put(m, KEY2, 0), 0) + *j",
    "told(k in m, j in 0..m[k] where n > 0) to M(put(m, k, 0), n - 1) + *(if k in {KEY1, KEY3} then j else 2 * j)",
    "in_order(k in m, j in m where k != j and least({k, j}) == k and m[k] < m[j]) to M(put(m, j, m[k]), n)",
    "among(k in m, j in SET where n > 0 and k in {j, KEY1, OTHER} and k != OTHER) to M(put(m, j, 0), n - 1)",
    "whole where n > 0 and map(k to m[k] for k in m) == m and indices(m) == SET to M(m, n - 1)",
    "listed(j in 0..size([k for k in m where m[k] > 0]) where n > 0) to M(m, 0) + *j",
];

/// How the keys are written, one that is not there at first, and their type.
const KEYS: &[(&str, [&str; 4])] = &[
    ("1..9", ["1", "2", "3", "4"]),
    ("int", ["-1", "0", "1", "5"]),
    ("nat", ["0", "2", "7", "1"]),
    ("text", ["\"a\"", "\"ab\"", "\"c\"", "\"b\""]),
    ("u | v | w | x", ["u", "v", "w", "x"]),
    ("(nat, bool)", ["(0, true)", "(2, false)", "(2, true)", "(1, true)"]),
];

fn game(moves: &str, (ty, all): (&str, [&str; 4]), from: usize) -> String {
    let keys = [0, 1, 2].map(|i| all[(from + i) % 3]);
    let ones = keys.map(|key| format!("{key} to 1")).join(", ");
    let text = format!(
        "let rest(m: map of TYPE to nat, x: TYPE) = sum(m[k] for k in m where k != x)
let halved(m: map of TYPE to nat, x: TYPE) = map(k to if k == x then m[k] / 2 else m[k] for k in m)
let first = map({ones})
game M(m: map of TYPE to nat, n: 0..2)
{moves}"
    );
    let set = format!("{{{}}}", keys.join(", "));
    let names = [
        ("KEY1", keys[0]),
        ("KEY2", keys[1]),
        ("KEY3", keys[2]),
        ("OTHER", all[3]),
        ("SET", &set),
        ("TYPE", ty),
    ];
    names.iter().fold(text, |text, (name, value)| text.replace(name, value))
}

fn position(all: [&str; 4], values: [u32; 3], n: u32) -> String {
    let each: Vec<String> = all.iter().zip(values).map(|(key, value)| format!("{key} to {value}")).collect();
    format!("M(map({}), {n})", each.join(", "))
}

/// Each move alone, for each kind of keys.
pub(crate) fn games_of_one_map() -> Vec<(String, String)> {
    let each = MOVES.iter().flat_map(|m| KEYS.iter().map(move |keys| (m, *keys)));
    let written = |(m, (ty, all)): (&&str, (&str, [&str; 4]))| {
        let text = game(&format!("  move {m}\n"), (ty, all), 0);
        [([3, 2, 4], 2), ([1, 4, 3], 1)].map(|(values, n)| (text.clone(), position(all, values, n)))
    };
    each.flat_map(written).collect()
}

/// A game, and a position of it.
pub(crate) fn game_of_entries() -> impl Strategy<Value = (String, String)> {
    let moves = prop::collection::vec(select(MOVES), 1..4).prop_map(|mut moves| {
        moves.sort_unstable();
        moves.dedup();
        moves.iter().map(|m| format!("  move {m}\n")).collect::<String>()
    });
    let ends = select(vec![
        "",
        "  ends when m[KEY1] == m[KEY2] and n == 1\n",
        "  ends when sum(m[k] for k in m) == n\n",
    ]);
    (moves, ends, select(KEYS), 0..3usize, prop::array::uniform3(0u32..5), 0u32..3).prop_map(
        |(moves, ends, of, from, values, n)| {
            (game(&format!("{moves}{ends}"), of, from), position(of.1, values, n))
        },
    )
}
