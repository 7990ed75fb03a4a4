import type { Bus } from '#kit/bus.ts'
import { readAllowEntry } from '#kit/egress/allow-list.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { badInput } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SettingsService } from './settings.service.ts'
import { createLiveSetting } from './shared/live-setting.ts'

export interface NetworkDeps {
  settings: SettingsService
  audit: AuditService
  egress: Pick<Egress, 'allowMore' | 'fetch'>
  bus: Bus
  log: Log
  /** From EGRESS_ALLOW: always allowed, whatever is chosen here. */
  fixed: readonly string[]
}

const TRY_MS = 10_000

/** Private hosts that the instance owner allows for outgoing requests. Changes apply in every process at once. */
export function createNetworkService({ audit, egress, fixed, ...deps }: NetworkDeps) {
  const chosen = createLiveSetting<string[]>(deps, 'network-allow', [], egress.allowMore)
  return {
    start: chosen.load,
    get: () => ({ allow: chosen.get(), fixed }),
    /** Sends a test request under the same egress rules, and with the same errors, as all other requests. */
    async try(url: string): Promise<number> {
      const answer = await egress.fetch(url, { method: 'HEAD', redirect: 'manual', timeoutMs: TRY_MS })
      answer.body.resume()
      return answer.status
    },
    async save(entries: readonly string[], actorId: string) {
      const allow = entries.map((entry) => {
        const read = readAllowEntry(entry.trim())
        if (read === undefined)
          throw badInput(
            'allow',
            `“${entry}” must be a host or host:port, such as 127.0.0.1:11434`,
            `“${entry}”须为主机或“主机:端口”，例如 127.0.0.1:11434`,
          )
        return read
      })
      const before = chosen.get()
      const next = [...new Set(allow)]
      await chosen.set(next)
      const detail = {
        added: next.filter((entry) => !before.includes(entry)),
        removed: before.filter((entry) => !next.includes(entry)),
      }
      await audit.record({ actorId, action: 'instance.network', target: 'network-allow', detail })
    },
  }
}
export type NetworkService = ReturnType<typeof createNetworkService>
