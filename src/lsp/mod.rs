//! A language server: messages in, messages out. It holds no thread and no clock of its own, so it runs behind whatever
//! carries messages: standard input and output, or a worker in a browser.
//!
//! What a text means is said at once, with every key. What takes longer, verdicts and values, is computed in slices
//! when nothing else is to be done ([`Server::work`]), so that the next key never waits for it.

mod actions;
mod calls;
mod colours;
mod commands;
mod complete;
mod document;
mod findings;
mod hints;
mod hover;
mod layout;
mod names;
mod outline;
mod places;
mod rename;
#[cfg(feature = "terminal")]
mod stdio;
mod trials;

pub use lsp_server::{Message, Notification, Request, RequestId, Response};
#[cfg(feature = "terminal")]
pub use stdio::serve;

use document::Document;
use lsp_server::ErrorCode;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A language server, as a function from messages to messages.
///
/// ```
/// use fairgame::lsp::{Message, Notification, Server};
///
/// let mut server = Server::default();
/// let document = serde_json::json!({"textDocument":
///     {"uri": "file:///pile.game", "languageId": "fairgame", "version": 1, "text": "show Pile(3)"}});
/// let said = server.receive(Notification::new("textDocument/didOpen".into(), document).into());
/// let Message::Notification(said) = &said[0] else { panic!("{said:?}") };
/// assert_eq!(said.params["diagnostics"][0]["code"], "unknown-name");
/// ```
#[derive(Default)]
pub struct Server {
    docs: BTreeMap<String, Document>,
    /// Texts that the editor has sent and that are in no tab, by name: for a server that sees no disk.
    given: BTreeMap<String, String>,
    client: Client,
    folders: Vec<String>,
    sent: i32,
    shut_down: bool,
    over: bool,
}

/// What the editor at the other end can do.
#[derive(Default)]
struct Client {
    /// Templates with places to fill in.
    snippets: bool,
    /// It asks for hints again when it is asked to.
    refreshes_hints: bool,
    refreshes_lenses: bool,
    /// It shows texts of the scheme `fairgame:`, of the library.
    shows_library: bool,
    /// It has the commands that need more than a message to show.
    has_commands: bool,
    /// It knows where the page is that opens links.
    has_page: bool,
}

impl Client {
    fn new(params: &Value) -> Client {
        let can = |pointer: &str| params.pointer(pointer).and_then(Value::as_bool) == Some(true);
        Client {
            snippets: can("/capabilities/textDocument/completion/completionItem/snippetSupport"),
            refreshes_hints: can("/capabilities/workspace/inlayHint/refreshSupport"),
            refreshes_lenses: can("/capabilities/workspace/codeLens/refreshSupport"),
            shows_library: can("/initializationOptions/showsLibrary"),
            has_commands: can("/initializationOptions/hasCommands"),
            has_page: can("/initializationOptions/hasPage"),
        }
    }
}

/// What a request gives, or why it gives nothing.
type Answered = Result<Value, String>;

impl Server {
    /// Takes a message, and says what is to be sent.
    pub fn receive(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(r) if r.method == "fairgame/rest" => self.rest(r.id),
            Message::Request(r) => vec![self.request(r).into()],
            Message::Notification(n) => {
                catch_unwind(AssertUnwindSafe(|| self.notification(&n))).unwrap_or_default()
            }
            Message::Response(_) => vec![],
        }
    }

    /// Whether there is something to compute in the meantime.
    pub fn has_work(&self) -> bool {
        self.docs.values().any(Document::has_work)
    }

    /// Works for a moment on what takes longer, and says what is to be sent.
    pub fn work(&mut self) -> Vec<Message> {
        let Some(uri) = self.docs.values().find(|d| d.has_work()).map(|d| d.uri.clone()) else {
            return vec![];
        };
        let Some(doc) = self.docs.get_mut(&uri) else { return vec![] };
        let done = catch_unwind(AssertUnwindSafe(|| doc.work()));
        let found = done.unwrap_or_else(|_| doc.give_up());
        let finished = !doc.has_work();
        let mut said = if found { vec![self.publish(&uri)] } else { vec![] };
        if finished {
            said.extend(self.refresh());
        }
        said
    }

    /// Computes all that takes longer before it answers: for scripts and tests, which wait for it.
    fn rest(&mut self, id: RequestId) -> Vec<Message> {
        let mut said = vec![];
        while self.has_work() {
            said.extend(self.work());
        }
        said.push(Response::new_ok(id, Value::Null).into());
        said
    }

    /// Whether the editor has said good-bye, and whether in good order.
    pub fn is_over(&self) -> Option<bool> {
        self.over.then_some(self.shut_down)
    }

    fn publish(&self, uri: &str) -> Message {
        let diagnostics = self.docs.get(uri).map(|doc| findings::diagnostics(self, doc)).unwrap_or_default();
        let version = self.docs.get(uri).and_then(|doc| doc.version);
        let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
        Notification::new("textDocument/publishDiagnostics".into(), params).into()
    }

    fn refresh(&mut self) -> Vec<Message> {
        let wanted = [
            (self.client.refreshes_hints, "workspace/inlayHint/refresh"),
            (self.client.refreshes_lenses, "workspace/codeLens/refresh"),
        ];
        wanted
            .into_iter()
            .filter(|(wanted, _)| *wanted)
            .map(|(_, method)| self.ask(method, Value::Null))
            .collect()
    }

    /// A request to the editor.
    fn ask(&mut self, method: &str, params: Value) -> Message {
        self.sent += 1;
        Request::new(RequestId::from(self.sent), method.into(), params).into()
    }

    fn request(&mut self, r: Request) -> Response {
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&r.method, &r.params)));
        match answered {
            Ok(Some(Ok(value))) => Response::new_ok(r.id, value),
            Ok(Some(Err(why))) => Response::new_err(r.id, ErrorCode::RequestFailed as i32, why),
            Ok(None) => {
                let why = format!("fairgame does not know {}", r.method);
                Response::new_err(r.id, ErrorCode::MethodNotFound as i32, why)
            }
            Err(_) => {
                let why = "a mistake in fairgame itself: please report it".into();
                Response::new_err(r.id, ErrorCode::InternalError as i32, why)
            }
        }
    }

    /// None if nobody knows such a request.
    fn answer(&mut self, method: &str, params: &Value) -> Option<Answered> {
        match method {
            "initialize" => return Some(Ok(self.initialize(params))),
            "shutdown" => {
                self.shut_down = true;
                return Some(Ok(Value::Null));
            }
            "workspace/symbol" => return Some(Ok(names::workspace_symbols(self, params))),
            "workspace/executeCommand" => return Some(commands::execute(self, params)),
            "fairgame/text" => return Some(commands::library_text(params)),
            "textDocument/rename" => return Some(rename::rename(self, params)),
            "textDocument/references" => return Some(Ok(names::references(self, params))),
            _ => {}
        }
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
        let Some(mut doc) = self.docs.remove(uri) else {
            return is_about_a_text(method).then_some(Ok(Value::Null));
        };
        // The text is put back whatever happens: what comes next is about it, too.
        let answered = catch_unwind(AssertUnwindSafe(|| self.about_text(method, params, &mut doc)));
        self.docs.insert(uri.to_string(), doc);
        match answered {
            Ok(answered) => answered,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    fn about_text(&self, method: &str, params: &Value, doc: &mut Document) -> Option<Answered> {
        let at = doc.byte_at(params.get("position"));
        Some(Ok(match method {
            "textDocument/hover" => hover::hover(doc, at),
            "textDocument/definition" => names::definition(self, doc, at),
            "textDocument/documentHighlight" => names::highlights(doc, at),
            "textDocument/prepareRename" => return Some(rename::prepare(doc, at)),
            "textDocument/documentSymbol" => outline::symbols(doc),
            "textDocument/foldingRange" => outline::folds(doc),
            "textDocument/selectionRange" => outline::selections(doc, params),
            "textDocument/semanticTokens/full" => colours::colours(doc, None),
            "textDocument/semanticTokens/range" => colours::colours(doc, doc.bytes_of(params.get("range"))),
            "textDocument/inlayHint" => hints::hints(doc, doc.bytes_of(params.get("range"))),
            "textDocument/codeLens" => hints::lenses(doc, &self.client),
            "textDocument/codeAction" => actions::actions(doc, params),
            "textDocument/signatureHelp" => calls::signature(doc, at),
            "textDocument/completion" => complete::complete(doc, at, self.client.snippets),
            "textDocument/formatting" => layout::whole(doc),
            "textDocument/rangeFormatting" => layout::range(doc, doc.bytes_of(params.get("range"))),
            "textDocument/onTypeFormatting" => layout::on_type(doc, at),
            _ => return None,
        }))
    }

    fn notification(&mut self, n: &Notification) -> Vec<Message> {
        let uri =
            n.params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default().to_string();
        match n.method.as_str() {
            "textDocument/didOpen" => {
                let text = n.params.pointer("/textDocument/text").and_then(Value::as_str).unwrap_or_default();
                self.docs.insert(uri.clone(), Document::new(&uri, text));
                self.read(&uri, n.params.pointer("/textDocument/version"))
            }
            "textDocument/didChange" => {
                let changes = n.params.get("contentChanges").cloned().unwrap_or_default();
                let Ok(changes) = serde_json::from_value::<Vec<TextDocumentContentChangeEvent>>(changes)
                else {
                    return vec![];
                };
                if let Some(doc) = self.docs.get_mut(&uri) {
                    doc.change(changes);
                }
                self.read(&uri, n.params.pointer("/textDocument/version"))
            }
            "textDocument/didClose" => {
                self.docs.remove(&uri);
                let closed = self.publish(&uri);
                std::iter::once(closed).chain(self.read_others(&uri)).collect()
            }
            "workspace/didChangeWatchedFiles" => self.read_others(""),
            "fairgame/files" => {
                self.take_files(&n.params);
                self.read_others("")
            }
            "exit" => {
                self.over = true;
                vec![]
            }
            _ => vec![],
        }
    }

    /// Reads a text again, and those that use it.
    fn read(&mut self, uri: &str, version: Option<&Value>) -> Vec<Message> {
        let version = version.and_then(Value::as_i64).map(|v| v as i32);
        let open = self.open_texts();
        let Some(doc) = self.docs.get_mut(uri) else { return vec![] };
        doc.version = version;
        doc.read(open);
        std::iter::once(self.publish(uri)).chain(self.read_others(uri)).collect()
    }

    /// Reads every other text again that uses files.
    fn read_others(&mut self, changed: &str) -> Vec<Message> {
        let others = self.docs.values().filter(|d| d.uri != changed && d.uses_files()).map(|d| d.uri.clone());
        let others: Vec<String> = others.collect();
        for uri in &others {
            let open = self.open_texts();
            if let Some(doc) = self.docs.get_mut(uri) {
                doc.read(open);
            }
        }
        others.iter().map(|uri| self.publish(uri)).collect()
    }

    /// Files that are in no tab: their texts, or that they are gone.
    fn take_files(&mut self, params: &Value) {
        for file in params.get("files").and_then(Value::as_array).into_iter().flatten() {
            let Some(uri) = file.get("uri").and_then(Value::as_str) else { continue };
            let name = places::name_of_uri(uri);
            match file.get("text").and_then(Value::as_str) {
                Some(text) => self.given.insert(name, text.into()),
                None => self.given.remove(&name),
            };
        }
    }

    /// The texts of all tabs, by the names of their files, behind those that were sent.
    fn open_texts(&self) -> Vec<(String, String)> {
        let given = self.given.iter().map(|(name, text)| (name.clone(), text.clone()));
        given.chain(self.docs.values().map(|d| (d.name.clone(), d.lines.text().to_string()))).collect()
    }

    /// How an editor names a text that was read.
    fn uri_of(&self, file: &crate::api::SourceFile) -> Option<Uri> {
        let open = self.docs.values().find(|d| d.name == file.name);
        let uri = match open {
            Some(doc) => doc.uri.clone(),
            None => places::uri_of_file(file, self.client.shows_library)?,
        };
        uri.parse().ok()
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.client = Client::new(params);
        let folders = params.get("workspaceFolders").and_then(Value::as_array).cloned().unwrap_or_default();
        let uris = folders.iter().filter_map(|f| f.get("uri")).chain(params.get("rootUri"));
        self.folders = uris.filter_map(Value::as_str).map(places::name_of_uri).collect();
        self.folders.dedup();
        json!({"capabilities": capabilities(), "serverInfo": {"name": "fairgame", "version": env!("CARGO_PKG_VERSION")}})
    }
}

fn is_about_a_text(method: &str) -> bool {
    method.starts_with("textDocument/")
}

fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": {"openClose": true, "change": 2},
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": {"prepareProvider": true},
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": {"legend": colours::legend(), "full": true, "range": true},
        "inlayHintProvider": true,
        "codeLensProvider": {"resolveProvider": false},
        "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite"]},
        "executeCommandProvider": {"commands": commands::COMMANDS},
        "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
        "completionProvider": {"triggerCharacters": ["\"", "."]},
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "documentOnTypeFormattingProvider": {"firstTriggerCharacter": "\n"},
    })
}
