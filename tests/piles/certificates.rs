//! Certificates of periods, accepted and refused.

use super::*;
use crate::random::some;

/// A session in which a period was just proved, and the line of its certificate.
pub(crate) fn certificate(text: &str) -> String {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.ask(&loaded.questions[0]);
    session.certificate(&loaded.questions[0]).unwrap_or_else(|why| panic!("{text}: {why}"))
}

pub(crate) fn accepted(line: &str) -> bool {
    verify(line, &mut |_| true).is_ok()
}

/// The certificate with a field changed and its checksum made to fit again.
pub(crate) fn changed(line: &str, change: impl FnOnce(&mut Certificate)) -> String {
    let mut c: Certificate = serde_json::from_str(line).expect("a certificate");
    change(&mut c);
    c.line()
}

#[test]
fn certificates_are_checked() {
    for text in some([
        "use \"octal\"\nperiod Octal(n, [7, 7]) for n",
        "use \"octal\"\nperiod Octal(n, [1, 6, 5]) for n",
        "use \"heaps\"\nperiod TakeAway(n, {2, 5, 7}) for n",
        "use \"heaps\"\nperiod TakeAway(n, {22, 34, 53, 87}) for n",
        "game G(n: nat)\n  move a(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)\nperiod G(n) for n",
    ]) {
        let line = certificate(text);
        assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{text}");
        // Any change is noticed by the checksum, and a change with a new checksum by what it says.
        assert!(!accepted(&line.replacen("\"start\":", "\"start\":1", 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.start += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.needed -= 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.period += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = 1)), "{text}");
        for i in [0, 1, 2, 3] {
            assert!(
                !accepted(&changed(&line, |c| {
                    let n = c.values.len();
                    c.values[(n - 1 - i).max(2)] += 1
                })),
                "{text}"
            );
        }
        assert!(accepted(&changed(&line, |c| c.mask = 0)), "the mask only saves time: {text}");
        assert!(accepted(&changed(&line, |c| c.mask ^= 5)), "the mask only saves time: {text}");
    }
}

#[test]
fn certificates_of_growing_values_are_checked() {
    let nim = "game G(n: nat)\n  move take(k in 1..n) to G(n - k)\n";
    let lasker = format!("{nim}  move split(a in 1..n-1) to G(a) + G(n - a)\n");
    let heap = "game G(n: nat)\n  move a(k in 1..n) to G(n - k)\n  move b(k in 2..n) to G(n - k) + *1\n  move c(k in {3, 5} where k <= n) to G(n - k) + *2\n";
    let code = |digits: &str| format!("use \"octal\"\nperiod Octal(n, [{digits}]) for n");
    let game = |text: &str| format!("{text}period G(n) for n");
    let all = [
        game(nim),
        game(&lasker),
        game(heap),
        code("8"),
        code("2, 8"),
        code("3, 15"),
        code("8, 11"),
        code("9, 12"),
        code("15, 12"),
        code("15, 15"),
    ];
    for text in all {
        let line = certificate(&text);
        assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = 0)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = -1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = i64::MAX)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.period += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.start += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.needed = c.start + c.period)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.needed = 1 << 40)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.round = 0)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.round = 1 << 50)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.small = u64::MAX)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.pieces.clear())), "{text}");
        assert!(!accepted(&changed(&line, |c| c.pieces.iter_mut().for_each(|p| p.take += 1))), "{text}");
        for i in [0, 1, 2, 3] {
            let other = changed(&line, |c| {
                let n = c.values.len();
                c.values[(n - 1).saturating_sub(i)] += 1
            });
            assert!(!accepted(&other), "{text}");
        }
    }
}

#[test]
fn what_is_no_certificate_is_refused() {
    let line = certificate("use \"octal\"\nperiod Octal(n, [7, 7]) for n");
    for bad in [
        "",
        "{}",
        "[]",
        "null",
        "{\"format\": 3}",
        &line[..line.len() / 2],
        &line.replace("certificate 1", "certificate 2"),
    ] {
        assert!(!accepted(bad), "{bad}");
    }
    for huge in [u64::MAX, 1 << 40, 1 << 28] {
        assert!(!accepted(&changed(&line, |c| c.needed = huge)));
        assert!(!accepted(&changed(&line, |c| c.start = huge)));
        assert!(!accepted(&changed(&line, |c| c.period = huge)));
        assert!(!accepted(&changed(&line, |c| c.pieces[0].take = huge)));
        assert!(!accepted(&changed(&line, |c| c.pieces[0].until = Some(huge))) || huge < u64::MAX);
        assert!(!accepted(&changed(&line, |c| c.pieces[0].adjacent = vec![huge])));
    }
    assert_eq!(verify(&line, &mut |_| false).map(|_| ()), Ok(()), "short ones are never stopped");
}
