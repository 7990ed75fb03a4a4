import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { annotationItem, type AnnotationItemRow, annotationTask } from './annotation.table.ts'

export interface GivenItem {
  name: string
  result: ResultType
  scope: { min: number; max: number } | null
  options: { name: string; color?: string | undefined }[]
  tags: string[]
}
export interface ItemSearch {
  name?: string | undefined
  results?: ResultType[] | undefined
}

/** Questions that people answer about results. A deleted question stays valid in the tasks that use it. */
export function createAnnotationItems({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  function check({ result, options }: GivenItem, at: string) {
    const names = options.map(({ name }) => name)
    if (result === ResultType.option && !names.length)
      throw badInput(`${at}.options`, 'name the options to choose from', '请填写可选项')
    if (new Set(names).size < names.length) throw badInput(`${at}.options`, 'an option stands there twice', '选项重复')
  }
  async function byIds(spaceId: string, ids: string[]): Promise<AnnotationItemRow[]> {
    if (!ids.length) return []
    const rows = await db
      .select()
      .from(annotationItem)
      .where(and(eq(annotationItem.spaceId, spaceId), inArray(annotationItem.id, ids)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  async function get(spaceId: string, id: string): Promise<AnnotationItemRow> {
    const [row] = await byIds(spaceId, [id])
    if (!row) throw errors.notFound({ what: 'label' })
    return row
  }
  return {
    byIds,
    async create(spaceId: string, userId: string, given: GivenItem[], at: string): Promise<string[]> {
      for (const [index, one] of given.entries()) check(one, `${at}[${index}]`)
      const now = clock.now()
      const rows = given.map((one) => ({
        id: newId(),
        spaceId,
        ...one,
        createdBy: userId,
        createdAt: now,
        updatedAt: now,
      }))
      if (rows.length) await db.insert(annotationItem).values(rows)
      return rows.map(({ id }) => id)
    },
    async update(spaceId: string, id: string, set: Partial<GivenItem>): Promise<void> {
      const before = await get(spaceId, id)
      check({ ...before, ...set }, 'manual_annotation_item')
      await db
        .update(annotationItem)
        .set({ ...set, updatedAt: clock.now() })
        .where(eq(annotationItem.id, id))
    },
    async remove(spaceId: string, id: string): Promise<void> {
      await get(spaceId, id)
      const used = await db.$count(
        annotationTask,
        and(
          eq(annotationTask.spaceId, spaceId),
          sql`${annotationTask.questions} @> ${JSON.stringify([{ key: id }])}::jsonb`,
        ),
      )
      if (used) await db.update(annotationItem).set({ isHidden: true }).where(eq(annotationItem.id, id))
      else await db.delete(annotationItem).where(eq(annotationItem.id, id))
    },
    async list(spaceId: string, by: ItemSearch, page: number, size: number) {
      const where = and(
        eq(annotationItem.spaceId, spaceId),
        eq(annotationItem.isHidden, false),
        by.name ? ilike(annotationItem.name, likeText(by.name)) : undefined,
        by.results?.length ? inArray(annotationItem.result, by.results) : undefined,
      )
      const rows = await db
        .select()
        .from(annotationItem)
        .where(where)
        .orderBy(desc(annotationItem.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(annotationItem, where) }
    },
  }
}
export type AnnotationItems = ReturnType<typeof createAnnotationItems>
