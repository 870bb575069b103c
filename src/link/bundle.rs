//! All texts of a program: the files that it uses go with it.

use super::Text;
use crate::files::short;
use crate::source::{FileId, Sources};
use std::path::Path;

/// What the program of a link is called in messages.
pub const MAIN: &str = "link.game";

/// The files of its author that a program uses, by their names seen from its folder. `read` are the texts that were read
/// for it, its own first.
pub fn texts_used(sources: &Sources, read: &[FileId]) -> Vec<Text> {
    let mut files = read.iter().map(|id| sources.get(*id));
    let folder = files.next().and_then(|main| main.path.as_deref()?.parent()).unwrap_or(Path::new(""));
    let used = files.filter_map(|file| {
        let path = file.path.as_deref()?;
        let name = short(path.strip_prefix(folder).unwrap_or(path));
        Some(Text { name, text: file.text.to_string() })
    });
    used.collect()
}
