//! What the general evaluation has found for asides that depend on a few words. It takes some hundred times as long as code, and
//! is asked the same for position after position: a common divisor took 19 microseconds, for each choice of each position.

/// An aside, and the words of what it depends on: of numbers, of sets in bits, and of short lists and texts behind how long they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Question {
    /// The number of the aside, from 1.
    aside: u32,
    count: u32,
    /// Those that it lacks are 0.
    words: [i64; Question::MOST],
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
/// and at most: 14 MiB.
const MOST: usize = 1 << 17;
/// Side by side: with a single place for each, two in five of 10^5 pushed out another one.
const WAYS: usize = 4;

impl Question {
    /// What depends on more words is hardly asked twice.
    const MOST: usize = 8;

    /// One for an aside, which depends on nothing yet.
    pub(super) fn of(aside: u32) -> Question {
        Question { aside, ..Question::default() }
    }

    /// The same where it depends on some words more; `None` if those are too many.
    pub(super) fn and(mut self, words: impl IntoIterator<Item = i64>) -> Option<Question> {
        for word in words {
            *self.words.get_mut(self.count as usize)? = word;
            self.count += 1;
        }
        Some(self)
    }

    fn place(&self, slots: usize) -> usize {
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = &self.words[..self.count as usize];
        let mixed = words.iter().fold(u64::from(self.aside), |mixed, n| {
            let mixed = (mixed ^ *n as u64).wrapping_mul(MIX);
            mixed ^ mixed >> 29
        });
        mixed as usize & (slots - WAYS)
    }
}

impl Answer {
    /// A number is one word, a set of bits two, a text how long it is and as many as its letters.
    const MOST: usize = 3;
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
        let question = |aside, a, b| Question::of(aside).and([a, b]).expect("few words");
        let mut answers = Answers::default();
        assert_eq!(answers.get(&question(1, 0, 0)), None);
        assert_eq!(Question::of(1).and(0..9), None);
        for a in 0..400 {
            for b in 0..400 {
                answers.keep(question(1 + (b & 1) as u32, a, b), &[a - b, a]);
            }
        }
        answers.keep(question(3, 0, 0), &[1, 2, 3, 4]);
        assert_eq!(answers.get(&question(3, 0, 0)), None);
        let mut found = 0;
        for (a, b) in (0..400).flat_map(|a| (0..400).map(move |b| (a, b))) {
            let answer = answers.get(&question(1 + (b & 1) as u32, a, b));
            assert!(answer.is_none_or(|words| words == [a - b, a]));
            assert_eq!(answers.get(&question(2 - (b & 1) as u32, a, b)), None);
            found += usize::from(answer.is_some());
        }
        assert!(found > MOST / 2, "{found} are kept");
    }
}
