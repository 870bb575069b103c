//! Why a position is won or lost, in the sentences of a teacher.

use super::phrases::{POSITION_COLUMNS, rests_on};
use crate::answer::{WhyAnswer, WhyOption, WhyPart, WhyWin};
use crate::layout::{Look, Paint, clean, counted, pad, pad_left, shorten, shorten_position, width, wrap};
use num_bigint::BigUint;

/// Values of more binary digits are not written in columns.
const DIGITS: u64 = 24;

/// How many lines of a list are shown.
pub(super) const SHOWN: usize = 10;

const MARGIN: &str = "  ";

/// The explanation, ending in a line break.
pub(super) fn why(w: &WhyAnswer, look: &Look) -> String {
    let room = look.columns().min(POSITION_COLUMNS);
    let mut out = look.paint(Paint::Bold, &shorten_position(&clean(&w.position), room)) + "\n";
    let say = |text: &str| wrap(&clean(text), look.columns().min(100), MARGIN);
    out += &match w.parts.as_slice() {
        _ if w.misere => misere(w, &say),
        [] => say(
            "There is nothing here, and so no move: the player to move has lost. The value is 0, and the outcome P.",
        ),
        [part] if w.moves == 0 => say(&format!(
            "No move is possible in {}: the player to move has lost. The value is the least number that is not the \
             value of an option; there is no option, so it is 0.",
            short(&part.position)
        )),
        [part] if part.position.starts_with('*') => say(&heap(part)),
        [_] => single(w, &say, look),
        _ => sum(w, &say, look),
    };
    out += &to_do(w).map_or(String::new(), |text| say(&text));
    out + &rests_on(&w.rests_on, look)
}

/// What follows for whoever plays.
fn to_do(w: &WhyAnswer) -> Option<String> {
    let what = if w.misere { "a position from which every move loses" } else { "0" };
    let best = w.winning.first().map(|m| clean(&m.name));
    match (w.moves, best) {
        (0, _) => None,
        (_, Some(best)) => Some(format!("What to do: each time, leave {what}. Here {best} does it.")),
        (_, None) if w.outcome == "P" || w.value == "0" => Some(format!(
            "What to do: no move is good here. When the other player slips, leave {what} each time from then on."
        )),
        _ => None,
    }
}

pub(super) fn short(position: &str) -> String {
    shorten_position(&clean(position), 48)
}

/// `0`, or `*3`.
fn star(value: &str) -> String {
    if value == "0" { "0".into() } else { format!("*{value}") }
}

fn heap(part: &WhyPart) -> String {
    let k = &part.value;
    format!(
        "A nim-heap of {k} has a move to every smaller heap. Their values are all the numbers below {k}, so {k} is the \
         least one missing. Taking all of it wins."
    )
}

// ---- misère

fn misere(w: &WhyAnswer, say: &dyn Fn(&str) -> String) -> String {
    let rule = "This is misère play: a player who cannot move wins.";
    if w.moves == 0 {
        return say(&format!("{rule} No move is possible, so the player to move has won (N)."));
    }
    let values = "Nim-values do not help here, since they forget how a play ends; only the outcomes of the options \
                  count.";
    if w.outcome == "N" {
        let names: Vec<String> = w.winning.iter().take(SHOWN).map(|m| clean(&m.name)).collect();
        let more = if w.winning.len() > SHOWN {
            format!(" and {} more", w.winning.len() - SHOWN)
        } else {
            String::new()
        };
        let to = w.winning.first().map_or(String::new(), |m| short(&m.to));
        return say(&format!("{rule} {values}"))
            + &say(&format!(
                "The player to move wins (N) by leaving a position from which every move loses, such as {to}: {}{more}.",
                names.join(", ")
            ));
    }
    say(&format!("{rule} {values}")) + &lost(w, say)
}

// ---- one part: the mex

fn single(w: &WhyAnswer, say: &dyn Fn(&str) -> String, look: &Look) -> String {
    let mut out = say(&format!(
        "The value is the least number that no move leads to. {}",
        match w.moves {
            1 => "There is one move:".to_string(),
            n => format!("Of the {}, one for each value:", counted(n as u64, "move", "moves")),
        }
    ));
    out.push('\n');
    out += &options(w, look);
    out.push('\n');
    out += &say(&mex_sentence(w));
    out += &if w.value == "0" { lost(w, say) } else { won(w, say) };
    out
}

/// The options by value up to the first gap, which is marked, and some beyond.
fn options(w: &WhyAnswer, look: &Look) -> String {
    let below = w.options.iter().position(|o| number(&o.value) > number(&w.value)).unwrap_or(w.options.len());
    let (small, large) = w.options.split_at(below);
    let wide =
        w.options.iter().chain([]).map(|o| width(&o.value)).chain([width(&w.value), 5]).max().unwrap_or(5);
    let names = w.options.iter().map(|o| width(&shorten(&clean(&o.name), 30))).max().unwrap_or(0);
    let line = |o: &WhyOption| {
        let more = if o.moves > 1 { format!("   and {} more", o.moves - 1) } else { String::new() };
        let name = pad(&shorten(&clean(&o.name), 30), names);
        format!("    {}  {name}  ->  {}{more}\n", pad_left(&o.value, wide), short(&o.to))
    };
    let mut out = format!("    {}\n", look.paint(Paint::Dim, &pad_left("value", wide)));
    out += &few(small, &line);
    out += &look.paint(Paint::Good, &format!("    {}  no move leads there", pad_left(&w.value, wide)));
    out.push('\n');
    out + &few(large, &line)
}

/// The first lines, and a line that says how many are left out.
fn few(options: &[WhyOption], line: &dyn Fn(&WhyOption) -> String) -> String {
    let shown: String = options.iter().take(SHOWN).map(line).collect();
    match options.len().checked_sub(SHOWN).filter(|n| *n > 0) {
        Some(more) => format!("{shown}    ... and {}\n", counted(more as u64, "more value", "more values")),
        None => shown,
    }
}

fn mex_sentence(w: &WhyAnswer) -> String {
    let larger = w.options.iter().any(|o| number(&o.value) > number(&w.value));
    let beyond = if larger {
        " Larger values among the options change nothing: the other player can reverse such a move."
    } else {
        ""
    };
    match w.value.as_str() {
        "0" => "No move leads to value 0, so 0 is the value itself.".to_string(),
        v => format!(
            "Every number below {v} is there and {v} is missing, so the value is {}.{beyond}",
            star(v)
        ),
    }
}

fn lost(w: &WhyAnswer, say: &dyn Fn(&str) -> String) -> String {
    let mut out = say(match (w.misere, w.replies.is_empty()) {
        (false, _) => {
            "So the player to move loses (P): after every move the other player has an answer that leads to value 0 \
             again."
        }
        (true, false) => "The player to move loses (P): after every move the other player can win.",
        (true, true) => {
            "The player to move loses (P): every move is the last one, and the other player then has no move, which wins."
        }
    });
    for r in w.replies.iter().take(SHOWN) {
        out += &format!(
            "    {} is answered by {}, which leaves {}\n",
            clean(&r.name),
            clean(&r.reply),
            short(&r.then)
        );
    }
    if w.moves > w.replies.len() && !w.replies.is_empty() {
        out += &format!(
            "    ... and so on for {}\n",
            counted((w.moves - w.replies.len()) as u64, "more move", "more moves")
        );
    }
    out
}

fn won(w: &WhyAnswer, say: &dyn Fn(&str) -> String) -> String {
    let names: Vec<String> = w.winning.iter().take(SHOWN).map(|m| clean(&m.name)).collect();
    let more = if w.winning.len() > SHOWN {
        format!(" and {} more", w.winning.len() - SHOWN)
    } else {
        String::new()
    };
    say(&format!(
        "The player to move wins (N) by leaving value 0, from which every move loses: {}{more}.",
        names.join(", ")
    ))
}

// ---- several parts: the nim-sum

fn sum(w: &WhyAnswer, say: &dyn Fn(&str) -> String, look: &Look) -> String {
    let mut out = say(&format!(
        "{} parts lie side by side, and each counts as a nim-heap of its value. Together they are worth the nim-sum of \
         the values: in binary, a column has a 1 if it has an odd number of ones.",
        capital(&counting(w.parts.len()))
    ));
    out.push('\n');
    out += &columns(w, look);
    out.push('\n');
    if w.value == "0" {
        return out + &lost_sum(w, say);
    }
    let bits = number(&w.value).bits();
    let top = BigUint::from(1u8) << (bits - 1);
    out += &say(&format!(
        "The nim-sum is {}, not 0, so the player to move wins (N): by making it 0. The first 1 of the nim-sum counts {top} and \
         is marked. A part whose value has a 1 in that column may change to its value xor {}, which is less.",
        w.value, w.value
    ));
    if w.winning.iter().any(|m| number(&m.after) > number(&m.before)) {
        out += &say("A move to a larger value, if the rules allow one, may win as well.");
    }
    out + &wins(w)
}

fn lost_sum(w: &WhyAnswer, say: &dyn Fn(&str) -> String) -> String {
    if w.moves == 0 {
        return say("No part has a move, so the player to move has lost (P).");
    }
    say(
        "Every column has an even number of ones: the nim-sum is 0, and the player to move loses (P). A move changes one \
         part, so some column becomes odd; the answer makes all of them even again. In the end the player to move has \
         no move.",
    )
}

/// The values below each other in binary, the column that matters marked.
fn columns(w: &WhyAnswer, look: &Look) -> String {
    let digits = w.parts.iter().map(|p| number(&p.value).bits()).max().unwrap_or(1).max(1);
    let shown = &w.parts[..w.parts.len().min(2 * SHOWN)];
    let second = w.parts.iter().map(|p| width(&p.value)).chain([width(&w.value)]).max().unwrap_or(1) + 1;
    // Digits with spaces between them, or close together, or none.
    let space = |between: usize| 3 + digits as usize * (1 + between);
    let left = look.columns().saturating_sub(4 + width("nim-sum") + 2 + second);
    let between = [1, 0].into_iter().find(|b| digits <= DIGITS && space(*b) <= left);
    let room = look.columns().saturating_sub(6 + second + between.map_or(0, space)).max(12);
    let names: Vec<String> = shown.iter().map(|p| shorten_position(&short(&p.position), room)).collect();
    let first = names.iter().map(|n| width(n)).chain([width("nim-sum")]).max().unwrap_or(0);
    let line = |name: &str, value: &str| {
        let head = format!("    {}  {}", pad(name, first), pad_left(&star(value), second));
        match between {
            Some(between) => format!("{head}   {}", binary(&number(value), digits, between)),
            None => head,
        }
    };
    let mut out: String = names.iter().zip(shown).map(|(n, p)| line(n, &p.value) + "\n").collect();
    if w.parts.len() > shown.len() {
        out += &format!("    ... and {} more\n", w.parts.len() - shown.len());
    }
    out += &look.paint(Paint::Bold, &line("nim-sum", &w.value));
    out.push('\n');
    if let Some(between) = between.filter(|_| w.value != "0") {
        let zeros = (digits - number(&w.value).bits()) as usize;
        let before = 4 + first + 2 + second + 3 + zeros * (1 + between);
        out += &format!("{}{}\n", " ".repeat(before), look.paint(Paint::Warning, "^"));
    }
    out
}

/// What the parts of a sum are worth, a line each.
pub(super) fn parts(all: &[WhyPart]) -> String {
    let shown = &all[..all.len().min(2 * SHOWN)];
    let names: Vec<String> = shown.iter().map(|p| short(&p.position)).collect();
    let first = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let worth = |value: &str| if value.starts_with('∞') { value.to_string() } else { star(value) };
    let mut out: String = names
        .iter()
        .zip(shown)
        .map(|(n, p)| format!("    {}  {}\n", pad(n, first), worth(&p.value)))
        .collect();
    if all.len() > shown.len() {
        out += &format!("    ... and {} more\n", all.len() - shown.len());
    }
    out
}

/// `0 1 1`
fn binary(value: &BigUint, digits: u64, between: usize) -> String {
    let all: Vec<&str> = (0..digits).rev().map(|i| if value.bit(i) { "1" } else { "0" }).collect();
    all.join(&" ".repeat(between))
}

fn wins(w: &WhyAnswer) -> String {
    let shown = &w.winning[..w.winning.len().min(SHOWN)];
    let names = shown.iter().map(|m| width(&clean(&m.name))).max().unwrap_or(0);
    let line = |m: &WhyWin| {
        format!(
            "    {}  leaves {}: {} becomes {}\n",
            pad(&clean(&m.name), names),
            short(&m.becomes),
            star(&m.before),
            star(&m.after)
        )
    };
    let mut out: String = shown.iter().map(line).collect();
    if w.winning.len() > shown.len() {
        out += &format!("    and {} more\n", w.winning.len() - shown.len());
    }
    out
}

pub(super) fn number(text: &str) -> BigUint {
    text.parse().unwrap_or_default()
}

fn counting(n: usize) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    words.get(n).map_or(n.to_string(), |w| w.to_string())
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
