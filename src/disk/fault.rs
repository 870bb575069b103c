//! What can be wrong with a folder of values.

use std::io;
use std::path::Path;

/// Something is wrong with a folder or with a file in it.
#[derive(Debug)]
pub enum Fault {
    /// A file cannot be read or written.
    Io {
        /// Which.
        file: String,
        /// What was tried: `read`, `written`.
        what: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// A file was cut off or changed.
    Damaged(String),
    /// It is a file, and no folder.
    NoFolder(String),
    /// The folder holds something else.
    Foreign,
    /// Another version wrote it; which.
    OtherVersion(String),
    /// Another run is at work in it.
    Busy,
    /// It holds values of other rules.
    OtherRules,
    /// It holds values of another position: this one.
    OtherPosition(String),
    /// It holds what a search has found, or values by levels or by place, where another one is meant.
    OtherKind,
    /// Nothing was solved into it.
    Nothing,
    /// It is not solved to its end.
    Unfinished,
    /// It holds one value only.
    OnlyOne,
    /// It holds the shares of so many workers.
    Shares(usize),
    /// Another worker, by its number from 0, is gone.
    Lost(usize),
    /// It is about something else, or speaks in another way.
    Disagree(usize),
    /// Its share is not as far as those of the others.
    Behind(usize),
    /// The workers could not be brought together: why.
    Apart(String),
    /// A file that says where they are, or what they all know, is not as it should be: why.
    Unprepared(String),
}

impl Fault {
    /// A file that cannot be read.
    pub(super) fn reading(file: &Path, error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof => Fault::damaged(file),
            _ => Fault::Io { file: file.display().to_string(), what: "read", error },
        }
    }

    /// A file that cannot be written.
    pub(super) fn writing(file: &Path, error: io::Error) -> Fault {
        Fault::Io { file: file.display().to_string(), what: "written", error }
    }

    /// A file that is not what was written.
    pub(super) fn damaged(file: &Path) -> Fault {
        Fault::Damaged(file.display().to_string())
    }

    /// Its code.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Io { .. } | Fault::NoFolder(_) => "folder-trouble",
            Fault::Damaged(_) => "folder-damaged",
            Fault::Foreign | Fault::OtherVersion(_) | Fault::Nothing => "folder-foreign",
            Fault::Busy => "folder-busy",
            Fault::OtherRules | Fault::OtherPosition(_) | Fault::OtherKind => "folder-of-others",
            Fault::Unfinished | Fault::OnlyOne => "folder-unfinished",
            Fault::Shares(_) | Fault::Disagree(_) | Fault::Behind(_) => "workers-differ",
            Fault::Lost(_) | Fault::Apart(_) | Fault::Unprepared(_) => "worker-gone",
        }
    }

    /// What is wrong with a folder, and what may help.
    pub fn words(&self, folder: &str) -> (String, &'static str) {
        match self {
            Fault::Io { file, what, error } => (
                format!("{file} cannot be {what}: {error}"),
                match error.kind() {
                    io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                        "Should another folder be used, where this user may write?"
                    }
                    _ => "Finished work stays: should the same command be tried again once there is room?",
                },
            ),
            Fault::NoFolder(file) => {
                (format!("{file} is a file, and values need a folder"), "Is another folder meant?")
            }
            Fault::Damaged(file) => (
                format!("{file} is missing, damaged or cut off"),
                "Should the folder be deleted, and solved again?",
            ),
            Fault::Foreign => {
                (format!("{folder} holds something other than solved values"), "Is another folder meant?")
            }
            Fault::OtherVersion(version) => (
                format!("{folder} is in a format that this version does not know: {version}"),
                "Should a newer version of fairgame read it?",
            ),
            Fault::Busy => (format!("Another process uses {folder}"), "Should this one wait until it ends?"),
            Fault::OtherRules => (
                format!("{folder} holds values of other rules; perhaps the games have changed since"),
                "Should another folder be used, or this one be deleted?",
            ),
            Fault::OtherPosition(position) => (
                format!("{folder} holds the values for {position}"),
                "Should another folder be used for another position?",
            ),
            Fault::OtherKind => (
                format!(
                    "{folder} was begun in another way (by `--search`, by levels or by the places of positions)"
                ),
                "Should another folder be used?",
            ),
            Fault::Nothing => (
                format!("{folder} holds no solved values"),
                "Did you mean `fairgame solve FILE 'P' --into DIR` first?",
            ),
            Fault::Unfinished => (
                format!("{folder} is not solved completely"),
                "Should the same `fairgame solve` continue it first?",
            ),
            Fault::OnlyOne => (
                format!("{folder} was made with `--only` and holds one value"),
                "Should it be solved without `--only`?",
            ),
            Fault::Shares(_)
            | Fault::Lost(_)
            | Fault::Disagree(_)
            | Fault::Behind(_)
            | Fault::Apart(_)
            | Fault::Unprepared(_) => self.of_workers(folder),
        }
    }

    fn of_workers(&self, folder: &str) -> (String, &'static str) {
        match self {
            Fault::Lost(worker) => (
                format!("Worker {} is gone", worker + 1),
                "Finished work stays: should the same command be started again, for all workers?",
            ),
            Fault::Disagree(worker) => (
                format!("Worker {} has other rules, another position or another version", worker + 1),
                "Should all be started with the same program, file and position?",
            ),
            Fault::Behind(worker) => (
                format!("The share of worker {} does not belong to those of the others", worker + 1),
                "Were files lost there? Should all shares be deleted, and solved again?",
            ),
            Fault::Apart(why) => (
                format!("The workers did not all connect: {why}"),
                "Should the same command be tried again, for all workers?",
            ),
            Fault::Unprepared(why) => (
                format!("The workers cannot meet: {why}"),
                "Should the file behind `--hosts` or `--secret` be looked at?",
            ),
            _ => (
                format!("{folder} holds the shares of another number of workers"),
                "Should as many workers as before continue?",
            ),
        }
    }
}
