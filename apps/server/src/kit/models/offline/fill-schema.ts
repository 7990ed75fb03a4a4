import type { JsonSchema } from '../chat-types.ts'
import type { Facts } from './facts.ts'
import { wordsOf } from './words.ts'

const MAX_DEPTH = 6
type Values = Record<string, unknown>

/** A value that fits a JSON schema: from the user's message where possible, otherwise the simplest valid value. */
export function fillSchema(schema: JsonSchema, facts: Facts, name = '', depth = 0): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return pickEnum(schema.enum, facts, name, schema.default)
  const union = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (union?.[0]) return fillSchema({ ...schema, anyOf: undefined, oneOf: undefined, ...union[0] }, facts, name, depth)
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, facts, depth)
    case 'array':
      return fillArray(schema, facts, name, depth)
    case 'integer':
    case 'number':
      return fillNumber(schema, facts, name)
    case 'boolean':
      return fillBoolean(schema, facts, name)
    case 'null':
      return null
    default:
      return fillText(schema, facts, name)
  }
}

function typeOf(schema: JsonSchema): string {
  const type = Array.isArray(schema.type) ? schema.type.find((item) => item !== 'null') : schema.type
  if (typeof type === 'string') return type
  if (schema.properties) return 'object'
  return schema.items ? 'array' : 'string'
}

function pickEnum(options: unknown[], facts: Facts, name: string, fallback: unknown): unknown {
  const given = facts.pairs.get(name.toLowerCase())
  const text = facts.text.toLowerCase()
  const said =
    options.find((option) => String(option) === given) ??
    options.find((option) => text.includes(String(option).toLowerCase()))
  const byWords = () =>
    options.find((option) => wordsOf(String(option)).some((word) => wordsOf(facts.text).includes(word)))
  return said ?? byWords() ?? (options.includes(fallback) ? fallback : options[0])
}

/** Always fills required properties; optional ones only if the user named them. */
function fillObject(schema: JsonSchema, facts: Facts, depth: number): Values {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const required = (schema.required ?? []) as string[]
  if (depth >= MAX_DEPTH) return {}
  const keyed = keyAndValue(properties, facts)
  const filled: Values = {}
  for (const [name, property] of Object.entries(properties)) {
    if (!required.includes(name) && !isNamed(name, property, facts)) continue
    filled[name] = keyed?.[name] ?? fillSchema(property, facts, name, depth + 1)
  }
  return filled
}

/** Turns "my city is Paris" into a pair of fields such as keyword and value. */
function keyAndValue(properties: Record<string, JsonSchema>, facts: Facts): Values | undefined {
  const names = Object.keys(properties)
  const key = names.find((name) => /^(key|keyword|name|field|variable)$/i.test(name))
  const value = names.find((name) => /^(value|content|val)$/i.test(name))
  if (!key || !value || !facts.statement) return undefined
  const { subject } = facts.statement
  const options = properties[key]?.enum as string[] | undefined
  const wanted = new Set(wordsOf(subject))
  const known = options?.find((option) => wordsOf(option).some((word) => wanted.has(word)) || option.includes(subject))
  return { [key]: options ? (known ?? options[0]) : subject.replaceAll(/\s+/g, '_'), [value]: facts.statement.value }
}

const isNamed = (name: string, schema: JsonSchema, facts: Facts) =>
  facts.pairs.has(name.toLowerCase()) ||
  (/url|link/i.test(name) && facts.url !== undefined) ||
  (/mail/i.test(name) && facts.email !== undefined) ||
  (/date|day/i.test(name) && facts.date !== undefined) ||
  (Array.isArray(schema.enum) &&
    schema.enum.some((option) => facts.text.toLowerCase().includes(String(option).toLowerCase())))

function fillArray(schema: JsonSchema, facts: Facts, name: string, depth: number): unknown[] {
  const items = (schema.items ?? {}) as JsonSchema
  const least = Math.max(1, Number(schema.minItems ?? 0))
  const most = Number(schema.maxItems ?? 100)
  const type = typeOf(items)
  const listed = /:\s*(.+)$/s.exec(facts.text)?.[1]?.split(/[,，、]|\band\b|和/) ?? []
  const texts = facts.quoted.length > 1 ? facts.quoted : listed.map((part) => part.trim()).filter(Boolean)
  const found: unknown[] =
    type === 'string' && !items.enum ? texts : type === 'integer' || type === 'number' ? [...facts.numbers] : []
  while (found.length < least) found.push(fillSchema(items, facts, name, depth + 1))
  return found.slice(0, Math.max(least, most))
}

function fillNumber(schema: JsonSchema, facts: Facts, name: string): number {
  const given = Number(facts.pairs.get(name.toLowerCase()))
  const found = Number.isFinite(given) ? given : (facts.numbers[0] ?? Number(schema.default ?? schema.minimum ?? 1))
  const low = Number(schema.minimum ?? Number.NEGATIVE_INFINITY)
  const high = Number(schema.maximum ?? Number.POSITIVE_INFINITY)
  const inside = Math.min(high, Math.max(low, found))
  return typeOf(schema) === 'integer' ? Math.trunc(inside) : inside
}

function fillBoolean(schema: JsonSchema, facts: Facts, name: string): boolean {
  const given = facts.pairs.get(name.toLowerCase())
  if (given) return !/^(false|no|0|off)$/i.test(given)
  if (typeof schema.default === 'boolean') return schema.default
  return !/\b(not|don't|without|no)\b|不要|不/.test(facts.text)
}

function fillText(schema: JsonSchema, facts: Facts, name: string): string {
  const found = facts.pairs.get(name.toLowerCase()) ?? byFormat(schema, facts, name) ?? mainPhrase(facts, schema)
  const least = Number(schema.minLength ?? 0)
  const most = Number(schema.maxLength ?? 2000)
  return found.slice(0, most).padEnd(least, '-')
}

function byFormat(schema: JsonSchema, facts: Facts, name: string): string | undefined {
  const format = String(schema.format ?? '')
  if (format === 'email' || /mail/i.test(name)) return facts.email ?? 'name@example.com'
  if (/^ur[il]/.test(format) || /^(url|link|website)$/i.test(name)) return facts.url ?? 'https://example.com/'
  if (format === 'date') return facts.date ?? '2024-01-01'
  if (format === 'date-time') return `${facts.date ?? '2024-01-01'}T${facts.time ?? '00:00'}:00Z`
  if (/date|day/i.test(name) && facts.date) return facts.date
  if (/^time$/i.test(name) && facts.time) return facts.time
  return undefined
}

/** For a search the whole question; for a place or a name only the object of the question. */
function mainPhrase(facts: Facts, schema: JsonSchema): string {
  if (facts.quoted[0]) return facts.quoted[0]
  const wantsQuestion = /question|query|sentence|全文|问题|检索/i.test(String(schema.description ?? ''))
  return (wantsQuestion ? undefined : facts.object) ?? facts.text.trim().replace(/[.?!。？！]+$/, '')
}
