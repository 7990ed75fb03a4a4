/** What a run gave: JSON where it is JSON, the text itself otherwise; an answer counts by its words. */
export function outputValue(text: string): unknown {
  try {
    const value = JSON.parse(text) as { content_type?: unknown; data?: unknown; type_for_model?: unknown } | null
    return value && typeof value === 'object' && 'type_for_model' in value ? value.data : value
  } catch {
    return text
  }
}
