//! `fairgame fmt`: files laid out in the usual way.

use super::commands::named;
use crate::api::Diagnostic;
use crate::api::Sources;
use crate::api::read_text;
use crate::console::{Report, Verdict, files};
use crate::format::format;
use crate::layout::{Paint, counted};
use std::io;

/// `fairgame fmt FILE...`: writes the files that change, or only names them.
pub(super) fn run(report: &mut Report, files: &[String], check: bool) -> io::Result<()> {
    let mut changed = 0;
    for file in files.iter().map(|f| named(f)) {
        let file = file.as_str();
        let mut sources = Sources::default();
        let found = match read_text(file) {
            Ok(text) => {
                let id = sources.add(file, None, text.as_str());
                format(id, &text).map(|new| (text, new))
            }
            Err(why) => Err(vec![Diagnostic::error("cannot-read", format!("{file} cannot be read: {why}"))]),
        };
        match found {
            Ok((_, new)) if file == "-" && !check => report.output.write(&new)?,
            Ok((old, new)) if old == new => {}
            Ok((old, new)) => {
                changed += 1;
                if check { would_change(report, file, &old, &new)? } else { write(report, file, &new)? }
            }
            Err(found) => report.diagnostics(&sources, &found)?,
        }
    }
    if check && changed > 0 {
        report.note(Verdict::Failed);
    }
    Ok(())
}

fn write(report: &mut Report, file: &str, new: &str) -> io::Result<()> {
    match files::replace(file, new.as_bytes()) {
        Ok(()) => report.remark(&format!("{file}: reformatted\n")),
        Err(e) => {
            let d = Diagnostic::error("cannot-write", format!("{file} cannot be written: {e}"));
            report.diagnostics(&Sources::default(), &[d])
        }
    }
}

/// Names the file, and shows the first line that would change.
fn would_change(report: &mut Report, file: &str, old: &str, new: &str) -> io::Result<()> {
    let differ = old.lines().zip(new.lines()).filter(|(a, b)| a != b).count();
    let differ = differ + old.lines().count().abs_diff(new.lines().count());
    let first = old.lines().zip(new.lines()).position(|(a, b)| a != b);
    let what = counted(differ.max(1) as u64, "line differs", "lines differ");
    let mut text = format!("{file}: {}\n", report.output.look.paint(Paint::Bad, &what));
    if let Some(i) = first {
        let line = |text: &str| text.lines().nth(i).unwrap_or_default().to_string();
        text += &format!("  {:>4} - {}\n       + {}\n", i + 1, line(old), line(new));
    }
    report.remark(&text)
}
