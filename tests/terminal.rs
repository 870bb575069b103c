//! The prompt and `play` in a real pseudo-terminal: what a person types, and what is to be seen then.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing that is waited for takes this long, unless it never comes.
const NEVER: Duration = Duration::from_secs(30);

/// If nothing comes for so long, the screen is whole.
const QUIET: Duration = Duration::from_millis(300);

/// A screen as it stands in a snapshot; how far a calculation got is no matter.
fn framed(seen: &str) -> String {
    let mut stopped = false;
    let mut out = String::new();
    for line in seen.lines() {
        let begins = line.starts_with("stopped:");
        stopped = begins || stopped && !line.starts_with('>');
        if begins || !stopped {
            out += &format!("|{}\n", if begins { "stopped: ..." } else { line });
        }
    }
    out.trim_end().to_string()
}

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
        t.wait_for(":quit");
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

    fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\r");
    }

    /// What is to be seen when there is a prompt at the cursor, and nothing more comes.
    fn screen(&mut self, prompt: &str) -> String {
        loop {
            self.wait_until(prompt, |seen| seen.ends_with(prompt));
            match self.output.recv_timeout(QUIET) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => return framed(&self.seen()),
            }
        }
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

const BEANS: &str = "game Beans(n: nat)\r  move take(k in 1..min(3, n)) to Beans(n - k)\r\r";

#[test]
fn a_game_is_invented_and_asked_about() {
    let mut t = Terminal::prompt(44, 80);
    t.write(BEANS);
    t.line("Beans(10)");
    t.line(":why Beans(2) + Beans(3)");
    t.line(":hint Beans(5)");
    t.line(":moves Beans(2)");
    t.line(":tree Beans(2)");
    t.line(":games");
    t.wait_for("Beans(n)\n");
    insta::assert_snapshot!(t.screen(">"));
    t.write("\x04");
    assert_eq!(t.ends(), 0);
}

#[test]
fn a_pasted_game_is_one_entry() {
    let mut t = Terminal::prompt(24, 80);
    t.write("\x1b[200~game Beans(n: nat)\n  move take(k in 1..min(3, n)) to Beans(n - k)\nshow value(Beans(7))\x1b[201~");
    t.write("\r");
    t.wait_for("value(Beans(7)) = 3");
    // From a terminal that does not mark what is pasted.
    t.write("let f(n: nat) = n * n\nf(5)\nf(6)\n");
    t.wait_for("\n36");
    insta::assert_snapshot!(t.screen(">"));
}

#[test]
fn a_pasted_statement_goes_on_and_a_late_line_is_told() {
    let mut t = Terminal::prompt(40, 80);
    t.write("\x1b[200~use \"heaps\"\nshow value(Nim(3)\n  + Nim(4))\ntable Nim(n)\nfor n in 0..1\x1b[201~");
    t.write("\r");
    t.wait_for("1       1");
    t.line("value(Nim(3))");
    t.line("+ 4");
    t.wait_for("has ended");
    // Alt-Enter begins a new line, and a table waits for its `for`.
    t.write("2\x1b\r+ 40\r");
    t.wait_for("\n42");
    t.line("table Nim(n)");
    t.line("for n in 5..5");
    t.wait_for("5       5");
    t.line("  - 1");
    t.wait_for("read by itself");
    insta::assert_snapshot!(t.screen(">"));
}

#[test]
fn names_and_commands_are_completed_and_lines_come_back() {
    let mut t = Terminal::prompt(24, 80);
    std::fs::write(t._home.path().join("quadratic.game"), "let quadratic(n: nat) = n * n\n")
        .expect("written");
    t.line("let triangular(n: nat) = n * (n + 1) / 2");
    t.wait_for("triangular is defined");
    t.write("trian\t(10)\r");
    t.wait_for("\n55");
    t.write(":load quad\t\r");
    t.wait_for("quadratic is defined");
    t.write(":re\t\t");
    t.wait_for(":reset");
    t.write("\x15:gam\t\x15");
    // The line before the last, and what the history suggests.
    t.write("\x1b[A\x1b[A\r");
    t.wait_until("a second answer", |s| s.matches("\n55").count() == 2);
    t.write("let tri");
    t.wait_for("let triangular(n: nat) = n * (n + 1) / 2");
    t.write("\x1b[C\x15");
    insta::assert_snapshot!(t.screen(">"));
}

#[test]
fn ctrl_c_ends_a_calculation_and_keeps_what_was_typed() {
    let mut t = Terminal::prompt(24, 80);
    t.line("use \"boards\"");
    t.line("game Cover(free: set of cell) move place(d in dominoes(free)) to Cover(free minus d)");
    t.wait_for("Cover is defined");
    t.line("value(Cover(rectangle(7, 9)))");
    t.wait_for("Ctrl-C stops");
    t.line("6 * 7");
    t.line("let half(n: nat) = n / 2");
    t.write("\x03");
    t.wait_for("half is defined");
    t.write("half a line");
    t.wait_for("half a line");
    t.write("\x03half(1");
    t.wait_until("a prompt", |s| s.ends_with("\n> half(1"));
    t.line("6)");
    t.wait_for("\n8");
    insta::assert_snapshot!(t.screen(">"));
}

#[test]
fn a_narrow_terminal_and_a_wider_one() {
    let mut t = Terminal::prompt(40, 34);
    t.line("table 1000 * a + b for a in 1..3, b in 1..6");
    t.wait_for("3006");
    t.line("use \"heaps\"");
    t.wait_for("defined");
    t.line("Nim[3, 5, 7]");
    t.wait_for("winning");
    insta::assert_snapshot!("narrow", t.screen(">"));
    t.master.resize(size(40, 90)).expect("a new size");
    t.screen.screen_mut().set_size(size16(40), size16(90));
    t.line("7 * 7");
    t.wait_for("\n49");
    t.write("let a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]");
    t.wait_for("15]");
    assert!(t.seen().contains("12, 13, 14, 15]"), "{}", t.seen());
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
    t.line(":watch f.game");
    t.wait_for("f.game is watched");
    std::thread::sleep(Duration::from_millis(50));
    std::fs::write(&file, "let g(n: nat) = 2 * m\n").expect("written");
    t.wait_for("unknown-name");
    std::fs::write(&file, "let g(n: nat) = 5 * n\n").expect("written");
    t.wait_for("was saved: fine; answers above are those of the old rules");
    t.line("g(11)");
    t.wait_for("55");
    t.line(":watch off");
    t.wait_for("Nothing is watched");
    insta::assert_snapshot!(t.screen(">"));
}

#[test]
fn a_play_against_the_computer() {
    let mut t = Terminal::start(&["play", "nim", "Nim[1, 2, 2]", "--level", "perfect"], 60, 80, false);
    t.line("hint");
    t.line("take(9)");
    t.line("take(1) in 2");
    t.line("undo");
    t.line("5");
    t.wait_until("the second move", |s| s.matches("The computer plays").count() == 2);
    t.line("1");
    t.wait_for("would have held it");
    insta::assert_snapshot!(t.screen("over>"));
    t.line("undo");
    t.wait_until("the move is taken back", |s| s.matches("Taken back.").count() == 2);
    t.line("2");
    t.wait_for("over>");
    t.line("");
    assert_eq!(t.ends(), 0);
}

#[test]
fn two_people_play_where_left_and_right_have_moves_of_their_own() {
    let mut t = Terminal::prompt(60, 80);
    t.write("loopy game Walk(n: 0..4)\r  left move up where n < 3 to Walk(n + 1)\r  right move down where n > 0 to Walk(n - 1)\r\r");
    t.wait_for("Walk is defined");
    t.line(":set level none");
    t.line(":play Walk(2)");
    t.line("hint");
    t.line("up");
    t.line("1");
    t.line("1");
    t.line("draw");
    t.line("n");
    t.line("1");
    t.wait_for("The play is a draw");
    t.line("what now");
    t.line("");
    insta::assert_snapshot!(t.screen(">"));
    t.write("\x04");
    assert_eq!(t.ends(), 0);
}

#[test]
fn a_play_is_left_and_the_prompt_is_there_again() {
    let mut t = Terminal::prompt(40, 80);
    t.write(BEANS);
    t.line(":set begins computer");
    t.line(":set level perfect");
    t.line(":play Beans(6)");
    t.wait_for("your move>");
    t.line("why");
    t.line("save x.game");
    t.wait_for("replays it");
    t.write("\x04:load x.game\r");
    t.wait_for("is to move");
    insta::assert_snapshot!(t.screen(">"));
}

/// The tour at the usual size and on a narrow terminal: a step at a time, tried by the reader.
#[test]
fn the_tour_goes_a_step_at_a_time() {
    for columns in [80, 40] {
        let mut t = Terminal::prompt(24, columns);
        t.line(":tour");
        t.wait_for("Step 1 of 10");
        t.write(BEANS);
        t.wait_for("step 2");
        t.line("");
        t.wait_for("Step 2 of 10");
        // Something else than what the step says.
        t.line("Beans(8)");
        t.wait_for("step 3");
        t.line("");
        t.wait_for("Step 3 of 10");
        t.line("");
        t.wait_for("step 4");
        let seen = t.screen(">");
        assert!(seen.contains("outcome(Beans(n))"), "{seen}");
        t.line(":tour off");
        t.wait_for("You have left the tour");
        t.line("value(Beans(7))");
        t.wait_until("a value", |s| s.ends_with("\n3\n>"));
    }
}

/// A beginner is offered a level; after a round there is another one, and a score.
#[test]
fn a_level_is_offered_and_another_round() {
    let mut t = Terminal::start(&["play", "nim", "Nim[1, 1]"], 50, 80, false);
    t.wait_for("level (Enter: beginner)>");
    t.line("7");
    t.wait_for("Type 1, 2, 3 or a name");
    t.line("3");
    t.wait_for("against the computer (perfect)");
    t.line("1");
    t.wait_for("Score: you 0, the computer 1.");
    t.wait_for("level beginner: against an easier computer");
    t.line("level beginner");
    t.wait_for("Another round. The computer begins.");
    t.line("resign");
    t.wait_for("You resign");
    t.wait_for("Score: you 0, the computer 2.");
    t.line("exit");
    assert_eq!(t.ends(), 0);
}
