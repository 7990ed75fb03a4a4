import { fieldOf, type InputField } from '../inputs/input-field.ts'
import { readJson } from '../inputs/input-values.ts'

export interface ParsedQuestion {
  text: string
  options: readonly string[]
  fields: readonly InputField[]
}

interface Message {
  type?: string
  content?: unknown
}

/** Parses an interrupt: the last question with its options, or a form. */
export function readQuestion(data: string): ParsedQuestion {
  const value = readJson(data)
  if (typeof value !== 'object' || value === null) return { text: data, options: [], fields: [] }
  const {
    messages,
    content,
    content_type: kind,
  } = value as {
    messages?: Message[]
    content?: unknown
    content_type?: string
  }
  if (kind === 'form_schema') {
    const listed = typeof content === 'string' ? readJson(content) : content
    return { text: '', options: [], fields: Array.isArray(listed) ? listed.flatMap(fieldOf) : [] }
  }
  const last = messages?.findLast((message) => message.type === 'question')?.content ?? content
  if (typeof last === 'string') return { text: last, options: [], fields: [] }
  const { question, options } = (last ?? {}) as { question?: unknown; options?: unknown }
  return {
    text: typeof question === 'string' ? question : '',
    options: Array.isArray(options) ? options.flatMap(nameOf) : [],
    fields: [],
  }
}

const nameOf = (option: unknown): string[] => {
  const name = typeof option === 'string' ? option : (option as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? [name] : []
}
