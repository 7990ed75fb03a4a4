import { DATABASE_LIMITS } from '@orrery/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { databaseErrors } from './database.errors.ts'
import type { DatabaseService } from './database.service.ts'
import { type BadRow, databaseImport, type DatabaseRow, type ImportRow, type SheetChoice } from './database.table.ts'
import { convertValue, quoteName, sqlTypes } from './field-values.ts'
import { type Mapping, mapColumns } from './file-columns.ts'
import { type Cell, readSheets } from './sheet-worker.ts'
import { schemaOf, STUDIO_PLATFORM, tableOf } from './tenant.ts'

const JOB = 'database-import'
const BATCH = 2000
const BAD_ROWS_KEPT = 100
const MAX_BYTES = 50 * 1024 * 1024
const MAX_FILE_ROWS = 200_000
const MAX_FILE_COLUMNS = 500

export interface FileTable {
  sheets: { name: string; total: number; rows: Cell[][] }[]
}

/** Imports rows from files in the background. After a restart, an import resumes after its last batch. */
export function createImportService(deps: {
  db: Db
  databases: DatabaseService
  uploads: Pick<UploadService, 'find' | 'read'>
  jobs: Jobs
  newId: NewId
  clock: Clock
}) {
  const { db, databases, uploads, clock } = deps
  const at = (row: Pick<ImportRow, 'databaseId' | 'isDraft'>) =>
    and(eq(databaseImport.databaseId, row.databaseId), eq(databaseImport.isDraft, row.isDraft))

  /** The content of a file that the user uploaded. `sheet` -1 reads all sheets. */
  async function readFile(
    key: string,
    userId: string,
    sheet: number,
    maxRows = MAX_FILE_ROWS,
  ): Promise<FileTable & { name: string }> {
    const file = await uploads.find(key, userId)
    const blob = file && (await uploads.read(key))
    if (!file || !blob) throw errors.notFound({ what: 'file' })
    if (blob.size > MAX_BYTES)
      throw databaseErrors.badFile({ reason: `it is larger than ${MAX_BYTES / 1024 / 1024} MB` })
    if (!['csv', 'tsv', 'txt', 'xlsx', 'xls'].includes(file.extension))
      throw databaseErrors.badFile({ reason: 'only xlsx, xls and csv can be imported' })
    const isCsv = ['csv', 'tsv', 'txt'].includes(file.extension)
    const bytes = await blob.bytes()
    return { name: file.name, ...(await readSheets({ bytes, isCsv, sheet, maxRows, maxColumns: MAX_FILE_COLUMNS })) }
  }

  /** Converts a batch of rows; rows with an invalid value are recorded with their line. */
  function convertBatch(rows: Cell[][], firstLine: number, { columns }: Mapping) {
    const used = columns.filter((column) => column.at !== -1)
    const values: (string | null)[][] = used.map(() => [])
    const bad: BadRow[] = []
    for (const [index, row] of rows.entries()) {
      const cells = used.map(({ field, at: column }) => convertValue(field.type, row[column]))
      const wrong = cells.findIndex((cell, i) => cell.refusal || (used[i]!.field.required && cell.value === null))
      if (wrong === -1) cells.forEach((cell, i) => values[i]!.push(cell.refusal ? null : cell.value))
      else
        bad.push({
          line: firstLine + index,
          column: used[wrong]!.field.name,
          reason: cells[wrong]!.refusal?.en ?? 'a value is required',
          reasonZh: cells[wrong]!.refusal?.zh ?? '必填',
        })
    }
    return { used, values, bad }
  }

  async function insertBatch(
    table: DatabaseRow,
    row: ImportRow,
    batch: ReturnType<typeof convertBatch>,
    count: number,
  ) {
    await db.transaction(async (tx) => {
      const [current] = await tx.select().from(databaseImport).where(at(row)).for('update')
      // Another import has replaced this one, or another worker has already imported this batch.
      if (!current || current.jobKey !== row.jobKey || current.done !== row.done) throw new Error('superseded')
      if (batch.values[0]?.length) {
        const names = batch.used.map(({ field }) => quoteName(field.name))
        const casts = batch.used.map(({ field }, i) => `x.c${i}::${sqlTypes[field.type]}`)
        const arrays = batch.values.map((list) => sql`${sql.param(list)}::text[]`)
        await tx.execute(
          sql`INSERT INTO ${sql.raw(`${schemaOf(table.spaceId)}.${tableOf(table.id, row.isDraft)} (uuid, sys_platform, ${names.join(', ')})`)}
            SELECT ${row.userId}, ${row.platform}, ${sql.raw(casts.join(', '))}
            FROM unnest(${sql.join(arrays, sql`, `)}) AS x(${sql.raw(batch.used.map((_, i) => `c${i}`).join(', '))})`,
        )
      }
      await tx
        .update(databaseImport)
        .set({
          done: row.done + count,
          badCount: current.badCount + batch.bad.length,
          badRows: [...current.badRows, ...batch.bad].slice(0, BAD_ROWS_KEPT),
          updatedAt: clock.now(),
        })
        .where(at(row))
    })
  }

  async function importAll(row: ImportRow) {
    const { table } = await databases.get(row.databaseId)
    const { sheets } = await readFile(row.fileKey, row.userId, row.sheet.sheet)
    const lines = sheets[row.sheet.sheet]?.rows ?? []
    const mapping = mapColumns(lines[row.sheet.header] ?? [], table.fields, 'en')
    const problem = Object.entries(mapping.problems)[0]
    if (problem) throw databaseErrors.badFile({ reason: `${problem[0]}: ${problem[1]}` })
    const body = lines.slice(row.sheet.start)
    const { rows: counted } = await db.execute<{ n: string }>(
      sql`SELECT count(*) AS n FROM ${sql.raw(`${schemaOf(table.spaceId)}.${tableOf(table.id, row.isDraft)}`)}`,
    )
    if (row.done === 0 && Number(counted[0]!.n) + body.length > DATABASE_LIMITS.rows)
      throw databaseErrors.full({ max: DATABASE_LIMITS.rows })
    await db.update(databaseImport).set({ state: 'running', total: body.length, updatedAt: clock.now() }).where(at(row))
    for (let done = row.done; done < body.length; done += BATCH) {
      const slice = body.slice(done, done + BATCH)
      const batch = convertBatch(slice, row.sheet.start + done + 1, mapping)
      await insertBatch(table, { ...row, done }, batch, slice.length)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    readFile,
    /** Begins an import; throws if another one is running. */
    async submit(
      databaseId: string,
      isDraft: boolean,
      userId: string,
      file: string,
      sheet: SheetChoice,
      platform = STUDIO_PLATFORM,
    ) {
      const found = await uploads.find(file, userId)
      if (!found) throw errors.notFound({ what: 'file' })
      await databases.get(databaseId)
      const now = clock.now()
      const row = {
        databaseId,
        isDraft,
        jobKey: deps.newId(),
        fileKey: file,
        fileName: found.name,
        sheet,
        userId,
        platform,
        state: 'waiting' as const,
        total: 0,
        done: 0,
        badRows: [],
        badCount: 0,
        problem: '',
        createdAt: now,
        updatedAt: now,
      }
      const [taken] = await db
        .insert(databaseImport)
        .values(row)
        .onConflictDoUpdate({
          target: [databaseImport.databaseId, databaseImport.isDraft],
          set: row,
          setWhere: sql`${databaseImport.state} IN ('done', 'failed') OR ${databaseImport.updatedAt} < ${now - 3600_000}`,
        })
        .returning()
      if (!taken) throw databaseErrors.importRuns()
      await deps.jobs.send(JOB, { databaseId, isDraft, jobKey: row.jobKey })
    },
    async progress(databaseId: string, isDraft: boolean): Promise<ImportRow | undefined> {
      return (await db.select().from(databaseImport).where(at({ databaseId, isDraft })))[0]
    },
    async start() {
      await deps.jobs.define<{ databaseId: string; isDraft: boolean; jobKey: string }>(JOB, async (job) => {
        const [row] = await db.select().from(databaseImport).where(at(job))
        if (!row || row.jobKey !== job.jobKey || row.state === 'done' || row.state === 'failed') return
        const end = (state: 'done' | 'failed', problem = '') =>
          db
            .update(databaseImport)
            .set({ state, problem, updatedAt: clock.now() })
            .where(and(at(row), eq(databaseImport.jobKey, row.jobKey)))
        try {
          await importAll(row)
          await end('done')
        } catch (cause) {
          // Retrying cannot fix a bad file; all other errors are retried.
          if (!(cause instanceof AppError)) throw cause
          await end('failed', cause.message)
        }
      })
    },
  }
}
export type ImportService = ReturnType<typeof createImportService>
