//! The library in the language: modules of `stdlib/`, embedded in the binary.

/// Name and text of every module.
pub const MODULES: &[(&str, &str)] = &[
    ("boards", include_str!("../stdlib/boards.game")),
    ("coins", include_str!("../stdlib/coins.game")),
    ("heaps", include_str!("../stdlib/heaps.game")),
    ("numbers", include_str!("../stdlib/numbers.game")),
    ("octal", include_str!("../stdlib/octal.game")),
    ("strips", include_str!("../stdlib/strips.game")),
];

/// The text of a module, by its name without `.game`.
pub fn module(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix(".game").unwrap_or(name);
    MODULES.iter().find(|m| m.0 == name).map(|m| m.1)
}

/// The module that defines a game or a function of that name.
pub fn defining(name: &str) -> Option<&'static str> {
    let defines = |line: &str| {
        let rest = ["game ", "loopy game ", "let ", "graph "].iter().find_map(|word| line.strip_prefix(word));
        rest.is_some_and(|rest| {
            rest.strip_prefix(name)
                .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    MODULES.iter().find(|(_, text)| text.lines().any(defines)).map(|(module, _)| *module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_sorted_and_found_by_name() {
        assert!(MODULES.is_sorted_by_key(|m| m.0));
        assert!(module("heaps").is_some());
        assert_eq!(module("heaps"), module("heaps.game"));
        assert_eq!(module("no such module"), None);
    }
}
