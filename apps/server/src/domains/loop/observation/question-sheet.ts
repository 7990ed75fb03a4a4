import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { Locale } from '#kit/errors.ts'
import { headSheet, statusWords } from './head-sheet.ts'
import type { NamedHead } from './observation.service.ts'

const names = {
  en: [
    'Trace ID',
    'Time',
    'Status',
    'Error',
    'User ID',
    'Conversation ID',
    'Message ID',
    'Input',
    'Output',
    'Input tokens',
    'Output tokens',
    'Latency (ms)',
    'First token (ms)',
    'Channel',
  ],
  'zh-CN': [
    'Trace ID',
    '时间',
    '状态',
    '错误信息',
    '用户 ID',
    '会话 ID',
    '消息 ID',
    '输入',
    '输出',
    '输入 Token',
    '输出 Token',
    '耗时（毫秒）',
    '首 Token 耗时（毫秒）',
    '渠道',
  ],
}
const millis = (micros: number) => Math.round(micros / 1000)

const cellsOf = (head: NamedHead, locale: Locale) => [
  head.traceId,
  new Date(millis(head.startedAt)).toISOString(),
  statusWords[locale][head.status],
  errorIn(locale, head),
  head.userId ?? head.userKey,
  head.threadId,
  head.messageId ?? '',
  head.input,
  head.output,
  head.inputTokens,
  head.outputTokens,
  millis(head.durationUs),
  millis(head.firstUs),
  head.connectorId,
]

/** Questions to a bot as CSV. */
export const questionSheet = (pages: AsyncGenerator<NamedHead[]>, locale: Locale): Response =>
  headSheet({ name: 'queries.csv', columns: names[locale], pages, cellsOf: (head) => cellsOf(head, locale) })
