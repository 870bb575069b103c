//! Whether play is proved to end: for all rules of a game, or for those that positions have.

use super::machine::Machine;
use super::samples::samples;
use crate::check::ir::{Game, GameId};
use crate::check::termination::{Groups, Known, KnownRules, MayGoOn, Obstacle, Proof, prove_linked, watched};
use crate::engine::Meter;
use crate::value::{GamePosition, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// With this many different rules a game is proved at most.
const MOST_RULES: usize = 12;

/// What was proved of the rules as written, and of the plain ones.
#[derive(Default)]
pub(super) struct Provers {
    written: Groups,
    plain: Groups,
}

impl Provers {
    /// A proof for the rules as written, which a certificate is about; or for the plain ones, which say the same. What stood in
    /// the way concerns the rules as written.
    pub(super) fn prove(
        &self,
        machine: &Machine,
        id: GameId,
        rules: &KnownRules,
    ) -> Result<Proof, Vec<Obstacle>> {
        let prove = |program, groups| {
            watched(may_go_on(machine.beside()), || {
                prove_linked(program, (machine.links(), groups), id, rules)
            })
        };
        prove(&machine.program, &self.written).or_else(|obstacles| {
            let plain = if machine.is_plain(id) { None } else { prove(machine.plain(), &self.plain).ok() };
            plain.ok_or(obstacles)
        })
    }
}

/// Whether every play of a game with the rules of a position is proved to end, whoever makes its moves.
pub(super) fn is_proved(machine: &Machine, position: &GamePosition) -> bool {
    let id = GameId(GameId(position.game.id).index() as u32);
    let values = rules_of(position).into_iter();
    let named = |(i, v): (usize, Value)| Some((machine.program.game(id).params[i].name.clone(), known(&v)?));
    let (key, for_all) =
        ((id, KnownRules { values: values.filter_map(named).collect() }), (id, KnownRules::default()));
    if machine.endings.borrow().get(&for_all) == Some(&true) {
        return true;
    }
    let before = machine.endings.borrow().get(&key).copied();
    before.unwrap_or_else(|| {
        let ends = Provers::default().prove(machine, id, &key.1).is_ok();
        // What is stopped meanwhile has found nothing out.
        if ends || machine.beside().look().is_ok() {
            machine.endings.borrow_mut().insert(key, ends);
        }
        ends
    })
}

/// The proofs that play of a game ends: one for all rules, or one for each that the file's positions have, with these
/// rules in words. None where it is not proved in this way.
pub(crate) fn proofs(machine: &Machine, id: GameId) -> Vec<(Proof, String)> {
    let provers = Provers::default();
    if let Ok(proof) = provers.prove(machine, id, &KnownRules::default()) {
        return vec![(proof, String::new())];
    }
    let rows = known_rules(machine.program.game(id), &samples(machine, id).named);
    if rows.len() > MOST_RULES {
        return vec![];
    }
    let one = |(rules, text)| Some((provers.prove(machine, id, &rules).ok()?, text));
    rows.into_iter().map(one).collect::<Option<_>>().unwrap_or_default()
}

/// A proof for the rules that named positions have, and these rules in words.
///
/// # Errors
/// What stood in the way for the first rules without a proof; nothing if no rules are known.
pub(super) fn with_known_rules(
    machine: &Machine,
    provers: &Provers,
    id: GameId,
    named: &[GamePosition],
) -> Result<(Proof, Vec<String>), Vec<Obstacle>> {
    let rows = known_rules(machine.program.game(id), named);
    let mut proof = Err(vec![]);
    let mut words = vec![];
    for (rules, text) in rows.iter().take(MOST_RULES) {
        proof = provers.prove(machine, id, rules);
        if proof.is_err() {
            break;
        }
        words.push(text.clone());
    }
    if rows.len() > MOST_RULES {
        return Err(vec![]);
    }
    proof.map(|p| (p, words))
}

/// The rules that positions have, also in words.
fn known_rules(game: &Game, named: &[GamePosition]) -> Vec<(KnownRules, String)> {
    let rows: BTreeSet<Vec<(usize, Value)>> =
        named.iter().map(rules_of).filter(|row| !row.is_empty()).collect();
    let one = |row: &Vec<(usize, Value)>| {
        let name = |i: &usize| game.params[*i].name.clone();
        let values = row.iter().filter_map(|(i, v)| Some((name(i), known(v)?))).collect();
        let texts: Vec<String> = row.iter().map(|(i, v)| format!("{} = {v}", name(i))).collect();
        (KnownRules { values }, texts.join(", "))
    };
    rows.iter().map(one).collect()
}

fn rules_of(position: &GamePosition) -> Vec<(usize, Value)> {
    let is_rule = &position.game.is_rule;
    (0..is_rule.len()).filter(|i| is_rule[*i]).map(|i| (i, position.args[i].clone())).collect()
}

/// A rule as the prover takes it.
fn known(value: &Value) -> Option<Known> {
    let number = |v: &Value| if let Value::Int(n) = v { Some(n.to_big()) } else { None };
    match value {
        Value::Int(n) => Some(Known::Number(n.to_big())),
        Value::Set(s) => s.iter().map(number).collect::<Option<_>>().map(Known::Set),
        Value::List(l) => l.iter().map(number).collect::<Option<_>>().map(Known::List),
        Value::Function(id, _) => Some(Known::Function(crate::check::ir::LetId(*id))),
        _ => None,
    }
}

/// Lets a proof go on as long as the work beside questions may.
pub(super) fn may_go_on(meter: Rc<Meter>) -> MayGoOn {
    Rc::new(move || meter.look().is_ok())
}
