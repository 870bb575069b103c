//! `fairgame list` and `fairgame help`: what comes with the program, by name, other name, or word.

use super::args::Args;
use crate::console::{Format, Report, Verdict};
use crate::layout::{Paint, pad, width, wrap};
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

/// `fairgame help NAME`, and `:help NAME` at the prompt: everything of that name.
pub(super) fn help(report: &mut Report, words: &[String]) -> io::Result<()> {
    let json = report.output.format == Format::Json;
    let name = words.join(" ");
    let mut said = vec![];
    if !json && !words.is_empty() {
        let columns = report.output.look.columns();
        said.extend(
            crate::repl::about(&name, columns).or_else(|| crate::repl::about(&name.to_lowercase(), columns)),
        );
    }
    said.extend(of_command(words).map(|text| match said.is_empty() {
        true => text,
        false => format!("On the command line:\n\n{text}"),
    }));
    for (i, text) in said.iter().enumerate() {
        report.output.write(if i > 0 { "\n" } else { "" })?;
        report.output.write(text)?;
    }
    let entry = library::entry(&words.join("-").to_lowercase());
    if let Some(entry) = &entry {
        report.output.write(if said.is_empty() { "" } else { "\n" })?;
        return about(report, entry);
    }
    let code = name.trim_start_matches("error[").trim_start_matches("warning[").trim_end_matches(']');
    if crate::explain::explanation(code).is_some() {
        return super::explain::run(report, &[code.to_string()]);
    }
    if words.is_empty() || of_command(words).is_some() {
        return Ok(());
    }
    let found = library::search(words);
    match (found.as_slice(), said.is_empty()) {
        ([], true) => nothing(report, words),
        ([], false) => Ok(()),
        ([entry], true) => about(report, entry),
        (several, true) => show(report, several, false),
        (several, false) => {
            report.output.write("\nGames of the catalogue:\n")?;
            show(report, &several[..several.len().min(EXAMPLES)], false)
        }
    }
}

/// How many examples are named below the help of a word of the language.
const EXAMPLES: usize = 6;

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
    text += &folded(lines.get(1..).unwrap_or_default(), look.columns());
    let defined: Vec<&str> = entry.defines().collect();
    if !defined.is_empty() {
        text += &wrap(&format!("\nIt defines {}.", defined.join(", ")), look.columns(), "");
    }
    text += &format!("\n    use \"{}\"", entry.name);
    if entry.chapter.is_some() {
        text += &format!("            in your file\n    fairgame run {}", entry.name);
    }
    text += "\n";
    report.output.write(&text)
}

/// Paragraphs for a window that is narrower than their lines; indented lines and lists stay as they are.
fn folded(lines: &[&str], columns: usize) -> String {
    let flows = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '`' | '('));
    let mut text = String::new();
    for paragraph in lines.chunk_by(|a, b| flows(a) && flows(b)) {
        let whole = flows(&paragraph[0]) && paragraph.iter().any(|line| width(line) > columns);
        text += &if whole { wrap(&paragraph.join(" "), columns, "") } else { paragraph.join("\n") + "\n" };
    }
    text
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
    let look = &report.output.look;
    let heading = |title: &str| look.paint(Paint::Bold, wrap(title, look.columns(), "").trim_end());
    let mut text = String::new();
    for (chapter, title) in CHAPTERS {
        let some: Vec<Entry> = entries.iter().filter(|e| e.chapter == Some(chapter)).copied().collect();
        if !some.is_empty() {
            text += &format!("{}\n{}\n", heading(title), lines(report, &some));
        }
    }
    text += &format!("{}\n{}\n", heading("Modules for your own games"), lines(report, &modules));
    text += &wrap("`fairgame help NAME` tells more, `fairgame run NAME` runs a game.", look.columns(), "");
    report.output.write(&text)
}

fn lines(report: &Report, entries: &[Entry]) -> String {
    let names = entries.iter().map(|e| width(e.name)).max().unwrap_or(0);
    let room = report.output.look.columns().saturating_sub(names + 4).max(20);
    let mut out = String::new();
    for e in entries {
        for (i, line) in wrap(&e.title(), room, "").lines().enumerate() {
            let name = if i == 0 { e.name } else { "" };
            out += &format!("  {}  {line}\n", pad(name, names));
        }
    }
    out
}

fn nothing(report: &mut Report, words: &[String]) -> io::Result<()> {
    let wanted = words.join(" ");
    let names = library::modules().chain(library::examples()).flat_map(|e| {
        let mut names = e.rows();
        names.push(e.name);
        names
    });
    let names = names.chain(crate::repl::names());
    let hint = match crate::api::words::nearest(&wanted, names) {
        Some(near) => format!("Did you mean {near}?"),
        None => "`fairgame list` shows all there are.".to_string(),
    };
    crate::console::complain(&format!(
        "error: there is no help about \"{wanted}\", and no game or module of that name\n  {hint}"
    ));
    report.note(Verdict::Mistake);
    Ok(())
}
