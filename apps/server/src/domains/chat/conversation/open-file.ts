import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { UserFile } from '#domains/chat/agent/shared/turn-types.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { SentFile } from './query-content.ts'

/** Opens files that a person has uploaded. Files of other people are reported as missing. */
export const createFileOpener =
  ({ uploads, links }: { uploads: Pick<UploadService, 'find'>; links: FileLinks }) =>
  async ({ key, name }: SentFile, userId: string): Promise<UserFile> => {
    const found = await uploads.find(key, userId)
    if (!found) throw errors.notFound({ what: 'file' })
    return { key, name: found.name || name, contentType: found.contentType, url: links.make(key) }
  }
