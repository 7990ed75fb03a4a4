#!/bin/sh
# `npm start`. Each start checks whether something has to be installed or built: `find` takes 20 ms for that, Node 200 ms.
# Checks the folders that `builds` in run.mjs lists. If something is newer or missing, run.mjs decides what to do.
unchanged() {
  stamp=$1
  shift
  newer=$(find "$@" package-lock.json \( -name node_modules -o -name dist \) -prune -o -type f -newer "$stamp" -print -quit 2>/dev/null) &&
    [ -z "$newer" ]
}
installed() {
  [ node_modules/.package-lock.json -nt package-lock.json ] && "$node_path" --version >/dev/null 2>&1
}

node_path=$(echo node_modules/node-linux-*/bin/node)
if ! { installed && unchanged apps/web/dist/.built apps/web packages/contract && unchanged apps/server/dist/.built apps/server packages; }; then
  node_path=$(node scripts/run.mjs prepare) || exit 1
fi
# Replaces the shell, so that no second process stays in memory.
MALLOC_ARENA_MAX=2 exec "$node_path" --max-semi-space-size=8 --disable-warning=ExperimentalWarning apps/server/dist/main.js "$@"
