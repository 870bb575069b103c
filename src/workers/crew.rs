//! Workers on one machine: the first one starts the others, tells them the secret, and lets them find each other.

use super::greeting::Secret;
use super::meeting::{Meeting, Patience};
use super::missed::Missed;
use super::team::Team;
use crate::disk::Fault;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Only this machine hears what is said there.
const HERE: &str = "127.0.0.1:0";
/// Those whom one has started come soon.
const PATIENCE: Duration = Duration::from_secs(120);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(5);
/// So long those may take to end who have nothing to write,
const SOON: Duration = Duration::from_secs(5);
/// and so long the others.
const LAST: Duration = Duration::from_secs(120);

/// The workers that this one has started.
#[derive(Debug)]
pub struct Crew {
    others: Vec<Child>,
    /// Their standard inputs, which end with this process, however that ends: so those who still wait for others hear of it.
    inputs: Vec<ChildStdin>,
    /// How long the end of the others is waited for.
    patience: Duration,
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
        let mut crew = Crew { others: vec![], inputs: vec![], patience: SOON };
        for worker in 1..count {
            let child = command(worker).and_then(|mut command| command.spawn());
            crew.others.push(child.map_err(|e| apart("a worker cannot be started", &e))?);
        }
        let team = crew.meet(meeting, cancel)?;
        Ok((crew, team))
    }

    /// Meets those who were started; if one of them ends before, the others do, too: none has begun with any work.
    fn meet(&mut self, meeting: Meeting, cancel: &AtomicBool) -> Result<Team, Fault> {
        self.inputs = self.others.iter_mut().filter_map(|child| child.stdin.take()).collect();
        let outputs: Vec<_> = self.others.iter_mut().filter_map(|child| child.stdout.take()).collect();
        let (others, inputs) = (&mut self.others, &mut self.inputs);
        let (over, missed) = (AtomicBool::new(false), Missed::default());
        let patience = Patience { most: PATIENCE, cancel, missed: &missed };
        thread::scope(|scope| {
            scope.spawn(|| watch(others, patience, &over));
            let told = tell(&meeting, outputs, inputs);
            let met = told.and_then(|(told, secret)| meeting.join(&told.addresses, &secret, patience));
            over.store(true, Ordering::SeqCst);
            met.map_err(|fault| missed.who().map_or(fault, Fault::Lost))
        })
    }

    /// The others still write what they have, as this one did.
    pub fn write(&mut self) {
        self.patience = LAST;
    }

    fn all_ended(&mut self) -> bool {
        self.others.iter_mut().all(|child| !matches!(child.try_wait(), Ok(None)))
    }
}

impl Drop for Crew {
    /// All are done, or miss one and end by themselves; nobody is left behind.
    fn drop(&mut self) {
        self.inputs.clear();
        let began = Instant::now();
        while !self.all_ended() && began.elapsed() < self.patience {
            thread::sleep(PAUSE);
        }
        for child in &mut self.others {
            // One that has ended is not there to be ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Looks after those who were started until all have met: notes one who has ended, and ends the others.
fn watch(others: &mut [Child], patience: Patience<'_>, over: &AtomicBool) {
    let began = Instant::now();
    while !over.load(Ordering::SeqCst) {
        let ended = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
        if let Some(before) = others.iter_mut().position(ended) {
            patience.missed.note(before + 1);
        }
        let stops = patience.cancel.load(Ordering::SeqCst) || began.elapsed() > patience.most;
        if stops || patience.missed.who().is_some() {
            // One that has ended is not there to be ended.
            return others.iter_mut().for_each(|child| drop(child.kill()));
        }
        thread::sleep(PAUSE);
    }
}

/// Tells all where the others are, and a new secret.
fn tell(
    meeting: &Meeting,
    outputs: Vec<ChildStdout>,
    inputs: &mut [ChildStdin],
) -> Result<(Told, Secret), Fault> {
    let own = meeting.address().map_err(|e| apart("no address", &e))?;
    let mut addresses = vec![own.to_string()];
    for (before, output) in outputs.into_iter().enumerate() {
        addresses.push(address(output).map_err(|_| Fault::Lost(before + 1))?);
    }
    let secret = Secret::drawn().map_err(|e| apart("no random numbers", &e))?;
    let told = Told { secret: secret.digits(), addresses };
    let line = serde_json::to_string(&told).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    for (before, input) in inputs.iter_mut().enumerate() {
        writeln!(input, "{line}").map_err(|_| Fault::Lost(before + 1))?;
    }
    let secret = Secret::given(&told.secret).unwrap_or_else(|| unreachable!("it is long"));
    Ok((told, secret))
}

/// Where one that was just started listens.
fn address(output: ChildStdout) -> io::Result<String> {
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
    mut input: impl BufRead + Send + 'static,
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
    let missed = Arc::new(Missed::default());
    let first = missed.clone();
    // Nothing more is said there: it ends with the first worker.
    thread::spawn(move || {
        let _ = io::copy(&mut input, &mut io::sink());
        first.note(0);
    });
    meeting.join(&told.addresses, &secret, Patience { most: PATIENCE, cancel, missed: &missed })
}
