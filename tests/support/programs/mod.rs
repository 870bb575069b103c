//! Random programs that use every type and every construct of the language.
//!
//! Two layers: games that end by construction, for every move makes something smaller; and wild ones, which may go
//! round in cycles, grow for ever, leave their types or divide by zero. The same seed gives the same program.
#![allow(dead_code)] // each test uses its own part

pub(crate) mod claims;
pub(crate) mod count;
mod dice;
pub(crate) mod endless;
mod exprs;
mod games;
pub(crate) mod pointed;
mod rare;
mod shrinks;

mod types;

use dice::Dice;
use types::{INT, NAT, Ty};

/// A random program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Definitions and games, without questions.
    pub(crate) text: String,
    /// Positions to ask about, as they can be typed; the last ones are larger.
    pub(crate) positions: Vec<String>,
    /// Whether every play ends by construction and no rule makes a mistake.
    pub(crate) tame: bool,
}

/// What a definition takes and gives.
#[derive(Clone, Debug)]
pub(crate) struct Sig {
    name: String,
    params: Vec<Ty>,
    result: Ty,
}

/// A program in the making.
pub(crate) struct Gen {
    dice: Dice,
    /// Definitions written so far.
    items: Vec<String>,
    lets: Vec<Sig>,
    games: Vec<games::Game>,
    names: usize,
    /// Whether it may go on for ever and make mistakes.
    wild: bool,
    /// Whether it is about numbers alone, which the fast engines take.
    plain: bool,
    /// Whether functions may have arguments fixed, and stand under names of their own.
    functions: bool,
    /// Whether it may have what programs seldom have.
    rare: bool,
    /// Whether moves may make mistakes, by which claims would be judged.
    slips: bool,
}

/// The program of a seed; every third one is wild.
pub(crate) fn program(seed: u64) -> Program {
    written(seed, false, false)
}

/// Another one, in which functions may have arguments fixed, and stand under names of their own.
pub(crate) fn with_functions(seed: u64) -> Program {
    written(seed, true, false)
}

/// Another one, with what programs seldom have; every other one is wild.
pub(crate) fn with_rarities(seed: u64) -> Program {
    written(seed, true, true)
}

fn written(seed: u64, functions: bool, rare: bool) -> Program {
    let wild = if rare { seed % 4 < 2 } else { seed % 3 == 2 };
    let mut gen_ = Gen { functions, rare, slips: rare && seed.is_multiple_of(4), ..Gen::new(seed, wild) };
    gen_.plain = gen_.dice.chance(if rare { 10 } else { 25 });
    gen_.program()
}

impl Gen {
    /// Nothing made yet.
    fn new(seed: u64, wild: bool) -> Gen {
        let dice = Dice::new(seed);
        Gen {
            dice,
            items: vec![],
            lets: vec![],
            games: vec![],
            names: 0,
            wild,
            plain: false,
            functions: true,
            rare: false,
            slips: false,
        }
    }

    /// A name that nothing has yet.
    pub(crate) fn fresh(&mut self) -> String {
        self.names += 1;
        let letter = self.dice.word(&["a", "i", "x", "u", "v", "w"]);
        format!("{letter}{}", self.names)
    }

    /// Definitions that expressions and targets may use.
    fn some_lets(&mut self) {
        for _ in 0..self.dice.below(3) {
            let n = if self.dice.chance(30) { 0 } else { 1 + self.dice.below(2) };
            let params: Vec<Ty> = (0..n).map(|_| Ty::param(&mut self.dice)).collect();
            let result = match self.dice.below(5) {
                0 => Ty::Bool,
                1 => Ty::collection(1, &mut self.dice),
                2 => INT,
                _ => NAT,
            };
            self.new_let(&params, &result, n > 0);
        }
        if self.functions && self.dice.chance(25) {
            self.held_function();
        }
    }

    /// A name without parameters that stands for a function: another name for one, or one with an argument fixed.
    fn held_function(&mut self) {
        let functions: Vec<Sig> = self.lets.iter().filter(|l| !l.params.is_empty()).cloned().collect();
        if functions.is_empty() {
            return;
        }
        let mut of = self.dice.pick(&functions);
        if of.params.len() == 1 && self.dice.chance(60) {
            let name = self.new_let(&[NAT, of.params[0].clone()], &NAT, true);
            of = Sig { name, params: vec![NAT, of.params[0].clone()], result: NAT };
        }
        self.names += 1;
        let name = format!("f{}", self.names);
        let (mut says, mut params) = (of.name.clone(), of.params.clone());
        if params.len() > 1 && self.dice.chance(75) {
            let at = self.dice.below(params.len());
            says = self.with_one_fixed(&of, at);
            params.remove(at);
        }
        if self.dice.chance(25) {
            says = format!("if {} then {says} else {says}", self.dice.word(&["1 < 2", "2 in {1}"]));
        }
        self.items.push(format!("let {name} = {says}"));
        self.lets.push(Sig { name, params, result: of.result });
    }

    /// A new definition with a body that fits.
    fn new_let(&mut self, params: &[Ty], result: &Ty, function: bool) -> String {
        self.names += 1;
        let name = format!("f{}", self.names);
        let scope: Vec<exprs::Var> = params.iter().map(|t| exprs::var(&self.fresh(), t)).collect();
        let fit = !self.wild || self.dice.chance(70);
        let body = self.expr(result, fit, 2, &scope);
        // What a body gives is found out from it, so it must not be open: `{}` could be a set of anything.
        let body = match result {
            Ty::Set(t) => format!("{{{}}} union {body}", t.value(2, &mut self.dice)),
            Ty::Bag(t) => format!("bag({}) union {body}", t.value(2, &mut self.dice)),
            Ty::List(t) => format!("[{}] + {body}", t.value(2, &mut self.dice)),
            _ => body,
        };
        let head = if function {
            let params: Vec<String> =
                scope.iter().map(|v| format!("{}: {}", v.name, v.ty.text(&mut self.dice))).collect();
            format!("{name}({})", params.join(", "))
        } else {
            name.clone()
        };
        self.items.push(format!("let {head} = {body}"));
        if !matches!(result, Ty::Map(..)) {
            self.lets.push(Sig { name: name.clone(), params: params.to_vec(), result: result.clone() });
        }
        name
    }

    /// A new function, by name.
    pub(crate) fn new_function(&mut self, params: &[Ty], result: &Ty) -> String {
        self.new_let(params, result, true)
    }
}
