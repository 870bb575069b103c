//! The prompt: statements and expressions, one after the other. The only place with rustyline.

mod commands;
mod editor;
mod ending;
mod help;
mod input;
mod moves;
mod pending;
mod pictures;
mod play;
mod said;
mod settings;
mod solved;
mod topics;
mod tour;
mod vocabulary;
mod watch;

pub(crate) use help::{about, names};
pub(crate) use input::Input;
pub(crate) use play::{Players, play};

use crate::api::Diagnostic;
use crate::api::Span;
use crate::api::words::cut;
use crate::api::{Loaded, Question, Session, Which};
use crate::console::{Format, Report, Verdict, files};
use crate::layout::{clean, shorten, wrap};
use crate::print::{self, DefinedLine};
use commands::Command;
use input::Line;
use pending::{Entry, GoesOn, Pending, Piece, goes_on};
use std::collections::BTreeSet;
use std::io;
use std::time::Instant;
use watch::Watcher;

/// More names that are defined at once share a line.
const MANY: usize = 3;

/// Tells of something that has a name: the same at the prompt and on the command line.
pub(crate) type Help = fn(&mut Report, &[String]) -> io::Result<()>;

/// Reads and answers until the input ends.
pub(crate) fn run(report: &mut Report, help: Help) -> io::Result<()> {
    let mut input = Input::open(report.output.look.color);
    if input.is_terminal() {
        let welcome = "fairgame: rules in, mathematics out. :tour guides you, :help helps, :quit ends.";
        let text = crate::layout::wrap(welcome, report.output.look.columns(), "");
        report.output.write(&text)?;
        report.output.flush()?;
    }
    let mut repl = Repl {
        session: report.session(),
        defined: BTreeSet::new(),
        typed: vec![],
        file: None,
        watcher: None,
        timed: false,
        players: Players::default(),
        terminal: input.is_terminal(),
        before: String::new(),
        at: 1,
        help,
        tour: None,
        left_at: 0,
        stale: false,
        told: BTreeSet::new(),
    };
    let mut pending = Pending::default();
    while repl.read(report, &mut input, &mut pending)? {}
    Ok(())
}

struct Repl {
    session: Session,
    defined: BTreeSet<String>,
    /// Definitions typed or loaded here.
    typed: Vec<Typed>,
    /// The file loaded last.
    file: Option<String>,
    watcher: Option<Watcher>,
    timed: bool,
    players: Players,
    terminal: bool,
    /// The first line of what was entered last, unless it was a command.
    before: String,
    /// The number of the line with the last command.
    at: usize,
    help: Help,
    tour: Option<tour::Tour>,
    /// The step of the tour that was shown last.
    left_at: usize,
    /// The watched file has a mistake now, so answers are those of the rules before.
    stale: bool,
    /// Warnings and endless plays that were shown already.
    told: BTreeSet<String>,
}

/// A definition that `:save` writes.
struct Typed {
    /// None of what is used.
    name: String,
    text: String,
    /// It is in a file that was loaded.
    loaded: bool,
}

/// How long an entry took, and which engines answered it.
fn took(started: Instant, session: &mut Session) -> String {
    let seconds = started.elapsed().as_secs_f64();
    format!("  {seconds:.2} s\n{}", solved::solved_by(&session.take_solved_by()))
}

impl Repl {
    /// Reads a line and does what it says, if an entry ends with it. False if it ends the session.
    fn read(&mut self, report: &mut Report, input: &mut Input, pending: &mut Pending) -> io::Result<bool> {
        let line = input.read(if pending.is_empty() { "> " } else { ". " })?;
        report.output.measure();
        self.reload_if_saved();
        match line {
            Line::Text(text) if self.tour.is_some() && pending.is_empty() && text.trim().is_empty() => {
                return self.tour_on(report, input);
            }
            Line::Text(text) => {
                let number = if self.terminal { 1 } else { input.lines_read() };
                let lines = text.split('\n').zip(number..);
                let mut entries: Vec<Entry> = lines.flat_map(|(l, n)| pending.take_line(l, n)).collect();
                // An editor has asked already whether the entry is whole.
                entries.extend(if self.terminal { pending.take_rest() } else { vec![] });
                for entry in entries {
                    if !self.enter(report, input, entry)? {
                        return Ok(false);
                    }
                }
            }
            Line::Cancelled => *pending = Pending::default(),
            Line::Unreadable(why) => {
                report.note(Verdict::Mistake);
                report.complain(&format!("error: this line cannot be read: {why}"))?;
            }
            Line::End => {
                for entry in pending.take_rest() {
                    if !self.enter(report, input, entry)? {
                        break;
                    }
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does what an entry says. False if it ends the session.
    fn enter(&mut self, report: &mut Report, input: &mut Input, entry: Entry) -> io::Result<bool> {
        let started = Instant::now();
        let program = matches!(entry, Entry::Program(_));
        let tours = matches!(&entry, Entry::Command(line, _) if line.trim_start().starts_with(":tour"));
        self.mark_old_rules(report)?;
        let before = report.take_verdict();
        match entry {
            Entry::Command(line, number) => match self.command_of(&line, number) {
                Some(Ok(command)) if command.name == "quit" => return Ok(false),
                Some(Ok(command)) => self.command(report, input, &command)?,
                Some(Err(why)) => say(report, &why)?,
                None => unreachable!("a command begins with a colon"),
            },
            Entry::Program(pieces) => match self.bare_command(&pieces[0].text) {
                Some("quit") => return Ok(false),
                Some("help") => self.help(report, "")?,
                Some(name) => say(report, &format!("Did you mean :{name} ?"))?,
                None => self.program(report, &pieces)?,
            },
        }
        if self.timed && !program {
            report.remark(&took(started, &mut self.session))?;
        }
        self.teach(input);
        if !tours {
            self.tried(report)?;
        }
        report.note(before);
        self.settle(report)?;
        Ok(true)
    }

    fn command_of(&mut self, line: &str, number: usize) -> Option<Result<Command, String>> {
        (self.at, self.before) = (number, String::new());
        Command::of(line)
    }

    /// `quit`: the name of a command without its colon, unless that is the name of something else.
    fn bare_command(&self, entry: &str) -> Option<&'static str> {
        let word = entry.trim();
        let program = self.session.program();
        let known = program.lets.iter().map(|l| &l.name).chain(program.games.iter().map(|g| &g.name));
        let alone = !word.contains(char::is_whitespace) && !word.starts_with(':');
        if self.terminal && alone && !known.into_iter().any(|name| name == word) {
            let entered = Command::of(&format!(":{word}"))?;
            return entered.ok().map(|c| c.name).or_else(|| commands::names().find(|n| *n == word));
        }
        None
    }

    fn command(&mut self, report: &mut Report, input: &mut Input, command: &Command) -> io::Result<()> {
        let rest = command.rest.as_str();
        match command.name {
            "help" => self.help(report, rest),
            "tour" => self.tour(report, rest),
            "reset" => {
                self.session.reset();
                self.defined.clear();
                self.typed.clear();
                report.remark("Everything is forgotten.\n")
            }
            "load" => self.load(report, rest.trim_matches('"')),
            "reload" => match self.file.clone() {
                Some(file) => self.load(report, &file),
                None => say(report, "No file was loaded yet. Write :load FILE"),
            },
            "watch" => self.watch(report, input, rest.trim_matches('"')),
            "games" => self.games(report),
            "moves" => self.moves(report, rest),
            "hint" => self.hint(report, rest),
            "why" => self.ask(report, &as_show(rest), Report::why),
            "table" | "period" => self.ask(report, &format!("{} {rest}", command.name), Report::ask),
            "tree" | "graph" => self.graph(report, rest),
            "plot" => self.plot(report, rest),
            "play" => self.play(report, input, rest),
            "save" => self.save(report, rest.trim_matches('"')),
            "time" if !matches!(rest, "" | "on" | "off") => {
                let started = Instant::now();
                self.piece(report, &Piece { text: rest.to_string(), line: self.at, bare: true })?;
                // Where all answers are timed, this one is shown like any other.
                if self.timed { Ok(()) } else { report.remark(&took(started, &mut self.session)) }
            }
            "time" => {
                self.timed = !matches!(rest, "off") && (rest == "on" || !self.timed);
                report.remark(if self.timed {
                    "Answers say how long they took.\n"
                } else {
                    "Answers do not say how long they took.\n"
                })
            }
            "set" => self.set(report, rest),
            other => unreachable!("the command {other} is not done"),
        }
    }

    fn load(&mut self, report: &mut Report, path: &str) -> io::Result<()> {
        if path == "-" {
            return say(report, "What is typed here is read anyway. Which file? Write :load FILE");
        }
        let loaded = self.session.load_again(path);
        self.file = Some(path.to_string());
        if loaded.is_fine()
            && let Some(text) = loaded.texts.first()
        {
            let text = self.session.sources.get(*text).text.to_string();
            self.keep(&text, Some(path));
        }
        self.stale = false;
        self.take(report, loaded)
    }

    fn watch(&mut self, report: &mut Report, input: &mut Input, rest: &str) -> io::Result<()> {
        if rest == "off" {
            self.watcher = None;
            return report.remark("Nothing is watched.\n");
        }
        if !rest.is_empty() {
            self.load(report, rest)?;
        }
        let Some(file) = self.file.clone() else { return say(report, "Which file? Write :watch FILE") };
        let Some(printer) = input.printer() else {
            return say(report, "Files are watched on a terminal only.");
        };
        self.watcher = Some(Watcher::start(&file, report.output.looks(), printer));
        let text =
            format!("{file} is watched: when it is saved, it is read again and its questions are answered.");
        report.remark(&crate::layout::wrap(&text, report.output.look.columns(), ""))
    }

    /// A watched file that was saved is read again before anything else.
    fn reload_if_saved(&mut self) {
        if let Some(watcher) = self.watcher.as_ref().filter(|w| w.changed()) {
            let file = watcher.file.clone();
            let loaded = self.session.load_again(&file);
            self.stale = !loaded.is_fine();
            if loaded.is_fine()
                && let Some(text) = loaded.texts.first()
            {
                let text = self.session.sources.get(*text).text.to_string();
                self.keep(&text, Some(&file));
            }
        }
    }

    /// Says that answers are those of rules that are no longer in the file.
    fn mark_old_rules(&mut self, report: &mut Report) -> io::Result<()> {
        match self.watcher.as_ref().filter(|_| self.stale) {
            Some(watcher) => {
                let text = format!("old rules: {} has a mistake since it was saved", watcher.file);
                let text = report.output.look.paint(crate::layout::Paint::Warning, &text);
                report.remark(&format!("{text}\n"))
            }
            None => Ok(()),
        }
    }

    /// `:help`, `:help why`: about what has a name, the same as `fairgame help`.
    fn help(&mut self, report: &mut Report, about: &str) -> io::Result<()> {
        if about.is_empty() {
            return report.remark(&commands::help(report.output.look.columns()));
        }
        let words: Vec<String> =
            about.split_whitespace().map(|w| w.trim_start_matches(':').to_string()).collect();
        (self.help)(report, &words)
    }

    /// Items in a row are entered together, as a file is read. A definition that replaces another one is entered alone, for
    /// what is before it means the old one.
    fn program(&mut self, report: &mut Report, pieces: &[Piece]) -> io::Result<()> {
        let mut rest = pieces;
        while !rest.is_empty() {
            let replaces = |p: &Piece| definitions(&p.text).iter().any(|d| self.defined.contains(&d.0));
            let together = rest.iter().position(replaces).map_or(rest.len(), |i| i.max(1));
            self.together(report, &rest[..together])?;
            rest = &rest[together..];
        }
        Ok(())
    }

    /// One by one if it is a mistake together: a mistake leaves the rest alone.
    fn together(&mut self, report: &mut Report, pieces: &[Piece]) -> io::Result<()> {
        if pieces.len() > 1 && !self.timed && !self.goes_on_from_before(&pieces[0]) {
            let whole: String = pieces.iter().map(|p| p.text.as_str()).collect();
            let loaded = self.session.enter_piece(&whole, pieces[0].line);
            if loaded.is_fine() {
                pieces.iter().for_each(|p| self.keep_typed(&p.text));
                return self.take(report, loaded);
            }
        }
        for piece in pieces {
            let started = Instant::now();
            self.piece(report, piece)?;
            if self.timed {
                report.remark(&took(started, &mut self.session))?;
            }
        }
        Ok(())
    }

    fn piece(&mut self, report: &mut Report, piece: &Piece) -> io::Result<()> {
        let goes_on = goes_on(&piece.text).filter(|_| !self.before.is_empty());
        let before = std::mem::replace(&mut self.before, first_line(&piece.text));
        match goes_on {
            Some((GoesOn::Perhaps, _)) => {
                let text = format!("{} is read by itself: `{before}` has ended. {HOW_TO_GO_ON}", self.before);
                report.complain(&wrap(&format!("note: {text}"), report.output.error_look.columns(), "  "))?;
            }
            Some((how, place)) => return self.has_ended(report, piece, &before, how, place),
            None => {}
        }
        let loaded = self.session.enter_piece(&piece.text, piece.line);
        if loaded.is_fine() {
            self.keep_typed(&piece.text);
        }
        self.take(report, loaded)
    }

    fn goes_on_from_before(&self, piece: &Piece) -> bool {
        !self.before.is_empty() && goes_on(&piece.text).is_some()
    }

    /// Says that a text goes on with something that has been answered already.
    fn has_ended(
        &mut self,
        report: &mut Report,
        piece: &Piece,
        before: &str,
        how: GoesOn,
        place: std::ops::Range<usize>,
    ) -> io::Result<()> {
        let file = self.session.sources.add_piece("<input>", &piece.text, piece.line);
        let span = Span::new(file, place.start, place.end);
        let title = format!("`{before}` has ended, and this line cannot be read alone");
        let d = Diagnostic::error("has-ended", title);
        let d = match how {
            GoesOn::Clause => d
                .at(span, "a clause belongs to a game")
                .note("A game ends with an empty line, or with its own line if that is whole.")
                .hint("Would you enter the game again, with this clause?"),
            _ => d.at(span, "continues the line above").hint(HOW_TO_GO_ON),
        };
        report.diagnostics(&self.session.sources, &[d])
    }

    /// Keeps what a text defines, for `:save`.
    fn keep_typed(&mut self, text: &str) {
        self.keep(text, None);
    }

    /// The same of a file that was loaded: what it uses is found from anywhere then.
    fn keep(&mut self, text: &str, file: Option<&str>) {
        for (name, definition) in definitions(text) {
            let text = match file {
                Some(file) if name.is_empty() => found_from_anywhere(&definition, file),
                _ => definition,
            };
            self.typed.retain(|old| if name.is_empty() { old.text != text } else { old.name != name });
            self.typed.push(Typed { name, text, loaded: file.is_some() });
        }
    }

    /// What was not shown before: a file that is read again has most warnings again.
    fn fresh(&mut self, report: &Report, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut all = vec![];
        for d in found {
            let line = d.labels.first().map_or("", |l| self.session.sources.slice(l.span));
            let key = format!("{} {} {line}", d.code, d.title);
            let once = d.code == "move-never-possible" && report.output.format != Format::Json;
            if !once || self.told.insert(key) {
                all.push(d.clone());
            }
        }
        all
    }

    /// Shows what was found, what is defined now, and the answers.
    fn take(&mut self, report: &mut Report, loaded: Loaded) -> io::Result<()> {
        let fresh = self.fresh(report, &loaded.diagnostics);
        report.diagnostics(&self.session.sources, &fresh)?;
        if !loaded.is_fine() {
            return Ok(());
        }
        self.tell_defined(report, &loaded.defined)?;
        let verdicts = self.session.verdicts(&loaded, Which::Own);
        report.verdicts(&self.session.sources, "<input>", &verdicts)?;
        for question in &loaded.questions {
            if !report.ask(&mut self.session, question)? {
                break;
            }
        }
        Ok(())
    }

    /// Says what was defined: a module has many names, which take one line.
    fn tell_defined(&mut self, report: &mut Report, names: &[String]) -> io::Result<()> {
        let again = |name: &String| if self.defined.contains(name) { " again" } else { "" };
        let many = names.len() > MANY && names.iter().all(|n| again(n).is_empty());
        if report.output.format == Format::Json {
            names.iter().try_for_each(|name| report.line(&print::json(&DefinedLine { name })))?;
        } else if many {
            report.separate(false)?;
            let text = format!("{} are defined", names.join(", "));
            report.remark(&crate::layout::wrap(&text, report.output.look.columns(), "  "))?;
        } else {
            for name in names {
                report.separate(false)?;
                report.remark(&format!("{name} is defined{}\n", again(name)))?;
            }
        }
        self.defined.extend(names.iter().cloned());
        Ok(())
    }

    /// The question a line asks, if it asks one.
    fn question(&mut self, report: &mut Report, line: &str) -> io::Result<Option<Question>> {
        let loaded = self.session.enter_piece(line, self.at);
        report.diagnostics(&self.session.sources, &loaded.diagnostics)?;
        Ok(loaded.questions.into_iter().next())
    }

    fn ask(
        &mut self,
        report: &mut Report,
        line: &str,
        answer: impl Fn(&mut Report, &mut Session, &Question) -> io::Result<bool>,
    ) -> io::Result<()> {
        match self.question(report, line)? {
            Some(question) => answer(report, &mut self.session, &question).map(drop),
            None => Ok(()),
        }
    }

    fn games(&mut self, report: &mut Report) -> io::Result<()> {
        let program = self.session.program();
        let params = |names: Vec<&str>| format!("({})", names.join(", "));
        let games = program
            .games
            .iter()
            .map(|g| format!("{}{}\n", g.name, params(g.params.iter().map(|p| p.name.as_str()).collect())));
        let text: String = games.collect();
        report.remark(if text.is_empty() { "No game is defined yet.\n" } else { &text })
    }

    fn play(&mut self, report: &mut Report, input: &mut Input, rest: &str) -> io::Result<()> {
        let Some(question) = self.question(report, &as_show(rest))? else { return Ok(()) };
        let typed = self.typed.iter().filter(|t| !t.loaded);
        let typed = typed.map(|t| format!("{}\n\n", t.text)).collect::<String>();
        play(report, input, &mut self.session, &question, self.players.clone(), &typed)
    }

    /// Writes the definitions typed and loaded here into a new file.
    fn save(&mut self, report: &mut Report, file: &str) -> io::Result<()> {
        if self.typed.is_empty() {
            return say(report, "Nothing was defined here yet.");
        }
        let texts: Vec<&str> = self.typed.iter().map(|t| t.text.as_str()).collect();
        let text = texts.join("\n\n") + "\n";
        let text = crate::format::format(crate::api::FileId(0), &text).unwrap_or(text);
        match files::create(file, text.as_bytes()) {
            Ok(()) => report.remark(&format!("{file} is written\n")),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                say(report, &format!("{file} exists already, and stays as it is. Would another name do?"))
            }
            Err(e) => say(report, &format!("{file} cannot be written: {e}")),
        }
    }

    fn set(&mut self, report: &mut Report, rest: &str) -> io::Result<()> {
        let (name, value) = rest.split_once(char::is_whitespace).map_or((rest, ""), |(n, v)| (n, v.trim()));
        match settings::set(&mut self.session.budget, &mut self.players, name, value) {
            Ok(()) => report.remark(&settings::shown(&self.session.budget, &self.players)),
            Err(why) => say(report, &format!("error: {why}")),
        }
    }

    /// The names that can be completed now.
    fn teach(&self, input: &Input) {
        let program = self.session.program();
        let labels = program.games.iter().flat_map(|g| g.moves.iter().map(|m| m.label.clone()));
        let games = program.games.iter().map(|g| g.name.clone());
        *input.words().borrow_mut() = self.defined.iter().cloned().chain(games).chain(labels).collect();
    }

    /// On a terminal the prompt itself separates answers.
    fn settle(&mut self, report: &mut Report) -> io::Result<()> {
        if self.terminal {
            report.forgive();
            report.start_afresh();
        }
        report.output.flush()
    }
}

/// The definitions of a text: their names (none for what is used), and their texts with the comments above.
fn definitions(text: &str) -> Vec<(String, String)> {
    let (items, code) = cut(text);
    let mut found = vec![];
    for item in items {
        let words: Vec<&str> = code[item.tokens].iter().map(|t| t.slice(text)).take(3).collect();
        let name = match words.as_slice() {
            ["let" | "game" | "graph", name, ..] | ["loopy", "game", name] => name.to_string(),
            ["use", ..] => String::new(),
            _ => continue,
        };
        let doc: String = item.doc.iter().flat_map(|d| d.lines()).map(|l| format!("# {l}\n")).collect();
        found.push((name, format!("{doc}{}", &text[item.span])));
    }
    found
}

/// `use "other.game"` of a file, as it can be written elsewhere.
fn found_from_anywhere(definition: &str, file: &str) -> String {
    let Some((before, name)) =
        definition.split_once('"').and_then(|(b, rest)| Some((b, rest.split_once('"')?.0)))
    else {
        return definition.to_string();
    };
    let folder = std::path::Path::new(file).parent().unwrap_or(std::path::Path::new(""));
    match std::fs::canonicalize(folder.join(name)) {
        Ok(path) if name.ends_with(".game") => format!("{before}\"{}\"", path.display()),
        _ => definition.to_string(),
    }
}

/// How a statement gets several lines.
const HOW_TO_GO_ON: &str =
    "Would a line help that ends in an operator or an open bracket, or Alt-Enter between the lines?";

/// The first line with anything in it, not too long.
fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with('#')).unwrap_or_default();
    shorten(&clean(line), 60)
}

/// What is wrong with a command.
fn say(report: &mut Report, text: &str) -> io::Result<()> {
    report.note(Verdict::Mistake);
    report.complain(&crate::layout::wrap(text, report.output.error_look.columns(), ""))
}

/// A position as a statement, so that `under misere` may come after it.
fn as_show(position: &str) -> String {
    let statement = ["show ", "period "].iter().any(|w| position.starts_with(w));
    if statement { position.to_string() } else { format!("show {position}") }
}
