import type { ColumnConfig, GivenFilter, QualityTask } from '@orrery/contract'
import { ColumnFiller, FieldStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { badInput } from '#kit/errors.ts'
import type { Content, Field, Turn } from '../dataset-content.ts'
import { isMedia, mediaWords, readMedia } from '../shared/media.ts'
import type { Picture } from '../shared/pictures.ts'

type ByModel = NonNullable<ColumnConfig['aiAnnotator']>
/** What is stored of a setup, and with a run the rows that it is for. */
export type ColumnPlan = Pick<ColumnConfig, 'annotationType' | 'ruleAnnotator'> & {
  /** A batch has what it asks here as well, in the same words as a model that is asked row by row. */
  aiAnnotator?: (ByModel & { onlineAIAnnotator: NonNullable<ByModel['onlineAIAnnotator']> }) | undefined
  /** Scores of quality instead of values. */
  quality?: QualityTask & { column: string; onlyForEmpty: boolean }
  scope?: Scope
}
export interface Scope {
  itemIds?: string[]
  filter?: GivenFilter
  /** Rows that came at this time or later and have no value yet. */
  since?: number
}

/** A column that is filled, and the name of its value in an answer that has several. */
export interface Output {
  field: Field
  source: string
  /** What the model thought before it answered, instead of a part of its answer. */
  isReasoning?: boolean
}
const live = (fields: Field[]) => fields.filter(({ status }) => status === FieldStatus.available)
export const columnCalled = (name: string, fields: Field[]): Field | undefined =>
  live(fields).find(({ key }) => key === name) ?? live(fields).find((field) => field.name === name)

const AS_BATCH = 2
/** The rows of a batch are asked at the same time, but not faster than the others allow. */
const LOW_PRIORITY = 1
/** The plan of a setup as a caller gives it. */
export function planOfConfig({ aiAnnotator, ...config }: ColumnConfig): ColumnPlan {
  if (!aiAnnotator) return config
  const { onlineAIAnnotator, offlineAIAnnotator: batch } = aiAnnotator
  if (onlineAIAnnotator && aiAnnotator.category !== AS_BATCH)
    return { ...config, aiAnnotator: { ...aiAnnotator, onlineAIAnnotator } }
  const { batchInferProviderInfo: info, batchInferParam: params, batchInferprovider: _, ...asked } = batch!
  const { onlyForEmpty, onlyForFailed, allowUndefinedTagValues, ...prompt } = asked
  const model = {
    id: info.merlinSeedModel?.modelCardID ?? info.arkModel?.customModelID,
    temperature: params.temperature,
    top_p: params.topP,
    max_tokens: params.maxNewToken,
  }
  const same = { onlyForEmpty, onlyForFailed, allowUndefinedTagValues, autoUpdate: false }
  const online = {
    annotator: { manualAnnotator: { ...prompt, model } },
    inferRound: params.inferTimes,
    executeConcurrency: LOW_PRIORITY,
    ...same,
  }
  return { ...config, aiAnnotator: { ...aiAnnotator, onlineAIAnnotator: online } }
}
/** The setup as it was given. */
export function configOfPlan(plan: ColumnPlan): unknown {
  if (plan.aiAnnotator?.category !== AS_BATCH) return plan
  const { onlineAIAnnotator: _, ...aiAnnotator } = plan.aiAnnotator
  return { ...plan, aiAnnotator }
}
/** Who answers the questions of a batch; undefined for other plans. */
export const batchOf = ({ aiAnnotator }: ColumnPlan) =>
  aiAnnotator?.category === AS_BATCH ? aiAnnotator.offlineAIAnnotator : undefined

const online = (config: ColumnPlan) => config.aiAnnotator!.onlineAIAnnotator
const ofQuality = { onlyForFailed: false, allowUndefinedTagValues: false }
export const settingsOf = (config: ColumnPlan) => {
  if (config.quality) return { ...ofQuality, onlyForEmpty: config.quality.onlyForEmpty }
  return config.annotationType === ColumnFiller.model ? online(config) : config.ruleAnnotator!
}
export const isAutomatic = (config: ColumnPlan): boolean => {
  if (config.quality) return config.quality.autoCalculateNewData
  return config.annotationType === ColumnFiller.model ? online(config).autoUpdate : config.ruleAnnotator!.autoUpdate
}
export const promptOf = (config: ColumnPlan) => online(config).annotator.manualAnnotator
export const outputsOf = (config: ColumnPlan) => {
  if (config.quality) return [{ targetValue: config.quality.column, sourceValue: '', isNewColumn: true }]
  if (config.annotationType !== ColumnFiller.model) return config.ruleAnnotator!.outputMappings
  const { outputMappings, thinkingOutputMapping } = promptOf(config)
  return [...outputMappings, ...(thinkingOutputMapping ? [thinkingOutputMapping] : [])]
}
/** The columns that decide whether a row is filled. */
export const answersOf = (config: ColumnPlan) => outputsOf(config).filter((_, index) => !isReasoningAt(config, index))
const isReasoningAt = (config: ColumnPlan, index: number): boolean =>
  config.annotationType === ColumnFiller.model && !config.quality && index >= promptOf(config).outputMappings.length
/** What a column that is not there yet is created as. */
export const newColumn = (config: ColumnPlan, name: string) => ({
  name,
  ...(config.quality && { schemaKey: SchemaKey.float }),
})

const ONLINE = 'aiAnnotator.onlineAIAnnotator.annotator.manualAnnotator'
const promptAt = (config: ColumnPlan) => (batchOf(config) ? 'aiAnnotator.offlineAIAnnotator' : ONLINE)
const outputsAt = (config: ColumnPlan) =>
  config.annotationType === ColumnFiller.model ? `${promptAt(config)}.outputMappings` : 'ruleAnnotator.outputMappings'

/** The columns that are filled. New ones are there when a run begins. */
export function resolveOutputs(config: ColumnPlan, fields: Field[]): Output[] {
  const outputs = outputsOf(config).map(({ targetValue, sourceValue }, index) => {
    const field = columnCalled(targetValue, fields)
    if (!field) throw unknownColumn(`${outputsAt(config)}[${index}].targetValue`, targetValue, fields)
    return { field, source: sourceValue || field.name, isReasoning: isReasoningAt(config, index) }
  })
  const keys = outputs.map(({ field }) => field.key)
  if (new Set(keys).size < keys.length) throw badInput(outputsAt(config), 'a column is named twice', '有列重复')
  return outputs
}
/** Names of new columns that are not there yet. */
export const missingColumns = (config: ColumnPlan, fields: Field[]): string[] =>
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
/** A prompt with the values that it names. */
export interface PromptParts {
  promptContent?: string | undefined
  /** Instructions of a stored prompt, which stand before its question. */
  systemContent?: string | undefined
  userPromptColumnName?: string | undefined
  inputMappings: { sourceType: 'column' | 'const'; sourceValue: string; targetValue: string }[]
}
/** The columns that a prompt reads, by the name that stands in it. */
function variablesOf(
  prompt: PromptParts,
  fields: Field[],
  where: string,
  known: string[],
): Map<string, Field | string> {
  const mapped = new Map(prompt.inputMappings.map((mapping) => [mapping.targetValue, mapping]))
  const found = new Map<string, Field | string>()
  for (const [, name] of `${prompt.systemContent ?? ''}\n${prompt.promptContent ?? ''}`.matchAll(VARIABLE)) {
    if (known.includes(name!)) continue
    const mapping = mapped.get(name!)
    if (mapping?.sourceType === 'const') found.set(name!, mapping.sourceValue)
    else {
      const wanted = mapping?.sourceValue ?? name!
      const field = columnCalled(wanted, fields)
      if (!field) throw unknownColumn(`${where}.promptContent`, wanted, fields)
      found.set(name!, field)
    }
  }
  return found
}
/** The column whose value is the question; the prompt then stands before it. */
function questionOf(prompt: PromptParts, fields: Field[], where: string): Field | undefined {
  if (!prompt.userPromptColumnName) return undefined
  const field = columnCalled(prompt.userPromptColumnName, fields)
  if (!field) throw unknownColumn(`${where}.userPromptColumnName`, prompt.userPromptColumnName, fields)
  return field
}
/** A cell as words: its files by name. Its pictures are sent along. */
function wordsOf(value: Content | undefined, field: Field, pictures: Map<string, Picture>): string {
  const parts = isMedia(field) ? readMedia(value?.text ?? '') : undefined
  if (!parts) return value?.text ?? ''
  for (const { type, uri = '', name } of parts) if (type === 'image') pictures.set(uri, { key: uri, name: name || uri })
  return mediaWords(parts)
}
export interface Written {
  system?: string
  prompt: string
  pictures: Picture[]
}
/** Fills the names in a prompt with the values of a row. Values are put in as they are: braces inside them mean nothing. */
export function writerOf(prompt: PromptParts, fields: Field[], where: string, known: string[] = []) {
  const variables = variablesOf(prompt, fields, where, known)
  const question = questionOf(prompt, fields, where)
  return (turn: Turn, more: Record<string, string> = {}): Written => {
    const pictures = new Map<string, Picture>()
    const write = (template: string) =>
      template.replace(VARIABLE, (_, name: string) => {
        if (known.includes(name)) return more[name] ?? ''
        const from = variables.get(name)!
        return typeof from === 'string' ? from : wordsOf(turn[from.key], from, pictures)
      })
    const [system, text] = [write(prompt.systemContent ?? ''), write(prompt.promptContent ?? '')]
    const before = question ? [system, text].filter(Boolean).join('\n\n') : system
    const asked = question ? wordsOf(turn[question.key], question, pictures) : text
    return { ...((question || before) && { system: before }), prompt: asked, pictures: [...pictures.values()] }
  }
}
const readKeys = (prompt: PromptParts, fields: Field[], where: string, known: string[] = []): string[] => [
  ...[...variablesOf(prompt, fields, where, known).values()].flatMap((one) => (typeof one === 'string' ? [] : one.key)),
  ...(questionOf(prompt, fields, where) ? [questionOf(prompt, fields, where)!.key] : []),
]
export const ANSWER = 'answer'
export const REASONER = 'job.passKTask.reasoner.manualAnnotator'
export const JUDGE = 'job.passKTask.judge.manualAnnotator'
/** The keys of the fields that are read. Python may read all of them. */
export function inputKeys(config: ColumnPlan, fields: Field[]): string[] {
  if (config.quality) {
    const { reasoner, judge } = config.quality
    return [
      ...readKeys(reasoner.manualAnnotator, fields, REASONER),
      ...readKeys(judge.manualAnnotator, fields, JUDGE, [ANSWER]),
    ]
  }
  if (config.annotationType !== ColumnFiller.model) return live(fields).map(({ key }) => key)
  return readKeys(promptOf(config), fields, promptAt(config))
}
export const promptWriter = (config: ColumnPlan, fields: Field[]) =>
  writerOf(promptOf(config), fields, promptAt(config))
/** Refuses what could not run on these fields. */
export function requirePlan(config: ColumnPlan, fields: Field[]): void {
  const made = missingColumns(config, fields)
  const later = made.map((name) => ({ key: name, name, status: FieldStatus.available as number }) as Field)
  resolveOutputs(config, [...fields, ...later])
  inputKeys(config, fields)
}
