import type { ValueType } from '@orrery/engine/describe'

export type LiteralFault = 'number' | 'json' | 'list' | 'object'

/** A literal value as editable text. */
export function literalText(content: unknown): string {
  if (content === undefined || content === null) return ''
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** Converts typed text to its stored form: numbers as numbers, objects and arrays as JSON text. */
export function literalContent(text: string, type: ValueType): unknown {
  if (type.type === 'integer' || type.type === 'float') {
    const number = Number(text)
    // Long ids and incomplete numbers stay text.
    return text.trim() !== '' && Number.isFinite(number) && String(number) === text.trim() ? number : text
  }
  return text
}

const digits = /^[+-]?\d+$/
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

/** Why the content is not valid for its type; empty content is valid. */
export function literalFault(content: unknown, type: ValueType): LiteralFault | undefined {
  if (Array.isArray(content)) return type.type === 'list' ? undefined : 'object'
  const text = literalText(content).trim()
  if (text === '') return undefined
  switch (type.type) {
    case 'integer':
      return digits.test(text) ? undefined : 'number'
    case 'float':
      return decimal.test(text) ? undefined : 'number'
    case 'object':
      return jsonKind(text) === 'object' ? undefined : jsonKind(text) ? 'object' : 'json'
    case 'list':
      return jsonKind(text) === 'list' ? undefined : jsonKind(text) ? 'list' : 'json'
    default:
      return undefined
  }
}

function jsonKind(text: string): 'object' | 'list' | 'other' | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'object' : 'other'
  } catch {
    return undefined
  }
}
