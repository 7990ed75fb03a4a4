import type { contract } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { Takeouts } from './takeout.service.ts'
import { TakeoutStatus } from './takeout.table.ts'

const LINK_MS = 3600_000

export function takeoutRoutes(deps: {
  takeouts: Takeouts
  links: FileLinks
  publicUrl: string
}): Handlers<typeof contract.takeout> {
  return {
    begin: async (_, ctx) => {
      await deps.takeouts.begin(ctx.userId)
      return {}
    },
    record: async (_, ctx) => {
      const row = await deps.takeouts.get(ctx.userId)
      return {
        request_time: Math.floor((row?.requestedAt ?? 0) / 1000),
        url: row?.blobKey ? new URL(deps.links.make(row.blobKey, LINK_MS), deps.publicUrl).href : '',
        status: row?.status ?? TakeoutStatus.packed,
      }
    },
  }
}
