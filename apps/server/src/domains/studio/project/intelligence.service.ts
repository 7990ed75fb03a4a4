import type { AppKind, IntelligenceRepo, ListedApp } from './intelligence.repo.ts'
import type { ProjectPublishing } from './publish.service.ts'

export type { AppKind, ListedApp } from './intelligence.repo.ts'

/** Bots and projects in common lists. */
export function createIntelligences(repo: IntelligenceRepo, publishing: Pick<ProjectPublishing, 'served'>) {
  return {
    page: repo.page,
    one: repo.one,
    recent: repo.recent,
    oceans: repo.oceans,
    /** The channels that serve them, by resource. */
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
