import type { AnnotationQuestion, CrowdInput, CrowdOutput } from '@orrery/contract'
import { SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { badInput } from '#kit/errors.ts'
import type { Field, Turn } from '../dataset-content.ts'
import type { FieldInput } from '../field-check.ts'
import type { ItemRules } from '../item-check.ts'
import { columnCalled } from '../column/column-plan.ts'
import type { SentRow } from './platform.ts'

const MAPPINGS = 'inputConfig.inputMappings'
const OUTPUTS = 'outputConfig.outputMappings'
const unknown = (where: string, name: string, fields: Field[]) => {
  const known = fields.filter(({ status }) => status === 1).map((field) => field.name)
  return badInput(
    where,
    `there is no column ${name}. Columns: ${known.join(', ')}`,
    `没有列 ${name}。现有列：${known.join('、')}`,
  )
}

/** Builds the values that people see of a row: the mapped ones, or else all columns except those to fill. */
export function shownValues(input: CrowdInput, fields: Field[], filled: string[]): (turn: Turn) => SentRow['values'] {
  const mapped = input.inputMappings.map(({ sourceType, sourceValue, targetValue }, index) => {
    if (sourceType === 'const') return { name: targetValue || 'text', text: sourceValue, key: undefined }
    const field = columnCalled(sourceValue, fields)
    if (!field) throw unknown(`${MAPPINGS}[${index}].sourceValue`, sourceValue, fields)
    return { name: targetValue || field.name, key: field.key, text: '' }
  })
  const all = fields
    .filter(({ key, status, hidden }) => status === 1 && !hidden && !filled.includes(key))
    .map(({ key, name }) => ({ name, key, text: '' }))
  const shown = mapped.length ? mapped : all
  return (turn) =>
    shown.map(({ name, key, text }) => ({ name, text: key === undefined ? text : (turn[key]?.text ?? '') }))
}
/** Every value that the project displays must have a source, because the project refers to values by name. */
export function requireNeeds(needs: string[], input: CrowdInput, fields: Field[]): void {
  const given = new Set(shownValues(input, fields, [])({}).map(({ name }) => name))
  const missing = needs.filter((name) => !given.has(name))
  if (missing.length)
    throw badInput(
      MAPPINGS,
      `the project shows ${missing.join(', ')}. Map a column to each`,
      `项目需要 ${missing.join('、')}，请为其指定对应的列`,
    )
}

/** The new columns for answers. With a tag they are single choices of its values. */
export function newColumns(output: CrowdOutput, fields: Field[], tagKeyId: string | undefined): FieldInput[] {
  const names = output.outputMappings.map(({ targetValue }) => targetValue)
  if (new Set(names).size < names.length) throw badInput(OUTPUTS, 'a column is named twice', '有列重复')
  if (!output.isParseAnnotateRes && names.length > 1)
    throw badInput(OUTPUTS, 'an answer that is kept as it came goes to one column', '保留原始结果时只能写入一列')
  return output.outputMappings.flatMap(({ targetValue, isNewColumn }, index): FieldInput[] => {
    if (columnCalled(targetValue, fields)) return []
    if (!isNewColumn) throw unknown(`${OUTPUTS}[${index}].targetValue`, targetValue, fields)
    return tagKeyId
      ? [{ name: targetValue, schemaKey: SchemaKey.choice, tagKeyId }]
      : [{ name: targetValue, ...(!output.isParseAnnotateRes && { defaultFormat: 3 }) }]
  })
}
export const columnsOf = (output: CrowdOutput, fields: Field[]) =>
  output.outputMappings.map(({ sourceValue, targetValue }) => {
    const field = columnCalled(targetValue, fields)!
    return { source: sourceValue || field.name, key: field.key }
  })

const types: Partial<Record<number, AnnotationQuestion['type']>> = {
  [SchemaKey.choice]: 'choice',
  [SchemaKey.bool]: 'bool',
  [SchemaKey.integer]: 'integer',
  [SchemaKey.float]: 'number',
}
/** The questions in our own queue: one for each column to fill. */
export const questionsOf = (
  keys: string[],
  fields: Field[],
  { choices }: Pick<ItemRules, 'choices'>,
): AnnotationQuestion[] =>
  keys.map((key) => {
    const field = fields.find((one) => one.key === key)!
    return {
      key,
      name: field.name,
      type: types[field.schemaKey] ?? 'text',
      options: [...new Set(choices.get(field.tagKeyId ?? '')?.offered.values())],
      isRequired: true,
    }
  })
