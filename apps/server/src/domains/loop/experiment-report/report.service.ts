import type { ChartConfig, FilterNode } from '@orrery/contract'
import { EVALUATION_LIMITS, ExperimentStatus } from '@orrery/contract/shared/evaluation-enums'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import { ruleIdOf } from '#domains/loop/experiment/shared/rule-id.ts'
import { reportErrors } from './experiment-report.errors.ts'
import { type ChartRow, type ComparisonRow, experimentChart, experimentComparison } from './experiment-report.table.ts'
import { meetsFilter } from './row-filter.ts'

export interface ReportDeps {
  db: Db
  experiments: Pick<ExperimentService, 'many' | 'get'>
  results: Results
  datasets: Pick<DatasetService, 'get'>
  newId: NewId
  clock: Clock
}
/** Scores of the rows with a tag, including the tags below it. */
export interface TagFigures {
  path: string
  items: number
  /** Raw scores by evaluator version; key '' has the weighted scores. */
  values: Map<string, number[]>
  normals: Map<string, number[]>
}
export interface AggregateOptions {
  /** Limits the figures to these evaluators. */
  versionIds?: string[] | undefined
  filter?: FilterNode | undefined
  /** 1 by tag, 2 by option; undefined for all rows together. */
  group?: number | undefined
  groupFilter?: FilterNode | undefined
}
const Group = { tag: 1, option: 2 } as const
const SECRET = 4
const above = (tag: string): string[] => {
  const names = tag.split('/').filter(Boolean)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}

/** Reports on experiments: figures by tag, charts, and named comparisons. */
export function createReports({ db, experiments, results, datasets, newId, clock }: ReportDeps) {
  /** Computes figures on request, without a cache, so they are never stale. */
  async function aggregate(row: ExperimentRow, options: AggregateOptions = {}): Promise<TagFigures[]> {
    const [scores, tags, weighted] = await Promise.all([
      results.allScores(row.id),
      results.tagsOf(row),
      results.weighted([row]),
    ])
    const usedOf = new Map(row.evaluators.map((used) => [used.versionId, used]))
    const tagsOf = (itemId: string) => tags.get(itemId)?.tags ?? []
    const kept = scores.filter(({ itemId, versionId, score, value }) => {
      const used = usedOf.get(versionId)
      if (!used || (options.versionIds && !options.versionIds.includes(versionId))) return false
      const subject = { score, value, tags: tagsOf(itemId), ruleId: ruleIdOf(used) }
      return meetsFilter(options.filter, subject) && meetsFilter(options.groupFilter, subject)
    })
    const nodes = new Map<string, TagFigures & { ids: Set<string> }>()
    const nodeOf = (path: string) => {
      const known = nodes.get(path)
      if (known) return known
      const made = { path, items: 0, ids: new Set<string>(), values: new Map(), normals: new Map() }
      nodes.set(path, made)
      return made
    }
    const push = (map: Map<string, number[]>, key: string, value: number) =>
      void (map.get(key)?.push(value) ?? map.set(key, [value]))
    nodeOf('')
    for (const { itemId, versionId, score, normal, value } of kept) {
      const paths = options.group === Group.option ? (value ? [value] : []) : tagsOf(itemId).flatMap(above)
      for (const path of ['', ...new Set(paths)]) {
        const node = nodeOf(path)
        node.ids.add(itemId)
        if (score !== null) push(node.values, versionId, score)
        else if (value) push(node.values, versionId, 1)
        if (normal !== null) push(node.normals, versionId, normal)
      }
    }
    for (const node of nodes.values()) {
      const whole = [...node.ids].flatMap((itemId) => weighted.get(row.id)?.get(itemId) ?? [])
      node.values.set('', whole)
      node.normals.set('', whole)
    }
    const all = [...nodes.values()].map(({ ids, ...node }) => ({ ...node, items: ids.size }))
    return options.group === undefined && options.versionIds ? all.filter(({ path }) => path === '') : all
  }
  async function chart(spaceId: string, experimentId: string, id: string): Promise<ChartRow> {
    const [row] = await db
      .select()
      .from(experimentChart)
      .where(and(eq(experimentChart.id, id), eq(experimentChart.spaceId, spaceId)))
    if (!row || (row.experimentId !== experimentId && row.planId === '0')) throw errors.notFound({ what: 'chart' })
    return row
  }
  function requireRules(row: ExperimentRow, config: ChartConfig) {
    const known = new Set(row.evaluators.map(ruleIdOf))
    const missing = config.rule_ids.find((id) => !known.has(id))
    if (missing) throw reportErrors.noRule({ id: missing })
  }
  async function comparison(spaceId: string, id: string): Promise<ComparisonRow> {
    const [row] = await db
      .select()
      .from(experimentComparison)
      .where(and(eq(experimentComparison.id, id), eq(experimentComparison.spaceId, spaceId)))
    if (!row) throw errors.notFound({ what: 'comparison report' })
    return row
  }
  return {
    aggregate,
    comparison,
    requireEnded(row: ExperimentRow) {
      if (row.status < ExperimentStatus.success) throw reportErrors.running()
    },
    /** Refuses exports from datasets whose security level forbids them. */
    async requireExport(rows: ExperimentRow[]): Promise<void> {
      for (const { datasetId } of rows) {
        const found = await datasets.get(datasetId).catch(() => undefined)
        if (found?.dataset.securityLevel === SECRET) throw reportErrors.notAllowed()
      }
    },
    figuresOf: (row: ExperimentRow, config: ChartConfig) => {
      const wanted = new Set(config.rule_ids)
      const versionIds = row.evaluators.filter((used) => wanted.has(ruleIdOf(used))).map(({ versionId }) => versionId)
      return aggregate(row, {
        versionIds,
        filter: config.filter_node,
        group: config.group_mode || undefined,
        groupFilter: config.group_mode_filter,
      })
    },
    async addChart(row: ExperimentRow, userId: string, config: ChartConfig): Promise<ChartRow> {
      requireRules(row, config)
      const made = {
        id: newId(),
        spaceId: row.spaceId,
        planId: row.planId ?? '0',
        experimentId: row.id,
        config,
        createdBy: userId,
        createdAt: clock.now(),
      }
      await db.insert(experimentChart).values(made)
      return made
    },
    async setChart(row: ExperimentRow, id: string, config: ChartConfig): Promise<ChartRow> {
      requireRules(row, config)
      const before = await chart(row.spaceId, row.id, id)
      await db.update(experimentChart).set({ config }).where(eq(experimentChart.id, id))
      return { ...before, config }
    },
    async removeChart(row: ExperimentRow, id: string): Promise<void> {
      await chart(row.spaceId, row.id, id)
      await db.delete(experimentChart).where(eq(experimentChart.id, id))
    },
    /** Charts of the experiment, and charts that its plan shows for every run. */
    async charts(row: ExperimentRow, planCharts: string[], after: string | undefined, size: number) {
      const own = eq(experimentChart.experimentId, row.id)
      const rows = await db
        .select()
        .from(experimentChart)
        .where(
          and(
            eq(experimentChart.spaceId, row.spaceId),
            planCharts.length ? or(own, inArray(experimentChart.id, planCharts)) : own,
            after ? sql`${experimentChart.id} > ${after}` : undefined,
          ),
        )
        .orderBy(asc(experimentChart.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : '' }
    },
    async chartsByIds(spaceId: string, ids: string[]): Promise<ChartRow[]> {
      if (!ids.length) return []
      return db
        .select()
        .from(experimentChart)
        .where(and(eq(experimentChart.spaceId, spaceId), inArray(experimentChart.id, ids)))
    },
    async compare(spaceId: string, userId: string, name: string, experimentIds: string[]): Promise<ComparisonRow> {
      const ids = [...new Set(experimentIds)]
      if (ids.length < 2 || ids.length > EVALUATION_LIMITS.compared)
        throw reportErrors.twoAtLeast({ max: EVALUATION_LIMITS.compared })
      if ((await experiments.many(spaceId, ids)).length < ids.length) throw errors.notFound({ what: 'experiment' })
      const now = clock.now()
      const row = { id: newId(), spaceId, name, experimentIds: ids, createdBy: userId, createdAt: now, updatedAt: now }
      await db.insert(experimentComparison).values(row)
      return row
    },
    /** Experiments of a comparison that still exist, baseline first. */
    rowsOf: async (row: ComparisonRow) => experiments.many(row.spaceId, row.experimentIds),
    async rename(spaceId: string, id: string, name: string): Promise<void> {
      await comparison(spaceId, id)
      await db.update(experimentComparison).set({ name, updatedAt: clock.now() }).where(eq(experimentComparison.id, id))
    },
    async removeComparison(spaceId: string, id: string): Promise<void> {
      await comparison(spaceId, id)
      await db.delete(experimentComparison).where(eq(experimentComparison.id, id))
    },
    comparisonsOf: (spaceId: string, experimentId: string) =>
      db
        .select()
        .from(experimentComparison)
        .where(
          and(eq(experimentComparison.spaceId, spaceId), sql`${experimentComparison.experimentIds} ? ${experimentId}`),
        )
        .orderBy(desc(experimentComparison.id))
        .limit(100),
  }
}
export type Reports = ReturnType<typeof createReports>
