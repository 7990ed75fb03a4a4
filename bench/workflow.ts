import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { batchOf, chain, codeOnly } from '../apps/server/src/testing/workflow-canvas.ts'
import { cpuMs, processTree, memoryMb, root, startProcess, type Running } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const ITEMS = 10_000
/** Keeps the output size constant from node to node. */
const SAME = '{{String1}}'
/** Measures runs of a published workflow through the public API, with records. The floor is a bare HTTP response. */
export async function benchWorkflow() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-flow-'))
  // The user that runs the database must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const orrery = await startProcess([path.join(root, 'apps/server/src/main.ts')], 8941, env)
  const hono = await startProcess(['bench/lib/floor-hono.ts'], 8942)
  const pids = () => processTree(orrery.child.pid!, dataDir)
  const studio = await signUp(orrery.url)
  const bare = await load(hono, '/json', {}, '{}', 50, 15_000, () => [hono.child.pid!])
  const figures = [
    { what: '10 light nodes', schema: chain(10, SAME), amount: 8000, goal: 'goal: at most 1.5 ms, 400 runs/s' },
    { what: '100 light nodes', schema: chain(100, SAME), amount: 1500, goal: '' },
    { what: '1,000 light nodes', schema: chain(1000, SAME), amount: 200, goal: '' },
    { what: 'one JavaScript node', schema: codeOnly, amount: 2000, goal: 'goal: at most 6 ms' },
  ]
  for (const { what, schema, amount, goal } of figures) {
    const found = await run(studio, orrery, await studio.publish(schema), 50, amount, pids)
    report(
      `${what}: runs/s at 50`,
      found.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      found.perSecond / bare.perSecond,
      '',
    )
    report(`${what}: CPU/run`, `${found.cpu.toFixed(2)} ms`, `${bare.cpu.toFixed(2)} ms`, found.cpu / bare.cpu, goal)
  }
  const id = await studio.publish(chain(10, SAME))
  for (const connections of [100, 200]) {
    const found = await run(studio, orrery, id, connections, 8000, pids)
    report(
      `10 light nodes: runs/s at ${connections}`,
      found.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      found.perSecond / bare.perSecond,
      'goal: flat',
    )
  }
  await batches(studio, orrery, await studio.publish(batchOf(ITEMS)))
  await Promise.all([orrery.stop(), hono.stop()])
  rmSync(dataDir, { recursive: true, force: true })
}

/** Runs large batches in a row: the memory of the server must not grow with their number. */
async function batches(studio: Studio, { url, child }: Running, workflow_id: string) {
  const items = Array.from({ length: ITEMS }, (_, at) => `item ${at}`)
  const once = async () => {
    const response = await fetch(`${url}/v1/workflow/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` },
      body: JSON.stringify({ workflow_id, parameters: { items } }),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: string }
    if (code !== 0) throw new Error(msg)
    const { output } = JSON.parse(data) as { output: string[] }
    if (output.length !== ITEMS) throw new Error(`${output.length} items came back`)
  }
  for (let at = 0; at < 5; at += 1) await once()
  const before = memoryMb([child.pid!])
  const cpu = cpuMs([child.pid!])
  for (let at = 0; at < 15; at += 1) await once()
  const perItem = (cpuMs([child.pid!]) - cpu) / (15 * ITEMS)
  const after = memoryMb([child.pid!])
  report('batch of 10,000 items: CPU an item', `${(perItem * 1000).toFixed(1)} us`, '', undefined, '')
  report(
    'batch of 10,000 items: memory after 15 more',
    `${after.toFixed(0)} MB`,
    `${before.toFixed(0)} MB`,
    after / before,
    'goal: flat',
  )
}

function run(
  studio: Studio,
  server: Running,
  workflowId: string,
  connections: number,
  amount: number,
  pids: () => number[],
) {
  const body = JSON.stringify({ workflow_id: workflowId, parameters: { input: 'bench' } })
  return load(server, '/v1/workflow/run', { authorization: `Bearer ${studio.token}` }, body, connections, amount, pids)
}

async function load(
  { url }: Running,
  target: string,
  headers: Record<string, string>,
  body: string,
  connections: number,
  amount: number,
  pids: () => number[],
) {
  const go = (count: number) =>
    autocannon({
      url: url + target,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      connections,
      amount: count,
      timeout: 60,
    })
  await go(Math.max(connections, Math.ceil(amount / 8)))
  const before = cpuMs(pids())
  const result = await go(amount)
  if (result.non2xx || result.errors)
    throw new Error(`${target}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return { perSecond: amount / (result.duration || 1), cpu: (cpuMs(pids()) - before) / amount }
}
