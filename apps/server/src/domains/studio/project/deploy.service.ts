import { ProjectHistoryType, PublishRecordStatus } from '@orrery/contract'
import { and, count, desc, eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { projectConnector, projectVersion } from './project.table.ts'

/** The published versions of a project, with the number of channels that serve each. */
export function createDeployments(db: Db) {
  return {
    async page(projectId: string, page: number, size: number) {
      const done = and(
        eq(projectVersion.projectId, projectId),
        eq(projectVersion.kind, ProjectHistoryType.publish),
        eq(projectVersion.status, PublishRecordStatus.publishDone),
      )
      const rows = await db
        .select({
          id: projectVersion.id,
          version: projectVersion.version,
          createdBy: projectVersion.createdBy,
          createdAt: projectVersion.createdAt,
          name: resource.name,
        })
        .from(projectVersion)
        .innerJoin(resource, eq(resource.id, projectVersion.projectId))
        .where(done)
        .orderBy(desc(projectVersion.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(projectVersion).where(done)
      const channels = await db.select().from(projectConnector).where(eq(projectConnector.projectId, projectId))
      const serving = (id: string) => channels.filter((channel) => channel.versionId === id).length
      return {
        rows: rows.map((row) => ({ ...row, serves: serving(row.id) })),
        total: total!.n,
        channels: channels.length,
      }
    },
  }
}
export type Deployments = ReturnType<typeof createDeployments>
