import { isObject } from '#values/own.ts'
import type { ValueType, VariableShape } from './shapes.ts'

export const assistNames: Readonly<Record<number, string>> = {
  1: 'file',
  2: 'image',
  3: 'doc',
  4: 'code',
  5: 'ppt',
  6: 'txt',
  7: 'excel',
  8: 'audio',
  9: 'zip',
  10: 'video',
  11: 'svg',
  12: 'voice',
  10000: 'time',
}

/** Short form of a type: `string`, `image`, `[object]`. */
export function typeText(type: Partial<ValueType> | undefined): string {
  if (!type?.type) return 'any'
  if (type.type === 'list') return `[${typeText(elementOf(type))}]`
  if (type.type === 'float') return 'number'
  return (type.type === 'string' && assistNames[Number(type.assistType)]) || type.type
}

export function elementOf(type: Partial<ValueType>): ValueType | undefined {
  const { schema } = type
  return type.type === 'list' && isObject(schema) ? (schema as unknown as ValueType) : undefined
}

/** Fields of an object; fields of an `object_ref` carry their type inside `input`. */
export function fieldsOf(type: Partial<ValueType> | undefined): VariableShape[] {
  if (type?.type !== 'object' || !Array.isArray(type.schema)) return []
  return type.schema.flatMap((item) => {
    if (!isObject(item) || typeof item.name !== 'string') return []
    const { input, ...rest } = item as { input?: unknown; name: string }
    return [{ ...(isObject(input) ? input : {}), ...rest } as unknown as VariableShape]
  })
}

/** Only the parts that describe the type, without name and value. */
export function typeOnly(from: Partial<ValueType>): ValueType {
  const { type = 'string', assistType, schema } = from
  return { type, ...(assistType ? { assistType } : {}), ...(schema === undefined ? {} : { schema }) }
}

export const isFile = (type: Partial<ValueType>): boolean =>
  type.type === 'string' && Number(type.assistType) >= 1 && Number(type.assistType) <= 12
