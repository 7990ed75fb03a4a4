import { type ApiParameter, ParameterType } from '@orrery/contract'
import { itemOf } from './parameter-tree.ts'

/** A value that fits a tree: made by rule, so that it works on a machine without a model. The number makes samples differ. */
export function sampleOf(params: readonly ApiParameter[], seed = 1): Record<string, unknown> {
  return Object.fromEntries(
    params.filter((param) => !param.global_disable).map((param) => [param.name, sampleValue(param, seed, 0)]),
  )
}

function sampleValue(parameter: ApiParameter, seed: number, depth: number): unknown {
  if (parameter.global_default) return parsedDefault(parameter)
  switch (parameter.type) {
    case ParameterType.object:
      return depth > 8
        ? {}
        : Object.fromEntries(parameter.sub_parameters.map((sub) => [sub.name, sampleValue(sub, seed, depth + 1)]))
    case ParameterType.array:
      return depth > 8 ? [] : [0, 1].map((step) => sampleValue(itemOf(parameter), seed + step, depth + 1))
    case ParameterType.integer:
      return seed * 7
    case ParameterType.number:
      return seed + 0.5
    case ParameterType.bool:
      return seed % 2 === 1
    default:
      return textFor(parameter.name, seed)
  }
}

function parsedDefault(parameter: ApiParameter): unknown {
  if (parameter.type === ParameterType.string) return parameter.global_default
  try {
    return JSON.parse(parameter.global_default) as unknown
  } catch {
    return parameter.global_default
  }
}

const byName: [RegExp, (seed: number) => string][] = [
  [/mail/i, (seed) => `person${seed}@example.test`],
  [/url|link|href/i, (seed) => `https://example.test/${seed}`],
  [/phone|tel/i, (seed) => `+1000000000${seed}`],
  [/date|time|_at$/i, (seed) => new Date(Date.UTC(2026, 0, seed)).toISOString()],
  [/(^|_)id$/i, (seed) => String(1000 + seed)],
  [/city/i, (seed) => ['Paris', 'Osaka', 'Lima', '上海'][seed % 4]!],
  [/country/i, (seed) => ['France', 'Japan', 'Peru', '中国'][seed % 4]!],
  [/colou?r/i, (seed) => ['#1f6feb', '#2da44e', '#bf8700'][seed % 3]!],
]
const textFor = (name: string, seed: number) =>
  byName.find(([pattern]) => pattern.test(name))?.[1](seed) ?? `${name.replace(/[[\] ]/g, '') || 'text'} ${seed}`
