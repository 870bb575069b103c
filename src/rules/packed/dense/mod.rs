//! Dense tables: games whose positions are one, two or three numbers, solved in order without hashing.
//!
//! Positions are taken in lexicographic order of their numbers. Nothing is assumed of that order: an option
//! that is not in the table yet, or any misfit, ends the attempt, and the graph solver takes over. Moves that
//! are linear (see [`clause`]) run natively; the others by register code, position by position.

mod boxes;
mod clause;
mod fill;
mod kernels;
mod linear;
mod lines;
mod recognise;
mod rest;
mod saved;
mod seen;
mod single;
mod used;
mod walk;

pub(super) use clause::Clause;

use super::family::{Family, Instance};
use super::keys::value_of;
use super::layout::Kind;
use super::loops::word_of;
use super::vm::Vm;

use crate::engine::{Exhausted, Meter, Stop, Unfit};
use crate::rules::ranking::{Ranking, is_much_more};
use crate::rules::spot;
use crate::value::{GamePosition, Int};
use boxes::{Shape, Table, Word};
use fill::{Fill, OUT, Rest, Way};
use lines::LineSets;
use rest::ByCode;
use seen::Stamps;
use std::io::{self, Write};
use std::rc::Rc;
use used::Used;

/// Nim-values of a family in arrays: 1 byte a position while values are below 256, then 2, then 4; twice
/// that where runs go along another number than the last.
pub(in crate::rules) struct Dense {
    family: Family,
    tables: Tables,
    /// Per instance: its moves as clauses, and the sets of those that are lines.
    games: Vec<Game>,
    /// Instances in an order in which each leads only to itself and earlier ones.
    order: Vec<usize>,
    vm: Vm,
    stamps: Stamps,
    solved: u64,
    /// Of each instance: how many positions were filled when a sample was last compared with the rules.
    compared: Vec<usize>,
    used: Used,
}

/// A table has room for all values of a number that has so few,
const FEW_VALUES: i64 = 4;
/// and, if play leaves it, of one that has so few.
const SOME_VALUES: i64 = 64;

/// Machine code may be quicker; if there is none, tables go on ([`Dense::be_patient`]).
pub(in crate::rules) const SHORT: Unfit = Unfit::Kind("its moves have few options each that lie in a row");

struct Game {
    ways: Vec<Way>,
    lines: Vec<LineSets>,
    /// (a, b) and (b, a) have the same value.
    symmetric: bool,
}

/// The tables of all instances, in words of one width.
enum Tables {
    Narrow(Vec<Table<u8>>),
    Middle(Vec<Table<u16>>),
    Wide(Vec<Table<u32>>),
}

/// The same expression for each width.
macro_rules! each_width {
    ($tables:expr, $t:ident => $e:expr) => {
        match $tables {
            Tables::Narrow($t) => $e,
            Tables::Middle($t) => $e,
            Tables::Wide($t) => $e,
        }
    };
}
use each_width;

impl Tables {
    /// The same values in wider words.
    fn widen(&mut self) -> bool {
        fn all<T: Word, U: Word>(tables: &mut Vec<Table<T>>) -> Vec<Table<U>> {
            std::mem::take(tables).into_iter().map(Table::widened).collect()
        }
        *self = match self {
            Tables::Narrow(t) => Tables::Middle(all(t)),
            Tables::Middle(t) => Tables::Wide(all(t)),
            Tables::Wide(_) => return false,
        };
        true
    }
}

impl Dense {
    /// Tables for a family, if its positions are few numbers each and its games come in an order.
    ///
    /// # Errors
    /// Why not.
    pub(in crate::rules) fn new(family: Family) -> Result<Dense, Unfit> {
        let shapes = family.instances.iter().map(shape).collect::<Option<Vec<Shape>>>();
        let shapes =
            shapes.ok_or(Unfit::Kind("a position is not one to three numbers with a least value"))?;
        let order = order(&family.instances).ok_or(Unfit::Kind("its games lead to each other"))?;
        if family.instances.iter().any(|i| !i.for_tables) {
            return Err(Unfit::Kind("a move has something that is left to the general evaluation"));
        }
        let game = |(i, instance): (usize, &Instance)| {
            let symmetric = instance.rest.is_none()
                && shapes[i].highs.iter().min() == shapes[i].highs.iter().max()
                && clause::are_symmetric(&instance.clauses, i, &shapes[i].lows);
            let mut game = Game { ways: vec![], lines: vec![], symmetric };
            for clause in &instance.clauses {
                let line = clause.line(i, &shapes[i].lows).map(|line| game.lines_of(line));
                game.ways.push(Way { clause: clause.clone(), line });
            }
            game
        };
        let games: Vec<Game> = family.instances.iter().enumerate().map(game).collect();
        let runs = || games.iter().flat_map(|g| &g.ways).filter(|w| w.line.is_none()).map(|w| &w.clause);
        let table = |(i, shape)| Table::new(shape, &walk::axes(runs(), i));
        let tables = Tables::Narrow(shapes.iter().cloned().enumerate().map(table).collect());
        let compared = vec![0; games.len()];
        let (vm, stamps) = (Vm::default(), Stamps::default());
        Ok(Dense { family, tables, games, order, vm, stamps, solved: 0, compared, used: Used::default() })
    }

    /// How often each loop was used.
    pub(in crate::rules) fn used(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.used.all()
    }

    /// Whether some moves are no clauses: their options are found one by one.
    pub(in crate::rules) fn is_by_code(&self) -> bool {
        self.family.instances.iter().any(|i| i.rest.is_some())
    }

    /// How many positions there are in a table that holds a position; none if there are too many to count.
    pub(in crate::rules) fn to_fill(&self, position: &GamePosition) -> Option<u64> {
        let (i, wanted) = self.place(position)?;
        let symmetric = self.games[i].symmetric;
        let held = each_width!(&self.tables, t => t[i].to_hold(&wanted, symmetric, false));
        held.map(|(positions, _)| positions)
    }

    /// Goes on even if runs are short.
    pub(in crate::rules) fn be_patient(&self) {
        self.used.be_patient();
    }

    /// The position at a place in the table of an instance.
    fn position_at(&self, instance: usize, place: u64) -> GamePosition {
        let numbers = each_width!(&self.tables, t => t[instance].shape.numbers(place as usize));
        let Instance { id, rules, info, .. } = &self.family.instances[instance];
        let mut numbers = numbers.into_iter();
        let params = self.family.program.game(*id).params.iter().zip(rules);
        let args = params.map(|(param, rule)| match rule {
            Some(v) => v.clone(),
            None => value_of(numbers.next().unwrap_or(0), &param.ty),
        });
        GamePosition { game: info.clone(), args: args.collect() }
    }

    fn known(&self, root: usize, at: &[i64]) -> Option<u64> {
        each_width!(&self.tables, t => {
            let table = &t[root];
            table.shape.index(at).filter(|i| *i < table.filled).map(|i| table.values[i].wide().into())
        })
    }

    /// All known values of positions whose numbers are at most those of a position.
    pub(in crate::rules) fn values_up_to(&self, corner: &GamePosition) -> Option<Vec<(Vec<i64>, u64)>> {
        let (root, corner) = self.place(corner)?;
        let all: Vec<Vec<i64>> =
            each_width!(&self.tables, t => (0..t[root].filled).map(|i| t[root].shape.numbers(i)).collect());
        let inside = |at: &Vec<i64>| at.iter().zip(&corner).all(|(n, most)| n <= most);
        all.into_iter().filter(inside).map(|at| self.known(root, &at).map(|v| (at, v))).collect()
    }

    /// How many numbers a position of an instance has.
    fn numbers(&self, i: usize) -> usize {
        self.family.instances[i].placed.fields.len()
    }

    /// The instance of a position, and its numbers.
    fn place(&self, position: &GamePosition) -> Option<(usize, Vec<i64>)> {
        let root = self.family.instance_of(position)?;
        let state = position.args.iter().zip(&position.game.is_rule).filter(|(_, rule)| !**rule);
        Some((root, state.map(|(v, _)| word_of(v)).collect::<Option<_>>()?))
    }

    /// Enlarges the box of an instance to hold some numbers. Where moves lead to sums, which take long elsewhere, all values of those
    /// that have few, such as a colour; and if play leaves the box even so, all that was declared, if that is not much more.
    fn grow_as_declared(&mut self, i: usize, mut wanted: Vec<i64>, meter: &Rc<Meter>) -> Result<(), Stop> {
        if self.family.has_no_sums() {
            return self.grow(i, &wanted, meter);
        }
        let shape = each_width!(&self.tables, t => t[i].shape.clone());
        shape.take_all_below(&mut wanted, FEW_VALUES);
        match self.grow(i, &wanted, meter) {
            Err(Stop::Unfit(Unfit::OutOfOrder)) if shape.take_all_below(&mut wanted, SOME_VALUES) => {
                self.grow(i, &wanted, meter)
            }
            grown => grown,
        }
    }

    /// Enlarges the box of an instance to hold some numbers, and fills it.
    fn grow(&mut self, i: usize, wanted: &[i64], meter: &Rc<Meter>) -> Result<(), Stop> {
        let roomy = match self.may_grow(i, wanted, true, meter)? {
            Ok(()) => true,
            Err(_) => match self.may_grow(i, wanted, false, meter)? {
                Ok(()) => false,
                Err(what) => {
                    self.grow_in_part(i, wanted, what, meter)?;
                    return Err(Stop::Exhausted(what, self.needs(i, wanted)));
                }
            },
        };
        self.make_room(i, wanted, roomy, meter)
    }

    /// Solves what the budget of positions allows, if that is any row of the box.
    fn grow_in_part(
        &mut self,
        i: usize,
        wanted: &[i64],
        what: Exhausted,
        meter: &Rc<Meter>,
    ) -> Result<(), Stop> {
        let Exhausted::TooFewPositions { most, .. } = what else { return Ok(()) };
        let part = each_width!(&self.tables, t => t[i].affordable(wanted, meter.positions_left()));
        let Some(part) = part else { return Ok(()) };
        if self.may_grow(i, &part, false, meter)?.is_err() {
            return Ok(());
        }
        self.make_room(i, &part, false, meter)?;
        Err(Stop::Exhausted(Exhausted::Positions(most), self.how_far(i)))
    }

    /// Enlarges the box of an instance, which the budgets hold, and fills it.
    fn make_room(&mut self, i: usize, wanted: &[i64], roomy: bool, meter: &Rc<Meter>) -> Result<(), Stop> {
        let symmetric = self.games[i].symmetric;
        let Game { lines, .. } = &mut self.games[i];
        let lined = !lines.is_empty();
        each_width!(&mut self.tables, t => {
            let grown = t[i].enlarge(wanted, lined, symmetric, roomy).ok_or(OUT)?;
            if grown && t[i].filled == 0 {
                lines.iter_mut().for_each(|l| l.lay_out(&t[i].shape));
            }
        });
        loop {
            match self.fill(i, meter) {
                Ok(()) => return Ok(()),
                Err(Stop::Unfit(Unfit::WideValue)) => {
                    // One table after the other is copied to words of twice the width.
                    let bytes = self.bytes();
                    meter.grow(bytes, 2 * bytes).map_err(|e| Stop::Exhausted(e, self.how_far(i)))?;
                    if !self.tables.widen() {
                        return Err(Unfit::WideValue.into());
                    }
                }
                Err(stop) => return Err(stop.so_far(|| self.how_far(i))),
            }
        }
    }

    /// Whether the budgets hold a box with some numbers in it: asked before there is one.
    fn may_grow(
        &self,
        i: usize,
        wanted: &[i64],
        roomy: bool,
        meter: &Meter,
    ) -> Result<Result<(), Exhausted>, Stop> {
        let symmetric = self.games[i].symmetric;
        let (positions, bytes) =
            each_width!(&self.tables, t => t[i].to_hold(wanted, symmetric, roomy)).ok_or(OUT)?;
        Ok(meter.may_solve(positions).and_then(|()| meter.grow(self.bytes(), bytes)))
    }

    /// What a table is needed for, in words.
    fn needs(&self, i: usize, wanted: &[i64]) -> String {
        let numbers: Vec<String> = wanted.iter().map(i64::to_string).collect();
        let name = &self.family.program.game(self.family.instances[i].id).name;
        format!("a table of {name} up to ({})", numbers.join(", "))
    }

    /// Solves what is not filled yet.
    fn fill(&mut self, i: usize, meter: &Rc<Meter>) -> Result<(), Stop> {
        let Dense { family, tables, games, vm, stamps, solved, used, .. } = self;
        let Game { ways, lines, .. } = &mut games[i];
        let code = family.instances[i].rest.as_ref();
        let mut rest = code.map(|code| ByCode { code, grid: &family.grid, vm, meter });
        each_width!(tables, tables => {
            let rest = rest.as_mut().map(|r| r as &mut dyn Rest<_>);
            Fill { tables, own: i, ways, lines, rest, stamps, meter, solved, used }.run()
        })
    }

    fn how_far(&self, i: usize) -> String {
        let game = self.family.program.game(self.family.instances[i].id);
        let (at, low, filled, size) = each_width!(&self.tables, t => {
            let t = &t[i];
            (t.shape.numbers(t.filled)[0], t.shape.lows[0], t.filled, t.shape.size())
        });
        match game.state_params().next() {
            Some((_, first)) if at > low => format!("{} solved up to {} = {}", game.name, first.name, at - 1),
            _ => format!("{filled} of {size} positions of {} solved", game.name),
        }
    }
}

fn int(value: u64) -> Int {
    Int::from(value as i64)
}

impl Ranking for Dense {
    fn title(&self) -> &'static str {
        "a table in order"
    }

    /// The nim-value of a position, if it is in the tables.
    fn known_value(&self, position: &GamePosition) -> Option<Int> {
        let (root, at) = self.place(position)?;
        self.known(root, &at).map(int)
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// A budget that ran out, with how far the table got; or why the game is not for such a table.
    fn value(&mut self, position: &GamePosition, meter: &Rc<Meter>) -> Result<Int, Stop> {
        let (root, at) = self.place(position).ok_or(OUT)?;
        if let Some(value) = self.known(root, &at) {
            return Ok(int(value));
        }
        let largest = at.iter().copied().max().unwrap_or(0);
        for i in self.order.clone() {
            let wanted = if i == root { at.clone() } else { vec![largest; self.numbers(i)] };
            self.grow_as_declared(i, wanted, meter)?;
            if i == root {
                break;
            }
        }
        self.known(root, &at).map(int).ok_or(OUT)
    }

    /// How many positions have a value.
    fn solved(&self) -> u64 {
        self.solved
    }

    /// Memory held, in bytes.
    fn bytes(&self) -> u64 {
        let tables: u64 = each_width!(&self.tables, t => t.iter().map(Table::bytes).sum());
        let lines = self.games.iter().flat_map(|g| &g.lines).map(LineSets::bytes).sum::<u64>();
        tables + lines + self.stamps.bytes()
    }

    fn not_compared(&self) -> Vec<(u64, Vec<GamePosition>)> {
        let filled: Vec<usize> = each_width!(&self.tables, t => t.iter().map(|t| t.filled).collect());
        let new = (0..filled.len()).filter(|i| is_much_more(filled[*i] as u64, self.compared[*i] as u64));
        let sample =
            |i: usize| spot::places(filled[i] as u64).into_iter().map(move |at| self.position_at(i, at));
        new.map(|i| (filled[i] as u64, sample(i).collect())).collect()
    }

    fn set_compared(&mut self) {
        self.compared = each_width!(&self.tables, t => t.iter().map(|t| t.filled).collect());
    }

    /// The loops of its moves, a name for each clause, and which of its tables are symmetric.
    fn recognised(&self) -> Vec<&'static str> {
        let ways = self.games.iter().flat_map(|g| &g.ways).flat_map(Way::recognised);
        let symmetric = self.games.iter().filter(|g| g.symmetric).map(|_| "dense: symmetric");
        let rest = self.family.instances.iter().filter_map(|i| i.rest.as_ref());
        let rest = rest.flat_map(|code| code.recognised().chain(["dense: by register code"]));
        ways.chain(symmetric).chain(rest).collect()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        saved::save(self, out)
    }

    fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        saved::restore_all(self, bytes)
    }
}

impl Game {
    /// The place of a line among the sets, new or known.
    fn lines_of(&mut self, line: clause::Line) -> usize {
        if let Some(i) = self.lines.iter().position(|l| l.is(&line)) {
            return i;
        }
        self.lines.push(LineSets::new(line));
        self.lines.len() - 1
    }
}

/// The shape of the table for an instance whose fields are one to three numbers with a least value.
fn shape(instance: &Instance) -> Option<Shape> {
    let fields = &instance.placed.fields;
    // Where there are as many fields as parameters, no parameter is a tuple.
    let parameters = instance.rules.iter().filter(|r| r.is_none()).count();
    if fields.len() != parameters || fields.is_empty() || fields.len() > linear::NUMBERS {
        return None;
    }
    let bounds = fields.iter().map(|(field, _)| match field.kind {
        Kind::Word { lo, hi } if lo.unsigned_abs() < 1 << 40 => Some((lo, hi)),
        _ => None,
    });
    Some(Shape::new(bounds.collect::<Option<Vec<_>>>()?.into_iter()))
}

/// The instances in an order in which each leads only to itself and earlier ones; the first one is reached
/// last. `None` if games lead to each other.
fn order(instances: &[Instance]) -> Option<Vec<usize>> {
    let leads = |i: usize| {
        let rest = instances[i].rest.iter().flat_map(|code| code.parts.iter().map(|p| p.instance));
        let clauses = instances[i].clauses.iter().flat_map(|c| c.parts.iter().map(|p| p.0));
        rest.chain(clauses).filter(move |j| *j != i)
    };
    let mut order: Vec<usize> = vec![];
    while order.len() < instances.len() {
        let next =
            (0..instances.len()).find(|i| !order.contains(i) && leads(*i).all(|j| order.contains(&j)))?;
        order.push(next);
    }
    Some(order)
}
