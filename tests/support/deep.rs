//! Rules may be nested deeply: what goes through them has a stack as deep as that of the program.

/// Runs something on a thread with a deep stack, as the program does.
pub(crate) fn deep<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(f).expect("a thread can be started");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
