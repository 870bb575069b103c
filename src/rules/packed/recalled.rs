//! What was computed before, with the registers of one thread: values by the numbers that they depend on, and lists of the numbers that
//! satisfy a condition.

/// A value that is not known.
pub(super) const UNKNOWN: i64 = i64::MIN;

/// More numbers are not remembered for one expression,
const MOST: usize = 1 << 21;
/// and for all of them together.
const MOST_IN_ALL: usize = 1 << 23;

/// What was computed before, by the number that it depends on.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// For each expression, the value for 0, 1, ...
    values: Vec<Vec<i64>>,
    /// How many values there is room for.
    room: usize,
    /// For each range, the numbers in it, as far as they were tried.
    members: Vec<Members>,
    /// For each range whose numbers depend on another one, which one that is now, and the numbers for the others.
    chosen: Vec<Chosen>,
}

#[derive(Clone, Debug, Default)]
struct Chosen {
    now: i64,
    by: Vec<Members>,
    /// How many numbers all of these hold.
    held: usize,
}

/// Other numbers from this one on have no list that is kept,
const MOST_CHOSEN: usize = 1 << 16;
/// and the lists of one range hold no more numbers than this; then all are forgotten.
const MOST_HELD: usize = 1 << 22;

#[derive(Clone, Debug, Default)]
struct Members {
    begun: bool,
    /// The least number not tried.
    next: i64,
    all: Vec<i64>,
}

/// What comes next in a list of numbers that grows.
pub(super) enum Next {
    /// This one.
    Member(i64),
    /// It must be seen whether this one belongs to them.
    Try(i64),
    /// Nothing up to the limit.
    End,
}

impl Memory {
    #[inline]
    pub(super) fn value(&self, pool: u16, x: i64) -> Option<i64> {
        let values = self.values.get(usize::from(pool))?;
        usize::try_from(x).ok().and_then(|x| values.get(x)).copied().filter(|v| *v != UNKNOWN)
    }

    pub(super) fn remember(&mut self, pool: u16, x: i64, value: i64) {
        let Some(x) = usize::try_from(x).ok().filter(|x| *x < MOST) else { return };
        let pool = usize::from(pool);
        if self.values.len() <= pool {
            self.values.resize(pool + 1, vec![]);
        }
        let values = &mut self.values[pool];
        if values.len() <= x {
            let more = (x + 1).next_power_of_two() - values.len();
            if self.room + more > MOST_IN_ALL {
                return;
            }
            self.room += more;
            values.resize(values.len() + more, UNKNOWN);
        }
        values[x] = value;
    }

    /// Asks for the numbers of a range that belong to another one.
    pub(super) fn choose(&mut self, pool: u16, p: i64) {
        let pool = usize::from(pool);
        if self.members.len() <= pool {
            self.members.resize(pool + 1, Members::default());
        }
        if self.chosen.len() <= pool {
            self.chosen.resize(pool + 1, Chosen::default());
        }
        let (members, chosen) = (&mut self.members[pool], &mut self.chosen[pool]);
        if members.begun && chosen.now == p {
            return;
        }
        let old = std::mem::take(members);
        chosen.put_away(old);
        *members = chosen.taken(p);
    }

    /// Numbers from `first` on are asked for.
    pub(super) fn begin(&mut self, pool: u16, first: i64) {
        let pool = usize::from(pool);
        if self.members.len() <= pool {
            self.members.resize(pool + 1, Members::default());
        }
        let members = &mut self.members[pool];
        if !members.begun {
            *members = Members { begun: true, next: first, all: vec![] };
        }
    }

    #[inline]
    pub(super) fn next(&self, pool: u16, index: i64, limit: i64) -> Next {
        let members = &self.members[usize::from(pool)];
        match members.all.get(index as usize) {
            Some(x) if *x <= limit => Next::Member(*x),
            None if members.next <= limit => Next::Try(members.next),
            _ => Next::End,
        }
    }

    /// The least number not tried yet, if it is not above the limit.
    #[inline]
    pub(super) fn unknown(&self, pool: u16, limit: i64) -> Option<i64> {
        Some(self.members[usize::from(pool)].next).filter(|next| *next <= limit)
    }

    /// All of them up to a limit.
    pub(super) fn up_to(&self, pool: u16, limit: i64) -> &[i64] {
        let all = &self.members[usize::from(pool)].all;
        &all[..all.partition_point(|x| *x <= limit)]
    }

    /// Whether the next number belongs to them; false if there are too many.
    pub(super) fn learn(&mut self, pool: u16, x: i64, belongs: bool) -> bool {
        let members = &mut self.members[usize::from(pool)];
        members.next = x + 1;
        if belongs {
            members.all.push(x);
        }
        members.all.len() < MOST
    }
}

impl Chosen {
    fn place(p: i64) -> Option<usize> {
        usize::try_from(p).ok().filter(|p| *p < MOST_CHOSEN)
    }

    fn put_away(&mut self, members: Members) {
        let Some(place) = Chosen::place(self.now).filter(|_| members.begun) else { return };
        if self.held + members.all.len() > MOST_HELD {
            *self = Chosen::default();
        }
        if self.by.len() <= place {
            self.by.resize(place + 1, Members::default());
        }
        self.held += members.all.len();
        self.by[place] = members;
    }

    fn taken(&mut self, p: i64) -> Members {
        self.now = p;
        let members =
            Chosen::place(p).and_then(|p| self.by.get_mut(p)).map(std::mem::take).unwrap_or_default();
        self.held -= members.all.len();
        members
    }
}
