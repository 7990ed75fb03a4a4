import { z } from 'zod'
import {
  flat,
  givenDetail,
  onPrompt,
  orNothing,
  promptId,
  promptMessage,
  promptModel,
  promptShape,
  promptValue,
} from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id, idOrNone } from '#shared/fields.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS } from '#shared/prompt-enums.ts'

const root = '/api/devops/prompt_platform/v1/prompt'
const messages = () => orNothing(z.array(promptMessage()).max(LIMITS.messages))
const values = () => orNothing(z.array(promptValue()).max(LIMITS.variables))
const replyToolCall = z.object({
  tool_call: z.object({
    id: z.string(),
    type: z.number(),
    function_call: z.object({ name: z.string(), arguments: z.string() }),
  }),
  mock_response: z.string().optional(),
})
export const replyItem = () =>
  z.object({
    /** 2 begin, 3 streaming, 4 end; 1 without a stream. */
    stream_state: z.number(),
    /** 0 answer, 1 tool calls. */
    reply_type: z.number(),
    content: z.string(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(replyToolCall).optional(),
    finish_reason: z.string().optional(),
    prompt_version: z.string().optional(),
    debug_trace_key: z.string().optional(),
    token_consumption: z.object({ input_token: z.string(), output_token: z.string(), cost: z.number() }).optional(),
  })
export type PromptReplyItem = z.infer<ReturnType<typeof replyItem>>

const trialInput = () =>
  z.object({
    space_id: id(),
    /** The prompt as it is in the editor; its id links the trial to the prompt. */
    prompt: z.object({
      id: idOrNone(),
      prompt_key: orNothing(z.string().max(LIMITS.key)),
      version: orNothing(z.string().max(50)),
      prompt_type: orNothing(z.number()),
      ...givenDetail(),
    }),
    message: orNothing(promptMessage()),
    contexts: messages(),
    variables: values(),
    /** Stops after tool calls; continue by sending their results in `contexts`. */
    single_step_debug: orNothing(z.boolean()),
    /**
     * canned: tools return their canned responses and nothing is called. real: tools of servers and plugins are called.
     */
    tool_mode: orNothing(z.enum(['canned', 'real'])),
    debug_trace_key: orNothing(z.string().max(64)),
    base,
  })
const trialOptions = {
  access: { on: 'space', id: 'space_id', can: 'view' },
  bodyLimit: 2 * LIMITS.detail,
} as const
const executionInput = () =>
  z.object({
    space_id: idOrNone(),
    prompt_key: orNothing(z.string().max(LIMITS.key)),
    prompt_id: idOrNone(),
    version: orNothing(z.string().max(50)),
    release_label: orNothing(z.string().max(50)),
    message: orNothing(promptMessage()),
    contexts: messages(),
    variables: values(),
    /** JSON with uid, did and params; decides about gray releases. */
    traffic: orNothing(z.string().max(100_000)),
    custom_model_config: orNothing(promptModel()),
    single_step_debug: orNothing(z.boolean()),
    base,
  })
const executionOptions = {
  access: { on: 'space', id: 'space_id', can: 'view', optional: true },
  scope: 'Prompt.execute',
  bodyLimit: 2 * LIMITS.detail,
} as const

const loopMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool', 'placeholder']),
  content: orNothing(z.string().max(LIMITS.text)),
  reasoning_content: orNothing(z.string().max(LIMITS.text)),
  parts: orNothing(
    z
      .array(
        z.object({
          type: z.enum(['text', 'image_url', 'base64_data', 'multi_part_variable']),
          text: orNothing(z.string().max(LIMITS.text)),
          image_url: orNothing(z.union([z.object({ url: z.string().max(4000) }), z.string().max(4000)])),
          base64_data: orNothing(z.string().max(LIMITS.detail)),
        }),
      )
      .max(100),
  ),
  tool_call_id: orNothing(z.string().max(1000)),
  tool_calls: orNothing(
    z
      .array(
        z.object({
          index: orNothing(z.coerce.number()),
          id: orNothing(z.string().max(1000)),
          type: orNothing(z.string().max(100)),
          function_call: z.object({ name: z.string().max(1000), arguments: orNothing(z.string().max(LIMITS.text)) }),
        }),
      )
      .max(100),
  ),
})
export type LoopMessage = z.infer<typeof loopMessage>
const loopExecutionInput = () =>
  z.object({
    workspace_id: id(),
    prompt_identifier: z.object({
      prompt_key: z.string().max(LIMITS.key),
      version: orNothing(z.string().max(50)),
      label: orNothing(z.string().max(50)),
    }),
    variable_vals: orNothing(
      z
        .array(
          z.object({
            key: z.string().max(100),
            value: orNothing(z.string().max(LIMITS.detail)),
            placeholder_messages: orNothing(z.array(loopMessage).max(LIMITS.messages)),
            multi_part_values: loopMessage.shape.parts,
          }),
        )
        .max(LIMITS.variables),
    ),
    messages: orNothing(z.array(loopMessage).max(LIMITS.messages)),
  })
const loopExecutionOptions = {
  access: { on: 'space', id: 'workspace_id', can: 'view' },
  scope: 'Prompt.execute',
  bodyLimit: 2 * LIMITS.detail,
} as const
const loopReply = () =>
  z.object({
    message: z.object({
      role: z.literal('assistant'),
      content: z.string(),
      reasoning_content: z.string().optional(),
      tool_calls: z
        .array(
          z.object({
            index: z.number(),
            id: z.string(),
            type: z.literal('function'),
            function_call: z.object({ name: z.string(), arguments: z.string() }),
          }),
        )
        .optional(),
    }),
    finish_reason: z.string(),
    usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
  })
export type LoopReply = z.infer<ReturnType<typeof loopReply>>
const trialSummary = z.object({
  debug_id: z.string(),
  /** False omits the content of the trial: it belongs to another person. */
  is_mine: z.boolean(),
  prompt_brief: z.string(),
  status_code: z.number(),
  start_time_ms: z.string(),
  end_time_ms: z.string(),
  cost_ms: z.string(),
  input_token: z.string(),
  output_token: z.string(),
  /** In the currency of the instance. */
  cost: z.number(),
  /** The trace of the trial. */
  trace_id: z.string(),
  model_name: z.string(),
  version: z.string(),
})
const context = () => ({
  contexts: messages(),
  variables: orNothing(z.array(z.array(promptValue()).max(LIMITS.variables)).max(20)),
  user_debug_config: orNothing(
    z.object({ step_by_step: orNothing(z.boolean()), tool_mode: orNothing(z.enum(['canned', 'real'])) }),
  ),
  compare_config: orNothing(
    z.object({ compare_type: orNothing(z.int().min(0).max(3)), compare_info: orNothing(z.string().max(LIMITS.text)) }),
  ),
})

/** Prompts that people try in the editor, or that programs run. */
export const promptRun = {
  tryOut: op(`POST ${root}/send_message`, {
    summary: 'Try a prompt',
    summaryZh: '试运行提示词',
    ...trialOptions,
    ...flat,
    input: trialInput,
    output: () => z.object({ item: replyItem(), debug_id: z.string() }),
  }),
  chatTest: op(`POST ${root}/chat_test`, {
    summary: 'Try a prompt without keeping a record of it',
    summaryZh: '试运行提示词，不保留记录',
    ...trialOptions,
    ...flat,
    input: trialInput,
    output: () => z.object({ item: replyItem() }),
  }),
  tryStream: op(
    [
      `POST ${root}/streaming_send_message`,
      // Despite its name, the permissions are checked as for every other call.
      `POST ${root}/streaming_send_message_without_permission_check`,
    ],
    {
      summary: 'Try a prompt; the answer streams',
      summaryZh: '试运行提示词（流式返回）',
      ...trialOptions,
      reply: 'stream',
      input: trialInput,
      output: () => z.object({ item: replyItem(), debug_id: z.string() }),
    },
  ),
  callTool: op(`POST ${root}/debug/call_tool`, {
    summary: 'Call a tool of a prompt that is tried step by step',
    summaryZh: '单步调试时实际调用提示词的工具',
    ...trialOptions,
    ...flat,
    input: () =>
      trialInput()
        .pick({ space_id: true, prompt: true, debug_trace_key: true, base: true })
        .extend({ name: z.string().min(1).max(1000), arguments: z.string().max(LIMITS.text).default('{}') }),
    output: () => z.object({ response: z.string() }),
  }),
  pluginTool: op(`POST ${root}/plugin_tool/get`, {
    summary: 'Get a tool of a plugin as a function of a prompt',
    summaryZh: '将插件工具转换为提示词的函数定义',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () => z.object({ space_id: id(), plugin_id: id(), api_name: z.string().max(1000), base }),
    output: () =>
      z.object({ function: z.object({ name: z.string(), description: z.string(), parameters: z.string() }) }),
  }),
  history: op(`POST ${root}/debug/list_history`, {
    summary: 'List tries of a prompt, newest first',
    summaryZh: '列出提示词的试运行记录，最新在前',
    access: onPrompt('view'),
    ...flat,
    input: () =>
      z.object({
        ...promptId(),
        /** Includes the trials of all people. */
        list_all: orNothing(z.boolean()),
        cursor: idOrNone(),
        /** How many days to look back. */
        offset: orNothing(z.coerce.number().int().min(1).max(90)),
        base,
      }),
    output: () => z.object({ debug_history: z.array(trialSummary), next_cursor: z.string(), has_more: z.boolean() }),
  }),
  record: op(`POST ${root}/debug/get`, {
    summary: 'Get one of your tries of a prompt',
    summaryZh: '获取你的一次试运行记录',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId(), debug_id: id(), base }),
    output: () =>
      z.object({
        debug_detail: z.object({
          debug_id: z.string(),
          prompt: promptShape().partial(),
          message: promptMessage().optional(),
          contexts: z.array(promptMessage()),
          variables: z.array(promptValue()),
          operator: z.string(),
          log_id: z.string(),
          start_time_ms: z.string(),
          end_time_ms: z.string(),
          cost_ms: z.string(),
          item: replyItem(),
        }),
      }),
  }),
  saveContext: op(`POST ${root}/mock_context/save`, {
    summary: 'Keep your values and columns of the editor',
    summaryZh: '保存你在编辑器中的变量值与对比列',
    access: onPrompt('view'),
    ...flat,
    bodyLimit: 2 * LIMITS.detail,
    input: () => z.object({ ...promptId(), ...context(), base }),
  }),
  context: op(`POST ${root}/mock_context/get`, {
    summary: 'Get your values and columns of the editor',
    summaryZh: '获取你在编辑器中的变量值与对比列',
    access: onPrompt('view'),
    ...flat,
    input: () => z.object({ ...promptId(), base }),
    output: () => z.object(context()),
  }),
  execute: op(`POST ${root}/execute`, {
    summary: 'Run a prompt by its key',
    summaryZh: '按 Key 运行提示词',
    ...executionOptions,
    ...flat,
    input: executionInput,
    output: () => z.object({ item: replyItem() }),
  }),
  executeStream: op(`POST ${root}/streaming_execute`, {
    summary: 'Run a prompt by its key; the answer streams',
    summaryZh: '按 Key 运行提示词（流式返回）',
    ...executionOptions,
    reply: 'stream',
    input: executionInput,
    output: () => z.object({ item: replyItem() }),
  }),
  loopExecute: op('POST /v1/loop/prompts/execute', {
    summary: 'Run a prompt in the format of the loop SDKs',
    summaryZh: '运行提示词（Loop SDK 格式）',
    ...loopExecutionOptions,
    input: loopExecutionInput,
    output: loopReply,
  }),
  loopStream: op('POST /v1/loop/prompts/execute_streaming', {
    summary: 'Run a prompt in the format of the loop SDKs; the answer streams',
    summaryZh: '运行提示词（Loop SDK 格式，流式返回）',
    ...loopExecutionOptions,
    reply: 'raw',
    input: loopExecutionInput,
  }),
}
