import { ColumnFiller, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import type { Field, Turn } from '../dataset-content.ts'
import type { ItemRules } from '../item-check.ts'
import type { Asking } from './asking.ts'
import { type ColumnPlan, type Output, promptOf, promptWriter } from './column-plan.ts'
import { qualityFiller } from './quality-filler.ts'
import { vote } from './vote.ts'

export interface FillerDeps {
  ask: Asking
  sandbox: Pick<Sandbox, 'run'>
}
export interface Job {
  config: ColumnPlan
  spaceId: string
  fields: Field[]
  outputs: Output[]
  rules: Pick<ItemRules, 'choices'>
}
/** The values of a row: a text for each output, by the key of its field. */
export interface Filled {
  texts: Map<string, string>
  agreement: number
  modelId: string
  model: string
  traceId: string
}
export type FillResult = Filled | { problem: { en: string; zh: string } }

/** Fills several rows together. Returns one result per row; undefined leaves the row unchanged. */
export type Filler = (turns: Turn[], signal?: AbortSignal, itemIds?: string[]) => Promise<(FillResult | undefined)[]>

/** Builds the question about a row. */
export function questionWriter({ config, fields, outputs, rules }: Omit<Job, 'spaceId'>) {
  const write = promptWriter(config, fields)
  const asked = answerOutputs(outputs)
  const form = answerForm(asked, rules)
  const schema = asked.length > 1 ? schemaOf(asked) : undefined
  return (turn: Turn) => {
    const { system, prompt, pictures } = write(turn)
    return { system, prompt: prompt + form, pictures, schema }
  }
}
/** Combines the answers of all rounds to one result. */
export function resultOf(
  said: { text: string; reasoning?: string; modelId: string; model: string; traceId: string }[],
  outputs: Output[],
): Filled {
  const asked = answerOutputs(outputs)
  const answers = said.map(({ text, modelId, model, traceId }) => ({
    modelId,
    model,
    traceId,
    texts: readAnswer(text, asked),
    agreement: 1,
  }))
  const result = answers.length > 1 ? mergeAnswers(answers, asked) : answers[0]!
  const thought = said[0]?.reasoning?.trim()
  for (const { field, isReasoning } of outputs) if (isReasoning && thought) result.texts.set(field.key, thought)
  return result
}
/** The outputs that come from the answer, not from the reasoning. */
const answerOutputs = (outputs: Output[]) => outputs.filter(({ isReasoning }) => !isReasoning)

export function createFillers({ ask: askModel, sandbox }: FillerDeps) {
  function byModel(job: Job): Filler {
    const { config, spaceId, outputs } = job
    const write = questionWriter(job)
    const { model } = promptOf(config)
    const rounds = config.aiAnnotator!.onlineAIAnnotator.inferRound
    return async (turns, signal) => {
      const results: FillResult[] = []
      for (const turn of turns) {
        const said: Awaited<ReturnType<Asking>>[] = []
        const asked = { ...write(turn), spaceId, model, name: 'Dataset column', signal }
        for (let round = 0; round < rounds; round += 1) said.push(await askModel(asked))
        results.push(resultOf(said, outputs))
      }
      return results
    }
  }

  function byPython({ config, spaceId, fields, outputs }: Job): Filler {
    const code = `${config.ruleAnnotator!.content}\n${FRAME}`
    return async (turns, signal) => {
      const items = turns.map((turn) =>
        Object.fromEntries(fields.map(({ key, name }) => [name, turn[key]?.text ?? ''])),
      )
      const { output } = await sandbox.run({
        language: 'python',
        code,
        params: { items },
        owner: spaceId,
        ...(signal && { signal }),
      })
      const rows = (output as { rows: ({ value: unknown } | { error: string })[] }).rows
      return rows.map((row): FillResult => {
        if ('error' in row) return { problem: { en: row.error, zh: row.error } }
        return { texts: valuesOf(row.value, outputs), agreement: 1, modelId: '', model: 'Python', traceId: '' }
      })
    }
  }
  return (job: Job): Filler => {
    if (job.config.quality) return qualityFiller(askModel, job, job.config.quality)
    return job.config.annotationType === ColumnFiller.model ? byModel(job) : byPython(job)
  }
}
export type Fillers = ReturnType<typeof createFillers>

// Catches exceptions by row, so that a failed row does not affect the others.
const FRAME = `
def main(args):
    rows = []
    for item in args.params["items"]:
        try:
            rows.append({"value": process(item)})
        except Exception as error:
            rows.append({"error": type(error).__name__ + ": " + str(error)})
    return {"rows": rows}
`
const schemaOf = (outputs: Output[]) => ({
  type: 'object',
  properties: Object.fromEntries(outputs.map(({ source }) => [source, { type: 'string' }])),
  required: outputs.map(({ source }) => source),
})

/** Tells the model the form of the answer, if the type of a column requires one. */
function answerForm(outputs: Output[], { choices }: Job['rules']): string {
  const forms = outputs.flatMap(({ field, source }) => {
    const form = formOf(field, choices)
    return form ? [outputs.length > 1 ? `${source}: ${form}` : form] : []
  })
  return forms.length ? `\n\n${forms.join('\n')}` : ''
}
function formOf(field: Field, choices: Job['rules']['choices']): string {
  if (field.schemaKey === SchemaKey.bool) return 'Answer with true or false only.'
  if (field.schemaKey === SchemaKey.integer) return 'Answer with a whole number only.'
  if (field.schemaKey === SchemaKey.float) return 'Answer with a number only.'
  if (field.schemaKey !== SchemaKey.choice) return ''
  const offered = [...new Set(choices.get(field.tagKeyId ?? '')?.offered.values())]
  return `Answer with one of these only: ${offered.join(', ')}`
}

function readAnswer(text: string, outputs: Output[]): Map<string, string> {
  if (outputs.length === 1) return new Map([[outputs[0]!.field.key, trimmed(text, outputs[0]!.field)]])
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, ''))
  } catch {
    value = {}
  }
  return valuesOf(value, outputs)
}
/** Trims spaces and a final full stop, except for text columns. */
const trimmed = (text: string, { schemaKey }: Field): string =>
  schemaKey === SchemaKey.string || schemaKey === SchemaKey.message ? text : text.trim().replace(/[.。]$/, '')

function valuesOf(value: unknown, outputs: Output[]): Map<string, string> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const texts = outputs.flatMap(({ field, source }): [string, string][] => {
    const one = isObject ? (value as Record<string, unknown>)[source] : outputs.length === 1 ? value : undefined
    if (one === undefined || one === null) return []
    return [[field.key, typeof one === 'string' ? one : JSON.stringify(one)]]
  })
  return new Map(texts)
}

/** Combines several answers to one by voting. */
function mergeAnswers(answers: Filled[], outputs: Output[]): Filled {
  let agreement = 1
  const texts = new Map<string, string>()
  for (const { field } of outputs) {
    const given = answers.flatMap((answer) => answer.texts.get(field.key) ?? [])
    if (!given.length) continue
    const found = vote(given, field.schemaKey)
    texts.set(field.key, found.text)
    agreement = Math.min(agreement, found.agreement)
  }
  return { ...answers[0]!, texts, agreement }
}
