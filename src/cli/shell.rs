//! `fairgame completions` and `fairgame man`: what shells and `man` want to know of the commands.

use super::args::Args;
use crate::console::{Report, files};
use crate::layout::counted;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io;
use std::path::Path;

/// `fairgame completions SHELL`
pub(super) fn completions(report: &mut Report, shell: Shell) -> io::Result<()> {
    let mut text = vec![];
    clap_complete::generate(shell, &mut Args::command(), "fairgame", &mut text);
    report.output.bytes(&text)
}

/// `fairgame man DIR`: `fairgame.1`, and `fairgame-run.1` and so on for the commands.
pub(super) fn pages(report: &mut Report, folder: &str) -> io::Result<()> {
    match written(Path::new(folder)) {
        Ok(n) => {
            let pages = counted(n as u64, "page", "pages");
            report
                .remark(&format!("{pages} written to {folder}; `man -l {}` shows the first\n", first(folder)))
        }
        Err((file, e)) => report.refuse(&format!("{file} cannot be written: {e}")),
    }
}

fn first(folder: &str) -> String {
    Path::new(folder).join("fairgame.1").display().to_string()
}

/// How many pages were written, or which could not be.
fn written(folder: &Path) -> Result<usize, (String, io::Error)> {
    let failed = |file: &Path| {
        let name = file.display().to_string();
        move |e: io::Error| (name, e)
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let mut whole = Args::command();
    whole.build();
    let mut pages = vec![(String::from("fairgame"), whole.clone())];
    for command in whole.get_subcommands().filter(|c| !c.is_hide_set()) {
        pages.push((format!("fairgame-{}", command.get_name()), command.clone()));
    }
    for (name, command) in &pages {
        let mut text = vec![];
        let file = folder.join(format!("{name}.1"));
        let page = clap_mangen::Man::new(command.clone()).title(name.as_str());
        let page = page.source(concat!("fairgame ", env!("CARGO_PKG_VERSION")));
        page.render(&mut text).map_err(failed(&file))?;
        files::replace(&file.display().to_string(), &text).map_err(failed(&file))?;
    }
    Ok(pages.len())
}
