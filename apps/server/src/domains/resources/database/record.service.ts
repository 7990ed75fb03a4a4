import { type Criterion, isId, systemColumns } from '@orrery/contract'
import { databaseErrors } from './database.errors.ts'
import type { FoundDatabase } from './database.repo.ts'
import type { DatabaseService } from './database.service.ts'
import { quoteText, rowAsText } from './field-values.ts'
import {
  countSql,
  criterionSql,
  deleteSql,
  insertSql,
  keywordSql,
  type Order,
  selectSql,
  updateSql,
} from './statements.ts'
import { type Claim, tableOf, type Tenant } from './tenant.ts'

/** An editor of a table in the studio, who still sees only what the mode of the table allows. */
export interface Editor {
  userId: string
  isDraft: boolean
  /** The channel of the rows; absent: all channels. */
  platform?: string
}
type TextRow = Record<string, string>

export const editorClaim = ({ table }: FoundDatabase, { userId, isDraft, platform }: Editor): Claim => ({
  spaceId: table.spaceId,
  tables: [tableOf(table.id, isDraft)],
  userId,
  platform: platform ?? '*',
  capacity: 'editor',
})

const idOf = (row: TextRow) => row.bstudio_id ?? row.id ?? ''
/** The values without the system columns, which clients send back as they received them. */
const valuesOf = (row: TextRow): TextRow => Object.fromEntries(Object.entries(row).filter(([key]) => !isSystem(key)))
const isSystem = (key: string) => key in systemColumns || (Object.values(systemColumns) as string[]).includes(key)
/** A row with the older names of the system columns, which clients expect. */
const shown = (row: Record<string, unknown>): TextRow => {
  const { id, uuid, sys_platform, ...rest } = row
  return rowAsText({ bstudio_id: id, bstudio_connector_uid: uuid, bstudio_connector_id: sys_platform, ...rest })
}

/** Rows as people view and edit them in the studio. */
export function createRecordService({ databases, tenant }: { databases: DatabaseService; tenant: Tenant }) {
  async function open(id: string, editor: Editor) {
    const found = await databases.getForRun(id)
    return { found, fields: found.table.fields, table: tableOf(id, editor.isDraft), claim: editorClaim(found, editor) }
  }
  return {
    async list(
      id: string,
      editor: Editor,
      query: {
        criterion?: Criterion
        keyword?: string | undefined
        /** Only rows of this user. */
        ownerKey?: string
        orders?: Order[]
        offset: number
        limit: number
      },
    ) {
      const { claim, table, fields } = await open(id, editor)
      const wanted = query.keyword ? keywordSql(fields, query.keyword) : criterionSql(fields, query.criterion)
      const own = query.ownerKey && `uuid = ${quoteText(query.ownerKey)}`
      const filter = own && wanted ? `(${wanted}) AND ${own}` : own || wanted
      const orders = query.orders ?? []
      const [page, counted] = await tenant.runAll(
        claim,
        [
          {
            sql: selectSql(table, fields, { filter, orders, limit: query.limit, offset: query.offset }),
            isWrite: false,
          },
          { sql: countSql(table, filter), isWrite: false },
        ],
        { rows: query.limit },
      )
      const total = Number(counted!.rows[0]!.n)
      return { rows: page!.rows.map(shown), total, hasMore: query.offset + page!.rows.length < total, fields }
    },
    /** Adds, changes and deletes rows, all or none. A row that the user may not change fails the whole call. */
    async change(
      id: string,
      editor: Editor,
      change: { add: TextRow[]; alter: TextRow[]; remove: TextRow[] },
    ): Promise<TextRow[]> {
      const { claim, table, fields } = await open(id, editor)
      const rowFilter = (row: TextRow) => {
        const rowId = idOf(row)
        if (!isId(rowId))
          throw databaseErrors.badValue({ field: 'bstudio_id', reason: 'say which row', reasonZh: '请指定行' })
        return `id = ${rowId}`
      }
      const list = [
        ...change.add.map((row) => insertSql(table, fields, valuesOf(row))),
        ...change.alter.map((row) => updateSql(table, fields, valuesOf(row), rowFilter(row))),
        ...change.remove.map((row) => deleteSql(table, rowFilter(row))),
      ].map((sql) => ({ sql, isWrite: true }))
      if (!list.length) return []
      const touched = [...change.add.map(() => ''), ...change.alter.map(idOf), ...change.remove.map(idOf)]
      const results = await tenant.runAll(claim, list, { mustTouch: touched })
      return results.slice(0, change.add.length + change.alter.length).map((result) => shown(result.rows[0]!))
    },
    /** Deletes all rows that the user may delete. */
    async clear(id: string, editor: Editor): Promise<number> {
      const { claim, table } = await open(id, editor)
      return (await tenant.run(claim, deleteSql(table, 'true'), true, { timeoutMs: 60_000 })).total
    },
    /** All rows that the user may see, for an export. */
    async all(id: string, editor: Editor) {
      const { claim, table, fields, found } = await open(id, editor)
      const { rows } = await tenant.run(claim, selectSql(table, fields, { limit: 100_000 }), false, {
        rows: 100_000,
        timeoutMs: 60_000,
      })
      return { found, rows: rows.map(shown) }
    },
  }
}
export type RecordService = ReturnType<typeof createRecordService>
