import type { ExperimentPlan } from '@orrery/contract'
import { targetFacts, TargetType, targetOutputs } from '@orrery/contract/shared/evaluation-enums'
import { AppError } from '#kit/errors.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { SchemaRow, VersionRow } from '#domains/loop/dataset/dataset.table.ts'
import type { VersionService } from '#domains/loop/dataset/version.service.ts'
import type { EvalTargets, TargetParam } from '#domains/loop/eval-target/eval-target.service.ts'
import { targetInputs } from '#domains/loop/eval-target/shared/target-inputs.ts'
import type { Snapshot } from '#domains/loop/eval-target/eval-target.table.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import { inputsOf } from '#domains/loop/evaluator/shared/evaluator-inputs.ts'
import { experimentErrors } from './experiment.errors.ts'
import type { UsedEvaluator } from './experiment.table.ts'
import { checkMappings, guessed, namesOf } from './mapping.ts'

type Field = SchemaRow['fields'][number]

export interface PlanDeps {
  datasets: Pick<DatasetService, 'get'>
  versions: Pick<VersionService, 'get' | 'schemaOf' | 'last' | 'make'>
  targets: EvalTargets
  evaluators: Pick<EvaluatorService, 'ready'>
}
export interface CheckedSet {
  datasetId: string
  name: string
  /** Undefined: the current rows become a version when the experiment starts. */
  version: VersionRow | undefined
  itemCount: number
  fields: Field[]
}
const asked = new Set(['query', 'question'])
const names = (fields: readonly Field[]) => fields.filter(({ status }) => status === 1).map(({ key }) => key)

const given = [...targetOutputs, ...targetFacts]
/** Target settings that the plain call does not have. */
export type TargetMore = Pick<TargetParam, 'meta' | 'runtime'>
/** Target settings of a plan besides the choice of the target. */
export const moreOf = ({ runtime_parameter: runtime }: Pick<ExperimentPlan, 'runtime_parameter'>) =>
  runtime ? { runtime } : undefined
export const paramOf = (param: NonNullable<ExperimentPlan['create_eval_target_param']>, more: TargetMore = {}) => ({
  sourceId: param.source_target_id,
  type: param.eval_target_type,
  state: param.bot_info_type,
  ...more,
})

/** Checks everything about an experiment before it costs anything. */
export function createPlanCheck({ datasets, versions, targets, evaluators }: PlanDeps) {
  async function setOf(plan: ExperimentPlan): Promise<CheckedSet> {
    const missing = (cause: unknown): never => {
      throw cause instanceof AppError && cause.status === 404 ? experimentErrors.noDataset() : cause
    }
    const version = plan.eval_set_version_id ? await versions.get(plan.eval_set_version_id).catch(missing) : undefined
    const datasetId = version?.datasetId ?? plan.eval_set_id
    if (!datasetId) throw experimentErrors.noDataset()
    const found = await datasets.get(datasetId).catch(missing)
    if (found.head.spaceId !== plan.space_id) throw experimentErrors.noDataset()
    const { fields } = version ? await versions.schemaOf(version.schemaId) : found.schema
    const itemCount = version?.itemCount ?? found.dataset.itemCount
    if (!itemCount) throw experimentErrors.emptyVersion()
    return { datasetId, name: found.head.name, version, itemCount, fields }
  }
  /** Default mapping: fields of the dataset fill inputs of the same name. */
  function targetMapping(plan: ExperimentPlan, snapshot: Snapshot, set: CheckedSet) {
    const inputs = targetInputs(snapshot)
    const known = namesOf(set.fields)
    const given = plan.target_field_mapping?.from_eval_set ?? []
    const first = known[0]
    const mapping = given.length
      ? given
      : inputs.flatMap(({ key, isRequired }) => {
          if (known.includes(key)) return [{ field_name: key, from_field_name: key }]
          // If no field is named `input`, use the question field, or else the first field.
          return key === 'input' && isRequired && first && snapshot.kind !== 'stored'
            ? [{ field_name: key, from_field_name: known.find((name) => asked.has(name)) ?? first }]
            : []
        })
    checkMappings(mapping, known, names(set.fields), inputs, 'target_field_mapping.from_eval_set')
    return mapping
  }
  async function evaluatorsOf(
    plan: Pick<ExperimentPlan, 'space_id' | 'evaluator_version_ids' | 'evaluator_field_mapping' | 'weights'>,
    fields: readonly Field[],
    isStored = true,
  ): Promise<UsedEvaluator[]> {
    const ids = [...new Set(plan.evaluator_version_ids)]
    const ready = await evaluators.ready(plan.space_id, ids)
    const known = namesOf(fields)
    return ids.map((versionId) => {
      const found = ready.get(versionId)
      if (!found) throw experimentErrors.noEvaluator({ id: versionId })
      const index = plan.evaluator_field_mapping.findIndex((one) => one.evaluator_version_id === versionId)
      const told = plan.evaluator_field_mapping[index]
      const { fromSet, fromTarget } = told
        ? { fromSet: told.from_eval_set, fromTarget: told.from_target }
        : guessed(found, known, given, isStored)
      const at = told ? `evaluator_field_mapping[${index}]` : `evaluator_field_mapping (${found.name})`
      checkMappings(fromSet, known, names(fields), [], `${at}.from_eval_set`)
      checkMappings(
        [...fromSet, ...fromTarget].map(({ field_name }) => ({ field_name })),
        [],
        [],
        inputsOf(found.content),
        at,
      )
      return { ...found, weight: plan.weights?.[versionId] ?? 1, fromSet, fromTarget }
    })
  }
  async function snapshotOf(plan: ExperimentPlan, userId: string, more?: TargetMore): Promise<Snapshot> {
    if (plan.TargetVersionID) return (await targets.version(plan.space_id, plan.TargetVersionID)).version.snapshot
    if (!plan.create_eval_target_param) throw experimentErrors.noTarget()
    return targets.look(plan.space_id, userId, paramOf(plan.create_eval_target_param, more))
  }
  return {
    setOf,
    evaluatorsOf,
    targetMapping,
    snapshotOf,
    async check(plan: ExperimentPlan, userId: string, more: TargetMore | undefined = moreOf(plan)) {
      const set = await setOf(plan)
      const snapshot = await snapshotOf(plan, userId, more)
      const isStored =
        plan.create_eval_target_param?.eval_target_type === TargetType.stored || snapshot.kind === 'stored'
      if (isStored && !plan.evaluator_version_ids.length) throw experimentErrors.nothingToScore()
      const mapping = targetMapping(plan, snapshot, set)
      return { set, snapshot, mapping, evaluators: await evaluatorsOf(plan, set.fields, isStored) }
    },
  }
}
