//! `quotient`: the misère quotient of all sums of some positions, as far as it can be found and proved.

use super::ask::stopped_answer;
use super::{Question, Session};
use crate::answer::{Answer, GeneratorAnswer, QuotientAnswer};
use crate::check::ir::Sequence;
use crate::engine::misere::Form;
use crate::engine::misere::presentation::{Presentation, spell};
use crate::engine::misere::quotient::{Growing, Quotient};
use crate::engine::sequence::find_period;
use crate::rules::Stop;
use crate::value::Value;

/// How far a quotient is followed when the statement does not say.
const FAR: i64 = 100;

/// The findings up to some index.
struct Found {
    quotient: Quotient,
    forms: Vec<(i64, Form)>,
    orders: Vec<(i64, usize)>,
    proof: usize,
}

impl Session {
    pub(super) fn quotient(&self, question: &Question, sequence: &Sequence) -> Result<Answer, Stop> {
        let mut growing = Growing::default();
        let mut found = Found { quotient: growing.quotient.clone(), forms: vec![], orders: vec![], proof: 1 };
        let grown = self.each_term(question, sequence, FAR, &mut |n, position| {
            let form = self.games().grow(&mut growing, position)?;
            found.forms.push((n, form));
            found.quotient = growing.quotient.clone();
            found.proof = growing.proof_size();
            let order = growing.quotient.order();
            if found.orders.last().is_none_or(|(_, before)| *before != order) {
                found.orders.push((n, order));
            }
            Ok(())
        });
        let stopped = match grown {
            Ok(()) => None,
            Err(Stop::Exhausted(what, how_far)) => {
                let far = format!("{how_far}; the next quotient has at least {} elements", growing.at_least);
                Some(stopped_answer(what, far))
            }
            Err(mistake) => return Err(mistake),
        };
        let mut answer = describe(&found, &growing);
        let text = self.sources.slice(sequence.expr.span);
        answer.positions = if sequence.named {
            text.to_string()
        } else {
            format!("{}(n)", text.trim_matches(['(', ')', ' ']))
        };
        answer.stopped = stopped;
        Ok(Answer::Quotient(answer))
    }

    /// Calls `term` with the terms of a sequence of positions. It skips indices at the beginning that give no
    /// position: a sequence may begin at 1.
    pub(super) fn each_term(
        &self,
        question: &Question,
        sequence: &Sequence,
        far: i64,
        term: &mut dyn FnMut(i64, &crate::value::Position) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut run = self.eval(question);
        let indices: Vec<i64> = match &sequence.source {
            Some(source) => {
                let all = run.eval(source)?;
                crate::builtin::collection::elements(&all).filter_map(|v| v.as_i64()).collect()
            }
            None => (0..=far).collect(),
        };
        let mut begun = false;
        for n in indices {
            run.frame[sequence.slot as usize] = Value::int(n);
            match run.target(&sequence.expr) {
                Ok(p) => term(n, &p)?,
                Err(Stop::Mistake(m)) if !begun && n < 2 && m.leaves_its_type() => {
                    continue;
                }
                Err(stop) => return Err(stop),
            }
            begun = true;
        }
        Ok(())
    }
}

fn describe(found: &Found, growing: &Growing) -> QuotientAnswer {
    let q = &found.quotient;
    let element = |form: &Form| q.of(form).unwrap_or_else(|| unreachable!("every part was added"));
    let elements: Vec<(i64, u32)> = found.forms.iter().map(|(n, form)| (*n, element(form))).collect();
    let others = growing.parts().iter().filter_map(|p| q.of(&[*p]));
    let presentation = Presentation::new(q, elements.iter().map(|(_, x)| *x).chain(others));
    let word = |x: u32| spell(&presentation.words[x as usize]);
    let generator = |x: &u32| GeneratorAnswer {
        name: word(*x),
        index: elements.iter().find(|(_, y)| y == x).map(|(n, _)| *n),
    };
    let mut p: Vec<u32> = (0..q.order() as u32).filter(|x| q.is_p(*x)).collect();
    p.sort_by_key(|x| {
        let word = &presentation.words[*x as usize];
        (word.iter().map(|n| u32::from(*n)).sum::<u32>(), std::cmp::Reverse(word.clone()))
    });
    let values: Vec<i64> = elements.iter().map(|(_, x)| i64::from(*x)).collect();
    let period = find_period(&values).filter(|r| r.saltus == 0);
    let first = elements.first().map_or(0, |e| e.0);
    QuotientAnswer {
        positions: String::new(),
        from: first,
        to: elements.last().map_or(0, |e| e.0),
        order: q.order(),
        p_portion: p.into_iter().map(word).collect(),
        generators: presentation.generators.iter().map(generator).collect(),
        relations: presentation
            .relations
            .iter()
            .map(|(a, b)| format!("{} = {}", spell(a), spell(b)))
            .collect(),
        pretending: elements.iter().map(|(n, x)| (*n, word(*x))).collect(),
        orders: found.orders.clone(),
        period: period.as_ref().map(|r| r.period as u64),
        last_exception: period.filter(|r| r.start > 0).map(|r| first + r.start as i64 - 1),
        proof: found.proof,
        stopped: None,
    }
}
