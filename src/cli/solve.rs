//! `fairgame solve`, and `fairgame verify` of what it made.

use super::commands::{asked_or_start, load_first, split_files};
#[cfg(not(feature = "workers"))]
use crate::api::stored::Alone;
use crate::api::stored::{self, Fact, Peers, Stored, each_stored, verify_stored};
use crate::api::{Budget, Sources, Trouble};
use crate::console::{Format, Report};
use crate::layout::{Paint, counted};
use crate::print::{self, SolveLine, StoredLine, VerifyLine};
use std::io;
use std::path::Path;

/// What is done with the others, once they are there.
pub(super) type With<'w> = dyn FnMut(&mut dyn Peers) -> Result<Stored, Trouble> + 'w;

/// Nobody else is there.
#[cfg(not(feature = "workers"))]
pub(super) fn alone(with: &mut With<'_>) -> Result<Option<Stored>, Trouble> {
    with(&mut Alone).map(Some)
}

/// What is wanted.
pub(super) struct Wanted<'a> {
    pub(super) folder: &'a str,
    /// The value of the position alone, or level by level.
    pub(super) how: stored::Wanted,
    /// A search, and the folders of others that it begins with.
    pub(super) search: Option<&'a Vec<String>>,
}

/// `fairgame solve FILE POSITION --into DIR`; `found` finds the others, and says what came of it unless another one does.
pub(super) fn run(
    report: &mut Report,
    words: &[String],
    wanted: &Wanted<'_>,
    found: impl FnOnce(&mut With<'_>) -> Result<Option<Stored>, Trouble>,
) -> io::Result<()> {
    if report.misere {
        return report.refuse("values on disk are those of normal play; should it be without `--misere`?");
    }
    let mut session = report.session();
    let (files, asked) = split_files(words, &[]);
    let [file] = files.as_slice() else {
        return report
            .refuse("which file has the rules, as in `fairgame solve mine.game 'Mine(5)' --into DIR`?");
    };
    let Some(loaded) = load_first(report, &mut session, file)? else { return Ok(()) };
    let Some(asked) = asked_or_start(report, &session, "solve", &files, asked)? else { return Ok(()) };
    let &Wanted { folder, how, search } = wanted;
    if folder.is_empty() {
        return report.refuse("which folder do the values go into, as in `--into values`?");
    }
    let into = Path::new(folder);
    let others: Option<Vec<&Path>> = search.map(|others| others.iter().map(Path::new).collect());
    let solved = report.watched(|| {
        found(&mut |peers| match &others {
            Some(others) => session.search_with(&loaded, &asked, into, others, peers),
            None => session.solve_with(&loaded, &asked, into, how, peers),
        })
    });
    match solved {
        Ok(None) => Ok(()),
        Ok(Some(stored)) => say(report, wanted, &stored),
        Err(trouble) => complain(report, &session.sources, &trouble),
    }
}

fn say(report: &mut Report, wanted: &Wanted<'_>, stored: &Stored) -> io::Result<()> {
    let Stored { position, value, positions, digest, rules, search, by_place, levels, rests_on } = stored;
    let folder = wanted.folder;
    if report.output.format == Format::Json {
        let (value, positions, search) = (*value, *positions, *search);
        let way = way(search, *by_place);
        let levels = levels.as_deref();
        let line =
            SolveLine { position, value, positions, folder, rules, digest, search, way, levels, rests_on };
        return report.line(&print::json(&line));
    }
    let number = report.output.look.paint(Paint::Good, &value.to_string());
    let counted = counted(*positions, "position", "positions");
    let positions = match search {
        true if digest.is_empty() => "its proof is in the folder of the first worker".to_string(),
        true => format!("it rests on {counted}, kept in {folder}"),
        false => {
            let have = if *by_place { "up to its place" } else { "can be reached" };
            let kept = if wanted.how.only { "its value alone is kept" } else { "all values are" };
            format!("{counted} {have}; {kept} in {folder}")
        }
    };
    let levels = levels.iter().map(|why| format!("level by level: {why}\n")).collect::<String>();
    let claims: String = rests_on.iter().map(|claim| format!("and on {claim}\n")).collect();
    let values = if digest.is_empty() { String::new() } else { format!("  values {digest}\n") };
    let text = format!("{position}: {number}\n{positions}\n{levels}{claims}  rules  {rules}\n{values}");
    report.output.write(&text)
}

/// How values were found, in a word.
fn way(search: bool, by_place: bool) -> &'static str {
    match (search, by_place) {
        (true, _) => "search",
        (false, true) => "place",
        (false, false) => "levels",
    }
}

fn complain(report: &mut Report, sources: &Sources, trouble: &Trouble) -> io::Result<()> {
    match trouble {
        Trouble::Mistakes(all) => report.diagnostics(sources, all),
        Trouble::Stopped(stopped) => report.stopped(Some(stopped)),
    }
}

/// Which part of a folder is looked at: the first of this many is 1.
pub(super) type Shard = (u32, u32);

/// `i/n`
pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("two numbers as in 1/4, the first of four parts".into()),
    }
}

/// `fairgame verify DIR`
pub(super) fn verify(report: &mut Report, folder: &str, (i, n): Shard, budget: &Budget) -> io::Result<()> {
    let checked = report.watched(|| verify_stored(Path::new(folder), (i - 1, n), budget.clone()));
    let (stored, count) = match checked {
        Ok(checked) => checked,
        Err(trouble) => return complain(report, &Sources::default(), &trouble),
    };
    let of = if n > 1 { format!(" (part {i} of {n})") } else { String::new() };
    let claims = match stored.rests_on.as_slice() {
        [] => String::new(),
        claims => format!("; it rests on {}, not proved", claims.join(" and ")),
    };
    let text = format!(
        "{} has the value {}; {}{of} checked, each from its options, by the rules {}; values {}{claims}",
        stored.position,
        stored.value,
        counted(count, "position", "positions"),
        stored.rules,
        stored.digest
    );
    if report.output.format == Format::Json {
        return report.line(&print::json(&VerifyLine { file: folder, verdict: "proved", text: &text }));
    }
    let line = format!("{folder}: {}: {text}\n", report.output.look.paint(Paint::Good, "proved"));
    report.separate(false)?;
    report.output.write(&line)
}

/// `fairgame verify DIR --print`
pub(super) fn print(report: &mut Report, folder: &str, budget: &Budget) -> io::Result<()> {
    let json = report.output.format == Format::Json;
    let mut written = Ok(());
    let shown = each_stored(Path::new(folder), budget.clone(), &mut |position, value| {
        let position = position.to_string();
        let (value, not) = match value {
            Fact::Value(value) => (Some(value), vec![]),
            Fact::Not(_) => (None, (0..Fact::SMALL).filter(|v| value.rules_out(*v)).collect()),
        };
        let line = match (json, value) {
            (true, _) => print::json(&StoredLine { position: &position, value, not }),
            (false, Some(value)) => format!("{position} {value}"),
            (false, None) => {
                let not: Vec<String> = not.iter().map(u64::to_string).collect();
                format!("{position} not {}", not.join(", "))
            }
        };
        written = report.line(&line);
        written.is_ok()
    });
    written?;
    match shown {
        Ok(stored) if json => drop(stored),
        Ok(stored) => report.output.write(&format!("rules {}\nvalues {}\n", stored.rules, stored.digest))?,
        Err(trouble) => complain(report, &Sources::default(), &trouble)?,
    }
    Ok(())
}
