import { ParameterType } from '@orrery/contract/shared/plugin-enums'
import type { ParamNode, ParamType } from './param-tree.ts'

const names: Record<ParamType, string> = {
  [ParameterType.string]: 'string',
  [ParameterType.integer]: 'integer',
  [ParameterType.number]: 'number',
  [ParameterType.object]: 'object',
  [ParameterType.array]: 'array',
  [ParameterType.bool]: 'boolean',
}
const plain = [
  ParameterType.string,
  ParameterType.integer,
  ParameterType.number,
  ParameterType.bool,
  ParameterType.object,
]

/** Type names as `dataTypeName` expects them, such as `[object]`. */
export const typeText = ({ type, item }: Pick<ParamNode, 'type' | 'item'>): string =>
  type === ParameterType.array ? `[${names[item ?? ParameterType.string]}]` : names[type]

export const typeChoices: { value: string; type: ParamType; item?: ParamType }[] = [
  ...plain.map((type) => ({ value: String(type), type })),
  ...plain.map((item) => ({
    value: `${ParameterType.array}.${item}`,
    type: ParameterType.array,
    item,
  })),
]
export const typeValue = ({ type, item }: Pick<ParamNode, 'type' | 'item'>): string =>
  type === ParameterType.array ? `${type}.${item ?? ParameterType.string}` : String(type)
