/** The fields of an event with defaults for missing ones. Empty if there are no fields. */
export function merged(defaults: string, data: string): string {
  const fields = { ...readObject(defaults), ...readObject(data) }
  return Object.keys(fields).length ? JSON.stringify(fields) : ''
}
/**
 * Replaces `{{name}}` in the text of a task by a field of the event. If the text has no placeholders, the event is
 * appended.
 */
export function fill(text: string, data: string, defaults: string): string {
  if (!data) return text
  const fields = { ...readObject(defaults), ...readObject(data) }
  const names = [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)]
  if (!names.length) return `${text}\n\n${data}`
  return text.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (at, key) =>
          typeof at === 'object' && at !== null && Object.hasOwn(at, key)
            ? (at as Record<string, unknown>)[key]
            : undefined,
        fields,
      )
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  })
}
export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
