import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { sha256 } from '../secrets.ts'
import { findBinaries, reachable, runAs, sharedDir } from './binaries.ts'

export interface EmbeddedPostgres {
  url: string
  dir: string
  /** True when a running postmaster, left behind by a crash, was taken over. */
  adopted: boolean
  stop(): Promise<void>
}

/** Sized for a laptop; larger installations bring their own server with DATABASE_URL. */
const serverSettings: Record<string, string> = {
  listen_addresses: '',
  max_connections: '80',
  shared_buffers: '48MB',
  // No replication and no extra I/O workers: fewer processes, less memory, the same durability.
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers: '2',
  log_min_messages: 'warning',
  password_encryption: 'scram-sha-256',
}

const NO_SUCH_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'

/** Starts PostgreSQL in the data folder, or takes over the one that is already running there. */
export async function startEmbedded(
  dataDir: string,
  moreSettings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const as = runAs()
  const native = findBinaries()
  const dir = databaseDir(dataDir)
  const password = readPassword(dataDir)
  if (!existsSync(path.join(dir, 'PG_VERSION'))) initialise(native, dir, password)
  const socketDir = socketDirFor(dir)
  const url = `postgres://orrery:${password}@/orrery?host=${encodeURIComponent(socketDir)}`

  let child: ChildProcess | undefined
  let adopted = false
  let stopping = false
  const start = () => {
    const log = openSync(path.join(dir, 'server.log'), 'a', 0o600)
    if (as) chownSync(path.join(dir, 'server.log'), as.uid, as.gid)
    const settings = Object.entries({
      ...serverSettings,
      ...moreSettings,
      unix_socket_directories: socketDir,
    }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    // Detached: Ctrl-C reaches this process only, which drains before it stops the database.
    child = spawn(path.join(native, 'bin/postgres'), ['-D', dir, ...settings], {
      ...as,
      cwd: dir,
      detached: true,
      env: { TZ: 'UTC', PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child.on('exit', () => {
      if (!stopping) setTimeout(() => !stopping && start(), 500)
    })
    child.unref()
  }

  if (livePostmaster(dir) !== undefined) {
    // Never start a second postmaster while one may be alive: two on one folder destroy it.
    if (!(await accepts(url, 60_000)))
      throw new Error(`A PostgreSQL runs in ${dir} but does not answer. Stop it, then start again.`)
    adopted = true
  } else {
    rmSync(path.join(dir, 'postmaster.pid'), { force: true })
    start()
    if (!(await accepts(url, 60_000))) throw new Error(`PostgreSQL did not start. Its last words:\n${lastWords(dir)}`)
  }

  return {
    url,
    dir,
    adopted,
    async stop() {
      stopping = true
      const pid = livePostmaster(dir)
      if (pid === undefined) return
      process.kill(pid, 'SIGINT')
      for (let waited = 0; waited < 20_000 && livePostmaster(dir) === pid; waited += 50) await sleep(50)
    },
  }
}

/** As root, the database runs as `nobody`, which cannot enter e.g. /root: then a shared system folder is used. */
function databaseDir(dataDir: string): string {
  const inside = path.join(dataDir, 'postgres')
  const as = runAs()
  if (!as) return inside
  mkdirSync(dataDir, { recursive: true })
  return reachable(dataDir, as)
    ? inside
    : path.join(sharedDir(), `data-${sha256(path.resolve(dataDir)).slice(0, 12)}`, 'postgres')
}

function readPassword(dataDir: string): string {
  const file = path.join(dataDir, 'postgres.password')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** Created beside its final place and renamed: a crash in between leaves no incomplete database. */
function initialise(native: string, dir: string, password: string) {
  const as = runAs()
  const parent = path.dirname(dir)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const half = path.join(parent, `postgres.init-${process.pid}`)
  const passwordFile = path.join(parent, `postgres.pw-${process.pid}`)
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (as) for (const file of [half, passwordFile]) chownSync(file, as.uid, as.gid)
  try {
    const result = spawnSync(
      path.join(native, 'bin/initdb'),
      [
        '-D',
        half,
        '-U',
        'orrery',
        '-E',
        'UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
      ],
      { ...as, cwd: half, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, encoding: 'utf8' },
    )
    if (result.status !== 0)
      throw new Error(`initdb failed: ${result.stderr || result.error?.message || `signal ${result.signal}`}`)
    if (!existsSync(path.join(dir, 'PG_VERSION'))) renameSync(half, dir)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(half, { recursive: true, force: true })
  }
}

/** The path of a Unix socket is limited to 107 bytes. */
function socketDirFor(dir: string): string {
  const as = runAs()
  const near = path.join(dir, 'run')
  const socketDir = near.length < 80 ? near : path.join('/tmp', `orrery-${sha256(dir).slice(0, 12)}`)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  if (as) chownSync(socketDir, as.uid, as.gid)
  return socketDir
}

/** The pid in postmaster.pid, if that process is alive and really is this database. */
function livePostmaster(dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    if (process.platform !== 'linux') return pid
    return readlinkSync(`/proc/${pid}/cwd`) === dir ? pid : undefined
  } catch {
    return undefined
  }
}

/** Waits until our database, which is created on the first start, accepts connections. */
async function accepts(url: string, within: number): Promise<boolean> {
  for (const deadline = Date.now() + within; Date.now() < deadline;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return true
    } catch (cause) {
      const { code } = cause as { code?: string }
      if (code === NO_SUCH_DATABASE) {
        await createDatabase(url)
        return true
      }
      if (code === WRONG_PASSWORD)
        throw new Error('The database in the data folder has another password than postgres.password says', { cause })
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

async function createDatabase(url: string) {
  const client = new Client({ connectionString: url.replace('/orrery?', '/postgres?') })
  await client.connect()
  try {
    await client.query('CREATE DATABASE orrery')
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42P04') throw cause
  } finally {
    await client.end()
  }
}

function lastWords(dir: string): string {
  try {
    return readFileSync(path.join(dir, 'server.log'), 'utf8').split('\n').slice(-10).join('\n')
  } catch {
    return '(no log)'
  }
}
