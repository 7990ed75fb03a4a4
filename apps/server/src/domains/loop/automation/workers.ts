import type { FieldMapping } from '@orrery/contract'
import { ItemSource } from '@orrery/contract/shared/dataset-enums'
import { AppError, errors } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import type { EvaluatorService, ReadyEvaluator } from '#domains/loop/evaluator/evaluator.service.ts'
import type { Judge, Judgement } from '#domains/loop/evaluator/judge.service.ts'
import type { FullSpan } from '#domains/loop/observation/observation.service.ts'
import { automationErrors } from './automation.errors.ts'
import type { TaskRow } from './automation.table.ts'
import { fieldsOf } from './field-mapping.ts'

interface Scored {
  evaluator: ReadyEvaluator
  judgement: Judgement
}
export interface Problem {
  en: string
  zh: string
}
/** The result for one span. */
export interface SpanResult {
  scores: Scored[]
  problem?: Problem
}
export type Worker = (span: FullSpan, signal: AbortSignal | undefined) => Promise<SpanResult>
export interface WorkerDeps {
  evaluators: Pick<EvaluatorService, 'ready'>
  judge: Judge
  datasets: Pick<DatasetService, 'get'>
  items: Pick<ItemService, 'add' | 'check'>
}
/** The result of a dry run of one evaluator or dataset on a span. */
export interface Trial {
  name: string
  fields: Record<string, string>
  score?: number
  reasoning: string
  cost: number
  problem?: Problem
}
type Plan = Pick<TaskRow, 'id' | 'spaceId' | 'type' | 'config' | 'createdBy'>

/** Builds the values of a row. Fields are identified by key if the dataset has that key, else by name. */
export const dataOf = (span: FullSpan, mappings: FieldMapping[], isKey: (target: string) => boolean) =>
  Object.entries(fieldsOf(span, mappings)).map(([name, content]): { key?: string; name: string; content: string } =>
    isKey(name) ? { key: name, name, content } : { name, content },
  )
export const problemOf = (cause: unknown): Problem =>
  cause instanceof AppError
    ? { en: cause.text('en'), zh: cause.text('zh-CN') }
    : {
        en: cause instanceof Error ? cause.message : String(cause),
        zh: cause instanceof Error ? cause.message : String(cause),
      }

/** Creates the functions that process the spans of an automation. */
export function createWorkers({ evaluators, judge, datasets, items }: WorkerDeps) {
  async function evaluatorsOf({ spaceId, config }: Plan) {
    const chosen = config.auto_evaluate_configs
    const ready = await evaluators.ready(
      spaceId,
      chosen.map(({ evaluator_version_id }) => evaluator_version_id),
    )
    return chosen.map(({ evaluator_version_id, field_mappings }) => {
      const found = ready.get(evaluator_version_id)
      if (!found) throw automationErrors.noEvaluator()
      return { evaluator: found, mappings: field_mappings }
    })
  }
  async function datasetsOf({ spaceId, config }: Plan) {
    return Promise.all(
      config.data_reflow_config.map(async ({ dataset_id, field_mappings }) => {
        const { head, schema } = await datasets.get(dataset_id)
        if (head.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
        const keys = new Set(schema.fields.map(({ key }) => key))
        const rowOf = (span: FullSpan, itemKey?: string) => ({
          ...(itemKey && { itemKey }),
          traceID: span.traceId,
          data: dataOf(span, field_mappings, (target) => keys.has(target)),
        })
        return { datasetId: dataset_id, rowOf }
      }),
    )
  }
  return {
    /** Returns the function that processes one span. Fails if an evaluator or a dataset is missing. */
    async open(plan: Plan): Promise<Worker> {
      if (plan.type === 'auto_evaluate') {
        const list = await evaluatorsOf(plan)
        return async (span, signal) => {
          const scores: Scored[] = []
          for (const { evaluator, mappings } of list)
            scores.push({
              evaluator,
              judgement: await judge(evaluator, plan.spaceId, fieldsOf(span, mappings), signal),
            })
          return { scores }
        }
      }
      const sets = await datasetsOf(plan)
      return async (span) => {
        for (const { datasetId, rowOf } of sets) {
          // A fixed row key makes retries idempotent.
          const itemKey = `span-${sha256(`${plan.id}/${span.traceId}/${span.spanId}`).slice(0, 40)}`
          const { problems } = await items.add(datasetId, plan.createdBy, [rowOf(span, itemKey)], {
            skipInvalid: true,
            allowPartial: true,
            source: ItemSource.program,
          })
          const [problem] = problems
          if (problem) {
            const at = problem.field === undefined ? '' : `${problem.field}: `
            return { scores: [], problem: { en: at + problem.en, zh: at + problem.zh } }
          }
        }
        return { scores: [] }
      }
    },
    /** Like `open`, but stores neither scores nor rows: returns what each evaluator or dataset would get and give. */
    async trial(plan: Plan): Promise<(span: FullSpan) => Promise<Trial[]>> {
      if (plan.type === 'auto_evaluate') {
        const list = await evaluatorsOf(plan)
        return (span: FullSpan) =>
          Promise.all(
            list.map(async ({ evaluator, mappings }) => {
              const fields = fieldsOf(span, mappings)
              const shown = { name: `${evaluator.name} ${evaluator.version}`, fields }
              try {
                const { score, reasoning, cost } = await judge(evaluator, plan.spaceId, fields)
                return { ...shown, score, reasoning, cost }
              } catch (cause) {
                return { ...shown, reasoning: '', cost: 0, problem: problemOf(cause) }
              }
            }),
          )
      }
      const sets = await datasetsOf(plan)
      return (span: FullSpan) =>
        Promise.all(
          sets.map(async ({ datasetId, rowOf }) => {
            const row = rowOf(span)
            const { head } = await datasets.get(datasetId)
            const [problem] = (await items.check(datasetId, [row], false)).problems
            return {
              name: head.name,
              fields: Object.fromEntries(row.data.map((one) => [one.name, one.content])),
              reasoning: '',
              cost: 0,
              ...(problem && { problem }),
            }
          }),
        )
    },
  }
}
export type Workers = ReturnType<typeof createWorkers>
