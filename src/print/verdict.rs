//! Verdicts on games: a line each, its first word the verdict.

use crate::answer::{ClaimAnswer, GameVerdict, VerdictAnswer};
use crate::layout::{Look, Paint, pad, shorten, width, wrap};

/// From this many games on, those that are proved to end share a line.
const SHARED: usize = 4;
/// The length at which lists of rules are cut.
const RULES: usize = 60;
/// The length beyond which a play has its own line.
const PLAY: usize = 32;

/// Every verdict on its own line, with its reason.
pub fn verdicts(verdicts: &[VerdictAnswer], look: &Look) -> String {
    verdicts.iter().map(|v| line(v.verdict, &sentence(v), look)).collect()
}

/// As few lines as possible; nothing about wrong games, which are shown with their play.
pub fn verdicts_in_short(all: &[VerdictAnswer], look: &Look) -> String {
    let shown: Vec<&VerdictAnswer> = all.iter().filter(|v| v.finding.is_none() || !v.is_error()).collect();
    let (proved, others): (Vec<&VerdictAnswer>, Vec<&VerdictAnswer>) =
        shown.into_iter().partition(|v| v.verdict == GameVerdict::Proved);
    let mut out = String::new();
    if proved.len() < SHARED {
        proved.iter().for_each(|v| out += &line(v.verdict, &sentence(v), look));
    } else {
        let names: Vec<&str> = proved.iter().map(|v| v.game.as_str()).collect();
        let (last, first) = names.split_last().unwrap_or((&"", &[]));
        out +=
            &line(GameVerdict::Proved, &format!("every play of {} and {last} ends", first.join(", ")), look);
    }
    others.iter().for_each(|v| out += &line(v.verdict, &sentence(v), look));
    out
}

/// The longest word and two spaces.
const COLUMN: usize = 9;

/// Every claim on its own line, with its verdict.
pub fn claims(all: &[ClaimAnswer], look: &Look) -> String {
    let text = |c: &ClaimAnswer| format!("{} `{}`: {}", c.game, c.claim, c.sentence);
    all.iter().map(|c| line(c.verdict, &text(c), look)).collect()
}

fn line(verdict: GameVerdict, text: &str, look: &Look) -> String {
    let (word, paint) = match verdict {
        GameVerdict::Proved => ("proved", Paint::Good),
        GameVerdict::Loopy => ("loopy", Paint::Dim),
        GameVerdict::Checked => ("checked", Paint::Warning),
        GameVerdict::Wrong => ("wrong", Paint::Bad),
    };
    let (text, play) = text.split_once('\n').unwrap_or((text, ""));
    let lines = wrap(text, look.columns().saturating_sub(COLUMN).max(24), "");
    let mut out = String::new();
    for (i, line) in lines.lines().enumerate() {
        let head = if i == 0 {
            look.paint(paint, word) + &" ".repeat(COLUMN - width(word))
        } else {
            pad("", COLUMN)
        };
        out += &format!("{head}{line}\n");
    }
    if !play.is_empty() {
        let room = look.columns().saturating_sub(COLUMN).max(24);
        out += &format!("{}{}\n", pad("", COLUMN), shorten(play, room));
    }
    out
}

fn sentence(v: &VerdictAnswer) -> String {
    match v.verdict {
        GameVerdict::Proved => {
            let rules = match v.rules.as_slice() {
                [] => String::new(),
                rules => format!(", with {}", shorten(&rules.join(" or "), RULES)),
            };
            let also = match v.finding.as_ref().map(|d| d.code) {
                Some("loopy-not-needed") => "; it need not be loopy",
                Some("decreases-not-verified") => "; the measure after `decreases` could not be verified",
                _ => "",
            };
            format!("{} ends{rules}: {}{also}", v.game, v.sentence)
        }
        GameVerdict::Wrong if !v.play.is_empty() => {
            let lines: Vec<String> = v.lines.iter().map(usize::to_string).collect();
            let lines = match lines.split_last() {
                None => String::new(),
                Some((one, [])) => format!("   (line {one})"),
                Some((last, first)) => format!("   (lines {} and {last})", first.join(", ")),
            };
            if v.finding.is_some() {
                return format!("{}: {}, as shown above{lines}", v.game, v.sentence);
            }
            let between = if width(&v.play) < PLAY { ":  " } else { "\n" };
            let (head, tail) =
                if width(&v.play) < PLAY { ("", lines.as_str()) } else { (lines.as_str(), "") };
            format!("{}: {}{head}{between}{}{tail}", v.game, v.sentence, v.play)
        }
        _ => format!("{}: {}", v.game, v.sentence),
    }
}
