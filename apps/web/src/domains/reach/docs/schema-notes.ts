import type { TextKey } from '#locales/namespaces.ts'
import { choicesOf, type JsonSchema, resolve } from './json-schema.ts'

export interface SchemaNote {
  text: TextKey<'docs'>
  values: Record<string, string | number>
}

const maxChoices = 12
const note = (text: TextKey<'docs'>, values: Record<string, string | number>): SchemaNote => ({ text, values })

/** Constraints of a field beyond its type: enum, bounds, default. */
export function schemaNotes(given: JsonSchema, root: JsonSchema): SchemaNote[] {
  const schema = resolve(given, root)
  const list = schema.items ? resolve(schema.items, root) : undefined
  const values = schema.enum ?? list?.enum ?? choicesOf(schema).find((choice) => choice.enum)?.enum
  const format = schema.format === 'binary' ? undefined : schema.format
  return [
    ...(values ? [note('note.enum', { values: choices(values) })] : []),
    ...bounds(schema),
    ...span(schema.minLength, schema.maxLength, 'Length'),
    ...span(schema.minItems, schema.maxItems, 'Items'),
    ...(format ? [note('note.format', { format })] : []),
    ...(schema.pattern && !format ? [note('note.pattern', { pattern: schema.pattern })] : []),
    ...(schema.default === undefined ? [] : [note('note.default', { value: JSON.stringify(schema.default) })]),
  ]
}

function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, maxChoices).map((value) => JSON.stringify(value))
  return shown.join(', ') + (values.length > maxChoices ? ', …' : '')
}

/** Safe-integer limits are not shown, because every integer is within them. */
function bounds({ minimum, exclusiveMinimum, maximum }: JsonSchema): SchemaNote[] {
  const from = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = from === Number.MIN_SAFE_INTEGER ? undefined : from
  if (least !== undefined && most !== undefined) return [note('note.range', { least, most })]
  if (least !== undefined) return [note('note.least', { least })]
  return most === undefined ? [] : [note('note.most', { most })]
}

function span(least: number | undefined, most: number | undefined, of: 'Length' | 'Items'): SchemaNote[] {
  if (least && most !== undefined) return [note(`note.range${of}`, { least, most })]
  if (least) return [note(`note.least${of}`, { least })]
  return most === undefined ? [] : [note(`note.most${of}`, { most })]
}
