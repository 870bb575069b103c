//! Just enough of Rust's syntax to see which paths a source file names: words and signs, without comments,
//! strings and characters.

/// The words and signs of a text, in order; `::` is one sign, every other sign a single character.
pub(crate) fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = vec![];
    let mut i = 0;
    while i < chars.len() {
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        match chars[i] {
            '/' if next == '/' => i = line_end(&chars, i),
            '/' if next == '*' => i = comment_end(&chars, i),
            '"' => i = quote_end(&chars, i + 1),
            '\'' => i = character_end(&chars, i),
            ':' if next == ':' => {
                found.push("::".to_string());
                i += 2;
            }
            c if is_word(c) => {
                let from = i;
                while i < chars.len() && is_word(chars[i]) {
                    i += 1;
                }
                let word: String = chars[from..i].iter().collect();
                match raw_end(&chars, i, &word) {
                    Some(end) => i = end,
                    None => found.push(word),
                }
            }
            c => {
                if !c.is_whitespace() {
                    found.push(c.to_string());
                }
                i += 1;
            }
        }
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn line_end(chars: &[char], from: usize) -> usize {
    (from..chars.len()).find(|i| chars[*i] == '\n').unwrap_or(chars.len())
}

/// Behind a block comment; they nest.
fn comment_end(chars: &[char], from: usize) -> usize {
    let (mut i, mut depth) = (from, 0);
    while i + 1 < chars.len() {
        match (chars[i], chars[i + 1]) {
            ('/', '*') => (depth, i) = (depth + 1, i + 2),
            ('*', '/') => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            return i;
        }
    }
    chars.len()
}

/// Behind a string whose first character stands at `from`.
fn quote_end(chars: &[char], from: usize) -> usize {
    let mut i = from;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// Behind a character, or behind the apostrophe of a lifetime.
fn character_end(chars: &[char], from: usize) -> usize {
    match (chars.get(from + 1), chars.get(from + 2)) {
        (Some('\\'), _) => (from + 3..chars.len()).find(|i| chars[*i] == '\'').map_or(chars.len(), |i| i + 1),
        (Some(_), Some('\'')) => from + 3,
        _ => from + 1,
    }
}

/// Behind a raw string, if `word` is the `r` or `br` in front of one.
fn raw_end(chars: &[char], from: usize, word: &str) -> Option<usize> {
    if !matches!(word, "r" | "br" | "cr") {
        return None;
    }
    let hashes = chars[from..].iter().take_while(|c| **c == '#').count();
    if chars.get(from + hashes) != Some(&'"') {
        return None;
    }
    let closed =
        |i: &usize| chars[*i] == '"' && chars[i + 1..].iter().take_while(|c| **c == '#').count() >= hashes;
    let end = (from + hashes + 1..chars.len()).find(closed)?;
    Some(end + 1 + hashes)
}

/// The words without the tests inside a file.
#[allow(dead_code)] // each test file uses its own part
pub(crate) fn without_tests(words: &[String]) -> &[String] {
    let test = ["cfg", "(", "test", ")", "]", "mod"];
    let at = words.windows(test.len()).position(|w| w.iter().zip(test).all(|(a, b)| a == b));
    &words[..at.unwrap_or(words.len())]
}

/// What the `use` statements of a file name by a module inside it, `use child::X`, in full; and whether others may name it
/// by this file.
#[allow(dead_code)] // each test file uses its own part
pub(crate) fn uses(
    words: &[String],
    module: &[String],
    is_child: &dyn Fn(&[String]) -> bool,
) -> Vec<(bool, Vec<String>)> {
    let mut found = vec![];
    // `+ use<>` says what a type holds on to.
    let is_use = |i: usize| words[i] == "use" && words.get(i + 1).is_none_or(|w| w != "<");
    for i in (0..words.len()).filter(|i| is_use(*i)) {
        let begins = words[..i].iter().rposition(|w| matches!(w.as_str(), ";" | "}" | "{" | "]"));
        let public = words[begins.map_or(0, |b| b + 1)..i].iter().any(|w| w == "pub");
        let end = words[i..].iter().position(|w| w == ";").map_or(words.len(), |n| i + n);
        let mut paths = crate_paths(&words[i..end], module);
        let child = [module, &words[i + 1..i + 2]].concat();
        if is_child(&child) {
            tree(words, &mut (i + 2), child, &mut paths);
        }
        found.extend(paths.into_iter().map(|path| (public, path)));
    }
    found
}

/// Every path inside the crate that a file names, in full and without `crate`. `module` is the file's own path.
pub(crate) fn crate_paths(words: &[String], module: &[String]) -> Vec<Vec<String>> {
    let mut found = vec![];
    let mut inside: Vec<(String, usize)> = vec![];
    let mut depth = 0;
    for i in 0..words.len() {
        let word = words[i].as_str();
        match word {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inside.retain(|(_, opened)| *opened <= depth);
            }
            "mod" if words.get(i + 2).is_some_and(|w| w == "{") => {
                inside.push((words[i + 1].clone(), depth + 1))
            }
            "crate" | "super" | "fairgame" if starts_path(words, i) => {
                let mut here: Vec<String> = module.to_vec();
                here.extend(inside.iter().map(|(name, _)| name.clone()));
                let mut at = i + 1;
                match word {
                    "super" => drop(here.pop()),
                    _ => here.clear(),
                }
                while word == "super" && words.get(at + 1).is_some_and(|w| w == "super") {
                    here.pop();
                    at += 2;
                }
                tree(words, &mut at, here, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Whether a path begins here: `::` follows and none precedes; `pub(in crate::x)` is no use of `x`.
fn starts_path(words: &[String], i: usize) -> bool {
    let before = |n: usize| i.checked_sub(n).map(|j| words[j].as_str());
    let visibility = before(1) == Some("in") && before(2) == Some("(") && before(3) == Some("pub");
    words.get(i + 1).is_some_and(|w| w == "::") && before(1) != Some("::") && !visibility
}

/// What follows the beginning of a path: `::x`, `::{a, b::c}`, `::*`. Stops behind it.
fn tree(words: &[String], at: &mut usize, mut path: Vec<String>, found: &mut Vec<Vec<String>>) {
    while words.get(*at).is_some_and(|w| w == "::") {
        match words.get(*at + 1).map(String::as_str) {
            Some("{") => {
                *at += 2;
                group(words, at, &path, found);
                return;
            }
            Some(w) if w.starts_with(|c: char| is_word(c)) => {
                path.push(w.to_string());
                *at += 2;
            }
            Some("*") => {
                *at += 2;
                break;
            }
            _ => break,
        }
    }
    found.push(path);
}

fn group(words: &[String], at: &mut usize, path: &[String], found: &mut Vec<Vec<String>>) {
    while let Some(word) = words.get(*at).map(String::as_str) {
        *at += 1;
        match word {
            "}" => return,
            "," | "*" => {}
            "as" => *at += 1,
            "self" => found.push(path.to_vec()),
            name => tree(words, at, [path, &[name.to_string()]].concat(), found),
        }
    }
}

/// Whether a file names an outside crate: `name::...`, or `use name;`.
pub(crate) fn names_crate(words: &[String], name: &str) -> bool {
    (0..words.len()).any(|i| {
        let before = i.checked_sub(1).map(|j| words[j].as_str());
        let after = words.get(i + 1).map(String::as_str);
        let begins = !matches!(before, Some("::" | "." | "mod"));
        words[i] == name && begins && (after == Some("::") || before == Some("use"))
    })
}
