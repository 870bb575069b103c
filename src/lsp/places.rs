//! Names of files and places, as editors write them.

use crate::api::{Lines, Place, SourceFile};
use lsp_types::{Position, Range};
use std::fmt::Write;

/// The name of the file at an address; other texts are called by their address.
pub(super) fn name_of_uri(uri: &str) -> String {
    let Some(path) = uri.strip_prefix("file://") else { return uri.to_string() };
    let path = decoded(path);
    let drive = path.as_bytes().get(2) == Some(&b':') && path.starts_with('/');
    if drive { path[1..].to_string() } else { path }
}

/// The address of a text that was read. What comes with the program has one of its own scheme, or is written to a file
/// where an editor does not know that scheme.
pub(super) fn uri_of_file(file: &SourceFile, shows_library: bool) -> Option<String> {
    let embedded =
        file.path.is_none() && (file.name.starts_with("stdlib/") || file.name.starts_with("examples/"));
    if !embedded {
        return Some(uri_of_name(&file.name));
    }
    if shows_library {
        return Some(format!("fairgame:/{}", file.name));
    }
    written(file)
}

fn uri_of_name(name: &str) -> String {
    if name.starts_with('/') {
        format!("file://{}", encoded(name))
    } else if name.as_bytes().get(1) == Some(&b':') {
        format!("file:///{}", encoded(&name.replace('\\', "/")))
    } else {
        name.to_string()
    }
}

/// A copy of a text of the library, to look at; none where there are no files.
#[cfg(target_family = "wasm")]
fn written(_: &SourceFile) -> Option<String> {
    None
}

/// A copy of a text of the library, to look at.
#[cfg(not(target_family = "wasm"))]
fn written(file: &SourceFile) -> Option<String> {
    use std::path::Path;
    let folder = std::env::temp_dir().join(concat!("fairgame-", env!("CARGO_PKG_VERSION")));
    let path = folder.join(&file.name);
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).ok()?;
    if std::fs::read_to_string(&path).ok().as_deref() != Some(&*file.text) {
        std::fs::write(&path, &*file.text).ok()?;
    }
    Some(uri_of_name(&path.display().to_string()))
}

fn decoded(path: &str) -> String {
    let bytes = path.as_bytes();
    let (mut out, mut i) = (vec![], 0);
    while i < bytes.len() {
        let code = path.get(i + 1..i + 3).filter(|_| bytes[i] == b'%');
        if let Some(byte) = code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(byte);
            i += 3;
        } else {
            out.push(bytes[i]);
            i += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn encoded(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                out.push(char::from(byte));
            }
            _ => write!(out, "%{byte:02X}").expect("a string takes everything"),
        }
    }
    out
}

/// A place, as editors write it.
pub(super) fn position(lines: &Lines, byte: usize) -> Position {
    let place = lines.place(byte);
    Position::new(place.line as u32, place.utf16 as u32)
}

/// A run of bytes.
pub(super) fn range(lines: &Lines, bytes: std::ops::Range<usize>) -> Range {
    Range::new(position(lines, bytes.start), position(lines, bytes.end))
}

/// The byte at a place.
pub(super) fn byte(lines: &Lines, at: Position) -> usize {
    lines.byte(Place { line: at.line as usize, utf16: at.character as usize })
}
