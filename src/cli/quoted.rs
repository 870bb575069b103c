//! Names of files in lines to be pasted.

/// A name as a shell wants it.
pub(super) fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "._-/+,:@%".contains(c);
    match name {
        plainly if plainly.chars().all(plain) && !plainly.starts_with('-') => plainly.into(),
        option if option.starts_with('-') => quoted(&format!("./{option}")),
        other => format!("'{}'", other.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_can_be_pasted() {
        assert_eq!(quoted("mine.game"), "mine.game");
        assert_eq!(quoted("my game.game"), "'my game.game'");
        assert_eq!(quoted("Anna's.game"), r"'Anna'\''s.game'");
        assert_eq!(quoted("-x.game"), "./-x.game");
        assert_eq!(quoted("größe.game"), "größe.game");
    }
}
