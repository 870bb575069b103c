//! The language server, at its protocol: requests stand as comments in the texts of `tests/lsp/texts`, and what is
//! answered is a snapshot. A game typed letter by letter never breaks it and never shows what is no longer true.

mod client;
mod editor;
mod process;
mod typing;
mod words;

use client::{Client, Serves, compact};
use serde_json::{Value, json};

/// A request in a text: a line `#   ^ hover`, whose mark stands below the place it asks about, or `#! outline`.
struct Asked {
    file: usize,
    line: usize,
    column: usize,
    words: Vec<String>,
}

/// The files of a text, cut at `#! file NAME`, and the requests in them.
fn read(text: &str) -> (Vec<(String, String)>, Vec<Asked>) {
    let (mut files, mut asked) = (vec![("main.game".to_string(), String::new())], vec![]);
    let mut code_line = 0;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("#! file ") {
            files.push((name.trim().to_string(), String::new()));
            continue;
        }
        let file = files.len() - 1;
        let here = files[file].1.lines().count();
        let mark = line.trim_start().strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix('^'));
        let request = mark.or_else(|| line.strip_prefix("#!"));
        match request {
            Some(words) => asked.push(Asked {
                file,
                line: code_line,
                column: line.find('^').map_or(0, |at| line[..at].encode_utf16().count()),
                words: words.split_whitespace().map(str::to_string).collect(),
            }),
            None => code_line = here,
        }
        files[file].1 += line;
        files[file].1.push('\n');
    }
    (files, asked)
}

/// A request by its short name.
fn method(word: &str) -> (&'static str, bool) {
    match word {
        "hover" => ("hover", true),
        "definition" => ("definition", true),
        "references" => ("references", true),
        "highlight" => ("documentHighlight", true),
        "rename" => ("rename", true),
        "complete" => ("completion", true),
        "signature" => ("signatureHelp", true),
        "select" => ("selectionRange", true),
        "actions" => ("codeAction", true),
        "outline" => ("documentSymbol", false),
        "folds" => ("foldingRange", false),
        "colours" => ("semanticTokens/full", false),
        "hints" => ("inlayHint", false),
        "lenses" => ("codeLens", false),
        "format" => ("formatting", false),
        other => panic!("no request is called {other}"),
    }
}

fn answer<S: Serves>(client: &mut Client<S>, uri: &str, asked: &Asked) -> Value {
    let at = json!({"line": asked.line, "character": asked.column});
    let (method, _) = method(&asked.words[0]);
    let mut params = json!({"textDocument": {"uri": uri}, "position": at, "positions": [at]});
    params["range"] = match method {
        "codeAction" => json!({"start": at, "end": at}),
        _ => json!({"start": {"line": 0, "character": 0}, "end": {"line": 10_000, "character": 0}}),
    };
    params["newName"] = json!(asked.words.get(1));
    params["options"] = json!({"tabSize": 2, "insertSpaces": true});
    let answer = client.ask(&format!("textDocument/{method}"), params);
    let wanted: Vec<&str> = asked.words.iter().skip(1).map(String::as_str).collect();
    match (method, answer.get("items")) {
        // Of a long list, those that are asked about.
        ("completion", Some(items)) => {
            let all: Vec<&Value> = items.as_array().expect("a list").iter().collect();
            let labels = all.iter().filter(|i| wanted.contains(&i["label"].as_str().unwrap_or_default()));
            json!({"items": all.len(), "among them": labels.collect::<Vec<_>>()})
        }
        _ => answer,
    }
}

/// The answers to all requests of all texts are those of the snapshots, whoever gives them.
fn all_are_answered<S: Serves>(start: impl Fn() -> Client<S>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lsp/texts");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("texts").map(|e| e.expect("a file").path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        insta::assert_snapshot!(name, answers(&mut start(), &text));
    }
}

fn answers<S: Serves>(client: &mut Client<S>, text: &str) -> String {
    let (files, asked) = read(text);
    let uri = |i: usize| format!("file:///game/{}", files[i].0);
    // What is used is opened first.
    (0..files.len()).rev().for_each(|i| client.open(&uri(i), &files[i].1));
    client.rest();
    let mut said = String::new();
    for (i, (name, _)) in files.iter().enumerate() {
        said += &format!("{name} is told\n{}\n", compact(&client.diagnostics(&uri(i))));
    }
    for one in &asked {
        let place = format!("{}:{}:{}", files[one.file].0, one.line + 1, one.column + 1);
        let answer = answer(client, &uri(one.file), one);
        said += &format!("\n{place}: {}\n{}\n", one.words.join(" "), compact(&answer));
    }
    said
}

#[test]
fn requests_are_answered() {
    all_are_answered(Client::new);
}

#[test]
fn the_program_answers_as_the_library() {
    all_are_answered(|| Client::started(&[env!("CARGO_BIN_EXE_fairgame"), "lsp"]));
}

/// The module of WebAssembly, say: `FAIRGAME_SERVER="node editors/vscode/tools/stdio.mjs"`.
#[test]
fn another_server_answers_as_this_one() {
    let Ok(command) = std::env::var("FAIRGAME_SERVER") else {
        eprintln!("skipped: FAIRGAME_SERVER names no other server");
        return;
    };
    let command: Vec<&str> = command.split_whitespace().collect();
    all_are_answered(|| Client::started(&command));
}
