//! A session on a thread of its own, asked from Python: the interpreter goes on while it works, and Ctrl-C ends it.

use crate::convert::{from_python, to_python};
use crate::place::At;
use crate::shown::{Shown, style};
use crate::trouble::{Asked, Failure, Mistake, failed, findings, mistakes};
use fairgame::{
    Answer, Budget, Entry, GraphAnswer, Loaded, Move, Player, Position, Question, Reply, Rows, Running,
    Session, StoppedAnswer, Type, Value, Which, Worker, draw,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyTuple};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Signals are looked at so often.
const BEAT: Duration = Duration::from_millis(50);
/// After so many beats there is a display of progress, if one is wanted.
const PATIENCE: u32 = 16;

/// The name and the type of each, and how they are declared: `n: nat, s: set of cell`.
#[derive(Clone, Default)]
struct Parameters {
    each: Vec<(String, Type)>,
    declared: String,
}

/// Rules, and all that is solved of them.
#[pyclass(frozen, module = "fairgame._fairgame")]
pub(crate) struct Engine {
    worker: Worker,
    /// What shows progress: called when something takes long, it gives an object with `update` and `close`, or none.
    progress: Option<Py<PyAny>>,
    /// Of each game.
    parameters: Mutex<HashMap<String, Parameters>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (time = None, positions = None, memory = None, bound = None, threads = None, progress = None))]
    fn new(
        time: Option<f64>,
        positions: Option<u64>,
        memory: Option<u64>,
        bound: Option<u64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Engine> {
        let usual = Budget::default();
        let budget = Budget {
            time: time.and_then(|t| Duration::try_from_secs_f64(t).ok()),
            positions: positions.unwrap_or(usual.positions),
            bytes: memory.unwrap_or(usual.bytes),
            bound: bound.unwrap_or(usual.bound),
            threads,
            held: Some(crate::held),
            ..usual
        };
        Ok(Engine { worker: Worker::new(budget)?, progress, parameters: Mutex::default() })
    }

    /// What each question may use from now on; none stays as it is, and a time of 0 or less is no limit.
    #[pyo3(signature = (time = None, positions = None, memory = None, bound = None, threads = None))]
    fn limit(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        positions: Option<u64>,
        memory: Option<u64>,
        bound: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<()> {
        self.run(py, move |s| {
            if let Some(time) = time {
                s.budget.time = Duration::try_from_secs_f64(time).ok().filter(|t| !t.is_zero());
            }
            s.budget.positions = positions.unwrap_or(s.budget.positions);
            s.budget.bytes = memory.unwrap_or(s.budget.bytes);
            s.budget.bound = bound.unwrap_or(s.budget.bound);
            s.budget.threads = threads.or(s.budget.threads);
            Ok(())
        })
    }

    /// Reads a file or a game of the library (`text` is none), or a text. What it defines, its warnings, its statements.
    #[pyo3(signature = (name, text = None))]
    fn load<'py>(&self, py: Python<'py>, name: String, text: Option<String>) -> PyResult<Bound<'py, PyDict>> {
        let read = self.run(py, move |s| {
            let loaded = match text {
                Some(text) => s.load_text(&name, &text),
                None => s.load_path(&name),
            };
            taken_in(s, loaded)
        })?;
        self.told_of(py, read)
    }

    /// Takes in more definitions; those of the same name are replaced.
    fn enter<'py>(&self, py: Python<'py>, text: String) -> PyResult<Bound<'py, PyDict>> {
        let read = self.run(py, move |s| {
            let loaded = s.enter(&text);
            taken_in(s, loaded)
        })?;
        self.told_of(py, read)
    }

    /// The position of a game with these arguments.
    #[pyo3(signature = (game, arguments, named = None))]
    fn position(
        &self,
        py: Python<'_>,
        game: String,
        arguments: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<At> {
        let arguments = self.arguments(py, &game, arguments, named)?;
        if arguments.iter().any(|a| matches!(a, Argument::Written(_))) {
            let all: Vec<String> = arguments.iter().map(Argument::written).collect();
            let text = format!("{game}({})", all.join(", "));
            return self.ask(py, false, move |s| s.position(&text)).map(At::new);
        }
        let values: Vec<Value> = arguments.into_iter().filter_map(Argument::value).collect();
        self.ask(py, false, move |s| s.position_of(&game, values)).map(At::new)
    }

    /// The value of an expression.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        expression: String,
        misere: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = self.ask(py, misere, move |s| s.evaluate(&expression))?;
        to_python(py, &value, false)
    }

    /// What a question of the language says of a position.
    #[pyo3(signature = (question, at, misere, player = None))]
    fn tell<'py>(
        &self,
        py: Python<'py>,
        question: String,
        at: &At,
        misere: bool,
        player: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, player) = (at.position.clone(), player_named(player)?);
        let value = self.ask(py, misere, move |s| s.tell_of(&question, &position, player))?;
        to_python(py, &value, false)
    }

    fn value<'py>(&self, py: Python<'py>, at: &At) -> PyResult<Bound<'py, PyAny>> {
        let position = at.position.clone();
        let value = self.ask(py, false, move |s| s.value_of(&position))?;
        to_python(py, &Value::Int(value), false)
    }

    fn outcome(&self, py: Python<'_>, at: &At, misere: bool) -> PyResult<String> {
        let position = at.position.clone();
        self.ask(py, misere, move |s| s.outcome_of(&position))
    }

    /// Name, part, player and result of each move.
    fn moves(&self, py: Python<'_>, at: &At, misere: bool, winning: bool) -> PyResult<Vec<Made>> {
        let position = at.position.clone();
        let moves =
            self.ask(
                py,
                misere,
                move |s| if winning { s.winning_of(&position) } else { s.moves_of(&position) },
            )?;
        Ok(moves.into_iter().map(made).collect())
    }

    fn options(&self, py: Python<'_>, at: &At, misere: bool) -> PyResult<Vec<At>> {
        let position = at.position.clone();
        let all = self.ask(py, misere, move |s| s.options_of(&position))?;
        Ok(all.into_iter().map(At::new).collect())
    }

    /// The nodes and edges of a graph as JSON, and the position of each node.
    fn reach(
        &self,
        py: Python<'_>,
        at: &At,
        misere: bool,
        most: usize,
    ) -> PyResult<(Vec<Node>, Vec<Edge>, usize, Vec<At>)> {
        let (graph, positions) = self.reached(py, at, misere, most)?;
        let nodes = graph.nodes.into_iter().map(|n| (n.value, n.outcome, n.picture, n.folded)).collect();
        let edges = graph.edges.into_iter().map(|e| (e.from, e.to, e.moves, e.winning, e.owner)).collect();
        Ok((nodes, edges, graph.folded, positions.into_iter().map(At::new).collect()))
    }

    /// The graph as a picture: `svg`, `tikz` or `dot`.
    fn graph_picture(
        &self,
        py: Python<'_>,
        at: &At,
        misere: bool,
        most: usize,
        format: &str,
        dark: bool,
    ) -> PyResult<String> {
        let (graph, _) = self.reached(py, at, misere, most)?;
        Ok(py.detach(|| match format {
            "tikz" => draw::tikz(&graph),
            "dot" => draw::dot(&graph),
            _ => draw::graph(&graph, &style(dark, None)),
        }))
    }

    /// How the position is drawn in little room, line by line.
    fn face(&self, py: Python<'_>, at: &At) -> PyResult<Vec<String>> {
        let (graph, _) = self.reached(py, at, false, 1)?;
        Ok(graph.nodes.into_iter().next().map(|n| n.picture).unwrap_or_default())
    }

    /// Answers a statement, or says `why`.
    fn answer(&self, py: Python<'_>, statement: String, misere: bool, why: bool) -> PyResult<Shown> {
        let reply = self.run(py, move |s| {
            under(s, misere, |s| {
                let question = s.question_of(&statement).map_err(|t| failed(&s.sources, t))?;
                Ok(answered(s, &question, why))
            })
        })?;
        Ok(Shown { reply })
    }

    /// A table with values in its cells, and in all forms; and the budget that ran out, if one did.
    fn table<'py>(&self, py: Python<'py>, statement: String, misere: bool) -> PyResult<Table<'py>> {
        let (rows, reply) = self.run(py, move |s| {
            under(s, misere, |s| {
                let question = s.question_of(&statement).map_err(|t| failed(&s.sources, t))?;
                let rows = s.rows_of(&question).map_err(|t| failed(&s.sources, t))?;
                let reply = Reply::new(&s.sources, &question, as_answer(&rows));
                Ok((rows, reply))
            })
        })?;
        let cell = |e: &Entry| match e {
            Entry::Value(v) => to_python(py, v, false),
            Entry::Word(word) => Ok(word.into_pyobject(py)?.into_any()),
        };
        let row = |row: &Vec<Entry>| row.iter().map(cell).collect::<PyResult<Vec<_>>>();
        let cells = rows.rows.iter().map(row).collect::<PyResult<Vec<_>>>()?;
        let stopped = rows.stopped.map(|s| exception(py, s));
        Ok((rows.columns, rows.binders, cells, rows.rests_on, Shown { reply }, stopped))
    }

    /// The numbers of a table, as the bytes of words of 64 bits.
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        statement: String,
    ) -> PyResult<(Bound<'py, PyByteArray>, Option<Py<PyAny>>)> {
        let found = self.ask(py, false, move |s| {
            let question = s.question_of(&statement)?;
            s.numbers_of(&question)
        })?;
        let values = found.values;
        let bytes = PyByteArray::new_with(py, values.len() * 8, |bytes| {
            for (to, v) in bytes.chunks_exact_mut(8).zip(&values) {
                to.copy_from_slice(&v.to_ne_bytes());
            }
            Ok(())
        })?;
        Ok((bytes, found.stopped.map(|s| exception(py, s))))
    }

    /// The answer to a `period`, its certificate if it is proved, or why there is none.
    fn period(&self, py: Python<'_>, statement: String) -> PyResult<(Shown, Option<String>)> {
        let (reply, certificate) = self.run(py, move |s| {
            let question = s.question_of(&statement).map_err(|t| failed(&s.sources, t))?;
            let answer = s.ask(&question);
            let proved = matches!(&answer, Answer::Period(p) if p.proved);
            let certificate = if proved { s.certificate(&question).ok() } else { None };
            let reply = Reply::new(&s.sources, &question, answer);
            match reply_failure(s, &reply) {
                Some(failure) => Err(failure),
                None => Ok((reply, certificate)),
            }
        })?;
        Ok((Shown { reply }, certificate))
    }

    /// The names that occur in an expression and stand for nothing, except those that are called.
    fn unknown(&self, py: Python<'_>, expression: String) -> PyResult<Vec<String>> {
        self.run(py, move |s| Ok(unknown_names(s, &expression)))
    }

    /// Positions solved so far.
    #[getter]
    fn solved(&self) -> u64 {
        self.worker.progress()
    }
}

type Made = (String, usize, Option<&'static str>, At);
type Node = (String, String, Vec<String>, bool);
type Edge = (usize, usize, Vec<String>, bool, Option<&'static str>);
type Table<'py> = (Vec<String>, usize, Vec<Vec<Bound<'py, PyAny>>>, Vec<String>, Shown, Option<Py<PyAny>>);

/// An argument of a game.
enum Argument {
    Value(Value),
    /// A function, as it is written: functions belong to the program that defines them.
    Written(String),
}

impl Argument {
    fn written(&self) -> String {
        match self {
            Argument::Value(value) => value.to_string(),
            Argument::Written(text) => text.clone(),
        }
    }

    fn value(self) -> Option<Value> {
        match self {
            Argument::Value(value) => Some(value),
            Argument::Written(_) => None,
        }
    }
}

/// What was read.
struct Read {
    games: Vec<(String, Parameters, Option<String>)>,
    defined: Vec<String>,
    warnings: Vec<Mistake>,
    warned: String,
    statements: Vec<String>,
    verdicts: Vec<(String, String, bool, String)>,
}

impl Engine {
    /// Does something on the thread of the session. The interpreter is free meanwhile, and signals are heard.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut Session) -> Asked<T> + Send + 'static,
    ) -> PyResult<T> {
        let mut running = self.worker.run(job);
        let mut bar: Option<Bound<'_, PyAny>> = None;
        for beat in 0.. {
            let (back, found) = py.detach(move || {
                let found = running.wait_for(BEAT);
                (running, found)
            });
            running = back;
            match found {
                Ok(Some(result)) => {
                    close(bar);
                    return result.map_err(|failure| failure.raised(py, None));
                }
                Ok(None) => {}
                Err(lost) => return Err(PyRuntimeError::new_err(lost.to_string())),
            }
            if let Err(interrupt) = py.check_signals() {
                close(bar);
                return Err(given_up(py, running, interrupt));
            }
            if beat == PATIENCE
                && let Some(progress) = &self.progress
            {
                bar = Some(progress.bind(py).call0()?).filter(|bar| !bar.is_none());
            }
            if let Some(bar) = &bar {
                bar.call_method1("update", (self.worker.progress(),))?;
            }
        }
        unreachable!("it is asked again and again until there is an answer")
    }

    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        misere: bool,
        question: impl FnOnce(&mut Session) -> fairgame::Asked<T> + Send + 'static,
    ) -> PyResult<T> {
        self.run(py, move |s| under(s, misere, |s| question(s).map_err(|t| failed(&s.sources, t))))
    }

    fn reached(
        &self,
        py: Python<'_>,
        at: &At,
        misere: bool,
        most: usize,
    ) -> PyResult<(GraphAnswer, Vec<Position>)> {
        let position = at.position.clone();
        self.ask(py, misere, move |s| s.reach_of(&position, most))
    }

    fn told_of<'py>(&self, py: Python<'py>, read: Read) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        let header = |name: &str, params: &Parameters| format!("{name}({})", params.declared);
        let games: Vec<_> =
            read.games.iter().map(|(n, params, doc)| (n.clone(), header(n, params), doc.clone())).collect();
        told.set_item("games", games)?;
        told.set_item("defined", read.defined)?;
        told.set_item("warned", read.warned)?;
        let warnings = read.warnings.iter().map(|w| w.to_dict(py)).collect::<PyResult<Vec<_>>>()?;
        told.set_item("warnings", warnings)?;
        told.set_item("statements", read.statements)?;
        told.set_item("verdicts", read.verdicts)?;
        *self.parameters.lock().unwrap_or_else(PoisonError::into_inner) =
            read.games.into_iter().map(|(n, params, _)| (n, params)).collect();
        Ok(told)
    }

    /// Arguments as values of the types that the parameters have; those by name behind the others.
    fn arguments(
        &self,
        py: Python<'_>,
        game: &str,
        given: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Argument>> {
        let all = self.parameters.lock().unwrap_or_else(PoisonError::into_inner);
        let params = all.get(game).cloned().unwrap_or_default();
        drop(all);
        let count = given.len() + named.map_or(0, PyDictMethods::len);
        if count != params.each.len() {
            let (takes, s) = (params.each.len(), if params.each.len() == 1 { "" } else { "s" });
            let words = format!("{game} takes {takes} argument{s} ({}), not {count}", params.declared);
            return Err(refused(py, "wrong-number-of-arguments", words));
        }
        let mut values = vec![];
        for (i, (name, ty)) in params.each.iter().enumerate() {
            let found = match given.get_item(i) {
                Ok(found) => Some(found),
                Err(_) => named.map(|n| n.get_item(name)).transpose()?.flatten(),
            };
            let Some(found) = found else {
                return Err(refused(py, "unknown-name", format!("{game} needs its argument `{name}`")));
            };
            if ty.has_function() {
                values.push(Argument::Written(found.str()?.to_string()));
                continue;
            }
            let value = from_python(&found, ty, false).map(Argument::Value);
            values
                .push(value.map_err(|e| {
                    refused(py, "wrong-type", format!("`{name}` of {game}: {}", e.value(py)))
                })?);
        }
        Ok(values)
    }
}

fn refused(py: Python<'_>, code: &str, words: String) -> PyErr {
    let made = py.import("fairgame._errors").and_then(|m| m.call_method1("refused", (code, words)));
    made.map_or_else(|e| e, PyErr::from_value)
}

fn exception(py: Python<'_>, stopped: StoppedAnswer) -> Py<PyAny> {
    Failure::Stopped(stopped).raised(py, None).into_value(py).into_any()
}

/// After Ctrl-C: the question is stopped, and what it knew then is next to the exception.
fn given_up<T: Send>(py: Python<'_>, running: Running<Asked<T>>, interrupt: PyErr) -> PyErr {
    running.cancel();
    let left = py.detach(move || running.wait_for(Duration::from_secs(5)));
    if let Ok(Some(Err(Failure::Stopped(stopped)))) = left
        && let Ok(add_note) = interrupt.value(py).getattr("add_note")
    {
        let _ = add_note.call1((stopped.how_far,));
    }
    interrupt
}

fn close(bar: Option<Bound<'_, PyAny>>) {
    if let Some(bar) = bar {
        let _ = bar.call_method0("close");
    }
}

/// Asks under misère play, or not.
fn under<T>(s: &mut Session, misere: bool, ask: impl FnOnce(&mut Session) -> T) -> T {
    s.misere = misere;
    let answer = ask(s);
    s.misere = false;
    answer
}

fn taken_in(s: &mut Session, loaded: Loaded) -> Asked<Read> {
    if !loaded.is_fine() {
        return Err(mistakes(&s.sources, &loaded.diagnostics));
    }
    let games = s.program().games.iter().map(|g| {
        let declared = g.params.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let each = g.params.iter().map(|p| (p.name.clone(), p.ty.clone())).collect();
        (g.name.clone(), Parameters { each, declared }, g.doc.clone())
    });
    let games = games.collect();
    let verdicts = s.verdicts(&loaded, Which::Own);
    Ok(Read {
        games,
        warned: fairgame::Finding::list(&s.sources, &loaded.diagnostics, &fairgame::Look::default()),
        warnings: findings(&s.sources, &loaded.diagnostics),
        verdicts: verdicts
            .into_iter()
            .map(|v| (v.game.clone(), v.sentence.clone(), !v.is_error(), v.play.clone()))
            .collect(),
        defined: loaded.defined,
        statements: loaded.questions.into_iter().map(|q| q.text).collect(),
    })
}

fn answered(s: &mut Session, question: &Question, why: bool) -> Reply {
    let answer = if why { s.why(question) } else { s.ask(question) };
    Reply::new(&s.sources, question, answer)
}

/// Why an answer is none.
fn reply_failure(s: &Session, reply: &Reply) -> Option<Failure> {
    match &reply.answer {
        Answer::Mistake { diagnostic } => Some(mistakes(&s.sources, std::slice::from_ref(&**diagnostic))),
        Answer::Stopped(stopped) => Some(Failure::Stopped(stopped.clone())),
        _ => None,
    }
}

fn as_answer(rows: &Rows) -> Answer {
    Answer::Table(fairgame::TableAnswer {
        columns: rows.columns.clone(),
        rows: rows.rows.iter().map(|row| row.iter().map(Entry::plain).collect()).collect(),
        binders: rows.binders,
        stopped: rows.stopped.clone(),
        rests_on: rows.rests_on.clone(),
    })
}

fn unknown_names(s: &mut Session, expression: &str) -> Vec<String> {
    let loaded = s.enter(&format!("show {expression}"));
    let mut names: Vec<String> = vec![];
    for d in loaded.diagnostics.iter().filter(|d| d.code == "unknown-name") {
        let Some(span) = d.span() else { continue };
        let text = &s.sources.get(span.file).text;
        let called = text[span.range().end..].trim_start().starts_with(['(', '[']);
        let name = text[span.range()].to_string();
        if !called && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn player_named(name: Option<&str>) -> PyResult<Option<Player>> {
    match name {
        None => Ok(None),
        Some("Left") => Ok(Some(Player::Left)),
        Some("Right") => Ok(Some(Player::Right)),
        Some(other) => Err(PyTypeError::new_err(format!("a player is 'Left' or 'Right', not {other:?}"))),
    }
}

fn made(m: Move) -> Made {
    let player = m.player.map(|p| if p == Player::Left { "Left" } else { "Right" });
    (m.name, m.part, player, At::new(m.to))
}
