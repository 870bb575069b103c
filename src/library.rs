//! The bundled texts in the language: the modules of `stdlib/` and the games of `examples/`,
//! embedded in the binary.
//!
//! Each text begins with a comment that describes it: a title, and the rules as you would explain them to a friend. In the
//! examples a comment may end in the names of rows of the catalogue, as in `# Take a square. [take-a-square]`: the expectations
//! that follow belong to these rows.

use include_dir::{Dir, include_dir};

static STDLIB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/stdlib");
static EXAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/examples");

/// The chapters of the catalogue, in reading order, and their subjects.
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

/// A bundled text.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name without `.game`: the name for `use` and `fairgame run`.
    pub name: &'static str,
    /// Its path inside `stdlib/` or `examples/`: `splitting/kayles.game`.
    pub path: &'static str,
    /// The chapter of an example; `None` for a module of the library.
    pub chapter: Option<&'static str>,
    /// The text.
    pub text: &'static str,
}

impl Entry {
    /// The first sentence of its first comment, without its full stop: a heading, or a sentence.
    pub fn title(&self) -> String {
        let first: Vec<&str> = self.about().into_iter().take_while(|l| !l.trim().is_empty()).collect();
        if first.is_empty() { self.name.into() } else { first_sentence(&first.join(" ")) }
    }

    /// Its first comment, line by line.
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
    pub fn defines(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text.lines().filter_map(defined)
    }
}

/// A text up to its first full stop, which ends a word of more than one letter outside brackets.
fn first_sentence(text: &str) -> String {
    let mut depth = 0i32;
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let word = text[..i].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let ends = text[i + c.len_utf8()..].chars().next().is_none_or(char::is_whitespace);
        // A letter with a full stop is a name that is cut short.
        let whole = word.chars().count() > 1 || text[..i].ends_with(')');
        if c == '.' && depth == 0 && ends && whole {
            return text[..i].trim().to_string();
        }
    }
    text.trim().to_string()
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

/// The module that defines a game or a function of that name, or else the example that defines such a game: one of its
/// own name before others.
pub fn defining(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let defining = || searched(name).filter(|e| e.defines().any(|defined| defined == name));
    let own = defining().find(|e| e.name == lower);
    own.or_else(|| defining().next()).map(|entry| entry.name)
}

/// All names of the kind of `name`, games or functions, that the library defines, and the games of the examples.
pub fn names_like(name: &str) -> impl Iterator<Item = &'static str> {
    let is_game = begins_game(name);
    searched(name).flat_map(|entry| entry.defines()).filter(move |other| begins_game(other) == is_game)
}

fn searched(name: &str) -> impl Iterator<Item = Entry> {
    let is_game = begins_game(name);
    modules().chain(examples().filter(move |_| is_game))
}

fn begins_game(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// The entries in which all words occur, best first: in the name, in a row, in a title, in its definitions, in its
/// first comment, in any comment. Signs, accents, endings and words such as "the" make no difference.
pub fn search(words: &[String]) -> Vec<Entry> {
    let words = terms(&words.join(" "));
    let mut found: Vec<(usize, Entry)> =
        modules().chain(examples()).filter_map(|e| Some((distance(&e, &words)?, e))).collect();
    // Of several names that have the words, the one that has no others is meant.
    found.sort_by_cached_key(|(distance, e)| {
        (*distance, if *distance == 0 { plain(e.name).split(' ').count() } else { 0 })
    });
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Words without information about a game.
const NOISE: &[&str] =
    &["a", "an", "and", "by", "for", "from", "game", "in", "of", "on", "or", "the", "to", "with"];

/// The search terms: the words of a query, without plural endings, and without uninformative words if others remain.
fn terms(query: &str) -> Vec<String> {
    let plain = plain(query);
    let all: Vec<&str> = plain.split_whitespace().collect();
    let telling: Vec<&str> = all.iter().copied().filter(|w| !NOISE.contains(w)).collect();
    let singular = |word: &str| {
        let stem = word.strip_suffix("oes").map(|stem| format!("{stem}o"));
        let stem = stem.or_else(|| word.strip_suffix("ies").map(|stem| format!("{stem}y")));
        let stem = stem.or_else(|| word.strip_suffix('s').map(String::from));
        stem.filter(|stem| stem.chars().count() > 2 && !stem.ends_with('s'))
            .unwrap_or_else(|| word.to_string())
    };
    (if telling.is_empty() { all } else { telling }).into_iter().map(singular).collect()
}

/// A text in small letters without accents, with spaces for signs.
fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        'à' | 'â' | 'ä' => 'a',
        'è' | 'é' | 'ê' => 'e',
        'ô' | 'ö' => 'o',
        'ü' => 'u',
        c if c.is_alphanumeric() || c == '.' => c,
        _ => ' ',
    };
    text.to_lowercase().chars().map(letter).collect()
}

/// How deep inside an entry the words occur.
fn distance(entry: &Entry, words: &[String]) -> Option<usize> {
    let comments = || entry.text.lines().filter_map(|line| Some(line.split_once('#')?.1));
    let places = [
        plain(entry.name),
        plain(&entry.rows().join(" ")),
        plain(&entry.title()),
        plain(&entry.defines().collect::<Vec<_>>().join(" ")),
        plain(&entry.about().join(" ")),
        plain(&comments().collect::<Vec<_>>().join(" ")),
    ];
    let place = |word: &String| places.iter().position(|text| text.contains(word.as_str()));
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
        assert_eq!(search(&["kayles".into()])[0].name, "kayles");
    }

    #[test]
    fn a_title_is_a_whole_sentence() {
        assert_eq!(first_sentence("Turning coins. (H. W. Lenstra, 1978)"), "Turning coins");
        assert_eq!(first_sentence("By E. R. Berlekamp of old. More"), "By E. R. Berlekamp of old");
        assert_eq!(first_sentence("Octal 0.77 (see G. 1). More"), "Octal 0.77 (see G. 1)");
        assert!(modules().chain(examples()).all(|e| !e.title().is_empty() && !e.title().ends_with(" with")));
    }

    #[test]
    fn a_comment_names_rows_in_brackets_at_its_end() {
        let rows = |line| rows_named(line).collect::<Vec<_>>();
        assert_eq!(rows("# Take a square. [take-a-square, oct-0.137]"), ["take-a-square", "oct-0.137"]);
        assert_eq!(rows("# Nim(3) is [value(Nim(3))]"), [""; 0]);
        assert_eq!(rows("let list = [kayles]"), [""; 0]);
    }

    #[test]
    fn what_a_student_would_type_is_found() {
        for (query, name) in [
            ("tic tac toe", "treblecross"),
            ("noughts and crosses", "treblecross"),
            ("the queen's game", "wythoff"),
            ("dominoes", "cram"),
            ("Sprague Grundy", "theorems"),
            ("Grundy's theorem", "theorems"),
            ("nim sum", "nim-field"),
            ("misère", "misere-nim"),
            ("3n+1", "beanstalk"),
            ("Collatz", "beanstalk"),
            ("staircases", "staircase"),
            ("Golay code", "moebius"),
            ("bowling", "kayles"),
            ("matches", "nim"),
            ("pawns", "dawsons-chess"),
            ("chocolate", "chocolate"),
            ("pearls", "nim"),
            ("Marienbad", "nim"),
            ("divisors", "divisors"),
            ("domineering", "cram"),
            ("remoteness", "tribulations"),
            ("Steinhaus", "tribulations"),
            ("golden ratio", "wythoff"),
            ("trees", "green-hackenbush"),
            ("0.137", "dawsons-chess"),
            ("quotients", "misere-rows"),
            ("Conway", "sprouts"),
            ("topology", "sprouts"),
            ("planar", "sprouts"),
            ("Fibonacci", "fibonacci"),
            ("Hamming code", "nim"),
            ("bricks", "polyominoes"),
        ] {
            let found = search(&[query.to_string()]);
            assert!(
                found.iter().any(|e| e.name == name),
                "{query}: {:?}",
                found.iter().map(|e| e.name).collect::<Vec<_>>()
            );
        }
        assert!(search(&["zeppelin".into()]).is_empty());
    }

    #[test]
    fn every_folder_of_examples_is_a_chapter() {
        let known = |path: &str| CHAPTERS.iter().any(|(chapter, _)| *chapter == path);
        assert!(EXAMPLES.dirs().all(|d| d.path().to_str().is_some_and(known)));
    }
}
