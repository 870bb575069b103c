//! Words in the generators of a misère quotient, and what follows of its relations by replacing one side by the other.

use std::collections::BTreeSet;

/// How often each letter occurs.
type Word = [u8; 26];

/// Words in between have at most so many letters more than the longest relation and the word itself, and there are at most so many.
const LONGER: u32 = 2;
const MOST: usize = 3000;

/// The relations of a quotient, and the words of its P-portion.
pub(super) struct Words {
    relations: Vec<(Word, Word)>,
    portion: Vec<Word>,
}

impl Words {
    /// Relations are written `a^2 = 1`; words `ab^2`.
    pub(super) fn of(relations: &[String], portion: &[String]) -> Option<Words> {
        let relation = |r: &String| r.split_once(" = ").and_then(|(a, b)| Some((read(a)?, read(b)?)));
        Some(Words {
            relations: relations.iter().map(relation).collect::<Option<_>>()?,
            portion: portion.iter().map(|w| read(w)).collect::<Option<_>>()?,
        })
    }

    /// Whether a word equals one of the P-portion; none if that takes too long to find out.
    pub(super) fn is_in_portion(&self, word: &str) -> Option<bool> {
        let start = read(word)?;
        let length = |w: &Word| w.iter().map(|n| u32::from(*n)).sum::<u32>();
        let sides = self.relations.iter().flat_map(|(a, b)| [(a, b), (b, a)]);
        let sides: Vec<(&Word, &Word)> = sides.collect();
        let longest = sides.iter().map(|(a, _)| length(a)).max().unwrap_or(0);
        let most = length(&start).max(longest) + LONGER;
        let (mut seen, mut next) = (BTreeSet::from([start]), vec![start]);
        while let Some(w) = next.pop() {
            if self.portion.contains(&w) {
                return Some(true);
            }
            for (from, to) in &sides {
                if (0..26).any(|i| w[i] < from[i]) {
                    continue;
                }
                let mut other = w;
                (0..26).for_each(|i| other[i] = w[i] - from[i] + to[i]);
                if length(&other) <= most && seen.insert(other) {
                    next.push(other);
                }
            }
            if seen.len() > MOST {
                return None;
            }
        }
        Some(false)
    }
}

fn read(word: &str) -> Option<Word> {
    let mut w = [0; 26];
    let mut chars = word.chars().filter(|c| *c != '1' || word.contains('^')).peekable();
    while let Some(c) = chars.next() {
        let at = (c as usize).checked_sub('a' as usize).filter(|i| *i < 26);
        let Some(at) = at else {
            if c == '1' {
                continue;
            }
            return None;
        };
        let mut times = 1;
        if chars.next_if_eq(&'^').is_some() {
            times = 0;
            while let Some(d) = chars.peek().and_then(|d| d.to_digit(10)) {
                times = 10 * times + d;
                chars.next();
            }
        }
        w[at] += u8::try_from(times).ok()?;
    }
    Some(w)
}
