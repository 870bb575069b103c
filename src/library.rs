//! What is written in the language and comes with the program: the modules of `stdlib/` and the games of `examples/`,
//! embedded in the binary.
//!
//! Each text begins with a comment that says what it is: a title, and the rules as to a friend. In the examples a
//! comment may end in the names of rows of the catalogue, as in `# Take a square. [take-a-square]`: the expectations
//! that follow belong to these rows.

use include_dir::{Dir, include_dir};

static STDLIB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/stdlib");
static EXAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/examples");

/// The chapters of the catalogue, in the order in which they are read, and what they are about.
pub const CHAPTERS: &[(&str, &str)] = &[
    ("", "To begin with"),
    ("foundations", "Graphs, values and theorems"),
    ("heaps", "Nim, its arithmetic, and taking from heaps"),
    ("strips", "Coins on strips"),
    ("boards", "Boards, mazes, chocolate"),
    ("splitting", "Kayles, Grundy's game, strings and sprouts"),
    ("octal", "Octal games"),
    ("coins", "Turning coins"),
    ("hackenbush", "Green Hackenbush"),
    ("loopy", "Games that can go on for ever, and how long they last"),
    ("chomp", "Chomp"),
];

/// A text that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name without `.game`: what `use` and `fairgame run` take.
    pub name: &'static str,
    /// Its path inside `stdlib/` or `examples/`: `splitting/kayles.game`.
    pub path: &'static str,
    /// The chapter of an example; `None` for a module of the library.
    pub chapter: Option<&'static str>,
    /// The text.
    pub text: &'static str,
}

impl Entry {
    /// Its first line, without the `#`.
    pub fn title(&self) -> &'static str {
        self.about().first().copied().unwrap_or(self.name)
    }

    /// The comment it begins with, line by line.
    pub fn about(&self) -> Vec<&'static str> {
        let lines = self.text.lines().map_while(|line| line.strip_prefix('#'));
        lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
    }

    /// The rows of the catalogue that its comments name, in order of appearance.
    pub fn rows(&self) -> Vec<&'static str> {
        let mut rows: Vec<&str> = vec![];
        for row in self.text.lines().flat_map(rows_named) {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        rows
    }

    /// The names it defines.
    pub fn defines(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(defined)
    }
}

/// The rows of the catalogue that a line names: `# Take a square. [take-a-square]`
pub fn rows_named(line: &str) -> impl Iterator<Item = &str> {
    let inside = line.starts_with('#').then(|| line.trim_end().strip_suffix(']')).flatten();
    let list = inside.and_then(|line| line.rsplit_once('[')).map_or("", |(_, list)| list);
    let list =
        if list.contains(|c: char| !c.is_ascii_alphanumeric() && !"-., ".contains(c)) { "" } else { list };
    list.split(',').map(str::trim).filter(|row| !row.is_empty())
}

/// The name that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = ["game ", "loopy game ", "let ", "graph "].iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').unwrap_or(rest.len());
    Some(&rest[..end])
}

/// The modules of the library, by name.
pub fn modules() -> impl Iterator<Item = Entry> {
    files(&STDLIB, None)
}

/// The examples, chapter by chapter.
pub fn examples() -> impl Iterator<Item = Entry> {
    CHAPTERS.iter().flat_map(|(chapter, _)| {
        let folder = if chapter.is_empty() { Some(&EXAMPLES) } else { EXAMPLES.get_dir(chapter) };
        folder.into_iter().flat_map(move |folder| files(folder, Some(chapter)))
    })
}

fn files(folder: &'static Dir<'static>, chapter: Option<&'static str>) -> impl Iterator<Item = Entry> {
    folder.files().filter(|file| file.path().extension().is_some_and(|e| e == "game")).map(move |file| {
        Entry {
            name: file.path().file_stem().and_then(|stem| stem.to_str()).expect("names of files are text"),
            path: file.path().to_str().expect("names of files are text"),
            chapter,
            text: file.contents_utf8().expect("what is embedded is text"),
        }
    })
}

/// The text of that name: a module, an example, or the example that has this row of the catalogue.
pub fn entry(name: &str) -> Option<Entry> {
    modules()
        .chain(examples())
        .find(|e| e.name == name)
        .or_else(|| examples().find(|e| e.rows().contains(&name)))
}

/// The module, or else the example, that defines a game or a function of that name: one of its own name before others.
pub fn defining(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let defining = || modules().chain(examples()).filter(|e| e.defines().any(|defined| defined == name));
    let own = defining().find(|e| e.name == lower);
    own.or_else(|| defining().next()).map(|entry| entry.name)
}

/// The entries in which all words occur, best first: in the name, in a row, in a title, in what it defines, in what
/// it says.
pub fn search(words: &[String]) -> Vec<Entry> {
    let words: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let mut found: Vec<(usize, Entry)> =
        modules().chain(examples()).filter_map(|e| Some((distance(&e, &words)?, e))).collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// How deep inside an entry the words are found.
fn distance(entry: &Entry, words: &[String]) -> Option<usize> {
    let has = |text: &str, word: &str| text.to_lowercase().contains(word);
    let place = |word: &String| {
        let rows = || entry.rows().iter().any(|row| has(row, word));
        let says = || has(&entry.about().join(" "), word);
        [
            has(entry.name, word),
            rows(),
            has(entry.title(), word),
            entry.defines().any(|d| has(d, word)),
            says(),
        ]
        .iter()
        .position(|found| *found)
    };
    words.iter().map(place).try_fold(0, |worst: usize, place| Some(worst.max(place?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_name_and_by_row() {
        assert!(entry("heaps").is_some_and(|e| e.chapter.is_none()));
        assert!(entry("kayles").is_some_and(|e| e.chapter == Some("splitting")));
        assert!(entry("no such game").is_none());
        assert_eq!(defining("TakeAway"), Some("heaps"));
    }

    #[test]
    fn a_comment_names_rows_in_brackets_at_its_end() {
        let rows = |line| rows_named(line).collect::<Vec<_>>();
        assert_eq!(rows("# Take a square. [take-a-square, oct-0.137]"), ["take-a-square", "oct-0.137"]);
        assert_eq!(rows("# Nim(3) is [value(Nim(3))]"), [""; 0]);
        assert_eq!(rows("let list = [kayles]"), [""; 0]);
    }

    #[test]
    fn every_folder_of_examples_is_a_chapter() {
        let known = |path: &str| CHAPTERS.iter().any(|(chapter, _)| *chapter == path);
        assert!(EXAMPLES.dirs().all(|d| d.path().to_str().is_some_and(known)));
    }
}
