import { eq, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Turn } from './dataset-content.ts'
import { datasetErrors } from './dataset.errors.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import type { DatasetService } from './dataset.service.ts'
import { dataset, datasetSchema, datasetVersion } from './dataset.table.ts'
import { compareSemVer, isSemVer } from './shared/semver.ts'

interface VersionDeps {
  db: Db
  repo: DatasetRepo
  datasets: DatasetService
  newId: NewId
  clock: Clock
}
const MAX_LENGTH = 50
/** Comparisons show only the beginning of a value. */
const SHOWN_LENGTH = 300

export interface ItemChange {
  itemId: string
  kind: 'added' | 'removed' | 'changed'
  fields: FieldChange[]
}
/** A field that differs between two states. `before` or `after` is undefined if there is no value. */
export interface FieldChange {
  key: string
  before?: string | undefined
  after?: string | undefined
}

/** Matches revisions of one state that the other lacks, using the index on added and deleted versions. */
const onlyIn = (vn: number, other: number): SQL =>
  vn < other
    ? sql`del_vn > ${vn} AND del_vn <= ${other} AND add_vn <= ${vn}`
    : sql`add_vn > ${other} AND add_vn <= ${vn} AND (del_vn IS NULL OR del_vn > ${vn})`

function shown(turns: Turn[], key: string): string | undefined {
  const texts = turns.flatMap((turn) => turn[key]?.text ?? [])
  return texts.length ? texts.join('\n').slice(0, SHOWN_LENGTH) : undefined
}

function differing(before: Turn[], after: Turn[]): FieldChange[] {
  const keys = new Set([...before, ...after].flatMap((turn) => Object.keys(turn)))
  const text = (turns: Turn[], key: string) =>
    JSON.stringify(turns.map((turn) => [turn[key]?.text ?? null, turn[key]?.format ?? null]))
  return [...keys]
    .filter((key) => text(before, key) !== text(after, key))
    .map((key) => ({ key, before: shown(before, key), after: shown(after, key) }))
}

/** Versions are immutable states of a dataset. Creating one writes a single row, regardless of the number of items. */
export function createVersionService({ db, repo, datasets, newId, clock }: VersionDeps) {
  async function get(id: string) {
    const found = await repo.version(id)
    if (!found) throw errors.notFound({ what: 'version' })
    return found
  }
  return {
    get,
    last: (datasetId: string) => repo.lastVersion(datasetId),
    list: (datasetId: string, like: string, page: number, size: number) => repo.versions(datasetId, like, page, size),
    schemaOf: async (schemaId: string) => (await repo.schema(schemaId))!,
    datasetOf: async (id: string): Promise<string | undefined> => (await repo.version(id))?.datasetId,
    /** Versions in the order of the ids, without those of other spaces. */
    async ofSpace(spaceId: string, ids: string[]) {
      const rows = new Map((await repo.versionsOfSpace(spaceId, ids)).map((row) => [row.id, row]))
      return ids.flatMap((id) => rows.get(id) ?? [])
    },
    /** A version of this dataset. */
    async of(datasetId: string, id: string) {
      const found = await get(id)
      if (found.datasetId !== datasetId) throw errors.notFound({ what: 'version' })
      return found
    },
    make(datasetId: string, userId: string, version: string, note: string): Promise<string> {
      if (version.length > MAX_LENGTH || !isSemVer(version)) throw datasetErrors.badVersion()
      return datasets.edit(datasetId, userId, async (row, tx) => {
        const last = await repo.lastVersion(datasetId, tx)
        if (last && compareSemVer(version, last.version) <= 0) throw datasetErrors.notNewer({ last: last.version })
        const isChanged = row.schemaVn === row.nextVn || (await repo.hasChanges(datasetId, row.nextVn, tx))
        if (last && !isChanged)
          throw datasetErrors.nothingChanged({ version: last.version, id: last.id }, { id: last.id })
        const [id, now] = [newId(), clock.now()]
        const { nextVn: vn, schemaId, itemCount } = row
        const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
        await tx.insert(datasetVersion).values({ id, datasetId, version, vn, schemaId, itemCount, note, ...made })
        await tx.update(datasetSchema).set({ isImmutable: true }).where(eq(datasetSchema.id, schemaId))
        await tx
          .update(dataset)
          .set({ nextVn: vn + 1 })
          .where(eq(dataset.id, datasetId))
        return id
      })
    },
    async describe(id: string, userId: string, note: string) {
      await get(id)
      await db
        .update(datasetVersion)
        .set({ note, editedBy: userId, updatedAt: clock.now() })
        .where(eq(datasetVersion.id, id))
    },
    /** The differences between two states, by item. The draft has the number `nextVn`. */
    async diff(datasetId: string, from: number, to: number, page: number, size: number) {
      const side = (vn: number, other: number) =>
        sql`(SELECT item_id, turns FROM dataset_item WHERE dataset_id = ${datasetId} AND ${onlyIn(vn, other)})`
      const changes = sql`FROM ${side(from, to)} a FULL JOIN ${side(to, from)} b ON a.item_id = b.item_id
        WHERE a.turns IS DISTINCT FROM b.turns`
      const { rows: counts } = await db.execute<{ added: number; removed: number; changed: number }>(sql`
        SELECT count(*) FILTER (WHERE a.item_id IS NULL)::int AS added,
          count(*) FILTER (WHERE b.item_id IS NULL)::int AS removed,
          count(*) FILTER (WHERE a.item_id IS NOT NULL AND b.item_id IS NOT NULL)::int AS changed ${changes}`)
      const { rows } = await db.execute<{ item_id: string; before: Turn[] | null; after: Turn[] | null }>(sql`
        SELECT coalesce(a.item_id, b.item_id)::text AS item_id, a.turns AS before, b.turns AS after ${changes}
        ORDER BY coalesce(a.item_id, b.item_id) LIMIT ${size} OFFSET ${(page - 1) * size}`)
      const items = rows.map(({ item_id, before, after }): ItemChange => ({
        itemId: item_id,
        kind: before ? (after ? 'changed' : 'removed') : 'added',
        fields: differing(before ?? [], after ?? []),
      }))
      return { ...counts[0]!, items }
    },
  }
}
export type VersionService = ReturnType<typeof createVersionService>
