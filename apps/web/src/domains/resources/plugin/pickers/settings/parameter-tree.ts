import { DefaultSource, ParameterType } from '@orrery/contract/shared/plugin-enums'
import type { ToolParameter } from './tool-settings.queries.ts'

/** Path of a parameter in its tree: the index at each level. */
export type Place = readonly number[]
export interface FlatParameter {
  place: Place
  depth: number
  parameter: ToolParameter
  /** Whether a parent is hidden, and therefore this parameter too. */
  isParentHidden: boolean
}

/** The tree as rows, in reading order, without parameters that the author of the tool has hidden. */
export function flatten(list: readonly ToolParameter[], above: Place = [], isParentHidden = false): FlatParameter[] {
  return list.flatMap((parameter, index) => {
    if (parameter.global_disable) return []
    const place = [...above, index]
    const isHidden = isParentHidden || parameter.local_disable
    return [
      { place, depth: above.length, parameter, isParentHidden },
      ...flatten(parameter.sub_parameters, place, isHidden),
    ]
  })
}

export function put(list: readonly ToolParameter[], place: Place, change: Partial<ToolParameter>): ToolParameter[] {
  const [at, ...below] = place
  return list.map((item, index) => {
    if (index !== at) return item
    return below.length === 0
      ? { ...item, ...change }
      : { ...item, sub_parameters: put(item.sub_parameters, below, change) }
  })
}

/** Only plain values have defaults; objects and arrays get theirs from their children. */
export const takesDefault = ({ type }: ToolParameter): boolean =>
  type !== ParameterType.object && type !== ParameterType.array

const hasDefault = ({
  local_default: own,
  global_default: general,
  default_param_source: source,
  variable_ref: ref,
}: ToolParameter) => (source === DefaultSource.variable ? ref !== '' : own !== '' || general !== '')

/** Whether a parameter is required, hidden from the model and without a value, so that every call would fail. */
export const lacksValue = ({ parameter, isParentHidden }: FlatParameter): boolean =>
  !isParentHidden &&
  parameter.local_disable &&
  parameter.is_required &&
  takesDefault(parameter) &&
  !hasDefault(parameter)

const names: Record<number, string> = { 1: 'string', 2: 'integer', 3: 'number', 4: 'object', 5: 'array', 6: 'boolean' }
/** The type name as `dataTypeName` expects it. */
export const typeText = ({ type, sub_type: item }: ToolParameter): string =>
  type === ParameterType.array && item ? `[${names[item]}]` : (names[type] ?? '')
