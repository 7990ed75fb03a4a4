import { type InterfaceDocument, isId } from '@orrery/contract'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { interfacePicture, interfaceRelease, type InterfaceRow, interfaceTable } from './interface.table.ts'
import { createSandboxRepo } from './sandbox.repo.ts'

const MOST_BOTS = 500

export function createInterfaceRepo(db: Db) {
  return {
    ...createSandboxRepo(db),
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async ofProject(projectId: string, tx: Tx = db): Promise<InterfaceRow | undefined> {
      return (await tx.select().from(interfaceTable).where(eq(interfaceTable.projectId, projectId)))[0]
    },
    async byId(id: string): Promise<InterfaceRow | undefined> {
      return (await db.select().from(interfaceTable).where(eq(interfaceTable.id, id)))[0]
    },
    /** Returns the existing row if another process inserted one first. */
    async insert(row: InterfaceRow, tx: Tx): Promise<InterfaceRow> {
      await tx.insert(interfaceTable).values(row).onConflictDoNothing({ target: interfaceTable.projectId })
      return (await tx.select().from(interfaceTable).where(eq(interfaceTable.projectId, row.projectId)))[0]!
    },
    /**
     * Stores a release, with a lock on the packages it uses. If some of them were deleted, returns their names and
     * stores nothing.
     */
    async keepRelease(
      versionId: string,
      parts: { channel: number; document: InterfaceDocument }[],
      bot: { id: string; version: string } | undefined,
    ): Promise<string[]> {
      const used = new Map(
        parts.flatMap(({ document }) => Object.entries(document.packages ?? {}).map(([name, { id }]) => [id, name])),
      )
      return db.transaction(async (tx) => {
        const ids = [...used.keys()].filter(isId)
        const { rows } = ids.length
          ? await tx.execute<{ id: string }>(
              sql`SELECT id FROM component_package WHERE id = ANY(${sql.param(ids)}::bigint[]) ORDER BY id FOR SHARE`,
            )
          : { rows: [] }
        const there = new Set(rows.map(({ id }) => id))
        const gone = [...used].flatMap(([id, name]) => (there.has(id) ? [] : [name]))
        if (gone.length > 0) return gone
        for (const { channel, document } of parts) {
          const kept = { document, botId: bot?.id ?? null, botVersion: bot?.version ?? null }
          await tx
            .insert(interfaceRelease)
            .values({ versionId, channel, ...kept })
            .onConflictDoUpdate({ target: [interfaceRelease.versionId, interfaceRelease.channel], set: kept })
        }
        return []
      })
    },
    /** Published bots in the space of a project. */
    async publishedBots(projectId: string): Promise<{ id: string; name: string }[]> {
      const project = alias(resource, 'project')
      return db
        .select({ id: resource.id, name: resource.name })
        .from(resource)
        .innerJoin(project, eq(project.spaceId, resource.spaceId))
        .where(and(eq(project.id, projectId), eq(resource.kind, 'bot'), isNotNull(resource.publishedAt)))
        .orderBy(asc(resource.name), asc(resource.id))
        .limit(MOST_BOTS)
    },
    keepPicture: async (versionId: string, channel: number, blobKey: string) =>
      void (await db
        .insert(interfacePicture)
        .values({ versionId, channel, blobKey })
        .onConflictDoUpdate({ target: [interfacePicture.versionId, interfacePicture.channel], set: { blobKey } })),
    async keptPicture(versionId: string, channel: number): Promise<string | undefined> {
      const where = and(eq(interfacePicture.versionId, versionId), eq(interfacePicture.channel, channel))
      return (await db.select().from(interfacePicture).where(where))[0]?.blobKey
    },
    releases: (versionId: string) =>
      db
        .select()
        .from(interfaceRelease)
        .where(eq(interfaceRelease.versionId, versionId))
        .orderBy(asc(interfaceRelease.channel)),
  }
}
export type InterfaceRepo = ReturnType<typeof createInterfaceRepo>
