import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Streamed, streamWords } from './lib/chat-stream.ts'
import { measureFirstToken } from './lib/first-token.ts'
import { startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const STREAMS = 200
const TOKENS = 100
const GAP_MS = 20
const ports = { model: 8961, orrery: 8962, quick: 8963 }
const addressOf = (port: number) => `http://127.0.0.1:${port}`

/** Measures what the public API adds to the model of a published bot: time to the first token, and many streams. */
export async function benchOpenChat() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-open-'))
  chmodSync(dataDir, 0o755)
  const upstream = (port: number, tokens: number, gap: number) =>
    startProcess(['bench/lib/floor-model.ts'], port, { TOKENS: String(tokens), GAP_MS: String(gap) })
  const allow = [ports.model, ports.quick].map((port) => `127.0.0.1:${port}`).join(',')
  const model = await upstream(ports.model, TOKENS, GAP_MS)
  const quick = await upstream(ports.quick, 3, 1)
  const orrery = await startOrrery(dataDir, ports.orrery, { EGRESS_ALLOW: allow })
  try {
    const studio = await signUp(orrery.url)
    const bearer = { authorization: `Bearer ${studio.token}` }
    /** Publishes a bot on one upstream, and returns a function that starts a turn for one of many users. */
    const ask = async (port: number, words: number) => {
      const bot_id = await studio.publishBot(`${addressOf(port)}/v1`)
      const body = { bot_id, stream: true, additional_messages: [{ role: 'user', content: 'hi' }] }
      return (user: number) => streamWords(`${orrery.url}/v3/chat`, bearer, { ...body, user_id: `u${user}` }, words)
    }
    const direct = (port: number, words: number) => () =>
      streamWords(`${addressOf(port)}/v1/chat/completions`, {}, { model: 'm', stream: true }, words)
    await measureFirstToken('/v3/chat: time to first token', direct(ports.quick, 3), await ask(ports.quick, 3))
    await measureMany(direct(ports.model, TOKENS), await ask(ports.model, TOKENS))
  } finally {
    await Promise.all([model.stop(), quick.stop(), orrery.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureMany(direct: () => Promise<Streamed>, chat: (n: number) => Promise<Streamed>) {
  const run = async (item: (n: number) => Promise<Streamed>) => {
    const started = performance.now()
    const all = await Promise.all(Array.from({ length: STREAMS }, (_, n) => item(n)))
    return { ms: performance.now() - started, whole: all.filter(({ isWhole }) => isWhole).length }
  }
  const [floors, ours]: [number[], number[]] = [[], []]
  let whole = 0
  for (let round = 0; round < 3; round += 1) {
    const floor = await run(direct)
    const here = await run(chat)
    whole = here.whole
    // The first round warms up both.
    if (round === 0) continue
    floors.push(floor.ms)
    ours.push(here.ms)
  }
  const what = `/v3/chat: ${STREAMS} streams of ${TOKENS} tokens`
  report(`${what}: complete`, `${whole}`, `${STREAMS}`, whole / STREAMS, 'goal: all')
  const [wall, there] = [median(ours), median(floors)]
  report(`${what}: wall`, `${wall.toFixed(0)} ms`, `${there.toFixed(0)} ms`, wall / there, '')
}
