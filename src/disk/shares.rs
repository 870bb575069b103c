//! Folders of many workers: in one folder, a folder for the share of each.

use super::fault::Fault;
use super::folder::Folder;
use super::manifest::Manifest;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the share of a worker stands: in the folder itself if there is one worker.
///
/// # Errors
/// If the folder holds the shares of another number of workers.
pub fn place(folder: &Path, me: usize, count: usize) -> Result<PathBuf, Fault> {
    match found(folder) {
        Some(other) if other != count => Err(Fault::Shares(other)),
        None if count > 1 && folder.join(super::manifest::FILE).exists() => Err(Fault::Shares(1)),
        None if count > 1 && has_others(folder) => Err(Fault::Foreign),
        _ if count == 1 => Ok(folder.to_owned()),
        _ => Ok(folder.join(name(me, count))),
    }
}

fn name(me: usize, count: usize) -> String {
    format!("part-{}-of-{count}", me + 1)
}

/// Of how many workers a folder holds shares; `None` if of none.
fn found(folder: &Path) -> Option<usize> {
    let entries = fs::read_dir(folder).ok()?;
    entries.filter_map(Result::ok).find_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (part, count) = name.strip_prefix("part-")?.split_once("-of-")?;
        part.parse::<usize>().ok()?;
        count.parse().ok().filter(|count| *count > 1)
    })
}

/// Whether there is something in a folder that is no share of anybody.
fn has_others(folder: &Path) -> bool {
    let is_share = |name: &str| name.starts_with("part-") && name.contains("-of-");
    let names = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    names.map(|entry| entry.file_name()).any(|name| !is_share(&name.to_string_lossy()))
}

/// All shares of a folder, to be read.
///
/// # Errors
/// If one is missing, or is none of ours, or somebody works in it.
pub fn to_read(folder: &Path) -> Result<Vec<(Folder, Manifest)>, Fault> {
    let count = found(folder).unwrap_or(1);
    let mut all: Vec<(Folder, Manifest)> = vec![];
    for me in 0..count {
        let path = place(folder, me, count)?;
        if count > 1 && !path.is_dir() {
            return Err(Fault::damaged(&path));
        }
        let share = Folder::to_read(&path)?;
        let manifest = Manifest::read(&share)?.ok_or(Fault::Nothing)?;
        // The texts may differ in what is no rule.
        let about = |m: &Manifest| Manifest { part: None, texts: vec![], levels: None, ..m.clone() };
        let same = all.first().is_none_or(|(_, first)| about(first) == about(&manifest));
        if !same || manifest.part != (count > 1).then_some((me, count)) {
            return Err(Fault::Behind(me));
        }
        all.push((share, manifest));
    }
    Ok(all)
}
