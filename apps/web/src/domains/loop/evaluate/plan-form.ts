import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import type { Evaluator } from './evaluation.queries.ts'

/** The source of each input: a field of the dataset, or an output of the target. */
export type Filling = Record<string, string>
export const toolModes = ['real', 'mocked', 'refused'] as const
export interface PlanForm {
  name: string
  type: TargetType
  sourceId: string
  isPublished: boolean
  datasetId: string
  evaluators: readonly string[]
  target: Filling
  /** By version id of the evaluator. */
  scoring: Record<string, Filling>
  trials: number
  tools: (typeof toolModes)[number]
  mockSets: readonly string[]
}
export const fromTarget = ['actual_output', 'trajectory'] as const
const isFromTarget = (name: string) => (fromTarget as readonly string[]).includes(name)
const outputs = ['output', 'actual_output', 'answer']

/** Matches inputs to fields by name. Inputs named like an output take the output of the target. */
export function guess(keys: readonly string[], fields: readonly string[], ofTarget: boolean): Filling {
  const one = (key: string) => {
    if (!ofTarget && outputs.includes(key)) return 'actual_output'
    if (!ofTarget && key === 'trajectory') return 'trajectory'
    return fields.includes(key) ? key : ''
  }
  return Object.fromEntries(keys.map((key) => [key, one(key)]))
}
const mappings = (filling: Filling) =>
  Object.entries(filling)
    .filter(([, from]) => from)
    .map(([field_name, from_field_name]) => ({ field_name, from_field_name }))

/** The settings in which the run differs from the bot itself. */
function runtimeOf({ type, tools, mockSets }: PlanForm) {
  if (type !== TargetType.bot || tools === 'real') return {}
  const runtime = tools === 'mocked' ? { tools, mock_sets: mockSets } : { tools }
  return { runtime_parameter: JSON.stringify(runtime) }
}
/** The plan as the call takes it. */
export function planOf(spaceId: string, form: PlanForm) {
  return {
    space_id: spaceId,
    eval_set_id: form.datasetId,
    create_eval_target_param: {
      source_target_id: form.type === TargetType.stored ? '' : form.sourceId,
      eval_target_type: form.type,
      bot_info_type: form.isPublished ? (2 as const) : (1 as const),
    },
    evaluator_version_ids: [...form.evaluators],
    target_field_mapping: { from_eval_set: mappings(form.target) },
    evaluator_field_mapping: form.evaluators.map((evaluator_version_id) => {
      const all = mappings(form.scoring[evaluator_version_id] ?? {})
      return {
        evaluator_version_id,
        from_eval_set: all.filter(({ from_field_name }) => !isFromTarget(from_field_name)),
        from_target: all.filter(({ from_field_name }) => isFromTarget(from_field_name)),
      }
    }),
    trial_num: form.trials,
    ...runtimeOf(form),
  }
}
export const keysOf = (evaluator: Evaluator): string[] =>
  evaluator.current_version?.evaluator_content.input_schemas.map(({ key }) => key) ?? []
export const isComplete = ({ name, type, sourceId, datasetId, evaluators, tools, mockSets }: PlanForm): boolean =>
  name.trim() !== '' &&
  datasetId !== '' &&
  evaluators.length > 0 &&
  (type === TargetType.stored || sourceId !== '') &&
  (type !== TargetType.bot || tools !== 'mocked' || mockSets.length > 0)
