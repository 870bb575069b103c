#[path = "../../src/cli/quoted.rs"]
mod quoted;
