import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { id, idOrNone, int, pageSize } from '#shared/fields.ts'
import { unsupported } from '../dataset/shapes.ts'

const s = z.string()
/** The identity that the caller claims. The token decides: a claim that differs from it is refused. */
const headers = {
  space_id: 'flowdevops-agw-openapi-spaceid',
  account_id: 'flowdevops-agw-openapi-accountid',
  app_id: 'flowdevops-agw-openapi-appid',
}
const claims = () => ({ space_id: idOrNone(), account_id: idOrNone(), app_id: unsupported() })
const ofTask = () => ({ ...claims(), case_id: id(), task_id: id() })
const content = z.object({ text: s.max(1_000_000).optional(), data_type: int().optional() })
const openContent = z.object({ data_type: s.max(50).optional(), plain_text: s.max(1_000_000).optional() })
const rowGroup = z.object({
  row_group_id: s,
  group_name: s,
  tags: z.array(s),
  rows: z.array(
    z.object({
      row_id: s,
      cells: z.array(z.object({ column_name: s, value: z.object({ data_type: s, plain_text: s }) })),
    }),
  ),
})
export type PulledGroup = z.input<typeof rowGroup>

/** Experiments whose rows a program fetches and answers itself, with a token. */
export const evaluationPull = {
  start: op('POST /open-api/evaluation/v1/cases/{case_id}/tasks', {
    summary: 'Start a run of a plan whose rows the program fetches',
    summaryZh: '启动由程序自行拉取数据的评测任务',
    access: 'user',
    scope: 'Dataset.edit',
    headers,
    input: () => z.object({ ...claims(), case_id: id() }),
    output: () => z.object({ task_id: s }),
  }),
  cancel: op('PUT /open-api/evaluation/v1/cases/{case_id}/tasks/cancel', {
    summary: 'Stop runs of a plan',
    summaryZh: '取消评测任务',
    access: 'user',
    scope: 'Dataset.edit',
    headers,
    input: () => z.object({ task_ids: z.array(id()).min(1).max(100), ...claims(), case_id: id() }),
  }),
  rows: op('GET /open-api/evaluation/v1/cases/{case_id}/tasks/{task_id}/dataset/list', {
    summary: 'Fetch the rows of a run page by page',
    summaryZh: '分页拉取评测任务的数据',
    access: 'user',
    scope: 'Dataset.view',
    headers,
    input: () => z.object({ ...ofTask(), page_token: idOrNone(), page_size: pageSize(100, 500) }),
    output: () =>
      z.object({ has_more: z.boolean(), page_token: s, dataset_ready: z.boolean(), row_groups: z.array(rowGroup) }),
  }),
  answer: op('PUT /open-api/evaluation/v1/cases/{case_id}/tasks/{task_id}/row_group_results', {
    summary: 'Bring the outputs of rows; they are scored as they arrive',
    summaryZh: '上报数据的输出，随到随评',
    access: 'user',
    scope: 'Dataset.edit',
    headers,
    input: () =>
      z.object({
        row_group_results: z
          .array(
            z.object({
              row_group_id: id(),
              eval_start_time: int().optional(),
              eval_end_time: int().optional(),
              row_results: z
                .array(
                  z.object({
                    row_id: s.max(32),
                    eval_start_time: int().optional(),
                    eval_end_time: int().optional(),
                    usage: z
                      .object({
                        input_token_usage: int().min(0).max(2_000_000_000).optional(),
                        ouput_token_usage: int().min(0).max(2_000_000_000).optional(),
                      })
                      .optional(),
                    agent_output: content.optional(),
                    output: openContent.optional(),
                  }),
                )
                .max(DATASET_LIMITS.turns)
                .default([]),
            }),
          )
          .min(1)
          .max(500),
        ...ofTask(),
      }),
  }),
  points: op('POST /open-api/evaluation/v1/cases/{case_id}/tasks/{task_id}/custom_metrics', {
    summary: 'Add metrics of your own to a run',
    summaryZh: '上报评测任务的自定义指标',
    access: 'user',
    scope: 'Dataset.edit',
    headers,
    input: () =>
      z.object({
        data_points: z
          .array(
            z.object({
              attributes: z.object({
                name: s.min(1).max(64),
                granularity: z.enum(['row', 'row_group', 'task']),
                data_type: z.enum(['score', 'value', 'select', 'plain_text']),
                value_type: s.max(20).optional(),
              }),
              data: z.object({ value: s.max(10_000), row_id: s.max(32).optional(), row_group_id: idOrNone() }),
            }),
          )
          .min(1)
          .max(1000),
        ...ofTask(),
      }),
  }),
  proxy: op('POST /proxy/v1/evaluation', {
    summary: 'Call a program that the space has registered',
    summaryZh: '调用空间已注册的程序',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    scope: 'Dataset.edit',
    headers,
    input: () =>
      z.object({
        ...claims(),
        space_id: id(),
        agent_execute_proxy_content: z.object({
          agent_execute_meta: z.object({
            from_region: s.max(64).optional(),
            /** The name or number of a registered type. */
            callee: s.min(1).max(200),
            cluster: s.max(100).optional(),
            timeout: int().min(1).max(600_000).optional(),
            method: s.max(100).optional(),
          }),
          call_type: int().min(1).max(3).optional(),
          payload: s.max(1_000_000).default('{}'),
        }),
        extra: z.record(s, s).optional(),
      }),
    output: () =>
      z.object({
        agent_execute_proxy_result: z.object({ result_payload: s, occour_error: z.boolean(), error_message: s }),
        extra: z.record(s, s),
      }),
  }),
}
