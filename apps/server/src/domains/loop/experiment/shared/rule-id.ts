import type { UsedEvaluator } from '../experiment.table.ts'

/** The place in a list that an evaluator was taken from; where there is none, its version stands for it. */
export const ruleIdOf = ({ ruleId, versionId }: Pick<UsedEvaluator, 'ruleId' | 'versionId'>): string =>
  ruleId ?? versionId
