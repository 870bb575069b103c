//! The graph of the positions reachable from one.

use super::ask::stopped;
use super::contest::Hope;
use super::drawing::{Extent, extent};
use super::{Question, Session};
use crate::answer::{Answer, EdgeAnswer, GraphAnswer, NodeAnswer};
use crate::check::ir::{StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::rules::Stop;
use crate::rules::outcome::Player;
use crate::syntax::ast::Owner;
use crate::value::{Position, Value};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The limit of counting positions that are not shown.
const COUNTED: usize = 5000;
/// So few positions beyond the usual number are shown, too, where they are the last.
const FEW_MORE: usize = 4;

impl Session {
    /// The positions reachable from the one that a question shows, at most `most` of them, nearest first.
    ///
    /// # Errors
    /// A mistake or a budget that ran out, as an answer.
    pub fn graph(&mut self, question: &Question, most: usize) -> Result<GraphAnswer, Answer> {
        self.games.machine.start_after(self.budget.clone(), self.walk.spent());
        self.games.begin(question.statement.kind.rule());
        self.start_of_graph(question).and_then(|p| self.explore(p, most)).map_err(|s| stopped(s, question))
    }

    /// The same; a few positions more where they are all that is left.
    ///
    /// # Errors
    /// As for [`Session::graph`].
    pub fn graph_or_all(&mut self, question: &Question, most: usize) -> Result<GraphAnswer, Answer> {
        let found = self.graph(question, most)?;
        if found.more || !(1..=FEW_MORE).contains(&found.folded) {
            return Ok(found);
        }
        let mut whole = self.graph(question, most + FEW_MORE)?;
        whole.rests_on.retain(|claim| !found.rests_on.contains(claim));
        whole.rests_on.extend(found.rests_on);
        Ok(whole)
    }

    fn start_of_graph(&self, question: &Question) -> Result<Position, Stop> {
        if let StatementKind::Show { expr, .. } = &question.statement.kind
            && let Value::Position(p) = self.eval(question).eval(expr)?
        {
            return Ok(p);
        }
        let d = Diagnostic::error("not-a-position", "A position is needed here");
        Err(Stop::mistake(d.at(question.span(), "this is none")))
    }

    pub(super) fn explore(&self, start: Position, most: usize) -> Result<GraphAnswer, Stop> {
        self.explore_all(start, most).map(|found| found.0)
    }

    /// The graph, and the position of each node.
    pub(super) fn explore_all(
        &self,
        start: Position,
        most: usize,
    ) -> Result<(GraphAnswer, Vec<Position>), Stop> {
        let mut found = Found::default();
        found.meet(self.playable(start)?);
        let partizan = self.games.machine.kind(&found.all[0]).partizan;
        let extent = extent(&found.all[0]);
        let mut edges: BTreeMap<(usize, usize, u8), (Vec<String>, bool)> = BTreeMap::new();
        let mut next = 0;
        while let Some(here) = found.queue.pop_front() {
            if found.all.len() > COUNTED {
                break;
            }
            for m in self.games.moves(&found.all[here].clone())? {
                self.games.machine.meter().look()?;
                let owner = m.owner;
                let to = found.meet(self.playable(m.to)?);
                if here < most && to < most {
                    let whose = if partizan { owner as u8 } else { Owner::Both as u8 };
                    let edge = edges.entry((here, to, whose)).or_default();
                    edge.0.push(m.name);
                    edge.1 |= partizan && self.wins_by_owner(&found.all[to], owner)?;
                } else if here < most {
                    found.folded.insert(here, ());
                }
            }
            next = here + 1;
        }
        let shown = found.all.len().min(most);
        let nodes = (0..shown).map(|i| self.node(&found, i, extent)).collect::<Result<Vec<_>, Stop>>()?;
        let won = |node: &NodeAnswer| !partizan && node.outcome == "P";
        let graph = GraphAnswer {
            edges: edges
                .into_iter()
                .map(|((from, to, owner), (moves, wins))| EdgeAnswer {
                    from,
                    to,
                    moves,
                    winning: wins || won(&nodes[to]),
                    owner: whose(owner),
                })
                .collect(),
            folded: found.all.len() - shown,
            more: next < found.all.len(),
            misere: self.games.rule() == WinRule::Misere,
            rests_on: self.games.take_rests_on(),
            nodes,
        };
        found.all.truncate(shown);
        Ok((graph, found.all))
    }

    /// Whether a move to a position wins for its owner, or for both players if both may make it.
    fn wins_by_owner(&self, to: &Position, owner: Owner) -> Result<bool, Stop> {
        let lost = |player| Ok::<_, Stop>(self.hope(to, player)? == Hope::Loss);
        Ok((owner == Owner::Right || lost(Player::Right)?) && (owner == Owner::Left || lost(Player::Left)?))
    }

    /// The position without the parts that have no move; the first of them if there are no others.
    fn playable(&self, p: Position) -> Result<Position, Stop> {
        let mut parts = vec![];
        for part in &p.parts {
            if self.games.move_count(&Position::one(part.clone()))? > 0 {
                parts.push(part.clone());
            }
        }
        if parts.is_empty() {
            parts.extend(p.parts.into_iter().take(1));
        }
        Ok(Position { parts })
    }

    fn node(&self, found: &Found, i: usize, extent: Extent) -> Result<NodeAnswer, Stop> {
        let (p, rule) = (&found.all[i], self.games.rule());
        let picture = self.face(p, extent)?;
        if !self.games.is_plain(p) {
            return Ok(NodeAnswer {
                position: p.in_trace(),
                outcome: self.games.outcome_name(p)?.into(),
                value: match rule {
                    WinRule::Normal => self.games.worth_text(p)?.unwrap_or_default(),
                    WinRule::Misere => String::new(),
                },
                picture,
                folded: found.folded.contains_key(&i),
            });
        }
        let lost = self.games.previous_wins(p, rule)?;
        let value = match rule {
            WinRule::Normal => self.games.value(p)?.to_big().to_string(),
            WinRule::Misere => String::new(),
        };
        Ok(NodeAnswer {
            position: p.in_trace(),
            outcome: if lost { "P" } else { "N" }.into(),
            value,
            picture,
            folded: found.folded.contains_key(&i),
        })
    }
}

/// The name of the player whose move it is, unless it is a move of both.
fn whose(owner: u8) -> Option<&'static str> {
    match owner {
        o if o == Owner::Left as u8 => Some(Player::Left.name()),
        o if o == Owner::Right as u8 => Some(Player::Right.name()),
        _ => None,
    }
}

/// Positions met so far; the order of the parts of a sum makes no difference.
#[derive(Default)]
struct Found {
    all: Vec<Position>,
    index: HashMap<Position, usize>,
    queue: VecDeque<usize>,
    folded: BTreeMap<usize, ()>,
}

impl Found {
    fn meet(&mut self, mut p: Position) -> usize {
        p.parts.sort();
        if let Some(i) = self.index.get(&p) {
            return *i;
        }
        let i = self.all.len();
        self.index.insert(p.clone(), i);
        self.all.push(p);
        self.queue.push_back(i);
        i
    }
}
