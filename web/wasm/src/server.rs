//! The server for editors: what `fairgame lsp` does, for a worker. Messages go in and out as JSON.

use fairgame::lsp::{Message, Server};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// A server for one editor.
#[wasm_bindgen]
#[derive(Default)]
pub struct EditorServer {
    server: Server,
}

#[wasm_bindgen]
impl EditorServer {
    /// Before anything was said.
    #[wasm_bindgen(constructor)]
    pub fn new() -> EditorServer {
        EditorServer::default()
    }

    /// Takes a message; the list of what is to be sent. What is no message is passed over.
    pub fn receive(&mut self, message: &str) -> String {
        let message = serde_json::from_str::<Message>(message);
        list(message.map(|message| self.server.receive(message)).unwrap_or_default())
    }

    /// Whether there is something to work out in the meantime.
    pub fn has_work(&self) -> bool {
        self.server.has_work()
    }

    /// Works for a moment; the list of what is to be sent.
    pub fn work(&mut self) -> String {
        list(self.server.work())
    }
}

fn list(messages: Vec<Message>) -> String {
    let one = |message: Message| {
        let mut value = serde_json::to_value(message).unwrap_or_default();
        value["jsonrpc"] = json!("2.0");
        value
    };
    Value::Array(messages.into_iter().map(one).collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_comes_back_as_json() {
        let mut server = EditorServer::new();
        let opened = json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
            {"uri": "vscode-vfs://somewhere/pile.game", "version": 1, "text": "use \"other.game\"\nshow Pile(3)"}}});
        let files = json!({"method": "fairgame/files", "params": {"files": [{"uri": "vscode-vfs://somewhere/other.game",
            "text": "game Pile(n: nat) move take(k in 1..n) to Pile(n - k)"}]}});
        assert!(server.receive(&opened.to_string()).contains("cannot-use"));
        let said: Value = serde_json::from_str(&server.receive(&files.to_string())).expect("JSON");
        assert_eq!(said[0]["jsonrpc"], "2.0");
        assert_eq!(said[0]["params"]["diagnostics"], json!([]));
        while server.has_work() {
            server.work();
        }
        assert_eq!(server.receive("nonsense"), "[]");
    }
}
