//! Certificates of proved periods.

use super::{Question, Session};
use crate::certificate::{Certificate, FORMAT, Piece};
use crate::check::ir::StatementKind;
use crate::engine::sequence::{self, Left, Repetition, Sequence};

impl Session {
    /// The certificate for a `period` that was just proved; a sentence if there is none.
    ///
    /// # Errors
    /// Why there is none.
    pub fn certificate(&self, question: &Question) -> Result<Certificate, String> {
        let StatementKind::Period { expr, slot, .. } = &question.statement.kind else {
            return Err("only a `period` has a certificate".into());
        };
        let name = self.sources.slice(expr.span).to_string();
        let frame = self.eval(question).frame;
        let piles =
            self.games().shifted(&frame, expr, *slot).ok_or("the sequence is not that of one pile")?;
        let made = self.games().with_pile(&piles.position, |pile| Ok(Some(of(&pile.sequence, &name))));
        made.ok().flatten().unwrap_or_else(|| Err("the sequence is not that of one pile".into()))
    }
}

fn of(sequence: &Sequence, name: &str) -> Result<Certificate, String> {
    let proof = sequence.proof().ok_or("no period is proved")?;
    let Repetition { start, period, saltus } = proof.repetition;
    if saltus != 0 {
        return Err("there are certificates only for periods without a saltus".into());
    }
    let count = (start + period) as u64;
    let values = (0..count).map(|n| sequence.known(n).and_then(|v| u16::try_from(v).ok()));
    let (mask, by_place) = sequence.split();
    let form = sequence.form();
    Ok(Certificate {
        format: FORMAT.into(),
        sequence: name.split_whitespace().collect::<Vec<_>>().join(" "),
        first: form.first,
        pieces: form
            .pieces
            .iter()
            .map(piece)
            .collect::<Option<_>>()
            .ok_or("the rules do not fit a certificate")?,
        start: start as u64,
        period: period as u64,
        saltus,
        needed: proof.needed,
        mask,
        by_place,
        values: values.collect::<Option<_>>().ok_or("the values do not fit a certificate")?,
        checksum: String::new(),
    })
}

fn piece(p: &sequence::Piece) -> Option<Piece> {
    let (piles, take, least, apart) = match p.left {
        Left::Nothing => (0, 0, 0, 0),
        Left::One { take } => (1, take, 0, 0),
        Left::Two { take, least, apart } => (2, take, least, apart),
        Left::Three { take, least } => (3, take, least, 0),
        Left::Below { .. } => return None,
    };
    let heap = u16::try_from(p.heap).ok()?;
    Some(Piece { from: p.from, until: p.until, heap, beside: p.beside.clone(), piles, take, least, apart })
}
