/** What stands between {{ and }}: letters, digits, underscores and dots, not starting with a digit. */
const shape = /^[\p{L}_][\p{L}\p{N}_.]*$/u
const longest = 50

export type VariableFault = 'empty' | 'shape' | 'long' | 'taken'

export function variableFault(typed: string, taken: readonly string[]): VariableFault | null {
  const key = typed.trim()
  if (key === '') return 'empty'
  if (!shape.test(key)) return 'shape'
  if ([...key].length > longest) return 'long'
  return taken.includes(key) ? 'taken' : null
}
