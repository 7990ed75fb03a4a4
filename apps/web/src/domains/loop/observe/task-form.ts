import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import type { api } from '#lib/api.ts'

export type SentTask = Parameters<typeof api.traceTasks.create>[0]['task']
type TaskType = 'auto_evaluate' | 'auto_data_reflow'
export const spanChoices = ['roots', 'models', 'all'] as const
export const pastChoices = ['none', 'day', 'week', 'month'] as const

export interface TaskForm {
  name: string
  type: TaskType
  spans: (typeof spanChoices)[number]
  /** The id of a bot or workflow, or the name of a service; empty: all apps. */
  app: string
  /** The share of spans that are processed, in percent. */
  share: number | null
  past: (typeof pastChoices)[number]
  evaluator: string
  costLimit: number | null
  dataset: string
  /** The keys of fields; empty: none. */
  inputField: string
  outputField: string
}
const DAY_MS = 86_400_000
const listTypes = { roots: 0, all: 1, models: 2 } as const
const pastDays = { none: 0, day: 1, week: 7, month: 30 } as const

const mapping = (field_schema: { key?: string; name?: string }, trace_field_key: string) => ({
  field_schema,
  trace_field_key,
  trace_field_jsonpath: '',
})
/** The fields of a span that evaluators receive. */
const evaluatorFields = ['input', 'output', 'error', 'span_name'].map((name) => mapping({ name }, name))

export const emptyTask: TaskForm = {
  name: '',
  type: 'auto_evaluate',
  spans: 'roots',
  app: '',
  share: 100,
  past: 'week',
  evaluator: '',
  costLimit: null,
  dataset: '',
  inputField: '',
  outputField: '',
}
export function isReady(form: TaskForm): boolean {
  const hasTarget =
    form.type === 'auto_evaluate'
      ? form.evaluator !== ''
      : form.dataset !== '' && Boolean(form.inputField || form.outputField)
  return hasTarget && form.share !== null
}

/** The form as the server takes it. */
export function toTask(form: TaskForm, spaceId: string, now: number): SentTask {
  const days = pastDays[form.past]
  const isRoots = form.spans === 'roots'
  // Spans of programs contain the name of their service; those of bots and workflows contain the id of the resource.
  const appField = isRoots ? 'object' : /^\d+$/.test(form.app) ? 'object_id' : 'psm'
  const filters: FilterTree | undefined = form.app
    ? { filter_fields: [{ field_name: appField, values: [form.app] }] }
    : undefined
  const rows = [
    ...(form.inputField ? [mapping({ key: form.inputField }, 'input')] : []),
    ...(form.outputField ? [mapping({ key: form.outputField }, 'output')] : []),
  ]
  return {
    workspace_id: spaceId,
    name: form.name.trim(),
    task_type: form.type,
    rule: {
      span_filters: { span_list_type: listTypes[form.spans], filters },
      sampler: { sample_rate: (form.share ?? 100) / 100 },
      ...(days > 0 && { backfill_effective_time: { start_at: now - days * DAY_MS, end_at: now } }),
    },
    task_config:
      form.type === 'auto_evaluate'
        ? {
            auto_evaluate_configs: [{ evaluator_version_id: form.evaluator, field_mappings: evaluatorFields }],
            cost_limit: form.costLimit ?? 0,
          }
        : { data_reflow_config: [{ dataset_id: form.dataset, field_mappings: rows }] },
  }
}
