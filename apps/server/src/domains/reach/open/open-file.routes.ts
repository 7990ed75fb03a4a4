import { Readable } from 'node:stream'
import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { UploadRow } from '#domains/ground/upload/upload.table.ts'

export interface OpenFileDeps {
  uploads: UploadService
  links: FileLinks
  publicUrl: string
}

export function openFileRoutes({ uploads, links, publicUrl }: OpenFileDeps): Handlers<typeof contract.openFile> {
  const shown = (row: UploadRow) => ({
    id: row.key,
    bytes: row.size,
    created_at: seconds(row.createdAt),
    file_name: row.name,
    uri: row.key,
    url: new URL(links.make(row.key), publicUrl).href,
  })
  async function own(key: string, userId: string): Promise<UploadRow> {
    const row = await uploads.find(key, userId)
    // Another user's file and a missing file get the same answer.
    if (!row) throw errors.notFound({ what: 'file' })
    return row
  }
  return {
    upload: async ({ file }, ctx) => {
      const name = file instanceof File ? file.name : 'file'
      const bytes = Buffer.from(await file.arrayBuffer())
      return shown(await uploads.store({ userId: ctx.userId, scene: 'file', name, bytes }))
    },
    retrieve: async (input, ctx) => shown(await own(input.file_id, ctx.userId)),
    content: async (input, ctx) => {
      const row = await own(input.file_id, ctx.userId)
      const blob = await uploads.read(row.key)
      if (!blob) throw errors.notFound({ what: 'file' })
      return new Response(Readable.toWeb(blob.stream()) as ReadableStream, {
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(blob.size),
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row.name || 'file')}`,
        },
      })
    },
  }
}
