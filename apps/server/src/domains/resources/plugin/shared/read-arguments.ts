import { pluginErrors } from '../plugin.errors.ts'

/** The arguments of a call that came as text. */
export function parseArguments(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text || '{}') as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw pluginErrors.badArguments({ reason: 'must be a JSON object' })
}
