import type { UsedEvaluator } from '../experiment.table.ts'

/** Id of the list member that an evaluator came from; otherwise the id of its version. */
export const ruleIdOf = ({ ruleId, versionId }: Pick<UsedEvaluator, 'ruleId' | 'versionId'>): string =>
  ruleId ?? versionId
