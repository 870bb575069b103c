#[path = "../../src/syntax/items.rs"]
pub(crate) mod items;
#[path = "../../src/syntax/token.rs"]
pub(crate) mod token;
