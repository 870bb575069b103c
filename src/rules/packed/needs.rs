//! What positions need room for: numbers, cells, elements, texts, as far as they were met.

use crate::value::{Cell, Int, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Cells that are off the board by so much, on the way to a position, are worth a layout.
const MARGIN: u8 = 2;

/// What the positions at hand need: taken from the position to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::rules) struct Needs {
    /// The largest number seen, without its sign.
    pub(super) number: u64,
    /// The largest small natural number seen in a set.
    pub(super) member: u64,
    /// The largest number seen in a collection, without its sign: a list of small numbers beside a large one has room for small ones.
    pub(super) inside: u64,
    /// The longest list seen.
    pub(super) length: u32,
    /// The cells seen: first and last row and column.
    pub(super) cells: Option<(i32, i32, i32, i32)>,
    /// So many rows and columns more on each side, for cells off the board that come up on the way.
    pub(super) margin: u8,
    /// Whether there are more cells than a set of bits has room for: cells are elements, then.
    pub(super) off_grid: bool,
    /// The elements of sets that have no number of their own, and of sets of large numbers.
    pub(super) elements: BTreeSet<Value>,
    /// The most elements of a collection, or characters of a text, at each depth.
    pub(super) deep: Vec<u32>,
    /// The letters of texts.
    pub(super) letters: BTreeSet<char>,
    /// The texts themselves, where rules only pass them on and compare them.
    pub(super) names: Option<BTreeSet<Arc<str>>>,
    /// Whether texts are held letter by letter, since something has no code where they are names.
    pub(super) spelled: bool,
    /// The keys of maps.
    pub(super) keys: BTreeSet<Value>,
    /// The elements of bags, and the most copies of each in one.
    pub(super) copies: BTreeMap<Value, u32>,
    /// Whether rules make sets of numbers that have no bit, though no set of a position has one.
    pub(super) large_sets: bool,
    /// Whether numbers in lists of tuples and the like have room for nothing larger than what was seen.
    pub(super) tight: bool,
}

/// What comes before the largest number in a set, in bytes, where it is not the largest of all,
const MEMBER: u8 = 1;
/// and before the largest in any collection.
const INSIDE: u8 = 2;
/// So many elements are taken note of, which is more than any set has bits.
const MOST_ELEMENTS: usize = 1 << 10;
/// An array has room for so many elements of earlier questions: each doubles it.
const FEW_MORE: usize = 3;

impl Needs {
    /// Takes in what a value needs; false if nothing packed can hold it.
    pub(in crate::rules) fn take(&mut self, v: &Value) -> bool {
        self.take_at(v, 0)
    }

    /// Notes a collection with so many elements, at some depth.
    fn note_length(&mut self, length: usize, depth: usize) {
        if self.deep.len() <= depth {
            self.deep.resize(depth + 1, 0);
        }
        self.deep[depth] = self.deep[depth].max(u32::try_from(length).unwrap_or(u32::MAX));
    }

    fn note_copies(&mut self, v: &Value, copies: u32) {
        if let Some(most) = self.copies.get_mut(v) {
            *most = copies.max(*most);
        } else if self.copies.len() < MOST_ELEMENTS {
            self.copies.insert(v.clone(), copies);
        }
    }

    fn take_at(&mut self, v: &Value, depth: usize) -> bool {
        match v {
            Value::Int(Int::Small(n)) => {
                self.number = self.number.max(n.unsigned_abs());
                if depth > 0 {
                    self.inside = self.inside.max(n.unsigned_abs());
                }
            }
            Value::Int(Int::Big(_)) => return false,
            Value::Cell(c) => {
                let (top, bottom, left, right) = self.cells.unwrap_or((c.row, c.row, c.col, c.col));
                self.cells = Some((top.min(c.row), bottom.max(c.row), left.min(c.col), right.max(c.col)));
            }
            Value::Set(s) => {
                let large = self.has_large_elements();
                let mut met = s.iter().filter(|v| large || !self.has_number(v)).peekable();
                if met.peek().is_some() && self.elements.len() < MOST_ELEMENTS {
                    self.elements.extend(s.iter().cloned());
                }
                self.note_length(s.len(), depth);
                let numbers = s.iter().filter_map(|v| u64::try_from(v.as_i64()?).ok()).filter(|n| *n < 128);
                self.member = numbers.fold(self.member, u64::max);
                return s.iter().all(|v| self.take_at(v, depth + 1));
            }
            Value::Text(t) if self.names.is_some() => {
                self.names.iter_mut().for_each(|names| {
                    names.insert(t.clone());
                });
            }
            Value::Text(t) => {
                self.note_length(t.chars().count(), depth);
                self.letters.extend(t.chars());
            }
            Value::List(l) => {
                self.length = self.length.max(l.len() as u32);
                self.note_length(l.len(), depth);
                return l.iter().all(|v| self.take_at(v, depth + 1));
            }
            Value::Bag(b) => {
                let many = b.values().sum::<u64>();
                self.length = self.length.max(many.try_into().unwrap_or(u32::MAX));
                self.note_length(usize::try_from(many).unwrap_or(usize::MAX), depth);
                b.iter().for_each(|(v, n)| self.note_copies(v, u32::try_from(*n).unwrap_or(u32::MAX)));
                return b.keys().all(|v| self.take_at(v, depth + 1));
            }
            Value::Tuple(t) => return t.iter().all(|v| self.take_at(v, depth)),
            Value::Map(m) => {
                self.length = self.length.max(m.len() as u32);
                self.note_length(m.len(), depth);
                if self.keys.len() < MOST_ELEMENTS {
                    self.keys.extend(m.keys().cloned());
                }
                return m.iter().all(|(k, v)| self.take_at(k, depth + 1) && self.take_at(v, depth + 1));
            }
            _ => {}
        }
        true
    }

    /// The elements of sets, if they are few more than others have.
    pub(super) fn few_more(&self, own: &Needs) -> Option<Needs> {
        let more = self.elements.difference(&own.elements).count();
        (1..=FEW_MORE).contains(&more).then(|| Needs { elements: self.elements.clone(), ..Needs::default() })
    }

    /// For what the rules name on the way.
    pub(super) fn to_meet(&self) -> Needs {
        let names = self.names.as_ref().map(|_| BTreeSet::new());
        Needs { off_grid: self.off_grid, names, spelled: self.spelled, ..Needs::default() }
    }

    /// The same with texts letter by letter, if they were names.
    pub(super) fn spelled(&self) -> Option<Needs> {
        self.names.is_some().then(|| Needs { names: None, spelled: true, ..self.clone() })
    }

    /// Whether some set of numbers has one that is no small natural number.
    pub(super) fn has_large_elements(&self) -> bool {
        self.large_sets || self.elements.iter().any(|v| matches!(v, Value::Int(_)))
    }

    /// Whether a key of some map is a number that has no bit in a set.
    pub(super) fn has_large_keys(&self) -> bool {
        self.keys.iter().any(|v| matches!(v, Value::Int(_)) && !self.has_number(v))
    }

    /// Whether an element of a set has a bit without a universe.
    fn has_number(&self, v: &Value) -> bool {
        match v {
            Value::Int(n) => n.to_i64().is_some_and(|n| (0..128).contains(&n)),
            Value::Cell(_) => !self.off_grid,
            _ => matches!(v, Value::Case(..)),
        }
    }

    /// One more row and column on each side of the cells, unless there are none, or enough.
    pub(in crate::rules) fn with_margin(&self) -> Option<Needs> {
        let wanted = self.cells.is_some() && self.margin < MARGIN;
        wanted.then(|| Needs { margin: self.margin + 1, ..self.clone() })
    }

    /// With sets that have room for numbers of any size, if there are numbers for which bits have none: `{d[1], d[2], d[3]}` of three dials
    /// of 150 hours took keys in bytes.
    pub(in crate::rules) fn with_large_sets(&self) -> Option<Needs> {
        let wanted = !self.large_sets && self.number >= 128;
        wanted.then(|| Needs { large_sets: true, ..self.clone() })
    }

    /// What does not come from a position, for another layout.
    pub(super) fn of_rules(&self) -> Option<Needs> {
        self.large_sets.then(|| Needs { large_sets: true, ..Needs::default() })
    }

    /// As bytes: the largest number, the longest list, 1 and the corners if there are cells, else 0, the margin, and the largest
    /// number in a set and in any collection if it is another. Elements are those of the position that was asked about.
    pub(super) fn save(&self) -> Vec<u8> {
        let mut out = self.number.to_le_bytes().to_vec();
        out.extend(self.length.to_le_bytes());
        out.push(u8::from(self.cells.is_some()));
        let (top, bottom, left, right) = self.cells.unwrap_or_default();
        out.extend([top, bottom, left, right].iter().flat_map(|n| n.to_le_bytes()));
        out.push(self.margin);
        for (mark, number) in [(MEMBER, self.member), (INSIDE, self.inside)] {
            if number != self.number {
                out.push(mark);
                out.extend(number.to_le_bytes());
            }
        }
        out
    }

    /// What [`Needs::save`] gave, and the bytes behind it.
    pub(super) fn restored(bytes: &[u8]) -> Option<(Needs, &[u8])> {
        let (number, bytes) = bytes.split_first_chunk()?;
        let (length, bytes) = bytes.split_first_chunk()?;
        let (any, bytes) = bytes.split_first()?;
        let (corners, bytes) = bytes.split_first_chunk::<16>()?;
        let (margin, bytes) = bytes.split_first()?;
        let (member, bytes) = marked(MEMBER, bytes).unwrap_or((number, bytes));
        let (inside, bytes) = marked(INSIDE, bytes).unwrap_or((number, bytes));
        let (corners, _) = corners.as_chunks();
        let [top, bottom, left, right] = [0, 1, 2, 3].map(|i| i32::from_le_bytes(corners[i]));
        let needs = Needs {
            number: u64::from_le_bytes(*number),
            member: u64::from_le_bytes(*member),
            inside: u64::from_le_bytes(*inside),
            length: u32::from_le_bytes(*length),
            cells: (*any == 1).then_some((top, bottom, left, right)),
            margin: *margin,
            ..Needs::default()
        };
        Some((needs, bytes))
    }

    /// Takes in the cells, elements and names of another position, or of the rules.
    pub(super) fn join_named(&mut self, other: &Needs) {
        if let (Some(names), Some(others)) = (&mut self.names, &other.names) {
            names.extend(others.iter().cloned());
        }
        self.elements.extend(other.elements.iter().cloned());
        other.copies.iter().for_each(|(v, n)| self.note_copies(v, *n));
        if let Some((top, bottom, left, right)) = other.cells {
            let corner = |row, col| Value::Cell(Cell { row, col });
            self.take(&corner(top, left));
            self.take(&corner(bottom, right));
        }
    }
}

/// A number behind its mark, and the bytes behind it.
fn marked(mark: u8, bytes: &[u8]) -> Option<(&[u8; 8], &[u8])> {
    bytes.strip_prefix(&[mark])?.split_first_chunk()
}
