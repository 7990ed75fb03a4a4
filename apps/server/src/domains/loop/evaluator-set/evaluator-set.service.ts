import type { EvaluatorContent } from '@orrery/contract'
import { EVALUATION_LIMITS } from '@orrery/contract/shared/evaluation-enums'
import { and, asc, desc, eq, ilike, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import { evaluator, type EvaluatorRow } from '#domains/loop/evaluator/evaluator.table.ts'
import { evaluatorSetErrors } from './evaluator-set.errors.ts'
import {
  evaluatorSet,
  evaluatorSetMember,
  type EvaluatorSetRow,
  type Granularity,
  type MemberRow,
} from './evaluator-set.table.ts'

export interface EvaluatorSetDeps {
  db: Db
  evaluators: Pick<
    EvaluatorService,
    'createInline' | 'saveInline' | 'setInline' | 'remove' | 'getMany' | 'versionsByIds' | 'check'
  >
  newId: NewId
  clock: Clock
}
export interface GivenMember {
  name: string
  content: EvaluatorContent
  weight: number
  granularity: Granularity
  wireType: number
}
export interface FoundMember {
  member: MemberRow
  evaluator: EvaluatorRow
  versionId: string
  content: EvaluatorContent
}
export interface SetSearch {
  name?: string | undefined
  maker?: string | undefined
}

/** Named lists of evaluators. Each rule of a list is an evaluator with a weight. */
export function createEvaluatorSets({ db, evaluators, newId, clock }: EvaluatorSetDeps) {
  async function getMany(spaceId: string, ids: string[]): Promise<EvaluatorSetRow[]> {
    if (!ids.length) return []
    const rows = await db
      .select()
      .from(evaluatorSet)
      .where(and(eq(evaluatorSet.spaceId, spaceId), inArray(evaluatorSet.id, ids)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  async function get(spaceId: string, id: string): Promise<EvaluatorSetRow> {
    const [row] = await getMany(spaceId, [id])
    if (!row) throw errors.notFound({ what: 'list of evaluators' })
    return row
  }
  async function found(spaceId: string, rows: MemberRow[]): Promise<FoundMember[]> {
    const known = await evaluators.getMany(spaceId, [...new Set(rows.map(({ evaluatorId }) => evaluatorId))])
    const pinned = await evaluators.versionsByIds(
      spaceId,
      rows.flatMap(({ versionId }) => versionId ?? []),
    )
    return rows.flatMap((member) => {
      const of = known.find(({ row }) => row.id === member.evaluatorId)
      const version = member.versionId ? pinned.find((one) => one.version.id === member.versionId)?.version : of?.latest
      return of && version ? [{ member, evaluator: of.row, versionId: version.id, content: version.content }] : []
    })
  }
  const membersOf = async (spaceId: string, setId: string) =>
    found(
      spaceId,
      await db
        .select()
        .from(evaluatorSetMember)
        .where(eq(evaluatorSetMember.setId, setId))
        .orderBy(asc(evaluatorSetMember.place), asc(evaluatorSetMember.id)),
    )
  async function membersByIds(spaceId: string, ids: string[]): Promise<FoundMember[]> {
    if (!ids.length) return []
    const rows = await db.select().from(evaluatorSetMember).where(inArray(evaluatorSetMember.id, ids))
    const all = await found(spaceId, rows)
    return ids.flatMap((id) => all.find(({ member }) => member.id === id) ?? [])
  }
  async function member(spaceId: string, setId: string, id: string): Promise<FoundMember> {
    await get(spaceId, setId)
    const [one] = await membersByIds(spaceId, [id])
    if (one?.member.setId !== setId) throw errors.notFound({ what: 'rule' })
    return one
  }
  /** Checks the size limit of a list. Locks the list, so that concurrent additions run one after the other. */
  async function room(setId: string, more: number, tx: Tx): Promise<number> {
    await tx.select({ id: evaluatorSet.id }).from(evaluatorSet).where(eq(evaluatorSet.id, setId)).for('update')
    const [last] = await tx
      .select({ n: sql<number>`count(*)::int`, place: sql<number>`coalesce(max(${evaluatorSetMember.place}), 0)::int` })
      .from(evaluatorSetMember)
      .where(eq(evaluatorSetMember.setId, setId))
    if (last!.n + more > EVALUATION_LIMITS.evaluators)
      throw evaluatorSetErrors.tooMany({ max: EVALUATION_LIMITS.evaluators })
    return last!.place
  }
  const touch = (setId: string, userId: string, tx: Tx = db) =>
    tx.update(evaluatorSet).set({ editedBy: userId, updatedAt: clock.now() }).where(eq(evaluatorSet.id, setId))
  async function add(spaceId: string, userId: string, setId: string, given: GivenMember[]): Promise<FoundMember[]> {
    await get(spaceId, setId)
    for (const { content } of given) await evaluators.check(spaceId, content)
    const ids = await db.transaction(async (tx) => {
      const place = await room(setId, given.length, tx)
      const rows: MemberRow[] = []
      for (const [at, { name, content, ...more }] of given.entries())
        rows.push({
          id: newId(),
          setId,
          evaluatorId: await evaluators.createInline(spaceId, userId, name, content, tx),
          versionId: null,
          ...more,
          place: place + at + 1,
          createdBy: userId,
        })
      if (rows.length) await tx.insert(evaluatorSetMember).values(rows)
      await touch(setId, userId, tx)
      return rows.map(({ id }) => id)
    })
    return membersByIds(spaceId, ids)
  }
  async function create(
    spaceId: string,
    userId: string,
    given: { name: string; description: string; isPublished: boolean; requestKey?: string | undefined },
  ): Promise<EvaluatorSetRow> {
    const now = clock.now()
    const { requestKey = '', ...set } = given
    const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
    const [row] = await db
      .insert(evaluatorSet)
      .values({ id: newId(), spaceId, ...set, requestKey, ...made })
      .onConflictDoNothing()
      .returning()
    if (row) return row
    const known = and(eq(evaluatorSet.spaceId, spaceId), eq(evaluatorSet.requestKey, requestKey))
    return (await db.select().from(evaluatorSet).where(known))[0]!
  }

  return {
    get,
    getMany,
    membersOf,
    membersByIds,
    member,
    add,
    create,
    async update(
      spaceId: string,
      userId: string,
      id: string,
      set: { name?: string | undefined; description?: string | undefined },
    ) {
      await get(spaceId, id)
      const { name, description } = set
      const changed = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
      await db
        .update(evaluatorSet)
        .set({ ...changed, editedBy: userId, updatedAt: clock.now() })
        .where(eq(evaluatorSet.id, id))
      return get(spaceId, id)
    },
    async remove(spaceId: string, userId: string, canManageAll: boolean, id: string): Promise<void> {
      const row = await get(spaceId, id)
      if (!canManageAll && row.createdBy !== userId) throw evaluatorSetErrors.notYours()
      const own = (await membersOf(spaceId, id)).filter((one) => one.evaluator.isInline)
      await db.delete(evaluatorSet).where(eq(evaluatorSet.id, id))
      for (const one of own) await evaluators.remove(spaceId, one.evaluator.id)
    },
    /** Lists that are published in the space, newest first. */
    async list(spaceId: string, { name, maker }: SetSearch, before: string | undefined, size: number) {
      const rows = await db
        .select()
        .from(evaluatorSet)
        .where(
          and(
            eq(evaluatorSet.spaceId, spaceId),
            eq(evaluatorSet.isPublished, true),
            name ? ilike(evaluatorSet.name, likeText(name)) : undefined,
            maker ? eq(evaluatorSet.createdBy, maker) : undefined,
            before ? lt(evaluatorSet.id, before) : undefined,
          ),
        )
        .orderBy(desc(evaluatorSet.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : '' }
    },
    async sizes(ids: string[]): Promise<Map<string, number>> {
      if (!ids.length) return new Map()
      const rows = await db
        .select({ setId: evaluatorSetMember.setId, n: sql<number>`count(*)::int` })
        .from(evaluatorSetMember)
        .where(inArray(evaluatorSetMember.setId, ids))
        .groupBy(evaluatorSetMember.setId)
      return new Map(rows.map(({ setId, n }) => [setId, n]))
    },
    /** Replaces the members of the list with these versions of evaluators of the space. */
    async setVersions(spaceId: string, userId: string, setId: string, given: { versionId: string; weight: number }[]) {
      await get(spaceId, setId)
      const versions = await evaluators.versionsByIds(
        spaceId,
        given.map(({ versionId }) => versionId),
      )
      await db.transaction(async (tx) => {
        await tx.delete(evaluatorSetMember).where(eq(evaluatorSetMember.setId, setId))
        await room(setId, given.length, tx)
        const rows = given.flatMap(({ versionId, weight }, place) => {
          const of = versions.find(({ version }) => version.id === versionId)
          const base = {
            id: newId(),
            setId,
            versionId,
            weight,
            granularity: 1 as const,
            wireType: 0,
            createdBy: userId,
          }
          return of ? [{ ...base, evaluatorId: of.evaluator.id, place }] : []
        })
        if (rows.length) await tx.insert(evaluatorSetMember).values(rows)
        await touch(setId, userId, tx)
      })
    },
    async change(spaceId: string, userId: string, setId: string, id: string, given: GivenMember): Promise<FoundMember> {
      const { member: row, evaluator: of } = await member(spaceId, setId, id)
      const { name, content, ...more } = given
      await evaluators.saveInline(spaceId, userId, of.id, name, content)
      await db
        .update(evaluatorSetMember)
        .set({ ...more, versionId: null })
        .where(eq(evaluatorSetMember.id, row.id))
      await touch(setId, userId)
      return member(spaceId, setId, id)
    },
    async removeMember(spaceId: string, userId: string, setId: string, id: string): Promise<void> {
      const { evaluator: of } = await member(spaceId, setId, id)
      await db.delete(evaluatorSetMember).where(eq(evaluatorSetMember.id, id))
      if (of.isInline) await evaluators.remove(spaceId, of.id)
      await touch(setId, userId)
    },
    /** Appends copies of the members of a list to another list, or to a new one. */
    async copy(spaceId: string, userId: string, fromId: string, to: { spaceId: string; setId: string | undefined }) {
      const source = await get(spaceId, fromId)
      const members = await membersOf(spaceId, fromId)
      const { name, description, isPublished } = source
      const setId = to.setId ?? (await create(to.spaceId, userId, { name, description, isPublished })).id
      const given = members.map(({ member: one, evaluator: { name: called }, content }) => ({
        name: called,
        content,
        weight: one.weight,
        granularity: one.granularity,
        wireType: one.wireType,
      }))
      return { setId, members: await add(to.spaceId, userId, setId, given) }
    },
    /** Publishes an evaluator of a list in the space. */
    show: (spaceId: string, evaluatorId: string) => evaluators.setInline(spaceId, evaluatorId, false),
    /** Unpublishes an evaluator of a list. Refused if it is in no list, because nobody could reach it. */
    async hide(spaceId: string, evaluatorId: string): Promise<void> {
      const uses = await db.$count(evaluatorSetMember, eq(evaluatorSetMember.evaluatorId, evaluatorId))
      if (uses) await evaluators.setInline(spaceId, evaluatorId, true)
      else await evaluators.remove(spaceId, evaluatorId)
    },
    /** Evaluators published in the space, for the list of types. */
    hub: (spaceId: string, after: string | undefined, size: number) =>
      db
        .select()
        .from(evaluator)
        .where(
          and(
            eq(evaluator.spaceId, spaceId),
            eq(evaluator.isInline, false),
            after ? sql`${evaluator.id} > ${after}` : undefined,
          ),
        )
        .orderBy(asc(evaluator.id))
        .limit(size),
  }
}
export type EvaluatorSets = ReturnType<typeof createEvaluatorSets>
