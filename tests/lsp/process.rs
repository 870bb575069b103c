//! A server in a process of its own, behind standard input and output.

use super::client::Serves;
use fairgame::lsp::{Message, Response};
use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The server that a command starts; it ends with this.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub(crate) fn start(command: &[&str]) -> Process {
        let mut started = Command::new(command[0]);
        started.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = started.spawn().unwrap_or_else(|e| panic!("{command:?}: {e}"));
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Process { child, input, output }
    }
}

impl Serves for Process {
    fn receive(&mut self, message: Message) -> Vec<Message> {
        let asked = if let Message::Request(r) = &message { Some(r.id.clone()) } else { None };
        message.write(&mut self.input).expect("the server hears");
        let mut said = vec![];
        let is_answer =
            |m: &Message| matches!(m, Message::Response(Response { id, .. }) if Some(id) == asked.as_ref());
        while asked.is_some() && !said.last().is_some_and(is_answer) {
            said.push(Message::read(&mut self.output).expect("a message").expect("the server goes on"));
        }
        said
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
