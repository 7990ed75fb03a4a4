import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Streamed, streamWords } from './lib/chat-stream.ts'
import { measureFirstToken } from './lib/first-token.ts'
import { cpuMs, processTree, type Running, startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

const TOKENS = 200
const GAP_MS = 10
const STREAMS = 100
const ports = { model: 8941, orrery: 8942, proxy: 8943, quick: 8944 }
const addressOf = (port: number) => `http://127.0.0.1:${port}`

const stream = (url: string, headers: Record<string, string>, body: object) => streamWords(url, headers, body, TOKENS)

/** Measures what a turn adds to its model: time to the first token, and time and CPU of many streams. */
export async function benchChat() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-chat-'))
  chmodSync(dataDir, 0o755)
  const upstream = (port: number, tokens: number, gap: number) =>
    startProcess(['bench/lib/floor-model.ts'], port, { TOKENS: String(tokens), GAP_MS: String(gap) })
  const allow = [ports.model, ports.quick].map((port) => `127.0.0.1:${port}`).join(',')
  const model = await upstream(ports.model, TOKENS, GAP_MS)
  const quick = await upstream(ports.quick, 3, 1)
  const orrery = await startOrrery(dataDir, ports.orrery, { EGRESS_ALLOW: allow })
  const proxy = await startProcess(['bench/lib/floor-proxy.ts'], ports.proxy, { UPSTREAM: addressOf(ports.model) })
  try {
    const studio = await openStudio(orrery.url)
    const direct = (port: number) => () =>
      stream(`${addressOf(port)}/v1/chat/completions`, {}, { model: 'm', stream: true })
    await measureFirstToken('time to first token', direct(ports.quick), await studio.talk(ports.quick, 1))
    await measureMany({
      direct: direct(ports.model),
      passed: () => stream(proxy.url, {}, {}),
      chat: await studio.talk(ports.model, STREAMS),
      orrery,
      proxy,
      dataDir,
    })
  } finally {
    await Promise.all([model.stop(), quick.stop(), orrery.stop(), proxy.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Many {
  direct(): Promise<Streamed>
  passed(): Promise<Streamed>
  chat(scene: number): Promise<Streamed>
  orrery: Running
  proxy: Running
  dataDir: string
}
async function measureMany({ direct, passed, chat, orrery, proxy, dataDir }: Many) {
  const run = async (item: (n: number) => Promise<Streamed>) => {
    const started = performance.now()
    const all = await Promise.all(Array.from({ length: STREAMS }, (_, n) => item(n)))
    return { ms: performance.now() - started, whole: all.filter(({ isWhole }) => isWhole).length }
  }
  const oursPids = () => processTree(orrery.child.pid!, dataDir)
  const walls: Record<'direct' | 'ours', number[]> = { direct: [], ours: [] }
  const cpus: Record<'proxy' | 'server' | 'all', number[]> = { proxy: [], server: [], all: [] }
  let whole = 0
  for (let round = 0; round < 4; round += 1) {
    const floor = await run(direct)
    const proxyBefore = cpuMs([proxy.child.pid!])
    await run(passed)
    const proxyCpu = cpuMs([proxy.child.pid!]) - proxyBefore
    const before = [cpuMs([orrery.child.pid!]), cpuMs(oursPids())] as const
    const ours = await run(chat)
    // The cost includes writes that happen after the answer.
    await sleep(500)
    // The first round warms up the model, the proxy and the server.
    if (round === 0) continue
    whole = ours.whole
    walls.direct.push(floor.ms)
    walls.ours.push(ours.ms)
    cpus.proxy.push(proxyCpu)
    cpus.server.push(cpuMs([orrery.child.pid!]) - before[0])
    cpus.all.push(cpuMs(oursPids()) - before[1])
  }
  const figures = {
    wall: median(walls.ours),
    direct: median(walls.direct),
    proxy: median(cpus.proxy),
    server: median(cpus.server),
    all: median(cpus.all),
  }
  const what = `${STREAMS} streams of ${TOKENS} tokens`
  report(`${what}: complete`, `${whole}`, `${STREAMS}`, whole / STREAMS, 'goal: all')
  report(
    `${what}: wall`,
    `${figures.wall.toFixed(0)} ms`,
    `${figures.direct.toFixed(0)} ms`,
    figures.wall / figures.direct,
    'goal: at most 1.15x',
  )
  report(
    `${what}: CPU`,
    `${figures.server} ms`,
    `${figures.proxy} ms`,
    figures.server / figures.proxy,
    'goal: at most 2x a bare proxy',
  )
  report(`${what}: CPU with database`, `${figures.all} ms`, `${figures.proxy} ms`, figures.all / figures.proxy, '')
}

/** Creates an account with bots through the calls that the web app uses. */
async function openStudio(url: string) {
  const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest' }
  const call = async (target: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(url + target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const cookie = response.headers.get('set-cookie')?.split(';')[0]
    if (cookie) headers.cookie = cookie
    const answer = (await response.json()) as { code: number; msg: string; data?: Record<string, string> }
    if (answer.code !== 0) throw new Error(`${target}: ${answer.msg}`)
    return { ...(answer as unknown as Record<string, string>), ...answer.data }
  }
  await call('/api/passport/web/email/register/v2/', { email: 'bench@example.test', password: 'correct horse 7' })
  const space = await call('/api/space/create', { name: 'Bench' })
  return {
    /** Creates a bot on one upstream, with one conversation per stream: a new turn interrupts the one before it. */
    async talk(port: number, conversations: number): Promise<(n: number) => Promise<Streamed>> {
      const connection = { kind: 'openai-compatible', name: `Bench ${port}`, base_url: `${addressOf(port)}/v1` }
      const provider = await call('/api/instance/model/provider/create', connection)
      const model = await call('/api/instance/model/create', { provider_id: provider.id, name: 'Bench', model: 'm' })
      const { bot_id } = await call('/api/draftbot/create', { space_id: space.id, name: 'Bench' })
      const bot_info = {
        bot_id,
        prompt_info: { prompt: 'You are a helpful assistant.' },
        model_info: { model_id: model.id },
        suggest_reply_info: { suggest_reply_mode: 2 },
      }
      await call('/api/playground_api/draftbot/update_draft_bot_info', { bot_info })
      const ids: string[] = []
      for (let scene = 0; scene < conversations; scene += 1)
        ids.push((await call('/api/conversation/get_message_list', { bot_id, scene })).conversation_id!)
      return (n) =>
        stream(`${url}/api/conversation/chat`, headers, { bot_id, query: 'hi', scene: n, conversation_id: ids[n] })
    },
  }
}
