import type { UsedEvaluator } from './experiment.table.ts'
import type { ItemValue } from './result.repo.ts'

/** Weighted mean score of an item over all evaluators that scored it. */
export function weightedValues(values: ItemValue[], evaluators: UsedEvaluator[]): Map<string, number> {
  const weights = new Map(evaluators.map(({ versionId, weight }) => [versionId, weight]))
  const byItem = Map.groupBy(values, (one) => one.itemId)
  const entries = [...byItem].flatMap(([itemId, list]): [string, number][] => {
    const all = list.reduce((sum, one) => sum + (weights.get(one.versionId) ?? 0), 0)
    const sum = list.reduce((total, one) => total + one.value * (weights.get(one.versionId) ?? 0), 0)
    return all ? [[itemId, sum / all]] : []
  })
  return new Map(entries)
}
