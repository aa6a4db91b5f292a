#!/bin/sh
# Installs the binary of Herald: curl -fsSL BASE_URL/install.sh | sh
#   HERALD_INSTALL_DIR  folder of the binary, ~/.local/bin by default
#   HERALD_BASE_URL     folder of the release
#   HERALD_AS_ROOT=1    allows root
set -eu

main() {
  version='@VERSION@'
  base=${HERALD_BASE_URL:-'@BASE_URL@'}
  folder=${HERALD_INSTALL_DIR:-"$HOME/.local/bin"}
  if [ "$(id -u)" = 0 ] && [ "${HERALD_AS_ROOT:-}" != 1 ]; then
    fail 'Run this as the user who needs herald, or set HERALD_AS_ROOT=1.'
  fi
  target=$(find_target)
  archive="herald-$version-$target.tar.gz"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  download "$base/$archive" "$work/$archive"
  download "$base/SHA256SUMS" "$work/SHA256SUMS"
  check_signature
  check_sum
  # Only the bytes: no links, owners or modes, and no other files.
  tar -xzOf "$work/$archive" herald > "$work/herald"
  chmod 755 "$work/herald"
  [ -s "$work/herald" ] && "$work/herald" version > /dev/null || fail "The binary for $target does not run on this machine.$(advice_for "$target")"
  mkdir -p "$folder"
  [ ! -d "$folder/herald" ] || fail "$folder/herald is a folder."
  # With this record, herald upgrade replaces the binary, and no other one.
  echo "$(sum_of "$work/herald")  $version" > "$folder/herald.installed"
  mv "$work/herald" "$folder/herald.new"
  mv "$folder/herald.new" "$folder/herald"
  echo "Installed herald $version as $folder/herald."
  case ":$PATH:" in
    *":$folder:"*) ;;
    *) echo "Add $folder to your PATH." ;;
  esac
}

advice_for() {
  case "$1" in
    # Alpine Linux does not contain the C++ library that the binary needs.
    *-musl) echo ' On Alpine Linux, run: apk add libstdc++' ;;
  esac
}

find_target() {
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "There is no binary for $(uname -s)." ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "There is no binary for $(uname -m)." ;;
  esac
  libc=
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then libc=-musl; fi
  echo "$system-$machine$libc"
}

download() {
  if command -v curl > /dev/null; then
    # A redirect must not lead from https to http.
    case "$1" in https:*) allowed='=https' ;; *) allowed='=http,https' ;; esac
    curl --fail --silent --show-error --location --proto-redir "$allowed" --output "$2" "$1" || fail "$1 could not be downloaded."
  elif command -v wget > /dev/null; then
    wget -q -O "$2" "$1" || fail "$1 could not be downloaded."
  else
    fail 'Install curl or wget.'
  fi
}

# Without openssl or without a signature of this release, only the sum is checked.
check_signature() {
  cat > "$work/key.pem" << 'KEY'
@PUBLIC_KEY@
KEY
  grep -q 'BEGIN PUBLIC KEY' "$work/key.pem" || return 0
  if ! openssl pkeyutl -help 2>&1 | grep -q rawin; then
    echo 'The signature is not checked: openssl 3 is missing.' >&2
    return 0
  fi
  download "$base/SHA256SUMS.sig" "$work/SHA256SUMS.sig"
  openssl pkeyutl -verify -pubin -inkey "$work/key.pem" -rawin -in "$work/SHA256SUMS" \
    -sigfile "$work/SHA256SUMS.sig" > /dev/null 2>&1 || fail 'The signature of SHA256SUMS is wrong.'
}

check_sum() {
  expected=$(grep "  $archive\$" "$work/SHA256SUMS" | cut -d ' ' -f 1)
  actual=$(sum_of "$work/$archive")
  [ -n "$expected" ] && [ "$expected" = "$actual" ] || fail "The sum of $archive is wrong."
}

sum_of() {
  if command -v sha256sum > /dev/null; then
    sha256sum "$1" | cut -d ' ' -f 1
  else
    shasum -a 256 "$1" | cut -d ' ' -f 1
  fi
}

fail() {
  echo "herald: $1" >&2
  exit 1
}

main "$@"
