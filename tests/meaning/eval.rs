//! Expressions, as docs/language.md tells what they mean.

use super::value::{Part, Result, Value, cell, mistake, nonsense};
use super::world::{Scope, Source, World};
use super::{boards, natives};
use fairgame::syntax::ast::{BinaryOp, CompareOp, Expr, ExprKind, Name, UnaryOp};
use num_bigint::BigInt;
use num_integer::Integer;
use std::collections::BTreeSet;

/// Numbers of more bits than this are not worth the time.
const BITS: u64 = 20_000;

impl World {
    /// The value of an expression.
    pub(crate) fn eval(&self, e: &Expr, scope: &mut Scope) -> Result<Value> {
        self.tick()?;
        match &e.kind {
            ExprKind::Number(n) => Ok(Value::Int(n.clone())),
            ExprKind::Text(t) => Ok(Value::Text(t.clone())),
            ExprKind::Bool(b) => Ok(Value::Bool(*b)),
            ExprKind::Nothing => Ok(Value::Position(vec![])),
            ExprKind::Name(name) => self.name(name, scope),
            ExprKind::Call(name, args) => self.call(name, args, scope),
            ExprKind::Index(base, index) => self.index(base, index, scope),
            ExprKind::Field(base, field) => {
                let (row, col) = self.eval(base, scope)?.into_cell()?;
                Ok(Value::Int(if field.text == "row" { row } else { col }))
            }
            ExprKind::Unary(op, a) => self.unary(*op, a, scope),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, scope),
            ExprKind::Chain(operands, ops) => self.chain(operands, ops, scope),
            ExprKind::Range { lo, hi, exclusive } => self.range(lo, hi.as_deref(), *exclusive, scope),
            ExprKind::Tuple(parts) => Ok(Value::Tuple(self.all(parts, scope)?)),
            ExprKind::Set(items) => Ok(Value::Set(self.all(items, scope)?.into_iter().collect())),
            ExprKind::List(items) => Ok(Value::List(self.all(items, scope)?)),
            ExprKind::SetFor(item, binders) => {
                Ok(Value::Set(self.each_value(item, binders, scope)?.into_iter().collect()))
            }
            ExprKind::ListFor(item, binders) => Ok(Value::List(self.each_value(item, binders, scope)?)),
            ExprKind::Fold(name, item, binders) => self.fold(name, item, binders, scope),
            ExprKind::Entry(..) => nonsense("an entry outside a map"),
            ExprKind::Let(name, value, body) => {
                let value = self.eval(value, scope)?;
                scope.push((name.text.clone(), value));
                let done = self.eval(body, scope);
                scope.pop();
                done
            }
            ExprKind::If(c, a, b) => {
                if self.eval(c, scope)?.into_bool()? {
                    self.eval(a, scope)
                } else {
                    self.eval(b, scope)
                }
            }
        }
    }

    pub(crate) fn all(&self, exprs: &[Expr], scope: &mut Scope) -> Result<Vec<Value>> {
        exprs.iter().map(|e| self.eval(e, scope)).collect()
    }

    fn name(&self, name: &str, scope: &Scope) -> Result<Value> {
        if let Some((_, value)) = scope.iter().rev().find(|(n, _)| n == name) {
            return Ok(value.clone());
        }
        match self.lets.get(name) {
            Some(def) if def.params.is_some() => return Ok(Value::Function(name.into())),
            Some(def) => return self.eval(&def.body, &mut vec![]),
            None => {}
        }
        if let Some((_, Source::Rules(def))) = self.game(name) {
            return self.start(def);
        }
        match self.cases.get(name) {
            Some(i) => Ok(Value::Case(*i, name.into())),
            None => nonsense(format!("{name} is not known")),
        }
    }

    fn call(&self, name: &Name, args: &[Expr], scope: &mut Scope) -> Result<Value> {
        let name = name.text.as_str();
        if let Some((_, Value::Function(f))) = scope.iter().rev().find(|(n, _)| n == name) {
            let f = f.clone();
            let args = self.all(args, scope)?;
            return self.apply(&f, args);
        }
        if let Some((i, source)) = self.game(name) {
            let args = match source {
                Source::Rules(_) => self.all(args, scope)?,
                Source::Graph(_) => vec![self.vertex(&args[0], scope)?],
            };
            return self.position(i, args);
        }
        let is_open = |arg: &Expr| matches!(&arg.kind, ExprKind::Name(n) if n == "_");
        if self.lets.contains_key(name) && args.iter().any(is_open) {
            let mut one = |arg: &Expr| if is_open(arg) { Ok(None) } else { self.eval(arg, scope).map(Some) };
            let fixed = args.iter().map(&mut one).collect::<Result<Vec<Option<Value>>>>()?;
            let text = format!("{name}({fixed:?})");
            self.partly.borrow_mut().insert(text.clone(), (name.to_owned(), fixed));
            return Ok(Value::Function(text));
        }
        if self.lets.contains_key(name) {
            let args = self.all(args, scope)?;
            return self.apply(name, args);
        }
        match name {
            "map" => {
                let mut entries = vec![];
                for arg in args {
                    let ExprKind::Entry(k, v) = &arg.kind else { return nonsense("no entry") };
                    entries.push((self.eval(k, scope)?, self.eval(v, scope)?));
                }
                Ok(Value::Map(entries.into_iter().collect()))
            }
            "iterate" => {
                let args = self.all(args, scope)?;
                self.iterate(args)
            }
            _ => {
                let args = self.all(args, scope)?;
                match boards::call(name, &args) {
                    Some(done) => done,
                    None => natives::call(self, name, args),
                }
            }
        }
    }

    /// A vertex of a graph may be a number, which stands for its name.
    fn vertex(&self, e: &Expr, scope: &mut Scope) -> Result<Value> {
        match &e.kind {
            ExprKind::Number(n) => match self.cases.get(&n.to_string()) {
                Some(i) => Ok(Value::Case(*i, n.to_string())),
                None => nonsense("no such vertex"),
            },
            _ => self.eval(e, scope),
        }
    }

    /// A position of a game, if its arguments are of the declared types.
    pub(crate) fn position(&self, game: usize, args: Vec<Value>) -> Result<Value> {
        let (name, source) = &self.games[game];
        if let Source::Rules(def) = source {
            if def.params.len() != args.len() {
                return nonsense("the wrong number of arguments");
            }
            for (p, v) in def.params.iter().zip(&args) {
                if !self.fits(&p.ty, v)? {
                    return mistake("leaves-its-type");
                }
            }
        }
        Ok(Value::Position(vec![Part::Game(game, name.clone(), args, false)]))
    }

    /// Calls a definition.
    pub(crate) fn apply(&self, name: &str, args: Vec<Value>) -> Result<Value> {
        let partly = self.partly.borrow().get(name).cloned();
        if let Some((of, fixed)) = partly {
            let mut args = args.into_iter();
            let all = fixed.into_iter().map(|known| known.or_else(|| args.next()));
            return self.apply(&of, all.flatten().collect());
        }
        let Some(def) = self.lets.get(name) else { return nonsense(format!("{name} is no function")) };
        if def.params.is_none() {
            let Value::Function(of) = self.eval(&def.body, &mut vec![])? else {
                return nonsense(format!("{name} is called and is no function"));
            };
            return self.apply(&of, args);
        }
        let params = def.params.as_deref().unwrap_or_default();
        if params.len() != args.len() {
            return nonsense("the wrong number of arguments");
        }
        for (p, v) in params.iter().zip(&args) {
            if !self.fits(&p.ty, v)? {
                return mistake("argument-out-of-range");
            }
        }
        let mut scope = params.iter().map(|p| p.name.text.clone()).zip(args).collect();
        self.eval(&def.body, &mut scope)
    }

    fn iterate(&self, args: Vec<Value>) -> Result<Value> {
        let [Value::Function(f), first, Value::Int(times)] = args.as_slice() else {
            return nonsense("iterate(f, x, n)");
        };
        if *times < BigInt::ZERO {
            return mistake("cannot-compute");
        }
        let mut value = first.clone();
        let mut done = BigInt::ZERO;
        while done < *times {
            self.tick()?;
            value = self.apply(f, vec![value])?;
            done += 1;
        }
        Ok(value)
    }

    fn index(&self, base: &Expr, index: &[Expr], scope: &mut Scope) -> Result<Value> {
        if let ExprKind::Name(name) = &base.kind
            && scope.iter().all(|(n, _)| n != name)
            && let Some((game, _)) = self.game(name)
        {
            let mut sum = vec![];
            for pile in index {
                let arg = self.eval(pile, scope)?;
                sum.extend(self.position(game, vec![arg])?.into_position()?);
            }
            return Ok(Value::Position(sum));
        }
        let mut value = self.eval(base, scope)?;
        for i in index {
            value = match (&value, &i.kind) {
                (Value::List(_) | Value::Text(_), ExprKind::Range { lo, hi, exclusive }) => {
                    let lo = self.eval(lo, scope)?.into_int()?;
                    let hi = hi.as_ref().map(|hi| self.eval(hi, scope)?.into_int()).transpose()?;
                    natives::slice(&value, lo, hi.map(|hi| if *exclusive { hi - 1 } else { hi }))?
                }
                _ => {
                    let i = self.eval(i, scope)?;
                    natives::place(&value, &i)?
                }
            };
        }
        Ok(value)
    }

    fn unary(&self, op: UnaryOp, a: &Expr, scope: &mut Scope) -> Result<Value> {
        let a = self.eval(a, scope)?;
        match op {
            UnaryOp::Minus => Ok(Value::Int(-a.into_int()?)),
            UnaryOp::Not => Ok(Value::Bool(!a.into_bool()?)),
            UnaryOp::Star => {
                let size = a.into_int()?;
                if size < BigInt::ZERO {
                    return mistake("negative-heap");
                }
                Ok(Value::Position(vec![Part::Heap(size)]))
            }
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr, scope: &mut Scope) -> Result<Value> {
        let left = self.eval(a, scope)?;
        match (op, &left) {
            (BinaryOp::And, Value::Bool(false)) | (BinaryOp::Or, Value::Bool(true)) => return Ok(left),
            (BinaryOp::And | BinaryOp::Or, _) => {
                return Ok(Value::Bool(self.eval(b, scope)?.into_bool()?));
            }
            _ => {}
        }
        let right = self.eval(b, scope)?;
        match op {
            BinaryOp::Plus => plus(left, right),
            BinaryOp::With
            | BinaryOp::Without
            | BinaryOp::Union
            | BinaryOp::Common
            | BinaryOp::SetMinus
            | BinaryOp::Flip => natives::collect(op, left, right),
            _ => arithmetic(op, &left.into_int()?, &right.into_int()?).map(Value::Int),
        }
    }

    fn chain(
        &self,
        operands: &[Expr],
        ops: &[(CompareOp, fairgame::source::Span)],
        scope: &mut Scope,
    ) -> Result<Value> {
        for (pair, (op, _)) in operands.windows(2).zip(ops) {
            if !self.compare(&pair[0], *op, &pair[1], scope)? {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }

    fn compare(&self, a: &Expr, op: CompareOp, b: &Expr, scope: &mut Scope) -> Result<bool> {
        let left = self.eval(a, scope)?;
        // A range without an end can only be asked with `in`.
        if let (CompareOp::In | CompareOp::NotIn, ExprKind::Range { lo, hi: None, .. }) = (op, &b.kind) {
            let inside = left.into_int()? >= self.eval(lo, scope)?.into_int()?;
            return Ok(inside == (op == CompareOp::In));
        }
        let right = self.eval(b, scope)?;
        if let (CompareOp::In | CompareOp::NotIn, Value::Text(part), Value::Text(whole)) = (op, &left, &right)
        {
            return Ok(whole.contains(part.as_str()) == (op == CompareOp::In));
        }
        Ok(match op {
            CompareOp::Equal => left == right,
            CompareOp::NotEqual => left != right,
            CompareOp::In => right.contains(&left)?,
            CompareOp::NotIn => !right.contains(&left)?,
            CompareOp::Less => left.into_int()? < right.into_int()?,
            CompareOp::LessEqual => left.into_int()? <= right.into_int()?,
            CompareOp::Greater => left.into_int()? > right.into_int()?,
            CompareOp::GreaterEqual => left.into_int()? >= right.into_int()?,
        })
    }

    fn range(&self, lo: &Expr, hi: Option<&Expr>, exclusive: bool, scope: &mut Scope) -> Result<Value> {
        let Some(hi) = hi else { return nonsense("a range without an end") };
        let mut next = self.eval(lo, scope)?.into_int()?;
        let mut end = self.eval(hi, scope)?.into_int()?;
        if exclusive {
            end -= 1;
        }
        let mut all = BTreeSet::new();
        while next <= end {
            self.tick()?;
            all.insert(Value::Int(next.clone()));
            next += 1;
        }
        Ok(Value::Set(all))
    }
}

/// Numbers are added, lists and texts joined, positions put side by side.
fn plus(left: Value, right: Value) -> Result<Value> {
    Ok(match (left, right) {
        (Value::Text(a), b) => Value::Text(a + &b.plain()),
        (a, Value::Text(b)) => Value::Text(a.plain() + &b),
        (Value::Position(a), b) => Value::Position([a, b.into_position()?].concat()),
        (a, Value::Position(b)) => Value::Position([a.into_position()?, b].concat()),
        (Value::List(a), Value::List(b)) => Value::List([a, b].concat()),
        (a, b) => Value::Int(a.into_int()? + b.into_int()?),
    })
}

fn arithmetic(op: BinaryOp, a: &BigInt, b: &BigInt) -> Result<BigInt> {
    let zero = BigInt::ZERO;
    if a.bits() > BITS || b.bits() > BITS {
        return Err(super::value::Fail::TooMuch);
    }
    match op {
        BinaryOp::Minus => Ok(a - b),
        BinaryOp::Times => Ok(a * b),
        BinaryOp::Divide | BinaryOp::Mod if *b == zero => mistake("cannot-compute"),
        BinaryOp::Divide => Ok(a.div_floor(b)),
        BinaryOp::Mod => Ok(a.mod_floor(b)),
        BinaryOp::Xor if *a < zero || *b < zero => mistake("cannot-compute"),
        BinaryOp::Xor => Ok(a ^ b),
        BinaryOp::Power if *b < zero => mistake("cannot-compute"),
        BinaryOp::Power => match u32::try_from(b) {
            Ok(e) if a.bits().saturating_mul(e.into()) < BITS => Ok(a.pow(e)),
            _ => Err(super::value::Fail::TooMuch),
        },
        other => nonsense(format!("{other:?} of numbers")),
    }
}

/// A cell of two small numbers.
pub(crate) fn small_cell(row: i64, col: i64) -> Value {
    cell(&row.into(), &col.into())
}
