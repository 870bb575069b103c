//! `fairgame list` and `fairgame help`: what comes with the program, by name, other name, or word.

use super::args::Args;
use crate::console::{Format, Report, Verdict};
use crate::layout::{Paint, pad, shorten, width};
use crate::library::{self, CHAPTERS, Entry};
use crate::print::{self, EntryLine};
use clap::CommandFactory;
use std::io;

/// `fairgame list WORD...`
pub(super) fn list(report: &mut Report, words: &[String]) -> io::Result<()> {
    let found = library::search(words);
    if found.is_empty() {
        return nothing(report, words);
    }
    show(report, &found, words.is_empty())
}

/// `fairgame help NAME`
pub(super) fn help(report: &mut Report, words: &[String]) -> io::Result<()> {
    if let Some(text) = of_command(words) {
        return report.output.write(&text);
    }
    if let Some(entry) = library::entry(&words.join("-").to_lowercase()) {
        return about(report, &entry);
    }
    let found = library::search(words);
    if let Some(text) = of_language(&words.join(" ").to_lowercase()) {
        report.output.write(&text)?;
        let best: Vec<Entry> = found.into_iter().take(EXAMPLES).collect();
        return if best.is_empty() { Ok(()) } else { show(report, &best, false) };
    }
    match found.as_slice() {
        [] => nothing(report, words),
        [entry] => about(report, entry),
        several => show(report, several, false),
    }
}

/// So many examples are named below the help of a word of the language.
const EXAMPLES: usize = 6;

/// What a topic, a statement or a native function is.
fn of_language(word: &str) -> Option<String> {
    if let Some(text) = crate::repl::topic(word) {
        return Some(format!("{text}\n"));
    }
    let (_, _, usage, meaning) = crate::check::builtins::TABLE.iter().find(|row| row.0 == word)?;
    Some(format!("{usage}: {meaning}\n\n"))
}

/// The help of a command; of the program, when nothing is asked.
fn of_command(words: &[String]) -> Option<String> {
    let mut known = Args::command();
    known.build();
    let text = match words {
        [] => known.render_help(),
        [word] => known.find_subcommand_mut(word)?.render_help(),
        _ => return None,
    };
    Some(text.to_string())
}

/// What a game or a module is, what it defines, and what to type next.
fn about(report: &mut Report, entry: &Entry) -> io::Result<()> {
    if report.output.format == Format::Json {
        return report.line(&print::json(&EntryLine::new(entry, true)));
    }
    let look = &report.output.look;
    let lines = entry.about();
    let mut text = look.paint(Paint::Bold, lines.first().unwrap_or(&entry.name)) + "\n";
    lines.iter().skip(1).for_each(|line| text += &format!("{line}\n"));
    let defined: Vec<&str> = entry.defines().collect();
    if !defined.is_empty() {
        text += &format!("\nIt defines {}.\n", defined.join(", "));
    }
    text += &format!("\n    use \"{}\"", entry.name);
    if entry.chapter.is_some() {
        text += &format!("            in a file of yours\n    fairgame run {}", entry.name);
    }
    text += "\n";
    report.output.write(&text)
}

/// A list of entries, chapter by chapter where all are shown.
fn show(report: &mut Report, entries: &[Entry], by_chapter: bool) -> io::Result<()> {
    if report.output.format == Format::Json {
        return entries.iter().try_for_each(|e| report.line(&print::json(&EntryLine::new(e, false))));
    }
    if !by_chapter {
        let text = lines(report, entries);
        return report.output.write(&text);
    }
    let modules: Vec<Entry> = library::modules().collect();
    let mut text = String::new();
    for (chapter, title) in CHAPTERS {
        let some: Vec<Entry> = entries.iter().filter(|e| e.chapter == Some(chapter)).copied().collect();
        if !some.is_empty() {
            text += &format!("{}\n{}\n", report.output.look.paint(Paint::Bold, title), lines(report, &some));
        }
    }
    text += &format!(
        "{}\n{}\n",
        report.output.look.paint(Paint::Bold, "Modules for games of your own"),
        lines(report, &modules)
    );
    text += "`fairgame help NAME` tells more, `fairgame run NAME` runs a game.\n";
    report.output.write(&text)
}

fn lines(report: &Report, entries: &[Entry]) -> String {
    let names = entries.iter().map(|e| width(e.name)).max().unwrap_or(0);
    let room = report.output.look.columns().saturating_sub(names + 4).max(20);
    let line = |e: &Entry| format!("  {}  {}\n", pad(e.name, names), shorten(e.title(), room));
    entries.iter().map(line).collect()
}

fn nothing(report: &mut Report, words: &[String]) -> io::Result<()> {
    let wanted = words.join(" ");
    let names = library::modules().chain(library::examples()).flat_map(|e| {
        let mut names = e.rows();
        names.push(e.name);
        names
    });
    let hint = match crate::check::nearest(&wanted, names) {
        Some(near) => format!("Did you mean {near}?"),
        None => "`fairgame list` shows all there are.".to_string(),
    };
    crate::console::complain(&format!("error: no game or module here is called \"{wanted}\"\n  {hint}"));
    report.note(Verdict::Mistake);
    Ok(())
}
