import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Log } from '#kit/log.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { instanceSetting } from '#domains/ground/instance/instance.table.ts'

const KEY = 'content_check'
const HOOK_TIMEOUT_MS = 5000

export interface ContentRules {
  words: string[]
  hookUrl: string
  strict: boolean
}
const none: ContentRules = { words: [], hookUrl: '', strict: false }

export interface ContentCheckDeps {
  db: Db
  bus: Bus
  egress: Egress
  audit: AuditService
  clock: Clock
  log: Log
}

/** Whether the instance's owner allows a text: a list of words, and a hook for whatever needs more thought. */
export function createContentCheck({ db, bus, egress, audit, clock, log }: ContentCheckDeps) {
  async function load(): Promise<ContentRules> {
    const [row] = await db.select().from(instanceSetting).where(eq(instanceSetting.key, KEY))
    return { ...none, ...(row?.value as Partial<ContentRules> | undefined) }
  }
  const cache = createCache({ bus, clearOn: ['instance'], limit: 1, load })
  const rules = () => cache.get()
  async function askHook({ hookUrl, strict }: ContentRules, texts: string[]): Promise<string | undefined> {
    try {
      const answer = await egress.fetch(hookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ texts }),
        timeoutMs: HOOK_TIMEOUT_MS,
        maxBytes: 64 * 1024,
        redirect: 'error',
      })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const { pass, message } = (await answer.json()) as { pass?: unknown; message?: unknown }
      if (pass === true) return undefined
      return typeof message === 'string' && message ? message.slice(0, 500) : 'The content check refused this text'
    } catch (cause) {
      log.warn({ err: cause }, 'content check hook failed')
      return strict ? 'The content check did not answer. Try again later' : undefined
    }
  }

  return {
    rules,
    /** The reason to refuse the texts, if there is one. */
    async check(texts: string[]): Promise<string | undefined> {
      if (!texts.length) return undefined
      const current = await rules()
      const all = texts.join('\n').normalize('NFKC').toLowerCase()
      const word = current.words.find((word) => all.includes(word.normalize('NFKC').toLowerCase()))
      if (word !== undefined) return `“${word}” may not be used here / 不允许使用“${word}”`
      return current.hookUrl ? askHook(current, texts) : undefined
    },
    async save(change: Partial<ContentRules>, actorId: string) {
      if (change.hookUrl) egress.checkUrl(change.hookUrl)
      const value = { ...(await load()), ...change }
      const row = { key: KEY, value, updatedAt: clock.now() }
      await db.insert(instanceSetting).values(row).onConflictDoUpdate({ target: instanceSetting.key, set: row })
      await bus.publish('instance', KEY)
      await audit.record({
        actorId,
        action: 'instance.setting',
        target: KEY,
        detail: { words: value.words.length, hook: value.hookUrl },
      })
    },
  }
}
export type ContentCheck = ReturnType<typeof createContentCheck>
