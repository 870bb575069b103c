//! Why a position is won, lost or drawn where its value does not say all.

use super::phrases::POSITION_COLUMNS;
use super::standing::verdict;
use super::why::{SHOWN, parts, short};
use crate::answer::{DrawnPlay, SideAnswer, WhyReply, WhyStandingAnswer};
use crate::layout::{Look, Paint, clean, counted, shorten_position, wrap};

/// The explanation, ending in a line break.
pub(super) fn why_standing(w: &WhyStandingAnswer, look: &Look) -> String {
    let s = &w.standing;
    let room = look.columns().min(POSITION_COLUMNS);
    let mut out = look.paint(Paint::Bold, &shorten_position(&clean(&s.position), room)) + "\n";
    let say = |text: &str| wrap(&clean(text), look.columns().min(100), "  ");
    let before = ground(w);
    if !before.is_empty() {
        out += &say(&before.join(" "));
    }
    if w.parts.len() > 1 {
        out += &format!("\n{}\n", parts(&w.parts));
        out += &say(&smith(w));
    }
    let play = s.drawn_play.as_ref();
    for (i, side) in s.sides.iter().enumerate() {
        let first_draw = s.sides[..i].iter().all(|s| s.stands != "draw");
        out += &one(side, w.ends[i], &w.answers[i], play.filter(|_| first_draw), s.misere, &say);
    }
    if s.sides.len() > 1 {
        out += &say(&format!("Altogether: {}.", verdict(s)));
    }
    if let (Some(value), [_]) = (&s.value, s.sides.as_slice())
        && w.parts.len() < 2
    {
        out += &worth(value).map_or(String::new(), |text| say(&text));
    }
    let stands = |how: &str| s.sides.iter().any(|side| side.stands == how && side.over.is_none());
    if stands("win") {
        out += &say(
            "What to do: leave a position that is lost for the other player each time, and take the fastest way.",
        );
    } else if stands("draw") {
        out += &say("What to do: hold the draw with each move until the other player slips; then win.");
    }
    out + &super::phrases::rests_on(&s.rests_on, look)
}

/// What kind of game it is, as far as that matters.
fn ground(w: &WhyStandingAnswer) -> Vec<&'static str> {
    let mut all = vec![];
    if w.standing.misere {
        all.push("This is misère play: a player who cannot move wins.");
    }
    if w.standing.sides.len() > 1 {
        all.push("Left and Right have different moves, so it matters who begins.");
    }
    if w.goals {
        all.push("Play is also over where a `wins when` holds: the player to move has then won.");
    }
    if w.loopy {
        all.push("Positions can repeat, so there are draws: neither player can force an end.");
    }
    all
}

/// How a player stands who is to move.
fn one(
    side: &SideAnswer,
    ends: bool,
    answers: &[WhyReply],
    play: Option<&DrawnPlay>,
    misere: bool,
    say: &dyn Fn(&str) -> String,
) -> String {
    let who = side.player.map_or("The player to move".to_string(), |p| format!("If {p} begins, {p}"));
    match (side.stands, side.over) {
        (_, Some("won")) => say(&format!("{who} has won already: the condition of a `wins when` holds.")),
        ("win", Some(_)) => say(&format!("{who} has no move, and that wins.")),
        (_, Some(_)) => say(&format!("{who} has no move, and so has lost.")),
        ("win", _) => say(&won(&who, side, ends, misere)),
        ("loss", _) => {
            let again = "every move leads to a position that the other player wins.";
            say(&format!("{who} loses{}: {again}", duration(side))) + &replies(answers, side.moves)
        }
        ("draw", _) => drawn(&who, side, answers, play, say),
        _ => {
            let open: Vec<String> = side.open.iter().take(SHOWN).map(|m| clean(&m.name)).collect();
            say(&format!(
                "{who}: that is not decided. Play can lead to more and more positions, and those nearest to this one leave it \
                 open, after {}.",
                listed(&open, side.open.len())
            ))
        }
    }
}

fn won(who: &str, side: &SideAnswer, ends: bool, misere: bool) -> String {
    let Some(best) = side.winning.first() else { return format!("{who} wins.") };
    let other = match side.player {
        Some("Left") => "Right",
        Some(_) => "Left",
        None => "the other player",
    };
    let reason = match (ends, misere) {
        (true, false) => format!("where {other} has no move"),
        (true, true) => format!("where {other} has lost"),
        (false, _) => "from which every move loses".to_string(),
    };
    let others: Vec<String> = side.winning[1..].iter().take(SHOWN).map(|m| clean(&m.name)).collect();
    let also = match others.len() {
        0 => String::new(),
        1 => format!(" {} wins as well.", others[0]),
        _ => format!(" {} win as well.", listed(&others, side.winning.len() - 1)),
    };
    format!("{who} wins{}: {} leaves {}, {reason}.{also}", duration(side), clean(&best.name), short(&best.to))
}

fn drawn(
    who: &str,
    side: &SideAnswer,
    answers: &[WhyReply],
    play: Option<&DrawnPlay>,
    say: &dyn Fn(&str) -> String,
) -> String {
    let Some(hold) = side.drawing.first() else { return say(&format!("{who} holds a draw.")) };
    let others = match side.drawing.len() {
        1 => "no other move holds it".to_string(),
        2 => "so does one other move".to_string(),
        n => format!("so do {} other moves", n - 1),
    };
    let mut out = say(&format!(
        "{who} cannot win, since no move leads to a position that the other player loses; and need not lose: {} holds the \
         draw by leaving {}, and {others}.",
        clean(&hold.name),
        short(&hold.to)
    ));
    if let Some(play) = play {
        let names: Vec<String> = play.moves.iter().map(|m| clean(&m.name)).collect();
        let again = match play.back_to {
            Some(0) => "and the position is the first one again: so it can go on for ever".to_string(),
            Some(n) => format!("and the position is that after move {n} again: so it can go on for ever"),
            None => "and so on".to_string(),
        };
        out += &say(&format!("If both hold the draw, play goes {}, {again}.", names.join(", ")));
    }
    if !answers.is_empty() {
        let losing = side.moves - side.drawing.len() - side.open.len();
        let what = if losing == 1 { "The other move loses:" } else { "The other moves lose:" };
        out += &say(what);
        out += &replies(answers, losing);
    }
    out
}

/// ` in 3 moves, if the winner hurries and the loser delays`
fn duration(side: &SideAnswer) -> String {
    let most = if side.at_most { "at most " } else { "" };
    match side.remoteness {
        Some(1) => " at once".into(),
        Some(n) if n > 1 => format!(" in {most}{n} moves, if the winner hurries and the loser delays"),
        _ => String::new(),
    }
}

fn replies(answers: &[WhyReply], losing: usize) -> String {
    let line = |r: &WhyReply| {
        let name = clean(&r.name);
        if r.reply.is_empty() {
            format!("    {name} leaves {}, and with that the other player has won\n", short(&r.to))
        } else {
            format!("    {name} is answered by {}, which leaves {}\n", clean(&r.reply), short(&r.then))
        }
    };
    let mut out: String = answers.iter().map(line).collect();
    if losing > answers.len() {
        let more = counted((losing - answers.len()) as u64, "more move", "more moves");
        out += &format!("    ... and so on for {more}\n");
    }
    out
}

fn listed(names: &[String], all: usize) -> String {
    let more = if all > names.len() { format!(" and {} more", all - names.len()) } else { String::new() };
    format!("{}{more}", names.join(", "))
}

/// How a sum stands by what its parts are worth (Smith 1966).
fn smith(w: &WhyStandingAnswer) -> String {
    let infinite: Vec<&str> =
        w.parts.iter().map(|p| p.value.as_str()).filter(|v| v.starts_with('∞')).collect();
    let rest = w.parts.iter().filter(|p| !p.value.starts_with('∞'));
    let heap = rest.fold(num_bigint::BigUint::default(), |sum, p| sum ^ super::why::number(&p.value));
    match infinite.as_slice() {
        [] => format!(
            "Each part is won and lost in sums like a nim-heap of its value, although positions may repeat: a move to a \
             larger value, or to none, can be taken back. So the nim-sum decides, and it is {heap}."
        ),
        [one] => {
            let values = one.trim_start_matches("∞{").trim_end_matches('}');
            let found = values.split(", ").any(|v| v == heap.to_string());
            let reach = if values.is_empty() {
                "No move in it leads to a position with a value".to_string()
            } else {
                format!("The values that moves in it lead to are {values}")
            };
            let so = if found {
                format!("{heap} is among them: going there makes the whole 0, and wins")
            } else {
                format!("to win, a player would have to move to value {heap}, and cannot")
            };
            format!(
                "One part is worth ∞: it plays like no nim-heap, since it need not end. {reach}. The other parts have the \
                 nim-sum {heap}: {so}."
            )
        }
        _ => "Two parts are worth ∞: they play like no nim-heap, since they need not end. A player in trouble in one \
              of them moves in another, so nobody can force an end: a draw."
            .into(),
    }
}

/// What a value of a single part says.
fn worth(value: &str) -> Option<String> {
    let Some(values) = value.strip_prefix("∞{").and_then(|v| v.strip_suffix('}')) else {
        return (value != "0").then(|| {
            format!("In sums it counts as a nim-heap: its value is *{value}, the least number that no move leads to for good.")
        });
    };
    Some(match values {
        "" => "Its value is ∞{}: it plays like no nim-heap, and its sum with any nim-heap is a draw as well."
            .into(),
        _ => format!(
            "Its value is ∞{{{values}}}: it plays like no nim-heap, since it need not end; but moves lead to positions of value \
             {values}. In a sum with a nim-heap of such a size, going there wins."
        ),
    })
}
