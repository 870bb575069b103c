//! The form as text, for people.

use super::form::{Arg, Atom, Block, Form, Gather, Op, Over, Part, Step, StepKind, Var, Why};
use super::games::LoweredGame;
use crate::check::ir::{BinaryOp, CompareOp, Game, GameId, LetId, Program};
use crate::syntax::ast::Owner;
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A program, to say what things are called.
#[derive(Clone, Copy, Debug)]
pub struct Words<'p> {
    /// The program.
    pub program: &'p Program,
}

/// All bodies of a game that say something, one below the other.
pub fn written(program: &Program, id: GameId, lowered: &LoweredGame) -> String {
    let (words, game) = (Words { program }, program.game(id));
    let params: Vec<String> = game.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect();
    let mut text = format!("game {}({})\n", game.name, params.join(", "));
    for (word, form) in lowered.bodies() {
        let says_nothing = matches!(form.body.gives.as_slice(), [Arg { is: Atom::Const(_), .. }]);
        if form.body.steps.is_empty() && (says_nothing || word == "moves") {
            continue;
        }
        let _ = writeln!(text, "  {word}");
        text += &words.form(form, Some(game), 4);
    }
    text
}

impl Words<'_> {
    /// A body, each line so far from the left.
    pub fn form(&self, form: &Form, game: Option<&Game>, indent: usize) -> String {
        let mut lines = Lines { words: *self, game, names: names(form), text: String::new(), indent };
        lines.block(&form.body, "give");
        lines.text
    }

    fn game(&self, id: GameId) -> &str {
        &self.program.game(id).name
    }

    fn definition(&self, id: LetId) -> &str {
        &self.program.definition(id).name
    }
}

/// What each name is called: as the author does, distinguished by a number where several are called the same.
fn names(form: &Form) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut count: BTreeMap<&str, u32> = BTreeMap::new();
    let mut next = 0;
    let own: BTreeSet<&str> = form.vars.iter().filter_map(|v| v.name.as_deref()).collect();
    let mut fresh = |wanted: Option<&str>| loop {
        let name = match wanted {
            Some(wanted) => {
                let n = count.entry(own.get(wanted).copied().unwrap_or_default()).or_default();
                *n += 1;
                if *n == 1 { wanted.to_string() } else { format!("{wanted}.{n}") }
            }
            None => {
                next += 1;
                format!("t{next}")
            }
        };
        if (wanted.is_some() || !own.contains(name.as_str())) && taken.insert(name.clone()) {
            return name;
        }
    };
    form.vars.iter().map(|v| fresh(v.name.as_deref())).collect()
}

struct Lines<'p> {
    words: Words<'p>,
    game: Option<&'p Game>,
    names: Vec<String>,
    text: String,
    indent: usize,
}

impl Lines<'_> {
    fn line(&mut self, text: &str) {
        let indent = self.indent;
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn inside(&mut self, block: &Block, word: &str) {
        self.indent += 2;
        self.block(block, word);
        self.indent -= 2;
    }

    fn block(&mut self, block: &Block, word: &str) {
        block.steps.iter().for_each(|s| self.step(s));
        if !block.gives.is_empty() {
            let gives = self.args(&block.gives);
            self.line(&format!("{word} {gives}"));
        }
    }

    fn step(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Let { var, op, args } => {
                let (name, value) = (self.var(*var), self.op(*op, args));
                self.line(&format!("{name} = {value}"));
            }
            StepKind::If { gives, cond, then, other } => self.branch(gives, cond, then, other),
            StepKind::For { var, over, body } => {
                let head = format!("for {} {}", self.var(*var), self.over(over));
                self.line(&head);
                self.inside(body, "give");
            }
            StepKind::Repeat { gives, state, first, times, body } => {
                let (to, state) = (self.var(*gives), self.var(*state));
                let (first, times) = (self.arg(first), self.arg(times));
                self.line(&format!("{to} = repeat {times} times, {state} = {first}"));
                self.inside(body, "give");
            }
            StepKind::Gather { gives, what, body } => {
                let head = format!("{} = gather {}", self.var(*gives), gathered(*what));
                self.line(&head);
                self.inside(body, "give");
            }
            StepKind::Put { into, args } => {
                let into = self.var(*into);
                let what = if args.is_empty() { "yes".to_string() } else { self.args(args) };
                self.line(&format!("put {what} into {into}"));
            }
            StepKind::Option { index, shown, body } => {
                let head = self.option(*index, shown);
                self.line(&head);
                self.inside(body, "give");
            }
            StepKind::Part(part) => {
                let part = self.part(part);
                self.line(&format!("part {part}"));
            }
            StepKind::Fit { value, of, param } => {
                let definition = self.words.program.definition(*of);
                let param = definition.params.get(*param).map_or("", |p| p.name.as_str());
                let line = format!("fit {} to {param} of {}", self.arg(value), definition.name);
                self.line(&line);
            }
            StepKind::Stop { gives: _, why } => {
                let why = self.why(*why);
                self.line(&format!("stop: {why}"));
            }
        }
    }

    fn branch(&mut self, gives: &[Var], cond: &Arg, then: &Block, other: &Block) {
        let cond = self.arg(cond);
        let to: Vec<String> = gives.iter().map(|v| self.var(*v)).collect();
        let head = if to.is_empty() { String::new() } else { format!("{} = ", to.join(", ")) };
        let nothing = |b: &Block| b.steps.is_empty() && b.gives.is_empty();
        if nothing(then) && !nothing(other) {
            self.line(&format!("{head}unless {cond}"));
            return self.inside(other, "give");
        }
        self.line(&format!("{head}if {cond}"));
        self.inside(then, "give");
        if !nothing(other) {
            self.line("else");
            self.inside(other, "give");
        }
    }

    fn option(&self, index: usize, shown: &[Arg]) -> String {
        let m = self.game.and_then(|g| g.moves.get(index));
        let owner = match m.map(|m| m.owner) {
            Some(Owner::Left) => "left ",
            Some(Owner::Right) => "right ",
            Some(Owner::Both) | None => "",
        };
        let label = m.map_or("?", |m| m.label.as_str());
        let shown = if shown.is_empty() { String::new() } else { format!("({})", self.args(shown)) };
        format!("{owner}option {label}{shown}")
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Game(id, args) => format!("{}({})", self.words.game(*id), self.args(args)),
            Part::Heap(k) => format!("*{}", self.arg(k)),
            Part::All(p) => self.arg(p),
        }
    }

    fn why(&self, why: Why) -> String {
        match why {
            Why::Unreadable => "this could not be understood".into(),
            Why::EndlessSet => "a set of infinitely many numbers".into(),
            Why::NoStart(id) => format!("{} has no `starts`", self.words.game(id)),
        }
    }

    fn over(&self, over: &Over) -> String {
        match over {
            Over::Up(lo, hi) => format!("from {} to {}", self.arg(lo), self.arg(hi)),
            Over::Down(lo, hi) => format!("from {} down to {}", self.arg(hi), self.arg(lo)),
            Over::Elements(s) => format!("in {}", self.arg(s)),
        }
    }

    fn var(&self, v: Var) -> String {
        self.names[v.index()].clone()
    }

    fn arg(&self, arg: &Arg) -> String {
        match &arg.is {
            Atom::Var(v) => self.var(*v),
            Atom::Const(Value::Text(t)) => format!("{t:?}"),
            Atom::Const(v) => v.to_string(),
        }
    }

    fn args(&self, args: &[Arg]) -> String {
        args.iter().map(|a| self.arg(a)).collect::<Vec<_>>().join(", ")
    }

    fn op(&self, op: Op, args: &[Arg]) -> String {
        let all = self.args(args);
        let at = |i: usize| args.get(i).map_or_else(String::new, |a| self.arg(a));
        let between = |sign: &str| format!("{} {sign} {}", at(0), at(1));
        match op {
            Op::Negate => format!("-{all}"),
            Op::Not => format!("not {all}"),
            Op::Binary(op) => between(binary(op)),
            Op::Compare(op) => between(compare(op)),
            Op::In => between("in"),
            Op::Range => format!("{}..{}", at(0), at(1)),
            Op::Tuple => format!("({all})"),
            Op::Cell => format!("cell({all})"),
            Op::Set => format!("{{{all}}}"),
            Op::List => format!("[{all}]"),
            Op::Bag => format!("bag({all})"),
            Op::Map => {
                let entries: Vec<String> = args
                    .chunks(2)
                    .map(|kv| kv.iter().map(|a| self.arg(a)).collect::<Vec<_>>().join(" to "))
                    .collect();
                format!("map({})", entries.join(", "))
            }
            Op::Index => format!("{}[{}]", at(0), at(1)),
            Op::Row => format!("{all}.row"),
            Op::Col => format!("{all}.col"),
            Op::Entry(i) => format!("entry {} of {all}", i + 1),
            Op::Native(f) => format!("{}({all})", f.name()),
            Op::Call(id) => format!("call {}({all})", self.words.definition(id)),
            Op::Apply => format!("apply {}({})", at(0), self.args(args.get(1..).unwrap_or_default())),
            Op::Global(id) => format!("the {}", self.words.definition(id)),
            Op::Position(id) => format!("{}({all})", self.words.game(id)),
            Op::Heap => format!("*{all}"),
            Op::Successors(id) => format!("arrows of {} from {all}", self.words.game(id)),
        }
    }
}

fn gathered(what: Gather) -> &'static str {
    match what {
        Gather::Set => "a set",
        Gather::List => "a list",
        Gather::Bag => "a bag",
        Gather::Map => "a map",
        Gather::Sum => "a sum",
        Gather::Positions => "positions",
        Gather::Count => "how many",
        Gather::Max => "the largest",
        Gather::Min => "the least",
        Gather::Largest => "the first, which is the largest",
        Gather::Least => "the first, which is the least",
        Gather::Any => "whether any",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add | BinaryOp::Concat | BinaryOp::Join | BinaryOp::Sum => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Mod => "mod",
        BinaryOp::Power => "^",
        BinaryOp::Xor => "xor",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::With => "with",
        BinaryOp::Without => "without",
        BinaryOp::Union => "union",
        BinaryOp::Common => "common",
        BinaryOp::Minus => "minus",
        BinaryOp::Flip => "flip",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
    }
}
