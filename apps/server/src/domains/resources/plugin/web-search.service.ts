import type { Egress } from '#kit/egress/egress.ts'
import { badInput } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { LiveSetting } from '#domains/ground/instance/shared/live-setting.ts'

/** The stored form: the key is sealed. */
export interface StoredSearch {
  kind: 'searxng' | 'brave'
  url: string
  sealedKey: string
  keyHint: string
}
export interface SearchChange {
  kind: 'none' | 'searxng' | 'brave'
  url: string
  /** undefined keeps the stored key. */
  key: string | undefined
}
export interface WebSearchDeps {
  stored: LiveSetting<StoredSearch | null>
  egress: Pick<Egress, 'checkUrl'>
  secrets: Secrets
  audit: AuditService
}
const BRAVE = 'https://api.search.brave.com/res/v1/web/search'
const hintOf = (key: string) => (key.length > 8 ? `••••${key.slice(-4)}` : key && '••••')

/** The web search provider that the instance owner has chosen. */
export function createWebSearch({ stored, egress, secrets, audit }: WebSearchDeps) {
  return {
    start: stored.load,
    get: stored.get,
    provider() {
      const found = stored.get()
      if (!found) return undefined
      return { kind: found.kind, url: found.url, key: found.sealedKey && secrets.open(found.sealedKey) }
    },
    async save({ kind, url: typed, key }: SearchChange, actorId: string) {
      const url = typed || (kind === 'brave' ? BRAVE : '')
      const before = stored.get()
      if (kind === 'none') await stored.set(null)
      else {
        if (!url) throw badInput('url', 'enter the URL of your SearXNG server', '请填写 SearXNG 服务地址')
        const { origin } = egress.checkUrl(url)
        const isSamePlace = before !== null && new URL(before.url).origin === origin
        if (key === undefined && before?.sealedKey && !isSamePlace)
          throw badInput(
            'api_key',
            'enter the key again: the saved one belongs to another host',
            '请重新填写密钥：已保存的密钥属于其他主机',
          )
        const kept = key === undefined && isSamePlace ? before : undefined
        const sealedKey = kept?.sealedKey ?? (key ? secrets.seal(key) : '')
        await stored.set({ kind, url, sealedKey, keyHint: kept?.keyHint ?? hintOf(key ?? '') })
      }
      await audit.record({ actorId, action: 'instance.web_search', target: kind, detail: { url } })
    },
  }
}
export type WebSearch = ReturnType<typeof createWebSearch>
