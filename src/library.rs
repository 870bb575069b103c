//! The library in the language: modules of `stdlib/`, embedded in the binary.

/// Name and text of every module.
pub const MODULES: &[(&str, &str)] = &[];

/// The text of a module, by its name without `.game`.
pub fn module(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix(".game").unwrap_or(name);
    MODULES.iter().find(|m| m.0 == name).map(|m| m.1)
}
