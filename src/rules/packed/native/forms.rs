//! How list registers hold their lists: in a word where the lists of positions are short and all that is done with them can be
//! done there, as they are in a field, or in memory. Registers whose lists go from one to the other hold them alike.

use super::super::code::{Code, Element, FlatOp, L, Op, Reg};
use super::super::family::Family;
use super::super::flat_fields::Piece;
use super::super::layout::{Field, Kind};
use super::builds::builds;
use super::pieces::leaves;
use std::collections::HashSet;
use std::sync::Arc;

/// How a list register holds its list: a value and a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The address of its entries.
    Memory,
    /// The entries themselves, each of this many bits: what it is above the least one. Bits behind the last entry are 0.
    Packed { each: i64, lo: i64, hi: i64 },
    /// What is in a field, as a piece of this number: its elements, or a map.
    Piece(usize),
}

/// What lists of a field look like in a word, if they fit one.
fn form_of(field: &Field, pieces: &mut Vec<Arc<Piece>>) -> Form {
    match &field.kind {
        Kind::List { cap, entry, lo, hi, cells: false, .. } if cap * entry <= 64 && *entry < 64 => {
            Form::Packed { each: (*entry).into(), lo: *lo, hi: *hi }
        }
        Kind::Flat { piece, .. } => form_of_piece(piece, pieces),
        _ => Form::Memory,
    }
}

/// List registers that hold lists of the same form, as far as it is decided: each with its representative.
struct Classes {
    of: Vec<usize>,
    forms: Vec<Option<Form>>,
}

impl Classes {
    fn find(&self, r: L) -> usize {
        let mut at = r as usize;
        while self.of[at] != at {
            at = self.of[at];
        }
        at
    }

    fn join(&mut self, a: L, b: L) {
        let (a, b) = (self.find(a), self.find(b));
        self.of[b] = a;
        let form = self.forms[b];
        if let Some(form) = form {
            self.take(a, form);
        }
    }

    fn take(&mut self, class: usize, form: Form) {
        self.forms[class] = match self.forms[class] {
            Some(before) if before != form => Some(Form::Memory),
            _ => Some(form),
        };
    }

    fn set(&mut self, r: L, form: Form) {
        let class = self.find(r);
        self.take(class, form);
    }
}

/// The form of each list register of a code, and the pieces among them.
pub(super) fn forms(family: &Family, tag: usize, code: &Code) -> (Vec<Form>, Vec<Arc<Piece>>) {
    let (count, mut pieces) = (code.size.2, vec![]);
    let mut classes = Classes { of: (0..count).collect(), forms: vec![None; count] };
    let mut fields = |fields: &[(Field, u32)], regs: &[Reg]| {
        for ((field, _), reg) in fields.iter().zip(regs) {
            if let Reg::L(r) = reg {
                classes.set(*r, form_of(field, &mut pieces));
            }
        }
    };
    fields(&family.instances[tag].placed.fields, &code.inputs);
    for part in &code.parts {
        fields(&family.instances[part.instance].placed.fields, &part.args);
    }
    for op in &code.ops {
        match *op {
            Op::Put(d, l, ..) | Op::Insert(d, l, _) | Op::Remove(d, l, _) => classes.join(d, l),
            Op::Reverse(d, l) | Op::ListMove(d, l) | Op::MapPut(d, l, ..) => classes.join(d, l),
            Op::ListEq(_, a, b) => classes.join(a, b),
            Op::Concat(d, a, b) => {
                classes.join(d, a);
                classes.join(d, b);
            }
            Op::Sort(d, l) => {
                classes.join(d, l);
                classes.set(d, Form::Memory);
            }
            Op::Touching(d, _) | Op::Arcs(d, ..) => classes.set(d, Form::Memory),
            Op::Flat(flat) => match code.flats[flat as usize] {
                FlatOp::With(d, l, ..) | FlatOp::Without(d, l, _) | FlatOp::Sort(d, l, ..) => {
                    classes.join(d, l);
                }
                FlatOp::Put(d, l, ..) | FlatOp::MapPut(d, l, ..) => classes.join(d, l),
                FlatOp::Combine(d, _, a, b, _) => {
                    classes.join(d, a);
                    classes.join(d, b);
                }
                _ => {}
            },
            _ => {}
        }
    }
    classes.spread(code, &mut pieces);
    classes.keep_order(code, &pieces);
    let forms = (0..count).map(|r| classes.forms[classes.find(r as L)].unwrap_or(Form::Memory));
    (forms.collect(), pieces)
}

/// The list whose elements, or keys and values, an instruction reads or adds to, and the registers of one of them.
fn elements(code: &Code, op: Op, built: Option<L>) -> Option<(L, &[Reg])> {
    let (l, element): (L, &Element) = match op {
        Op::NextElement(_, l, pool, _) => (l, &code.elements[pool as usize]),
        Op::Flat(flat) => match &code.flats[flat as usize] {
            FlatOp::Push(e) => (built?, e),
            FlatOp::Has(_, l, e, _) | FlatOp::With(_, l, e, _) | FlatOp::Without(_, l, e) => (*l, e),
            FlatOp::Get(l, _, e) | FlatOp::Put(_, l, _, e) => (*l, e),
            FlatOp::MapGet(l, _, e) | FlatOp::MapPut(_, l, _, e) => (*l, e),
            _ => return None,
        },
        _ => return None,
    };
    Some((l, &element.regs))
}

impl Classes {
    /// Where the order of a list matters, it is not held as a bag that comes of it.
    fn keep_order(&mut self, code: &Code, pieces: &[Arc<Piece>]) {
        for r in ordered(code) {
            let class = self.find(r);
            if matches!(self.forms[class], Some(Form::Piece(i)) if matches!(*pieces[i], Piece::Counts { .. }))
            {
                self.forms[class] = Some(Form::Memory);
            }
        }
    }

    /// Lists inside of lists are held as they are there.
    fn spread(&mut self, code: &Code, pieces: &mut Vec<Arc<Piece>>) {
        let built = builds(code).unwrap_or_default();
        let mut before = vec![];
        while before != self.forms {
            before.clone_from(&self.forms);
            for (at, op) in code.ops.iter().enumerate() {
                let Some((l, regs)) = elements(code, *op, built.get(&at).copied()) else { continue };
                let Some(Form::Piece(i)) = self.forms[self.find(l)] else { continue };
                let whole = pieces[i].clone();
                let inner = match &*whole {
                    Piece::Run { of, .. } => leaves(of),
                    Piece::Keys { value, .. } => leaves(value),
                    _ => continue,
                };
                // Of a map, a key may come first: it is a word.
                for (reg, piece) in regs.iter().rev().zip(inner.into_iter().rev()) {
                    let is_list =
                        matches!(piece, Piece::Run { .. } | Piece::Keys { .. } | Piece::Counts { .. });
                    if let (Reg::L(r), true) = (reg, is_list) {
                        self.set(*r, form_of_piece(&Arc::new(piece.clone()), pieces));
                    }
                }
            }
        }
    }
}

/// List registers that hold lists whose order matters to somebody: all but those that are read only to be put in order.
fn ordered(code: &Code) -> Vec<L> {
    let mut found = vec![];
    let mut unsorted: HashSet<L> = HashSet::new();
    for op in &code.ops {
        match *op {
            Op::Get(_, l, _) | Op::At(_, l, _) | Op::Put(_, l, ..) | Op::Reverse(_, l) => found.push(l),
            Op::Flat(flat) => match &code.flats[flat as usize] {
                FlatOp::Get(l, ..) | FlatOp::Put(_, l, ..) => found.push(*l),
                _ => {}
            },
            Op::ListConst(d, pool) if !code.lists[pool as usize].is_sorted() => drop(unsorted.insert(d)),
            Op::EntryList(d, _, pool) => {
                let rows = &code.lists[code.rows[pool as usize].clone()];
                if !rows.iter().all(|row| row.is_sorted()) {
                    unsorted.insert(d);
                }
            }
            Op::Concat(d, ..) | Op::End(d, _) => drop(unsorted.insert(d)),
            _ => {}
        }
    }
    for op in &code.ops {
        let is_sorting = matches!(*op, Op::Sort(..))
            || matches!(*op, Op::Flat(flat) if matches!(code.flats[flat as usize], FlatOp::Sort(..)));
        if !is_sorting {
            found.extend(lists_read(code, *op).into_iter().filter(|l| unsorted.contains(l)));
        }
    }
    found
}

/// The list registers that an instruction reads.
fn lists_read(code: &Code, op: Op) -> Vec<L> {
    let held = |regs: &[Reg]| {
        regs.iter().filter_map(|r| if let Reg::L(l) = *r { Some(l) } else { None }).collect::<Vec<L>>()
    };
    match op {
        Op::ListMove(_, l)
        | Op::Sort(_, l)
        | Op::Reverse(_, l)
        | Op::ListBits(_, l)
        | Op::KeyBits(_, l, _)
        | Op::Len(_, l) => {
            vec![l]
        }
        Op::Get(_, l, _) | Op::At(_, l, _) | Op::Put(_, l, ..) | Op::Insert(_, l, _) => vec![l],
        Op::Remove(_, l, _) | Op::ListHas(_, l, _) | Op::NextElement(_, l, ..) => vec![l],
        Op::MapGet(_, l, _) | Op::MapHas(_, l, _) | Op::MapPut(_, l, ..) => vec![l],
        Op::Concat(_, a, b) | Op::ListEq(_, a, b) => vec![a, b],
        Op::Part(spec) => held(&code.parts[spec as usize].args),
        Op::Flat(flat) => {
            let flat = &code.flats[flat as usize];
            let (a, b) = flat.lists();
            let items = flat.items().flat_map(|e| held(&e.regs));
            a.into_iter().chain(b).chain(items).collect()
        }
        Op::ChainRun(_) | Op::Aside(_) => (0..code.size.2 as L).collect(),
        _ => vec![],
    }
}

/// What a class of list registers is held as if a field of positions is held in it.
pub(super) fn form_of_piece(piece: &Arc<Piece>, pieces: &mut Vec<Arc<Piece>>) -> Form {
    if let Piece::Run { cap, each, of } = &**piece
        && let Piece::Word(e) = **of
        && !e.cell
        && cap * each <= 64
        && *each < 64
    {
        return Form::Packed { each: (*each).into(), lo: e.lo, hi: e.hi };
    }
    let known = pieces.iter().position(|p| p == piece);
    Form::Piece(known.unwrap_or_else(|| {
        pieces.push(piece.clone());
        pieces.len() - 1
    }))
}
