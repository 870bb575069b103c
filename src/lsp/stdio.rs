//! The server behind standard input and output.

use super::Server;
use lsp_server::Connection;
use std::io;
use std::time::Duration;

/// So long must no key be pressed before verdicts and values are computed.
const QUIET: Duration = Duration::from_millis(120);

/// Serves one editor, until it says good-bye; whether that was in good order.
///
/// # Errors
/// If standard input or output fails.
pub fn serve() -> io::Result<bool> {
    let (connection, threads) = Connection::stdio();
    let orderly = talk(&connection);
    drop(connection);
    threads.join()?;
    Ok(orderly)
}

fn talk(connection: &Connection) -> bool {
    let mut server = Server::default();
    let mut quiet = false;
    loop {
        let said = match next(connection, server.has_work(), quiet) {
            Next::Message(message) => {
                quiet = false;
                server.receive(message)
            }
            Next::Quiet => {
                quiet = true;
                server.work()
            }
            Next::End => return false,
        };
        for message in said {
            if connection.sender.send(message).is_err() {
                return false;
            }
        }
        if let Some(orderly) = server.is_over() {
            return orderly;
        }
    }
}

/// What is to be done next.
enum Next {
    Message(super::Message),
    /// Nothing comes for the moment.
    Quiet,
    End,
}

fn next(connection: &Connection, has_work: bool, quiet: bool) -> Next {
    if !has_work {
        return connection.receiver.recv().map_or(Next::End, Next::Message);
    }
    let wait = if quiet { Duration::ZERO } else { QUIET };
    match connection.receiver.recv_timeout(wait) {
        Ok(message) => Next::Message(message),
        Err(e) if e.is_timeout() => Next::Quiet,
        Err(_) => Next::End,
    }
}
