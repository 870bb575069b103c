//! Reading texts: files, modules and lines typed at the prompt; this follows `use`.

use super::{Loaded, Question, Session};
use crate::check::fingerprint;
use crate::check::ir::{Program, StatementKind};
use crate::check::uses::{Kind, Use};
use crate::check::{Bare, check, check_again, nearest};
use crate::diagnostic::Diagnostic;
use crate::engine::Meter;
use crate::files::{Files, NO_SUCH_FILE, read_stdin};
use crate::library;
use crate::repair::{Text, repaired};
use crate::rules::hygiene;
use crate::rules::machine::Machine;
use crate::rules::solve::Games;
use crate::source::{FileId, Span};
use crate::syntax::ast::Item;
use crate::syntax::parse::{Kept, Parsed, parse, parse_again, parse_line, room_for};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// A text that takes no more is always read: what its questions need decides whether there is memory left for them.
const LITTLE: u64 = 4 << 20;

impl Session {
    /// Loads a file; `-` is standard input.
    pub fn load_path(&mut self, path: &str) -> Loaded {
        self.load_file(path, Known::Keep)
    }

    /// Loads a file at the prompt: its definitions replace older ones of the same name, so that you can load
    /// a changed file again.
    pub fn load_again(&mut self, path: &str) -> Loaded {
        self.load_file(path, Known::Replace)
    }

    fn load_file(&mut self, path: &str, known: Known) -> Loaded {
        if let Some(entry) = comes_with_the_program(path, self.files.as_ref()) {
            let file =
                FileText { name: format!("{}.game", entry.name), path: None, text: entry.text.to_string() };
            return self.load(file, Bare::Mistake, known);
        }
        if path == "-" {
            return match read_stdin() {
                Ok(text) => {
                    self.load(FileText { name: "<stdin>".into(), path: None, text }, Bare::Mistake, known)
                }
                Err(why) => self.not_read(path, &why),
            };
        }
        match self.files.read(path, None) {
            Ok(found) => {
                let path = Some(PathBuf::from(&found.name));
                self.load(FileText { name: found.name, path, text: found.text }, Bare::Mistake, known)
            }
            Err(why) => self.not_read(path, &why),
        }
    }

    fn not_read(&self, path: &str, why: &str) -> Loaded {
        let d = Diagnostic::error("cannot-read", format!("{path} cannot be read: {why}"));
        let d = match self.file_near(path, None).or_else(|| names_near(path)) {
            Some(near) if why == NO_SUCH_FILE => d.hint(format!("Did you mean {near}?")),
            _ => d,
        };
        Loaded { diagnostics: vec![d], ..Loaded::default() }
    }

    /// A file beside that one that the user may have meant: `mine.game` for `mine`, `Mine.game` or `mine.gam`.
    fn file_near(&self, path: &str, base: Option<&str>) -> Option<String> {
        let files = self.files.beside(path, base);
        let full = format!("{path}.game");
        let stems = files.iter().filter_map(|f| f.strip_suffix(".game"));
        let near = || crate::check::nearest(path, files.iter().map(String::as_str));
        let near_stem = || crate::check::nearest(path, stems).map(|stem| format!("{stem}.game"));
        if files.contains(&full) { Some(full) } else { near().or_else(near_stem) }
    }

    /// Reads a text in place of all earlier ones, as an editor does with every key. Items that have not changed are not
    /// read again. Solved values stay known for games that have not changed: those whose rules, and everything these name,
    /// are the same.
    ///
    /// ```
    /// let mut session = fairgame::Session::default();
    /// let loaded = session.open("my.game", "game Pile(n: nat)\n  move take(k in 1..2) to Pile(n - k");
    /// assert!(!loaded.is_fine());
    /// assert_eq!(loaded.diagnostics[0].code, "unclosed-bracket");
    /// ```
    pub fn open(&mut self, name: &str, text: &str) -> Loaded {
        let fresh = Session::new(self.budget.clone());
        let files = std::mem::replace(&mut self.files, fresh.files);
        let before = std::mem::replace(self, Session { files, ..fresh });
        (self.misere, self.keeps, self.repairs_later) = (before.misere, before.keeps, before.repairs_later);
        (self.judged, self.read) = (before.judged, before.read.next());
        let known = before.before.unwrap_or((before.program, before.games));
        let path = Some(PathBuf::from(name));
        let file = FileText { name: name.into(), path, text: text.into() };
        let loaded = self.load(file, Bare::Mistake, Known::Keep);
        if loaded.is_fine() {
            let (program, games) = &known;
            self.games.inherit(games, &|name| same_game(program, &self.program, name));
        } else {
            self.before = Some(known);
        }
        loaded
    }

    /// Loads a text that is not in a file.
    pub fn load_text(&mut self, name: &str, text: &str) -> Loaded {
        self.load(FileText { name: name.into(), path: None, text: text.into() }, Bare::Mistake, Known::Keep)
    }

    /// Loads the first of some texts, and those of the others that it uses; it reads nothing else.
    pub fn load_given(&mut self, texts: Vec<(String, String)>) -> Loaded {
        let Some((name, text)) = texts.first().cloned() else { return Loaded::default() };
        self.given = Some(texts);
        let path = Some(PathBuf::from(&name));
        let loaded = self.load(FileText { name, path, text }, Bare::Mistake, Known::Keep);
        self.given = None;
        loaded
    }

    /// Reads a line typed at the prompt: definitions replace older ones of the same name, and a bare
    /// expression is a question.
    pub fn enter(&mut self, line: &str) -> Loaded {
        self.enter_piece(line, 1)
    }

    /// The same for a piece of a longer text, whose first line has the number `first_line` there.
    pub fn enter_piece(&mut self, text: &str, first_line: usize) -> Loaded {
        let id = self.sources.add_piece("<input>", text, first_line);
        let file = FileText { name: "<input>".into(), path: None, text: text.into() };
        self.load_added(id, file, Bare::Question, Known::Replace)
    }

    fn load(&mut self, file: FileText, bare: Bare, known: Known) -> Loaded {
        let id = self.sources.add(file.name.clone(), file.path.clone(), file.text.clone());
        self.load_added(id, file, bare, known)
    }

    fn load_added(&mut self, id: FileId, file: FileText, bare: Bare, known: Known) -> Loaded {
        let base = file.base();
        let parsed = match (self.no_room_for(&file.text), bare) {
            (Some(refusal), _) => refusal,
            (None, Bare::Question) => parse_line(id, &file.text),
            (None, Bare::Mistake) => parse_again(id, &file.text, &mut self.read.items),
        };
        let mut loading = Loading::new(self, known);
        loading.found.texts.push(id);
        if let Some(path) = loading.session.sources.get(id).path.clone() {
            let key = loading.session.files.key(&path.display().to_string());
            loading.open.push(key);
        }
        loading.take(parsed, base.as_deref());
        let mut found = loading.found;
        if bare == Bare::Mistake
            && found.items.is_empty()
            && found.diagnostics.is_empty()
            && found.modules.is_empty()
        {
            let title = format!("{} is empty: there is nothing to read in it", self.sources.get(id).name);
            let hint =
                "Is this the file you meant? A first one has a game and a question, as in `show Nim(3)`.";
            found.diagnostics.push(Diagnostic::error("empty-file", title).hint(hint));
        }
        self.check_all(found, bare, known)
    }

    /// Refuses a text that takes more memory than is left, before it is read.
    fn no_room_for(&self, text: &str) -> Option<Parsed> {
        self.budget.held?;
        let left = Meter::new(self.budget.clone()).bytes_left();
        let needed = room_for(text, left.max(LITTLE));
        let title = || {
            let mib = |bytes: u64| bytes >> 20;
            format!(
                "Reading this text may take {} MiB of memory, and {} are left of {}",
                mib(needed),
                mib(left),
                mib(self.budget.bytes)
            )
        };
        (needed > left.max(LITTLE)).then(|| {
            let refusal = Diagnostic::error("text-takes-too-much", title());
            let hint = "Would a larger budget help, such as `--memory 4G`?";
            Parsed { diagnostics: vec![refusal.hint(hint)], ..Parsed::default() }
        })
    }

    /// Checks new items together with everything defined before, and adds them if they are fine.
    fn check_all(&mut self, found: Found, bare: Bare, known: Known) -> Loaded {
        let defined: Vec<String> = found.items.iter().filter_map(defined_name).map(str::to_string).collect();
        let replaced: HashSet<&str> = defined.iter().map(String::as_str).collect();
        let (statements, definitions): (Vec<Item>, Vec<Item>) =
            found.items.into_iter().partition(|i| matches!(i, Item::Statement(_)));
        let keep = |i: &&Item| known == Known::Keep || !defined_name(i).is_some_and(|n| replaced.contains(n));
        let mut all: Vec<Item> = self.definitions.iter().filter(keep).cloned().collect();
        let changes = !definitions.is_empty();
        all.extend(definitions);
        let with_statements: Vec<Item> = all.iter().cloned().chain(statements).collect();
        let checked = match self.read.hurries {
            true => check_again(&with_statements, &found.broken, bare, &mut self.read.definitions),
            false => check(&with_statements, &found.broken, bare),
        };
        let mut diagnostics = found.diagnostics;
        let given = found.texts.first().copied();
        // What a module would have defined is not known if it cannot be used: that is no second mistake.
        let imports = |d: &Diagnostic| d.replacements.iter().any(|r| r.text.starts_with("use \""));
        let unused = diagnostics.iter().any(|d| {
            matches!(d.code, "cannot-use" | "use-without-quotes") || imports(d) || self.is_in_use(d)
        });
        let checked_ones = checked.diagnostics.into_iter().filter(|d| !unused || d.code != "unknown-name");
        diagnostics.extend(checked_ones.map(|d| match near_own_name(&d, &all) {
            true => d,
            false => self.with_module(d),
        }));
        if let Some(file) = given {
            diagnostics = self.with_repairs(file, diagnostics, &all, bare);
        }
        let uses = self.with_modules_named(checked.uses, &found.used);
        let program = Arc::new(checked.program);
        let mut loaded = Loaded {
            diagnostics,
            questions: vec![],
            defined,
            texts: found.texts.clone(),
            program: program.clone(),
            uses: Arc::new(uses),
        };
        if !loaded.is_fine() {
            return loaded;
        }
        loaded.questions = program.statements.iter().map(|s| self.question(s)).collect();
        if changes {
            self.definitions = all;
            self.modules.extend(found.modules);
            let machine = Machine::new(program.clone());
            if !self.read.hurries {
                machine.start_beside(&self.budget);
                loaded.diagnostics.extend(self.impossible_moves(&machine, &found.texts));
            }
            self.games = Games::new(Rc::new(machine));
            self.judge = None;
        }
        self.program = program;
        loaded
    }

    /// Whether a mistake lies on a line that uses a module.
    fn is_in_use(&self, d: &Diagnostic) -> bool {
        let Some(span) = d.span() else { return false };
        let before = &self.sources.get(span.file).text[..span.range().start];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        self.sources.get(span.file).text[line..].trim_start().starts_with("use ")
    }

    /// The findings in a text with hints that lead on; see `repair`.
    fn with_repairs(
        &mut self,
        file: FileId,
        found: Vec<Diagnostic>,
        all: &[Item],
        bare: Bare,
    ) -> Vec<Diagnostic> {
        if !found.iter().any(Diagnostic::is_error) {
            return found;
        }
        let outside = |item: &&Item| defined_at(item).is_some_and(|span| span.file != file);
        let elsewhere: Vec<Item> = all.iter().filter(outside).cloned().collect();
        if self.repairs_later {
            self.read.elsewhere = elsewhere;
            return found;
        }
        self.repaired(file, found, &elsewhere, bare)
    }

    /// Looks for repairs of the text that was opened last, if this was put off: see [`Session::repairs_later`].
    pub fn repair(&mut self, loaded: &mut Loaded) {
        let Some(file) = loaded.texts.first().copied() else { return };
        let (found, elsewhere) =
            (std::mem::take(&mut loaded.diagnostics), std::mem::take(&mut self.read.elsewhere));
        loaded.diagnostics = self.repaired(file, found, &elsewhere, Bare::Mistake);
    }

    fn repaired(
        &mut self,
        file: FileId,
        found: Vec<Diagnostic>,
        elsewhere: &[Item],
        bare: Bare,
    ) -> Vec<Diagnostic> {
        let arity = parameters_in_library;
        let text = Text { file, text: &self.sources.get(file).text, elsewhere, bare, arity };
        match self.read.hurries {
            true => repaired(&text, found, &mut self.read.items),
            false => repaired(&text, found, &mut Kept::new()),
        }
    }

    /// Moves of the games of some texts, other than those of the library, that are never possible.
    pub(super) fn impossible_moves(&self, machine: &Machine, texts: &[FileId]) -> Vec<Diagnostic> {
        hygiene::impossible_moves(machine, &|file| self.is_users(file) && texts.contains(&file))
    }

    /// The names of a program, and those of the texts it uses.
    fn with_modules_named(&self, mut uses: Vec<Use>, modules: &[(Span, FileId)]) -> Vec<Use> {
        uses.extend(modules.iter().map(|(span, file)| Use {
            span: *span,
            kind: Kind::Module,
            definition: Some(Span::new(*file, 0, 0)),
            ty: None,
            declared: None,
        }));
        uses.sort_by_key(|u| u.span);
        uses
    }

    /// Names the library module that defines an unknown name, or one so near that it was meant.
    fn with_module(&self, d: Diagnostic) -> Diagnostic {
        let Some(span) = d.span().filter(|_| d.code == "unknown-name" && !d.lists_names()) else {
            return d;
        };
        let name = self.sources.slice(span);
        if d.hints.iter().any(|hint| is_surely_meant(hint, name)) {
            return d;
        }
        let Some((module, meant)) = defining(name, d.hints.is_empty()) else { return d };
        let which = if meant == name { "it".to_owned() } else { format!("`{meant}`") };
        let start = self.first_place(span);
        let asked = Diagnostic { hints: vec![], replacements: vec![], ..d }
            .hint(format!("Did you mean to `use \"{module}\"`, which has {which}?"))
            .replace(start, format!("use \"{module}\"\n"));
        if meant == name { asked } else { asked.replace(span, meant) }
    }

    /// The place before everything in a text, after a byte order mark.
    fn first_place(&self, span: Span) -> Span {
        let mark = if self.sources.get(span.file).text.starts_with('\u{FEFF}') { 3 } else { 0 };
        Span::new(span.file, mark, mark)
    }

    /// Whether a text is the user's own rather than the library's.
    pub(super) fn is_users(&self, file: FileId) -> bool {
        let source = self.sources.get(file);
        let embedded = |folder: &str| source.path.is_none() && source.name.starts_with(folder);
        !embedded("stdlib/") && !embedded("examples/")
    }

    fn question(&self, statement: &crate::check::ir::Statement) -> Question {
        let kind = match statement.kind {
            StatementKind::Show { .. } => "show",
            StatementKind::Table { .. } => "table",
            StatementKind::Functions { .. } => "grundy functions",
            StatementKind::Period { .. } => "period",
            StatementKind::Quotient(_) => "quotient",
            StatementKind::Sparse(_) => "sparse",
            StatementKind::Compare { .. } => "compare",
            StatementKind::Play { .. } => "play",
            StatementKind::Expect { .. } => "expect",
        };
        let mut statement = statement.clone();
        if self.misere {
            statement.play_misere();
        }
        Question { text: self.sources.slice(statement.span).trim().to_string(), statement, kind }
    }
}

/// Whether two programs have a game of that name with the same rules.
fn same_game(before: &Program, now: &Program, name: &str) -> bool {
    let of = |program: &Program| fingerprint::of_game(program, program.game_named(name)?);
    of(before).is_some_and(|print| of(now) == Some(print))
}

/// Whether an unknown name is close to one that is defined: a slip of the keyboard is likelier than a missing module.
fn near_own_name(d: &Diagnostic, items: &[Item]) -> bool {
    let meant = d.replacements.first().map(|r| r.text.as_str());
    d.code == "unknown-name" && meant.is_some() && items.iter().any(|i| defined_name(i) == meant)
}

/// The module that defines a name, and the name; or, for a name that has no other hint, the nearest that one defines.
fn defining(name: &str, or_near: bool) -> Option<(&'static str, String)> {
    let meant = match library::defining(name) {
        Some(module) => return Some((module, name.to_owned())),
        None if or_near => nearest(name, library::names_like(name))?,
        None => return None,
    };
    library::defining(&meant).map(|module| (module, meant))
}

/// How many parameters a function of the library has.
fn parameters_in_library(name: &str) -> Option<usize> {
    let module = library::defining(name)?;
    let text = library::modules().find(|entry| entry.name == module)?.text;
    let items = parse(FileId(0), text).items;
    items.iter().find_map(|item| match item {
        Item::Let(def) if def.name.text == name => def.params.as_ref().map(Vec::len),
        _ => None,
    })
}

fn defined_name(item: &Item) -> Option<&str> {
    match item {
        Item::Let(d) => Some(&d.name.text),
        Item::Game(d) => Some(&d.name.text),
        Item::Graph(d) => Some(&d.name.text),
        Item::Use(_) | Item::Statement(_) => None,
    }
}

fn defined_at(item: &Item) -> Option<Span> {
    match item {
        Item::Let(d) => Some(d.span),
        Item::Game(d) => Some(d.span),
        Item::Graph(d) => Some(d.span),
        Item::Use(_) | Item::Statement(_) => None,
    }
}

/// The fate of a definition whose name is defined again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It stays, and the new one is a mistake.
    Keep,
    /// The new one replaces it.
    Replace,
}

struct FileText {
    name: String,
    path: Option<PathBuf>,
    text: String,
}

impl FileText {
    /// Where to look for the files that it uses.
    fn base(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.display().to_string())
    }
}

/// The findings of one load in a text and the modules it uses.
#[derive(Default)]
struct Found {
    diagnostics: Vec<Diagnostic>,
    items: Vec<Item>,
    modules: Vec<String>,
    broken: Vec<String>,
    texts: Vec<FileId>,
    /// The places that name modules, and the text of each.
    used: Vec<(Span, FileId)>,
}

/// One load: follows `use`, each module once.
struct Loading<'a> {
    session: &'a mut Session,
    known: Known,
    /// Modules being loaded right now, outermost first.
    open: Vec<String>,
    found: Found,
}

impl<'a> Loading<'a> {
    fn new(session: &'a mut Session, known: Known) -> Loading<'a> {
        Loading { session, known, open: vec![], found: Found::default() }
    }

    fn take(&mut self, parsed: Parsed, base: Option<&str>) {
        self.found.diagnostics.extend(parsed.diagnostics);
        self.found.broken.extend(parsed.broken);
        for item in parsed.items {
            match item {
                Item::Use(u) => self.follow(&u, base),
                other => self.found.items.push(other),
            }
        }
    }

    fn follow(&mut self, u: &crate::syntax::ast::Use, base: Option<&str>) {
        let found = match self.find(&u.path, base) {
            Ok(found) => found,
            Err(why) => {
                let names: Vec<&str> = library::modules().map(|m| m.name).collect();
                let here = u.path.strip_prefix("./").unwrap_or(&u.path);
                let bare = here.strip_suffix(".game").filter(|name| library::entry(name).is_some());
                let near = bare.map(str::to_owned).or_else(|| self.session.file_near(&u.path, base));
                let near = near.or_else(|| names_near(&u.path));
                let d = Diagnostic::error("cannot-use", format!("\"{}\" cannot be used: {why}", u.path))
                    .at(u.path_span, "not found");
                self.found.diagnostics.push(match near {
                    Some(near) => {
                        let quoted = format!("\"{near}\"");
                        d.hint(format!("Did you mean {quoted}?")).replace(u.path_span, quoted)
                    }
                    None if u.path.ends_with(".game") => d,
                    None => d.note(format!(
                        "The library has: {}. Other files are named with .game, relative to this one.",
                        names.join(", ")
                    )),
                });
                return;
            }
        };
        let (key, file) = found;
        if self.open.contains(&key) {
            let d = Diagnostic::error("use-cycle", format!("\"{}\" is used inside itself", u.path))
                .at(u.path_span, "leads back to a file that is being read")
                .play(format!("{} -> {key}", self.open.join(" -> ")))
                .hint("Could what both files need stand in a third one?");
            self.found.diagnostics.push(d);
            return;
        }
        let read_before = self.known == Known::Keep && self.session.modules.contains(&key);
        if self.found.modules.contains(&key) || read_before {
            return;
        }
        self.found.modules.push(key.clone());
        let base = file.base();
        let id: FileId = self.session.sources.add(file.name, file.path, file.text.clone());
        self.found.texts.push(id);
        self.found.used.push((u.path_span, id));
        self.open.push(key);
        let refusal = self.session.no_room_for(&file.text);
        let mut parsed = refusal.unwrap_or_else(|| parse_again(id, &file.text, &mut self.session.read.items));
        parsed.items.retain(|i| !matches!(i, Item::Statement(_)));
        self.take(parsed, base.as_deref());
        self.open.pop();
    }

    /// A module of the library, an example, or a file; if texts were given, one of those.
    fn find(&self, path: &str, base: Option<&str>) -> Result<(String, FileText), String> {
        if let Some(given) = self.session.given.as_deref() {
            return given_text(path, base.map(Path::new).and_then(Path::parent), given);
        }
        if let Some(entry) = library::entry(path) {
            let folder = if entry.chapter.is_some() { "examples" } else { "stdlib" };
            let name = format!("{folder}/{}", entry.path);
            return Ok((name.clone(), FileText { name, path: None, text: entry.text.to_string() }));
        }
        if !path.ends_with(".game") {
            return Err("there is no such module in the library".into());
        }
        let found = self.session.files.read(path, base)?;
        let (key, full) = (self.session.files.key(&found.name), PathBuf::from(&found.name));
        Ok((key, FileText { name: found.name, path: Some(full), text: found.text }))
    }
}

/// The bundled text of that name, unless a file has the name.
fn comes_with_the_program(name: &str, files: &dyn Files) -> Option<library::Entry> {
    (!files.has(name)).then(|| library::entry(name)).flatten()
}

/// The name in the library or among the examples closest to this one.
fn names_near(name: &str) -> Option<String> {
    crate::check::nearest(name, library::modules().chain(library::examples()).map(|e| e.name))
}

fn given_text(
    path: &str,
    base: Option<&Path>,
    given: &[(String, String)],
) -> Result<(String, FileText), String> {
    let file = path.ends_with(".game");
    let full = base.map_or_else(|| PathBuf::from(path), |b| b.join(path)).display().to_string();
    let is = |name: &str| {
        let module = ["stdlib/", "examples/"].iter().any(|folder| name.starts_with(folder));
        if file { name == full } else { module && name.ends_with(&format!("/{path}.game")) }
    };
    let (name, text) = given.iter().find(|(name, _)| is(name)).cloned().ok_or("it is not given")?;
    let path = file.then(|| PathBuf::from(&name));
    Ok((name.clone(), FileText { name, path, text }))
}

/// Whether a hint says the same name in other letters, or asks about a position what the name asks elsewhere: then no module is
/// needed.
fn is_surely_meant(hint: &str, name: &str) -> bool {
    let meant = hint.strip_prefix("Did you mean `").and_then(|rest| rest.strip_suffix("`?")).unwrap_or("");
    let asks = meant.strip_prefix("value(").is_some_and(|of| of.starts_with(char::is_uppercase));
    asks || meant != name && meant.to_lowercase() == name.to_lowercase()
}
