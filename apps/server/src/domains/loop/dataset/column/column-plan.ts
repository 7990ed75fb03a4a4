import type { ColumnConfig } from '@orrery/contract'
import { ColumnFiller, FieldStatus } from '@orrery/contract/shared/dataset-enums'
import { badInput } from '#kit/errors.ts'
import type { Field, Turn } from '../dataset-content.ts'

/** A column that is filled, and the name of its value in an answer that has several. */
export interface Output {
  field: Field
  source: string
}
const live = (fields: Field[]) => fields.filter(({ status }) => status === FieldStatus.available)
export const columnCalled = (name: string, fields: Field[]): Field | undefined =>
  live(fields).find(({ key }) => key === name) ?? live(fields).find((field) => field.name === name)

const online = (config: ColumnConfig) => config.aiAnnotator!.onlineAIAnnotator
export const settingsOf = (config: ColumnConfig) =>
  config.annotationType === ColumnFiller.model ? online(config) : config.ruleAnnotator!
export const promptOf = (config: ColumnConfig) => online(config).annotator.manualAnnotator
export const outputsOf = (config: ColumnConfig) =>
  config.annotationType === ColumnFiller.model ? promptOf(config).outputMappings : config.ruleAnnotator!.outputMappings

const outputsAt = (config: ColumnConfig) =>
  config.annotationType === ColumnFiller.model
    ? 'aiAnnotator.onlineAIAnnotator.annotator.manualAnnotator.outputMappings'
    : 'ruleAnnotator.outputMappings'

/** The columns that are filled. New ones are there when a run begins. */
export function resolveOutputs(config: ColumnConfig, fields: Field[]): Output[] {
  const outputs = outputsOf(config).map(({ targetValue, sourceValue }, index) => {
    const field = columnCalled(targetValue, fields)
    if (!field) throw unknownColumn(`${outputsAt(config)}[${index}].targetValue`, targetValue, fields)
    return { field, source: sourceValue || field.name }
  })
  const keys = outputs.map(({ field }) => field.key)
  if (new Set(keys).size < keys.length) throw badInput(outputsAt(config), 'a column is named twice', '有列重复')
  return outputs
}
/** Names of new columns that are not there yet. */
export const missingColumns = (config: ColumnConfig, fields: Field[]): string[] =>
  outputsOf(config).flatMap(({ targetValue, isNewColumn }) =>
    isNewColumn && !columnCalled(targetValue, fields) ? [targetValue] : [],
  )

const unknownColumn = (where: string, name: string, fields: Field[]) => {
  const known = live(fields)
    .map((field) => field.name)
    .join(', ')
  return badInput(where, `there is no column ${name}. Columns: ${known}`, `没有列 ${name}。现有列：${known}`)
}

const VARIABLE = /\{\{\s*([^{}]{1,128}?)\s*\}\}/g
/** The columns that a prompt reads, by the name that stands in it. */
function variablesOf(config: ColumnConfig, fields: Field[]): Map<string, Field | string> {
  const { promptContent, inputMappings } = promptOf(config)
  const mapped = new Map(inputMappings.map((mapping) => [mapping.targetValue, mapping]))
  const found = new Map<string, Field | string>()
  for (const [, name] of promptContent.matchAll(VARIABLE)) {
    const mapping = mapped.get(name!)
    if (mapping?.sourceType === 'const') found.set(name!, mapping.sourceValue)
    else {
      const wanted = mapping?.sourceValue ?? name!
      const field = columnCalled(wanted, fields)
      if (!field)
        throw unknownColumn('aiAnnotator.onlineAIAnnotator.annotator.manualAnnotator.promptContent', wanted, fields)
      found.set(name!, field)
    }
  }
  return found
}
/** The keys of the fields that are read. Python may read all of them. */
export function inputKeys(config: ColumnConfig, fields: Field[]): string[] {
  if (config.annotationType !== ColumnFiller.model) return live(fields).map(({ key }) => key)
  return [...variablesOf(config, fields).values()].flatMap((one) => (typeof one === 'string' ? [] : one.key))
}
/** Fills the names in a prompt with the values of a row. Values are put in as they are: braces inside them mean nothing. */
export function promptWriter(config: ColumnConfig, fields: Field[]): (turn: Turn) => string {
  const variables = variablesOf(config, fields)
  const { promptContent } = promptOf(config)
  return (turn) =>
    promptContent.replace(VARIABLE, (_, name: string) => {
      const from = variables.get(name)!
      return typeof from === 'string' ? from : (turn[from.key]?.text ?? '')
    })
}
/** Refuses what could not run on these fields. */
export function requirePlan(config: ColumnConfig, fields: Field[]): void {
  const made = missingColumns(config, fields)
  const later = made.map((name) => ({ key: name, name, status: FieldStatus.available as number }) as Field)
  resolveOutputs(config, [...fields, ...later])
  inputKeys(config, fields)
}
