import type { Audience } from './audience.ts'
import { fieldText } from './field-text.ts'
import type { DescribeLocale } from './locale.ts'

type Json = Record<string, unknown>
export interface Words {
  locale: DescribeLocale
  audience: Audience
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds a description to every field, at any depth, whose name is in the dictionary. */
export function describeFields(schema: Json, words: Words): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, describePart(key, value, words)]))
}

function describePart(key: string, value: unknown, words: Words): unknown {
  if (key === 'properties' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, describeField(name, field, words)]))
  if (key === '$defs' && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, isObject(part) ? describeFields(part, words) : part]),
    )
  if (key === 'items' || key === 'additionalProperties') return isObject(value) ? describeFields(value, words) : value
  if (Array.isArray(value) && (key === 'anyOf' || key === 'oneOf' || key === 'allOf'))
    return value.map((part: unknown) => (isObject(part) ? describeFields(part, words) : part))
  return value
}

function describeField(name: string, field: unknown, words: Words): unknown {
  if (!isObject(field)) return field
  const text = fieldText(name, words.locale, words.audience)
  return { ...(text && field.description === undefined && { description: text }), ...describeFields(field, words) }
}
