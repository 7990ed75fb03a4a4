import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SettingsService } from '#domains/ground/instance/settings.service.ts'

/** Limits of one bot turn. */
export interface TurnLimits {
  firstChunkMs: number
  turnMs: number
  steps: number
  tokens: number
  offlineModel: boolean
}
const defaults: TurnLimits = { firstChunkMs: 120_000, turnMs: 600_000, steps: 20, tokens: 200_000, offlineModel: true }
const KEY = 'turn-limits'

export function createModelLimits({ settings, audit }: { settings: SettingsService; audit: AuditService }) {
  const get = async (): Promise<TurnLimits> => ({ ...defaults, ...(await settings.get<Partial<TurnLimits>>(KEY)) })
  return {
    get: () => get(),
    async save(change: Partial<TurnLimits>, actorId: string) {
      await settings.set(KEY, { ...(await get()), ...change })
      await audit.record({ actorId, action: 'instance.setting', target: KEY, detail: { ...change } })
    },
  }
}
export type ModelLimits = ReturnType<typeof createModelLimits>
