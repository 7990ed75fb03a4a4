import { z } from 'zod'
import { flat, onPrompt, orNothing, promptId } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1/prompt/batch'
const batch = () =>
  z.object({
    id: z.string(),
    prompt_id: z.string(),
    /** Empty for the draft of the person who started the batch. */
    version: z.string(),
    dataset_id: z.string(),
    evaluator_version_id: z.string(),
    status: z.enum(['open', 'done', 'cancelled', 'stopped']),
    problem: z.string(),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    /** The mean of all scores; absent without scores. */
    score: z.number().optional(),
    created_by: z.string(),
    created_at: z.string(),
    ended_at: z.string(),
  })
export type PromptBatch = z.infer<ReturnType<typeof batch>>

/** Runs a prompt over the rows of a dataset; an evaluator scores the answers. */
export const promptBatch = {
  start: op([`POST ${root}/start`, 'POST /api/devops/prompt_platform/v1/prompt/batch_execute'], {
    summary: 'Run a prompt for each row of a dataset',
    summaryZh: '对数据集的每一行运行提示词',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        dataset_id: id(),
        /** Defaults to the caller's draft. */
        version: orNothing(z.string().max(50)),
        /** The evaluator; without it, answers are not scored. */
        evaluator_version_id: idOrNone(),
        /** Not supported: all rows are run. */
        row_group_ids: z
          .array(id())
          .refine((ids) => !ids.length, {
            error: 'is not supported: all rows are run. Omit this field',
            params: { zh: '暂不支持选择部分数据，请不要填写' },
          })
          .optional(),
      }),
    output: () => z.object({ task_id: z.string() }),
  }),
  case: op('POST /api/devops/prompt_platform/v1/prompt/batch_debug/load_info', {
    summary: 'Get what a prompt was run over last',
    summaryZh: '获取提示词的批量调试用例',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId() }),
    output: () => z.object({ case_id: z.string(), dataset_id: z.string(), evaluator_version_id: z.string() }),
  }),
  list: op(`POST ${root}/list`, {
    summary: 'List runs of a prompt over datasets, newest first',
    summaryZh: '列出提示词的批量运行，最新在前',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId(), page: pageNumber(), page_size: pageSize(20, 100) }),
    output: () => z.object({ batches: z.array(batch()), total: z.number() }),
  }),
  rows: op(`POST ${root}/rows`, {
    summary: 'Get a run over a dataset with its rows',
    summaryZh: '获取批量运行及其各行结果',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId(), batch_id: id(), page: pageNumber(), page_size: pageSize(50, 100) }),
    output: () =>
      z.object({
        batch: batch(),
        rows: z.array(
          z.object({
            item_id: z.string(),
            input: z.record(z.string(), z.string()),
            output: z.string(),
            problem: z.string(),
            score: z.number().optional(),
            reason: z.string(),
            trace_id: z.string(),
          }),
        ),
        total: z.number(),
      }),
  }),
  cancel: op(`POST ${root}/cancel`, {
    summary: 'Stop a run over a dataset',
    summaryZh: '停止批量运行',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId(), batch_id: id() }),
  }),
}
