import type { contract } from '@orrery/contract'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { StreamReply } from '#kit/sse.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { Generations } from '#domains/loop/eval-generation/generation.service.ts'

const Kept = 2
const StreamState = { begin: 2, streaming: 3, end: 4 } as const
function requireSame(spaceId: string, { located }: Ctx) {
  if (spaceId !== located?.spaceId) throw datasetErrors.otherSpace()
}
const problemOf = (cause: unknown, locale: Locale) => {
  const known = cause instanceof AppError ? cause : errors.internal()
  return { code: known.code, msg: known.text(locale) }
}

/** Generated rows in the first API version. */
export function generationRoutes({
  generations,
}: {
  generations: Generations
}): Handlers<typeof contract.evaluationGeneration> {
  const improved =
    (text: string, task: string, ctx: Ctx): StreamReply =>
    async (sse) => {
      const send = (stream_state: number, content: string, more: object = {}) =>
        sse.send({ data: { item: { stream_state, reply_type: 0, content, ...more } } })
      try {
        send(StreamState.begin, '')
        const used = await generations.improve(ctx.located!.spaceId, ctx.userId, text, task, ctx.signal, (piece) =>
          send(StreamState.streaming, piece),
        )
        const token_consumption = { input_token: String(used.inputTokens), output_token: String(used.outputTokens) }
        send(StreamState.end, '', { token_consumption })
      } catch (cause) {
        sse.send({ event: 'error', data: problemOf(cause, ctx.locale) })
      }
    }
  return {
    start: async (input, ctx) => {
      requireSame(input.space_id, ctx)
      const sources = input.professional_knowledges.flatMap(({ id }) => id ?? [])
      for (const id of sources) await ctx.access.require(ctx.actor!, 'knowledge', id, 'view')
      const { id, isKnown } = await generations.start(input.dataset_id, ctx.userId, {
        description: input.dataset_describe,
        columns: input.generate_column_info_list.map(({ column_info, semantic_require, allow_generate }) => ({
          name: column_info.name,
          describe: column_info.describe ?? '',
          meaning: semantic_require,
          isMade: allow_generate,
        })),
        examples: input.row_group_examples.map(({ rows }) => rows[0]!.cells),
        usesRows: input.reference_dataset,
        sources,
        isTimely: input.timeliness?.switch ?? false,
        total: input.total,
      })
      return { task_id: id, already_have_task: isKnown }
    },
    stop: async ({ dataset_id, space_id, task_id }, ctx) => {
      requireSame(space_id, ctx)
      await generations.stop(dataset_id, task_id)
      return {}
    },
    get: async ({ dataset_id, space_id, task_id }, ctx) => {
      requireSame(space_id, ctx)
      const task = await generations.find(dataset_id, task_id)
      const made = await generations.generatedRowsOf(task.id)
      const count = (choice: number) => String(made.filter((row) => row.choice === choice).length)
      return {
        generate_row_groups: made
          .filter(({ choice }) => choice === 1)
          .map((row) => ({
            row_group: { row_group_id: row.id, rows: [{ row_id: '1', cells: row.cells }] },
            authenticity_score: String(row.authenticity),
            satisfaction_score: String(row.satisfaction),
          })),
        generate_column_info_list: task.columns.map(({ name, describe, meaning, isMade }) => ({
          column_info: { name, describe },
          semantic_require: meaning,
          allow_generate: isMade,
        })),
        task_id: task.id,
        dataset_describe: task.description,
        task_state: task.state,
        total: String(task.total),
        generate_completed_count: String(made.length),
        create_time: String(task.createdAt),
        user_id: task.createdBy,
        selected_count: count(2),
        abandoned_count: count(3),
        already_have_task: task.state < 4,
        timeliness: { switch: task.isTimely },
        error_message: task.problem,
      }
    },
    choose: async ({ dataset_id, space_id, task_id, submit_row_groups }, ctx) => {
      requireSame(space_id, ctx)
      await generations.choose(
        dataset_id,
        ctx.userId,
        task_id,
        submit_row_groups.map(({ row_group, result_state }) => ({
          rowId: row_group.row_group_id,
          isKept: result_state === Kept,
          cells: row_group.rows[0]!.cells,
        })),
      )
      return {}
    },
    improveMeaning: ({ space_id, semantic_describe }, ctx) => {
      requireSame(space_id, ctx)
      return improved(
        semantic_describe,
        'Say more clearly what a column of a dataset is to hold. Answer with the text only.',
        ctx,
      )
    },
    improveDescription: ({ space_id, dataset_describe }, ctx) => {
      requireSame(space_id, ctx)
      return improved(
        dataset_describe,
        'Improve this description of a dataset that assistants are evaluated with. Answer with the text only.',
        ctx,
      )
    },
  }
}
