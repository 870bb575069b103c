//! Parts of positions in bytes: how each is written, and read again.

use super::bits::cell_word;
use super::code::Reg;
use super::family::Family;
use super::flat::{Form, join};
use super::flat_ops::Fit;
use super::middle::Seen;
use super::store::{read_number, read_word, write_number, write_word};
use super::vm::Vm;
use crate::check::types::{Shape, Type};

/// A part of a position: its type, how it is written, and what was declared.
pub(super) struct Demand {
    pub(super) ty: Type,
    pub(super) form: Form,
    pub(super) fit: Fit,
    /// Whether it is a collection of cells.
    pub(super) of_cells: bool,
}

/// Reads what [`write`] wrote, into a register.
pub(super) fn load(vm: &mut Vm, bytes: &mut &[u8], to: Reg) {
    match to {
        Reg::I(r) => vm.words[r as usize] = read_word(bytes),
        Reg::B(r) => vm.sets[r as usize] = read_bits(bytes),
        Reg::L(r) => {
            let length = read_number(bytes);
            vm.load_list(r, (0..length).map(|_| read_word(bytes)));
        }
    }
}

pub(super) fn write(vm: &Vm, from: Reg, out: &mut Vec<u8>) {
    match from {
        Reg::I(r) => write_word(vm.words[r as usize], out),
        Reg::B(r) => write_bits(vm.sets[r as usize], out),
        Reg::L(r) => write_run(vm.list(r), out),
    }
}

fn write_run(run: &[i64], out: &mut Vec<u8>) {
    write_number(run.len() as u64, out);
    run.iter().for_each(|word| write_word(*word, out));
}

/// As many bytes as the largest element needs: most sets have their elements low down, or few in all.
fn write_bits(bits: u128, out: &mut Vec<u8>) {
    let length = (128 - bits.leading_zeros()).div_ceil(8) as usize;
    out.push(length as u8);
    out.extend_from_slice(&bits.to_le_bytes()[..length]);
}

pub(super) fn read_bits(bytes: &mut &[u8]) -> u128 {
    let length = read_number(bytes) as usize;
    let (bits, rest) = bytes.split_at(length);
    *bytes = rest;
    let mut all = [0; 16];
    all[..length].copy_from_slice(bits);
    u128::from_le_bytes(all)
}

impl Demand {
    pub(super) fn new(ty: Type, form: Form, shape: &Shape) -> Demand {
        Demand { of_cells: ty.element() == Some(Type::Cell), fit: Fit::of(shape), form, ty }
    }

    /// Reads a value; what searches see of it, if it is a set of numbers or cells, a list or a text.
    pub(super) fn seen(&self, family: &Family, bytes: &mut &[u8]) -> Option<Seen> {
        let cells = self.of_cells;
        match self.form {
            Form::Word | Form::Name(_) => {
                read_word(bytes);
                None
            }
            Form::Bits | Form::Over(_) => {
                let mut bits = read_bits(bytes);
                let mut all = vec![];
                while bits != 0 {
                    all.push(i64::from(bits.trailing_zeros()));
                    bits &= bits - 1;
                }
                if !cells {
                    return Some(Seen::Numbers(all));
                }
                let cell = |bit: &i64| {
                    let (row, col) = family.grid.cell(*bit as u32);
                    cell_word(row, col)
                };
                Some(Seen::Cells(all.iter().map(cell).collect()))
            }
            ref form => {
                let length = read_number(bytes);
                let all: Vec<i64> = (0..length).map(|_| read_word(bytes)).collect();
                match form {
                    Form::Set(of) if of.is_word() => {
                        Some(if cells { Seen::Cells(all) } else { Seen::Numbers(all) })
                    }
                    Form::List(of) if of.is_word() => Some(Seen::Entries(all)),
                    Form::Text(_) => Some(Seen::Entries(all)),
                    _ => None,
                }
            }
        }
    }

    /// Appends a value of the part's form.
    pub(super) fn write(&self, words: &[i64], out: &mut Vec<u8>) {
        match self.form {
            Form::Word | Form::Name(_) => write_word(words[0], out),
            Form::Bits | Form::Over(_) => write_bits(join(words), out),
            _ => write_run(&words[1..], out),
        }
    }
}

impl Demand {
    /// Takes a value of the part's form off some words, which are a word, the two of a set, or those of a run behind their
    /// number, and appends it.
    pub(super) fn take(&self, words: &mut &[u64], out: &mut Vec<u8>) {
        let length = match self.form {
            Form::Word | Form::Name(_) => 1,
            Form::Bits | Form::Over(_) => 2,
            _ => words[0] as usize + 1,
        };
        let (value, rest) = words.split_at(length);
        *words = rest;
        match self.form {
            Form::Word | Form::Name(_) => write_word(value[0] as i64, out),
            Form::Bits | Form::Over(_) => write_bits(u128::from(value[0]) | u128::from(value[1]) << 64, out),
            _ => {
                write_number(value[0], out);
                value[1..].iter().for_each(|word| write_word(*word as i64, out));
            }
        }
    }
}

/// What machine code reads a position from: for each register it is read into two words, a word, or the two of a set, or the
/// address and the length of a run, which comes after them all.
#[derive(Default)]
pub(super) struct Input {
    words: Vec<i64>,
    /// Where such an address stands, and where its run begins.
    runs: Vec<(usize, usize)>,
}

impl Input {
    /// Reads a position for some registers; the address of the words.
    pub(super) fn read(&mut self, bytes: &mut &[u8], registers: &[Reg]) -> u64 {
        self.words.clear();
        self.runs.clear();
        self.words.resize(2 * registers.len(), 0);
        for (i, register) in registers.iter().enumerate() {
            let at = 2 * i;
            match register {
                Reg::I(_) => self.words[at] = read_word(bytes),
                Reg::B(_) => {
                    let bits = read_bits(bytes);
                    (self.words[at], self.words[at + 1]) = (bits as u64 as i64, (bits >> 64) as u64 as i64);
                }
                Reg::L(_) => {
                    let length = read_number(bytes);
                    self.words[at + 1] = length as i64;
                    self.runs.push((at, self.words.len()));
                    self.words.extend((0..length).map(|_| read_word(bytes)));
                }
            }
        }
        let begin = self.words.as_ptr().expose_provenance() as u64;
        for (at, run) in &self.runs {
            self.words[*at] = (begin + 8 * *run as u64) as i64;
        }
        begin
    }
}
