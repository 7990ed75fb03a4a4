import type { ScoreFigures, Verdict } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { humanMean, mean } from '#kit/stats/intervals.ts'
import type { Stats } from '#kit/stats/stats.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { ExperimentRow } from './experiment.table.ts'
import type { ItemValue, ResultRepo } from './result.repo.ts'
import { targetChanges } from './target-changes.ts'
import { known, verdictsOf } from './verdicts.ts'
import { weightedValues } from './weighted.ts'

const BINS = 10
const valuesBy = (values: ItemValue[], versionId: string) => values.filter((one) => one.versionId === versionId)

function distribution(values: number[]) {
  const counts = Array.from({ length: BINS }, () => 0)
  for (const value of values) counts[Math.min(BINS - 1, Math.floor(value * BINS))]! += 1
  return counts.map((count, at) => ({ from: at / BINS, to: (at + 1) / BINS, count }))
}

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
      const ids = rows.map(({ id }) => id)
      const [{ shared, all }, { own: lists, pairs }] = await Promise.all([
        repo.sharedItems(ids),
        repo.compared(baseline.id, ids.slice(1)),
      ])
      const names = new Map(rows.flatMap((row) => row.evaluators.map((one) => [one.evaluatorId, one.name])))
      const verdicts: Verdict[] = []
      for (const other of others) {
        const pairsOf = (mine: string, theirs: string) => pairs.get(`${other.id}/${mine}/${theirs}`)
        verdicts.push(...(await verdictsOf(stats, baseline, other, pairsOf)))
      }
      const evaluators = []
      for (const [evaluatorId, name] of names) {
        const sides = []
        for (const row of rows) {
          const used = row.evaluators.find((one) => one.evaluatorId === evaluatorId)
          if (!used) continue
          const own = lists.get(`${row.id}/${used.versionId}`)
          const found = own && (await stats.estimateList(own.before, own.count, `${row.id}/${used.versionId}`))
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
        left_out: all - shared,
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
