//! Arithmetic over unknowns. What is not linear becomes a new unknown with the linear facts that hold of it: products
//! by multiplying facts with each other, quotients and remainders by their definition, powers by their growth.

use super::linear::{Lin, Var};
use super::run::{Out, Run};
use super::symbol::{Path, Val};
use crate::check::builtins::Builtin;
use crate::check::ir::BinaryOp;

/// Facts about more unknowns than this are not multiplied with each other.
const MULTIPLIED: usize = 10;

impl<'a> Run<'a> {
    pub(super) fn arithmetic(&mut self, path: &mut Path<'a>, op: BinaryOp, x: &Lin, y: &Lin) -> Lin {
        match op {
            BinaryOp::Add => self.linear(path, x.plus(1, y)),
            BinaryOp::Subtract => self.linear(path, x.plus(-1, y)),
            BinaryOp::Multiply => self.product(path, x, y),
            BinaryOp::Divide => self.quotient(path, x, y),
            BinaryOp::Mod => {
                let q = self.quotient(path, x, y);
                let whole = self.product(path, &q, y);
                self.linear(path, x.plus(-1, &whole))
            }
            BinaryOp::Power => self.power(path, x, y),
            _ => self.xor(path, x, y),
        }
    }

    /// The product, multiplied out; a product of two unknowns is an unknown of its own.
    pub(super) fn product(&mut self, path: &mut Path<'a>, x: &Lin, y: &Lin) -> Lin {
        if let Some(n) = x.as_number() {
            return self.linear(path, y.times(n));
        }
        if let Some(n) = y.as_number() {
            return self.linear(path, x.times(n));
        }
        let before = path.products.len();
        let known = &mut |path: &mut Path<'a>, run: &mut Run<'a>, u: Var, v: Var| {
            let key = (u.min(v), u.max(v));
            if let Some(m) = path.products.get(&key) {
                return *m;
            }
            let m = run.fresh().as_var().unwrap_or_default();
            path.products.insert(key, m);
            m
        };
        let result = multiplied(x, y, &mut |u, v| Some(known(path, self, u, v)));
        if path.products.len() > before {
            self.multiply_facts(path);
        }
        self.linear(path, result)
    }

    /// Adds the products of facts about unknowns that are multiplied with each other, where they say nothing new but
    /// about products that are there.
    pub(super) fn multiply_facts(&mut self, path: &mut Path<'a>) {
        if path.products.is_empty() || path.products.len() > MULTIPLIED * (MULTIPLIED + 1) / 2 {
            return;
        }
        let mut vars: Vec<Var> = path.products.keys().flat_map(|(u, v)| [*u, *v]).collect();
        vars.sort_unstable();
        vars.dedup();
        if vars.len() > MULTIPLIED {
            return;
        }
        for v in &vars {
            let v = Lin::var(*v);
            if let Some(lo) = path.least(&v).filter(|n| n.abs() < 1 << 30) {
                path.assert_le(&Lin::number(lo), &v);
            }
            if let Some(hi) = path.most(&v).filter(|n| n.abs() < 1 << 30) {
                path.assert_le(&v, &Lin::number(hi));
            }
        }
        let about = |f: &&Lin| f.terms.iter().all(|t| vars.binary_search(&t.0).is_ok());
        let facts: Vec<Lin> = path.facts.iter().filter(about).take(24).cloned().collect();
        for (i, f) in facts.iter().enumerate() {
            for g in &facts[i..] {
                let products = &path.products;
                let both = multiplied(f, g, &mut |u, v| products.get(&(u.min(v), u.max(v))).copied());
                path.assert(both);
            }
        }
    }

    /// Values that are divided, apart by what the quotient is, if that is one of few numbers.
    pub(super) fn by_quotient(
        &mut self,
        all: Out<'a, (Val<'a>, Val<'a>)>,
        op: BinaryOp,
    ) -> Out<'a, (Val<'a>, Val<'a>)> {
        if !matches!(op, BinaryOp::Divide | BinaryOp::Mod) {
            return all;
        }
        let mut out = vec![];
        for (mut path, (x, y)) in all {
            let (Val::Num(a), Val::Num(b)) = (&x, &y) else {
                out.push((path, (x, y)));
                continue;
            };
            if a.as_number().is_some() || b.as_number().is_none_or(|b| b < 2) {
                out.push((path, (x, y)));
                continue;
            }
            let q = self.quotient(&mut path, a, b);
            match path.least(&q).zip(path.most(&q)) {
                Some((lo, hi)) if (1..=2).contains(&(hi - lo)) && self.may_fork() => {
                    for n in lo..=hi {
                        let mut path = path.clone();
                        path.assert_eq(&q, &Lin::number(n));
                        if !path.is_impossible() {
                            out.push((path, (x.clone(), y.clone())));
                        }
                    }
                }
                _ => out.push((path, (x, y))),
            }
        }
        out
    }

    /// A whole number lies between whole numbers.
    fn rounded(&mut self, path: &mut Path<'a>, q: &Lin) {
        for (end, sign) in [(path.least(q), 1), (path.most(q), -1)] {
            if let Some(end) = end.filter(|n| n.abs() < 1 << 30) {
                path.assert(q.shifted(-end).and_then(|d| d.times(sign)));
            }
        }
    }

    fn quotient(&mut self, path: &mut Path<'a>, x: &Lin, y: &Lin) -> Lin {
        if let (Some(a), Some(b)) = (x.as_number(), y.as_number())
            && b != 0
        {
            let q = a.div_euclid(b);
            return Lin::number(if b < 0 && a.rem_euclid(b) != 0 { q - 1 } else { q });
        }
        if x == y {
            // 0 / 0 is a mistake.
            let there = path.entails_lt(&Lin::default(), y) || path.entails_lt(y, &Lin::default());
            self.need_that(path, there);
            return Lin::number(1);
        }
        if let Some((_, _, q)) = path.quotients.iter().find(|(a, b, _)| a == x && b == y) {
            return q.clone();
        }
        let q = self.fresh();
        path.quotients.push((x.clone(), y.clone(), q.clone()));
        if path.entails(Some(y.clone())) {
            // Nothing is divided by 0, so y is at least 1.
            self.need(path, y.shifted(-1));
            if path.entails(Some(x.clone())) {
                path.assert(Some(q.clone()));
                path.assert_le(&q, x);
            }
            let whole = self.product(path, &q, y);
            path.assert_le(&whole, x);
            if let Some(next) = whole.plus(1, y) {
                path.assert_lt(x, &next);
            }
            self.multiply_facts(path);
            if y.as_number().is_some() {
                self.rounded(path, &q);
            }
        } else {
            self.need_that(path, path.entails_lt(y, &Lin::default()));
        }
        q
    }

    pub(super) fn power(&mut self, path: &mut Path<'a>, x: &Lin, y: &Lin) -> Lin {
        if let Some(n) = y.as_number()
            && (0..=6).contains(&n)
        {
            let mut result = Lin::number(1);
            for _ in 0..n {
                result = self.product(path, &result, x);
            }
            return result;
        }
        if let (Some(b), Some(n)) = (x.as_number(), y.as_number())
            && (0..50).contains(&n)
            && let Some(p) = b.checked_pow(n as u32).filter(|p| p.abs() < 1 << 50)
        {
            return Lin::number(p);
        }
        match x.as_number() {
            Some(base) if base >= 2 => self.growing(path, base, y),
            _ => {
                let p = self.fresh();
                // A negative exponent is a mistake.
                self.need(path, Some(y.clone()));
                if path.entails(Some(x.clone())) {
                    path.assert(Some(p.clone()));
                }
                if path.entails_le(&Lin::number(1), x) {
                    path.assert_le(&Lin::number(1), &p);
                    if path.entails_le(&Lin::number(1), y) {
                        path.assert_le(x, &p);
                    }
                }
                p
            }
        }
    }

    /// A power of a number from 2 on. The exponent is not negative: that is a mistake.
    pub(super) fn growing(&mut self, path: &mut Path<'a>, base: i128, y: &Lin) -> Lin {
        self.need(path, Some(y.clone()));
        if let Some((_, _, p)) = path.powers.iter().find(|(b, e, _)| *b == base && e == y) {
            return p.clone();
        }
        if let Some(n) = y.as_number().filter(|n| (0..50).contains(n))
            && let Some(p) = base.checked_pow(n as u32).filter(|p| *p < 1 << 50)
        {
            return Lin::number(p);
        }
        let p = self.fresh();
        if let Some(next) = y.shifted(1) {
            path.assert_le(&next, &p);
        }
        for (b, e, q) in path.powers.clone() {
            if b != base {
                continue;
            }
            if path.entails_lt(&e, y) {
                path.assert(q.times(-base).and_then(|l| p.plus(1, &l)));
            } else if path.entails_lt(y, &e) {
                path.assert(p.times(-base).and_then(|l| q.plus(1, &l)));
            } else {
                if path.entails_le(&e, y) {
                    path.assert_le(&q, &p);
                }
                if path.entails_le(y, &e) {
                    path.assert_le(&p, &q);
                }
            }
        }
        path.powers.push((base, y.clone(), p.clone()));
        p
    }

    fn xor(&mut self, path: &mut Path<'a>, x: &Lin, y: &Lin) -> Lin {
        // For natural numbers only; anything else is a mistake.
        self.need(path, Some(x.clone()));
        self.need(path, Some(y.clone()));
        // The same two numbers have the same nim-sum, in whichever order.
        let args = |a: &Lin, b: &Lin| vec![Val::Num(a.clone()), Val::Num(b.clone())];
        let (there, back) = (args(x, y), args(y, x));
        let mut natives = path.natives.iter().filter(|(f, ..)| *f == Builtin::NimSum);
        if let Some((_, _, Val::Num(known))) = natives.find(|(_, a, _)| *a == there || *a == back) {
            return known.clone();
        }
        let z = self.fresh();
        path.natives.push((Builtin::NimSum, there, Val::Num(z.clone())));
        path.assert(Some(z.clone()));
        if let Some(sum) = x.plus(1, y) {
            path.assert_le(&z, &sum);
        }
        for (a, b) in [(x, y), (y, x)] {
            if let Some(d) = a.plus(-1, b) {
                path.assert_le(&d, &z);
            }
        }
        z
    }
}

/// The product of two linear expressions, where each product of two unknowns has a name.
fn multiplied(x: &Lin, y: &Lin, name: &mut dyn FnMut(Var, Var) -> Option<Var>) -> Option<Lin> {
    let mut sum = y.times(x.constant)?;
    let linear = Lin { terms: x.terms.clone(), constant: 0 };
    sum = sum.plus(y.constant, &linear)?;
    for (u, a) in &x.terms {
        for (v, b) in &y.terms {
            sum = sum.plus(a.checked_mul(*b)?, &Lin::var(name(*u, *v)?))?;
        }
    }
    Some(sum)
}
