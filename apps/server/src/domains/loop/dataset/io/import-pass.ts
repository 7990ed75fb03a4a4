import { setImmediate } from 'node:timers/promises'
import { ItemErrorType } from '@orrery/contract/shared/dataset-enums'
import type { StagedBatch, StagedItem, StagedItems } from '../staged-items.ts'
import { type ItemRules, isItemProblem, readItem } from '../item-check.ts'
import type { FetchFile, MediaFiles } from '../media-files.ts'
import { hashOf } from '../revisions.ts'
import { AppError } from '#kit/errors.ts'
import { storableText } from '#kit/storable.ts'
import type { Pass } from '#kit/sweep/pass.ts'
import { type ParsedRow, rowKey } from './parsed-rows.ts'
import type { JobRepo } from './job.repo.ts'
import type { ImportSpec, JobRow, RejectRow } from './job.table.ts'

/** Rows per batch: a few milliseconds of work, between which the event loop serves others. */
const BATCH = 50
const MAX_KEY = 255

interface Batch {
  /** The number of rows of the file before this batch. */
  from: number
  rows: ParsedRow[]
}
interface Checked {
  staged: StagedItem[]
  rejected: RejectRow[]
}
interface Ready {
  count: number
  staged: StagedBatch[]
  rejected: RejectRow[]
}
interface ImportPassDeps {
  repo: JobRepo
  staged: StagedItems
  job: JobRow
  fence: number
  rules: ItemRules
  rows: AsyncGenerator<ParsedRow>
  /** Keys of rows that people declared to be duplicates. */
  skippedKeys: ReadonlySet<string>
  prepareFiles: MediaFiles
  fetchFile: FetchFile
  /** Called if the file cannot be read to its end. */
  onFault(cause: AppError): void
}

/** The pass that reads a file: rows that fit are staged, the others are recorded with their reasons. */
export function importPass(deps: ImportPassDeps): Pass<Batch, Ready> {
  const { repo, staged, job, fence, rules, rows, skippedKeys, onFault, prepareFiles, fetchFile } = deps
  const spec = job.spec as ImportSpec
  /** Keys and content hashes of rows that were checked but are not written yet. */
  const pendingKeys = new Map<string, string>()
  /** Collects pending keys first: a row that is written while the query runs might otherwise be missed by both. */
  async function keysTaken(keys: string[]): Promise<Map<string, string>> {
    const known = keys.flatMap((key): [string, string][] =>
      pendingKeys.has(key) ? [[key, pendingKeys.get(key)!]] : [],
    )
    return new Map([...(await staged.keysTaken(job.id, job.datasetId, keys, spec.isReplacing)), ...known])
  }
  let at = 0
  async function nextBatch(): Promise<Batch | undefined> {
    const batch: Batch = { from: at, rows: [] }
    while (batch.rows.length < BATCH) {
      const { value, done } = await rows.next()
      if (done) break
      at += 1
      // Skips rows that a previous attempt has already written.
      if (at > job.processed) batch.rows.push(value)
      else batch.from = at
    }
    return batch.rows.length ? batch : undefined
  }
  return {
    // One batch at a time, so that rows keep their order and two of them cannot take the same key.
    window: 1,
    // 1,000 rows: enough to keep the database busy, and few enough for memory.
    ahead: 20,
    retries: 0,
    async next() {
      try {
        const batch = await nextBatch()
        return batch ? [batch] : []
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        onFault(cause)
        return []
      }
    },
    async work({ from, rows: read }) {
      const { items, files } = await prepareFiles(
        read.map(({ item }) => item),
        rules.fields,
        job.createdBy,
        fetchFile,
      )
      const given = read.map((row, at) => withItem(row, items[at]!))
      const keys = given.flatMap(({ item }) => (item.itemKey ? [storableText(item.itemKey)] : []))
      const taken = await keysTaken(keys)
      await setImmediate()
      const ofCopies = read.flatMap((row) => row.files ?? [])
      const allowed = { ...rules, files: ofCopies.length ? new Set([...files, ...ofCopies]) : files }
      const { staged: fitting, rejected } = check(given, from, allowed, taken, job.id, skippedKeys)
      for (const { itemKey, hash } of fitting) if (itemKey) pendingKeys.set(itemKey, hash)
      await setImmediate()
      return { count: given.length, staged: staged.pack(fitting), rejected }
    },
    failed: ({ rows: given }, cause) => {
      throw cause instanceof Error ? cause : new Error(`${given.length} rows`)
    },
    faultOf: () => 'final',
    async write(results) {
      const batches = results.flatMap((result) => result.staged)
      const isMine = await repo.writeBatch(job, fence, {
        processed: results.reduce((sum, { count }) => sum + count, 0),
        skipped: results.reduce((sum, { rejected }) => sum + rejected.length, 0),
        rejected: results.flatMap(({ rejected }) => rejected),
        stage: (tx) => staged.stage(job.id, batches, tx),
      })
      for (const { keys } of batches) for (const { itemKey } of keys) pendingKeys.delete(itemKey)
      return isMine
    },
    isCancelled: () => repo.isCancelled(job.id),
  }
}

/** Replaces the item of a row by the prepared one. `content` stays lazy, since only rejected rows need it. */
const withItem = (row: ParsedRow, item: ParsedRow['item']): ParsedRow =>
  item === row.item
    ? row
    : {
        ...row,
        item,
        get content() {
          return row.content
        },
      }

function check(
  given: ParsedRow[],
  from: number,
  rules: ItemRules,
  taken: Map<string, string>,
  jobId: string,
  skippedKeys: ReadonlySet<string>,
): Checked {
  const done: Checked = { staged: [], rejected: [] }
  for (const [index, row] of given.entries()) {
    const nth = from + index + 1
    if (skippedKeys.has(rowKey(nth))) continue
    row.item.itemKey &&= storableText(row.item.itemKey)
    const reject = (type: number, field: string, reason: string, reasonZh: string) =>
      done.rejected.push({
        jobId,
        nth,
        file: row.file,
        line: row.line,
        type,
        field,
        reason,
        reasonZh,
        content: row.content.map(([name, text]) => [storableText(name), storableText(text)]),
      })
    if (row.fault) {
      reject(ItemErrorType.malformedFile, '', row.fault.en, row.fault.zh)
      continue
    }
    const turns = readItem(row.item, rules)
    if (isItemProblem(turns)) {
      reject(turns.type, turns.field ?? '', turns.en, turns.zh)
      continue
    }
    const { itemKey = '' } = row.item
    if (itemKey.length > MAX_KEY) {
      reject(ItemErrorType.tooLarge, '', `the key is longer than ${MAX_KEY} characters`, `键超过 ${MAX_KEY} 个字符`)
      continue
    }
    const hash = hashOf(turns)
    const same = itemKey ? taken.get(itemKey) : undefined
    if (same === undefined) {
      if (itemKey) taken.set(itemKey, hash)
      done.staged.push({ itemKey, turns, hash, nth, originId: row.originId })
    } else if (same !== hash)
      reject(
        ItemErrorType.mismatch,
        '',
        `the key ${itemKey} belongs to a row with other content`,
        `键 ${itemKey} 已用于内容不同的数据`,
      )
  }
  return done
}
