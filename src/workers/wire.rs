//! A connection as timely sees it: it never fails. The real failure is noted for the worker that waits.

use super::missed::Missed;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use timely::communication::allocator::zero_copy::stream::Stream;

/// What is known about all connections.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// One of those whose connection broke.
    pub(super) lost: Missed,
    /// This worker has nothing more to say: whoever leaves now is not missed.
    pub(super) finishing: AtomicBool,
    /// Nothing is sent any more: what is still under way belongs to work that ended too early.
    broken: AtomicBool,
    /// How many connections have sent all that there is.
    pub(super) sent: AtomicUsize,
}

impl Known {
    pub(super) fn leave(&self) {
        self.broken.store(true, Ordering::Release);
    }
}

/// An orderly end, as timely writes it: a header of a message of no length.
const END: [u8; 48] = [0; 48];

/// One connection.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) socket: TcpStream,
    /// Who is at the other end.
    pub(super) worker: usize,
    pub(super) known: Arc<Known>,
    /// What was read last.
    pub(super) last: [u8; END.len()],
}

impl Wire {
    fn note(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(END.len())..];
        self.last.rotate_left(new.len());
        let from = END.len() - new.len();
        self.last[from..].copy_from_slice(new);
    }
}

impl Read for Wire {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.socket.read(into) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Err(e),
            Ok(n) if n > 0 => {
                self.note(&into[..n]);
                Ok(n)
            }
            _ if self.last == END => {
                if !self.known.finishing.load(Ordering::Acquire) {
                    self.known.lost.note(self.worker);
                }
                Ok(0)
            }
            // An error would end the program: this thread rests until that ends by itself.
            _ => {
                self.known.lost.note(self.worker);
                loop {
                    thread::park();
                }
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.known.broken.load(Ordering::Acquire) {
            return Ok(bytes.len());
        }
        match self.socket.write(bytes) {
            Ok(n) => Ok(n),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Err(e),
            Err(_) => {
                self.known.lost.note(self.worker);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        let Wire { worker, known, last, .. } = self;
        Ok(Wire { socket: self.socket.try_clone()?, worker: *worker, known: known.clone(), last: *last })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Whoever is gone already has nothing to be told.
        let _ = self.socket.shutdown(how);
        self.known.sent.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }
}
