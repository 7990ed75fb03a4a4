import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chain } from '../apps/server/src/testing/workflow-canvas.ts'
import { streamWords } from './lib/chat-stream.ts'
import { processTree, memoryMb, root, startProcess, untilReady } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { type Studio, signUp } from './lib/studio.ts'

const ports = { orrery: 8951, model: 8952, floor: 8953 }
const TOKENS = 100
const CALLERS = 10
const LOAD_MS = Number(process.env.BENCH_LOAD_MS ?? 60_000)

/** Measures the memory of all processes of `npm start` on existing data, idle and under steady load. */
export async function benchMemory() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-memory-'))
  // The user that runs the database must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const model = await startProcess(['bench/lib/floor-model.ts'], ports.model, { TOKENS: String(TOKENS), GAP_MS: '10' })
  const floor = await startProcess(['bench/lib/floor-hono.ts'], ports.floor)
  const first = await npmStart(dataDir)
  const studio = await signUp(first.url)
  const workflowId = await studio.publish(chain(10, '{{String1}}'))
  const botId = await studio.publishBot(`http://127.0.0.1:${ports.model}/v1`)
  await first.stop()

  const started = performance.now()
  const orrery = await npmStart(dataDir)
  report(
    'npm start on existing data, to ready',
    `${(performance.now() - started).toFixed(0)} ms`,
    '',
    undefined,
    'goal: 1,000 ms',
  )
  await sleep(10_000)
  const atRest = memoryMb([floor.child.pid!])
  const idle = memoryMb(orrery.pids())
  report(
    'idle, all processes',
    `${idle.toFixed(0)} MB`,
    `${atRest.toFixed(0)} MB`,
    idle / atRest,
    'goal: at most 250 MB',
  )

  const { requests, highest } = await load(orrery, studio, workflowId, botId)
  report(
    `${CALLERS} workflow callers and ${CALLERS} streams, highest`,
    `${highest.toFixed(0)} MB`,
    `${atRest.toFixed(0)} MB`,
    highest / atRest,
    `goal: at most 450 MB; ${requests} requests`,
  )
  await sleep(30_000)
  const after = memoryMb(orrery.pids())
  report('at rest again, after half a minute', `${after.toFixed(0)} MB`, `${idle.toFixed(0)} MB`, after / idle, '')
  await Promise.all([orrery.stop(), model.stop(), floor.stop()])
  rmSync(dataDir, { recursive: true, force: true })
}

interface Started {
  url: string
  pids(): number[]
  stop(): Promise<void>
}
/** Starts with the command of users, so that npm and the launcher count too. */
async function npmStart(dataDir: string): Promise<Started> {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(ports.orrery),
      LOG_LEVEL: 'warn',
      EGRESS_ALLOW: `127.0.0.1:${ports.model}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${ports.orrery}`
  await untilReady(url)
  const pids = () => processTree(child.pid!, dataDir)
  return {
    url,
    pids,
    async stop() {
      child.kill('SIGTERM')
      // npm may exit before the server has drained.
      while (
        await fetch(`${url}/readyz`).then(
          () => true,
          () => false,
        )
      )
        await sleep(50)
      while (pids().length > 1) await sleep(50)
    },
  }
}

async function load(orrery: Started, studio: Studio, workflow_id: string, bot_id: string) {
  const headers = { authorization: `Bearer ${studio.token}` }
  const deadline = Date.now() + LOAD_MS
  let requests = 0
  let highest = 0
  const callWorkflow = async () => {
    const response = await fetch(`${orrery.url}/v1/workflow/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ workflow_id, parameters: { input: 'bench' } }),
    })
    const { code, msg } = (await response.json()) as { code: number; msg: string }
    if (code !== 0) throw new Error(msg)
  }
  const chat = async (user_id: string) => {
    const additional_messages = [{ role: 'user', content: 'hi', content_type: 'text' }]
    const body = { bot_id, user_id, stream: true, additional_messages }
    const { isWhole } = await streamWords(`${orrery.url}/v3/chat`, headers, body, TOKENS)
    if (!isWhole) throw new Error('a stream broke off')
  }
  const repeat = async (work: () => Promise<void>) => {
    for (; Date.now() < deadline; requests += 1) await work()
  }
  const watch = async () => {
    for (; Date.now() < deadline; await sleep(1000)) highest = Math.max(highest, memoryMb(orrery.pids()))
  }
  const callers = Array.from({ length: CALLERS }, () => repeat(callWorkflow))
  const streams = Array.from({ length: CALLERS }, (_, n) => repeat(() => chat(`user-${n}`)))
  await Promise.all([...callers, ...streams, watch()])
  return { requests, highest }
}
