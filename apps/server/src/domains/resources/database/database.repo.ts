import { and, asc, count, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { type DatabaseRow, databaseTable, type Field } from './database.table.ts'
import { quoteName } from './field-values.ts'
import { alterStatements, castSql, createStatements, type FieldChange, policyStatements } from './schema-change.ts'
import { openSpace } from './open-space.ts'
import { schemaOf, tableOf } from './tenant.ts'

export interface FoundDatabase {
  head: ResourceRow
  table: DatabaseRow
}
export interface ListFilter {
  spaceId?: string
  ids?: string[]
  projectId?: string
  ownerId?: string
  name?: string
}
const both = [true, false] as const

export function createDatabaseRepo(db: Db) {
  const select = (tx: Tx = db) =>
    tx
      .select({ head: resource, table: databaseTable })
      .from(databaseTable)
      .innerJoin(resource, eq(resource.id, databaseTable.id))
  async function roleOf(spaceId: string, tx: Tx): Promise<string> {
    const { rows } = await tx.execute<{ role: string }>(sql`SELECT tenant.role_of(${spaceId}) AS role`)
    return rows[0]!.role
  }
  const execute = async (tx: Tx, statements: string[]) => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
  }
  const item = async (tx: Tx, text: string) =>
    (await tx.execute<{ n: string; example: string | null }>(sql.raw(text))).rows[0]!

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async byId(id: string, tx: Tx = db): Promise<FoundDatabase | undefined> {
      return (await select(tx).where(eq(databaseTable.id, id)))[0]
    },
    async lock(id: string, tx: Tx): Promise<FoundDatabase | undefined> {
      return (await select(tx).where(eq(databaseTable.id, id)).for('update', { of: databaseTable }))[0]
    },
    byIds: (ids: string[]): Promise<FoundDatabase[]> =>
      ids.length ? select().where(inArray(databaseTable.id, ids)) : Promise.resolve([]),
    async list(
      filter: ListFilter,
      order: { by: 'name' | 'created' | 'updated'; ascending: boolean },
      offset: number,
      limit: number,
    ) {
      const where = and(
        ...([
          filter.spaceId && eq(databaseTable.spaceId, filter.spaceId),
          filter.ids && (filter.ids.length ? inArray(databaseTable.id, filter.ids) : sql`false`),
          filter.projectId && eq(resource.projectId, filter.projectId),
          filter.ownerId && eq(resource.ownerId, filter.ownerId),
          filter.name && ilike(resource.name, likeText(filter.name)),
        ].filter(Boolean) as SQL[]),
      )
      const by = { name: resource.name, created: resource.createdAt, updated: resource.updatedAt }[order.by]
      const rows = await select()
        .where(where)
        .orderBy(order.ascending ? asc(by) : desc(by), desc(resource.id))
        .offset(offset)
        .limit(limit)
      const [total] = await db
        .select({ n: count() })
        .from(databaseTable)
        .innerJoin(resource, eq(resource.id, databaseTable.id))
        .where(where)
      return { rows, total: total!.n }
    },
    async countIn(spaceId: string, tx: Tx = db): Promise<number> {
      return (await tx.select({ n: count() }).from(databaseTable).where(eq(databaseTable.spaceId, spaceId)))[0]!.n
    },
    async insert(row: DatabaseRow, tx: Tx) {
      await tx.insert(databaseTable).values(row)
      await openSpace(tx, row.spaceId)
      const role = await roleOf(row.spaceId, tx)
      for (const isDraft of both)
        await execute(
          tx,
          createStatements(schemaOf(row.spaceId), tableOf(row.id, isDraft), role, row.fields, row.rwMode),
        )
    },
    async update(id: string, change: Partial<DatabaseRow>, tx: Tx) {
      await tx.update(databaseTable).set(change).where(eq(databaseTable.id, id))
    },
    async alter(row: DatabaseRow, change: FieldChange, after: Field[], tx: Tx) {
      const role = await roleOf(row.spaceId, tx)
      for (const isDraft of both)
        await execute(tx, alterStatements(schemaOf(row.spaceId), tableOf(row.id, isDraft), role, change, after))
    },
    async setMode(row: DatabaseRow, mode: number, tx: Tx) {
      const role = await roleOf(row.spaceId, tx)
      for (const isDraft of both)
        await execute(tx, policyStatements(schemaOf(row.spaceId), tableOf(row.id, isDraft), role, mode))
    },
    /** Counts the matching rows of all users, in test and live data. */
    async countRows(row: DatabaseRow, condition: string, tx: Tx): Promise<number> {
      let total = 0
      for (const isDraft of both)
        total += Number(
          (
            await item(
              tx,
              `SELECT count(*) AS n FROM ${schemaOf(row.spaceId)}.${tableOf(row.id, isDraft)} WHERE ${condition}`,
            )
          ).n,
        )
      return total
    },
    /** A value that would be lost when a field changes its type, if there is one. */
    async misfit(row: DatabaseRow, from: Field, to: Field, tx: Tx): Promise<string | undefined> {
      const cast = castSql(from.type, to.type, from.name)
      for (const isDraft of both) {
        const found = await tx.execute<{ example: string }>(
          sql.raw(
            `SELECT left(${quoteName(from.name)}::text, 100) AS example FROM ${schemaOf(row.spaceId)}.${tableOf(row.id, isDraft)} ` +
              `WHERE ${quoteName(from.name)} IS NOT NULL AND btrim(${quoteName(from.name)}::text) <> '' AND (${cast}) IS NULL LIMIT 1`,
          ),
        )
        if (found.rows[0]) return found.rows[0].example
      }
      return undefined
    },
    /** Drafts of bots and workflows in the table's space that refer to the table. */
    async usedBy({ id, spaceId }: Pick<DatabaseRow, 'id' | 'spaceId'>) {
      const { rows } = await db.execute<{ id: string; kind: 'bot' | 'workflow'; name: string }>(
        sql`SELECT r.id, r.kind, r.name FROM resource r
          LEFT JOIN bot b ON b.id = r.id LEFT JOIN workflow w ON w.id = r.id
          WHERE r.space_id = ${spaceId} AND r.kind IN ('bot', 'workflow')
            AND (b.config -> 'database_list' @> ${JSON.stringify([{ table_id: id }])}::jsonb OR strpos(w.schema, ${`"${id}"`}) > 0)
          ORDER BY r.kind, r.name, r.id LIMIT 200`,
      )
      return rows
    },
    /** Deletes all rows of a user in the tables of all spaces. */
    async eraseUser(userId: string) {
      // Without the view: tables in the bin count too.
      const { rows: all } = await db.execute<{ id: string; spaceId: string }>(
        sql`SELECT id, space_id AS "spaceId" FROM public.database_table`,
      )
      for (const { id, spaceId } of all)
        for (const isDraft of both)
          await db.execute(
            sql`DELETE FROM ${sql.raw(`${schemaOf(spaceId)}.${tableOf(id, isDraft)}`)} WHERE uuid = ${userId} OR uuid LIKE ${`${userId}/%`}`,
          )
    },
    /** Rows of a user in the tables of all spaces, table by table. */
    async *rowsOfUser(userId: string) {
      const { rows: all } = await db.execute<{ id: string; spaceId: string; name: string }>(
        sql`SELECT t.id, t.space_id AS "spaceId", r.name FROM public.database_table t JOIN public.resource r ON r.id = t.id`,
      )
      for (const { id, spaceId, name } of all)
        for (const isDraft of both) {
          const { rows } = await db.execute<Record<string, unknown>>(
            sql`SELECT * FROM ${sql.raw(`${schemaOf(spaceId)}.${tableOf(id, isDraft)}`)} WHERE uuid = ${userId}`,
          )
          if (rows.length) yield { table: id, name, isDraft, rows }
        }
    },
  }
}
export type DatabaseRepo = ReturnType<typeof createDatabaseRepo>
