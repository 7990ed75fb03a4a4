import { type BotConfig, FieldType, isId, TableMode } from '@orrery/contract'
import type { DatabasePort } from '@orrery/engine'
import { type CallerScope, scopeOfCall } from '#kit/caller-scope.ts'
import { AppError } from '#kit/errors.ts'
import { userKey } from '#kit/user-key.ts'
import type { SkillContext, SkillTool, ToolPort } from '#domains/chat/agent/shared/skill-ports.ts'
import type { FoundDatabase } from './database.repo.ts'
import type { DatabaseService } from './database.service.ts'
import type { Caller, StatementService } from './statement.service.ts'
import type { Narrowing } from './tenant.ts'

type Reference = BotConfig['database_list'][number]
/** The tables of the bot that a workflow runs for. */
export type BotTables = (scope: CallerScope) => Promise<readonly Reference[]>

const callerOf = (
  { spaceId, userId, endUser, connectorId, isDraft }: CallerScope,
  tables: readonly Reference[],
): Caller => ({
  spaceId,
  userId: userKey(userId, endUser),
  connectorId,
  isDraft,
  narrowing: new Map(tables.flatMap(narrowingOf)),
})
const narrowingOf = ({ table_id: id, rw_mode: mode }: Reference): [string, Narrowing][] =>
  mode === TableMode.readOnly ? [[id, 'read']] : mode === TableMode.singleUser ? [[id, 'own']] : []

/** Database nodes. The run's context names the user, and the bot that runs the workflow may restrict the table. */
export function databaseNodes(statements: StatementService, botTables: BotTables): DatabasePort {
  const callerFor = async (call: Parameters<typeof scopeOfCall>[0]) => {
    const scope = scopeOfCall(call)
    const { eventDepth } = call.context
    return {
      ...callerOf(scope, scope.botId ? await botTables(scope) : []),
      ...(typeof eventDepth === 'number' && { eventDepth }),
    }
  }
  return {
    async sql({ databaseId, sql, params }, call) {
      const caller = await callerFor(call)
      const { found } = await statements.open(databaseId, caller)
      const { rows, total, isWrite, isCut } = await statements.sql([found], caller, sql, params)
      return { rows, rowNum: isWrite || !isCut ? total : rows.length }
    },
    select: async ({ databaseId, ...request }, call) => statements.select(databaseId, await callerFor(call), request),
    insert: async ({ databaseId, values }, call) => statements.insert(databaseId, await callerFor(call), values),
    update: async ({ databaseId, values, filter }, call) =>
      statements.update(databaseId, await callerFor(call), values, filter),
    remove: async ({ databaseId, filter }, call) => statements.remove(databaseId, await callerFor(call), filter),
  }
}

const TOOL_ROWS = 100
const TOOL_CHARS = 20_000
const typeNames: Record<number, string> = {
  [FieldType.text]: 'text',
  [FieldType.number]: 'bigint',
  [FieldType.date]: 'timestamp (UTC)',
  [FieldType.float]: 'double precision',
  [FieldType.boolean]: 'boolean',
}

/** One SQL tool per table, for the model of a bot. */
export function databaseTools(databases: DatabaseService, statements: StatementService): ToolPort<Reference> {
  return {
    async tools(references, context) {
      const ids = references.map((reference) => reference.table_id).filter((id) => isId(id))
      const found = (await databases.getMany(ids)).filter(({ head }) => head.spaceId === context.spaceId)
      const caller = callerOf(context, references)
      return found.map((item) => sqlTool(item, found, caller, context, statements))
    },
  }
}

function sqlTool(
  foundDatabase: FoundDatabase,
  all: FoundDatabase[],
  caller: Caller,
  context: SkillContext,
  statements: StatementService,
): SkillTool {
  const { head, table } = foundDatabase
  const narrowing = caller.narrowing?.get(head.id)
  const isReadOnly = table.rwMode === TableMode.readOnly || narrowing === 'read'
  const showsOwn = table.rwMode === TableMode.singleUser || narrowing === 'own'
  const columns = table.fields.map(
    ({ name, type, required, desc }) =>
      `${name} ${typeNames[type]}${required ? ' not null' : ''}${desc && ` -- ${desc}`}`,
  )
  return {
    name: head.name,
    title: head.name,
    kind: 'database',
    sideEffects: isReadOnly ? 'none' : 'allowed',
    pluginId: head.id,
    description: [
      `Run one PostgreSQL statement (${isReadOnly ? 'SELECT only' : 'SELECT, INSERT, UPDATE or DELETE'}) on the table ${head.name}.`,
      head.description,
      showsOwn ? 'It holds only rows of the current user.' : '',
      `Columns: ${columns.join('; ')}. Also id, uuid and bstudio_create_time, which are set by themselves: never write them.`,
      `At most ${TOOL_ROWS} rows come back.`,
    ]
      .filter(Boolean)
      .join('\n'),
    parameters: {
      type: 'object',
      properties: { sql: { type: 'string', description: `The statement, on ${head.name}` } },
      required: ['sql'],
    },
    async call(args) {
      try {
        const { rows, total, isWrite, isCut } = await statements.sql(
          all,
          caller,
          typeof args.sql === 'string' ? args.sql : '',
          [],
          {
            rows: TOOL_ROWS,
          },
        )
        if (isWrite) return { kind: 'text', content: total === 1 ? '1 row affected' : `${total} rows affected` }
        const more = isCut ? `\n\nThere are more than ${TOOL_ROWS} rows. Ask more precisely, or count.` : ''
        return { kind: 'text', content: markdownTable(withoutSystemColumns(rows, String(args.sql))) + more }
      } catch (cause) {
        // The model can correct its statement after an AppError; it cannot fix an internal error.
        if (cause instanceof AppError) return { kind: 'text', content: cause.text(context.locale), isError: true }
        throw cause
      }
    },
  }
}

/** System columns that are of no use to people: they are returned only if the statement names them. */
const systemOnlyColumns = ['uuid', 'sys_platform', 'bstudio_create_time']
function withoutSystemColumns(rows: Record<string, unknown>[], sql: string): Record<string, unknown>[] {
  const hidden = systemOnlyColumns.filter((column) => !sql.toLowerCase().includes(column))
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column))))
}

/** Rows as a Markdown table. Line breaks in cells are escaped, and the length is limited. */
function markdownTable(rows: Record<string, unknown>[]): string {
  if (!rows.length) return 'No rows'
  const columns = Object.keys(rows[0]!)
  const cell = (value: unknown) =>
    (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
      .replaceAll('\\', '\\\\')
      .replaceAll('|', '\\|')
      .replaceAll(/\r?\n/g, ' ')
      .slice(0, 500)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const lines = [line(columns.map(cell)), line(columns.map(() => '---'))]
  let size = 0
  for (const row of rows) {
    const next = line(columns.map((column) => cell(row[column])))
    size += next.length
    if (size > TOOL_CHARS) {
      lines.push('', `… ${rows.length - lines.length + 2} more rows do not fit here`)
      break
    }
    lines.push(next)
  }
  return lines.join('\n')
}
