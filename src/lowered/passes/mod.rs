//! Passes: each takes a form and gives one that means the same. A mistake that a form makes it makes afterwards, too.

mod idle;

use super::form::Form;

impl Form {
    /// The form after all passes.
    pub fn simplified(mut self) -> Form {
        idle::leave_out(&mut self);
        self
    }
}
