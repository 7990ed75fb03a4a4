import { isId } from '@orrery/contract'
import type { DatabasePort, DatabaseRows } from '@orrery/engine'
import { errors } from '#kit/errors.ts'
import { databaseErrors } from './database.errors.ts'
import type { FoundDatabase } from './database.repo.ts'
import type { DatabaseService } from './database.service.ts'
import { prepareSql } from './sql-text.ts'
import { deleteSql, filterSql, insertSql, selectSql, updateSql } from './statements.ts'
import { type Claim, type Narrowing, type RunLimits, STUDIO_PLATFORM, tableOf, type Tenant } from './tenant.ts'

/** The user on whose behalf a bot or workflow accesses a table. */
export interface Caller {
  spaceId: string
  userId: string
  connectorId: string
  isDraft: boolean
  /** Restrictions by the bot, by table. */
  narrowing?: ReadonlyMap<string, Narrowing>
  /** How many workflows have started each other through events before. */
  eventDepth?: number
}
const NODE_ROWS = 1000

/** Statements of bots and workflows. They run as the person who talks to the bot, never as an editor. */
export function createStatementService({ databases, tenant }: { databases: DatabaseService; tenant: Tenant }) {
  async function open(databaseId: string, caller: Caller) {
    const found = isId(databaseId) ? await databases.getForRun(databaseId) : undefined
    if (!found || found.table.spaceId !== caller.spaceId) throw errors.notFound({ what: 'database' })
    return { found, fields: found.table.fields, table: tableOf(databaseId, caller.isDraft) }
  }
  const claimOf = (found: FoundDatabase[], caller: Caller): Claim => ({
    spaceId: caller.spaceId,
    tables: found.map(({ table }) => tableOf(table.id, caller.isDraft)),
    userId: caller.userId,
    platform: caller.connectorId || STUDIO_PLATFORM,
    capacity: 'user',
    eventDepth: caller.eventDepth ?? 0,
    narrowing: Object.fromEntries(
      found.flatMap(({ table }) => {
        const narrowing = caller.narrowing?.get(table.id)
        return narrowing ? [[tableOf(table.id, caller.isDraft), narrowing]] : []
      }),
    ),
  })
  async function write(found: FoundDatabase, caller: Caller, sql: string): Promise<DatabaseRows> {
    const { rows, total } = await tenant.run(claimOf([found], caller), sql, true, { rows: NODE_ROWS })
    return { rows, rowNum: total }
  }
  const required = (filter: string | undefined) => {
    if (!filter) throw databaseErrors.filterNeeded()
    return filter
  }

  return {
    open,
    /** Runs one statement on several tables, which it refers to by their display names. */
    async sql(found: FoundDatabase[], caller: Caller, sql: string, params: unknown[] = [], limits: RunLimits = {}) {
      const names = new Map(found.map(({ head, table }) => [head.name, tableOf(table.id, caller.isDraft)]))
      const ready = prepareSql(sql, names, params)
      const answer = await tenant.run(claimOf(found, caller), ready.sql, ready.isWrite, { rows: NODE_ROWS, ...limits })
      return { ...answer, isWrite: ready.isWrite }
    },
    async select(
      databaseId: string,
      caller: Caller,
      request: Omit<Parameters<DatabasePort['select']>[0], 'databaseId'>,
    ): Promise<DatabaseRows> {
      const { found, fields, table } = await open(databaseId, caller)
      const sql = selectSql(table, fields, {
        columns: request.fields.map((field) => field.field),
        distinct: request.fields.some((field) => field.distinct),
        filter: filterSql(fields, request.filter),
        orders: request.orderBy,
        limit: Math.min(request.limit, NODE_ROWS),
      })
      const { rows } = await tenant.run(claimOf([found], caller), sql, false, { rows: NODE_ROWS })
      return { rows, rowNum: rows.length }
    },
    async insert(databaseId: string, caller: Caller, values: Record<string, unknown>) {
      const { found, fields, table } = await open(databaseId, caller)
      return write(found, caller, insertSql(table, fields, values))
    },
    async update(
      databaseId: string,
      caller: Caller,
      values: Record<string, unknown>,
      filter: Parameters<DatabasePort['update']>[0]['filter'],
    ) {
      const { found, fields, table } = await open(databaseId, caller)
      return write(found, caller, updateSql(table, fields, values, required(filterSql(fields, filter))))
    },
    async remove(databaseId: string, caller: Caller, filter: Parameters<DatabasePort['remove']>[0]['filter']) {
      const { found, fields, table } = await open(databaseId, caller)
      return write(found, caller, deleteSql(table, required(filterSql(fields, filter))))
    },
  }
}
export type StatementService = ReturnType<typeof createStatementService>
