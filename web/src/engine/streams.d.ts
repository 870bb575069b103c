// The shapes of streams.js, which the build uses, too.

/** A module with its code sorted by kind. */
export function apart(module: Uint8Array): Uint8Array;

/** The module that was sorted. */
export function together(sorted: Uint8Array): Uint8Array;
