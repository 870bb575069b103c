use super::dense;
use super::packed::{MAX_BYTES, WORDS_A, deflate, pack, unpack};
use super::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

/// A link with this content, whatever that is.
fn forged(bytes: &[u8]) -> String {
    let mut packed = deflate(bytes).unwrap();
    packed.extend(&Sha256::digest(bytes)[..3]);
    format!("A{}", URL_SAFE_NO_PAD.encode(packed))
}

fn refused(pasted: &str) -> String {
    Link::read(pasted).unwrap_err().why
}

#[test]
fn the_words_of_version_a_stay_as_they_are() {
    let sum = Sha256::digest(WORDS_A);
    let sum: String = sum.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(sum, "86c8f16edec40853894aaec332a1bd3bd34706a062f70bf501636e5565ebe9b2");
}

#[test]
fn the_words_of_version_b_stay_as_they_are() {
    let sum = Sha256::digest(dense::WORDS_B);
    let sum: String = sum.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(sum, "901013a952c43643efc01ddd3dcbe2276b1a055e09978158c7a987971a609171");
}

/// What one machine packs another one unpacks: the numbers of the guesses are part of the format.
#[test]
fn version_b_packs_as_it_always_has() {
    let packed = dense::pack(b"# A pile of pebbles, and a jug.\ngame Jug(n: nat)\n").unwrap();
    assert_eq!(URL_SAFE_NO_PAD.encode(packed), "MQCQ120R7TCXOrRA3vijpGn4pw");
}

#[test]
fn version_b_takes_what_it_made_and_nothing_else() {
    let text = Link::of("zebras ".repeat(2) + &"quick jugs vex a lynx, for bd maps ; ".repeat(20));
    for bytes in [&b""[..], b"a", text.text.as_bytes(), &[0, 255, 7].repeat(900)] {
        assert_eq!(dense::unpack(&dense::pack(bytes).unwrap()).unwrap(), bytes);
    }
    assert_eq!(dense::pack(&vec![b'a'; dense::MOST + 1]), None);
    assert_eq!(dense::unpack(&[255, 255, 1, 2, 3]), None);
}

#[test]
fn what_grows_too_large_is_given_up_early() {
    assert!(refused(&forged(&vec![b'a'; 12 << 20])).contains("unpacked it has more than the 256 KiB"));
    assert!(pack(&vec![b'a'; MAX_BYTES + 1]).unwrap_err().why.contains("at most 256 KiB"));
}

#[test]
fn what_is_no_text_or_none_of_ours_is_refused() {
    assert_eq!(refused(&forged(b"\x02\xff\xfe\0\0\0\0")), "its text is not text (UTF-8)");
    assert_eq!(refused(&forged(b"\x01a\0\0\0\0 more")), "it goes on after its end");
    for bytes in [&b""[..], b"\x05a", b"\x01a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x01a\0\x07"] {
        assert_eq!(refused(&forged(bytes)), "what it holds is not what links of this version hold");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_goes_in_comes_out(text in ".{0,200}", names in prop::collection::vec(("[a-z]{1,9}", ".{0,50}"), 0..3),
                              position in prop::option::of(".{0,20}"), moves in prop::collection::vec(".{0,9}", 0..4)) {
        let others = names.into_iter().map(|(name, text)| Text { name, text }).collect();
        let link = Link { text, others, position, moves, exercise: None };
        prop_assert_eq!(Link::read(&link.fragment().unwrap()), Ok(link));
    }

    #[test]
    fn whatever_is_pasted_is_read_or_refused(pasted in "\\PC{0,60}", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = Link::read(&pasted);
        let _ = Link::read(&forged(&bytes));
        let _ = unpack(&format!("A{}", URL_SAFE_NO_PAD.encode(&bytes)));
        let short = [&[bytes.len() as u8, 0], &bytes[..]].concat();
        let _ = unpack(&format!("B{}", URL_SAFE_NO_PAD.encode(short)));
    }
}
