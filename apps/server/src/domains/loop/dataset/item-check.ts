import {
  ContentType,
  DATASET_LIMITS,
  FieldStatus,
  ItemErrorType,
  SchemaKey,
} from '@orrery/contract/shared/dataset-enums'
import { checkValue } from '#kit/json-schema/check-value.ts'
import { problemInChinese } from '#kit/json-schema/problem-texts.ts'
import type { Choices } from '../label/shared/choices.ts'
import type { Content, Field, ItemInput, ValueInput, Turn } from './dataset-content.ts'
import { readSchema } from './field-check.ts'
import { jsonDepth } from './json-depth.ts'
import { extensionsOf, fileTypeOf, isMedia, readMedia, typeOf } from './shared/media.ts'

export interface ItemProblem {
  type: number
  en: string
  zh: string
  /** The name of the field with the problem. */
  field?: string
}
export interface ItemRules {
  fields: Field[]
  isMultiTurn: boolean
  maxBytes: number
  maxDepth: number
  /** The values that fields with a tag may have, by the id of the tag. */
  choices: ReadonlyMap<string, Choices>
  /** The files that the caller may put into cells. Files that are already in a cell may stay. */
  files?: ReadonlySet<string> | undefined
}
const { mismatch, empty, tooLarge, missingField, tooDeep } = ItemErrorType
const problem = (type: number, en: string, zh: string, field?: string): ItemProblem => ({
  type,
  en,
  zh,
  ...(field !== undefined && { field }),
})

/** Converts an item to its stored form, or returns the problem if it does not fit. */
export function readItem(given: ItemInput, rules: ItemRules, before: Turn[] = []): Turn[] | ItemProblem {
  const turns = givenTurns(given, rules.isMultiTurn)
  if (!Array.isArray(turns)) return turns
  const read: Turn[] = []
  for (const values of turns) {
    const turn = readTurn(values, rules)
    if ('problem' in turn) return turn.problem
    read.push(turn.turn)
  }
  return checkTurns(read, rules, before) ?? read
}

function givenTurns({ data, repeatedData }: ItemInput, isMultiTurn: boolean): ValueInput[][] | ItemProblem {
  if (isMultiTurn) {
    if (data?.length)
      return problem(mismatch, 'this dataset is multi-turn: send repeatedData', '此数据集为多轮，请使用 repeatedData')
    const turns = repeatedData ?? []
    if (turns.length > DATASET_LIMITS.turns)
      return problem(tooLarge, `at most ${DATASET_LIMITS.turns} turns`, `最多 ${DATASET_LIMITS.turns} 轮`)
    return turns.map((turn) => turn.data ?? [])
  }
  if (repeatedData?.length)
    return problem(mismatch, 'this dataset is single-turn: send data', '此数据集为单轮，请使用 data')
  return [data ?? []]
}

/** Available fields, cached by list, because the same rules check many rows. */
const liveFieldsOf = new WeakMap<Field[], Field[]>()
function liveFields(fields: Field[]): Field[] {
  let live = liveFieldsOf.get(fields)
  if (!live) liveFieldsOf.set(fields, (live = fields.filter(({ status }) => status === FieldStatus.available)))
  return live
}
function readTurn(values: ValueInput[], rules: ItemRules): { turn: Turn } | { problem: ItemProblem } {
  const live = liveFields(rules.fields)
  const found = new Map<string, Content>()
  for (const { key, name, content, format } of values) {
    const field = live.find((one) => (key ? one.key === key : one.name === name))
    const called = key || name || ''
    if (!field) {
      const names = live.map((one) => one.name).join(', ')
      return { problem: problem(mismatch, `no such field. Fields: ${names}`, `没有此字段。现有字段：${names}`, called) }
    }
    if (found.has(field.key)) return { problem: problem(mismatch, 'is given twice', '重复给出', field.name) }
    // Empty values are not stored.
    const text = content && currentName(content, field, rules)
    if (text) found.set(field.key, { type: typeOf(field.contentType), text, ...(format !== undefined && { format }) })
  }
  // Keys are stored in the order of the fields, so that equal turns have equal texts.
  const entries: [string, Content][] = []
  for (const { key } of live) {
    const value = found.get(key)
    if (value) entries.push([key, value])
  }
  return { turn: Object.fromEntries(entries) }
}

/** Replaces an earlier name of a tag value by its current name. */
const currentName = (text: string, { tagKeyId }: Field, { choices }: ItemRules): string =>
  (tagKeyId && choices.get(tagKeyId)?.offered.get(text)) || text

/** Checks turns, also stored ones before a schema change. Values in `before` may stay even if no longer offered. */
export function checkTurns(turns: Turn[], rules: ItemRules, before: Turn[] = []): ItemProblem | undefined {
  if (!turns.some((turn) => Object.keys(turn).length)) return problem(empty, 'the item is empty', '数据为空')
  const bytes = bytesOf(turns)
  if (bytes > rules.maxBytes)
    return problem(tooLarge, `${bytes} bytes, at most ${rules.maxBytes}`, `${bytes} 字节，上限为 ${rules.maxBytes}`)
  for (const turn of turns)
    for (const field of rules.fields) {
      if (field.status !== FieldStatus.available) continue
      const text = turn[field.key]?.text
      const isKept = text !== undefined && before.some((one) => one[field.key]?.text === text)
      const found = checkCell(text, field, rules, isKept)
      if (found) return found
    }
  return undefined
}

export const bytesOf = (turns: Turn[]): number =>
  turns.reduce((sum, turn) => sum + Object.values(turn).reduce((n, { text }) => n + Buffer.byteLength(text), 0), 0)

/** The problem if a value does not fit its field. */
export function checkCell(
  text: string | undefined,
  field: Field,
  rules: Pick<ItemRules, 'maxDepth' | 'choices' | 'files'>,
  isKept = false,
): ItemProblem | undefined {
  const refuse = (en: string, zh: string, type: number = mismatch) => problem(type, en, zh, field.name)
  if (text === undefined) return field.isRequired ? refuse('is required', '为必填项', missingField) : undefined
  if (text.includes('\0') || !text.isWellFormed())
    return refuse('contains characters that are not text', '包含无法作为文本保存的字符')
  if (isMedia(field)) return checkMedia(text, field, isKept ? undefined : (rules.files ?? new Set()))
  switch (field.schemaKey) {
    case SchemaKey.integer:
      return /^-?\d{1,19}$/.test(text) ? undefined : refuse('must be a whole number', '须为整数')
    case SchemaKey.float:
      return isDecimal(text) ? undefined : refuse('must be a number', '须为数字')
    case SchemaKey.bool:
      return text === 'true' || text === 'false' ? undefined : refuse('must be true or false', '须为 true 或 false')
    case SchemaKey.message:
      return checkMessage(text, field.name)
    case SchemaKey.choice: {
      const choices = rules.choices.get(field.tagKeyId ?? '')
      if (choices?.offered.has(text) || (isKept && choices?.retired.has(text))) return undefined
      const some = [...new Set(choices?.offered.values())].slice(0, 20).join(', ')
      return refuse(`must be one of: ${some}`, `须为以下之一：${some}`)
    }
    default:
      return checkJson(text, field, rules.maxDepth)
  }
}
const isDecimal = (text: string) => /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))

/** `files` are those that may be used; undefined for a value that is already in the cell. */
function checkMedia(text: string, field: Field, files: ReadonlySet<string> | undefined): ItemProblem | undefined {
  const refuse = (en: string, zh: string, type: number = mismatch) => problem(type, en, zh, field.name)
  const parts = readMedia(text)
  if (!parts)
    return refuse(
      'must be files: attachments with the uri of an upload, or links of this instance',
      '须为文件：请使用已上传文件的 uri，或本实例的文件链接',
    )
  if (parts.length > DATASET_LIMITS.parts)
    return refuse(`at most ${DATASET_LIMITS.parts} parts`, `最多 ${DATASET_LIMITS.parts} 个部分`, tooLarge)
  const wanted = typeOf(field.contentType)
  for (const { type, uri = '' } of parts) {
    if (type !== wanted && field.contentType !== ContentType.parts)
      return refuse(`takes ${wanted} files only`, `仅接受${fileWords[wanted] ?? ''}文件`)
    if (type === 'text') continue
    if (files && !files.has(uri))
      return refuse(
        `there is no file ${uri.slice(0, 200)}, or it isn’t yours. Upload it first`,
        `没有文件 ${uri.slice(0, 200)}，或不属于你，请先上传`,
      )
    if (fileTypeOf(uri) !== type)
      return refuse(`${type} files are: ${extensionsOf(type)}`, `${fileWords[type]}文件须为：${extensionsOf(type)}`)
  }
  return undefined
}
const fileWords: Record<string, string> = { image: '图片', audio: '音频', video: '视频' }

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function checkMessage(text: string, name: string): ItemProblem | undefined {
  const value = parsed(text)?.value
  const isMessage = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    'role' in one &&
    typeof one.role === 'string' &&
    'content' in one &&
    typeof one.content === 'string'
  if (Array.isArray(value) ? value.length && value.every(isMessage) : isMessage(value)) return undefined
  return problem(
    mismatch,
    'must be a message {"role", "content"} or a list of them, as JSON',
    '须为 JSON 消息 {"role", "content"} 或其列表',
    name,
  )
}

function checkJson(text: string, { name, textSchema }: Field, maxDepth: number): ItemProblem | undefined {
  const schema = textSchema ? readSchema(textSchema) : undefined
  if (!schema) return undefined
  const found = parsed(text)
  // If the text is not JSON, the schema describes the text itself.
  const value = found ? found.value : text
  if (jsonDepth(value) > maxDepth)
    return problem(tooDeep, `is nested deeper than ${maxDepth} levels`, `嵌套超过 ${maxDepth} 层`, name)
  const fault = checkValue(value, schema, name)
  // A text such as 42 is JSON too, but the schema may describe it as a string.
  if (!fault || !checkValue(text, schema, name)) return undefined
  return problem(mismatch, fault, problemInChinese(fault), name)
}

export const isItemProblem = (read: Turn[] | ItemProblem): read is ItemProblem => !Array.isArray(read)
