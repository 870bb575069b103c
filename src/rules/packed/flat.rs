//! Flat forms: any first-order value as a run of words.
//!
//! A number, a truth value, a case or a cell is one word; a tuple is its parts, one after the other; a collection or a text
//! is
//! the number of words that follow, then its elements: those of a set or a bag in order, those of a map by their keys. A
//! list register holds only the words that follow. Equal values are equal words, and the order of forms is that of values.

use super::bits::{Grid, compare_bits};
use super::loops::word_of;
use super::names::Names;
use super::texts::Letters;
use super::universe::{Sets, Universe};
use crate::builtin::collection::{elements, with};
use crate::check::types::Type;
use crate::value::{Cell, OrdMap, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// How values of a type are written as words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A number, a truth value, a case or a cell.
    Word,
    /// A text that is a name.
    Name(Names),
    /// A set in two words, a bit for each number or for each cell of the grid.
    Bits,
    /// A set in two words, a bit for each element of a universe.
    Over(Arc<Universe>),
    Tuple(Vec<Form>),
    /// The letters of a text by their numbers.
    Text(Letters),
    Set(Box<Form>),
    Bag(Box<Form>),
    List(Box<Form>),
    Map(Box<Form>, Box<Form>),
}

impl Form {
    /// The form of a type, where sets are held in some way; none if it is not first-order.
    pub(super) fn of(ty: &Type, sets: &Sets) -> Option<Form> {
        let of = |ty: &Type| Form::of(ty, sets).map(Box::new);
        Some(match ty {
            Type::Int | Type::Bool | Type::Enum(_) | Type::Cell => Form::Word,
            Type::Text if let Some(names) = sets.names() => Form::Name(names.clone()),
            Type::Text => Form::Text(sets.letters().clone()),
            Type::Set(t) if sets.are_bits(t) => {
                sets.of(t).map_or(Form::Bits, |(_, over)| Form::Over(over.clone()))
            }
            Type::Set(t) => Form::Set(of(t)?),
            Type::Bag(t) => Form::Bag(of(t)?),
            Type::List(t) => Form::List(of(t)?),
            Type::Map(k, v) => Form::Map(of(k)?, of(v)?),
            Type::Tuple(types) => {
                Form::Tuple(types.iter().map(|ty| Form::of(ty, sets)).collect::<Option<_>>()?)
            }
            Type::Drawing | Type::Position | Type::Function(..) | Type::Unknown(_) | Type::Wrong => {
                return None;
            }
        })
    }

    /// Whether each value is one word.
    pub(super) fn is_word(&self) -> bool {
        matches!(self, Form::Word | Form::Name(_))
    }

    /// Whether each value is one word, or a tuple of words.
    fn is_of_words(&self) -> bool {
        match self {
            Form::Tuple(parts) => parts.iter().all(Form::is_word),
            one => one.is_word(),
        }
    }

    /// How many words each value takes, if that is fixed.
    pub(super) fn width(&self) -> Option<usize> {
        match self {
            Form::Word | Form::Name(_) => Some(1),
            Form::Bits | Form::Over(_) => Some(2),
            Form::Tuple(parts) => parts.iter().map(Form::width).sum(),
            _ => None,
        }
    }

    /// What a run holds: the elements, or a key and its value.
    pub(super) fn element(&self) -> Form {
        match self {
            Form::Set(e) | Form::Bag(e) | Form::List(e) => (**e).clone(),
            Form::Map(k, v) => Form::Tuple(vec![(**k).clone(), (**v).clone()]),
            _ => Form::Word,
        }
    }

    /// Takes a value off the beginning of some words.
    #[inline]
    pub(super) fn take<'w>(&self, words: &mut &'w [i64]) -> &'w [i64] {
        let (first, rest) = words.split_at(self.length(words));
        *words = rest;
        first
    }

    /// How many words the value at the beginning takes.
    #[inline]
    fn length(&self, words: &[i64]) -> usize {
        match self {
            Form::Word | Form::Name(_) => 1,
            Form::Bits | Form::Over(_) => 2,
            Form::Tuple(parts) => parts.iter().fold(0, |length, part| length + part.length(&words[length..])),
            _ => words[0] as usize + 1,
        }
    }

    /// The elements of a run.
    pub(super) fn elements<'w>(&self, mut run: &'w [i64]) -> impl Iterator<Item = &'w [i64]> {
        std::iter::from_fn(move || (!run.is_empty()).then(|| self.take(&mut run)))
    }

    /// The values at the beginning of some words, as the language orders them.
    pub(super) fn compare(&self, a: &[i64], b: &[i64]) -> Ordering {
        match self {
            Form::Word | Form::Name(_) => a[0].cmp(&b[0]),
            Form::Bits | Form::Over(_) => compare_bits(join(a), join(b)),
            Form::Tuple(parts) if self.is_of_words() => a[..parts.len()].cmp(&b[..parts.len()]),
            Form::Tuple(parts) => compare_all(parts.iter(), a, b),
            _ => self.compare_runs(run_of(a), run_of(b)),
        }
    }

    /// Two runs of the same form.
    pub(super) fn compare_runs(&self, a: &[i64], b: &[i64]) -> Ordering {
        match self {
            Form::Text(letters) => letters.compare(a, b),
            Form::Bag(e) => compare_each(&mut counted(e, a), &mut counted(e, b), |(x, n), (y, m)| {
                e.compare(x, y).then(n.cmp(&m))
            }),
            Form::List(e) | Form::Set(e) if e.is_word() => a.cmp(b),
            other => {
                let e = other.element();
                compare_each(&mut e.elements(a), &mut e.elements(b), |x, y| e.compare(x, y))
            }
        }
    }

    /// Where an element of a sorted run is, or where it belongs; and how long the one there is.
    pub(super) fn search(&self, run: &[i64], wanted: &[i64]) -> Result<(usize, usize), usize> {
        if let Some(width) = self.width() {
            let (mut low, mut high) = (0, run.len() / width.max(1));
            while low < high {
                let middle = (low + high) / 2;
                match self.compare(&run[middle * width..][..width], wanted) {
                    Ordering::Less => low = middle + 1,
                    Ordering::Greater => high = middle,
                    Ordering::Equal => return Ok((middle * width, width)),
                }
            }
            return Err(low * width);
        }
        let mut at = 0;
        for element in self.elements(run) {
            match self.compare(element, wanted) {
                Ordering::Less => at += element.len(),
                Ordering::Greater => break,
                Ordering::Equal => return Ok((at, element.len())),
            }
        }
        Err(at)
    }

    /// Whether the elements of a run are in order, and none comes twice if that is asked for.
    pub(super) fn is_sorted(&self, run: &[i64], once: bool) -> bool {
        let in_order = |a: &[i64], b: &[i64]| match self.compare(a, b) {
            Ordering::Less => true,
            Ordering::Equal => !once,
            Ordering::Greater => false,
        };
        let mut before: Option<&[i64]> = None;
        self.elements(run).all(|e| before.replace(e).is_none_or(|b| in_order(b, e)))
    }

    /// Appends the elements of a run in order, each once if it is the run of a set.
    pub(super) fn sort(&self, run: &[i64], once: bool, out: &mut Vec<i64>) {
        if self.is_word() {
            let from = out.len();
            out.extend_from_slice(run);
            out[from..].sort_unstable();
            if once {
                let mut kept = from;
                for i in from..out.len() {
                    if i == from || out[i] != out[i - 1] {
                        out[kept] = out[i];
                        kept += 1;
                    }
                }
                out.truncate(kept);
            }
            return;
        }
        if self.width() == Some(2) {
            let mut pairs: Vec<[i64; 2]> = run.as_chunks().0.to_vec();
            pairs.sort_unstable_by(|a, b| self.compare(a, b));
            if once {
                pairs.dedup();
            }
            return out.extend_from_slice(pairs.as_flattened());
        }
        let mut elements: Vec<&[i64]> = self.elements(run).collect();
        elements.sort_by(|a, b| self.compare(a, b));
        if once {
            elements.dedup();
        }
        elements.into_iter().for_each(|e| out.extend_from_slice(e));
    }

    /// Appends a value; none if a number is too large, or a set does not fit its bits.
    pub(super) fn write(&self, value: &Value, grid: &Grid, out: &mut Vec<i64>) -> Option<()> {
        match (self, value) {
            (Form::Word, v) => out.push(word_of(v)?),
            (Form::Name(names), v) => out.push(names.word(v)?),
            (Form::Bits, Value::Set(_)) => {
                let mut bits = 0u128;
                for v in elements(value) {
                    bits |= 1 << bit_of(&v, grid)?;
                }
                out.extend([bits as u64 as i64, (bits >> 64) as u64 as i64]);
            }
            (Form::Over(over), _) => {
                let bits = over.bits_of(value)?;
                out.extend([bits as u64 as i64, (bits >> 64) as u64 as i64]);
            }
            (Form::Tuple(forms), Value::Tuple(parts)) => {
                forms.iter().zip(parts.iter()).try_for_each(|(form, part)| form.write(part, grid, out))?;
            }
            _ => {
                let at = out.len();
                out.push(0);
                self.write_run(value, grid, out)?;
                out[at] = (out.len() - at - 1) as i64;
            }
        }
        Some(())
    }

    /// Appends what is in a collection or a text.
    pub(super) fn write_run(&self, value: &Value, grid: &Grid, out: &mut Vec<i64>) -> Option<()> {
        match (self, value) {
            (Form::Text(letters), Value::Text(t)) => out.extend(t.chars().map(|c| letters.number(c))),
            (Form::Map(key, item), Value::Map(map)) => map.iter().try_for_each(|(k, v)| {
                key.write(k, grid, out)?;
                item.write(v, grid, out)
            })?,
            (Form::Set(e) | Form::Bag(e) | Form::List(e), _) => {
                elements(value).try_for_each(|v| e.write(&v, grid, out))?;
            }
            _ => return None,
        }
        Some(())
    }

    /// The value of a type at the beginning of some words.
    pub(super) fn read(&self, ty: &Type, grid: &Grid, words: &mut &[i64]) -> Value {
        let value = self.take(words);
        match (self, ty) {
            (Form::Bits, _) => set_of(ty, join(value), grid),
            (Form::Over(over), _) => over.set_of(join(value)),
            (Form::Tuple(forms), Type::Tuple(types)) => {
                let mut parts = value;
                Value::Tuple(
                    forms.iter().zip(types).map(|(form, ty)| form.read(ty, grid, &mut parts)).collect(),
                )
            }
            (Form::Word, _) => super::keys::value_of(value[0], ty),
            (Form::Name(names), _) => names.text(value[0]),
            _ => self.read_run(ty, grid, &value[1..]),
        }
    }

    /// The collection or the text of a run.
    pub(super) fn read_run(&self, ty: &Type, grid: &Grid, run: &[i64]) -> Value {
        let element = ty.element().unwrap_or(Type::Int);
        let all = |e: &Form| {
            let read = |mut words: &[i64]| e.read(&element, grid, &mut words);
            e.elements(run).map(read).collect::<Vec<Value>>()
        };
        match (self, ty) {
            (Form::Set(e), _) => Value::Set(all(e).into_iter().collect()),
            (Form::Bag(e), _) => all(e).into_iter().fold(Value::Bag(OrdMap::new()), |bag, x| with(&bag, x)),
            (Form::List(e), _) => Value::List(all(e).into_iter().collect()),
            (Form::Map(key, item), Type::Map(k, v)) => {
                let pair =
                    |mut words: &[i64]| (key.read(k, grid, &mut words), item.read(v, grid, &mut words));
                Value::Map(self.element().elements(run).map(pair).collect())
            }
            (Form::Text(letters), _) => {
                Value::text(run.iter().filter_map(|n| letters.letter(*n)).collect::<String>())
            }
            _ => unreachable!("a run of another form"),
        }
    }
}

/// What a collection at the beginning of some words holds.
#[inline]
fn run_of(words: &[i64]) -> &[i64] {
    &words[1..=words[0] as usize]
}

/// The bit of a number, a case or a cell.
fn bit_of(v: &Value, grid: &Grid) -> Option<u32> {
    match v {
        Value::Cell(c) => grid.bit(c.row, c.col),
        other => u32::try_from(word_of(other)?).ok().filter(|b| *b < 128),
    }
}

/// A set from its bits.
pub(super) fn set_of(ty: &Type, bits: u128, grid: &Grid) -> Value {
    let element = ty.element().unwrap_or(Type::Int);
    let value = |b: u32| match element {
        Type::Cell => {
            let (row, col) = grid.cell(b);
            Value::Cell(Cell { row, col })
        }
        _ => super::keys::value_of(b.into(), &element),
    };
    Value::Set((0..128).filter(|b| bits >> b & 1 == 1).map(value).collect())
}

/// The bits in two words.
pub(super) fn join(words: &[i64]) -> u128 {
    u128::from(words[0] as u64) | u128::from(words[1] as u64) << 64
}

fn compare_all<'f>(parts: impl Iterator<Item = &'f Form>, mut a: &[i64], mut b: &[i64]) -> Ordering {
    for part in parts {
        match part.compare(part.take(&mut a), part.take(&mut b)) {
            Ordering::Equal => {}
            other => return other,
        }
    }
    Ordering::Equal
}

fn compare_each<T>(
    a: &mut impl Iterator<Item = T>,
    b: &mut impl Iterator<Item = T>,
    compare: impl Fn(T, T) -> Ordering,
) -> Ordering {
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(x), Some(y)) => match compare(x, y) {
                Ordering::Equal => {}
                other => return other,
            },
        }
    }
}

/// The elements of the run of a bag, each with how often it comes: as bags are ordered.
fn counted<'w>(element: &Form, run: &'w [i64]) -> impl Iterator<Item = (&'w [i64], u64)> {
    let mut elements = element.elements(run).peekable();
    std::iter::from_fn(move || {
        let first = elements.next()?;
        let mut n = 1;
        while elements.next_if(|e| *e == first).is_some() {
            n += 1;
        }
        Some((first, n))
    })
}
