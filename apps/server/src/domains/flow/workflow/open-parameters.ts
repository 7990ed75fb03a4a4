type Json = Record<string, unknown>

/** Converts variables of a canvas to the types of the public API: `list` becomes `array`, `float` becomes `number`. */
export function toOpenParameters(variables: readonly Json[]): Record<string, Json> {
  return Object.fromEntries(variables.map((variable) => [String(variable.name ?? ''), toParameter(variable)]))
}
const names: Record<string, string> = { list: 'array', float: 'number' }
function toParameter({ type, schema, description, required, defaultValue, assistType }: Json): Json {
  const kind = String(type ?? 'string')
  const isFile = typeof assistType === 'number' && assistType > 0 && assistType < 10000
  return {
    type: isFile ? 'file' : (names[kind] ?? kind),
    ...(typeof description === 'string' && { description }),
    ...(typeof required === 'boolean' && { required }),
    ...(defaultValue !== undefined && defaultValue !== '' && { default_value: String(defaultValue) }),
    ...(kind === 'object' && Array.isArray(schema) && { properties: toOpenParameters(schema as Json[]) }),
    ...(kind === 'list' && typeof schema === 'object' && schema !== null && { items: toParameter(schema as Json) }),
  }
}
