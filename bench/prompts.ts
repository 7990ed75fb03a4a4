import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { type EnginePorts, optimise, type Row } from '../apps/server/src/domains/loop/prompt-optimise/engine.ts'
import { emptyDetail } from '../apps/server/src/domains/resources/prompt/shared/prompt-detail.ts'
import { renderPrompt } from '../apps/server/src/domains/resources/prompt/shared/render-prompt.ts'
import { seededRandom } from '../apps/server/src/kit/stats/random.ts'
import { isInGray } from '../packages/contract/src/shared/gray.ts'
import { streamWords } from './lib/chat-stream.ts'
import { measureFirstToken } from './lib/first-token.ts'
import { cpuMs, family, type Running, startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const ports = { orrery: 8975, model: 8976 }
const SPACES = 8
const KEYS = 10
/** Below what the limit of each space allows together. */
const RATE = 3800
const ROWS = 60
const RUNS = 400

/** What prompts cost: served, run, shared out, rendered and optimised. */
export async function benchPrompts() {
  measureBuckets()
  measureRendering()
  await measureOptimiser()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-prompts-'))
  chmodSync(dataDir, 0o755)
  const model = await startProcess(['bench/lib/floor-model.ts'], ports.model, { TOKENS: '3', GAP_MS: '1' })
  const orrery = await startOrrery(dataDir, ports.orrery, { EGRESS_ALLOW: `127.0.0.1:${ports.model}` })
  try {
    const studio = await signUp(orrery.url)
    await measureReads(orrery, studio, () => family(orrery.child.pid!, dataDir))
    await measureExecute(orrery, studio, () => family(orrery.child.pid!, dataDir))
  } finally {
    await Promise.all([orrery.stop(), model.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const hash = (text: string) => Number(createHash('sha256').update(text).digest().readBigUInt64BE(0) >> 11n) / 2 ** 53
function measureBuckets() {
  const users = Array.from({ length: 100_000 }, (_, n) => ({ uid: `user-${n}` }))
  const inside = (share: number) => {
    const config = { bucket: { field: { type: 1 as const }, in_gray: share * 100 } }
    return new Set(users.filter((traffic) => isInGray(config, traffic, '1/2//production', hash)).map(({ uid }) => uid))
  }
  const started = performance.now()
  const [few, some, half] = [inside(5), inside(25), inside(50)]
  const each = ((performance.now() - started) * 1000) / (3 * users.length)
  const off = Math.max(...[few, some, half].map(({ size }, at) => Math.abs(size / 1000 - [5, 25, 50][at]!)))
  const lost = [few, some].reduce(
    (sum, before, at) => sum + [...before].filter((uid) => ![some, half][at]!.has(uid)).length,
    0,
  )
  report('100,000 users: share is off by', `${off.toFixed(2)} points`, '0', undefined, 'goal: at most 0.5')
  report('5 → 25 → 50 %: users lost', String(lost), '0', undefined, 'goal: none')
  report('choosing for a user', `${each.toFixed(2)} µs`, '–', undefined, 'goal: under 10 µs')
}

function measureRendering() {
  const messages = Array.from({ length: 50 }, (_, n) => ({
    message_type: 2 as const,
    content: `${n}: ${'Say {{name}} and {{place}}. '.repeat(8)}`,
  }))
  const variables = ['name', 'place'].map((key) => ({ key, variable_type: 1 }))
  const values = variables.map(({ key }) => ({ key, value: `value of ${key}` }))
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now()
    renderPrompt({ ...emptyDetail(), messages, variables }, values)
    return performance.now() - started
  })
  report('50 messages render', `${median(times).toFixed(2)} ms`, '–', undefined, 'goal: under 2 ms')
}

/** A scripted model with a rule that only a good text states, and one that answers at random. */
function scripted(seed: string, isNoise: boolean) {
  const random = seededRandom(seed)
  const known = new Map<string, number>()
  let calls = 0
  const ports: EnginePorts = {
    async score({ id, text }, row) {
      const key = `${id} ${row.id}`
      if (!known.has(key)) {
        calls += 1
        const isRight = isNoise ? random() < 0.5 : Number(row.id) % 5 === 0 || text.includes('RULE')
        known.set(key, isRight ? 1 : 0)
      }
      return { output: '', score: known.get(key)!, reason: '' }
    },
    critique: async () => ((calls += 1), 'why'),
    async rewrite({ text }, _, round) {
      calls += 2
      return [1, 2].map((turn) => `${text} ${random() < 0.3 ? 'RULE' : `guess ${round} ${turn}`}`)
    },
    variants: () => [],
    mayAsk: (more) => calls + more <= 300,
  }
  return { ports, calls: () => calls }
}
async function measureOptimiser() {
  const rows: Row[] = Array.from({ length: ROWS }, (_, n) => ({ id: String(1000 + n), input: {} }))
  let [found, most, quiet] = [0, 0, 0]
  const cpu = process.cpuUsage()
  for (let seed = 0; seed < 10; seed += 1) {
    const { ports, calls } = scripted(`planted ${seed}`, false)
    const { verdict, proofs } = await optimise('Begin', rows, `planted ${seed}`, ports)
    if (verdict === 'better' && proofs[0]!.candidate.text.includes('RULE')) found += 1
    most = Math.max(most, calls())
  }
  for (let seed = 0; seed < 20; seed += 1) {
    const { verdict } = await optimise('Begin', rows, `noise ${seed}`, scripted(`noise ${seed}`, true).ports)
    if (verdict === 'none') quiet += 1
  }
  const { user, system } = process.cpuUsage(cpu)
  report('planted rule found', `${found} of 10`, `${most} calls`, undefined, 'goal: 9 of 10 within 300 calls')
  report('no gain on noise', `${quiet} of 20`, '–', undefined, 'goal: 19 of 20')
  const each = (user + system) / 1000 / (30 * ROWS)
  report('the search itself: CPU/row', `${each.toFixed(2)} ms`, '–', undefined, 'goal: under 5 ms')
}

async function newPrompt(studio: Studio, space_id: string, key: string, modelId?: string) {
  const root = '/api/devops/prompt_platform/v1/prompt'
  const { prompt_id } = await studio.flat<{ prompt_id: string }>(`${root}/create`, {
    space_id,
    display_name: key,
    prompt_key: key,
    prompt_text: { message_list: [{ message_type: 1, content: 'Greet {{name}} in a friendly way.' }] },
    prompt_input: { variables: [{ key: 'name' }] },
    ...(modelId && { model_config: { id: modelId } }),
  })
  await studio.flat(`${root}/publish`, { prompt_id, version: '1.0.0' })
}
interface Load {
  perSecond: number
  cpu: number
}
async function load(pids: () => number[], options: Partial<autocannon.Options> & { url: string }): Promise<Load> {
  const run = (duration: number) => autocannon({ connections: 16, overallRate: RATE, ...options, duration })
  await run(2)
  const before = cpuMs(pids())
  const result = await run(6)
  if (result.non2xx) throw new Error(`${result.non2xx} of ${result.requests.total} calls were refused`)
  return { perSecond: result.requests.average, cpu: (cpuMs(pids()) - before) / result.requests.total }
}
async function measureReads(orrery: Running, studio: Studio, pids: () => number[]) {
  const spaces: string[] = []
  for (let n = 0; n < SPACES; n += 1) {
    const { id } = await studio.flat<{ id: string }>('/api/space/create', {
      name: `Space ${n}`,
      description: '',
    })
    spaces.push(id)
    for (let key = 0; key < KEYS; key += 1) await newPrompt(studio, id, `bench.${key}`)
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` }
  const requests = spaces.map((workspace_id) => ({
    method: 'POST' as const,
    path: '/v1/loop/prompts/mget',
    headers,
    body: JSON.stringify({
      workspace_id,
      queries: Array.from({ length: KEYS }, (_, key) => ({ prompt_key: `bench.${key}` })),
    }),
  }))
  const empty = await load(pids, { url: `${orrery.url}/v1/workspaces?page_size=1`, headers })
  const ours = await load(pids, { url: orrery.url, requests })
  const rate = empty.perSecond.toFixed(0)
  report('mget of 10 keys: requests/s', ours.perSecond.toFixed(0), rate, undefined, 'goal: 3,000')
  const [cpu, floor] = [`${ours.cpu.toFixed(3)} ms`, `${empty.cpu.toFixed(3)} ms`]
  report('mget of 10 keys: CPU/request', cpu, floor, ours.cpu / empty.cpu, 'goal: at most 4x an empty call')
}

async function measureExecute(orrery: Running, studio: Studio, pids: () => number[]) {
  const base = `http://127.0.0.1:${ports.model}/v1`
  const connection = { kind: 'openai-compatible', name: 'Bench', base_url: base }
  const { id: provider_id } = await studio.call<{ id: string }>('/api/instance/model/provider/create', connection)
  const model = { provider_id, name: 'Bench', model: 'm' }
  const { id } = await studio.call<{ id: string }>('/api/instance/model/create', model)
  await newPrompt(studio, studio.spaceId, 'bench.run', id)
  const body = {
    workspace_id: studio.spaceId,
    prompt_identifier: { prompt_key: 'bench.run' },
    variable_vals: [{ key: 'name', value: 'Ann' }],
  }
  const headers = { authorization: `Bearer ${studio.token}` }
  await measureFirstToken(
    'execute: time to first token',
    () => streamWords(`${base}/chat/completions`, {}, { model: 'm', stream: true }, 3),
    () => streamWords(`${orrery.url}/v1/loop/prompts/execute_streaming`, headers, body, 3),
  )
  const once = () =>
    fetch(`${orrery.url}/v1/loop/prompts/execute`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.text())
  for (let n = 0; n < RUNS / 4; n += 1) await once()
  const before = cpuMs(pids())
  for (let n = 0; n < RUNS; n += 1) await once()
  const each = (cpuMs(pids()) - before) / RUNS
  report(
    'execute: CPU/call',
    `${each.toFixed(2)} ms`,
    '–',
    undefined,
    'goal: under 3 ms, with what waits for the model',
  )
}
