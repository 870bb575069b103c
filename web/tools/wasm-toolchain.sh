#!/usr/bin/env bash
# A Rust for WebAssembly from Debian's packages rustc-web and rust-web-src, where rustup cannot get the target. They are not
# installed: all of it lies in PREFIX.
#
#   wasm-toolchain.sh PREFIX       makes PREFIX/cargo-wasm, a cargo that builds for wasm32-unknown-unknown
#
# Needs apt-get and dpkg-deb, rustup's cargo and the linker that comes with it. Takes three to four minutes.
set -euo pipefail
PREFIX=${1:?usage: wasm-toolchain.sh PREFIX}
TARGET=wasm32-unknown-unknown
mkdir -p "$PREFIX"; PREFIX=$(cd "$PREFIX" && pwd)
CARGO=$(rustup which cargo)                       # real cargo, not the rustup proxy
SYSROOT=$(dirname "$(dirname "$CARGO")")
LLD=$SYSROOT/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
[ -x "$LLD" ] || { echo "no bundled rust-lld at $LLD (apt-get install lld-19 or rust-web-llvm instead)" >&2; exit 1; }
R=$PREFIX/rustweb

if [ ! -x "$R/usr/bin/rustc" ]; then
  apt-get update -qq
  tmp=$(mktemp -d); chmod 755 "$tmp"
  # the std library package carries its version in its name: ask rustc-web for it
  std=$(apt-cache depends rustc-web | sed -n 's/.*Depends: \(libstd-rust-web-dev\).*/\1/p' | head -1)
  drv=$(apt-cache depends "$std" | sed -n 's/.*Depends: \(libstd-rust-web-[0-9.]*\)$/\1/p' | head -1)
  llvm=$(apt-cache depends "$drv" | sed -n 's/.*Depends: \(libllvm[0-9]*\)$/\1/p' | head -1)
  (cd "$tmp" && apt-get download -qq rustc-web "$std" "$drv" "$llvm" rust-web-src)
  for d in "$tmp"/*.deb; do dpkg-deb -x "$d" "$R"; done
  rm -rf "$tmp"
fi
# tiny wrappers: the driver .so lives under PREFIX, not in the system's ld path
mkdir -p "$R/bin"
for b in rustc rustdoc; do
  printf '#!/bin/sh\nLD_LIBRARY_PATH="%s${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "%s" "$@"\n' \
    "$R/usr/lib/x86_64-linux-gnu" "$R/usr/bin/$b" > "$R/bin/$b"; chmod +x "$R/bin/$b"
done
SRC=$(echo "$R/usr/src/rustc-"*"/library")
VER=$("$R/bin/rustc" -V); echo "using $VER, std source $SRC"

out=$R/usr/lib/rustlib/$TARGET/lib
stamp=$out/.built-with
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$VER" ]; then
  # Rust's own crate `sysroot`: core, alloc, std, panic_abort.
  env RUSTC="$R/bin/rustc" RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_PANIC=abort \
      RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes -Cdebuginfo=0" \
      "$CARGO" build --manifest-path "$SRC/sysroot/Cargo.toml" --release --target "$TARGET" \
      --no-default-features --target-dir "$PREFIX/std-build"
  rm -rf "$out"; mkdir -p "$out"
  cp "$PREFIX/std-build/$TARGET/release/deps/"*.rlib "$out/"
  echo "$VER" > "$stamp"
fi

rm -rf "$PREFIX/std-build"
# Cargo with that compiler and linker; what it builds must not mix with what another compiler built.
cat > "$PREFIX/cargo-wasm" <<EOF
#!/bin/sh
# Made by wasm-toolchain.sh.
unset RUSTUP_TOOLCHAIN RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER
RUSTC="$R/bin/rustc" RUSTDOC="$R/bin/rustdoc" \\
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$LLD" \\
CARGO_TARGET_DIR="$PREFIX/target" exec "$CARGO" "\$@"
EOF
chmod +x "$PREFIX/cargo-wasm"
