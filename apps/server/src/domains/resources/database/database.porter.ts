import { type FieldInput, FieldType } from '@orrery/contract'
import { list, object, text, whole } from '#kit/read-json.ts'
import type { Porter } from '#domains/ground/resource/shared/resource-content.ts'
import type { DatabaseService } from './database.service.ts'
import type { RecordService } from './record.service.ts'

interface TableContent {
  fields: { id: number; name: string; desc: string; type: FieldInput['type']; required: boolean }[]
  mode: 1 | 2 | 3
  promptDisabled: boolean
  rows: Record<string, string>[]
}
const MAX_ROWS = 10_000
const types = Object.values(FieldType) as number[]

/** Exports and imports the structure of tables, and rows only on request. */
export function createDatabasePorter({
  databases,
  records,
}: {
  databases: DatabaseService
  records: Pick<RecordService, 'all' | 'change'>
}): Porter {
  const requestOf = (fields: TableContent['fields'], isNew: boolean): FieldInput[] =>
    fields.map(({ id, name, desc, type, required }) => ({
      name,
      desc,
      type,
      must_required: required,
      id: 0,
      alterId: isNew ? 0 : id,
    }))
  return {
    async read(id, { userId, withRows }) {
      const { table } = await databases.get(id)
      const rows = withRows ? (await records.all(id, { userId, isDraft: true })).rows.slice(0, MAX_ROWS) : []
      const names = new Set(table.fields.map((field) => field.name))
      const own = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => names.has(key))))
      const { fields, rwMode: mode, promptDisabled } = table
      return {
        content: { fields, mode, promptDisabled, rows: own } satisfies TableContent,
        needs: [],
        published: false,
      }
    },
    check(content): TableContent {
      const { fields, mode, promptDisabled, rows } = object(content)
      const read = list(fields).map((item, at) => {
        const { id, name, desc, type, required } = object(item)
        if (!types.includes(whole(type))) throw new Error('a field has no known type')
        return {
          id: whole(id, at + 1),
          name: text(name, 100),
          desc: text(desc, 2000),
          type: whole(type) as FieldInput['type'],
          required: required === true,
        }
      })
      if (!read.length) throw new Error('it has no fields')
      const cells = list(rows)
        .slice(0, MAX_ROWS)
        .map((row) => Object.fromEntries(Object.entries(object(row)).map(([key, value]) => [key, text(value)])))
      const kept = whole(mode) === 2 ? 2 : whole(mode) === 3 ? 3 : 1
      return { fields: read, mode: kept, promptDisabled: promptDisabled === true, rows: cells }
    },
    async create(item, { spaceId, userId, projectId }) {
      const { fields, mode, promptDisabled, rows } = item.content as TableContent
      const { name, description, icon: iconUri } = item
      const { head } = await databases.create({
        spaceId,
        userId,
        ...(projectId && { projectId }),
        name,
        description,
        iconUri,
        fields: requestOf(fields, true),
        mode,
        promptDisabled,
      })
      for (let at = 0; at < rows.length; at += 100)
        await records.change(
          head.id,
          { userId, isDraft: true },
          { add: rows.slice(at, at + 100), alter: [], remove: [] },
        )
      return head.id
    },
    async restore(id, { name, description, content }, _, userId) {
      const { fields, mode, promptDisabled } = content as TableContent
      const now = new Set((await databases.get(id)).table.fields.map((field) => field.id))
      const input = requestOf(fields, false).map((field) => ({
        ...field,
        alterId: now.has(field.alterId) ? field.alterId : 0,
      }))
      await databases.update(id, userId, { name, description, fields: input, mode, promptDisabled })
    },
  }
}
