import { type contract, ProjectHistoryType, PublishRecordStatus } from '@orrery/contract'
import { and, count, desc, eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { Handlers } from '#kit/http/context.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { projectConnector, projectVersion } from './project.table.ts'

const DeployType = { part: 1, whole: 2 } as const

export function deployRoutes(db: Db): Handlers<typeof contract.oceanDeploy> {
  return {
    list: async ({ projectId, page, pageSize }) => {
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
        .limit(pageSize)
        .offset((page - 1) * pageSize)
      const [total] = await db.select({ n: count() }).from(projectVersion).where(done)
      const channels = await db.select().from(projectConnector).where(eq(projectConnector.projectId, projectId))
      const serving = (id: string) => channels.filter((channel) => channel.versionId === id).length
      return {
        list: rows.map((row) => ({
          deployId: row.id,
          pkgName: row.name,
          version: row.version,
          uid: row.createdBy,
          createTime: row.createdAt,
          deployType: serving(row.id) > 0 && serving(row.id) < channels.length ? DeployType.part : DeployType.whole,
        })),
        total: total!.n,
        message: '',
      }
    },
  }
}
