import type { Blobs } from '#kit/blobs/blobs.ts'
import type { CarriedFile, Target } from '#domains/ground/resource/shared/resource-content.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'

export interface CarriedFileDeps {
  blobs: Pick<Blobs, 'get'>
  uploads: Pick<UploadService, 'store'>
  builtins: { has(key: string): Promise<boolean> }
}

/** Reads and stores the files that content refers to. */
export function createCarriedFiles({ blobs, uploads, builtins }: CarriedFileDeps) {
  return {
    /** Reads a stored file, to be used by content of the same instance. */
    async ownFile(key: string): Promise<CarriedFile | undefined> {
      const blob = key ? await blobs.get(key) : undefined
      return blob && { bytes: await blob.bytes(), contentType: blob.contentType }
    },
    /** Stores an icon for its new owner and returns its key. Built-in icons keep their key; '' if there is no file. */
    async storeIcon(key: string, target: Target): Promise<string> {
      if (await builtins.has(key)) return key
      const file = await target.file(key)
      if (!file) return ''
      const name = `icon.${/\.([a-z0-9]+)$/i.exec(key)?.[1] ?? 'png'}`
      const { userId, spaceId } = target
      const stored = uploads.store({ userId, spaceId, scene: 'icon', name, bytes: Buffer.from(file.bytes) })
      return stored.then(
        (row) => row.key,
        () => '',
      )
    },
  }
}
export type CarriedFiles = ReturnType<typeof createCarriedFiles>
