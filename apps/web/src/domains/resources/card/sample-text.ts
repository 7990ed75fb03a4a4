import type { CardVariable } from '@orrery/contract'

type Sample = CardVariable['sample']
type Item = Record<string, string | number | boolean>

/** The editable text of a sample: a list as JSON, everything else as text. */
export const writeSample = ({ type, sample }: CardVariable): string =>
  type === 'list' ? JSON.stringify(sample, null, 2) : String(sample)

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([key, one]) => /^[A-Za-z_]\w{0,59}$/.test(key) && ['string', 'number', 'boolean'].includes(typeof one),
  )

/** Derives the names and types of the fields from the samples. */
const fieldsOf = (items: readonly Item[]): CardVariable['fields'] => {
  const fields = new Map<string, CardVariable['fields'][number]>()
  for (const item of items)
    for (const [name, value] of Object.entries(item))
      if (!fields.has(name)) fields.set(name, { name, title: name, type: kindOf(name, value) })
  return [...fields.values()].slice(0, 30)
}
function kindOf(name: string, value: string | number | boolean): CardVariable['fields'][number]['type'] {
  if (typeof value !== 'string') return typeof value === 'number' ? 'number' : 'boolean'
  if (/image|picture|photo|cover|thumb/i.test(name)) return 'image'
  return /^https?:\/\//.test(value) || /url|link|href/i.test(name) ? 'link' : 'text'
}

/** Parses a sample; undefined if the text is invalid for this type. */
export function readSample(
  type: CardVariable['type'],
  text: string,
): { sample: Sample; fields: CardVariable['fields'] } | undefined {
  if (type === 'number') {
    const number = Number(text)
    return text.trim() !== '' && Number.isFinite(number) ? { sample: number, fields: [] } : undefined
  }
  if (type === 'boolean') return { sample: text.trim() === 'true', fields: [] }
  if (type !== 'list') return { sample: text, fields: [] }
  try {
    const value = JSON.parse(text || '[]') as unknown
    if (!Array.isArray(value) || value.length > 20 || !value.every(isItem)) return undefined
    return { sample: value, fields: fieldsOf(value) }
  } catch {
    return undefined
  }
}
