import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { ItemSource } from '@orrery/contract/shared/dataset-enums'
import type { Field } from '../dataset-content.ts'
import { dataset, datasetItem, datasetSchema, datasetVersion } from '../dataset.table.ts'
import { bytesOf } from '../item-check.ts'
import { hashOf } from '../revisions.ts'
import type { CarriedDataset, CarriedItem } from './carried-dataset.ts'

const AT_ONCE = 500
const isIn = ({ from, until }: CarriedItem, vn: number) => from <= vn && (until === undefined || until > vn)

/** Reads and writes all states of a dataset at once. */
export function createCarriedRepo({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  return {
    async sizeOf(id: string): Promise<{ rows: number; bytes: number }> {
      const { rows } = await db.execute<{ rows: number; bytes: number }>(sql`
        SELECT count(*)::int AS rows, coalesce(sum(bytes), 0)::float8 AS bytes FROM dataset_item
        WHERE dataset_id = ${id} AND add_vn IS NOT NULL`)
      return rows[0]!
    },
    async versions(id: string) {
      const rows = await db
        .select({ version: datasetVersion.version, note: datasetVersion.note, fields: datasetSchema.fields })
        .from(datasetVersion)
        .innerJoin(datasetSchema, eq(datasetSchema.id, datasetVersion.schemaId))
        .where(eq(datasetVersion.datasetId, id))
        .orderBy(asc(datasetVersion.vn))
      return rows
    },
    async items(id: string): Promise<CarriedItem[]> {
      const rows = await db
        .select()
        .from(datasetItem)
        .where(and(eq(datasetItem.datasetId, id), isNotNull(datasetItem.addVn)))
        .orderBy(asc(datasetItem.pos), asc(datasetItem.itemId), asc(datasetItem.addVn))
      return rows.map(({ itemId, itemKey, pos, tags, addVn, delVn, turns }) => ({
        id: itemId,
        key: itemKey,
        pos,
        tags,
        from: addVn!,
        ...(delVn !== null && { until: delVn }),
        turns,
      }))
    },
    /** Fills a newly created dataset, in the transaction that created it. */
    async fill(id: string, userId: string, { fields, versions, items }: CarriedDataset, tx: Tx): Promise<void> {
      const now = clock.now()
      const by = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
      const [made] = await tx.select({ schemaId: dataset.schemaId }).from(dataset).where(eq(dataset.id, id))
      await tx.update(datasetSchema).set({ fields }).where(eq(datasetSchema.id, made!.schemaId))
      // Versions with the same fields share one schema, as they do after edits.
      const schemas = new Map<string, string>([[JSON.stringify(fields), made!.schemaId]])
      async function schemaOf(of: Field[]): Promise<string> {
        const text = JSON.stringify(of)
        const schemaId = schemas.get(text) ?? newId()
        if (!schemas.has(text))
          await tx
            .insert(datasetSchema)
            .values({ id: schemaId, datasetId: id, fields: of, editedBy: userId, createdAt: now, updatedAt: now })
        schemas.set(text, schemaId)
        await tx.update(datasetSchema).set({ isImmutable: true }).where(eq(datasetSchema.id, schemaId))
        return schemaId
      }
      for (const [at, { version, note, fields: of }] of versions.entries()) {
        const vn = at + 1
        const itemCount = items.filter((item) => isIn(item, vn)).length
        const schemaId = await schemaOf(of)
        await tx
          .insert(datasetVersion)
          .values({ id: newId(), datasetId: id, version, vn, schemaId, itemCount, note, ...by })
      }
      const itemIds = new Map<string, string>()
      for (const item of items) if (!itemIds.has(item.id)) itemIds.set(item.id, newId())
      for (let at = 0; at < items.length; at += AT_ONCE)
        await tx.insert(datasetItem).values(
          items.slice(at, at + AT_ONCE).map(({ id: itemId, key, pos, tags, from, until, turns }) => ({
            id: newId(),
            datasetId: id,
            itemId: itemIds.get(itemId)!,
            itemKey: key,
            pos,
            tags,
            addVn: from,
            delVn: until ?? null,
            turns,
            bytes: bytesOf(turns),
            hash: hashOf(turns),
            source: ItemSource.file,
            ...by,
          })),
        )
      const nextVn = versions.length + 1
      const isSame = JSON.stringify(versions.at(-1)?.fields) === JSON.stringify(fields)
      const itemCount = items.filter((item) => isIn(item, nextVn)).length
      await tx
        .update(dataset)
        .set({ nextVn, schemaVn: isSame ? nextVn - 1 : nextVn, itemCount })
        .where(eq(dataset.id, id))
    },
  }
}
export type CarriedRepo = ReturnType<typeof createCarriedRepo>
