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
