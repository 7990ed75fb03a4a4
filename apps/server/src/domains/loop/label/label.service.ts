import type { GivenLabelValue } from '@orrery/contract'
import { LabelChange, LabelOperation, LabelStatus, LabelType } from '@orrery/contract/shared/label-enums'
import { eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, type Tx, violates } from '#kit/db.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { datasetErrors } from '../dataset/dataset.errors.ts'
import { compareSemVer, isSemVer } from '../dataset/shared/semver.ts'
import { labelErrors } from './label.errors.ts'
import type { LabelRepo, LabelSearch } from './label.repo.ts'
import { labelKey, labelKeyVersion, type LabelChangeLog, type LabelRow } from './label.table.ts'
import { choicesOf, flat, readTree, treeChanges, withRetired } from './label-tree.ts'

interface LabelDeps {
  db: Db
  repo: LabelRepo
  newId: NewId
  clock: Clock
}
export interface NewLabel {
  name: string
  description: string
  type: number
  version: string
  values: GivenLabelValue[]
}
export interface LabelChanges {
  version: string
  name?: string | undefined
  description?: string | undefined
  type?: number | undefined
  values?: GivenLabelValue[] | undefined
}
type Content = Pick<LabelRow, 'name' | 'description' | 'type' | 'status' | 'tree'>

/** Tags: value trees for dataset fields and annotation. Every change creates a version that stays readable. */
export function createLabelService({ db, repo, newId, clock }: LabelDeps) {
  async function own(spaceId: string, id: string, tx: Tx): Promise<LabelRow> {
    const row = await repo.claim(spaceId, id, tx)
    if (!row) throw errors.notFound({ what: 'tag' })
    return row
  }
  const named = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (violates(cause, 'label_key_name')) throw labelErrors.nameTaken({ name })
      throw cause
    }
  }
  /** Stores a version with the current state of the tag. */
  async function note(row: LabelRow, userId: string, changes: LabelChangeLog[], tx: Tx) {
    const { id: keyId, spaceId: _, editedBy: _by, updatedAt: createdAt, ...content } = row
    await tx.insert(labelKeyVersion).values({ ...content, id: newId(), keyId, changes, createdBy: userId, createdAt })
  }
  async function save(row: LabelRow, userId: string, version: string, next: Content, tx: Tx) {
    const changes = changesOf(row, next)
    const after = { ...row, ...next, version, vn: row.vn + 1, editedBy: userId, updatedAt: clock.now() }
    const { id, ...columns } = after
    await tx.update(labelKey).set(columns).where(eq(labelKey.id, id))
    await note(after, userId, changes, tx)
  }
  /** The new tree. A removed value that rows still use becomes inactive instead. */
  async function nextTree(row: LabelRow, given: GivenLabelValue[], tx: Tx) {
    const tree = readTree(given, row.tree, newId)
    const ids = new Set(flat(tree).map(({ id }) => id))
    const removed = flat(row.tree).filter(({ id }) => !ids.has(id))
    if (!removed.length) return tree
    const used = await repo.used(
      row.id,
      removed.map(({ name }) => name),
      tx,
    )
    return withRetired(
      tree,
      removed.filter(({ name }) => used.has(name)),
    )
  }
  async function setOne(spaceId: string, userId: string, id: string, status: number) {
    await db.transaction(async (tx) => {
      const row = await own(spaceId, id, tx)
      if (row.status === status) return
      if (row.status === LabelStatus.deprecated) throw labelErrors.deprecated({ name: row.name })
      await named(row.name, () => save(row, userId, nextPatch(row.version), { ...row, status }, tx))
    })
  }

  return {
    async create(spaceId: string, userId: string, { values, ...given }: NewLabel): Promise<string> {
      if (!isSemVer(given.version)) throw datasetErrors.badVersion()
      const [id, now] = [newId(), clock.now()]
      const row: LabelRow = {
        ...given,
        id,
        spaceId,
        status: LabelStatus.active,
        vn: 1,
        tree: readTree(values, [], newId),
        createdBy: userId,
        createdAt: now,
        editedBy: userId,
        updatedAt: now,
      }
      const made = { target: LabelChange.tag, operation: LabelOperation.create, before: '', after: row.name, value: '' }
      await named(row.name, () =>
        db.transaction(async (tx) => {
          await tx.insert(labelKey).values(row)
          await note(row, userId, [made], tx)
        }),
      )
      return id
    },
    async update(spaceId: string, userId: string, id: string, { version, values, ...given }: LabelChanges) {
      await named(given.name ?? '', () =>
        db.transaction(async (tx) => {
          const row = await own(spaceId, id, tx)
          if (!isSemVer(version)) throw datasetErrors.badVersion()
          if (row.status === LabelStatus.deprecated) throw labelErrors.deprecated({ name: row.name })
          if (compareSemVer(version, row.version) <= 0) throw labelErrors.notNewer({ last: row.version })
          const tree = values ? await nextTree(row, values, tx) : row.tree
          const { name = row.name, description = row.description, type = row.type } = given
          await save(row, userId, version, { name, description, type, status: row.status, tree }, tx)
        }),
      )
    },
    /** Turns the options of a field into a shared tag with a name. */
    async archive(spaceId: string, userId: string, id: string, name: string, description: string | undefined) {
      await named(name, () =>
        db.transaction(async (tx) => {
          const row = await own(spaceId, id, tx)
          if (row.type !== LabelType.ofField) throw labelErrors.notOptions()
          const next = { ...row, name, description: description ?? row.description, type: LabelType.shared }
          await save(row, userId, nextPatch(row.version), next, tx)
        }),
      )
    },
    /** Sets the status of tags. Returns an error by id for each tag that could not be changed. */
    async setStatus(spaceId: string, userId: string, ids: string[], status: number, locale: Locale) {
      const problems: Record<string, string> = {}
      for (const id of new Set(ids))
        await setOne(spaceId, userId, id, status).catch((cause: unknown) => {
          if (!(cause instanceof AppError)) throw cause
          problems[id] = cause.text(locale)
        })
      return problems
    },
    async get(spaceId: string, id: string) {
      const row = await repo.find(spaceId, id)
      if (!row) throw errors.notFound({ what: 'tag' })
      return { row, versions: await repo.versions(id) }
    },
    search: (by: LabelSearch, page: number, size: number) => repo.search(by, page, size),
    /** Names of tags of a space, by id. */
    async names(spaceId: string, ids: string[]): Promise<Map<string, string>> {
      const rows = ids.length ? await repo.byIds(ids) : []
      return new Map(rows.filter((row) => row.spaceId === spaceId).map((row) => [row.id, row.name]))
    },
    /** Allowed cell values for fields with these tags; tags of other spaces are left out. */
    async choices(spaceId: string, ids: string[], tx: Tx = db) {
      const rows = ids.length ? await repo.byIds(ids, tx) : []
      return new Map(
        rows
          .filter((row) => row.spaceId === spaceId)
          .map((row) => [row.id, { ...choicesOf(row.tree), isActive: row.status === LabelStatus.active }] as const),
      )
    },
    /** Adds values that do not exist yet, as a new version. */
    async addValues(spaceId: string, userId: string, id: string, names: string[]) {
      await db.transaction(async (tx) => {
        const row = await own(spaceId, id, tx)
        const known = new Set(flat(row.tree).map(({ name }) => name))
        const fresh = [...new Set(names)].filter((name) => !known.has(name))
        if (!fresh.length) return
        const given = fresh.map((name) => ({ tagValueName: name, description: '', children: [] }))
        const tree = [...row.tree, ...readTree(given, [], newId)]
        await save(row, userId, nextPatch(row.version), { ...row, tree }, tx)
      })
    },
  }
}
export type LabelService = ReturnType<typeof createLabelService>

/** The release after 1.2.3-rc.1 is 1.2.3; after 1.2.3 it is 1.2.4. */
function nextPatch(version: string): string {
  const [, major, minor, patch, rest] = /^(\d+)\.(\d+)\.(\d+)(-)?/.exec(version)!
  return `${major}.${minor}.${rest ? patch : BigInt(patch!) + 1n}`
}

function changesOf(before: Content, after: Content): LabelChangeLog[] {
  const { name, description, status, type } = LabelChange
  const changed = (target: number, old: string, now: string): LabelChangeLog[] =>
    old === now ? [] : [{ target, operation: LabelOperation.update, before: old, after: now, value: '' }]
  return [
    ...changed(name, before.name, after.name),
    ...changed(description, before.description, after.description),
    ...changed(status, String(before.status), String(after.status)),
    ...changed(type, String(before.type), String(after.type)),
    ...treeChanges(before.tree, after.tree),
  ]
}
