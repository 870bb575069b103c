//! The text on the desk: what was found in it, what it asks, what its names mean.

use crate::shapes::{Found, Piece};
use fairgame::{FileId, GameVerdict, Kind, Lines, Loaded, Place, Question, Session, Span, Which};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What the text is called in messages.
const NAME: &str = "rules.game";

/// A text that was read.
#[derive(Default)]
pub(crate) struct Open {
    loaded: Loaded,
}

/// What there is to see of it at once.
#[derive(Serialize)]
pub(crate) struct Seen {
    fine: bool,
    findings: Vec<Found>,
    questions: Vec<Asks>,
    games: Vec<Named>,
    /// Of each game with parameters that never change: which of them do not, for answers leave these out.
    rules: BTreeMap<String, Vec<bool>>,
}

/// A statement.
#[derive(Serialize)]
struct Asks {
    text: String,
    kind: &'static str,
    place: Piece,
    misere: bool,
}

/// A game that the text defines.
#[derive(Serialize)]
struct Named {
    name: String,
    place: Piece,
    /// Where play begins, as it could be typed, if the game says so.
    starts: bool,
}

/// What takes a moment to find out.
#[derive(Serialize)]
pub(crate) struct Judged {
    verdicts: Vec<Verdict>,
    findings: Vec<Found>,
}

/// Whether every play of a game ends.
#[derive(Serialize)]
struct Verdict {
    game: String,
    place: Option<Piece>,
    verdict: GameVerdict,
    sentence: String,
    play: String,
}

/// What may be at a place.
#[derive(Serialize)]
pub(crate) struct Offered {
    text: String,
    kind: &'static str,
    detail: String,
}

/// What a name means.
#[derive(Serialize)]
pub(crate) struct Meaning {
    usage: String,
    doc: Option<String>,
    place: Piece,
}

impl Open {
    /// Reads it.
    pub(crate) fn new(session: &mut Session, text: &str) -> Open {
        Open { loaded: session.open(NAME, text) }
    }

    /// The question of that number.
    pub(crate) fn question(&self, number: usize) -> Option<Question> {
        self.loaded.questions.get(number).cloned()
    }

    fn file(&self) -> Option<FileId> {
        self.loaded.texts.first().copied()
    }

    fn lines(&self, session: &Session) -> Option<Lines> {
        Some(Lines::of(session.sources.get(self.file()?)))
    }

    pub(crate) fn seen(&self, session: &Session) -> Seen {
        let (Some(own), Some(lines)) = (self.file(), self.lines(session)) else {
            return Seen {
                fine: false,
                findings: vec![],
                questions: vec![],
                games: vec![],
                rules: BTreeMap::new(),
            };
        };
        let piece = |span: Span| Piece::from(&lines.range(span));
        let asks = |q: &Question| Asks {
            text: q.text.clone(),
            kind: q.kind,
            place: piece(q.span()),
            misere: q.is_misere(),
        };
        let found = |d| Found::new(&session.sources, own, d);
        Seen {
            fine: self.loaded.is_fine(),
            findings: self.loaded.diagnostics.iter().map(found).collect(),
            questions: self.loaded.questions.iter().map(asks).collect(),
            games: self.games(session, own, &lines),
            rules: self.rules(),
        }
    }

    fn rules(&self) -> BTreeMap<String, Vec<bool>> {
        let games = self.loaded.program.games.iter();
        let rules = games.map(|g| (g.name.clone(), g.params.iter().map(|p| p.is_rule).collect::<Vec<_>>()));
        rules.filter(|(_, rules)| rules.contains(&true)).collect()
    }

    fn games(&self, session: &Session, own: FileId, lines: &Lines) -> Vec<Named> {
        let games = self.loaded.definitions().filter(|u| [Kind::Game, Kind::Graph].contains(&u.kind));
        let all = self.loaded.program.games.iter();
        let starting: BTreeSet<&str> = all.filter(|g| g.starts.is_some()).map(|g| g.name.as_str()).collect();
        games
            .filter(|u| u.span.file == own)
            .map(|u| {
                let name = session.sources.slice(u.span).to_string();
                let starts = starting.contains(name.as_str());
                Named { name, place: (&lines.range(u.span)).into(), starts }
            })
            .collect()
    }

    pub(crate) fn judged(&self, session: &mut Session) -> Judged {
        let (Some(own), Some(lines)) = (self.file(), self.lines(session)) else {
            return Judged { verdicts: vec![], findings: vec![] };
        };
        let verdicts = session.verdicts(&self.loaded, Which::Own);
        let claims = session.claims(&self.loaded);
        let remarks = session.remarks(&self.loaded);
        let findings = verdicts.iter().filter_map(|v| v.finding.as_deref());
        let findings = findings.chain(claims.iter().filter_map(|c| c.finding.as_deref())).chain(&remarks);
        let findings = findings.map(|d| Found::new(&session.sources, own, d)).collect();
        let games = self.loaded.definitions();
        let games = games.filter(|u| [Kind::Game, Kind::Graph].contains(&u.kind) && u.span.file == own);
        let places: BTreeMap<&str, Span> = games.map(|u| (session.sources.slice(u.span), u.span)).collect();
        let at = |name: &str| places.get(name).map(|span| Piece::from(&lines.range(*span)));
        let verdict = |v: fairgame::VerdictAnswer| Verdict {
            place: at(&v.game),
            game: v.game,
            verdict: v.verdict,
            sentence: if v.rules.is_empty() {
                v.sentence
            } else {
                format!("{} (for {})", v.sentence, v.rules.join(", "))
            },
            play: v.play,
        };
        Judged { verdicts: verdicts.into_iter().map(verdict).collect(), findings }
    }

    pub(crate) fn candidates(&self, session: &Session, line: usize, utf16: usize) -> Vec<Offered> {
        let (Some(own), Some(lines)) = (self.file(), self.lines(session)) else { return vec![] };
        let byte = lines.byte(Place { line, utf16 });
        let names = self.loaded.names_at(&session.sources, own, byte);
        names.into_iter().map(|c| Offered { kind: kind(c.kind), text: c.text, detail: c.detail }).collect()
    }

    pub(crate) fn meaning(&self, session: &Session, line: usize, utf16: usize) -> Option<Meaning> {
        let lines = self.lines(session)?;
        let byte = lines.byte(Place { line, utf16 });
        let of = self.loaded.use_at(self.file()?, byte)?;
        let symbol = self.loaded.symbol(&session.sources, of);
        Some(Meaning { usage: symbol.usage, doc: symbol.doc, place: (&lines.range(of.span)).into() })
    }
}

/// The text laid out again.
pub(crate) fn laid_out(text: &str) -> Option<String> {
    let mut sources = fairgame::Sources::default();
    let file = sources.add(NAME, None, text.to_string());
    fairgame::format::format(file, text).ok()
}

/// What the editor calls it.
fn kind(kind: Option<Kind>) -> &'static str {
    match kind {
        None => "keyword",
        Some(Kind::Game | Kind::Graph) => "class",
        Some(Kind::Function | Kind::Builtin) => "function",
        Some(Kind::Move) => "method",
        Some(Kind::Case) => "enum",
        Some(Kind::Constant) => "constant",
        Some(Kind::Parameter | Kind::Binder) => "variable",
        Some(Kind::Module) => "namespace",
    }
}
