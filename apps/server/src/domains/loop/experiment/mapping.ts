import type { Mapping } from '@orrery/contract'
import { parsePath, valueAt } from '@orrery/contract/shared/json-path'
import { inputsOf } from '#domains/loop/evaluator/shared/evaluator-inputs.ts'
import type { ItemRow, SchemaRow } from '#domains/loop/dataset/dataset.table.ts'
import { isMedia, type MediaPart, readableMedia, readMedia } from '#domains/loop/dataset/shared/media.ts'
import { experimentErrors } from './experiment.errors.ts'
import type { UsedEvaluator } from './experiment.table.ts'

type Field = SchemaRow['fields'][number]
type Turn = ItemRow['turns'][number]

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Splits a source into a field name and the JSON path that follows it. */
function parts(from: string, known: ReadonlySet<string>): { name: string; path: string } | undefined {
  if (known.has(from)) return { name: from, path: '' }
  const at = from.search(/[.[]/)
  if (at <= 0 || !known.has(from.slice(0, at))) return undefined
  const rest = from.slice(at)
  const path = `$${rest}`
  return parsePath(path) ? { name: from.slice(0, at), path } : undefined
}
function read(from: string, values: Record<string, string>): string {
  const found = parts(from, new Set(Object.keys(values)))
  if (!found) return ''
  const text = values[found.name]!
  if (!found.path) return text
  try {
    return textOf(valueAt(JSON.parse(text), parsePath(found.path)!))
  } catch {
    return ''
  }
}
/** Applies mappings to the values of a row. A mapping without a source field gives its constant. */
export const mapped = (mappings: readonly Mapping[], values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    mappings.map(({ field_name, const_value, from_field_name = '' }) => [
      field_name,
      from_field_name ? read(from_field_name, values) : (const_value ?? ''),
    ]),
  )

const partsOf = (turn: Turn, { key }: Field): MediaPart[] => readMedia(turn[key]?.text ?? '') ?? []
const wordsOf = (turn: Turn, field: Field): string =>
  isMedia(field) ? readableMedia(partsOf(turn, field)) : (turn[field.key]?.text ?? '')
/** Values of a turn, by field key and by field name. Files appear as their names, for readers of text only. */
export function valuesOf(turn: Turn, fields: readonly Field[]): Record<string, string> {
  const live = fields.filter(({ status }) => status === 1)
  const by = (nameOf: (field: Field) => string) => live.map((field) => [nameOf(field), wordsOf(turn, field)])
  return Object.fromEntries([...by(({ key }) => key), ...by(({ name }) => name)]) as Record<string, string>
}
/** Values with files that mappings pass on as a whole, by target input. */
export function mediaOf(
  mappings: readonly Mapping[],
  turn: Turn,
  fields: readonly Field[],
): Record<string, readonly MediaPart[]> {
  const media = fields.filter((field) => field.status === 1 && isMedia(field))
  return Object.fromEntries(
    mappings.flatMap(({ field_name, from_field_name: from }) => {
      const field = from && media.find(({ key, name }) => name === from || key === from)
      const parts = field ? partsOf(turn, field) : []
      return parts.length ? [[field_name, parts]] : []
    }),
  )
}
export const namesOf = (fields: readonly Field[]): string[] =>
  fields.filter(({ status }) => status === 1).map(({ name }) => name)

/** Refuses mappings of unknown fields, and required inputs without a mapping. */
export function checkMappings(
  mappings: readonly Mapping[],
  known: readonly string[],
  keys: readonly string[],
  inputs: readonly { key: string; isRequired: boolean }[],
  at: string,
): void {
  const all = new Set([...known, ...keys])
  mappings.forEach(({ from_field_name: from }, index) => {
    if (!from || parts(from, all)) return
    const field = `${at}[${index}].from_field_name`
    const head = from.split(/[.[]/)[0]!
    if (all.has(head)) throw experimentErrors.badPath({ field, path: from })
    throw experimentErrors.noField({ field, name: from, known: known.join(', ') })
  })
  const filled = new Set(mappings.map(({ field_name }) => field_name))
  const missing = inputs.find(({ key, isRequired }) => isRequired && !filled.has(key))
  if (missing) throw experimentErrors.notMapped({ field: at, name: missing.key })
}

const outputNames = new Set(['output', 'actual_output', 'answer'])
const inputNames = ['input', 'query', 'question']
const referenceNames = ['reference_output', 'reference', 'expected_output', 'ground_truth', 'answer']
const expectedNames = ['expected', 'expected_calls']
/**
 * Default mapping: fields fill inputs of the same name, and the output of the target fills `output`. If a target runs,
 * a column `output` of the dataset is the reference.
 */
export function guessed(
  evaluator: Pick<UsedEvaluator, 'content'>,
  known: readonly string[],
  outputs: readonly string[],
  isStored = true,
): Pick<UsedEvaluator, 'fromSet' | 'fromTarget'> {
  const fromSet: Mapping[] = []
  const fromTarget: Mapping[] = []
  const others = isStored ? [] : ['output']
  const alike = (key: string) => {
    const names = [inputNames, [...referenceNames, ...others], [...expectedNames, ...others]]
    const list = names.find((one) => one[0] === key) ?? [key]
    return list.find((name) => known.includes(name))
  }
  for (const { key } of inputsOf(evaluator.content)) {
    const name = alike(key)
    if (outputNames.has(key)) fromTarget.push({ field_name: key, from_field_name: 'actual_output' })
    else if (outputs.includes(key)) fromTarget.push({ field_name: key, from_field_name: key })
    else if (name !== undefined) fromSet.push({ field_name: key, from_field_name: name })
  }
  return { fromSet, fromTarget }
}
