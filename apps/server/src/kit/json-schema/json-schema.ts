import { type ApiParameter, ParameterType, type PluginParameter } from '@orrery/contract'
import type { JsonSchema } from '../models/chat-types.ts'
import { ITEM, itemOf, parameter, typeName, typeNumber } from './parameter-tree.ts'

const MAX_DEPTH = 12
export const isHidden = (parameter: ApiParameter) => parameter.global_disable || parameter.local_disable

/** Parameters as JSON Schema: the schema a model gets, and against which its arguments are checked. */
export function toJsonSchema(params: readonly ApiParameter[], keepHidden = false): JsonSchema {
  const shown = params.filter((param) => keepHidden || !isHidden(param))
  const required = shown.filter((item) => item.is_required && !hasDefault(item)).map((item) => item.name)
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map((item) => [item.name, schemaOf(item, keepHidden)])),
    ...(required.length && { required }),
  }
}
export const hasDefault = (parameter: ApiParameter) =>
  parameter.local_default !== '' || parameter.global_default !== '' || parameter.variable_ref !== ''

function schemaOf(parameter: ApiParameter, keepHidden: boolean): JsonSchema {
  const head = { ...(parameter.desc && { description: parameter.desc }) }
  if (parameter.type === ParameterType.object)
    return parameter.sub_parameters.length
      ? { ...toJsonSchema(parameter.sub_parameters, keepHidden), ...head }
      : { type: 'object', ...head }
  if (parameter.type === ParameterType.array)
    return { type: 'array', items: schemaOf(itemOf(parameter), keepHidden), ...head }
  return { type: typeName(parameter.type), ...head }
}

/** Converts the properties of a schema to parameters. The caller resolves references. */
export function fromJsonSchema(
  schema: JsonSchema,
  location?: ApiParameter['location'],
  resolve: (schema: JsonSchema) => JsonSchema = (item) => item,
): ApiParameter[] {
  return propertiesOf(resolve(schema), location, resolve, 0)
}

function propertiesOf(
  schema: JsonSchema,
  location: ApiParameter['location'],
  resolve: (schema: JsonSchema) => JsonSchema,
  depth: number,
): ApiParameter[] {
  const merged = mergeAllOf(schema, resolve, depth)
  const properties = (merged.properties ?? {}) as Record<string, JsonSchema>
  const required = new Set((Array.isArray(merged.required) ? merged.required : []) as string[])
  return Object.entries(properties)
    .slice(0, 200)
    .map(([name, item]) => parameterOf(name.slice(0, 200), item, location, required.has(name), resolve, depth))
}

export function parameterOf(
  name: string,
  given: JsonSchema,
  location: ApiParameter['location'],
  isRequired: boolean,
  resolve: (schema: JsonSchema) => JsonSchema,
  depth = 0,
): ApiParameter {
  const schema = isObject(given) ? mergeAllOf(resolve(given), resolve, depth) : {}
  const type = schema.properties ? ParameterType.object : typeNumber(schema.type ?? guess(schema))
  const base = parameter(name, type, {
    desc: descriptionOf(schema),
    is_required: isRequired,
    ...(location && { location }),
    global_default: defaultText(schema.default ?? schema['x-global-default']),
    global_disable: schema['x-global-disable'] === true,
    local_disable: schema['x-local-disable'] === true,
    ...(typeof schema['x-variable-ref'] === 'string' && { variable_ref: schema['x-variable-ref'] }),
    ...(typeof schema['x-assist-type'] === 'number' && { assist_type: schema['x-assist-type'] }),
  })
  if (depth >= MAX_DEPTH) return base
  if (type === ParameterType.object) base.sub_parameters = propertiesOf(schema, undefined, resolve, depth + 1)
  if (type === ParameterType.array) {
    const item = parameterOf(ITEM, (schema.items ?? {}) as JsonSchema, undefined, false, resolve, depth + 1)
    base.sub_type = item.type
    base.sub_parameters = [item]
  }
  return base
}

function mergeAllOf(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema, depth: number): JsonSchema {
  const first = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined
  const parts = Array.isArray(schema.allOf)
    ? (schema.allOf as JsonSchema[])
    : Array.isArray(first)
      ? first.slice(0, 1)
      : []
  if (!parts.length || depth > MAX_DEPTH) return schema
  const merged: JsonSchema = {
    ...schema,
    properties: { ...(schema.properties as object) },
    required: [...((schema.required as string[]) ?? [])],
  }
  for (const part of parts.slice(0, 50)) {
    if (!isObject(part)) continue
    const found = mergeAllOf(resolve(part), resolve, depth + 1)
    Object.assign(merged.properties as object, found.properties)
    if (Array.isArray(found.required)) (merged.required as string[]).push(...(found.required as string[]))
    merged.type ??= found.type
    merged.items ??= found.items
    merged.description ??= found.description
  }
  if (!Object.keys(merged.properties as object).length) delete merged.properties
  return merged
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const guess = (schema: JsonSchema) => (schema.items ? 'array' : schema.additionalProperties ? 'object' : 'string')
function descriptionOf(schema: JsonSchema): string {
  const text =
    typeof schema.description === 'string' ? schema.description : typeof schema.title === 'string' ? schema.title : ''
  const choices = Array.isArray(schema.enum) && schema.enum.length <= 50 ? ` One of: ${schema.enum.join(', ')}` : ''
  return (text + choices).trim().slice(0, 4000)
}
const defaultText = (value: unknown) =>
  value === undefined || value === null
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 20_000)

/** Parameters in the format of the pickers. */
export const toPluginParameters = (params: readonly ApiParameter[]): PluginParameter[] =>
  params
    .filter((param) => !param.global_disable)
    .map((param) => {
      const inner = param.type === ParameterType.array ? itemOf(param) : param
      return {
        name: param.name,
        desc: param.desc,
        required: param.is_required && !hasDefault(param),
        type: typeName(param.type),
        sub_type: param.type === ParameterType.array ? typeName(inner.type) : '',
        sub_parameters: toPluginParameters(inner.sub_parameters),
      }
    })
