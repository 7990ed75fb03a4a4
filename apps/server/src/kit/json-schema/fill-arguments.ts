import { type ApiParameter, DefaultSource, ParameterType } from '@orrery/contract'
import { hasDefault, isHidden } from './json-schema.ts'

type Values = Record<string, unknown>
/** Converts a value to the type of its parameter: defaults are stored as text, and models write numbers as strings. */
function toType(value: unknown, type: number): unknown {
  if (value === undefined || value === null) return value
  switch (type) {
    case ParameterType.string:
      return typeof value === 'string' ? value : JSON.stringify(value)
    case ParameterType.integer:
    case ParameterType.number: {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return typeof number === 'number' && Number.isFinite(number) ? number : value
    }
    case ParameterType.bool:
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return typeof value === 'string' ? parsed(value) : value
  }
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * The arguments actually sent. A hidden parameter ignores the caller: its default or the bot's variable is used.
 * Unknown names are dropped, so that a model cannot send undeclared values.
 */
export function fillArguments(
  params: readonly ApiParameter[],
  given: Values,
  variables: Record<string, string> = {},
): Values {
  const filled: Values = {}
  for (const param of params) {
    const own = Object.hasOwn(given, param.name) && !isHidden(param) ? given[param.name] : undefined
    const value = isEmpty(own) ? defaultOf(param, variables) : own
    if (value === undefined) continue
    const typed = toType(value, param.type)
    filled[param.name] =
      param.type === ParameterType.object && param.sub_parameters.length && isObject(typed)
        ? fillArguments(param.sub_parameters, typed, variables)
        : typed
  }
  for (const param of params) {
    const isNested =
      param.type === ParameterType.object && !Object.hasOwn(filled, param.name) && param.sub_parameters.some(hasDefault)
    if (!isNested) continue
    const inner = fillArguments(param.sub_parameters, {}, variables)
    if (Object.keys(inner).length) filled[param.name] = inner
  }
  return filled
}
/** Whether a bot has configured anything: a default, a variable, or a hidden parameter. */
export const isSet = (params: readonly ApiParameter[]): boolean =>
  params.some(
    (param) =>
      param.local_default !== '' || param.local_disable || param.variable_ref !== '' || isSet(param.sub_parameters),
  )
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function defaultOf(parameter: ApiParameter, variables: Record<string, string>): unknown {
  if (parameter.default_param_source === DefaultSource.variable || parameter.variable_ref) {
    const value =
      parameter.variable_ref && Object.hasOwn(variables, parameter.variable_ref)
        ? variables[parameter.variable_ref]
        : undefined
    if (value) return value
  }
  return parameter.local_default || parameter.global_default || undefined
}

/** The names of required parameters without a value. */
export const missingArguments = (params: readonly ApiParameter[], filled: Values): string[] =>
  params
    .filter((param) => param.is_required && !param.global_disable && isEmpty(filled[param.name]))
    .map((param) => param.name)

/** Applies a bot's settings to the current parameters: new ones are added, removed ones dropped. */
export function mergeSettings(current: readonly ApiParameter[], set: readonly ApiParameter[]): ApiParameter[] {
  const known = new Map(set.map((item) => [item.name, item]))
  return current.map((item) => {
    const mine = known.get(item.name)
    if (!mine || mine.type !== item.type) return item
    return {
      ...item,
      local_default: mine.local_default,
      local_disable: mine.local_disable,
      variable_ref: mine.variable_ref,
      default_param_source: mine.default_param_source,
      sub_parameters: mergeSettings(item.sub_parameters, mine.sub_parameters),
    }
  })
}
