import { z } from 'zod'
import { op } from '#kit.ts'
import { ComparisonSide } from '#shared/comparison-side.ts'
import { id, idOrNone, pageSize } from '#shared/fields.ts'

const s = z.string()
const extra = z.object({
  local_message_id: s,
  input_tokens: s,
  output_tokens: s,
  token: s,
  plugin_status: s,
  time_cost: s,
  workflow_tokens: s,
  bot_state: s,
  plugin_request: s,
  tool_name: s,
  plugin: s,
  mock_hit_info: s,
  /** The id of the turn and of its trace. */
  log_id: s,
  stream_id: s,
  message_title: s,
  stream_plugin_running: s,
  new_section_id: s,
  remove_query_id: s,
  execute_display_name: s,
  task_type: s,
  refer_format: s,
  call_id: s,
  /** On a finished answer: "1" when suggestions follow. */
  has_suggest: s.optional(),
  /** On a failed answer: what went wrong. */
  error_code: s.optional(),
  error_msg: s.optional(),
  /** On a broken answer: user, new_run, cleared or server. */
  broken_reason: s.optional(),
  plugin_id: s.optional(),
  /** On a spoken question: the person recognised by voice. */
  speaker_id: s.optional(),
  speaker_name: s.optional(),
  /** On a finished answer of a bot that shows its sources: JSON of [{slice_id, score, dataset_id, dataset_name, document_id, document_name}]. */
  sources: s.optional(),
})
/** Who a message is addressed to: an agent of the bot or the bot itself (type 1), or a user (type 2). */
const mention = z.object({
  id: s.min(1).max(64),
  type: z.literal([1, 2]).default(1),
  name: s.max(200).default(''),
})
const message = z.object({
  role: s,
  /** question, answer, function_call, tool_response, verbose, follow_up; ack in a stream. */
  type: s,
  content: s,
  content_type: s,
  message_id: s,
  reply_id: s,
  section_id: s,
  extra_info: extra,
  /** available, streaming, broken, failed. */
  status: s,
  broken_pos: z.number().optional(),
  sender_id: s.optional(),
  content_time: z.number(),
  message_index: s,
  source: z.number(),
  reasoning_content: s.optional(),
  /** 0 none, 1 like, 2 dislike. */
  feedback: z.number(),
  mention_list: z.array(mention).optional(),
})
export const chatMessage = message.extend({
  /** On a stored answer: the question that it replies to, which may be on an older page. */
  reply_message: message.optional(),
})
export type ChatMessage = z.infer<typeof chatMessage>
/** Payload of the stream's `message` events. */
export interface ChatStreamMessage {
  message: ChatMessage
  is_finish: boolean
  index: number
  conversation_id: string
  seq_id: number
}

const PLAYGROUND = 4
const scene = z.coerce.number().int().min(0).max(100).default(PLAYGROUND)
const onBot = { on: 'bot', id: 'bot_id', can: 'testRunWorkflow' } as const
const onConversation = { on: 'conversation', id: 'conversation_id', can: 'testRunWorkflow' } as const
const line = z.string().max(2000)
/**
 * Texts such as the opening, shown as messages of the bot although not stored; saved at the start of an empty section.
 */
const history = z.array(z.string().max(20_000)).max(20).default([])

export const conversation = {
  chat: op('POST /api/conversation/chat', {
    summary: 'Chat with a bot; the reply is streamed',
    summaryZh: '与智能体对话，流式返回回复',
    access: onBot,
    reply: 'stream',
    limit: { by: 'user', max: 600, seconds: 60 },
    input: () =>
      z.object({
        bot_id: id(),
        conversation_id: idOrNone(),
        query: z.string().max(200_000).default(''),
        content_type: z.enum(['text', 'image', 'file', 'mix', 'video', 'music', 'card']).default('text'),
        draft_mode: z.boolean().default(true),
        scene,
        extra: z.record(z.string(), z.string()).optional(),
        custom_variables: z.record(z.string().max(100), z.string().max(4000)).default({}),
        regen_message_id: idOrNone(),
        local_message_id: z.string().max(200).optional(),
        insert_history_message_list: history,
        device_id: line.optional(),
        space_id: idOrNone(),
        mention_list: z.array(mention).max(20).default([]),
        toolList: z
          .array(
            z.object({
              plugin_id: line.optional(),
              parameters: z
                .record(
                  z.string().max(200),
                  z.object({ value: z.string().max(20_000).default(''), resource_type: line.optional() }),
                )
                .default({}),
              api_name: line.optional(),
              tool_id: line.optional(),
            }),
          )
          .max(20)
          .default([]),
        commit_version: line.optional(),
        /** The side of the caller's comparison, A or B, that answers instead of the draft. */
        diff_mode_identifier: z.enum(ComparisonSide).optional(),
        shortcut_cmd_id: idOrNone(),
      }),
  }),
  follow: op('POST /api/conversation/follow', {
    summary: 'Follow a reply that is being generated, from its beginning',
    summaryZh: '从头接收正在生成的回复',
    access: onConversation,
    reply: 'stream',
    input: () => z.object({ conversation_id: id() }),
  }),
  messages: op('POST /api/conversation/get_message_list', {
    summary: 'List the messages of a conversation, newest first; without an id, your own with the bot',
    summaryZh: '列出会话消息，最新在前；不指定 ID 时为你与该智能体的会话',
    access: onBot,
    reply: 'flat',
    input: () =>
      z.object({
        conversation_id: idOrNone(),
        bot_id: id(),
        cursor: z
          .string()
          .regex(/^\d{0,19}$/)
          .default('0'),
        count: pageSize(20, 100),
        draft_mode: z.boolean().default(true),
        scene,
        insert_history_message_list: history,
        load_direction: z.literal([0, 1, 2]).default(1),
      }),
    output: () =>
      z.object({
        message_list: z.array(chatMessage),
        cursor: s,
        hasmore: z.boolean(),
        conversation_id: s,
        last_section_id: s,
        participant_info_map: z.record(s, z.object({})),
        next_cursor: s,
        next_has_more: z.boolean(),
        read_message_index: s,
        connector_conversation_id: s,
        /** The question that is being answered right now, if any. */
        running_question_id: s,
      }),
  }),
  clear: op('POST /api/conversation/clear_message', {
    summary: 'Delete all messages of a conversation',
    summaryZh: '删除会话的全部消息',
    access: onConversation,
    reply: 'flat',
    input: () => z.object({ conversation_id: id(), scene, bot_id: idOrNone() }),
    output: () => z.object({ new_section_id: s }),
  }),
  createSection: op('POST /api/conversation/create_section', {
    summary: 'Start a new section: the bot forgets the context, the messages stay',
    summaryZh: '开启新的上下文：智能体不再记得之前的内容，消息保留',
    access: onConversation,
    reply: 'flat',
    input: () => z.object({ conversation_id: id(), scene, insert_history_message_list: history }),
    output: () => z.object({ new_section_id: s }),
  }),
  deleteMessage: op('POST /api/conversation/delete_message', {
    summary: 'Delete a message; a question is deleted with its answers',
    summaryZh: '删除消息；删除问题会一并删除回答',
    access: onConversation,
    reply: 'flat',
    input: () => z.object({ conversation_id: id(), message_id: id(), scene, bot_id: idOrNone() }),
  }),
  breakMessage: op('POST /api/conversation/break_message', {
    summary: 'Stop a reply; what has been generated stays',
    summaryZh: '停止回复，已生成的内容保留',
    access: onConversation,
    reply: 'flat',
    input: () =>
      z.object({
        conversation_id: id(),
        query_message_id: id(),
        /** Must be an answer to this question; otherwise the call is refused. */
        answer_message_id: idOrNone(),
        broken_pos: z.int().min(0).optional(),
        scene,
      }),
  }),
  feedback: op('POST /api/conversation/message/feedback', {
    summary: 'Rate an answer or withdraw the rating',
    summaryZh: '对回答点赞、点踩或撤销',
    access: onConversation,
    input: () => z.object({ conversation_id: id(), message_id: id(), feedback: z.literal([0, 1, 2]) }),
  }),
}
