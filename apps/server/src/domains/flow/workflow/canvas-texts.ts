/** Keys of a canvas that hold texts written by people. */
const written = new Set([
  'title',
  'description',
  'content',
  'desc',
  'name',
  'question',
  'prompt',
  'systemPrompt',
  'code',
])

/** Settings stored as lists of names and values. The names belong to the format and were not written by people. */
const settings = new Set(['llmParam', 'apiParam', 'datasetParam', 'concatParams', 'arrayItemParams'])
const writtenSettings = new Set(['prompt', 'systemPrompt', 'concatResult'])
const nameOf = (item: unknown) =>
  typeof item === 'object' && item !== null ? String((item as { name?: unknown }).name ?? '') : ''

/** All distinct texts of a canvas that people wrote, up to a number of characters. */
export function textsOfCanvas(schema: string, most: number): string {
  const texts = new Set<string>()
  let size = 0
  const walk = (value: unknown, key: string) => {
    if (size > most) return
    if (typeof value === 'string') {
      const text = value.trim()
      if (!written.has(key) || text.length < 2 || /^\d+$/.test(text) || texts.has(text)) return
      texts.add(text)
      size += text.length
    } else if (Array.isArray(value) && settings.has(key)) {
      for (const item of value) if (writtenSettings.has(nameOf(item))) walk((item as { input?: unknown }).input, key)
    } else if (Array.isArray(value)) for (const found of value) walk(found, key)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) walk(item, name)
  }
  try {
    walk(JSON.parse(schema), '')
  } catch {
    return ''
  }
  return [...texts].join('\n').slice(0, most)
}
