//! Asking for memory before it is needed.

/// Whether the processor can be asked.
pub(super) const CAN_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Brings the line of memory of something near the processor, without waiting for it; nothing where it cannot be asked.
#[allow(unsafe_code)]
#[inline(always)]
pub(super) fn prefetch<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing that a program can see and never faults, whatever the address is; and this one is
        // that of something borrowed.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(of).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}
