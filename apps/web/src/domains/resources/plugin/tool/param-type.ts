import { ParameterType } from '@orrery/contract/shared/plugin-enums'
import type { ParamNode, ParamType } from './param-tree.ts'

const typeNames: Record<ParamType, string> = {
  [ParameterType.string]: 'String',
  [ParameterType.integer]: 'Integer',
  [ParameterType.number]: 'Number',
  [ParameterType.object]: 'Object',
  [ParameterType.array]: 'Array',
  [ParameterType.bool]: 'Boolean',
}
const plain = [
  ParameterType.string,
  ParameterType.integer,
  ParameterType.number,
  ParameterType.bool,
  ParameterType.object,
]

/** Types as they are written: `Array<Object>`. */
export const typeText = ({ type, item }: Pick<ParamNode, 'type' | 'item'>): string =>
  type === ParameterType.array ? `Array<${typeNames[item ?? ParameterType.string]}>` : typeNames[type]

export const typeChoices: { value: string; label: string; type: ParamType; item?: ParamType }[] = [
  ...plain.map((type) => ({ value: String(type), label: typeNames[type], type })),
  ...plain.map((item) => ({
    value: `${ParameterType.array}.${item}`,
    label: `Array<${typeNames[item]}>`,
    type: ParameterType.array,
    item,
  })),
]
export const typeValue = ({ type, item }: Pick<ParamNode, 'type' | 'item'>): string =>
  type === ParameterType.array ? `${type}.${item ?? ParameterType.string}` : String(type)
