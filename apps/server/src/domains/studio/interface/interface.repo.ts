import { type InterfaceDocument, isId } from '@orrery/contract'
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import {
  type EditRow,
  interfaceEdit,
  interfacePicture,
  interfaceRelease,
  type InterfaceRow,
  interfaceSandbox,
  interfaceTable,
  type SandboxRow,
} from './interface.table.ts'

/** Saves of which an editor that was away can still be told one by one. */
const KEPT_EDITS = 1000
const SWEPT = 50
const MOST_BOTS = 500

export function createInterfaceRepo(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async ofProject(projectId: string, tx: Tx = db): Promise<InterfaceRow | undefined> {
      return (await tx.select().from(interfaceTable).where(eq(interfaceTable.projectId, projectId)))[0]
    },
    async byId(id: string): Promise<InterfaceRow | undefined> {
      return (await db.select().from(interfaceTable).where(eq(interfaceTable.id, id)))[0]
    },
    /** The one that is there, if another was quicker. */
    async insert(row: InterfaceRow, tx: Tx): Promise<InterfaceRow> {
      await tx.insert(interfaceTable).values(row).onConflictDoNothing({ target: interfaceTable.projectId })
      return (await tx.select().from(interfaceTable).where(eq(interfaceTable.projectId, row.projectId)))[0]!
    },
    sandboxes: (interfaceId: string, tx: Tx = db): Promise<SandboxRow[]> =>
      tx
        .select()
        .from(interfaceSandbox)
        .where(eq(interfaceSandbox.interfaceId, interfaceId))
        .orderBy(asc(interfaceSandbox.channel)),
    insertSandbox: async (row: SandboxRow, tx: Tx) =>
      void (await tx
        .insert(interfaceSandbox)
        .values(row)
        .onConflictDoNothing({ target: [interfaceSandbox.interfaceId, interfaceSandbox.channel] })),
    async sandbox(id: string, tx: Tx = db): Promise<SandboxRow | undefined> {
      return (await tx.select().from(interfaceSandbox).where(eq(interfaceSandbox.id, id)))[0]
    },
    async lock(id: string, tx: Tx): Promise<SandboxRow | undefined> {
      return (await tx.select().from(interfaceSandbox).where(eq(interfaceSandbox.id, id)).for('update'))[0]
    },
    /** The same without what is drawn, which is large and mostly known already. */
    async lockHead(id: string, tx: Tx): Promise<Omit<SandboxRow, 'document'> | undefined> {
      const { document: _, ...columns } = getTableColumns(interfaceSandbox)
      return (await tx.select(columns).from(interfaceSandbox).where(eq(interfaceSandbox.id, id)).for('update'))[0]
    },
    save: async (id: string, change: Partial<SandboxRow>, tx: Tx) =>
      void (await tx.update(interfaceSandbox).set(change).where(eq(interfaceSandbox.id, id))),
    async projectOf(sandboxId: string): Promise<string | undefined> {
      const [row] = await db
        .select({ projectId: interfaceTable.projectId })
        .from(interfaceSandbox)
        .innerJoin(interfaceTable, eq(interfaceTable.id, interfaceSandbox.interfaceId))
        .where(eq(interfaceSandbox.id, sandboxId))
      return row?.projectId
    },
    async addEdits(sandboxId: string, rows: EditRow[], tx: Tx): Promise<void> {
      await tx.insert(interfaceEdit).values(rows)
      const last = rows.at(-1)!.seq
      // Old ones go by the dozen.
      if (Math.floor(last / SWEPT) === Math.floor((last - rows.length) / SWEPT)) return
      await tx
        .delete(interfaceEdit)
        .where(and(eq(interfaceEdit.sandboxId, sandboxId), lte(interfaceEdit.seq, last - KEPT_EDITS)))
    },
    /** Saves that were taken already. */
    async batchesAmong(sandboxId: string, batches: string[], tx: Tx): Promise<Set<string>> {
      const wanted = batches.filter(Boolean)
      if (wanted.length === 0) return new Set()
      const rows = await tx
        .select({ batch: interfaceEdit.batch })
        .from(interfaceEdit)
        .where(and(eq(interfaceEdit.sandboxId, sandboxId), inArray(interfaceEdit.batch, wanted)))
      return new Set(rows.map(({ batch }) => batch))
    },
    editsAfter: (sandboxId: string, seq: number, tx: Tx = db): Promise<EditRow[]> =>
      tx
        .select()
        .from(interfaceEdit)
        .where(and(eq(interfaceEdit.sandboxId, sandboxId), gt(interfaceEdit.seq, seq)))
        .orderBy(asc(interfaceEdit.seq)),
    /** Packages that it uses cannot go meanwhile: the names of those that are gone already, and then nothing is kept. */
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
    /** Bots of the space of a project that are published somewhere. */
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
