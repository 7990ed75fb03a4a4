/** A named part of a value of a run. Text that is not JSON is a single part without a name. */
export interface ValuePart {
  name: string
  /** Text unchanged; other values as JSON. */
  text: string
  isText: boolean
}
export type ValueLook = 'markdown' | 'text' | 'json'

/** Splits a value into its parts; null for data without text, which is shown as JSON. */
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

/** The initial format of a value: Markdown if it looks like it, multi-line or long text as text, otherwise JSON. */
export function firstLook(parts: readonly ValuePart[] | null): ValueLook {
  if (!parts) return 'json'
  const texts = parts.filter(({ isText }) => isText)
  if (texts.some(({ text }) => marks.test(text))) return 'markdown'
  return texts.some(({ name, text }) => name === '' || text.includes('\n') || text.length > long) ? 'text' : 'json'
}
