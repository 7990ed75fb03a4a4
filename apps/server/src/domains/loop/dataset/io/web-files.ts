import { AppError } from '#kit/errors.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { FetchFile } from '../media-files.ts'
import { fileTypeOf } from '../shared/media.ts'

export interface WebFilesDeps {
  egress: Pick<Egress, 'fetch'>
  uploads: Pick<UploadService, 'store'>
}
const limits = { timeoutMs: 20_000, maxBytes: 20 * 1024 * 1024 }
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** Reads a file of the imported archive by its path. */
export type ReadArchive = (path: string) => Promise<Uint8Array | undefined>

/** Fetches files that rows of an import reference by URL or by path in the archive. Each is fetched and stored once. */
export const createWebFiles =
  ({ egress, uploads }: WebFilesDeps) =>
  (userId: string, readArchive?: ReadArchive): FetchFile => {
    const known = new Map<string, Awaited<ReturnType<FetchFile>>>()
    const keep = async (name: string, bytes: Uint8Array) => ({
      key: (await uploads.store({ userId, scene: 'file', name, bytes: Buffer.from(bytes) })).key,
      name,
    })
    async function unpacked(path: string) {
      const bytes = fileTypeOf(path) && (await readArchive?.(path.replace(/^\.\//, '')))
      return bytes ? keep(path.split('/').at(-1)!, bytes) : undefined
    }
    async function fetched(url: string) {
      if (!/^https?:\/\//.test(url)) return unpacked(url)
      const answer = await egress.fetch(url, limits)
      if (!answer.ok) return undefined
      const last = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
      const ending = endings[(answer.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()]
      const name = fileTypeOf(last) || !ending ? last : `${last || 'file'}.${ending}`
      if (!fileTypeOf(name)) return undefined
      return keep(name, await answer.bytes())
    }
    return async (url) => {
      if (!known.has(url))
        known.set(
          url,
          await fetched(url).catch((cause: unknown) => {
            // The address is refused or does not answer: only this row is rejected.
            if (cause instanceof AppError || cause instanceof URIError) return undefined
            throw cause
          }),
        )
      return known.get(url)
    }
  }
export type WebFiles = ReturnType<typeof createWebFiles>
