//! Where texts come from: files on disk, texts in memory, or only the library.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The largest file that is read; no rulebook is larger.
pub const MAX_FILE: u64 = 16 << 20;

/// How many files of a folder are examined for a similar name.
const MOST_BESIDE: usize = 1000;

/// Why most files cannot be read.
pub const NO_SUCH_FILE: &str = "there is no such file";

/// A text, as found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its name in messages. The files it uses are relative to it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The source of the files that a program names: a disk, the tabs of an editor, the texts of a page. The
/// library needs none.
///
/// ```
/// use fairgame::{Files, Session, Texts};
///
/// let mut texts = Texts::new();
/// texts.put("pile.game", "game Pile(n: nat)\n  move take(k in 1..2 where k <= n) to Pile(n - k)");
/// let mut session = Session::default();
/// session.read_from(texts);
/// let loaded = session.open("mine.game", "use \"pile.game\"\nshow Pile(4)");
/// assert!(loaded.is_fine());
/// ```
pub trait Files {
    /// The text of a file: as a user names it, or as the text called `base` does.
    ///
    /// # Errors
    /// Why it cannot be read, in words that follow its name and a colon.
    fn read(&self, name: &str, base: Option<&str>) -> Result<Found, String>;

    /// Two names of one file have one key, so that it is read once.
    fn key(&self, name: &str) -> String {
        name.to_string()
    }

    /// The rule files in the folder of this one, named as it is: to suggest one if this file is missing.
    fn beside(&self, _name: &str, _base: Option<&str>) -> Vec<String> {
        vec![]
    }

    /// Whether there is such a file: it takes precedence over a game of the library with the same name.
    fn has(&self, name: &str) -> bool {
        self.read(name, None).is_ok()
    }
}

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, name: &str, base: Option<&str>) -> Result<Found, String> {
        let path = beside(name, base);
        let text = read_file(&path)?;
        Ok(Found { name: path.display().to_string(), text })
    }

    fn key(&self, name: &str) -> String {
        std::fs::canonicalize(name).map_or_else(|_| name.to_string(), |path| path.display().to_string())
    }

    fn beside(&self, name: &str, base: Option<&str>) -> Vec<String> {
        let path = beside(name, base);
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_BESIDE).flatten();
        let names = entries.map(|e| Path::new(name).with_file_name(e.file_name()).display().to_string());
        let mut names: Vec<String> = names.filter(|n| n.ends_with(".game")).collect();
        names.sort();
        names
    }

    fn has(&self, name: &str) -> bool {
        Path::new(name).is_file()
    }
}

/// Texts in memory, by name, with or without other files behind them: an editor shows the texts of its tabs
/// before those on disk.
#[derive(Default)]
pub struct Texts {
    texts: BTreeMap<String, String>,
    others: Option<Box<dyn Files>>,
}

impl Texts {
    /// No text, and no other files.
    pub fn new() -> Texts {
        Texts::default()
    }

    /// No text so far; any text not put here is looked up in other files.
    pub fn before(others: impl Files + 'static) -> Texts {
        Texts { texts: BTreeMap::new(), others: Some(Box::new(others)) }
    }

    /// Puts a text here, in place of one of that name.
    pub fn put(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(short(Path::new(&name.into())), text.into());
    }

    /// Takes a text away.
    pub fn remove(&mut self, name: &str) {
        self.texts.remove(&short(Path::new(name)));
    }
}

impl Files for Texts {
    fn read(&self, name: &str, base: Option<&str>) -> Result<Found, String> {
        let full = short(&beside(name, base));
        match (self.texts.get(&full), &self.others) {
            (Some(text), _) => Ok(Found { name: full, text: text.clone() }),
            (None, Some(others)) => others.read(name, base),
            (None, None) => Err(NO_SUCH_FILE.into()),
        }
    }

    fn beside(&self, name: &str, base: Option<&str>) -> Vec<String> {
        let others = self.others.as_ref().map_or(vec![], |others| others.beside(name, base));
        self.texts.keys().cloned().chain(others).collect()
    }

    fn key(&self, name: &str) -> String {
        match &self.others {
            Some(others) if !self.texts.contains_key(&short(Path::new(name))) => others.key(name),
            _ => short(Path::new(name)),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.texts.contains_key(&short(Path::new(name)))
            || self.others.as_ref().is_some_and(|others| others.has(name))
    }
}

/// A file named in another one is relative to its folder.
fn beside(name: &str, base: Option<&str>) -> PathBuf {
    let folder = base.map(Path::new).and_then(Path::parent);
    folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
}

/// A name without the steps that lead nowhere: `sub/../pile.game` is `pile.game`.
pub(crate) fn short(path: &Path) -> String {
    let mut short = PathBuf::new();
    for part in path.components() {
        let goes_on = matches!(short.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if goes_on => drop(short.pop()),
            part => short.push(part),
        }
    }
    short.display().to_string()
}

/// The text of a file; `-` is standard input.
///
/// # Errors
/// Why it cannot be read, in words.
pub fn read_text(path: &str) -> Result<String, String> {
    if path == "-" { read_stdin() } else { read_file(Path::new(path)) }
}

/// The text that is piped in.
///
/// # Errors
/// Why it cannot be read, in words.
pub(crate) fn read_stdin() -> Result<String, String> {
    read_limited(std::io::stdin().lock())
}

fn read_file(path: &Path) -> Result<String, String> {
    let about = std::fs::metadata(path).map_err(|e| plain(&e))?;
    if about.is_dir() {
        return Err("it is a directory".into());
    }
    if about.len() > MAX_FILE {
        return Err(too_long(about.len()));
    }
    let file = std::fs::File::open(path).map_err(|e| plain(&e))?;
    read_limited(file)
}

fn read_limited(from: impl Read) -> Result<String, String> {
    let mut bytes = vec![];
    from.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|e| plain(&e))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(too_long(bytes.len() as u64));
    }
    if let Some(text) = wide_text(&bytes) {
        return text;
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = 1 + e.as_bytes()[..at].iter().filter(|b| **b == b'\n').count();
        let rest = &e.as_bytes()[at..];
        // What is no text at all has bytes that no letters have.
        match e.as_bytes().contains(&0) || rest.is_empty() {
            true => "it is not a text".to_owned(),
            false => format!(
                "it is not text in UTF-8: byte {} on line {line} belongs to no character. \
                 Was it saved as Latin-1 or Windows-1252? An editor can save it as UTF-8",
                at + 1
            ),
        }
    })
}

fn too_long(bytes: u64) -> String {
    format!("it has {} MiB or more; files of up to {} MiB are read", bytes >> 20, MAX_FILE >> 20)
}

fn plain(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => NO_SUCH_FILE.into(),
        std::io::ErrorKind::PermissionDenied => "permission is denied".into(),
        std::io::ErrorKind::IsADirectory => "it is a directory".into(),
        _ => e.to_string(),
    }
}

/// A text in UTF-16, as some editors save it; none if the first bytes are not those of one.
fn wide_text(bytes: &[u8]) -> Option<Result<String, String>> {
    if matches!(bytes, [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..]) {
        return Some(Err("it was saved as UTF-32: can it be saved as UTF-8?".to_owned()));
    }
    let decode: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        // Without a mark: a first character that takes one byte of its two.
        [first, 0, ..] if *first != 0 => u16::from_le_bytes,
        [0, second, ..] if *second != 0 => u16::from_be_bytes,
        _ => return None,
    };
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| decode([pair[0], pair[1]])).collect();
    let text = String::from_utf16(&units);
    Some(text.map_err(|_| "it looks like UTF-16, but is damaged: can it be saved as UTF-8?".to_owned()))
}
