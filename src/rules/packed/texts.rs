//! Texts: the characters of one are words in a list register, so that a letter is a word, and a slice a part of a list.

use super::code::{I, L, Op, To};
use super::compile::{Compiler, Env, Val};
use super::loops::Take;
use crate::check::ir::Expr;
use crate::check::types::Type;
use crate::value::Value;
use std::cmp::Ordering;
use std::sync::Arc;

impl<'c> Compiler<'c> {
    /// Pushes the characters of a text, or of a number as it is written.
    pub(super) fn append(&mut self, text: Val) -> Option<()> {
        if let Val::I(number) = text {
            return self.append_digits(number);
        }
        if let Val::Known(Value::Int(n)) = &text {
            let number = self.constant(n.to_i64()?)?;
            return self.append_digits(number);
        }
        if let Some(letter) = self.letter(&text) {
            return self.emit(Op::Push(letter));
        }
        let text = self.in_list(text, &Type::Text)?;
        self.list_loop(text, &mut |c, val, _| match val {
            Val::I(x) => c.emit(Op::Push(x)),
            _ => None,
        })
    }

    /// A text so many times; bails where that is less than none.
    pub(super) fn repeated_text(&mut self, args: &[Expr], env: &mut Env) -> Option<L> {
        let [text, times] = args else { return None };
        let (text, times) = (self.value(text, env)?, self.word_for(times, env)?);
        let (zero, fine) = (self.constant(0)?, self.label());
        self.emit(Op::JumpUnlessLt(times, zero, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        let mark = self.word_op(Op::Begin)?;
        self.counting(zero, times, &mut |c, _, _| c.append(text.clone()))?;
        self.list_op(|d| Op::End(d, mark))
    }

    /// `join(row)` and `join(row, between)`.
    pub(super) fn joined_texts(&mut self, args: &[Expr], env: &mut Env) -> Option<L> {
        let row = &args[0];
        if !row.ty.element().as_ref().is_some_and(is_written) {
            return None;
        }
        let between =
            args.get(1).map(|between| self.value(between, env)).map_or(Some(None), |b| b.map(Some))?;
        let (mark, begun, one) = (self.word_op(Op::Begin)?, self.counter(0)?, self.constant(1)?);
        self.each_text(row, env, &mut |c, val, _| {
            if let Some(between) = &between {
                let first = c.label();
                c.emit(Op::JumpUnless(begun, first))?;
                c.append(between.clone())?;
                c.place(first);
                c.emit(Op::Move(begun, one))?;
            }
            c.append(val)
        })?;
        self.list_op(|d| Op::End(d, mark))
    }

    fn append_digits(&mut self, number: I) -> Option<()> {
        let [zero, one, ten, minus] =
            [0, 1, 10, self.plan.sets.letters().number('-')].map(|n| self.constant(n));
        let (left, power, digit, letter) = (self.word()?, self.word()?, self.word()?, self.word()?);
        let (unsigned, longer, next, end) = (self.label(), self.label(), self.label(), self.label());
        self.emit(Op::Move(left, number))?;
        self.emit(Op::JumpUnlessLt(left, zero?, unsigned))?;
        self.emit(Op::Push(minus?))?;
        self.emit(Op::Neg(left, left))?;
        self.place(unsigned);
        // The power of ten of the first digit.
        self.emit(Op::Move(power, one?))?;
        self.place(longer);
        self.emit(Op::Div(digit, left, power))?;
        self.emit(Op::JumpUnlessLe(ten?, digit, next))?;
        self.emit(Op::Mul(power, power, ten?))?;
        self.emit(Op::Loop(longer))?;
        self.place(next);
        self.emit(Op::Div(digit, left, power))?;
        let digits = ('0'..='9').map(|d| self.plan.sets.letters().number(d)).collect();
        let digits = self.list_in_pool(digits);
        self.emit(Op::Entry(letter, digit, digits))?;
        self.emit(Op::Push(letter))?;
        self.emit(Op::Mul(digit, digit, power))?;
        self.emit(Op::Sub(left, left, digit))?;
        self.emit(Op::Div(power, power, ten?))?;
        self.emit(Op::JumpUnlessLe(one?, power, end))?;
        self.emit(Op::Loop(next))?;
        self.place(end);
        Some(())
    }

    /// A loop over the letters of a text.
    pub(super) fn letters_loop(&mut self, text: L, take: Take<'_, 'c>) -> Option<()> {
        self.list_loop(text, &mut |c, val, next| match val {
            Val::I(x) => take(c, Val::Letter(x), next),
            _ => None,
        })
    }

    /// A letter as a text, in a list register.
    pub(super) fn text_of_letter(&mut self, letter: I) -> Option<L> {
        let mark = self.word_op(Op::Begin)?;
        self.emit(Op::Push(letter))?;
        self.list_op(|d| Op::End(d, mark))
    }

    /// The letters of a text as a list of texts: the length of each, and its only character.
    pub(super) fn texts_of_letters(&mut self, text: L) -> Option<L> {
        let (mark, one) = (self.word_op(Op::Begin)?, self.constant(1)?);
        self.list_loop(text, &mut |c, val, _| match val {
            Val::I(x) => {
                c.emit(Op::Push(one))?;
                c.emit(Op::Push(x))
            }
            _ => None,
        })?;
        self.list_op(|d| Op::End(d, mark))
    }

    /// Jumps to `to` unless being one of the letters of a text is `wanted`.
    pub(super) fn branch_letter_in(&mut self, val: &Val, text: L, (to, wanted): (To, bool)) -> Option<()> {
        if let Some(letter) = self.letter(val) {
            let has = self.word_op(|d| Op::ListHas(d, text, letter))?;
            return self.jump(has, to, !wanted);
        }
        let (other, one, no) = (self.in_list(val.clone(), &Type::Text)?, self.constant(1)?, self.label());
        let size = self.word_op(|d| Op::Len(d, other))?;
        self.emit(Op::JumpUnlessEq(size, one, if wanted { to } else { no }))?;
        let letter = self.word_op(|d| Op::Get(d, other, one))?;
        let has = self.word_op(|d| Op::ListHas(d, text, letter))?;
        self.jump(has, to, !wanted)?;
        self.place(no);
        Some(())
    }

    /// Jumps to `to` unless occurring in a text is `wanted`: one part of it after the other is compared.
    pub(super) fn branch_part_of(&mut self, val: &Val, text: L, (to, wanted): (To, bool)) -> Option<()> {
        if let Some(letter) = self.letter(val) {
            let has = self.word_op(|d| Op::ListHas(d, text, letter))?;
            return self.jump(has, to, !wanted);
        }
        let part = self.in_list(val.clone(), &Type::Text)?;
        let (found, one, zero) = (self.counter(0)?, self.constant(1)?, self.constant(0)?);
        let (size, length) = (self.word_op(|d| Op::Len(d, text))?, self.word_op(|d| Op::Len(d, part))?);
        let (left, end) = (self.word_op(|d| Op::Sub(d, size, length))?, self.label());
        let before = self.word_op(|d| Op::Sub(d, zero, one))?;
        self.counting(before, left, &mut |c, skipped, other| {
            let Val::I(skipped) = skipped else { return None };
            c.counting(zero, length, &mut |c, at, _| {
                let Val::I(at) = at else { return None };
                let there = c.word_op(|d| Op::Add(d, skipped, at))?;
                let (x, y) = (c.word_op(|d| Op::Get(d, text, there))?, c.word_op(|d| Op::Get(d, part, at))?);
                c.emit(Op::JumpUnlessEq(x, y, other))
            })?;
            c.emit(Op::Move(found, one))?;
            c.emit(Op::Jump(end))
        })?;
        self.place(end);
        self.jump(found, to, !wanted)
    }

    /// The character of a text that surely has one.
    fn letter(&mut self, text: &Val) -> Option<I> {
        match text {
            Val::Letter(x) => Some(*x),
            Val::Known(known) => {
                let letter = only_letter(known)?;
                self.constant(self.plan.sets.letters().number(letter))
            }
            _ => None,
        }
    }

    /// As [`Compiler::branch_same`], where one of two texts is a letter and the other one known or a letter.
    pub(super) fn branch_same_letter(&mut self, x: &Val, y: &Val, to: To, when: bool) -> Option<()> {
        let is_other = |val: &Val| matches!(val, Val::Known(known) if only_letter(known).is_none());
        match (x, y) {
            (Val::Letter(_), other) | (other, Val::Letter(_)) if is_other(other) => {
                if when {
                    Some(())
                } else {
                    self.emit(Op::Jump(to))
                }
            }
            (Val::Letter(_), _) | (_, Val::Letter(_)) => {
                let (x, y) = (self.letter(x)?, self.letter(y)?);
                self.emit(if when { Op::JumpIfEq(x, y, to) } else { Op::JumpUnlessEq(x, y, to) })
            }
            _ => None,
        }
    }
}

/// The numbers of letters: first those that were met, in order, then all others. Where none was met, each is its own number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Letters(Arc<[char]>);

impl Letters {
    /// So many were met.
    pub(super) fn met(&self) -> u32 {
        self.0.len() as u32
    }

    /// The number of a letter.
    pub(super) fn number(&self, letter: char) -> i64 {
        let other = |_| i64::from(self.met()) + i64::from(u32::from(letter));
        self.0.binary_search(&letter).map_or_else(other, |i| i as i64)
    }

    /// The letter of a number.
    pub(super) fn letter(&self, number: i64) -> Option<char> {
        let met = usize::try_from(number).ok().and_then(|i| self.0.get(i).copied());
        met.or_else(|| char::from_u32(u32::try_from(number - i64::from(self.met())).ok()?))
    }

    /// Two texts, as the language orders them.
    pub(super) fn compare(&self, a: &[i64], b: &[i64]) -> Ordering {
        let differ = a.iter().zip(b).find(|(x, y)| x != y);
        match differ {
            Some((x, y)) => self.letter(*x).cmp(&self.letter(*y)),
            None => a.len().cmp(&b.len()),
        }
    }
}

impl FromIterator<char> for Letters {
    /// Of letters in order.
    fn from_iter<I: IntoIterator<Item = char>>(letters: I) -> Letters {
        Letters(letters.into_iter().collect())
    }
}

/// Whether such a value may be written out in a text.
pub(super) fn is_written(ty: &Type) -> bool {
    matches!(ty, Type::Text | Type::Int)
}

pub(super) fn is_list_of_texts(ty: &Type) -> bool {
    matches!(ty, Type::List(entry) if **entry == Type::Text)
}

fn only_letter(text: &Value) -> Option<char> {
    let Value::Text(text) = text else { return None };
    let mut letters = text.chars();
    let letter = letters.next()?;
    letters.next().is_none().then_some(letter)
}
