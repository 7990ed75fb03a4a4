import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contract, contract } from '@orrery/contract'
import { type Client, createClient, routeTable } from '@orrery/contract/client'
import { type App, type AppOptions, buildApp } from '#app.ts'
import type { Clock } from '#kit/clock.ts'
import { type Config, readConfig, rootDir } from '#kit/config.ts'
import { type Infra, openInfra } from '#kit/infra.ts'
import { createLog } from '#kit/log.ts'
import { createTestDatabase } from './test-database.ts'

export type Api = Client<Contract>
const routes = routeTable(contract)
/** Tests register thousands of people, so hashing their passwords has to be cheap. */
const appOptions: AppOptions = { checkOutput: true, passwordCost: { memoryCost: 64, timeCost: 1 } }

export interface Person {
  id: string
  email: string
  api: Api
  /** The session cookie, for requests without the client. */
  cookie(): string
}
export interface TestApp {
  app: App['app']
  direct: App['direct']
  services: App['services']
  infra: Infra
  clock: Clock & { advance(ms: number): void }
  logLines: string[]
  anonymous: Api
  /** A client that sends the given headers, e.g. with a token. */
  apiWith(headers: Record<string, string>): Api
  register(name?: string): Promise<Person>
  request(path: string, init?: RequestInit): Promise<Response>
  /** Starts jobs and schedules, which do not run in tests by default. */
  startJobs(): Promise<void>
  /** A second process on the same data: nothing else is shared with the first. */
  another(): Promise<App & { infra: Infra }>
}

export interface TestAppOptions {
  config?: Partial<Config>
  /**
   * URL with another account of the database server. The database is then empty, and owned and migrated by that
   * account.
   */
  account?: string
}
/** A complete app on a database of its own, called through HTTP requests. It is removed after the test file. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const cleanups: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-data-'))
  const url = await createTestDatabase({ account: options.account, close })
  const clock = movableClock()
  const logLines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => void logLines.push(line) } })
  // Providers of speech are tested without the built-in speech, which would be used when they fail.
  const settings = { DATA_DIR: dataDir, OFFLINE_SPEECH: 'off' }
  // Share the snapshot of Python's memory, which takes seconds to create.
  const cacheDir = path.join(rootDir, '.cache/sandbox')
  const config = { ...readConfig(settings, []), cacheDir, pythonSpares: 0, webDir: undefined, ...options.config }
  const infra = await openInfra(config, url, log, clock)
  cleanups.push(() => infra.close())
  const { app, direct, services, start } = buildApp(infra, appOptions)
  const request = async (target: string, init?: RequestInit) => app.request(target, withContentLength(init))
  const apiWith = (headers: Record<string, string>) =>
    createClient<Contract>(routes, (target, init) =>
      request(target, { ...init, headers: { ...(init.headers as object), ...headers } }),
    )
  const test: TestApp = {
    app,
    direct,
    services,
    infra,
    clock,
    logLines,
    request,
    apiWith,
    anonymous: apiWith({}),
    startJobs: start,
    async another() {
      const more = await openInfra(config, url, log, clock)
      cleanups.push(() => more.close())
      return { ...buildApp(more, appOptions), infra: more }
    },
    register: (input) => register(input ?? `user${(counter += 1)}`),
  }
  let counter = 0
  async function register(input: string): Promise<Person> {
    let cookie = ''
    const api = createClient<Contract>(routes, async (target, init) => {
      const response = await request(target, {
        ...init,
        headers: { ...(init.headers as object), ...(cookie && { cookie }) },
      })
      const set = response.headers.get('set-cookie')
      if (set) cookie = set.split(';')[0]!
      return response
    })
    const email = `${input}@example.test`
    const user = await api.passport.register({ email, password: testPassword })
    return { id: user.user_id_str, email, api, cookie: () => cookie }
  }
  return test
}
export const testPassword = 'correct horse 7'

/** Adds the content length, as clients on a network do. A body of unknown length is counted while it is read. */
function withContentLength(init?: RequestInit): RequestInit | undefined {
  if (typeof init?.body !== 'string' || init.headers instanceof Headers || Array.isArray(init.headers)) return init
  return { ...init, headers: { 'content-length': String(Buffer.byteLength(init.body)), ...init.headers } }
}

/** A clock that starts at the real time and can be advanced. */
function movableClock() {
  let offset = 0
  return { now: () => Date.now() + offset, advance: (ms: number) => void (offset += ms) }
}
