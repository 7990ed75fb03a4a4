import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { PbfWriter } from 'pbf'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { cpuMs, processTree, memoryMb, root, startEnv, startFlags, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'
import type { TurnCosts } from './lib/traced-turns.ts'

const SPANS = Number(process.env.TRACE_SPANS ?? 1_000_000)
const PER_TRACE = 10
const PER_REQUEST = 500
const SPACES = 5
const WARM_UP = 40
const AT_ONCE = 8
const DAYS = 30
const DAY_MS = 86_400_000
const port = 8971
const LOOP_PORT = 8972

interface Sent {
  trace: string
  id: string
  parent: string
  name: string
  startMs: number
  ms: number
  attributes: [string, string | number][]
}
const filler = 'The museum of tiles opens at ten, and the tram to Belém is full at nine. '.repeat(10)
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

function writeAttribute([key, value]: [string, string | number], pbf: PbfWriter) {
  pbf.writeStringField(1, key)
  pbf.writeMessage(
    2,
    (given: string | number, at: PbfWriter) =>
      typeof given === 'string' ? at.writeStringField(1, given) : at.writeVarintField(3, given),
    value,
  )
}
function writeSpan(span: Sent, pbf: PbfWriter) {
  pbf.writeBytesField(1, Buffer.from(span.trace, 'hex'))
  pbf.writeBytesField(2, Buffer.from(span.id, 'hex'))
  if (span.parent) pbf.writeBytesField(4, Buffer.from(span.parent, 'hex'))
  pbf.writeStringField(5, span.name)
  pbf.writeFixed64Field(7, span.startMs * 1_000_000)
  pbf.writeFixed64Field(8, (span.startMs + span.ms) * 1_000_000)
  for (const attribute of span.attributes) pbf.writeMessage(9, writeAttribute, attribute)
}
function bodyOf(spans: readonly Sent[]): Uint8Array {
  const pbf = new PbfWriter()
  const scope = (list: readonly Sent[], at: PbfWriter) => list.forEach((span) => at.writeMessage(2, writeSpan, span))
  pbf.writeMessage(1, (list: readonly Sent[], at: PbfWriter) => at.writeMessage(2, scope, list), spans)
  return new Uint8Array(pbf.finish())
}

/** Trace number `n` of a month in chronological order. */
function traceOf(n: number, from: number, spans = PER_TRACE): Sent[] {
  const start = from + (n * DAYS * DAY_MS) / (SPANS / PER_TRACE)
  const trace = hex(n + 1, 32)
  const root = hex(n * 100_000 + 1, 16)
  return Array.from({ length: spans }, (_, at): Sent => {
    const isModel = at % 3 === 1
    return {
      trace,
      id: at === 0 ? root : hex(n * 100_000 + 1 + at, 16),
      parent: at === 0 ? '' : root,
      name: at === 0 ? 'answer' : isModel ? 'chat' : 'step',
      startMs: Math.round(start) + at,
      ms: 5 + ((n * 7919 + at * 31) % 4000),
      attributes: [
        ['gen_ai.operation.name', at === 0 ? 'invoke_agent' : isModel ? 'chat' : 'execute_tool'],
        ['input.value', filler],
        ['user.id', `user-${n % 5000}`],
        ...(isModel
          ? ([
              ['gen_ai.request.model', `model-${n % 5}`],
              ['gen_ai.usage.input_tokens', 100 + (n % 50)],
              ['gen_ai.usage.output_tokens', 20],
            ] as [string, string | number][])
          : []),
      ],
    }
  })
}

/** Measures ingesting, listing and opening spans. */
export async function benchTrace() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-trace-'))
  chmodSync(dataDir, 0o755)
  const main = path.join(root, 'apps/server/dist/main.js')
  const args = [...startFlags, '--import', path.join(root, 'bench/lib/loop-watch.ts'), main]
  const orrery = await startProcess(args, port, {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    API_CALLS_PER_MINUTE: '1000000',
    LOOP_PORT: String(LOOP_PORT),
    ...startEnv,
  })
  try {
    const studio = await signUp(orrery.url)
    const headers = { authorization: `Bearer ${studio.token}`, 'content-type': 'application/x-protobuf' }
    const spaces = [studio.spaceId]
    for (let at = 1; at < SPACES; at += 1)
      spaces.push((await studio.flat<{ id: string }>('/api/space/create', { name: `Space ${at}` })).id)
    const send = (body: Uint8Array, space = 0) =>
      post(`${orrery.url}/v1/traces`, { ...headers, 'cozeloop-workspace-id': spaces[space]! }, body)
    const from = Date.now() - DAYS * DAY_MS + 60_000
    const call = <T>(name: string, input: object) => studio.call<T>(name, { space_id: studio.spaceId, ...input })
    // Daily partitions, as in spaces that store their traces for a month.
    for (const space_id of spaces) await call('/api/trace/space/settings/save', { space_id, keep_days: 30 })
    const memory = () => memoryMb(processTree(orrery.child.pid!))
    // Excludes the warm-up of the server and the first requests.
    for (let at = 0; at < WARM_UP; at += 1)
      await send(
        bodyOf(
          traceOf(
            SPANS + 1 + at,
            Date.now() - 3_600_000 - (DAYS * DAY_MS * (SPANS + 1)) / (SPANS / PER_TRACE),
            PER_REQUEST,
          ),
        ),
      )
    let before = 0
    const begin = async () => {
      await fetch(`http://127.0.0.1:${LOOP_PORT}`)
      before = memory()
    }
    await measureIngest(send, from, begin, () => processTree(orrery.child.pid!, dataDir))
    report('  memory of the server grew by', `${Math.round(memory() - before)} MB`, '', undefined, 'goal: under 80 MB')
    await reportLoop('  event loop late at worst meanwhile')
    await measureReading(call, from)
    await measureFigures(call, studio.spaceId, dataDir)
    await reportLoop('  event loop late at worst while reading')
    const { bot_id } = await studio.call<{ bot_id: string }>('/api/draftbot/create', {
      space_id: studio.spaceId,
      name: 'Traced',
    })
    measureTurns(studio.spaceId, bot_id, dataDir)
    const big = traceOf(SPANS, from, 10_000).map((span) => ({ ...span, startMs: Date.now() - 20_000 }))
    for (let at = 0; at < big.length; at += PER_REQUEST) await send(bodyOf(big.slice(at, at + PER_REQUEST)))
    await fetch(`http://127.0.0.1:${LOOP_PORT}`)
    await timed('a trace of 10,000 spans', 'goal: under 1 s', () =>
      call('/api/trace/space/get', { trace_id: big[0]!.trace }),
    )
    await reportLoop('  event loop late at worst meanwhile')
  } finally {
    await orrery.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
/** Does not use `fetch`, which copies the body: on two cores, the sender would take as much time as the server. */
function post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, async (response) => {
      let answer = ''
      for await (const part of response) answer += part
      if (response.statusCode === 200 && !answer) resolve()
      else reject(new Error(`${response.statusCode} ${answer}`))
    })
    sent.on('error', reject)
    sent.setHeader('content-length', body.byteLength)
    sent.end(body)
  })
}

async function measureIngest(
  send: (body: Uint8Array, space: number) => Promise<void>,
  from: number,
  begin: () => Promise<void>,
  pids: () => number[],
) {
  const traces = SPANS / PER_TRACE
  const inOne = PER_REQUEST / PER_TRACE
  // Encoded before the clock starts, because the sender is not measured.
  const bodies = Array.from({ length: traces / inOne }, (_, request) =>
    bodyOf(Array.from({ length: inOne }, (__, at) => traceOf(request * inOne + at, from)).flat()),
  )
  await begin()
  let next = 0
  const worker = async () => {
    for (let at = next++; at < bodies.length; at = next++) await send(bodies[at]!, at % SPACES)
  }
  const before = cpuMs(pids())
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const seconds = (performance.now() - started) / 1000
  const cpu = (cpuMs(pids()) - before) / SPANS
  report('spans of 1 KB taken in', `${Math.round(SPANS / seconds)}/s`, '', undefined, 'goal: at least 8,000/s')
  report('  CPU a span, with the database', `${cpu.toFixed(3)} ms`, '', undefined, 'goal: at most 0.22 ms')
}

type Call = <T>(name: string, input: object) => Promise<T>
/** Reports the longest delay of the server's event loop since the last call, and its longest time at work. */
async function reportLoop(what: string) {
  const { late, work } = (await (await fetch(`http://127.0.0.1:${LOOP_PORT}`)).json()) as { late: number; work: number }
  report(what, `${late.toFixed(0)} ms`, '', undefined, `at work ${work.toFixed(0)} ms (goal: under 20 ms)`)
}

/** Compares dashboards with the same figures computed from spans, and measures dropping the partitions of a day. */
async function measureFigures(call: Call, spaceId: string, dataDir: string) {
  const now = Date.now()
  const dashboard = (days: number) => () =>
    call<{ totals: { p95_ms: number } }>('/api/trace/space/dashboard', {
      start_time: now - days * DAY_MS,
      end_time: now,
    })
  await timed('dashboard of a day', 'goal: under 100 ms', dashboard(1))
  const month = await timed('dashboard of 30 days', 'goal: under 400 ms', dashboard(DAYS))
  const { url } = await startEmbedded(dataDir)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const raw = await timed('  the same from the spans', 'goal: at least 10 times that', () =>
    fromSpans(pool, spaceId, now - DAYS * DAY_MS, now),
  )
  report('  ratio', `${(raw / month).toFixed(1)}`, '', undefined, 'goal: at least 10')
  const exact = await pool.query<{ ms: number }>(
    `SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_us) / 1000.0 AS ms FROM span
     WHERE space_id = $1 AND parent_id = '' AND started_at >= $2`,
    [spaceId, (now - DAYS * DAY_MS) * 1000],
  )
  const off = Math.abs((await dashboard(DAYS)()).totals.p95_ms / exact.rows[0]!.ms - 1)
  report('  p95 differs from the exact one by', `${(off * 100).toFixed(1)} %`, '', undefined, 'goal: under 5 %')
  const day = new Date(now - 20 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const started = performance.now()
  for (const table of ['trace_head', 'span', 'span_body']) await pool.query(`DROP TABLE spans."${table}_30_${day}"`)
  const cost = performance.now() - started
  report('dropping a day', `${cost.toFixed(0)} ms`, '', undefined, 'goal: under 200 ms')
  await pool.end()
}

/** Computes the figures of a dashboard, for a period and the one before it, directly from spans. */
async function fromSpans(pool: pg.Pool, spaceId: string, from: number, to: number) {
  const day = `started_at / ${DAY_MS * 1000}`
  const times = 'percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_us)'
  const where = 'FROM span WHERE space_id = $1 AND started_at >= $2 AND started_at < $3'
  const roots = `${where} AND parent_id = ''`
  const models = `${where} AND kind IN ('model', 'embedding', 'rerank')`
  const sums = 'sum(input_tokens), sum(output_tokens), sum(cached_tokens), sum(cost)'
  const failed = 'count(*) FILTER (WHERE status = 2)'
  const read = (start: number, queries: string[]) =>
    queries.map((query) => () => pool.query(query, [spaceId, start * 1000, (start + to - from) * 1000]))
  const byDay = 'GROUP BY GROUPING SETS ((1), ())'
  const totals = (first: string, group: string) => [
    `SELECT ${first} count(*), ${failed}, ${times} ${roots} ${group}`,
    `SELECT ${first} ${sums} ${models} ${group}`,
    `SELECT count(DISTINCT user_key) ${roots}`,
  ]
  const now = [
    ...totals(`${day} AS day,`, byDay),
    `SELECT ${day} AS day, service, count(*) ${roots} GROUP BY 1, 2`,
    `SELECT model, count(*), ${failed}, ${sums}, percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_us) ${models} GROUP BY 1`,
    `SELECT error_msg, count(*) ${roots} AND status = 2 GROUP BY 1 ORDER BY 2 DESC LIMIT 5`,
  ]
  for (const query of [...read(from, now), ...read(from - (to - from), totals('', ''))]) await query()
}

/** Runs in a new process, because garbage collection of this one would be counted. */
function measureTurns(spaceId: string, botId: string, dataDir: string): void {
  const args = [...startFlags, path.join(import.meta.dirname, 'lib/traced-turns.ts'), spaceId, botId, dataDir]
  const { own, whole } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as TurnCosts
  report('CPU of tracing a turn in the server', `${own.toFixed(2)} ms`, '', undefined, 'goal: under 1 ms')
  report('  with the database, 5 turns at a time', `${whole.toFixed(2)} ms`, '', undefined, 'no goal')
}

async function measureReading(call: Call, from: number) {
  const now = Date.now()
  const week = { start_time: now - 7 * DAY_MS, end_time: now }
  const is = (field_name: string, query_type: string, value: string) => ({ field_name, query_type, values: [value] })
  const three = {
    filter_fields: [is('status', 'eq', 'success'), is('latency', 'gte', '1000'), is('model_name', 'match', 'model-1')],
  }
  const rare = { filter_fields: [is('user_id', 'eq', 'user-17')] }
  const month = { start_time: from - DAY_MS, end_time: now }
  const list = (input: object) => () => call('/api/trace/space/list', { limit: 50, ...input })
  await timed('list of 50 with three filters, a week', 'goal: under 100 ms', list({ ...week, filters: three }))
  await timed('list of 50, the rarest filter, 30 days', 'goal: under 300 ms', list({ ...month, filters: rare }))
  await timed(
    'list of 50, words that nothing has, a week',
    'goal: under 500 ms',
    list({ ...week, words: 'nothing like this' }),
  )
}

async function timed(what: string, goal: string, act: () => Promise<unknown>): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const started = performance.now()
    await act()
    // The first round warms up.
    if (round) costs.push(performance.now() - started)
  }
  report(what, `${median(costs).toFixed(0)} ms`, '', undefined, goal)
  return median(costs)
}
