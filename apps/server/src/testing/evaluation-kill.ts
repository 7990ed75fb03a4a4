import { ExperimentStatus, RetryMode, TargetType } from '@orrery/contract/shared/evaluation-enums'
import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'
import { greeting } from './workflow-canvas.ts'

export interface EvaluationKills {
  works: number
  /** Experiments that did not finish or have missing or duplicate scores, and other work that was lost. */
  wrong: string[]
}
const ROWS = 300
const PATIENCE_MS = 180_000
const PAGE = 100

interface Made {
  datasetId: string
  versionIds: string[]
  workflowId: string
}
interface Round extends Made {
  spaceId: string
  n: number
}
/**
 * Runs two processes and kills one in each round at a random moment during two experiments (one of a workflow), a
 * retry, a write-back of labels and a generation of rows. Afterwards all of them are complete.
 */
export const runEvaluationKills = (field: KillField, rounds: number): Promise<EvaluationKills> =>
  runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    async prepare(api, spaceId): Promise<Made> {
      const { evaluation_set_id: datasetId } = await api.evaluationSet.create({
        space_id: spaceId,
        name: 'Rows',
        evaluation_set_schema: { field_schemas: ['input', 'output', 'reference_output'].map((name) => ({ name })) },
      })
      const items = Array.from({ length: ROWS }, (_, n) => ({
        turns: [
          {
            field_data_list: ['input', 'output', 'reference_output'].map((name) => ({
              name,
              content: { text: `${name} ${n}` },
            })),
          },
        ],
      }))
      for (let at = 0; at < ROWS; at += PAGE)
        await api.evaluationSet.addItems({
          space_id: spaceId,
          evaluation_set_id: datasetId,
          items: items.slice(at, at + PAGE),
        })
      const versionIds: string[] = []
      for (const metric of ['exact', 'token_f1'] as const) {
        const { evaluator_id } = await api.evaluator.create({
          evaluator: {
            space_id: spaceId,
            name: metric,
            current_version: { evaluator_content: { builtin_evaluator: { kind: 'similarity', metric } } },
          },
        })
        const done = await api.evaluator.submit({ space_id: spaceId, evaluator_id, version: '1.0.0' })
        versionIds.push(done.evaluator.current_version!.id)
      }
      const { workflow_id: workflowId } = await api.workflow.create({
        space_id: spaceId,
        name: 'greet',
        desc: 'Greets',
      })
      await api.workflow.save({ workflow_id: workflowId, schema: greeting() })
      return { datasetId, versionIds, workflowId }
    },
    async begin(api, { made, spaceId, n }) {
      const round = { ...made, spaceId, n }
      return [
        await beginExperiment(api, round),
        await beginWorkflow(api, round),
        await beginRetry(api, round),
        await beginWriteBack(api, round),
        await beginGeneration(api, round),
      ]
    },
  })

const submit = async (api: Api, round: Round, name: string, more: object = {}) =>
  (
    await api.experiment.submit({
      space_id: round.spaceId,
      name: `${name} ${round.n}`,
      eval_set_id: round.datasetId,
      create_eval_target_param: { eval_target_type: TargetType.stored },
      evaluator_version_ids: round.versionIds,
      target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name: 'output' }] },
      ...more,
    })
  ).experiment.id
async function stateOf(api: Api, { spaceId }: Round, id: string) {
  const { experiments } = await api.experiment.getMany({ space_id: spaceId, expt_ids: [id] })
  return experiments[0]!
}
const hasEnded = async (api: Api, round: Round, id: string) =>
  (await stateOf(api, round, id)).status >= ExperimentStatus.success
/** Checks that every row exists once, with one score of each evaluator. */
async function rowsFault(api: Api, { spaceId, versionIds }: Round, id: string, evaluators = versionIds.length) {
  const seen = new Set<string>()
  const records = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { item_results } = await api.experimentResult.rows({
      space_id: spaceId,
      experiment_ids: [id],
      page,
      page_size: PAGE,
    })
    for (const { item_id, turn_results } of item_results) {
      seen.add(item_id)
      const given = Object.values(
        turn_results[0]!.experiment_results[0]!.payload!.evaluator_output.evaluator_records,
      ).filter((record) => record.evaluator_output_data.evaluator_result)
      if (given.length !== evaluators) return `a row has ${given.length} scores`
      for (const record of given) records.add(record.id)
    }
    if (item_results.length < PAGE) break
  }
  return seen.size === ROWS && records.size === ROWS * evaluators ? '' : `${seen.size} rows, ${records.size} scores`
}

async function beginExperiment(api: Api, round: Round): Promise<StartedWork> {
  const id = await submit(api, round, 'Plain')
  return {
    name: `experiment ${round.n}`,
    isOver: (later) => hasEnded(later, round, id),
    async fault(later) {
      const { status } = await stateOf(later, round, id)
      return status === ExperimentStatus.success ? rowsFault(later, round, id) : `status ${status}`
    },
  }
}
/** Checks that no workflow is run twice: there are as many runs as rows. */
async function beginWorkflow(api: Api, round: Round): Promise<StartedWork> {
  const { evaluation_set_id } = await api.evaluationSet.create({
    space_id: round.spaceId,
    name: `Few ${round.n}`,
    evaluation_set_schema: { field_schemas: [{ name: 'input' }] },
  })
  const few = 12
  const items = Array.from({ length: few }, (_, n) => ({
    turns: [{ field_data_list: [{ name: 'input', content: { text: `row ${round.n}.${n}` } }] }],
  }))
  await api.evaluationSet.addItems({ space_id: round.spaceId, evaluation_set_id, items })
  const { experiment } = await api.experiment.submit({
    space_id: round.spaceId,
    name: `Workflow ${round.n}`,
    eval_set_id: evaluation_set_id,
    create_eval_target_param: { eval_target_type: TargetType.workflow, source_target_id: round.workflowId },
  })
  return {
    name: `workflow ${round.n}`,
    isOver: (later) => hasEnded(later, round, experiment.id),
    async fault(later) {
      const { status } = await stateOf(later, round, experiment.id)
      if (status !== ExperimentStatus.success) return `status ${status}`
      const { item_results } = await later.experimentResult.rows({
        space_id: round.spaceId,
        experiment_ids: [experiment.id],
        page_size: PAGE,
      })
      const runs = item_results.map(
        ({ turn_results }) =>
          turn_results[0]!.experiment_results[0]!.payload!.target_output.eval_target_record!.trace_id,
      )
      return new Set(runs).size === few ? '' : `${new Set(runs).size} runs`
    },
  }
}
/** Existing scores stay, and only missing ones are computed again. */
async function beginRetry(api: Api, round: Round): Promise<StartedWork> {
  const id = await submit(api, round, 'Again')
  const at = { space_id: round.spaceId, expt_id: id }
  await api.experiment.kill(at)
  await api.experiment.retry({ ...at, retry_mode: RetryMode.failed })
  return {
    name: `retry ${round.n}`,
    isOver: (later) => hasEnded(later, round, id),
    fault: (later) => rowsFault(later, round, id),
  }
}
async function beginWriteBack(api: Api, round: Round): Promise<StartedWork> {
  const { spaceId, n } = round
  const id = await submit(api, round, 'Labelled')
  while (!(await hasEnded(api, round, id))) await new Promise((resolve) => setTimeout(resolve, 200))
  const { id: taskId } = await api.evaluationLabel.create({
    space_id: spaceId,
    source_id: id,
    source_type: 2,
    name: `Labels ${n}`,
    source_range: { range: { start: 1, end: 5 } },
    manual_annotation_items: [{ name: `Good ${n}`, annotation_item_data_type: 3, options: [{ name: 'Yes' }] }],
  })
  const at = { spaceID: spaceId, taskID: taskId }
  const { questions } = await api.annotationQueue.get(at)
  for (let row = 0; row < 5; row += 1) {
    const { label } = await api.annotationQueue.next(at)
    await api.annotationQueue.submit({ ...at, labelID: label!.labelID, answers: { [questions[0]!.key]: 'Yes' } })
  }
  const write = (who: Api) =>
    who.evaluationLabel.writeBack({ space_id: spaceId, manual_annotation_task_id: taskId }).catch(() => undefined)
  return {
    name: `write-back ${n}`,
    ended: write(api),
    isOver: async () => true,
    async fault(later) {
      // After an interrupted write-back, writing again completes it without duplicates.
      await write(later)
      const { experiments } = await later.experiment.getMany({ space_id: spaceId, expt_ids: [id] })
      const columns = experiments[0]!.evaluators.filter(({ name }) => name === `Good ${n}`).length
      if (columns !== 1) return `${columns} columns`
      const { dashboard_row_groups: groups } = await later.evaluationTask.rows({
        space_id: spaceId,
        case_id: id,
        task_id: id,
        page_size: 10,
      })
      const said = groups.filter(({ rows }) =>
        rows[0]!.row_eval_cell.rule_eval_reports.some(
          (one) => one.name === `Good ${n}` && one.row_eval_result?.data?.option?.name === 'Yes',
        ),
      ).length
      return said === 5 ? '' : `${said} labels`
    },
  }
}
async function beginGeneration(api: Api, { spaceId, n }: Round): Promise<StartedWork> {
  const { dataset_id } = await api.evaluationFirstSet.create({
    space_id: spaceId,
    name: `Made ${n}`,
    column_schema: [{ name: 'input' }, { name: 'output' }],
    row_groups: [{ rows: [{ cells: ['How are you?', 'Fine'] }] }],
  })
  const total = 40
  const { task_id } = await api.evaluationGeneration.start({
    dataset_id,
    space_id: spaceId,
    dataset_describe: 'Small talk',
    generate_column_info_list: ['input', 'output'].map((name) => ({ column_info: { name } })),
    reference_dataset: true,
    total,
  })
  const read = (who: Api) => who.evaluationGeneration.get({ dataset_id, space_id: spaceId, task_id })
  return {
    name: `generation ${n}`,
    isOver: async (later) => (await read(later)).task_state > 2,
    async fault(later) {
      const { generate_row_groups: groups, task_state } = await read(later)
      return task_state === 3 && groups.length === total ? '' : `state ${task_state}, ${groups.length} rows`
    },
  }
}
