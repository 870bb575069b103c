//! `fairgame new`: a first file, to be changed.

use super::quoted::quoted;
use crate::api::Diagnostic;
use crate::api::Sources;
use crate::console::{Report, Verdict, files};
use std::io;
use std::path::Path;

/// `fairgame new NAME`: writes `NAME.game`, unless there is such a file.
pub(super) fn run(report: &mut Report, name: &str) -> io::Result<()> {
    let file = if name.ends_with(".game") { name.to_string() } else { format!("{name}.game") };
    let stem = Path::new(&file).file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let pasted = quoted(&file);
    let text = first_file(&stem, &pasted);
    match files::create(&file, text.as_bytes()) {
        Ok(()) => report.remark(&format!(
            "{file} is written. Change its rules in an editor, and see what changes:\n\n    \
             fairgame run {pasted}      answers what it asks\n    \
             fairgame play {pasted}     plays it with you\n"
        )),
        Err(e) => refuse(report, &file, &e),
    }
}

fn refuse(report: &mut Report, file: &str, e: &io::Error) -> io::Result<()> {
    let d = match e.kind() {
        io::ErrorKind::AlreadyExists => {
            Diagnostic::error("cannot-write", format!("{file} exists already, and stays as it is"))
                .hint("Would another name do?")
        }
        io::ErrorKind::NotFound => {
            Diagnostic::error("cannot-write", format!("{file} cannot be written: there is no such folder"))
        }
        _ => Diagnostic::error("cannot-write", format!("{file} cannot be written: {e}")),
    };
    report.note(Verdict::Mistake);
    report.diagnostics(&Sources::default(), &[d])
}

fn first_file(stem: &str, file: &str) -> String {
    let game = game_name(stem);
    format!(
        "# {stem}
#
# A row of beans. A move takes one, two or three of them. A player who cannot move loses.
# Change the rules, and run them: fairgame run {file}

game {game}(n: nat)
  move take(k in 1..min(3, n)) to {game}(n - k)
  starts {game}(10)
  picture repeat(\"o\", n)

show   {game}(10)
table  {game}(n) for n in 0..12
play   {game}(10): take(2), take(3), take(1)

# What you expect: P is lost for the player to move, N is won.
expect {game}(4) is P
expect {game}(n) is N for n in 1..3
"
    )
}

/// `three-piles` becomes ThreePiles.
fn game_name(stem: &str) -> String {
    let words = stem.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let capital = |w: &str| {
        let mut letters = w.chars();
        letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    let name: String = words.map(capital).collect();
    if name.starts_with(char::is_alphabetic) { name } else { format!("Game{name}") }
}
