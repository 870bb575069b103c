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
    let found =
        library::entry(&words.join("-").to_lowercase()).map_or_else(|| library::search(words), |e| vec![e]);
    match found.as_slice() {
        [] => nothing(report, words),
        [entry] => about(report, entry),
        several => show(report, several, false),
    }
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
    text += "\nIt defines ";
    text += &entry.defines().collect::<Vec<_>>().join(", ");
    text += &format!(".\n\n    use \"{}\"", entry.name);
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
