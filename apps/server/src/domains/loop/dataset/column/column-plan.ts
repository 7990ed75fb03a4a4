import type { ColumnConfig, GivenFilter, QualityTask } from '@orrery/contract'
import { ColumnFiller, FieldStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { badInput } from '#kit/errors.ts'
import type { Content, Field, Turn } from '../dataset-content.ts'
import { isMedia, readableMedia, readMedia } from '../shared/media.ts'
import type { Picture } from '../shared/pictures.ts'

type ByModel = NonNullable<ColumnConfig['aiAnnotator']>
/** The stored setup of a column; the plan of a run also has the scope of its rows. */
export type ColumnPlan = Pick<ColumnConfig, 'annotationType' | 'ruleAnnotator'> & {
  /** Batch setups have this too: it holds their questions in the form used for asking row by row. */
  aiAnnotator?: (ByModel & { onlineAIAnnotator: NonNullable<ByModel['onlineAIAnnotator']> }) | undefined
  /** Set if the column holds quality scores instead of values. */
  quality?: QualityTask & { column: string; onlyForEmpty: boolean }
  scope?: Scope
}
export interface Scope {
  itemIds?: string[]
  filter?: GivenFilter
  /** Rows created at this time or later that have no value yet. */
  since?: number
}

/** A column to fill, and the name of its value within an answer with several values. */
export interface Output {
  field: Field
  source: string
  /** The column takes the reasoning of the model instead of a part of its answer. */
  isReasoning?: boolean
}
const live = (fields: Field[]) => fields.filter(({ status }) => status === FieldStatus.available)
export const columnCalled = (name: string, fields: Field[]): Field | undefined =>
  live(fields).find(({ key }) => key === name) ?? live(fields).find((field) => field.name === name)

const AS_BATCH = 2
/** Concurrency for a batch that the models here answer: it must not slow down other work. */
const LOW_PRIORITY = 1
/** Converts the setup that a caller gave to a plan. */
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
/** Converts a plan back to the setup that the caller gave. */
export function configOfPlan(plan: ColumnPlan): unknown {
  if (plan.aiAnnotator?.category !== AS_BATCH) return plan
  const { onlineAIAnnotator: _, ...aiAnnotator } = plan.aiAnnotator
  return { ...plan, aiAnnotator }
}
/** The batch settings of a plan; undefined for other plans. */
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
/** The columns that decide whether a row counts as filled: all but the reasoning. */
export const answersOf = (config: ColumnPlan) => outputsOf(config).filter((_, index) => !isReasoningAt(config, index))
const isReasoningAt = (config: ColumnPlan, index: number): boolean =>
  config.annotationType === ColumnFiller.model && !config.quality && index >= promptOf(config).outputMappings.length
/** The definition of a column that does not exist yet. */
export const newColumn = (config: ColumnPlan, name: string) => ({
  name,
  ...(config.quality && { schemaKey: SchemaKey.float }),
})

const ONLINE = 'aiAnnotator.onlineAIAnnotator.annotator.manualAnnotator'
const promptAt = (config: ColumnPlan) => (batchOf(config) ? 'aiAnnotator.offlineAIAnnotator' : ONLINE)
const outputsAt = (config: ColumnPlan) =>
  config.annotationType === ColumnFiller.model ? `${promptAt(config)}.outputMappings` : 'ruleAnnotator.outputMappings'

/** Finds the columns to fill. New ones must exist already: they are created when a run begins. */
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
/** Names of the columns that must be created first. */
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
/** A prompt and where the values of its variables come from. */
export interface PromptParts {
  promptContent?: string | undefined
  /** System message of a stored prompt. */
  systemContent?: string | undefined
  userPromptColumnName?: string | undefined
  inputMappings: { sourceType: 'column' | 'const'; sourceValue: string; targetValue: string }[]
}
/** Resolves the variables of a prompt to columns or constants. */
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
/** The column that holds the question; if set, the prompt becomes the system message. */
function questionOf(prompt: PromptParts, fields: Field[], where: string): Field | undefined {
  if (!prompt.userPromptColumnName) return undefined
  const field = columnCalled(prompt.userPromptColumnName, fields)
  if (!field) throw unknownColumn(`${where}.userPromptColumnName`, prompt.userPromptColumnName, fields)
  return field
}
/** Converts a cell to text with the names of its files, and collects its pictures. */
function wordsOf(value: Content | undefined, field: Field, pictures: Map<string, Picture>): string {
  const parts = isMedia(field) ? readMedia(value?.text ?? '') : undefined
  if (!parts) return value?.text ?? ''
  for (const { type, uri = '', name } of parts) if (type === 'image') pictures.set(uri, { key: uri, name: name || uri })
  return readableMedia(parts)
}
export interface Written {
  system?: string
  prompt: string
  pictures: Picture[]
}
/** Fills the variables of a prompt with the values of a row. Braces within values are not expanded. */
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
/** The keys of the fields that a plan reads. Python can read all of them. */
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
/** Refuses a plan that cannot run on these fields. */
export function requirePlan(config: ColumnPlan, fields: Field[]): void {
  const made = missingColumns(config, fields)
  const later = made.map((name) => ({ key: name, name, status: FieldStatus.available as number }) as Field)
  resolveOutputs(config, [...fields, ...later])
  inputKeys(config, fields)
}
