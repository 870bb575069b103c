//! Files are written as a whole or not at all, and keep what belongs to them: their permissions, and links to them.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file on its way: what stood in its place stays until [`Replacement::keep`].
pub(crate) struct Replacement {
    out: BufWriter<Target>,
    to: PathBuf,
    /// Those of the file that is replaced.
    before: Option<fs::Metadata>,
}

enum Target {
    /// Beside the file.
    Adjacent(NamedTempFile),
    /// A device or a pipe, which cannot be replaced.
    Itself(File),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // By itself it would name the file beside in its mistakes, which nobody knows.
            Target::Adjacent(file) => file.as_file_mut().write(bytes),
            Target::Itself(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Adjacent(file) => file.as_file_mut().flush(),
            Target::Itself(file) => file.flush(),
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Replacement {
    /// Begins a file that is to stand where `file` leads.
    pub(crate) fn begin(file: &str) -> io::Result<Replacement> {
        let to = behind_links(Path::new(file));
        let before = fs::metadata(&to).ok();
        if before.is_some() {
            // Whoever may not write a file may not replace it either.
            let itself = OpenOptions::new().write(true).open(&to)?;
            if !before.as_ref().is_some_and(fs::Metadata::is_file) {
                return Ok(Replacement { out: BufWriter::new(Target::Itself(itself)), to, before });
            }
        }
        let folder = to.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let adjacent = usual().tempfile_in(folder)?;
        Ok(Replacement { out: BufWriter::new(Target::Adjacent(adjacent)), to, before })
    }

    /// The same; where no file can be put beside one that is there, it is written in place.
    pub(crate) fn begin_somehow(file: &str) -> io::Result<Replacement> {
        let begun = Replacement::begin(file);
        if begun.is_ok() || !Path::new(file).is_file() {
            return begun;
        }
        let itself = OpenOptions::new().write(true).truncate(true).open(file)?;
        Ok(Replacement { out: BufWriter::new(Target::Itself(itself)), to: file.into(), before: None })
    }

    /// Whether what stood there stays until [`Replacement::keep`].
    pub(crate) fn is_beside(&self) -> bool {
        matches!(self.out.get_ref(), Target::Adjacent(_))
    }

    /// Puts the file in its place.
    pub(crate) fn keep(self) -> io::Result<()> {
        match self.out.into_inner().map_err(io::IntoInnerError::into_error)? {
            Target::Itself(mut file) => file.flush(),
            Target::Adjacent(file) => {
                if let Some(before) = &self.before {
                    adopt(file.as_file(), before)?;
                }
                file.as_file().sync_all()?;
                file.persist(&self.to).map(drop).map_err(|e| e.error)
            }
        }
    }
}

/// Writes a file again. Where no file can be put beside it, it is written in place.
pub(crate) fn replace(file: &str, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::begin_somehow(file)?;
    new.write_all(bytes)?;
    new.keep()
}

/// Writes a file that must not be there yet; what could not be written to its end is not left behind.
pub(crate) fn create(file: &str, bytes: &[u8]) -> io::Result<()> {
    let mut new = OpenOptions::new().write(true).create_new(true).open(file)?;
    new.write_all(bytes).inspect_err(|_| drop(fs::remove_file(file)))
}

/// Writes at the end of a file, all of it or nothing.
pub(crate) fn append(file: &str, bytes: &[u8]) -> io::Result<()> {
    let there = Path::new(file).exists();
    if !there {
        return create(file, bytes);
    }
    let mut end = OpenOptions::new().append(true).open(file)?;
    let length = end.metadata()?.len();
    end.write_all(bytes).inspect_err(|_| drop(end.set_len(length)))
}

/// Where a link leads, also if nothing is there yet. What is no file, such as `/dev/null`, is left as it is called.
fn behind_links(file: &Path) -> PathBuf {
    let mut to = file.to_path_buf();
    match fs::metadata(file) {
        Ok(there) if there.is_file() => return fs::canonicalize(file).unwrap_or(to),
        Ok(_) => return to,
        Err(_) => {}
    }
    // As many as systems follow.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&to) else { break };
        to = to.parent().unwrap_or(Path::new("")).join(next);
    }
    to
}

/// A new file is for those for whom the user's files are, not only for the user.
#[cfg(unix)]
fn usual() -> Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = Builder::new();
    builder.permissions(Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn usual() -> Builder<'static, 'static> {
    Builder::new()
}

/// Gives a file the permissions of another, and its owner where that is allowed.
fn adopt(file: &File, before: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only a superuser can, and nobody else has to.
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
    }
    file.set_permissions(before.permissions())
}

/// Has a file that grows over the limit of the system (`ulimit -f`) be an error of writing rather than the end of the
/// program. For this thread and those it starts.
pub(crate) fn survive_size_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut limit = SigSet::empty();
        limit.add(Signal::SIGXFSZ);
        // If it cannot be held back, all is as it was.
        let _ = limit.thread_block();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_its_links() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let name = |name: &str| path(name).display().to_string();
        fs::write(path("plain"), "x").unwrap();
        replace(&name("new"), b"1").unwrap();
        assert_eq!(mode(&path("new")), mode(&path("plain")), "as any new file");
        fs::set_permissions(path("new"), Permissions::from_mode(0o640)).unwrap();
        symlink("new", path("link")).unwrap();
        symlink("later", path("dangling")).unwrap();
        replace(&name("link"), b"22").unwrap();
        replace(&name("dangling"), b"3").unwrap();
        assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
        assert_eq!((fs::read_to_string(path("new")).unwrap().as_str(), mode(&path("new"))), ("22", 0o640));
        assert_eq!(fs::read_to_string(path("later")).unwrap(), "3");
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f").display().to_string();
        fs::write(&file, "before").unwrap();
        let mut new = Replacement::begin(&file).unwrap();
        new.write_all(b"half").unwrap();
        drop(new);
        assert_eq!(fs::read_to_string(&file).unwrap(), "before");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(create(&file, b"x").is_err());
        append(&file, b", after").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "before, after");
    }

    #[test]
    fn a_device_stays_a_device() {
        assert!(replace("/dev/null", b"x").is_ok());
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        if fs::metadata("/dev/full").is_ok() {
            assert!(replace("/dev/full", &[b'x'; 100_000]).is_err());
        }
    }
}
