import type { contract, SpanScore, TraceTask } from '@orrery/contract'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { readerOf } from '#domains/loop/observation/shared/reader.ts'
import type { AutomationService } from './automation.service.ts'
import type { ScoreRow, TaskRow } from './automation.table.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import type { ScoreService } from './score.service.ts'

const OLDEST_FIRST = 1
export interface AutomationRoutesDeps {
  automation: AutomationService
  evaluators: EvaluatorService
  scores: ScoreService
  people: Pick<PassportService, 'getMany'>
}
const inLocale = (locale: Locale, { en, zh }: { en: string; zh: string }) => (locale === 'zh-CN' ? zh : en)
/** An automation writes rows in the name of its creator, who must therefore be allowed to edit the datasets. */
async function requireSets(ctx: Ctx, sets: { dataset_id: string }[]) {
  for (const { dataset_id } of sets)
    if (!(await ctx.access.can(ctx.actor!, 'dataset', dataset_id, 'editInfo')))
      throw errors.notFound({ what: 'dataset' })
}

export function automationRoutes({
  automation,
  evaluators,
  scores,
  people,
}: AutomationRoutesDeps): Handlers<typeof contract.traceTasks> {
  async function shown(rows: TaskRow[], locale: Locale): Promise<TraceTask[]> {
    const ids = [...new Set(rows.flatMap((row) => [row.createdBy, row.editedBy]))]
    const [counts, users] = await Promise.all([automation.counts(rows.map(({ id }) => id)), people.getMany(ids)])
    const names = new Map(users.map((user) => [user.id, user.name]))
    const person = (id: string) => ({ user_id: id, name: names.get(id) ?? '' })
    return rows.map((row) => ({
      id: row.id,
      workspace_id: row.spaceId,
      name: row.name,
      description: row.description,
      task_type: row.type,
      task_status: row.status,
      rule: { ...row.rule, effective_time: { start_at: row.startAt, ...(row.endAt && { end_at: row.endAt }) } },
      task_config: row.config,
      task_detail: { success_count: counts.get(row.id)?.done ?? 0, failed_count: counts.get(row.id)?.failed ?? 0 },
      base_info: {
        created_by: person(row.createdBy),
        updated_by: person(row.editedBy),
        created_at: String(row.createdAt),
        updated_at: String(row.updatedAt),
      },
      problem: inLocale(locale, { en: row.problem, zh: row.problemZh }),
    }))
  }
  return {
    async create({ task }, ctx) {
      await requireSets(ctx, task.task_config.data_reflow_config)
      return { task_id: await automation.create(ctx.userId, task) }
    },
    async checkName({ workspace_id, name }, ctx) {
      const pass = name.trim() !== '' && (await automation.isFree(workspace_id, name))
      const taken = { en: 'This name is taken or empty', zh: '名称已被使用或为空' }
      return { pass, message: pass ? '' : inLocale(ctx.locale, taken) }
    },
    async list(input, ctx) {
      const isOldestFirst = input.order_by === OLDEST_FIRST
      const { workspace_id, task_filters, limit, offset } = input
      const { rows, total } = await automation.list(workspace_id, task_filters, isOldestFirst, limit, offset)
      return { tasks: await shown(rows, ctx.locale), total: String(total) }
    },
    get: async ({ workspace_id, task_id }, ctx) => ({
      task: (await shown([await automation.of(workspace_id, task_id)], ctx.locale))[0]!,
    }),
    async update(input, ctx) {
      await automation.update(input.workspace_id, ctx.userId, input.task_id, {
        status: input.task_status,
        description: input.description,
        startAt: input.effective_time?.start_at,
        endAt: input.effective_time?.end_at,
        sampleRate: input.sample_rate,
      })
      return {}
    },
    evaluators: async ({ workspace_id, name }) => ({
      evaluators: (await evaluators.list(workspace_id, name)).map((one) => ({
        evaluator_version_id: one.versionId,
        evaluator_name: one.name,
        evaluator_version: one.version,
      })),
    }),
    async correct(input, ctx) {
      const reader = await readerOf(ctx, input.workspace_id)
      const { score, explain } = input.correction
      const row = await scores.correct(reader, input.evaluator_record_id, input.span_id, score, explain)
      return {
        annotation: {
          id: row.id,
          annotation_type: 'auto_evaluate',
          key: row.evaluatorName,
          value_type: 'double',
          value: String(score),
          status: 'normal',
          auto_evaluate: {
            evaluator_version_id: row.evaluatorVersionId,
            evaluator_name: row.evaluatorName,
            evaluator_version: row.evaluatorVersion,
            evaluator_result: { score: row.score, correction: { score, explain }, reasoning: row.reasoning },
            record_id: row.id,
            task_id: row.taskId,
          },
        },
      }
    },
    async scores({ space_id, trace_id }, ctx) {
      const rows = await scores.of(await readerOf(ctx, space_id), trace_id)
      const users = await people.getMany([...new Set(rows.flatMap(({ correctedBy }) => correctedBy ?? []))])
      const names = new Map(users.map((user) => [user.id, user.name]))
      return { scores: rows.map((row) => toScore(row, names)) }
    },
    async log({ workspace_id, task_id, status, limit, page_token }, ctx) {
      const task = await automation.of(workspace_id, task_id)
      const [{ rows, nextPageToken }, counts, averages] = await Promise.all([
        automation.log(task, status, limit, page_token),
        automation.counts([task.id]),
        automation.averages(task.id),
      ])
      const figures = counts.get(task.id) ?? { done: 0, failed: 0, skipped: 0, cost: 0 }
      return {
        figures: {
          ...figures,
          ...(averages.average !== undefined && { average_score: averages.average }),
          days: averages.days,
        },
        spans: rows.map(({ row, score }) => ({
          trace_id: row.traceId,
          span_id: row.spanId,
          status: row.status,
          reason: row.reason,
          problem: inLocale(ctx.locale, { en: row.problem, zh: row.problemZh }),
          started_at: row.startedAt / 1000,
          ...(score !== null && { score }),
          cost: row.cost,
        })),
        next_page_token: nextPageToken,
      }
    },
    async preview({ task, size }, ctx) {
      await requireSets(ctx, task.task_config.data_reflow_config)
      const { matches, results } = await automation.preview(ctx.userId, task, size)
      const all = results.flatMap((one) => one.results)
      const cost = all.reduce((sum, one) => sum + one.cost, 0)
      return {
        matches,
        cost_each: results.length ? cost / results.length : 0,
        spans: results.map(({ span, results: each }) => ({
          trace_id: span.traceId,
          span_id: span.spanId,
          name: span.name,
          started_at: span.startedAt / 1000,
          results: each.map((one) => ({
            name: one.name,
            fields: one.fields,
            ...(one.score !== undefined && { score: one.score }),
            reasoning: one.reasoning,
            problem: one.problem ? inLocale(ctx.locale, one.problem) : '',
          })),
        })),
      }
    },
    async createEvaluator({ workspace_id, name, content }, ctx) {
      const made = await evaluators.create(workspace_id, ctx.userId, name, content)
      return { evaluator_id: made.evaluatorId, evaluator_version_id: made.versionId, version: made.version }
    },
    async listEvaluators({ workspace_id }) {
      const latest = new Map<string, Awaited<ReturnType<EvaluatorService['list']>>[number]>()
      for (const one of await evaluators.list(workspace_id))
        if (!latest.has(one.evaluatorId)) latest.set(one.evaluatorId, one)
      return {
        evaluators: [...latest.values()].map((one) => ({
          evaluator_id: one.evaluatorId,
          evaluator_version_id: one.versionId,
          name: one.name,
          version: one.version,
          content: one.content,
          created_at: one.createdAt,
        })),
      }
    },
    async deleteEvaluator({ workspace_id, evaluator_id }) {
      await evaluators.remove(workspace_id, evaluator_id)
      return {}
    },
  }
}

const toScore = (row: ScoreRow, names: Map<string, string>): SpanScore => ({
  id: row.id,
  span_id: row.spanId,
  task_id: row.taskId,
  evaluator_version_id: row.evaluatorVersionId,
  evaluator_name: row.evaluatorName,
  evaluator_version: row.evaluatorVersion,
  score: row.score,
  reasoning: row.reasoning,
  judge_trace_id: row.judgeTraceId,
  ...(row.correctedScore !== null && {
    correction: {
      score: row.correctedScore,
      explain: row.correctedWhy,
      user_id: row.correctedBy ?? '',
      user_name: names.get(row.correctedBy ?? '') ?? '',
      at: row.correctedAt,
    },
  }),
})
