import { Readable } from 'node:stream'
import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { KEPT_MS, type Takeouts } from './takeout.service.ts'
import { TakeoutStatus } from './takeout.table.ts'

const FILE = '/api/intelligence_api/user_profile/archive'
const seconds = (ms: number) => Math.floor(ms / 1000)

export function takeoutRoutes(deps: { takeouts: Takeouts; publicUrl: string }): Handlers<typeof contract.takeout> {
  return {
    begin: async (_, ctx) => {
      await deps.takeouts.begin(ctx.userId)
      return {}
    },
    record: async (_, ctx) => {
      const row = await deps.takeouts.get(ctx.userId)
      return {
        request_time: seconds(row?.requestedAt ?? 0),
        expire_time: row?.blobKey ? seconds(row.requestedAt + KEPT_MS) : 0,
        url: row?.blobKey ? new URL(FILE, deps.publicUrl).href : '',
        status: row?.status ?? TakeoutStatus.packed,
      }
    },
    archive: async (_, ctx) => {
      const row = await deps.takeouts.get(ctx.userId)
      const blob = row?.blobKey ? await deps.takeouts.read(row) : undefined
      if (!row || !blob) throw errors.notFound({ what: 'archive' })
      const day = new Date(row.requestedAt).toISOString().slice(0, 10)
      return new Response(Readable.toWeb(blob.stream()) as ReadableStream, {
        headers: {
          'content-type': 'application/gzip',
          'content-length': String(blob.size),
          'content-disposition': `attachment; filename="orrery-data-${day}.tar.gz"`,
          'cache-control': 'no-store',
        },
      })
    },
  }
}
