import type { contract } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { experimentErrors } from './experiment.errors.ts'
import type { ExperimentService } from './experiment.service.ts'
import type { ExperimentRow } from './experiment.table.ts'
import type { ExperimentView } from './experiment.view.ts'
import { listFilter } from './list-filter.ts'
import { shownProgress } from './progress.ts'

export interface ExperimentRoutesDeps {
  experiments: ExperimentService
  view: ExperimentView
  /** Average price of a token over the models of a space. */
  priceOf(spaceId: string): Promise<number>
}
/** Name of the invalid field, which begins the error message. */
const fieldOf = (message: string) => /^([\w.[\]]+)[^:：]*[:：]/.exec(message)?.[1] ?? ''

export function experimentRoutes({
  experiments,
  view,
  priceOf,
}: ExperimentRoutesDeps): Handlers<typeof contract.experiment> {
  const who = async (ctx: Ctx, spaceId: string) => ({
    userId: ctx.userId,
    canManageAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
  })
  const one = async (row: ExperimentRow, ctx: Ctx) => (await view(row.spaceId, [row], ctx.locale))[0]!
  return {
    submit: async (input, ctx) => {
      const row = await experiments.submit(input, ctx.userId)
      return { experiment: await one(row, ctx), run_id: row.runId }
    },
    estimate: async (input, ctx) => {
      try {
        const found = await experiments.estimate(input, ctx.userId)
        return {
          problems: [],
          item_count: found.itemCount,
          turn_count: found.turnCount,
          target_calls: found.targetCalls,
          judge_calls: found.judgeCalls,
          input_tokens: found.inputTokens,
          cost: found.inputTokens * (await priceOf(input.space_id)),
        }
      } catch (cause) {
        // An error that would refuse the start is the result of an estimate.
        if (!(cause instanceof AppError) || cause.status === 404) throw cause
        const message = cause.text(ctx.locale)
        const nothing = { item_count: 0, turn_count: 0, target_calls: 0, judge_calls: 0, input_tokens: 0, cost: 0 }
        return { problems: [{ field: fieldOf(message), message }], ...nothing }
      }
    },
    list: async ({ space_id, page, page_size, filter_option }, ctx) => {
      const where = listFilter(space_id, filter_option?.fuzzy_name, filter_option?.filters)
      const { rows, total } = await experiments.list(where, page, page_size)
      return { experiments: await view(space_id, rows, ctx.locale), total }
    },
    events: async ({ space_id, expt_id, last_event_id }, ctx) => {
      // Check access before the stream starts, so that the caller gets an HTTP error.
      await experiments.get(space_id, expt_id)
      return async (sse) => {
        for await (const event of experiments.follow(space_id, expt_id, last_event_id, ctx.signal))
          sse.send({ event: 'progress', id: event.mark, data: shownProgress(event, ctx.locale) })
        sse.send({ event: 'done', data: {} })
      }
    },
    getMany: async ({ space_id, expt_ids }, ctx) => ({
      experiments: await view(space_id, await experiments.many(space_id, expt_ids), ctx.locale),
    }),
    checkName: async ({ space_id, name }, ctx) => {
      const isTaken = await experiments.isTaken(space_id, name)
      return { pass: !isTaken, message: isTaken ? experimentErrors.nameTaken().text(ctx.locale) : '' }
    },
    update: async ({ space_id, expt_id, name, desc }, ctx) => {
      await experiments.update(space_id, ctx.userId, expt_id, { name, desc })
      return { experiment: await one(await experiments.get(space_id, expt_id), ctx) }
    },
    kill: async ({ space_id, expt_id }, ctx) => {
      await experiments.kill(space_id, await who(ctx, space_id), expt_id)
      return {}
    },
    retry: async ({ space_id, expt_id, retry_mode, item_ids = [] }) => ({
      run_id: await experiments.retry(space_id, expt_id, retry_mode, item_ids),
    }),
    clone: async ({ space_id, expt_id }, ctx) => ({
      experiment: await one(await experiments.clone(space_id, ctx.userId, expt_id), ctx),
    }),
    addEvaluators: async ({ space_id, expt_id, ...given }) => ({
      run_id: await experiments.addEvaluators(space_id, expt_id, given),
    }),
    remove: async ({ space_id, expt_id }, ctx) => {
      await experiments.remove(space_id, await who(ctx, space_id), [expt_id])
      return {}
    },
    removeMany: async ({ space_id, expt_ids }, ctx) => {
      await experiments.remove(space_id, await who(ctx, space_id), expt_ids)
      return {}
    },
  }
}
