import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs } from './lib/processes.ts'
import { report } from './lib/report.ts'
import type { Studio } from './lib/studio.ts'

const PEOPLE = 10_000
const GROUPS = 500
const TOKENS = 5
/** Of one token. */
const CALLS_A_SECOND = 25
const WARM_UP = 200
/** Calls of one token that wait for their answers; a directory sends no more until one of them is back. */
const MAX_OPEN = 10
const DOMAIN = 'bench.test'

/** People and groups come from a directory, as fast as the limits of its tokens allow, while somebody else works. */
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
  let [made, waited, failed] = [0, 0, 0]
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
      if (answer.status === 201) made += 1
      else if (answer.status !== 429) failed += 1
      if (answer.status !== 429) return
      // As directories do: what was refused comes again after the time that the answer names.
      waited += 1
      await sleep(Number(answer.headers.get('retry-after')) * 1000)
    }
  }
  const late = async () =>
    (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as { late: number; work: number }
  let at = 0
  // A process that has just started reads dictionaries and compiles; that is not what is measured.
  while (at < WARM_UP) await send(tokens[at % TOKENS]!, (at += 1))
  ;[made, waited, failed] = [0, 0, 0]
  await late()
  const cpu = cpuMs(pids())
  const start = performance.now()
  // Evenly, as a directory that keeps to the limit does. Who is late catches up.
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
  const spent = (cpuMs(pids()) - cpu) / made
  const worst = await late()
  report(
    `SCIM: ${made} made, ${waited} waited, ${failed} failed`,
    `${(made / seconds).toFixed(0)} calls/s`,
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
