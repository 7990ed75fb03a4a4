import type { Egress } from '#kit/egress/egress.ts'
import type { Log } from '#kit/log.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SettingsService } from '#domains/ground/instance/settings.service.ts'

const KEY = 'content_check'
const HOOK_TIMEOUT_MS = 5000

export interface ContentRules {
  words: string[]
  hookUrl: string
  strict: boolean
}
const none: ContentRules = { words: [], hookUrl: '', strict: false }

export interface ContentCheckDeps {
  settings: SettingsService
  egress: Egress
  audit: AuditService
  log: Log
}

/** Content rules of the instance owner: a word list, and a hook for the rest. */
export function createContentCheck({ settings, egress, audit, log }: ContentCheckDeps) {
  const rules = async (): Promise<ContentRules> => ({ ...none, ...(await settings.get<Partial<ContentRules>>(KEY)) })
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
      const value = { ...(await rules()), ...change }
      await settings.set(KEY, value)
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
