//! Version B: arithmetic coding, in which each bit takes the more room the less likely it was ([`Guess`]). It is for short
//! texts: a game of ten lines takes about two thirds of its room in version A.

use super::guess::Guess;
use std::sync::LazyLock;

/// More than this is not packed so: it would take long.
pub(super) const MOST: usize = 16 << 10;

/// What both ends of version B have read before, after the words of version A: never to be changed.
pub(super) const WORDS_B: &[u8] = include_bytes!("words-b.txt");

/// The numbers that are still possible, both ends among them.
struct Span {
    low: u32,
    high: u32,
}

impl Span {
    const ALL: Span = Span { low: 0, high: u32::MAX };

    /// The last number that stands for a one.
    fn border(&self, one: u32) -> u32 {
        let width = u64::from(self.high - self.low);
        self.low + ((width * u64::from(one)) >> 12) as u32
    }

    fn take(&mut self, bit: u32, border: u32) {
        if bit == 1 { self.high = border } else { self.low = border + 1 }
    }

    /// The first byte, if all numbers begin with the same.
    fn shift(&mut self) -> Option<u8> {
        let first = (self.low >> 24) as u8;
        if first != (self.high >> 24) as u8 {
            return None;
        }
        (self.low, self.high) = (self.low << 8, self.high << 8 | 255);
        Some(first)
    }

    /// As few bytes as say a number in it; zeros follow.
    fn end(&self) -> Vec<u8> {
        let rounded = (0..=4_u32).find_map(|bytes| {
            let unit = 1_u64 << (32 - 8 * bytes);
            let number = u64::from(self.low).div_ceil(unit) * unit;
            (number <= u64::from(self.high)).then_some((number as u32, bytes as usize))
        });
        let (number, bytes) = rounded.unwrap_or((self.low, 4));
        number.to_be_bytes()[..bytes].to_vec()
    }
}

/// What both ends begin with.
fn prepared() -> Guess {
    static READ: LazyLock<Guess> = LazyLock::new(|| Guess::after(&[WORDS_B, super::packed::WORDS_A]));
    READ.clone()
}

/// The length, then the bits; nothing if that is too long.
pub(super) fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(bytes.len()).ok().filter(|_| bytes.len() <= MOST)?;
    let mut packed = length.to_le_bytes().to_vec();
    let (mut guess, mut span) = (prepared(), Span::ALL);
    for byte in bytes {
        for i in (0..8).rev() {
            let bit = u32::from(byte >> i) & 1;
            span.take(bit, span.border(guess.one()));
            guess.learn(bit);
            packed.extend(std::iter::from_fn(|| span.shift()));
        }
    }
    packed.extend(span.end());
    Some(packed)
}

/// The bytes; whatever is no packed text gives some bytes, too, never more than [`MOST`].
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (length, code) = packed.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_le_bytes(*length));
    let mut code = code.iter().copied().chain(std::iter::repeat(0));
    let mut number = (0..4).fold(0, |n, _| n << 8 | u32::from(code.next().unwrap_or(0)));
    let (mut guess, mut span) = (prepared(), Span::ALL);
    while guess.read.len() < length.min(MOST) {
        let border = span.border(guess.one());
        let bit = u32::from(number <= border);
        span.take(bit, border);
        guess.learn(bit);
        while span.shift().is_some() {
            number = number << 8 | u32::from(code.next().unwrap_or(0));
        }
    }
    (length <= MOST).then_some(guess.read)
}
