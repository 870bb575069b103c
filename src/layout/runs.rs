//! A text with colours taken apart, for places that show colours in another way than terminals.

use super::Paint;

impl Paint {
    /// Its name, such as `bold`.
    pub fn name(self) -> &'static str {
        match self {
            Paint::Bold => "bold",
            Paint::Dim => "dim",
            Paint::Good => "good",
            Paint::Bad => "bad",
            Paint::Warning => "warning",
            Paint::Won => "won",
            Paint::Lost => "lost",
            Paint::Left => "left",
            Paint::Right => "right",
        }
    }

    /// The paint that such numbers ask of terminals after the last reset: one of ours, or the like of it.
    fn of(codes: &[u32]) -> Option<Paint> {
        let own = |paint: &&Paint| {
            let code = paint.code();
            let numbers: Vec<u32> = code.split(';').filter_map(|n| n.parse().ok()).collect();
            numbers == codes
        };
        if codes.is_empty() {
            return None;
        }
        ALL.iter().find(own).copied().or_else(|| {
            let colour = match codes {
                [.., 38, 5, n] if *n < 16 => n % 8,
                _ => codes.iter().rev().find(|n| (30..38).contains(*n))? - 30,
            };
            Some(match colour {
                1 => Paint::Bad,
                2 => Paint::Good,
                3 => Paint::Warning,
                _ => Paint::Dim,
            })
        })
    }
}

/// Every paint; of two that terminals show alike, the first is found again.
const ALL: [Paint; 9] = [
    Paint::Bold,
    Paint::Dim,
    Paint::Good,
    Paint::Bad,
    Paint::Warning,
    Paint::Won,
    Paint::Lost,
    Paint::Left,
    Paint::Right,
];

/// A text as pieces of one paint each, without what tells a terminal so.
pub fn runs(text: &str) -> Vec<(Option<Paint>, &str)> {
    let mut found = vec![];
    let mut codes: Vec<u32> = vec![];
    for (i, piece) in text.split("\x1b[").enumerate() {
        let shown = match piece.split_once('m') {
            Some((numbers, shown)) if i > 0 => {
                for n in numbers.split(';').filter_map(|n| n.parse().ok()) {
                    match (n, codes.last()) {
                        (0, last) if last != Some(&5) => codes.clear(),
                        _ => codes.push(n),
                    }
                }
                shown
            }
            _ => piece,
        };
        if !shown.is_empty() {
            found.push((Paint::of(&codes), shown));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Look;

    #[test]
    fn every_paint_is_found_again() {
        let look = Look { color: true, width: None };
        for paint in ALL {
            let again = if paint == Paint::Won { Paint::Good } else { paint };
            let text = format!("a {} b", look.paint(paint, "painted"));
            assert_eq!(runs(&text), [(None, "a "), (Some(again), "painted"), (None, " b")]);
        }
        assert_eq!(
            runs("\x1b[0m\x1b[1m\x1b[38;5;9merror\x1b[0m: x"),
            [(Some(Paint::Bad), "error"), (None, ": x")]
        );
    }
}
