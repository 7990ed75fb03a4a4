/** A parameter of a tool, as a form field. */
export interface SchemaField {
  name: string
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  /** The type as the schema names it. */
  type: string
  description: string
  isRequired: boolean
  choices: readonly string[]
  /** Initial value. */
  first: string
}
type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parameters of a JSON Schema. Invalid text has none. */
export function readSchema(text: string): SchemaField[] {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch {
    return []
  }
  if (!isSchema(schema) || !isSchema(schema['properties'])) return []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(schema['properties']).flatMap(([name, value]) =>
    isSchema(value) ? [fieldOf(name, value, required.includes(name))] : [],
  )
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): SchemaField {
  const type = typeof schema['type'] === 'string' ? schema['type'] : 'any'
  const choices = Array.isArray(schema['enum']) ? schema['enum'].filter((item) => typeof item === 'string') : []
  const kind =
    choices.length > 0
      ? 'choice'
      : type === 'string'
        ? 'text'
        : type === 'number' || type === 'integer'
          ? 'number'
          : type === 'boolean'
            ? 'boolean'
            : 'json'
  const preset = schema['default']
  const first = preset === undefined ? '' : typeof preset === 'string' ? preset : JSON.stringify(preset)
  const description = typeof schema['description'] === 'string' ? schema['description'] : ''
  return { name, kind, type, description, isRequired, choices, first }
}

export type Texts = Readonly<Record<string, string>>

/** The arguments without empty ones, or the first invalid field. */
export function readArguments(
  fields: readonly SchemaField[],
  texts: Texts,
): { args: Record<string, unknown> } | { wrong: string; why: 'missing' | 'number' | 'json' } {
  const args: [string, unknown][] = []
  for (const { name, kind, first, isRequired } of fields) {
    const text = texts[name] ?? first
    if (text === '') {
      if (kind === 'boolean' && isRequired) args.push([name, false])
      else if (isRequired) return { wrong: name, why: 'missing' }
      continue
    }
    if (kind === 'number') {
      if (Number.isNaN(Number(text))) return { wrong: name, why: 'number' }
      args.push([name, Number(text)])
    } else if (kind === 'boolean') args.push([name, text === 'true'])
    else if (kind === 'json')
      try {
        args.push([name, JSON.parse(text)])
      } catch {
        return { wrong: name, why: 'json' }
      }
    else args.push([name, text])
  }
  return { args: Object.fromEntries(args) }
}
