//! How many bytes the process takes. Its allocator counts what is asked for; the system gives more: the program itself, and
//! room that is lost around and between the pieces. Where the system tells (Linux), that is added.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

/// The allocator's count.
static ALLOCATED: OnceLock<fn() -> u64> = OnceLock::new();
/// What is added to it, and the counts between which that is taken for right.
static OVER: AtomicU64 = AtomicU64::new(0);
static FROM: AtomicU64 = AtomicU64::new(0);
static TO: AtomicU64 = AtomicU64::new(0);
static CALLS: AtomicU64 = AtomicU64::new(0);
static SEEN: Mutex<Seen> = Mutex::new(Seen { budget: 0, allocated: 0, resident: 0, over: 0 });

/// Budgets below this are not asked to hold the program itself.
const SMALL: u64 = 48 << 20;
/// The system is asked again after so many calls at the latest: room that was asked for may be taken only later.
const EVERY: u64 = 256;
/// The room between pieces that grows by so much while less is asked for than before counts, too.
const LOST: u64 = 4 << 20;

/// The budget, and what there was when most was asked for so far.
struct Seen {
    budget: u64,
    allocated: u64,
    resident: u64,
    over: u64,
}

/// What the system says, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Told {
    resident: u64,
    /// How much of that is files: the program.
    files: u64,
}

/// What the process holds, from the count of its allocator on.
pub(crate) fn beside(allocated: fn() -> u64) -> fn() -> u64 {
    let _ = ALLOCATED.set(allocated);
    held
}

/// The budget. In one that is hardly larger than the program itself, what is asked for alone counts; of others the program
/// may not take more than half.
pub(crate) fn keep_within(bytes: u64) {
    if let Ok(mut seen) = SEEN.lock() {
        seen.budget = bytes;
    }
}

fn held() -> u64 {
    let allocated = ALLOCATED.get().map_or(0, |count| count());
    let right = (FROM.load(Relaxed)..=TO.load(Relaxed)).contains(&allocated);
    if !right || CALLS.fetch_add(1, Relaxed) >= EVERY {
        look(allocated);
    }
    allocated + OVER.load(Relaxed)
}

/// Asks the system; whoever comes while another asks takes what was known before.
fn look(allocated: u64) {
    let Ok(mut seen) = SEEN.try_lock() else { return };
    if seen.budget < SMALL {
        return;
    }
    CALLS.store(0, Relaxed);
    let step = (seen.budget / 256).max(1 << 16);
    FROM.store(allocated.saturating_sub(step), Relaxed);
    TO.store(allocated + step, Relaxed);
    if let Some(told) = std::fs::read_to_string("/proc/self/status").ok().and_then(|text| read(&text)) {
        OVER.store(seen.over(allocated, told), Relaxed);
    }
}

impl Seen {
    /// What is to be added to what is allocated. Pieces that were given back are not lost: others take their room, so
    /// while less is allocated than before, in proportion less is added.
    fn over(&mut self, allocated: u64, told: Told) -> u64 {
        let least = told.files.min(self.budget / 2);
        let now = least + told.resident.saturating_sub(told.files).saturating_sub(allocated);
        if allocated >= self.allocated {
            (self.allocated, self.over) = (allocated, now);
        }
        if allocated >= self.allocated || told.resident > self.resident + LOST {
            self.resident = self.resident.max(told.resident);
            return now;
        }
        let lost = u128::from(self.over.saturating_sub(least)) * u128::from(allocated);
        least + u64::try_from(lost / u128::from(self.allocated.max(1))).unwrap_or(u64::MAX)
    }
}

/// What a file in the form of `/proc/self/status` says.
fn read(text: &str) -> Option<Told> {
    let bytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
    };
    Some(Told { resident: bytes("VmRSS:")?, files: bytes("RssFile:").unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn what_the_system_says_is_read() {
        let text = "Name:\tfairgame\nVmHWM:\t   40960 kB\nVmRSS:\t   20480 kB\nRssAnon:\t   4096 kB\nRssFile:\t   16384 kB\n";
        assert_eq!(read(text), Some(Told { resident: 20 * MB, files: 16 * MB }));
        assert_eq!(read("nothing of the kind"), None);
    }

    #[test]
    fn the_program_and_what_is_lost_count() {
        let mut seen = Seen { budget: 100 * MB, allocated: 0, resident: 0, over: 0 };
        let told = |resident| Told { resident: resident * MB, files: 16 * MB };
        // Room that is not taken yet: the program counts.
        assert_eq!(seen.over(50 * MB, told(20)), 16 * MB);
        // A quarter more than was asked for.
        assert_eq!(seen.over(60 * MB, told(91)), 31 * MB);
        // Given back to the allocator, not to the system: there is room again.
        assert_eq!(seen.over(6 * MB, told(91)), 16 * MB + 3 * MB / 2);
        // More is lost than ever before.
        assert_eq!(seen.over(6 * MB, told(99)), 93 * MB);
    }

    #[test]
    fn of_a_small_budget_the_program_takes_no_more_than_half() {
        let mut seen = Seen { budget: 2 * MB, allocated: 0, resident: 0, over: 0 };
        assert_eq!(seen.over(MB, Told { resident: 18 * MB, files: 16 * MB }), 2 * MB);
        assert_eq!(seen.over(MB, Told { resident: 17 * MB, files: 16 * MB }), MB);
    }
}
