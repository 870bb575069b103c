//! fairgame for a page: what its worker calls. Texts and JSON go in, JSON comes out, and whatever can take long goes in
//! slices of time, between which the worker hears what the page wants of it.
//!
//! [`Desk`] is all of it. What it does is in the other files, as plain Rust that can be tested without a browser.

mod answers;
mod board;
mod catalogue;
mod exercises;
mod links;
mod play;
mod server;
mod shapes;
mod texts;

use answers::Answers;
use cap::Cap;
use fairgame::link::{Exercise, Text};
use fairgame::{Budget, Session};
use play::Match;
use std::alloc::System;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Counts what the module holds: a browser ends a page that takes too much, so it must run out of memory before that.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// So many bytes may be held by all that is solved, where the page says nothing else.
const MEMORY: u64 = 1 << 30;

/// A question takes no longer, unless it is asked again: what was solved stays.
const TIME: Duration = Duration::from_secs(60);

/// A text, what is known about it, and what is being asked.
#[wasm_bindgen]
pub struct Desk {
    session: Session,
    text: texts::Open,
    answers: Answers,
    game: Option<Match>,
    exercise: Option<Exercise>,
    others: Vec<Text>,
    memory: u64,
}

fn budget(bytes: u64) -> Budget {
    Budget {
        bytes,
        held: Some(|| HEAP.allocated() as u64),
        time: Some(TIME),
        threads: Some(1),
        ..Budget::default()
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::within(MEMORY)
    }
}

impl Desk {
    /// With nothing on it; all that is solved may hold so many bytes.
    fn within(memory: u64) -> Desk {
        let mut desk = Desk {
            session: Session::new(budget(memory)),
            text: texts::Open::default(),
            answers: Answers::default(),
            game: None,
            exercise: None,
            others: vec![],
            memory,
        };
        desk.read_others();
        desk
    }
}

#[wasm_bindgen]
impl Desk {
    /// With nothing on it; all that is solved may hold so many mebibytes.
    #[wasm_bindgen(constructor)]
    pub fn new(mebibytes: u32) -> Desk {
        Desk::within(u64::from(mebibytes) << 20)
    }

    /// Reads a text in place of the one before: what is wrong with it, what it asks, what it defines.
    pub fn open(&mut self, text: &str) -> String {
        self.answers = Answers::default();
        self.game = None;
        self.text = texts::Open::new(&mut self.session, text);
        shapes::json(&self.text.seen(&self.session))
    }

    /// Whether every play of its games ends, and what does nothing in it.
    pub fn verdicts(&mut self) -> String {
        shapes::json(&self.text.judged(&mut self.session))
    }

    /// What may be at a place.
    pub fn candidates(&self, line: usize, utf16: usize) -> String {
        shapes::json(&self.text.candidates(&self.session, line, utf16))
    }

    /// What the name at a place means.
    pub fn meaning(&self, line: usize, utf16: usize) -> String {
        shapes::json(&self.text.meaning(&self.session, line, utf16))
    }

    /// The text laid out again; nothing if it cannot be read.
    pub fn laid_out(&self, text: &str) -> Option<String> {
        texts::laid_out(text)
    }

    /// Begins to answer the question of that number in the text.
    pub fn ask(&mut self, number: usize) -> String {
        let question = self.text.question(number);
        shapes::json(&self.answers.begin(&self.session, question))
    }

    /// Begins to answer a line that somebody typed.
    pub fn ask_line(&mut self, line: &str) -> String {
        shapes::json(&self.answers.begin_line(&mut self.session, line))
    }

    /// Works on the question at hand for so many milliseconds.
    pub fn step(&mut self, milliseconds: u32) -> String {
        let slice = Duration::from_millis(milliseconds.into());
        shapes::json(&self.answers.step(&mut self.session, slice))
    }

    /// After how many lists of moves rules become machine code: at once after 0. For tests.
    pub fn translate_after(&mut self, lists: u32) {
        self.session.budget.interpreted = lists.into();
    }

    /// Ends the question at hand with what is known.
    pub fn stop(&mut self) -> String {
        shapes::json(&self.answers.stop(&mut self.session))
    }

    /// Works on what is asked about an answer for so many milliseconds.
    pub fn step_beside(&mut self, milliseconds: u32) -> String {
        let slice = Duration::from_millis(milliseconds.into());
        shapes::json(&self.answers.step_beside(&mut self.session, slice))
    }

    /// Ends that.
    pub fn stop_beside(&mut self) -> String {
        shapes::json(&self.answers.stop_beside(&mut self.session))
    }

    /// From now on a question may use no more than a stranger's may; or again as much as one's own.
    pub fn be_careful(&mut self, careful: bool) {
        answers::bound(&mut self.session.budget, careful.then_some(()), budget(self.memory));
    }

    /// Begins to find out why an answer is as it is, by its number.
    pub fn ask_why(&mut self, number: usize) -> String {
        shapes::json(&self.answers.begin_why(number))
    }

    /// Begins to find out why a line that shows a position says what it says.
    pub fn ask_why_line(&mut self, line: &str) -> String {
        shapes::json(&self.answers.begin_why_line(&mut self.session, line))
    }

    /// Begins to draw an answer as a picture in SVG: of a position its graph, of a table its plot, of all else the words.
    pub fn ask_picture(&mut self, number: usize, dark: bool, most: usize) -> String {
        shapes::json(&self.answers.begin_picture(number, dark, most))
    }

    /// An answer as `csv`, `markdown`, `latex`, `b-file`, `json` or `text`.
    pub fn written(&self, number: usize, form: &str) -> String {
        shapes::json(&self.answers.written(number, form))
    }

    /// Begins a play from a position, with the moves made so far.
    pub fn play(&mut self, position: &str, moves: &str, misere: bool) -> String {
        let moves: Vec<String> = serde_json::from_str(moves).unwrap_or_default();
        let begun = Match::begin(&mut self.session, position, &moves, misere);
        self.game = begun.as_ref().ok().cloned();
        let seen = begun.and_then(|game| game.seen(&mut self.session));
        shapes::json(&shapes::Told::from(seen))
    }

    /// Makes the move of that number.
    pub fn make(&mut self, number: usize) -> String {
        self.change(|game, session| game.make(session, number))
    }

    /// Takes back so many moves.
    pub fn undo(&mut self, moves: usize) -> String {
        self.change(|game, _| {
            for _ in 0..moves {
                game.undo();
            }
            Ok(())
        })
    }

    /// Has the computer move.
    pub fn reply(&mut self, level: &str, seed: u32) -> String {
        self.change(|game, session| game.reply(session, level, seed.into()))
    }

    /// What the player to move can force, and by which moves.
    pub fn advice(&mut self) -> String {
        let advice = match &self.game {
            Some(game) => game.advice(&mut self.session),
            None => Err("no play has begun".into()),
        };
        shapes::json(&shapes::Told::from(advice))
    }

    /// What a link holds; its exercise and its other texts are kept for what follows.
    pub fn open_link(&mut self, pasted: &str) -> String {
        let read = links::read(pasted);
        if let shapes::Told::Is(opened) = &read {
            self.exercise = opened.link.exercise.clone();
            self.others = opened.link.others.clone();
            self.read_others();
        }
        shapes::json(&read)
    }

    /// Forgets what came with a link.
    pub fn close_link(&mut self) {
        (self.exercise, self.others) = (None, vec![]);
        self.read_others();
    }

    /// A link for a text, with a play of it, and with the exercise at hand if it is handed in.
    pub fn make_link(&self, text: &str, play: &str, hand_in: bool) -> String {
        let exercise = self.exercise.as_ref().filter(|_| hand_in);
        shapes::json(&links::make(text, &self.others, play, exercise))
    }

    /// An address as a QR code.
    pub fn qr(&self, address: &str) -> String {
        shapes::json(&links::qr(address))
    }

    /// Makes an exercise of what a teacher wrote in TOML, and keeps it.
    pub fn make_exercise(&mut self, toml: &str) -> String {
        let made = exercises::make(toml, budget(self.memory));
        self.exercise = made.is().cloned().or(self.exercise.take());
        shapes::json(&made.map(|exercise| exercises::seen(&exercise)))
    }

    /// Keeps an exercise that was kept before, as JSON.
    pub fn take_exercise(&mut self, json: &str) {
        self.exercise = serde_json::from_str(json).ok();
    }

    /// Whether a check of the exercise holds.
    pub fn try_check(&mut self, number: usize) -> String {
        shapes::json(&exercises::tried(&mut self.session, self.exercise.as_ref(), number))
    }

    /// The games that come along, those that fit some words, best first; with no words all, by chapter.
    pub fn catalogue(&self, words: &str) -> String {
        shapes::json(&catalogue::found(words))
    }

    /// The text of a game that comes along.
    pub fn entry(&self, name: &str) -> Option<String> {
        catalogue::text(name)
    }

    /// The steps of the guided tour.
    pub fn tour(&self) -> String {
        shapes::json(&catalogue::tour())
    }
}

impl Desk {
    fn read_others(&mut self) {
        let mut texts = fairgame::Texts::new();
        self.others.iter().for_each(|t| texts.put(&*t.name, &*t.text));
        self.session.read_from(texts);
    }

    /// Changes the play and tells how it looks then; what fails leaves it as it was.
    fn change(&mut self, change: impl FnOnce(&mut Match, &mut Session) -> Result<(), String>) -> String {
        let Some(before) = self.game.clone() else {
            return shapes::json(&shapes::Told::<()>::Not("no play has begun".into()));
        };
        let mut game = before;
        let changed = change(&mut game, &mut self.session);
        let seen = changed.and_then(|()| game.seen(&mut self.session));
        if seen.is_ok() {
            self.game = Some(game);
        }
        shapes::json(&shapes::Told::from(seen))
    }
}
