// The entry of every npm script, in plain JavaScript for any Node from 20 on. It installs what is missing and continues
// under Node 24, which comes with the dependencies. `prepare` only makes everything ready and prints the path of that Node
// for start.sh, which then becomes the server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'prepare', ...args] = process.argv.slice(2)
/** npm puts the registry it is set up for in the place of this one. */
const anyRegistry = 'registry.invalid'

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
 * npm leaves its own copy of the lock file behind after each install: older than ours, or absent, it has work to do.
 * Not `npm ci`: that insists on the binaries of every platform, also of those that a registry does not carry.
 */
function install() {
  const installed = path.join(root, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs)
    return
  process.stderr.write('Installing dependencies (once, about a minute)…\n')
  if (installFromKnownPlaces() || npmInstall()) return
  fail('npm install failed. See the lines above; with a network this is safe to repeat.')
}

/**
 * The lock file names no registry, and npm asks for all versions of a package to learn where the one it needs is: twice the
 * requests, and half of the work. Nearly every registry keeps it at an address that follows from its name and version. From any
 * other, npm installs as usual.
 */
function installFromKnownPlaces() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [place, one] of Object.entries(lock.packages)) {
    if (!one.integrity) continue
    const name = one.name ?? place.split('node_modules/').at(-1)
    one.resolved ??= `https://${anyRegistry}/${name}/-/${name.split('/').at(-1)}-${one.version}.tgz`
  }
  // npm prefers this file to the lock file.
  const placed = path.join(root, 'npm-shrinkwrap.json')
  writeFileSync(placed, JSON.stringify(lock))
  try {
    return npmInstall(`--replace-registry-host=${anyRegistry}`, '--silent')
  } finally {
    rmSync(placed, { force: true })
  }
}

function npmInstall(...options) {
  const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  // Standard output is for the path that `prepare` prints.
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

/** Of folders that were looked through already: builds share some, and nothing changes while they are looked at. */
const changes = new Map()
/** The newest change below a folder; build outputs older than it are stale. Each start waits for this: paths are not normalised. */
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

/** What has to be built before it runs, from which sources (which start.sh lists as well), and how. */
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
  // For start.sh, which looks for what is newer than this file. What changed while it was built is.
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
  // Killed without a word, npm leaves this process and the shell between them behind: then stop too.
  if (process.env.npm_lifecycle_event) {
    const before = ancestors()
    setInterval(() => ancestors() !== before && child.kill('SIGTERM'), 500).unref()
  }
}

/** The shell that npm started this in, and npm. */
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
