//! Cargo is told to look at the embedded folders too: a new file in them is a change.

fn main() {
    println!("cargo::rerun-if-changed=stdlib");
    println!("cargo::rerun-if-changed=examples");
}
