//! Playing: a person against the computer, or two people.

use super::input::{Input, Line};
use crate::answer::{Answer, MoveAnswer};
use crate::console::Report;
use crate::layout::{Paint, clean, pad, width};
use crate::session::{Contest, Level, Question, Session};
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
}

impl Default for Players {
    fn default() -> Self {
        Players { level: Some(Level::Perfect), second: false, seed: 1 }
    }
}

/// So many legal moves are listed.
const LISTED: usize = 60;

const HELP: &str = "\
A move is typed by its number or by its name, such as take(3), or take(3) in 2.
  hint         a winning move, if there is one
  undo         take back your last move
  why          who wins here, and by what
  save FILE    write the play down as a statement of the language
  quit         leave the play (so does Ctrl-D)
";

struct Table<'a> {
    report: &'a mut Report,
    session: &'a mut Session,
    question: &'a Question,
    players: Players,
    contest: Contest,
}

/// What a player said.
enum Said {
    Move(usize),
    /// The position and its moves are shown again.
    Again,
    /// Something was answered.
    Ask,
    Leave,
}

/// Plays from the position that a question shows.
pub(crate) fn play(
    report: &mut Report,
    input: &mut Input,
    session: &mut Session,
    question: &Question,
    players: Players,
) -> io::Result<()> {
    let contest = match session.contest(question) {
        Ok(contest) => contest,
        Err(answer) => return report.show(session, question, &answer),
    };
    let mut table = Table { report, session, question, players, contest };
    input.in_play(true);
    let played = table.run(input);
    input.in_play(false);
    played
}

impl Table<'_> {
    fn run(&mut self, input: &mut Input) -> io::Result<()> {
        let welcome = self.welcome();
        self.say(&welcome)?;
        loop {
            let Some(legal) = self.legal()? else { return Ok(()) };
            if legal.is_empty() {
                self.show_position()?;
                return self.finish();
            }
            if !self.is_persons_turn() {
                if !self.computer(&legal)? {
                    return Ok(());
                }
                continue;
            }
            self.show_position()?;
            self.list(&legal)?;
            loop {
                self.report.output.flush()?;
                let said = match input.read(&self.prompt())? {
                    Line::Text(line) => self.understand(line.trim(), &legal)?,
                    Line::Cancelled | Line::End => Said::Leave,
                    Line::Unreadable(why) => {
                        self.say(&format!("This cannot be read: {why}\n"))?;
                        continue;
                    }
                };
                match said {
                    Said::Move(i) => {
                        if let Err(answer) = self.session.make(&mut self.contest, i) {
                            return self.report.show(self.session, self.question, &answer);
                        }
                        break;
                    }
                    Said::Again => break,
                    Said::Ask => {}
                    Said::Leave => return self.say("The play is left.\n"),
                }
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.report.output.write(text)?;
        self.report.output.flush()
    }

    fn welcome(&self) -> String {
        let rule =
            if self.contest.is_misere() { "whoever cannot move wins" } else { "whoever cannot move loses" };
        let who = match self.players.level {
            None => "Two people play".to_string(),
            Some(level) => {
                let level = format!("{level:?}").to_lowercase();
                let first = if self.players.second { "begins" } else { "answers" };
                format!("You play against the computer ({level}), which {first}")
            }
        };
        format!("{who}; {rule}. Type a move or its number; help tells more.\n")
    }

    /// Which player is to move, 1 or 2.
    fn mover(&self) -> usize {
        1 + self.contest.names().len() % 2
    }

    fn is_persons_turn(&self) -> bool {
        self.players.level.is_none() || (self.mover() == 2) == self.players.second
    }

    fn prompt(&self) -> String {
        match self.players.level {
            None => format!("player {}> ", self.mover()),
            Some(_) => "your move> ".into(),
        }
    }

    /// The legal moves; none if they cannot be found, which is said.
    fn legal(&mut self) -> io::Result<Option<Vec<MoveAnswer>>> {
        let found = self.report.watched(|| self.session.legal(&self.contest));
        self.or_say(found)
    }

    fn or_say<T>(&mut self, found: Result<T, Answer>) -> io::Result<Option<T>> {
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
            text += &format!("  {}\n", crate::layout::shorten(&clean(&line), look.columns() - 2));
        }
        self.say(&text)
    }

    /// The moves with their numbers, as many on a line as fit.
    fn list(&mut self, legal: &[MoveAnswer]) -> io::Result<()> {
        let look = self.report.output.look;
        let digits = legal.len().min(LISTED).to_string().len();
        let names: Vec<String> = legal.iter().take(LISTED).map(|m| clean(&m.name)).collect();
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
        let mut seed = self.players.seed;
        let found = self.report.watched(|| self.session.choose(&self.contest, level, &mut seed));
        self.players.seed = seed;
        let Some(i) = self.or_say(found)? else { return Ok(false) };
        let text = format!("\nThe computer plays {}.\n", clean(&legal[i].name));
        let made = self.session.make(&mut self.contest, i);
        self.say(&text)?;
        Ok(self.or_say(made)?.is_some())
    }

    fn understand(&mut self, line: &str, legal: &[MoveAnswer]) -> io::Result<Said> {
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
            _ => match meant(line, legal) {
                Ok(i) => return Ok(Said::Move(i)),
                Err(why) => {
                    self.say(&format!("{why}\n"))?;
                }
            },
        }
        Ok(Said::Ask)
    }

    fn hint(&mut self) -> io::Result<()> {
        let found = self.report.watched(|| self.session.hint(&self.contest));
        let Some(wins) = self.or_say(found)? else { return Ok(()) };
        match wins.first() {
            Some(m) => self.say(&format!("{} wins.\n", clean(&m.name))),
            None => self.say("Every move loses, if the other player makes no mistake.\n"),
        }
    }

    fn why(&mut self) -> io::Result<()> {
        let under = if self.contest.is_misere() { " under misere" } else { "" };
        let loaded = self.session.enter(&format!("show {}{under}", self.contest.position()));
        match loaded.questions.first() {
            Some(question) => self.report.why(self.session, question).map(drop),
            None => self.say("This position is too long to be explained.\n"),
        }
    }

    /// Takes back the person's last move, and the computer's answer to it.
    fn undo(&mut self) -> io::Result<()> {
        let before = self.contest.clone();
        let mut undone = self.contest.undo();
        while undone && !self.is_persons_turn() {
            undone = self.contest.undo();
        }
        if !undone {
            self.contest = before;
        }
        self.say(if undone { "Taken back.\n" } else { "There is no move to take back.\n" })
    }

    /// Writes the play at the end of a file.
    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return self.say("Into which file? Write save FILE\n");
        }
        let uses: String =
            self.session.used_files().iter().map(|f| format!("use \"{f}\"\n")).collect::<Vec<_>>().concat();
        let new = !std::path::Path::new(file).exists();
        let text = format!("{}{}\n", if new { uses } else { String::new() }, self.contest.statement());
        let open = std::fs::OpenOptions::new().append(true).create(true).open(file);
        match open.and_then(|mut f| io::Write::write_all(&mut f, text.as_bytes())) {
            Ok(()) => {
                self.say(&format!("The play stands at the end of {file}; fairgame run {file} replays it.\n"))
            }
            Err(e) => self.say(&format!("{file} cannot be written: {e}\n")),
        }
    }

    /// Who has won, and what gave the game away.
    fn finish(&mut self) -> io::Result<()> {
        let misere = self.contest.is_misere();
        let winner = if misere { self.mover() } else { 3 - self.mover() };
        let person = if self.players.second { 2 } else { 1 };
        let loser = 3 - winner;
        let how = if misere { "finds no move, which wins" } else { "made the last move" };
        let against = self.players.level.is_some();
        let text = match (against, winner == person) {
            (false, _) => format!("Player {winner} wins: player {winner} {how}.\n"),
            (true, true) => format!("You win: you {}.\n", how.replacen("finds", "find", 1)),
            (true, false) => format!("You lose: the computer {how}.\n"),
        };
        self.say(&text)?;
        if against && winner == person {
            return Ok(());
        }
        let found = self.report.watched(|| self.session.slip(&self.contest, loser));
        let whose = if against { "your" } else { "player's" };
        match self.or_say(found)? {
            Some(Some(slip)) => self.say(&format!(
                "Why? Move {}, {}, gave the game away; {} would have held it.\n",
                slip.number,
                clean(&slip.name),
                clean(&slip.instead)
            )),
            Some(None) => {
                self.say(&format!("None of {whose} moves was to blame: every position was lost already.\n"))
            }
            None => Ok(()),
        }
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
    let without_part = |m: &MoveAnswer| plain(m.name.rsplit_once(" in ").map_or(&m.name, |s| s.0));
    let fitting: Vec<usize> = (0..legal.len()).filter(|i| without_part(&legal[*i]) == typed).collect();
    match fitting.as_slice() {
        [one] => Ok(*one),
        [] => Err(format!("`{line}` is not a legal move here. Type a number of the list, or help.")),
        several => Err(format!("In which part? Did you mean {}?", legal[several[0]].name)),
    }
}
