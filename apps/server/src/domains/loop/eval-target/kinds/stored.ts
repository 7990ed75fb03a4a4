import { evalTargetErrors } from '../eval-target.errors.ts'
import type { RunTarget } from '../shared/target-run.ts'

/** Runs nothing: the output is read from a column of the dataset. */
export const storedTarget: RunTarget = async (_, { fields: { output = '', trajectory = '' } }) => {
  if (!output.trim()) throw evalTargetErrors.noOutput()
  return {
    outputs: { actual_output: output, trajectory: trajectory || '[]' },
    traceId: '',
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    ms: 0,
  }
}
