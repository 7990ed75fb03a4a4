import type { ShownCase, ShownTask } from '@orrery/contract'
import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { and, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { Locale } from '#kit/errors.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { PlanRow, PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { PlanService } from '#domains/loop/eval-plan/plan.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import { objectNumber, showObject } from './eval-object.ts'

export interface CaseViewDeps {
  db: Db
  plans: Pick<PlanService, 'many'>
  results: Pick<Results, 'progress' | 'weighted' | 'allScores'>
  targets: Pick<EvalTargets, 'versions'>
  types: Pick<EvalTypes, 'names'>
  people: Pick<PassportService, 'getMany'>
}
const Mode = { auto: 1, reset: 2 } as const
const EntityType = { bot: 1, prompt: 2, user: 3, agent: 4 } as const
const TaskStatus = {
  processing: 1,
  appending: 10,
  needsPeople: 20,
  terminated: 21,
  systemTerminated: 22,
  completed: 30,
  error: 31,
  partialFailure: 41,
  waits: 42,
  waitsAgain: 43,
} as const
const ManualStatus = { none: 0, needed: 1, done: 2 } as const
const Report = { none: 0, there: 2 } as const
const empty = {
  turns: 0,
  goodTurns: 0,
  badTurns: 0,
  items: 0,
  goodItems: 0,
  badItems: 0,
  openItems: 0,
  targetIn: 0,
  targetOut: 0,
  judgeIn: 0,
  judgeOut: 0,
  cost: 0,
  judgeCost: 0,
  ms: 0,
  error: '',
  errorZh: '',
}
function statusOf(row: ExperimentRow, goodTurns: number, manual: number): number {
  switch (row.status) {
    case ExperimentStatus.pending:
      return row.startedAt ? TaskStatus.waitsAgain : TaskStatus.waits
    case ExperimentStatus.processing:
      return row.waitsOutside ? TaskStatus.appending : TaskStatus.processing
    case ExperimentStatus.success:
      return manual === ManualStatus.needed ? TaskStatus.needsPeople : TaskStatus.completed
    case ExperimentStatus.failed:
      return goodTurns ? TaskStatus.partialFailure : TaskStatus.error
    case ExperimentStatus.terminated:
      return TaskStatus.terminated
    case ExperimentStatus.systemTerminated:
      return TaskStatus.systemTerminated
  }
}
const isEnded = ({ status }: ExperimentRow) => status >= ExperimentStatus.success
const share = (values: number[], least: number) => values.filter((one) => one >= least).length / values.length

/** Plans and experiments in the format of the first API version. */
export function createCaseView({ db, plans, results, targets, types, people }: CaseViewDeps) {
  /** Names of resources in the spaces of these plans. Ids of other spaces, which a plan may contain, get no name. */
  async function namesOf(ids: string[], plansShown: Pick<PlanRow, 'spaceId'>[]): Promise<Map<string, string>> {
    const wanted = [...new Set(ids)]
    const spaces = [...new Set(plansShown.map(({ spaceId }) => spaceId))]
    const rows =
      wanted.length && spaces.length
        ? await db
            .select({ id: resource.id, name: resource.name })
            .from(resource)
            .where(and(inArray(resource.id, wanted), inArray(resource.spaceId, spaces)))
        : []
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  async function cases(rows: PlanRow[]): Promise<ShownCase[]> {
    const names = await namesOf(
      rows.flatMap(({ datasetId, target }) => [
        ...(datasetId ? [datasetId] : []),
        ...(target && /^\d+$/.test(target.sourceId) ? [target.sourceId] : []),
      ]),
      rows,
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      desc: row.description,
      dataset_source: {
        dataset_id: row.datasetId ?? '0',
        dataset_name: row.datasetId ? (names.get(row.datasetId) ?? '') : '',
      },
      evaluator_source: {
        case_source: { mode: row.setId ? Mode.auto : Mode.reset, rule_group_id: row.setId ?? '0' },
        row_sources: Object.fromEntries(
          Object.entries(row.rowSets).map(([place, rule_group_id]) => {
            const [row_group_id = '0', row_id = '0'] = place.split('/')
            return [row_id === '0' ? row_group_id : row_id, { mode: Mode.auto, row_id, row_group_id, rule_group_id }]
          }),
        ),
        threshold: { pass_threshold: row.pass, excellent_threshold: row.excellent },
      },
      ...(row.target && {
        eval_object: showObject(
          { ...row.target, name: names.get(row.target.sourceId) ?? row.target.name },
          row.spaceId,
        ),
      }),
      creator_id: row.createdBy,
      create_time: String(row.createdAt),
      update_time: String(row.updatedAt),
      space_id: row.spaceId,
      last_run_time: String(row.lastRunAt),
      region: row.region,
      latest_runtime_parameter: row.runtimeParameter,
      user_change_mode: row.isReadOnly ? 5 : 0,
      original_dataset_id: row.datasetId ?? '0',
      runtime_parameter: row.runtimeParameter,
      default_runtime_parameter: '',
      runtime_parameter_tip_content: '{"model_id":"","temperature":0,"variables":{}}',
    }))
  }
  async function targetsOf(spaceId: string, rows: ExperimentRow[]): Promise<Map<string, PlanTarget>> {
    const found = await targets.versions(spaceId, [...new Set(rows.map((row) => row.targetVersionId))])
    const own = await plans.many(
      spaceId,
      rows.flatMap(({ planId }) => planId ?? []),
    )
    const registered = await types.names(
      spaceId,
      found.flatMap(({ target }) => (target.type === TargetType.external ? [target.sourceId] : [])),
    )
    return new Map(
      rows.flatMap((row): [string, PlanTarget][] => {
        const of = found.find(({ version }) => version.id === row.targetVersionId)
        if (!of) return []
        const { target, version } = of
        const { snapshot } = version
        const planned = own.find(({ id }) => id === row.planId)?.target
        const objectType =
          planned?.type === target.type
            ? planned.objectType
            : (registered.get(target.sourceId)?.number ?? objectNumber(target.type))
        const isPublished = snapshot.kind === 'bot' && !snapshot.isDraft
        return [
          [
            row.id,
            {
              ...planned,
              type: target.type,
              sourceId: target.sourceId,
              state: isPublished ? 2 : 1,
              objectType,
              name: version.name,
              ...(snapshot.kind === 'external' && { meta: snapshot.meta }),
            },
          ],
        ]
      }),
    )
  }
  /** How many turns and rows people must score, and how many they have scored. */
  async function manualOf(row: ExperimentRow, turns: number, items: number) {
    const human = row.evaluators.filter(({ content }) => content.kind === 'human').map(({ versionId }) => versionId)
    if (!human.length) return { status: ManualStatus.none, turns: 0, doneTurns: 0, items: 0, doneItems: 0 }
    const scores = (await results.allScores(row.id)).filter(({ versionId }) => human.includes(versionId))
    const byTurn = Map.groupBy(scores, ({ turnId }) => turnId)
    const done = [...byTurn.values()].filter((list) => list.length === human.length)
    const doneItems = new Set(done.map(([one]) => one!.itemId)).size
    const status = done.length >= turns ? ManualStatus.done : ManualStatus.needed
    return { status, turns, doneTurns: done.length, items, doneItems }
  }
  async function tasks(spaceId: string, rows: ExperimentRow[], locale: Locale): Promise<ShownTask[]> {
    const [progress, weighted, objects] = await Promise.all([
      results.progress(rows.map(({ id }) => id)),
      results.weighted(rows),
      targetsOf(spaceId, rows),
    ])
    return Promise.all(
      rows.map(async (row): Promise<ShownTask> => {
        const of = progress.get(row.id) ?? empty
        const manual = await manualOf(row, of.turns, of.items)
        const values = [...(weighted.get(row.id)?.values() ?? [])]
        const target = objects.get(row.id)
        const usage = (input: number, output: number) => ({ input_token: String(input), output_token: String(output) })
        return {
          id: row.id,
          case_id: row.planId ?? row.id,
          name: row.name,
          status: statusOf(row, of.goodTurns, manual.status),
          dataset_id: row.datasetVersionId,
          ...(target && { eval_object: showObject(target, spaceId) }),
          row_run_cnt: String(of.goodTurns + of.badTurns),
          token: String(of.targetIn + of.targetOut + of.judgeIn + of.judgeOut),
          consuming: String(Math.max(0, (row.endedAt || Date.now()) - (row.startedAt || row.createdAt))),
          start_time: String(row.startedAt),
          end_time: String(row.endedAt),
          creator_id: row.createdBy,
          log_id: row.runId,
          object_output_err: locale === 'zh-CN' ? row.problemZh || of.errorZh : row.problem || of.error,
          task_stats: {
            uncompleted_count: String(of.openItems),
            success_count: String(of.goodItems),
            fail_count: String(of.badItems),
            success_row_count: String(of.goodTurns),
            fail_row_count: String(of.badTurns),
            total_row_count: String(of.turns),
          },
          task_manual_stats: {
            needed_row_count: String(manual.turns),
            completed_row_count: String(manual.doneTurns),
            needed_row_group_count: String(manual.items),
            completed_row_group_count: String(manual.doneItems),
          },
          task_manual_status: manual.status,
          aggr_report_gen_status: isEnded(row) ? Report.there : Report.none,
          ...(values.length && {
            score: values.reduce((sum, one) => sum + one, 0) / values.length,
            passing_rate: share(values, row.pass),
            excellent_rate: share(values, row.excellent),
          }),
          threshold: { pass_threshold: row.pass, excellent_threshold: row.excellent },
          object_token_usage: usage(of.targetIn, of.targetOut),
          object_token_cost: usage(of.targetIn, of.targetOut),
          runtime_parameter: row.runtimeParameter,
          dataset_name: row.datasetName,
          original_dataset_id: row.datasetId,
          evaluator_token_usage: usage(of.judgeIn, of.judgeOut),
          credit_cost: of.cost + of.judgeCost,
          description: row.description,
        }
      }),
    )
  }
  /** Loads the names that lists show, with one query per kind. */
  async function entities(userIds: string[], plansShown: PlanRow[]) {
    const known = await people.getMany([...new Set(userIds)])
    const entity = (entity_id: string, entity_name: string, entity_type: number) => [
      entity_id,
      { entity_id, entity_name, entity_type, image_url: '', email: '' },
    ]
    const of = (wanted: TargetType[]) =>
      plansShown.flatMap(({ target }) => (target && wanted.includes(target.type) ? [target] : []))
    const named = of([TargetType.bot, TargetType.prompt, TargetType.visitor])
    const names = await namesOf(
      named.map((one) => one.sourceId),
      plansShown,
    )
    const mapOf = (wanted: TargetType[], type: number) =>
      Object.fromEntries(
        of(wanted).map((one) => entity(one.sourceId, names.get(one.sourceId) ?? one.name, type)),
      ) as Record<string, never>
    return {
      coze_entity_map: mapOf([TargetType.bot, TargetType.visitor], EntityType.bot),
      prompt_entity_map: mapOf([TargetType.prompt], EntityType.prompt),
      user_entity_map: Object.fromEntries(known.map(({ id, name }) => entity(id, name, EntityType.user))) as Record<
        string,
        never
      >,
      agent_entity_map: mapOf([TargetType.external], EntityType.agent),
    }
  }
  return { cases, tasks, entities }
}
export type CaseView = ReturnType<typeof createCaseView>
