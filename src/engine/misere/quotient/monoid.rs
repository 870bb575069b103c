//! A quotient: a finite commutative monoid.

use crate::engine::misere::bits::Bits;
use crate::engine::misere::forms::Form;
use std::rc::Rc;

/// A finite commutative monoid with its P-portion, and the element of each part.
#[derive(Clone, Debug)]
pub struct Quotient {
    pub(super) order: usize,
    /// The product of x and y is at `x * order + y`. Element 0 is the identity.
    pub(super) products: Rc<Vec<u32>>,
    pub(super) p: Rc<Bits>,
    /// By number of the part; `NONE` if it does not belong to the quotient.
    pub(super) elements: Vec<u32>,
}

pub(super) const NONE: u32 = u32::MAX;

impl Quotient {
    /// The quotient of no parts at all: one element, which is won by whoever is to move.
    pub(super) fn trivial() -> Quotient {
        Quotient { order: 1, products: Rc::new(vec![0]), p: Rc::new(Bits::new(1)), elements: vec![] }
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Whether the positions of an element are P-positions.
    pub fn is_p(&self, element: u32) -> bool {
        self.p.has(element as usize)
    }

    /// The product of two elements.
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order + y as usize]
    }

    /// The element of a form, if all its parts belong to the quotient.
    pub fn of(&self, form: &[u32]) -> Option<u32> {
        form.iter().try_fold(0, |x, part| match self.elements.get(*part as usize) {
            None | Some(&NONE) => None,
            Some(&y) => Some(self.times(x, y)),
        })
    }

    /// For a part with these options: the elements z beside which it has a move to a P-position.
    pub(super) fn reach(&self, options: &[Form]) -> Bits {
        let mut reach = Bits::new(self.order);
        let to: std::collections::BTreeSet<u32> = options.iter().filter_map(|o| self.of(o)).collect();
        for z in 0..self.order {
            if to.iter().any(|e| self.is_p(self.times(z as u32, *e))) {
                reach.add(z);
            }
        }
        reach
    }

    pub(super) fn put(&mut self, part: u32, element: u32) {
        if self.elements.len() <= part as usize {
            self.elements.resize(part as usize + 1, NONE);
        }
        self.elements[part as usize] = element;
    }
}
