import { LEAST_PAIRS } from '@orrery/contract/shared/evaluation-enums'
import type { ScoreFigures, Verdict } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { humanMean, mean } from '#kit/stats/intervals.ts'
import { holm } from '#kit/stats/paired.ts'
import type { Stats } from '#kit/stats/stats.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { ExperimentRow, UsedEvaluator } from './experiment.table.ts'
import type { ItemValue, ResultRepo } from './result.repo.ts'
import { targetChanges } from './target-changes.ts'
import { weightedValues } from './weighted.ts'

const BINS = 10
const SURE = 0.05
const SLACK = 1e-9
const valuesBy = (values: ItemValue[], versionId: string) => values.filter((one) => one.versionId === versionId)

function distribution(values: number[]) {
  const counts = Array.from({ length: BINS }, () => 0)
  for (const value of values) counts[Math.min(BINS - 1, Math.floor(value * BINS))]! += 1
  return counts.map((count, at) => ({ from: at / BINS, to: (at + 1) / BINS, count }))
}
const known = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never

export interface StatisticsDeps {
  repo: ResultRepo
  targets: Pick<EvalTargets, 'versions'>
  stats: Stats
}
/** Figures that say how sure they are. Rows that failed are told apart, and never count as zero. */
export function createStatistics({ repo, targets, stats }: StatisticsDeps) {
  async function figures(
    of: Pick<ScoreFigures, 'evaluator_version_id' | 'name' | 'version'>,
    values: number[],
    itemsOver: number,
    seed: string,
  ) {
    const found = await stats.estimate(values, seed)
    const failed = Math.max(0, itemsOver - values.length)
    return known({
      ...of,
      mean: found?.mean,
      interval: found?.interval,
      method: found?.method ?? 'none',
      rows: values.length,
      failed_rows: failed,
      corrected_rows: 0,
      mean_with_failures:
        values.length + failed
          ? (values.length ? mean(values) * values.length : 0) / (values.length + failed)
          : undefined,
      distribution: distribution(values),
    })
  }
  async function shownSpread(values: number[], seed: string) {
    const found = await stats.spread(values, seed)
    return found && known(found)
  }
  return {
    async of(row: ExperimentRow, locale: Locale) {
      const [all, items, corrected, judged, times, errors] = await Promise.all([
        repo.values([row.id]),
        repo.items(row.id),
        repo.corrected(row.id),
        repo.judged(row.id),
        repo.times(row.id),
        repo.errors(row.id),
      ])
      const values = all.get(row.id)!
      const over = items.filter(({ isOver }) => isOver).length
      const scores: ScoreFigures[] = []
      for (const { versionId, name, version } of row.evaluators) {
        const seed = `${row.id}/${versionId}`
        const own = valuesBy(values, versionId).map(({ value }) => value)
        const people = corrected.filter((one) => one.versionId === versionId)
        const human = humanMean(
          judged.filter((one) => one.versionId === versionId).map(({ value }) => value),
          people,
        )
        const shown = await figures({ evaluator_version_id: versionId, name, version }, own, over, seed)
        const more = { corrected_rows: people.length, human_mean: human?.mean, human_interval: human?.interval }
        scores.push(known({ ...shown, ...more }))
      }
      const weighted = [...weightedValues(values, row.evaluators).values()]
      const head = { evaluator_version_id: '0', name: '', version: '' }
      return known({
        scores,
        weighted: row.evaluators.length > 1 ? await figures(head, weighted, over, `${row.id}/all`) : undefined,
        latency_ms: await shownSpread(
          times.map(({ ms }) => ms),
          `${row.id}/ms`,
        ),
        cost: await shownSpread(
          times.map(({ cost }) => cost),
          `${row.id}/cost`,
        ),
        errors: errors.map((one) => ({
          message: locale === 'zh-CN' ? one.error_zh || one.error : one.error,
          count: one.n,
          item_ids: one.items,
        })),
      })
    },
    /** The others against the first. Only rows that both have, with the same content, are compared. */
    async compare(rows: ExperimentRow[], spaceId: string) {
      const [baseline, ...others] = rows as [ExperimentRow, ...ExperimentRow[]]
      const values = await repo.values(rows.map(({ id }) => id))
      const contents = await Promise.all(
        rows.map(async ({ id }) => new Map((await repo.items(id)).map((one) => [one.itemId, one.hash]))),
      )
      const base = contents[0]!
      const isShared = (itemId: string, hash: string) => base.get(itemId) === hash
      const shared = [...base].filter(([itemId, hash]) => contents.every((one) => one.get(itemId) === hash)).length
      const union = new Set(contents.flatMap((one) => [...one.keys()])).size
      const names = new Map(rows.flatMap((row) => row.evaluators.map((one) => [one.evaluatorId, one.name])))
      const byVersion = new Map(rows.map(({ id }) => [id, Map.groupBy(values.get(id)!, ({ versionId }) => versionId)]))
      const verdicts: Verdict[] = []
      for (const other of others) {
        const found: Found[] = []
        for (const mine of baseline.evaluators) {
          const same = other.evaluators.find(({ evaluatorId }) => evaluatorId === mine.evaluatorId)
          if (same) found.push(await verdictOf(stats, baseline, other, mine, same, byVersion, isShared))
        }
        verdicts.push(...corrected(found))
      }
      const evaluators = []
      for (const [evaluatorId, name] of names) {
        const sides = []
        for (const row of rows) {
          const used = row.evaluators.find((one) => one.evaluatorId === evaluatorId)
          if (!used) continue
          const own = (byVersion.get(row.id)!.get(used.versionId) ?? []).map(({ value }) => value)
          const found = await stats.estimate(own, `${row.id}/${used.versionId}`)
          sides.push(known({ experiment_id: row.id, mean: found?.mean, interval: found?.interval }))
        }
        evaluators.push({ evaluator_id: evaluatorId, name, sides })
      }
      const snapshots = await targets.versions(
        spaceId,
        rows.map((row) => row.targetVersionId),
      )
      const snapshotOf = (row: ExperimentRow) => snapshots.find(({ version }) => version.id === row.targetVersionId)
      return {
        baseline_experiment_id: baseline.id,
        shared_items: shared,
        left_out: union - shared,
        evaluators,
        verdicts,
        changes: others.flatMap((other) =>
          targetChanges(snapshotOf(baseline)?.version, snapshotOf(other)?.version).map((change) => ({
            experiment_id: other.id,
            ...change,
          })),
        ),
      }
    },
  }
}
export type Statistics = ReturnType<typeof createStatistics>

interface Found extends Verdict {
  rawP?: number
}
async function verdictOf(
  stats: Stats,
  baseline: ExperimentRow,
  other: ExperimentRow,
  mine: UsedEvaluator,
  same: UsedEvaluator,
  byVersion: Map<string, Map<string, ItemValue[]>>,
  isShared: (itemId: string, hash: string) => boolean,
): Promise<Found> {
  const before = new Map((byVersion.get(baseline.id)!.get(mine.versionId) ?? []).map((one) => [one.itemId, one]))
  const after = byVersion.get(other.id)!.get(same.versionId) ?? []
  const both = after.flatMap((one) => {
    const first = before.get(one.itemId)
    return first && isShared(one.itemId, one.hash) ? [{ first, one }] : []
  })
  const pairs = both.map(({ first, one }) => [first.value, one.value] as const)
  const delta = (wanted: (difference: number) => boolean) => pairs.filter(([a, b]) => wanted(b - a)).length
  const counts = {
    pairs: pairs.length,
    improved: delta((one) => one > SLACK),
    regressed: delta((one) => one < -SLACK),
    same: delta((one) => Math.abs(one) <= SLACK),
  }
  const head = { evaluator_id: mine.evaluatorId, name: mine.name, experiment_id: other.id, ...counts }
  // Another version, or rules in the place of a model, is another yardstick.
  const isOther = mine.versionId !== same.versionId || both.some(({ first, one }) => first.isOffline !== one.isOffline)
  if (isOther) return { ...head, verdict: 'not_comparable', test: '' }
  const result = await stats.compare(pairs, `${baseline.id}/${other.id}/${mine.versionId}`)
  if (!result || pairs.length < LEAST_PAIRS)
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
/** One in twenty stays one in twenty, however many evaluators there are. */
function corrected(found: Found[]): Verdict[] {
  const asked = found.filter(({ rawP }) => rawP !== undefined)
  const adjusted = holm(asked.map(({ rawP }) => rawP!))
  return found.map((one) => {
    const at = asked.indexOf(one)
    const { rawP: _, ...shown } = one
    if (at === -1) return shown
    const p = adjusted[at]!
    const isSure = p < SURE && one.difference !== 0
    return { ...shown, p, verdict: isSure ? (one.difference! > 0 ? 'better' : 'worse') : 'none' }
  })
}
