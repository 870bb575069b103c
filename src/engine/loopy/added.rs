//! Nodes that play from the first position never comes to, decided after all others: nothing that was found depends on them.

use super::explore::Play;
use super::placed::{Ended, LOSS, Moves, NUMBER, Nodes, OPEN, Placed, WIN, state_of};
use crate::engine::stop::Unfit;
use crate::engine::{Meter, Order};
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

/// At most one in so many nodes is added at once: a node that is added takes some 100 bytes.
const SHARE: usize = 32;
const NODE: u64 = 100;

/// What is known about a node that is added, while it is open.
#[derive(Default)]
struct Added {
    /// How many of its moves are not known to lose.
    open: u32,
    /// The greatest remoteness of those that are.
    most: u32,
    /// The added nodes that lead to it.
    from: Vec<u32>,
}

/// Nodes to be decided: by remoteness, with what they are then.
type Waiting = BTreeMap<u32, Vec<(u32, u32)>>;

impl Placed {
    /// Decides everything that can be reached from one place more; `false` if that is too much to be added.
    ///
    /// # Errors
    /// As for [`Placed::solve`].
    pub fn add<P>(
        &mut self,
        rules: &mut P,
        order: &impl Order<Key = P::Key>,
        root: u64,
        misere: bool,
        meter: &Meter,
    ) -> Ended<bool>
    where
        P: Play<Mistake = Infallible>,
    {
        if self.few.is_some() {
            return Ok(false);
        }
        let at = Nodes { order, sides: rules.sides() as u32, few: None };
        let mut states = HashMap::new();
        let added = self.list(rules, &at, root as u32, (misere, &mut states), meter);
        let Some((mut added, mut waiting)) = added? else { return Ok(false) };
        while let Some((far, decided)) = waiting.pop_first() {
            if far > NUMBER {
                return Err(Unfit::Misfit.into());
            }
            for (node, found) in decided {
                meter.tick()?;
                if states.get(&node).is_some_and(|state| state & !NUMBER == OPEN) {
                    states.insert(node, found | far);
                    decide_before(&mut added, node, (found, far), &mut waiting);
                }
            }
        }
        self.reached += states.len() as u64;
        states.into_iter().for_each(|(node, state)| self.states[node as usize] = state);
        Ok(true)
    }

    /// Lists the new nodes below a place and how they lead to each other, with those that the old ones decide. `None` if they are
    /// too many.
    fn list<P, O>(
        &self,
        rules: &mut P,
        at: &Nodes<'_, O>,
        root: u32,
        (misere, states): (bool, &mut HashMap<u32, u32>),
        meter: &Meter,
    ) -> Ended<Option<(HashMap<u32, Added>, Waiting)>>
    where
        P: Play<Mistake = Infallible>,
        O: Order<Key = P::Key>,
    {
        let (mut added, mut waiting): (HashMap<u32, Added>, _) = (HashMap::new(), Waiting::new());
        let (mut moves, roots) = (Moves::default(), at.at(root.into()));
        let mut left: Vec<u32> = roots.into_iter().filter(|node| self.states[*node as usize] == 0).collect();
        states.extend(left.iter().map(|node| (*node, OPEN)));
        while let Some(node) = left.pop() {
            meter.position()?;
            let held = NODE * states.len() as u64;
            if states.len() > self.states.len() / SHARE || meter.grow(self.bytes(), held).is_err() {
                return Ok(None);
            }
            moves.rows.clear();
            let state = state_of(moves.list(rules, at, node)?, misere);
            if state & !NUMBER != OPEN {
                waiting.entry(0).or_default().push((node, state));
            }
            let (mut open, mut most) = (moves.rows.len() as u32, 0);
            for to in &moves.rows {
                match self.states[*to as usize] {
                    0 => {
                        added.entry(*to).or_default().from.push(node);
                        states.entry(*to).or_insert_with(|| {
                            left.push(*to);
                            OPEN
                        });
                    }
                    old if old & !NUMBER == LOSS => {
                        waiting.entry((old & NUMBER) + 1).or_default().push((node, WIN));
                    }
                    old if old & !NUMBER == WIN => (open, most) = (open - 1, most.max(old & NUMBER)),
                    _ => {}
                }
            }
            if open == 0 && !moves.rows.is_empty() {
                waiting.entry(most + 1).or_default().push((node, LOSS));
            }
            let of_node = added.entry(node).or_default();
            (of_node.open, of_node.most) = (open, most);
        }
        Ok(Some((added, waiting)))
    }
}

/// What leads to a node that was decided, at a remoteness, may be decided by it.
fn decide_before(
    added: &mut HashMap<u32, Added>,
    node: u32,
    (found, far): (u32, u32),
    waiting: &mut Waiting,
) {
    let from = added.get_mut(&node).map(|node| std::mem::take(&mut node.from)).unwrap_or_default();
    for before in from {
        if found == LOSS {
            waiting.entry(far + 1).or_default().push((before, WIN));
        } else if let Some(of_before) = added.get_mut(&before) {
            of_before.open -= 1;
            of_before.most = of_before.most.max(far);
            if of_before.open == 0 {
                waiting.entry(of_before.most + 1).or_default().push((before, LOSS));
            }
        }
    }
}
