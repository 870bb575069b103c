//! Texts: the characters of one are words in a list register, so that a letter is a word, and a slice a part of a list.

use super::code::{I, L, Op, To};
use super::compile::{Compiler, Env, Val};
use super::loops::Take;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold};
use crate::check::types::Type;
use crate::value::Value;

impl<'c> Compiler<'c> {
    /// The letters of a text, or one of them; `None` for whatever else there is.
    pub(super) fn letters(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        match &e.kind {
            ExprKind::Builtin(Builtin::Letters, args) => self.list_for(&args[0], env).map(Val::Letters),
            ExprKind::Index(base, i) if is_list_of_texts(&base.ty) => {
                let Val::Letters(text) = self.value(base, env)? else { return None };
                let i = self.word_for(i, env)?;
                self.word_op(|d| Op::Get(d, text, i)).map(Val::Letter)
            }
            _ => None,
        }
    }

    /// A text that is put together; `None` where numbers are written out in it.
    pub(super) fn text(&mut self, e: &Expr, env: &mut Env) -> Option<L> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Join, a, b) if a.ty == Type::Text && b.ty == Type::Text => {
                let (a, b) = (self.list_for(a, env)?, self.list_for(b, env)?);
                self.list_op(|d| Op::Concat(d, a, b))
            }
            ExprKind::Builtin(Builtin::Join, args) => {
                let [row] = args.as_slice() else { return None };
                if row.ty.element() != Some(Type::Text) {
                    return None;
                }
                let mark = self.word_op(Op::Begin)?;
                self.each_text(row, env, &mut |c, val, _| c.append(val))?;
                self.list_op(|d| Op::End(d, mark))
            }
            _ => None,
        }
    }

    /// A loop over texts, each as often as it comes.
    fn each_text(&mut self, row: &Expr, env: &mut Env, take: Take<'_, 'c>) -> Option<()> {
        let ExprKind::For(Fold::List, item, binders) = &row.kind else {
            return self.flat_loop(row, env, take);
        };
        let next = self.label();
        self.each_once(binders, env, next, &mut |c, env, next| {
            let val = c.value(item, env)?;
            take(c, val, next)
        })?;
        self.place(next);
        Some(())
    }

    /// Pushes the characters of a text.
    fn append(&mut self, text: Val) -> Option<()> {
        if let Some(letter) = self.letter(&text) {
            return self.emit(Op::Push(letter));
        }
        let text = self.in_list(text, &Type::Text)?;
        self.list_loop(text, &mut |c, val, _| match val {
            Val::I(x) => c.emit(Op::Push(x)),
            _ => None,
        })
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

    /// The character of a text that surely has one.
    fn letter(&mut self, text: &Val) -> Option<I> {
        match text {
            Val::Letter(x) => Some(*x),
            Val::Known(known) => {
                let letter = only_letter(known)?;
                self.constant(letter)
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

pub(super) fn is_list_of_texts(ty: &Type) -> bool {
    matches!(ty, Type::List(entry) if **entry == Type::Text)
}

fn only_letter(text: &Value) -> Option<i64> {
    let Value::Text(text) = text else { return None };
    let mut letters = text.chars();
    let letter = letters.next()?;
    letters.next().is_none().then(|| u32::from(letter).into())
}
