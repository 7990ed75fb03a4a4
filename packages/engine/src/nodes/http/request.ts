import type { Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { boolField, field, listField, objectField, textField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { EngineError } from '#errors.ts'
import type { HttpBody } from '#ports.ts'
import { md5 } from '#values/md5.ts'
import { valueText } from '#values/json.ts'
import type { CompileScope } from '../node-kind.ts'
import { type Embedded, fill, fillJson, parseEmbedded } from './embedded.ts'

/** A parameter of the request: its name and the input with its value. */
interface Pair {
  name: string
  input: string
  isFile: boolean
}
type Auth =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | { kind: 'custom'; to: 'header' | 'query'; key: string; value: string }
type Body =
  | { kind: 'none' }
  | { kind: 'json' | 'text'; text: Embedded }
  | { kind: 'form' | 'urlencoded'; pairs: Pair[] }
  | { kind: 'file'; input: string }

export interface RequestConfig {
  method: string
  url: Embedded
  headers: Pair[]
  params: Pair[]
  auth: Auth
  body: Body
}

export function compileRequest(scope: CompileScope): { config: RequestConfig; inputs: InputSpec[] } {
  const { inputs: raw } = scope.node
  const info = objectField(raw, 'apiInfo')
  const inputs: InputSpec[] = []
  const add = (name: string, blockInput: unknown): string => {
    inputs.push(scope.input(name, blockInput))
    return name
  }
  const pairs = (prefix: string, list: unknown[]): Pair[] =>
    list.flatMap((param) => {
      const name = textField(param, 'name')
      const blockInput = field(param, 'input')
      if (!name || !blockInput) return []
      const input = add(prefix + md5(name), blockInput)
      return [{ name, input, isFile: inputs.at(-1)!.type.kind === 'file' }]
    })
  const embedded = (text: string, prefix: string): Embedded => {
    const found = parseEmbedded(scope, text, prefix)
    inputs.push(...found.inputs)
    return found
  }
  const config = {
    method: (textField(info, 'method') || 'GET').toUpperCase(),
    url: embedded(textField(info, 'url'), '__apiInfo_url_'),
    headers: pairs('__headers_', listField(raw, 'headers')),
    params: pairs('__params_', listField(raw, 'params')),
    auth: compileAuth(scope, objectField(raw, 'auth'), add),
    body: compileBody(scope, objectField(raw, 'body'), add, pairs, embedded),
  }
  return { config, inputs: [...new Map(inputs.map((input) => [input.name, input])).values()] }
}

type Add = (name: string, blockInput: unknown) => string

function compileAuth(scope: CompileScope, raw: unknown, add: Add): Auth {
  if (!boolField(raw, 'authOpen')) return { kind: 'none' }
  const data = objectField(raw, 'authData')
  const type = textField(raw, 'authType')
  if (type === 'BEARER_AUTH') {
    const [token] = listField(data, 'bearerTokenData')
    return { kind: 'bearer', token: add('__auth_authData_bearerTokenData_token', field(token, 'input')) }
  }
  if (type !== 'CUSTOM_AUTH')
    return scope.fail(`unknown kind of authorisation "${type}"`, { fault: 'unknownSetting', names: ['authType'] })
  const custom = objectField(data, 'customData')
  const [key, value] = listField(custom, 'data')
  return {
    kind: 'custom',
    to: textField(custom, 'addTo').toLowerCase() === 'query' ? 'query' : 'header',
    key: add('__auth_authData_customData_data_Key', field(key, 'input')),
    value: add('__auth_authData_customData_data_Value', field(value, 'input')),
  }
}

function compileBody(
  scope: CompileScope,
  raw: unknown,
  add: Add,
  pairs: (prefix: string, list: unknown[]) => Pair[],
  embedded: (text: string, prefix: string) => Embedded,
): Body {
  const data = objectField(raw, 'bodyData')
  const type = textField(raw, 'bodyType') || 'EMPTY'
  switch (type) {
    case 'EMPTY':
      return { kind: 'none' }
    case 'JSON':
      return { kind: 'json', text: embedded(textField(data, 'json'), '__body_bodyData_json_') }
    case 'RAW_TEXT':
      return { kind: 'text', text: embedded(textField(data, 'rawText'), '__body_bodyData_rawText_') }
    case 'FORM_DATA':
      return {
        kind: 'form',
        pairs: pairs('__body_bodyData_formData_', listField(objectField(data, 'formData'), 'data')),
      }
    case 'FORM_URLENCODED':
      return { kind: 'urlencoded', pairs: pairs('__body_bodyData_formURLEncoded_', listField(data, 'formURLEncoded')) }
    case 'BINARY':
      return {
        kind: 'file',
        input: add('__body_bodyData_binary_fileURL', field(objectField(data, 'binary'), 'fileURL')),
      }
    default:
      return scope.fail(`unknown kind of body "${type}"`, { fault: 'unknownSetting', names: ['bodyType'] })
  }
}

export function buildRequest(task: Task, config: RequestConfig) {
  const value = (name: string) => valueText(task.input[name])
  const headers = config.headers.map(({ name, input }): [string, string] => [name, value(input)])
  const query = config.params.map(({ name, input }): [string, string] => [name, value(input)])
  const { auth } = config
  if (auth.kind === 'bearer') headers.push(['Authorization', `Bearer ${value(auth.token)}`])
  if (auth.kind === 'custom') (auth.to === 'header' ? headers : query).push([value(auth.key), value(auth.value)])
  for (const [name, text] of headers) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || /[\r\n\0]/.test(text)) {
      throw new EngineError(ErrorCode.engine.badParam, `the header "${name}" has a name or value that is not allowed`, {
        zh: `请求头「${name}」的名称或值包含不允许的字符`,
        retryable: false,
      })
    }
  }
  const url = withQuery(fill(config.url, task.input).trim(), query)
  return { method: config.method, url, headers, body: buildBody(task, config.body, headers, value) }
}

function withQuery(url: string, query: [string, string][]): string {
  if (!query.length) return url
  const hash = url.indexOf('#')
  const base = hash < 0 ? url : url.slice(0, hash)
  const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return `${base}${joint}${encode(query)}${hash < 0 ? '' : url.slice(hash)}`
}

const encode = (pairs: [string, string][]): string => new URLSearchParams(pairs).toString()

function buildBody(task: Task, body: Body, headers: [string, string][], value: (name: string) => string): HttpBody {
  const own = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const nameOf = (url: string) => task.run.files.get(url) ?? (url.split(/[?#]/)[0]!.split('/').pop() || 'file')
  switch (body.kind) {
    case 'json':
      return { kind: 'text', text: fillJson(body.text, task.input), contentType: own ?? 'application/json' }
    case 'text':
      return { kind: 'text', text: fill(body.text, task.input), contentType: own ?? 'text/plain' }
    case 'urlencoded': {
      const text = encode(body.pairs.map(({ name, input }) => [name, value(input)]))
      return { kind: 'text', text, contentType: own ?? 'application/x-www-form-urlencoded' }
    }
    case 'form': {
      const parts = body.pairs.map(({ name, input, isFile }) => {
        const text = value(input)
        return isFile ? { name, value: text, file: { url: text, name: nameOf(text) } } : { name, value: text }
      })
      return { kind: 'form', parts }
    }
    case 'file':
      return { kind: 'file', url: value(body.input), name: nameOf(value(body.input)) }
    default:
      return { kind: 'none' }
  }
}
