//! Which types and constructs of the language a text uses: read off its syntax tree.

use fairgame::check::builtins::TABLE;
use fairgame::source::FileId;
use fairgame::syntax::ast::{Binder, BinderKind, Clause, Expr, ExprKind, Item, Owner, Type, TypeKind};
use fairgame::syntax::parse::parse;
use std::collections::BTreeMap;

/// How often each construct occurs.
#[derive(Default, Debug)]
pub(crate) struct Used(pub(crate) BTreeMap<String, usize>);

/// Everything that must occur, besides the native functions.
pub(crate) const CONSTRUCTS: &str = "\
type Nat, type Int, type Range, type Range without an end, type Range exclusive, type Bool, type Text, type Cell, \
type Position, type Set, type Bag, type List, type Map, type Tuple, type Enum, type Function, \
item Use, item Let, item Let function, item Game, item Loopy, item Graph, \
clause Move, clause Left, clause Right, clause EndsWhen, clause WinsWhen, clause SplitsInto, clause SameAs, \
clause Starts, clause Picture, clause Decreases, clause guard, \
binder In, binder tuple, binder Is, binder guard, \
Number, Text, Bool, Nothing, Name, Call, Index, Field, Range, Range without an end, Range exclusive, Tuple, Set, \
List, SetFor, ListFor, Fold, Entry, If, \
Unary Minus, Unary Not, Unary Star, \
Binary Plus, Binary Minus, Binary Times, Binary Divide, Binary Mod, Binary Power, Binary Xor, Binary And, \
Binary Or, Binary With, Binary Without, Binary Union, Binary Common, Binary SetMinus, Binary Flip, \
Compare Equal, Compare NotEqual, Compare Less, Compare LessEqual, Compare Greater, Compare GreaterEqual, Compare In, \
Compare NotIn, Chain of three, \
Fold sum, Fold max, Fold min, Fold count, Fold any, Fold all, Fold none, Fold bag, Fold map, Fold mex, Fold nimsum, \
Fold join, Fold size, Fold least, Fold largest, Fold bmex, Fold sort, Fold reverse, Index of two, \
graph with arrows either way, Let, argument left open, name that stands for a function";

/// What must occur and does not.
pub(crate) fn missing(used: &Used) -> Vec<String> {
    let natives = TABLE.iter().filter(|row| !row.1.is_question()).map(|row| format!("Call {}", row.0));
    let all = CONSTRUCTS.split(", ").map(String::from).chain(natives);
    // Drawings are compared by themselves.
    let left_out = ["Call drawing", "Call curves", "Call lands", "Call lives"];
    all.filter(|what| !used.0.contains_key(what) && !left_out.contains(&what.as_str())).collect()
}

fn is_open(arg: &Expr) -> bool {
    matches!(&arg.kind, ExprKind::Name(name) if name == "_")
}

impl Used {
    fn see(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    /// Everything in a text.
    pub(crate) fn text(&mut self, text: &str) {
        for item in parse(FileId(0), text).items {
            self.item(&item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Use(_) => self.see("item Use"),
            Item::Let(def) => {
                self.see(if def.params.is_some() { "item Let function" } else { "item Let" });
                def.params.iter().flatten().for_each(|p| self.ty(&p.ty));
                if def.params.is_none()
                    && matches!(&def.body.kind, ExprKind::Call(_, args) if args.iter().any(is_open))
                {
                    self.see("name that stands for a function");
                }
                self.expr(&def.body);
            }
            Item::Game(def) => {
                self.see(if def.loopy { "item Loopy" } else { "item Game" });
                def.params.iter().for_each(|p| self.ty(&p.ty));
                def.clauses.iter().for_each(|c| self.clause(c));
            }
            Item::Graph(def) => {
                self.see("item Graph");
                let arrows: Vec<(&str, &str)> = def
                    .edges
                    .iter()
                    .flat_map(|line| line.to.iter().map(|to| (line.from.text.as_str(), to.text.as_str())))
                    .collect();
                if arrows.iter().any(|(a, b)| arrows.contains(&(b, a))) {
                    self.see("graph with arrows either way");
                }
            }
            Item::Statement(_) => {}
        }
    }

    fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Move(m) => {
                self.see(match m.owner {
                    Owner::Both => "clause Move",
                    Owner::Left => "clause Left",
                    Owner::Right => "clause Right",
                });
                self.binders(&m.binders);
                if let Some(guard) = &m.guard {
                    self.see("clause guard");
                    self.expr(guard);
                }
                self.expr(&m.target);
            }
            Clause::SplitsInto { target, binders, .. } => {
                self.see("clause SplitsInto");
                self.binders(binders);
                self.expr(target);
            }
            Clause::SameAs(targets, _) => {
                self.see("clause SameAs");
                targets.iter().for_each(|t| self.expr(t));
            }
            Clause::EndsWhen(e, _) => self.named("clause EndsWhen", e),
            Clause::WinsWhen(e, _) => self.named("clause WinsWhen", e),
            Clause::Starts(e, _) => self.named("clause Starts", e),
            Clause::Picture(e, _) => self.named("clause Picture", e),
            Clause::Decreases(e, _) => self.named("clause Decreases", e),
        }
    }

    fn named(&mut self, what: &str, e: &Expr) {
        self.see(what);
        self.expr(e);
    }

    fn ty(&mut self, ty: &Type) {
        let name = format!("{:?}", ty.kind);
        let end = name.find(['(', '{', ' ']).unwrap_or(name.len());
        self.see(format!("type {}", &name[..end]));
        match &ty.kind {
            TypeKind::Range { hi, exclusive, .. } => {
                if hi.is_none() {
                    self.see("type Range without an end");
                }
                if *exclusive {
                    self.see("type Range exclusive");
                }
            }
            TypeKind::Set(t) | TypeKind::Bag(t) | TypeKind::List(t) => self.ty(t),
            TypeKind::Map(k, v) => [k, v].into_iter().for_each(|t| self.ty(t)),
            TypeKind::Tuple(ts) => ts.iter().for_each(|t| self.ty(t)),
            TypeKind::Function(ps, r) => {
                ps.iter().for_each(|t| self.ty(t));
                self.ty(r);
            }
            _ => {}
        }
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            match &binder.kind {
                BinderKind::In { tuple, source, .. } => {
                    self.see(if *tuple { "binder tuple" } else { "binder In" });
                    self.expr(source);
                }
                BinderKind::Is { value, .. } => self.named("binder Is", value),
            }
            if let Some(guard) = &binder.guard {
                self.named("binder guard", guard);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        let name = format!("{:?}", e.kind);
        let end = name.find(['(', '{', ' ']).unwrap_or(name.len());
        self.see(name[..end].to_string());
        match &e.kind {
            ExprKind::Call(name, args) => {
                self.see(format!("Call {}", name.text));
                if args.iter().any(is_open) {
                    self.see("argument left open");
                }
                args.iter().for_each(|a| self.expr(a));
            }
            ExprKind::Index(base, index) => {
                if index.len() > 1 {
                    self.see("Index of two");
                }
                self.expr(base);
                index.iter().for_each(|i| self.expr(i));
            }
            ExprKind::Field(a, _) => self.expr(a),
            ExprKind::Unary(op, a) => self.named(&format!("Unary {op:?}"), a),
            ExprKind::Binary(op, a, b) => {
                self.named(&format!("Binary {op:?}"), a);
                self.expr(b);
            }
            ExprKind::Chain(operands, ops) => {
                ops.iter().for_each(|(op, _)| self.see(format!("Compare {op:?}")));
                if ops.len() > 1 {
                    self.see("Chain of three");
                }
                operands.iter().for_each(|a| self.expr(a));
            }
            ExprKind::Range { lo, hi, exclusive } => {
                if *exclusive {
                    self.see("Range exclusive");
                }
                self.expr(lo);
                match hi {
                    Some(hi) => self.expr(hi),
                    None => self.see("Range without an end"),
                }
            }
            ExprKind::Tuple(all) | ExprKind::Set(all) | ExprKind::List(all) => {
                all.iter().for_each(|a| self.expr(a));
            }
            ExprKind::SetFor(item, binders) | ExprKind::ListFor(item, binders) => {
                self.binders(binders);
                self.expr(item);
            }
            ExprKind::Fold(name, item, binders) => {
                self.see(format!("Fold {}", name.text));
                self.binders(binders);
                self.expr(item);
            }
            ExprKind::Entry(a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Let(_, a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name(_) => {}
        }
    }
}
