//! The innermost loops: the set of the values of a run of options, as the bits of one word.
//!
//! Each loop is written once, as plain Rust, and compiled for several instruction sets; the processor picks.
//! Its `unsafe` code calls functions that need certain instructions, directly after asking the processor for them.
#![allow(unsafe_code)]

use super::boxes::Word;

/// Values below this fit a set of 32 bits.
pub(super) const NARROW: u32 = 32;
/// Values below this fit a set of 64 bits.
pub(super) const SMALL: u32 = 64;

macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident, $body:ident, $set:ty, ($($arg:ident: $ty:ty),*)) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<T: Word>($($arg: $ty),*) -> $set {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                fn widest<T: Word>($($arg: $ty),*) -> $set {
                    $body::<T, $set>($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                fn wide<T: Word>($($arg: $ty),*) -> $set {
                    $body::<T, $set>($($arg),*)
                }
                if is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                {
                    // Sound: the function is safe except for the instructions, and these are there (avx512f is
                    // part of avx512bw).
                    return unsafe { widest::<T>($($arg),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // Sound: as above.
                    return unsafe { wide::<T>($($arg),*) };
                }
            }
            $body::<T, $set>($($arg),*)
        }
    };
}

kernel!(
    /// `{ x ^ with : x in a }`, all below 32.
    one_narrow, one, u32, (a: &[T], with: u32)
);
kernel!(
    /// `{ x ^ with : x in a }`, all below 64.
    one_small, one, u64, (a: &[T], with: u32)
);
kernel!(
    /// `{ a[i] ^ b[i] ^ with }`, all below 32.
    two_narrow, two, u32, (a: &[T], b: &[T], with: u32)
);
kernel!(
    /// `{ a[i] ^ b[i] ^ with }`, all below 64.
    two_small, two, u64, (a: &[T], b: &[T], with: u32)
);
kernel!(
    /// `{ a[i] ^ b[n - 1 - i] ^ with }`, all below 32.
    against_narrow, against, u32, (a: &[T], b: &[T], with: u32)
);
kernel!(
    /// `{ a[i] ^ b[n - 1 - i] ^ with }`, all below 64.
    against_small, against, u64, (a: &[T], b: &[T], with: u32)
);

/// A set of small numbers.
trait Bits: Copy + Default {
    fn with(self, n: u32) -> Self;
    fn shifted(self, n: u32) -> Self;
}

impl Bits for u32 {
    #[inline(always)]
    fn with(self, n: u32) -> u32 {
        self | 1 << (n & 31)
    }
    fn shifted(self, n: u32) -> u32 {
        (0..32).filter(|b| self >> b & 1 == 1).fold(0, |set, b| set | 1 << ((b ^ n) & 31))
    }
}

impl Bits for u64 {
    #[inline(always)]
    fn with(self, n: u32) -> u64 {
        self | 1 << (n & 63)
    }
    fn shifted(self, n: u32) -> u64 {
        (0..64).filter(|b| self >> b & 1 == 1).fold(0, |set, b| set | 1 << ((b ^ n) & 63))
    }
}

#[inline(always)]
fn moved<S: Bits>(set: S, with: u32) -> S {
    if with == 0 { set } else { set.shifted(with) }
}

#[inline(always)]
fn one<T: Word, S: Bits>(a: &[T], with: u32) -> S {
    moved(a.iter().fold(S::default(), |set, x| set.with(x.wide())), with)
}

#[inline(always)]
fn two<T: Word, S: Bits>(a: &[T], b: &[T], with: u32) -> S {
    moved(a.iter().zip(b).fold(S::default(), |set, (x, y)| set.with(x.wide() ^ y.wide())), with)
}

#[inline(always)]
fn against<T: Word, S: Bits>(a: &[T], b: &[T], with: u32) -> S {
    moved(a.iter().zip(b.iter().rev()).fold(S::default(), |set, (x, y)| set.with(x.wide() ^ y.wide())), with)
}
