import { z } from 'zod'
import { openChatObject, openMessage } from '#domains/reach/open/shapes.ts'
import type { Schema } from '../kit.ts'
import type { DescribeLocale } from './locale.ts'

interface StreamEvent {
  /** The text after `event:`; empty where a protocol sends only data. */
  event: string
  words: readonly [en: string, zh: string]
  data?: () => Schema
}
const event = (name: string, en: string, zh: string, data?: () => Schema): StreamEvent => ({
  event: name,
  words: [en, zh],
  data,
})

const failure = () => z.object({ code: z.number(), msg: z.string() })
const promptEvents: StreamEvent[] = [
  event(
    '',
    'A piece of the answer; the last one has state 4 and what was used',
    '回答片段；最后一段的状态为 4，并包含用量',
  ),
  event('error', 'Why the run failed', '运行失败的原因', failure),
]
const openChatEvents: StreamEvent[] = [
  event('conversation.chat.created', 'The chat was accepted', '对话已创建', () => openChatObject),
  event('conversation.chat.in_progress', 'The bot has started', '智能体开始处理', () => openChatObject),
  event(
    'conversation.message.delta',
    'A piece of a message; append content to what came before',
    '消息片段，将 content 依次拼接',
    () => openMessage,
  ),
  event(
    'conversation.message.completed',
    'A whole message: an answer, a tool call, a tool result or a suggested question, by type',
    '完整的消息，按 type 区分：回答、工具调用、工具结果或推荐问题',
    () => openMessage,
  ),
  event(
    'conversation.chat.requires_action',
    'The chat waits for tool outputs',
    '对话等待工具结果',
    () => openChatObject,
  ),
  event('conversation.chat.completed', 'The chat ended, with its usage', '对话完成，包含用量', () => openChatObject),
  event(
    'conversation.chat.failed',
    'The chat failed; last_error says why',
    '对话失败，原因见 last_error',
    () => openChatObject,
  ),
  event('conversation.chat.canceled', 'The chat was cancelled', '对话已取消', () => openChatObject),
  event('done', 'The end of the stream: "[DONE]"', '流结束："[DONE]"'),
]

const runMessage = () =>
  z.object({
    content: z.string(),
    content_type: z.string(),
    node_title: z.string(),
    node_type: z.string(),
    node_id: z.string(),
    node_seq_id: z.string(),
    node_is_finish: z.boolean(),
    token: z.number().optional(),
  })
const runEvents: StreamEvent[] = [
  event(
    'Message',
    'Output of a node; the pieces of a node count up in node_seq_id',
    '节点输出，同一节点的片段按 node_seq_id 递增',
    runMessage,
  ),
  event(
    'Interrupt',
    'The run waits for an answer: resume it with event_id and type',
    '运行等待回答，用 event_id 和 type 恢复运行',
    () =>
      z.object({
        interrupt_data: z.object({ event_id: z.string(), type: z.number(), data: z.string() }),
        node_title: z.string(),
        node_id: z.string(),
        debug_url: z.string(),
      }),
  ),
  event('Error', 'The run failed', '运行失败', () =>
    z.object({ error_code: z.number(), error_message: z.string(), debug_url: z.string() }),
  ),
  event('Done', 'The run ended', '运行结束', () => z.object({ debug_url: z.string() })),
]

const studioChatEvents: StreamEvent[] = [
  event(
    'message',
    'A message or a piece of it; is_finish marks the last piece',
    '消息或消息片段，is_finish 表示最后一段',
  ),
  event('done', 'The end of the stream', '流结束'),
]
const modelTestEvents: StreamEvent[] = [
  event('delta', 'A piece of the answer', '回答片段', () => z.object({ text: z.string() })),
  event('reasoning', 'A piece of the reasoning', '思考片段', () => z.object({ text: z.string() })),
  event('done', 'Times, tokens and the result', '耗时、Token 与结果'),
  event('error', 'Why the model did not answer', '模型未能回答的原因', failure),
]

const sourceEvents: StreamEvent[] = [
  event('partial', 'A piece of the answer', '回答片段', () => z.object({ text: z.string() })),
  event('done', 'What the workflow gave', '工作流的输出', () => z.object({ output: z.unknown() })),
  event('error', 'Why it failed', '失败的原因', failure),
]

/** The events of each call that answers with server-sent events. */
const progressEvents = [
  event('progress', 'How far it is', '当前进度'),
  event('end', 'The result when it has ended', '结束时的结果'),
]
const streams: Readonly<Record<string, readonly StreamEvent[]>> = {
  'cardAi.generateStream': [
    event(
      '',
      'A piece of the design as it is written; the last one has finished and record_id, under which the history keeps the card',
      '设计内容的片段；最后一条的 finished 为 true，并带有 record_id，生成历史中以此保存卡片',
      () => z.object({ message: z.string(), finished: z.boolean(), record_id: z.string().optional() }),
    ),
    event('error', 'The card could not be drawn', '卡片生成失败', failure),
  ],
  'deskWriter.trigger': [
    event(
      '',
      'A piece of the answer; the last one is empty and has finished',
      '回答片段；最后一条为空且 finished 为 true',
      () => z.object({ message: z.string(), finished: z.boolean() }),
    ),
    event('error', 'The desk could not answer', '未能回答', failure),
  ],
  'openChat.chat': openChatEvents,
  'openChat.submit': openChatEvents,
  'workflowOpen.chat': openChatEvents,
  'workflowOpen.stream': runEvents,
  'workflowOpen.resume': runEvents,
  'workflowOpen.streamDraft': runEvents,
  'openCompatible.completions': [
    event('', 'A chunk in the form of the Chat Completions protocol', '符合 Chat Completions 协议的数据块'),
    event('', 'The end of the stream: [DONE]', '流结束：[DONE]'),
  ],
  'openCompatible.responses': [
    event('response.created', 'The response was accepted', '响应已创建'),
    event('response.in_progress', 'The bot has started', '智能体开始处理'),
    event('response.output_item.added', 'A message begins', '消息开始'),
    event('response.content_part.added', 'The text of a message begins', '消息文本开始'),
    event('response.output_text.delta', 'A piece of the answer', '回答片段'),
    event('response.output_text.done', 'The whole text of a message', '消息的完整文本'),
    event('response.content_part.done', 'The text of a message has ended', '消息文本结束'),
    event('response.output_item.done', 'A whole message', '完整的消息'),
    event('response.completed', 'The whole response with its usage', '完整响应及用量'),
    event('response.failed', 'The response failed', '响应失败'),
  ],
  'experiment.events': [
    event('progress', 'How the experiment stands now, in whole figures', '实验当前的完整进度'),
    event('done', 'The experiment has ended', '实验已结束'),
  ],
  'evaluationGeneration.improveDescription': promptEvents,
  'evaluationGeneration.improveMeaning': promptEvents,
  'promptAssist.generate': promptEvents,
  'promptRun.executeStream': promptEvents,
  'promptRun.tryStream': promptEvents,
  'arena.chat': studioChatEvents,
  'conversation.chat': studioChatEvents,
  'conversation.follow': studioChatEvents,
  'share.chat': studioChatEvents,
  'share.follow': studioChatEvents,
  'instanceModel.test': modelTestEvents,
  'spaceModel.test': modelTestEvents,
  'checkupTab.events': progressEvents,
  'checkupTab.batchEvents': progressEvents,
  'liteBatch.rewrite': [
    event('message', 'A piece of the prompt; the last one has the usage', '提示词片段，最后一条包含用量'),
  ],
  'workflowEditor.live': [
    event('editors', 'Who has the workflow open', '当前打开工作流的人'),
    event('saved', 'Somebody saved the draft', '有人保存了草稿'),
    event('published', 'A version was published', '发布了新版本', () => z.object({ version: z.string() })),
    event('deleted', 'The workflow was deleted', '工作流已删除'),
  ],
  'workflowEditor.runEvents': [
    event('process', 'The whole run as it is now', '运行的当前完整状态'),
    event('node', 'A node changed its state', '节点状态变化'),
    event('skipped', 'A node was skipped', '节点被跳过'),
    event('message', 'Output of a node', '节点输出'),
    event('end', 'The whole run at its end', '运行结束时的完整状态'),
  ],
  'projectInterface.live': [
    event('saved', 'Somebody edited the interface', '有人编辑了界面', () =>
      z.object({ seq: z.int(), from: z.int(), saves: z.array(z.unknown()).optional() }),
    ),
  ],
  'interfacePreview.run': sourceEvents,
  'projectInterface.run': sourceEvents,
  'appVisit.run': sourceEvents,
  'filebox.streamSummary': [
    event('message', 'A piece of the summary', '摘要片段'),
    event('error', 'Why the summary failed', '总结失败的原因', failure),
    event('done', 'The end of the stream', '流结束'),
  ],
}

export const streamEvents = (id: string): readonly StreamEvent[] => streams[id] ?? []
export const eventText = ({ words }: StreamEvent, locale: DescribeLocale): string => words[locale === 'zh-CN' ? 1 : 0]
