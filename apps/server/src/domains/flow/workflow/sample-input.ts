type Json = Record<string, unknown>

/** Generates inputs of the declared types for a test run. */
export function sampleInputs(variables: readonly Json[]): Record<string, unknown> {
  return Object.fromEntries(variables.map((variable) => [String(variable.name), sample(variable)]))
}

function sample(variable: Json, depth = 0): unknown {
  const { name, type, schema, defaultValue, assistType } = variable
  if (typeof defaultValue === 'string' && defaultValue !== '') return defaultValue
  if (depth > 8) return null
  switch (type) {
    case 'integer':
      return 1
    case 'float':
    case 'number':
      return 1.5
    case 'boolean':
      return true
    case 'list':
      return [sample({ name, ...(schema as Json | undefined) }, depth + 1)]
    case 'object':
      return Array.isArray(schema)
        ? Object.fromEntries((schema as Json[]).map((item) => [String(item.name), sample(item, depth + 1)]))
        : {}
    default:
      return Number(assistType) === 10_000 ? '2026-01-01 00:00:00' : `sample ${String(name ?? 'text')}`
  }
}
