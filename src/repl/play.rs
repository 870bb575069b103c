//! Playing: a person against the computer, or two people.

use super::ending;
use super::input::{Input, Line};
use super::said::Said;
use crate::answer::{Answer, MoveAnswer};
use crate::console::Report;
use crate::layout::{Paint, clean, pad, shorten, width, wrap};
use crate::session::{Contest, Hope, Level, Player, Question, Session};
use std::io;

/// How it is played.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    /// How the computer plays; none if two people play.
    pub(crate) level: Option<Level>,
    /// The person is the second player.
    pub(crate) second: bool,
    /// For the computer's choices.
    pub(crate) seed: u64,
    /// Where Left and Right have moves of their own: who the person is, or the one who begins.
    pub(crate) side: Player,
}

impl Default for Players {
    fn default() -> Self {
        Players { level: Some(Level::Perfect), second: false, seed: 1, side: Player::Left }
    }
}

impl Players {
    /// Who begins.
    pub(crate) fn begins(&self) -> Player {
        if self.level.is_some() && self.second { self.side.other() } else { self.side }
    }
}

/// So many legal moves are listed.
const LISTED: usize = 60;

const OVER: &str = "undo takes your last move back, save FILE keeps the play, Enter leaves it.\n";

/// A play at the table.
pub(super) struct Table<'a> {
    pub(super) report: &'a mut Report,
    pub(super) session: &'a mut Session,
    pub(super) question: &'a Question,
    pub(super) players: Players,
    pub(super) contest: Contest,
    /// Definitions that stand in no file: a saved play needs them.
    pub(super) typed: &'a str,
}

/// Plays from the position that a question shows; `typed` are definitions that stand in no file.
pub(crate) fn play(
    report: &mut Report,
    input: &mut Input,
    session: &mut Session,
    question: &Question,
    players: Players,
    typed: &str,
) -> io::Result<()> {
    let contest = match session.contest(question, players.begins()) {
        Ok(contest) => contest,
        Err(answer) => return report.show(session, question, &answer),
    };
    let mut table = Table { report, session, question, players, contest, typed };
    input.in_play(true);
    let played = table.run(input);
    input.in_play(false);
    played
}

impl Table<'_> {
    fn run(&mut self, input: &mut Input) -> io::Result<()> {
        let welcome = self.welcome();
        self.say(&welcome)?;
        while self.turn(input)? {}
        Ok(())
    }

    /// One move, or what is done instead. False if the play is left.
    fn turn(&mut self, input: &mut Input) -> io::Result<bool> {
        let Some(legal) = self.legal()? else { return Ok(false) };
        let ending = self.session.ending(&self.contest);
        let Some(ending) = self.or_say(ending)? else { return Ok(false) };
        if let Some(ending) = ending {
            self.show_position()?;
            ending::tell(self, ending)?;
            return self.after_the_end(input);
        }
        if !self.is_persons_turn() {
            return self.computer(&legal);
        }
        self.show_position()?;
        self.list(&legal)?;
        loop {
            match self.heard(input, &legal)? {
                Said::Move(i) => {
                    let made = self.session.make(&mut self.contest, i);
                    return Ok(self.or_say(made)?.is_some());
                }
                Said::Again => return Ok(true),
                Said::Ask => {}
                Said::Draw if self.is_draw_agreed(input)? => {
                    ending::tell_draw(self)?;
                    return self.after_the_end(input);
                }
                Said::Draw => {}
                Said::Leave => return self.say("The play is left.\n").map(|()| false),
            }
        }
    }

    fn heard(&mut self, input: &mut Input, legal: &[MoveAnswer]) -> io::Result<Said> {
        self.report.output.flush()?;
        match input.read(&self.prompt())? {
            Line::Text(line) => self.understand(line.trim(), legal),
            Line::Cancelled | Line::End => Ok(Said::Leave),
            Line::Unreadable(why) => self.say(&format!("This cannot be read: {why}\n")).map(|()| Said::Ask),
        }
    }

    /// What may still be done when the play is over. False if it is left; lines of a pipe that are about something else
    /// are for whoever reads next.
    fn after_the_end(&mut self, input: &mut Input) -> io::Result<bool> {
        if input.is_terminal() {
            self.say(OVER)?;
        }
        loop {
            self.report.output.flush()?;
            let line = match input.read("it is over> ")? {
                Line::Text(line) => line,
                Line::Cancelled | Line::End => return Ok(false),
                Line::Unreadable(_) => String::new(),
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word.trim_start_matches(':') {
                "undo" | "u" => {
                    if self.undo()? {
                        return Ok(true);
                    }
                }
                "save" => self.save(rest.trim())?,
                "why" => self.why()?,
                "quit" | "q" | "exit" => return Ok(false),
                "" if input.is_terminal() => return Ok(false),
                "" => {}
                _ if input.is_terminal() => self.say(OVER)?,
                _ => {
                    input.give_back(line);
                    return Ok(false);
                }
            }
        }
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.report.output.write(text)?;
        self.report.output.flush()
    }

    fn welcome(&self) -> String {
        let mut rule = String::from(if self.contest.is_misere() {
            "whoever cannot move wins"
        } else {
            "whoever cannot move loses"
        });
        if self.contest.may_be_endless() {
            rule += ", and a position that comes for the third time is a draw";
        }
        let who = match self.players.level {
            None => "Two people play".to_string(),
            Some(level) => {
                let level = format!("{level:?}").to_lowercase();
                let first = if self.players.second { "begins" } else { "answers" };
                let side = self.contest.side(self.person());
                let you = side.map_or("You".to_string(), |side| format!("You are {} and", side.name()));
                format!("{you} play against the computer ({level}), which {first}")
            }
        };
        let text = format!("{who}; {rule}. Type a move or its number; help tells more.");
        wrap(&text, self.report.output.look.columns(), "")
    }

    /// Which player is to move, 1 or 2.
    pub(super) fn mover(&self) -> usize {
        1 + self.contest.names().len() % 2
    }

    /// Which player sits at the keyboard, if only one does.
    pub(super) fn person(&self) -> usize {
        if self.players.second { 2 } else { 1 }
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.players.level.is_none() || self.mover() == self.person()
    }

    fn prompt(&self) -> String {
        let side = self.contest.side(self.mover()).map(Player::name);
        match (self.players.level, side) {
            (None, None) => format!("player {}> ", self.mover()),
            (None, Some(side)) => format!("{side}> "),
            (Some(_), None) => "your move> ".into(),
            (Some(_), Some(side)) => format!("your move ({side})> "),
        }
    }

    /// The legal moves; none if they cannot be found, which is said.
    fn legal(&mut self) -> io::Result<Option<Vec<MoveAnswer>>> {
        let found = self.report.watched(|| self.session.legal(&self.contest));
        self.or_say(found)
    }

    pub(super) fn or_say<T>(&mut self, found: Result<T, Answer>) -> io::Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(answer) => {
                self.report.show(self.session, self.question, &answer)?;
                Ok(None)
            }
        }
    }

    fn show_position(&mut self) -> io::Result<()> {
        let found = self.session.drawn(&self.contest);
        let Some(lines) = self.or_say(found)? else { return Ok(()) };
        let look = self.report.output.look;
        let position = crate::layout::shorten_position(&clean(&self.contest.position()), look.columns());
        let mut text = format!("\n{}\n", look.paint(Paint::Bold, &position));
        for line in lines {
            text += &format!("  {}\n", shorten(&clean(&line), look.columns() - 2));
        }
        if self.contest.may_be_endless() && self.contest.times_before() == 1 {
            text += "  (this position has come before; when it comes again, it is a draw)\n";
        }
        self.say(&text)
    }

    /// The moves with their numbers, as many on a line as fit.
    fn list(&mut self, legal: &[MoveAnswer]) -> io::Result<()> {
        let look = self.report.output.look;
        let digits = legal.len().min(LISTED).to_string().len();
        let room = look.columns() - digits - 4;
        let names: Vec<String> = legal.iter().take(LISTED).map(|m| shorten(&clean(&m.name), room)).collect();
        let column = names.iter().map(|n| width(n)).max().unwrap_or(0) + digits + 5;
        let per_line = (look.columns() / column).max(1);
        let mut text = String::new();
        for (i, name) in names.iter().enumerate() {
            let number = look.paint(Paint::Dim, &format!("{:>digits$}", i + 1));
            text += &format!("  {number}  {}", pad(name, column - digits - 4));
            if (i + 1) % per_line == 0 || i + 1 == names.len() {
                text.truncate(text.trim_end().len());
                text.push('\n');
            }
        }
        if legal.len() > LISTED {
            text += &format!("  and {} more, typed by name\n", legal.len() - LISTED);
        }
        self.say(&text)
    }

    /// False if the computer could not find a move.
    fn computer(&mut self, legal: &[MoveAnswer]) -> io::Result<bool> {
        let Some(level) = self.players.level else { return Ok(true) };
        let mut found = self.think(level);
        if let (Err(Answer::Stopped(stopped)), true) = (&found, level != Level::Random) {
            let why = &stopped.how_far.split(':').next().unwrap_or_default();
            let text =
                format!("The computer does not see who wins ({why}), and plays what comes to its mind.");
            let text = wrap(&text, self.report.output.look.columns(), "");
            self.say(&format!("\n{text}"))?;
            if level == Level::Perfect {
                found = self.think(Level::Greedy);
            }
            if matches!(found, Err(Answer::Stopped(_))) {
                found = self.think(Level::Random);
            }
        }
        let Some(i) = self.or_say(found)? else { return Ok(false) };
        let text = format!("\nThe computer plays {}.\n", clean(&legal[i].name));
        let made = self.session.make(&mut self.contest, i);
        self.say(&text)?;
        Ok(self.or_say(made)?.is_some())
    }

    fn think(&mut self, level: Level) -> Result<usize, Answer> {
        let seed = &mut self.players.seed;
        self.report.watched(|| self.session.choose(&self.contest, level, seed))
    }

    /// Whether the other player takes a draw: a person is asked, the computer takes one unless it sees a win.
    fn is_draw_agreed(&mut self, input: &mut Input) -> io::Result<bool> {
        if !self.contest.may_be_endless() {
            self.say("This game ends, so somebody wins it: there is no draw.\n")?;
            return Ok(false);
        }
        if self.players.level.is_some() {
            let found = self.report.watched(|| self.session.advice(&self.contest));
            let Some(advice) = self.or_say(found)? else { return Ok(false) };
            let agreed = advice.hope != Hope::Loss || self.players.level == Some(Level::Random);
            self.say(if agreed { "The computer agrees.\n" } else { "The computer plays on.\n" })?;
            return Ok(agreed);
        }
        let other = ending::name(self, 3 - self.mover());
        self.say(&format!("A draw is offered. Does {other} agree?\n"))?;
        let agreed =
            matches!(input.read("yes or no> ")?, Line::Text(t) if t.trim().to_lowercase().starts_with('y'));
        self.say(if agreed { "" } else { "Play goes on.\n" })?;
        Ok(agreed)
    }
}
