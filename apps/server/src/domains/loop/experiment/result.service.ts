import type { ExperimentFilters } from '@orrery/contract'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import type { VersionService } from '#domains/loop/dataset/version.service.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { ExperimentRepo } from './experiment.repo.ts'
import type { ExperimentRow } from './experiment.table.ts'
import type { ResultRepo, RowsQuestion } from './result.repo.ts'
import { csvOf, linesOf } from './shared/result-file.ts'
import { shownItems } from './result.view.ts'
import { weightedValues } from './weighted.ts'

export interface ResultDeps {
  repo: Pick<ExperimentRepo, 'many'>
  results: ResultRepo
  targets: Pick<EvalTargets, 'versions'>
  items: Pick<ItemService, 'byIds'>
  versions: Pick<VersionService, 'get' | 'schemaOf'>
  infos: BaseInfos
  linkOf(key: string): string
}
export interface RowsRequest extends Pick<RowsQuestion, 'sort' | 'page' | 'size'> {
  spaceId: string
  ids: string[]
  baselineId?: string | undefined
  filters: Record<string, { filters?: ExperimentFilters | undefined }>
  change?: 'improved' | 'regressed' | 'same' | undefined
  changeEvaluatorId?: string | undefined
  locale: Locale
}
const EXPORTED = 20_000
const PAGE = 200

/** Rows of experiments side by side. */
export function createResults({ repo, results, targets, items, versions, infos, linkOf }: ResultDeps) {
  /** Baseline first; throws "not found" for an experiment of another space. */
  async function rowsOf(spaceId: string, ids: string[], baselineId = ids[0]!): Promise<ExperimentRow[]> {
    const wanted = [...new Set([baselineId, ...ids])]
    const rows = await repo.many(spaceId, wanted)
    if (rows.length < wanted.length) throw errors.notFound({ what: 'experiment' })
    return rows
  }
  /** Fields and rows of the dataset; empty if the dataset was deleted. */
  async function setOf({ datasetVersionId, datasetId }: ExperimentRow) {
    try {
      const version = await versions.get(datasetVersionId)
      const { fields } = await versions.schemaOf(version.schemaId)
      const view = { datasetId, vn: version.vn }
      return {
        fields,
        contentsOf: async (ids: string[]) =>
          new Map(ids.length ? (await items.byIds(view, ids)).map((one) => [one.itemId, one.turns]) : []),
      }
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      return { fields: [], contentsOf: async () => new Map() }
    }
  }
  /** Turns, scores and dataset values of items. */
  async function parts(row: ExperimentRow, itemIds: string[]) {
    const [set, turns] = await Promise.all([setOf(row), results.turns([row.id], itemIds)])
    const [scores, contents] = await Promise.all([results.scores(turns.map(({ id }) => id)), set.contentsOf(itemIds)])
    return { turns, scores, contents, fields: set.fields.filter(({ status }) => status === 1) }
  }
  async function tagsOf({ datasetId, datasetVersionId }: ExperimentRow) {
    const version = await versions.get(datasetVersionId).catch(() => undefined)
    return version ? results.tags(datasetId, version.vn) : new Map<string, { tags: string[]; key: string }>()
  }
  /** Overall score of each row, weighted by evaluator. */
  async function weighted(rows: ExperimentRow[]): Promise<Map<string, Map<string, number>>> {
    const values = await results.values(rows.map(({ id }) => id))
    return new Map(rows.map((row) => [row.id, weightedValues(values.get(row.id) ?? [], row.evaluators)]))
  }
  async function page(request: RowsRequest) {
    const rows = await rowsOf(request.spaceId, request.ids, request.baselineId)
    const [baseline, ...others] = rows as [ExperimentRow, ...ExperimentRow[]]
    const known = new Set(rows.map(({ id }) => id))
    const filters = Object.entries(request.filters).flatMap(([id, { filters: one }]) =>
      one && known.has(id) ? [[id, one] as const] : [],
    )
    const evaluatorId = request.changeEvaluatorId ?? baseline.evaluators[0]?.evaluatorId
    const found = await results.page({
      baseline: baseline.id,
      others: others.map(({ id }) => id),
      filters: new Map(filters),
      change: request.change && evaluatorId ? { kind: request.change, evaluatorId } : undefined,
      sort: request.sort,
      page: request.page,
      size: request.size,
    })
    const itemIds = found.items.map(({ itemId }) => itemId)
    const [set, turns] = await Promise.all([setOf(baseline), results.turns([...known], itemIds)])
    const [scores, contents, frozen] = await Promise.all([
      results.scores(turns.map(({ id }) => id)),
      set.contentsOf(itemIds),
      targets.versions(request.spaceId, [...new Set(rows.map((row) => row.targetVersionId))]),
    ])
    const shown = shownItems({
      rows,
      items: found.items,
      turns,
      scores,
      contents,
      fields: set.fields,
      targetIds: new Map(frozen.map(({ target, version }) => [version.id, target.id])),
      infoOf: await infos(scores.map(({ createdBy }) => createdBy)),
      locale: request.locale,
      linkOf,
    })
    return { rows, items: shown, total: found.total, fields: set.fields.filter(({ status }) => status === 1) }
  }
  return {
    rowsOf,
    page,
    parts,
    figureLines: results.figureLines,
    tagsOf,
    weighted,
    progress: results.progress,
    itemIds: results.itemIds,
    allScores: results.allScores,
    rawFigures: results.rawFigures,
    all,
    /** All rows as CSV, one line per turn. */
    async csv(request: Pick<RowsRequest, 'spaceId' | 'ids' | 'locale'>): Promise<string> {
      const found = await all(request)
      const names = found.fields.map(({ name }) => name)
      return csvOf(linesOf(found.rows, names, found.items))
    },
  }
  /** All rows, for exports. */
  async function all(request: Pick<RowsRequest, 'spaceId' | 'ids' | 'locale'>) {
    const whole = { ...request, filters: {}, sort: 'position' as const, size: PAGE }
    const first = await page({ ...whole, page: 1 })
    const list = [...first.items]
    for (let at = 2; list.length < Math.min(first.total, EXPORTED); at += 1) {
      const next = await page({ ...whole, page: at })
      if (!next.items.length) break
      list.push(...next.items)
    }
    return { ...first, items: list }
  }
}
export type Results = ReturnType<typeof createResults>
