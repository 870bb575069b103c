//! Numbers of positions, sizes and times as people write them.

use std::time::Duration;

/// `10_000_000`, `500k`, `50M`, `2G`.
pub(crate) fn positions(text: &str) -> Result<u64, String> {
    let why = || "write a whole number from 1 on, such as 10_000_000, 500k or 50M".to_string();
    let (number, suffix) = split(text).ok_or_else(why)?;
    let unit: u64 = match suffix.as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" | "b" => 1_000_000_000,
        _ => return Err(why()),
    };
    number.checked_mul(unit).filter(|n| *n > 0).ok_or_else(why)
}

/// Bytes: `500M`, `4G`, `4GiB`; a bare number counts MiB.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let why = || "write a size from 1M on, such as 500M or 4G (a bare number counts MiB)".to_string();
    let (number, suffix) = split(text).ok_or_else(why)?;
    let shift = match suffix.as_str() {
        "" | "m" | "mb" | "mib" => 20,
        "k" | "kb" | "kib" => 10,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(why()),
    };
    number.checked_mul(1 << shift).filter(|n| *n >= 1 << 20).ok_or_else(why)
}

/// Seconds: `60`, `0.5`, `90s`, `5m`, `2h`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let why = || "write a number of seconds greater than 0, such as 60, 0.5 or 5m".to_string();
    let lower = text.trim().to_lowercase();
    let (number, unit) = match lower.chars().last() {
        Some('s') => (&lower[..lower.len() - 1], 1.0),
        Some('m') => (&lower[..lower.len() - 1], 60.0),
        Some('h') => (&lower[..lower.len() - 1], 3600.0),
        _ => (lower.as_str(), 1.0),
    };
    let plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain).map(|n| n * unit).filter(|n| *n > 0.0);
    seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()).ok_or_else(why)
}

/// A whole number, with `_` between digits, and what follows it.
fn split(text: &str) -> Option<(u64, String)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let digits: String = text[..end].chars().filter(char::is_ascii_digit).collect();
    Some((digits.parse().ok()?, text[end..].trim().to_lowercase()))
}

/// `1600x900`, or `1600`: a size in pixels.
///
/// # Errors
/// What would be one, in words.
pub(crate) fn pixels(text: &str) -> Result<(u32, Option<u32>), String> {
    let one = |n: &str| n.trim().parse().ok().filter(|n| (50..=20_000).contains(n));
    let found = match text.split_once(['x', 'X', '×']) {
        Some((width, height)) => one(width).zip(one(height)).map(|(w, h)| (w, Some(h))),
        None => one(text).map(|w| (w, None)),
    };
    found.ok_or_else(|| "write a width and a height in pixels from 50 to 20000, such as 1600x900".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(positions("10_000_000"), Ok(10_000_000));
        assert_eq!(positions("50M"), Ok(50_000_000));
        assert_eq!(positions("500k"), Ok(500_000));
        assert_eq!(memory("4G"), Ok(4 << 30));
        assert_eq!(memory("500"), Ok(500 << 20));
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "-1", "0", "many", "1e6", "99999999999999999999G", "5X"] {
            assert!(positions(bad).is_err(), "{bad}");
            assert!(memory(bad).is_err(), "{bad}");
        }
        for bad in ["", "0", "-1", "inf", "nan", "soon", "1e400"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }
}
