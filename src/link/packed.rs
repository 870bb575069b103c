//! Bytes as the letters of an address: packed, then three bytes of the SHA-256 of the content, and all that in base64url without
//! padding. Version A is raw deflate (RFC 1951) that begins with a list of words already read. Version B packs closer, and is taken
//! where a link would be too long for comfort.

use super::{NoLink, dense};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use sha2::{Digest, Sha256};

/// So much may be in a link.
pub const MAX_BYTES: usize = 256 << 10;

/// So long may a link be.
pub const MAX_CHARACTERS: usize = 100_000;

/// Up to here version A will do, which anything can read that knows deflate.
const SHORT: usize = 300;

/// What both ends of version A have read before: never to be changed.
pub(super) const WORDS_A: &[u8] = include_bytes!("words-a.txt");

/// Letters at the end that tell whether a link was changed on its way.
const CHECK: usize = 3;

/// A letter for the version, and the bytes.
pub(super) fn pack(bytes: &[u8]) -> Result<String, NoLink> {
    if bytes.len() > MAX_BYTES {
        let kib = |n: usize| n.div_ceil(1 << 10);
        let why =
            format!("a link holds at most {} KiB, and this is {} KiB", kib(MAX_BYTES), kib(bytes.len()));
        return Err(NoLink::new(why).hint("Could the file itself be sent?"));
    }
    let text = shortest(bytes)?;
    if text.len() > MAX_CHARACTERS {
        let why =
            format!("a link has at most {MAX_CHARACTERS} characters, and this would have {}", text.len());
        return Err(NoLink::new(why).hint("Could the file itself be sent?"));
    }
    Ok(text)
}

fn shortest(bytes: &[u8]) -> Result<String, NoLink> {
    let plain = lettered('A', deflate(bytes)?, bytes);
    if plain.len() <= SHORT {
        return Ok(plain);
    }
    let close = dense::pack(bytes).map(|packed| lettered('B', packed, bytes));
    Ok(close.filter(|close| close.len() < plain.len()).unwrap_or(plain))
}

fn lettered(version: char, mut packed: Vec<u8>, bytes: &[u8]) -> String {
    packed.extend(check(bytes));
    format!("{version}{}", URL_SAFE_NO_PAD.encode(packed))
}

/// What a link holds.
pub(super) fn unpack(fragment: &str) -> Result<Vec<u8>, NoLink> {
    if fragment.len() > MAX_CHARACTERS {
        let why = format!("it has {} characters, and links have at most {MAX_CHARACTERS}", fragment.len());
        return Err(NoLink::new(why));
    }
    let mut letters = fragment.chars();
    match letters.next() {
        Some('A') => inflate(&base64(letters.as_str())?),
        Some('B') => loosen(&base64(letters.as_str())?),
        Some(c) if c.is_ascii_alphanumeric() => {
            let why = format!("its version is {c}, and this program reads versions A and B");
            Err(NoLink::new(why).hint("Is there a newer fairgame, or was its beginning lost?"))
        }
        _ => Err(NoLink::new("it does not begin with the letter of a version")),
    }
}

/// Version B has no end of its own: the length is in front, and what is missing changes the sum.
fn loosen(packed: &[u8]) -> Result<Vec<u8>, NoLink> {
    let (packed, sum) = packed.split_last_chunk::<CHECK>().ok_or_else(cut)?;
    let bytes = dense::unpack(packed).ok_or_else(changed)?;
    if check(&bytes) == *sum { Ok(bytes) } else { Err(cut_or_changed()) }
}

fn base64(text: &str) -> Result<Vec<u8>, NoLink> {
    let of_a_link = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if let Some((i, c)) = text.chars().enumerate().find(|(_, c)| !of_a_link(*c)) {
        let c = if c.is_control() { '\u{FFFD}' } else { c };
        let why = format!("the character {c} in place {} after the `#` belongs to no link", i + 2);
        return Err(NoLink::new(why).hint("Was something else copied with it?"));
    }
    URL_SAFE_NO_PAD.decode(text).map_err(|_| cut())
}

fn cut() -> NoLink {
    NoLink::new("it breaks off before its end").hint("Was the end of the address lost where it was copied?")
}

fn changed() -> NoLink {
    NoLink::new("it was changed on its way").hint("Can it be sent again, as a file or in another way?")
}

fn cut_or_changed() -> NoLink {
    NoLink::new("it breaks off before its end, or was changed on its way")
        .hint("Was the end of the address lost where it was copied?")
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    let sum = Sha256::digest(bytes);
    [sum[0], sum[1], sum[2]]
}

pub(super) fn deflate(bytes: &[u8]) -> Result<Vec<u8>, NoLink> {
    let failed = |e: flate2::CompressError| NoLink::new(e.to_string());
    let mut machine = Compress::new(Compression::best(), false);
    machine.set_dictionary(WORDS_A).map_err(failed)?;
    let mut packed = Vec::with_capacity(bytes.len() / 2 + 64);
    loop {
        packed.reserve(bytes.len() / 2 + 64);
        let rest = &bytes[machine.total_in() as usize..];
        if machine.compress_vec(rest, &mut packed, FlushCompress::Finish).map_err(failed)?
            == Status::StreamEnd
        {
            return Ok(packed);
        }
    }
}

/// The bytes, never more of them than a link may hold, whatever the stream would make of itself.
fn inflate(packed: &[u8]) -> Result<Vec<u8>, NoLink> {
    let mut machine = Decompress::new(false);
    machine.set_dictionary(WORDS_A).map_err(|_| changed())?;
    let mut bytes = vec![];
    loop {
        let (read, written) = (machine.total_in(), machine.total_out());
        bytes.reserve(16 << 10);
        let rest = &packed[read as usize..];
        let status =
            machine.decompress_vec(rest, &mut bytes, FlushDecompress::None).map_err(|_| changed())?;
        if bytes.len() > MAX_BYTES {
            let why = format!("unpacked it has more than the {} KiB that a link may hold", MAX_BYTES >> 10);
            return Err(NoLink::new(why));
        }
        match status {
            Status::StreamEnd => break,
            _ if (read, written) == (machine.total_in(), machine.total_out()) => return Err(cut()),
            _ => {}
        }
    }
    match &packed[machine.total_in() as usize..] {
        rest if rest.len() < CHECK => Err(cut()),
        rest if rest == check(&bytes) => Ok(bytes),
        _ => Err(changed()),
    }
}
