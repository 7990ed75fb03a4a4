import { pluginErrors } from '../plugin.errors.ts'

/** Parses the arguments of a call from JSON text. */
export function parseArguments(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text || '{}') as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw pluginErrors.badArguments({ reason: 'must be a JSON object' })
}
