//! The values of one game over a box of numbers, row by row, in the narrowest words that hold them.

/// A word that nim-values are kept in.
pub(super) trait Word: Copy + Default + Eq + 'static {
    /// The largest value it is used for.
    const MOST: u32;
    fn narrow(value: u32) -> Self;
    fn wide(self) -> u32;
}

macro_rules! word {
    ($t:ty) => {
        impl Word for $t {
            const MOST: u32 = <$t>::MAX as u32;
            #[inline(always)]
            fn narrow(value: u32) -> $t {
                value as $t
            }
            #[inline(always)]
            fn wide(self) -> u32 {
                self as u32
            }
        }
    };
}
word!(u8);
word!(u16);
word!(u32);

/// Tables of more positions than this are left to the graph solver.
const MAX_POSITIONS: usize = 1 << 31;

/// Which numbers lie in a table, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    pub(super) lows: Vec<i64>,
    /// Largest number a declared type allows.
    pub(super) highs: Vec<i64>,
    pub(super) lengths: Vec<usize>,
    /// `strides[k]` for number k; the last one is 1.
    pub(super) strides: Vec<usize>,
}

/// The values of one instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Table<T> {
    pub(super) shape: Shape,
    pub(super) values: Vec<T>,
    /// How many are filled, from the beginning.
    pub(super) filled: usize,
    /// The largest value filled in so far.
    pub(super) largest: u32,
    /// The same values with another number running fastest, for runs along that number.
    pub(super) turned: Vec<Turned<T>>,
    /// Positions (a, b) and (b, a) have the same value, and both are in the box: what is filled in here is
    /// filled in there as well, ahead of time.
    pub(super) square: bool,
    /// The table as it was before it grew, until its values are copied.
    pub(super) before: Option<(Shape, Vec<T>, usize)>,
}

/// The values with number `axis` running fastest.
#[derive(Clone, Debug)]
pub(super) struct Turned<T> {
    pub(super) axis: usize,
    pub(super) strides: Vec<usize>,
    pub(super) values: Vec<T>,
}

impl Shape {
    pub(super) fn new(bounds: impl Iterator<Item = (i64, i64)>) -> Shape {
        let (lows, highs): (Vec<i64>, Vec<i64>) = bounds.unzip();
        let n = lows.len();
        Shape { lows, highs, lengths: vec![0; n], strides: vec![0; n] }
    }

    pub(super) fn size(&self) -> usize {
        self.lengths.iter().product()
    }

    /// How many numbers the last one runs through.
    pub(super) fn row(&self) -> usize {
        self.lengths.last().copied().unwrap_or(0)
    }

    /// The place of some numbers, if they are in the box.
    #[inline]
    pub(super) fn index(&self, at: &[i64]) -> Option<usize> {
        let mut index = 0;
        for (k, n) in at.iter().enumerate() {
            let offset = usize::try_from(n.checked_sub(self.lows[k])?).ok()?;
            if offset >= self.lengths[k] {
                return None;
            }
            index += offset * self.strides[k];
        }
        Some(index)
    }

    /// The numbers at a place.
    pub(super) fn numbers(&self, index: usize) -> Vec<i64> {
        let mut rest = index;
        let digit = |(stride, low): (&usize, &i64)| {
            let n = rest / *stride;
            rest %= *stride;
            low + n as i64
        };
        self.strides.iter().zip(&self.lows).map(digit).collect()
    }

    /// Raises some numbers to the largest that was declared, where there are at most so many: whether one of them rose. Those that are
    /// larger than that become it.
    pub(super) fn take_all_below(&self, wanted: &mut [i64], most: i64) -> bool {
        let mut rose = false;
        for ((n, lo), hi) in wanted.iter_mut().zip(&self.lows).zip(&self.highs) {
            let few = hi.checked_sub(*lo).is_some_and(|values| values < most);
            rose |= few && *n < *hi;
            *n = if few { *hi } else { (*n).min(*hi) };
        }
        rose
    }

    /// The shape that holds some numbers too, with room where it grows in many directions if it is `roomy`; `None` if
    /// that would be too large.
    fn enlarged(&self, wanted: &[i64], symmetric: bool, roomy: bool) -> Option<Shape> {
        let mut lengths = self.lengths.clone();
        for (k, n) in wanted.iter().enumerate() {
            if *n < self.lows[k] || *n > self.highs[k] {
                return None;
            }
            let needed = usize::try_from(n - self.lows[k]).ok()? + 1;
            if needed > lengths[k] {
                let exact = wanted.len() == 1 || lengths[k] == 0 || !roomy;
                let length = if exact { needed } else { needed + needed / 4 };
                // Where words have 32 bits, a number may have more values than there are places.
                let all = usize::try_from(self.highs[k] - self.lows[k]).unwrap_or(usize::MAX);
                lengths[k] = length.min(all.saturating_add(1));
            }
        }
        if symmetric && roomy && lengths[0].abs_diff(lengths[1]) <= lengths[0].min(lengths[1]) {
            let side = lengths[0].max(lengths[1]);
            lengths.fill(side);
        }
        let mut size = 1usize;
        for length in &lengths {
            size = size.checked_mul(*length).filter(|size| *size <= MAX_POSITIONS)?;
        }
        let order: Vec<usize> = (0..lengths.len()).collect();
        let strides = strides(&lengths, &order);
        Some(Shape { lows: self.lows.clone(), highs: self.highs.clone(), lengths, strides })
    }
}

/// The strides of numbers that run in some order, the last one fastest.
fn strides(lengths: &[usize], order: &[usize]) -> Vec<usize> {
    let mut strides = vec![0; lengths.len()];
    let mut size = 1;
    for k in order.iter().rev() {
        strides[*k] = size;
        size *= lengths[*k];
    }
    strides
}

impl<T: Word> Table<T> {
    pub(super) fn new(shape: Shape, axes: &[usize]) -> Table<T> {
        let turned =
            axes.iter().map(|axis| Turned { axis: *axis, strides: vec![], values: vec![] }).collect();
        Table { shape, turned, values: vec![], filled: 0, largest: 0, square: false, before: None }
    }

    pub(super) fn bytes(&self) -> u64 {
        let turned: usize = self.turned.iter().map(|t| t.values.capacity()).sum();
        let before = self.before.as_ref().map_or(0, |(_, values, _)| values.capacity());
        ((self.values.capacity() + turned + before) * size_of::<T>()) as u64
    }

    /// How many positions more there are, and how many bytes more it takes, to hold some numbers too; `None` if the box
    /// would be too large.
    pub(super) fn to_hold(&self, wanted: &[i64], symmetric: bool, roomy: bool) -> Option<(u64, u64)> {
        let shape = self.shape.enlarged(wanted, symmetric, roomy)?;
        let size = shape.size();
        let known = self.before.as_ref().map_or(0, |(_, _, filled)| *filled).max(self.filled);
        if shape == self.shape {
            return Some(((size - known) as u64, 0));
        }
        let copies = 1 + self.turned.len();
        Some((size.saturating_sub(known) as u64, size as u64 * (size_of::<T>() * copies) as u64))
    }

    /// The first numbers of a box that holds these, as far as this many positions more will do.
    pub(super) fn affordable(&self, wanted: &[i64], positions: u64) -> Option<Vec<i64>> {
        let shape = self.shape.enlarged(wanted, false, false)?;
        let a_row = shape.size() / shape.lengths[0];
        let known = self.before.as_ref().map_or(self.filled, |(_, _, filled)| *filled);
        let same = shape.lengths[1..] == self.shape.lengths[1..];
        let positions = usize::try_from(positions).unwrap_or(usize::MAX);
        let rows = positions.saturating_add(if same { known } else { 0 }) / a_row;
        let last = shape.lows[0].checked_add(i64::try_from(rows).ok()? - 1)?;
        (rows > 0 && last < wanted[0]).then(|| [&[last], &wanted[1..]].concat())
    }

    /// Makes the box hold the numbers too. What is filled stays in place if only the range of the first
    /// number grows and there are no sets of lines (`lined`) nor turned copies; otherwise it is copied from
    /// `before`. `None` if the box would be too large; true if it is another box.
    pub(super) fn enlarge(
        &mut self,
        wanted: &[i64],
        lined: bool,
        symmetric: bool,
        roomy: bool,
    ) -> Option<bool> {
        let shape = self.shape.enlarged(wanted, symmetric, roomy)?;
        let size = shape.size();
        if shape == self.shape {
            return Some(false);
        }
        let numbered = lined && wanted.len() > 1;
        let square = symmetric && shape.lengths[0] == shape.lengths[1];
        let copied = shape.strides != self.shape.strides
            || numbered
            || !self.turned.is_empty()
            || square != self.square;
        self.square = square;
        let moves = self.filled > 0 && copied;
        let old = std::mem::replace(&mut self.shape, shape);
        if moves {
            let values = std::mem::take(&mut self.values);
            self.before = Some((old, values, self.filled));
            (self.filled, self.largest) = (0, 0);
        }
        match self.values.is_empty() {
            true => self.values = vec![T::default(); size],
            false => self.values.resize(size, T::default()),
        }
        let lengths = self.shape.lengths.clone();
        for t in &mut self.turned {
            let others = (0..lengths.len()).filter(|k| *k != t.axis);
            let order: Vec<usize> = others.chain([t.axis]).collect();
            t.strides = strides(&lengths, &order);
            t.values = if square { vec![] } else { vec![T::default(); size] };
        }
        Some(true)
    }

    /// How many values at the beginning of a row are known from before it grew, and where they are.
    pub(super) fn known(&self, row: &[i64]) -> Option<&[T]> {
        let (shape, values, filled) = self.before.as_ref()?;
        let start = shape.index(row)?;
        let end = (start + shape.row()).min(*filled);
        values.get(start..end)
    }

    /// The same values in other words.
    pub(super) fn widened<U: Word>(self) -> Table<U> {
        // Of a large box little may be filled: what is not written to takes neither time nor memory.
        let all = |values: Vec<T>| {
            let mut wide = vec![U::default(); values.len()];
            for (to, from) in wide.iter_mut().zip(values).filter(|(_, v)| *v != T::default()) {
                *to = U::narrow(from.wide());
            }
            wide
        };
        let turned = self.turned.into_iter();
        Table {
            shape: self.shape,
            values: all(self.values),
            filled: self.filled,
            largest: self.largest,
            square: self.square,
            turned: turned
                .map(|t| Turned { axis: t.axis, strides: t.strides, values: all(t.values) })
                .collect(),
            before: self.before.map(|(shape, values, filled)| (shape, all(values), filled)),
        }
    }
}
