//! The abstract syntax tree: what was written, with spans, before any meaning.

use crate::source::Span;
use num_bigint::BigInt;

/// A name as written (NFC), with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it is.
    pub span: Span,
}

/// One top-level item of a file.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `use "octal"`
    Use(Use),
    /// `let f(n: nat) = n + 1`
    Let(LetDef),
    /// `game Nim(n: nat) ...`
    Game(GameDef),
    /// `graph G from a to b, c ...`
    Graph(GraphDef),
    /// `show Nim(3)`
    Statement(Statement),
}

/// `use "path"`
#[derive(Clone, PartialEq, Debug)]
pub struct Use {
    /// The text between the quotes.
    pub path: String,
    /// The quoted text.
    pub path_span: Span,
    /// The whole item.
    pub span: Span,
}

/// `let name = body` or `let name(params) = body`
#[derive(Clone, PartialEq, Debug)]
pub struct LetDef {
    /// What is defined.
    pub name: Name,
    /// Present (maybe empty) if written with parentheses: a function.
    pub params: Option<Vec<Param>>,
    /// What it stands for.
    pub body: Expr,
    /// The comment block directly above.
    pub doc: Option<String>,
    /// The whole item.
    pub span: Span,
}

/// `n: nat`
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// The parameter.
    pub name: Name,
    /// Its declared type.
    pub ty: Type,
}

/// A type as written.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// Which type.
    pub kind: TypeKind,
    /// Where it is.
    pub span: Span,
}

/// The types of the language.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `nat`
    Nat,
    /// `int`
    Int,
    /// `0..7`, `1..`, `0..<n`: the bounds are constant expressions; `None` is open above.
    Range {
        /// Least number.
        lo: Box<Expr>,
        /// Largest number (or one past it, if `exclusive`).
        hi: Option<Box<Expr>>,
        /// Written `..<`.
        exclusive: bool,
    },
    /// `bool`
    Bool,
    /// `text`
    Text,
    /// `drawing`
    Drawing,
    /// `cell`
    Cell,
    /// `position`
    Position,
    /// `set of T`
    Set(Box<Type>),
    /// `bag of T`
    Bag(Box<Type>),
    /// `list of T`
    List(Box<Type>),
    /// `map of K to V`
    Map(Box<Type>, Box<Type>),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// `red | black`
    Enum(Vec<Name>),
    /// `(T, U) -> V`
    Function(Vec<Type>, Box<Type>),
    /// A single name that is no type of the language (the checker suggests the nearest).
    Unknown(String),
}

/// `[loopy] game Name(params)` with its clauses.
#[derive(Clone, PartialEq, Debug)]
pub struct GameDef {
    /// Written `loopy game`.
    pub loopy: bool,
    /// The game.
    pub name: Name,
    /// Its parameters: a position is the game with arguments.
    pub params: Vec<Param>,
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
    /// The comment block directly above.
    pub doc: Option<String>,
    /// The whole item.
    pub span: Span,
}

/// A clause of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// `move take(k in 1..n) to Nim(n - k)`
    Move(MoveDef),
    /// `ends when COND`
    EndsWhen(Expr, Span),
    /// `wins when COND`: the player to move has won.
    WinsWhen(Expr, Span),
    /// `splits into TARGET for binders`
    SplitsInto {
        /// The sum of the parts, or one part for each choice of the binders.
        target: Expr,
        /// The binders after `for`; empty without one.
        binders: Vec<Binder>,
        /// The whole clause.
        span: Span,
    },
    /// `same as TARGET, TARGET`
    SameAs(Vec<Expr>, Span),
    /// `starts TARGET`
    Starts(Expr, Span),
    /// `picture TEXT`
    Picture(Expr, Span),
    /// `decreases EXPR` or `decreases (a, b)`
    Decreases(Expr, Span),
}

/// Who may make a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// `move`: both players.
    Both,
    /// `left move`
    Left,
    /// `right move`
    Right,
}

/// `move LABEL(binders) where cond to TARGET`
#[derive(Clone, PartialEq, Debug)]
pub struct MoveDef {
    /// Who may make it.
    pub owner: Owner,
    /// Its name.
    pub label: Name,
    /// What is chosen.
    pub binders: Vec<Binder>,
    /// The guard after the parentheses.
    pub guard: Option<Expr>,
    /// The position it leads to.
    pub target: Expr,
    /// The whole clause.
    pub span: Span,
}

/// One binder, with an optional `where`.
#[derive(Clone, PartialEq, Debug)]
pub struct Binder {
    /// What is bound.
    pub kind: BinderKind,
    /// `where COND`
    pub guard: Option<Expr>,
    /// The whole binder.
    pub span: Span,
}

/// `x in SOURCE`, `(x, y) in SOURCE`, `x = EXPR`
#[derive(Clone, PartialEq, Debug)]
pub enum BinderKind {
    /// `x in SOURCE` (one name) or `(x, y) in SOURCE` (several, `tuple` set).
    In {
        /// The names bound.
        names: Vec<Name>,
        /// Written with parentheses.
        tuple: bool,
        /// What they run through.
        source: Expr,
    },
    /// `x = EXPR`
    Is {
        /// The name bound.
        name: Name,
        /// Its value.
        value: Expr,
    },
}

/// `graph Name` with its lines.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphDef {
    /// The graph; `Name(v)` is a position.
    pub name: Name,
    /// `from v to w, ...`; no targets when written `to nothing`.
    pub edges: Vec<GraphLine>,
    /// The comment block directly above.
    pub doc: Option<String>,
    /// The whole item.
    pub span: Span,
}

/// `from v to w, ...` (vertices are names or numbers, kept as text)
#[derive(Clone, PartialEq, Debug)]
pub struct GraphLine {
    /// Where the arcs begin.
    pub from: Name,
    /// Where they lead.
    pub to: Vec<Name>,
}

/// A statement: what the file asks.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// Which question.
    pub kind: StatementKind,
    /// The whole statement.
    pub span: Span,
}

/// The statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// `show EXPR [under misere]`
    Show {
        /// What to show.
        expr: Expr,
        /// `under NAME`
        under: Option<Name>,
    },
    /// `table EXPR [, EXPR ...] for binders [under misere]`
    Table {
        /// `P` or `N` in `table P of G(a, b) for ...`: only the positions with that outcome.
        only: Option<Name>,
        /// The columns.
        exprs: Vec<Expr>,
        /// The rows (and columns, with two).
        binders: Vec<Binder>,
        /// `under NAME`
        under: Option<Name>,
    },
    /// `grundy functions of EXPR`
    Functions {
        /// A graph, or a position.
        expr: Expr,
    },
    /// `period EXPR for n`, optionally `for n in 0..5000`
    Period {
        /// The sequence.
        expr: Expr,
        /// Its index.
        name: Name,
        /// How far to look.
        source: Option<Expr>,
    },
    /// `quotient EXPR for n in 0..100`, or `quotient Kayles`
    Quotient {
        /// The positions whose sums are looked at, or the name of a game.
        expr: Expr,
        /// Their index.
        name: Option<Name>,
        /// How far to go.
        source: Option<Expr>,
    },
    /// `sparse EXPR for n in 0..1000`
    Sparse {
        /// The sequence.
        expr: Expr,
        /// Its index.
        name: Name,
        /// How far to go.
        source: Option<Expr>,
    },
    /// `compare A(n), B(n) for n in 0..40`
    Compare {
        /// One position.
        left: Expr,
        /// The other.
        right: Expr,
        /// For which cases.
        binders: Vec<Binder>,
    },
    /// `play POSITION: take(2) in 1, take(1) in 2`
    Play {
        /// Where the play begins.
        start: Expr,
        /// Its moves.
        steps: Vec<PlayStep>,
        /// `under NAME`
        under: Option<Name>,
    },
    /// `expect EXPR [is VERDICT] [for binders] [under misere]`
    Expect {
        /// A condition, or a position before `is`.
        expr: Expr,
        /// What it is expected to be.
        is: Option<Verdict>,
        /// `for` which cases.
        binders: Vec<Binder>,
        /// `under NAME`
        under: Option<Name>,
    },
    /// A bare expression: a question at the prompt, or a forgotten `show` in a file.
    Bare(Expr),
}

/// `take(2) in 1`
#[derive(Clone, PartialEq, Debug)]
pub struct PlayStep {
    /// The move's name.
    pub label: Name,
    /// Its arguments.
    pub args: Vec<Expr>,
    /// In which part of the sum, counted from 1.
    pub part: Option<Expr>,
    /// The whole step.
    pub span: Span,
}

/// What follows `is`.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// `P`, `N`, `draw`, ... : a word the checker interprets.
    Word(Name),
    /// `*3`: equal in value to a position (any expression of type position).
    Position(Expr),
}

/// An expression with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `42`
    Number(BigInt),
    /// `"..x|.x."`
    Text(String),
    /// `true`, `false`
    Bool(bool),
    /// `nothing`
    Nothing,
    /// `n`
    Name(String),
    /// `Nim(3)`, `triangular(n)`; the callee is a plain name.
    Call(Name, Vec<Expr>),
    /// `row[i]`, `Nim[3, 5, 7]`
    Index(Box<Expr>, Vec<Expr>),
    /// `p.row`
    Field(Box<Expr>, Name),
    /// `-x`, `not x`, `*k`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`, `S with x`, `p and q`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `1 <= k <= n`, `x in S`: operands and the signs between them.
    Chain(Vec<Expr>, Vec<(CompareOp, Span)>),
    /// `a..b`, `a..<b`, `a..`
    Range {
        /// Least.
        lo: Box<Expr>,
        /// Largest; `None` for the infinite `1..`.
        hi: Option<Box<Expr>>,
        /// Written `..<`.
        exclusive: bool,
    },
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `{1, 2}`
    Set(Vec<Expr>),
    /// `[1, 2]`
    List(Vec<Expr>),
    /// `{ e for binders }`
    SetFor(Box<Expr>, Vec<Binder>),
    /// `[ e for binders ]`
    ListFor(Box<Expr>, Vec<Binder>),
    /// `sum(e for binders)`, also `max min count any all none bag map`: a call over a comprehension.
    Fold(Name, Box<Expr>, Vec<Binder>),
    /// `k to v`, only inside `map(...)`.
    Entry(Box<Expr>, Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let x = e in body`: a name for a value inside an expression.
    Let(Name, Box<Expr>, Box<Expr>),
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-x`
    Minus,
    /// `not x`
    Not,
    /// `*k`: a nim-heap of k.
    Star,
}

/// Infix operators that do not chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `a + b`
    Plus,
    /// `a - b`
    Minus,
    /// `a * b`
    Times,
    /// `a / b`
    Divide,
    /// `a mod b`
    Mod,
    /// `a ^ b`
    Power,
    /// `a xor b`
    Xor,
    /// `p and q`
    And,
    /// `p or q`
    Or,
    /// `S with x`
    With,
    /// `S without x`
    Without,
    /// `S union T`
    Union,
    /// `S common T`
    Common,
    /// `S minus T`
    SetMinus,
    /// `S flip T`
    Flip,
}

/// Comparisons, which chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
}
