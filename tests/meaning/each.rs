//! Binders, and what is gathered over their choices.

use super::natives;
use super::value::{Result, Value, int, mistake, nonsense};
use super::world::{Scope, World};
use fairgame::syntax::ast::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Name};
use num_bigint::BigInt;

impl World {
    /// Calls `body` for every choice, left to right; it returns false to stop. Gives false if it was stopped.
    pub(crate) fn each(
        &self,
        binders: &[Binder],
        scope: &mut Scope,
        body: &mut dyn FnMut(&mut Scope) -> Result<bool>,
    ) -> Result<bool> {
        self.tick()?;
        let Some((binder, rest)) = binders.split_first() else { return body(scope) };
        let height = scope.len();
        let choices = match &binder.kind {
            BinderKind::Is { name, value } => {
                vec![vec![(name.text.clone(), self.eval(value, scope)?)]]
            }
            BinderKind::In { names, tuple, source } => {
                let mut choices = vec![];
                for element in self.eval(source, scope)?.elements()? {
                    choices.push(bound(names, *tuple, element)?);
                }
                choices
            }
        };
        for choice in choices {
            scope.extend(choice);
            let open = match &binder.guard {
                Some(guard) => self.eval(guard, scope)?.into_bool()?,
                None => true,
            };
            let goes_on = !open || self.each(rest, scope, body)?;
            scope.truncate(height);
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of an expression for every choice.
    pub(crate) fn each_value(
        &self,
        item: &Expr,
        binders: &[Binder],
        scope: &mut Scope,
    ) -> Result<Vec<Value>> {
        let mut all = vec![];
        self.each(binders, scope, &mut |scope| {
            all.push(self.eval(item, scope)?);
            Ok(true)
        })?;
        Ok(all)
    }

    /// `any(c for ...)` and its kin look no further than they must.
    fn found(&self, wanted: bool, item: &Expr, binders: &[Binder], scope: &mut Scope) -> Result<bool> {
        let mut found = false;
        self.each(binders, scope, &mut |scope| {
            found = self.eval(item, scope)?.into_bool()? == wanted;
            Ok(!found)
        })?;
        Ok(found)
    }

    pub(crate) fn fold(
        &self,
        name: &Name,
        item: &Expr,
        binders: &[Binder],
        scope: &mut Scope,
    ) -> Result<Value> {
        if self.lets.contains_key(&name.text) {
            let set = Value::Set(self.each_value(item, binders, scope)?.into_iter().collect());
            return self.apply(&name.text, vec![set]);
        }
        match name.text.as_str() {
            "any" => Ok(Value::Bool(self.found(true, item, binders, scope)?)),
            "none" => Ok(Value::Bool(!self.found(true, item, binders, scope)?)),
            "all" => Ok(Value::Bool(!self.found(false, item, binders, scope)?)),
            "map" => {
                let ExprKind::Entry(k, v) = &item.kind else { return nonsense("no entry") };
                let mut entries = vec![];
                self.each(binders, scope, &mut |scope| {
                    entries.push((self.eval(k, scope)?, self.eval(v, scope)?));
                    Ok(true)
                })?;
                Ok(Value::Map(entries.into_iter().collect()))
            }
            name => {
                let all = self.each_value(item, binders, scope)?;
                self.gathered(name, item, all)
            }
        }
    }

    fn gathered(&self, name: &str, item: &Expr, all: Vec<Value>) -> Result<Value> {
        match name {
            "sum" if all.is_empty() && self.is_position(item) => Ok(Value::Position(vec![])),
            "sum" => sum(all),
            "max" | "min" => extreme(name == "max", all),
            "count" => {
                let held = all.into_iter().map(Value::into_bool).collect::<Result<Vec<bool>>>()?;
                Ok(int(held.into_iter().filter(|held| *held).count()))
            }
            "bag" => natives::call(self, "bag", all),
            "sort" | "reverse" | "join" | "nimsum" => natives::call(self, name, vec![Value::List(all)]),
            _ => {
                let set = Value::Set(all.into_iter().collect());
                match super::boards::call(name, std::slice::from_ref(&set)) {
                    Some(done) => done,
                    None => natives::call(self, name, vec![set]),
                }
            }
        }
    }

    /// Whether an expression is written as a position: then a sum of none is `nothing`, not 0.
    fn is_position(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Nothing | ExprKind::Unary(fairgame::syntax::ast::UnaryOp::Star, _) => true,
            ExprKind::Call(name, _) => match self.lets.get(&name.text) {
                Some(def) => self.is_position(&def.body),
                None => self.game(&name.text).is_some(),
            },
            ExprKind::Name(name) => self.lets.get(name).is_some_and(|def| self.is_position(&def.body)),
            ExprKind::Index(base, _) => {
                matches!(&base.kind, ExprKind::Name(n) if self.game(n).is_some())
            }
            ExprKind::Binary(BinaryOp::Plus, a, b) | ExprKind::If(_, a, b) => {
                self.is_position(a) || self.is_position(b)
            }
            ExprKind::Fold(name, item, _) => name.text == "sum" && self.is_position(item),
            _ => false,
        }
    }
}

/// The names of a binder with what they stand for.
fn bound(names: &[Name], tuple: bool, element: Value) -> Result<Scope> {
    if !tuple {
        return Ok(vec![(names[0].text.clone(), element)]);
    }
    match element {
        Value::Tuple(parts) if parts.len() == names.len() => {
            Ok(names.iter().map(|n| n.text.clone()).zip(parts).collect())
        }
        other => nonsense(format!("{other:?} cannot be taken apart")),
    }
}

/// The sum of numbers, or of positions.
pub(crate) fn sum(all: Vec<Value>) -> Result<Value> {
    if all.iter().any(|v| matches!(v, Value::Position(_))) {
        let mut total = vec![];
        for p in all {
            total.extend(p.into_position()?);
        }
        return Ok(Value::Position(total));
    }
    let mut total = BigInt::ZERO;
    for n in all {
        total += n.into_int()?;
    }
    Ok(Value::Int(total))
}

/// The largest or the least number; a mistake if there is none.
pub(crate) fn extreme(largest: bool, all: Vec<Value>) -> Result<Value> {
    let numbers = all.into_iter().map(Value::into_int).collect::<Result<Vec<BigInt>>>()?;
    let found = if largest { numbers.into_iter().max() } else { numbers.into_iter().min() };
    found.map_or_else(|| mistake("cannot-compute"), |n| Ok(Value::Int(n)))
}
