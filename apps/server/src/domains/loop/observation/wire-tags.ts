import type { Tag, TaggedSpan } from '@orrery/contract'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { Locale } from '#kit/errors.ts'
import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { FullSpan, NamedHead } from './observation.repo.ts'

const TagType = { text: 0, number: 1, boolean: 2, whole: 3 } as const
const ShownAs = { text: 0, time: 1, duration: 2 } as const

function tagOf(key: string, value: unknown): Tag[] {
  if (value === '' || value === undefined || value === null) return []
  if (typeof value === 'boolean') return [{ key, tag_type: TagType.boolean, value: { v_bool: value } }]
  if (typeof value === 'number')
    return Number.isSafeInteger(value)
      ? [{ key, tag_type: TagType.whole, value: { v_long: String(value) } }]
      : [{ key, tag_type: TagType.number, value: { v_double: value } }]
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [{ key, tag_type: TagType.text, value: { v_str: text } }]
}
const tagsOf = (span: FullSpan): Tag[] =>
  Object.entries({
    input: span.input,
    output: span.output,
    error: span.errorMsg,
    model_name: span.model,
    model_provider: span.provider,
    input_tokens: span.inputTokens || undefined,
    output_tokens: span.outputTokens || undefined,
    latency_first_resp: span.firstUs || undefined,
    cost: span.cost || undefined,
    user_id: span.userKey,
    thread_id: span.threadId,
    log_id: span.logId,
    prompt_key: span.promptKey,
    prompt_version: span.promptVersion,
    ...span.attributes,
  }).flatMap(([key, value]) => tagOf(key, value))

const codeOf = ({ status, errorCode }: { status: SpanStatus; errorCode: number }) =>
  status === SpanStatus.failed ? errorCode || -1 : 0

/** A span with all its data as tags. Times in microseconds. */
export const toTagged = (span: FullSpan): TaggedSpan => ({
  trace_id: span.traceId,
  psm: span.service || 'orrery',
  span_id: span.spanId,
  type: span.rawType || span.kind,
  name: span.name,
  parent_id: span.parentId || '0',
  duration: String(span.durationUs),
  start_time: String(span.startedAt),
  status_code: codeOf(span),
  tags: tagsOf(span),
})

const words = {
  en: {
    duration: 'Duration',
    first: 'First token',
    started: 'Started',
    tokens: 'Tokens',
    model: 'Model',
    error: 'Error',
  },
  'zh-CN': {
    duration: '耗时',
    first: '首 Token 耗时',
    started: '开始时间',
    tokens: 'Token',
    model: '模型',
    error: '错误',
  },
}
type Word = keyof (typeof words)['en']
const shownTag = (locale: Locale, word: Word, value: string | number, as: number = ShownAs.text) =>
  tagOf(word, value).map((tag) => ({
    ...tag,
    key_alias: words[locale][word],
    frontend_tag_type: as,
    can_copy: as === ShownAs.text,
  }))
const summaryOf = (one: FullSpan | NamedHead, model: string, locale: Locale) => [
  ...shownTag(locale, 'started', one.startedAt, ShownAs.time),
  ...shownTag(locale, 'duration', one.durationUs, ShownAs.duration),
  ...(one.firstUs ? shownTag(locale, 'first', one.firstUs, ShownAs.duration) : []),
  ...shownTag(locale, 'model', model),
  ...(one.inputTokens + one.outputTokens ? shownTag(locale, 'tokens', one.inputTokens + one.outputTokens) : []),
  ...shownTag(locale, 'error', errorIn(locale, one)),
]

/** A trace for display, in the language of the reader. */
export const toShown = (head: NamedHead, spans: FullSpan[], locale: Locale) => ({
  spans: spans.map((span) => {
    const { psm: _, ...tagged } = toTagged(span)
    return {
      ...tagged,
      log_id: span.logId || head.logId,
      alias_name: span.name,
      summary: { tags: summaryOf(span, span.model, locale) },
      input: { type: 0 as const, content: span.input },
      output: { type: 0 as const, content: span.output },
      is_entry: span.parentId === '',
      is_key_span: span.parentId === '' || span.kind === 'model',
    }
  }),
  header: {
    duration: String(head.durationUs),
    tokens: head.inputTokens + head.outputTokens,
    status_code: codeOf(head),
    tags: summaryOf(head, head.models, locale),
    message_id: head.messageId ?? '',
    start_time: String(head.startedAt),
  },
})
