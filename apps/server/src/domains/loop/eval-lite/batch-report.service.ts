import { estimate, mean } from '#kit/stats/intervals.ts'
import { comparePairs, holm } from '#kit/stats/paired.ts'
import type { Locale } from '#kit/errors.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { FoundBatch } from './lite-batch.service.ts'

const SIGNIFICANCE_LEVEL = 0.05

/** Results of a comparison: each object over all of its datasets, and whether the rows show a difference. */
export function createBatchReports(results: Pick<Results, 'weighted' | 'progress' | 'parts' | 'itemIds'>) {
  /** Groups experiments by object: they were started dataset by dataset, in the order of the objects. */
  const byObject = ({ row }: FoundBatch, runs: ExperimentRow[]): ExperimentRow[][] =>
    row.objects.map((_, at) => runs.filter((__, index) => index % row.objects.length === at))
  return {
    async report(found: FoundBatch) {
      const { row, runs } = found
      const [weighted, progress] = await Promise.all([
        results.weighted(runs),
        results.progress(runs.map(({ id }) => id)),
      ])
      const groups = byObject(found, runs)
      const values = groups.map(
        (list) =>
          new Map(
            list.flatMap((run) =>
              [...(weighted.get(run.id) ?? [])].map(([item, value]) => [`${run.datasetId}/${item}`, value] as const),
            ),
          ),
      )
      const objects = groups.map((list, at) => {
        const of = [...values[at]!.values()]
        const known = estimate(of, `${row.id}/${at}`)
        const spent = list.flatMap((run) => progress.get(run.id) ?? [])
        const turns = spent.reduce((sum, one) => sum + one.goodTurns, 0)
        const ms = spent.reduce((sum, one) => sum + one.ms, 0)
        return {
          name: row.objects[at]!.name || row.objects[at]!.sourceId,
          object_index: at,
          task_ids: list.map(({ id }) => id),
          ...(known && { mean: known.mean }),
          ...(known?.interval && { interval: known.interval }),
          rows: of.length,
          ...(turns && { ms: Math.round(ms / turns) }),
          cost: spent.reduce((sum, one) => sum + one.cost, 0),
        }
      })
      const all = values.flatMap((first, one) =>
        values.slice(one + 1).flatMap((second, step) => {
          const pairs = [...first].flatMap(([item, a]) => {
            const b = second.get(item)
            return b === undefined ? [] : [[a, b] as const]
          })
          const compared = comparePairs(pairs, `${row.id}/${one}/${step}`)
          return compared ? [{ first: one, second: one + 1 + step, ...compared, rows: pairs.length }] : []
        }),
      )
      const corrected = holm(all.map(({ p }) => p))
      const pairs = all.map(({ first, second, difference }, at) => ({
        first,
        second,
        difference,
        p: corrected[at]!,
        is_shown: corrected[at]! < SIGNIFICANCE_LEVEL && difference !== 0,
      }))
      const best = objects.reduce((top, one, at) => ((one.mean ?? -1) > (objects[top]?.mean ?? -1) ? at : top), 0)
      const against = pairs.filter(({ first, second }) => first === best || second === best)
      const isWinner =
        objects.length > 1 && against.length === objects.length - 1 && against.every(({ is_shown }) => is_shown)
      return {
        objects,
        winner: isWinner ? best : -1,
        shared_rows: all.length ? Math.min(...all.map(({ rows }) => rows)) : 0,
        pairs,
      }
    },
    /** Rows with the answers of all objects side by side. */
    async rows(found: FoundBatch, isTest: boolean, { from, size }: { from: number; size: number }, locale: Locale) {
      const runs = isTest ? found.tests : found.runs
      const groups = byObject(found, runs)
      const datasets = Map.groupBy(runs, ({ datasetId }) => datasetId)
      const places = (
        await Promise.all(
          [...datasets].map(async ([datasetId, [first]]) =>
            (await results.itemIds(first!.id)).map(({ itemId }) => ({ datasetId, itemId })),
          ),
        )
      ).flat()
      const shown = places.slice(from, from + size)
      const parts = new Map(
        await Promise.all(
          runs.map(async (run) => {
            const own = shown.filter(({ datasetId }) => datasetId === run.datasetId).map(({ itemId }) => itemId)
            return [run.id, own.length ? await results.parts(run, own) : undefined] as const
          }),
        ),
      )
      const rows = shown.map(({ datasetId, itemId }) => {
        const first = parts.get(runs.find((run) => run.datasetId === datasetId)!.id)
        const values = (first?.contents.get(itemId)?.[0] ?? {}) as Record<string, { text: string }>
        const named = Object.fromEntries((first?.fields ?? []).map(({ key, name }) => [name, values[key]?.text ?? '']))
        const cells = groups.flatMap((list, at) => {
          const run = list.find((one) => one.datasetId === datasetId)
          const of = run && parts.get(run.id)
          const turn = of?.turns.filter((one) => one.itemId === itemId).at(-1)
          if (!turn) return []
          const scores = of!.scores.filter(({ turnId }) => turnId === turn.id)
          const known = scores.flatMap((one) => one.correctedNormal ?? one.normal ?? [])
          return [
            {
              object_index: at,
              answered: turn.outputs.actual_output ?? '',
              ...(known.length && { score: mean(known) }),
              reason: scores.map(({ correctedWhy, reason }) => correctedWhy || reason).join('\n'),
              error: locale === 'zh-CN' ? turn.errorZh : turn.error,
            },
          ]
        })
        const input = named.input ?? Object.values(named)[0] ?? ''
        const expected = named.reference_output ?? named.output ?? ''
        return { item_id: itemId, input, expected, cells }
      })
      return { total: places.length, rows }
    },
  }
}
export type BatchReports = ReturnType<typeof createBatchReports>
