//! From the syntax tree to the typed ir: names, types, and which parameters are rules.

mod arguments;
mod asked;
mod binders;
pub mod builtins;
mod calls;
mod cells;
mod checked;
mod compared;
mod constant;
mod drawn;
mod elsewhere;
mod entries;
pub mod fingerprint;
mod finite;
mod handed;
mod hints;
pub(crate) mod independence;
pub mod ir;
mod items;
mod meant;
mod mended;
mod named;
mod noted;
mod operators;
mod partial;
mod parts;
mod phrases;
mod places;
mod players;
mod put;
mod ranged;
mod scope;
mod spelling;
mod statements;
mod stepped;
mod target;
pub mod termination;
pub mod types;
mod typing;
pub(crate) mod unused;
pub mod uses;

use crate::syntax::ast;
pub use checked::{Bare, Checked};
use scope::Checker;
pub use spelling::nearest;

/// Checks all items of a program together: they may refer to each other in any order.
///
/// `broken` are names that items which could not be parsed would have defined; using one is not reported.
pub fn check(items: &[ast::Item], broken: &[String], bare: Bare) -> Checked {
    let mut checker = Checker::new(bare, broken);
    checker.definitions(items);
    checker.statements(items);
    checker.finish()
}

/// Definitions that were checked, with all that was found. They depend on no statement, so they need not be checked again
/// where statements change.
#[derive(Default)]
pub struct KnownDefinitions(Option<Definitions>);

struct Definitions {
    items: Vec<ast::Item>,
    broken: Vec<String>,
    bare: Bare,
    checked: Checker,
}

/// Checks all items of a program together; definitions that are known are not checked again.
pub fn check_again(
    items: &[ast::Item],
    broken: &[String],
    bare: Bare,
    known: &mut KnownDefinitions,
) -> Checked {
    let mut checker = match &known.0 {
        Some(before) if before.are(items, broken, bare) => before.checked.clone(),
        _ => {
            let mut checked = Checker::new(bare, broken);
            checked.definitions(items);
            let definitions = items.iter().filter(|item| is_definition(item)).cloned().collect();
            let checker = checked.clone();
            known.0 = Some(Definitions { items: definitions, broken: broken.to_vec(), bare, checked });
            checker
        }
    };
    checker.statements(items);
    checker.finish()
}

impl Definitions {
    fn are(&self, items: &[ast::Item], broken: &[String], bare: Bare) -> bool {
        self.broken == broken
            && self.bare == bare
            && self.items.iter().eq(items.iter().filter(|item| is_definition(item)))
    }
}

fn is_definition(item: &ast::Item) -> bool {
    !matches!(item, ast::Item::Statement(_))
}
