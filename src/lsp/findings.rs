//! What was found in a text, as an editor shows it.

use super::Server;
use super::document::Document;
use super::places;
use crate::api::{Diagnostic, Kind, Label, Lines, Severity, Span};
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range,
};

/// The codes of parts that do nothing: editors show these paler.
const WITHOUT_EFFECT: &[&str] =
    &["game-never-used", "guard-always-true", "move-never-possible", "parameter-never-used"];

/// Everything found in a text.
pub(super) fn diagnostics(server: &Server, doc: &Document) -> Vec<lsp_types::Diagnostic> {
    doc.findings().iter().map(|d| diagnostic(server, doc, d)).collect()
}

fn diagnostic(server: &Server, doc: &Document, d: &Diagnostic) -> lsp_types::Diagnostic {
    let severity = match d.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    };
    let related = d.labels.iter().filter(|l| Some(l.span) != own_place(doc, d));
    let related: Vec<_> = related.filter_map(|l| related_place(server, doc, l)).collect();
    lsp_types::Diagnostic {
        range: place(doc, d),
        severity: Some(severity),
        code: Some(NumberOrString::String(d.code.into())),
        code_description: explanation(server, d),
        source: Some("fairgame".into()),
        message: message(d),
        related_information: (!related.is_empty()).then_some(related),
        tags: WITHOUT_EFFECT.contains(&d.code).then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..lsp_types::Diagnostic::default()
    }
}

/// Where an editor that shows texts of the library finds what is said about a code.
fn explanation(server: &Server, d: &Diagnostic) -> Option<CodeDescription> {
    let href = format!("fairgame:/messages/{}.md", d.code).parse().ok()?;
    server.client.shows_library.then_some(CodeDescription { href })
}

/// The place itself, if it is in this text.
fn own_place(doc: &Document, d: &Diagnostic) -> Option<Span> {
    let own = || d.labels.iter().filter(|l| doc.is_own(l.span));
    own().find(|l| l.primary).or_else(|| own().next()).map(|l| l.span)
}

/// Where it is to be seen in this text: of what is wrong in a file that it uses, where that is named.
pub(super) fn place(doc: &Document, d: &Diagnostic) -> Range {
    let used = || {
        let file = d.span()?.file;
        let names =
            |u: &&crate::api::Use| u.kind == Kind::Module && u.definition.is_some_and(|m| m.file == file);
        doc.loaded.uses.iter().find(names).map(|u| u.span)
    };
    own_place(doc, d).or_else(used).map(|span| doc.range(span.range())).unwrap_or_default()
}

/// All that is said about it, as at the command line.
fn message(d: &Diagnostic) -> String {
    let label = d.labels.iter().filter(|l| l.primary && !l.text.is_empty()).map(|l| &l.text);
    let lines = std::iter::once(&d.title).chain(label).chain(&d.play).chain(&d.notes).chain(&d.hints);
    lines.cloned().collect::<Vec<_>>().join("\n")
}

fn related_place(server: &Server, doc: &Document, label: &Label) -> Option<DiagnosticRelatedInformation> {
    let message = if label.text.is_empty() { "here".into() } else { label.text.clone() };
    Some(DiagnosticRelatedInformation { location: location(server, doc, label.span)?, message })
}

/// Where something is, in whichever text.
pub(super) fn location(server: &Server, doc: &Document, span: Span) -> Option<Location> {
    if doc.is_own(span) {
        return Some(Location::new(doc.uri.parse().ok()?, doc.range(span.range())));
    }
    let file = doc.session.sources.get(span.file);
    let lines = Lines::of(file);
    Some(Location::new(server.uri_of(file)?, places::range(&lines, span.range())))
}
