//! The types of random programs, and small values of them.

use super::dice::Dice;

/// A type, with the bounds of numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ty {
    Int(Option<i64>, Option<i64>),
    Bool,
    Text,
    Cell,
    /// Which of the enumerations.
    Enum(usize),
    Set(Box<Ty>),
    Bag(Box<Ty>),
    List(Box<Ty>),
    Map(Box<Ty>, Box<Ty>),
    Tuple(Vec<Ty>),
    /// From numbers to something.
    Function(Vec<Ty>, Box<Ty>),
    Position,
}

pub(crate) const NAT: Ty = Ty::Int(Some(0), None);
pub(crate) const INT: Ty = Ty::Int(None, None);

/// The enumerations that a program may have: no name is in two of them.
pub(crate) const ENUMS: [&[&str]; 3] =
    [&["red", "black"], &["up", "flat", "down"], &["solo", "duo", "trio", "quartet"]];

pub(crate) fn set(t: &Ty) -> Ty {
    Ty::Set(Box::new(t.clone()))
}

pub(crate) fn list(t: &Ty) -> Ty {
    Ty::List(Box::new(t.clone()))
}

impl Ty {
    /// As it is declared.
    pub(crate) fn text(&self, dice: &mut Dice) -> String {
        match self {
            Ty::Int(None, _) => "int".into(),
            Ty::Int(Some(0), None) => dice.word(&["nat", "nat", "0.."]),
            Ty::Int(Some(lo), None) => format!("{lo}.."),
            Ty::Int(Some(lo), Some(hi)) if dice.chance(25) => format!("{lo}..<{}", hi + 1),
            Ty::Int(Some(lo), Some(hi)) => format!("{lo}..{hi}"),
            Ty::Bool => "bool".into(),
            Ty::Text => "text".into(),
            Ty::Cell => "cell".into(),
            Ty::Enum(i) => ENUMS[*i].join(" | "),
            Ty::Set(t) => format!("set of {}", t.inner(dice)),
            Ty::Bag(t) => format!("bag of {}", t.inner(dice)),
            Ty::List(t) => format!("list of {}", t.inner(dice)),
            Ty::Map(k, v) => format!("map of {} to {}", k.inner(dice), v.inner(dice)),
            Ty::Tuple(ts) => {
                format!("({})", ts.iter().map(|t| t.text(dice)).collect::<Vec<_>>().join(", "))
            }
            Ty::Function(ps, r) => {
                let params = ps.iter().map(|t| t.text(dice)).collect::<Vec<_>>().join(", ");
                format!("({params}) -> {}", r.text(dice))
            }
            Ty::Position => "position".into(),
        }
    }

    fn inner(&self, dice: &mut Dice) -> String {
        self.text(dice)
    }

    /// Whether values of the one are values of the other, up to bounds.
    pub(crate) fn like(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Int(..), Ty::Int(..)) => true,
            (Ty::Set(a), Ty::Set(b)) | (Ty::Bag(a), Ty::Bag(b)) | (Ty::List(a), Ty::List(b)) => a.like(b),
            (Ty::Map(a, c), Ty::Map(b, d)) => a.like(b) && c.like(d),
            (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.like(b)),
            (Ty::Function(a, r), Ty::Function(b, s)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.like(b)) && r.like(s)
            }
            (a, b) => a == b,
        }
    }

    /// The same with numbers of any size.
    pub(crate) fn wide(&self) -> Ty {
        let boxed = |t: &Ty| Box::new(t.wide());
        match self {
            Ty::Int(..) => INT,
            Ty::Set(t) => Ty::Set(boxed(t)),
            Ty::Bag(t) => Ty::Bag(boxed(t)),
            Ty::List(t) => Ty::List(boxed(t)),
            Ty::Map(k, v) => Ty::Map(boxed(k), boxed(v)),
            Ty::Tuple(ts) => Ty::Tuple(ts.iter().map(Ty::wide).collect()),
            other => other.clone(),
        }
    }

    /// What a binder that runs through it binds.
    pub(crate) fn element(&self) -> Option<&Ty> {
        match self {
            Ty::Set(t) | Ty::Bag(t) | Ty::List(t) | Ty::Map(t, _) => Some(t),
            _ => None,
        }
    }

    pub(crate) fn is_int(&self) -> bool {
        matches!(self, Ty::Int(..))
    }

    /// A small value, written down; `size` is about how large numbers and collections are.
    pub(crate) fn value(&self, size: i64, dice: &mut Dice) -> String {
        let some = |t: &Ty, most: i64, dice: &mut Dice| -> Vec<String> {
            let n = dice.between(0, most.max(0));
            (0..n).map(|_| t.value(size / 2 + 1, dice)).collect()
        };
        match self {
            Ty::Int(lo, hi) => {
                let lo = lo.unwrap_or(-size / 2);
                dice.between(lo, hi.unwrap_or(lo.max(0) + size).min(lo + size)).to_string()
            }
            Ty::Bool => dice.word(&["true", "false"]),
            Ty::Text => dice.word(&["\"\"", "\"a\"", "\"ab\"", "\"a-b\"", "\"größe\""]),
            Ty::Cell => format!("({}, {})", dice.between(1, 3), dice.between(1, 3)),
            Ty::Enum(i) => dice.word(ENUMS[*i]),
            Ty::Set(t) => format!("{{{}}}", some(t, size.min(4), dice).join(", ")),
            Ty::Bag(t) => format!("bag({})", some(t, size.min(4), dice).join(", ")),
            Ty::List(t) => format!("[{}]", some(t, size.min(3), dice).join(", ")),
            Ty::Map(k, v) => {
                let keys = some(k, size.min(3), dice);
                let entries = keys.into_iter().map(|k| format!("{k} to {}", v.value(size / 2 + 1, dice)));
                format!("map({})", entries.collect::<Vec<_>>().join(", "))
            }
            Ty::Tuple(ts) => {
                format!("({})", ts.iter().map(|t| t.value(size, dice)).collect::<Vec<_>>().join(", "))
            }
            Ty::Function(..) | Ty::Position => "nothing".into(),
        }
    }

    /// A type that elements of collections may have.
    pub(crate) fn element_type(depth: usize, dice: &mut Dice) -> Ty {
        match dice.below(if depth == 0 { 11 } else { 15 }) {
            0..=3 => NAT,
            4 => INT,
            5 => Ty::range(dice),
            6 => Ty::Cell,
            7 => Ty::Enum(dice.below(ENUMS.len())),
            8 => dice.pick(&[Ty::Bool, Ty::Text]),
            9 => Ty::Tuple(vec![NAT, NAT]),
            10 => Ty::Tuple(vec![NAT, dice.pick(&[Ty::Bool, Ty::Enum(0), INT, Ty::Text])]),
            _ => Ty::collection(depth - 1, dice),
        }
    }

    /// A collection.
    pub(crate) fn collection(depth: usize, dice: &mut Dice) -> Ty {
        let boxed = |dice: &mut Dice| Box::new(Ty::element_type(depth, dice));
        match dice.below(8) {
            0..=2 => Ty::Set(boxed(dice)),
            3..=4 => Ty::List(boxed(dice)),
            5 => Ty::Bag(boxed(dice)),
            _ => {
                let range = Ty::range(dice);
                let key = dice.pick(&[NAT, INT, INT, range, Ty::Cell, Ty::Text, Ty::Enum(1), Ty::Bool]);
                Ty::Map(Box::new(key), boxed(dice))
            }
        }
    }

    /// Numbers between bounds.
    pub(crate) fn range(dice: &mut Dice) -> Ty {
        let lo = dice.pick(&[-3, -1, 0, 0, 1, 2]);
        Ty::Int(Some(lo), if dice.chance(75) { Some(lo + dice.between(1, 6)) } else { None })
    }

    /// A type of a game's parameter.
    pub(crate) fn param(dice: &mut Dice) -> Ty {
        match dice.below(16) {
            0..=4 => NAT,
            5 => INT,
            6 => Ty::range(dice),
            7 => dice.pick(&[Ty::Bool, Ty::Enum(0), Ty::Enum(1), Ty::Enum(2)]),
            8 => dice.pick(&[
                Ty::Cell,
                Ty::Text,
                Ty::Tuple(vec![NAT, NAT]),
                Ty::Tuple(vec![NAT, Ty::Bool, INT]),
            ]),
            9 => set(&Ty::Cell),
            10 => {
                dice.pick(&[set(&NAT), list(&NAT), Ty::Bag(Box::new(NAT)), set(&Ty::Tuple(vec![NAT, NAT]))])
            }
            _ => Ty::collection(2, dice),
        }
    }
}
