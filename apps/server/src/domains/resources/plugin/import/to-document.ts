import { type ApiParameter, ParameterLocation } from '@orrery/contract'
import { methodName } from '../call/build-request.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import type { ToolRow } from '../plugin.table.ts'
import type { Json, Method, OpenApi } from './openapi-types.ts'

const places = {
  [ParameterLocation.path]: 'path',
  [ParameterLocation.query]: 'query',
  [ParameterLocation.header]: 'header',
} as const
const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

/** Converts a plugin to an OpenAPI document, from which the same plugin can be read. */
export function toDocument(
  head: { name: string; description: string; url: string },
  tools: readonly ToolRow[],
): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const tool of tools) {
    const item = (paths[tool.path || `/${tool.name}`] ??= {})
    item[methodName(tool.method).toLowerCase() as Method] ??= operationOf(tool)
  }
  return {
    openapi: '3.0.1',
    info: { title: head.name, description: head.description, version: 'v1' },
    servers: head.url ? [{ url: head.url }] : [],
    paths,
  }
}

function operationOf(tool: ToolRow): Json {
  const inBody = tool.request.filter((item) => !isPlaced(item))
  return {
    operationId: tool.name,
    summary: tool.description,
    parameters: tool.request.filter(isPlaced).map((item) => {
      const schema = (toJsonSchema([item], true).properties as Record<string, Json>)[item.name]
      return {
        name: item.name,
        in: places[item.location as keyof typeof places],
        description: item.desc,
        required: item.is_required,
        schema: { ...schema, ...extras(item) },
      }
    }),
    ...(inBody.length && {
      requestBody: { content: { [mediaTypes[tool.extend.body_type]]: { schema: bodySchema(inBody) } } },
    }),
    responses: {
      '200': { description: 'ok', content: { 'application/json': { schema: toJsonSchema(tool.response, true) } } },
    },
    'x-orrery': tool.extend,
    ...(tool.disabled && { 'x-disabled': true }),
  }
}
const isPlaced = (parameter: ApiParameter) => parameter.location !== undefined && parameter.location in places
function bodySchema(params: ApiParameter[]): Json {
  const schema = toJsonSchema(params, true)
  for (const param of params) Object.assign((schema.properties as Record<string, Json>)[param.name]!, extras(param))
  const required = params.filter((param) => param.is_required).map((param) => param.name)
  return { ...schema, ...(required.length && { required }) }
}
const extras = (parameter: ApiParameter): Json => ({
  ...(parameter.global_default && { 'x-global-default': parameter.global_default }),
  ...(parameter.global_disable && { 'x-global-disable': true }),
  ...(parameter.variable_ref && { 'x-variable-ref': parameter.variable_ref }),
  ...(parameter.assist_type && { 'x-assist-type': parameter.assist_type }),
})
