import { DATABASE_LIMITS } from '@orrery/contract'
import { FieldType, TableMode } from '@orrery/contract/shared/bot-enums'
import { AppError } from '#kit/errors.ts'
import type { DatabaseService } from '#domains/resources/database/database.service.ts'
import type { RecordService } from '#domains/resources/database/record.service.ts'
import { resultTableErrors } from './result-table.errors.ts'
import type { TableDriver } from './table-driver.ts'

export interface SpaceDriverDeps {
  databases: Pick<DatabaseService, 'create' | 'getMany'>
  records: Pick<RecordService, 'change' | 'clear' | 'all'>
}
const BATCH = 500

/** A database of the space, which all its members may fill in. */
export const spaceDriver = ({ databases, records }: SpaceDriverDeps): TableDriver => ({
  async push({ spaceId, createdBy: userId, appToken: id, name, columns, lines }, keep) {
    const editor = { userId, isDraft: false }
    const [known] = await databases.getMany([id])
    if (known) await records.clear(id, editor)
    else
      await databases.create({
        id,
        spaceId,
        userId,
        name: `results_${id}`,
        description: name,
        iconUri: '',
        mode: TableMode.multiUser,
        promptDisabled: true,
        fields: columns.slice(0, DATABASE_LIMITS.fields).map(({ key, label, isNumber }) => ({
          name: key,
          desc: label.slice(0, 300),
          type: isNumber ? FieldType.float : FieldType.text,
          must_required: false,
          id: 0,
          alterId: 0,
        })),
      })
    await keep({ url: `/space/${spaceId}/database/${id}` })
    const filled = (line: Record<string, string>) => Object.fromEntries(Object.entries(line).filter(([, text]) => text))
    for (let at = 0; at < lines.length; at += BATCH)
      await records.change(id, editor, { add: lines.slice(at, at + BATCH).map(filled), alter: [], remove: [] })
  },
  async pull({ createdBy: userId, appToken: id }) {
    try {
      return (await records.all(id, { userId, isDraft: false })).rows
    } catch (cause) {
      throw cause instanceof AppError && cause.status === 404 ? resultTableErrors.gone() : cause
    }
  },
})
