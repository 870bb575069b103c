//! A worker among others, over a dataflow of timely: each round exchanges all contributions by the numbers of their
//! receivers.

use super::packet::{Bytes, Packet, Round};
use super::wire::{Known, Wire};
use crate::disk::{Fault, Peers};
use socket2::{SockRef, TcpKeepalive};
use std::mem::ManuallyDrop;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::capture::{Capture, Event};
use timely::dataflow::operators::{Exchange, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// So long a worker sleeps until it looks whether another one is gone; messages wake it before.
const NAP: Duration = Duration::from_millis(50);
/// So long nothing may be heard of another machine before it is asked after.
const QUIET: Duration = Duration::from_secs(60);
/// So long the last messages may take to leave.
const LAST: Duration = Duration::from_secs(10);

/// timely's worker, and where it takes what is to be sent.
struct Running {
    worker: Worker,
    input: InputHandle<Round, CapacityContainerBuilder<Vec<Packet>>>,
}

/// One of the workers.
pub struct Team {
    me: usize,
    count: usize,
    round: Round,
    /// Until the work is done.
    running: Option<Running>,
    probe: ProbeHandle<Round>,
    output: Receiver<Event<Round, Vec<Packet>>>,
    /// Of rounds that others have begun already.
    early: Vec<Packet>,
    known: Arc<Known>,
    sockets: Vec<TcpStream>,
    /// Its end waits for all connections: it is left to the end of the process.
    _guard: ManuallyDrop<CommsGuard>,
}

impl std::fmt::Debug for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "worker {} of {}", self.me + 1, self.count)
    }
}

impl Team {
    /// Over connections to all others, by their numbers.
    ///
    /// # Errors
    /// If the system has no room for them.
    pub(super) fn new(me: usize, sockets: Vec<Option<TcpStream>>) -> std::io::Result<Team> {
        let (count, known) = (sockets.len(), Arc::<Known>::default());
        sockets.iter().flatten().try_for_each(ask_after)?;
        let own = sockets.iter().flatten().map(TcpStream::try_clone).collect::<Result<Vec<_>, _>>()?;
        let wire = |(worker, socket): (usize, Option<TcpStream>)| {
            socket.map(|socket| Wire { socket, worker, known: known.clone(), last: [1; 48] })
        };
        let wires = sockets.into_iter().enumerate().map(wire).collect();
        let Hooks { refill, spill, .. } = Hooks::default();
        let inner = ProcessBuilder::new_typed_vector(1, refill, spill);
        let (mut builders, guard) =
            initialize_networking_from_sockets(inner, wires, me, 1, Hooks::default())?;
        let builder = builders.pop().unwrap_or_else(|| unreachable!("one thread"));
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        // Without a clock it would never sleep.
        let mut worker = Worker::new(config, Allocator::Tcp(builder.build()), Some(Instant::now()));
        let (mut input, probe) = (InputHandle::new(), ProbeHandle::new());
        let output = worker.dataflow(|scope| {
            let packets = input.to_stream(scope).exchange(|packet: &Packet| packet.to as u64);
            packets.probe_with(&probe).capture()
        });
        Ok(Team {
            me,
            count,
            round: 0,
            running: Some(Running { worker, input }),
            probe,
            output,
            early: vec![],
            known,
            sockets: own,
            _guard: ManuallyDrop::new(guard),
        })
    }

    /// Takes what has come for a round, and keeps the rest.
    fn received(&mut self, round: Round) -> Vec<Packet> {
        for event in self.output.try_iter() {
            if let Event::Messages(_, packets) = event {
                self.early.extend(packets);
            }
        }
        self.early.extract_if(.., |packet| packet.round == round).collect()
    }

    /// Goes on until all have given what they have for the rounds so far; one who is gone, if that comes first. How often it
    /// looked: it sleeps as long as nothing comes.
    fn step(&mut self) -> Result<u64, usize> {
        self.step_within(None)
    }

    /// The same, for so long at most: then it is as if one of them were gone.
    fn step_within(&mut self, most: Option<Duration>) -> Result<u64, usize> {
        let began = Instant::now();
        self.round += 1;
        let Some(running) = &mut self.running else { return Ok(0) };
        running.input.advance_to(self.round);
        let mut looks = 0;
        while self.probe.less_than(&self.round) {
            running.worker.step_or_park(Some(NAP));
            looks += 1;
            if let Some(lost) = self.known.lost.who() {
                return Err(lost);
            }
            if most.is_some_and(|most| began.elapsed() > most) {
                return Err(self.me);
            }
        }
        Ok(looks)
    }

    /// Ends the work with the others: what was said last has left when this returns. Whoever does not come to an end is not waited
    /// for long.
    pub fn finish(mut self) {
        self.known.finishing.store(true, Ordering::Release);
        if self.step_within(Some(LAST)).is_err() {
            return;
        }
        if let Some(Running { worker, input }) = self.running.take() {
            drop(input);
            drop(worker);
        }
        let began = Instant::now();
        while self.known.sent.load(Ordering::Acquire) + 1 < self.count && began.elapsed() < LAST {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A machine that is switched off says nothing: the system asks after it.
fn ask_after(socket: &TcpStream) -> std::io::Result<()> {
    let often = TcpKeepalive::new().with_time(QUIET).with_interval(QUIET / 4);
    SockRef::from(socket).set_tcp_keepalive(&often)
}

impl Drop for Team {
    /// Whoever leaves before the end is missed at once.
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            self.known.leave();
            self.sockets.iter().for_each(|socket| drop(socket.shutdown(Shutdown::Both)));
            std::mem::forget(running);
        }
    }
}

impl Peers for Team {
    fn me(&self) -> usize {
        self.me
    }

    fn count(&self) -> usize {
        self.count
    }

    fn exchange(&mut self, to: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Fault> {
        let now = self.round;
        if let Some(running) = &mut self.running {
            for (to, bytes) in to.into_iter().enumerate() {
                running.input.send(Packet { round: now, from: self.me, to, bytes: Bytes(bytes) });
            }
        }
        self.step().map_err(Fault::Lost)?;
        let mut all = vec![None; self.count];
        for packet in self.received(now) {
            all[packet.from] = Some(packet.bytes.0);
        }
        let whole = all.into_iter().enumerate().map(|(from, bytes)| bytes.ok_or(Fault::Lost(from)));
        whole.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// Whoever looks without sleeping looks millions of times meanwhile.
    #[test]
    fn whoever_waits_sleeps() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = listener.local_addr().unwrap();
        let other = thread::spawn(move || {
            let mut team = Team::new(1, vec![Some(TcpStream::connect(place).unwrap()), None]).unwrap();
            thread::sleep(Duration::from_secs(1));
            team.step().unwrap();
            team.finish();
        });
        let mut team = Team::new(0, vec![None, Some(listener.accept().unwrap().0)]).unwrap();
        let looks = team.step().unwrap();
        assert!(looks < 10_000, "{looks} looks");
        team.finish();
        other.join().unwrap();
    }
}
