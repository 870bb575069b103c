//! Certificates of proved periods.

use super::{Question, Session};
use crate::certificate::{Certificate, Every, FORMAT, Piece, residues};
use crate::check::ir::StatementKind;
use crate::engine::sequence::{self, Repetition, Sequence};
use crate::rules::residues::{Class, Every as EveryPile, Leaving, Left, Residues};
use crate::value::GamePosition;

impl Session {
    /// The certificate for a `period` that was just proved, as a line of text; a sentence if there is none.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn certificate(&self, question: &Question) -> Result<String, String> {
        let StatementKind::Period { expr, slot, .. } = &question.statement.kind else {
            return Err("only a `period` has a certificate".into());
        };
        let name = self.sources.slice(expr.span).to_string();
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let frame = self.eval(question).frame;
        let piles = self.games().machine.shifted(&frame, expr, *slot);
        let piles = piles.ok_or("the sequence is not that of one pile after the other")?;
        let made =
            self.games().with_pile(&piles.position, |pile| Ok(Some(certificate_of(&pile.sequence, &name))));
        match made.ok().flatten() {
            Some(Ok(certificate)) => Ok(certificate.line()),
            other => match self.games().residues(&piles.position, u64::MAX) {
                Ok(Some(proved)) => self.of_residues(&piles.position, &proved, &name),
                _ => {
                    Err(other.and_then(Result::err).unwrap_or("the sequence is not that of one pile".into()))
                }
            },
        }
    }

    fn of_residues(&self, position: &GamePosition, proved: &Residues, name: &str) -> Result<String, String> {
        let options =
            |n: u64| self.games().options_of_pile(position, n).ok_or("the moves do not fit a certificate");
        let left = |l: &Left| match *l {
            Left::Less(k) => residues::Left::Less(k),
            Left::Fixed(c) => residues::Left::Fixed(c),
            Left::Like(r, less) => residues::Left::Like(r, less),
        };
        let leaving = |l: &Leaving| (l.0, l.1.iter().map(left).collect());
        let every = |e: &EveryPile| residues::Every {
            take: e.take,
            least: e.least,
            step: e.step,
            like: e.like,
            heap: e.heap,
        };
        let class = |c: &Class| residues::Class {
            sure: c.sure.iter().map(leaving).collect(),
            every: c.every.iter().map(every).collect(),
            all: c.all.iter().map(leaving).collect(),
        };
        let certificate = residues::Certificate {
            format: residues::FORMAT.into(),
            sequence: name.into(),
            first: proved.first,
            start: proved.repetition.start as u64,
            period: proved.repetition.period as u64,
            saltus: u64::try_from(proved.repetition.saltus).map_err(|_| "the values fall")?,
            from: proved.from,
            values: proved.values.clone(),
            moves: (proved.first..proved.from).map(options).collect::<Result<_, _>>()?,
            classes: proved.classes.iter().map(class).collect(),
            checksum: String::new(),
        };
        Ok(certificate.line())
    }
}

/// The certificate for the period of a sequence.
///
/// # Errors
/// The reason why there is none.
pub fn certificate_of(sequence: &Sequence, name: &str) -> Result<Certificate, String> {
    let proof = sequence.proof().ok_or("no period is proved")?;
    let Repetition { start, period, saltus } = proof.repetition;
    let count = (start + period) as u64;
    let values = (0..count).map(|n| sequence.known(n).and_then(|v| u16::try_from(v).ok()));
    let (mask, by_place) = sequence.split();
    let form = sequence.form();
    Ok(Certificate {
        format: FORMAT.into(),
        sequence: name.into(),
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
        round: proof.growth.map_or(0, |g| g.round),
        small: proof.growth.map_or(0, |g| g.small),
        values: values.collect::<Option<_>>().ok_or("the values do not fit a certificate")?,
        checksum: String::new(),
    })
}

fn piece(p: &sequence::Piece) -> Option<Piece> {
    let more = matches!(p.left, sequence::Left::Below { .. });
    let (piles, take, least, apart) = match p.left {
        sequence::Left::Nothing => (0, 0, 0, 0),
        sequence::Left::One { take } => (1, take, 0, 0),
        sequence::Left::Two { take, least, apart } => (2, take, least, apart),
        sequence::Left::Three { take, least } => (3, take, least, 0),
        sequence::Left::Below { take, least } => (1, take, least, 0),
    };
    let heap = u16::try_from(p.heap).ok()?;
    let every = (p.when != sequence::Remainders::ANY).then_some(Every {
        modulus: p.when.modulus,
        pile: p.when.pile,
        small: p.when.small,
    });
    Some(Piece {
        from: p.from,
        until: p.until,
        every,
        heap,
        adjacent: p.adjacent.clone(),
        piles,
        take,
        least,
        apart,
        more,
    })
}
