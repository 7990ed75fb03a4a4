import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { cpuMs, processTree, memoryMb, type Running, startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

/** Measures start, idle memory and the cost of a signed-in JSON call, each beside its floor. */
export async function benchGround() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  // The user that runs the database must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  await (await startOrrery(dataDir, 8931)).stop()

  const starts: number[] = []
  const floors: number[] = []
  for (let n = 0; n < 5; n += 1) {
    starts.push(await timed(() => startOrrery(dataDir, 8931)))
    floors.push(await timed(() => startProcess(['bench/lib/floor-http.ts'], 8932)))
  }
  const [start, floorStart] = [median(starts), median(floors)]
  report(
    'second start to ready',
    `${start.toFixed(0)} ms`,
    `${floorStart.toFixed(0)} ms`,
    start / floorStart,
    'goal: under 2,000 ms',
  )

  const orrery = await startOrrery(dataDir, 8931)
  await sleep(3000)
  const pids = () => processTree(orrery.child.pid!, dataDir)
  const hono = await startProcess(['bench/lib/floor-hono.ts'], 8933)
  const [idle, floorIdle] = [memoryMb(pids()), memoryMb([hono.child.pid!])]
  report(
    'idle memory, all processes',
    `${idle.toFixed(0)} MB`,
    `${floorIdle.toFixed(0)} MB`,
    idle / floorIdle,
    'goal: under 250 MB',
  )

  const cookie = await signIn(orrery.url)
  const ours = await load(
    orrery,
    '/api/passport/account/info/v2/',
    { cookie, 'x-requested-with': 'XMLHttpRequest' },
    pids,
  )
  const list = await load(
    orrery,
    '/api/playground_api/space/list',
    { cookie, 'x-requested-with': 'XMLHttpRequest' },
    pids,
  )
  const bare = await load(hono, '/json', {}, () => [hono.child.pid!])
  const roles = await load(orrery, '/api/space/role/auth', { cookie, 'x-requested-with': 'XMLHttpRequest' }, pids)
  for (const [what, item] of [
    ['signed-in JSON call', roles],
    ['signed-in call, one query', ours],
    ['signed-in call, list of spaces', list],
  ] as const) {
    report(
      `${what}: requests/s`,
      item.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      item.perSecond / bare.perSecond,
      '',
    )
    report(
      `${what}: CPU/request`,
      `${item.cpu.toFixed(3)} ms`,
      `${bare.cpu.toFixed(3)} ms`,
      item.cpu / bare.cpu,
      what === 'signed-in JSON call' ? 'goal: at most 3x' : 'database included',
    )
  }
  await Promise.all([orrery.stop(), hono.stop()])
  rmSync(dataDir, { recursive: true, force: true })
}

async function timed(start: () => Promise<Running>): Promise<number> {
  const before = performance.now()
  const running = await start()
  const took = performance.now() - before
  await running.stop()
  return took
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/passport/web/email/register/v2/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.test', password: 'correct horse 7' }),
  })
  return response.headers.get('set-cookie')!.split(';')[0]!
}

async function load({ url }: Running, target: string, headers: Record<string, string>, pids: () => number[]) {
  const run = (amount: number) =>
    autocannon({
      url: url + target,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
      connections: 20,
      amount,
    })
  await run(2000)
  const before = cpuMs(pids())
  const result = await run(15_000)
  if (result.non2xx > 0)
    throw new Error(`${target}: ${result.non2xx} of ${result['2xx'] + result.non2xx} answers were errors`)
  return { perSecond: result.requests.average, cpu: (cpuMs(pids()) - before) / 15_000 }
}
