#[path = "../../src/print/rows.rs"]
mod rows;
#[path = "../../src/print/table.rs"]
mod table;
