//! Drawings as text: regions between bars, lines between commas, the spots of a line one behind the other. A spot met in
//! one place is its number of lives; one met in several places has a name, with its lives behind it if there are several.

use super::sketch::{Line, Region, Sketch};
use super::{Drawing, MOST_LIVES, MOST_SPOTS};
use std::fmt;

impl Drawing {
    /// Reads a drawing.
    ///
    /// # Errors
    /// What cannot be read, in words.
    pub fn read(text: &str) -> Result<Drawing, String> {
        let mut reader = Reader { sketch: Sketch::default(), names: vec![] };
        if !text.trim().is_empty() {
            for region in text.split('|') {
                let region = reader.region(region)?;
                reader.sketch.regions.push(region);
            }
        }
        Ok(Drawing::of(reader.sketch))
    }
}

struct Reader<'t> {
    sketch: Sketch,
    names: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    fn region(&mut self, text: &'t str) -> Result<Region, String> {
        let lines: Region = text.split(',').map(|line| self.line(line, text)).collect::<Result<_, _>>()?;
        for (i, line) in lines.iter().enumerate() {
            if let Some(spot) = line.iter().find(|s| lines[..i].iter().any(|other| other.contains(s))) {
                return Err(format!(
                    "the spot {} lies on two lines of one region; lines that meet are one",
                    self.name(*spot)
                ));
            }
        }
        Ok(lines)
    }

    fn name(&self, spot: u16) -> String {
        self.sketch.lives.get(usize::from(spot)).map_or_else(String::new, |_| {
            self.names.get(usize::from(spot)).map_or_else(String::new, |n| format!("`{n}`"))
        })
    }

    fn line(&mut self, text: &'t str, region: &str) -> Result<Line, String> {
        let line = text.split_whitespace().map(|word| self.spot(word)).collect::<Result<Line, _>>()?;
        if line.is_empty() {
            let place = if region.trim().is_empty() { "a region" } else { "a line" };
            return Err(format!("{place} of a drawing has at least one spot"));
        }
        Ok(line)
    }

    fn spot(&mut self, word: &'t str) -> Result<u16, String> {
        let digits = word.trim_start_matches(|c: char| c.is_alphabetic());
        let name = &word[..word.len() - digits.len()];
        if !digits.chars().all(|c| c.is_ascii_digit()) {
            return Err(format!(
                "`{word}` is no spot of a drawing: a spot is its number of lives, such as 3, or a name, such as a or b2"
            ));
        }
        let lives =
            if digits.is_empty() { Some(1) } else { digits.parse().ok().filter(|l| *l <= MOST_LIVES) };
        let Some(lives) = lives else {
            return Err(format!("a spot has at most {MOST_LIVES} lives, not {digits}"));
        };
        let known = self.names.iter().position(|n| !name.is_empty() && *n == name);
        if let Some(spot) = known {
            let before = self.sketch.lives[spot];
            if before != lives {
                return Err(format!(
                    "the lives of the spot `{name}` are {before} in one place and {lives} in another"
                ));
            }
            return Ok(spot as u16);
        }
        if self.names.len() == MOST_SPOTS {
            return Err(format!("a drawing has at most {MOST_SPOTS} spots"));
        }
        self.names.push(name);
        self.sketch.lives.push(lives);
        Ok(self.names.len() as u16 - 1)
    }
}

/// As it can be read again.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("drawing(\"")?;
        let mut names = 0;
        let mut between = "";
        for sketch in self.sketches() {
            let visits = sketch.visits();
            let mut called: Vec<Option<String>> = vec![None; visits.len()];
            for region in &sketch.regions {
                f.write_str(std::mem::replace(&mut between, " | "))?;
                for (i, line) in region.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    for (k, spot) in line.iter().map(|s| usize::from(*s)).enumerate() {
                        f.write_str(if k > 0 { " " } else { "" })?;
                        let lives = sketch.lives[spot];
                        if visits[spot] == 1 {
                            write!(f, "{lives}")?;
                            continue;
                        }
                        let name = called[spot].get_or_insert_with(|| {
                            names += 1;
                            letters(names - 1)
                        });
                        f.write_str(name)?;
                        if lives != 1 {
                            write!(f, "{lives}")?;
                        }
                    }
                }
            }
        }
        f.write_str("\")")
    }
}

/// a, b, ... z, aa, ab, ...
fn letters(mut n: usize) -> String {
    let mut name = vec![];
    loop {
        name.push((b'a' + (n % 26) as u8) as char);
        if n < 26 {
            return name.into_iter().rev().collect();
        }
        n = n / 26 - 1;
    }
}
