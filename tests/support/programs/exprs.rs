//! Random expressions of a type. A *fitting* one keeps the bounds of its type and makes no mistake; a free one may.

use super::Gen;
use super::types::{ENUMS, INT, NAT, Ty, list, set};

/// A name that may be used.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: Ty,
}

pub(crate) fn var(name: &str, ty: &Ty) -> Var {
    Var { name: name.into(), ty: ty.clone() }
}

/// Whether a name of type `have` may stand where a fitting `want` is wanted.
fn within(have: &Ty, want: &Ty) -> bool {
    match (have, want) {
        (Ty::Int(lo, hi), Ty::Int(low, high)) => {
            let below = low.is_none_or(|low| lo.is_some_and(|lo| lo >= low));
            below && high.is_none_or(|high| hi.is_some_and(|hi| hi <= high))
        }
        (Ty::Set(a), Ty::Set(b)) | (Ty::Bag(a), Ty::Bag(b)) | (Ty::List(a), Ty::List(b)) => within(a, b),
        (Ty::Map(a, c), Ty::Map(b, d)) => within(a, b) && within(c, d),
        (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| within(a, b)),
        (a, b) => a == b,
    }
}

impl Gen {
    /// A name in scope of that type.
    fn named(&mut self, ty: &Ty, fit: bool, scope: &[Var]) -> Option<String> {
        let fine = |v: &&Var| if fit { within(&v.ty, ty) } else { v.ty.like(ty) };
        let found: Vec<String> = scope.iter().filter(fine).map(|v| v.name.clone()).collect();
        (!found.is_empty()).then(|| self.dice.pick(&found))
    }

    /// A name in scope of some collection, with its type.
    pub(crate) fn collection_in(&mut self, scope: &[Var]) -> Option<Var> {
        let found: Vec<Var> = scope.iter().filter(|v| v.ty.element().is_some()).cloned().collect();
        (!found.is_empty()).then(|| self.dice.pick(&found))
    }

    /// An expression of a type.
    pub(crate) fn expr(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        if self.dice.chance(if depth == 0 { 85 } else { 25 })
            && let Some(name) = self.named(ty, fit, scope)
        {
            return name;
        }
        if depth == 0 {
            let size = if self.dice.chance(80) { 3 } else { 6 };
            return match ty {
                Ty::Position => "nothing".into(),
                ty => ty.value(size, &mut self.dice),
            };
        }
        if self.dice.chance(8) {
            let condition = self.truth(fit, depth - 1, scope);
            let (a, b) = (self.expr(ty, fit, depth - 1, scope), self.expr(ty, fit, depth - 1, scope));
            return format!("(if {condition} then {a} else {b})");
        }
        if self.dice.chance(6) {
            return self.with_local(ty, fit, depth - 1, scope);
        }
        // Beside a number, pairs in a set of sets are not told to be cells.
        let pairs = *ty == set(&set(&Ty::Cell));
        if self.dice.chance(4) && !pairs && !matches!(ty, Ty::Function(..) | Ty::Position) {
            return self.tuple_place(ty, fit, depth - 1, scope);
        }
        if self.dice.chance(8)
            && let Some(call) = self.own_call(ty, fit, depth, scope)
        {
            return call;
        }
        if self.rare
            && self.dice.chance(15)
            && let Some(rare) = self.rare(ty, fit, depth - 1, scope)
        {
            return rare;
        }
        match ty {
            Ty::Int(lo, hi) => {
                let any = self.number(fit, depth, scope);
                if fit { self.clamped(&any, *lo, *hi) } else { any }
            }
            Ty::Bool => format!("({})", self.truth(fit, depth, scope)),
            Ty::Text => self.text(fit, depth, scope),
            Ty::Cell => self.cell(fit, depth, scope),
            Ty::Set(t) => self.set(ty, t, fit, depth, scope),
            Ty::Bag(t) => self.bag(ty, t, fit, depth, scope),
            Ty::List(t) => self.list(ty, t, fit, depth, scope),
            Ty::Map(k, v) => self.map(ty, (k, v), fit, depth, scope),
            Ty::Tuple(ts) => {
                let parts: Vec<String> = ts.iter().map(|t| self.expr(t, fit, depth - 1, scope)).collect();
                format!("({})", parts.join(", "))
            }
            Ty::Enum(_) | Ty::Function(..) => ty.value(3, &mut self.dice),
            Ty::Position => "nothing".into(),
        }
    }

    /// `let x = e in ...`
    fn with_local(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        let of = if self.dice.chance(60) { INT } else { Ty::Text };
        let value = self.expr(&of, fit, depth, scope);
        let name = self.fresh();
        let inner = [scope, &[var(&name, &of)]].concat();
        format!("(let {name} = ({value}) in {})", self.expr(ty, fit, depth, &inner))
    }

    /// `(a, b)[2]`
    fn tuple_place(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        let (wanted, other) = (self.expr(ty, fit, depth, scope), self.expr(&INT, fit, depth, scope));
        match self.dice.chance(50) {
            true => format!("({wanted}, {other})[1]"),
            false => format!("({other}, {wanted})[2]"),
        }
    }

    /// The same number within bounds; small.
    pub(super) fn clamped(&mut self, any: &str, lo: Option<i64>, hi: Option<i64>) -> String {
        match (lo, hi) {
            (Some(lo), Some(hi)) if self.dice.chance(50) => format!("max({lo}, min({any}, {hi}))"),
            (Some(lo), Some(hi)) => format!("({lo} + abs({any}) mod {})", hi - lo + 1),
            (Some(0), None) if self.dice.chance(50) => {
                format!("(abs({any}) mod {})", self.dice.between(1, 4))
            }
            (Some(lo), None) => format!("max({lo}, min({any}, {}))", lo + 3),
            (None, _) => format!("(({any}) mod {} - 1)", self.dice.between(2, 5)),
        }
    }

    /// A call of a definition with that result.
    fn own_call(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> Option<String> {
        let fine = |l: &&super::Sig| if fit { within(&l.result, ty) } else { l.result.like(ty) };
        let found: Vec<super::Sig> = self.lets.iter().filter(fine).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let sig = self.dice.pick(&found);
        if sig.params.is_empty() {
            return Some(sig.name);
        }
        let args: Vec<String> = sig.params.iter().map(|t| self.argument(t, fit, depth - 1, scope)).collect();
        Some(format!("{}({})", sig.name, args.join(", ")))
    }

    /// An argument; a function is given by its name.
    pub(crate) fn argument(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        if let Ty::Function(..) = ty {
            return self.function(ty, scope);
        }
        // A promise about arguments is kept most of the time even where mistakes may happen.
        let fit = fit || self.dice.chance(85);
        self.expr(ty, fit, depth, scope)
    }

    /// The name of a function of that type.
    pub(crate) fn function(&mut self, ty: &Ty, scope: &[Var]) -> String {
        if let Some(name) = scope.iter().find(|v| v.ty.like(ty)).map(|v| v.name.clone())
            && self.dice.chance(60)
        {
            return name;
        }
        let Ty::Function(params, result) = ty else { return "nothing".into() };
        let found: Vec<String> = self
            .lets
            .iter()
            .filter(|l| {
                l.params.len() == params.len()
                    && l.params.iter().zip(params).all(|(a, b)| within(b, a))
                    && within(&l.result, result)
            })
            .map(|l| l.name.clone())
            .collect();
        if self.functions
            && self.dice.chance(40)
            && let Some(fixed) = self.partly_applied(params, result)
        {
            return fixed;
        }
        match found.is_empty() {
            false => self.dice.pick(&found),
            true => self.new_function(params, result),
        }
    }

    /// A function with one more parameter, and something fixed for it: `f(_, 3)`.
    fn partly_applied(&mut self, params: &[Ty], result: &Ty) -> Option<String> {
        let fixed = |l: &super::Sig| -> Vec<(super::Sig, usize)> {
            if l.params.len() != params.len() + 1 || !within(&l.result, result) {
                return vec![];
            }
            let fits = |at: &usize| {
                let rest = l.params.iter().enumerate().filter(|(i, _)| i != at).map(|(_, t)| t);
                rest.zip(params).all(|(a, b)| within(b, a))
            };
            (0..l.params.len()).filter(fits).map(|at| (l.clone(), at)).collect()
        };
        // `max(_, 3)`: a native function of numbers.
        let native = |name: &str| super::Sig { name: name.into(), params: vec![INT, INT], result: INT };
        let natives = ["max", "min"].map(native);
        let found: Vec<(super::Sig, usize)> = self.lets.iter().chain(&natives).flat_map(fixed).collect();
        if found.is_empty() {
            return None;
        }
        let (sig, at) = self.dice.pick(&found);
        Some(self.with_one_fixed(&sig, at))
    }

    /// A call of a function with one argument given and the others left open.
    pub(crate) fn with_one_fixed(&mut self, sig: &super::Sig, at: usize) -> String {
        let arg = |(i, ty): (usize, &Ty)| match (i == at, ty) {
            (false, _) => "_".into(),
            (true, Ty::Function(..)) => self.function(ty, &[]),
            (true, ty) => ty.value(3, &mut self.dice),
        };
        let args: Vec<String> = sig.params.iter().enumerate().map(arg).collect();
        format!("{}({})", sig.name, args.join(", "))
    }

    fn number(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let d = depth - 1;
        let n = |g: &mut Gen| g.expr(&INT, fit, d, scope);
        let (a, b) = (n(self), n(self));
        match self.dice.below(26) {
            0..=2 => format!("({a} + {b})"),
            3..=4 => format!("({a} - {b})"),
            5 => format!("({a} * {})", self.dice.between(-1, 3)),
            6 if fit => format!("({a} / {})", self.dice.pick(&[2, 3, -2])),
            6 => format!("({a} / {b})"),
            7 if fit => format!("({a} mod {})", self.dice.pick(&[2, 3, 4, -3])),
            7 => format!("({a} mod {b})"),
            8 => format!("(abs({a}) xor abs({b}))"),
            9 => format!("{}({a}, {b})", self.dice.word(&["min", "max"])),
            10 => format!("-{}", self.in_brackets(&a)),
            11 => format!("{}^(abs({a}) mod 4)", self.dice.between(0, 3)),
            12 => match self.dice.below(4) {
                0 => format!("nimtimes(abs({a}) mod 16, abs({b}) mod 16)"),
                1 => format!("nimpower(abs({a}) mod 16, abs({b}) mod 4)"),
                2 => format!("nimsqrt(abs({a}) mod 16)"),
                _ => format!("niminverse(1 + abs({a}) mod 15)"),
            },
            13..=15 => self.size_of(fit, d, scope),
            16..=18 => self.folded_number(fit, d, scope),
            19..=21 => self.place_of(&INT, fit, d, scope).unwrap_or(a),
            22 => {
                let text = self.expr(&Ty::Text, fit, d, scope);
                match self.dice.below(2) {
                    0 => format!("size({text})"),
                    _ => format!("size(letters({text}))"),
                }
            }
            23 => a,
            24 => {
                let p = self.expr(&Ty::Cell, true, d, scope);
                let p = self.place_for_field(p, scope);
                format!("{p}.{}", self.dice.word(&["row", "col"]))
            }
            _ => self.applied(fit, d, scope).unwrap_or(b),
        }
    }

    /// Only what is known to be a cell has a row.
    fn place_for_field(&mut self, p: String, scope: &[Var]) -> String {
        self.named(&Ty::Cell, false, scope).unwrap_or(format!("least({{{p}}} union board(\".\"))"))
    }

    fn in_brackets(&self, a: &str) -> String {
        format!("({a})")
    }

    /// A function in scope applied to something.
    fn applied(&mut self, fit: bool, depth: usize, scope: &[Var]) -> Option<String> {
        let fs: Vec<Var> =
            scope.iter().filter(|v| matches!(&v.ty, Ty::Function(_, r) if r.is_int())).cloned().collect();
        if fs.is_empty() {
            let f = self.function(&Ty::Function(vec![NAT], Box::new(NAT)), scope);
            let n = self.expr(&NAT, true, depth, scope);
            return Some(format!("iterate({f}, {n}, {})", self.dice.between(0, 3)));
        }
        let f = self.dice.pick(&fs);
        let Ty::Function(params, _) = &f.ty else { return None };
        let args: Vec<String> = params.iter().map(|t| self.argument(t, fit, depth, scope)).collect();
        Some(format!("{}({})", f.name, args.join(", ")))
    }

    fn size_of(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let some = match self.collection_in(scope) {
            Some(c) if self.dice.chance(80) => c,
            _ => {
                let ty = Ty::collection(1, &mut self.dice);
                let name = self.expr(&ty, fit, depth, scope);
                Var { name, ty }
            }
        };
        let element = some.ty.element().cloned().unwrap_or(INT);
        let c = some.name;
        match self.dice.below(6) {
            0 if element.is_int() => format!("{}({c})", self.dice.word(&["mex", "bmex"])),
            1 if element.is_int() && !matches!(some.ty, Ty::Map(..)) => format!("sum({c})"),
            2 if element.is_int() && !matches!(some.ty, Ty::Map(..)) => {
                let f = self.dice.word(&["min", "max", "least", "largest"]);
                if fit { format!("(if size({c}) == 0 then 0 else {f}({c}))") } else { format!("{f}({c})") }
            }
            3 if element == NAT && !matches!(some.ty, Ty::Map(..)) => format!("nimsum({c})"),
            4 if element.is_int() && !matches!(some.ty, Ty::Map(..)) => {
                format!("nimsum(abs(x) for x in {c})")
            }
            _ if c.starts_with("map()") || c.starts_with("bag()") || c == "{}" || c == "[]" => "0".into(),
            _ => format!("size({c})"),
        }
    }

    fn folded_number(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let (binders, inner) = self.binders(fit, depth, scope);
        let fold = self.dice.word(&["sum", "max", "min", "count", "mex", "nimsum", "size"]);
        match fold.as_str() {
            "count" => format!("count({} for {binders})", self.truth(fit, depth, &inner)),
            "max" | "min" if fit => {
                let item = self.expr(&INT, fit, depth, &inner);
                format!("(if any(true for {binders}) then {fold}({item} for {binders}) else 1)")
            }
            "nimsum" => format!("nimsum(abs({}) for {binders})", self.expr(&INT, fit, depth, &inner)),
            _ => format!("{fold}({} for {binders})", self.expr(&INT, fit, depth, &inner)),
        }
    }

    /// `row[i]` or `m[k]` of something in scope with such entries.
    fn place_of(&mut self, ty: &Ty, fit: bool, depth: usize, scope: &[Var]) -> Option<String> {
        let entries = |v: &&Var| match &v.ty {
            Ty::List(t) => t.like(ty),
            Ty::Map(_, t) => t.like(ty),
            _ => false,
        };
        let found: Vec<Var> = scope.iter().filter(entries).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let of = self.dice.pick(&found);
        let key = match &of.ty {
            Ty::Map(k, _) => self.expr(k, fit, depth, scope),
            // Place 0, written out, is a mistake that is found before anything is asked.
            _ => Some(self.expr(&NAT, fit, depth, scope)).filter(|k| k != "0").unwrap_or("1".into()),
        };
        let c = &of.name;
        let other = self.expr(ty, fit, 0, scope);
        match (&of.ty, fit) {
            (Ty::Map(..), true) => Some(format!("(if {key} in {c} then {c}[{key}] else {other})")),
            (_, true) => Some(format!("(if {key} in indices({c}) then {c}[{key}] else {other})")),
            (_, false) => Some(format!("{c}[{key}]")),
        }
    }

    /// Something that a binder can run through, with the type of what it binds.
    pub(crate) fn source(&mut self, fit: bool, depth: usize, scope: &[Var]) -> (String, Ty) {
        if self.dice.chance(55)
            && let Some(c) = self.collection_in(scope)
        {
            let element = c.ty.element().cloned().unwrap_or(INT);
            return (c.name, element);
        }
        match self.dice.below(8) {
            0..=3 => {
                let end = self.expr(&NAT, fit, depth.min(1), scope);
                let lo = self.dice.between(-1, 2);
                let sign = self.dice.word(&["..", "..<"]);
                (format!("{lo}{sign}min({end}, 5)"), Ty::Int(Some(lo), None))
            }
            4 => {
                let ty = Ty::collection(1, &mut self.dice);
                // Of a collection that is written empty nobody could tell what is in it.
                let one = ty.element().map(|t| t.value(3, &mut self.dice)).unwrap_or_default();
                let element = ty.element().cloned().unwrap_or(INT);
                let c = self.expr(&ty, fit, depth.min(1), scope);
                match &ty {
                    Ty::Set(_) => (format!("({{{one}}} union {c})"), element),
                    Ty::Bag(_) => (format!("(bag({one}) union {c})"), element),
                    Ty::List(_) => (format!("([{one}] + {c})"), element),
                    _ => (format!("{{{one}}}"), element),
                }
            }
            5 if depth > 0 => {
                let p = self.expr(&Ty::Cell, fit, depth - 1, scope);
                (format!("touching({p})"), Ty::Cell)
            }
            6 if depth > 0 => (self.ray(fit, depth - 1, scope), Ty::Cell),
            _ => (self.dice.word(&["{0, 1, 2}", "[2, 1, 2]", "bag(1, 1, 3)", "{-1, 2}"]), INT),
        }
    }

    /// Binders behind `for`, with what is in scope behind them.
    pub(crate) fn binders(&mut self, fit: bool, depth: usize, scope: &[Var]) -> (String, Vec<Var>) {
        let mut inner = scope.to_vec();
        let mut all = vec![];
        for _ in 0..if self.dice.chance(20) { 2 } else { 1 } {
            let (source, element) = self.source(fit, depth, &inner);
            let mut binder = match &element {
                Ty::Cell if self.rare && self.dice.chance(40) => {
                    let vars: Vec<Var> = [0, 1].iter().map(|_| var(&self.fresh(), &INT)).collect();
                    let names: Vec<String> = vars.iter().map(|v| v.name.clone()).collect();
                    inner.extend(vars);
                    format!("({}) in {source}", names.join(", "))
                }
                Ty::Tuple(ts) if self.dice.chance(60) => {
                    let vars: Vec<Var> = ts.iter().map(|t| var(&self.fresh(), t)).collect();
                    let names: Vec<String> = vars.iter().map(|v| v.name.clone()).collect();
                    inner.extend(vars);
                    format!("({}) in {source}", names.join(", "))
                }
                element => {
                    let name = self.fresh();
                    inner.push(var(&name, element));
                    format!("{name} in {source}")
                }
            };
            if self.dice.chance(25) {
                binder += &format!(" where {}", self.truth(fit, depth.min(1), &inner));
            }
            all.push(binder);
        }
        if self.dice.chance(15) {
            let name = self.fresh();
            all.push(format!("{name} = {}", self.expr(&INT, fit, depth.min(1), &inner)));
            inner.push(var(&name, &INT));
        }
        (all.join(", "), inner)
    }

    /// A condition.
    pub(crate) fn truth(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        if depth == 0 {
            return match self.named(&Ty::Bool, fit, scope) {
                Some(name) if self.dice.chance(50) => name,
                _ => {
                    let n = self.expr(&INT, fit, 0, scope);
                    format!("{n} {} {}", self.comparison(), self.dice.between(-1, 4))
                }
            };
        }
        let d = depth - 1;
        match self.dice.below(18) {
            17 => {
                let (a, b) = (self.expr(&Ty::Text, fit, d, scope), self.expr(&Ty::Text, fit, d, scope));
                format!("{a} in \"xyz\" + {b}")
            }
            0..=3 => {
                let (a, b) = (self.expr(&INT, fit, d, scope), self.expr(&INT, fit, d, scope));
                format!("{a} {} {b}", self.comparison())
            }
            4 => {
                let n = self.expr(&INT, fit, d, scope);
                format!("{n} mod {} == {}", self.dice.between(2, 3), self.dice.between(0, 1))
            }
            5 => {
                let n = self.expr(&INT, fit, d, scope);
                let (a, b) = (self.dice.word(&["<", "<="]), self.dice.word(&["<", "<=", "!="]));
                format!("{} {a} {n} {b} {}", self.dice.between(-2, 1), self.expr(&INT, fit, d, scope))
            }
            6..=8 => {
                let (source, element) = self.source(fit, d, scope);
                let x = self.expr(&element, fit, d, scope);
                format!("{x} {} {source}", self.dice.word(&["in", "in", "not in"]))
            }
            9 => format!("({} and {})", self.truth(fit, d, scope), self.truth(fit, d, scope)),
            10 => format!("({} or {})", self.truth(fit, d, scope), self.truth(fit, d, scope)),
            11 => format!("not ({})", self.truth(fit, d, scope)),
            12..=13 => {
                let (binders, inner) = self.binders(fit, d, scope);
                let fold = self.dice.word(&["any", "all", "none"]);
                format!("{fold}({} for {binders})", self.truth(fit, d, &inner))
            }
            14 => match scope.is_empty() {
                true => "true".into(),
                false => {
                    let v = self.dice.pick(scope);
                    if matches!(v.ty, Ty::Function(..) | Ty::Position) {
                        return "true".into();
                    }
                    let other = self.expr(&v.ty, fit, d, scope);
                    format!("{} {} ({other})", v.name, self.dice.word(&["==", "!="]))
                }
            },
            15 => {
                let n = self.expr(&INT, fit, d, scope);
                format!("{n} in {}..", self.dice.between(-1, 3))
            }
            _ => self.dice.word(&["true", "true", "false", "*1 == *1", "not (*1 + *2 == *3)"]),
        }
    }

    fn comparison(&mut self) -> String {
        self.dice.word(&["<", "<=", ">", ">=", "==", "!="])
    }

    fn text(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let d = depth - 1;
        match self.dice.below(9) {
            6 if !fit => {
                let (t, n) = (self.expr(&Ty::Text, fit, d, scope), self.expr(&NAT, fit, d, scope));
                format!("(\"abc\" + {t})[{n}]")
            }
            6 => format!("(\"abc\" + {})[2]", self.expr(&Ty::Text, fit, d, scope)),
            7 => {
                let (t, n) = (self.expr(&Ty::Text, fit, d, scope), self.expr(&INT, fit, d, scope));
                format!("(\"abc\" + {t})[1..({n}) mod 4]")
            }
            8 => format!("join({})", self.expr(&list(&INT), fit, d, scope)),
            0 => {
                let t = self.expr(&Ty::Text, fit, d, scope);
                let n = self.expr(&INT, fit, d, scope);
                format!("({t} + ({n}) mod 3)")
            }
            1 => {
                let t = self.expr(&Ty::Text, fit, d, scope);
                let n = self.expr(&NAT, true, d, scope);
                format!("repeat({t}, ({n}) mod 3)")
            }
            2 => {
                let (binders, inner) = self.binders(fit, d, scope);
                format!("join({} for {binders})", self.expr(&Ty::Text, fit, d, &inner))
            }
            3 => {
                let all = self.expr(&list(&Ty::Text), fit, d, scope);
                format!("join({all}, {})", Ty::Text.value(1, &mut self.dice))
            }
            _ => Ty::Text.value(2, &mut self.dice),
        }
    }

    fn cell(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        match self.named(&Ty::Cell, fit, scope) {
            Some(p) if self.dice.chance(60) => {
                let (down, right) = (self.dice.between(-1, 1), self.dice.between(-1, 1));
                format!("({p}.row + {down}, {p}.col + {right})").replace("+ -", "- ")
            }
            _ => {
                let (row, col) = (self.expr(&INT, fit, depth - 1, scope), self.dice.between(0, 3));
                format!("({row}, {col})")
            }
        }
    }

    fn ray(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let p = self.expr(&Ty::Cell, fit, depth, scope);
        let free = self.expr(&set(&Ty::Cell), fit, depth, scope);
        let step = self.dice.word(&["(0, 1)", "(1, 0)", "(0, -1)", "(-1, 0)", "(1, 1)", "(0, 2)", "(0, 0)"]);
        format!("ray({p}, {step}, {free})")
    }

    fn set(&mut self, ty: &Ty, t: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        let d = depth - 1;
        match self.dice.below(14) {
            0..=1 => {
                let s = self.expr(ty, fit, d, scope);
                format!("({s} {} {})", self.dice.word(&["with", "without"]), self.expr(t, fit, d, scope))
            }
            2..=3 => {
                let (a, b) = (self.expr(ty, fit, d, scope), self.expr(ty, fit, d, scope));
                format!("({a} {} {b})", self.dice.word(&["union", "common", "minus", "flip"]))
            }
            4..=6 => {
                let (binders, inner) = self.binders(fit, d, scope);
                format!("{{{} for {binders}}}", self.expr(t, fit, d, &inner))
            }
            7 if t.is_int() && !fit => {
                let end = self.expr(&INT, fit, d, scope);
                format!("({}..min({end}, 5))", self.dice.between(-1, 2))
            }
            8 if *t == NAT || (t.is_int() && !fit) => match self.collection_in(scope) {
                Some(c) if matches!(c.ty, Ty::List(_)) => format!("indices({})", c.name),
                _ => "1..3".into(),
            },
            7..=11 if *t == Ty::Cell => self.cells(fit, d, scope),
            12 if *t == set(&Ty::Cell) => format!("islands({})", self.cells(fit, d, scope)),
            12 if matches!(t, Ty::Tuple(ts) if ts.len() == 2 && ts[0] == ts[1]) => {
                let Ty::Tuple(ts) = t else { return "{}".into() };
                let (s, v) = (self.expr(ty, fit, d, scope), self.expr(&ts[0], fit, d, scope));
                format!("connected({s}, {v})")
            }
            _ => {
                let items: Vec<String> =
                    (0..self.dice.between(0, 3)).map(|_| self.expr(t, fit, d, scope)).collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }

    fn cells(&mut self, fit: bool, depth: usize, scope: &[Var]) -> String {
        let cells = set(&Ty::Cell);
        match self.dice.below(6) {
            0 => format!("touching({})", self.expr(&Ty::Cell, fit, depth, scope)),
            1 => self.ray(fit, depth, scope),
            2 => {
                let s = self.expr(&cells, fit, depth, scope);
                format!("{}({s})", self.dice.word(&["turned", "mirrored", "shifted"]))
            }
            3 => self.dice.word(&["board(\"..|.x\")", "board(\".x.\")", "board(\".|.|.\")", "board(\"\")"]),
            _ => self.expr(&cells, fit, depth.min(1), scope),
        }
    }

    fn bag(&mut self, ty: &Ty, t: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        let d = depth - 1;
        match self.dice.below(8) {
            0..=1 => {
                let s = self.expr(ty, fit, d, scope);
                format!("({s} {} {})", self.dice.word(&["with", "without"]), self.expr(t, fit, d, scope))
            }
            2..=3 => {
                let (a, b) = (self.expr(ty, fit, d, scope), self.expr(ty, fit, d, scope));
                format!("({a} {} {b})", self.dice.word(&["union", "common", "minus"]))
            }
            4..=5 => {
                let (binders, inner) = self.binders(fit, d, scope);
                format!("bag({} for {binders})", self.expr(t, fit, d, &inner))
            }
            _ => {
                let items: Vec<String> =
                    (0..self.dice.between(0, 3)).map(|_| self.expr(t, fit, d, scope)).collect();
                format!("bag({})", items.join(", "))
            }
        }
    }

    fn list(&mut self, ty: &Ty, t: &Ty, fit: bool, depth: usize, scope: &[Var]) -> String {
        let d = depth - 1;
        match self.dice.below(12) {
            9 => format!("({})[{}..]", self.expr(ty, fit, d, scope), self.dice.between(1, 2)),
            10 => {
                let (row, n) = (self.expr(ty, fit, d, scope), self.expr(&INT, fit, d, scope));
                format!("repeat({row}, ({n}) mod 3)")
            }
            11 if *t == Ty::Text => format!("letters({})", self.expr(&Ty::Text, fit, d, scope)),
            0 => format!("({} + {})", self.expr(ty, fit, d, scope), self.expr(ty, fit, d, scope)),
            1..=2 => {
                let (binders, inner) = self.binders(fit, d, scope);
                format!("[{} for {binders}]", self.expr(t, fit, d, &inner))
            }
            3 => {
                let s = self.expr(ty, fit, d, scope);
                format!("{}({s})", self.dice.word(&["sort", "reverse"]))
            }
            4 => {
                let s = self.expr(&Ty::Set(Box::new(t.clone())), fit, d, scope);
                format!("sort({s})")
            }
            5 => match self.named(ty, fit, scope) {
                Some(row) => {
                    let x = self.expr(t, fit, d, scope);
                    if fit {
                        format!("(if size({row}) > 0 then put({row}, 1, {x}) else {row})")
                    } else {
                        format!("put({row}, {}, {x})", self.expr(&NAT, fit, d, scope))
                    }
                }
                None => ty.value(3, &mut self.dice),
            },
            _ => {
                let items: Vec<String> =
                    (0..self.dice.between(0, 3)).map(|_| self.expr(t, fit, d, scope)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    fn map(&mut self, ty: &Ty, (k, v): (&Ty, &Ty), fit: bool, depth: usize, scope: &[Var]) -> String {
        let d = depth - 1;
        match self.dice.below(6) {
            0..=1 => {
                let m = self.expr(ty, fit, d, scope);
                format!("put({m}, {}, {})", self.expr(k, fit, d, scope), self.expr(v, fit, d, scope))
            }
            2..=3 => {
                let (binders, inner) = self.binders(fit, d, scope);
                let key = self.expr(k, fit, d, &inner);
                format!("map({key} to {} for {binders})", self.expr(v, fit, d, &inner))
            }
            _ => ty.value(3, &mut self.dice),
        }
    }

    /// An enumeration's last name but one, and so on: what comes after a name.
    pub(crate) fn cases(i: usize) -> &'static [&'static str] {
        ENUMS[i]
    }
}
