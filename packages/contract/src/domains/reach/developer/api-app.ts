import { z } from 'zod'
import { op } from '#kit.ts'
import { commaList, id, name, noOrganization, pageSize } from '#shared/fields.ts'
import { webhookEvents } from '#domains/reach/webhook.ts'

const s = z.string()
const callbackUrl = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }).max(2000),
])
const verifyToken = s.trim().min(8).max(200)
const eventType = z.enum(webhookEvents)
const event = z.object({ event_type: s, name: s, status: z.literal([1, 2]), desc: s, doc: s })
const paging = { page_token: s.max(40).default(''), page_size: pageSize(20, 100) }
const pageEnd = { next_page_token: s, has_more: z.boolean() }
const connectorId = s.max(40).default('')
const openApp = z.object({
  id: s,
  app_type: z.enum(['normal', 'connector']),
  name: s,
  connector_id: s,
  verify_token: s,
  callback_url: s,
})
const onApp = { api_app_id: id() }
const eventTypes = z.array(eventType).min(1).max(50)

/**
 * Programs that subscribe to events of their owner's bots: of all bots, or of those on one channel. Deliveries work
 * like webhooks and are signed with the verify token.
 */
export const apiApp = {
  create: op('POST /api/open/api_apps/create', {
    summary: 'Register an event app',
    summaryZh: '注册事件应用',
    reply: 'flat',
    input: () =>
      z.object({
        org_id: noOrganization(),
        app_type: z.union([z.literal(1), z.literal(2)]),
        name: name(64),
        connector_id: connectorId,
        callback_url: callbackUrl.default(''),
        verify_token: verifyToken.optional(),
      }),
    output: () => z.object({ id: s, verify_token: s }),
  }),
  update: op('POST /api/open/api_apps/update', {
    summary: 'Rename an event app or change its callback URL',
    summaryZh: '修改事件应用的名称或回调 URL',
    reply: 'flat',
    input: () => z.object({ id: id(), name: name(64).optional(), callback_url: callbackUrl.optional() }),
  }),
  remove: op('POST /api/open/api_apps/delete', {
    summary: 'Delete an event app and stop its events',
    summaryZh: '删除事件应用并停止推送',
    reply: 'flat',
    input: () => z.object({ id: id() }),
  }),
  listNormal: op('GET /api/open/api_apps/list_normal', {
    summary: 'List your event apps that receive events from all channels',
    summaryZh: '列出你的接收全部渠道事件的应用',
    reply: 'flat',
    input: () => z.object({ org_id: noOrganization(), ...paging }),
    output: () =>
      z.object({
        api_apps: z.array(z.object({ id: s, verify_token: s, name: s, callback_url: s, events: z.array(event) })),
        ...pageEnd,
      }),
  }),
  listConnector: op('GET /api/open/api_apps/list_connector', {
    summary: 'List your event apps that receive events from one channel',
    summaryZh: '列出你的接收单个渠道事件的应用',
    reply: 'flat',
    input: () => z.object({ org_id: noOrganization(), ...paging }),
    output: () =>
      z.object({
        api_apps: z.array(
          z.object({
            id: s,
            connector_id: s,
            connector_name: s,
            connector_icon_url: s,
            /** 1 without a callback URL, 2 ready. */
            status: z.literal([1, 2]),
            verify_token: s,
            callback_url: s,
            events: z.array(event),
          }),
        ),
        ...pageEnd,
      }),
  }),
  subscribe: op('POST /api/open/api_apps/subscribe', {
    summary: 'Subscribe an event app to an event',
    summaryZh: '为事件应用订阅事件',
    reply: 'flat',
    input: () => z.object({ id: id(), event_type: eventType }),
  }),
  unsubscribe: op('POST /api/open/api_apps/unsubscribe', {
    summary: 'Unsubscribe an event app from an event',
    summaryZh: '为事件应用取消订阅事件',
    reply: 'flat',
    input: () => z.object({ id: id(), event_type: eventType }),
  }),
  openCreate: op('POST /v1/api_apps', {
    summary: 'Register an event app',
    summaryZh: '注册事件应用',
    scope: 'ApiApp.create',
    input: () =>
      z.object({
        app_type: z.enum(['normal', 'connector']).default('normal'),
        name: name(64),
        connector_id: connectorId,
      }),
    output: openApp,
  }),
  openList: op('GET /v1/api_apps', {
    summary: 'List your event apps',
    summaryZh: '列出你的事件应用',
    scope: 'ApiApp.view',
    input: () => z.object({ app_type: z.enum(['normal', 'connector']).optional(), ...paging }),
    output: () => z.object({ items: z.array(openApp), ...pageEnd }),
  }),
  openUpdate: op('PUT /v1/api_apps/{api_app_id}', {
    summary: 'Rename an event app or change its callback URL',
    summaryZh: '修改事件应用的名称或回调 URL',
    scope: 'ApiApp.update',
    input: () => z.object({ ...onApp, name: name(64).optional(), callback_url: callbackUrl.optional() }),
  }),
  openRemove: op('DELETE /v1/api_apps/{api_app_id}', {
    summary: 'Delete an event app and stop its events',
    summaryZh: '删除事件应用并停止推送',
    scope: 'ApiApp.delete',
    input: () => z.object(onApp),
  }),
  openSubscribe: op('POST /v1/api_apps/{api_app_id}/events', {
    summary: 'Subscribe an event app to events',
    summaryZh: '为事件应用订阅多个事件',
    scope: 'ApiApp.update',
    input: () => z.object({ event_types: eventTypes, ...onApp }),
  }),
  openUnsubscribe: op('DELETE /v1/api_apps/{api_app_id}/events', {
    summary: 'Unsubscribe an event app from events',
    summaryZh: '为事件应用取消订阅多个事件',
    scope: 'ApiApp.update',
    // Sent in the body, or in the query by clients that cannot send a body with DELETE.
    input: () => z.object({ event_types: commaList(eventType).pipe(eventTypes), ...onApp }),
  }),
  openEvents: op('GET /v1/api_apps/{api_app_id}/events', {
    summary: 'List the events an app is subscribed to',
    summaryZh: '列出应用已订阅的事件',
    scope: 'ApiApp.view',
    input: () => z.object({ ...onApp, ...paging }),
    output: () =>
      z.object({
        items: z.array(z.object({ name: s, description: s, event_type: s, api_app_id: s })),
        ...pageEnd,
      }),
  }),
}
