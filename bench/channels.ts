import { createHmac, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { type BenchPlatform, openEcho, openPlatform } from './lib/channel-platform.ts'
import { cpuMs, exitedCpuMs, processTree, startOrrery } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const PORT = 8981
const CONNECTOR = '20000015'
/** In shorter rounds, a single garbage collection or vacuum changes the figure by a third. */
const EVENTS = 16_000
/** A newly started server is slower until its code has been compiled and optimised under load. */
const WARM_UP = 12_000
const PACED = 2000
/** The floor and the server alternate, so that a slow phase of the machine affects both. */
const ROUNDS = 4
const RATE = 100
const IDLE_MS = 10_000
const THREADS = 100
const MESSAGES_PER_THREAD = 10
const DOWN_MS = 60_000
const PATIENCE_MS = 15 * 60_000

/** `PARTS=intake` or `PARTS=delivery` measures only that part. */
const parts = process.env.PARTS?.split(',') ?? ['intake', 'delivery']
const isWanted = (part: 'intake' | 'delivery') => parts.includes(part)

interface Channel {
  hookUrl: string
  secret: string
}
interface Message {
  id: string
  thread: string
  text: string
}

/** Measures the cost of receiving events, and whether each event gets exactly one answer despite network failures. */
export async function benchChannels() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-channels-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const platform = await openPlatform()
  const model = await openEcho()
  const orrery = await startOrrery(dataDir, PORT, {
    DATABASE_URL: database.url,
    EGRESS_ALLOW: '127.0.0.1',
    API_CALLS_PER_MINUTE: '100000',
  })
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  try {
    const studio = await signUp(orrery.url)
    const botId = await studio.publishBot(model.url)
    const at = { resource_id: botId, connector_id: CONNECTOR }
    const saved = await studio.call<{ hook_url: string; hook_secret: string }>('/api/channel/save', {
      ...at,
      config: { url: platform.url },
      settings: { burst_ms: 200 },
    })
    await studio.call('/api/channel/test', at)
    await studio.flat('/api/draftbot/publish', { bot_id: botId, connectors: { [CONNECTOR]: {} } })
    const channel = { hookUrl: saved.hook_url, secret: saved.hook_secret }
    const pause = (is_paused: boolean) => studio.call('/api/channel/pause', { ...at, is_paused })
    await pause(true)
    // Finds the database by its folder, because it is a child of this process, as the server is.
    const pids = {
      database: () => processTree(-1, database.dir).filter((pid) => pid > 0),
      server: () => processTree(orrery.child.pid!),
    }
    if (isWanted('intake')) await measureIntake(channel, pool, pids)
    await pool.query('DELETE FROM channel_event')
    await pause(false)
    if (isWanted('delivery')) await measureDelivery(channel, platform)
  } finally {
    await pool.end()
    await orrery.stop()
    await database.stop()
    platform.close()
    model.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function deliver({ hookUrl, secret }: Channel, { id, thread, text }: Message): Promise<void> {
  const chat = { id: thread, kind: 'direct' }
  const body = JSON.stringify({ id, chat, sender: { id: thread, name: 'Bench' }, text })
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const response = await fetch(hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-orrery-signature': `t=${seconds},v1=${signature}` },
    body,
  })
  if (response.status !== 202) throw new Error(`An event was answered with ${response.status}`)
  await response.arrayBuffer()
}
const message = (n: number): Message => ({ id: randomUUID(), thread: `t${n % THREADS}`, text: `q${n}` })

async function measureIntake(
  channel: Channel,
  pool: pg.Pool,
  pids: { database(): number[]; server(): number[] },
): Promise<void> {
  for (let n = 0; n < WARM_UP; n += 1) await deliver(channel, message(n))
  // The floor: inserts the same row into a table with the same indexes.
  await pool.query('CREATE TABLE bench_event (LIKE channel_event INCLUDING ALL)')
  const { rows } = await pool.query<{ body: object; account_id: string; thread_id: string }>(
    'SELECT body, account_id, thread_id FROM channel_event LIMIT 1',
  )
  const { body, account_id: account, thread_id: thread } = rows[0]!
  let next = 1_000_000
  const insert = () =>
    pool.query(
      `INSERT INTO bench_event (id, account_id, thread_id, event_key, position, body, state, received_at)
        VALUES ($1, $2, $3, $4, $5, $6, 0, $5) ON CONFLICT DO NOTHING`,
      [(next += 1), account, thread, randomUUID(), Date.now(), JSON.stringify(body)],
    )
  const cpuOf = async (ours: () => number[], work: (n: number) => Promise<unknown>, perMs = 0) => {
    const all = () => [...new Set([...ours(), ...pids.database()])]
    // Idle connections are closed; the CPU time of their exited processes is still counted.
    const spent = () => all().reduce((sum, pid) => sum + exitedCpuMs(pid), cpuMs(all()))
    const [before, begun] = [spent(), performance.now()]
    for (let n = 0; n < EVENTS / ROUNDS; n += 1) await work(n)
    return (spent() - before - (performance.now() - begun) * perMs) / EVENTS
  }
  /** CPU per millisecond of the idle server, which is subtracted because the floor has no such cost. */
  async function measureIdleCpu(): Promise<number> {
    const before = cpuMs(pids.server())
    await sleep(IDLE_MS)
    return (cpuMs(pids.server()) - before) / IDLE_MS
  }
  for (let n = 0; n < WARM_UP; n += 1) await insert()
  const idleCpuPerMs = await measureIdleCpu()
  let [floor, here] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    floor += await cpuOf(() => [process.pid], insert)
    here += await cpuOf(pids.server, (n) => deliver(channel, message(n)), idleCpuPerMs)
  }
  const ms = (value: number) => `${value.toFixed(3)} ms CPU`
  report('an event: verified, stored, acknowledged', ms(here), ms(floor), here / floor, 'goal: 3x the bare insert')
  report(
    'left out: the schedules of the server',
    `${(idleCpuPerMs * 1000).toFixed(0)} ms CPU a second`,
    '–',
    undefined,
    '',
  )

  const times: number[] = []
  const begun = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < PACED; n += 1) {
    await sleep(Math.max(0, begun + (n * 1000) / RATE - performance.now()))
    const started = performance.now()
    sent.push(deliver(channel, message(n)).then(() => void times.push(performance.now() - started)))
  }
  await Promise.all(sent)
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
  report(`${RATE} events a second: p99`, `${p99.toFixed(1)} ms`, '–', undefined, 'goal: 50 ms')
}

/** Redelivers every fifth event late, shuffles threads, cuts off every tenth send, and takes the platform down once. */
async function measureDelivery(channel: Channel, platform: BenchPlatform): Promise<void> {
  platform.shown.clear()
  platform.cutEvery(10)
  const begun = performance.now()
  const redeliveries: Message[] = []
  let outage: Promise<void> = Promise.resolve()
  for (let round = 0; round < MESSAGES_PER_THREAD; round += 1) {
    const messages = Array.from({ length: THREADS }, (_, thread) => ({
      id: randomUUID(),
      thread: `d${thread}`,
      text: `q${round * THREADS + thread}`,
    }))
    const shuffled = [...messages, ...redeliveries.splice(0)].toSorted(() => Math.random() - 0.5)
    await Promise.all(shuffled.map((item) => deliver(channel, item)))
    redeliveries.push(...messages.filter((_, n) => n % 5 === round % 5))
    if (round === MESSAGES_PER_THREAD / 2)
      outage = platform
        .down()
        .then(() => sleep(DOWN_MS))
        .then(() => platform.up())
    // Longer than the window in which messages are merged.
    await sleep(1500)
  }
  await outage
  await Promise.all(redeliveries.map((item) => deliver(channel, item)))
  const count = () => [...platform.shown.values()].reduce((sum, thread) => sum + thread.length, 0)
  const deadline = Date.now() + PATIENCE_MS
  while (count() < THREADS * MESSAGES_PER_THREAD && Date.now() < deadline) await sleep(250)
  // Leaves time for duplicates to arrive.
  await sleep(5000)
  const whole = [...platform.shown].filter(([name, thread]) => {
    const wanted = Array.from(
      { length: MESSAGES_PER_THREAD },
      (_, round) => `q${round * THREADS + Number(name.slice(1))}`,
    )
    return JSON.stringify(thread.map(({ text }) => text)) === JSON.stringify(wanted)
  }).length
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  report(
    `${THREADS * MESSAGES_PER_THREAD} messages in ${THREADS} threads, ${seconds} s`,
    `${count()} answers`,
    `${platform.cuts()} cut off`,
    undefined,
    `goal: ${THREADS * MESSAGES_PER_THREAD}`,
  )
  report('threads with all answers, in order, once', String(whole), String(THREADS), undefined, `goal: ${THREADS}`)
  if (whole !== THREADS || count() !== THREADS * MESSAGES_PER_THREAD)
    throw new Error('Answers were lost, doubled or out of order')
}
