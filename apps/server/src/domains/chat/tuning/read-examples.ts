import { TUNING_LIMITS } from '@orrery/contract/shared/tuning-enums'
import { z } from 'zod'
import { estimateTokens } from '#kit/models/tokens.ts'
import { tuningErrors } from './tuning.errors.ts'

const example = z.object({
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.string().nullish() }).loose())
    .min(2)
    .refine((list) => list.some(({ role, content }) => role === 'assistant' && content)),
})
export interface Examples {
  /** Lines without surrounding blanks. */
  content: string
  count: number
  tokens: number
}

/** Reads and checks uploaded lines, because the provider would report a wrong line only hours later. */
export function readExamples(bytes: Uint8Array): Examples {
  if (bytes.byteLength > TUNING_LIMITS.bytes)
    throw tuningErrors.tooLarge({ megabytes: TUNING_LIMITS.bytes / 1024 / 1024 })
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const kept: string[] = []
  let tokens = 0
  lines.forEach((line, at) => {
    if (!line.trim()) return
    const read = example.safeParse(parsed(line))
    if (!read.success) throw tuningErrors.badLine({ line: at + 1 })
    kept.push(line.trim())
    tokens += read.data.messages.reduce((sum, { content }) => sum + estimateTokens(content ?? '') + 4, 0)
  })
  if (kept.length < TUNING_LIMITS.examples)
    throw tuningErrors.tooFew({ count: kept.length, least: TUNING_LIMITS.examples })
  return { content: kept.join('\n'), count: kept.length, tokens }
}
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Splits off the last part of the examples for validation. */
export function splitExamples(content: string, percent: number): { training: string; validation: string | undefined } {
  const lines = content.split('\n')
  const kept = Math.floor((lines.length * percent) / 100)
  if (!kept) return { training: content, validation: undefined }
  return { training: lines.slice(0, -kept).join('\n'), validation: lines.slice(-kept).join('\n') }
}
