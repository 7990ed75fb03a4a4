import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, startOrrery } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

/** kill -9 during writes, half of the time of the database too: no acknowledged write is lost, every start works. */
export async function benchDurability(kills = 20) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-kill-'))
  // The user that runs the database must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  let server = await startOrrery(dataDir, 8935)
  const cookie = await register(server)
  const acknowledged: string[] = []
  const starts: number[] = []
  for (let n = 0; n < kills; n += 1) {
    const stop = new AbortController()
    const writing = Promise.all(
      Array.from({ length: 4 }, (_, writer) => write(server, cookie, `${n}-${writer}`, acknowledged, stop.signal)),
    )
    await sleep(200 + Math.random() * 600)
    if (n % 2 === 1)
      process.kill(
        Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      )
    server.child.kill('SIGKILL')
    stop.abort()
    await writing
    const before = performance.now()
    server = await startOrrery(dataDir, 8935)
    starts.push(performance.now() - before)
  }
  const present = new Set(await names(server, cookie))
  const lost = acknowledged.filter((name) => !present.has(name))
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  report(
    `kill -9, ${kills} times, ${kills / 2} with the database`,
    `${lost.length} lost`,
    `${acknowledged.length} written`,
    undefined,
    'goal: 0 lost, every start succeeds',
  )
  report(
    'start after a kill',
    `${median(starts).toFixed(0)} ms`,
    `worst ${Math.max(...starts).toFixed(0)}`,
    undefined,
    '',
  )
  if (lost.length) throw new Error(`Lost after it had been acknowledged: ${lost.slice(0, 5).join(', ')}`)
}

const headers = (cookie: string) => ({
  'content-type': 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  cookie,
})
async function register({ url }: Running): Promise<string> {
  const response = await fetch(`${url}/api/passport/web/email/register/v2/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'kill@example.test', password: 'correct horse 7' }),
  })
  return response.headers.get('set-cookie')!.split(';')[0]!
}
/** Saves a setting repeatedly. Each saved email domain is unique, so that it identifies the write. */
async function write({ url }: Running, cookie: string, prefix: string, acknowledged: string[], signal: AbortSignal) {
  for (let n = 0; n < 400 && !signal.aborted; n += 1) {
    const name = `${prefix}-${n}`
    const done = await fetch(`${url}/api/instance/settings`, {
      method: 'POST',
      headers: headers(cookie),
      body: JSON.stringify({ email_domains: [`${name}.test`] }),
    }).then(
      (response) => response.ok,
      () => false,
    )
    if (done) acknowledged.push(name)
  }
}
/** Reads the acknowledged writes from the audit log, whose entries cannot be changed or removed. */
async function names({ url }: Running, cookie: string): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/api/instance/audit`, {
      method: 'POST',
      headers: headers(cookie),
      body: JSON.stringify({ page, size: 200 }),
    })
    const { data } = (await response.json()) as {
      data: { events: { detail: { value?: { emailDomains?: string[] } } }[]; has_more: boolean }
    }
    const domains = data.events.flatMap((event) => event.detail.value?.emailDomains ?? [])
    found.push(...domains.map((domain) => domain.replace(/\.test$/, '')))
    if (!data.has_more) return found
  }
}
