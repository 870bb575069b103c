//! How workers meet: each listens for those with higher numbers, and calls those with lower ones.

use super::greeting::{Pair, Refused, Secret, greet, welcome};
use super::missed::Missed;
use super::team::Team;
use crate::disk::Fault;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A greeting that takes longer is none.
const GREETING: Duration = Duration::from_secs(5);
/// So many may be greeted at once; who else calls is sent away.
const MOST: usize = 64;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// A worker that waits for the others.
#[derive(Debug)]
pub struct Meeting {
    listener: TcpListener,
    /// Its number, from 0.
    me: usize,
}

/// How long a worker waits for the others, and what ends that before.
#[derive(Clone, Copy, Debug)]
pub struct Patience<'a> {
    /// The longest.
    pub most: Duration,
    /// Nobody waits any more.
    pub cancel: &'a AtomicBool,
    /// One who will not come.
    pub missed: &'a Missed,
}

/// What those who wait have in common.
struct Waiting<'a> {
    secret: &'a Secret,
    until: Instant,
    patience: Patience<'a>,
    /// The meeting has failed, or everybody is here.
    over: AtomicBool,
    strangers: AtomicUsize,
}

impl Waiting<'_> {
    /// Whether to go on waiting.
    fn goes_on(&self) -> bool {
        let Patience { cancel, missed, .. } = self.patience;
        let stops = cancel.load(Ordering::SeqCst) || self.over.load(Ordering::SeqCst);
        !stops && missed.who().is_none() && Instant::now() < self.until
    }
}

fn apart(why: String) -> Fault {
    Fault::Apart(why)
}

impl Meeting {
    /// Listens at an address; at port 0 the system chooses one.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn at(address: &str, me: usize) -> Result<Meeting, Fault> {
        let listener = TcpListener::bind(address).and_then(|l| l.set_nonblocking(true).map(|()| l));
        let listener = listener.map_err(|e| apart(format!("nobody can listen at {address}: {e}")))?;
        Ok(Meeting { listener, me })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Meets all others, whose addresses are listed by their numbers.
    ///
    /// # Errors
    /// If one does not come, or does not know the secret.
    pub fn join(self, addresses: &[String], secret: &Secret, patience: Patience<'_>) -> Result<Team, Fault> {
        let (over, strangers) = (AtomicBool::new(false), AtomicUsize::new(0));
        let waiting = Waiting { secret, until: Instant::now() + patience.most, patience, over, strangers };
        let sockets = thread::scope(|scope| {
            let called = scope.spawn(|| {
                let called = call_all(&waiting, self.me, addresses);
                waiting.over.fetch_or(called.is_err(), Ordering::SeqCst);
                called
            });
            let came = self.await_all(&waiting, addresses.len());
            waiting.over.fetch_or(came.is_err(), Ordering::SeqCst);
            let called = called.join().unwrap_or_else(|_| Err(apart("a thread ended".into())));
            let mut sockets = called?;
            sockets.push(None);
            sockets.extend(came?);
            Ok(sockets)
        });
        // What others say of somebody who is gone says less.
        let sockets = sockets.map_err(|fault| patience.missed.who().map_or(fault, Fault::Lost))?;
        Team::new(self.me, sockets).map_err(|e| apart(e.to_string()))
    }

    /// Those with higher numbers, who call.
    fn await_all(&self, waiting: &Waiting<'_>, count: usize) -> Result<Vec<Option<TcpStream>>, Fault> {
        let mut here: Vec<Option<TcpStream>> = vec![];
        here.resize_with(count - self.me - 1, || None);
        let (said, greeted) = channel();
        let busy = AtomicUsize::new(0);
        thread::scope(|scope| {
            while !all_are(&mut here) {
                take(&greeted, &mut here, self.me);
                match self.listener.accept() {
                    Ok((stream, _)) if busy.load(Ordering::SeqCst) < MOST => {
                        busy.fetch_add(1, Ordering::SeqCst);
                        let (said, busy, pair) = (said.clone(), &busy, (self.me as u32, count as u32));
                        scope.spawn(move || {
                            let_in(stream, waiting, pair, &said);
                            busy.fetch_sub(1, Ordering::SeqCst);
                        });
                    }
                    Ok(_) => {}
                    Err(_) if waiting.goes_on() => thread::sleep(PAUSE),
                    Err(_) => break,
                }
            }
        });
        match here.iter().position(Option::is_none) {
            None => Ok(here),
            Some(missing) => Err(self.missing(missing, waiting)),
        }
    }

    fn missing(&self, missing: usize, waiting: &Waiting<'_>) -> Fault {
        let strangers = match waiting.strangers.load(Ordering::SeqCst) {
            0 => String::new(),
            n => format!("; of those who called, {n} did not know the secret"),
        };
        apart(format!("worker {} did not call{strangers}", self.me + missing + 2))
    }
}

/// Whether all are here. Somebody who has left since is not: that one may call again.
fn all_are(here: &mut [Option<TcpStream>]) -> bool {
    here.iter().all(Option::is_some) && {
        here.iter_mut().for_each(|place| *place = place.take().filter(stays));
        here.iter().all(Option::is_some)
    }
}

/// Whether the connection was not closed.
fn stays(stream: &TcpStream) -> bool {
    let still = stream.set_nonblocking(true).and_then(|()| match stream.peek(&mut [0]) {
        Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
        Err(e) if e.kind() != io::ErrorKind::WouldBlock => Err(e),
        _ => stream.set_nonblocking(false),
    });
    still.is_ok()
}

/// Takes those who have been let in.
fn take(greeted: &Receiver<(u32, TcpStream)>, here: &mut [Option<TcpStream>], me: usize) {
    for (from, stream) in greeted.try_iter() {
        here[from as usize - me - 1] = Some(stream);
    }
}

/// Greets somebody who called.
fn let_in(mut stream: TcpStream, waiting: &Waiting<'_>, me: (u32, u32), said: &Sender<(u32, TcpStream)>) {
    let ready = stream.set_nonblocking(false).and_then(|()| timed(&stream, Some(GREETING)));
    if ready.is_err() {
        return;
    }
    match welcome(&mut stream, waiting.secret, me) {
        Ok(from) => {
            if timed(&stream, None).is_ok() {
                // Nobody listens any more if the meeting is over.
                let _ = said.send((from, stream));
            }
        }
        Err(Refused::Stranger | Refused::Foreign) => {
            waiting.strangers.fetch_add(1, Ordering::SeqCst);
        }
        Err(Refused::Broken) => {}
    }
}

fn timed(stream: &TcpStream, most: Option<Duration>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(most)?;
    stream.set_write_timeout(most)
}

/// Calls those with lower numbers.
fn call_all(waiting: &Waiting<'_>, me: usize, addresses: &[String]) -> Result<Vec<Option<TcpStream>>, Fault> {
    let count = addresses.len() as u32;
    let one = |(to, address): (usize, &String)| {
        let pair = Pair { from: me as u32, to: to as u32, count };
        loop {
            match call(address, waiting.secret, pair) {
                Ok(stream) => return Ok(Some(stream)),
                Err(Refused::Stranger) => {
                    let why =
                        format!("whoever answers for worker {} at {address} has another secret", to + 1);
                    return Err(apart(why));
                }
                Err(_) if waiting.goes_on() => thread::sleep(PAUSE),
                Err(_) => return Err(apart(format!("worker {} does not answer at {address}", to + 1))),
            }
        }
    };
    addresses[..me].iter().enumerate().map(one).collect()
}

fn call(address: &str, secret: &Secret, pair: Pair) -> Result<TcpStream, Refused> {
    let mut places = address.to_socket_addrs()?;
    let mut stream =
        places.find_map(|place| TcpStream::connect_timeout(&place, GREETING).ok()).ok_or(Refused::Broken)?;
    timed(&stream, Some(GREETING))?;
    greet(&mut stream, secret, pair)?;
    timed(&stream, None)?;
    Ok(stream)
}
