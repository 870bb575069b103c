//! `:tour`: one step at a time, tried by the reader. What a step defines stays defined.

use super::Repl;
use super::input::Input;
use super::pending::Pending;
use crate::console::{Report, Verdict};
use crate::layout::{Paint, wrap};
use std::io;

/// The steps: what is said, what is to be typed, and what is answered, which the tests compare.
const TEXT: &str = include_str!("../../docs/tour.md");

/// A step of the tour.
struct Step {
    text: &'static str,
    typed: Vec<&'static str>,
}

fn steps() -> Vec<Step> {
    let mut all: Vec<Step> = vec![];
    for line in TEXT.lines() {
        if let Some((_, text)) = line.strip_prefix("Step ").and_then(|l| l.split_once(". ")) {
            all.push(Step { text, typed: vec![] });
        } else if let (Some(typed), Some(step)) = (line.strip_prefix('>'), all.last_mut()) {
            step.typed.push(typed.strip_prefix(' ').unwrap_or(typed));
        }
    }
    all
}

/// Where the reader is.
#[derive(Clone, Copy)]
pub(super) struct Tour {
    /// From 0.
    step: usize,
    /// Something was tried in this step.
    tried: bool,
}

impl Repl {
    /// `:tour`, `:tour 4`, `:tour off`
    pub(super) fn tour(&mut self, report: &mut Report, rest: &str) -> io::Result<()> {
        let last = steps().len();
        let step = match rest {
            "off" | "end" | "quit" => {
                self.tour = None;
                return report.remark("You have left the tour. Its definitions stay; :tour continues it.\n");
            }
            "" => self.left_at,
            number => match number.parse::<usize>() {
                Ok(n) if (1..=last).contains(&n) => n - 1,
                _ => return super::say(report, &format!("The tour has steps 1 to {last}. Write :tour 3")),
            },
        };
        self.show_step(report, step)
    }

    fn show_step(&mut self, report: &mut Report, step: usize) -> io::Result<()> {
        let all = steps();
        let columns = report.output.look.columns();
        let head = report.output.look.paint(Paint::Bold, &format!("Step {} of {}", step + 1, all.len()));
        let mut text = format!("\n{head}\n{}\n", wrap(all[step].text, columns, ""));
        let typed = all[step].typed.iter().filter(|l| !l.is_empty()).map(|l| format!("    {l}\n"));
        text += &report.output.look.hung(&typed.collect::<String>());
        text += "\n";
        text += &self.aside(
            report,
            "Type this, or something like it. Enter alone types it for you; :tour off leaves the tour.",
        );
        self.tour = Some(Tour { step, tried: false });
        self.left_at = step;
        report.remark(&text)
    }

    fn aside(&self, report: &Report, text: &str) -> String {
        let look = &report.output.look;
        look.paint(Paint::Dim, wrap(text, look.columns(), "").trim_end()) + "\n"
    }

    /// An empty line: what the step says is typed, or the next step begins. False if it ends the session.
    pub(super) fn tour_on(&mut self, report: &mut Report, input: &mut Input) -> io::Result<bool> {
        let Some(tour) = self.tour else { return Ok(true) };
        let all = steps();
        if tour.tried && tour.step + 1 < all.len() {
            self.show_step(report, tour.step + 1)?;
        } else if tour.tried {
            self.end_tour(report)?;
        } else {
            let typed = self.typed_for(&all, tour.step);
            let shown: String = typed.iter().filter(|l| !l.is_empty()).map(|l| format!("> {l}\n")).collect();
            report.remark(&report.output.look.hung(&shown))?;
            let mut pending = Pending::default();
            let mut entries: Vec<_> = typed.iter().flat_map(|l| pending.take_line(l, 1)).collect();
            entries.extend(pending.take_rest());
            for entry in entries {
                if !self.enter(report, input, entry)? {
                    return Ok(false);
                }
            }
        }
        report.output.flush()?;
        Ok(true)
    }

    /// What a step types, with the last definition of each game before it that the reader has not typed.
    fn typed_for(&self, all: &[Step], step: usize) -> Vec<&'static str> {
        let game = |s: &Step| s.typed.first()?.strip_prefix("game ")?.split('(').next();
        let known = |name: &str| self.session.program().games.iter().any(|g| g.name == name);
        let missing =
            all[..step].iter().rev().find(|s| game(s).is_some()).filter(|s| !game(s).is_some_and(known));
        let own = all.get(step).map(|s| s.typed.clone()).unwrap_or_default();
        let redefines = own.first().is_some_and(|line| line.starts_with("game "));
        let before = missing.filter(|_| !redefines).map(|s| s.typed.clone());
        [before.unwrap_or_default(), own].concat()
    }

    /// Something was entered while the tour goes on.
    pub(super) fn tried(&mut self, report: &mut Report) -> io::Result<()> {
        let last = steps().len();
        let mistaken = report.take_verdict();
        report.note(mistaken);
        let Some(tour) = &mut self.tour else { return Ok(()) };
        tour.tried |= mistaken != Verdict::Mistake;
        let text = match tour.step + 1 {
            _ if !tour.tried => "Try again? Enter alone types the example of this step for you.".to_string(),
            n if n < last => {
                format!("Enter goes on to step {} of {last}, or try something of your own.", n + 1)
            }
            _ => "Enter ends the tour.".to_string(),
        };
        let text = self.aside(report, &text);
        report.remark(&format!("\n{text}"))
    }

    fn end_tour(&mut self, report: &mut Report) -> io::Result<()> {
        (self.tour, self.left_at) = (None, 0);
        let text = "That was the tour. What you defined is still here; :help lists what else there is, and `fairgame list` the \
                    games that come with the program.";
        let text = wrap(text, report.output.look.columns(), "");
        report.remark(&format!("\n{text}"))
    }
}
