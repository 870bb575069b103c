//! Programs as trees with the types of their expressions, and every text of the project that is one.

use crate::{printer, programs, shapes, support, tree};
use fairgame::check::builtins::Builtin;
use fairgame::check::ir;
use fairgame::check::types::Type;
use fairgame::engine::Budget;
use fairgame::library;
use fairgame::session::{Loaded, Session};
use fairgame::source::FileId;
use fairgame::syntax::ast::{Expr, ExprKind, Item, Name};
use fairgame::syntax::parse::parse;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// A program that loads: its tree, its text, and the types of its expressions.
pub(crate) struct Program {
    /// What it is called in reports.
    pub(crate) name: String,
    /// All of its items; what it used stands in it.
    pub(crate) items: Vec<Item>,
    /// The text that the places of the tree belong to.
    pub(crate) text: String,
    types: HashMap<(u32, u32), Type>,
    /// Every name in it, for names that are new.
    pub(crate) names: HashSet<String>,
    /// Whether its rules may make mistakes.
    pub(crate) wild: bool,
    /// What it was loaded into, for whoever asks first.
    loaded: RefCell<Option<(Session, Loaded)>>,
}

impl Program {
    /// The program that a text is, with what it uses put in.
    pub(crate) fn of_text(name: &str, text: &str) -> Result<Program, String> {
        let mut used = HashSet::new();
        let mut theirs = vec![];
        let own = with_used(text, &mut used, &mut theirs)?;
        Program::of_items(name, &[needed(theirs, &own), own].concat())
    }

    /// The same with at most so many questions, spread over all there are.
    pub(crate) fn asking(self, most: usize) -> Program {
        let asked = self.items.iter().filter(|i| matches!(i, Item::Statement(_))).count();
        if asked <= most {
            return self;
        }
        let spread: Vec<bool> = (1..=asked).map(|at| at * most / asked != (at - 1) * most / asked).collect();
        self.asking_these(&spread)
    }

    /// The same with some of its questions.
    pub(crate) fn asking_these(self, which: &[bool]) -> Program {
        if which.iter().all(|is| *is) {
            return self;
        }
        let mut which = which.iter();
        let keep = |i: &&Item| !matches!(i, Item::Statement(_)) || which.next() == Some(&true);
        let items: Vec<Item> = self.items.iter().filter(keep).cloned().collect();
        let fewer = Program::of_items(&self.name, &items).unwrap_or_else(|why| panic!("{why}"));
        Program { wild: self.wild, ..fewer }
    }

    /// The program that a tree is: it is printed and read again.
    pub(crate) fn of_items(name: &str, items: &[Item]) -> Result<Program, String> {
        let text = printer::program(items);
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text(name, &text);
        if !loaded.is_fine() {
            let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
            let words: Vec<String> = errors.map(|d| format!("{}: {}", d.code, d.title)).collect();
            return Err(format!("{name}: {}\n{text}", words.join("; ")));
        }
        let items = parse(loaded.texts[0], &text).items;
        let mut names = HashSet::new();
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
        names.extend(words.map(str::to_string));
        let types = types_of(session.program());
        let loaded = RefCell::new(Some((session, loaded)));
        Ok(Program { name: name.into(), types, items, text, names, wild: false, loaded })
    }

    /// The program loaded, with nothing asked yet.
    pub(crate) fn session(&self) -> (Session, Loaded) {
        self.loaded.take().unwrap_or_else(|| {
            let mut session = Session::new(Budget { time: None, ..Budget::default() });
            let loaded = session.load_text(&self.name, &self.text);
            (session, loaded)
        })
    }

    /// The type of an expression that stands in the text.
    pub(crate) fn ty(&self, e: &Expr) -> Option<&Type> {
        self.types.get(&(e.span.start, e.span.end))
    }

    /// Whether it is a number.
    pub(crate) fn is_number(&self, e: &Expr) -> bool {
        self.ty(e) == Some(&Type::Int)
    }

    /// Whether it is a position.
    pub(crate) fn is_position(&self, e: &Expr) -> bool {
        self.ty(e) == Some(&Type::Position)
    }

    /// Whether it defines a game of that name.
    pub(crate) fn has_game(&self, name: &str) -> bool {
        self.items.iter().any(|i| match i {
            Item::Game(g) => g.name.text == name,
            Item::Graph(g) => g.name.text == name,
            _ => false,
        })
    }

    /// The names of definitions that ask for the moves of a position, directly or through others: what they give depends
    /// on the order of the moves and on their names.
    pub(crate) fn asking_for_moves(&self) -> HashSet<String> {
        let mut asking: HashSet<String> = ["moves", "options", "winning"].map(String::from).into();
        loop {
            let before = asking.len();
            for item in &self.items {
                if let Item::Let(d) = item
                    && mentions(&d.body, &asking)
                {
                    asking.insert(d.name.text.clone());
                }
            }
            if asking.len() == before {
                return asking;
            }
        }
    }
}

/// Whether one of these names occurs in an expression.
pub(crate) fn mentions(e: &Expr, names: &HashSet<String>) -> bool {
    let mut found = false;
    tree::inside(e, &mut |e| {
        found |= match &e.kind {
            ExprKind::Name(n) => names.contains(n),
            ExprKind::Call(Name { text, .. }, _) | ExprKind::Fold(Name { text, .. }, ..) => {
                names.contains(text)
            }
            _ => false,
        };
    });
    found
}

/// The items of a text; what it uses goes to the others.
fn with_used(text: &str, used: &mut HashSet<String>, others: &mut Vec<Item>) -> Result<Vec<Item>, String> {
    let parsed = parse(FileId(0), text);
    if let Some(d) = parsed.diagnostics.first() {
        return Err(d.title.clone());
    }
    let mut own = vec![];
    for item in parsed.items {
        let Item::Use(u) = &item else {
            own.push(item);
            continue;
        };
        let entry = library::entry(&u.path).ok_or_else(|| format!("\"{}\" lies in a file", u.path))?;
        if used.insert(u.path.clone()) {
            let theirs = with_used(entry.text, used, others)?;
            others.extend(theirs.into_iter().filter(|i| !matches!(i, Item::Statement(_))));
        }
    }
    Ok(own)
}

/// Those of some definitions that others need, directly or through more of them.
fn needed(definitions: Vec<Item>, by: &[Item]) -> Vec<Item> {
    let mut names: HashSet<String> = by.iter().flat_map(words).collect();
    loop {
        let before = names.len();
        for d in &definitions {
            if defined(d).is_some_and(|n| names.contains(n)) {
                names.extend(words(d));
            }
        }
        if names.len() == before {
            return definitions
                .into_iter()
                .filter(|d| defined(d).is_some_and(|n| names.contains(n)))
                .collect();
        }
    }
}

fn defined(item: &Item) -> Option<&str> {
    match item {
        Item::Let(d) => Some(&d.name.text),
        Item::Game(g) => Some(&g.name.text),
        Item::Graph(g) => Some(&g.name.text),
        _ => None,
    }
}

/// Every name that an item mentions.
fn words(item: &Item) -> Vec<String> {
    let mut found = vec![];
    tree::in_item_mut(&mut item.clone(), &mut |e| {
        tree::inside_mut(e, &mut |e| match &e.kind {
            ExprKind::Name(n) => found.push(n.clone()),
            ExprKind::Call(f, _) | ExprKind::Fold(f, ..) => found.push(f.text.clone()),
            _ => {}
        });
    });
    found
}

fn types_of(program: &ir::Program) -> HashMap<(u32, u32), Type> {
    let mut types = HashMap::new();
    let mut note = |e: &ir::Expr| {
        e.walk(&mut |e| {
            // What stands for the values of a comprehension without brackets has the place of one of them.
            if matches!(&e.kind, ir::ExprKind::For(_, item, _) if item.span == e.span) {
                return;
            }
            // The letters of a text, of which one or some are taken, have its place.
            if matches!(&e.kind, ir::ExprKind::Builtin(Builtin::Letters, args) if args[0].span == e.span) {
                return;
            }
            // What one expression becomes may be several: the outermost comes first.
            types.entry((e.span.start, e.span.end)).or_insert_with(|| e.ty.clone());
        });
    };
    program.games.iter().for_each(|g| g.for_each_expr(&mut note));
    program.lets.iter().for_each(|d| note(&d.body));
    types.remove(&(0, 0));
    types
}

/// A text that may be a program.
#[derive(Clone)]
pub(crate) struct Text {
    /// What it is called in reports.
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether its rules may make mistakes.
    pub(crate) wild: bool,
}

/// A random program for a seed.
type Generator = fn(u64) -> programs::Program;

/// Random texts: so many of each shape for which there are fast engines, and so many that use everything.
pub(crate) fn random(of_each_shape: usize, of_everything: u64) -> Vec<Text> {
    let shapes = shapes::some(of_each_shape).into_iter();
    let shapes = shapes.map(|(name, text)| Text { name, text, wild: false });
    let generators: [(&str, Generator); 3] = [
        ("random program", programs::program),
        ("random program with functions", programs::with_functions),
        ("random program with rarities", programs::with_rarities),
    ];
    let seeds = (0..of_everything).flat_map(move |seed| generators.map(|(kind, of)| (kind, of, seed)));
    let everything = seeds.map(|(kind, of, seed)| {
        let program = of(seed);
        let asked = program.positions.iter().map(|p| format!("show {p}\nshow {p} under misere\n"));
        let text = program.text.clone() + &asked.collect::<String>();
        Text { name: format!("{kind} {seed}"), text, wild: !program.tame }
    });
    shapes.chain(everything).collect()
}

/// Every text of the project that loads: examples, the library, the corpus, the benchmarks and the pages.
pub(crate) fn texts() -> Vec<(String, String)> {
    let root = env!("CARGO_MANIFEST_DIR");
    let chapters = library::CHAPTERS.iter().map(|(c, _)| format!("examples/{c}"));
    let folders = chapters
        .chain(["examples", "stdlib", "tests/corpus", "benches", "tests/rewritings/own"].map(String::from));
    let mut paths: Vec<String> = folders.flat_map(|f| support::game_files(f.trim_end_matches('/'))).collect();
    paths.sort();
    paths.dedup();
    let mut texts: Vec<(String, String)> = vec![];
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).trim_start_matches('/').to_string();
        texts.push((name, without_mistakes(&std::fs::read_to_string(&path).expect("a readable file"))));
    }
    for page in support::files("docs", ".md") {
        let text = std::fs::read_to_string(&page).expect("a readable page");
        let name = page.strip_prefix(root).unwrap_or(&page).trim_start_matches('/').to_string();
        let blocks = text.split("\n```game\n").skip(1).filter_map(|rest| rest.split("```").next());
        let blocks = blocks.filter(|block| !only_uses(block));
        texts.extend(blocks.map(|block| (format!("{name}: {}", first_line(block)), block.to_string())));
    }
    told_apart(texts)
}

/// By its first line a block of a page is known also when others come before it.
fn first_line(block: &str) -> &str {
    let mut lines = block.lines().map(str::trim).filter(|l| !l.is_empty());
    lines
        .clone()
        .find(|l| !l.starts_with('#') && !l.starts_with("use "))
        .or(lines.next_back())
        .unwrap_or_default()
}

/// Texts of the same name get numbers.
fn told_apart(mut texts: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (name, _) in &mut texts {
        let n = seen.entry(name.clone()).or_default();
        *n += 1;
        if *n > 1 {
            *name += &format!(" ({n})");
        }
    }
    texts
}

/// Whether a text does nothing but use modules: with what nobody asks for left out, nothing remains to rewrite.
fn only_uses(text: &str) -> bool {
    text.lines().all(|line| line.is_empty() || line.starts_with("use ") || line.starts_with('#'))
}

/// A file of the corpus without the paragraphs that are wrong on purpose.
fn without_mistakes(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|p| !p.trim_start().starts_with("#! error"));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}
