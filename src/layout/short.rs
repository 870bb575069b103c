//! Shortens text for people, and says how much it leaves out. Data never comes here.

use super::width;
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// The number of elements shown of a longer collection.
const ELEMENTS: usize = 400;

/// The number of digits beyond which messages shorten a number.
const DIGITS: usize = 60;

/// Below this many columns there is no room to say how much is left out.
const ROOM: usize = 48;

/// A text of at most `max` columns: `...` replaces its middle, with the number of characters left out if there is
/// room for it.
pub fn shorten(text: &str, max: usize) -> String {
    let all = width(text);
    if all <= max {
        return text.to_string();
    }
    let left_out =
        |n: usize| if max < ROOM { " ... ".to_string() } else { format!(" ... {n} characters ... ") };
    let left = max.saturating_sub(left_out(all).len());
    let tail = left / 3;
    let (start, end) = (start_of(text, left - tail).trim_end(), end_of(text, tail).trim_start());
    format!("{start}{}{end}", left_out(all - width(start) - width(end)))
}

/// A position of at most `max` columns: a sum loses parts in its middle, and a part its own middle.
pub fn shorten_position(text: &str, max: usize) -> String {
    let parts: Vec<&str> = text.split(" + ").collect();
    if width(text) <= max || parts.len() < 3 {
        return shorten(text, max);
    }
    let left_out =
        |n: usize| if max < ROOM { " + ... + ".to_string() } else { format!(" + ... {n} more ... + ") };
    let last = parts[parts.len() - 1];
    let taken = left_out(parts.len()).len() + width(last);
    let (mut start, mut shown) = (String::new(), 0);
    for part in &parts {
        let plus = if shown == 0 { "" } else { " + " };
        if width(&start) + width(plus) + width(part) + taken > max {
            break;
        }
        start += plus;
        start += part;
        shown += 1;
    }
    if shown == 0 {
        shorten(text, max)
    } else {
        format!("{start}{}{last}", left_out(parts.len() - 1 - shown))
    }
}

/// A text in which long collections show their first elements, and how many more there are.
pub fn abridged(text: &str) -> Cow<'_, str> {
    if text.len() <= 2 * ELEMENTS {
        Cow::Borrowed(text)
    } else {
        elements(text).map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

/// The same for messages, with long numbers shortened too.
pub fn brief(text: &str) -> Cow<'_, str> {
    let text = abridged(text);
    if text.len() <= DIGITS { text } else { Cow::Owned(numbers(&text)) }
}

/// Long collections shortened; none if there are none, or the brackets do not fit.
fn elements(text: &str) -> Option<String> {
    let mut out = String::new();
    let (mut commas, mut hidden, mut any): (Vec<usize>, Option<usize>, bool) = (vec![], None, false);
    for (at, c, quoted) in unquoted(text) {
        match c {
            '(' | '[' | '{' if !quoted => commas.push(0),
            ')' | ']' | '}' if !quoted => {
                let n = commas.pop()?;
                if hidden == Some(commas.len()) {
                    out += &format!(", ... and {} more", n + 1 - ELEMENTS);
                    hidden = None;
                }
            }
            ',' if !quoted && !commas.is_empty() => {
                let inner = commas.len() - 1;
                commas[inner] += 1;
                if commas[inner] == ELEMENTS && hidden.is_none() {
                    (hidden, any) = (Some(inner), true);
                }
            }
            _ => {}
        }
        if hidden.is_none() {
            out.push_str(&text[at..at + c.len_utf8()]);
        }
    }
    (any && hidden.is_none()).then_some(out)
}

/// Numbers of more than 60 digits shortened in the middle.
fn numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        let length = rest[begin..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - begin);
        let (before, digits) = rest[..begin + length].split_at(begin);
        out += before;
        match length > DIGITS {
            true => out += &format!("{}...{} ({length} digits)", &digits[..12], &digits[length - 8..]),
            false => out += digits,
        }
        rest = &rest[begin + length..];
    }
    out + rest
}

/// The characters with their places, and whether each is inside quotation marks.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char, bool)> {
    let (mut quoted, mut escaped) = (false, false);
    text.char_indices().map(move |(at, c)| {
        let inside = quoted;
        quoted ^= c == '"' && !escaped;
        escaped = inside && c == '\\' && !escaped;
        (at, c, inside)
    })
}

/// The longest start of at most `max` columns.
pub(crate) fn start_of(text: &str, max: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > max
    });
    &text[..end.map_or(text.len(), |(i, _)| i)]
}

/// The longest end of at most `max` columns.
fn end_of(text: &str, max: usize) -> &str {
    let mut used = 0;
    let mut start = text.len();
    for (i, c) in text.char_indices().rev() {
        used += c.width().unwrap_or(0);
        if used > max {
            break;
        }
        start = i;
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortening() {
        assert_eq!(shorten("short", 10), "short");
        assert_eq!(shorten("a very long text indeed", 12), "a ver ... ed");
        assert!(width(&shorten(&"\u{4E16}".repeat(50), 21)) <= 21);
        let sum = "Nim(1) + Nim(2) + Nim(3) + Nim(4)";
        assert_eq!(shorten_position(sum, 30), "Nim(1) + Nim(2) + ... + Nim(4)");
        assert_eq!(shorten_position(sum, 33), sum);
        assert!(width(&shorten_position(sum, 12)) <= 12);
        let long = format!("{sum} + {sum}");
        assert_eq!(shorten_position(&long, 50), "Nim(1) + Nim(2) + Nim(3) + ... 4 more ... + Nim(4)");
        for max in 0..80 {
            assert!(width(&shorten(&sum.repeat(3), max)) <= max.max(6), "{max}");
            assert!(width(&shorten_position(&long, max)) <= max.max(6), "{max}");
        }
        let digits = "0123456789".repeat(10);
        assert_eq!(shorten(&digits, 50), "012345678901234567 ... 74 characters ... 23456789");
    }

    #[test]
    fn long_collections_say_how_much_is_left_out() {
        let list = |n: usize| (0..n).map(|k| k.to_string()).collect::<Vec<_>>().join(", ");
        let whole = format!("f([{}]) = 1", list(400));
        assert_eq!(abridged(&whole), whole);
        assert_eq!(
            abridged(&format!("f([{}], 2) + [(3, 4)]", list(1634))),
            format!("f([{}, ... and 1234 more], 2) + [(3, 4)]", list(400))
        );
        let nested = format!("[{}]", (0..500).map(|_| "{1, 2}").collect::<Vec<_>>().join(", "));
        assert!(abridged(&nested).ends_with("{1, 2}, ... and 100 more]"));
        let text = format!("\"{}\"", "(,".repeat(1000));
        assert_eq!(abridged(&text), text);
        let escaped = format!("[\"\\\"\", {}]", list(500));
        assert!(abridged(&escaped).ends_with(", ... and 101 more]"));
    }

    #[test]
    fn long_numbers_in_messages() {
        let number = format!("at -{} it is 7", "12345".repeat(20));
        assert_eq!(brief(&number), "at -123451234512...34512345 (100 digits) it is 7");
        assert_eq!(abridged(&number), number);
    }
}
