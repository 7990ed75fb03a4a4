import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../models/chat-types.ts'
import { linearPattern, type LinearPattern } from './linear-pattern.ts'

/** Checks a value against a subschema. */
type Check = (value: unknown, schema: JsonSchema) => string | undefined
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

const KEPT_PATTERNS = 200
const patterns = new Map<string, LinearPattern | undefined>()
/** Undefined when the pattern is unsupported; such patterns are refused when a schema is saved. */
export function fits(text: string, pattern: string): boolean | undefined {
  if (!patterns.has(pattern)) {
    if (patterns.size >= KEPT_PATTERNS) patterns.clear()
    patterns.set(pattern, linearPattern(pattern))
  }
  return patterns.get(pattern)?.test(text)
}

/** Rules that combine schemas. */
export function checkJoined(value: unknown, schema: JsonSchema, at: string, check: Check): string | undefined {
  for (const part of listOf(schema.allOf)) {
    const problem = check(value, part)
    if (problem) return problem
  }
  const fitting = (parts: JsonSchema[]) => parts.filter((part) => !check(value, part)).length
  const any = listOf(schema.anyOf)
  const one = listOf(schema.oneOf)
  if (any.length && !fitting(any)) return `${at} fits none of the allowed forms`
  if (one.length) {
    const count = fitting(one)
    if (count === 0) return `${at} fits none of the allowed forms`
    if (count > 1) return `${at} fits more than one of the allowed forms`
  }
  if (isSchema(schema.not) && !check(value, schema.not)) return `${at} has a form that is not allowed`
  if (!isSchema(schema.if)) return undefined
  const then = check(value, schema.if) ? schema.else : schema.then
  return isSchema(then) ? check(value, then) : undefined
}

/** The rules for keys that match a pattern. */
export const byPattern = (key: string, { patternProperties }: JsonSchema): JsonSchema[] =>
  isSchema(patternProperties)
    ? Object.entries(patternProperties).flatMap(([pattern, part]) =>
        fits(key, pattern) && isSchema(part) ? [part] : [],
      )
    : []

/** Rules about the keys of an object. */
export function checkKeys(
  value: Record<string, unknown>,
  schema: JsonSchema,
  at: string,
  inside: (key: string) => string,
  check: Check,
): string | undefined {
  const keys = Object.keys(value)
  if (keys.length < Number(schema.minProperties ?? 0)) return `${at} needs at least ${schema.minProperties} fields`
  if (keys.length > Number(schema.maxProperties ?? Number.POSITIVE_INFINITY))
    return `${at} takes at most ${schema.maxProperties} fields`
  if (isSchema(schema.propertyNames))
    for (const key of keys) if (check(key, schema.propertyNames)) return `${inside(key)} is not an allowed name`
  for (const [key, needed] of Object.entries((schema.dependentRequired ?? {}) as Record<string, string[]>))
    for (const other of Object.hasOwn(value, key) && Array.isArray(needed) ? needed : [])
      if (!Object.hasOwn(value, other)) return `${inside(other)} is required`
  for (const [key, part] of Object.entries((schema.dependentSchemas ?? {}) as Record<string, unknown>)) {
    const problem = Object.hasOwn(value, key) && isSchema(part) ? check(value, part) : undefined
    if (problem) return problem
  }
  return undefined
}

/** Rules about the items of a list as a whole. */
export function checkItems(value: unknown[], schema: JsonSchema, at: string, check: Check): string | undefined {
  if (schema.uniqueItems === true && hasTwice(value)) return `${at} must not contain an item twice`
  if (!isSchema(schema.contains)) return undefined
  const part = schema.contains
  const count = value.filter((item) => !check(item, part)).length
  const least = Number(schema.minContains ?? 1)
  if (count < least) return `${at} needs at least ${least} matching items`
  if (count > Number(schema.maxContains ?? Number.POSITIVE_INFINITY))
    return `${at} takes at most ${schema.maxContains} matching items`
  return undefined
}
function hasTwice(value: unknown[]): boolean {
  const plain = value.filter((item) => typeof item !== 'object' || item === null)
  if (new Set(plain).size < plain.length) return true
  const rest = value.filter((item) => typeof item === 'object' && item !== null)
  return rest.some((item, index) => rest.findIndex((other) => isDeepStrictEqual(item, other)) !== index)
}

/** Decimal steps such as 0.1 are not exact in binary. */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
}

const formats: Record<string, (text: string) => boolean> = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]\d\d:\d\d)?$/i.test(text),
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\d[t ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]\d\d:\d\d)$/i.test(text) &&
    isDay(text.slice(0, 10)),
  email: (text) => /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/.test(text),
  uri: (text) => /^[a-z][a-z\d+.-]*:/i.test(text) && URL.canParse(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  ipv4: (text) => /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/.test(text),
  hostname: (text) =>
    text.length <= 253 && /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(text),
}
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
/** Formats without a rule here accept every text. */
export const hasFormat = (text: string, format: string): boolean =>
  Object.hasOwn(formats, format) ? formats[format]!(text) : true
