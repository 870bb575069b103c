//! The folder: one run at a time, and files that are there as a whole or not at all.

use super::fault::Fault;
use super::manifest::{BEFORE, FILE, PROGRESS};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Held by whoever works in the folder, or reads it.
const LOCK: &str = "lock";
/// The end of the names of files that are not finished.
const PART: &str = ".part";
/// Files with values, or on the way to them, and how many numbers their names have.
const KINDS: [(&str, usize); 4] = [("keys", 1), ("values", 1), ("run", 1), ("range", 2)];
/// A file is looked at so far to see whether it is a manifest.
const LOOKED_AT: u64 = 1 << 20;

/// A folder of values that nobody else changes.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held as long as the folder is open; whatever ends the process lets go of it.
    _lock: Option<File>,
}

impl Folder {
    /// To work in: it is made if it is not there.
    ///
    /// # Errors
    /// If it holds something else, or somebody else works in it or reads it.
    pub fn to_write(path: &Path) -> Result<Folder, Fault> {
        no_file(path)?;
        fs::create_dir_all(path).map_err(|e| Fault::writing(path, e))?;
        let (names, manifest) = (names(path)?, path.join(FILE));
        match names.iter().any(|name| name == FILE) {
            true if !is_manifest(&manifest) => return Err(Fault::Foreign),
            true => {}
            false if !names.iter().all(|name| is_own(name)) => return Err(Fault::Foreign),
            // It is written before any values are.
            false if names.iter().any(|name| is_data(name)) => return Err(Fault::damaged(&manifest)),
            false => {}
        }
        let file = path.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&file);
        let lock = lock.map_err(|e| Fault::writing(&file, e))?;
        taken(lock.try_lock(), &file)?;
        Ok(Folder { path: path.to_owned(), _lock: Some(lock) })
    }

    /// To read it: others may read it, too.
    ///
    /// # Errors
    /// If it is none of ours, or somebody works in it.
    pub fn to_read(path: &Path) -> Result<Folder, Fault> {
        no_file(path)?;
        let manifest = path.join(FILE);
        if manifest.is_file() && !is_manifest(&manifest) {
            return Err(Fault::Foreign);
        }
        if !manifest.is_file() {
            let any = names(path)?.iter().any(|name| name != LOCK && !name.ends_with(PART));
            return Err(if any { Fault::Foreign } else { Fault::Nothing });
        }
        // Where there is no lock to be had, as on a disc that cannot be written, nobody works in it, either.
        let lock = File::open(path.join(LOCK)).ok();
        if let Some(lock) = &lock {
            taken(lock.try_lock_shared(), path)?;
        }
        Ok(Folder { path: path.to_owned(), _lock: lock })
    }

    /// Where a file is.
    pub fn at(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// A name for people.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The names of all files.
    ///
    /// # Errors
    /// If they cannot be listed.
    pub fn names(&self) -> Result<Vec<String>, Fault> {
        names(&self.path)
    }

    /// All bytes of a file; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        match fs::read(self.at(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Fault::reading(&self.at(name), e)),
        }
    }

    /// Writes a file, or replaces it, as a whole.
    ///
    /// # Errors
    /// If it cannot be written; then what stood there stays.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        let mut new = self.begin(name)?;
        new.put(bytes)?;
        new.keep()
    }

    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&self, name: &str) -> Result<New, Fault> {
        let (to, part) = (self.at(name), self.at(&format!("{name}{PART}")));
        let file = File::create(&part).map_err(|e| Fault::writing(&to, e))?;
        Ok(New { out: BufWriter::with_capacity(1 << 16, file), part, to, folder: self.path.clone() })
    }

    /// Deletes a file; one that is not there is no mistake.
    ///
    /// # Errors
    /// If it stays.
    pub fn remove(&self, name: &str) -> Result<(), Fault> {
        match fs::remove_file(self.at(name)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(Fault::writing(&self.at(name), e)),
            _ => Ok(()),
        }
    }

    /// Deletes what was left half written, and what `keep` does not want of files with values; whatever else there is stays.
    ///
    /// # Errors
    /// If something stays.
    pub fn sweep(&self, keep: impl Fn(&str) -> bool) -> Result<(), Fault> {
        for name in self.names()? {
            if name.ends_with(PART) && is_own(&name) || is_data(&name) && !keep(&name) {
                self.remove(&name)?;
            }
        }
        Ok(())
    }
}

fn no_file(path: &Path) -> Result<(), Fault> {
    let is_file = path.exists() && !path.is_dir();
    if is_file { Err(Fault::NoFolder(path.display().to_string())) } else { Ok(()) }
}

/// Whether a file is named as those with values are.
fn is_data(name: &str) -> bool {
    KINDS.iter().any(|(kind, count)| {
        let numbers = name.strip_prefix(kind).and_then(|rest| rest.strip_prefix('-'));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        numbers.is_some_and(|all| all.split('-').count() == *count && all.split('-').all(is_number))
    })
}

/// Whether fairgame gives this name to a file, finished or not.
fn is_own(name: &str) -> bool {
    let whole = name.strip_suffix(PART).unwrap_or(name);
    [LOCK, FILE, PROGRESS, BEFORE].contains(&whole) || is_data(whole)
}

/// Whether a file is a manifest of ours, or was one before it was damaged.
fn is_manifest(file: &Path) -> bool {
    let mut text = vec![];
    let read = File::open(file).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut text));
    let has = |what: &[u8]| text.windows(what.len()).any(|part| part == what);
    read.is_err() || has(b"fairgame ") || has(b"\nsha256 ")
}

fn names(path: &Path) -> Result<Vec<String>, Fault> {
    let mut names = vec![];
    let missing = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => Fault::Nothing,
        _ => Fault::reading(path, e),
    };
    for entry in fs::read_dir(path).map_err(missing)? {
        let entry = entry.map_err(|e| Fault::reading(path, e))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn taken(lock: Result<(), TryLockError>, file: &Path) -> Result<(), Fault> {
    match lock {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Fault::Busy),
        // Systems without locks.
        Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(e)) => Err(Fault::writing(file, e)),
    }
}

/// A file on its way.
#[derive(Debug)]
pub struct New {
    out: BufWriter<File>,
    part: PathBuf,
    to: PathBuf,
    folder: PathBuf,
}

impl New {
    /// Writes on.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.out.write_all(bytes).map_err(|e| Fault::writing(&self.to, e))
    }

    /// Brings it to the disk and puts it in its place.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn keep(self) -> Result<(), Fault> {
        let New { out, part, to, folder } = self;
        let put = || -> io::Result<()> {
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
            drop(file);
            fs::rename(&part, &to)?;
            // The name is in the folder, which is brought to the disk by itself where systems have that.
            if cfg!(unix) { File::open(&folder)?.sync_all() } else { Ok(()) }
        };
        put().map_err(|e| Fault::writing(&to, e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_works_or_many_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("d");
        let folder = Folder::to_write(&path).unwrap();
        assert!(matches!(Folder::to_write(&path), Err(Fault::Busy)));
        folder.write(FILE, b"fairgame values").unwrap();
        assert!(matches!(Folder::to_read(&path), Err(Fault::Busy)));
        drop(folder);
        let (a, b) = (Folder::to_read(&path).unwrap(), Folder::to_read(&path).unwrap());
        assert!(matches!(Folder::to_write(&path), Err(Fault::Busy)));
        drop((a, b));
        assert!(Folder::to_write(&path).is_ok());
    }

    #[test]
    fn folders_of_others_stay_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("letter.txt"), "x").unwrap();
        assert!(matches!(Folder::to_write(dir.path()), Err(Fault::Foreign)));
        assert!(matches!(Folder::to_read(dir.path()), Err(Fault::Foreign)));
        assert_eq!(names(dir.path()).unwrap(), ["letter.txt"]);
        assert!(matches!(Folder::to_read(&dir.path().join("none")), Err(Fault::Nothing)));
    }

    /// Whatever somebody else's files are called, none is changed, and no folder with them is worked in unless it has a manifest.
    #[test]
    fn files_of_others_stay_whatever_they_are_called() {
        let foreign = [
            "thesis.part",
            "keys-to-my-house",
            "keys-000001.txt",
            "values-",
            "range-1",
            "run-1-2",
            "lock.txt",
        ];
        for name in foreign {
            let dir = tempfile::tempdir().unwrap();
            fs::write(dir.path().join(name), "mine").unwrap();
            fs::write(dir.path().join(LOCK), "mine").unwrap();
            assert!(matches!(Folder::to_write(dir.path()), Err(Fault::Foreign)), "{name}");
            fs::write(dir.path().join(FILE), "{\"name\": \"an app\"}").unwrap();
            assert!(matches!(Folder::to_write(dir.path()), Err(Fault::Foreign)), "{name}");
            assert!(matches!(Folder::to_read(dir.path()), Err(Fault::Foreign)), "{name}");
            fs::write(dir.path().join(FILE), "fairgame values on disk 1").unwrap();
            Folder::to_write(dir.path()).unwrap().sweep(|_| false).unwrap();
            assert_eq!(fs::read(dir.path().join(name)).unwrap(), b"mine");
        }
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("keys-000000"), "x").unwrap();
        assert!(matches!(Folder::to_write(dir.path()), Err(Fault::Damaged(_))));
        let file = dir.path().join("keys-000000");
        assert!(matches!(Folder::to_write(&file), Err(Fault::NoFolder(_))));
        assert!(matches!(Folder::to_read(&file), Err(Fault::NoFolder(_))));
    }

    #[test]
    fn what_is_not_finished_does_not_count() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::to_write(dir.path()).unwrap();
        let mut new = folder.begin("keys-1").unwrap();
        new.put(b"half").unwrap();
        drop(new);
        assert_eq!(folder.read("keys-1").unwrap(), None);
        folder.write("keys-2", b"whole").unwrap();
        folder.sweep(|name| name == "keys-2").unwrap();
        assert_eq!(folder.names().unwrap(), ["keys-2", "lock"]);
    }
}
