import {
  type ApiExtend,
  ApiMethod,
  type ApiParameter,
  ParameterLocation,
  ParameterType,
  ResponseStrategy,
  SideEffect,
  ToolAuthMode,
  ToolRunMode,
} from '@orrery/contract'
import { fromJsonSchema, parameterOf } from '#kit/json-schema/json-schema.ts'
import { isObject, type Json, listOf, type Method, methods, type OpenApi, textOf } from './openapi-types.ts'

export interface ToolDraft {
  name: string
  description: string
  path: string
  method: number
  request: ApiParameter[]
  response: ApiParameter[]
  extend: ApiExtend
  disabled: boolean
}
export const plainExtend: ApiExtend = {
  auth_mode: ToolAuthMode.required,
  run_mode: ToolRunMode.defaultToSync,
  response_strategy: ResponseStrategy.fit,
  side_effect: SideEffect.byMethod,
  body_type: 'json',
}
const locations: Record<string, ApiParameter['location']> = {
  path: ParameterLocation.path,
  query: ParameterLocation.query,
  header: ParameterLocation.header,
}
/** Maximum number of references followed per tool, which ends circular references. */
const MAX_REFERENCES = 2000

/** Converts the operations of a document to tools, in order, with valid and unique names. */
export function toolsOf(document: OpenApi): ToolDraft[] {
  const names = new Set<string>()
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [toolOf(document, path, method, operation, names)] : []
    }),
  )
}

function toolOf(document: OpenApi, path: string, method: Method, operation: Json, names: Set<string>): ToolDraft {
  const resolve = resolver(document)
  const parameters = listOf(operation.parameters)
    .map((item) => (isObject(item) ? resolve(item) : {}))
    .filter((item) => textOf(item.name) && textOf(item.in) in locations)
  const seen = new Map<string, ApiParameter>()
  for (const parameter of parameters) {
    const schema = {
      ...(isObject(parameter.schema) ? resolve(parameter.schema) : {}),
      ...(textOf(parameter.description) && { description: parameter.description }),
    }
    for (const key of Object.keys(parameter)) if (key.startsWith('x-')) Object.assign(schema, { [key]: parameter[key] })
    const location = locations[textOf(parameter.in)]
    const isRequired = parameter.required === true || location === ParameterLocation.path
    seen.set(
      `${String(location)} ${textOf(parameter.name)}`,
      parameterOf(textOf(parameter.name).slice(0, 200), schema, location, isRequired, resolve),
    )
  }
  // A path variable is a parameter even if the document does not declare it.
  for (const [, name] of path.matchAll(/\{([^}]+)\}/g))
    if (!seen.has(`${ParameterLocation.path} ${name!}`))
      seen.set(
        `${ParameterLocation.path} ${name!}`,
        parameterOf(name!, { type: 'string' }, ParameterLocation.path, true, resolve),
      )
  const { params, type } = bodyOf(operation.requestBody, resolve)
  const extra = isObject(operation['x-orrery']) ? operation['x-orrery'] : {}
  return {
    name: uniqueName(textOf(operation.operationId) || `${method}_${path}`, names),
    description: (textOf(operation.summary) || textOf(operation.description)).slice(0, 2000),
    path,
    method: ApiMethod[method.toUpperCase() as keyof typeof ApiMethod],
    request: [...seen.values(), ...params].slice(0, 200),
    response: responseOf(operation.responses, resolve).slice(0, 200),
    extend: { ...plainExtend, body_type: type, ...pickExtend(extra) },
    disabled: operation['x-disabled'] === true,
  }
}

function bodyOf(
  given: unknown,
  resolve: (json: Json) => Json,
): { params: ApiParameter[]; type: ApiExtend['body_type'] } {
  const content = isObject(given) ? resolve(given).content : undefined
  if (!isObject(content)) return { params: [], type: 'json' }
  const [kind, media] = Object.entries(content).find(([name]) => name.includes('json')) ??
    Object.entries(content)[0] ?? ['', {}]
  const schema = isObject(media) && isObject(media.schema) ? media.schema : {}
  const type = kind.includes('urlencoded') ? 'form' : kind.includes('multipart') ? 'multipart' : 'json'
  return { params: fromJsonSchema(schema, ParameterLocation.body, resolve), type }
}

function responseOf(given: unknown, resolve: (json: Json) => Json): ApiParameter[] {
  if (!isObject(given)) return []
  const found = given['200'] ?? given['201'] ?? given['2XX'] ?? given.default
  const content = isObject(found) ? resolve(found).content : undefined
  const media = isObject(content)
    ? (Object.entries(content).find(([name]) => name.includes('json'))?.[1] ?? Object.values(content)[0])
    : undefined
  if (!isObject(media) || !isObject(media.schema)) return []
  const schema = resolve(media.schema)
  const whole = parameterOf('data', schema, undefined, false, resolve)
  return whole.type === ParameterType.object ? whole.sub_parameters : schema.type ? [whole] : []
}

/** Resolves references inside the document, and no others. */
function resolver(document: OpenApi) {
  let left = MAX_REFERENCES
  return function resolve(json: Json): Json {
    let at: unknown = json
    for (let hops = 0; isObject(at) && typeof at.$ref === 'string'; hops += 1) {
      if (hops > 20 || (left -= 1) < 0 || !at.$ref.startsWith('#/')) return {}
      let target: unknown = document
      for (const key of at.$ref
        .slice(2)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')))
        target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
      at = target
    }
    return isObject(at) ? at : {}
  }
}

export function uniqueName(input: string, taken: Set<string>): string {
  const plain = input.replaceAll(/[^A-Za-z0-9-]+/g, '_').replaceAll(/^[_\d-]+|_+$/g, '')
  const words = plain.slice(0, 60) || 'tool'
  let name = words
  for (let n = 2; taken.has(name); n += 1) name = `${words.slice(0, 56)}_${n}`
  taken.add(name)
  return name
}
const keys = ['auth_mode', 'run_mode', 'response_strategy', 'side_effect'] as const
const pickExtend = (extra: Json): Partial<ApiExtend> =>
  Object.fromEntries(
    keys
      .filter((key) => Number.isInteger(extra[key]) && Number(extra[key]) >= 0 && Number(extra[key]) <= 3)
      .map((key) => [key, extra[key]]),
  )
