import type { z } from 'zod'

/** A leaf of the input of a call. In its path, `0` is the first item of a list and `key` an entry of a record. */
export interface Leaf {
  path: string[]
  schema: z.ZodType
  kind: string
}
type Def = { type: string } & Record<string, unknown>
const defOf = (schema: unknown) => (schema as z.ZodType).def as unknown as Def
const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'catch', 'readonly', 'nonoptional'])
const unwrapped = (schema: z.ZodType): z.ZodType => {
  const def = defOf(schema)
  if (wrappers.has(def.type)) return unwrapped(def.innerType as z.ZodType)
  if (def.type === 'lazy') return unwrapped((def.getter as () => z.ZodType)())
  if (def.type !== 'pipe') return schema
  // If the input side is only a transform, the output side has the type.
  return unwrapped((defOf(def.in).type === 'transform' ? def.out : def.in) as z.ZodType)
}

/** Every leaf of an input, at any depth. */
export function leavesOf(schema: z.ZodType, path: string[] = []): Leaf[] {
  if (path.length > 8) return []
  const inner = unwrapped(schema)
  const def = defOf(inner)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as object).flatMap(([key, value]) => leavesOf(value as z.ZodType, [...path, key]))
    case 'array':
      return leavesOf(def.element as z.ZodType, [...path, '0'])
    case 'record':
      return leavesOf(def.valueType as z.ZodType, [...path, 'key'])
    case 'union': {
      const structured = (def.options as z.ZodType[]).filter((option) => isStructure(option))
      return [{ path, schema, kind: 'union' }, ...structured.flatMap((option) => leavesOf(option, path))]
    }
    default:
      return [{ path, schema, kind: def.type }]
  }
}
const isStructure = (schema: z.ZodType) => ['object', 'array'].includes(defOf(unwrapped(schema)).type)

export type Hints = (key: string) => unknown
const guesses = ['x', 1, '1', true, 'a@example.test', 'https://example.test/x', 'v1.0.0', 0, [], {}, '{}', '[]', null]

/**
 * A small input that the schema accepts, as far as that can be guessed: only required fields and the path to `want`.
 */
export function sampleOf(schema: z.ZodType, hints: Hints, want: string[] = [], key = ''): unknown {
  const inner = unwrapped(schema)
  const def = defOf(inner)
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape as Record<string, z.ZodType>)
        .filter(([name, field]) => name === want[0] || !field.safeParse(undefined).success)
        .map(([name, field]) => [name, sampleOf(field, hints, name === want[0] ? want.slice(1) : [], name)]),
    )
  if (def.type === 'array')
    return want.length || !schema.safeParse([]).success
      ? [sampleOf(def.element as z.ZodType, hints, want.slice(1), key)]
      : []
  if (def.type === 'record')
    return want.length ? { key: sampleOf(def.valueType as z.ZodType, hints, want.slice(1)) } : {}
  const hinted = hints(key)
  const listed = def.type === 'enum' ? Object.values(def.entries as object) : ((def.values as unknown[]) ?? [])
  const options = def.type === 'union' ? (def.options as z.ZodType[]).filter((option) => isStructure(option)) : []
  if (want.length && options[0]) return sampleOf(options[0], hints, want, key)
  return [hinted, ...listed, ...guesses].find((value) => value !== undefined && schema.safeParse(value).success) ?? 'x'
}

/** The input with another value at one path. */
export function replaced(input: unknown, path: string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(input)) return input.map((item, at) => (String(at) === key ? replaced(item, rest, value) : item))
  return { ...(input as object), [key]: replaced((input as Record<string, unknown> | undefined)?.[key], rest, value) }
}
