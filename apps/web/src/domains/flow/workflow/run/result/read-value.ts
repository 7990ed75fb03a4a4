/** One named part of a value of a run. A text that is no JSON is one part without a name. */
export interface ValuePart {
  name: string
  /** Text as it is; anything else as JSON. */
  text: string
  isText: boolean
}
export type ValueLook = 'markdown' | 'text' | 'json'

/** A value part by part, or null when it is plain data that is best read as JSON. */
export function readParts(source: string): ValuePart[] | null {
  const value = parsed(source)
  if (value === undefined || typeof value === 'string') return [{ name: '', text: value ?? source, isText: true }]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const parts = Object.entries(value).map(([name, item]): ValuePart => ({
    name,
    text: typeof item === 'string' ? item : JSON.stringify(item, null, 2),
    isText: typeof item === 'string',
  }))
  return parts.some(({ isText }) => isText) ? parts : null
}

function parsed(source: string): unknown {
  if (!/^\s*["[{]/.test(source)) return undefined
  try {
    return JSON.parse(source) as unknown
  } catch {
    return undefined
  }
}

const long = 120
const marks = /^#{1,6} |^\s*[-*+] \S|^\s*\d+\. \S|\*\*\S[^*]*\*\*|```|^\|.*\|\s*$|\]\(https?:/m

/** How a value is shown first: Markdown as such, lines as lines, and the rest as it is. */
export function firstLook(parts: readonly ValuePart[] | null): ValueLook {
  if (!parts) return 'json'
  const texts = parts.filter(({ isText }) => isText)
  if (texts.some(({ text }) => marks.test(text))) return 'markdown'
  return texts.some(({ name, text }) => name === '' || text.includes('\n') || text.length > long) ? 'text' : 'json'
}
