import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { experiment, experimentScore, experimentTurn } from '../../experiment/experiment.table.ts'
import { datasetItem, type ItemRow } from '../dataset.table.ts'

interface LineageDeps {
  db: Db
}
export interface Step {
  item: ItemRow
  spaceId: string
}
/** Whether the caller may see the dataset. */
export type MaySee = (datasetId: string) => Promise<boolean>
const MAX_STEPS = 20
const COPIES = 100

/** The lineage of rows: their sources and copies. It ends at datasets that the caller may not see. */
export function createLineageService({ db }: LineageDeps) {
  /** The newest revision of an item in any dataset, even if the item was deleted. */
  async function find(itemId: string): Promise<Step | undefined> {
    const [found] = await db
      .select({ item: datasetItem, spaceId: resource.spaceId })
      .from(datasetItem)
      .innerJoin(resource, eq(resource.id, datasetItem.datasetId))
      .where(eq(datasetItem.itemId, itemId))
      .orderBy(desc(datasetItem.id))
      .limit(1)
    return found && found.item.addVn !== null ? found : undefined
  }
  async function findVisible(itemId: string, maySee: MaySee): Promise<Step | undefined> {
    const found = await find(itemId)
    return found && (await maySee(found.item.datasetId)) ? found : undefined
  }
  return {
    findVisible,
    /** The sources of an item, from the nearest to the origin. */
    async walk({ originId }: ItemRow, maySee: MaySee): Promise<Step[]> {
      const steps: Step[] = []
      const visited = new Set<string>()
      for (let next = originId; next && !visited.has(next) && steps.length < MAX_STEPS;) {
        visited.add(next)
        const step = await findVisible(next, maySee)
        if (!step) break
        steps.push(step)
        next = step.item.originId
      }
      return steps
    },
    /** Experiments on versions of a dataset, newest first; for one item, only those that used it, with its score. */
    async experiments(datasetId: string, itemId: string | undefined) {
      const score = sql<number | null>`avg(coalesce(${experimentScore.correctedNormal}, ${experimentScore.normal}))`
      const { id, name, datasetVersion: version, status, createdAt } = experiment
      const rows = await db
        .select({ id, name, version, status, createdAt, score })
        .from(experiment)
        .leftJoin(
          experimentTurn,
          and(eq(experimentTurn.experimentId, experiment.id), itemId ? eq(experimentTurn.itemId, itemId) : sql`false`),
        )
        .leftJoin(experimentScore, eq(experimentScore.turnId, experimentTurn.id))
        .where(
          and(eq(experiment.datasetId, datasetId), itemId === undefined ? undefined : isNotNull(experimentTurn.id)),
        )
        .groupBy(experiment.id)
        .orderBy(desc(experiment.id))
        .limit(COPIES)
      return rows.map(({ score: average, createdAt: at, ...one }) => ({
        ...one,
        createdAt: String(at),
        ...(average !== null && { score: Number(average) }),
      }))
    },
    async copies(itemId: string, maySee: MaySee) {
      const rows = await db
        .selectDistinct({
          itemID: datasetItem.itemId,
          datasetID: datasetItem.datasetId,
          spaceID: resource.spaceId,
          name: resource.name,
        })
        .from(datasetItem)
        .innerJoin(resource, eq(resource.id, datasetItem.datasetId))
        .where(eq(datasetItem.originId, itemId))
        .orderBy(datasetItem.itemId)
        .limit(COPIES)
      const visible = new Map<string, boolean>()
      for (const { datasetID } of rows) if (!visible.has(datasetID)) visible.set(datasetID, await maySee(datasetID))
      return rows.filter(({ datasetID }) => visible.get(datasetID))
    },
  }
}
export type LineageService = ReturnType<typeof createLineageService>
