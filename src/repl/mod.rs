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
mod topics;
mod watch;
mod words;

pub(crate) use input::Input;
pub(crate) use play::{Players, play};
pub(crate) use topics::topic;

use crate::console::{Format, Report, Verdict, files};
use crate::print::{self, DefinedLine};
use crate::session::{Loaded, Question, Session, Which};
use commands::Command;
use help::help;
use input::Line;
use pending::Pending;
use std::collections::BTreeSet;
use std::io;
use std::time::Instant;
use watch::Watcher;

/// More names that are defined at once are told in one line.
const MANY: usize = 3;

/// Reads and answers until the input ends.
pub(crate) fn run(report: &mut Report) -> io::Result<()> {
    let mut input = Input::open(report.output.look.color);
    if input.is_terminal() {
        report.output.write("fairgame: rules in, mathematics out. :help helps, :quit ends.\n")?;
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
    };
    let mut pending = Pending::default();
    while repl.read(report, &mut input, &mut pending)? {}
    Ok(())
}

struct Repl {
    session: Session,
    defined: BTreeSet<String>,
    /// Definitions typed here: the names, and the text.
    typed: Vec<(Vec<String>, String)>,
    /// The file loaded last.
    file: Option<String>,
    watcher: Option<Watcher>,
    timed: bool,
    players: Players,
    terminal: bool,
}

fn took(started: Instant) -> String {
    format!("  {:.2} s\n", started.elapsed().as_secs_f64())
}

impl Repl {
    /// Reads a line and does what it says, if an entry ends with it. False if it ends the session.
    fn read(&mut self, report: &mut Report, input: &mut Input, pending: &mut Pending) -> io::Result<bool> {
        let line = input.read(if pending.is_empty() { "> " } else { ". " })?;
        self.reload_if_saved(report)?;
        match line {
            Line::Text(text) => {
                let mut entries: Vec<String> = text.split('\n').flat_map(|l| pending.take_line(l)).collect();
                // An editor has asked already whether the entry is whole.
                entries.extend(if self.terminal { pending.take_rest() } else { None });
                for entry in entries {
                    if !self.enter(report, input, &entry)? {
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
                if let Some(entry) = pending.take_rest() {
                    self.enter(report, input, &entry)?;
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does what an entry says. False if it ends the session.
    fn enter(&mut self, report: &mut Report, input: &mut Input, entry: &str) -> io::Result<bool> {
        let started = Instant::now();
        match Command::of(entry) {
            Some(Ok(command)) if command.name == "quit" => return Ok(false),
            Some(Ok(command)) => self.command(report, input, &command)?,
            Some(Err(why)) => {
                report.note(Verdict::Mistake);
                report.complain(&why)?;
            }
            None => match self.bare_command(entry) {
                Some("quit") => return Ok(false),
                Some("help") => help(report, "")?,
                Some(name) => say(report, &format!("Did you mean :{name} ?"))?,
                None => self.statements(report, entry)?,
            },
        }
        if self.timed {
            report.remark(&took(started))?;
        }
        self.teach(input);
        self.settle(report)?;
        Ok(true)
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
            "help" => help(report, rest),
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
                self.statements(report, rest)?;
                // Where all answers are timed, this one is told like any other.
                if self.timed { Ok(()) } else { report.remark(&took(started)) }
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
        self.watcher = Some(Watcher::start(&file, report.output.look, printer));
        report.remark(&format!("{file} is watched: it is read again when it is saved.\n"))
    }

    /// A watched file that was saved is read again before anything else.
    fn reload_if_saved(&mut self, report: &mut Report) -> io::Result<()> {
        if let Some(watcher) = self.watcher.as_ref().filter(|w| w.changed()) {
            let loaded = self.session.load_again(&watcher.file);
            if loaded.is_fine() {
                report.remark("(read again)\n")?;
            }
        }
        Ok(())
    }

    fn statements(&mut self, report: &mut Report, entry: &str) -> io::Result<()> {
        let loaded = self.session.enter(entry);
        if loaded.is_fine() && !loaded.defined.is_empty() {
            let names = loaded.defined.clone();
            self.typed.retain(|(old, _)| !old.iter().all(|n| names.contains(n)));
            self.typed.push((names, entry.trim_end().to_string()));
        }
        self.take(report, loaded)
    }

    /// Shows what was found, what is defined now, and the answers.
    fn take(&mut self, report: &mut Report, loaded: Loaded) -> io::Result<()> {
        report.diagnostics(&self.session.sources, &loaded.diagnostics)?;
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
        let anew = |name: &String| if self.defined.contains(name) { " anew" } else { "" };
        let many = names.len() > MANY && names.iter().all(|n| anew(n).is_empty());
        if report.output.format == Format::Json {
            names.iter().try_for_each(|name| report.line(&print::json(&DefinedLine { name })))?;
        } else if many {
            report.separate(false)?;
            let text = format!("{} are defined", names.join(", "));
            report.remark(&crate::layout::wrap(&text, report.output.look.columns(), "  "))?;
        } else {
            for name in names {
                report.separate(false)?;
                report.remark(&format!("{name} is defined{}\n", anew(name)))?;
            }
        }
        self.defined.extend(names.iter().cloned());
        Ok(())
    }

    /// The question a line asks, if it asks one.
    fn question(&mut self, report: &mut Report, line: &str) -> io::Result<Option<Question>> {
        let loaded = self.session.enter(line);
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
        let typed = self.typed.iter().map(|t| format!("{}\n\n", t.1)).collect::<String>();
        play(report, input, &mut self.session, &question, self.players.clone(), &typed)
    }

    /// Writes the definitions typed here into a new file.
    fn save(&mut self, report: &mut Report, file: &str) -> io::Result<()> {
        if self.typed.is_empty() {
            return say(report, "No definition was typed here yet.");
        }
        let texts: Vec<&str> = self.typed.iter().map(|t| t.1.as_str()).collect();
        let text = texts.join("\n\n") + "\n";
        let text = crate::format::format(crate::source::FileId(0), &text).unwrap_or(text);
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

/// What is wrong with a command.
fn say(report: &mut Report, text: &str) -> io::Result<()> {
    report.note(Verdict::Mistake);
    report.complain(text)
}

/// A position as a statement, so that `under misere` may stand behind it.
fn as_show(position: &str) -> String {
    let statement = ["show ", "period "].iter().any(|w| position.starts_with(w));
    if statement { position.to_string() } else { format!("show {position}") }
}
