//! `why` of a period: the theorem that proves it, and its numbers.

use super::{Question, Session};
use crate::answer::{Answer, PeriodProof, PeriodTheorem, WhyPeriodAnswer};
use crate::check::ir::StatementKind;
use crate::engine::sequence::{Form, Left, Proof, Theorem};
use crate::rules::Stop;
use crate::rules::residues::Residues;

impl Session {
    /// Why a period lasts, or why there is no proof.
    pub(super) fn why_period(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Period { expr, slot, name, .. } = &question.statement.kind else {
            unreachable!("asked about a period")
        };
        let Answer::Period(period) = self.period(question)? else { unreachable!("a period was asked for") };
        let frame = self.eval(question).frame;
        let piles = self.games().machine.shifted(&frame, expr, *slot).filter(|_| period.proved);
        let proof = match &piles {
            Some(piles) => self.games().with_pile(&piles.position, |pile| {
                Ok(pile.sequence.proof().map(|proof| numbers(&pile.rules.form, proof)))
            })?,
            None => None,
        };
        let by_residues = match (&piles, &proof) {
            (Some(piles), None) => self.games().residues(&piles.position, u64::MAX)?,
            _ => None,
        };
        let proof = proof.or(by_residues.map(|found| of_residues(&found)));
        let shift = piles.map_or(0, |p| p.shift);
        Ok(Answer::WhyPeriod(Box::new(WhyPeriodAnswer { period, index: name.clone(), shift, proof })))
    }
}

fn of_residues(found: &Residues) -> PeriodProof {
    PeriodProof {
        theorem: PeriodTheorem::Residues,
        exception: (found.repetition.start as u64).max(found.first).max(1) - 1,
        period: found.repetition.period as u64,
        saltus: found.repetition.saltus,
        take: 0,
        apart: 0,
        irregular: 0,
        needed: found.values.len() as u64 - 1,
    }
}

/// The numbers of a theorem, as `engine::sequence::enough` takes them from the rules; with a multiple of the period if
/// the rules depend on remainders.
fn numbers(form: &Form, proof: &Proof) -> PeriodProof {
    let (mut take, mut least, mut apart) = (0, 0, 0);
    for piece in form.lasting() {
        take = take.max(piece.left.take().unwrap_or(0));
        match piece.left {
            Left::Two { least: l, apart: d, .. } => (least, apart) = (least.max(l), apart.max(d)),
            Left::Three { least: l, .. } => least = least.max(l),
            _ => {}
        }
    }
    let repetition = proof.repetition;
    PeriodProof {
        theorem: match proof.theorem {
            Theorem::Window => PeriodTheorem::Window,
            Theorem::GuySmith => PeriodTheorem::GuySmith,
            Theorem::Unequal => PeriodTheorem::Unequal,
            Theorem::Three => PeriodTheorem::Three,
            Theorem::Bounded => PeriodTheorem::Bounded,
            Theorem::Residues | Theorem::ResiduesGrow => PeriodTheorem::Residues,
            Theorem::Arithmetic => PeriodTheorem::Arithmetic,
            Theorem::Sums => unreachable!("one pile is no sum"),
        },
        exception: (repetition.start as u64).max(form.first).max(1).max(least) - 1,
        period: form.multiple(repetition.period as u64).unwrap_or(0),
        saltus: repetition.saltus,
        take,
        apart,
        irregular: form.regular_from().saturating_sub(1),
        needed: proof.needed,
    }
}
