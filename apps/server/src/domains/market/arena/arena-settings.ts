import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SettingsService } from '#domains/ground/instance/settings.service.ts'

export interface ArenaSettings {
  votes_for_board: number
  counts_both_bad: boolean
  levels_pace: boolean
  battles_a_day: number
  cost_a_day: number
  seconds_to_read: number
  judge_model_id: string
}
const defaults: ArenaSettings = {
  votes_for_board: 0,
  counts_both_bad: true,
  levels_pace: true,
  battles_a_day: 60,
  cost_a_day: 0,
  seconds_to_read: 3,
  judge_model_id: '',
}
const KEY = 'arena'

export function createArenaSettings({ settings, audit }: { settings: SettingsService; audit: AuditService }) {
  const get = async (): Promise<ArenaSettings> => ({
    ...defaults,
    ...(await settings.get<Partial<ArenaSettings>>(KEY)),
  })
  return {
    get,
    async save(change: Partial<ArenaSettings>, actorId: string): Promise<ArenaSettings> {
      const next = { ...(await get()), ...change }
      await settings.set(KEY, next)
      await audit.record({ actorId, action: 'instance.setting', target: KEY, detail: { ...change } })
      return next
    },
  }
}
export type ArenaSettingsStore = ReturnType<typeof createArenaSettings>
