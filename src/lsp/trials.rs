//! Clauses that would be proved. Each is put into a copy of the text, which is read like the text itself, and offered if
//! its proof is found: a measure for a game of which it is not known that play ends, claims for a game on a board.

use super::document::Document;
use crate::api::{Budget, GameVerdict, Session, Texts, Type};
use std::collections::{BTreeSet, VecDeque};

/// No more measures are tried for one game.
const MOST: usize = 150;

/// A clause for a game, and where it would stand.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) game: String,
    pub(super) kind: What,
    /// `decreases a * b`
    pub(super) clause: String,
    /// The byte after the last line of the game.
    pub(super) at: usize,
}

/// What a clause says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum What {
    /// `decreases`
    Measure,
    /// `splits into`
    Split,
    /// `same as`
    Same,
}

impl Offer {
    /// What is typed at its place.
    pub(super) fn inserted(&self) -> String {
        format!("\n  {}", self.clause)
    }
}

/// What is still to be tried.
pub(super) struct Trials {
    session: Session,
    name: String,
    text: String,
    left: VecDeque<Offer>,
    found: BTreeSet<(String, What)>,
}

impl Trials {
    /// All that may be worth a try in a text whose verdicts are known.
    pub(super) fn new(doc: &Document, files: Texts) -> Trials {
        let mut session = Session::new(Budget { threads: Some(1), ..Budget::default() });
        session.read_from(files);
        let left: VecDeque<Offer> =
            doc.verdicts.iter().flat_map(|v| offers(doc, &v.game, v.verdict)).collect();
        Trials { session, name: doc.name.clone(), text: doc.text().into(), left, found: BTreeSet::new() }
    }

    pub(super) fn is_over(&self) -> bool {
        self.left.is_empty()
    }

    /// Tries the next clause; gives it if it would be proved.
    pub(super) fn next(&mut self) -> Option<Offer> {
        let offer = self.left.pop_front()?;
        let key = (offer.game.clone(), offer.kind);
        // The first that is proved will do.
        if self.found.contains(&key) || !self.is_proved(&offer) {
            return None;
        }
        self.found.insert(key);
        Some(offer)
    }

    fn is_proved(&mut self, offer: &Offer) -> bool {
        let (before, behind) = self.text.split_at(offer.at);
        let text = format!("{before}{}{behind}", offer.inserted());
        let loaded = self.session.open(&self.name, &text);
        loaded.is_fine()
            && match offer.kind {
                What::Measure => self.session.is_proved_to_end(&offer.game),
                What::Split | What::Same => self.session.has_proved_claims(&offer.game),
            }
    }
}

fn offers(doc: &Document, name: &str, verdict: GameVerdict) -> Vec<Offer> {
    let Some(game) = doc.loaded.program.games.iter().find(|g| g.name == name && doc.is_own(g.item)) else {
        return vec![];
    };
    let end = game.item.range().start + doc.session.sources.slice(game.item).trim_end().len();
    let line = doc.text()[end..].find('\n').unwrap_or(doc.text().len() - end);
    let offer = |(kind, clause)| Offer { game: name.into(), kind, clause, at: end + line };
    let params: Vec<(&str, &Type)> = game.params.iter().map(|p| (p.name.as_str(), &p.ty)).collect();
    let mut clauses = vec![];
    if verdict == GameVerdict::Checked && game.decreases.is_none() {
        let measures = measures(&params, &functions(doc)).into_iter().take(MOST);
        clauses.extend(measures.map(|m| (What::Measure, format!("decreases {m}"))));
    }
    if verdict == GameVerdict::Proved && game.graph.is_none() {
        let splits = splits(name, &params).filter(|_| game.splits.is_none());
        clauses.extend(splits.map(|clause| (What::Split, clause)));
        let same = same(name, &params).into_iter().filter(|_| game.same.is_empty());
        clauses.extend(same.map(|clause| (What::Same, clause)));
    }
    clauses.into_iter().map(offer).collect()
}

/// A function of the text that takes one value and gives a number: its name, and what it takes.
fn functions(doc: &Document) -> Vec<(&str, &Type)> {
    let lets = doc.loaded.program.lets.iter().filter(|l| l.is_function && l.body.ty == Type::Int);
    let own = lets.filter(|l| doc.is_own(l.span) && l.params.len() == 1);
    own.map(|l| (l.name.as_str(), &l.params[0].ty)).collect()
}

/// What could decrease with every move, the simplest first. What is linear in numbers, sizes and sums is found
/// without any help.
fn measures(params: &[(&str, &Type)], functions: &[(&str, &Type)]) -> Vec<String> {
    let mut single = vec![];
    for (name, ty) in params {
        let fits = functions.iter().filter(|(_, takes)| takes == ty);
        single.extend(fits.map(|(f, _)| format!("{f}({name})")));
        single.extend(by_element(name, ty, functions));
    }
    let numbers: Vec<&str> =
        params.iter().filter(|(_, ty)| **ty == Type::Int).map(|(name, _)| *name).collect();
    let plain: Vec<String> = params.iter().filter_map(|(name, ty)| plain(name, ty)).collect();
    single.extend(together(&numbers));
    let all: Vec<&String> = plain.iter().chain(&single).collect();
    let mut found = single.clone();
    for first in &all {
        found.extend(
            all.iter().filter(|second| *second != first).map(|second| format!("({first}, {second})")),
        );
    }
    found
}

/// How many elements there are, or the number itself.
fn plain(name: &str, ty: &Type) -> Option<String> {
    match ty {
        Type::Int => Some(name.into()),
        Type::Set(_) | Type::Bag(_) | Type::List(_) => Some(format!("size({name})")),
        Type::Bool => Some(format!("(if {name} then 1 else 0)")),
        _ => None,
    }
}

/// Sums over the elements of a collection.
fn by_element(name: &str, ty: &Type, functions: &[(&str, &Type)]) -> Vec<String> {
    let (Type::Set(of) | Type::Bag(of) | Type::List(of)) = ty else { return vec![] };
    let fits = functions.iter().filter(|(_, takes)| *takes == &**of);
    let mut found: Vec<String> = fits.map(|(f, _)| format!("sum({f}(each) for each in {name})")).collect();
    if **of == Type::Int {
        found.extend(["each^2", "2^each", "3^each"].map(|of| format!("sum({of} for each in {name})")));
    }
    found
}

/// Products, the larger and the smaller, remainders and halves of numbers.
fn together(numbers: &[&str]) -> Vec<String> {
    let mut found = vec![];
    for (i, a) in numbers.iter().enumerate() {
        for b in &numbers[i + 1..] {
            found.extend([format!("{a} * {b}"), format!("max({a}, {b})"), format!("min({a}, {b})")]);
            found.extend([format!("abs({a} - {b})"), format!("{a} * {b} + {a} + {b}")]);
        }
    }
    if let [_, _, _, ..] = numbers {
        found.push(numbers.join(" * "));
    }
    found.extend(numbers.iter().flat_map(|n| [format!("{n} / 2"), format!("{n}^2"), format!("2^{n}")]));
    found
}

/// The parameter that is a board, if there is one only.
fn board<'p>(params: &[(&'p str, &Type)]) -> Option<&'p str> {
    let cells = Type::Set(Box::new(Type::Cell));
    let mut boards = params.iter().filter(|(_, ty)| **ty == cells);
    let (name, _) = boards.next()?;
    boards.next().is_none().then_some(*name)
}

/// The position with something in place of its board.
fn with_board(game: &str, params: &[(&str, &Type)], board: &str, changed: &str) -> String {
    let args = params.iter().map(|(name, _)| if *name == board { changed } else { name });
    format!("{game}({})", args.collect::<Vec<_>>().join(", "))
}

fn splits(game: &str, params: &[(&str, &Type)]) -> Option<String> {
    let board = board(params)?;
    let part =
        ["part", "island", "piece"].into_iter().find(|word| params.iter().all(|(name, _)| name != word))?;
    Some(format!("splits into {} for {part} in islands({board})", with_board(game, params, board, part)))
}

/// All movements, or shifts alone.
fn same(game: &str, params: &[(&str, &Type)]) -> Vec<String> {
    let Some(board) = board(params) else { return vec![] };
    let moved = |f: &&str| with_board(game, params, board, &format!("{f}({board})"));
    let clause = |by: &[&str]| format!("same as {}", by.iter().map(&moved).collect::<Vec<_>>().join(", "));
    vec![clause(&["turned", "mirrored", "shifted"]), clause(&["shifted"])]
}
