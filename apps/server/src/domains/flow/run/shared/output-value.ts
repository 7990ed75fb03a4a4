/** Parses the output of a run: JSON if possible, else the text itself. An answer is reduced to its text. */
export function outputValue(text: string): unknown {
  try {
    const value = JSON.parse(text) as { content_type?: unknown; data?: unknown; type_for_model?: unknown } | null
    return value && typeof value === 'object' && 'type_for_model' in value ? value.data : value
  } catch {
    return text
  }
}
