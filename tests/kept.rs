//! An editor has a text read again with every key, and what has not changed is not read again: what is found then is what
//! a session finds that reads the text for the first time.

use super::random::{daily, some};
use super::wide::Random;
use fairgame::{Loaded, Session, Texts};

const TEXTS: &[&str] = &[
    include_str!("../examples/heaps/take-away.game"),
    include_str!("../examples/splitting/kayles.game"),
    include_str!("../examples/boards/cram.game"),
    include_str!("../examples/coins/turning-coins.game"),
    include_str!("../examples/foundations/graphs.game"),
    include_str!("../examples/tour.game"),
    include_str!("corpus/elsewhere.game"),
    include_str!("corpus/statements.game"),
    include_str!("corpus/enums.game"),
    "use \"b.game\"\nuse \"heaps\"\ngame A(n: nat) # one line\n  move t(k in 1..f(n) where k <= n) to A(n - k)\nshow A(3) + Nim(2)\nshow [1, 2, 3][2..end]\nlet end = 2\n",
];

/// What changes what is said of other items, or how they are cut, beside what is typed in any case.
const PIECES: &[&str] = &[
    "let end = 2\n",
    "show [1, 2, 3][2..end]\n",
    "game Big-Pile(n: nat)\n",
    "type Size = nat\n",
    "let n(k: nat) = k\n",
    "let f(n: nat) = 2\n",
    "  move go to A(1)\n",
    "game A(n: nat)\n  move t(k in 1..n) to A(n - k)\n",
    "use \"boards\"\n",
    "use \"b.game\"\n",
    "graph L(2)\n",
    "symmetric A(n)\n",
    "table A(n)",
    "under misere: ",
    "\"",
    "“",
    "“\n",
    "/*",
    "*/",
    "# a comment\n",
    " # a comment",
    "\r",
    "\n\n",
    "\u{FEFF}",
    "\u{200B}",
    "𝔸",
    "e\u{301}",
    "(",
    ")",
    "}",
    ",",
    "=",
    " show ",
    " let ",
    "game ",
    "loopy ",
    "to ",
    "1",
    "x",
    " ",
];

/// What is typed in the other text.
const OTHERS: &[&str] = &[
    "let f(n: nat) = 3\n",
    "let f(n: nat) = \n",
    "let f(n: nat, m: nat) = 3\n",
    "# shifted\nlet f(n: nat) = 2 * n\ngame B(n: nat)\n  move t to A(n)\nshow B(2)\n",
    "use \"a.game\"\nlet f(n: nat) = 3\n",
    "",
];

/// A text, the one that it uses, and all that they were before.
struct Edited {
    random: Random,
    text: String,
    other: usize,
    before: Vec<String>,
}

impl Edited {
    fn place(&mut self) -> usize {
        let at = self.random.below(self.text.len() + 1);
        (0..=at).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or_default()
    }

    fn line(&mut self) -> (usize, String) {
        let at = self.place();
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        (start, self.text[start..].split_inclusive('\n').next().unwrap_or_default().to_owned())
    }

    fn edit(&mut self) {
        self.before.push(self.text.clone());
        let at = self.place();
        match self.random.below(12) {
            0..=4 => self.text.insert_str(at, PIECES[self.random.below(PIECES.len())]),
            5 | 6 => {
                let to = self.text[at..].char_indices().nth(1 + self.random.below(12)).map(|(i, _)| at + i);
                self.text.replace_range(at..to.unwrap_or(self.text.len()), "");
            }
            7 => {
                let (_, line) = self.line();
                let (start, _) = self.line();
                self.text.insert_str(start, &line);
            }
            8 => {
                let (start, line) = self.line();
                self.text.replace_range(start..start + line.len(), "");
            }
            9 => self.other = self.random.below(OTHERS.len()),
            _ => self.text = self.before[self.random.below(self.before.len())].clone(),
        }
    }

    fn opened(&self, session: &mut Session) -> Loaded {
        let mut texts = Texts::new();
        texts.put("b.game", OTHERS[self.other]);
        texts.put("a.game", &self.text);
        session.read_from(texts);
        session.open("a.game", &self.text)
    }
}

fn compare(text: &str, seed: u64, edits: usize) {
    let mut edited = Edited { random: Random(seed), text: text.into(), other: 0, before: vec![] };
    let mut session = Session::default();
    for _ in 0..edits {
        let (again, fresh) = (edited.opened(&mut session), edited.opened(&mut Session::default()));
        // Pretty-printing takes ten times as long, so only texts that differ are printed that way.
        if format!("{again:?}") != format!("{fresh:?}") {
            let (again, fresh) = (format!("{again:#?}"), format!("{fresh:#?}"));
            let differ = again.lines().zip(fresh.lines()).find(|(a, b)| a != b);
            panic!("seed {seed}: {differ:?}\n{}\n---\n{}", OTHERS[edited.other], edited.text);
        }
        edited.edit();
    }
}

#[test]
fn a_text_that_is_read_again_is_read_as_for_the_first_time() {
    for (i, text) in some(TEXTS.iter().enumerate()) {
        compare(text, 0x9E37_79B9 + i as u64, daily(3, 5));
    }
}

#[test]
#[ignore = "takes long"]
fn many_texts_that_are_read_again() {
    for text in TEXTS {
        compare(text, 2 * 0x9E37_79B9, 9);
    }
}
