//! The misère quotient: which positions of a set of games can stand for each other in every sum of them.
//! (T. E. Plambeck 2005, "Taming the wild in impartial combinatorial games"; T. E. Plambeck and A. N. Siegel 2008,
//! "Misère quotients for impartial games")
//!
//! Two sums X, Y of given parts are equivalent if X + Z and Y + Z have the same outcome for every sum Z of these parts.
//! The classes form a commutative monoid, the quotient, and which classes hold the P-positions decides every outcome. It
//! is found in two steps that check each other: a table of outcomes is refined until it looks like a monoid
//! (`Table`, after D. Angluin 1987), and then it is *proved* right for all sums, of any size (`Transitions`). A
//! sum on which the proof fails refines the table.

mod contexts;
mod growing;
mod transitions;

use super::bits::Bits;
use super::forms::Form;
use std::rc::Rc;

pub use growing::Growing;

/// A finite commutative monoid with its P-portion, and the element of each part.
#[derive(Clone, Debug)]
pub struct Quotient {
    order: usize,
    /// The product of x and y is at `x * order + y`. Element 0 is the identity.
    products: Rc<Vec<u32>>,
    p: Rc<Bits>,
    /// By number of the part; `NONE` if it does not belong to the quotient.
    elements: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Quotient {
    /// The quotient of no parts at all: one element, which is won by whoever is to move.
    fn trivial() -> Quotient {
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
    fn reach(&self, options: &[Form]) -> Bits {
        let mut reach = Bits::new(self.order);
        let to: std::collections::BTreeSet<u32> = options.iter().filter_map(|o| self.of(o)).collect();
        for z in 0..self.order {
            if to.iter().any(|e| self.is_p(self.times(z as u32, *e))) {
                reach.add(z);
            }
        }
        reach
    }

    fn put(&mut self, part: u32, element: u32) {
        if self.elements.len() <= part as usize {
            self.elements.resize(part as usize + 1, NONE);
        }
        self.elements[part as usize] = element;
    }
}
