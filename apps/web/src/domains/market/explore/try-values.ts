/** Converts typed parameters of a tool to their types. Empty ones are omitted. */
export function tryValues(
  parameters: readonly { name: string; type: string }[],
  typed: Readonly<Record<string, string>>,
): { values: Record<string, unknown> } | { wrong: string } {
  const values: Record<string, unknown> = {}
  for (const { name, type } of parameters) {
    const text = typed[name]?.trim() ?? ''
    if (text === '') continue
    const value = read(type.toLowerCase(), text)
    if (value === undefined) return { wrong: name }
    values[name] = value
  }
  return { values }
}

function read(type: string, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type === 'string' || type === 'file') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
