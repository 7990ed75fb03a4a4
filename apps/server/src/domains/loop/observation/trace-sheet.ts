import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { Locale } from '#kit/errors.ts'
import { headSheet, statusWords } from './head-sheet.ts'
import type { NamedHead } from './observation.service.ts'

const millis = (micros: number) => Math.round(micros / 1000)

/** Columns of the file, with their names in both languages. */
const columns: readonly [en: string, zh: string, cell: (head: NamedHead, locale: Locale) => string | number][] = [
  ['Trace ID', 'Trace ID', (head) => head.traceId],
  ['Time', '时间', (head) => new Date(millis(head.startedAt)).toISOString()],
  ['App', '应用', (head) => head.objectName],
  ['Version', '版本', (head) => head.objectVersion],
  ['Name', '名称', (head) => head.name],
  ['Input', '输入', (head) => head.input],
  ['Output', '输出', (head) => head.output],
  ['Status', '状态', (head, locale) => statusWords[locale][head.status]],
  ['Error', '错误信息', (head, locale) => errorIn(locale, head)],
  ['Latency (ms)', '耗时（毫秒）', (head) => millis(head.durationUs)],
  ['First token (ms)', '首 Token 耗时（毫秒）', (head) => millis(head.firstUs)],
  ['Input tokens', '输入 Token', (head) => head.inputTokens],
  ['Output tokens', '输出 Token', (head) => head.outputTokens],
  ['Cost', '费用', (head) => head.cost],
  ['Models', '模型', (head) => head.models],
  ['Spans', 'Span 数', (head) => head.spanCount],
  ['Scene', '场景', (head) => head.scene],
  ['User ID', '用户 ID', (head) => head.userId ?? head.userKey],
  ['Conversation ID', '会话 ID', (head) => head.threadId],
  ['Log ID', 'Log ID', (head) => head.logId],
]

/** Traces of a space as CSV. */
export const traceSheet = (pages: AsyncGenerator<NamedHead[]>, locale: Locale): Response =>
  headSheet({
    name: 'traces.csv',
    columns: columns.map(([en, zh]) => (locale === 'zh-CN' ? zh : en)),
    pages,
    cellsOf: (head) => columns.map(([, , cell]) => cell(head, locale)),
  })
