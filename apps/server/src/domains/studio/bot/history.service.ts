import { HistoryType } from '@orrery/contract'
import { botErrors } from './bot.errors.ts'
import type { BotRepo, FoundBot, StoredState } from './bot.repo.ts'
import { type BotService, contentOf } from './bot.service.ts'
import type { HistoryRow } from './bot.table.ts'
import { hashOf, readContent } from './draft.ts'

const kindsOf: Record<number, number[]> = {
  0: [HistoryType.save, HistoryType.publish, HistoryType.commit],
  [HistoryType.save]: [HistoryType.save],
  [HistoryType.publish]: [HistoryType.publish],
  [HistoryType.commit]: [HistoryType.commit],
  [HistoryType.commitAndPublish]: [HistoryType.commit, HistoryType.publish],
}

/** Compares by content, since hashes from an earlier shape of bots cannot be compared with current ones. */
const hasSameContent = (found: FoundBot, kept: HistoryRow) => hashOf(contentOf(found)) === hashOf(readContent(kept))

/**
 * Saved states of drafts, stored as long as the bot. Autosave does not flood the list: a state becomes an entry only
 * after a pause of five minutes, or when another user saves.
 */
export function createHistoryService({ bots, repo }: { bots: BotService; repo: BotRepo }) {
  return {
    list: (botId: string, type: number, connectorId: string, page: number, size: number) =>
      repo.historyPage(botId, kindsOf[type] ?? [], connectorId, page, size),
    async at(botId: string, version: string): Promise<HistoryRow> {
      const row = /^\d{1,18}$/.test(version) ? await repo.historyAt(botId, version) : undefined
      if (!row) throw botErrors.noSuchVersion()
      return row
    },
    /** Saves an old state as a new version. The replaced state is stored first, so that reverting can be reverted. */
    async revert(botId: string, userId: string, version: string) {
      const row = await this.at(botId, version)
      return bots.change(botId, userId, undefined, () => readContent(row), { force: true })
    },
    /** The newest commit and its author. */
    lastCommit: (botId: string) => repo.newest(botId, HistoryType.commit),
    lastPublication: (botId: string) => repo.newest(botId, HistoryType.publish),
    /** The publication that is served at present. */
    online: (botId: string) => repo.online(botId),
    async isSame(found: FoundBot, state: StoredState): Promise<boolean> {
      if (state.hash === found.bot.hash) return true
      const kept = await repo.kept(state.id)
      return kept !== undefined && hasSameContent(found, kept)
    },
    /** The ids of those bots whose shared draft differs from the publication that is served. */
    async changedAmong(ids: string[]): Promise<string[]> {
      const found = await repo.withServed(ids)
      return found.filter((one) => !one.served || !hasSameContent(one, one.served)).map(({ bot }) => bot.id)
    },
  }
}
export type HistoryService = ReturnType<typeof createHistoryService>
