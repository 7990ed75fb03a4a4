import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs } from './lib/processes.ts'
import { report } from './lib/report.ts'
import type { Studio } from './lib/studio.ts'

const SECONDS = 20
const TOKENS = 5
/** Of one token. */
const CALLS_A_SECOND = 25
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
  let [made, refused, at] = [0, 0, 0]
  const one = async (token: string) => {
    const n = (at += 1)
    const userName = `scim${n}@${DOMAIN}`
    const isGroup = n % 21 === 0
    const body = isGroup
      ? { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: `Group ${n}` }
      : {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
          userName,
          emails: [{ value: userName, type: 'work', primary: true }],
          active: true,
        }
    const answer = await post(token, isGroup ? '/Groups' : '/Users', body)
    await answer.arrayBuffer()
    if (answer.status === 201) made += 1
    else refused += 1
  }
  const late = async () =>
    (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as { late: number; work: number }
  await late()
  const cpu = cpuMs(pids())
  const start = performance.now()
  // Evenly, as a directory that keeps to the limit does; a little slower than the limit, whose windows begin with a call.
  const stepMs = 1000 / CALLS_A_SECOND + 1
  await Promise.all(
    tokens.map(async (token, number) => {
      const begun: Promise<void>[] = []
      for (let n = 0; n < SECONDS * CALLS_A_SECOND; n += 1) {
        await sleep(Math.max(0, start + n * stepMs + (number * stepMs) / TOKENS - performance.now()))
        begun.push(one(token))
      }
      await Promise.all(begun)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const spent = (cpuMs(pids()) - cpu) / (made + refused)
  const worst = await late()
  report(
    `SCIM: ${made} people and groups, ${refused} refused`,
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
