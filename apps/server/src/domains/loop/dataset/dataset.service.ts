import {
  ColumnRunStatus,
  DATASET_LIMITS,
  DatasetCategory,
  DatasetVisibility,
  FieldStatus,
  JobStatus,
  SecurityLevel,
} from '@orrery/contract/shared/dataset-enums'
import { and, asc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { LabelService } from '../label/label.service.ts'
import { LOCKED_BY_PERSON } from './shared/lock-reasons.ts'
import { datasetColumnRun } from './column/column.table.ts'
import { datasetJob } from './io/job.table.ts'
import type { DatasetFeatures, DatasetSpec, Field } from './dataset-content.ts'
import { datasetErrors, reachErrors } from './dataset.errors.ts'
import { type DatasetRepo, type DatasetSearch, inView } from './dataset.repo.ts'
import { dataset, datasetItem, type DatasetRow, datasetSchema } from './dataset.table.ts'
import { type FieldInput, nextFields } from './field-check.ts'
import { checkTurns, type ItemRules } from './item-check.ts'

export interface NewDataset {
  name: string
  description: string
  category: number
  bizCategory: string
  features: DatasetFeatures
  spec: DatasetSpec
  fields: FieldInput[]
  listing?: number | undefined
  securityLevel?: number | undefined
  visibility?: number | undefined
}
export interface DatasetDeps {
  db: Db
  repo: DatasetRepo
  resources: ResourceService
  newId: NewId
  clock: Clock
  /** The name of a person, for the message about their lock. */
  nameOf(userId: string): Promise<string>
  labels: Pick<LabelService, 'choices'>
  audit: Pick<AuditService, 'record'>
}
/** Rows per query when a schema is checked against all rows. */
const CHECKED_AT_ONCE = 500
const REPORTED_ROWS = 100

/** The limits of the dataset, where they are lower than those of the instance. */
export const limitsOf = ({ category, spec }: Pick<DatasetRow, 'category' | 'spec'>) => {
  const ofCategory = category === DatasetCategory.evaluation ? DATASET_LIMITS.evaluationItems : DATASET_LIMITS.items
  return {
    items: Math.min(spec.maxItemCount ?? ofCategory, ofCategory),
    fields: Math.min(spec.maxFieldCount ?? DATASET_LIMITS.fields, DATASET_LIMITS.fields),
    bytes: Math.min(spec.maxItemSize ?? DATASET_LIMITS.itemBytes, DATASET_LIMITS.itemBytes),
    depth: Math.min(spec.maxItemDataNestedDepth ?? DATASET_LIMITS.depth, DATASET_LIMITS.depth),
  }
}
const rulesOf = (row: DatasetRow, fields: Field[], choices: ItemRules['choices']): ItemRules => {
  const { bytes, depth } = limitsOf(row)
  return { fields, isMultiTurn: row.features.repeatedData, maxBytes: bytes, maxDepth: depth, choices }
}

/** Strictly protected datasets cannot be visible to everyone. */
function requireReach(visibility: number, securityLevel: number): void {
  if (visibility === DatasetVisibility.instance && securityLevel === SecurityLevel.strict)
    throw reachErrors.strictIsNotPublic()
}

export function createDatasetService({ db, repo, resources, newId, clock, nameOf, labels, audit }: DatasetDeps) {
  const newKey = () => `f${newId()}`
  async function get(id: string, tx: Tx = db) {
    const found = await repo.find(id, tx)
    if (!found) throw errors.notFound({ what: 'dataset' })
    return found
  }
  /**
   * Opens the dataset for a write: other writers wait. A locked dataset refuses, unless the lock has the same reason or
   * the caller set it.
   */
  async function open(id: string, tx: Tx, reason?: number, userId?: string): Promise<DatasetRow> {
    const row = await repo.claim(id, tx)
    if (!row) throw errors.notFound({ what: 'dataset' })
    // People can work on a dataset that they locked themselves.
    if (row.lockReason === LOCKED_BY_PERSON && row.lockBy === userId) return row
    if (row.lockBy && row.lockUntil > clock.now() && row.lockReason !== reason)
      throw datasetErrors.locked({ by: await nameOf(row.lockBy), until: new Date(row.lockUntil).toISOString() })
    return row
  }
  const edit = <T>(
    id: string,
    userId: string,
    work: (row: DatasetRow, tx: Tx) => Promise<T>,
    isEdit: (done: T) => boolean = () => true,
  ): Promise<T> =>
    db.transaction(async (tx) => {
      const done = await work(await open(id, tx, undefined, userId), tx)
      if (isEdit(done)) await resources.touch(id, userId, {}, tx)
      return done
    })

  const tagsOf = (fields: Field[]) => [
    ...new Set(
      fields.flatMap(({ tagKeyId, status }) => (tagKeyId && status === FieldStatus.available ? tagKeyId : [])),
    ),
  ]
  /** The rules that items of this dataset must fit. */
  async function rulesFor(row: DatasetRow, fields: Field[], tx: Tx = db): Promise<ItemRules> {
    const tags = tagsOf(fields)
    const choices = tags.length
      ? await labels.choices((await repo.find(row.id, tx))!.head.spaceId, tags, tx)
      : new Map()
    return rulesOf(row, fields, choices)
  }
  /** Refuses new uses of a tag that the space does not have or that is inactive. */
  async function requireTags(spaceId: string, fields: Field[], present: Field[], tx: Tx) {
    const known = await labels.choices(spaceId, tagsOf(fields), tx)
    for (const [index, { tagKeyId, key }] of fields.entries()) {
      if (!tagKeyId || present.some((field) => field.key === key && field.tagKeyId === tagKeyId)) continue
      if (!known.get(tagKeyId)?.isActive)
        throw badInput(
          `fields[${index}].tagFieldConfig`,
          'the space has no such tag, or it is inactive. Choose another one',
          '空间中没有该标签或标签已停用，请另选一个',
        )
    }
  }

  const hasRunningJob = async (id: string, tx: Tx) =>
    (await tx.$count(datasetJob, and(eq(datasetJob.datasetId, id), lte(datasetJob.status, JobStatus.running)))) > 0 ||
    (await tx.$count(
      datasetColumnRun,
      and(eq(datasetColumnRun.datasetId, id), lte(datasetColumnRun.status, ColumnRunStatus.running)),
    )) > 0
  /** Checks all rows of the draft against new fields, and reports the rows that do not fit. */
  async function checkRows(row: DatasetRow, fields: Field[], tx: Tx) {
    const rules = await rulesFor(row, fields, tx)
    const unfit: { itemID: string; field: string; message: string; messageZh: string }[] = []
    let count = 0
    for (let last = '0'; ;) {
      const rows = await tx
        .select({ id: datasetItem.id, itemId: datasetItem.itemId, turns: datasetItem.turns })
        .from(datasetItem)
        .where(and(inView({ datasetId: row.id }), gt(datasetItem.id, last)))
        .orderBy(asc(datasetItem.id))
        .limit(CHECKED_AT_ONCE)
      for (const { itemId, turns } of rows) {
        const problem = checkTurns(turns, rules, turns)
        if (!problem) continue
        count += 1
        if (unfit.length < REPORTED_ROWS)
          unfit.push({ itemID: itemId, field: problem.field ?? '', message: problem.en, messageZh: problem.zh })
      }
      if (rows.length < CHECKED_AT_ONCE) break
      last = rows.at(-1)!.id
    }
    if (!count) return
    const shown = unfit.slice(0, 5).map(({ itemID, field, message }) => [itemID, field, message].join(' '))
    throw datasetErrors.rowsDoNotFit({ count, rows: shown.join('; ') }, { errors: unfit })
  }

  /** Replaces the list of fields within a transaction that holds the dataset. Refuses fields that rows do not fit. */
  async function writeFields(row: DatasetRow, userId: string, given: FieldInput[], tx: Tx): Promise<Field[]> {
    if (!row.features.editSchema) throw datasetErrors.schemaFixed()
    const schema = (await repo.schema(row.schemaId, tx))!
    const fields = nextFields(given, schema.fields, limitsOf(row).fields, newKey)
    await requireTags((await repo.find(row.id, tx))!.head.spaceId, fields, schema.fields, tx)
    await checkRows(row, fields, tx)
    const now = clock.now()
    const changed = { fields, editedBy: userId, updatedAt: now }
    let schemaId = schema.id
    if (schema.isImmutable) {
      schemaId = newId()
      await tx.insert(datasetSchema).values({ ...changed, id: schemaId, datasetId: row.id, createdAt: now })
    } else await tx.update(datasetSchema).set(changed).where(eq(datasetSchema.id, schemaId))
    await tx.update(dataset).set({ schemaId, schemaVn: row.nextVn }).where(eq(dataset.id, row.id))
    return fields
  }

  return {
    get,
    edit,
    open,
    rulesFor,
    /** The rules that items of the draft must fit; the stamp changes with the fields. */
    async rules(id: string, tx: Tx = db): Promise<ItemRules & { stamp: string }> {
      const found = await repo.find(id, tx)
      if (!found) throw errors.notFound({ what: 'dataset' })
      const { dataset: row, schema } = found
      return { ...(await rulesFor(row, schema.fields, tx)), stamp: sha256(JSON.stringify(schema.fields)) }
    },
    search: (by: DatasetSearch, page: number, size: number) => repo.search(by, page, size),
    hasChanges: async (row: DatasetRow) => row.schemaVn === row.nextVn || repo.hasChanges(row.id, row.nextVn),
    /** `also` records the purpose of the dataset in the same transaction, so that neither exists without the other. */
    async create(
      spaceId: string,
      userId: string,
      given: NewDataset,
      also?: (id: string, tx: Tx) => Promise<void>,
    ): Promise<string> {
      const { name, description, category, bizCategory, features, spec, listing = 1, securityLevel = 0 } = given
      const visibility = given.visibility ?? DatasetVisibility.space
      requireReach(visibility, securityLevel)
      const fields = nextFields(given.fields, [], limitsOf(given).fields, newKey)
      return db.transaction(async (tx) => {
        await requireTags(spaceId, fields, [], tx)
        if (await repo.hasName(spaceId, category, name, '', tx)) throw datasetErrors.nameTaken({ name })
        const head = await resources.create({ kind: 'dataset', spaceId, ownerId: userId, name, description }, tx)
        const schemaId = newId()
        await tx
          .insert(dataset)
          .values({ id: head.id, category, bizCategory, features, spec, schemaId, listing, securityLevel, visibility })
        const now = clock.now()
        await tx
          .insert(datasetSchema)
          .values({ id: schemaId, datasetId: head.id, fields, editedBy: userId, createdAt: now, updatedAt: now })
        await also?.(head.id, tx)
        return head.id
      })
    },
    async update(id: string, userId: string, change: { name?: string | undefined; description?: string | undefined }) {
      const { head, dataset: row } = await get(id)
      await db.transaction(async (tx) => {
        const { name, description } = change
        if (name !== undefined && (await repo.hasName(head.spaceId, row.category, name, id, tx)))
          throw datasetErrors.nameTaken({ name })
        const changed = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
        await resources.touch(id, userId, changed, tx)
      })
    },
    /** Sets who can see the dataset and how strictly its rows are protected. */
    setReach: (id: string, userId: string, change: { visibility?: number; securityLevel?: number }) =>
      db.transaction(async (tx) => {
        const row = await repo.claim(id, tx)
        const found = await repo.find(id, tx)
        if (!row || !found) throw errors.notFound({ what: 'dataset' })
        const { visibility = row.visibility, securityLevel = row.securityLevel } = change
        requireReach(visibility, securityLevel)
        await tx.update(dataset).set({ visibility, securityLevel }).where(eq(dataset.id, id))
        const { name, spaceId } = found.head
        const detail = { name, visibility, securityLevel }
        await audit.record({ actorId: userId, spaceId, action: 'dataset.reach', target: id, detail }, tx)
      }),
    /** Records an export in the audit log if the dataset is strictly protected. */
    async noteExport(id: string, userId: string, tx?: Tx): Promise<void> {
      const { head, dataset: row } = await get(id, tx)
      if (row.securityLevel !== SecurityLevel.strict) return
      const { name, spaceId } = head
      await audit.record({ actorId: userId, spaceId, action: 'dataset.export', target: id, detail: { name } }, tx)
    },
    isPublic: async (id: string): Promise<boolean> =>
      (await repo.find(id))?.dataset.visibility === DatasetVisibility.instance,
    async remove(id: string, userId: string) {
      await get(id)
      await db.transaction(async (tx) => {
        await open(id, tx)
        if (await hasRunningJob(id, tx)) throw datasetErrors.jobRuns()
        await resources.discard(id, userId, tx)
      })
    },
    writeFields,
    /** Replaces the list of fields. */
    setFields: (id: string, userId: string, given: FieldInput[]) =>
      edit(id, userId, (row, tx) => writeFields(row, userId, given, tx)),
    /** Refuses writes of others until the lock expires or is released. Fails if somebody else holds a lock. */
    lock: (id: string, by: string, until: number, reason: number, userId?: string) =>
      db.transaction(async (tx) => {
        await open(id, tx, undefined, userId)
        await tx.update(dataset).set({ lockBy: by, lockUntil: until, lockReason: reason }).where(eq(dataset.id, id))
      }),
    /** Locks the dataset within a transaction, only if no job of the dataset runs. */
    async lockIdle(id: string, by: string, until: number, reason: number, tx: Tx): Promise<void> {
      await open(id, tx)
      if (await hasRunningJob(id, tx)) throw datasetErrors.jobRuns()
      await tx.update(dataset).set({ lockBy: by, lockUntil: until, lockReason: reason }).where(eq(dataset.id, id))
    },
    /** Extends a lock that was set for this reason. */
    keepLock: (id: string, until: number, reason: number) =>
      db
        .update(dataset)
        .set({ lockUntil: until })
        .where(and(eq(dataset.id, id), eq(dataset.lockReason, reason), isNotNull(dataset.lockBy))),
    /** Releases the lock; with a reason, only a lock that was set for it. */
    unlock: (id: string, reason?: number, tx: Tx = db) =>
      tx
        .update(dataset)
        .set({ lockBy: null, lockUntil: 0, lockReason: 0 })
        .where(and(eq(dataset.id, id), reason === undefined ? undefined : eq(dataset.lockReason, reason))),
  }
}
export type DatasetService = ReturnType<typeof createDatasetService>
export type FoundDataset = Awaited<ReturnType<DatasetService['get']>>
