import { FieldType } from '@orrery/contract/shared/bot-enums'
import { nameRule, systemColumns } from '@orrery/contract/shared/database-enums'
import type { DatabaseField } from './database.queries.ts'
import type { CellType } from './grid/cell-rules.ts'

/** A field while it is edited; `id` is 0 until it is stored. */
export interface FieldDraft {
  key: string
  id: number
  name: string
  desc: string
  type: CellType
  must_required: boolean
}
let lastId = 0

export const emptyField = (): FieldDraft => ({
  key: `new-${(lastId += 1)}`,
  id: 0,
  name: '',
  desc: '',
  type: FieldType.text,
  must_required: false,
})
export const toDrafts = (fields: readonly DatabaseField[], isNew = false): FieldDraft[] =>
  fields
    .filter((field) => !field.is_system_field)
    .map(({ id, name, desc, type, must_required }) => ({
      key: isNew ? `new-${(lastId += 1)}` : String(id),
      id: isNew ? 0 : id,
      name,
      desc,
      type,
      must_required,
    }))
export const fromDrafts = (drafts: readonly FieldDraft[]) =>
  drafts.map(({ id, name, desc, type, must_required }) => ({
    id,
    alterId: id,
    name: name.trim(),
    desc,
    type,
    must_required,
  }))

export type NameFault = 'name' | 'system' | 'twice'
const system = new Set<string>([...Object.keys(systemColumns), ...Object.values(systemColumns)])

export const isName = (name: string): boolean => nameRule.test(name.trim())
export function nameFault(draft: FieldDraft, all: readonly FieldDraft[]): NameFault | null {
  const name = draft.name.trim()
  if (!isName(name)) return 'name'
  if (system.has(name)) return 'system'
  return all.some((other) => other !== draft && other.name.trim() === name) ? 'twice' : null
}
export const areReady = (drafts: readonly FieldDraft[]): boolean =>
  drafts.length > 0 && drafts.every((draft) => nameFault(draft, drafts) === null)

/** Converts any text to a valid name. */
export const asName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/[^a-z0-9_]/g, '')
    .replace(/^[0-9_]+/, '')
    .slice(0, 63)
