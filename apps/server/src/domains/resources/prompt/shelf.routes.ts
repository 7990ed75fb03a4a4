import type { contract } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { officialCategories } from './official-categories.ts'
import { officialPrompt } from './official-prompts.ts'
import { shelfErrors } from './prompt.errors.ts'
import type { ShelfService } from './shelf.service.ts'

export interface ShelfRoutesDeps {
  shelf: ShelfService
  uploads: Pick<UploadService, 'find'>
  links: Pick<FileLinks, 'make'>
}

export function shelfRoutes({ shelf, uploads, links }: ShelfRoutesDeps): Handlers<typeof contract.promptShelf> {
  return {
    labels: (_, ctx) => ({ labels: officialCategories(ctx.locale) }),
    report: async ({ report_event: { prompt_id: id } }, ctx) => {
      if (!officialPrompt(id, ctx.locale)) throw shelfErrors.noOfficial()
      await shelf.used(id, ctx.userId)
      return {}
    },
    saveClip: async (input, ctx) => ({
      content_key: await shelf.saveClip(ctx.userId, input.space_id, input.content),
    }),
    clip: async (input, ctx) => ({
      content: await shelf.clip(ctx.userId, input.content_key, {
        spaceId: input.space_id,
        promptId: input.prompt_id,
      }),
    }),
    /** Files of others are left out, without a word about whether they exist. */
    links: async ({ uris }, ctx) => {
      const own = await Promise.all(
        [...new Set(uris)].map(async (uri) => ((await uploads.find(uri, ctx.userId)) ? uri : undefined)),
      )
      const known = own.filter((uri) => uri !== undefined)
      return { url_map: Object.fromEntries(known.map((uri) => [uri, links.make(uri)])) }
    },
  }
}
