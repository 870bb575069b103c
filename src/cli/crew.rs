//! `fairgame solve` by many processes: here (`--processes`), or one on each machine (`--hosts`).

use super::args::CrewArgs;
use super::solve::With;
use crate::api::Trouble;
use crate::api::stored::{Alone, Fault, Stored, stopped_workers, takes_shares, trouble_with_workers};
use crate::workers::crew::{Crew, started};
use crate::workers::{Meeting, Missed, Patience, Secret, Team};
use std::io::{self, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is wrong with the folder of one worker alone,
const OWN: [&str; 4] = ["folder-trouble", "folder-damaged", "folder-busy", "folder-foreign"];
/// and what else the others do not hear of from one who leaves.
const UNTOLD: [&str; 3] = ["folder-of-others", "folder-unfinished", "worker-gone"];

/// Workers on other machines are started one after the other, perhaps by hand.
const PATIENCE: Duration = Duration::from_secs(1800);

/// Does something with the others that were asked for; nothing comes of it where the first one says what did. All have
/// their shares in one folder, if one is given.
pub(super) fn with(
    args: &CrewArgs,
    shared: Option<&Path>,
    cancel: &AtomicBool,
    with: &mut With<'_>,
) -> Result<Option<Stored>, Trouble> {
    match (args.processes, args.worker) {
        (None, None) | (Some(1), None) => with(&mut Alone).map(Some),
        (None, Some(worker)) => together(meet(args, worker, cancel)?, with).map(Some),
        (Some(count), None) => {
            shared.map_or(Ok(()), |folder| takes_shares(folder, count.into()))?;
            let started = Crew::start(count.into(), command, cancel);
            let (mut crew, team) = started.map_err(|fault| missed(fault, cancel))?;
            let done = together(team, with).map_err(|trouble| unless_stopped(trouble, cancel));
            // After a mistake nothing is written.
            if !matches!(done, Err(Trouble::Mistakes(_))) {
                crew.write();
            }
            drop(crew);
            done.map(Some)
        }
        (Some(_), Some(worker)) => {
            let (input, mut output) = (BufReader::new(io::stdin()), io::stdout());
            let team = started(worker.into(), input, &mut output, cancel);
            quiet(together(team.map_err(|fault| missed(fault, cancel))?, with))
        }
    }
}

/// What this worker does with the others, who do not wait for it afterwards. One who leaves without a word is missed at once.
fn together(mut team: Team, with: &mut With<'_>) -> Result<Stored, Trouble> {
    let done = with(&mut team);
    match &done {
        Err(Trouble::Mistakes(all))
            if all.iter().any(|d| OWN.contains(&d.code) || UNTOLD.contains(&d.code)) =>
        {
            drop(team);
        }
        _ => team.finish(),
    }
    done
}

fn missed(fault: Fault, cancel: &AtomicBool) -> Trouble {
    unless_stopped(trouble_with_workers(fault), cancel)
}

/// Somebody who stops all of them is the reason that some are not there.
fn unless_stopped(trouble: Trouble, cancel: &AtomicBool) -> Trouble {
    let is_missed = matches!(&trouble, Trouble::Mistakes(all) if all.iter().any(|d| d.code == "worker-gone"));
    if is_missed && cancel.load(Ordering::SeqCst) { stopped_workers() } else { trouble }
}

/// What concerns all is said by the first worker; what concerns the folder of this one, by itself.
fn quiet(done: Result<Stored, Trouble>) -> Result<Option<Stored>, Trouble> {
    match done {
        Err(Trouble::Mistakes(all)) if all.iter().any(|d| OWN.contains(&d.code)) => {
            Err(Trouble::Mistakes(all))
        }
        _ => Ok(None),
    }
}

/// The same command for another worker, from 0.
fn command(worker: usize) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).arg("--worker").arg(worker.to_string());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    Ok(command)
}

/// Meets those of `--hosts`.
fn meet(args: &CrewArgs, worker: u16, cancel: &AtomicBool) -> Result<Team, Trouble> {
    let refused = |why: String| trouble_with_workers(Fault::Unprepared(why));
    let read = |file: &Option<String>| {
        let file = file.as_deref().unwrap_or_default();
        std::fs::read_to_string(file).map_err(|e| refused(format!("{file} cannot be read: {e}")))
    };
    let hosts = read(&args.hosts)?;
    let hosts: Vec<String> =
        hosts.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect();
    let me = usize::from(worker).wrapping_sub(1);
    let Some(own) = hosts.get(me) else {
        return Err(refused(format!("there is no worker {worker} among {} hosts", hosts.len())));
    };
    let secret = Secret::given(&read(&args.secret)?);
    let secret = secret.ok_or_else(|| refused("the secret has less than 16 letters".into()))?;
    let meeting = Meeting::at(own, me).map_err(trouble_with_workers)?;
    let patience = Patience { most: PATIENCE, cancel, missed: &Missed::default() };
    meeting.join(&hosts, &secret, patience).map_err(|fault| missed(fault, cancel))
}
