import type { AuditAction } from '@orrery/contract/shared/audit-actions'
import type { FieldInput } from '@orrery/contract'
import { DATABASE_LIMITS } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Tx } from '#kit/db.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { databaseErrors } from './database.errors.ts'
import type { DatabaseRepo, FoundDatabase, ListFilter } from './database.repo.ts'
import type { DatabaseRow, Field } from './database.table.ts'
import { quoteName } from './field-values.ts'
import { compareFields, type FieldChange, planFields } from './schema-change.ts'

export interface NewDatabase {
  id?: string
  spaceId: string
  userId: string
  projectId?: string
  name: string
  description: string
  iconUri: string
  fields: FieldInput[]
  mode: 1 | 2 | 3
  promptDisabled: boolean
  extraInfo?: Record<string, string>
}
export interface DatabaseChange {
  name?: string
  description?: string
  iconUri?: string
  fields?: FieldInput[]
  mode?: 1 | 2 | 3
  promptDisabled?: boolean
  extraInfo?: Record<string, string>
  /** The version on which the change is based; without one, concurrent changes are not detected. */
  base?: string
  allowLoss?: boolean
}

/** The structure of tables. Rows are handled by records, files and statements. */
export function createDatabaseService(deps: {
  repo: DatabaseRepo
  resources: ResourceService
  audit: AuditService
  bus: Bus
  clock: Clock
}) {
  const { repo, resources, bus, clock } = deps
  const known = createCache({ bus, topic: 'database', limit: 2000, load: (id) => repo.byId(id) })

  async function get(id: string): Promise<FoundDatabase> {
    const found = await repo.byId(id)
    if (!found) throw errors.notFound({ what: 'database' })
    return found
  }
  /** Like `get`, but cached in every process until the table changes; for statements, which run often. */
  async function getForRun(id: string): Promise<FoundDatabase> {
    const found = await known.get(id)
    if (!found) throw errors.notFound({ what: 'database' })
    return found
  }
  const record = (userId: string, { head }: FoundDatabase, action: AuditAction, detail: object, tx: Tx) =>
    deps.audit.record({ actorId: userId, spaceId: head.spaceId, action, target: head.id, detail: { ...detail } }, tx)

  /** Throws if the change would lose values; the error names the field. */
  async function checkChange(table: DatabaseRow, change: FieldChange, allowLoss: boolean, tx: Tx) {
    const filled = (name: string) => `${quoteName(name)} IS NOT NULL AND ${quoteName(name)}::text <> ''`
    for (const field of change.dropped) {
      const rows = allowLoss ? 0 : await repo.countRows(table, filled(field.name), tx)
      if (rows) throw databaseErrors.wouldLose({ name: field.name, rows })
    }
    for (const { from, to } of change.retyped) {
      const example = await repo.misfit(table, from, to, tx)
      if (example !== undefined) throw databaseErrors.cannotConvert({ name: from.name, example })
    }
    for (const field of change.added.filter((item) => item.required)) {
      const rows = await repo.countRows(table, 'true', tx)
      if (rows) throw databaseErrors.emptyValues({ name: field.name, rows })
    }
    for (const field of change.required) {
      const before = change.renamed.find(({ to }) => to.id === field.id)?.from ?? field
      const rows = await repo.countRows(table, `${quoteName(before.name)} IS NULL`, tx)
      if (rows) throw databaseErrors.emptyValues({ name: field.name, rows })
    }
  }

  return {
    get,
    getForRun,
    getMany: (ids: string[]) => repo.byIds(ids),
    list: (
      filter: ListFilter,
      order: { by: 'name' | 'created' | 'updated'; ascending: boolean },
      offset: number,
      limit: number,
    ) => repo.list(filter, order, offset, limit),
    async create(values: NewDatabase): Promise<FoundDatabase> {
      const { fields, lastId } = planFields(values.fields, [], 0)
      const id = await repo.transaction(async (tx) => {
        if ((await repo.countIn(values.spaceId, tx)) >= DATABASE_LIMITS.tables)
          throw databaseErrors.tooMany({ max: DATABASE_LIMITS.tables })
        const { id: given, spaceId, userId: ownerId, projectId, name, description, iconUri } = values
        const head = await resources.create(
          { id: given, kind: 'database', spaceId, ownerId, projectId, name, description, iconUri },
          tx,
        )
        const table: DatabaseRow = {
          id: head.id,
          spaceId,
          fields,
          lastFieldId: lastId,
          rwMode: values.mode,
          promptDisabled: values.promptDisabled,
          extraInfo: values.extraInfo ?? {},
          version: clock.now(),
        }
        await repo.insert(table, tx)
        return head.id
      })
      return get(id)
    },
    async update(id: string, userId: string, asked: DatabaseChange): Promise<FoundDatabase> {
      await repo.transaction(async (tx) => {
        const found = await repo.lock(id, tx)
        if (!found) throw errors.notFound({ what: 'database' })
        const { table, head } = found
        if (asked.base !== undefined && asked.base !== String(table.version))
          throw errors.conflict(
            {},
            { version: String(table.version), theirs: { name: head.name, fields: table.fields } },
          )
        let fields: Field[] = table.fields
        let lastFieldId = table.lastFieldId
        if (asked.fields) {
          const plan = planFields(asked.fields, table.fields, table.lastFieldId)
          const change = compareFields(table.fields, plan.fields)
          await checkChange(table, change, asked.allowLoss ?? false, tx)
          await repo.alter(table, change, plan.fields, tx)
          fields = plan.fields
          lastFieldId = plan.lastId
        }
        if (asked.mode !== undefined && asked.mode !== table.rwMode) await repo.setMode(table, asked.mode, tx)
        await repo.update(
          id,
          {
            fields,
            lastFieldId,
            rwMode: asked.mode ?? table.rwMode,
            promptDisabled: asked.promptDisabled ?? table.promptDisabled,
            extraInfo: asked.extraInfo ?? table.extraInfo,
            version: Math.max(clock.now(), table.version + 1),
          },
          tx,
        )
        const { name, description, iconUri } = asked
        await resources.touch(
          id,
          userId,
          {
            ...(name && { name }),
            ...(description !== undefined && { description }),
            ...(iconUri !== undefined && { iconUri }),
          },
          tx,
        )
        await record(userId, found, 'database.update', { name: name ?? head.name }, tx)
      })
      await bus.publish('database', id)
      return get(id)
    },
    async remove(id: string, userId: string) {
      await repo.transaction(async (tx) => {
        const found = await repo.byId(id, tx)
        if (!found) throw errors.notFound({ what: 'database' })
        await resources.discard(id, userId, tx)
      })
      await bus.publish('database', id)
    },
    /** Throws if a restored table would exceed the limit of the space. */
    async checkRoom(spaceId: string) {
      if ((await repo.countIn(spaceId)) >= DATABASE_LIMITS.tables)
        throw databaseErrors.noRoomToRestore({ max: DATABASE_LIMITS.tables })
    },
    usedBy: repo.usedBy,
    eraseUser: repo.eraseUser,
    rowsOfUser: repo.rowsOfUser,
  }
}
export type DatabaseService = ReturnType<typeof createDatabaseService>
