import { ErrorCode, type FixedCode } from '@orrery/contract/shared/error-codes'
import { nameInChinese, nameInEnglish } from './missing-names.ts'

export type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 502 | 503
export type Locale = 'en' | 'zh-CN'

export interface ErrorSpec {
  code: number
  status: Status
  en: string
  zh: string
}
type Params = Record<string, string | number>

/** An expected failure, sent to the caller as `{ code, msg }` in their language. Any other error is a bug: a 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: number
  readonly status: Status
  readonly spec: ErrorSpec
  readonly params: Params
  /** Sent beside code and msg, e.g. both versions of a refused save. */
  readonly data?: unknown
  constructor(spec: ErrorSpec, params: Params = {}, data?: unknown) {
    super(fill(spec.en, params))
    this.spec = spec
    this.code = spec.code
    this.status = spec.status
    this.params = params
    this.data = data
  }
  text(locale: Locale): string {
    return fill(locale === 'zh-CN' ? this.spec.zh : this.spec.en, this.params)
  }
}

const fill = (template: string, params: Params) =>
  template.replace(/\{(\w+)\}/g, (whole, key: string) => (key in params ? String(params[key]) : whole))

type Text = Omit<ErrorSpec, 'code'>
type Makers<Name extends string> = Record<Name, (params?: Params, data?: unknown) => AppError>
const maker =
  (spec: ErrorSpec) =>
  (params: Params = {}, data?: unknown) =>
    new AppError(spec, params, data)

/**
 * Defines the errors of one domain, each a function that creates it: `throw spaceErrors.teamLimit({ max: 3 })`.
 * Every code of the block must have a text here, and nothing else may.
 */
export function defineErrors<Name extends string>(
  block: Readonly<Record<Name, number>>,
  texts: Record<NoInfer<Name>, Text>,
): Makers<Name> {
  const entries = Object.entries(texts) as [Name, Text][]
  return Object.fromEntries(
    entries.map(([name, text]) => [name, maker({ ...text, code: block[name] })]),
  ) as Makers<Name>
}

/** Errors with codes that clients already know from other products; here one code may have several texts. */
export function defineFixedErrors<Name extends string>(specs: Record<Name, Text & { code: FixedCode }>): Makers<Name> {
  const entries = Object.entries(specs) as [Name, ErrorSpec][]
  return Object.fromEntries(entries.map(([name, spec]) => [name, maker(spec)])) as Makers<Name>
}

/** Errors that any call can return. */
const plainErrors = defineErrors(ErrorCode.kit, {
  notSignedIn: { status: 401, en: 'Sign in first', zh: '请先登录' },
  noAccess: {
    status: 403,
    en: "You don't have permission to do this. Ask an owner of the space",
    zh: '你没有此操作的权限，请联系空间所有者',
  },
  notFound: { status: 404, en: "This {what} doesn't exist or was deleted", zh: '该{whatZh}不存在或已被删除' },
  badInput: { status: 400, en: '{problem}', zh: '{problemZh}' },
  badBody: { status: 400, en: 'The request body is not valid JSON', zh: '请求体不是有效的 JSON' },
  bodyTooLarge: {
    status: 413,
    en: 'The request is larger than {max} bytes',
    zh: '请求超过 {max} 字节',
  },
  bodyTooDeep: {
    status: 400,
    en: 'The JSON is nested deeper than {max} levels',
    zh: 'JSON 嵌套超过 {max} 层',
  },
  needsSocket: {
    status: 426,
    en: 'This address is a WebSocket. Connect with wss:// (or ws:// without TLS)',
    zh: '此地址是 WebSocket，请用 wss:// 连接（未启用 TLS 时用 ws://）',
  },
  tooManySockets: {
    status: 429,
    en: 'At most {max} connections may be open at a time. Close one and connect again',
    zh: '同时最多 {max} 个连接，请关闭一个后重新连接',
  },
  wrongType: { status: 415, en: 'Send this request as {expected}', zh: '此调用须以 {expected} 发送' },
  crossSite: {
    status: 403,
    en: 'A browser call must come from this site and carry X-Requested-With: XMLHttpRequest',
    zh: '浏览器请求必须来自本站并携带 X-Requested-With: XMLHttpRequest',
  },
  tooMany: {
    status: 429,
    en: 'Too many requests. Try again in {seconds} s',
    zh: '请求过于频繁，请在 {seconds} 秒后重试',
  },
  conflict: {
    status: 409,
    en: 'Someone else saved this in the meantime. Compare both versions and choose one',
    zh: '此内容已被他人修改，请比较两个版本后再选择',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side. Use the log ID to find the cause',
    zh: '服务内部错误，可用日志 ID 查找原因',
  },
  diskFull: {
    status: 503,
    en: "The server's disk is full, so nothing was saved. Tell your administrator and try again once there is space",
    zh: '服务器磁盘已满，内容未保存。请联系管理员，待有空间后重试',
  },
  readOnly: {
    status: 503,
    en: 'The server is read-only at the moment, so nothing was saved. Tell your administrator and try again later',
    zh: '服务器当前只读，内容未保存。请联系管理员，稍后重试',
  },
  busy: {
    status: 503,
    en: 'The database did not respond in time, so nothing was saved. Try again in a moment',
    zh: '数据库未及时响应，内容未保存，请稍后重试',
  },
  draining: {
    status: 503,
    en: 'The server is stopping. Try again in a moment',
    zh: '服务正在停止，请稍后重试',
  },
})

export const errors = {
  ...plainErrors,
  /** `what` is the name used in code; it is replaced by the name in the reader's language. */
  notFound: (params: { what: string }, data?: unknown) =>
    plainErrors.notFound({ what: nameInEnglish(params.what), whatZh: nameInChinese(params.what) }, data),
}

export const badInput = (field: string, en: string, zh: string) =>
  errors.badInput({ problem: `${field}: ${en}`, problemZh: `${field}：${zh}` })
