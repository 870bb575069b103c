//! Tables over chains of digits ([`Ranked`]), of one family: one for each number of digits and each way they hang together.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want};
use super::fired::Fired;
use super::graph::Graph;
use crate::engine::{self, Unfit};
use crate::rules::ctx::Ctx;
use crate::rules::packed::{HAS_MACHINE_CODE, Ranked, Word};
use crate::rules::persisted::{Block, Blocks, CHAIN};
use crate::rules::ranking::Ranking;
use crate::rules::sampled::is_right;
use crate::value::Int;
use std::collections::BTreeMap;

/// The tables of a family; given up when something does not fit them.
#[derive(Default)]
pub(in crate::rules) struct Chains {
    tables: Vec<Ranked>,
    unfit: Option<Unfit>,
}

const NAME: &str = "chain";
const KNOWN: Unfit = Unfit::Kind("its value was found on the way to another one");
const SOONER: Unfit = Unfit::Kind("machine code fills an array of all its positions sooner");

/// Before larger chains are filled for an outcome, a search gets its share to try.
const LARGE_CHAIN: usize = 100_000;
/// The graph solver may find that far fewer positions matter: it gets this share of a chain to try.
const TRY_SHARE: usize = 512;

/// Machine code finds options in a quarter of the time in which the code of a chain does one by one (1,350 ns a position of eleven
/// trees in a ring against 350), and of many chains play comes to a tenth; that is worth so many places in a graph,
const ONE_BY_ONE: usize = 1 << 25;
/// if there is room for as many bytes for each.
const ROOM: u64 = 64;

/// How many positions the graph solver may solve before a chain is filled.
fn share(chain: &Ranked, bytes: u64) -> usize {
    let few = chain.size() <= ONE_BY_ONE && chain.size() as u64 <= bytes / ROOM;
    let all = HAS_MACHINE_CODE && chain.is_one_by_one() && few;
    if all { chain.size() } else { chain.size() / TRY_SHARE }
}

/// What a graph finds before a chain is filled: within a share of so many positions.
fn sooner<K: Word>(
    graph: &mut Graph<K>,
    ctx: &mut Ctx<'_>,
    asked: &Asked<'_>,
    chain: &Ranked,
    share: u64,
) -> Result<Option<Answer>> {
    if asked.want != Want::Value && chain.size() > LARGE_CHAIN {
        graph.search_few(ctx, asked, chain.size() as u64, share)
    } else if chain.solved() == 0 && ctx.tuning.quick > 0 {
        graph.within(ctx, asked, share)
    } else {
        Ok(None)
    }
}

fn found(ctx: &mut Ctx<'_>, value: Int) -> Result<Answer> {
    ctx.notes.trail.answered(NAME);
    Ok(Answer::Value(value))
}

impl Chains {
    fn give_up(&mut self, why: Unfit) -> Result<Answer> {
        self.unfit = Some(why);
        Err(why.into())
    }

    /// What is known already.
    fn known(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Option<Int> {
        let i = self.tables.iter().position(|t| t.known_value(asked.position).is_some())?;
        if is_right(ctx, &mut self.tables[i]) {
            return self.tables[i].known_value(asked.position);
        }
        self.tables.remove(i);
        None
    }

    /// The tables that may hold a position, the likeliest first, with what an earlier run has left of them.
    fn candidates(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Vec<Ranked> {
        let known = self.tables.iter().position(|t| t.holds(asked.position)).map(|i| self.tables.remove(i));
        let mut candidates = match known {
            Some(table) => vec![table],
            None => Ranked::all(ctx.machine, asked.position, &self.tables),
        };
        candidates.iter_mut().for_each(|table| ctx.earlier.restore_chain(ctx.machine, asked.position, table));
        candidates.retain_mut(|t| t.known_value(asked.position).is_none() || is_right(ctx, t));
        candidates
    }

    /// Fills the first table that holds the position and what it leads to.
    fn fill(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        candidates: Vec<Ranked>,
        rest: Rest<'_, '_>,
    ) -> Result<Answer> {
        let mut why = Unfit::OutOfOrder;
        for mut table in candidates {
            if table.is_plain_box() && rest.iter_mut().any(|engine| engine.fills_box(ctx, asked)) {
                return Err(SOONER.into());
            }
            // Play may come to few of its positions.
            if table.solved() == 0 && !table.is_affordable(asked.position, &ctx.meter) {
                return Err(Unfit::Kind("the budgets do not hold a table of all positions").into());
            }
            match table.value(asked.position, &ctx.meter) {
                Ok(_) if !is_right(ctx, &mut table) => why = Unfit::Refuted,
                Ok(v) => {
                    self.tables.retain(|t| !t.is_replaced_by(&table));
                    self.tables.push(table);
                    return found(ctx, v);
                }
                Err(engine::Stop::Unfit(reason)) => why = reason,
                Err(stop) => {
                    self.tables.push(table);
                    return Err(stop.widen());
                }
            }
        }
        self.give_up(why)
    }
}

impl Engine for Chains {
    fn name(&self) -> &'static str {
        NAME
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        match self.unfit {
            Some(why) => Err(why.into()),
            None => Ok(asked.is_for_tables(ctx)?),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        if let Some(value) = self.known(ctx, asked) {
            return found(ctx, value);
        }
        // Tests that skip quick attempts want this engine.
        if ctx.tuning.quick > 0 && rest.iter_mut().any(|engine| engine.knows(asked)) {
            return Err(KNOWN.into());
        }
        let mut candidates = self.candidates(ctx, asked);
        if let Some(i) = candidates.iter().position(|t| t.known_value(asked.position).is_some()) {
            let table = candidates.swap_remove(i);
            let value = table.known_value(asked.position);
            self.tables.push(table);
            return value.map_or(Err(Unfit::OutOfOrder.into()), |v| found(ctx, v));
        }
        let made = candidates.len();
        candidates.retain(|t| t.solved() > 0 || t.holds_options(ctx.machine, asked.position));
        let Some(first) = candidates.first() else {
            ctx.meter.look()?;
            if made > 0 {
                return self.give_up(Unfit::OutOfOrder);
            }
            return self.give_up(Unfit::Kind(
                "a position is not one set, bag or list of as many small numbers as all that follow, without claims",
            ));
        };
        // An array gives a graph its share, too.
        if first.is_plain_box()
            && !first.puts_in_order()
            && rest.iter_mut().any(|engine| engine.fills_box(ctx, asked))
        {
            return Err(SOONER.into());
        }
        let share = share(first, ctx.meter.bytes_left()) as u64;
        let one = rest.iter_mut().find_map(|engine| engine.one_word());
        let tried = match one.and_then(|graph| graph.ready(ctx, asked).is_ok().then_some(graph)) {
            Some(graph) => sooner(graph, ctx, asked, first, share)?,
            None => match rest.iter_mut().find_map(|engine| engine.two_words()) {
                Some(graph) => sooner(graph, ctx, asked, first, share)?,
                None => None,
            },
        };
        if let Some(answer) = tried {
            self.tables.extend(candidates.into_iter().filter(|t| t.solved() > 0));
            return Ok(answer);
        }
        self.fill(ctx, asked, candidates, rest)
    }

    fn usage(&self) -> Usage {
        let mut total = Usage::default();
        self.tables.iter().for_each(|t| total += Usage { positions: t.solved(), bytes: t.bytes() });
        total
    }

    fn save<'e>(&'e self, family: &str, blocks: &mut Blocks<'e>) {
        for table in self.tables.iter().filter(|t| t.solved() > 0) {
            blocks.add(format!("{CHAIN}{} {family}", table.kind()), Block::Table(table));
        }
    }

    fn tell(&self, fired: &mut Fired) {
        for table in self.tables.iter().filter(|t| t.solved() > 0) {
            fired.add("engine: chain", 1);
            fired.all(table.recognised());
        }
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        for table in &self.tables {
            for run in table.runs() {
                *used.entry(format!("chain: {run}")).or_default() += table.solved();
            }
            if table.together() > 0 {
                *used.entry("chain: by several threads".into()).or_default() += table.together();
            }
        }
    }
}
