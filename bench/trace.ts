import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PbfWriter } from 'pbf'
import { cpuMs, family, startOrrery } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const SPANS = Number(process.env.TRACE_SPANS ?? 1_000_000)
const PER_TRACE = 10
const PER_REQUEST = 500
const AT_ONCE = 4
const DAYS = 30
const DAY_MS = 86_400_000
const port = 8971

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
function bodyOf(spans: readonly Sent[]): Uint8Array<ArrayBuffer> {
  const pbf = new PbfWriter()
  const scope = (list: readonly Sent[], at: PbfWriter) => list.forEach((span) => at.writeMessage(2, writeSpan, span))
  pbf.writeMessage(1, (list: readonly Sent[], at: PbfWriter) => at.writeMessage(2, scope, list), spans)
  return new Uint8Array(pbf.finish())
}

/** Trace number `n` of a month, in the order of time. */
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

/** Taking in, listing and opening spans. */
export async function benchTrace() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-trace-'))
  chmodSync(dataDir, 0o755)
  const orrery = await startOrrery(dataDir, port, { API_CALLS_PER_MINUTE: '1000000' })
  try {
    const studio = await signUp(orrery.url)
    const headers = {
      authorization: `Bearer ${studio.token}`,
      'content-type': 'application/x-protobuf',
      'cozeloop-workspace-id': studio.spaceId,
    }
    const send = async (body: Uint8Array<ArrayBuffer>) => {
      const response = await fetch(`${orrery.url}/v1/traces`, { method: 'POST', headers, body })
      const answer = await response.arrayBuffer()
      if (!response.ok || answer.byteLength) throw new Error(`${response.status} ${Buffer.from(answer).toString()}`)
    }
    const from = Date.now() - DAYS * DAY_MS + 60_000
    await measureIngest(send, from, () => family(orrery.child.pid!, dataDir))
    const call = async (name: string, input: object) =>
      void (await studio.call(name, { space_id: studio.spaceId, ...input }))
    await measureReading(call, from)
    const big = traceOf(SPANS, from, 10_000).map((span) => ({ ...span, startMs: Date.now() - 20_000 }))
    for (let at = 0; at < big.length; at += PER_REQUEST) await send(bodyOf(big.slice(at, at + PER_REQUEST)))
    await timed('a trace of 10,000 spans', 'goal: under 1 s', () =>
      call('/api/trace/space/get', { trace_id: big[0]!.trace }),
    )
  } finally {
    await orrery.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureIngest(
  send: (body: Uint8Array<ArrayBuffer>) => Promise<void>,
  from: number,
  pids: () => number[],
) {
  const traces = SPANS / PER_TRACE
  const inOne = PER_REQUEST / PER_TRACE
  let next = 0
  const worker = async () => {
    while (next < traces) {
      const first = next
      next += inOne
      await send(bodyOf(Array.from({ length: inOne }, (_, at) => traceOf(first + at, from)).flat()))
    }
  }
  const before = cpuMs(pids())
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const seconds = (performance.now() - started) / 1000
  const cpu = (cpuMs(pids()) - before) / SPANS
  report('spans of 1 KB taken in', `${Math.round(SPANS / seconds)}/s`, '', undefined, 'goal: at least 8,000/s')
  report('  CPU a span, with the database', `${cpu.toFixed(3)} ms`, '', undefined, 'goal: at most 0.22 ms')
}

async function measureReading(call: (name: string, input: object) => Promise<void>, from: number) {
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

async function timed(what: string, goal: string, act: () => Promise<void>) {
  const costs: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const started = performance.now()
    await act()
    // The first round warms up.
    if (round) costs.push(performance.now() - started)
  }
  report(what, `${median(costs).toFixed(0)} ms`, '', undefined, goal)
}
