import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const ingestErrors = defineErrors(ErrorCode.traceIngest, {
  mixedSpaces: {
    status: 400,
    en: 'spans[{index}].workspace_id: all spans of a request must belong to one workspace. Send one request per workspace',
    zh: 'spans[{index}].workspace_id：同一请求中的 Span 必须属于同一空间，请按空间分别上报',
  },
  badTime: {
    status: 400,
    en: '{field}: {at} is {problem}. Check the clock of the program; spans are kept for {days} days',
    zh: '{field}：时间 {at} {problemZh}。请检查程序所在机器的时钟；当前空间的数据保留 {days} 天',
  },
  noSpace: {
    status: 400,
    en: 'cozeloop-workspace-id: name the space in this header, in the attribute cozeloop.workspace_id, or use a token for one space only',
    zh: 'cozeloop-workspace-id：请通过该请求头或 cozeloop.workspace_id 属性指定空间，或使用仅授权一个空间的令牌',
  },
  badBody: {
    status: 400,
    en: 'The body is not a valid OTLP trace request: {problem}',
    zh: '请求体不是有效的 OTLP 请求：{problem}',
  },
  valueCut: {
    status: 400,
    en: '{field}: longer than {max} characters; the span is stored with the beginning of the value',
    zh: '{field}：超过 {max} 个字符，已截断后保存',
  },
  wrongType: {
    status: 415,
    en: 'content-type: send application/x-protobuf or application/json',
    zh: 'content-type：请使用 application/x-protobuf 或 application/json',
  },
  wrongEncoding: {
    status: 415,
    en: 'content-encoding: send the body as gzip or without compression',
    zh: 'content-encoding：请使用 gzip 压缩，或不压缩',
  },
  tooManySpans: {
    status: 413,
    en: 'At most {max} spans in a request. Send smaller batches',
    zh: '单次请求最多 {max} 个 Span，请减小批次',
  },
  tooLarge: {
    status: 413,
    en: 'The body is larger than {max} bytes. Send smaller batches',
    zh: '请求体超过 {max} 字节，请减小批次',
  },
  backlog: {
    status: 503,
    en: 'More spans wait to be stored than the server can hold, so none of these were taken. Send them again in {seconds} seconds',
    zh: '待写入的 Span 过多，本次数据未接收，请在 {seconds} 秒后重试',
  },
  badSpan: {
    status: 400,
    en: '{field}: {problem}',
    zh: '{field}：{problemZh}',
  },
})
