//! Positions whose lists only get shorter at their ends, as numbers: where what is left begins, and how long it is. The rules that say
//! the same of these numbers ([`slices`]) are a program of their own, for which there are arrays and graphs over words.

use super::rewritten::{Rewritten, Writer};
use crate::check::ir::GameId;
use crate::engine::Unfit;
use crate::lowered::slices::{self, Cut, Cuts, Left, Whole};
use crate::rules::ctx::Ctx;
use crate::rules::packed;
use crate::value::{GamePosition, Value};
use std::collections::BTreeSet;

/// The slices of one family: of the largest position that was asked about, or the last.
#[derive(Default)]
pub(in crate::rules) struct Slices {
    /// What becomes numbers, once that was looked for.
    cuts: Option<Option<Cuts>>,
    begun: Option<Box<Begun>>,
    /// A layout of positions in a word, for those that have room there: they are left to others.
    in_words: Option<Box<packed::Family>>,
    /// How often a position followed that has a little more than there was.
    grown: u32,
}

/// Of more elements there are too many slices, and too much to write down.
const MOST: usize = 1 << 14;
/// So many positions that have a little more than the one before begin again.
const MOST_GROWN: u32 = 8;
/// So many elements show whether they repeat.
const SAMPLE: usize = 40;

/// Rules in numbers, for what there was at first.
struct Begun {
    first: Whole,
    rules: Rewritten,
}

impl Slices {
    fn cuts(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<Cuts> {
        let id = GameId(position.game.id);
        self.cuts.get_or_insert_with(|| slices::cuts(ctx.machine.plain(), id)).clone()
    }

    /// Whether others hold a position better: in one word, or in two and one of all orders of a list that play alike.
    fn is_word(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> bool {
        if self.in_words.as_ref().is_some_and(|family| family.pack(position).is_some()) {
            return true;
        }
        let family = |bits| packed::Family::new(ctx.machine, position, None, bits);
        let in_two = || family(u128::BITS).filter(packed::Family::has_lists_in_any_order);
        self.in_words = family(u64::BITS).or_else(in_two).map(Box::new);
        self.in_words.is_some()
    }

    /// Whether each of many positions has a little more than the one before it, as in a table: those who hold lists as they are keep what
    /// they know of it.
    fn grows_slowly(&mut self, next: Whole) -> bool {
        let Some(begun) = &self.begun else { return false };
        let (before, now) = (&begun.first.elements, next.elements);
        let has_all = || now.windows(before.len().max(1)).any(|part| part == &before[..]);
        let is_slow = now.len() <= before.len() + before.len() / 4 && has_all();
        self.grown = if is_slow { self.grown + 1 } else { 0 };
        self.grown > MOST_GROWN
    }

    /// Rules in numbers of which a position is one, and what it is there.
    fn begun_for(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Begun, GamePosition)> {
        let cuts = self.cuts(ctx, position)?;
        let known = self.begun.as_ref().is_some_and(|begun| begun.numbers(&cuts, position).is_some());
        if !known {
            // Where a position has room in a word, so do those that follow it; and equal lists are one there.
            if ctx.tuning.quick > 0 && self.is_word(ctx, position) {
                return None;
            }
            if self.grows_slowly(whole_of(position, &cuts)) {
                return None;
            }
            self.begun = Some(Box::new(Begun::new(ctx, position, &cuts)?));
        }
        let begun = self.begun.as_deref_mut()?;
        let numbers = begun.numbers(&cuts, position)?;
        Some((begun, numbers))
    }
}

impl Begun {
    /// Rules for what there is in a position at first.
    fn new(ctx: &Ctx<'_>, position: &GamePosition, cuts: &Cuts) -> Option<Begun> {
        let id = GameId(position.game.id);
        let first = whole_of(position, cuts);
        let is_middle = |(cut, rows): (&Cut, &Vec<_>)| if cut.left == Left::Middle { rows.len() } else { 0 };
        let middles: usize = cuts.cuts.iter().zip(&first.rows).map(is_middle).sum();
        if first.elements.len() > MOST || middles > 1 && repeats(&first.elements) {
            return None;
        }
        let program = slices::in_numbers(ctx.machine.plain(), id, cuts, &first)?;
        Some(Begun { first, rules: Rewritten::new(id, program) })
    }

    /// A position in numbers, if its lists are slices of what there was at first.
    fn numbers(&self, cuts: &Cuts, position: &GamePosition) -> Option<GamePosition> {
        let mut args: Vec<Value> = position.args.to_vec();
        let mut begins = vec![];
        for (cut, rows) in cuts.cuts.iter().zip(&self.first.rows) {
            let found = found(&self.first.elements, cut, rows, &position.args[cut.param])?;
            let number = |n: usize| Value::int(n as i64);
            let all = |numbers: Vec<Value>| {
                if cut.is_rows { Value::List(numbers.into_iter().collect()) } else { numbers[0].clone() }
            };
            if cut.left == Left::Middle {
                begins.push(all(found.iter().map(|(at, _)| number(*at)).collect()));
            }
            args[cut.param] = all(found.iter().map(|(_, n)| number(*n)).collect());
        }
        args.extend(begins);
        self.rules.position(args)
    }
}

/// The lists of a position, as what there is at first.
fn whole_of(position: &GamePosition, cuts: &Cuts) -> Whole {
    let mut whole = Whole { elements: vec![], rows: vec![] };
    for cut in &cuts.cuts {
        let lists = lists_of(cut, &position.args[cut.param]).into_iter().map(|list| {
            let at = whole.elements.len();
            whole.elements.extend(list);
            (at, whole.elements.len() - at)
        });
        whole.rows.push(lists.collect());
    }
    whole
}

/// Where each list of a parameter begins, and how long it is.
fn found(
    elements: &[Value],
    cut: &Cut,
    rows: &[(usize, usize)],
    value: &Value,
) -> Option<Vec<(usize, usize)>> {
    let lists = lists_of(cut, value);
    if lists.len() != rows.len() {
        return None;
    }
    let find = |(list, (at, n)): (&Vec<Value>, &(usize, usize))| {
        let is_at = |at: usize| elements[at..].starts_with(list);
        let size = list.len();
        let found = match cut.left {
            Left::Middle if size == 0 => Some(0),
            Left::Middle => (0..=elements.len().checked_sub(size)?).find(|at| is_at(*at)),
            Left::End => (at + n).checked_sub(size).filter(|begin| begin >= at && is_at(*begin)),
            Left::Begin => Some(*at).filter(|at| size <= *n && is_at(*at)),
        };
        Some((found?, size))
    };
    lists.iter().zip(rows).map(find).collect()
}

/// Whether most slices of some elements are equal to others: by their numbers there would be far more positions than there are, if
/// there are several lists.
fn repeats(elements: &[Value]) -> bool {
    let some = &elements[..elements.len().min(SAMPLE)];
    let slices = || (0..some.len()).flat_map(|at| (at + 1..=some.len()).map(move |end| &some[at..end]));
    slices().collect::<BTreeSet<_>>().len() * 2 < slices().count()
}

/// The list of a parameter, or its lists.
fn lists_of(cut: &Cut, value: &Value) -> Vec<Vec<Value>> {
    match value {
        Value::List(rows) if cut.is_rows => rows.iter().map(list_of).collect(),
        row => vec![list_of(row)],
    }
}

/// The elements of a list, or the letters of a text.
fn list_of(value: &Value) -> Vec<Value> {
    match value {
        Value::List(elements) => elements.iter().cloned().collect(),
        Value::Text(text) => text.chars().map(|c| Value::Text(c.to_string().into())).collect(),
        _ => vec![],
    }
}

impl Writer for Slices {
    const NAME: &'static str = "slices";
    const FIRED: &'static str = "engine: slices";
    const UNFIT: Unfit = Unfit::Kind("no list of its positions only gets shorter at its ends");

    fn begin(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Rewritten, GamePosition)> {
        let (begun, position) = self.begun_for(ctx, position)?;
        Some((&mut begun.rules, position))
    }

    fn rules(&self) -> Option<&Rewritten> {
        self.begun.as_ref().map(|begun| &begun.rules)
    }
}
