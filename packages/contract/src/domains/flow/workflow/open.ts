import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { onWorkflow, variableSchema } from './shapes.ts'

/** An object, or the object as JSON text: clients send either. */
const parameters = z.union([z.record(z.string(), z.unknown()), z.string().max(20_000_000)]).nullish()
const ext = z.record(z.string(), z.string()).nullish()
const runInput = z.object({
  workflow_id: id(),
  parameters,
  ext,
  bot_id: idOrNone(),
  app_id: idOrNone(),
  project_id: idOrNone(),
  is_async: bool().optional(),
  execute_mode: z.string().max(50).optional(),
  connector_id: idOrNone(),
  /** Accepted and ignored: external callers always run the newest published version. */
  workflow_version: z.unknown().optional(),
})
const usage = z.object({ token_count: z.number(), output_count: z.number(), input_count: z.number() })
const runHistory = z.object({
  execute_id: z.string(),
  execute_status: z.string(),
  bot_id: z.string(),
  connector_id: z.string(),
  connector_uid: z.string(),
  run_mode: z.number(),
  log_id: z.string(),
  logid: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  debug_url: z.string(),
  is_output_trimmed: z.boolean(),
  input: z.string(),
  output: z.string(),
  token: z.string(),
  cost: z.string(),
  cost_unit: z.string(),
  ext: z.record(z.string(), z.string()),
  node_execute_status: z.record(
    z.string(),
    z.object({
      node_id: z.string(),
      is_finish: z.boolean(),
      update_time: z.number(),
      loop_index: z.number().optional(),
      batch_index: z.number().optional(),
      node_execute_uuid: z.string(),
      sub_execute_id: z.string().optional(),
    }),
  ),
  usage,
  error_code: z.string(),
  error_msg: z.string(),
  error_message: z.string(),
})
export type OpenRunHistory = z.infer<typeof runHistory>
const basic = z.object({
  workflow_id: z.string(),
  workflow_name: z.string(),
  description: z.string(),
  icon_url: z.string(),
  app_id: z.string(),
  creator: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
  input: z.object({ parameters: z.record(z.string(), variableSchema) }).optional(),
  output: z.object({ parameters: z.record(z.string(), variableSchema) }).optional(),
})
const bodyLimit = 24_000_000

/** Calls for programs with a token. Only published versions are reachable. */
export const workflowOpen = {
  run: op('POST /v1/workflow/run', {
    summary: 'Run a published workflow and wait for the result, or run it in the background',
    summaryZh: '运行已发布的工作流并等待结果，或在后台运行',
    access: onWorkflow('testRunWorkflow'),
    scope: 'Workflow.run',
    reply: 'flat',
    bodyLimit,
    input: runInput,
    output: () =>
      z.object({
        data: z.string(),
        execute_id: z.string(),
        debug_url: z.string(),
        token: z.number(),
        cost: z.string(),
        usage,
      }),
  }),
  stream: op('POST /v1/workflow/stream_run', {
    summary: 'Run a published workflow and stream its messages',
    summaryZh: '运行已发布的工作流并流式返回消息',
    access: onWorkflow('testRunWorkflow'),
    scope: 'Workflow.run',
    reply: 'stream',
    bodyLimit,
    input: runInput,
  }),
  resume: op('POST /v1/workflow/stream_resume', {
    summary: 'Resume an interrupted run and stream its messages',
    summaryZh: '恢复中断的运行并流式返回消息',
    access: onWorkflow('testRunWorkflow'),
    scope: 'Workflow.run',
    reply: 'stream',
    input: () =>
      z.object({
        workflow_id: id(),
        event_id: z.string().min(1).max(200),
        resume_data: z.string().max(1_000_000).default(''),
        /** The type of interrupt that the caller expects: 2 a question, 5 a form. */
        interrupt_type: int().optional(),
        ext,
        connector_id: idOrNone(),
      }),
  }),
  streamDraft: op('POST /api/workflow_api/stream_run_flow', {
    summary: 'Run the latest published version from the studio and stream its messages',
    summaryZh: '在工作台运行最新发布版本并流式返回消息',
    access: onWorkflow('testRunWorkflow'),
    reply: 'stream',
    bodyLimit,
    input: runInput,
  }),
  history: op('GET /v1/workflow/get_run_history', {
    summary: 'List the runs of a workflow',
    summaryZh: '列出工作流的运行记录',
    access: onWorkflow('view'),
    scope: 'Workflow.view',
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), execute_id: idOrNone() }),
    output: () => z.object({ data: z.array(runHistory) }),
  }),
  runHistory: op('GET /v1/workflows/{workflow_id}/run_histories/{execute_id}', {
    summary: 'Get a run',
    summaryZh: '获取运行记录',
    access: onWorkflow('view'),
    scope: 'Workflow.view',
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), execute_id: id() }),
    output: () => z.object({ data: z.array(runHistory) }),
  }),
  list: op('GET /v1/workflows', {
    summary: 'List the workflows of a space',
    summaryZh: '列出空间的工作流',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    scope: 'Workflow.view',
    input: () =>
      z.object({
        workspace_id: id(),
        page_num: pageNumber(),
        page_size: pageSize(10, 100),
        workflow_mode: z.enum(['workflow', 'chatflow']).optional(),
        app_id: idOrNone(),
        publish_status: z.enum(['all', 'published_online', 'unpublished_draft']).optional(),
        include_input_output: bool().optional(),
      }),
    output: () => z.object({ items: z.array(basic), has_more: z.boolean() }),
  }),
  get: op('GET /v1/workflows/{workflow_id}', {
    summary: 'Get a workflow, optionally with inputs, outputs and role',
    summaryZh: '获取工作流，可包含输入、输出和角色',
    access: onWorkflow('view'),
    scope: 'Workflow.view',
    input: () =>
      z.object({
        workflow_id: id(),
        connector_id: idOrNone(),
        /** Returns the draft instead of the published version, if the caller may edit it. */
        is_debug: bool().default(false),
        include_chatflow_role: bool().optional(),
        include_input_output: bool().optional(),
      }),
    output: () =>
      z.object({
        role: z.record(z.string(), z.unknown()).optional(),
        workflow_detail: basic,
        input: basic.shape.input,
        output: basic.shape.output,
      }),
  }),
  createConversation: op('POST /v1/workflow/conversation/create', {
    summary: 'Create a conversation for the chatflows of a project or one workflow',
    summaryZh: '为项目的对话流或某个工作流创建会话',
    scope: 'Workflow.run',
    input: () =>
      z.object({
        app_id: idOrNone(),
        AppID: idOrNone(),
        workflow_id: idOrNone(),
        WorkflowID: idOrNone(),
        bot_id: idOrNone(),
        space_id: z.unknown().optional(),
        connector_id: idOrNone(),
        conversation_name: z.string().trim().max(200).optional(),
        ConversationName: z.string().trim().max(200).optional(),
        /** Misspelt by the platform's clients. */
        ConversationMame: z.string().trim().max(200).optional(),
        get_or_create: bool().optional(),
        GetOrCreate: bool().optional(),
        draft_mode: bool().optional(),
        DraftMode: bool().optional(),
        meta_data: z.record(z.string().max(64), z.string().max(512)).nullish(),
      }),
    output: () =>
      z.object({
        id: z.string(),
        created_at: z.number(),
        meta_data: z.record(z.string(), z.string()),
        creator_id: z.string(),
        creator_d: z.string(),
        connector_id: z.string(),
        last_section_id: z.string(),
      }),
  }),
  chat: op('POST /v1/workflows/chat', {
    summary: 'Chat with a published chatflow',
    summaryZh: '与已发布的对话流对话',
    access: onWorkflow('testRunWorkflow'),
    scope: 'Workflow.run',
    reply: 'stream',
    bodyLimit,
    input: () =>
      runInput.extend({
        conversation_id: idOrNone(),
        additional_messages: z
          .array(
            z.object({
              role: z.string().max(20),
              content: z.unknown(),
              content_type: z.string().max(30).optional(),
              type: z.string().max(30).optional(),
              meta_data: z.record(z.string(), z.string()).nullish(),
            }),
          )
          .max(200)
          .default([]),
      }),
  }),
}
