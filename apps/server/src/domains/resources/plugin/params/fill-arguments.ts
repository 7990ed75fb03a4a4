import { type ApiParameter, DefaultSource, ParameterType } from '@orrery/contract'
import { hasDefault, isHidden } from './json-schema.ts'

type Values = Record<string, unknown>
/** A value in the type that its parameter has: defaults are written as text, and models write numbers as words. */
export function toType(value: unknown, type: number): unknown {
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
 * What is really sent. A hidden parameter takes nothing from the caller: its default or the bot's variable stands. Names that the
 * tool does not have are dropped, so that a model cannot send what nobody declared.
 */
export function fillArguments(
  params: readonly ApiParameter[],
  given: Values,
  variables: Record<string, string> = {},
): Values {
  const filled: Values = {}
  for (const one of params) {
    const own = Object.hasOwn(given, one.name) && !isHidden(one) ? given[one.name] : undefined
    const value = isEmpty(own) ? defaultOf(one, variables) : own
    if (value === undefined) continue
    const typed = toType(value, one.type)
    filled[one.name] =
      one.type === ParameterType.object && one.sub_parameters.length && isObject(typed)
        ? fillArguments(one.sub_parameters, typed, variables)
        : typed
  }
  for (const one of params) {
    const isNested =
      one.type === ParameterType.object && !Object.hasOwn(filled, one.name) && one.sub_parameters.some(hasDefault)
    if (!isNested) continue
    const inner = fillArguments(one.sub_parameters, {}, variables)
    if (Object.keys(inner).length) filled[one.name] = inner
  }
  return filled
}
/** Whether a bot has set anything: a default of its own, a variable, or something hidden from the model. */
export const isSet = (params: readonly ApiParameter[]): boolean =>
  params.some(
    (one) => one.local_default !== '' || one.local_disable || one.variable_ref !== '' || isSet(one.sub_parameters),
  )
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function defaultOf(one: ApiParameter, variables: Record<string, string>): unknown {
  if (one.default_param_source === DefaultSource.variable || one.variable_ref) {
    const value =
      one.variable_ref && Object.hasOwn(variables, one.variable_ref) ? variables[one.variable_ref] : undefined
    if (value) return value
  }
  return one.local_default || one.global_default || undefined
}

/** The names of required parameters that nothing was given for. */
export const missingArguments = (params: readonly ApiParameter[], filled: Values): string[] =>
  params.filter((one) => one.is_required && !one.global_disable && isEmpty(filled[one.name])).map((one) => one.name)

/** What a bot has set for a tool, on the parameters that the tool has now: new ones appear, gone ones vanish. */
export function mergeSettings(current: readonly ApiParameter[], set: readonly ApiParameter[]): ApiParameter[] {
  const known = new Map(set.map((one) => [one.name, one]))
  return current.map((one) => {
    const mine = known.get(one.name)
    if (!mine || mine.type !== one.type) return one
    return {
      ...one,
      local_default: mine.local_default,
      local_disable: mine.local_disable,
      variable_ref: mine.variable_ref,
      default_param_source: mine.default_param_source,
      sub_parameters: mergeSettings(one.sub_parameters, mine.sub_parameters),
    }
  })
}
