//! Items, clauses, binders and types: pairs of the grammar made into the tree.

use super::grammar::Rule;
use super::normal::Normal;
use super::precedence::unescape;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::*;
use pest::iterators::{Pair, Pairs};

/// Builds the tree of one item.
pub(super) struct Builder<'n> {
    /// The item's tokens and the way back to the text.
    pub(super) normal: &'n Normal<'n>,
    /// The first thing the grammar lets pass but the language does not.
    pub(super) fault: Option<Diagnostic>,
}

/// The next pair, where the grammar promises one.
pub(super) fn next<'i>(pairs: &mut Pairs<'i, Rule>) -> Pair<'i, Rule> {
    pairs.find(|p| !is_sign(p.as_rule())).expect("the grammar promises another part here")
}

/// Signs and keywords carry no part of the tree.
fn is_sign(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        open | close
            | open_set
            | close_set
            | open_list
            | close_list
            | comma
            | colon
            | bar
            | arrow
            | dot
            | assign
            | EOI
            | kw_use
            | kw_let
            | kw_game
            | kw_graph
            | kw_show
            | kw_table
            | kw_period
            | grundy_word
            | functions_word
            | kw_play
            | kw_expect
            | kw_quotient
            | kw_sparse
            | kw_compare
            | kw_move
            | kw_ends
            | kw_wins
            | kw_splits
            | kw_same
            | kw_starts
            | kw_picture
            | kw_decreases
            | kw_where
            | kw_for
            | kw_in
            | kw_to
            | kw_if
            | kw_then
            | kw_else
            | kw_from
            | kw_is
            | kw_under
            | kw_of
            | kw_set
            | kw_bag
            | kw_list
            | kw_map
            | when
            | into
            | as_word
    )
}

/// The parts of a pair without its signs and keywords.
fn parts<'i>(pair: Pair<'i, Rule>) -> impl Iterator<Item = Pair<'i, Rule>> {
    pair.into_inner().filter(|p| !is_sign(p.as_rule()))
}

impl<'n> Builder<'n> {
    /// A builder for one item.
    pub(super) fn new(normal: &'n Normal<'n>) -> Builder<'n> {
        Builder { normal, fault: None }
    }

    /// Notes a mistake; the first one is reported.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        self.fault.get_or_insert(diagnostic);
    }

    fn span(&self, pair: &Pair<Rule>) -> Span {
        self.normal.span(pair.as_span())
    }

    /// A name, or `bag` and `map` where they are called.
    pub(super) fn name(&self, pair: Pair<Rule>) -> Name {
        Name { text: pair.as_str().trim_end().to_owned(), span: self.span(&pair) }
    }

    /// The name inside a pair: `under misere`, `.row`.
    pub(super) fn name_in(&self, pair: Pair<Rule>) -> Name {
        self.name(next(&mut pair.into_inner()))
    }

    /// An item.
    pub(super) fn item(&mut self, pair: Pair<Rule>, doc: Option<String>, span: Span) -> Item {
        match pair.as_rule() {
            Rule::use_item => Item::Use(self.use_item(pair, span)),
            Rule::let_item => Item::Let(self.let_item(pair, doc, span)),
            Rule::game_item => Item::Game(self.game_item(pair, doc, span)),
            Rule::graph_item => Item::Graph(self.graph_item(pair, doc, span)),
            _ => Item::Statement(Statement { kind: self.statement(pair), span }),
        }
    }

    fn use_item(&mut self, pair: Pair<Rule>, span: Span) -> Use {
        let quoted = next(&mut pair.into_inner());
        Use { path: unescape(quoted.as_str()), path_span: self.span(&quoted), span }
    }

    fn let_item(&mut self, pair: Pair<Rule>, doc: Option<String>, span: Span) -> LetDef {
        let mut pairs = pair.into_inner();
        let name = self.name(next(&mut pairs));
        let mut part = next(&mut pairs);
        let params = (part.as_rule() == Rule::params).then(|| {
            let params = std::mem::replace(&mut part, next(&mut pairs));
            self.params(params)
        });
        LetDef { name, params, body: self.expr(part), doc, span }
    }

    fn game_item(&mut self, pair: Pair<Rule>, doc: Option<String>, span: Span) -> GameDef {
        let mut parts = parts(pair).peekable();
        let loopy = parts.next_if(|p| p.as_rule() == Rule::loopy).is_some();
        let name = self.name(parts.next().expect("the grammar gives a game a name"));
        let list = parts.next().expect("the grammar gives a game parameters");
        let list_span = self.span(&list);
        let params = self.params(list);
        if params.is_empty() {
            self.fail(super::errors::no_params(list_span, &name.text));
        }
        let clauses = parts.map(|p| self.clause(p)).collect();
        GameDef { loopy, name, params, clauses, doc, span }
    }

    fn params(&mut self, pair: Pair<Rule>) -> Vec<Param> {
        parts(pair).map(|p| self.param(p)).collect()
    }

    fn param(&mut self, pair: Pair<Rule>) -> Param {
        let mut pairs = pair.into_inner();
        let name = self.name(next(&mut pairs));
        Param { name, ty: self.ty(next(&mut pairs)) }
    }

    fn graph_item(&mut self, pair: Pair<Rule>, doc: Option<String>, span: Span) -> GraphDef {
        let mut pairs = pair.into_inner();
        let name = self.name(next(&mut pairs));
        let lines = pairs.filter(|p| p.as_rule() == Rule::graph_line);
        let edges = lines.map(|line| {
            let mut vertices =
                line.into_inner().filter(|p| p.as_rule() == Rule::vertex).map(|v| self.name(v));
            let from = vertices.next().expect("the grammar puts a vertex behind `from`");
            GraphLine { from, to: vertices.collect() }
        });
        GraphDef { name, edges: edges.collect(), doc, span }
    }

    fn clause(&mut self, pair: Pair<Rule>) -> Clause {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::move_clause {
            return Clause::Move(self.move_clause(pair, span));
        }
        let mut parts = parts(pair);
        let first = parts.next().expect("the grammar gives a clause an expression");
        let expr = self.expr(first);
        match rule {
            Rule::ends_clause => Clause::EndsWhen(expr, span),
            Rule::wins_clause => Clause::WinsWhen(expr, span),
            Rule::splits_clause => {
                let binders = parts.next().map_or(vec![], |p| self.for_tail(p));
                Clause::SplitsInto { target: expr, binders, span }
            }
            Rule::same_clause => {
                let mut targets = vec![expr];
                targets.extend(self.exprs(parts));
                Clause::SameAs(targets, span)
            }
            Rule::starts_clause => Clause::Starts(expr, span),
            Rule::picture_clause => Clause::Picture(expr, span),
            Rule::decreases_clause => Clause::Decreases(expr, span),
            other => panic!("the grammar has a clause {other:?} that has no tree"),
        }
    }

    fn move_clause(&mut self, pair: Pair<Rule>, span: Span) -> MoveDef {
        let (mut owner, mut label, mut target, mut guard, mut binders) =
            (Owner::Both, None, None, None, vec![]);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::owner if part.as_str() == "left" => owner = Owner::Left,
                Rule::owner => owner = Owner::Right,
                Rule::name | Rule::verb => label = Some(self.name(part)),
                Rule::move_binders => binders = self.move_binders(part),
                Rule::guard => guard = Some(self.next_expr(&mut part.into_inner())),
                _ => target = Some(self.expr(part)),
            }
        }
        let label = label.expect("the grammar gives a move a name");
        let target = target.expect("the grammar gives a move a target");
        MoveDef { owner, label, binders, guard, target, span }
    }

    fn move_binders(&mut self, pair: Pair<Rule>) -> Vec<Binder> {
        let span = self.span(&pair);
        let list = parts(pair).next();
        if list.is_none() {
            self.fail(super::errors::empty_move_parentheses(span));
        }
        list.map_or(vec![], |list| self.binders(list))
    }

    /// `for binders`
    pub(super) fn for_tail(&mut self, pair: Pair<Rule>) -> Vec<Binder> {
        let list = next(&mut pair.into_inner());
        self.binders(list)
    }

    /// `binder, binder, ...`
    pub(super) fn binders(&mut self, pair: Pair<Rule>) -> Vec<Binder> {
        parts(pair).map(|p| self.binder(p)).collect()
    }

    fn binder(&mut self, pair: Pair<Rule>) -> Binder {
        let span = self.span(&pair);
        let (mut names, mut tuple, mut is, mut value, mut guard) = (vec![], false, false, None, None);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::name => names.push(self.name(part)),
                Rule::name_tuple => {
                    tuple = true;
                    names.extend(parts(part).map(|p| self.name(p)));
                }
                Rule::binds => is = true,
                Rule::guard => guard = Some(self.next_expr(&mut part.into_inner())),
                _ => value = Some(self.expr(part)),
            }
        }
        let value = value.expect("the grammar gives a binder a source");
        let kind = match (is, tuple) {
            (true, false) => BinderKind::Is { name: names.remove(0), value },
            (true, true) => {
                self.fail(super::errors::tuple_is(span, &names, &value, self.normal.view.text));
                BinderKind::In { names, tuple, source: value }
            }
            _ => BinderKind::In { names, tuple, source: value },
        };
        Binder { kind, guard, span }
    }

    fn statement(&mut self, pair: Pair<Rule>) -> StatementKind {
        let rule = pair.as_rule();
        let mut said = Said::default();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::expr => said.exprs.push(self.expr(part)),
                Rule::name => said.name = Some(self.name(part)),
                Rule::only => said.only = Some(self.name_in(part)),
                Rule::for_tail => said.binders = self.for_tail(part),
                Rule::step => said.steps.push(self.step(part)),
                Rule::verdict => said.is = Some(self.verdict(part, said.exprs.last())),
                _ => self.under(&mut said, part),
            }
        }
        said.statement(rule)
    }

    fn under(&mut self, said: &mut Said, pair: Pair<Rule>) {
        let span = self.span(&pair);
        if said.under.replace(self.name_in(pair)).is_some() {
            self.fail(Diagnostic::error("under-twice", "`under` appears twice").at(span, "once is enough"));
        }
    }

    fn step(&mut self, pair: Pair<Rule>) -> PlayStep {
        let span = self.span(&pair);
        let mut parts = parts(pair);
        let label = self.name(parts.next().expect("the grammar gives a step a name"));
        let (mut args, mut part) = (vec![], None);
        for piece in parts {
            match piece.as_rule() {
                Rule::arguments => args = self.plain_arguments(piece),
                _ => part = Some(self.expr(piece)),
            }
        }
        PlayStep { label, args, part, span }
    }

    fn verdict(&mut self, pair: Pair<Rule>, of: Option<&Expr>) -> Verdict {
        let expr = self.next_expr(&mut pair.into_inner());
        match expr.kind {
            ExprKind::Name(text) => Verdict::Word(Name { text, span: expr.span }),
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let of = of.map_or(expr.span, |e| e.span);
                self.fail(super::errors::is_not(expr.span, &inner, of, self.normal.view.text));
                Verdict::Position(*inner)
            }
            _ => Verdict::Position(expr),
        }
    }

    /// A type.
    pub(super) fn ty(&mut self, pair: Pair<Rule>) -> Type {
        let span = self.span(&pair);
        let pair = next_type(pair);
        let kind = match pair.as_rule() {
            Rule::ty_word => type_word(pair.as_str()),
            Rule::ty_set => TypeKind::Set(self.inner_type(pair)),
            Rule::ty_bag => TypeKind::Bag(self.inner_type(pair)),
            Rule::ty_list => TypeKind::List(self.inner_type(pair)),
            Rule::ty_map => {
                let mut pairs = pair.into_inner();
                let key = self.ty(next(&mut pairs));
                TypeKind::Map(Box::new(key), Box::new(self.ty(next(&mut pairs))))
            }
            Rule::ty_enum => TypeKind::Enum(parts(pair).map(|p| self.name(p)).collect()),
            Rule::ty_range => self.range_type(pair),
            Rule::ty_group => return self.group_type(pair, span),
            _ => TypeKind::Unknown(self.name_in(pair).text),
        };
        Type { kind, span }
    }

    fn inner_type(&mut self, pair: Pair<Rule>) -> Box<Type> {
        Box::new(self.ty(next(&mut pair.into_inner())))
    }

    fn range_type(&mut self, pair: Pair<Rule>) -> TypeKind {
        let mut parts = parts(pair);
        let lo = Box::new(self.expr(parts.next().expect("the grammar gives a range a beginning")));
        let exclusive = parts.next().is_some_and(|sign| sign.as_str() == "..<");
        let hi = parts.next().map(|p| Box::new(self.expr(p)));
        TypeKind::Range { lo, hi, exclusive }
    }

    fn group_type(&mut self, pair: Pair<Rule>, span: Span) -> Type {
        let (mut types, mut result) = (vec![], None);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::ty_result => result = Some(self.inner_type(part)),
                _ => types.push(self.ty(part)),
            }
        }
        match (result, types.len()) {
            (Some(result), _) => Type { kind: TypeKind::Function(types, result), span },
            (None, 1) => Type { span, ..types.remove(0) },
            (None, _) => Type { kind: TypeKind::Tuple(types), span },
        }
    }
}

fn next_type(pair: Pair<Rule>) -> Pair<Rule> {
    next(&mut pair.into_inner())
}

fn type_word(word: &str) -> TypeKind {
    match word {
        "nat" => TypeKind::Nat,
        "int" => TypeKind::Int,
        "bool" => TypeKind::Bool,
        "text" => TypeKind::Text,
        "cell" => TypeKind::Cell,
        "drawing" => TypeKind::Drawing,
        _ => TypeKind::Position,
    }
}

/// The parts of a statement, in whichever order they were said.
#[derive(Default)]
struct Said {
    exprs: Vec<Expr>,
    name: Option<Name>,
    only: Option<Name>,
    binders: Vec<Binder>,
    steps: Vec<PlayStep>,
    is: Option<Verdict>,
    under: Option<Name>,
}

impl Said {
    fn statement(self, rule: Rule) -> StatementKind {
        let Said { exprs, name, only, binders, steps, is, under } = self;
        if rule == Rule::table {
            return StatementKind::Table { only, exprs, binders, under };
        }
        let mut exprs = exprs.into_iter();
        let expr = exprs.next().expect("the grammar gives a statement an expression");
        match rule {
            Rule::functions => StatementKind::Functions { expr },
            Rule::show => StatementKind::Show { expr, under },
            Rule::period => {
                let name = name.expect("the grammar gives `period` a name");
                StatementKind::Period { expr, name, source: exprs.next() }
            }
            Rule::quotient => StatementKind::Quotient { expr, name, source: exprs.next() },
            Rule::sparse => {
                let name = name.expect("the grammar gives `sparse` a name");
                StatementKind::Sparse { expr, name, source: exprs.next() }
            }
            Rule::compare => {
                let right = exprs.next().expect("the grammar gives `compare` two expressions");
                StatementKind::Compare { left: expr, right, binders }
            }
            Rule::play => StatementKind::Play { start: expr, steps, under },
            Rule::expect => StatementKind::Expect { expr, is, binders, under },
            other => panic!("the grammar has a statement {other:?} that has no tree"),
        }
    }
}
