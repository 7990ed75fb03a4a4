import type { contract, PromptBatch } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { SegmentService } from '#domains/resources/prompt/segment.service.ts'
import { requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import { checkVersion } from '#domains/resources/prompt/shared/check-detail.ts'
import type { BatchFigures, BatchService } from './batch.service.ts'
import type { BatchRow } from './prompt-run.table.ts'

export interface BatchRoutesDeps {
  batches: BatchService
  drafts: DraftService
  segments: SegmentService
}

export function batchRoutes({ batches, drafts, segments }: BatchRoutesDeps): Handlers<typeof contract.promptBatch> {
  const shown = async (row: BatchRow, locale: Locale) => wireBatch(row, await batches.figures(row.id), locale)
  return {
    start: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { prompt_id: promptId, dataset_id: datasetId, version = '' } = input
      const spaceId = ctx.located!.spaceId
      const dataset = await ctx.access.require(ctx.actor!, 'dataset', datasetId, 'view')
      // The dataset must be in the space of the prompt.
      if (dataset.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
      const { detail } = version ? await drafts.version(promptId, version) : await drafts.draft(promptId, ctx.userId)
      checkVersion(detail)
      const taskId = await batches.start({
        promptId,
        spaceId,
        version,
        detail: await segments.expand(spaceId, promptId, detail),
        datasetId,
        evaluatorVersionId: input.evaluator_version_id,
        userId: ctx.userId,
      })
      return { task_id: taskId }
    },
    case: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const found = await batches.caseOf(input.prompt_id)
      return {
        case_id: found.id,
        dataset_id: found.datasetId ?? '0',
        evaluator_version_id: found.evaluatorVersionId ?? '0',
      }
    },
    list: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { rows, total } = await batches.list(input.prompt_id, input.page, input.page_size)
      return { batches: await Promise.all(rows.map((row) => shown(row, ctx.locale))), total }
    },
    rows: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const batch = await batches.get(input.prompt_id, input.batch_id)
      const { rows, total } = await batches.rows(batch.id, input.page, input.page_size)
      return {
        batch: await shown(batch, ctx.locale),
        rows: rows.map((row) => ({
          item_id: row.itemId,
          input: row.input,
          output: row.output,
          problem: ctx.locale === 'zh-CN' ? row.problemZh : row.problem,
          ...(row.score !== null && { score: row.score }),
          reason: row.reason,
          trace_id: row.traceId,
        })),
        total,
      }
    },
    cancel: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { createdBy } = await batches.get(input.prompt_id, input.batch_id)
      // People may stop their own runs; to stop others they need edit rights on the prompt.
      if (createdBy !== ctx.userId) await ctx.access.require(ctx.actor!, 'prompt', input.prompt_id, 'editInfo')
      await batches.cancel(input.prompt_id, input.batch_id)
      return {}
    },
  }
}

const wireBatch = (row: BatchRow, { done, failed, score }: BatchFigures, locale: Locale): PromptBatch => ({
  id: row.id,
  prompt_id: row.promptId,
  version: row.version,
  dataset_id: row.datasetId,
  evaluator_version_id: row.evaluatorVersionId ?? '0',
  status: row.status,
  problem: locale === 'zh-CN' ? row.problemZh : row.problem,
  total: row.total,
  done,
  failed,
  ...(score !== undefined && { score }),
  created_by: row.createdBy,
  created_at: String(row.createdAt),
  ended_at: String(row.endedAt),
})
