//! What people paste: addresses, broken over lines by a mail, with signs around them or percent signs in them.

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
    let joined: String = pasted.chars().filter(|c| !c.is_whitespace() && !is_unseen(*c)).collect();
    let plain = ["%23#", "%2D-", "%2d-", "%5F_", "%5f_"];
    let plain = plain.iter().fold(joined, |text, code| text.replace(&code[..3], &code[3..]));
    let behind = match plain.split_once('#') {
        Some((_, behind)) => behind,
        None if plain.contains("://") || plain.contains(".html") => {
            return Err(NoLink::new("nothing follows a `#` in it")
                .hint("Was the end of the address lost where it was copied?"));
        }
        None => &plain,
    };
    let behind = behind.trim_matches(|c: char| c.is_ascii_punctuation() && c != '-' && c != '_');
    if behind.is_empty() {
        return Err(NoLink::new("it is empty").hint("Was the end of the address lost where it was copied?"));
    }
    Ok(behind.to_string())
}

/// What takes no place on a screen and is copied all the same.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}
