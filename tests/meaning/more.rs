//! What is asked of a position besides its value and outcome: winning moves, how long it takes, what an expectation says,
//! and how it is drawn.

use super::compare::{Both, Said, Tally, bare, without_boards};
use super::play::Kind;
use super::solve::{Fate, Outcomes};
use super::value::{Part, Position, Result, quoted};
use super::world::{Source, World};
use fairgame::syntax::ast::Clause;

impl World {
    /// The pictures of the parts, one under the other; none if no part has one.
    fn picture(&self, position: &Position) -> Result<Option<String>> {
        let mut drawn = vec![];
        for part in position {
            let Part::Game(game, _, args, _) = part else { continue };
            let Source::Rules(def) = &self.games[*game].1 else { continue };
            for clause in &def.clauses {
                if let Clause::Picture(e, _) = clause {
                    let names = def.params.iter().map(|p| p.name.text.clone());
                    drawn.push(self.eval(e, &mut names.zip(args.iter().cloned()).collect())?.plain());
                }
            }
        }
        Ok((!drawn.is_empty()).then(|| drawn.join("\n")))
    }
}

/// Compares all this, of a position whose outcome is right.
pub(crate) fn more(both: &mut Both, text: &str, p: &Position, o: &Outcomes, kind: Kind, tally: &mut Tally) {
    picture(both, text, p, tally);
    for outcome in ["N", "P", "draw"] {
        let wanted = (o.name(p) == Some(outcome)).to_string();
        let said = both.ask(&format!("expect {text} is {outcome}"));
        same("expect", text, said, &wanted, tally);
    }
    let mut sides = vec![("remoteness", format!("remoteness({text})"), true)];
    if kind.partizan {
        sides = vec![
            ("remoteness of a side", format!("remoteness({text}, Left)"), true),
            ("remoteness of a side", format!("remoteness({text}, Right)"), false),
        ];
    }
    for (what, question, left) in sides {
        let said = both.ask(&format!("show {question}"));
        match (o.fate(p, left), said) {
            (Some(Fate::Draw), Said::Mistake(_)) => tally.count(format!("{what}: both none")),
            (Some(Fate::Win(n) | Fate::Loss(n)), said) => same(what, text, said, &n.to_string(), tally),
            (fate, said) => tally.differ(format!("{question}: program {said:?}, meaning {fate:?}")),
        }
    }
    if !kind.partizan {
        winning(both, text, p, o, tally);
    }
}

/// The moves that win, in the order of the rules.
fn winning(both: &mut Both, text: &str, p: &Position, o: &Outcomes, tally: &mut Tally) {
    let mut names = vec![];
    for (i, part) in p.iter().enumerate() {
        let Ok(moves) = both.world.moves(part) else { return };
        for m in moves {
            let to = [&p[..i], &m.to, &p[i + 1..]].concat();
            if matches!(o.fate(&to, true), Some(Fate::Loss(_))) {
                let name = if p.len() > 1 { format!("{} in {}", m.name, i + 1) } else { m.name };
                names.push(quoted(&name));
            }
        }
    }
    match both.ask(&format!("show winning({text})")) {
        Said::Text(said) if said.contains("...") => tally.count("winning: cut"),
        Said::Text(said) => {
            let wanted = bare(&format!("[{}]", names.join(", ")));
            same("winning", text, Said::Text(without_boards(&bare(&said))), &wanted, tally);
        }
        said => same("winning", text, said, "", tally),
    }
}

fn picture(both: &mut Both, text: &str, p: &Position, tally: &mut Tally) {
    let Some(drawn) = both.drawn.take() else { return };
    let plain = |t: String| without_boards(&bare(&t));
    match both.world.picture(p) {
        Ok(wanted) if wanted.clone().map(plain) == drawn.clone().map(plain) => {
            tally.count(if wanted.is_some() { "picture" } else { "no picture" });
        }
        Ok(wanted) => tally.differ(format!("{text} is drawn {drawn:?}, meaning {wanted:?}")),
        Err(_) => tally.count("picture: a mistake"),
    }
}

fn same(what: &str, text: &str, said: Said, wanted: &str, tally: &mut Tally) {
    match said {
        Said::Text(found) if found == wanted => tally.count(what),
        Said::Stopped => tally.count(format!("{what}: stopped")),
        Said::Mistake(code) if code == "claim-refuted" => tally.count(format!("{what}: refused: {code}")),
        said => tally.differ(format!("{what} of {text}: program {said:?}, meaning {wanted}")),
    }
}
