import type { HistoryService } from '#domains/studio/bot/history.service.ts'
import type { AppKind, IntelligenceRepo, ListedApp } from './intelligence.repo.ts'
import type { ProjectChanges } from './project-changes.service.ts'
import type { ProjectPublishing } from './publish.service.ts'

export type { AppKind, ListedApp } from './intelligence.repo.ts'

/** Lists that contain both bots and projects. */
export function createIntelligences(
  repo: IntelligenceRepo,
  publishing: Pick<ProjectPublishing, 'served'>,
  changes: Pick<ProjectChanges, 'changed'>,
  history: Pick<HistoryService, 'changedAmong'>,
) {
  return {
    page: repo.page,
    one: repo.one,
    recent: repo.recent,
    oceans: repo.oceans,
    /** Ids of resources that are published and have unpublished changes. */
    async changedOf(rows: ListedApp[], userId: string): Promise<ReadonlySet<string>> {
      const published = rows.filter((row) => row.head.publishedAt !== null)
      const projects = published.filter((row) => row.head.kind === 'project')
      const found = await changes.changed(
        projects.map((row) => ({ id: row.head.id, editedAt: Number(row.editedAt) })),
        userId,
      )
      const bots = published.filter((row) => row.head.kind === 'bot' && row.hasOtherHash)
      return new Set([...found, ...(await history.changedAmong(bots.map((row) => row.head.id)))])
    },
    /** The channels that serve each resource. */
    async channelsOf(rows: ListedApp[]): Promise<Map<string, string[]>> {
      const ids = (kind: AppKind) => rows.filter((row) => row.head.kind === kind).map((row) => row.head.id)
      const [found, served] = await Promise.all([repo.botChannels(ids('bot')), publishing.served(ids('project'))])
      for (const { connector } of served)
        found.set(connector.projectId, [...(found.get(connector.projectId) ?? []), connector.connectorId])
      return found
    },
  }
}
export type Intelligences = ReturnType<typeof createIntelligences>
