//! The syntax tree written as text again, every item in one layout: what a rewriting of the tree means is asked of the
//! parser, not of the tree.

use fairgame::syntax::ast::*;

/// A program as text.
pub(crate) fn program(items: &[Item]) -> String {
    items.iter().map(|i| item(i) + "\n").collect()
}

/// One item with its comment above.
pub(crate) fn item(item: &Item) -> String {
    match item {
        Item::Use(u) => format!("use {}\n", quoted(&u.path)),
        Item::Let(d) => {
            let params = d.params.as_ref().map_or(String::new(), |p| format!("({})", params(p)));
            format!("{}let {}{params} = {}\n", doc(&d.doc), d.name.text, expr(&d.body))
        }
        Item::Game(g) => {
            let loopy = if g.loopy { "loopy " } else { "" };
            let clauses: String = g.clauses.iter().map(|c| format!("  {}\n", clause(c))).collect();
            format!("{}{loopy}game {}({})\n{clauses}", doc(&g.doc), g.name.text, params(&g.params))
        }
        Item::Graph(g) => {
            let lines: String = g.edges.iter().map(|l| format!("  {}\n", graph_line(l))).collect();
            format!("{}graph {}\n{lines}", doc(&g.doc), g.name.text)
        }
        Item::Statement(s) => statement(&s.kind) + "\n",
    }
}

fn doc(doc: &Option<String>) -> String {
    doc.iter().flat_map(|d| d.split('\n')).map(|line| format!("# {line}\n")).collect()
}

fn params(params: &[Param]) -> String {
    list(params, |p| format!("{}: {}", p.name.text, ty(&p.ty)))
}

fn graph_line(line: &GraphLine) -> String {
    let to = if line.to.is_empty() { "nothing".into() } else { list(&line.to, |v| v.text.clone()) };
    format!("from {} to {to}", line.from.text)
}

/// A type.
pub(crate) fn ty(t: &Type) -> String {
    match &t.kind {
        TypeKind::Nat => "nat".into(),
        TypeKind::Int => "int".into(),
        TypeKind::Range { lo, hi, exclusive } => {
            let bound = |e: &Expr| at(e, SUM_LEVEL);
            let sign = if *exclusive { "..<" } else { ".." };
            format!("{}{sign}{}", bound(lo), hi.as_ref().map_or(String::new(), |h| bound(h)))
        }
        TypeKind::Bool => "bool".into(),
        TypeKind::Text => "text".into(),
        TypeKind::Drawing => "drawing".into(),
        TypeKind::Cell => "cell".into(),
        TypeKind::Position => "position".into(),
        TypeKind::Set(t) => format!("set of {}", ty(t)),
        TypeKind::Bag(t) => format!("bag of {}", ty(t)),
        TypeKind::List(t) => format!("list of {}", ty(t)),
        TypeKind::Map(k, v) => format!("map of {} to {}", ty(k), ty(v)),
        TypeKind::Tuple(ts) => format!("({})", list(ts, ty)),
        TypeKind::Enum(names) => names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(" | "),
        TypeKind::Function(ps, r) => format!("({}) -> {}", list(ps, ty), ty(r)),
        TypeKind::Unknown(name) => name.clone(),
    }
}

fn clause(clause: &Clause) -> String {
    match clause {
        Clause::Move(m) => move_clause(m),
        Clause::EndsWhen(e, _) => format!("ends when {}", expr(e)),
        Clause::WinsWhen(e, _) => format!("wins when {}", expr(e)),
        Clause::SplitsInto { target, binders, .. } => {
            format!("splits into {}{}", expr(target), for_tail(binders))
        }
        Clause::SameAs(targets, _) => format!("same as {}", list(targets, expr)),
        Clause::Starts(e, _) => format!("starts {}", expr(e)),
        Clause::Picture(e, _) => format!("picture {}", expr(e)),
        Clause::Decreases(e, _) => format!("decreases {}", expr(e)),
    }
}

fn move_clause(m: &MoveDef) -> String {
    let owner = match m.owner {
        Owner::Both => "",
        Owner::Left => "left ",
        Owner::Right => "right ",
    };
    let chosen = if m.binders.is_empty() { String::new() } else { format!("({})", binders(&m.binders)) };
    format!("{owner}move {}{chosen}{} to {}", m.label.text, guard(&m.guard), expr(&m.target))
}

fn guard(guard: &Option<Expr>) -> String {
    guard.as_ref().map_or(String::new(), |g| format!(" where {}", expr(g)))
}

fn binders(binders: &[Binder]) -> String {
    list(binders, |b| {
        let bound = match &b.kind {
            BinderKind::In { names, tuple: false, source } => {
                format!("{} in {}", names[0].text, expr(source))
            }
            BinderKind::In { names, source, .. } => {
                format!("({}) in {}", list(names, |n| n.text.clone()), expr(source))
            }
            BinderKind::Is { name, value } => format!("{} = {}", name.text, expr(value)),
        };
        bound + &guard(&b.guard)
    })
}

fn for_tail(chosen: &[Binder]) -> String {
    if chosen.is_empty() { String::new() } else { format!(" for {}", binders(chosen)) }
}

/// A statement.
pub(crate) fn statement(kind: &StatementKind) -> String {
    let under = |u: &Option<Name>| u.as_ref().map_or(String::new(), |u| format!(" under {}", u.text));
    let index = |name: &Name, source: &Option<Expr>| {
        format!(" for {}{}", name.text, source.as_ref().map_or(String::new(), |s| format!(" in {}", expr(s))))
    };
    match kind {
        StatementKind::Show { expr: e, under: u } => format!("show {}{}", expr(e), under(u)),
        StatementKind::Table { only, exprs, binders, under: u } => {
            let only = only.as_ref().map_or(String::new(), |o| format!("{} of ", o.text));
            format!("table {only}{}{}{}", list(exprs, expr), for_tail(binders), under(u))
        }
        StatementKind::Functions { expr: e } => format!("grundy functions of {}", expr(e)),
        StatementKind::Period { expr: e, name, source } => {
            format!("period {}{}", expr(e), index(name, source))
        }
        StatementKind::Quotient { expr: e, name, source } => {
            format!("quotient {}{}", expr(e), name.as_ref().map_or(String::new(), |n| index(n, source)))
        }
        StatementKind::Sparse { expr: e, name, source } => {
            format!("sparse {}{}", expr(e), index(name, source))
        }
        StatementKind::Compare { left, right, binders } => {
            format!("compare {}, {}{}", expr(left), expr(right), for_tail(binders))
        }
        StatementKind::Play { start, steps, under: u } => {
            let colon = if steps.is_empty() { "" } else { ": " };
            format!("play {}{colon}{}{}", expr(start), list(steps, step), under(u))
        }
        StatementKind::Expect { expr: e, is, binders, under: u } => {
            let is = is.as_ref().map_or(String::new(), |v| match v {
                Verdict::Word(w) => format!(" is {}", w.text),
                Verdict::Position(p) => format!(" is {}", expr(p)),
            });
            format!("expect {}{is}{}{}", expr(e), for_tail(binders), under(u))
        }
        StatementKind::Bare(e) => expr(e),
    }
}

fn step(step: &PlayStep) -> String {
    let args = if step.args.is_empty() { String::new() } else { format!("({})", list(&step.args, expr)) };
    let part = step.part.as_ref().map_or(String::new(), |p| format!(" in {}", expr(p)));
    format!("{}{args}{part}", step.label.text)
}

// How tightly operators bind, as in the parser: what binds less than its place wants is put in parentheses.
const NOT_LEVEL: u8 = 3;
const COMPARE_LEVEL: u8 = 4;
const RANGE_LEVEL: u8 = 6;
const SUM_LEVEL: u8 = 7;
const PREFIX_LEVEL: u8 = 10;
const POWER_LEVEL: u8 = 11;
const OPERAND_LEVEL: u8 = 12;

/// An expression.
pub(crate) fn expr(e: &Expr) -> String {
    at(e, 0)
}

fn at(e: &Expr, least: u8) -> String {
    let text = bare(e);
    if level(e) < least { format!("({text})") } else { text }
}

fn level(e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::If(..) | ExprKind::Let(..) => 0,
        ExprKind::Unary(UnaryOp::Not, _) => NOT_LEVEL,
        ExprKind::Chain(..) => COMPARE_LEVEL,
        // Whatever follows `1..` would be read as its end.
        ExprKind::Range { hi: None, .. } => 0,
        ExprKind::Range { .. } => RANGE_LEVEL,
        ExprKind::Unary(..) => PREFIX_LEVEL,
        ExprKind::Binary(op, ..) => sign(*op).0,
        _ => OPERAND_LEVEL,
    }
}

fn sign(op: BinaryOp) -> (u8, &'static str) {
    match op {
        BinaryOp::Or => (1, "or"),
        BinaryOp::And => (2, "and"),
        BinaryOp::Union => (5, "union"),
        BinaryOp::Common => (5, "common"),
        BinaryOp::SetMinus => (5, "minus"),
        BinaryOp::Flip => (5, "flip"),
        BinaryOp::With => (5, "with"),
        BinaryOp::Without => (5, "without"),
        BinaryOp::Xor => (7, "xor"),
        BinaryOp::Plus => (8, "+"),
        BinaryOp::Minus => (8, "-"),
        BinaryOp::Times => (9, "*"),
        BinaryOp::Divide => (9, "/"),
        BinaryOp::Mod => (9, "mod"),
        BinaryOp::Power => (POWER_LEVEL, "^"),
    }
}

fn compare_sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
        CompareOp::In => "in",
        CompareOp::NotIn => "not in",
    }
}

fn bare(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Text(t) => quoted(t),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Nothing => "nothing".into(),
        ExprKind::Name(n) => n.clone(),
        ExprKind::Call(name, args) => format!("{}({})", name.text, list(args, expr)),
        ExprKind::Index(a, index) => format!("{}[{}]", at(a, OPERAND_LEVEL), list(index, expr)),
        ExprKind::Field(a, field) => format!("{}.{}", at(a, OPERAND_LEVEL), field.text),
        ExprKind::Unary(op, a) => match op {
            UnaryOp::Not => format!("not {}", at(a, NOT_LEVEL)),
            // `--x` and `**x` are no signs of the language.
            UnaryOp::Minus => format!("-{}", at(a, POWER_LEVEL)),
            UnaryOp::Star => format!("*{}", at(a, POWER_LEVEL)),
        },
        ExprKind::Binary(BinaryOp::Power, a, b) => {
            format!("{}^{}", at(a, POWER_LEVEL + 1), at(b, POWER_LEVEL))
        }
        ExprKind::Binary(op, a, b) => {
            let (level, sign) = sign(*op);
            format!("{} {sign} {}", at(a, level), at(b, level + 1))
        }
        ExprKind::Chain(operands, signs) => {
            let mut text = at(&operands[0], COMPARE_LEVEL + 1);
            for (operand, (op, _)) in operands[1..].iter().zip(signs) {
                text += &format!(" {} {}", compare_sign(*op), at(operand, COMPARE_LEVEL + 1));
            }
            text
        }
        ExprKind::Range { lo, hi, exclusive } => {
            let sign = if *exclusive { "..<" } else { ".." };
            let bound = |e: &Expr| at(e, SUM_LEVEL);
            format!("{}{sign}{}", bound(lo), hi.as_ref().map_or(String::new(), |h| bound(h)))
        }
        ExprKind::Tuple(parts) => format!("({})", list(parts, expr)),
        ExprKind::Set(parts) => format!("{{{}}}", list(parts, expr)),
        ExprKind::List(parts) => format!("[{}]", list(parts, expr)),
        ExprKind::SetFor(a, binders) => format!("{{{}{}}}", expr(a), for_tail(binders)),
        ExprKind::ListFor(a, binders) => format!("[{}{}]", expr(a), for_tail(binders)),
        ExprKind::Fold(name, a, binders) => format!("{}({}{})", name.text, expr(a), for_tail(binders)),
        ExprKind::Entry(k, v) => format!("{} to {}", expr(k), expr(v)),
        // Inside what the name stands for, `in` would be read as the end of it.
        ExprKind::Let(name, value, body) => {
            format!("let {} = {} in {}", name.text, at(value, OPERAND_LEVEL), expr(body))
        }
        ExprKind::If(c, a, b) => format!("if {} then {} else {}", expr(c), expr(a), expr(b)),
    }
}

fn list<T>(parts: &[T], one: impl Fn(&T) -> String) -> String {
    parts.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
