import { and, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { labelKey, labelKeyVersion } from './label.table.ts'

export interface LabelSearch {
  spaceId: string
  name?: string | undefined
  statuses?: number[] | undefined
  makers?: string[] | undefined
}

export function createLabelRepo(db: Db) {
  return {
    async find(spaceId: string, id: string, tx: Tx = db) {
      const where = and(eq(labelKey.id, id), eq(labelKey.spaceId, spaceId))
      return (await tx.select().from(labelKey).where(where))[0]
    },
    /** Locks a tag, so that concurrent changes run one after the other. */
    async claim(spaceId: string, id: string, tx: Tx) {
      const where = and(eq(labelKey.id, id), eq(labelKey.spaceId, spaceId))
      return (await tx.select().from(labelKey).where(where).for('update'))[0]
    },
    byIds: (ids: string[], tx: Tx = db) => tx.select().from(labelKey).where(inArray(labelKey.id, ids)),
    versions: (id: string) =>
      db.select().from(labelKeyVersion).where(eq(labelKeyVersion.keyId, id)).orderBy(desc(labelKeyVersion.vn)),
    async search({ spaceId, name, statuses, makers }: LabelSearch, page: number, size: number) {
      const where = and(
        eq(labelKey.spaceId, spaceId),
        name ? ilike(labelKey.name, likeText(name)) : undefined,
        statuses?.length ? inArray(labelKey.status, statuses) : undefined,
        makers?.length ? inArray(labelKey.createdBy, makers) : undefined,
      )
      const rows = await db
        .select()
        .from(labelKey)
        .where(where)
        .orderBy(desc(labelKey.updatedAt), desc(labelKey.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(labelKey, where) }
    },
    /** Which of these values occur in a row of any draft or version of a dataset. */
    async used(id: string, names: string[], tx: Tx): Promise<Set<string>> {
      const { rows } = await tx.execute<{ name: string }>(sql`
        SELECT DISTINCT turn -> (field ->> 'key') ->> 'text' AS name
        FROM dataset_schema s, jsonb_array_elements(s.fields) field, dataset_item i, jsonb_array_elements(i.turns) turn
        WHERE field ->> 'tagKeyId' = ${id} AND i.dataset_id = s.dataset_id
          AND turn -> (field ->> 'key') ->> 'text' = ANY (${sql.param(names)}::text[])`)
      return new Set(rows.map(({ name }) => name))
    },
  }
}
export type LabelRepo = ReturnType<typeof createLabelRepo>
