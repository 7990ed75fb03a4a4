import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { creatorSchema, onWorkflow, spaceIdHint } from './shapes.ts'

const n = z.number()
const s = z.string()
/** 0 waiting, 1 running, 2 succeeded, 3 failed, 4 cancelled. */
const status = int().pipe(z.int().min(0).max(4))
/** `project_version` names a published version of the workflow's project. Only one of the two may be given. */
const version = { workflow_version: z.string().max(50).optional(), project_version: z.string().max(50).optional() }
/** A file that the caller uploaded, by its key or its link. */
const file = z.string().min(1).max(2000)
const jobInfo = z.object({
  job_id: s,
  space_id: s,
  workflow_id: s,
  workflow_version: s,
  project_version: s,
  status: n,
  total_count: n,
  success_count: n,
  failed_count: n,
  create_time: n,
  update_time: n,
  input_token: n,
  output_token: n,
  job_name: s,
  tags: s,
  creator: creatorSchema,
  workflow_name: s,
  workflow_url: s,
  input_url: s,
  job_type: n,
})
export type WorkflowJobInfo = z.infer<typeof jobInfo>
const taskInfo = z.object({
  job_id: s,
  task_id: s,
  execute_id: s,
  space_id: s,
  workflow_id: s,
  workflow_version: s,
  project_version: s,
  token: n,
  input: s,
  output: s,
  status: n,
  create_time: n,
  update_time: n,
  error_msg: s,
  error_code: s,
})
const inputError = z.object({
  err_type: n,
  element_err: z.object({ row_index: n, col_index: n, error_msg: s, path: s, value: s }).optional(),
  csv_err: z.object({ error_msg: s }).optional(),
})
const onJob = (can: 'view' | 'testRunWorkflow') => ({ on: 'workflowJob', id: 'job_id', can }) as const
const taskIds = z.array(id()).max(1000).default([])

/** Batch runs of a published workflow: one run for each line of a table. */
export const workflowJob = {
  inputConfig: op('POST /api/workflow_api/job_input_config', {
    summary: 'Get the size limits of a batch table',
    summaryZh: '获取批量表格的大小限制',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    reply: 'flat',
    input: () => z.object({ space_id: idOrNone() }),
    output: () => z.object({ max_input_size: n, max_rows: n }),
  }),
  inputTemplate: op('POST /api/workflow_api/job_input_template', {
    summary: 'Download a table with the workflow inputs as columns',
    summaryZh: '下载以工作流输入为列的表格',
    access: onWorkflow('view'),
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint, ...version }),
    output: () => z.object({ url: s }),
  }),
  validateInput: op('POST /api/workflow_api/job_validate_input', {
    summary: 'Validate a table before a batch run',
    summaryZh: '批量运行前校验表格',
    access: onWorkflow('testRunWorkflow'),
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), space_id: spaceIdHint, input_uri: file, ...version }),
    output: () => z.object({ pass: z.boolean(), input_cnt: n, errors: z.array(inputError) }),
  }),
  create: op('POST /api/workflow_api/job_create', {
    summary: 'Run a published workflow for every row of a table',
    summaryZh: '为表格每一行运行已发布的工作流',
    access: onWorkflow('testRunWorkflow'),
    reply: 'flat',
    input: () =>
      z.object({
        workflow_id: id(),
        ...version,
        url: file,
        /** There is only one kind of batch run. */
        job_type: int().pipe(z.literal(0)).optional(),
        space_id: spaceIdHint,
        bind_project_id: idOrNone(),
        bind_bot_id: idOrNone(),
        job_name: z.string().trim().max(100).default(''),
      }),
    output: () => z.object({ job_id: s }),
  }),
  list: op('POST /api/workflow_api/job_list', {
    summary: 'List the batch runs of a space, newest first',
    summaryZh: '列出空间的批量运行，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        size: pageSize(),
        job_ids: z.array(id()).max(200).optional(),
        status: z.array(status).max(5).optional(),
        order_by: int().optional(),
        login_user_create: bool().optional(),
        workflow_id: idOrNone(),
      }),
    output: () => z.object({ data: z.array(jobInfo), total: n, has_more: z.boolean() }),
  }),
  cancel: op('POST /api/workflow_api/job_cancel', {
    summary: 'Cancel the rest of a batch run',
    summaryZh: '取消批量运行的剩余部分',
    access: onJob('testRunWorkflow'),
    input: () => z.object({ job_id: id() }),
  }),
  output: op('POST /api/workflow_api/job_output', {
    summary: 'Download the table of a batch run with its results',
    summaryZh: '下载批量运行的结果表格',
    access: onJob('view'),
    reply: 'flat',
    input: () => z.object({ job_id: id(), space_id: spaceIdHint }),
    output: () => z.object({ url: s }),
  }),
  tasks: op('POST /api/workflow_api/task_list', {
    summary: 'List the rows of a batch run with their status',
    summaryZh: '列出批量运行各行的状态',
    access: onJob('view'),
    input: () =>
      z.object({
        job_id: id(),
        page: pageNumber(),
        size: pageSize(),
        task_ids: z.array(id()).max(200).optional(),
        space_id: spaceIdHint,
        status: z.array(status).max(5).optional(),
        order_by: int().optional(),
        login_user_create: bool().optional(),
      }),
    output: () => z.object({ job_info: jobInfo, task_infos: z.array(taskInfo), total: n, has_more: z.boolean() }),
  }),
  cancelTasks: op('POST /api/workflow_api/task_cancel', {
    summary: 'Cancel rows of a batch run',
    summaryZh: '取消批量运行中的某些行',
    access: onJob('testRunWorkflow'),
    input: () => z.object({ job_id: id(), task_id: taskIds }),
  }),
  retryTasks: op('POST /api/workflow_api/task_retry', {
    summary: 'Retry failed or cancelled rows; all of them by default',
    summaryZh: '重试失败或已取消的行，默认全部',
    access: onJob('testRunWorkflow'),
    reply: 'flat',
    input: () => z.object({ job_id: id(), task_id: taskIds }),
    output: () => z.object({ task_execute_id_ref: z.record(s, s) }),
  }),
}
