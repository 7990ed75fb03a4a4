import type { contract, PulledGroup } from '@orrery/contract'
import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { Batches } from '#domains/loop/eval-plan/batch.service.ts'
import { evalPlanErrors } from '#domains/loop/eval-plan/eval-plan.errors.ts'
import type { PlanRow } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { PlanService } from '#domains/loop/eval-plan/plan.service.ts'
import { evalTypeErrors } from '#domains/loop/eval-type/eval-type.errors.ts'
import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { Scores } from '#domains/loop/experiment/score.service.ts'

export interface OpenRoutesDeps {
  plans: Pick<PlanService, 'find'>
  batches: Pick<Batches, 'start'>
  experiments: Pick<ExperimentService, 'get' | 'kill' | 'submitOutputs'>
  results: Results
  scores: Pick<Scores, 'givePoints'>
  types: EvalTypes
}
interface Claims {
  space_id?: string | undefined
  account_id?: string | undefined
}
const Pulled = 3
const PROXY_MS = 60_000
const resultTypes = {
  score: ResultType.score,
  value: ResultType.value,
  select: ResultType.option,
  plain_text: ResultType.text,
}
/** Row id: the turn, plus the trial if there are several. */
const rowId = ({ turn, trial }: { turn: number; trial: number }) => (trial ? `${turn}.${trial}` : String(turn))
function placeOf(text: string, at: string) {
  const [, turn, trial = '0'] = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(text) ?? []
  if (turn === undefined) throw badInput(at, 'send the row_id of the row that was fetched', '请使用拉取到的 row_id')
  return { turn: Number(turn), trial: Number(trial) }
}

/**
 * Runs whose rows a program fetches and answers. Access depends on the token alone: it decides which plans the program
 * reaches, whatever the headers claim.
 */
export function openRoutes(deps: OpenRoutesDeps): Handlers<typeof contract.evaluationPull> {
  const { plans, batches, experiments, results, scores, types } = deps
  function requireClaims({ space_id, account_id }: Claims, spaceId: string, ctx: Ctx) {
    if (space_id !== undefined && space_id !== spaceId) throw datasetErrors.otherSpace()
    if (account_id !== undefined && account_id !== ctx.userId) throw datasetErrors.otherAccount()
  }
  async function planOf(id: string, claimed: Claims, ctx: Ctx): Promise<PlanRow> {
    const plan = await plans.find(id)
    // Give the same error for a missing plan and for a plan in another space.
    await ctx.access.require(ctx.actor!, 'space', plan?.spaceId ?? id, 'createResource').catch((cause: unknown) => {
      throw cause instanceof AppError && cause.status === 404 ? errors.notFound({ what: 'plan' }) : cause
    })
    requireClaims(claimed, plan!.spaceId, ctx)
    return plan!
  }
  async function runOf(input: Claims & { case_id: string; task_id: string }, ctx: Ctx): Promise<ExperimentRow> {
    const plan = await planOf(input.case_id, input, ctx)
    const row = await experiments.get(plan.spaceId, input.task_id)
    if (row.planId !== plan.id) throw errors.notFound({ what: 'experiment' })
    return row
  }
  async function requirePulled({ spaceId, target }: PlanRow): Promise<void> {
    const type = target?.type === 6 ? await types.byId(spaceId, 'object', target.sourceId) : undefined
    if (type?.callback !== Pulled) throw evalPlanErrors.neverPulled()
  }
  return {
    start: async ({ case_id, ...claimed }, ctx) => {
      const plan = await planOf(case_id, claimed, ctx)
      await requirePulled(plan)
      const { rows } = await batches.start(plan.spaceId, ctx.userId, [{ plan, times: 1 }], 2)
      return { task_id: rows[0]!.id }
    },
    cancel: async ({ case_id, task_ids, ...claimed }, ctx) => {
      const plan = await planOf(case_id, claimed, ctx)
      const rows = await Promise.all(task_ids.map((id) => experiments.get(plan.spaceId, id)))
      if (rows.some(({ planId }) => planId !== plan.id)) throw errors.notFound({ what: 'experiment' })
      const canManageAll = await ctx.access.can(ctx.actor!, 'space', plan.spaceId, 'observe')
      for (const row of rows)
        if (row.status < 11) await experiments.kill(plan.spaceId, { userId: ctx.userId, canManageAll }, row.id)
      return {}
    },
    rows: async ({ page_token, page_size, ...input }, ctx) => {
      const row = await runOf(input, ctx)
      const all = await results.itemIds(row.id)
      const from = page_token ? all.findIndex(({ itemId }) => itemId === page_token) + 1 : 0
      const ids = all.slice(from, from + page_size).map(({ itemId }) => itemId)
      const [parts, tags] = await Promise.all([results.parts(row, ids), results.tagsOf(row)])
      const hasMore = from + ids.length < all.length
      return {
        has_more: hasMore,
        page_token: hasMore ? ids.at(-1)! : '',
        dataset_ready: true,
        row_groups: ids.map((itemId): PulledGroup => ({
          row_group_id: itemId,
          group_name: tags.get(itemId)?.key ?? '',
          tags: tags.get(itemId)?.tags ?? [],
          rows: parts.turns
            .filter((turn) => turn.itemId === itemId)
            .map((turn) => {
              const values = parts.contents.get(itemId)?.[turn.turn] ?? {}
              return {
                row_id: rowId(turn),
                cells: parts.fields.map(({ key, name }) => ({
                  column_name: name,
                  value: { data_type: 'PlainText', plain_text: values[key]?.text ?? '' },
                })),
              }
            }),
        })),
      }
    },
    answer: async ({ row_group_results, ...input }, ctx) => {
      const row = await runOf(input, ctx)
      const outputs = row_group_results.flatMap((group, g) =>
        group.row_results.map((one, r) => {
          const at = `row_group_results[${g}].row_results[${r}]`
          const output = one.output?.plain_text ?? one.agent_output?.text
          if (output === undefined) throw badInput(`${at}.output`, 'is missing. Send what was said', '缺少输出内容')
          const began = one.eval_start_time ?? group.eval_start_time
          const ended = one.eval_end_time ?? group.eval_end_time
          return {
            itemId: group.row_group_id,
            ...placeOf(one.row_id, `${at}.row_id`),
            output,
            inputTokens: one.usage?.input_token_usage ?? 0,
            outputTokens: one.usage?.ouput_token_usage ?? 0,
            ms: began !== undefined && ended !== undefined ? Math.min(2_000_000_000, Math.max(0, ended - began)) : 0,
          }
        }),
      )
      const known = new Set((await results.itemIds(row.id)).map(({ itemId }) => itemId))
      if (outputs.some(({ itemId }) => !known.has(itemId))) throw errors.notFound({ what: 'row' })
      await experiments.submitOutputs(row.spaceId, row.id, outputs)
      return {}
    },
    points: async ({ data_points, ...input }, ctx) => {
      const row = await runOf(input, ctx)
      const ids = [...new Set(data_points.flatMap(({ data }) => data.row_group_id ?? []))]
      const { turns } = await results.parts(row, ids)
      const given = data_points.map(({ attributes: { name, granularity, data_type }, data }, index) => {
        const at = `data_points[${index}].data`
        const number = Number(data.value)
        const isNumber = data_type === 'score' || data_type === 'value'
        if (isNumber && (!data.value.trim() || !Number.isFinite(number)))
          throw badInput(`${at}.value`, 'must be a number', '须为数字')
        const base = {
          name,
          result: resultTypes[data_type],
          number: isNumber ? number : undefined,
          text: isNumber ? '' : data.value,
        }
        if (granularity === 'task') return { ...base, turnId: null }
        const own = turns.filter(({ itemId }) => itemId === data.row_group_id)
        const place = granularity === 'row' ? placeOf(data.row_id ?? '', `${at}.row_id`) : undefined
        const turn = place ? own.find((one) => one.turn === place.turn && one.trial === place.trial) : own.at(-1)
        if (!turn) throw errors.notFound({ what: 'row' })
        return { ...base, turnId: turn.id }
      })
      await scores.givePoints(row, ctx.userId, given)
      return {}
    },
    proxy: async ({ space_id, agent_execute_proxy_content: { agent_execute_meta: of, payload }, ...claimed }, ctx) => {
      requireClaims({ space_id, ...claimed }, ctx.located!.spaceId, ctx)
      const { rows } = await types.list(space_id, 'object', { name: undefined }, undefined, 200)
      const callee = rows.find(({ name, number }) => name === of.callee || String(number) === of.callee)
      if (!callee) throw evalTypeErrors.notRegistered()
      const failed = (error_message: string) => ({
        agent_execute_proxy_result: { result_payload: '', occour_error: true, error_message },
        extra: {},
      })
      let params: unknown
      try {
        params = JSON.parse(payload)
      } catch {
        throw badInput('agent_execute_proxy_content.payload', 'is not JSON', '不是有效的 JSON')
      }
      if (typeof params !== 'object' || params === null)
        throw badInput('agent_execute_proxy_content.payload', 'must be a JSON object', '须为 JSON 对象')
      const limit = AbortSignal.timeout(Math.min(PROXY_MS, of.timeout ?? PROXY_MS))
      try {
        const answer = await types.execute(callee, params, AbortSignal.any([ctx.signal, limit]))
        return {
          agent_execute_proxy_result: {
            result_payload: JSON.stringify(answer),
            occour_error: false,
            error_message: '',
          },
          extra: {},
        }
      } catch (cause) {
        if (ctx.signal.aborted) throw cause
        if (limit.aborted) return failed('timeout')
        if (cause instanceof AppError) return failed(cause.text(ctx.locale))
        throw cause
      }
    },
  }
}
