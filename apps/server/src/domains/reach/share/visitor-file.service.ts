import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { SentFile } from './sent-files.ts'
import type { ShareRepo } from './share.repo.ts'
import type { Visit } from './visit.service.ts'

export interface VisitorFilesDeps {
  repo: Pick<ShareRepo, 'addFile' | 'files'>
  uploads: Pick<UploadService, 'store' | 'find'>
  links: FileLinks
  clock: Clock
}
const isPicture = (type: string) => /^image\/(png|jpe?g|gif|webp)$/.test(type)

/** Files of visitors. They belong to the account of the bot's owner; a visitor can refer only to their own. */
export function createVisitorFiles({ repo, uploads, links, clock }: VisitorFilesDeps) {
  return {
    async upload({ visitor, bot }: Pick<Visit, 'visitor' | 'bot'>, userId: string, file: Blob) {
      const row = await uploads.store({
        userId,
        spaceId: bot.spaceId,
        scene: isPicture(file.type) ? 'image' : 'file',
        name: file instanceof File ? file.name : 'file',
        bytes: Buffer.from(await file.arrayBuffer()),
      })
      await repo.addFile(row.key, visitor.id, clock.now())
      return { uri: row.key, url: links.make(row.key), name: row.name, size: row.size, is_image: row.width > 0 }
    },
    async read({ visitor }: Visit, userId: string, keys: string[]): Promise<SentFile[]> {
      if (keys.length === 0) return []
      const own = await repo.files(visitor.id, keys)
      return Promise.all(
        keys.map(async (key) => {
          const row = own.has(key) ? await uploads.find(key, userId) : undefined
          // Another visitor's file and a missing file get the same answer.
          if (!row) throw errors.notFound({ what: 'file' })
          return { key, name: row.name, size: row.size, contentType: row.contentType, isImage: row.width > 0 }
        }),
      )
    },
  }
}
export type VisitorFiles = ReturnType<typeof createVisitorFiles>
