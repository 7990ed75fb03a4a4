// The entry of every npm script, in plain JavaScript for any Node from 20 on. It installs missing dependencies and
// continues under Node 24, which is one of them. `prepare` only installs and builds, and prints the path of that Node
// for start.sh, which then replaces itself with the server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'prepare', ...args] = process.argv.slice(2)
/** A placeholder host, which npm replaces with the configured registry. */
const placeholderRegistry = 'registry.invalid'

const scripts = {
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  dev: 'scripts/dev.ts',
  bench: 'bench/run.ts',
  coverage: 'scripts/coverage.ts',
  openapi: 'scripts/openapi.ts',
  pictures: 'scripts/pictures.ts',
  'new-domain': 'scripts/new-domain.ts',
  'new-node': 'scripts/new-node.ts',
  'new-op': 'scripts/new-op.ts',
  'new-page': 'scripts/new-page.ts',
  'new-resource': 'scripts/new-resource.ts',
  audit: 'scripts/audit.ts',
  idp: 'scripts/idp.ts',
  sso: 'scripts/sso.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
}

/**
 * npm writes its own copy of the lock file after each install. If it is missing or older than ours, an install is
 * needed. `npm ci` is not used, because it requires the binaries of every platform, even those that a registry does not
 * have.
 */
function install() {
  const installed = path.join(root, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs)
    return
  process.stderr.write('Installing dependencies (once, about a minute)…\n')
  if (installFromDerivedAddresses() || npmInstall()) return
  fail('npm install failed. See the lines above; with a network this is safe to repeat.')
}

/**
 * Installs from derived tarball addresses. The lock file contains no registry, so npm would request the list of all
 * versions of a package to find its address: twice the requests, and half of the work. On nearly every registry the
 * address follows from name and version. On any other, the caller falls back to a normal install.
 */
function installFromDerivedAddresses() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity) continue
    const name = entry.name ?? place.split('node_modules/').at(-1)
    entry.resolved ??= `https://${placeholderRegistry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`
  }
  // npm prefers this file to the lock file.
  const shrinkwrap = path.join(root, 'npm-shrinkwrap.json')
  writeFileSync(shrinkwrap, JSON.stringify(lock))
  try {
    return npmInstall(`--replace-registry-host=${placeholderRegistry}`, '--silent')
  } finally {
    rmSync(shrinkwrap, { force: true })
  }
}

function npmInstall(...options) {
  const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  // Standard output is reserved for the path that `prepare` prints.
  return spawnSync('npm', words, { cwd: root, stdio: ['inherit', 2, 2] }).status === 0
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const packed = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(packed)) return packed
  fail(
    `Orrery needs Node 24 or newer; this is ${process.version}, and there is no packed Node for ${process.platform}-${process.arch}.`,
  )
}

/** Caches the result per folder: builds share folders, which do not change during the check. */
const changes = new Map()
/** The newest change below a folder. For speed, paths are not normalised: every start waits for this. */
function newest(dir) {
  const known = changes.get(dir)
  if (known !== undefined) return known
  let time = 0
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const full = `${dir}/${entry.name}`
    time = Math.max(time, entry.isDirectory() ? newest(full) : statSync(full).mtimeMs)
  }
  changes.set(dir, time)
  return time
}

/** The builds, each with its sources, which start.sh lists as well. */
const builds = {
  web: {
    sources: ['apps/web', 'packages/contract'],
    stamp: 'apps/web/dist/.built',
    cwd: 'apps/web',
    command: ['vite/bin/vite.js', 'build', '--logLevel=warn'],
  },
  server: {
    sources: ['apps/server', 'packages'],
    stamp: 'apps/server/dist/.built',
    cwd: 'apps/server',
    command: ['rolldown/bin/cli.mjs', '-c', 'rolldown.config.ts', '--logLevel=silent'],
  },
}

function isBuilt(name) {
  const stamp = path.join(root, builds[name].stamp)
  return existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) >= lastChange(name)
}

function lastChange(name) {
  const sources = builds[name].sources.map((dir) => newest(`${root}/${dir}`))
  return Math.max(...sources, statSync(path.join(root, 'package-lock.json')).mtimeMs)
}

async function build(node, name) {
  const { stamp: stampPath, cwd, command: words } = builds[name]
  const stamp = path.join(root, stampPath)
  const changed = lastChange(name)
  process.stderr.write(`Building the ${name}…\n`)
  rmSync(path.dirname(stamp), { recursive: true, force: true })
  const [program, ...rest] = words
  const child = spawn(node, [path.join(root, 'node_modules', program), ...rest], {
    cwd: path.join(root, cwd),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) fail(`The ${name} did not build.`)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, String(changed))
  // start.sh looks for files newer than this one, which must include files that changed during the build.
  const time = (Math.ceil(changed) + 1) / 1000
  utimesSync(stamp, time, time)
}

function run(node, script) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', path.join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  // If npm is killed with SIGKILL, this process and the shell between them keep running: stop as well.
  if (process.env.npm_lifecycle_event) {
    const before = ancestors()
    setInterval(() => ancestors() !== before && child.kill('SIGTERM'), 500).unref()
  }
}

/** The shell in which npm started this process, and npm. */
function ancestors() {
  try {
    return `${process.ppid} ${readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

install()
const node = findNode()
if (command === 'build') await Promise.all(Object.keys(builds).map((name) => build(node, name)))
else if (command !== 'prepare' && !scripts[command])
  fail(`Unknown command ${command}. Known: ${['prepare', 'build', ...Object.keys(scripts)].join(', ')}`)
else {
  if (command === 'prepare' || command === 'test' || command === 'bench' || command === 'pictures') {
    const stale = Object.keys(builds).filter((name) => !isBuilt(name))
    await Promise.all(stale.map((name) => build(node, name)))
  }
  if (command === 'prepare') process.stdout.write(node)
  else run(node, scripts[command])
}
