import { type contract, webhookEvents } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ApiApps } from './api-app.service.ts'
import { type ApiAppRow, ApiAppType } from './api-app.table.ts'
import { developerErrors } from './developer.errors.ts'

export interface ApiAppRoutesDeps {
  apps: ApiApps
  channelName(id: string, locale: Locale): string
  publicUrl: string
}
const typeNames = { [ApiAppType.normal]: 'normal', [ApiAppType.connector]: 'connector' } as const
const typeOf = (name: 'normal' | 'connector') => ApiAppType[name]

type EventName = (typeof webhookEvents)[number]
const texts: Record<EventName, Record<'en' | 'zh', [name: string, desc: string]>> = {
  'chat.completed': {
    en: ['Chat completed', 'A bot answered a question'],
    zh: ['对话完成', '智能体已回答来自外部的提问'],
  },
  'chat.failed': {
    en: ['Chat failed', 'A bot could not answer a question'],
    zh: ['对话失败', '智能体未能回答来自外部的提问'],
  },
  'chat.canceled': {
    en: ['Chat canceled', 'The answer of a bot was stopped'],
    zh: ['对话取消', '智能体的回答被中止'],
  },
  'chat.requires_action': {
    en: ['Chat waits', 'A bot is waiting for the result of a local tool'],
    zh: ['对话等待操作', '智能体正在等待本地工具的结果'],
  },
  'bot.gray.paused': {
    en: ['Gray version paused', 'The guard found the gray version of a bot worse and paused it'],
    zh: ['灰度版本暂停', '守护规则发现智能体的灰度版本更差并将其暂停'],
  },
}
const textOf = (event: EventName, locale: Locale) => texts[event][locale === 'zh-CN' ? 'zh' : 'en']

export function apiAppRoutes({ apps, channelName, publicUrl }: ApiAppRoutesDeps): Handlers<typeof contract.apiApp> {
  /** The events of an app are not limited to a space, so managing it needs a token for all spaces. */
  const owner = ({ actor, userId }: Ctx) => {
    if (actor?.token && actor.token.spaces !== 'all') throw developerErrors.wholeAccount()
    return userId
  }
  const eventsOf = (row: ApiAppRow, locale: Locale) =>
    webhookEvents.map((event) => {
      const [name, desc] = textOf(event, locale)
      const status = row.events.includes(event) ? (2 as const) : (1 as const)
      return { event_type: event, name, status, desc, doc: new URL('/open/docs/guide/webhooks', publicUrl).href }
    })
  const openView = (row: ApiAppRow) => ({
    id: row.id,
    app_type: typeNames[row.appType],
    name: row.name,
    connector_id: row.connectorId,
    verify_token: apps.verifyToken(row),
    callback_url: row.callbackUrl,
  })
  const changeOf = (input: { name?: string | undefined; callback_url?: string | undefined }) => ({
    ...(input.name !== undefined && { name: input.name }),
    ...(input.callback_url !== undefined && { callbackUrl: input.callback_url }),
  })
  const done = async (work: Promise<void>) => {
    await work
    return {}
  }
  return {
    create: async (input, ctx) => {
      const row = await apps.create(owner(ctx), {
        appType: input.app_type,
        name: input.name,
        connectorId: input.connector_id,
        callbackUrl: input.callback_url,
        verifyToken: input.verify_token,
      })
      return { id: row.id, verify_token: apps.verifyToken(row) }
    },
    update: (input, ctx) => done(apps.update(input.id, owner(ctx), changeOf(input))),
    remove: (input, ctx) => done(apps.remove(input.id, owner(ctx))),
    listNormal: async (input, ctx) => {
      const page = await apps.page(owner(ctx), ApiAppType.normal, input.page_token, input.page_size)
      return {
        api_apps: page.rows.map((row) => ({
          id: row.id,
          verify_token: apps.verifyToken(row),
          name: row.name,
          callback_url: row.callbackUrl,
          events: eventsOf(row, ctx.locale),
        })),
        next_page_token: page.next,
        has_more: page.hasMore,
      }
    },
    listConnector: async (input, ctx) => {
      const page = await apps.page(owner(ctx), ApiAppType.connector, input.page_token, input.page_size)
      return {
        api_apps: page.rows.map((row) => ({
          id: row.id,
          connector_id: row.connectorId,
          connector_name: channelName(row.connectorId, ctx.locale),
          connector_icon_url: '',
          status: row.callbackUrl ? (2 as const) : (1 as const),
          verify_token: apps.verifyToken(row),
          callback_url: row.callbackUrl,
          events: eventsOf(row, ctx.locale),
        })),
        next_page_token: page.next,
        has_more: page.hasMore,
      }
    },
    subscribe: (input, ctx) => done(apps.subscribe(input.id, owner(ctx), [input.event_type], true)),
    unsubscribe: (input, ctx) => done(apps.subscribe(input.id, owner(ctx), [input.event_type], false)),
    openCreate: async (input, ctx) =>
      openView(
        await apps.create(owner(ctx), {
          appType: typeOf(input.app_type),
          name: input.name,
          connectorId: input.connector_id,
        }),
      ),
    openList: async (input, ctx) => {
      const type = input.app_type && typeOf(input.app_type)
      const page = await apps.page(owner(ctx), type, input.page_token, input.page_size)
      return { items: page.rows.map(openView), next_page_token: page.next, has_more: page.hasMore }
    },
    openUpdate: (input, ctx) => done(apps.update(input.api_app_id, owner(ctx), changeOf(input))),
    openRemove: (input, ctx) => done(apps.remove(input.api_app_id, owner(ctx))),
    openSubscribe: (input, ctx) => done(apps.subscribe(input.api_app_id, owner(ctx), input.event_types, true)),
    openUnsubscribe: (input, ctx) => done(apps.subscribe(input.api_app_id, owner(ctx), input.event_types, false)),
    openEvents: async (input, ctx) => {
      const row = await apps.own(input.api_app_id, owner(ctx))
      const subscribed = webhookEvents.filter((event) => row.events.includes(event))
      const from = input.page_token ? subscribed.findIndex((event) => event === input.page_token) + 1 : 0
      const shown = subscribed.slice(from, from + input.page_size)
      const hasMore = subscribed.length > from + input.page_size
      return {
        items: shown.map((event) => {
          const [name, description] = textOf(event, ctx.locale)
          return { name, description, event_type: event, api_app_id: row.id }
        }),
        next_page_token: hasMore ? shown.at(-1)! : '',
        has_more: hasMore,
      }
    },
  }
}
