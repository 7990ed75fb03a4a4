import type { ScoreFigures, Verdict } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { humanMean } from '#kit/stats/intervals.ts'
import { numbersIn } from '#kit/stats/number-list.ts'
import type { NumberList, Stats } from '#kit/stats/stats.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { ExperimentRow } from './experiment.table.ts'
import { type ResultRepo, TENTHS, type ValueList } from './result.repo.ts'
import { targetChanges } from './target-changes.ts'
import { known, verdictsOf } from './verdicts.ts'

const nothing: ValueList = { count: 0, list: '', tenths: Array.from({ length: TENTHS }, () => 0) }
const distribution = ({ tenths }: ValueList) =>
  tenths.map((count, at) => ({ from: at / TENTHS, to: (at + 1) / TENTHS, count }))

export interface StatisticsDeps {
  repo: ResultRepo
  targets: Pick<EvalTargets, 'versions'>
  stats: Stats
}
/**
 * Figures with confidence intervals. Failed rows are counted separately and never as zero. Values stay text until a
 * worker thread parses them, because parsing many rows would block the event loop.
 */
export function createStatistics({ repo, targets, stats }: StatisticsDeps) {
  async function figures(
    of: Pick<ScoreFigures, 'evaluator_version_id' | 'name' | 'version'>,
    values: ValueList,
    itemsOver: number,
    seed: string,
  ) {
    const found = await stats.estimate(values, seed)
    const failed = Math.max(0, itemsOver - values.count)
    const all = values.count + failed
    return known({
      ...of,
      mean: found?.mean,
      interval: found?.interval,
      method: found?.method ?? 'none',
      rows: values.count,
      failed_rows: failed,
      corrected_rows: 0,
      mean_with_failures: all ? ((found?.mean ?? 0) * values.count) / all : undefined,
      distribution: distribution(values),
    })
  }
  async function shownSpread(values: NumberList, seed: string) {
    const found = await stats.spread(values, seed)
    return found && known(found)
  }
  return {
    async of(row: ExperimentRow, locale: Locale) {
      const [lists, over, corrected, times, errors] = await Promise.all([
        repo.lists(row.id, row.evaluators),
        repo.over(row.id),
        repo.corrected(row.id),
        repo.times(row.id),
        repo.errors(row.id),
      ])
      const peopleOf = Map.groupBy(corrected, ({ versionId }) => versionId)
      const judged = await repo.judged(row.id, [...peopleOf.keys()])
      const scores: ScoreFigures[] = []
      for (const { versionId, name, version } of row.evaluators) {
        const seed = `${row.id}/${versionId}`
        const people = peopleOf.get(versionId) ?? []
        const human = humanMean(numbersIn(judged.get(versionId)?.list ?? ''), people)
        const own = lists.get(versionId) ?? nothing
        const shown = await figures({ evaluator_version_id: versionId, name, version }, own, over, seed)
        const more = { corrected_rows: people.length, human_mean: human?.mean, human_interval: human?.interval }
        scores.push(known({ ...shown, ...more }))
      }
      const weighted = lists.get('') ?? nothing
      const head = { evaluator_version_id: '0', name: '', version: '' }
      return known({
        scores,
        weighted: row.evaluators.length > 1 ? await figures(head, weighted, over, `${row.id}/all`) : undefined,
        latency_ms: await shownSpread(times.ms, `${row.id}/ms`),
        cost: await shownSpread(times.cost, `${row.id}/cost`),
        errors: errors.map((one) => ({
          message: locale === 'zh-CN' ? one.error_zh || one.error : one.error,
          count: one.n,
          item_ids: one.items,
        })),
      })
    },
    /** Compares experiments with the first. Only rows that both have with the same content are used. */
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
          const found =
            own && (await stats.estimate({ count: own.count, list: own.before }, `${row.id}/${used.versionId}`))
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
