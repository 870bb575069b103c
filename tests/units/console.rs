#[path = "../../src/console/amount.rs"]
mod amount;
#[path = "../../src/console/files.rs"]
mod files;
#[path = "../../src/console/resident.rs"]
mod resident;
