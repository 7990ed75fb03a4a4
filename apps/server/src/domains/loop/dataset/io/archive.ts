import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { writeZip, type ZipPart } from '#kit/documents/write-zip.ts'
import { MAX_ENTRIES } from '#kit/documents/zip.ts'
import { archiveErrors } from './io.errors.ts'

/** The limits of an import. */
const MAX_MB = 100
const MAX_FILES = MAX_ENTRIES - 1
const ROWS = 'rows.jsonl'

/** An archive of rows and their files. Paths in the archive are generated, so that a file name cannot become a path. */
export function createArchive(uploads: Pick<UploadService, 'read'>) {
  const paths = new Map<string, string>()
  const tooLarge = () => archiveErrors.tooLarge({ megabytes: MAX_MB, files: MAX_FILES })
  function pathOf(key: string): string {
    let path = paths.get(key)
    if (!path) {
      if (paths.size >= MAX_FILES) throw tooLarge()
      path = `files/${paths.size + 1}.${key.slice(key.lastIndexOf('.') + 1)}`
      paths.set(key, path)
    }
    return path
  }
  /** The rows come first, because writing them determines which files are needed. */
  async function* parts(rows: AsyncIterable<Uint8Array>): AsyncGenerator<ZipPart> {
    yield { name: ROWS, content: rows }
    for (const [key, name] of paths) {
      const blob = await uploads.read(key)
      // The file of an erased person is missing; an import will report that in its row.
      if (blob) yield { name, content: blob.stream() }
    }
  }
  async function* write(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const piece of writeZip(parts(rows))) {
      bytes += piece.length
      if (bytes > MAX_MB * 1_048_576) throw tooLarge()
      yield piece
    }
  }
  return { pathOf, write }
}
