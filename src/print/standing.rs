//! Outcomes with remoteness, for either player where that makes a difference.

use super::phrases::{MARGIN, headline, rests_on, stopped, winning};
use crate::answer::{DrawnPlay, FunctionsAnswer, SideAnswer, StandingAnswer};
use crate::layout::{Look, Paint, clean, counted, shorten, wrap};

/// A position whose value does not say all.
pub(super) fn standing(s: &StandingAnswer, statement: &str, look: &Look) -> String {
    let title = headline(&s.position, statement, look);
    let title = if s.misere && !title.contains(" under ") { format!("{title} under misere") } else { title };
    let mut out = look.paint(Paint::Bold, &title) + "\n";
    for line in s.picture.iter().flat_map(|picture| picture.lines()) {
        out += &format!("  {}\n", shorten(&clean(line), look.columns() - 2));
    }
    if let Some(value) = &s.value {
        let star = if value == "0" || value.starts_with('∞') { value.clone() } else { format!("*{value}") };
        out += &format!("  value    {}\n", shorten(&star, look.columns() - 11));
    }
    let told = entry("outcome", &verdict(s), look);
    out += &match told.strip_prefix("  outcome  ") {
        Some(rest) => format!("  outcome  {}", look.with_outcome(rest)),
        None => told,
    };
    for side in &s.sides {
        out += &one_side(side, look);
    }
    if let Some(play) = &s.drawn_play {
        out += &drawn(play, look);
    }
    out += &rests_on(&s.rests_on, look);
    s.stopped.iter().for_each(|s| out += &stopped(s, look));
    out
}

/// The outcome in words.
pub(super) fn verdict(s: &StandingAnswer) -> String {
    let impartial = s.sides.len() == 1;
    let moves = s.sides.first().map(ending).unwrap_or_default();
    match s.outcome.as_str() {
        "P" if impartial && s.sides[0].over.is_some() => {
            String::from("P, the previous player wins: there is no move")
        }
        "N" if impartial && s.sides[0].over == Some("won") => {
            String::from("N, the player to move has won already")
        }
        "N" if impartial && s.sides[0].over.is_some() => {
            String::from("N, the next player wins: there is no move")
        }
        "P" if impartial => format!("P, the previous player wins{moves}"),
        "N" if impartial => format!("N, the next player wins{moves}"),
        "P" => "P, the previous player wins: whoever begins loses".into(),
        "N" => "N, the next player wins: whoever begins wins".into(),
        "draw" => "draw, neither player can force an end".into(),
        "open" => "open: the positions looked at do not decide it".into(),
        "Left" => "Left wins, whoever begins".into(),
        "Right" => "Right wins, whoever begins".into(),
        "Left_if_first" => "Left_if_first, Left wins if Left begins, else it is a draw".into(),
        "Left_if_second" => "Left_if_second, Left wins if Right begins, else it is a draw".into(),
        "Right_if_first" => "Right_if_first, Right wins if Right begins, else it is a draw".into(),
        _ => "Right_if_second, Right wins if Left begins, else it is a draw".into(),
    }
}

/// ` in 3 moves`, as far as it is known.
fn ending(side: &SideAnswer) -> String {
    let most = if side.at_most { "at most " } else { "" };
    match side.remoteness {
        Some(n) if n > 0 => format!(" in {most}{}", counted(n.into(), "move", "moves")),
        _ => String::new(),
    }
}

fn one_side(side: &SideAnswer, look: &Look) -> String {
    let mut out = String::new();
    if let Some(player) = side.player {
        let how = match (side.stands, side.over) {
            ("win", Some("won")) => "has won already".to_string(),
            ("win", Some(_)) => "has no move and wins".to_string(),
            (_, Some(_)) => "has no move and loses".to_string(),
            ("win", _) => format!("wins moving first{}", ending(side)),
            ("loss", _) => format!("loses moving first{}", ending(side)),
            ("draw", _) => "holds a draw moving first".to_string(),
            _ => "begins: open".to_string(),
        };
        out += &format!("  {player:<7}  {how}\n");
    }
    out += &winning("  winning  ", &side.winning, None, look);
    if side.stands != "win" {
        out += &winning("  holding  ", &side.drawing, None, look);
    }
    if !side.open.is_empty() {
        out += &winning("  open     ", &side.open, None, look);
    }
    out
}

/// A play that never ends.
fn drawn(play: &DrawnPlay, look: &Look) -> String {
    let names: Vec<String> = play.moves.iter().map(|m| clean(&m.name)).collect();
    let end = match play.back_to {
        Some(0) => ", and so on for ever".to_string(),
        Some(n) => format!(", and so on for ever from move {} on", n + 1),
        None => ", ...".to_string(),
    };
    entry("endless", &format!("{}{end}", names.join(", ")), look)
}

/// A word and what is to be said about it, the further lines under the first.
fn entry(word: &str, text: &str, look: &Look) -> String {
    let wrapped = wrap(text, look.columns(), MARGIN);
    format!("  {word:<9}{}", wrapped.trim_start())
}

/// How many functions are shown at most.
const FUNCTIONS_SHOWN: usize = 20;

/// How many Grundy functions there are, and the first of them.
pub(super) fn functions(f: &FunctionsAnswer, look: &Look) -> String {
    let count = match f.count {
        0 => "no Grundy function".to_string(),
        n => counted(n, "Grundy function", "Grundy functions"),
    };
    let positions = counted(f.positions.len() as u64, "position", "positions");
    let title = format!("{} has {count} on {positions}", clean(&f.of));
    let mut out = look.paint(Paint::Bold, &title) + "\n";
    for values in f.listed.iter().take(FUNCTIONS_SHOWN) {
        let pairs: Vec<String> =
            f.positions.iter().zip(values).map(|(p, v)| format!("{} = {v}", clean(p))).collect();
        out += &wrap(&pairs.join(", "), look.columns(), "  ");
    }
    if f.count > FUNCTIONS_SHOWN as u64 {
        out += &format!("  and {} more\n", f.count - FUNCTIONS_SHOWN as u64);
    }
    out
}
