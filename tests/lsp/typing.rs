//! A game typed letter by letter.

use super::client::Client;
use crate::random::daily;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

const URI: &str = "file:///game/typed.game";

/// Panics in this process so far: the server survives them, and none is right.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
}

const GAME: &str = "use \"octal\"
# Größe: a row of n pins.
game Kayles(n: nat)
  move knock(k in 1..2, left in 0..n-k) to Kayles(left) + Kayles(n - k - left)
  picture repeat(\"!\", n)
let twice(n: nat) = if n > 3 then Kayles(n) + Kayles(n) else Kayles(n)
show   Kayles(5)
table  Kayles(n) for n in 0..8
expect Kayles(8) is *1
expect {k^2 for k in 1..3} == {1, 4, 9}
play   Kayles(3) + Octal(4, [7, 7]): knock(1, 1) in 1
";

fn end(text: &str) -> Value {
    let line = text.matches('\n').count();
    let last = text.rsplit('\n').next().unwrap_or_default();
    json!({"line": line, "character": last.encode_utf16().count()})
}

fn about(method: &str, at: &Value) -> (String, Value) {
    let range = json!({"start": {"line": 0, "character": 0}, "end": at});
    let params = json!({
        "textDocument": {"uri": URI}, "position": at, "positions": [at], "range": range, "newName": "other",
        "context": {"diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": true},
    });
    (format!("textDocument/{method}"), params)
}

/// All that an editor asks while somebody types.
const REQUESTS: [&str; 17] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "foldingRange",
    "selectionRange",
    "semanticTokens/full",
    "inlayHint",
    "codeLens",
    "codeAction",
    "signatureHelp",
    "completion",
    "formatting",
    "rangeFormatting",
    "onTypeFormatting",
    "rename",
];

fn hints(client: &mut Client, at: &Value) -> Value {
    let (method, params) = about("inlayHint", at);
    client.ask(&method, params)
}

/// The game in letters; every day in pieces of ten, none of which goes beyond its line.
fn strokes() -> Vec<String> {
    let lines = GAME.split_inclusive('\n').map(|line| line.chars().collect::<Vec<char>>());
    lines.flat_map(|line| line.chunks(daily(10, 1)).map(String::from_iter).collect::<Vec<_>>()).collect()
}

#[test]
fn a_game_typed_letter_by_letter_breaks_nothing_and_shows_nothing_stale() {
    count_panics();
    let mut client = Client::new();
    client.open(URI, "");
    let mut typed = String::new();
    for (i, letters) in strokes().iter().enumerate() {
        client.type_at(URI, end(&typed), letters);
        typed.push_str(letters);
        let at = end(&typed);
        assert_eq!(hints(&mut client, &at), json!([]), "a hint about what was there before\n{typed}");
        // Some keys come quickly, others after a rest.
        for _ in 0..i % 4 {
            client.server.work();
        }
        let (method, params) = about(REQUESTS[i % REQUESTS.len()], &at);
        client.ask(&method, params);
        if letters.ends_with('\n') {
            client.rest();
            let mut fresh = Client::new();
            fresh.open(URI, &typed);
            fresh.rest();
            assert_eq!(client.diagnostics(URI), fresh.diagnostics(URI), "{typed}");
            assert_eq!(hints(&mut client, &at), hints(&mut fresh, &at), "{typed}");
        }
    }
    let at = end(&typed);
    let shown = hints(&mut client, &at);
    let shown: Vec<&str> =
        shown.as_array().expect("hints").iter().filter_map(|h| h["label"].as_str()).collect();
    assert_eq!(shown[..2], ["proved: n falls", "*4, N"], "{shown:?}");
    assert_eq!(client.diagnostics(URI), json!([]));
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}

#[test]
fn every_request_is_answered_at_every_place_of_a_broken_text() {
    let text = "game Nim(n: nat\n  move take(k in 1..n to Nim(n - \nlet größe = \"\nshow Nim(3) + é𝔸(\nuse \"boards\nexpect x is *";
    let mut client = Client::new();
    client.open(URI, text);
    client.rest();
    for line in 0..8 {
        for character in (0..34).step_by(daily(11, 3)) {
            for request in REQUESTS {
                let (method, params) = about(request, &json!({"line": line, "character": character}));
                let answer = client.ask(&method, params);
                let why = answer.get("error").and_then(Value::as_str).unwrap_or_default();
                assert!(!why.contains("mistake in fairgame"), "{request} at {line}:{character}: {why}");
            }
        }
    }
}

/// How long the processor works for a key, on the largest example, and until everything is worked out.
#[test]
#[ignore = "takes long"]
fn how_long_a_key_takes() {
    let largest = fairgame::library::examples().max_by_key(|e| e.text.len()).expect("an example");
    let mut client = Client::new();
    client.open(URI, largest.text);
    client.rest();
    let (mut keys, mut rests) = (vec![], vec![]);
    let mut text = largest.text.to_string();
    for letter in "\nlet two(n: nat) = n + n\nshow two(21)\n".chars() {
        let from = cpu_time::ThreadTime::now();
        client.type_at(URI, end(&text), &letter.to_string());
        keys.push(from.elapsed());
        text.push(letter);
        let from = cpu_time::ThreadTime::now();
        client.rest();
        rests.push(from.elapsed());
    }
    keys.sort();
    rests.sort();
    let middle = keys.len() / 2;
    println!(
        "{}: {} lines; a key: {:?} in the middle, {:?} at most; all values: {:?} in the middle, {:?} at most",
        largest.name,
        largest.text.lines().count(),
        keys[middle],
        keys[keys.len() - 1],
        rests[middle],
        rests[rests.len() - 1],
    );
}
