//! The checker's state: what names mean, the frame being laid out, and what was found so far.

use super::builtins;
use super::checked::{Bare, Checked};
use super::ir::{self, GameId, LetId, Slot};
use super::types::{Type, Unifier, outcome_type};
use super::uses::{Kind, Use};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What a top-level name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    Game(GameId),
    Let(LetId),
}

/// Where an expression stands; it decides what may be asked there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// In a clause of a game.
    Rules,
    /// In a `let` or a statement.
    Free,
}

#[derive(Clone)]
pub(super) enum LetState {
    Waiting(ast::LetDef),
    Checking,
    Done,
}

/// Checks one program.
#[derive(Clone)]
pub(super) struct Checker {
    pub(super) names: HashMap<String, (Entity, Span)>,
    pub(super) game_defs: Vec<GameSource>,
    pub(super) let_states: Vec<LetState>,
    pub(super) asks: Vec<bool>,
    /// Enumerations in which a name occurs.
    pub(super) cases: HashMap<String, Vec<Arc<Vec<String>>>>,
    pub(super) program: ir::Program,
    pub(super) statement_ids: Vec<Option<usize>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) unifier: Unifier,
    pub(super) frame: Frame,
    pub(super) bare: Bare,
    pub(super) broken: HashSet<String>,
    pub(super) uses: Vec<Use>,
    /// Where names of enumerations stand first.
    pub(super) case_places: HashMap<String, Span>,
}

/// What a game was written as.
#[derive(Clone)]
pub(super) enum GameSource {
    Rules(ast::GameDef),
    Graph(ast::GraphDef),
}

/// The frame being laid out: names in scope and the types of all slots.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) scope: Vec<(String, Slot)>,
    pub(super) slots: Vec<Type>,
    /// For each slot, where its name is bound and what it is; none of those that no text names.
    pub(super) places: Vec<Option<(Span, Kind)>>,
    pub(super) context: Context,
    /// Set when a question about a position is asked inside.
    pub(super) asks: bool,
    /// Names that were given a whole range with `=`, and the place of the sign: `in` may have been meant.
    pub(super) ranges: Vec<(Slot, Span)>,
    /// Names that run through a range in brackets, `{1..n}`: the place of the brackets, and of the range.
    pub(super) bracketed: Vec<(Slot, Span, Span)>,
    /// Names of the frame around this one that mean nothing here, though they may look as if they did.
    pub(super) outside: Vec<String>,
}

impl Frame {
    pub(super) fn new(context: Context) -> Frame {
        Frame {
            scope: vec![],
            slots: vec![],
            places: vec![],
            context,
            asks: false,
            ranges: vec![],
            bracketed: vec![],
            outside: vec![],
        }
    }
}

impl Checker {
    pub(super) fn new(bare: Bare, broken: &[String]) -> Checker {
        let mut checker = Checker {
            names: HashMap::new(),
            game_defs: vec![],
            let_states: vec![],
            asks: vec![],
            cases: HashMap::new(),
            program: ir::Program::default(),
            statement_ids: vec![],
            diagnostics: vec![],
            unifier: Unifier::default(),
            frame: Frame::new(Context::Free),
            bare,
            broken: broken.iter().cloned().collect(),
            uses: vec![],
            case_places: HashMap::new(),
        };
        if let Type::Enum(names) = outcome_type() {
            checker.add_cases(&names);
        }
        checker
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports and gives an expression to stand in for the mistake.
    pub(super) fn wrong(&mut self, span: Span, diagnostic: Diagnostic) -> ir::Expr {
        self.report(diagnostic);
        wrong_expr(span)
    }

    pub(super) fn add_cases(&mut self, names: &Arc<Vec<String>>) {
        for name in names.iter() {
            let all = self.cases.entry(name.clone()).or_default();
            if !all.contains(names) {
                all.push(names.clone());
            }
        }
    }

    /// Whether a name belongs to an item that was reported as broken already.
    pub(super) fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// A new slot, with its name in scope.
    pub(super) fn bind(&mut self, name: &str, ty: Type) -> Slot {
        let slot = self.frame.slots.len() as Slot;
        self.frame.slots.push(ty);
        self.frame.places.push(None);
        self.frame.scope.push((name.to_string(), slot));
        slot
    }

    /// A new slot for a name of a text.
    pub(super) fn bind_name(&mut self, name: &ast::Name, ty: Type) -> Slot {
        self.note_definition(name, Kind::Binder, Some(ty.clone()));
        let slot = self.bind(&name.text, ty);
        self.frame.places[slot as usize] = Some((name.span, Kind::Binder));
        slot
    }

    /// A slot for each parameter, in order.
    pub(super) fn bind_params(&mut self, params: &[ir::Param]) {
        for p in params {
            let slot = self.bind(&p.name, p.ty.clone());
            self.frame.places[slot as usize] = Some((p.span, Kind::Parameter));
        }
    }

    /// Writes down the use of a name that is bound here.
    pub(super) fn note_local(&mut self, span: Span, slot: Slot) {
        if let Some((at, kind)) = self.frame.places[slot as usize] {
            let ty = self.frame.slots[slot as usize].clone();
            self.note_use(span, kind, Some(at), Some(ty));
        }
    }

    /// Writes down the use of a name of the whole program.
    pub(super) fn note_global(&mut self, span: Span, name: &str) {
        let Some((entity, at)) = self.names.get(name).copied() else { return };
        let (kind, ty) = match entity {
            Entity::Game(id) => (self.kind_of_game(id), Type::Position),
            Entity::Let(id) => {
                let definition = self.program.definition(id);
                let kind = if definition.is_function { Kind::Function } else { Kind::Constant };
                (kind, definition.body.ty.clone())
            }
        };
        self.note_use(span, kind, Some(at), Some(ty));
    }

    pub(super) fn kind_of_game(&self, id: GameId) -> Kind {
        match self.game_defs[id.0 as usize] {
            GameSource::Rules(_) => Kind::Game,
            GameSource::Graph(_) => Kind::Graph,
        }
    }

    pub(super) fn local(&self, name: &str) -> Option<Slot> {
        self.frame.scope.iter().rev().find(|(n, _)| n == name).map(|(_, slot)| *slot)
    }

    /// Runs `inside` and then forgets the names it brought into scope.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Checker) -> T) -> T {
        let depth = self.frame.scope.len();
        let result = inside(self);
        self.frame.scope.truncate(depth);
        result
    }

    /// Runs `inside` in a new frame; gives the frame with its types resolved.
    pub(super) fn framed<T>(
        &mut self,
        context: Context,
        inside: impl FnOnce(&mut Checker) -> T,
    ) -> (T, Frame) {
        let outer = std::mem::replace(&mut self.frame, Frame::new(context));
        let result = inside(self);
        let mut frame = std::mem::replace(&mut self.frame, outer);
        frame.slots = frame.slots.iter().map(|t| self.unifier.resolve(t)).collect();
        (result, frame)
    }

    /// Puts what was inferred into an expression.
    pub(super) fn resolved(&mut self, mut e: ir::Expr) -> ir::Expr {
        e.map_types(&|t| self.unifier.resolve(t));
        self.report_large_type(e.span);
        e
    }

    /// Every name an expression could have meant here.
    pub(super) fn visible_names(&self) -> Vec<String> {
        let locals = self.frame.scope.iter().map(|(n, _)| n.clone());
        let globals = self.names.keys().cloned();
        let cases = self.cases.keys().cloned();
        locals
            .chain(globals)
            .chain(cases)
            .chain(builtins::TABLE.iter().map(|row| row.0.to_string()))
            .chain(["true", "false", "nothing"].map(str::to_string))
            .collect()
    }

    pub(super) fn finish(mut self) -> Checked {
        super::constant::infer_rule_params(&mut self.program, &mut self.diagnostics);
        super::finite::check_choices(&self.program, &mut self.diagnostics);
        let uses = self.uses_found();
        self.diagnostics.sort_by_key(|d| d.span());
        // The middle of a chain of comparisons is looked at twice.
        self.diagnostics.dedup_by(|a, b| a.span() == b.span() && a.title == b.title && a.span().is_some());
        say_names_once(&mut self.diagnostics);
        Checked { program: self.program, statements: self.statement_ids, uses, diagnostics: self.diagnostics }
    }
}

/// A name that is not known is reported where it is first.
fn say_names_once(diagnostics: &mut Vec<Diagnostic>) {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut more: Vec<usize> = vec![];
    let mut kept: Vec<Diagnostic> = vec![];
    for d in diagnostics.drain(..) {
        match first.get(&d.title) {
            Some(at) if d.code == "unknown-name" => {
                more[*at] += 1;
                kept[*at].replacements.extend(d.replacements);
            }
            _ => {
                first.insert(d.title.clone(), kept.len());
                kept.push(d);
                more.push(0);
            }
        }
    }
    *diagnostics = kept.into_iter().zip(more).map(|(d, more)| said_again(d, more)).collect();
}

fn said_again(d: Diagnostic, more: usize) -> Diagnostic {
    match more {
        0 => d,
        1 => d.note("It appears in one more place below."),
        n => d.note(format!("It appears in {n} more places below.")),
    }
}

pub(super) fn wrong_expr(span: Span) -> ir::Expr {
    ir::Expr { kind: ir::ExprKind::Wrong, ty: Type::Wrong, span }
}
