//! `fairgame grade`: everything that was handed in, computed again and compared with a solution.

use super::exercise::{complain, solution};
use super::open::load;
use crate::api::Diagnostic;
use crate::api::Session;
use crate::api::Sources;
use crate::api::{Disk, read_text};
use crate::console::{Format, Report};
use crate::exercise::{outline, told};
use crate::layout::counted;
use crate::link::Link;
use crate::print::{self, GradeLine, TableText};
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// So much may one answer to one check take: a class is not kept waiting by one of it.
const POSITIONS: u64 = 5_000_000;
const BYTES: u64 = 1 << 30;
const TIME: Duration = Duration::from_secs(10);

/// A row of the list.
struct HandedIn {
    cells: Vec<String>,
    link: Result<Link, String>,
}

/// The list of what was handed in.
struct List {
    columns: Vec<String>,
    /// The column with the links.
    link: usize,
    rows: Vec<HandedIn>,
}

/// How the answers of a row compare with those of the solution: for each check whether it is right, if there is an answer.
struct Marks {
    right: Vec<Option<bool>>,
    remark: String,
}

/// `fairgame grade LINKS.csv --against SOLUTION.game`
pub(super) fn run(
    report: &mut Report,
    file: &str,
    against: &str,
    csv: bool,
    out: Option<&str>,
) -> io::Result<()> {
    let list = match read_text(file).and_then(|text| list(&text)) {
        Ok(list) => list,
        Err(why) => return report.refuse(&format!("{file} cannot be read: {why}")),
    };
    let Some((mut right, asks)) = standard(report, against, &list)? else { return Ok(()) };
    let mut expected = vec![];
    for ask in &asks {
        match report.watched(|| told(&mut right, ask)) {
            Ok(answer) => expected.push(answer),
            Err(why) => return report.refuse(&format!("{against} gives no answer to `{ask}`: {why}")),
        }
    }
    let mut marks = vec![];
    for row in &list.rows {
        marks.push(mark(report, row, &asks, &expected));
    }
    if let Some(file) = out {
        report.file(file, &table(&list, &asks, &marks)?)?;
    }
    match report.output.format {
        Format::Json => lines(report, &list, &asks, &marks),
        _ if csv => report.output.bytes(&table(&list, &asks, &marks)?),
        _ if out.is_some() => Ok(()),
        _ => text(report, &list, &asks, &marks),
    }
}

// ---- what is asked

/// The solution, and what is asked of everybody.
fn standard(report: &mut Report, against: &str, list: &List) -> io::Result<Option<(Session, Vec<String>)>> {
    if against.ends_with(".toml") {
        return of_an_exercise(report, against);
    }
    let mut session = report.session();
    let loaded = session.load_path(against);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    if !loaded.is_fine() {
        return Ok(None);
    }
    let own = loaded.questions.iter().filter_map(|q| match q.kind {
        "expect" => Some(q.text.clone()),
        "show" => q.text.strip_prefix("show").map(|rest| rest.trim().to_string()),
        _ => None,
    });
    let asks = common(list).unwrap_or_else(|| own.collect());
    if asks.is_empty() {
        let why = format!("Neither {against} nor the links contain questions");
        let d = Diagnostic::error("no-exercise", why);
        complain(report, d.hint("Could the solution `show` the positions to compare?"))?;
        return Ok(None);
    }
    Ok(Some((session, asks)))
}

fn of_an_exercise(report: &mut Report, file: &str) -> io::Result<Option<(Session, Vec<String>)>> {
    let text = match read_text(file) {
        Ok(text) => text,
        Err(why) => return report.refuse(&format!("{file} cannot be read: {why}")).map(|()| None),
    };
    let mut sources = Sources::default();
    let id = sources.add(file.to_string(), None, text);
    let outline = match outline(&sources, id, &Disk) {
        Ok(outline) => outline,
        Err(d) => return report.diagnostics(&sources, &[d]).map(|()| None),
    };
    let asks = outline.checks.iter().map(|c| c.ask.clone()).collect();
    match solution(report, &outline)? {
        Ok(Some(session)) => Ok(Some((session, asks))),
        Ok(None) => {
            complain(report, Diagnostic::error("no-exercise", format!("{file} has no `solution`")))?;
            Ok(None)
        }
        Err(()) => Ok(None),
    }
}

/// What the exercise asks that most of the links carry: one student cannot change it.
fn common(list: &List) -> Option<Vec<String>> {
    let mut count: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for asks in list.rows.iter().filter_map(carried) {
        *count.entry(asks).or_default() += 1;
    }
    count.into_iter().max_by_key(|(_, n)| *n).map(|(asks, _)| asks)
}

/// What the exercise asks that a link carries.
fn carried(row: &HandedIn) -> Option<Vec<String>> {
    let exercise = row.link.as_ref().ok()?.exercise.as_ref()?;
    Some(exercise.checks.iter().map(|c| c.ask.clone()).collect())
}

// ---- what was handed in

/// Reads a list as spreadsheets write it: with commas, semicolons or tabs, with or without names of columns.
fn list(text: &str) -> Result<List, String> {
    let text = text.trim_start_matches('\u{FEFF}');
    let first = text.lines().next().unwrap_or("");
    let separator = [',', ';', '\t'].into_iter().max_by_key(|c| (first.matches(*c).count(), *c == ','));
    let mut reader = csv::ReaderBuilder::new();
    reader.flexible(true).has_headers(false).delimiter(separator.map_or(b',', |c| c as u8));
    let records = reader.from_reader(text.as_bytes()).into_records();
    let cells = |r: csv::StringRecord| r.iter().map(String::from).collect::<Vec<String>>();
    let records: Vec<_> =
        records.map(|r| r.map(cells).map_err(|e| e.to_string())).collect::<Result<_, _>>()?;
    let is_link = |cell: &String| link_in(cell).is_some();
    let link = records.iter().find_map(|r| r.iter().position(is_link)).ok_or("there is no link in it")?;
    let named = records.first().is_some_and(|r| !r.iter().any(is_link));
    let width = records.iter().map(Vec::len).max().unwrap_or(0);
    let mut rows = records.into_iter();
    let mut columns = if named { rows.next().unwrap_or_default() } else { vec![] };
    (columns.len()..width).for_each(|i| columns.push(format!("column {}", i + 1)));
    let rows = rows.filter(|r| r.iter().any(|cell| !cell.trim().is_empty())).map(|mut cells| {
        cells.resize(width, String::new());
        let own = cells.iter().find_map(|cell| link_in(cell));
        HandedIn { link: own.unwrap_or_else(|| Err("there is no link in this row".into())), cells }
    });
    Ok(List { columns, link, rows: rows.collect() })
}

/// The link in a cell, or why it cannot be read, if there is anything like one.
fn link_in(cell: &str) -> Option<Result<Link, String>> {
    let like =
        |word: &&str| word.split_once('#').is_some_and(|(_, rest)| rest.starts_with(char::is_alphanumeric));
    let word = cell.split_whitespace().find(like)?;
    Some(Link::read(word).or_else(|_| Link::read(cell)).map_err(|e| e.why))
}

// ---- marks

fn mark(report: &mut Report, row: &HandedIn, asks: &[String], expected: &[String]) -> Marks {
    let none = |remark: String| Marks { right: vec![None; asks.len()], remark };
    let link = match &row.link {
        Ok(link) => link,
        Err(why) => return none(why.clone()),
    };
    let (mut session, loaded) = load(report, link);
    if let Some(d) = loaded.diagnostics.iter().find(|d| d.is_error()) {
        return none(format!("line {}: {}", d.span().map_or(1, |s| session.sources.line(s)), d.title));
    }
    keep_within(&mut session);
    let (mut right, mut remarks) = (vec![], vec![]);
    for (ask, expected) in asks.iter().zip(expected) {
        let answer = report.watched(|| told(&mut session, ask));
        right.push(answer.as_ref().ok().map(|answer| answer == expected));
        remarks.extend(answer.err().map(|why| format!("{ask}: {why}")));
    }
    if carried(row).is_some_and(|own| own != asks) {
        remarks.push("the link carries another exercise".into());
    }
    Marks { right, remark: remarks.join("; ") }
}

fn keep_within(session: &mut Session) {
    let budget = &mut session.budget;
    budget.positions = budget.positions.min(POSITIONS);
    budget.bytes = budget.bytes.min(BYTES);
    budget.time = Some(budget.time.map_or(TIME, |time| time.min(TIME)));
}

impl Marks {
    fn points(&self) -> usize {
        self.right.iter().filter(|r| **r == Some(true)).count()
    }

    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.right.iter().map(|right| match right {
            Some(true) => "right",
            Some(false) => "wrong",
            None => "none",
        })
    }
}

// ---- the table

/// The list with a column for each check, how many are right, and a remark, as CSV.
fn table(list: &List, asks: &[String], marks: &[Marks]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(vec![]);
    let ends = ["right".to_string(), "remark".to_string()];
    writer.write_record(list.columns.iter().chain(asks).chain(&ends).map(|cell| harmless(cell)))?;
    for (row, marks) in list.rows.iter().zip(marks) {
        let words = marks.words().map(String::from);
        let ends = [marks.points().to_string(), marks.remark.clone()];
        let cells = row.cells.iter().cloned().chain(words).chain(ends);
        writer.write_record(cells.map(|cell| harmless(&cell)))?;
    }
    writer.into_inner().map_err(|e| io::Error::other(e.to_string()))
}

/// A spreadsheet would work out a cell that begins so, and these were written by others.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_string() }
}

/// For people: checks are numbered, and named below.
fn text(report: &mut Report, list: &List, asks: &[String], marks: &[Marks]) -> io::Result<()> {
    let shown = |cells: &[String]| -> Vec<String> {
        let others = cells.iter().enumerate().filter(|(i, _)| *i != list.link);
        others.map(|(_, cell)| cell.clone()).collect()
    };
    let numbers = (1..=asks.len()).map(|i| i.to_string());
    let ends = ["right".to_string(), "remark".to_string()];
    let columns = shown(&list.columns).into_iter().chain(numbers).chain(ends).collect();
    let mut table = TableText::new(columns, 0, report.output.look);
    let mut out = String::new();
    for (row, marks) in list.rows.iter().zip(marks) {
        let ends = [format!("{} of {}", marks.points(), asks.len()), marks.remark.clone()];
        let cells: Vec<String> =
            shown(&row.cells).into_iter().chain(marks.words().map(String::from)).chain(ends).collect();
        table.row(&cells, &mut out);
    }
    out += &table.finish();
    out += "\n";
    for (i, ask) in asks.iter().enumerate() {
        out += &format!("{:>3}  {}\n", i + 1, crate::layout::clean(ask));
    }
    let all = marks.iter().filter(|m| m.points() == asks.len()).count();
    out += &format!("{}, {all} with everything right\n", counted(marks.len() as u64, "answer", "answers"));
    report.output.write(&out)
}

fn lines(report: &mut Report, list: &List, asks: &[String], marks: &[Marks]) -> io::Result<()> {
    list.rows.iter().zip(marks).try_for_each(|(row, marks)| {
        let who = list.columns.iter().zip(&row.cells).map(|(c, v)| (c.as_str(), v.as_str())).collect();
        let checks = asks.iter().map(String::as_str).zip(marks.right.iter().copied()).collect();
        report.line(&print::json(&GradeLine { who, checks, right: marks.points(), remark: &marks.remark }))
    })
}
