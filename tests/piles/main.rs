//! Games of one pile: which rules are recognised, however they are spelled, and that their values are those of the
//! definitions.

mod certificates;
mod forms;
mod large;
mod periods;
use crate::random;
mod recognised;
mod remainders;
use crate::support;

use fairgame::answer::{Answer, PeriodAnswer};
use fairgame::certificate::{Certificate, verify};
use fairgame::check::{Bare, check};
use fairgame::engine::depth_first::Solver;
use fairgame::engine::sequence::{Form, Left, Piece, Sequence, plain_values};
use fairgame::engine::{Budget, Meter};
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::{Session, certificate_of};
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use fairgame::value::{GamePosition, Part, Position, Value};
use proptest::prelude::*;
use random::config;
use std::rc::Rc;
use std::sync::Arc;

fn session(text: &str) -> Session {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session
}

/// The position `G(n)`, or with further arguments.
fn position(session: &Session, name: &str, args: Vec<Value>) -> GamePosition {
    let program = session.program();
    let id = program.game_named(name).expect("the game is there");
    session.games().machine.position(id, args).expect("a position")
}

fn form(text: &str) -> Option<Form> {
    let session = session(text);
    session.games().normal_form(&position(&session, "G", vec![Value::int(40)]))
}

/// The values of G(first), ... by the general engine.
fn general(text: &str, first: i64, count: i64) -> Vec<u64> {
    let parsed = parse(FileId(0), text);
    let machine = Rc::new(Machine::new(Arc::new(check(&parsed.items, &[], Bare::Mistake).program)));
    let id = machine.program.game_named("G").expect("the game is there");
    let mut solver = Solver::new(General::new(machine.clone(), false));
    let meter = Meter::new(Budget { time: None, ..Budget::default() });
    let one = |n: i64| {
        let key = solver.rules.intern(machine.position(id, vec![Value::int(n)]).expect("a position"));
        solver.value(key, &meter).unwrap_or_else(|_| panic!("{text}\nG({n})"))
    };
    (first..first + count).map(one).collect()
}

/// The values as a session finds them.
fn found(text: &str, first: i64, count: i64) -> Vec<u64> {
    let session = session(text);
    let one = |n: i64| {
        let p = Position::one(Part::Game(position(&session, "G", vec![Value::int(n)])));
        session
            .games()
            .value(&p)
            .unwrap_or_else(|s| panic!("{text}\nG({n}): {s:?}"))
            .to_u64()
            .expect("a value")
    };
    (first..first + count).map(one).collect()
}

fn period(text: &str) -> PeriodAnswer {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    match session.ask(&loaded.questions[0]) {
        Answer::Period(p) => p,
        other => panic!("{text}\n{other:?}"),
    }
}
