import type {
  contract,
  GivenEvalObject,
  GivenRule,
  ShownBatchProgress,
  ShownEvalObject,
  ShownFirstSet,
  ShownLiteBatch,
  ShownRule,
  ShownTask,
} from '@orrery/contract'
import { BatchObject, BatchStatus } from '@orrery/contract/shared/checkup-enums'
import { errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { currentUse } from '#kit/models/model-use.ts'
import { taskMark } from '#kit/models/prompt-marks.ts'
import type { StreamReply } from '#kit/sse.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import { judgeTemplates } from '#domains/loop/evaluator/shared/judge-templates.ts'
import type { EvaluatorSets, FoundMember, GivenMember } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { LiteForecast } from './forecast.ts'
import type { FoundBatch, LiteBatches } from './lite-batch.service.ts'

type TaskHandlers = Handlers<typeof contract.evaluationTask>
export interface LiteBatchRoutesDeps {
  batches: LiteBatches
  forecast: LiteForecast
  rules: Pick<EvaluatorSets, 'membersOf'>
  results: Pick<Results, 'progress'>
  models: Pick<ModelService, 'resolve'>
  tasks(spaceId: string, rows: ExperimentRow[], locale: Locale): Promise<ShownTask[]>
  /** Lists the rows of one experiment in the format of the first API version. */
  dashboard: TaskHandlers['rows']
  readObject(given: GivenEvalObject, spaceId: string): Promise<PlanTarget>
  showObject(target: PlanTarget, spaceId: string): ShownEvalObject
  readRule(given: GivenRule, spaceId: string): Promise<GivenMember>
  showRule(found: FoundMember): ShownRule
  /** Returns the name of an object that still exists. */
  nameOf(spaceId: string, target: PlanTarget): Promise<string>
  setInfo(datasetId: string): Promise<ShownFirstSet | undefined>
}
const PROFESSIONAL = 2
const Event = { start: 1, processing: 2, end: 3 } as const
const rewriteSystem = `${taskMark('optimise')}
You improve prompts of judges that score the answers of an assistant. Keep every placeholder in double braces exactly as it is. Say what is scored, what 1 and what 0 means, and what to ignore. Answer with the prompt alone.`
const openPhases = [BatchStatus.awaiting, BatchStatus.running, BatchStatus.testRun] as number[]

export function liteBatchRoutes(deps: LiteBatchRoutesDeps): Handlers<typeof contract.liteBatch> {
  const { batches, rules, results } = deps
  const who = async (ctx: Ctx, spaceId: string) => ({
    userId: ctx.userId,
    canManageAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
  })
  async function progressOf(found: FoundBatch, isTest: boolean, ctx: Ctx): Promise<ShownBatchProgress> {
    const runs: ExperimentRow[] = isTest ? found.tests : found.runs
    const [tasks, spent] = await Promise.all([
      deps.tasks(found.row.spaceId, runs, ctx.locale),
      results.progress(runs.map(({ id }) => id)),
    ])
    const all = [...spent.values()]
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
    const [input, output] = [sum((one) => one.targetIn + one.judgeIn), sum((one) => one.targetOut + one.judgeOut)]
    const turns = sum((one) => one.turns)
    const done = sum((one) => one.goodTurns + one.badTurns)
    const started = runs.flatMap(({ startedAt }) => startedAt || [])
    const isOver = !openPhases.includes(found.status)
    const ended = isOver ? Math.max(0, ...runs.map(({ endedAt }) => endedAt)) : Date.now()
    const duration = started.length ? Math.max(0, ended - Math.min(...started)) : 0
    return {
      id: found.row.id,
      cost_consumption: {
        total_token: String(input + output),
        input_token: String(input),
        output_token: String(output),
        credits: sum((one) => one.cost + one.judgeCost),
        evaluations: String(done),
      },
      status: found.status,
      tasks,
      duration: String(duration),
      estimated_time_remaining: String(isOver || !done ? 0 : Math.ceil(((duration / done) * (turns - done)) / 1000)),
      total_row_count: String(turns),
    }
  }
  async function shown(found: FoundBatch, ctx: Ctx): Promise<ShownLiteBatch> {
    const { row } = found
    const [objects, datasets, members] = await Promise.all([
      Promise.all(
        row.objects.map(async (target) =>
          deps.showObject({ ...target, name: (await deps.nameOf(row.spaceId, target)) || target.name }, row.spaceId),
        ),
      ),
      Promise.all(row.datasets.map(({ datasetId }) => deps.setInfo(datasetId))),
      row.setId ? rules.membersOf(row.spaceId, row.setId) : [],
    ])
    return {
      coze_batch_task_meta: {
        id: row.id,
        space_id: row.spaceId,
        name: row.name,
        eval_objects: objects,
        datasets: datasets.filter((one) => one !== undefined),
        ...(members[0] && { rule: deps.showRule(members[0]) }),
        run_type: row.runType,
        built_in_dataset_ids: Object.fromEntries(
          row.datasets.flatMap(({ builtInId, datasetId }) => (builtInId ? [[builtInId, datasetId] as const] : [])),
        ),
        creator_id: row.createdBy,
        created_at: String(row.createdAt),
        updated_at: String(row.updatedAt),
      },
      coze_batch_task_progress: await progressOf(found, false, ctx),
    }
  }
  return {
    operable: async ({ space_id, bot_ids }, ctx) => {
      const may = await Promise.all(
        [...new Set(bot_ids)].map(async (id) => {
          const located = await ctx.access.require(ctx.actor!, 'bot', id, 'testRunWorkflow').catch(() => undefined)
          return located?.spaceId === space_id ? [id] : []
        }),
      )
      return { operable_bot_ids: may.flat() }
    },
    bindObjects: async ({ space_id, batch_task_id, eval_objects }, ctx) => {
      const targets = await Promise.all(
        eval_objects.map(async (given) => {
          const target = await deps.readObject(given, space_id)
          return { ...target, name: (await deps.nameOf(space_id, target)) || target.name }
        }),
      )
      await batches.bindObjects(space_id, ctx.userId, batch_task_id, targets)
      return {}
    },
    create: async ({ space_id, name }, ctx) => ({ id: await batches.create(space_id, ctx.userId, name) }),
    list: async ({ space_id, creator_id, type, status, search_name, offset, limit }, ctx) => {
      const by = { creator: creator_id, types: type, statuses: status, name: search_name }
      const all = await batches.list(space_id, by)
      const page = all.slice(offset, offset + limit)
      return {
        coze_batch_tasks: await Promise.all(page.map((one) => shown(one, ctx))),
        has_more: all.length > offset + limit,
      }
    },
    forecast: async ({ space_id, batch_task_id, credits_check_type }, ctx) => {
      const nothing = {
        count: 0,
        targetTokens: 0,
        judgeTokens: 0,
        cost: 0,
        seconds: 0,
        judgeModel: '',
        problem: undefined,
      }
      const found = batch_task_id ? await batches.get(space_id, batch_task_id) : undefined
      const of = found ? await deps.forecast(found, credits_check_type) : nothing
      return {
        pass: of.problem === undefined,
        coze_version: PROFESSIONAL,
        cost_predication: {
          free_case_cost: '0',
          case_number: String(of.count),
          total_token: String(of.targetTokens + of.judgeTokens),
          batch_operation_token: String(of.targetTokens),
          evaluation_rules_token: String(of.judgeTokens),
          credits_needed: '0',
          estimated_time: String(of.seconds),
          coze_credits_needed: '0',
          cost: of.cost,
        },
        evaluation_model: of.judgeModel,
        problem: of.problem?.text(ctx.locale) ?? '',
      }
    },
    progress: async ({ space_id, batch_task_ids, is_test_run = false }, ctx) => {
      const all = await Promise.all(batch_task_ids.map((id) => batches.get(space_id, id).catch(() => undefined)))
      const known = all.filter((one) => one !== undefined)
      return { coze_batch_task_progress: await Promise.all(known.map((one) => progressOf(one, is_test_run, ctx))) }
    },
    update: async ({ space_id, batch_task_id, name, status, run_type }, ctx) => {
      await batches.update(space_id, await who(ctx, space_id), batch_task_id, { name, status, runType: run_type })
      return {}
    },
    submit: async ({ space_id, batch_task_id, is_test_run = false }, ctx) => ({
      task_ids: await batches.submit(space_id, ctx.userId, batch_task_id, is_test_run),
    }),
    kill: async ({ space_id, batch_task_id, is_test_run = false }, ctx) => {
      await batches.kill(space_id, await who(ctx, space_id), batch_task_id, is_test_run)
      return {}
    },
    retry: async ({ space_id, batch_task_id }) => {
      await batches.retry(space_id, batch_task_id)
      return {}
    },
    clone: async ({ space_id, source_batch_task_id }, ctx) => ({
      id: await batches.clone(space_id, ctx.userId, source_batch_task_id),
    }),
    get: async ({ space_id, batch_task_id }, ctx) => ({
      coze_batch_task: await shown(await batches.get(space_id, batch_task_id), ctx),
    }),
    remove: async ({ space_id, batch_task_id }, ctx) => {
      await batches.remove(space_id, await who(ctx, space_id), batch_task_id)
      return {}
    },
    rows: async ({ space_id, batch_task_id, task_id, row_group_run_state, page, page_size }, ctx) => {
      const { runs, tests } = await batches.get(space_id, batch_task_id)
      const run = [...runs, ...tests].find(({ id }) => id === task_id)
      if (!run) throw errors.notFound({ what: 'experiment' })
      const case_id = run.planId ?? run.id
      return deps.dashboard({ space_id, case_id, task_id, row_group_run_state, page, page_size }, ctx)
    },
    setRule: async ({ space_id, batch_task_id, rule }, ctx) => {
      const member = await deps.readRule(rule, space_id)
      return { rule: deps.showRule(await batches.setRule(space_id, ctx.userId, batch_task_id, member)) }
    },
    judges: async ({ cursor, limit, object_type }) => {
      const from = Number(cursor ?? 0)
      const fitting = judgeTemplates.filter(({ key }) => object_type !== BatchObject.workflow || key !== 'creativity')
      const page = fitting.slice(from, from + limit)
      const isMore = fitting.length > from + limit
      return {
        templates: page.map(({ name, content }) => {
          const text = content.kind === 'judge' ? content.prompt : ''
          return { name, desc: text.split('\n')[1] ?? '', content: text }
        }),
        next_cursor: isMore ? String(from + limit) : '0',
        has_more: isMore,
      }
    },
    rewrite: async ({ space_id, prompt, batch_task_id }, ctx): Promise<StreamReply> => {
      if (batch_task_id) await batches.get(space_id, batch_task_id)
      const model = await deps.models.resolve(undefined, space_id)
      return async (sse) => {
        const send = (event: number, content: string, usage?: { InputToken: string; OutputToken: string }) =>
          sse.send({
            event: 'message',
            data: { id: ctx.logId, event, content, ...(usage && { usage }), code: 0, msg: '' },
          })
        send(Event.start, '')
        const messages = [
          { role: 'system' as const, content: rewriteSystem },
          { role: 'user' as const, content: prompt },
        ]
        const answer = await currentUse.run({ resourceId: '0', userId: ctx.userId, source: 'studio' }, () =>
          model.chat({ messages, signal: ctx.signal }, { text: (delta) => send(Event.processing, delta) }),
        )
        // Restore lost placeholders: without them the prompt would judge something else.
        const lost = (prompt.match(/\{\{[^{}]+\}\}/g) ?? []).filter((one) => !answer.text.includes(one))
        if (lost.length) send(Event.processing, `\n\n${lost.join('\n')}`)
        if (model.isOffline)
          send(
            Event.processing,
            ctx.locale === 'zh-CN'
              ? '\n\n（由内置规则整理，未使用语言模型）'
              : '\n\n(Arranged by built-in rules, without a language model)',
          )
        const { inputTokens, outputTokens } = answer.usage
        send(Event.end, '', { InputToken: String(inputTokens), OutputToken: String(outputTokens) })
      }
    },
  }
}
