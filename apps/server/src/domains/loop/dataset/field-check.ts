import { ContentType, DATASET_LIMITS, FieldFormat, FieldStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { badInput } from '#kit/errors.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import { schemaFault } from '#kit/json-schema/schema-fault.ts'
import { jsonDepth } from './json-depth.ts'
import type { Field } from './dataset-content.ts'

export type FieldInput = Partial<{ [K in keyof Field]: Field[K] | undefined }> & { name: string }

/**
 * Builds the new list of fields from the given one, matched to the present fields by key. Omitted fields stay in the
 * list as deleted, because earlier versions have values of them.
 */
export function nextFields(given: FieldInput[], present: Field[], max: number, newKey: () => string): Field[] {
  if (given.length > max) throw badInput('fields', `at most ${max} fields`, `最多 ${max} 个字段`)
  const known = new Map(present.map((field) => [field.key, field]))
  const fields = given.map((field, index) => complete(field, known.get(field.key ?? ''), `fields[${index}]`, newKey))
  requireDistinct(fields, 'key')
  requireDistinct(
    fields.filter(({ status }) => status === FieldStatus.available),
    'name',
  )
  const kept = new Set(fields.map(({ key }) => key))
  const gone = present
    .filter(({ key }) => !kept.has(key))
    .map((field) => ({ ...field, status: FieldStatus.deleted as number }))
  return [...fields, ...gone]
}

function complete(given: FieldInput, before: Field | undefined, at: string, newKey: () => string): Field {
  const schemaKey = given.schemaKey ?? before?.schemaKey ?? SchemaKey.string
  const textSchema = given.textSchema ?? before?.textSchema ?? ''
  const contentType = given.contentType ?? before?.contentType ?? ContentType.text
  if (contentType !== ContentType.text && (schemaKey !== SchemaKey.string || textSchema))
    throw badInput(
      `${at}.contentType`,
      'fields of files take no other schemaKey than String (1), and no textSchema',
      '文件类型的字段只能使用 schemaKey String（1），且不能有 textSchema',
    )
  requireSchema(textSchema, schemaKey, at)
  const tagKeyId = given.tagKeyId ?? before?.tagKeyId
  requireTag(tagKeyId, given, schemaKey, at)
  return {
    key: given.key || newKey(),
    name: given.name,
    description: given.description ?? before?.description ?? '',
    contentType,
    defaultFormat: given.defaultFormat ?? before?.defaultFormat ?? FieldFormat.plain,
    schemaKey,
    textSchema,
    isRequired: given.isRequired ?? before?.isRequired ?? false,
    hidden: given.hidden ?? before?.hidden ?? false,
    status: given.status ?? FieldStatus.available,
    ...(schemaKey === SchemaKey.choice && { tagKeyId }),
  }
}

function requireDistinct(fields: Field[], what: 'key' | 'name') {
  const seen = new Set<string>()
  for (const field of fields) {
    if (seen.has(field[what]))
      throw badInput('fields', `two fields have the ${what} ${field[what]}`, `有两个字段的 ${what} 都是 ${field[what]}`)
    seen.add(field[what])
  }
}

function requireTag(tagKeyId: string | undefined, given: FieldInput, schemaKey: number, at: string) {
  const where = `${at}.tagFieldConfig`
  if (schemaKey === SchemaKey.choice && tagKeyId === undefined)
    throw badInput(where, 'name the tag whose values the field takes', '请填写该字段使用的标签')
  if (schemaKey !== SchemaKey.choice && given.tagKeyId !== undefined)
    throw badInput(
      where,
      'is for fields of the type single choice (6). Remove it',
      '仅适用于单选类型（6）的字段，请删除',
    )
}

function requireSchema(text: string, schemaKey: number, at: string) {
  if (!text) return
  const refuse = (en: string, zh: string) => badInput(`${at}.textSchema`, en, zh)
  if (schemaKey !== SchemaKey.string)
    throw refuse('is for fields of the type String. Remove it', '仅适用于 String 类型的字段，请删除')
  const schema = readSchema(text)
  if (!schema) throw refuse('must be a JSON Schema: a JSON object', '须为 JSON Schema（JSON 对象）')
  const max = DATASET_LIMITS.schemaDepth
  if (jsonDepth(schema) > max) throw refuse(`is nested deeper than ${max} levels`, `嵌套超过 ${max} 层`)
  if (/"\$(ref|dynamicRef)"/.test(JSON.stringify(schema)))
    throw refuse('must not refer to other schemas. Write them out', '不能引用其他 Schema，请直接写出')
  const fault = schemaFault(schema)
  if (fault) throw refuse(fault.en, fault.zh)
}

/** Parses a JSON object; undefined for any other text. */
export function readSchema(text: string): JsonSchema | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : undefined
  } catch {
    return undefined
  }
}
