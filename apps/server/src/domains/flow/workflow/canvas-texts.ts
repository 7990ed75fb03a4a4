/** Keys under which canvases keep what people wrote. */
const written = new Set(['title', 'description', 'content', 'desc', 'question', 'prompt', 'systemPrompt', 'code'])

/** Settings of a model are a list of named values: people wrote the prompts, and nothing else in it. */
const prompts = new Set(['prompt', 'systemPrompt'])

/** Every text in a canvas that people wrote, once each, up to a number of characters. */
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
    } else if (key === 'llmParam' && Array.isArray(value))
      for (const found of value as { name?: string }[]) {
        if (prompts.has(found?.name ?? '')) walk(found, key)
      }
    else if (Array.isArray(value)) for (const found of value) walk(found, key)
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
