import { taskErrors } from './task.errors.ts'

/** The inputs of a workflow, parsed from the text that a task stores. */
export function readParams(params: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(params || '{}')
  } catch {
    throw taskErrors.badParams()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw taskErrors.badParams()
  return value as Record<string, unknown>
}
