//! The command line: arguments in, answers out, and an exit code.

mod args;
mod catalogue;
mod certify;
mod commands;
#[cfg(feature = "workers")]
mod crew;
mod exercise;
mod explain;
mod format;
mod grade;
mod link;
mod new;
mod open;
mod pictures;
mod play;
mod quoted;
mod shell;
mod solve;

use crate::api::Budget;
use crate::console::{Format, Output, Report, RowFile, Save, Verdict, complain, files, interrupt, resident};
use crate::repl::Players;
use args::{Args, Command, Strength};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Parsing and solving go deep; this is virtual memory, not used unless needed.
const STACK: usize = 512 << 20;

/// Runs the program and returns its exit code: 0 fine, 1 an expectation failed, 2 a mistake in a file or the
/// command, 3 a budget ran out. `held` says how many bytes are allocated.
pub fn main(held: fn() -> u64) -> i32 {
    main_with(std::env::args_os().collect(), resident::beside(held))
}

/// The same with these arguments, the first of which is the name of the program: for whoever starts it from another
/// language.
pub fn main_with(arguments: Vec<OsString>, held: fn() -> u64) -> i32 {
    files::survive_size_limit();
    let thread = std::thread::Builder::new().name("fairgame".into()).stack_size(STACK);
    let thread = thread.spawn(move || start(arguments, held));
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => {
            complain("This is a mistake in fairgame itself, not in your file. Please report it.");
            Verdict::Mistake.code()
        }
        Err(e) => {
            complain(&format!("error: no thread with a large stack can be started: {e}"));
            Verdict::Mistake.code()
        }
    }
}

fn start(arguments: Vec<OsString>, held: fn() -> u64) -> i32 {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(e) => return refuse(&e),
    };
    match run(&args, held) {
        Ok(verdict) => verdict.code(),
        // Whoever read our output has seen enough; but data that breaks off is not what was asked for.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe && !matches!(args.format(), Format::Data(_)) => 0,
        Err(e) => {
            complain(&format!("error: the output cannot be written: {e}"));
            Verdict::Mistake.code()
        }
    }
}

/// What clap says of wrong arguments, or of `--help`; and what was probably meant.
fn refuse(e: &clap::Error) -> i32 {
    if let Some(ContextValue::String(word)) = e.get(ContextKind::InvalidSubcommand) {
        complain(&format!("error: `{word}` is not a command\n  {}", command_meant(word)));
        return Verdict::Mistake.code();
    }
    if e.print().is_ok() { e.exit_code() } else { Verdict::Mistake.code() }
}

/// The command that somebody means who writes a file, a game, a question or an expression where a command belongs.
fn command_meant(word: &str) -> String {
    let known = Args::command();
    let names: Vec<&str> = known.get_subcommands().map(clap::Command::get_name).collect();
    let is_file = |name: &str| std::path::Path::new(name).is_file();
    let with_ending = format!("{word}.game");
    let meant = match word {
        _ if word.ends_with(".game") || is_file(word) => format!("run {word}"),
        _ if is_file(&with_ending) => format!("run {with_ending}"),
        "show" | "period" | "compare" | "quotient" | "sparse" | "expect" => format!("eval '{word} ...'"),
        "repl" | "shell" | "prompt" | "console" | "interactive" => {
            return "`fairgame` alone opens the prompt.".to_owned();
        }
        _ if word.contains(['(', '[', '+', '*']) => format!("eval '{word}'"),
        _ => match crate::api::words::nearest(word, names.iter().copied()) {
            Some(near) => near.to_owned(),
            None if crate::library::entry(&word.to_lowercase()).is_some() => {
                format!("run {}", word.to_lowercase())
            }
            None => return format!("Did you mean one of {}? See `fairgame --help`.", names.join(", ")),
        },
    };
    format!("Did you mean `fairgame {meant}`?")
}

fn run(args: &Args, held: fn() -> u64) -> io::Result<Verdict> {
    #[cfg(feature = "lsp")]
    if matches!(args.command, Some(Command::Lsp)) {
        return crate::lsp::serve().map(|orderly| if orderly { Verdict::Fine } else { Verdict::Mistake });
    }
    let budget = Budget { held: Some(held), ..args.budget() };
    resident::keep_within(budget.bytes);
    let unlimited = args.unlimited(&budget);
    let asked = if matches!(args.command, Some(Command::Solve { .. })) { &unlimited } else { &budget };
    interrupt::listen(budget.cancel.clone());
    let file = args.out().map(RowFile::create).transpose()?;
    let mut report = Report::new(
        Output::new(args.color(), args.format(), file),
        asked.clone(),
        !args.no_progress && !args.is_started(),
    );
    report.save = args.save().map(Save::new);
    report.misere = args.misere;
    report.stored = args.stored().map(str::to_string);
    match &args.command {
        None => crate::repl::run(&mut report, catalogue::help)?,
        Some(Command::Run { files, certificate, .. }) => {
            commands::run(&mut report, files, certificate.as_deref())?
        }
        Some(Command::Verify { files, shard, print }) => {
            let folder = certify::Folders { shard: *shard, print: *print, budget: &unlimited };
            certify::run(&mut report, files, &budget, &folder)?
        }
        #[cfg(not(feature = "workers"))]
        Some(Command::Solve { words, into, only, levels, search, with }) => {
            let how = crate::api::stored::Wanted { only: *only, levels: *levels };
            let wanted = solve::Wanted { folder: into, how, search: search.then_some(with) };
            solve::run(&mut report, words, &wanted, solve::alone)?
        }
        #[cfg(feature = "workers")]
        Some(Command::Solve { words, into, only, levels, search, with, crew }) => {
            let how = crate::api::stored::Wanted { only: *only, levels: *levels };
            let wanted = solve::Wanted { folder: into, how, search: search.then_some(with) };
            let shared = (!search).then_some(Path::new(into));
            let found = |with: &mut solve::With<'_>| crew::with(crew, shared, &asked.cancel, with);
            solve::run(&mut report, words, &wanted, found)?
        }
        Some(Command::Check { files, certificate }) => {
            commands::check(&mut report, files, certificate.as_deref())?
        }
        Some(Command::Test { files }) => commands::test(&mut report, files)?,
        Some(Command::List { words }) => catalogue::list(&mut report, words)?,
        Some(Command::Help { words }) => catalogue::help(&mut report, words)?,
        Some(Command::New { name }) => new::run(&mut report, name)?,
        #[cfg(feature = "lsp")]
        Some(Command::Lsp) => unreachable!("an editor is served before there is a report"),
        Some(Command::Completions { shell }) => shell::completions(&mut report, *shell)?,
        Some(Command::Man { folder }) => shell::pages(&mut report, folder)?,
        Some(Command::Explain { codes, lowered: None }) => explain::run(&mut report, codes)?,
        Some(Command::Explain { codes: _, lowered: Some(file) }) => explain::lowered(&mut report, file)?,
        Some(Command::Fmt { files, check }) => format::run(&mut report, files, *check)?,
        Some(Command::Eval { expr, uses, .. }) => commands::eval(&mut report, expr, uses)?,
        Some(Command::Why { words, uses, .. }) => commands::why(&mut report, words, uses)?,
        Some(Command::Graph { words, uses, most, dot, picture }) => {
            pictures::graph(&mut report, words, uses, most.map(usize::from), dot.as_deref(), picture)?
        }
        Some(Command::Play { file, position, level, second, side, seed, .. }) => {
            let strength = level.unwrap_or(Strength::Perfect).level();
            let chosen = level.is_some();
            let players =
                Players { level: strength, chosen, second: *second, seed: *seed, side: side.player() };
            play::run(&mut report, file, position, args.misere, players)?
        }
        Some(Command::Link { file, play, shown }) => link::run(&mut report, file, play, shown)?,
        Some(Command::Exercise { exercise, answer, shown }) => {
            exercise::run(&mut report, exercise, answer.as_deref(), shown)?
        }
        Some(Command::Grade { links, against, csv, out }) => {
            grade::run(&mut report, links, against, *csv, out.as_deref())?
        }
        Some(Command::Open { link, wanted }) => open::run(&mut report, link, wanted)?,
        Some(Command::Plot { words, uses, picture, x_title, y_title }) => {
            pictures::plot(&mut report, words, uses, picture, (x_title.clone(), y_title.clone()))?
        }
        Some(Command::Table { words, uses, .. }) => commands::table(&mut report, words, uses)?,
    }
    report.finish()
}
