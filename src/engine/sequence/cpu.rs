//! The kernels compiled for wider vectors than every processor has, and the choice between them while the program runs.
#![allow(unsafe_code)] // see `dispatch`; listed in docs/architecture.md

use super::classes::Classes;
use super::sparse::Sparse;

/// A function that calls `$body`, which is always inlined, in code for the widest vectors that there are.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident($this:ident: $t:ty $(, $arg:ident: $at:ty)*) $body:block) => {
        $(#[$doc])*
        pub(super) fn $name($this: $t $(, $arg: $at)*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn widest($this: $t $(, $arg: $at)*) $body
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide($this: $t $(, $arg: $at)*) $body

                let bits = is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt");
                let lanes = is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq");
                // SAFETY: the functions are safe code; calling them is unsafe only because of the instructions that
                // they are compiled to, and each instruction set named above their definition was found just now.
                unsafe {
                    if bits && lanes {
                        return widest($this $(, $arg)*);
                    }
                    if bits {
                        return wide($this $(, $arg)*);
                    }
                }
            }
            $body
        }
    };
}

dispatch! {
    /// [`Sparse::extend_with`].
    extend_with(this: &mut Sparse, g: &mut Vec<u16>, to: usize) {
        this.extend_with(g, to)
    }
}

dispatch! {
    /// [`Classes::extend_with`].
    extend_classes(this: &mut Classes, g: &mut Vec<u16>, to: usize) {
        this.extend_with(g, to)
    }
}
