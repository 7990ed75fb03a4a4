import { type ApiParameter, ParameterType, ResponseStrategy } from '@orrery/contract'
import { isHidden } from './json-schema.ts'
import { itemOf, typeName } from './parameter-tree.ts'

type Values = Record<string, unknown>
export class AnswerMismatch extends Error {}

/**
 * The part of an answer that the tool declares. `fit` converts values where possible and omits the others; `raw`
 * returns the whole answer; `error` refuses an answer of another shape. A tool that declares nothing returns
 * everything.
 */
export function trimAnswer(value: unknown, params: readonly ApiParameter[], strategy: number): unknown {
  if (strategy === ResponseStrategy.raw || !params.length) return value
  // A bare list or text is declared as one field named data.
  const wrapped = isObject(value) ? value : { data: value }
  return trimObject(wrapped, params, strategy === ResponseStrategy.error, '')
}

/** The answer without the fields that a bot has switched off; unchanged when it has switched off none. */
export const withoutHidden = (value: unknown, response: readonly ApiParameter[] = []): unknown =>
  response.some(hidesSomething) ? trimAnswer(value, response, ResponseStrategy.fit) : value
const hidesSomething = (parameter: ApiParameter): boolean =>
  isHidden(parameter) || parameter.sub_parameters.some(hidesSomething)

function trimObject(value: Values, params: readonly ApiParameter[], isStrict: boolean, path: string): Values {
  const kept: Values = {}
  for (const param of params) {
    if (isHidden(param)) continue
    const at = path ? `${path}.${param.name}` : param.name
    if (!Object.hasOwn(value, param.name)) {
      if (isStrict && param.is_required) throw new AnswerMismatch(`${at} is missing`)
      continue
    }
    const fitted = fit(value[param.name], param, isStrict, at)
    if (fitted !== undefined) kept[param.name] = fitted
  }
  return kept
}

function fit(value: unknown, parameter: ApiParameter, isStrict: boolean, at: string): unknown {
  if (value === null) return null
  switch (parameter.type) {
    case ParameterType.object:
      if (isObject(value))
        return parameter.sub_parameters.length ? trimObject(value, parameter.sub_parameters, isStrict, at) : value
      return mismatch(isStrict, at, 'object')
    case ParameterType.array: {
      if (!Array.isArray(value)) return mismatch(isStrict, at, 'array')
      if (!parameter.sub_parameters.length && parameter.sub_type === undefined) return value
      const item = itemOf(parameter)
      return value.map((part, index) => fit(part, item, isStrict, `${at}[${index}]`) ?? null)
    }
    case ParameterType.string:
      return typeof value === 'string' ? value : isStrict ? mismatch(true, at, 'string') : JSON.stringify(value)
    case ParameterType.bool:
      if (typeof value === 'boolean') return value
      return value === 'true' ? true : value === 'false' ? false : mismatch(isStrict, at, 'boolean')
    default: {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      const isFit =
        typeof number === 'number' &&
        Number.isFinite(number) &&
        (parameter.type === ParameterType.number || Number.isInteger(number))
      return isFit && (!isStrict || typeof value === 'number')
        ? number
        : mismatch(isStrict, at, typeName(parameter.type))
    }
  }
}

function mismatch(isStrict: boolean, at: string, wanted: string): undefined {
  if (isStrict) throw new AnswerMismatch(`${at} is not ${wanted}`)
  return undefined
}
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
