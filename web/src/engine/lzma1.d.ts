// What is used of `lzma1`, whose own sources are checked less strictly than these.

/** Unpacks what was packed as LZMA. */
export function decompress(packed: Uint8Array): Uint8Array;
