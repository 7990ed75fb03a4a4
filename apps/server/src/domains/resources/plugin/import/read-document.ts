import { ImportFormat } from '@orrery/contract'
import { parse as parseYaml } from 'yaml'
import { fromCurl } from './from-curl.ts'
import { fromHar } from './from-har.ts'
import { fromPostman } from './from-postman.ts'
import { fromSwagger } from './from-swagger.ts'
import { BadDocument, isObject, type Json, listOf, methods, type OpenApi, textOf } from './openapi-types.ts'

export interface ReadDocument {
  format: (typeof ImportFormat)[keyof typeof ImportFormat]
  document: OpenApi
  /** Calls that occur several times in the source; only the first of each is imported. */
  duplicates: { method: string; path: string; count: number }[]
  /** Operations that cannot become tools. */
  leftOut: { method: string; path: string; reason: 'method' | 'path' }[]
}
const MAX_PATHS = 500

/**
 * Converts any supported description of calls to OpenAPI 3. Never sends a request; external references are not
 * followed.
 */
export function readDocument(text: string): ReadDocument {
  const trimmed = text.trim()
  if (/^curl\s/i.test(trimmed)) return { format: ImportFormat.curl, ...fromCurl(trimmed), leftOut: [] }
  const source = parse(trimmed)
  if (isObject(source.log) && Array.isArray(source.log.entries))
    return { format: ImportFormat.har, ...fromHar(source.log), leftOut: [] }
  if (isPostman(source)) return { format: ImportFormat.postman, ...fromPostman(source), leftOut: [] }
  if (textOf(source.swagger).startsWith('2'))
    return {
      format: ImportFormat.swagger,
      document: tidy(fromSwagger(source)),
      duplicates: [],
      leftOut: leftOut(source.paths),
    }
  if (textOf(source.openapi).startsWith('3') || isObject(source.paths))
    return { format: ImportFormat.openapi, document: tidy(source), duplicates: [], leftOut: leftOut(source.paths) }
  throw new BadDocument('It has neither openapi, swagger, info of Postman nor a log of HAR')
}

const isPostman = (source: Json) =>
  isObject(source.info) &&
  (textOf(source.info.schema).includes('postman') || '_postman_id' in source.info) &&
  Array.isArray(source.item)

function parse(text: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    try {
      value = parseYaml(text, { maxAliasCount: 100 })
    } catch (cause) {
      throw new BadDocument((cause as Error).message.split('\n')[0]!.slice(0, 200))
    }
  }
  if (!isObject(value)) throw new BadDocument('It is neither JSON nor YAML of an object')
  return value
}

const otherMethods = ['head', 'options', 'trace']
/** Operations lost in the import: those with unsupported methods or invalid paths. */
function leftOut(paths: unknown): ReadDocument['leftOut'] {
  return Object.entries(isObject(paths) ? paths : {})
    .slice(0, MAX_PATHS)
    .flatMap(([path, item]) => {
      if (!isObject(item) || path.startsWith('x-')) return []
      const isPath = path.startsWith('/')
      return (isPath ? otherMethods : [...methods, ...otherMethods])
        .filter((method) => isObject(item[method]))
        .map((method) => ({
          method: method.toUpperCase(),
          path: path.slice(0, 500),
          reason: isPath ? ('method' as const) : ('path' as const),
        }))
    })
}

/** Copies only the known fields of a document. */
function tidy(source: Json): OpenApi {
  const info = isObject(source.info) ? source.info : {}
  const paths: OpenApi['paths'] = {}
  const given = Object.entries(isObject(source.paths) ? source.paths : {}).filter(([path]) => path.startsWith('/'))
  if (given.length > MAX_PATHS) throw new BadDocument(`It has more than ${MAX_PATHS} paths`)
  for (const [path, item] of given) {
    if (!isObject(item)) continue
    const shared = listOf(item.parameters)
    const kept: Partial<Record<string, Json>> = {}
    for (const method of methods) {
      const operation = item[method]
      if (isObject(operation)) kept[method] = { ...operation, parameters: [...shared, ...listOf(operation.parameters)] }
    }
    if (Object.keys(kept).length) paths[path] = kept
  }
  return {
    openapi: textOf(source.openapi) || '3.0.1',
    info: { title: textOf(info.title), description: textOf(info.description), version: textOf(info.version) || 'v1' },
    servers: listOf(source.servers).flatMap((item) =>
      isObject(item) && textOf(item.url) ? [{ url: serverUrl(item) }] : [],
    ),
    paths,
    ...(isObject(source.components) && { components: source.components }),
  }
}
/** The address of a server, with the defaults of its variables. */
function serverUrl(server: Json): string {
  const variables = isObject(server.variables) ? server.variables : {}
  return textOf(server.url).replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = variables[name]
    return isObject(variable) && variable.default !== undefined ? String(variable.default) : whole
  })
}
