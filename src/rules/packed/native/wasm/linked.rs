//! Modules that are made while the program runs, in the browser's own engine: they share the memory of the program, and their
//! functions are put into its table, where a function is called by its number.

use super::builder::Draft;
use super::writer;
use js_sys::WebAssembly::{Instance, Module, Table};
use js_sys::{Function, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// By which names a module asks for the memory and the table,
pub(super) const HOST: &str = "program";
pub(super) const MEMORY: &str = "memory";
pub(super) const TABLE: &str = "table";

/// and gives its functions.
pub(super) fn name(function: usize) -> String {
    format!("f{function}")
}

/// Makes functions, one after the other.
#[derive(Default)]
pub(in super::super) struct Compiler {
    functions: Vec<wasm_encoder::Function>,
}

impl Compiler {
    pub(in super::super) fn new() -> Option<Compiler> {
        Some(Compiler::default())
    }

    /// A function of three words that gives one, with nothing in it.
    pub(in super::super) fn draft(&self) -> Draft {
        Draft::default()
    }

    /// Compiles what was built: the number of the function. `None` if it cannot be done.
    pub(in super::super) fn add(&mut self, draft: Draft) -> Option<usize> {
        self.functions.push(writer::function(&draft)?);
        Some(self.functions.len() - 1)
    }
}

/// Functions in the table, from one on.
pub(in super::super) struct Code {
    first: u32,
    count: u32,
}

impl Code {
    /// Links functions into the program; `None` if the browser does not let it.
    pub(in super::super) fn new(compiler: Compiler) -> Option<Code> {
        let functions = &compiler.functions;
        link(&writer::module(functions), functions.len() as u32).ok()
    }

    /// What a pointer to a function is: its place in the table.
    pub(in super::super) fn entry(&self, function: usize) -> *const u8 {
        std::ptr::without_provenance(self.first as usize + function)
    }
}

fn link(bytes: &[u8], count: u32) -> Result<Code, JsValue> {
    let module = Module::new(&Uint8Array::from(bytes))?;
    let (imports, host) = (Object::new(), Object::new());
    Reflect::set(&host, &MEMORY.into(), &wasm_bindgen::memory())?;
    Reflect::set(&host, &TABLE.into(), &wasm_bindgen::function_table())?;
    Reflect::set(&imports, &HOST.into(), &host)?;
    let exports = Instance::new(&module, &imports)?.exports();
    let table = table()?;
    let code = Code { first: table.grow(count)?, count };
    for i in 0..count {
        let function: Function = Reflect::get(&exports, &name(i as usize).into())?.dyn_into()?;
        table.set(code.first + i, &function)?;
    }
    Ok(code)
}

/// The table of functions of the program.
fn table() -> Result<Table, JsValue> {
    wasm_bindgen::function_table().dyn_into()
}

impl Drop for Code {
    /// The places in the table stay, since a table does not shrink; the module goes.
    fn drop(&mut self) {
        let Ok(table) = table() else { return };
        for i in self.first..self.first + self.count {
            let _ = table.set_raw(i, &JsValue::NULL);
        }
    }
}
