import { VARIABLE_NAME } from '@orrery/contract/shared/bot-enums'
import { VARIABLE_LIMITS } from '@orrery/contract/shared/limits'

export type VariableFault = 'empty' | 'shape' | 'long' | 'taken'

export function variableFault(typed: string, taken: readonly string[]): VariableFault | null {
  const key = typed.trim()
  if (key === '') return 'empty'
  if (!VARIABLE_NAME.test(key)) return 'shape'
  if ([...key].length > VARIABLE_LIMITS.name) return 'long'
  return taken.includes(key) ? 'taken' : null
}
