//! Games on a list of truth values or a map to them: choices of places that hold `true`, or `false`, beside other conditions, from the
//! places themselves, from sets that are written down, and from sets with more in them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

/// Moves after which fewer places hold `true`, or the number beside them is smaller. KEYS are all places, WIDE are more, and LAST
/// is the largest; of cells, some moves mean nothing.
const MOVES: [&str; 21] = [
    "one(i in KEYS where s[i]) to T(put(s, i, false), n)",
    "two(i in KEYS, j in KEYS where COND and s[i] and s[j]) to T(put(put(s, i, false), j, false), n)",
    "early(i in KEYS where s[i], j in KEYS where s[j] and COND and n > 0) to T(put(s, j, false), n - 1)",
    "back(i in KEYS where s[i], j in KEYS where not s[j] and COND and n > 0) to T(put(put(s, j, true), i, false), n - 1)",
    "wide(i in WIDE where i in indices(s) and s[i]) to T(put(s, i, false), n)",
    "late(i in KEYS, j in WIDE where n > 0 and COND and j in indices(s) and s[j] and not s[i]) to T(put(s, j, false), n - 1)",
    "first(i in KEYS, j in KEYS, k in KEYS where COND and s[k] and s[j] and not s[i]) to T(put(s, k, false), n)",
    "odd where n > 0 and count(s[i] for i in KEYS) mod 2 == n mod 2 to T(s, n - 1)",
    "some where n > 0 and size({ i for i in KEYS where s[i] } minus SOME) > n to T(s, n - 1)",
    "none(i in KEYS where n > 0 and s[i] and none(s[j] and COND for j in KEYS)) to T(s, n - 1)",
    "all(i in KEYS where n > 0 and not s[i] and all(s[j] for j in KEYS where COND)) to T(s, n - 1)",
    "sum(i in KEYS where s[i] and n > 1) to T(put(s, i, false), n - 2) + T(put(s, i, false), 0)",
    "held(i in SOME where n > 0 and i in indices(s) and s[i]) to T(put(s, i, false), n - 1)",
    "bound(i in KEYS, q = T(put(s, i, false), n) where s[i] and n > 0) to q",
    "other(i in KEYS minus SOME where s[i] and i not in SOME) to T(put(s, i, false), n)",
    "new(i in KEYS where s[i]) to T(REMADE, n)",
    // Of numbers,
    "after(i in KEYS, j in i + 1..LAST where j in indices(s) and s[j] and s[i]) to T(put(s, j, false), n)",
    "far(i in KEYS, d in 1..3 where i + d in indices(s) and s[i] and s[i + d]) to T(put(s, i + d, false), n)",
    "below(i in KEYS where s[i], j in i - 3..i + 1 where j in indices(s) and s[j] and j != i) to T(put(s, j, false), n)",
    // and of cells.
    "near(i in KEYS, j in touching(i) where j in indices(s) and s[i] and s[j]) to T(put(put(s, i, false), j, false), n)",
    "edge(i in KEYS where s[i], j in touching(i) where j in WIDE and j in indices(s) and s[j] and n > 0) to T(put(s, j, false), n - 1)",
];

/// Where those begin that are for numbers alone, and those for cells.
const FOR_NUMBERS: usize = 16;
const FOR_CELLS: usize = 19;

/// What holds the truth values.
#[derive(Clone, Debug)]
enum Holder {
    /// A list of so many.
    List(u32),
    /// A map from these numbers.
    Map(Vec<u32>),
    /// A map from the cells of a board.
    Cells(u32, u32),
}

impl Holder {
    fn ty(&self) -> &'static str {
        match self {
            Holder::List(_) => "list of bool",
            Holder::Map(_) => "map of int to bool",
            Holder::Cells(..) => "map of cell to bool",
        }
    }

    /// Its places, as they are written in rules.
    fn keys(&self) -> Vec<String> {
        match self {
            Holder::List(n) => (1..=*n).map(|i| i.to_string()).collect(),
            Holder::Map(keys) => keys.iter().map(u32::to_string).collect(),
            Holder::Cells(rows, cols) => {
                let cell = |i: u32| format!("({}, {})", i / cols + 1, i % cols + 1);
                (0..rows * cols).map(cell).collect()
            }
        }
    }

    /// All places as a set, or more: from themselves, or written down.
    fn source(&self, wide: bool, written: bool) -> String {
        match self {
            _ if !wide && !written => "indices(s)".into(),
            Holder::List(n) => format!("1..{}", n + u32::from(wide)),
            Holder::Map(keys) if wide => format!("({{{}}} with {})", self.keys().join(", "), keys[0] + 1),
            Holder::Map(_) => format!("{{{}}}", self.keys().join(", ")),
            Holder::Cells(rows, cols) => {
                format!("board({}, {})", rows + u32::from(wide), cols + u32::from(wide))
            }
        }
    }
}

fn holder() -> impl Strategy<Value = Holder> {
    let maps = [
        vec![1, 2, 3, 4],
        vec![0, 2, 5],
        vec![61, 62, 63, 64, 65],
        vec![120, 126, 127],
        vec![3, 127, 128],
        vec![500, 1000, 2000],
    ];
    prop_oneof![
        4 => (2u32..6).prop_map(Holder::List),
        1 => select(vec![62u32, 63, 64, 65, 100]).prop_map(Holder::List),
        4 => select(maps.to_vec()).prop_map(Holder::Map),
        3 => select(vec![(1u32, 4u32), (2, 3), (2, 2)]).prop_map(|(r, c)| Holder::Cells(r, c)),
    ]
}

const OF_NUMBERS: [&str; 5] =
    ["i < j", "i != j and abs(i - j) <= 2", "j - i in {1, 3}", "(i + j) mod 3 != n", "i * j > n"];
const OF_CELLS: [&str; 5] =
    ["i != j", "i.row == j.row", "j in touching(i)", "i.col + j.row != n", "j not in touching(i)"];

/// Games of that kind, each with a position.
pub(crate) fn game_of_truths() -> impl Strategy<Value = (String, String)> {
    let others = (vec(any::<Index>(), 1..4), 0u32..3, any::<bool>(), 0usize..5);
    (holder(), subsequence((0..MOVES.len()).collect::<Vec<_>>(), 2..5), others).prop_map(
        |(holder, mut moves, (held, n, written, cond))| {
            moves.retain(|i| has_move(&holder, *i));
            if moves.is_empty() {
                moves.push(0);
            }
            let keys = holder.keys();
            let held: Vec<&String> = held.iter().map(|i| i.get(&keys)).collect();
            (rules(&holder, &moves, written, cond), root(&holder, &held, n))
        },
    )
}

/// Each move alone, of each kind, with two positions.
pub(crate) fn games_of_one_truth() -> Vec<(String, String)> {
    let holders =
        [Holder::List(5), Holder::Map(vec![0, 2, 5]), Holder::Map(vec![3, 127, 128]), Holder::Cells(2, 2)];
    let mut all = vec![];
    for (holder, i) in holders.iter().flat_map(|holder| (0..MOVES.len()).map(move |i| (holder, i))) {
        let keys = holder.keys();
        let held: Vec<&String> = keys.iter().take(3).chain(keys.last()).collect();
        for cond in (0..5).filter(|_| has_move(holder, i)) {
            let rules = rules(holder, &[i], cond % 2 == 0, cond);
            all.push((rules, root(holder, &held[cond % 2..], 2)));
        }
    }
    all
}

fn has_move(holder: &Holder, i: usize) -> bool {
    i < FOR_NUMBERS || (i >= FOR_CELLS) == matches!(holder, Holder::Cells(..))
}

fn rules(holder: &Holder, moves: &[usize], written: bool, cond: usize) -> String {
    let keys = holder.keys();
    let moves: String = moves.iter().map(|i| format!("  move {}\n", MOVES[*i])).collect();
    let remade = match holder {
        Holder::List(_) if cond < 2 => "[s[k] and k != i for k in indices(s)]",
        Holder::List(_) if cond < 4 => "[k != i and s[k] and (k - i) mod 3 != n for k in 1..size(s)]",
        Holder::List(_) => "[s[k] and k != i and not s[1 + (k + i) mod 2] for k in indices(s)]",
        _ => "map(k to s[k] and k != i for k in s)",
    };
    let cond = if matches!(holder, Holder::Cells(..)) { OF_CELLS[cond] } else { OF_NUMBERS[cond] };
    let some = format!("{{{}}}", keys[..keys.len() / 2].join(", "));
    let moves = moves
        .replace("KEYS", &holder.source(false, written))
        .replace("WIDE", &holder.source(true, written))
        .replace("REMADE", remade)
        .replace("COND", cond)
        .replace("SOME", &some)
        .replace("LAST", keys.last().map_or("", |key| key));
    format!("game T(s: {}, n: 0..9)\n{moves}", holder.ty())
}

fn root(holder: &Holder, held: &[&String], n: u32) -> String {
    let keys = holder.keys();
    let truths = keys.iter().map(|key| (key, held.contains(&key)));
    let s = match holder {
        Holder::List(_) => {
            format!("[{}]", truths.map(|(_, held)| held.to_string()).collect::<Vec<_>>().join(", "))
        }
        _ => {
            let entries = truths.map(|(key, held)| format!("{key} to {held}"));
            format!("map({})", entries.collect::<Vec<_>>().join(", "))
        }
    };
    format!("T({s}, {n})")
}
