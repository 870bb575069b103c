//! Playing: a person against the computer, or two people.

use super::ending;
use super::input::{Input, Line};
use super::said::Said;
use crate::api::{Answer, MoveAnswer};
use crate::api::{Contest, Hope, Level, Player, Question, Session};
use crate::console::Report;
use crate::layout::{Paint, clean, pad, shorten, width, wrap};
use std::io;

/// How it is played.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    /// How the computer plays; none if two people play.
    pub(crate) level: Option<Level>,
    /// The level was chosen; else it is offered on a terminal.
    pub(crate) chosen: bool,
    /// The person is the second player.
    pub(crate) second: bool,
    /// For the computer's choices.
    pub(crate) seed: u64,
    /// Where Left and Right have moves of their own: who the person is, or the one who begins.
    pub(crate) side: Player,
}

impl Default for Players {
    fn default() -> Self {
        Players { level: Some(Level::Perfect), chosen: false, second: false, seed: 1, side: Player::Left }
    }
}

impl Players {
    /// Who begins.
    pub(crate) fn begins(&self) -> Player {
        if self.level.is_some() && self.second { self.side.other() } else { self.side }
    }
}

/// How many legal moves are listed.
const LISTED: usize = 60;

/// What may be said when a play is over.
const OVER: &str =
    "again begins another round, undo takes your last move back, save FILE keeps the play, Enter leaves it.";
const EASIER: &str = "again begins another round (level beginner: against an easier computer), undo takes your last move back, \
                      why explains the end, save FILE keeps the play, Enter leaves it.";

/// The levels that are offered.
const LEVELS: &str = "\
How well should the computer play?
  1  beginner  it makes mistakes, and can be beaten
  2  greedy    it sees one move ahead
  3  perfect   it wins whenever it can
";

/// A play at the table.
pub(super) struct Table<'a> {
    pub(super) report: &'a mut Report,
    pub(super) session: &'a mut Session,
    pub(super) question: &'a Question,
    pub(super) players: Players,
    pub(super) contest: Contest,
    /// Definitions that are in no file: a saved play needs them.
    pub(super) typed: &'a str,
    pub(super) score: Score,
}

/// The rounds that were won: by the person and the computer, or by Left and Right or the first player and the second.
#[derive(Clone, Copy, Default)]
pub(super) struct Score {
    won: [u32; 2],
    drawn: u32,
    /// What the score was before the round that has just ended.
    before: ([u32; 2], u32),
}

/// Plays from the position that a question shows; `typed` are definitions that are in no file.
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
    let mut table = Table { report, session, question, players, contest, typed, score: Score::default() };
    input.in_play(true);
    let played = table.run(input);
    input.in_play(false);
    played
}

/// How well the computer plays: by the name, the number or the first letters of a level, or as other games call it.
fn strength(said: &str) -> Option<(Level, &'static str)> {
    const NAMES: [&str; 4] = ["beginner", "greedy", "perfect", "random"];
    let name = match said {
        "1" | "easy" => "beginner",
        "2" | "medium" | "normal" => "greedy",
        "3" | "hard" | "expert" => "perfect",
        _ => NAMES.into_iter().find(|name| !said.is_empty() && name.starts_with(said))?,
    };
    Level::named(name).map(|level| (level, name))
}

impl Table<'_> {
    fn run(&mut self, input: &mut Input) -> io::Result<()> {
        if !self.players.chosen && input.is_terminal() && !self.offer(input)? {
            return self.say("You have left the play.\n");
        }
        let welcome = self.welcome();
        self.say(&welcome)?;
        while self.turn(input)? {}
        Ok(())
    }

    /// Asks how well the computer should play. False if the play is left.
    fn offer(&mut self, input: &mut Input) -> io::Result<bool> {
        self.say(LEVELS)?;
        loop {
            self.report.output.flush()?;
            let Line::Text(line) = input.read("level (Enter: beginner)> ")? else { return Ok(false) };
            let level = match line.trim().to_lowercase().as_str() {
                "" => strength("beginner"),
                "quit" | "exit" | "q" => return Ok(false),
                other => strength(other),
            };
            match level {
                Some((level, _)) => {
                    (self.players.level, self.players.chosen) = (Some(level), true);
                    return Ok(true);
                }
                None => self.say("Type 1, 2, 3 or a name of the list; exit leaves the play.\n")?,
            }
        }
    }

    /// `level greedy`: another strength from here on.
    pub(super) fn set_level(&mut self, name: &str) -> io::Result<()> {
        match strength(name) {
            _ if self.players.level.is_none() => self.say("Two people play: there is no computer here.\n"),
            Some((level, name)) => {
                self.players.level = Some(level);
                self.say(&format!("From now on the computer is {name}.\n"))
            }
            None => self.say(&format!("{LEVELS}Write level beginner, level greedy or level perfect.\n")),
        }
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
                Said::Resign => {
                    ending::tell_resigned(self)?;
                    return self.after_the_end(input);
                }
                Said::Leave => return self.say("You have left the play.\n").map(|()| false),
            }
        }
    }

    fn heard(&mut self, input: &mut Input, legal: &[MoveAnswer]) -> io::Result<Said> {
        self.report.output.flush()?;
        let line = input.read(&self.prompt())?;
        self.report.output.measure();
        match line {
            Line::Text(line) => self.understand(line.trim(), legal),
            Line::Cancelled | Line::End => Ok(Said::Leave),
            Line::Unreadable(why) => self.say(&format!("This cannot be read: {why}\n")).map(|()| Said::Ask),
        }
    }

    /// What may still be done when the play is over. False if it is left; lines of a pipe that are about something else
    /// are for whoever reads next.
    fn after_the_end(&mut self, input: &mut Input) -> io::Result<bool> {
        let score = self.told_score();
        self.say(&score)?;
        if input.is_terminal() {
            self.say_over()?;
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
                        (self.score.won, self.score.drawn) = self.score.before;
                        return Ok(true);
                    }
                }
                "again" | "another" | "yes" | "y" => return self.another_round(),
                "level" => {
                    self.set_level(rest.trim())?;
                    if strength(rest.trim()).is_some() {
                        return self.another_round();
                    }
                }
                "save" => self.save(rest.trim())?,
                "why" => self.why()?,
                "quit" | "q" | "exit" | "no" | "n" => return Ok(false),
                "" if input.is_terminal() => return Ok(false),
                "" => {}
                _ if input.is_terminal() => self.say_over()?,
                _ => {
                    input.give_back(line);
                    return Ok(false);
                }
            }
        }
    }

    /// What may be done now; after a loss an easier computer is offered.
    fn say_over(&mut self) -> io::Result<()> {
        let lost = self.score.won[1] > self.score.before.0[1];
        let easier = lost && self.players.level.is_some_and(|l| l != Level::Beginner);
        let text = wrap(if easier { EASIER } else { OVER }, self.report.output.look.columns(), "");
        self.say(&text)
    }

    /// The same position again; the other player begins.
    fn another_round(&mut self) -> io::Result<bool> {
        self.players.second = !self.players.second;
        if self.players.level.is_none() {
            self.players.side = self.players.side.other();
        }
        let found = self.session.contest(self.question, self.players.begins());
        let Some(contest) = self.or_say(found)? else { return Ok(false) };
        self.contest = contest;
        let begins = match (self.players.level, self.players.second) {
            (None, _) => capital(&ending::name(self, 1)),
            (Some(_), true) => "The computer".to_string(),
            (Some(_), false) => "You".to_string(),
        };
        let verb = if begins == "You" { "begin" } else { "begins" };
        self.say(&format!("\nAnother round. {begins} {verb}.\n"))?;
        Ok(true)
    }

    /// Counts a round: who won it, 1 or 2, if anybody did.
    pub(super) fn count(&mut self, winner: Option<usize>) {
        self.score.before = (self.score.won, self.score.drawn);
        match winner {
            None => self.score.drawn += 1,
            // Between two people the sides change with every round.
            Some(player) => {
                let own = if self.players.level.is_some() {
                    self.person()
                } else {
                    1 + usize::from(self.players.second)
                };
                self.score.won[usize::from(player != own)] += 1;
            }
        }
    }

    /// `Score: you 1, the computer 2.`
    fn told_score(&self) -> String {
        let (one, two) = match self.players.level {
            Some(_) => ("you", "the computer"),
            None => ("the first to begin", "the other"),
        };
        let [a, b] = self.score.won;
        let drawn = match self.score.drawn {
            0 => String::new(),
            n => format!(", drawn {n}"),
        };
        format!("Score: {one} {a}, {two} {b}{drawn}.\n")
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let text = self.report.output.look.hung(text);
        self.report.output.write(&text)?;
        self.report.output.flush()
    }

    fn welcome(&self) -> String {
        let mut rule = String::from(if self.contest.is_misere() {
            "a player who cannot move wins"
        } else {
            "a player who cannot move loses"
        });
        if self.contest.may_be_endless() {
            rule += ", and a position that occurs for the third time is a draw";
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
            text += "  (this position has occurred before; the next time, it is a draw)\n";
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
            let text = format!("The computer does not see who wins ({why}), and guesses.");
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

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
