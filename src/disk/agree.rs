//! Before workers begin: whether all have the same task, and from where they continue.

use super::fault::Fault;
use super::folder::Folder;
use super::manifest::{Manifest, Progress};
use super::peers::Peers;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What each says first.
#[derive(Serialize, Deserialize)]
struct Hello {
    /// The fingerprint of the rules, the position, the format and the number of workers.
    about: [u8; 32],
    /// That of how positions are laid out.
    layout: [u8; 32],
    steps: u64,
}

/// How workers begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    /// All where the last step of all of them ended.
    GoOn,
    /// They were stopped while they changed the layout of positions: all begin again with the first layout.
    Afresh,
}

/// Compares what all workers are about to do, and goes back to the last step that all have written.
///
/// # Errors
/// If one means other rules or another position, or is elsewhere; or a folder is damaged.
pub fn agree(folder: &Folder, manifest: &Manifest, peers: &mut dyn Peers) -> Result<Agreed, Fault> {
    let progress = Progress::read(folder)?;
    let steps = progress.steps;
    let hello = Hello { about: about(manifest, peers.count()), layout: layout(manifest), steps };
    let bytes = postcard::to_allocvec(&hello).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    let got = peers.exchange(vec![bytes; peers.count()])?;
    let mut all = vec![];
    for (from, bytes) in got.iter().enumerate() {
        let said: Hello = postcard::from_bytes(bytes).map_err(|_| Fault::Disagree(from))?;
        all.push(if said.about == hello.about { said } else { return Err(Fault::Disagree(from)) });
    }
    let fewest = all.iter().map(|said| said.steps).min().unwrap_or(steps);
    if let Some(other) = all.iter().position(|said| said.layout != all[0].layout) {
        return if fewest == 0 { Ok(Agreed::Afresh) } else { Err(Fault::Disagree(other)) };
    }
    if all.iter().any(|said| said.steps > fewest + 1) {
        let behind = all.iter().position(|said| said.steps == fewest);
        return Err(Fault::Behind(behind.unwrap_or_else(|| unreachable!("one of them"))));
    }
    if steps > fewest {
        Progress::back(folder)?;
    }
    Ok(Agreed::GoOn)
}

/// A fingerprint of what workers are about.
pub(super) fn about(manifest: &Manifest, workers: usize) -> [u8; 32] {
    let Manifest { format, position, rules, .. } = manifest;
    Sha256::digest(format!("{format}\n{position}\n{rules}\n{workers}")).into()
}

fn layout(manifest: &Manifest) -> [u8; 32] {
    let Manifest { bits, layout, key, .. } = manifest;
    Sha256::digest(format!("{bits}\n{layout}\n{key}")).into()
}
