//! The contents of a session: definitions, what is known about them, and questions.

use super::judged::Judged;
use super::slices::Walk;
use crate::answer::{Answer, SolvedBy};
use crate::check::KnownDefinitions;
use crate::check::ir::{Program, Statement, WinRule};
use crate::check::uses::Use;
use crate::diagnostic::Diagnostic;
use crate::engine::Budget;
use crate::files::{Disk, Files};
use crate::rules::machine::Machine;
use crate::rules::solve::Games;
use crate::rules::verdict::Judge;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast;
use crate::syntax::parse::Kept;
use std::rc::Rc;
use std::sync::Arc;

/// Definitions, what is known about them, and the texts they came from.
pub struct Session {
    /// Every text read so far.
    pub sources: Sources,
    /// What each question may use.
    pub budget: Budget,
    /// Whether statements without `under` are meant under misère play.
    pub misere: bool,
    /// Whether to keep everything solved, to save it at the end, even if memory runs out.
    pub keeps: bool,
    /// Whether [`Session::open`] leaves repairs of mistakes to [`Session::repair`]: an editor shows the mistakes at once.
    pub repairs_later: bool,
    pub(super) definitions: Vec<ast::Item>,
    pub(super) modules: Vec<String>,
    pub(super) program: Arc<Program>,
    pub(super) games: Games,
    pub(super) judge: Option<Judge>,
    /// The only texts that `use` finds, if set: those of a certificate.
    pub(super) given: Option<Vec<(String, String)>>,
    /// The rows of a table that the question needs.
    pub(super) walk: Walk,
    /// Values of the previously open text, as long as the open one has mistakes.
    pub(super) before: Option<(Arc<Program>, Games)>,
    /// Proofs for that text, and for the open one.
    pub(super) judged: Judged,
    /// What was read of the texts that were open before.
    pub(super) read: ReadBefore,
    /// The source of other files.
    pub(super) files: Box<dyn Files>,
}

/// What an editor's session keeps of a text when it is read again.
#[derive(Default)]
pub(super) struct ReadBefore {
    /// The open text is read with every key: [`Session::remarks`] does what takes longer.
    pub(super) hurries: bool,
    pub(super) items: Kept,
    pub(super) definitions: KnownDefinitions,
    /// What the text can use of other texts, while its mistakes wait for repairs.
    pub(super) elsewhere: Vec<ast::Item>,
}

impl ReadBefore {
    /// What is kept for the next reading.
    pub(super) fn next(self) -> ReadBefore {
        let mut items = if self.hurries { self.items } else { Kept::new() };
        items.next();
        ReadBefore { hurries: true, items, definitions: self.definitions, elsewhere: vec![] }
    }
}

/// The result of loading a text.
#[derive(Debug, Default)]
pub struct Loaded {
    /// All findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The questions of the text, in order; ask them with [`Session::ask`]. Empty if there is an error.
    pub questions: Vec<Question>,
    /// The names that the text defines.
    pub defined: Vec<String>,
    /// The text itself, and the texts that it uses, as read with it.
    pub texts: Vec<FileId>,
    /// The program as far as it was understood, in spite of errors.
    pub program: Arc<Program>,
    /// The meaning of every name, by place.
    pub uses: Arc<Vec<Use>>,
}

impl Loaded {
    /// Whether the text can be used.
    pub fn is_fine(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// A checked statement, ready to be asked.
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) statement: Statement,
    /// The statement as typed.
    pub text: String,
    /// `show`, `table`, `period`, `play` or `expect`.
    pub kind: &'static str,
}

impl Question {
    /// Whether it concerns misère play.
    pub fn is_misere(&self) -> bool {
        self.statement.kind.rule() == WinRule::Misere
    }

    /// Its place.
    pub fn span(&self) -> Span {
        self.statement.span
    }
}

/// No definitions, and the usual budget.
impl Default for Session {
    fn default() -> Session {
        Session::new(Budget::default())
    }
}

impl Session {
    /// A session without definitions.
    pub fn new(budget: Budget) -> Session {
        let program = Arc::new(Program::default());
        let games = Games::new(Rc::new(Machine::new(program.clone())));
        Session {
            sources: Sources::default(),
            budget,
            misere: false,
            keeps: false,
            repairs_later: false,
            definitions: vec![],
            modules: vec![],
            program,
            games,
            judge: None,
            given: None,
            walk: Walk::default(),
            before: None,
            judged: Judged::default(),
            read: ReadBefore::default(),
            files: Box::new(Disk),
        }
    }

    /// Sets the source of files; the default is the disk.
    pub fn read_from(&mut self, files: impl Files + 'static) {
        self.files = Box::new(files);
    }

    /// Forgets every definition.
    pub fn reset(&mut self) {
        let fresh = Session::new(self.budget.clone());
        let sources = std::mem::take(&mut self.sources);
        let files = std::mem::replace(&mut self.files, Box::new(Disk));
        let repairs_later = self.repairs_later;
        *self = Session { sources, files, misere: self.misere, keeps: self.keeps, repairs_later, ..fresh };
    }

    /// The program, as last checked.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The files and modules read so far, as `use` names them.
    pub fn used_files(&self) -> Vec<String> {
        let name = |f: &crate::source::SourceFile| {
            let module = f.name.strip_suffix(".game")?;
            let path = f.path.as_ref().map(|p| p.display().to_string());
            Some(path.unwrap_or_else(|| module.rsplit('/').next().unwrap_or(module).to_string()))
        };
        let mut names: Vec<String> = self.sources.iter().filter_map(|(_, f)| name(f)).collect();
        names.dedup();
        names
    }

    /// The solvers behind the answers.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The engines that answered the last question, what they hold, and why those before them did not answer.
    pub fn solved_by(&self) -> Vec<SolvedBy> {
        self.games.solved_by()
    }

    /// The same, once: empty after that until the next question.
    pub fn take_solved_by(&mut self) -> Vec<SolvedBy> {
        let told = self.games.solved_by();
        self.games.begin(self.games.rule());
        told
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &Question) -> Answer {
        self.ask_with(question, &mut |_| true)
    }
}
