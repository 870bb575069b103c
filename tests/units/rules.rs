#[path = "../../src/rules/spread.rs"]
mod spread;
