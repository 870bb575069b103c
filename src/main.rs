//! The program: arguments and exit codes.

fn main() {
    std::process::exit(fairgame::cli::main());
}
