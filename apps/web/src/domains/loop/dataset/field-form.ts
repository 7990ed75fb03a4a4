import { ContentType, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { DatasetField } from './dataset.queries.ts'
import { type FieldKind, kindOf, wireOf } from './field-types.ts'

/** A field while it is edited. It has no key until it is stored. */
export interface FieldDraft {
  id: string
  key?: string
  name: string
  description: string
  type: FieldKind
  textSchema: string
  /** The tag whose values the field takes; empty until one is chosen. */
  tagKeyId: string
  isRequired: boolean
  hidden: boolean
}
let lastId = 0

export const emptyField = (name = ''): FieldDraft => ({
  id: `new-${(lastId += 1)}`,
  name,
  description: '',
  type: 'text',
  textSchema: '',
  tagKeyId: '',
  isRequired: false,
  hidden: false,
})
export const toDrafts = (fields: readonly DatasetField[]): FieldDraft[] =>
  fields
    .filter(({ status }) => status === 1)
    .map((field) => ({
      id: field.key,
      key: field.key,
      name: field.name,
      description: field.description,
      type: kindOf(field),
      textSchema: field.textSchema,
      tagKeyId: field.tagFieldConfig?.tagInfo.tagKeyID ?? '',
      isRequired: field.isRequired,
      hidden: field.hidden,
    }))

export const fromDrafts = (drafts: readonly FieldDraft[]) =>
  drafts.map(({ key, name, description, type, textSchema, tagKeyId, isRequired, hidden }) => {
    const { schemaKey, defaultFormat, contentType } = wireOf(type)
    return {
      key,
      name: name.trim(),
      description,
      schemaKey,
      defaultFormat,
      contentType,
      // Only texts have a schema.
      textSchema: takesSchema(type) ? textSchema.trim() : '',
      ...(schemaKey === SchemaKey.choice && { tagFieldConfig: { tagInfo: { tagKeyID: tagKeyId } } }),
      isRequired,
      hidden,
    } as const
  })

/** Whether a type of field has a schema; only texts do. */
export const takesSchema = (type: FieldKind): boolean => {
  const { schemaKey, contentType } = wireOf(type)
  return schemaKey === SchemaKey.string && contentType === ContentType.text
}

export type FieldFault = 'name' | 'twice' | 'schema' | 'tag'
export function fieldFault(draft: FieldDraft, all: readonly FieldDraft[]): FieldFault | null {
  const name = draft.name.trim()
  if (!name) return 'name'
  if (all.some((other) => other !== draft && other.name.trim() === name)) return 'twice'
  if (draft.type === 'choice' && !draft.tagKeyId) return 'tag'
  return draft.textSchema.trim() && !isJsonObject(draft.textSchema) ? 'schema' : null
}
export const areReady = (drafts: readonly FieldDraft[]): boolean =>
  drafts.length > 0 && drafts.every((draft) => fieldFault(draft, drafts) === null)

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
