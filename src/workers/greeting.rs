//! How two workers make sure that both know the secret, without saying it: each answers a number that the other has drawn.
//!
//! The caller names itself and sends a number; the listener answers with its own number and the code (HMAC-SHA-256) of all
//! that; the caller answers with the code of the same in its own name. A code is for one connection, one pair of
//! workers and one direction, so that none can be used again.

use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt;
use std::io::{self, Read, Write};

/// What all workers know and nobody else.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

/// The shortest that is taken: whoever listens to a greeting may try short ones at leisure.
const LEAST: usize = 16;

const HEAD: &[u8; 16] = b"fairgame worker\x01";

/// Two numbers of workers, of the one who connects and of the one who listens, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) count: u32,
}

/// Why two do not come together.
#[derive(Debug)]
pub(super) enum Refused {
    /// It does not know the secret.
    Stranger,
    /// It is none of ours, or of other workers.
    Foreign,
    /// The connection broke.
    Broken,
}

impl From<io::Error> for Refused {
    fn from(_: io::Error) -> Refused {
        Refused::Broken
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// A new one that nobody can guess.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn drawn() -> io::Result<Secret> {
        Ok(Secret(drawn()?.to_vec()))
    }

    /// One that was agreed on; spaces around it do not count. `None` if it is too short.
    pub fn given(text: &str) -> Option<Secret> {
        let text = text.trim();
        (text.len() >= LEAST).then(|| Secret(text.as_bytes().to_vec()))
    }

    /// To be handed to a worker in a way that nobody else can read.
    pub fn digits(&self) -> String {
        self.0.iter().map(|b| format!("{b:02x}")).collect()
    }

    fn code(&self, who: &[u8], pair: Pair, numbers: &[[u8; 32]; 2]) -> Hmac<Sha256> {
        let mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.0);
        let mut mac = mac.unwrap_or_else(|_| unreachable!("keys of any length will do"));
        mac.update(HEAD);
        mac.update(who);
        mac.update(&pair.bytes());
        mac.update(numbers.as_flattened());
        mac
    }
}

fn drawn() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(bytes)
}

impl Pair {
    fn bytes(self) -> [u8; 12] {
        let mut all = [0; 12];
        for (to, number) in all.chunks_mut(4).zip([self.from, self.to, self.count]) {
            to.copy_from_slice(&number.to_le_bytes());
        }
        all
    }

    fn of(bytes: [u8; 12]) -> Pair {
        let number = |i: usize| bytes[4 * i..4 * i + 4].iter().rev().fold(0, |n, b| n << 8 | u32::from(*b));
        Pair { from: number(0), to: number(1), count: number(2) }
    }
}

fn read<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Greets whoever listens.
pub(super) fn greet<S: Read + Write>(stream: &mut S, secret: &Secret, pair: Pair) -> Result<(), Refused> {
    let own = drawn()?;
    stream.write_all(&[&HEAD[..], &pair.bytes(), &own].concat())?;
    let numbers = [own, read(stream)?];
    let code: [u8; 32] = read(stream)?;
    let right = secret.code(b"listens", pair, &numbers).verify_slice(&code);
    right.map_err(|_| Refused::Stranger)?;
    let answer: [u8; 32] = secret.code(b"connects", pair, &numbers).finalize().into_bytes().into();
    stream.write_all(&answer)?;
    Ok(())
}

/// Lets in whoever knows the secret: its number.
pub(super) fn welcome<S: Read + Write>(
    stream: &mut S,
    secret: &Secret,
    (me, count): (u32, u32),
) -> Result<u32, Refused> {
    if read(stream)? != *HEAD {
        return Err(Refused::Foreign);
    }
    let pair = Pair::of(read(stream)?);
    if pair.to != me || pair.count != count || !(me + 1..count).contains(&pair.from) {
        return Err(Refused::Foreign);
    }
    let numbers = [read(stream)?, drawn()?];
    let answer: [u8; 32] = secret.code(b"listens", pair, &numbers).finalize().into_bytes().into();
    stream.write_all(&[numbers[1], answer].concat())?;
    let code: [u8; 32] = read(stream).map_err(|_| Refused::Stranger)?;
    let right = secret.code(b"connects", pair, &numbers).verify_slice(&code);
    right.map_err(|_| Refused::Stranger)?;
    Ok(pair.from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};
    use std::thread;

    fn meet(a: &str, b: &str, pair: Pair) -> (Result<(), Refused>, Result<u32, Refused>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = listener.local_addr().unwrap();
        let (a, b) = (Secret::given(a).unwrap(), Secret::given(b).unwrap());
        let other = thread::spawn(move || greet(&mut TcpStream::connect(place).unwrap(), &a, pair));
        let mut stream = listener.accept().unwrap().0;
        let here = welcome(&mut stream, &b, (1, 4));
        drop(stream);
        (other.join().unwrap(), here)
    }

    #[test]
    fn whoever_knows_the_secret_is_let_in() {
        let (one, other) = ("a secret of some length", "another of some length");
        let pair = Pair { from: 3, to: 1, count: 4 };
        assert!(matches!(meet(one, one, pair), (Ok(()), Ok(3))));
        assert!(matches!(meet(other, one, pair), (Err(Refused::Stranger), Err(Refused::Stranger))));
        for wrong in [Pair { count: 5, ..pair }, Pair { to: 2, ..pair }, Pair { from: 1, ..pair }] {
            assert!(matches!(meet(one, one, wrong), (Err(Refused::Broken), Err(Refused::Foreign))));
        }
        assert!(Secret::given(" short ").is_none());
        assert_eq!(format!("{:?}", Secret::given(one)), "Some(Secret)");
    }

    /// What a listener has said to one cannot be said again to another.
    #[test]
    fn noise_and_old_codes_are_refused() {
        struct Said(io::Cursor<Vec<u8>>, Vec<u8>);
        impl Read for Said {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0.read(into)
            }
        }
        impl Write for Said {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.1.extend(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let secret = Secret::given("a secret of some length").unwrap();
        let pair = Pair { from: 3, to: 1, count: 4 };
        let first = [&HEAD[..], &pair.bytes(), &[7; 32]].concat();
        let mut once = Said(io::Cursor::new(first.clone()), vec![]);
        assert!(matches!(welcome(&mut once, &secret, (1, 4)), Err(Refused::Stranger)));
        // Its own code, sent back.
        let echo = [first, once.1[32..].to_vec()].concat();
        let mut again = Said(io::Cursor::new(echo), vec![]);
        assert!(matches!(welcome(&mut again, &secret, (1, 4)), Err(Refused::Stranger)));
        for length in [0, 5, 16, 40] {
            let mut noise = Said(io::Cursor::new(vec![b'G'; length]), vec![]);
            assert!(welcome(&mut noise, &secret, (1, 4)).is_err(), "{length}");
            let mut noise = Said(io::Cursor::new(vec![b'G'; 2 * length]), vec![]);
            assert!(greet(&mut noise, &secret, pair).is_err(), "{length}");
        }
    }
}
