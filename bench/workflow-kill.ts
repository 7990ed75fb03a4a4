import { createServer } from 'node:http'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requests } from '../apps/server/src/testing/workflow-canvas.ts'
import { root, startProcess } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const NODES = 4

/** Kills runs with external effects at random: each run ends in a clear state, each effect happens once per key. */
export async function benchWorkflowKill(runs = 100, kills = 8) {
  /** Requests by idempotency key. As in a careful receiver, a repeated key changes nothing. */
  const seen = new Map<string, number>()
  const effectServer = createServer((request, response) => {
    request.resume().on('end', async () => {
      const key = String(request.headers['idempotency-key'])
      seen.set(key, (seen.get(key) ?? 0) + 1)
      await sleep(Math.random() * 120)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => effectServer.listen(0, '127.0.0.1', resolve))
  const { port } = effectServer.address() as AddressInfo
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-runs-'))
  chmodSync(dataDir, 0o755)
  const begin = () =>
    startProcess([path.join(root, 'apps/server/src/main.ts')], 8943, {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      EGRESS_ALLOW: `127.0.0.1:${port}`,
    })
  let server = await begin()
  const studio = await signUp(server.url)
  const id = await studio.publish(requests(`http://127.0.0.1:${port}/effect`, NODES))
  const post = async <T>(target: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` }
    return (await (
      await fetch(server.url + target, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }
  const accepted: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    for (let n = 0; n < runs / kills; n += 1) {
      const answer = await post<{ execute_id: string }>('/v1/workflow/run', {
        workflow_id: id,
        parameters: { input: 'x' },
        is_async: true,
      })
      accepted.push(answer.execute_id)
    }
    await sleep(50 + Math.random() * 400)
    server.child.kill('SIGKILL')
    await new Promise((resolve) => server.child.once('exit', resolve))
    server = await begin()
  }
  const states = new Map<string, string>()
  for (const deadline = Date.now() + 120_000; Date.now() < deadline && states.size < accepted.length; await sleep(1000))
    for (const run of accepted) {
      if (states.has(run)) continue
      const headers = { authorization: `Bearer ${studio.token}` }
      const answer = await fetch(`${server.url}/v1/workflows/${id}/run_histories/${run}`, { headers })
      const { data } = (await answer.json()) as { data?: { execute_status: string }[] }
      const status = data?.[0]?.execute_status ?? 'lost'
      if (status !== 'Running') states.set(run, status)
    }
  await server.stop()
  effectServer.close()
  rmSync(dataDir, { recursive: true, force: true })
  const done = [...states.values()].filter((status) => status === 'Success').length
  const expected = new Set(accepted.flatMap((run) => Array.from({ length: NODES }, (_, at) => `${run}/${at + 2}/0`)))
  const missing = [...expected].filter((key) => !seen.has(key)).length
  const strange = [...seen.keys()].filter((key) => !expected.has(key)).length
  const repeated = [...seen.values()].filter((count) => count > 1).length
  report(
    `${accepted.length} runs, ${kills} kill -9`,
    `${done} done`,
    `${accepted.length} taken`,
    undefined,
    'goal: all end',
  )
  report('effects: keys never seen, of no run', `${missing}, ${strange}`, '0, 0', undefined, 'goal: none')
  report(
    'requests sent again with their key',
    `${repeated}`,
    `of ${expected.size}`,
    undefined,
    'only those under way at a kill',
  )
  if (done !== accepted.length || missing || strange)
    throw new Error('A run was lost, or an effect happened under two keys')
}
