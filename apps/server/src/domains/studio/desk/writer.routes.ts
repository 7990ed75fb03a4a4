import type { contract } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { DeskImages } from './desk-image.service.ts'
import { deskErrors } from './desk.errors.ts'
import type { ReferenceRow } from './desk.table.ts'
import type { DeskReferences } from './reference.service.ts'
import type { DeskScenes } from './scene.service.ts'

export interface WriterRoutesDeps {
  references: DeskReferences
  images: DeskImages
  scenes: DeskScenes
  spaces: Pick<SpaceService, 'personalOf'>
  /** Makes another call of the desks by its path. */
  relay(given: { api_path: string; method: number; query: string; body: string }, ctx: Ctx): Promise<string>
}
const shown = (row: ReferenceRow) => ({
  url: row.url,
  content: row.content,
  icon: row.icon,
  website_name: row.site,
  title: row.title,
  is_user_add: row.isUserAdd,
})

/** Writing: references, images, and questions to a desk. */
export function deskWriterRoutes(deps: WriterRoutesDeps): Handlers<typeof contract.deskWriter> {
  const { references, images, scenes } = deps
  return {
    saveReferences: async (input, ctx) =>
      (await references.save(ctx.userId, input.references, input.fast_mode, ctx.signal)).map(shown),
    references: async ({ reference_url }, ctx) => (await references.list(ctx.userId, reference_url)).map(shown),
    image: async ({ space_id, param }, ctx) => {
      const spaceId = space_id ?? (await deps.spaces.personalOf(ctx.userId))
      return { image_urls: await images.find(spaceId, ctx.userId, param, ctx.signal) }
    },
    trigger: (input, ctx) => {
      const run = scenes.prepare(input, ctx.locale)
      return async (sse) => {
        try {
          await run(ctx.signal, (message) => sse.send({ data: { message, finished: false } }))
          sse.send({ data: { message: '', finished: true } })
        } catch (cause) {
          const fault = cause instanceof AppError ? cause : errors.internal()
          if (!(cause instanceof AppError)) ctx.log.error({ err: cause }, 'a desk did not answer')
          sse.send({ event: 'error', data: { code: fault.code, msg: fault.text(ctx.locale) } })
        }
      }
    },
    triggerOnce: async (input, ctx) => ({
      content: await scenes.prepare(input, ctx.locale)(ctx.signal, () => {}),
    }),
    token: ({ scene }, ctx) => {
      const spaces = ctx.actor?.token?.spaces ?? 'all'
      return { token: scenes.token(scene, ctx.userId, spaces === 'all' ? 'all' : [...spaces].join(' ')) }
    },
    keepImage: async ({ origin_url }, ctx) => ({
      image_url: await images.keep(ctx.userId, origin_url, ctx.signal),
    }),
    universal: async (input, ctx) => ({ body: await deps.relay(input, ctx) }),
  }
}

type Handle = (input: never, ctx: Ctx) => unknown
/** Wraps handlers so that they throw while the feature is off. */
export function whileOn<H extends object>(handlers: H, isOn: () => Promise<boolean>): H {
  const entries = Object.entries(handlers as Record<string, Handle>).map(([name, handle]) => [
    name,
    async (input: never, ctx: Ctx) => {
      if (!(await isOn())) throw deskErrors.off()
      return handle(input, ctx)
    },
  ])
  return Object.fromEntries(entries) as H
}
