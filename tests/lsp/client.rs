//! An editor, as far as the server sees of it.

use super::process::Process;
use fairgame::lsp::{Message, Notification, Request, RequestId, Server};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What serves an editor.
pub(crate) trait Serves {
    /// Takes a message; what is said to a request, or so far.
    fn receive(&mut self, message: Message) -> Vec<Message>;
}

impl Serves for Server {
    fn receive(&mut self, message: Message) -> Vec<Message> {
        Server::receive(self, message)
    }
}

/// An editor with its server.
pub(crate) struct Client<S = Server> {
    pub(crate) server: S,
    told: BTreeMap<String, Value>,
    asked: i32,
    version: i32,
}

impl Client {
    pub(crate) fn new() -> Client {
        Client::of(Server::default())
    }
}

impl Client<Process> {
    /// With the server that a command starts.
    pub(crate) fn started(command: &[&str]) -> Client<Process> {
        Client::of(Process::start(command))
    }
}

impl<S: Serves> Client<S> {
    fn of(server: S) -> Client<S> {
        let mut client = Client { server, told: BTreeMap::new(), asked: 0, version: 0 };
        let can = json!({"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}});
        let options = json!({"showsLibrary": true, "hasCommands": true});
        client.ask("initialize", json!({"capabilities": can, "initializationOptions": options}));
        client.tell("initialized", json!({}));
        client
    }

    /// A request, and its answer; what is refused is an answer, too.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let said = self.server.receive(Request::new(id.clone(), method.into(), params).into());
        let mut answer = Value::Null;
        for message in said {
            match message {
                Message::Response(r) if r.id == id => {
                    answer = serde_json::to_value(r).expect("JSON");
                    let result = answer.get_mut("result").map(Value::take);
                    answer = result.unwrap_or_else(|| json!({"error": answer["error"]["message"]}));
                }
                other => self.note(other),
            }
        }
        answer
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        let said = self.server.receive(Notification::new(method.into(), params).into());
        said.into_iter().for_each(|m| self.note(m));
    }

    fn note(&mut self, message: Message) {
        if let Message::Notification(n) = message
            && n.method == "textDocument/publishDiagnostics"
        {
            let uri = n.params["uri"].as_str().expect("an address").to_string();
            self.told.insert(uri, n.params["diagnostics"].clone());
        }
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        self.version += 1;
        let document = json!({"uri": uri, "languageId": "fairgame", "version": self.version, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Types something at a place.
    pub(crate) fn type_at(&mut self, uri: &str, at: Value, text: &str) {
        self.version += 1;
        let change = json!({"range": {"start": at, "end": at}, "text": text});
        let document = json!({"uri": uri, "version": self.version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// Lets the server work until it has nothing to do.
    pub(crate) fn rest(&mut self) {
        self.ask("fairgame/rest", Value::Null);
    }

    /// What was said last of a text.
    pub(crate) fn diagnostics(&self, uri: &str) -> Value {
        self.told.get(uri).cloned().unwrap_or(json!([]))
    }
}

/// An answer to read: ranges as `line:column-line:column`, from 1.
pub(crate) fn compact(value: &Value) -> String {
    serde_json::to_string_pretty(&shortened(value)).expect("JSON")
}

fn shortened(value: &Value) -> Value {
    let place =
        |v: &Value| Some(format!("{}:{}", v.get("line")?.as_u64()? + 1, v.get("character")?.as_u64()? + 1));
    match value {
        Value::Object(map) if map.len() == 2 && map.contains_key("start") && map.contains_key("end") => {
            let (from, to) = (place(&map["start"]), place(&map["end"]));
            from.zip(to).map_or(Value::Null, |(from, to)| json!(format!("{from}-{to}")))
        }
        Value::Object(map) if map.len() == 2 && map.contains_key("character") => json!(place(value)),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), shortened(v))).collect(),
        Value::Array(all) if all.iter().all(Value::is_number) && all.len() > 8 => {
            let numbers: Vec<String> = all.iter().map(Value::to_string).collect();
            numbers.chunks(5).map(|c| json!(c.join(" "))).collect()
        }
        Value::Array(all) => all.iter().map(shortened).collect(),
        other => other.clone(),
    }
}
