import type { BotRepo } from './bot.repo.ts'
import type { RuleRepo } from './rule/rule.repo.ts'

/** Queries for lists of version rules. */
export function createVersionReads({ repo, rules }: { repo: BotRepo; rules: RuleRepo }) {
  return {
    async rules(botId: string, type: number, version: string, page: number, size: number) {
      const isVersion = version === '' || /^\d{1,18}$/.test(version)
      const { rows, total } = isVersion ? await rules.page(botId, type, version, page, size) : { rows: [], total: 0 }
      const states = await repo.keptMany([...new Set(rows.map((row) => row.historyId))])
      return { rows, total, histories: new Map(states.map((state) => [state.id, state])) }
    },
    latest: rules.latest,
    versionName: async (botId: string, version: string) =>
      (await repo.publicationAt(botId, version))?.versionName ?? '',
  }
}
export type VersionReads = ReturnType<typeof createVersionReads>
