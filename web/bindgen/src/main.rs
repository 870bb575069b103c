//! Writes the JavaScript beside a module of WebAssembly: `fairgame-bindgen MODULE.wasm FOLDER`. Beside the module for
//! editors, which has everything, stands one for the page, without the server for editors.

use std::path::Path;
use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

/// The class of the server for editors, as the names of what it exports have it.
const SERVER: &str = "editorserver_";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: fairgame-bindgen MODULE.wasm FOLDER");
        std::process::exit(2);
    };
    if let Err(why) = written(module, Path::new(folder)) {
        eprintln!("{module}: {why}");
        std::process::exit(1);
    }
}

fn written(module: &str, folder: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    // The names of functions are a quarter of a module, and nobody who loads a page reads them.
    bindgen.input_path(module).typescript(true).remove_name_section(true);
    let bindgen = bindgen.web(true).map_err(|e| e.to_string())?;
    let mut output = bindgen.generate_output().map_err(|e| format!("{e:#}"))?;
    output.emit(folder).map_err(|e| format!("{e:#}"))?;
    let page = without_server(output.wasm_mut());
    page.emit_wasm_file(folder.join("page.wasm")).map_err(|e| format!("{e:#}"))
}

/// The module without the server for editors, and without all that only this calls.
fn without_server(module: &mut Module) -> &mut Module {
    let server = module.exports.iter().filter(|e| e.name.contains(SERVER)).map(|e| e.id());
    for export in server.collect::<Vec<_>>() {
        module.exports.delete(export);
    }
    walrus::passes::gc::run(module);
    module
}
