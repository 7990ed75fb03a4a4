import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs } from './lib/processes.ts'
import { report } from './lib/report.ts'
import type { Studio } from './lib/studio.ts'

const PEOPLE = 10_000
const GROUPS = 500
const TOKENS = 5
/** The rate for each token. */
const CALLS_A_SECOND = 25
const WARM_UP = 200
/** The most open calls of one token; a directory waits for an answer before it sends more. */
const MAX_OPEN = 10
const DOMAIN = 'bench.test'

/** A directory provisions people and groups as fast as the limits of its tokens allow. */
export async function measureScim(
  studio: Studio,
  enterprise_id: string,
  url: string,
  pids: () => number[],
  loopPort: number,
) {
  const tokens: string[] = []
  for (let n = 0; n < TOKENS; n += 1)
    tokens.push((await studio.call<{ token: string }>('/api/enterprise/scim/create_token', { enterprise_id })).token)
  const post = (token: string, path: string, body: object) =>
    fetch(`${url}/scim/v2${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
  let [created, waited, failed] = [0, 0, 0]
  const send = async (token: string, n: number) => {
    const userName = `scim${n}@${DOMAIN}`
    const isGroup = n % ((PEOPLE + GROUPS) / GROUPS) === 0
    const body = isGroup
      ? { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: `Group ${n}` }
      : {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
          userName,
          emails: [{ value: userName, type: 'work', primary: true }],
          active: true,
        }
    for (;;) {
      const answer = await post(token, isGroup ? '/Groups' : '/Users', body)
      await answer.arrayBuffer()
      if (answer.status === 201) created += 1
      else if (answer.status !== 429) failed += 1
      if (answer.status !== 429) return
      // Retries after the time in Retry-After, as directories do.
      waited += 1
      await sleep(Number(answer.headers.get('retry-after')) * 1000)
    }
  }
  const readLoop = async () =>
    (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as { late: number; work: number }
  let at = 0
  // Excludes the warm-up, in which the process loads dictionaries and compiles code.
  while (at < WARM_UP) await send(tokens[at % TOKENS]!, (at += 1))
  ;[created, waited, failed] = [0, 0, 0]
  await readLoop()
  const cpu = cpuMs(pids())
  const start = performance.now()
  // Calls are spaced evenly, as by a directory that respects the limit. A late token catches up.
  const stepMs = 1000 / CALLS_A_SECOND
  const end = WARM_UP + PEOPLE + GROUPS
  await Promise.all(
    tokens.map(async (token, number) => {
      const open = new Set<Promise<void>>()
      for (let n = 0; at < end; n += 1) {
        const one = (at += 1)
        await sleep(Math.max(0, start + n * stepMs + (number * stepMs) / TOKENS - performance.now()))
        while (open.size >= MAX_OPEN) await Promise.race(open)
        const call = send(token, one).finally(() => open.delete(call))
        open.add(call)
      }
      await Promise.all(open)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const spent = (cpuMs(pids()) - cpu) / created
  const worst = await readLoop()
  report(
    `SCIM: ${created} made, ${waited} waited, ${failed} failed`,
    `${(created / seconds).toFixed(0)} calls/s`,
    '',
    undefined,
    'goal: 120 calls/s within the limits',
  )
  report(
    'CPU of a call, with the database',
    `${spent.toFixed(1)} ms`,
    '',
    undefined,
    '16.6 ms are 120 calls/s on 2 cores',
  )
  report(
    'event loop at work at a stretch, at worst',
    `${worst.work.toFixed(1)} ms`,
    `${worst.late.toFixed(1)} ms`,
    undefined,
    'goal: 20 ms; beside: with waiting for a processor',
  )
}
