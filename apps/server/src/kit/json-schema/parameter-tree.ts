import { type ApiParameter, DefaultSource, ParameterType } from '@orrery/contract'

type Type = ApiParameter['type']
const MAX_DEPTH = 12

/** A parameter with default values for all fields that are not given. */
export const parameter = (name: string, type: Type, more: Partial<ApiParameter> = {}): ApiParameter => ({
  name,
  desc: '',
  type,
  is_required: false,
  sub_parameters: [],
  global_default: '',
  global_disable: false,
  local_default: '',
  local_disable: false,
  default_param_source: DefaultSource.input,
  variable_ref: '',
  ...more,
})

const typeNames: Record<number, string> = {
  [ParameterType.string]: 'string',
  [ParameterType.integer]: 'integer',
  [ParameterType.number]: 'number',
  [ParameterType.object]: 'object',
  [ParameterType.array]: 'array',
  [ParameterType.bool]: 'boolean',
}
export const typeName = (type: number | undefined): string => typeNames[type ?? 0] ?? 'string'
const numbers = new Map(Object.entries(typeNames).map(([number, name]) => [name, Number(number) as Type]))
export const typeNumber = (name: unknown): Type =>
  numbers.get(Array.isArray(name) ? String(name.find((item) => item !== 'null')) : String(name)) ?? ParameterType.string

/** The only child of a list; it describes the items. Clients name it `[Array Item]`. */
export const ITEM = '[Array Item]'
/** Element type of a list: the named item, otherwise the bare type with the fields below. */
export function itemOf(list: ApiParameter): ApiParameter {
  const [only] = list.sub_parameters
  if (list.sub_parameters.length === 1 && only!.name === ITEM) return only!
  const type = list.sub_type ?? (list.sub_parameters.length ? ParameterType.object : ParameterType.string)
  return parameter(ITEM, type, { sub_parameters: list.sub_parameters })
}

/** Parameter tree of an actual response, for tools that declare none. */
export function inferParameters(value: unknown): ApiParameter[] {
  if (Array.isArray(value)) return [inferOne('data', value, 0)]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .slice(0, 200)
      .map(([name, item]) => inferOne(name.slice(0, 200), item, 0))
  return [inferOne('data', value, 0)]
}

function inferOne(name: string, value: unknown, depth: number): ApiParameter {
  if (depth >= MAX_DEPTH) return parameter(name, ParameterType.string)
  if (Array.isArray(value)) {
    const item = inferOne(ITEM, mergeItems(value), depth + 1)
    return parameter(name, ParameterType.array, { sub_type: item.type, sub_parameters: [item] })
  }
  if (typeof value === 'object' && value !== null)
    return parameter(name, ParameterType.object, {
      sub_parameters: Object.entries(value)
        .slice(0, 200)
        .map(([key, item]) => inferOne(key.slice(0, 200), item, depth + 1)),
    })
  if (typeof value === 'boolean') return parameter(name, ParameterType.bool)
  if (typeof value === 'number')
    return parameter(name, Number.isInteger(value) ? ParameterType.integer : ParameterType.number)
  return parameter(name, ParameterType.string)
}

/** Each item of a list may omit fields: merged, they show all of them. */
function mergeItems(list: unknown[]): unknown {
  const objects = list.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  return objects.length ? Object.assign({}, ...objects.slice(0, 20)) : (list[0] ?? '')
}
