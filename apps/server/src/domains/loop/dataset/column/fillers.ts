import type { ColumnConfig } from '@orrery/contract'
import { ColumnFiller, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { randomBytes } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { emptySpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { Field, Turn } from '../dataset-content.ts'
import type { ItemRules } from '../item-check.ts'
import { type Output, promptOf, promptWriter } from './column-plan.ts'
import { settle } from './vote.ts'

export interface FillerDeps {
  models: Pick<ModelService, 'resolve'>
  spans: Pick<SpanQueue, 'offer'>
  sandbox: Pick<Sandbox, 'run'>
  clock: Clock
}
export interface Job {
  config: ColumnConfig
  spaceId: string
  fields: Field[]
  outputs: Output[]
  rules: Pick<ItemRules, 'choices'>
}
/** What is to be written for a row: a text for each output, by the key of its field. */
export interface Filled {
  texts: Map<string, string>
  agreement: number
  modelId: string
  model: string
  traceId: string
}
export type FillResult = Filled | { problem: { en: string; zh: string } }
const KEPT = 4096

/** Fills rows: all of those that are handed over together, each with its own result. */
export type Filler = (turns: Turn[], signal?: AbortSignal) => Promise<FillResult[]>

export function createFillers({ models, spans, sandbox, clock }: FillerDeps) {
  function byModel({ config, spaceId, fields, outputs, rules }: Job): Filler {
    const write = promptWriter(config, fields)
    const { model: chosen } = promptOf(config)
    const rounds = config.aiAnnotator!.onlineAIAnnotator.inferRound
    const ask = async (prompt: string, signal: AbortSignal | undefined): Promise<Filled> => {
      const model = await models.resolve(chosen.id, spaceId)
      const [started, traceId] = [clock.now(), randomBytes(16).toString('hex')]
      const span = {
        ...emptySpan,
        spaceId,
        traceId,
        spanId: randomBytes(8).toString('hex'),
        startedAt: started * 1000,
        kind: 'model',
        rawType: 'model',
        name: 'Dataset column',
        source: 'loop' as const,
        objectKind: 'service' as const,
        objectKey: 'dataset',
        objectVersion: '',
        connectorId: '',
        scene: 'task' as const,
        service: 'dataset',
        modelId: model.id,
        model: model.name,
        input: prompt.slice(0, KEPT),
        attributes: {},
      }
      try {
        const answer = await model.chat({
          messages: [{ role: 'user', content: prompt + answerForm(outputs, rules) }],
          ...(outputs.length > 1 && { json: { schema: schemaOf(outputs), name: 'columns' } }),
          params: paramsOf(chosen),
          ...(signal && { signal }),
        })
        const { inputTokens, outputTokens } = answer.usage
        spans.offer(() => ({
          heads: [],
          spans: [
            {
              ...span,
              durationUs: Math.max(0, clock.now() - started) * 1000,
              status: SpanStatus.done,
              inputTokens,
              outputTokens,
              cost: costOf(model, inputTokens, outputTokens),
              output: answer.text.slice(0, KEPT),
            },
          ],
        }))
        const texts = readAnswer(answer.text, outputs)
        return { texts, agreement: 1, modelId: model.id, model: model.name, traceId }
      } catch (cause) {
        if (!signal?.aborted)
          spans.offer(() => ({
            heads: [],
            spans: [
              {
                ...span,
                durationUs: Math.max(0, clock.now() - started) * 1000,
                status: SpanStatus.failed,
                errorCode: cause instanceof AppError ? cause.code : 1,
                errorMsg: (cause instanceof Error ? cause.message : '').slice(0, KEPT),
              },
            ],
          }))
        throw cause
      }
    }
    return async (turns, signal) => {
      const results: FillResult[] = []
      for (const turn of turns) {
        const answers: Filled[] = []
        for (let round = 0; round < rounds; round += 1) answers.push(await ask(write(turn), signal))
        results.push(rounds > 1 ? agreed(answers, outputs) : answers[0]!)
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
  return (job: Job): Filler => (job.config.annotationType === ColumnFiller.model ? byModel(job) : byPython(job))
}
export type Fillers = ReturnType<typeof createFillers>

/** One row that fails leaves the others alone. */
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
const paramsOf = ({ temperature, max_tokens, top_p }: ReturnType<typeof promptOf>['model']) => ({
  ...(temperature !== undefined && { temperature }),
  ...(max_tokens !== undefined && { maxTokens: max_tokens }),
  ...(top_p !== undefined && { topP: top_p }),
})
const schemaOf = (outputs: Output[]) => ({
  type: 'object',
  properties: Object.fromEntries(outputs.map(({ source }) => [source, { type: 'string' }])),
  required: outputs.map(({ source }) => source),
})

/** What the answer has to look like, where the type of a column asks for it. */
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
/** Types other than text have no use for spaces and full stops around a value. */
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

/** One answer out of several. */
function agreed(answers: Filled[], outputs: Output[]): Filled {
  let agreement = 1
  const texts = new Map<string, string>()
  for (const { field } of outputs) {
    const given = answers.flatMap((answer) => answer.texts.get(field.key) ?? [])
    if (!given.length) continue
    const found = settle(given, field.schemaKey)
    texts.set(field.key, found.text)
    agreement = Math.min(agreement, found.agreement)
  }
  return { ...answers[0]!, texts, agreement }
}
