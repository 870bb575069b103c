//! What people paste: addresses, broken over lines by a mail, with signs around them, percent signs in them, or behind them what a
//! mail program adds to count who comes.

use super::NoLink;

/// The letter of the version and what follows it.
pub(super) fn fragment(pasted: &str) -> Result<String, NoLink> {
    if pasted.len() > 4 * super::MAX_CHARACTERS {
        return Err(NoLink::new(format!(
            "it has {} characters, and links have at most {}",
            pasted.len(),
            super::MAX_CHARACTERS
        )));
    }
    let unseen = |c: char| c.is_whitespace() || is_unseen(c);
    let joined: String = pasted.chars().filter(|c| !unseen(*c)).collect();
    // A blank may be such a code itself.
    let plain: String = decoded(&joined).chars().filter(|c| !unseen(*c)).collect();
    let behind = match plain.split_once('#') {
        Some((_, behind)) => behind,
        None if plain.contains("://") || plain.contains(".html") => {
            return Err(NoLink::new("nothing follows a `#` in it")
                .hint("Was the end of the address lost where it was copied?"));
        }
        None => &plain,
    };
    let behind = behind.split(['&', '?', '#']).next().unwrap_or_default();
    let behind = behind.trim_matches(|c: char| c.is_ascii_punctuation() && c != '-' && c != '_');
    if behind.is_empty() {
        return Err(NoLink::new("it is empty").hint("Was the end of the address lost where it was copied?"));
    }
    Ok(behind.to_string())
}

/// A text whose `%23` and the like are the signs that they stand for; others than those of ASCII stand for nothing in a link.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => plain.extend([char::from(code).to_string().as_str(), &part[2..]]),
            None => plain.extend(["%", part]),
        }
    }
    plain
}

/// What takes no place on a screen and is copied all the same.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}
