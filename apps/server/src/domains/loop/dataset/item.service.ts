import { ItemErrorType, ItemSource } from '@orrery/contract/shared/dataset-enums'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Field, ItemInput, ItemPage, Turn, View } from './dataset-content.ts'
import { datasetErrors } from './dataset.errors.ts'
import type { FieldInput } from './field-check.ts'
import { filesOfTurns, type MediaFiles } from './media-files.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import { type DatasetService, limitsOf } from './dataset.service.ts'
import { dataset, datasetItem, type DatasetRow, type ItemRow } from './dataset.table.ts'
import type { Edits } from './edits.ts'
import { bytesOf, isItemProblem, type ItemProblem, type ItemRules, readItem } from './item-check.ts'
import { type FilterRules, filterSql, type ItemQuestion, orderSql, wordSql } from './item-filter.ts'
import { addToCount, endRevisions, hashOf } from './revisions.ts'

export interface FoundProblem extends ItemProblem {
  /** The index of the item in the call. */
  index: number
}
interface ReadItem {
  index: number
  itemKey: string
  tags?: string[] | undefined
  turns: Turn[]
  hash: string
  traceId: string
}
export interface AddOptions {
  /** Skips invalid items instead of refusing all. */
  skipInvalid: boolean
  /** Adds items up to the limit instead of refusing all. */
  allowPartial: boolean
  /** The source of the items; a person by default. */
  source?: number
  /** The item that all of them copy. */
  originId?: string | undefined
  /** The item that each of them copies, by index. */
  originIds?: string[] | undefined
  /** Inserts the items before this one; at the end by default. */
  beforeId?: string | undefined
}
export interface ItemChanges {
  add: ItemInput[]
  change: (ItemInput & { itemID: string })[]
  remove: string[]
}
type InsertOptions = Pick<AddOptions, 'source' | 'originId' | 'originIds' | 'beforeId'>
interface ItemDeps {
  repo: DatasetRepo
  datasets: DatasetService
  edits: Edits
  newId: NewId
  clock: Clock
  prepareFiles: MediaFiles
  /** Called after rows were added to a dataset. */
  onAdded?(datasetId: string): void
}

/** Merges changed fields into the stored content. Given turns replace all turns, because turns cannot be identified. */
function patched(before: ItemRow, given: ItemInput, fields: Field[]): ItemInput {
  if (given.repeatedData || !before.turns[0]) return given
  const values = given.data ?? []
  const named = new Set(
    values.map(({ key, name }) => (key ? key : fields.find((field) => field.name === name && field.status === 1)?.key)),
  )
  const kept = fields.flatMap(({ key, status }) => {
    const value = before.turns[0]![key]
    return value && status === 1 && !named.has(key) ? [{ key, content: value.text, format: value.format }] : []
  })
  return { data: [...kept, ...values], ...(given.tags && { tags: given.tags }) }
}

/** The rows of a dataset. Revisions in versions never change: an edit ends the old revision and begins a new one. */
export function createItemService({ repo, datasets, edits, newId, clock, prepareFiles, onAdded = () => {} }: ItemDeps) {
  async function rulesFor(row: DatasetRow, tx: Tx, files?: ReadonlySet<string>): Promise<ItemRules> {
    return { ...(await datasets.rulesFor(row, (await repo.schema(row.schemaId, tx))!.fields, tx)), files }
  }
  /** Resolves the files of the items, before the dataset is locked. */
  const prepared = async (id: string, userId: string, given: ItemInput[]) =>
    prepareFiles(given, (await datasets.get(id)).schema.fields, userId)
  function readAll(given: ItemInput[], rules: ItemRules) {
    const problems: FoundProblem[] = []
    const fit: ReadItem[] = []
    for (const [index, item] of given.entries()) {
      const turns = readItem(item, rules)
      if (isItemProblem(turns)) problems.push({ ...turns, index })
      else {
        const { itemKey = '', tags, traceID: traceId = '' } = item
        fit.push({ index, itemKey, tags, turns, hash: hashOf(turns), traceId })
      }
    }
    return { problems, fit }
  }
  /** Separates items whose key already exists: with the same content they count as added, else they are refused. */
  async function separateByKey(row: DatasetRow, fit: ReadItem[], tx: Tx) {
    const keys = fit.flatMap(({ itemKey }) => (itemKey ? [itemKey] : []))
    const stored = keys.length ? await repo.itemsByKey(row.id, keys, tx) : []
    const known = new Map(stored.map(({ itemKey, itemId, hash }) => [itemKey, { itemId, hash }]))
    const fresh: (ReadItem & { itemId: string })[] = []
    const added = new Map<number, string>()
    const problems: FoundProblem[] = []
    for (const item of fit) {
      const same = item.itemKey ? known.get(item.itemKey) : undefined
      if (!same) {
        const itemId = newId()
        if (item.itemKey) known.set(item.itemKey, { itemId, hash: item.hash })
        fresh.push({ ...item, itemId })
      } else if (same.hash === item.hash) added.set(item.index, same.itemId)
      else
        problems.push({
          index: item.index,
          type: ItemErrorType.mismatch,
          en: `itemKey ${item.itemKey} belongs to an item with other content. Change that item instead`,
          zh: `itemKey ${item.itemKey} 已用于内容不同的数据，请修改该条数据`,
        })
    }
    return { fresh, added, problems }
  }
  /** The positions for new items: after the last item, or between `beforeId` and its predecessor. */
  async function positionsFor(id: string, count: number, beforeId: string | undefined, tx: Tx) {
    if (!beforeId) return { from: await repo.lastPos(id, tx), step: 1 }
    const [next] = await repo.itemsById({ datasetId: id }, [beforeId], tx)
    if (!next) throw errors.notFound({ what: 'item' })
    const from = await repo.posBefore(id, next.pos, tx)
    return { from, step: (next.pos - from) / (count + 1) }
  }
  async function insert(
    row: DatasetRow,
    userId: string,
    items: (ReadItem & { itemId: string })[],
    tx: Tx,
    { source = ItemSource.person, originId, originIds, beforeId }: InsertOptions = {},
  ) {
    if (!items.length) return
    const now = clock.now()
    const { from, step } = await positionsFor(row.id, items.length, beforeId, tx)
    await tx.insert(datasetItem).values(
      items.map(({ index, itemId, itemKey, tags = [], turns, hash, traceId }, at) => ({
        id: newId(),
        datasetId: row.id,
        itemId,
        itemKey,
        pos: from + step * (at + 1),
        addVn: row.nextVn,
        source: traceId ? ItemSource.trace : source,
        traceId,
        tags,
        originId: originIds?.[index] ?? originId ?? null,
        turns,
        bytes: bytesOf(turns),
        hash,
        createdBy: userId,
        createdAt: now,
        editedBy: userId,
        updatedAt: now,
      })),
    )
    await addToCount(row.id, items.length, tx)
  }
  /** Returns the turns, or throws the problem with its place `at` in the call. */
  function requireFit(read: Turn[] | ItemProblem, row: DatasetRow, at: string): Turn[] {
    if (!isItemProblem(read)) return read
    const field = `${at}${read.field ?? (row.features.repeatedData ? 'repeatedData' : 'data')}`
    throw datasetErrors.badItem({ field, problem: read.en, problemZh: read.zh })
  }
  /** Replaces the content of an item; returns whether it changed. */
  async function replace(
    row: DatasetRow,
    userId: string,
    before: ItemRow,
    given: ItemInput,
    rules: ItemRules,
    at: string,
    tx: Tx,
  ): Promise<boolean> {
    const files = new Set([...(rules.files ?? []), ...filesOfTurns(before.turns, rules.fields)])
    const turns = requireFit(readItem(given, { ...rules, files }, before.turns), row, at)
    const hash = hashOf(turns)
    // Without a change there is no new revision, so the draft still equals the version.
    const tags = given.tags ?? before.tags
    const isSame = hash === before.hash
    if (isSame && tags.join('\n') === before.tags.join('\n')) return false
    const edit = { datasetId: row.id, itemId: before.itemId, before: before.turns, after: turns }
    if (!isSame) await edits.note([edit], userId, false, tx)
    const changed = { turns, tags, bytes: bytesOf(turns), hash, editedBy: userId, updatedAt: clock.now() }
    if (before.addVn === row.nextVn) {
      await tx.update(datasetItem).set(changed).where(eq(datasetItem.id, before.id))
      return true
    }
    await endRevisions(row, [before.id], tx)
    await tx.insert(datasetItem).values({ ...before, ...changed, id: newId(), addVn: row.nextVn })
    return true
  }
  async function patchAll(
    row: DatasetRow,
    userId: string,
    changes: ItemChanges['change'],
    files: ReadonlySet<string>,
    tx: Tx,
  ) {
    if (!changes.length) return
    const rules = await rulesFor(row, tx, files)
    const ids = changes.map(({ itemID }) => itemID)
    const stored = new Map((await repo.itemsById({ datasetId: row.id }, ids, tx)).map((item) => [item.itemId, item]))
    for (const [index, change] of changes.entries()) {
      const before = stored.get(change.itemID)
      // A second change of the same item in one call is refused, because it would undo the first one.
      stored.delete(change.itemID)
      if (!before) throw errors.notFound({ what: 'item' })
      await replace(row, userId, before, patched(before, change, rules.fields), rules, `change[${index}].`, tx)
    }
  }
  async function removeAll(row: DatasetRow, itemIds: string[], tx: Tx): Promise<number> {
    const rows = itemIds.length ? await repo.itemsById({ datasetId: row.id }, itemIds, tx) : []
    if (!rows.length) return 0
    const gone = await endRevisions(
      row,
      rows.map((item) => item.id),
      tx,
    )
    await addToCount(row.id, -gone, tx)
    return gone
  }
  const isFull = (max: number): ItemProblem => ({
    type: ItemErrorType.full,
    en: `the dataset is full: at most ${max} items`,
    zh: `数据集已满，最多 ${max} 条`,
  })

  return {
    list: (view: View, page: ItemPage) => repo.items(view, page),
    count: repo.countItems,
    /** The distinct tags of all rows. */
    tags: repo.tagsIn,
    /** Returns `matches` only if a filter or word narrows the list. */
    async search(view: View, rules: FilterRules, { filter, orderBy, word }: ItemQuestion, page: ItemPage) {
      const where = and(filterSql(filter, rules), word ? wordSql(word) : undefined)
      const order = orderSql(orderBy, rules)
      if (page.after && order)
        throw badInput('cursor', 'goes with the order by position. Use page', '仅适用于按位置排序，请使用 page')
      const [rows, matches] = await Promise.all([
        repo.items(view, { ...page, where, order }),
        where && repo.countItems(view, where),
      ])
      return { rows, isByPosition: !order, ...(matches !== undefined && { matches }) }
    },
    /** Items in the order of the ids; missing ones are omitted. */
    async byIds(view: View, itemIds: string[]): Promise<ItemRow[]> {
      const rows = new Map((await repo.itemsById(view, itemIds)).map((row) => [row.itemId, row]))
      return itemIds.flatMap((id) => rows.get(id) ?? [])
    },
    /** Items of the draft by their keys. */
    byKeys: (id: string, keys: string[]) => repo.itemsByKey(id, keys),
    /** Adds all items, or with the options those that fit. `added` maps each index to its item in the dataset. */
    add: async (id: string, userId: string, asked: ItemInput[], options: AddOptions) => {
      const { skipInvalid, allowPartial } = options
      const { items: given, files } = await prepared(id, userId, asked)
      const done = await datasets.edit(
        id,
        userId,
        async (row, tx) => {
          const read = readAll(given, await rulesFor(row, tx, files))
          const { fresh, added, problems: taken } = await separateByKey(row, read.fit, tx)
          const max = limitsOf(row).items
          const room = Math.max(0, max - row.itemCount)
          // Items of one call may share a key. The second one counts as known, and is added or refused with the first.
          const inside = fresh.slice(0, room)
          const outside = new Set(fresh.slice(room).map(({ itemId }) => itemId))
          const tooMany = [
            ...fresh.slice(room).map(({ index }) => index),
            ...[...added].flatMap(([index, itemId]) => (outside.has(itemId) ? [index] : [])),
          ].map((index) => ({ ...isFull(max), index }))
          const invalid = [...read.problems, ...taken]
          const problems = [...invalid, ...tooMany].toSorted((a, b) => a.index - b.index)
          const isRefused = (invalid.length && !skipInvalid) || (tooMany.length && !allowPartial)
          if (isRefused) return { added: new Map<number, string>(), problems }
          await insert(row, userId, inside, tx, options)
          for (const { index } of tooMany) added.delete(index)
          for (const { index, itemId } of inside) added.set(index, itemId)
          return { added, problems }
        },
        ({ added }) => added.size > 0,
      )
      if (done.added.size) onAdded(id)
      return done
    },
    /** Reports which items would fit, and the problems of the others. Stores nothing. */
    async check(id: string, given: ItemInput[], ignoresCount: boolean, userId = '0') {
      const { dataset: row, schema } = await datasets.get(id)
      const { items, files } = await prepareFiles(given, schema.fields, userId)
      const read = readAll(items, { ...(await datasets.rulesFor(row, schema.fields)), files })
      const max = limitsOf(row).items
      const room = ignoresCount ? given.length : Math.max(0, max - row.itemCount)
      const outside = read.fit.slice(room).map(({ index }) => ({ ...isFull(max), index }))
      return { fit: read.fit.slice(0, room).map(({ index }) => index), problems: [...read.problems, ...outside] }
    },
    /** Items of the draft as seen by the transaction. */
    current: (id: string, itemIds: string[], tx: Tx) => repo.itemsById({ datasetId: id }, itemIds, tx),
    /** Finds an item by its id or by the id of one of its revisions. */
    revision: (id: string, itemOrRevision: string) => repo.revision(id, itemOrRevision),
    history: (id: string, itemId: string) => edits.of(id, itemId),
    buckets: (view: View, key: string) => repo.buckets(view, key),
    /** Writes checked content to items, within a transaction that holds the dataset. */
    async fill(row: DatasetRow, userId: string, changes: { before: ItemRow; turns: Turn[] }[], tx: Tx): Promise<void> {
      if (!changes.length) return
      const noted = changes.map(({ before: { itemId, turns: before }, turns: after }) => ({ itemId, before, after }))
      await edits.note(
        noted.map((one) => ({ datasetId: row.id, ...one })),
        userId,
        true,
        tx,
      )
      const now = clock.now()
      const rows = changes.map(({ before, turns }) => ({
        ...before,
        turns,
        bytes: bytesOf(turns),
        hash: hashOf(turns),
        editedBy: userId,
        updatedAt: now,
      }))
      const held = rows.filter(({ addVn }) => addVn !== row.nextVn)
      await endRevisions(
        row,
        rows.map(({ id: revision }) => revision),
        tx,
      )
      const fresh = new Set(held)
      await tx
        .insert(datasetItem)
        .values(rows.map((one) => ({ ...one, addVn: row.nextVn, ...(fresh.has(one) && { id: newId() }) })))
    },
    /** Replaces the content of an item. */
    async set(id: string, userId: string, itemId: string, given: ItemInput): Promise<boolean> {
      const { items, files } = await prepared(id, userId, [given])
      return datasets.edit(
        id,
        userId,
        async (row, tx) => {
          const [before] = await repo.itemsById({ datasetId: id }, [itemId], tx)
          if (!before) throw errors.notFound({ what: 'item' })
          return replace(row, userId, before, items[0]!, await rulesFor(row, tx, files), '', tx)
        },
        (isChanged) => isChanged,
      )
    },
    /** Changes the given fields; the others keep their values. */
    async patch(id: string, userId: string, itemId: string, given: ItemInput): Promise<void> {
      const { items, files } = await prepared(id, userId, [given])
      await datasets.edit(id, userId, (row, tx) => patchAll(row, userId, [{ ...items[0]!, itemID: itemId }], files, tx))
    },
    /** Adds, changes and deletes items in one transaction. */
    change: async (id: string, userId: string, { add: asked, change: edited, remove }: ItemChanges) => {
      const { items, files } = await prepared(id, userId, [...asked, ...edited])
      const add = items.slice(0, asked.length)
      const change = edited.map(({ itemID }, index) => ({ ...items[asked.length + index]!, itemID }))
      const added = await datasets.edit(id, userId, async (row, tx) => {
        await patchAll(row, userId, change, files, tx)
        await removeAll(row, remove, tx)
        const rules = await rulesFor(row, tx, files)
        const read = add.map((item, index) => {
          const turns = requireFit(readItem(item, rules), row, `add[${index}].`)
          const { itemKey = '', tags, traceID: traceId = '' } = item
          return { index, itemKey, tags, turns, hash: hashOf(turns), traceId }
        })
        const { fresh, added, problems } = await separateByKey(row, read, tx)
        const taken = problems[0]
        if (taken) requireFit(taken, row, `add[${taken.index}].`)
        const after = (await repo.claim(id, tx))!
        const max = limitsOf(row).items
        if (after.itemCount + fresh.length > max) requireFit(isFull(max), row, '')
        await insert(row, userId, fresh, tx)
        for (const { index, itemId } of fresh) added.set(index, itemId)
        return add.map((_, index) => added.get(index)!)
      })
      if (added.length) onAdded(id)
      return added
    },
    /** Deletes items; missing ones are ignored. Returns how many were deleted. */
    remove: (id: string, userId: string, itemIds: string[]) =>
      datasets.edit(
        id,
        userId,
        (row, tx) => removeAll(row, itemIds, tx),
        (gone) => gone > 0,
      ),
    /** Replaces all items of the draft by those that fit. If none fits, the draft stays as it is. */
    async replaceAll(id: string, userId: string, asked: ItemInput[], source: number) {
      const { items: given, files } = await prepared(id, userId, asked)
      return datasets.edit(
        id,
        userId,
        async (row, tx) => {
          const { fit, problems } = readAll(given, await rulesFor(row, tx, files))
          const [max, items] = [limitsOf(row).items, fit.map((item) => ({ ...item, itemId: newId() }))]
          if (!items.length || items.length > max) return { added: 0, problems }
          await endRevisions(row, 'all', tx)
          await tx.update(dataset).set({ itemCount: 0 }).where(eq(dataset.id, id))
          await insert({ ...row, itemCount: 0 }, userId, items, tx, { source })
          return { added: items.length, problems }
        },
        ({ added }) => added > 0,
      )
    },
    /** Replaces the fields and all items of the draft, or nothing. */
    overwrite: (id: string, userId: string, fields: FieldInput[] | undefined, itemsOf: (now: Field[]) => ItemInput[]) =>
      datasets.edit(id, userId, async (row, tx) => {
        await endRevisions(row, 'all', tx)
        await tx.update(dataset).set({ itemCount: 0 }).where(eq(dataset.id, id))
        const present = (await repo.schema(row.schemaId, tx))!.fields
        const now = fields ? await datasets.writeFields(row, userId, fields, tx) : present
        const { items: given, files } = await prepareFiles(itemsOf(now), now, userId)
        const { fit, problems } = readAll(given, { ...(await datasets.rulesFor(row, now, tx)), files })
        const [problem] = problems
        if (problem) requireFit(problem, row, `row_groups[${problem.index}].`)
        const max = limitsOf(row).items
        if (fit.length > max) requireFit(isFull(max), row, '')
        await insert(
          { ...row, itemCount: 0 },
          userId,
          fit.map((item) => ({ ...item, itemId: newId() })),
          tx,
        )
      }),
    /** Removes all items of the draft; versions stay. */
    clear: (id: string, userId: string) =>
      datasets.edit(id, userId, async (row, tx) => {
        await endRevisions(row, 'all', tx)
        await tx.update(dataset).set({ itemCount: 0 }).where(eq(dataset.id, id))
      }),
  }
}
export type ItemService = ReturnType<typeof createItemService>
