import type { CallResult } from './toolset.ts'

/** The result as text; a mocked result names its mock set. */
export const resultText = ({ output, mockSet }: Pick<CallResult, 'output' | 'mockSet'>): string => {
  if (mockSet === undefined) return typeof output === 'string' ? output : JSON.stringify(output ?? null)
  const isPlainObject = typeof output === 'object' && output !== null && !Array.isArray(output)
  return JSON.stringify({ ...(isPlainObject ? output : { data: output }), _mock_set: mockSet })
}
