//! Runs fairgame texts through the library and gathers what went wrong, in words.
#![allow(dead_code)] // each test file uses its own part

mod deep;

pub(crate) use deep::deep;
use fairgame::answer::Answer;
use fairgame::diagnostic::Diagnostic;
use fairgame::engine::Budget;
use fairgame::session::{Loaded, Session, Which};

/// What came of running a file.
#[derive(Default, Debug)]
pub(crate) struct Report {
    /// Codes of the errors and warnings found while loading.
    pub(crate) codes: Vec<String>,
    /// Codes of the mistakes found while answering, and of failed expectations.
    pub(crate) asked_codes: Vec<String>,
    /// How many expectations there were.
    pub(crate) expectations: usize,
    /// How many other questions were answered.
    pub(crate) answers: usize,
    /// Everything that went wrong, in sentences.
    pub(crate) failures: Vec<String>,
}

impl Report {
    /// Whether an error with that code was found, while loading or while answering.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.codes.iter().chain(&self.asked_codes).any(|c| c == code)
    }
}

/// Runs a file.
pub(crate) fn run_path(path: &str) -> Report {
    let path = path.to_string();
    deep(move || run(usual(), |s| s.load_path(&path)))
}

/// Runs a text.
pub(crate) fn run_text(name: &str, text: &str) -> Report {
    let (name, text) = (name.to_string(), text.to_string());
    deep(move || run(usual(), |s| s.load_text(&name, &text)))
}

/// The same, but where positions grow without end only those nearby are looked at.
pub(crate) fn run_text_nearby(name: &str, text: &str) -> Report {
    let (name, text) = (name.to_string(), text.to_string());
    deep(move || run(Budget { bound: 2_000, ..usual() }, |s| s.load_text(&name, &text)))
}

fn usual() -> Budget {
    Budget { time: None, ..Budget::default() }
}

fn run(budget: Budget, load: impl FnOnce(&mut Session) -> Loaded) -> Report {
    let mut session = Session::new(budget);
    let loaded = load(&mut session);
    let mut report = Report::default();
    for d in &loaded.diagnostics {
        report.codes.push(d.code.to_string());
        let line = d.span().map(|s| session.sources.slice(s).to_string()).unwrap_or_default();
        report.failures.push(format!("{} [{}] at `{line}`", words(d), d.code));
    }
    // That play ends is not proved of every game that is right; an endless play must not be found in one.
    for v in session.verdicts(&loaded, Which::Own) {
        if let Some(d) = &v.finding {
            report.codes.push(d.code.to_string());
        }
        if v.is_error() {
            report.failures.push(format!("{}: {}: {}", v.game, v.sentence, v.play));
        }
    }
    for q in &loaded.questions {
        let wrong = match session.ask(q) {
            Answer::Expect(e) => {
                report.expectations += 1;
                (!e.passed).then(|| {
                    report.asked_codes.push("expectation-failed".into());
                    e.failure.map_or_else(|| "fails".into(), |d| words(&d))
                })
            }
            Answer::Mistake { diagnostic } => {
                report.asked_codes.push(diagnostic.code.into());
                Some(format!("{} [{}]", words(&diagnostic), diagnostic.code))
            }
            Answer::Stopped(s) => Some(s.how_far),
            _ => {
                report.answers += 1;
                None
            }
        };
        report.failures.extend(wrong.map(|why| format!("{}\n      {why}", q.text)));
    }
    report
}

fn words(d: &Diagnostic) -> String {
    let rest = d.play.iter().chain(&d.notes).map(|l| format!("\n      {l}"));
    d.title.clone() + &rest.collect::<String>()
}

/// The `.game` files of a folder of the project, sorted.
pub(crate) fn game_files(folder: &str) -> Vec<String> {
    files(folder, ".game")
}

/// The files of a folder of the project whose names end like this, sorted.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<String> {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    // A chapter that has no file yet is no folder for git.
    let Ok(entries) = std::fs::read_dir(&folder) else { return vec![] };
    let mut files: Vec<String> = entries
        .map(|e| e.expect("a readable folder").path().display().to_string())
        .filter(|p| p.ends_with(ending))
        .collect();
    files.sort();
    files
}

/// Everything a user is told about a text: what is found while reading, and what goes wrong while answering.
/// Answers themselves are left out.
pub(crate) fn complaints(text: &str) -> String {
    let text = text.to_string();
    deep(move || {
        let look = fairgame::layout::Look { width: None, color: false };
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("x.game", &text);
        let mut parts = vec![];
        if !loaded.diagnostics.is_empty() {
            parts.push(fairgame::render::list(&session.sources, &loaded.diagnostics, &look));
        }
        for q in &loaded.questions {
            match session.ask(q) {
                Answer::Mistake { diagnostic } => {
                    parts.push(fairgame::render::text(&session.sources, &diagnostic, &look));
                }
                Answer::Expect(e) if !e.passed => {
                    let failure = e.failure.expect("a failed expectation says why");
                    parts.push(fairgame::render::text(&session.sources, &failure, &look));
                }
                Answer::Stopped(s) => parts.push(format!("stopped by {}: {}\n", s.budget, s.how_far)),
                _ => {}
            }
        }
        parts.join("\n")
    })
}
