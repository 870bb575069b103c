//! What a player may say at the table: a move, or one of the words that help.

use super::play::Table;
use crate::api::MoveAnswer;
use crate::api::{Advice, Hope};
use crate::layout::{clean, counted, wrap};
use std::io;

const HELP: &str = "\
Type a move by its number or by its name, such as take(3), or take(3) in 2.
  hint         a winning move, if there is one, else one that holds a draw
  undo         take back your last move
  why          who wins here, and by what
  draw         offer a draw, in games that may go on for ever
  resign       give the game up: the other player wins
  level NAME   another computer: beginner, greedy or perfect
  save FILE    write the play down as a statement of the language
  quit, exit   leave the play (so does Ctrl-D)
";

/// What a player said.
pub(super) enum Said {
    Move(usize),
    /// The position and its moves are shown again.
    Again,
    /// Something was answered.
    Ask,
    Leave,
    /// A draw is offered.
    Draw,
    /// The game is given up.
    Resign,
}

impl Table<'_> {
    pub(super) fn understand(&mut self, line: &str, legal: &[MoveAnswer]) -> io::Result<Said> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.trim_start_matches(':') {
            "" => return Ok(Said::Again),
            "quit" | "q" | "exit" => return Ok(Said::Leave),
            "help" | "h" | "?" => self.say(HELP)?,
            "hint" => self.hint()?,
            "why" => self.why()?,
            "undo" | "u" => {
                self.undo()?;
                return Ok(Said::Again);
            }
            "save" => self.save(rest.trim())?,
            "level" => self.set_level(rest.trim())?,
            "resign" if !legal.iter().any(|m| m.name == line) => return Ok(Said::Resign),
            "draw" if !legal.iter().any(|m| m.name == line) => return Ok(Said::Draw),
            _ => match meant(line, legal) {
                Ok(i) => return Ok(Said::Move(i)),
                Err(why) => {
                    self.say(&format!("{why}\n"))?;
                }
            },
        }
        Ok(Said::Ask)
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        let found = self.report.watched(|| self.session.advice(&self.contest));
        let Some(advice) = self.or_say(found)? else { return Ok(()) };
        let text = wrap(&advised(&advice, false), self.report.output.look.columns(), "");
        self.say(&text)
    }

    pub(super) fn why(&mut self) -> io::Result<()> {
        let under = if self.contest.is_misere() { " under misere" } else { "" };
        let loaded = self.session.enter(&format!("show {}{under}", self.contest.position()));
        match loaded.questions.first() {
            Some(question) => self.report.why(self.session, question).map(drop),
            None => self.say("This position is too long to be explained.\n"),
        }
    }

    /// Takes back the person's last move, and the computer's answer to it.
    pub(super) fn undo(&mut self) -> io::Result<bool> {
        let before = self.contest.clone();
        let mut undone = self.contest.undo();
        while undone && !self.is_persons_turn() {
            undone = self.contest.undo();
        }
        if !undone {
            self.contest = before;
        }
        self.say(if undone { "Taken back.\n" } else { "There is no move to take back.\n" })?;
        Ok(undone)
    }

    /// Writes the play at the end of a file.
    pub(super) fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return self.say("Into which file? Write save FILE\n");
        }
        let uses = self.session.used_files().into_iter().map(|f| format!("use \"{f}\"\n"));
        let uses: String = uses.filter(|line| !self.typed.contains(line.as_str())).collect();
        let new = !std::path::Path::new(file).exists();
        let before = if new { format!("{uses}{}", self.typed) } else { String::new() };
        let text = format!("{before}{}\n", self.contest.statement());
        match crate::console::files::append(file, text.as_bytes()) {
            Ok(()) => self.say(&format!(
                "The play was written to the end of {file}; fairgame run {file} replays it.\n"
            )),
            Err(e) => self.say(&format!("{file} cannot be written: {e}\n")),
        }
    }
}

/// A hint in a sentence or two; with what the move leaves, if that is wanted.
pub(super) fn advised(advice: &Advice, leaving: bool) -> String {
    let best = advice.moves.first();
    let name = best.map(|m| clean(&m.name)).unwrap_or_default();
    let leaves = match best.filter(|_| leaving) {
        Some(m) => format!(": it leaves {}", clean(&m.to)),
        None => String::new(),
    };
    let lasts = |n: u32| counted(n.into(), "move", "moves");
    match (advice.hope, advice.lasts) {
        (Hope::Win, Some(n)) if n > 1 => {
            format!("{name} wins{leaves}. If both play their best, that takes {}.\n", lasts(n))
        }
        (Hope::Win, _) => format!("{name} wins{leaves}.\n"),
        (Hope::Draw, _) => format!("No move wins; {name} holds the draw{leaves}.\n"),
        (Hope::Open, _) => {
            format!("Who wins is open: too many positions follow. {name} is not known to lose{leaves}.\n")
        }
        (Hope::Loss, Some(n)) if n > 0 => format!(
            "Every move loses, if the other player makes no mistake; play can be made to last {}.\n",
            lasts(n)
        ),
        (Hope::Loss, _) => "Every move loses, if the other player makes no mistake.\n".into(),
    }
}

/// The move that was typed, by number or by name.
fn meant(line: &str, legal: &[MoveAnswer]) -> Result<usize, String> {
    if let Ok(n) = line.parse::<usize>() {
        return match n {
            1.. if n <= legal.len() => Ok(n - 1),
            _ => Err(format!("The moves are numbered from 1 to {}.", legal.len())),
        };
    }
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let typed = plain(line);
    if let Some(i) = legal.iter().position(|m| plain(&m.name) == typed) {
        return Ok(i);
    }
    let fitting = |same: &dyn Fn(&str) -> bool| (0..legal.len()).filter(|&i| same(&legal[i].name)).collect();
    // `take 1` has the words and numbers of `take(1)`, also where nobody says in which part.
    let (loose, signed) = (words(line), line.contains('-'));
    let ways: [Vec<usize>; 3] = [
        fitting(&|name| plain(without_part(name)) == typed),
        fitting(&|name| !signed && words(name) == loose),
        fitting(&|name| !signed && words(without_part(name)) == loose),
    ];
    match ways.into_iter().find(|way| !way.is_empty()).unwrap_or_default().as_slice() {
        [one] => Ok(*one),
        [] => Err(format!("`{line}` is not a legal move here. Type a number of the list, or help.")),
        several => {
            let first = &legal[several[0]].name;
            let parts = several.iter().all(|&i| without_part(&legal[i].name) == without_part(first));
            Err(format!("{} Did you mean {first}?", if parts { "In which part?" } else { "Which one?" }))
        }
    }
}

/// The name of a move in a sum without the part that it is made in.
fn without_part(name: &str) -> &str {
    name.rsplit_once(" in ").map_or(name, |s| s.0)
}

/// The words and numbers of a text, in their order: those of `block 1 2` are those of `block(1, 2)`.
fn words(text: &str) -> Vec<String> {
    let kind = |c: char| if c.is_ascii_digit() { 1 } else { 2 * u8::from(c.is_alphabetic() || c == '_') };
    let (mut all, mut last): (Vec<String>, u8) = (vec![], 0);
    for c in text.to_lowercase().chars() {
        match kind(c) {
            0 => {}
            same if same == last => all.last_mut().into_iter().for_each(|w| w.push(c)),
            _ => all.push(c.to_string()),
        }
        last = kind(c);
    }
    all
}
