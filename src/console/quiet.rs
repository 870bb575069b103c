//! Keys that are typed during a calculation: the terminal keeps them for the prompt, and does not show them before.

#[cfg(unix)]
mod terminal {
    use nix::sys::termios::{InputFlags, LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
    use std::io::stdin;
    use std::sync::{Mutex, PoisonError};

    /// How the terminal was before.
    static USUAL: Mutex<Option<Termios>> = Mutex::new(None);

    /// Neither shows keys nor gathers them into lines; Ctrl-C still interrupts. Without a terminal nothing happens.
    pub(super) fn hush() {
        let Ok(usual) = tcgetattr(stdin()) else { return };
        let mut quiet = usual.clone();
        quiet.local_flags.remove(LocalFlags::ECHO | LocalFlags::ICANON);
        // Ctrl-C ends the calculation, and takes nothing away that was typed.
        quiet.local_flags.insert(LocalFlags::NOFLSH);
        // The return key has to come as the prompt wants it.
        quiet.input_flags.remove(InputFlags::ICRNL);
        if tcsetattr(stdin(), SetArg::TCSADRAIN, &quiet).is_ok() {
            *USUAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(usual);
        }
    }

    pub(super) fn restore() {
        if let Some(usual) = USUAL.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A terminal that is gone needs nothing.
            let _ = tcsetattr(stdin(), SetArg::TCSADRAIN, &usual);
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    pub(super) fn hush() {}
    pub(super) fn restore() {}
}

/// While this lives, keys are kept and not shown.
pub(crate) struct Quiet;

impl Quiet {
    /// Nothing is begun on a terminal that edits no lines: there, lines are read as the system gathers and shows them.
    pub(crate) fn begin() -> Option<Quiet> {
        if edits_no_lines() {
            return None;
        }
        terminal::hush();
        Some(Quiet)
    }
}

/// Terminals for which `rustyline` reads plain lines.
fn edits_no_lines() -> bool {
    std::env::var("TERM").is_ok_and(|term| ["dumb", "cons25", "emacs"].contains(&&*term.to_lowercase()))
}

impl Drop for Quiet {
    fn drop(&mut self) {
        restore();
    }
}

/// The terminal as it was: before the program ends by a signal.
pub(super) fn restore() {
    terminal::restore();
}
