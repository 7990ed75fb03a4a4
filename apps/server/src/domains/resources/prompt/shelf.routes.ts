import type { contract } from '@orrery/contract'
import { PromptSecurity } from '@orrery/contract/shared/prompt-enums'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { officialCategories } from './official-categories.ts'
import { officialPrompt } from './official-prompts.ts'
import type { createPaste } from './paste.ts'
import { shelfErrors } from './prompt.errors.ts'
import type { PromptService } from './prompt.service.ts'
import type { ShelfService } from './shelf.service.ts'

export interface ShelfRoutesDeps {
  shelf: ShelfService
  uploads: Pick<UploadService, 'find'>
  links: Pick<FileLinks, 'make'>
  prompts: Pick<PromptService, 'get'>
  paste: ReturnType<typeof createPaste>
}

export function shelfRoutes(deps: ShelfRoutesDeps): Handlers<typeof contract.promptShelf> {
  const { shelf, uploads, links, prompts, paste } = deps
  return {
    labels: (_, ctx) => ({ labels: officialCategories(ctx.locale) }),
    report: async ({ report_event: { prompt_id: id } }, ctx) => {
      if (!officialPrompt(id, ctx.locale)) throw shelfErrors.noOfficial()
      await shelf.used(id, ctx.userId)
      return {}
    },
    saveClip: async (input, ctx) => {
      const { space_id: spaceId, prompt_id: promptId } = input
      const from = promptId && (await ctx.access.require(ctx.actor!, 'prompt', promptId, 'view'))
      if (from && from.spaceId !== spaceId) throw errors.notFound({ what: 'prompt' })
      const securityLevel = promptId ? (await prompts.get(promptId)).prompt.securityLevel : PromptSecurity.l1
      return { content_key: await shelf.saveClip(ctx.userId, { spaceId, securityLevel }, input.content) }
    },
    paste: async (input, ctx) => {
      const into = input.space_id
      const { content, spaceId: from } = await shelf.pasted(ctx.userId, input.content_key, into)
      const maySee = await ctx.access.can(ctx.actor!, 'space', from, 'view')
      return paste(content, { from, into, maySee })
    },
    clip: async (input, ctx) => ({
      content: await shelf.clip(ctx.userId, input.content_key, {
        spaceId: input.space_id,
        promptId: input.prompt_id,
      }),
    }),
    /** Returns links only for files of the caller; other files are left out without revealing whether they exist. */
    links: async ({ uris }, ctx) => {
      const own = await Promise.all(
        [...new Set(uris)].map(async (uri) => ((await uploads.find(uri, ctx.userId)) ? uri : undefined)),
      )
      const known = own.filter((uri) => uri !== undefined)
      return { url_map: Object.fromEntries(known.map((uri) => [uri, links.make(uri)])) }
    },
  }
}
