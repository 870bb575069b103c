//! How likely the next bit of a text is a one, learned from the bits before it: what follows the last letters, the last words,
//! and what followed earlier after the same letters, weighed by how often each guess was right. After the "lpaq" of
//! M. Mahoney. Whole numbers throughout, so that it is the same on every machine.

/// Up to this many letters before a bit are looked at, less one; then the last two words.
const LETTERS: usize = 7;
const VIEWS: usize = LETTERS + 1;
/// Two opinions of each view, and two of the copy.
const OPINIONS: usize = 2 * VIEWS + 2;
/// Places for what is known in each view, as a power of two.
const PLACES: u32 = 18;
/// A copy is begun where this many letters are the same.
const SAME: usize = 5;
const HALF: u32 = 1 << 31;

/// What is known, and what was read.
#[derive(Clone)]
pub(super) struct Guess {
    /// In each place, how likely a one is in 22 bits, and how often it was met in 10.
    known: Vec<Vec<u32>>,
    places: [usize; VIEWS],
    views: [u32; VIEWS],
    opinions: [i32; OPINIONS],
    weights: Vec<[i32; OPINIONS]>,
    weighed_by: usize,
    guess: i32,
    pub(super) read: Vec<u8>,
    /// The bits of the letter at hand, behind a one.
    part: u32,
    copy: Echo,
    logits: Vec<i32>,
}

/// The place that was like this one: what followed there may follow here.
#[derive(Clone)]
struct Echo {
    latest: Vec<u32>,
    at: usize,
    length: usize,
    right: [u32; 32],
}

/// 4096 / (1 + e^(-x / 256)), between the values of a table.
fn odds(x: i32) -> i32 {
    const TABLE: [i32; 33] = [
        1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607,
        3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
    ];
    let x = x.clamp(-2047, 2047) + 2048;
    let (i, part) = ((x >> 7) as usize, x & 127);
    (TABLE[i] * (128 - part) + TABLE[i + 1] * part + 64) >> 7
}

/// The other way.
fn logits() -> Vec<i32> {
    let mut logits = vec![2047; 4096];
    let mut from = 0;
    for x in -2047..=2047 {
        let to = odds(x) as usize;
        (from..=to).for_each(|i| logits[i] = x);
        from = from.max(to + 1);
    }
    logits
}

impl Guess {
    /// One that has read these texts.
    pub(super) fn after(texts: &[&[u8]]) -> Guess {
        let mut guess = Guess {
            known: vec![vec![HALF; 1 << PLACES]; VIEWS],
            places: [0; VIEWS],
            views: [0; VIEWS],
            opinions: [0; OPINIONS],
            weights: vec![[(1 << 16) / 5; OPINIONS]; 4 * (LETTERS + 1)],
            weighed_by: 0,
            guess: 2048,
            read: vec![],
            part: 1,
            copy: Echo { latest: vec![0; 1 << 16], at: 0, length: 0, right: [HALF; 32] },
            logits: logits(),
        };
        for byte in texts.iter().copied().flatten() {
            for i in (0..8).rev() {
                guess.one();
                guess.learn(u32::from(byte >> i) & 1);
            }
        }
        guess.read.clear();
        guess.copy.forget();
        guess
    }

    /// How likely a one is, of 4096.
    pub(super) fn one(&mut self) -> u32 {
        let longest = self.ask_views();
        self.ask_copy();
        let copied = [0, 9, 17].iter().filter(|n| self.copy.length > **n).count();
        self.weighed_by = longest * 4 + copied;
        let weights = &self.weights[self.weighed_by];
        let sum: i64 = weights.iter().zip(&self.opinions).map(|(w, x)| i64::from(*w) * i64::from(*x)).sum();
        self.guess = odds((sum >> 16).clamp(-2047, 2047) as i32);
        self.guess as u32
    }

    /// The longest view that has met this before, by the number of letters it looks at and one.
    fn ask_views(&mut self) -> usize {
        let mut longest = 0;
        for view in 0..VIEWS {
            let mixed = self.views[view].wrapping_add(self.part.wrapping_mul(0x9E37_79B1));
            let place = (mixed.wrapping_mul(0x85EB_CA6B) >> (32 - PLACES)) as usize;
            let known = self.known[view][place];
            let often = (known & 1023) as i32;
            self.places[view] = place;
            let [sure, near] = if often == 0 { [0, 0] } else { self.opinion(known, often.min(8)) };
            (self.opinions[2 * view], self.opinions[2 * view + 1]) = (sure, near);
            if often > 0 && view < LETTERS {
                longest = view + 1;
            }
        }
        longest
    }

    fn opinion(&self, known: u32, often: i32) -> [i32; 2] {
        let one = (known >> 20) as i32;
        [self.logits[one as usize], (one - 2048) * often / 16]
    }

    fn ask_copy(&mut self) {
        let expected = self.expected();
        let [sure, near] = match expected {
            None => [0, 0],
            Some(bit) => {
                let right = self.opinion(self.copy.right[self.copy.length.min(31)], 16);
                if bit == 1 { right } else { right.map(|x| -x) }
            }
        };
        if expected.is_none() {
            self.copy.length = 0;
        }
        (self.opinions[OPINIONS - 2], self.opinions[OPINIONS - 1]) = (sure, near);
    }

    /// The next bit of the copy, if the letter has begun as that one does.
    fn expected(&self) -> Option<u32> {
        let letter = u32::from(*self.read.get(self.copy.at).filter(|_| self.copy.length > 0)?) | 256;
        let left = self.part.leading_zeros() - 23;
        (letter >> left == self.part).then(|| (letter >> (left - 1)) & 1)
    }

    /// The bit that it was.
    pub(super) fn learn(&mut self, bit: u32) {
        let wrong = (((bit as i32) << 12) - self.guess) * 6;
        for (weight, x) in self.weights[self.weighed_by].iter_mut().zip(&self.opinions) {
            *weight += (x * wrong + 0x8000) >> 16;
        }
        for view in 0..VIEWS {
            let known = &mut self.known[view][self.places[view]];
            *known = nearer(*known, bit);
        }
        if let Some(expected) = self.expected() {
            let right = &mut self.copy.right[self.copy.length.min(31)];
            if expected == bit { *right += (u32::MAX - *right) >> 6 } else { *right -= *right >> 6 }
        }
        self.part = self.part << 1 | bit;
        if self.part >= 256 {
            self.read.push(self.part as u8);
            self.part = 1;
            self.look();
        }
    }

    /// What the views see behind the letter that was read last.
    fn look(&mut self) {
        let n = self.read.len();
        for letters in 0..LETTERS {
            let seen = (1..=letters).map(|i| n.checked_sub(i).map_or(0, |i| self.read[i]));
            self.views[letters] = hash(letters as u32 + 1, seen);
        }
        let (word, rest) = last_word(&self.read);
        let between = rest.iter().rev().take_while(|c| !c.is_ascii_alphabetic()).count();
        let (before, _) = last_word(&rest[..rest.len() - between]);
        self.views[LETTERS] =
            hash(99, word.iter().copied()) ^ hash(77, before.iter().copied()).wrapping_mul(31);
        self.copy.follow(&self.read);
    }
}

/// How likely a one is after one more bit: what was met seldom learns fast.
fn nearer(known: u32, bit: u32) -> u32 {
    let (one, often) = (i64::from(known >> 10), i64::from(known & 1023));
    let goal = if bit == 1 { (1 << 22) - 1 } else { 0 };
    let one = one + (goal - one) * 2 / (2 * often + 3);
    (one as u32) << 10 | (often as u32 + 1).min(250)
}

fn hash(begin: u32, bytes: impl Iterator<Item = u8>) -> u32 {
    let begin = begin.wrapping_mul(0x2545_F491);
    bytes.fold(begin, |h, c| (h ^ u32::from(c)).wrapping_mul(0x0100_0193).rotate_left(7))
}

fn last_word(text: &[u8]) -> (&[u8], &[u8]) {
    let length = text.iter().rev().take_while(|c| c.is_ascii_alphabetic()).count();
    let (rest, word) = text.split_at(text.len() - length);
    (word, rest)
}

impl Echo {
    fn forget(&mut self) {
        self.latest.fill(0);
        self.length = 0;
    }

    /// Goes on with the copy, or looks for one.
    fn follow(&mut self, read: &[u8]) {
        let n = read.len();
        let goes_on = self.length > 0 && read[self.at] == read[n - 1];
        (self.length, self.at) = if goes_on { (self.length + 1, self.at + 1) } else { (0, self.at) };
        if n < SAME {
            return;
        }
        let place = (hash(3, read[n - SAME..].iter().copied()) >> 16) as usize;
        let at = self.latest[place] as usize;
        if self.length == 0 && at > 0 {
            let same =
                read[..at].iter().rev().zip(read.iter().rev()).take(32).take_while(|(a, b)| a == b).count();
            (self.at, self.length) = if same >= SAME { (at, same) } else { (0, 0) };
        }
        self.latest[place] = n as u32;
    }
}
