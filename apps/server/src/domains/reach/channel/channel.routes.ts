import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import { type Ctx, type Handlers, ReadyText } from '#kit/http/context.ts'
import type { DirectRoute } from '#kit/http/direct.ts'
import type { RawRequest } from './adapter.ts'
import type { ChannelService, Doer } from './channel.service.ts'
import { createChannelView, formOf, inLanguage, settingsIn } from './channel.view.ts'
import type { Intake } from './intake.ts'
import type { ChannelLab } from './lab.service.ts'
import { schemaOf } from './setup-schema.ts'

const MAX_BODY = 1024 * 1024
const doerOf = (ctx: Ctx): Doer => ({ userId: ctx.userId, spaceId: ctx.located!.spaceId })
/** Channels serve only bots and projects. */
function checkKind(ctx: Ctx) {
  const { kind } = ctx.located!
  if (kind !== 'bot' && kind !== 'project') throw errors.notFound({ what: 'bot or project' })
}

const faults = {
  outage: { outage: true },
  rate_limit: { tooMany: 1 },
  cut: { cut: 1 },
  revoked: { revoked: true },
} as const

export function channelRoutes(
  channels: ChannelService,
  intake: Intake,
  lab: ChannelLab,
): Handlers<typeof contract.channel> {
  const view = createChannelView(channels)
  return {
    get: async (input, ctx) => {
      checkKind(ctx)
      const adapter = await channels.adapterOf(input.connector_id)
      const account = await channels.find(input.resource_id, input.connector_id)
      return {
        ...formOf(adapter.setup, ctx.locale),
        usual_mode: channels.usualMode(adapter),
        ...(account && { account: await view.setUp(account, ctx.locale) }),
      }
    },
    schemas: async (input, ctx) => schemaOf(await channels.adapterOf(input.connector_id), ctx.locale),
    save: async (input, ctx) => {
      checkKind(ctx)
      const change = { ...input, settings: input.settings && settingsIn(input.settings) }
      const row = await channels.save(input.resource_id, input.connector_id, change, doerOf(ctx))
      return view.setUp(row, ctx.locale)
    },
    test: async (input, ctx) => {
      const { account, missing } = await channels.test(input.resource_id, input.connector_id, ctx.userId)
      return {
        account: await view.setUp(account, ctx.locale),
        missing: missing.map((words) => inLanguage(words, ctx.locale)),
      }
    },
    pause: async (input, ctx) =>
      view.account(
        await channels.pause(input.resource_id, input.connector_id, input.is_paused, doerOf(ctx)),
        ctx.locale,
      ),
    remove: async (input, ctx) => {
      await channels.remove(input.resource_id, input.connector_id, doerOf(ctx))
      return {}
    },
    list: async (input, ctx) => {
      const found = await channels.ofSpace(input.space_id)
      const figures = await channels.figures(found.map(({ account }) => account.id))
      const items = []
      for (const { account, name, kind } of found) {
        const { waiting, failed, lastEventAt } = figures.get(account.id)!
        items.push({
          ...(await view.account(account, ctx.locale)),
          resource_name: name,
          resource_kind: kind,
          waiting,
          failed,
          last_event_at: Math.floor((lastEventAt ?? 0) / 1000),
          can_manage: await ctx.access.can(ctx.actor!, 'resource', account.resourceId, 'publish'),
        })
      }
      return { items }
    },
    events: async (input, ctx) => {
      const size = input.page_size
      const before = input.before || undefined
      const rows = await channels.events(input.resource_id, input.connector_id, before, size + 1)
      const isOpen = await ctx.access.can(ctx.actor!, 'resource', input.resource_id, 'publish')
      return {
        items: rows.slice(0, size).map((row) => view.event(row, isOpen, ctx.locale)),
        has_more: rows.length > size,
      }
    },
    letters: async (input, ctx) => {
      const rows = await channels.letters(input.resource_id, input.connector_id, input.page_size)
      return { items: rows.map((row) => view.letter(row, ctx.locale)) }
    },
    resend: async (input, ctx) => {
      await channels.resend(input.resource_id, input.connector_id, input.send_id, doerOf(ctx))
      return {}
    },
    drop: async (input, ctx) => {
      await channels.drop(input.resource_id, input.connector_id, input.send_id, doerOf(ctx))
      return {}
    },
    lab: async (input, ctx) => {
      const { shown, seen, fault } = await lab.try({
        botId: input.bot_id,
        connectorId: input.connector_id,
        userId: ctx.userId,
        said: input.said.map((item) => ({ isBot: item.is_bot, text: item.text })),
        faults: input.fault ? faults[input.fault] : {},
        locale: ctx.locale,
      })
      const messages = shown.map(({ text, buttons }) => ({ text, buttons: buttons.map(({ label }) => label) }))
      return { messages, requests: seen, fault }
    },
    receive: async (input, ctx) => {
      const { method, url } = ctx.request
      return received(intake, input.key, {
        method,
        query: new URLSearchParams(url.includes('?') ? new URL(url).search : ''),
        headers: { get: (name) => ctx.header(name) ?? null },
        body: await ctx.bytes(MAX_BODY),
      })
    },
  }
}

async function received(intake: Pick<Intake, 'receive'>, key: string, request: RawRequest): Promise<ReadyText> {
  const answer = await intake.receive(key, request)
  if (!answer) throw errors.notFound({ what: 'address' })
  return new ReadyText(answer.body, answer.status, answer.contentType ?? 'text/plain; charset=utf-8')
}

/** The same call without the router, since platforms send more events than there are other requests. */
export const directEvents = (intake: Pick<Intake, 'receive'>): DirectRoute => ({
  api: 'POST /api/channel/in/{key}',
  prefix: '/api/channel/in/',
  limit: MAX_BODY,
  answer: ({ key, headers, body }) =>
    received(intake, key, { method: 'POST', query: new URLSearchParams(), headers, body }),
})
