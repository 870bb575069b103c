//! Writes the JavaScript beside a module of WebAssembly: `fairgame-bindgen MODULE.wasm FOLDER`.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: fairgame-bindgen MODULE.wasm FOLDER");
        std::process::exit(2);
    };
    if let Err(why) = written(module, folder) {
        eprintln!("{module}: {why}");
        std::process::exit(1);
    }
}

fn written(module: &str, folder: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    // The names of functions are a quarter of a module, and nobody who loads a page reads them.
    bindgen.input_path(module).typescript(true).remove_name_section(true);
    let bindgen = bindgen.web(true).map_err(|e| e.to_string())?;
    bindgen.generate(folder).map_err(|e| format!("{e:#}"))
}
