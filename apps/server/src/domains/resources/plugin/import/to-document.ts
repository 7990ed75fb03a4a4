import { type ApiParameter, ParameterLocation } from '@orrery/contract'
import { methodName } from '../call/build-request.ts'
import { toJsonSchema } from '../params/json-schema.ts'
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

/** A plugin as an OpenAPI document: what is read back is the same plugin. */
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
  const inBody = tool.request.filter((one) => !isPlaced(one))
  return {
    operationId: tool.name,
    summary: tool.description,
    parameters: tool.request.filter(isPlaced).map((one) => {
      const schema = (toJsonSchema([one], true).properties as Record<string, Json>)[one.name]
      return {
        name: one.name,
        in: places[one.location as keyof typeof places],
        description: one.desc,
        required: one.is_required,
        schema: { ...schema, ...extras(one) },
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
const isPlaced = (one: ApiParameter) => one.location !== undefined && one.location in places
function bodySchema(params: ApiParameter[]): Json {
  const schema = toJsonSchema(params, true)
  for (const one of params) Object.assign((schema.properties as Record<string, Json>)[one.name]!, extras(one))
  const required = params.filter((one) => one.is_required).map((one) => one.name)
  return { ...schema, ...(required.length && { required }) }
}
const extras = (one: ApiParameter): Json => ({
  ...(one.global_default && { 'x-global-default': one.global_default }),
  ...(one.global_disable && { 'x-global-disable': true }),
  ...(one.variable_ref && { 'x-variable-ref': one.variable_ref }),
  ...(one.assist_type && { 'x-assist-type': one.assist_type }),
})
