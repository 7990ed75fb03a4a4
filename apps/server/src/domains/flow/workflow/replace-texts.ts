/** Replaces every value of the canvas that is exactly one text by another text. */
export function replaceTexts(schema: string, from: string, to: string): string {
  const walk = (value: unknown): unknown => {
    if (value === from) return to
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]))
  }
  return JSON.stringify(walk(JSON.parse(schema)))
}
