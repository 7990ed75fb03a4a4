import Papa from 'papaparse'
import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { Locale } from '#kit/errors.ts'
import { guarded } from '#kit/formula-guard.ts'
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
const statuses = { en: ['', 'done', 'failed', 'stopped'], 'zh-CN': ['', '成功', '失败', '已停止'] }
const line = (cells: (string | number)[]) => `${Papa.unparse([cells.map((cell) => guarded(String(cell)))])}\r\n`
const millis = (micros: number) => Math.round(micros / 1000)

const cellsOf = (head: NamedHead, locale: Locale) => [
  head.traceId,
  new Date(millis(head.startedAt)).toISOString(),
  statuses[locale][head.status] ?? '',
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

/** A CSV file that is written while it is read: spreadsheets read it as UTF-8, and calculate nothing of it. */
export function questionSheet(pages: AsyncGenerator<NamedHead[]>, locale: Locale): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${line(names[locale])}`)),
    async pull(controller) {
      const { done, value } = await pages.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value.map((head) => line(cellsOf(head, locale))).join('')))
    },
    cancel: () => void pages.return(undefined),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="queries.csv"',
    },
  })
}
