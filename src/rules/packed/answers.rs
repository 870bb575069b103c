//! What the general evaluation has found for asides that depend on a few numbers. It takes some hundred times as long as code, and
//! is asked the same for position after position: a common divisor took 19 microseconds, for each choice of each position.

/// An aside, and the numbers that it depends on; those that it lacks are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Question {
    /// The number of the aside, from 1.
    pub(super) aside: u32,
    pub(super) numbers: [i64; Question::MOST],
}

/// A question that was asked, and the words of its answer.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    question: Question,
    words: [i64; Answer::MOST],
    count: u32,
}

/// Answers by question, each in one of a few places; there a new one pushes out another.
#[derive(Debug, Default)]
pub(super) struct Answers {
    slots: Vec<Answer>,
    kept: usize,
}

/// So many at first,
const FIRST: usize = 1 << 10;
/// and at most: 16 MiB.
const MOST: usize = 1 << 18;
/// Side by side: with a single place for each, two in five of 10^5 pushed out another one.
const WAYS: usize = 4;

impl Question {
    /// What depends on more numbers is hardly asked twice.
    pub(super) const MOST: usize = 3;

    fn place(&self, slots: usize) -> usize {
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = self.numbers.iter().fold(u64::from(self.aside), |mixed, n| {
            let mixed = (mixed ^ *n as u64).wrapping_mul(MIX);
            mixed ^ mixed >> 29
        });
        mixed as usize & (slots - WAYS)
    }
}

impl Answer {
    /// A number is one word, a set of bits two.
    const MOST: usize = 2;
}

impl Answers {
    /// The words of an answer that is kept.
    pub(super) fn get(&self, question: &Question) -> Option<&[i64]> {
        let from = question.place(self.slots.len().max(WAYS));
        let slot = self.slots.get(from..from + WAYS)?.iter().find(|slot| slot.question == *question)?;
        Some(&slot.words[..slot.count as usize])
    }

    /// Keeps an answer, if it is short.
    pub(super) fn keep(&mut self, question: Question, answer: &[i64]) {
        if answer.len() > Answer::MOST {
            return;
        }
        if 2 * self.kept >= self.slots.len() && self.slots.len() < MOST {
            self.grow();
        }
        let mut words = [0; Answer::MOST];
        words[..answer.len()].copy_from_slice(answer);
        self.put(Answer { question, words, count: answer.len() as u32 });
    }

    fn put(&mut self, answer: Answer) {
        let from = answer.question.place(self.slots.len());
        let ways = &mut self.slots[from..from + WAYS];
        ways.rotate_right(1);
        self.kept += usize::from(ways[0].question.aside == 0);
        ways[0] = answer;
    }

    fn grow(&mut self) {
        let more = vec![Answer::default(); (2 * self.slots.len()).max(FIRST)];
        let before = std::mem::replace(&mut self.slots, more);
        self.kept = 0;
        before.into_iter().filter(|answer| answer.question.aside != 0).for_each(|answer| self.put(answer));
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Answer>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_that_of_its_question() {
        let question = |aside, a, b| Question { aside, numbers: [a, b, 0] };
        let mut answers = Answers::default();
        assert_eq!(answers.get(&question(1, 0, 0)), None);
        for a in 0..600 {
            for b in 0..600 {
                answers.keep(question(1 + (b & 1) as u32, a, b), &[a - b, a]);
            }
        }
        answers.keep(question(3, 0, 0), &[1, 2, 3]);
        assert_eq!(answers.get(&question(3, 0, 0)), None);
        let mut found = 0;
        for (a, b) in (0..600).flat_map(|a| (0..600).map(move |b| (a, b))) {
            let answer = answers.get(&question(1 + (b & 1) as u32, a, b));
            assert!(answer.is_none_or(|words| words == [a - b, a]));
            assert_eq!(answers.get(&question(2 - (b & 1) as u32, a, b)), None);
            found += usize::from(answer.is_some());
        }
        assert!(found > MOST / 2, "{found} are kept");
    }
}
