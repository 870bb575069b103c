//! Which numbers of a position are watched.

use super::super::run::Run;
use super::super::{Feature, Number, Statistic};
use super::{Moved, Subject, Watched};
use crate::check::ir::{Expr, Param};
use crate::check::types::{Shape, Type};

impl<'a> Subject<'a> {
    /// Watches what the author says decreases, and nothing else; how many numbers that is.
    pub(in crate::check::termination) fn watch_decreases(&mut self) -> usize {
        let parts: Vec<&'a Expr> = match &self.game.decreases {
            Some(whole) => whole.entries().unwrap_or(std::slice::from_ref(whole)).iter().collect(),
            None => vec![],
        };
        let watch = |(i, e)| (Feature::Decreases(i), Watched::Expr(e));
        self.features = parts.into_iter().enumerate().map(watch).collect();
        self.features.len()
    }

    /// Watches what is watched at first, of rules, too.
    pub(super) fn watch_first(&mut self) {
        for i in 0..self.game.params.len() {
            self.watch(i, vec![], &self.game.params[i].ty, Stage::First);
        }
    }

    /// Watches the numbers of a parameter that belong to a stage.
    fn watch(&mut self, param: usize, at: Vec<usize>, ty: &Type, stage: Stage) {
        if let Type::Tuple(types) = ty {
            for (i, t) in types.iter().enumerate() {
                let at = at.iter().copied().chain([i]).collect();
                self.watch(param, at, t, stage);
            }
            return;
        }
        let is_rule = self.game.params[param].is_rule;
        let numbers = match stage {
            Stage::First => usual_numbers(ty, is_rule),
            Stage::Second if *ty == Type::Int && !self.is_natural(param, &at) => vec![Number::Abs],
            Stage::Second => rare_numbers(ty),
            Stage::Third => last_numbers(ty),
        };
        for number in numbers {
            let feature = Feature::Of { param, at: at.clone(), number };
            self.features.push((feature, Watched::Part(param, at.clone(), number)));
        }
    }

    /// Whether the declared type keeps a number above zero.
    fn is_natural(&self, param: usize, at: &[usize]) -> bool {
        let shape = at.iter().fold(&self.game.params[param].shape, |shape, i| match shape {
            Shape::Tuple(shapes) => shapes.get(*i).unwrap_or(&Shape::Any),
            _ => &Shape::Any,
        });
        matches!(shape, Shape::Range(Some(lo), _) if *lo >= num_bigint::BigInt::ZERO)
    }

    /// Watches more: binary numbers, moments, and the slack that growing sets have left.
    pub(in crate::check::termination) fn watch_more(&mut self, run: &mut Run<'a>, moved: &Moved<'a>) {
        self.watch_stage(Stage::Second);
        self.watch_slack(run, moved);
    }

    /// Watches what is hardest to reckon with, and what is watched at first.
    pub(in crate::check::termination) fn watch_last(&mut self) {
        self.features.retain(|(f, _)| matches!(f, Feature::Of { number, .. } if is_usual(*number)));
        self.watch_stage(Stage::Third);
    }

    /// Watches the numbers of each case of an enumeration or truth value by themselves, and what is watched at first.
    pub(in crate::check::termination) fn watch_cases(&mut self) {
        self.features.retain(|(f, _)| matches!(f, Feature::Of { number, .. } if is_usual(*number)));
        let state = |p: &&Param| !p.is_rule;
        let cases = |p: &Param| match &p.ty {
            Type::Bool => 2,
            Type::Enum(names) => names.len(),
            _ => 0,
        };
        let phases =
            self.game.params.iter().enumerate().filter(|(_, p)| state(p) && (2..=5).contains(&cases(p)));
        let phases: Vec<(usize, usize)> = phases.map(|(i, p)| (i, cases(p))).collect();
        let numbers: Vec<_> = self.features.clone();
        for (phase, cases) in phases {
            for case in 0..cases {
                for (f, w) in &numbers {
                    let Feature::Of { param, .. } = f else { continue };
                    if *param != phase && !self.game.params[*param].is_rule && self.features.len() < 24 {
                        let feature = Feature::While { param: phase, case, of: Box::new(f.clone()) };
                        self.features.push((feature, Watched::While(phase, case, Box::new(w.clone()))));
                    }
                }
            }
        }
    }

    /// Whether more is watched than at first.
    pub(in crate::check::termination) fn watches_more(&self) -> bool {
        let usual = |f: &Feature| matches!(f, Feature::Of { number, .. } if is_usual(*number));
        self.features.iter().any(|(f, _)| !usual(f))
    }

    fn watch_stage(&mut self, stage: Stage) {
        for i in 0..self.game.params.len() {
            if !self.game.params[i].is_rule {
                self.watch(i, vec![], &self.game.params[i].ty, stage);
            }
        }
    }
}

/// The numbers that a value of a type has and that are watched first.
fn usual_numbers(ty: &Type, is_rule: bool) -> Vec<Number> {
    use Statistic::{LargestCol, LargestRow, LeastCol, LeastRow, Size, Sum};
    let mut of = vec![Size];
    match ty {
        Type::Int | Type::Bool => return vec![Number::Itself],
        Type::Enum(names) => return (1..names.len()).map(Number::Is).collect(),
        Type::Drawing => return vec![Number::Lives],
        Type::Text => {}
        Type::Cell => return vec![Number::Row, Number::Col],
        Type::Set(t) | Type::Bag(t) | Type::List(t) => {
            of.extend(adds_up(ty).then_some(Sum));
            // The corners of a board.
            let cells = **t == Type::Cell && is_rule;
            of.extend([LeastRow, LeastCol, LargestRow, LargestCol].into_iter().filter(|_| cells));
        }
        Type::Map(_, v) => {
            of.extend(matches!(**v, Type::Int | Type::Bool | Type::Enum(_)).then_some(Sum));
        }
        _ => return vec![],
    }
    of.into_iter().map(Number::Of).collect()
}

/// When a number is watched: at first, if that did not help, or at last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Second,
    Third,
}

fn is_usual(number: Number) -> bool {
    !matches!(
        number,
        Number::Abs
            | Number::Of(
                Statistic::Binary
                    | Statistic::Moment
                    | Statistic::BinaryByPlace
                    | Statistic::MomentFromEnd
                    | Statistic::Count(_)
                    | Statistic::Squares
                    | Statistic::PowersOfThree
                    | Statistic::Rows
                    | Statistic::Cols
                    | Statistic::Sizes
                    | Statistic::Sums
            )
    )
}

/// Of an enumeration with more cases than this the others are not counted one by one.
const MOST_CASES: usize = 7;

/// Those that are needed last.
fn last_numbers(ty: &Type) -> Vec<Number> {
    let of = |statistics: &[Statistic]| statistics.iter().map(|g| Number::Of(*g)).collect();
    match ty {
        Type::Set(t) | Type::Bag(t) | Type::List(t) | Type::Map(_, t) if matches!(**t, Type::Enum(_)) => {
            let Type::Enum(names) = &**t else { return vec![] };
            let cases = (1..names.len().min(MOST_CASES)).map(|i| Number::Of(Statistic::Count(i)));
            let from_end = Number::Of(Statistic::MomentFromEnd);
            cases.chain(matches!(ty, Type::List(_)).then_some(from_end)).collect()
        }
        Type::List(_) if adds_up(ty) => {
            of(&[Statistic::Squares, Statistic::PowersOfThree, Statistic::MomentFromEnd])
        }
        Type::Set(_) | Type::Bag(_) if adds_up(ty) => of(&[Statistic::Squares, Statistic::PowersOfThree]),
        Type::Map(_, v) if **v == Type::Int => of(&[Statistic::Squares, Statistic::PowersOfThree]),
        _ => vec![],
    }
}

/// Those that are rarely needed.
fn rare_numbers(ty: &Type) -> Vec<Number> {
    let of = |statistics: &[Statistic]| statistics.iter().map(|g| Number::Of(*g)).collect();
    match ty {
        Type::Set(t) | Type::Bag(t) | Type::List(t) if **t == Type::Cell => {
            of(&[Statistic::Rows, Statistic::Cols])
        }
        Type::Set(t) | Type::Bag(t) | Type::List(t) if matches!(**t, Type::Tuple(_)) => {
            let Type::Tuple(ts) = &**t else { return vec![] };
            let sides = [Statistic::Rows, Statistic::Cols].into_iter().zip(ts);
            let each = sides.filter(|(_, t)| matches!(t, Type::Int | Type::Bool));
            each.map(|(g, _)| Number::Of(g)).collect()
        }
        Type::Set(t) | Type::Bag(t) | Type::List(t) | Type::Map(_, t)
            if matches!(**t, Type::Set(_) | Type::Bag(_) | Type::List(_)) =>
        {
            if adds_up(t) {
                of(&[Statistic::Sizes, Statistic::Sums])
            } else {
                of(&[Statistic::Sizes])
            }
        }
        Type::Set(_) if adds_up(ty) => vec![Number::Of(Statistic::Binary)],
        Type::List(_) if adds_up(ty) => {
            vec![Number::Of(Statistic::Moment), Number::Of(Statistic::BinaryByPlace)]
        }
        Type::Map(k, v) if matches!((&**k, &**v), (Type::Int, Type::Int)) => {
            vec![Number::Of(Statistic::Moment)]
        }
        _ => vec![],
    }
}

/// Whether the elements of a collection have a sum.
fn adds_up(ty: &Type) -> bool {
    match ty {
        Type::List(t) => matches!(**t, Type::Int | Type::Bool | Type::Enum(_)),
        Type::Set(t) | Type::Bag(t) => matches!(**t, Type::Int),
        _ => false,
    }
}
