//! `fairgame link`: a file as an address.

use crate::api::Diagnostic;
use crate::api::{FileId, Sources};
use crate::api::{Loaded, Session};
use crate::console::{Format, Report, Verdict};
use crate::layout::counted;
use crate::link::{Link, NoLink, Picture, picture, texts_used};
use crate::print::{self, LinkLine};
use std::io;

/// Where the page is, unless it is said: beside whoever opens the link.
pub(super) const PAGE: &str = "fairgame.html";

/// From here on some programs cut links when they pass them on.
const LONG: usize = 2000;

/// How a link is shown.
#[derive(clap::Args, Debug)]
pub(super) struct Shown {
    /// Where the page is that opens it: an address, or the file
    #[arg(long, value_name = "URL", default_value = PAGE)]
    pub(super) page: String,
    /// Show it as a QR code, too
    #[arg(long)]
    pub(super) qr: bool,
    /// Writes the QR code as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<String>,
}

/// `fairgame link FILE [POSITION] [MOVES]`
pub(super) fn run(report: &mut Report, file: &str, play: &[String], shown: &Shown) -> io::Result<()> {
    let mut session = report.session();
    let loaded = session.load_path(&super::commands::named(file));
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let Some(mut link) = link_of(&session, &loaded) else { return Ok(()) };
    if !play.is_empty() {
        let said = if loaded.is_fine() { played(report, &mut session, play)? } else { None };
        let Some((position, moves)) = said else { return Ok(()) };
        (link.position, link.moves) = (Some(position), moves);
    }
    show(report, &link, shown)
}

/// A text and what it uses; none if nothing could be read.
pub(super) fn link_of(session: &Session, loaded: &Loaded) -> Option<Link> {
    let main: FileId = *loaded.texts.first()?;
    let others = texts_used(&session.sources, &loaded.texts);
    Some(Link { others, ..Link::of(&*session.sources.get(main).text) })
}

/// The position and the moves made, if they are right.
fn played(
    report: &mut Report,
    session: &mut Session,
    words: &[String],
) -> io::Result<Option<(String, Vec<String>)>> {
    let [position, moves @ ..] = words else { return Ok(None) };
    let under = if report.misere && !position.contains("under misere") { " under misere" } else { "" };
    let moves = if moves.is_empty() { String::new() } else { format!(": {}", moves.join(", ")) };
    let typed = format!("play {position}{moves}{under}");
    let loaded = session.enter(&typed);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let [question] = loaded.questions.as_slice() else {
        if loaded.is_fine() {
            report.refuse("a link begins with one position; is something else written there?")?;
        }
        return Ok(None);
    };
    super::open::keep_small(session);
    let answer = session.ask(question);
    if let crate::api::Answer::Mistake { diagnostic } = &answer {
        report.diagnostics(&session.sources, std::slice::from_ref(diagnostic))?;
        return Ok(None);
    }
    Ok(session.play_as_typed(question))
}

/// Writes a link, and its QR code if that is wanted.
pub(super) fn show(report: &mut Report, link: &Link, shown: &Shown) -> io::Result<()> {
    let fragment = match link.fragment() {
        Ok(fragment) => fragment,
        Err(why) => return refuse(report, "The link cannot be made", &why),
    };
    let page = shown.page.split_once('#').map_or(shown.page.as_str(), |(page, _)| page);
    let address = format!("{page}#{fragment}");
    let code = if shown.qr || shown.svg.is_some() { Some(picture(&address)) } else { None };
    match report.output.format {
        Format::Json => {
            report.line(&print::json(&LinkLine { link: &address, characters: address.len() }))?;
        }
        _ if shown.svg.as_deref() == Some("-") => {}
        _ => report.output.write(&format!("{address}\n"))?,
    }
    match code {
        None => {}
        Some(Ok(code)) => draw(report, &code, shown)?,
        Some(Err(why)) => refuse(report, "The QR code cannot be made", &why)?,
    }
    if address.len() > LONG && report.output.format != Format::Json {
        let length = counted(address.len() as u64, "character", "characters");
        report.complain(&format!("note: the link has {length}; some programs cut such links\n"))?;
    }
    Ok(())
}

fn draw(report: &mut Report, code: &Picture, shown: &Shown) -> io::Result<()> {
    if let Some(file) = &shown.svg {
        report.file(file, code.svg.as_bytes())?;
    }
    let look = report.output.look;
    if !shown.qr || report.output.format == Format::Json {
        return Ok(());
    }
    if look.width.is_some_and(|room| room < code.columns) {
        let why = NoLink::too_narrow(code.columns);
        return refuse(report, "The QR code cannot be shown here", &why);
    }
    // Where colours may be used, they say what is light, whatever the terminal's own are.
    let (on, off) = if look.color { ("\x1b[97;40m", "\x1b[0m") } else { ("", "") };
    let lines: String = code.text.lines().map(|line| format!("{on}{line}{off}\n")).collect();
    report.output.write(&format!("\n{lines}"))
}

/// Says why there is no link.
pub(super) fn refuse(report: &mut Report, what: &str, why: &NoLink) -> io::Result<()> {
    let d = Diagnostic::error("no-link", format!("{what}: {}", why.why));
    let d = why.hint.into_iter().fold(d, |d, hint| d.hint(hint));
    report.note(Verdict::Mistake);
    report.diagnostics(&Sources::default(), &[d])
}
