import type { Verdict } from '@orrery/contract'
import { MIN_PAIRS } from '@orrery/contract/shared/evaluation-enums'
import { holm } from '#kit/stats/paired.ts'
import type { PairLists, Stats } from '#kit/stats/stats.ts'
import type { UsedEvaluator } from './experiment.table.ts'

const SIGNIFICANCE_LEVEL = 0.05
export const known = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never

type Evaluator = Pick<UsedEvaluator, 'evaluatorId' | 'versionId' | 'name'>
type Comparer = Pick<Stats, 'compare'>
/** One of the compared experiments. */
export interface Side {
  id: string
  evaluators: readonly Evaluator[]
}
/** Scores of the items that both experiments share, by one evaluator. */
export interface Pairs extends PairLists {
  improved: number
  regressed: number
  same: number
  /** Whether some rows were scored by offline rules on one side and by a model on the other. */
  isMixed: boolean
}
/** Looks up pairs by the evaluator versions of both sides. */
type PairsOf = (mine: string, theirs: string) => Pairs | undefined

interface Found extends Verdict {
  rawP?: number
}
/** Compares an experiment with the baseline, by each evaluator that both use. */
export async function verdictsOf(stats: Comparer, baseline: Side, other: Side, pairsOf: PairsOf): Promise<Verdict[]> {
  const found: Found[] = []
  for (const mine of baseline.evaluators) {
    const theirs = other.evaluators.find(({ evaluatorId }) => evaluatorId === mine.evaluatorId)
    if (theirs) found.push(await verdictOf(stats, [baseline, other], [mine, theirs], pairsOf))
  }
  return corrected(found)
}
const none: Pairs = { count: 0, before: '', after: '', improved: 0, regressed: 0, same: 0, isMixed: false }

async function verdictOf(
  stats: Comparer,
  [baseline, other]: readonly [Side, Side],
  [mine, theirs]: readonly [Evaluator, Evaluator],
  pairsOf: PairsOf,
): Promise<Found> {
  const pairs = pairsOf(mine.versionId, theirs.versionId) ?? none
  const { improved, regressed, same } = pairs
  const counts = { pairs: pairs.count, improved, regressed, same }
  const head = { evaluator_id: mine.evaluatorId, name: mine.name, experiment_id: other.id, ...counts }
  // Scores of another evaluator version, or of rules instead of a model, are not comparable.
  if (mine.versionId !== theirs.versionId || pairs.isMixed) return { ...head, verdict: 'not_comparable', test: '' }
  const result = await stats.compare(pairs, `${baseline.id}/${other.id}/${mine.versionId}`)
  if (!result || pairs.count < MIN_PAIRS)
    return known({
      ...head,
      verdict: 'too_few' as const,
      test: '',
      difference: result?.difference,
      interval: result?.interval,
    })
  const { difference, interval, smallestVisible: smallest_visible, test, p: rawP } = result
  return known({ ...head, verdict: 'none' as const, difference, interval, smallest_visible, test, rawP })
}
/** Corrects p-values for several evaluators (Holm), so that the error rate stays at 5 %. */
function corrected(found: Found[]): Verdict[] {
  const asked = found.filter(({ rawP }) => rawP !== undefined)
  const adjusted = holm(asked.map(({ rawP }) => rawP!))
  return found.map((one) => {
    const at = asked.indexOf(one)
    const { rawP: _, ...shown } = one
    if (at === -1) return shown
    const p = adjusted[at]!
    const isSure = p < SIGNIFICANCE_LEVEL && one.difference !== 0
    return { ...shown, p, verdict: isSure ? (one.difference! > 0 ? 'better' : 'worse') : 'none' }
  })
}
