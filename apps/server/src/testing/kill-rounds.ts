import { setTimeout as sleep } from 'node:timers/promises'
import type { KillField, KillServer } from './channel-kill.ts'
import type { Api } from './test-app.ts'

/**
 * Work that was in progress when its process was killed. `fault` describes what is wrong afterwards, or returns an
 * empty string.
 */
export interface StartedWork {
  name: string
  isOver(api: Api): Promise<boolean>
  fault(api: Api): Promise<string>
  /** Calls that were still in progress when the process was killed. */
  ended?: Promise<unknown>
}
interface KillPlan<T> {
  rounds: number
  patienceMs: number
  /** Runs once, in a new space. */
  prepare(api: Api, spaceId: string, url: string): Promise<T>
  begin(api: Api, round: { made: T; spaceId: string; n: number; url: string }): Promise<StartedWork[]>
}
const account = { email: 'kill@example.test', password: 'correct horse 7' }

/** Runs two processes and kills one in each round at a random moment. Afterwards all work has to be complete. */
export async function runKillRounds<T>(field: KillField, { rounds, patienceMs, prepare, begin }: KillPlan<T>) {
  let servers = [await field.start(), await field.start()] as [KillServer, KillServer]
  const first = field.client(servers[0].url)
  await first.passport.register(account)
  const spaceId = (await first.space.create({ name: 'Kills' })).id
  const made = await prepare(first, spaceId, servers[0].url)
  const signedIn = async (url: string) => {
    const api = field.client(url)
    await api.passport.login(account)
    return api
  }
  const works: StartedWork[] = []
  for (let n = 0; n < rounds; n += 1) {
    const [victim, other] = servers
    const begun = await begin(await signedIn(victim.url), { made, spaceId, n, url: victim.url })
    works.push(...begun)
    await sleep(Math.random() * 1500)
    await victim.kill()
    await Promise.all(begun.map(({ ended }) => ended))
    servers = [other, await field.start()]
  }
  const wrong = await faultsOf(works, await signedIn(servers[0].url), patienceMs)
  for (const server of servers) await server.kill()
  return { works: works.length, wrong }
}

async function faultsOf(works: readonly StartedWork[], api: Api, patienceMs: number): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, isOver, fault } of works) {
    const deadline = Date.now() + patienceMs
    while (!(await isOver(api)) && Date.now() < deadline) await sleep(300)
    const found = (await isOver(api)) ? await fault(api) : 'did not end'
    if (found) wrong.push(`${name}: ${found}`)
  }
  return wrong
}
