//! How long an item and how deep its tree may be: whatever is refused here never reaches a recursion.

use super::Look;
use crate::diagnostic::Diagnostic;

/// The most tokens an item may have.
const MOST_TOKENS: usize = 1_000_000;
/// The most brackets that may be open at once.
const MOST_OPEN: usize = 200;
/// The most steps from the top of an expression's tree to its leaves.
const DEEPEST: usize = 500;

impl Look<'_> {
    pub(super) fn size(&self) -> Option<Diagnostic> {
        if self.view.tokens.len() > MOST_TOKENS {
            let title = format!("This item is too long: at most {MOST_TOKENS} words and signs are read");
            return Some(Diagnostic::error("item-too-long", title).at(self.span(0), "it begins here"));
        }
        self.depth()
    }

    /// An upper bound of the tree's depth, kept while reading: whatever is refused here never reaches a recursion.
    fn depth(&self) -> Option<Diagnostic> {
        let mut levels = vec![Level::default()];
        for i in 0..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            let behind = i > 0 && self.view.ends_operand(i - 1);
            if token.opens() {
                levels.push(Level { behind, ..Level::default() });
            } else if token.closes() && levels.len() > 1 {
                let inner = levels.pop().unwrap_or_default();
                levels.last_mut()?.bracket(&inner);
            } else {
                levels.last_mut()?.word(self.view.word(i), behind);
            }
            if levels.len() > MOST_OPEN + 1 || levels.last()?.total() > DEEPEST {
                return Some(self.too_deep(i, levels.len() > MOST_OPEN + 1));
            }
        }
        (levels.iter().map(|l| l.total() + 1).sum::<usize>() > DEEPEST + 1)
            .then(|| self.too_deep(self.view.tokens.len() - 1, false))
    }

    fn too_deep(&self, i: usize, brackets: bool) -> Diagnostic {
        let title = match brackets {
            true => format!("More than {MOST_OPEN} brackets are open here"),
            false => format!("This expression is too deep: more than {DEEPEST} operators inside one another"),
        };
        let hint = "Could a part of it get a name with `let`, or be a list, a set or `sum(...)`?";
        Diagnostic::error("too-deep", title).at(self.span(i), "").hint(hint)
    }
}

/// How deep the tree between two brackets may become; see [`Look::depth`].
#[derive(Default)]
struct Level {
    /// The deepest part that is finished (before a comma).
    done: usize,
    /// The part before the last `and` or `or`.
    left: usize,
    /// The part before the last other infix operator.
    current: usize,
    /// The last operand.
    operand: usize,
    /// Prefix `-` and `*`, and `^`, since the last other operator.
    run: usize,
    /// `not` since the last `and` or `or`.
    nots: usize,
    /// What reaches to the far right: `if`, `of`, `->`.
    far: usize,
    /// The bracket follows an operand: a call or an index.
    behind: bool,
}

impl Level {
    fn expression(&self) -> usize {
        self.left.max(self.current.max(self.operand + self.run) + self.nots) + self.far
    }

    fn total(&self) -> usize {
        self.done.max(self.expression())
    }

    /// A bracket was closed that held `inner`.
    fn bracket(&mut self, inner: &Level) {
        let before = if inner.behind { self.operand } else { 0 };
        self.operand = before.max(inner.total()) + 1;
    }

    fn word(&mut self, word: &str, behind: bool) {
        match word {
            "," => *self = Level { done: self.total(), behind: self.behind, ..Level::default() },
            "move" | "ends" | "wins" | "splits" | "same" | "starts" | "picture" | "decreases" => {
                self.word(",", behind);
            }
            "if" | "of" | "->" | "let" => self.far += 1,
            "not" if !behind => self.nots += 1,
            "-" | "*" if !behind => self.run += 1,
            "^" => self.run += 1,
            "." => self.operand += 1,
            "and" | "or" => {
                let left = self.left.max(self.current.max(self.operand + self.run) + self.nots) + 1;
                *self =
                    Level { left, done: self.done, far: self.far, behind: self.behind, ..Level::default() };
            }
            "+" | "-" | "*" | "/" | "mod" | "xor" | "union" | "common" | "minus" | "flip" | "with"
            | "without" | ".." | "..<" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" | "not in" => {
                self.current = self.current.max(self.operand + self.run) + 1;
                (self.operand, self.run) = (0, 0);
            }
            _ => {}
        }
    }
}
