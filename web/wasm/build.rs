//! Reading and solving go deep, and a module of WebAssembly has a stack of one megabyte unless it is told otherwise; and functions
//! that are made while it runs need room in its table.

const STACK: usize = 32 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
        println!("cargo::rustc-link-arg-cdylib=--growable-table");
    }
}
