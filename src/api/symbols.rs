//! The contents of a program by place: names with their meanings, and expressions with their types.

use crate::check::ir::Expr;
use crate::check::types::Type;
use crate::check::uses::{Kind, Use};
use crate::session::Loaded;
use crate::source::{FileId, Sources, Span};
use crate::syntax::token::inside_quotes;

/// What is known about a name, in words for a reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its meaning.
    pub kind: Kind,
    /// The name at its definition, or as written here.
    pub name: String,
    /// Its signature: `n: nat`, `game Nim(n: nat)`, `size(S)`.
    pub usage: String,
    /// The comment above its definition, or the description of a native function.
    pub doc: Option<String>,
}

impl Loaded {
    /// The name that covers a byte of a text, or ends there.
    ///
    /// ```
    /// let text = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)";
    /// let mut session = fairgame::Session::default();
    /// let loaded = session.open("nim.game", text);
    /// let file = loaded.texts[0];
    ///
    /// let n = loaded.use_at(file, text.rfind("n - k").unwrap()).unwrap();
    /// assert_eq!(n.kind, fairgame::Kind::Parameter);
    /// assert_eq!(n.definition.unwrap().start as usize, text.find("n: nat").unwrap());
    /// assert_eq!(loaded.uses_of(n).count(), 3);
    /// assert_eq!(loaded.symbol(&session.sources, n).usage, "n: nat");
    /// ```
    pub fn use_at(&self, file: FileId, byte: usize) -> Option<&Use> {
        let covers =
            |u: &&Use| u.span.file == file && u.span.range().start <= byte && byte <= u.span.range().end;
        // Of two names that touch, the one that begins here.
        self.uses.iter().filter(covers).max_by_key(|u| u.span.start)
    }

    /// Every place that names the same thing, including its definition, in all texts that were read.
    pub fn uses_of<'a>(&'a self, of: &'a Use) -> impl Iterator<Item = &'a Use> {
        self.uses.iter().filter(move |u| match of.definition {
            Some(_) => u.definition == of.definition,
            None => u.span == of.span,
        })
    }

    /// What the texts define, by place: an outline.
    pub fn definitions(&self) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(|u| u.is_definition())
    }

    /// What is known about a name.
    pub fn symbol(&self, sources: &Sources, of: &Use) -> Symbol {
        let at = of.definition.unwrap_or(of.span);
        if of.kind == Kind::Module {
            return self.module(sources, of, at.file);
        }
        let name = sources.slice(at).to_string();
        let definition = self.uses.iter().find(|u| u.span == at).unwrap_or(of);
        let (usage, doc) = self.words(sources, definition, &name);
        Symbol { kind: of.kind, name, usage, doc }
    }

    /// A text that is used: its name, the comment at its top, and what it defines.
    fn module(&self, sources: &Sources, of: &Use, file: FileId) -> Symbol {
        let name = inside_quotes(sources.slice(of.span)).to_string();
        let lines = sources.get(file).text.lines().map_while(|line| line.strip_prefix('#'));
        let about: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let global = |u: &&Use| {
            u.span.file == file
                && matches!(u.kind, Kind::Game | Kind::Graph | Kind::Constant | Kind::Function)
        };
        let defined: Vec<&str> = self.definitions().filter(global).map(|u| sources.slice(u.span)).collect();
        let defines = (!defined.is_empty()).then(|| format!("Defines: {}", defined.join(", ")));
        let doc: Vec<String> =
            (!about.is_empty()).then(|| about.join("\n")).into_iter().chain(defines).collect();
        let usage = format!("use \"{name}\"");
        Symbol { kind: of.kind, name, usage, doc: (!doc.is_empty()).then(|| doc.join("\n\n")) }
    }

    fn words(&self, sources: &Sources, of: &Use, name: &str) -> (String, Option<String>) {
        let typed = |ty: &Option<Type>| ty.as_ref().map_or(name.to_string(), |ty| format!("{name}: {ty}"));
        let program = &self.program;
        let game = || program.games.iter().find(|g| g.span == of.span);
        let definition = || program.lets.iter().find(|l| l.span == of.span);
        match of.kind {
            Kind::Game | Kind::Graph => match game() {
                Some(g) => (first_line(sources, g.item, of.span), g.doc.clone()),
                None => (name.to_string(), None),
            },
            Kind::Constant | Kind::Function => match definition() {
                Some(l) => (header(sources, of.span, l.is_function, &l.body.ty), l.doc.clone()),
                None => (name.to_string(), None),
            },
            Kind::Parameter => {
                let declared = of.declared.map(|ty| format!("{name}: {}", sources.slice(ty)));
                (declared.unwrap_or_else(|| typed(&of.ty)), None)
            }
            Kind::Builtin => match crate::check::builtins::TABLE.iter().find(|row| row.0 == name) {
                Some((_, _, usage, gives)) => (usage.to_string(), Some(gives.to_string())),
                None => (name.to_string(), None),
            },
            Kind::Binder | Kind::Case => (typed(&of.ty), None),
            Kind::Move | Kind::Module => (name.to_string(), None),
        }
    }
}

/// The line of a game with its name and parameters.
fn first_line(sources: &Sources, item: Span, name: Span) -> String {
    let text = &sources.get(item.file).text;
    let rest = &text[name.range().end..item.range().end];
    let end = if rest.starts_with('(') { closing(rest) } else { 0 };
    text[item.range().start..name.range().end + end].split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The use of a definition, and its type.
fn header(sources: &Sources, name: Span, function: bool, gives: &Type) -> String {
    let text = &sources.get(name.file).text[name.range().start..];
    let own = name.range().len();
    let end = if function {
        own + text[own..].find('(').map_or(0, |open| open + closing(&text[own + open..]))
    } else {
        own
    };
    format!("{}: {gives}", text[..end].split_whitespace().collect::<Vec<_>>().join(" "))
}

/// After the bracket that closes the first one.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return i + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

impl Loaded {
    /// The smallest expression that covers a byte of a text, and its type.
    ///
    /// ```
    /// let text = "let a = 2 + size({1, 2})";
    /// let mut session = fairgame::Session::default();
    /// let loaded = session.open("a.game", text);
    /// let (span, ty) = loaded.expression_at(loaded.texts[0], text.find('{').unwrap()).unwrap();
    /// assert_eq!((session.sources.slice(span), ty.to_string().as_str()), ("{1, 2}", "set of int"));
    /// ```
    pub fn expression_at(&self, file: FileId, byte: usize) -> Option<(Span, Type)> {
        let mut found: Option<(Span, Type)> = None;
        let mut look = |e: &Expr| {
            let range = e.span.range();
            let covers = e.span.file == file && range.start <= byte && byte <= range.end;
            if covers && found.as_ref().is_none_or(|(span, _)| range.len() <= span.range().len()) {
                found = Some((e.span, e.ty.clone()));
            }
        };
        let program = &self.program;
        program.games.iter().for_each(|g| g.for_each_expr(&mut |e| e.walk(&mut look)));
        program.lets.iter().for_each(|l| l.body.walk(&mut look));
        program.statements.iter().for_each(|s| s.kind.for_each_expr(&mut |e| e.walk(&mut look)));
        found
    }
}
