//! A finite commutative monoid by generators and relations, with a shortest word for each element.

use super::quotient::Quotient;
use std::collections::{BTreeMap, BTreeSet};

/// A product of generators: how often each occurs.
pub type Word = Vec<u8>;

/// Generators, a word for each element, and relations that everything follows from.
#[derive(Debug)]
pub struct Presentation {
    /// The element of each generator.
    pub generators: Vec<u32>,
    /// A word for each element: the first one by length, and then in the order of a dictionary.
    pub words: Vec<Word>,
    /// Words that stand for an element with an earlier word, none of them with a factor that does, and that word: a
    /// reduced Gröbner basis, so rewriting with them leads every word to the one in `words`.
    pub relations: Vec<(Word, Word)>,
}

impl Presentation {
    /// The generators are taken from `elements`, in order, as far as they are no products of earlier ones.
    pub fn new(q: &Quotient, elements: impl Iterator<Item = u32>) -> Presentation {
        let generators = generators(q, elements);
        let mut words = vec![None; q.order()];
        let mut relations = vec![];
        let mut level = BTreeMap::from([(vec![0; generators.len()], 0u32)]);
        words[0] = Some(vec![0; generators.len()]);
        while !level.is_empty() {
            let standard: BTreeSet<&Word> = level.keys().collect();
            let mut next = BTreeMap::new();
            // Words of the same length in the order of a dictionary: more of the first generators first.
            for (word, element) in longer(q, &generators, &level).into_iter().rev() {
                if !factors(&word).all(|f| standard.contains(&f)) {
                    continue;
                }
                match &words[element as usize] {
                    None => {
                        words[element as usize] = Some(word.clone());
                        next.insert(word, element);
                    }
                    Some(earlier) => relations.push((word, earlier.clone())),
                }
            }
            level = next;
        }
        let words = words.into_iter().flatten().collect();
        Presentation { generators, words, relations }
    }
}

fn generators(q: &Quotient, elements: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut made = BTreeSet::from([0u32]);
    let mut generators = vec![];
    for x in elements {
        if made.contains(&x) {
            continue;
        }
        generators.push(x);
        let mut left: Vec<u32> = made.iter().copied().collect();
        while let Some(y) = left.pop() {
            let xy = q.times(x, y);
            if made.insert(xy) {
                left.push(xy);
            }
        }
    }
    generators
}

/// The words with one generator more, each once, and their elements.
fn longer(q: &Quotient, generators: &[u32], level: &BTreeMap<Word, u32>) -> BTreeMap<Word, u32> {
    let mut all = BTreeMap::new();
    for (word, element) in level {
        for (i, generator) in generators.iter().enumerate() {
            if let Some(more) = word[i].checked_add(1) {
                let mut longer = word.clone();
                longer[i] = more;
                all.insert(longer, q.times(*element, *generator));
            }
        }
    }
    all
}

/// The words with one generator less.
fn factors(word: &Word) -> impl Iterator<Item = Word> {
    (0..word.len()).filter(|i| word[*i] > 0).map(|i| {
        let mut factor = word.clone();
        factor[i] -= 1;
        factor
    })
}

/// A word as text: `ab^2c`, and `1` for none.
pub fn spell(word: &Word) -> String {
    let letter = |i: usize| match i {
        0..26 => char::from(b'a' + i as u8).to_string(),
        _ => format!("x{}", i + 1),
    };
    let factor = |(i, n): (usize, &u8)| match n {
        0 => String::new(),
        1 => letter(i),
        n => format!("{}^{n}", letter(i)),
    };
    let text: Vec<String> = word.iter().enumerate().map(factor).collect();
    if word.iter().all(|n| *n == 0) { "1".into() } else { text.concat() }
}
