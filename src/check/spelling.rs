//! Which name was meant by one that is spelled a little differently.

use unicode_normalization::UnicodeNormalization;

/// The nearest of some names, if one is near enough to have been meant. A short word has one slip of the keyboard, and
/// where there are several the first letter is right.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let limit = match word.chars().count() {
        0..=1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let (lower, bare) = (word.to_lowercase(), plain(word));
    // Without their accents two words are the same, or they are compared as they are.
    let distance = |n: &str| match plain(n) == bare {
        true => 0,
        false => strsim::damerau_levenshtein(&lower, &n.to_lowercase()),
    };
    names
        .into_iter()
        .filter(|n| *n != word)
        .map(|n| (distance(n), n))
        .filter(|(distance, n)| {
            let begins = bare.chars().next() == plain(n).chars().next();
            let shorter = n.chars().count().min(word.chars().count());
            let same = *distance > 0 || shorter > 1 || word.is_ascii() != n.is_ascii();
            same && *distance <= limit && 2 * distance <= shorter && (*distance == 1 || begins)
        })
        .min_by_key(|(distance, n)| (*distance, strsim::damerau_levenshtein(word, n), *n))
        .map(|(_, n)| n.to_string())
}

/// A word in small letters without accents: `größe` as `grosse`, `Łódka` as `lodka`.
fn plain(word: &str) -> String {
    let small = word.to_lowercase();
    let bare = small.nfd().filter(|c| !unicode_normalization::char::is_combining_mark(*c));
    let mut text = String::new();
    for c in bare {
        match c {
            'ß' => text.push_str("ss"),
            'ł' => text.push('l'),
            'ø' => text.push('o'),
            'đ' | 'ð' => text.push('d'),
            'ı' => text.push('i'),
            'æ' => text.push_str("ae"),
            'œ' => text.push_str("oe"),
            other => text.push(other),
        }
    }
    text
}
