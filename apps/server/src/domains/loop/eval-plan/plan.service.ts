import { and, desc, eq, ilike, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { EvaluatorSets } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import { evalPlanErrors } from './eval-plan.errors.ts'
import { evalPlan, type PlanRow, type PlanTag, type PlanTarget } from './eval-plan.table.ts'

export interface PlanDeps {
  db: Db
  datasets: Pick<DatasetService, 'get'>
  sets: Pick<EvaluatorSets, 'get'>
  newId: NewId
  clock: Clock
}
export interface NewPlan {
  name: string
  description?: string | undefined
  target?: PlanTarget | undefined
  datasetId?: string | undefined
  setId?: string | undefined
  region?: string | undefined
  tags?: PlanTag[] | undefined
  isReadOnly?: boolean | undefined
  requestKey?: string | undefined
  trials?: number | undefined
  runtimeParameter?: string | undefined
  pass?: number | undefined
  targetMapping?: PlanRow['targetMapping'] | undefined
  evaluatorMapping?: PlanRow['evaluatorMapping'] | undefined
}
const noSchedule = {
  scheduleCron: '',
  scheduleZone: '',
  scheduleNext: 0,
  scheduleLease: 0,
  scheduleBy: '0',
  scheduleProblem: '',
  scheduleProblemZh: '',
}
export interface PlanSearch {
  name?: string | undefined
  maker?: string | undefined
  region?: string | undefined
  objectType?: number | undefined
  datasetIds?: string[] | undefined
  sourceId?: string | undefined
  tag?: { name: string; value: string | undefined } | undefined
}
export type PlanChange = Partial<
  Pick<
    PlanRow,
    | 'name'
    | 'description'
    | 'runtimeParameter'
    | 'target'
    | 'datasetId'
    | 'setId'
    | 'rowSets'
    | 'pass'
    | 'excellent'
    | 'chartIds'
    | 'trials'
    | 'targetMapping'
    | 'evaluatorMapping'
    | 'scheduleCron'
    | 'scheduleZone'
    | 'scheduleNext'
    | 'scheduleBy'
    | 'scheduleProblem'
    | 'scheduleProblemZh'
  >
>
export interface Caller {
  userId: string
  canManageAll: boolean
}

/** Plans: a target, a dataset and evaluators that are run as often as wanted. */
export function createPlanService({ db, datasets, sets, newId, clock }: PlanDeps) {
  async function many(spaceId: string, ids: string[]): Promise<PlanRow[]> {
    if (!ids.length) return []
    const rows = await db
      .select()
      .from(evalPlan)
      .where(and(eq(evalPlan.spaceId, spaceId), inArray(evalPlan.id, ids)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  async function get(spaceId: string, id: string): Promise<PlanRow> {
    const [row] = await many(spaceId, [id])
    if (!row) throw errors.notFound({ what: 'plan' })
    return row
  }
  /** Requires the dataset and the list of evaluators to be in the space of the plan. */
  async function requireOwn(spaceId: string, { datasetId, setId }: Pick<PlanChange, 'datasetId' | 'setId'>) {
    if (datasetId) {
      const { head } = await datasets.get(datasetId)
      if (head.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
    }
    if (setId) await sets.get(spaceId, setId)
  }
  function rowOf(spaceId: string, userId: string, given: NewPlan): PlanRow {
    const now = clock.now()
    return {
      id: newId(),
      spaceId,
      name: given.name,
      description: given.description ?? '',
      target: given.target ?? null,
      datasetId: given.datasetId ?? null,
      setId: given.setId ?? null,
      rowSets: {},
      targetMapping: given.targetMapping ?? [],
      pass: given.pass ?? 0.6,
      excellent: 0.9,
      runtimeParameter: given.runtimeParameter ?? '',
      region: given.region ?? '',
      tags: given.tags ?? [],
      chartIds: [],
      isReadOnly: given.isReadOnly ?? false,
      trials: given.trials ?? 1,
      evaluatorMapping: given.evaluatorMapping ?? [],
      ...noSchedule,
      lastRunAt: 0,
      requestKey: given.requestKey ?? '',
      createdBy: userId,
      createdAt: now,
      editedBy: userId,
      updatedAt: now,
    }
  }
  return {
    get,
    many,
    /** Finds a plan by id without a space check: the caller checks which spaces its token reaches. */
    find: async (id: string): Promise<PlanRow | undefined> =>
      (await db.select().from(evalPlan).where(eq(evalPlan.id, id)))[0],
    async create(spaceId: string, userId: string, given: NewPlan[]): Promise<PlanRow[]> {
      for (const one of given) await requireOwn(spaceId, one)
      const rows = given.map((one) => rowOf(spaceId, userId, one))
      if (!rows.length) return []
      const made = await db.insert(evalPlan).values(rows).onConflictDoNothing().returning()
      if (made.length === rows.length) return rows
      const keys = rows.map(({ requestKey }) => requestKey)
      const known = await db
        .select()
        .from(evalPlan)
        .where(and(eq(evalPlan.spaceId, spaceId), inArray(evalPlan.requestKey, keys)))
      return rows.map((row) => known.find(({ requestKey }) => requestKey === row.requestKey) ?? row)
    },
    /** Copies a plan under another name, with changes. */
    async copy(
      spaceId: string,
      userId: string,
      id: string,
      change: PlanChange & { name: string; region?: string | undefined },
    ) {
      const before = await get(spaceId, id)
      const { region = before.region, ...set } = change
      const fresh = rowOf(spaceId, userId, { name: set.name })
      const own = { id: fresh.id, lastRunAt: 0, requestKey: '', isReadOnly: false, ...noSchedule }
      const { createdBy, createdAt, editedBy, updatedAt } = fresh
      const row = { ...before, ...own, createdBy, createdAt, editedBy, updatedAt, ...set, region }
      await db.insert(evalPlan).values(row)
      return row
    },
    async update(spaceId: string, userId: string, id: string, set: PlanChange): Promise<PlanRow> {
      const before = await get(spaceId, id)
      if (before.isReadOnly) throw evalPlanErrors.readOnly()
      await requireOwn(spaceId, set)
      const [row] = await db
        .update(evalPlan)
        .set({ ...set, editedBy: userId, updatedAt: clock.now() })
        .where(eq(evalPlan.id, id))
        .returning()
      if (!row) throw errors.notFound({ what: 'plan' })
      return row
    },
    noteRun: (id: string) => db.update(evalPlan).set({ lastRunAt: clock.now() }).where(eq(evalPlan.id, id)),
    async remove(spaceId: string, { userId, canManageAll }: Caller, id: string): Promise<void> {
      const row = await get(spaceId, id)
      if (!canManageAll && row.createdBy !== userId) throw evalPlanErrors.notYours()
      await db.delete(evalPlan).where(eq(evalPlan.id, id))
    },
    async list(spaceId: string, by: PlanSearch, before: string | undefined, size: number) {
      const rows = await db
        .select()
        .from(evalPlan)
        .where(
          and(
            eq(evalPlan.spaceId, spaceId),
            before ? lt(evalPlan.id, before) : undefined,
            by.name ? ilike(evalPlan.name, likeText(by.name)) : undefined,
            by.maker ? eq(evalPlan.createdBy, by.maker) : undefined,
            by.region ? eq(evalPlan.region, by.region) : undefined,
            by.objectType === undefined
              ? undefined
              : sql`(${evalPlan.target} ->> 'objectType')::int = ${by.objectType}`,
            by.sourceId ? sql`${evalPlan.target} ->> 'sourceId' = ${by.sourceId}` : undefined,
            by.datasetIds?.length ? inArray(evalPlan.datasetId, by.datasetIds) : undefined,
            by.tag
              ? sql`${evalPlan.tags} @> ${JSON.stringify([{ tag_name: by.tag.name, ...(by.tag.value !== undefined && { tag_value: by.tag.value }) }])}::jsonb`
              : undefined,
          ),
        )
        .orderBy(desc(evalPlan.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : '' }
    },
  }
}
export type PlanService = ReturnType<typeof createPlanService>
