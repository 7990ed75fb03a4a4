import { inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { Channel, ResourceUse } from '#domains/ground/resource/shared/resource-use.ts'
import { projectConnectors } from './project-connectors.ts'
import { projectConnector } from './project.table.ts'

const channelOf = (id: string): Channel => {
  const found = projectConnectors.find((connector) => connector.id === id)
  return { id, en: found?.en.name ?? id, zh: found?.zh.name ?? id }
}

/** What projects use: the resources inside them. */
export function createProjectUses(db: Db) {
  async function channels(ids: string[]): Promise<Map<string, Channel[]>> {
    if (!ids.length) return new Map()
    const rows = await db.select().from(projectConnector).where(inArray(projectConnector.projectId, ids))
    const byProject = Map.groupBy(rows, (row) => row.projectId)
    return new Map([...byProject].map(([id, list]) => [id, list.map((row) => channelOf(row.connectorId))]))
  }
  return {
    channels,
    async uses(ids: string[]): Promise<ResourceUse[]> {
      const inside = await db
        .select({ id: resource.id, projectId: resource.projectId })
        .from(resource)
        .where(inArray(resource.id, ids))
      const placed = inside.flatMap(({ id, projectId }) => (projectId ? [{ id, projectId }] : []))
      const online = await channels([...new Set(placed.map((row) => row.projectId))])
      return placed.map(({ id, projectId }) => ({
        usedId: id,
        userId: projectId,
        inDraft: true,
        inPublished: online.has(projectId),
      }))
    },
  }
}
