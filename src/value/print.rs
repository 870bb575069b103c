//! Values as text: as the language writes them, and in full. Keys, data and comparisons use these texts, so
//! nothing is ever left out here; `layout` shortens text for people.

use super::{Cell, GamePosition, OrdSet, Part, Position, Value};
use std::fmt;

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.col)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => n.fmt(f),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Case(i, names) => f.write_str(names.get(*i as usize).map_or("?", String::as_str)),
            Value::Cell(c) => c.fmt(f),
            Value::Text(t) => write!(f, "\"{}\"", t.replace('\\', "\\\\").replace('"', "\\\"")),
            Value::Drawing(d) => d.fmt(f),
            Value::Tuple(vs) => list(f, "(", vs.iter(), ")"),
            Value::Set(s) => match drawing(s) {
                Some(rows) => write!(f, "board(\"{rows}\")"),
                None => list(f, "{", s.iter(), "}"),
            },
            Value::Bag(b) => {
                list(f, "bag(", b.iter().flat_map(|(v, n)| std::iter::repeat_n(v, *n as usize)), ")")
            }
            Value::List(l) => list(f, "[", l.iter(), "]"),
            Value::Map(m) => {
                f.write_str("map(")?;
                for (i, (k, v)) in m.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    write!(f, "{comma}{k} to {v}")?;
                }
                f.write_str(")")
            }
            Value::Function(_, name) => f.write_str(name),
            Value::Position(p) => p.fmt(f),
        }
    }
}

/// Cells that are easier to see as a board: five or more, not far apart, none above or left of (1, 1).
fn drawing(set: &OrdSet<Value>) -> Option<String> {
    let cells: Vec<Cell> =
        set.iter().map(|v| if let Value::Cell(c) = v { Some(*c) } else { None }).collect::<Option<_>>()?;
    let rows = cells.iter().map(|c| c.row).max()?;
    let in_reach = |c: &Cell| (1..=40).contains(&c.row) && (1..=40).contains(&c.col);
    if cells.len() < 5 || !cells.iter().all(in_reach) {
        return None;
    }
    let row = |r: i32| {
        let last = cells.iter().filter(|c| c.row == r).map(|c| c.col).max().unwrap_or(1);
        (1..=last)
            .map(|col| if cells.contains(&Cell { row: r, col }) { '.' } else { 'x' })
            .collect::<String>()
    };
    Some((1..=rows).map(row).collect::<Vec<_>>().join("|"))
}

fn list<'a>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: impl Iterator<Item = &'a Value>,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    f.write_str(close)
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Heap(k) => write!(f, "*{k}"),
            Part::Game(p) => p.fmt(f),
        }
    }
}

/// With all its arguments, as you would type it.
impl fmt::Display for GamePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game.name)?;
        list(f, "(", self.args.iter(), ")")
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return f.write_str("nothing");
        }
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                f.write_str(" + ")?;
            }
            part.fmt(f)?;
        }
        Ok(())
    }
}

impl Position {
    /// As traces show it: without the arguments that never change, the rules of the game, unless they are short.
    pub fn in_trace(&self) -> String {
        if self.parts.is_empty() {
            return "nothing".into();
        }
        self.parts.iter().map(Part::in_trace).collect::<Vec<_>>().join(" + ")
    }
}

/// Rules are in traces, too, if none takes more bytes than this.
const LONGEST_RULE: usize = 15;

impl GamePosition {
    /// Whether its rules, if it has any, are short enough to be in traces.
    pub fn has_short_rules(&self) -> bool {
        let mut rules = self.args.iter().zip(&self.game.is_rule).filter(|(_, rule)| **rule);
        rules.all(|(v, _)| v.to_string().len() <= LONGEST_RULE)
    }
}

impl Part {
    /// As traces show it: without the rules of the game, unless they are short. So most positions can be typed back.
    pub fn in_trace(&self) -> String {
        match self {
            Part::Heap(_) => self.to_string(),
            Part::Game(p) => {
                let with_rules = p.has_short_rules();
                let shown = p.args.iter().zip(&p.game.is_rule).filter(|(_, rule)| with_rules || !**rule);
                let args: Vec<String> = shown.map(|(v, _)| v.to_string()).collect();
                format!("{}({})", p.game.name, args.join(", "))
            }
        }
    }
}

impl Value {
    /// As a label or a text shows it: text without quotation marks.
    pub fn plain(&self) -> String {
        match self {
            Value::Text(t) => t.to_string(),
            other => other.to_string(),
        }
    }
}
