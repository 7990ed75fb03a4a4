import type { EvaluatorContent } from '@orrery/contract'
import { and, asc, desc, eq, ilike, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { compareSemVer, isSemVer } from '#domains/loop/dataset/shared/semver.ts'
import { checkContent } from './content-check.ts'
import { evaluatorErrors } from './evaluator.errors.ts'
import { nextPatch } from './shared/next-version.ts'
import { evaluator, type EvaluatorRow, evaluatorVersion, type EvaluatorVersionRow } from './evaluator.table.ts'

export interface ReadyEvaluator {
  versionId: string
  evaluatorId: string
  name: string
  version: string
  content: EvaluatorContent
}
export interface EvaluatorDeps {
  db: Db
  models: Pick<ModelService, 'list'>
  newId: NewId
  clock: Clock
}
export interface EvaluatorSearch {
  name?: string | undefined
  makers?: string[] | undefined
  isJudge?: boolean | undefined
  order?: { field?: string | undefined; is_asc?: boolean | undefined } | undefined
}
export interface FoundEvaluator {
  row: EvaluatorRow
  latest: EvaluatorVersionRow | undefined
}
const MOST = 1000
const MAX_VERSION = 50
const columns: Record<string, SQL> = {
  name: sql`lower(${evaluator.name})`,
  created_at: sql`${evaluator.createdAt}`,
  updated_at: sql`${evaluator.updatedAt}`,
}

/** Evaluators of a space: a draft, and immutable versions. Each score names the version that gave it. */
export function createEvaluatorService({ db, models, newId, clock }: EvaluatorDeps) {
  const joined = () =>
    db
      .select({ evaluator, version: evaluatorVersion })
      .from(evaluatorVersion)
      .innerJoin(evaluator, eq(evaluator.id, evaluatorVersion.evaluatorId))
  async function lastOf(id: string, tx: Tx = db): Promise<EvaluatorVersionRow | undefined> {
    const of = tx.select().from(evaluatorVersion).where(eq(evaluatorVersion.evaluatorId, id))
    return (await of.orderBy(desc(evaluatorVersion.number)).limit(1))[0]
  }
  async function lock(spaceId: string, id: string, tx: Tx): Promise<EvaluatorRow> {
    const of = tx
      .select()
      .from(evaluator)
      .where(and(eq(evaluator.id, id), eq(evaluator.spaceId, spaceId)))
    const [row] = await of.for('update')
    if (!row) throw errors.notFound({ what: 'evaluator' })
    return row
  }
  const isTaken = async (spaceId: string, name: string, except?: string, tx: Tx = db) =>
    (await tx.$count(
      evaluator,
      and(
        eq(evaluator.spaceId, spaceId),
        eq(evaluator.isInline, false),
        sql`lower(${evaluator.name}) = lower(${name})`,
        except ? ne(evaluator.id, except) : undefined,
      ),
    )) > 0
  async function addVersion(row: EvaluatorRow, userId: string, version: string, note: string, tx: Tx) {
    const last = await lastOf(row.id, tx)
    const id = newId()
    const made = { createdBy: userId, createdAt: clock.now() }
    const of = { id, evaluatorId: row.id, number: (last?.number ?? 0) + 1, version, note, content: row.draft }
    await tx.insert(evaluatorVersion).values({ ...of, ...made })
    return id
  }
  async function withLatest(rows: EvaluatorRow[]): Promise<FoundEvaluator[]> {
    if (!rows.length) return []
    const last = await db
      .selectDistinctOn([evaluatorVersion.evaluatorId])
      .from(evaluatorVersion)
      .where(
        inArray(
          evaluatorVersion.evaluatorId,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(evaluatorVersion.evaluatorId, desc(evaluatorVersion.number))
    const byId = new Map(last.map((one) => [one.evaluatorId, one]))
    return rows.map((row) => ({ row, latest: byId.get(row.id) }))
  }
  async function getMany(spaceId: string, ids: string[]): Promise<FoundEvaluator[]> {
    if (!ids.length) return []
    const rows = await db
      .select()
      .from(evaluator)
      .where(and(eq(evaluator.spaceId, spaceId), inArray(evaluator.id, ids)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return withLatest(ids.flatMap((id) => byId.get(id) ?? []))
  }
  async function get(spaceId: string, id: string): Promise<FoundEvaluator> {
    const [found] = await getMany(spaceId, [id])
    if (!found) throw errors.notFound({ what: 'evaluator' })
    return found
  }
  const isSame = (a: EvaluatorContent, b: EvaluatorContent) => stable(a) === stable(b)

  return {
    get,
    getMany,
    isTaken,
    isSame,
    check: (spaceId: string, content: EvaluatorContent) => checkContent(content, spaceId, models),
    /** Saves content as a version of the evaluator with this name, which is created if there is none. */
    async create(spaceId: string, userId: string, name: string, content: EvaluatorContent) {
      await checkContent(content, spaceId, models)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
        await tx
          .insert(evaluator)
          .values({ id: newId(), spaceId, name, draft: content, ...made })
          .onConflictDoNothing()
        const [row] = await tx
          .select()
          .from(evaluator)
          .where(
            and(
              eq(evaluator.spaceId, spaceId),
              eq(evaluator.isInline, false),
              sql`lower(${evaluator.name}) = lower(${name})`,
            ),
          )
          .for('update')
        const last = await lastOf(row!.id, tx)
        // Unchanged content keeps its version.
        if (last && isSame(last.content, content))
          return { evaluatorId: row!.id, versionId: last.id, version: last.version }
        const version = last ? nextPatch(last.version) : '0.0.1'
        await tx
          .update(evaluator)
          .set({ draft: content, editedBy: userId, updatedAt: now })
          .where(eq(evaluator.id, row!.id))
        const versionId = await addVersion({ ...row!, draft: content }, userId, version, '', tx)
        return { evaluatorId: row!.id, versionId, version }
      })
    },
    /** Creates an unlisted evaluator for one list, with its first version. */
    async createInline(spaceId: string, userId: string, name: string, content: EvaluatorContent, tx: Tx = db) {
      await checkContent(content, spaceId, models)
      const now = clock.now()
      const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
      const given = { id: newId(), spaceId, name, description: '', draft: content, requestKey: '', isInline: true }
      await tx.insert(evaluator).values({ ...given, ...made })
      await addVersion({ ...given, ...made }, userId, '0.0.1', '', tx)
      return given.id
    },
    /** Saves the next version of an unlisted evaluator. Unchanged content keeps its version. */
    async saveInline(spaceId: string, userId: string, id: string, name: string, content: EvaluatorContent) {
      await checkContent(content, spaceId, models)
      await db.transaction(async (tx) => {
        const row = await lock(spaceId, id, tx)
        const last = await lastOf(id, tx)
        const set = { name, draft: content, editedBy: userId, updatedAt: clock.now() }
        if (!row.isInline && name !== row.name && (await isTaken(spaceId, name, id, tx)))
          throw evaluatorErrors.nameTaken()
        await tx.update(evaluator).set(set).where(eq(evaluator.id, id))
        if (!last || !isSame(last.content, content))
          await addVersion({ ...row, ...set }, userId, last ? nextPatch(last.version) : '0.0.1', '', tx)
      })
    },
    /** Lists the evaluator in the space, or hides it, so that only its lists use it. */
    setInline: (spaceId: string, id: string, isInline: boolean) =>
      db.transaction(async (tx) => {
        const row = await lock(spaceId, id, tx)
        if (!isInline && (await isTaken(spaceId, row.name, id, tx))) throw evaluatorErrors.nameTaken()
        await tx.update(evaluator).set({ isInline, updatedAt: clock.now() }).where(eq(evaluator.id, id))
      }),
    /** Creates a draft without a version; `submit` adds the first. Idempotent by request key. */
    async createDraft(
      spaceId: string,
      userId: string,
      given: { name: string; description: string; content: EvaluatorContent; requestKey: string },
    ): Promise<string> {
      await checkContent(given.content, spaceId, models)
      return db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`evaluator/${spaceId}`}, 0))`)
        if (given.requestKey) {
          const same = and(eq(evaluator.spaceId, spaceId), eq(evaluator.requestKey, given.requestKey))
          const [known] = await tx.select({ id: evaluator.id }).from(evaluator).where(same)
          if (known) return known.id
        }
        if (await isTaken(spaceId, given.name, undefined, tx)) throw evaluatorErrors.nameTaken()
        if ((await tx.$count(evaluator, eq(evaluator.spaceId, spaceId))) >= MOST)
          throw evaluatorErrors.tooMany({ max: MOST })
        const [id, now] = [newId(), clock.now()]
        const { name, description, content: draft, requestKey } = given
        const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
        await tx.insert(evaluator).values({ id, spaceId, name, description, draft, requestKey, ...made })
        return id
      })
    },
    setMeta: (
      spaceId: string,
      userId: string,
      id: string,
      set: { name?: string | undefined; description?: string | undefined },
    ) =>
      db.transaction(async (tx) => {
        await lock(spaceId, id, tx)
        if (set.name !== undefined && (await isTaken(spaceId, set.name, id, tx))) throw evaluatorErrors.nameTaken()
        const { name, description } = set
        await tx
          .update(evaluator)
          .set({
            ...(name !== undefined && { name }),
            ...(description !== undefined && { description }),
            editedBy: userId,
            updatedAt: clock.now(),
          })
          .where(eq(evaluator.id, id))
      }),
    async setDraft(spaceId: string, userId: string, id: string, draft: EvaluatorContent): Promise<FoundEvaluator> {
      await checkContent(draft, spaceId, models)
      await db.transaction(async (tx) => {
        await lock(spaceId, id, tx)
        await tx.update(evaluator).set({ draft, editedBy: userId, updatedAt: clock.now() }).where(eq(evaluator.id, id))
      })
      return get(spaceId, id)
    },
    async submit(spaceId: string, userId: string, id: string, version: string, note: string): Promise<FoundEvaluator> {
      if (version.length > MAX_VERSION || !isSemVer(version)) throw evaluatorErrors.badVersion()
      await db.transaction(async (tx) => {
        const row = await lock(spaceId, id, tx)
        const last = await lastOf(id, tx)
        if (last && compareSemVer(version, last.version) <= 0) throw evaluatorErrors.notNewer({ last: last.version })
        if (last && isSame(last.content, row.draft)) throw evaluatorErrors.nothingChanged({ version: last.version })
        await checkContent(row.draft, spaceId, models)
        await addVersion(row, userId, version, note, tx)
        await tx.update(evaluator).set({ editedBy: userId, updatedAt: clock.now() }).where(eq(evaluator.id, id))
      })
      return get(spaceId, id)
    },
    async search(spaceId: string, { name, makers, isJudge, order }: EvaluatorSearch, page: number, size: number) {
      const where = and(
        eq(evaluator.spaceId, spaceId),
        eq(evaluator.isInline, false),
        name ? ilike(evaluator.name, likeText(name)) : undefined,
        makers?.length ? inArray(evaluator.createdBy, makers) : undefined,
        isJudge === undefined
          ? undefined
          : isJudge
            ? sql`${evaluator.draft} ->> 'kind' = 'judge'`
            : sql`${evaluator.draft} ->> 'kind' <> 'judge'`,
      )
      const by = columns[order?.field ?? ''] ?? columns.updated_at!
      const rows = await db
        .select()
        .from(evaluator)
        .where(where)
        .orderBy(order?.is_asc ? asc(by) : desc(by), desc(evaluator.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows: await withLatest(rows), total: await db.$count(evaluator, where) }
    },
    async versions(spaceId: string, id: string, names: string[] | undefined, page: number, size: number) {
      await get(spaceId, id)
      const where = and(
        eq(evaluatorVersion.evaluatorId, id),
        names?.length ? inArray(evaluatorVersion.version, names) : undefined,
      )
      const of = db.select().from(evaluatorVersion).where(where).orderBy(desc(evaluatorVersion.number))
      const rows = await of.limit(size).offset((page - 1) * size)
      return { rows, total: await db.$count(evaluatorVersion, where) }
    },
    /** Versions in the order of `ids`, without those of other spaces. */
    async versionsByIds(spaceId: string, ids: string[]) {
      if (!ids.length) return []
      const rows = await joined().where(and(eq(evaluator.spaceId, spaceId), inArray(evaluatorVersion.id, ids)))
      const byId = new Map(rows.map((row) => [row.version.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    /** Sorted by name, newest version first. */
    async list(spaceId: string, words?: string) {
      const rows = await joined()
        .where(
          and(
            eq(evaluator.spaceId, spaceId),
            eq(evaluator.isInline, false),
            words ? ilike(evaluator.name, likeText(words)) : undefined,
          ),
        )
        .orderBy(asc(evaluator.name), desc(evaluatorVersion.number))
      return rows.map(({ evaluator: { id, name }, version }) => ({
        evaluatorId: id,
        versionId: version.id,
        name,
        version: version.version,
        content: version.content,
        createdAt: version.createdAt,
      }))
    },
    /** Versions of a space that still exist, by id. */
    async ready(spaceId: string, versionIds: string[]): Promise<Map<string, ReadyEvaluator>> {
      if (!versionIds.length) return new Map()
      const rows = await joined().where(and(eq(evaluator.spaceId, spaceId), inArray(evaluatorVersion.id, versionIds)))
      return new Map(
        rows.map(({ evaluator: { id, name }, version }) => [
          version.id,
          { versionId: version.id, evaluatorId: id, name, version: version.version, content: version.content },
        ]),
      )
    },
    async remove(spaceId: string, id: string): Promise<void> {
      const { rowCount } = await db.delete(evaluator).where(and(eq(evaluator.id, id), eq(evaluator.spaceId, spaceId)))
      if (!rowCount) throw errors.notFound({ what: 'evaluator' })
    },
  }
}
export type EvaluatorService = ReturnType<typeof createEvaluatorService>

/** JSON with sorted keys, because the database does not keep the key order of objects. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`)
    .join()}}`
}
