import { FileKind } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { segment } from '#kit/segment/segment.ts'
import { createDrain } from '#kit/work/drain.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { fileboxErrors } from './filebox.errors.ts'
import type { FileboxRepo } from './filebox.repo.ts'
import { type FileRow, FileState, type PieceRow } from './filebox.table.ts'
import { readAs } from './file-kinds.ts'

export interface Embedder {
  id: string
  embed(texts: string[]): Promise<(Float32Array | undefined)[]>
  relevance(cosine: number): number
}
export interface ReadingDeps {
  repo: FileboxRepo
  uploads: Pick<UploadService, 'read'>
  documents: Pick<Documents, 'chunks'>
  /** Writes a caption for a picture. */
  describe(file: { blobKey: string; extension: string; spaceId: string }): Promise<string>
  embedder(spaceId: string): Promise<Embedder>
  spaceOf(botId: string): Promise<string | undefined>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const LEASE_MS = 180_000
const MAX_PIECES = 200
const MAX_ATTEMPTS = 3

/** Reads and indexes the files in boxes one after the other, so that they are found by content. */
export function createReading(deps: ReadingDeps) {
  const { repo, uploads, documents, describe, embedder, spaceOf, jobs, newId, clock, log } = deps

  async function textsOf(row: FileRow, spaceId: string): Promise<string[]> {
    if (row.kind === FileKind.image)
      return [row.caption || (await describe({ blobKey: row.uri, extension: row.extension, spaceId }))]
    const bytes = await (await uploads.read(row.uri))?.bytes()
    if (!bytes) throw fileboxErrors.emptyFile()
    const chunks = await documents.chunks(bytes, readAs(row.extension), { kind: 0 }, { recognised: {} })
    return chunks.map((chunk) => [...chunk.titles, chunk.content].join('\n'))
  }

  async function read(row: FileRow): Promise<void> {
    const spaceId = await spaceOf(row.botId)
    if (!spaceId) return
    try {
      const texts = (await textsOf(row, spaceId)).filter((text) => text.trim()).slice(0, MAX_PIECES)
      const model = await embedder(spaceId)
      const vectors = await model.embed(texts)
      const pieces = texts.map((content, at): PieceRow => ({
        id: newId(),
        fileId: row.id,
        sequence: at + 1,
        content: content.replaceAll('\u0000', ''),
        words: [...new Set(segment(`${row.name} ${content}`))].slice(0, 2000),
        model: model.id,
        vector: bytesOf(vectors[at]),
      }))
      const caption = row.kind === FileKind.image ? texts[0] : undefined
      await repo.finish(row.id, { state: FileState.read, problem: null, ...(caption && { caption }) }, pieces)
    } catch (cause) {
      if (!(cause instanceof AppError) && row.attempts < MAX_ATTEMPTS) throw cause
      const problem =
        cause instanceof AppError
          ? { en: cause.text('en'), zh: cause.text('zh-CN') }
          : { en: 'Something went wrong on our side while reading the file', zh: '解析文件时服务内部出错' }
      await repo.finish(row.id, { state: FileState.unreadable, problem }, [])
    }
  }

  return createDrain({
    name: 'filebox-read',
    jobs,
    log,
    cron: '*/5 * * * *',
    claim: () => repo.claim(clock.now(), LEASE_MS),
    work: read,
  })
}

const bytesOf = (vector: Float32Array | undefined): Buffer | null =>
  vector ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) : null
