import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { createTestDatabase } from '../../apps/server/src/testing/test-database.ts'
import { closeContexts, openBrowser } from './browser.ts'
import { openPerson } from './person.ts'

const root = path.resolve(import.meta.dirname, '../..')
export type Language = 'en' | 'zh-CN'
export interface Studio {
  url: string
  browser: Browser
  /** Opens a new browser context in a language for a new person. `noComplaints` fails if its page logged errors. */
  person(language: Language, options?: { width?: number; height?: number; dark?: boolean }): Promise<Person>
  restart(signal?: NodeJS.Signals): Promise<void>
}
export interface Person {
  page: Page
  context: BrowserContext
  complaints: string[]
}

/** Starts the built server as a separate process on a new database, and a real Chromium. Once per test file. */
export function openStudio(env: Record<string, string> = {}): Studio {
  const studio = {} as Studio
  const cleanups: (() => Promise<unknown> | void)[] = []
  const close = async () => {
    for (const cleanup of cleanups) await cleanup()
  }
  beforeAll(async () => {
    const databaseUrl = await createTestDatabase({ close })
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-e2e-'))
    chmodSync(dataDir, 0o755)
    const port = await freePort()
    const start = () =>
      spawn(process.execPath, [path.join(root, 'apps/server/dist/main.js')], {
        env: {
          ...process.env,
          // Tests that need built-in speech enable it.
          OFFLINE_SPEECH: 'off',
          NODE_OPTIONS: '',
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          LOG_LEVEL: 'warn',
          ...env,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    let server = start()
    studio.url = `http://127.0.0.1:${port}`
    await untilReady(studio.url)
    studio.browser = await openBrowser()
    studio.restart = async (signal = 'SIGTERM') => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill(signal)
      await ended
      server = start()
      await untilReady(studio.url)
    }
    studio.person = (language, options) => openPerson(studio, language, options)
    cleanups.push(
      () => closeContexts(studio.browser),
      () =>
        new Promise((resolve) => {
          server.once('exit', resolve)
          server.kill('SIGTERM')
        }),
      () => rmSync(dataDir, { recursive: true, force: true }),
    )
  })
  return studio
}

export const noComplaints = (...people: Person[]) => expect(people.flatMap((person) => person.complaints)).toEqual([])

async function untilReady(url: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (
      await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('The server did not get ready')
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
