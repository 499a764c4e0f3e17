# SPDX-License-Identifier: GPL-3.0-or-later
# For src/run and tests/run: makes sure that Debian packages are there, without ever asking.

BUILD_PACKAGES='gcc libc6-dev meson ninja-build pkg-config gettext libglib2.0-dev-bin
  libgtk-4-dev libadwaita-1-dev libjson-glib-dev libzstd-dev desktop-file-utils
  adwaita-icon-theme librsvg2-common fonts-cantarell'

missing_packages() {
  for package in "$@"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
      installed) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# need_packages PACKAGE…: as root installs what is missing, else by sudo -n, else says how and stops.
need_packages() {
  command -v dpkg-query >/dev/null || return 0   # not Debian: the build itself will say what it lacks
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root='sudo -n'
    else
      printf 'Missing packages. As root, run:\n  apt-get update && apt-get install -y --no-install-recommends %s\n' "$missing" >&2
      exit 1
    fi
  fi
  printf 'Installing %s\n' "$missing"
  log=$(mktemp)
  if ! { $as_root apt-get -o DPkg::Lock::Timeout=900 update &&
         $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=900 \
           install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo 'Installing failed; what apt said stands above.' >&2
    exit 1
  fi
  rm -f "$log"
}

# watched WHAT LOG COMMAND…: runs a command with its output in LOG, and says every ten seconds how
# far that is. Ends as the command does.
watched() {
  what=$1 output=$2 waited=0
  shift 2
  "$@" >"$output" 2>&1 &
  watched_job=$!
  trap 'kill $watched_job 2>/dev/null; exit 130' INT TERM
  while kill -0 $watched_job 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
    [ $((waited % 10)) -ne 0 ] || printf '%s, %d s: %.90s\n' "$what" $waited "$(tail -n 1 "$output")"
  done
  trap - INT TERM
  wait $watched_job
}

# build_in DIRECTORY TARGET MESON_OPTION…: sets the build directory up if need be, and builds.
build_in() {
  directory=$1 target=$2
  shift 2
  log=$(mktemp)
  if [ ! -f "$directory/build.ninja" ]; then
    printf 'Configuring %s\n' "$directory"
    rm -rf "$directory"
    if ! meson setup "$directory" "$@" >"$log" 2>&1; then
      cat "$log" >&2
      rm -rf "$log" "$directory"
      exit 1
    fi
  fi
  printf 'Building %s\n' "$directory"
  if ! watched "Building $directory" "$log" ninja -C "$directory" $target; then
    cat "$log" >&2
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
}
