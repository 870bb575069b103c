//! The prompt and `play` in a real pseudo-terminal: what a person types, and what is to be seen then.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing that is waited for takes this long, unless it never comes.
const NEVER: Duration = Duration::from_secs(30);

struct Terminal {
    screen: vt100::Parser,
    output: Receiver<Vec<u8>>,
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    _home: tempfile::TempDir,
}

fn size16(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("a size")
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    fn start(args: &[&str], rows: u16, cols: u16, color: bool) -> Terminal {
        let pair = native_pty_system().openpty(size(rows, cols)).expect("a terminal");
        let home = tempfile::tempdir().expect("a folder");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_fairgame"));
        command.args(args);
        command.cwd(home.path());
        command.env("HOME", home.path());
        command.env("XDG_STATE_HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("RUST_BACKTRACE", "0");
        if color {
            command.env_remove("NO_COLOR")
        } else {
            command.env("NO_COLOR", "1")
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || send.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let input = pair.master.take_writer().expect("a writer");
        let screen = vt100::Parser::new(size16(rows), size16(cols), 500);
        Terminal { screen, output, input, master: pair.master, child, _home: home }
    }

    fn prompt(rows: u16, cols: u16) -> Terminal {
        let mut t = Terminal::start(&[], rows, cols, false);
        t.wait_for(":help helps");
        t.wait_until("a prompt", |s| s.ends_with('>'));
        t
    }

    fn write(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("written");
        self.input.flush().expect("written");
    }

    /// What is to be seen, without empty lines at the end.
    fn seen(&self) -> String {
        let lines: Vec<String> =
            self.screen.screen().contents().lines().map(|l| l.trim_end().to_string()).collect();
        lines.join("\n").trim_end().to_string()
    }

    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |seen| seen.contains(text));
    }

    fn wait_until(&mut self, what: &str, done: impl Fn(&str) -> bool) {
        let until = Instant::now() + NEVER;
        while !done(&self.seen()) {
            assert!(Instant::now() < until, "{what:?} never appears:\n{}", self.seen());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.screen.process(&bytes);
            }
        }
    }

    /// A new entry; what is typed while an answer is worked out may be lost.
    fn entry(&mut self, text: &str) {
        self.wait_until("a prompt", |s| s.ends_with('>'));
        self.write(text);
        let end = &text[text.len().saturating_sub(6)..];
        self.wait_until(text, |s| s.ends_with(end));
        self.write("\r");
    }

    fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\r");
    }

    fn ends(&mut self) -> u32 {
        let until = Instant::now() + NEVER;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.exit_code();
            }
            assert!(Instant::now() < until, "the program goes on:\n{}", self.seen());
            let _ = self.output.recv_timeout(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn a_game_is_invented_and_asked_about() {
    let mut t = Terminal::prompt(30, 80);
    t.entry("game Beans(n: nat)");
    t.line("  move take(k in 1..min(3, n)) to Beans(n - k)");
    t.line("");
    t.wait_for("Beans is defined");
    t.entry("Beans(10)");
    t.wait_for("winning");
    t.entry(":why Beans(2) + Beans(3)");
    t.wait_for("becomes");
    t.wait_until("a prompt", |s| s.ends_with("\n>"));
    assert!(
        t.seen().contains("nim-sum   *1   0 1") && t.seen().contains("outcome  N, the next player wins"),
        "{}",
        t.seen()
    );
    t.write("\x04");
    assert_eq!(t.ends(), 0);
}

#[test]
fn a_pasted_game_is_one_entry() {
    let mut t = Terminal::prompt(24, 80);
    t.write("\x1b[200~game Beans(n: nat)\n  move take(k in 1..min(3, n)) to Beans(n - k)\nshow value(Beans(7))\x1b[201~");
    t.write("\r");
    t.wait_for("value(Beans(7)) = 3");
}

#[test]
fn names_and_commands_are_completed_and_lines_come_back() {
    let mut t = Terminal::prompt(24, 80);
    t.entry("let triangular(n: nat) = n * (n + 1) / 2");
    t.wait_for("triangular is defined");
    t.write("trian\t");
    t.wait_for("> triangular");
    t.line("(10)");
    t.wait_for("\n55");
    t.write(":gam\t");
    t.wait_for("> :games");
    t.write("\x15");
    t.write("\x1b[A");
    t.wait_until("the line before", |s| s.ends_with("> triangular(10)"));
    t.line("");
    t.wait_until("a second answer", |s| s.matches("\n55").count() == 2);
}

#[test]
fn ctrl_c_ends_a_calculation_and_not_the_session() {
    let mut t = Terminal::prompt(24, 80);
    t.entry("use \"boards\"");
    t.entry("game Cover(free: set of cell) move place(d in dominoes(free)) to Cover(free minus d)");
    t.wait_for("Cover is defined");
    t.entry("value(Cover(rectangle(7, 9)))");
    t.wait_for("Ctrl-C stops");
    t.write("\x03");
    t.wait_for("interrupted");
    t.entry("6 * 7");
    t.wait_for("\n42");
    t.wait_until("a prompt", |s| s.ends_with('>'));
    t.write("half a line");
    t.wait_for("half a line");
    t.write("\x03");
    t.entry("1 + 1");
    t.wait_for("\n2");
}

#[test]
fn a_narrow_terminal_and_a_wider_one() {
    let mut t = Terminal::prompt(40, 34);
    t.entry("table 1000 * a + b for a in 1..3, b in 1..6");
    t.wait_for("3006");
    t.wait_until("a prompt", |s| s.ends_with("\n>"));
    assert!(t.seen().lines().filter(|l| l.contains('|')).all(|l| l.chars().count() <= 34), "{}", t.seen());
    assert!(t.seen().matches("a\\b").count() >= 2, "not in blocks:\n{}", t.seen());
    t.master.resize(size(40, 90)).expect("a new size");
    t.screen.screen_mut().set_size(size16(40), size16(90));
    t.entry("7 * 7");
    t.wait_for("\n49");
}

#[test]
fn words_of_the_language_have_colours_if_colours_are_wanted() {
    for color in [true, false] {
        let mut t = Terminal::start(&[], 24, 80, color);
        t.wait_until("a prompt", |s| s.ends_with('>'));
        t.write("let a = 5");
        t.wait_for("let a = 5");
        let row = t.seen().lines().position(|l| l.contains("let a = 5")).expect("the line") as u16;
        let cell = t.screen.screen().cell(row, 2).expect("a cell");
        assert_eq!(cell.contents(), "l");
        assert_eq!(cell.fgcolor() != vt100::Color::Default, color);
    }
}

#[test]
fn a_watched_file_tells_as_it_is_saved() {
    let mut t = Terminal::prompt(30, 80);
    let file = t._home.path().join("f.game");
    std::fs::write(&file, "let g(n: nat) = 2 * n\n").expect("written");
    t.entry(":watch f.game");
    t.wait_for("f.game is watched");
    std::thread::sleep(Duration::from_millis(50));
    std::fs::write(&file, "let g(n: nat) = 2 * m\n").expect("written");
    t.wait_for("unknown-name");
    std::fs::write(&file, "let g(n: nat) = 5 * n\n").expect("written");
    t.wait_for("was saved: fine");
    t.line("g(11)");
    t.wait_for("55");
}

#[test]
fn a_play_against_the_computer() {
    let mut t = Terminal::start(&["play", "nim", "Nim[1, 2, 2]"], 30, 80, false);
    t.wait_for("your move>");
    t.entry("hint");
    t.wait_for("take(1) in 1 wins");
    t.entry("take(1) in 2");
    t.wait_for("The computer plays");
    t.wait_until("the next move", |s| s.matches("your move>").count() == 3);
    assert!(t.seen().contains("1  take("), "{}", t.seen());
    t.write("\x04");
    assert_eq!(t.ends(), 0);
}
