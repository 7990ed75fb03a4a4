import { VariableType } from '@orrery/contract'

/** The type of a variable. Values are stored as text: plain for strings, JSON for everything else. */
export type Type =
  | { kind: 'string' }
  | { kind: 'integer' }
  | { kind: 'number' }
  | { kind: 'boolean' }
  | { kind: 'list'; of: Type }
  | { kind: 'object'; fields: { name: string; type: Type; required: boolean }[] }

const MAX_DEPTH = 6
const byNumber: Record<number, Type> = {
  [VariableType.string]: { kind: 'string' },
  [VariableType.integer]: { kind: 'integer' },
  [VariableType.boolean]: { kind: 'boolean' },
  [VariableType.number]: { kind: 'number' },
  [VariableType.arrayString]: { kind: 'list', of: { kind: 'string' } },
  [VariableType.arrayInteger]: { kind: 'list', of: { kind: 'integer' } },
  [VariableType.arrayBoolean]: { kind: 'list', of: { kind: 'boolean' } },
  [VariableType.arrayNumber]: { kind: 'list', of: { kind: 'number' } },
}
const names: Record<string, number> = {
  string: VariableType.string,
  integer: VariableType.integer,
  boolean: VariableType.boolean,
  float: VariableType.number,
  number: VariableType.number,
  list: VariableType.list,
  array: VariableType.list,
  object: VariableType.object,
}

/** Parses the type that a schema describes; string if there is none. Throws with the reason if it is invalid. */
export function parseType(schema: string): Type {
  if (!schema.trim()) return { kind: 'string' }
  let parsed: unknown
  try {
    parsed = JSON.parse(schema)
  } catch {
    throw new Error('not JSON')
  }
  return readType(parsed, 0)
}

function readType(raw: unknown, depth: number): Type {
  if (depth > MAX_DEPTH) throw new Error('nested too deep')
  if (typeof raw !== 'object' || raw === null) throw new Error('not an object')
  const { type, schema } = raw as { type?: unknown; schema?: unknown }
  const number = typeof type === 'number' ? type : names[String(type)]
  if (number === undefined) throw new Error(`unknown type ${String(type)}`)
  const simple = byNumber[number]
  if (simple) return simple
  if (number === VariableType.list) return { kind: 'list', of: readType(schema ?? { type: 'string' }, depth + 1) }
  if (number === VariableType.arrayObject) {
    const inner = Array.isArray(schema) ? schema : (schema as { schema?: unknown } | undefined)?.schema
    return { kind: 'list', of: readType({ type: 'object', schema: inner }, depth + 1) }
  }
  if (number !== VariableType.object) throw new Error(`unknown type ${number}`)
  const list = Array.isArray(schema) ? (schema as { name?: unknown; required?: unknown }[]) : []
  return {
    kind: 'object',
    fields: list.map((item) => ({
      name: String(item.name ?? ''),
      type: readType(item, depth + 1),
      required: item.required === true,
    })),
  }
}

/** Parses a stored value; undefined if it is not of the type. */
export function readValue(type: Type, text: string): unknown {
  if (type.kind === 'string') return text
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  return fits(type, parsed) ? parsed : undefined
}
export const writeValue = (type: Type, value: unknown): string =>
  type.kind === 'string' && typeof value === 'string' ? value : JSON.stringify(value)

function fits(type: Type, value: unknown): boolean {
  if (type.kind === 'string') return typeof value === 'string'
  if (type.kind === 'boolean') return typeof value === 'boolean'
  if (type.kind === 'integer') return Number.isInteger(value)
  if (type.kind === 'number') return typeof value === 'number'
  if (type.kind === 'list') return Array.isArray(value) && value.every((item) => fits(type.of, item))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return type.fields.every(({ name, type: inner, required }) => {
    const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    return given === undefined || given === null ? !required : fits(inner, given)
  })
}
