//! Workers on one machine: the first one starts the others, tells them the secret, and lets them find each other.

use super::greeting::Secret;
use super::meeting::Meeting;
use super::team::Team;
use crate::disk::Fault;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Only this machine hears what is said there.
const HERE: &str = "127.0.0.1:0";
/// Those whom one has started come soon.
const PATIENCE: Duration = Duration::from_secs(120);
/// So long those who are done may take to end.
const LAST: Duration = Duration::from_secs(120);

/// The workers that this one has started.
#[derive(Debug)]
pub struct Crew {
    others: Vec<Child>,
}

/// What the first worker writes to the standard input of each other one, which nobody else reads.
#[derive(Serialize, Deserialize)]
struct Told {
    secret: String,
    addresses: Vec<String>,
}

fn apart(what: &str, e: &dyn std::fmt::Display) -> Fault {
    Fault::Apart(format!("{what}: {e}"))
}

impl Crew {
    /// Starts all but the first of so many, each by its command, whose standard input and output are pipes; and meets them.
    ///
    /// # Errors
    /// If one cannot be started, or does not come.
    pub fn start(
        count: usize,
        command: impl Fn(usize) -> io::Result<Command>,
        cancel: &AtomicBool,
    ) -> Result<(Crew, Team), Fault> {
        let meeting = Meeting::at(HERE, 0)?;
        let own = meeting.address().map_err(|e| apart("no address", &e))?;
        let mut crew = Crew { others: vec![] };
        for worker in 1..count {
            let child = command(worker).and_then(|mut command| command.spawn());
            crew.others.push(child.map_err(|e| apart("a worker cannot be started", &e))?);
        }
        let mut addresses = vec![own.to_string()];
        for child in &mut crew.others {
            addresses.push(address(child).map_err(|e| apart("a worker did not start", &e))?);
        }
        let secret = Secret::drawn().map_err(|e| apart("no random numbers", &e))?;
        let told = Told { secret: secret.digits(), addresses };
        let line = serde_json::to_string(&told).unwrap_or_else(|e| unreachable!("plain data: {e}"));
        for child in &mut crew.others {
            let mut input = child.stdin.take().unwrap_or_else(|| unreachable!("it is a pipe"));
            writeln!(input, "{line}").map_err(|e| apart("a worker ended at once", &e))?;
        }
        let secret = Secret::given(&told.secret).unwrap_or_else(|| unreachable!("it is long"));
        let team = meeting.join(&told.addresses, &secret, PATIENCE, cancel)?;
        Ok((crew, team))
    }

    fn all_ended(&mut self) -> bool {
        self.others.iter_mut().all(|child| !matches!(child.try_wait(), Ok(None)))
    }
}

impl Drop for Crew {
    /// All are done, or miss one and end by themselves; nobody is left behind.
    fn drop(&mut self) {
        let began = Instant::now();
        while !self.all_ended() && began.elapsed() < LAST {
            std::thread::sleep(Duration::from_millis(5));
        }
        for child in &mut self.others {
            // One that has ended is not there to be ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Where one that was just started listens.
fn address(child: &mut Child) -> io::Result<String> {
    let output = child.stdout.take().unwrap_or_else(|| unreachable!("it is a pipe"));
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    match line.trim() {
        "" => Err(io::Error::other("it said nothing")),
        address => Ok(address.to_string()),
    }
}

/// A worker that the first one has started: it writes its own address to `output`, and reads those of the others from `input`.
///
/// # Errors
/// If it was not started so, or the others do not come.
pub fn started(
    me: usize,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    cancel: &AtomicBool,
) -> Result<Team, Fault> {
    let meeting = Meeting::at(HERE, me)?;
    let own = meeting.address().map_err(|e| apart("no address", &e))?;
    let said = writeln!(output, "{own}").and_then(|()| output.flush());
    said.map_err(|e| apart("nobody listens", &e))?;
    let mut line = String::new();
    input.read_line(&mut line).map_err(|e| apart("nothing was told", &e))?;
    let told: Told = serde_json::from_str(&line).map_err(|e| apart("nothing was told", &e))?;
    let secret = Secret::given(&told.secret).ok_or_else(|| apart("nothing was told", &"no secret"))?;
    meeting.join(&told.addresses, &secret, PATIENCE, cancel)
}
