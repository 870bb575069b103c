//! Rewritings of programs that change how a game is spelled and nothing else: answers, verdicts and engines must not
//! depend on them.

#[path = "../support/printer.rs"]
mod printer;
mod program;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/tree.rs"]
mod tree;

use fairgame::source::FileId;
use fairgame::syntax::parse::parse;

#[test]
fn what_is_printed_reads_as_what_was_read() {
    let mut items = 0;
    for (name, text) in program::texts() {
        let read = parse(FileId(0), &text);
        let printed = printer::program(&read.items);
        let again = parse(FileId(0), &printed);
        assert!(again.diagnostics.is_empty(), "{name}: {:?}\n{printed}", again.diagnostics);
        assert_eq!(tree::without_spans(&again.items), tree::without_spans(&read.items), "{name}\n{printed}");
        items += read.items.len();
    }
    assert!(items > 1500, "only {items} items");
}
