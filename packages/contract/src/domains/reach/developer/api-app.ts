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
 * Programs subscribed to events of their owner's bots: all of them, or those of one channel. Deliveries work like
 * webhooks, signed with the verify token.
 */
export const apiApp = {
  create: op('POST /api/open/api_apps/create', {
    summary: 'Register a program that is told of events',
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
    summary: 'Change the name of a program, or where it is told of events',
    reply: 'flat',
    input: () => z.object({ id: id(), name: name(64).optional(), callback_url: callbackUrl.optional() }),
  }),
  remove: op('POST /api/open/api_apps/delete', {
    summary: 'Delete a program; it is told nothing any more',
    reply: 'flat',
    input: () => z.object({ id: id() }),
  }),
  listNormal: op('GET /api/open/api_apps/list_normal', {
    summary: 'The caller’s programs that hear of every channel',
    reply: 'flat',
    input: () => z.object({ org_id: noOrganization(), ...paging }),
    output: () =>
      z.object({
        api_apps: z.array(z.object({ id: s, verify_token: s, name: s, callback_url: s, events: z.array(event) })),
        ...pageEnd,
      }),
  }),
  listConnector: op('GET /api/open/api_apps/list_connector', {
    summary: 'The caller’s programs that hear of one channel',
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
            /** 1 nowhere to be told, 2 ready. */
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
    summary: 'Have a program told of an event',
    reply: 'flat',
    input: () => z.object({ id: id(), event_type: eventType }),
  }),
  unsubscribe: op('POST /api/open/api_apps/unsubscribe', {
    summary: 'Have a program told of an event no more',
    reply: 'flat',
    input: () => z.object({ id: id(), event_type: eventType }),
  }),
  openCreate: op('POST /v1/api_apps', {
    summary: 'Register a program that is told of events',
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
    summary: 'The caller’s programs that are told of events',
    scope: 'ApiApp.view',
    input: () => z.object({ app_type: z.enum(['normal', 'connector']).optional(), ...paging }),
    output: () => z.object({ items: z.array(openApp), ...pageEnd }),
  }),
  openUpdate: op('PUT /v1/api_apps/{api_app_id}', {
    summary: 'Change the name of a program, or where it is told of events',
    scope: 'ApiApp.update',
    input: () => z.object({ ...onApp, name: name(64).optional(), callback_url: callbackUrl.optional() }),
  }),
  openRemove: op('DELETE /v1/api_apps/{api_app_id}', {
    summary: 'Delete a program; it is told nothing any more',
    scope: 'ApiApp.delete',
    input: () => z.object(onApp),
  }),
  openSubscribe: op('POST /v1/api_apps/{api_app_id}/events', {
    summary: 'Have a program told of events',
    scope: 'ApiApp.update',
    input: () => z.object({ event_types: eventTypes, ...onApp }),
  }),
  openUnsubscribe: op('DELETE /v1/api_apps/{api_app_id}/events', {
    summary: 'Have a program told of events no more',
    scope: 'ApiApp.update',
    // A body, or a query where a client sends none with DELETE.
    input: () => z.object({ event_types: commaList(eventType).pipe(eventTypes), ...onApp }),
  }),
  openEvents: op('GET /v1/api_apps/{api_app_id}/events', {
    summary: 'Events that a program is told of',
    scope: 'ApiApp.view',
    input: () => z.object({ ...onApp, ...paging }),
    output: () =>
      z.object({
        items: z.array(z.object({ name: s, description: s, event_type: s, api_app_id: s })),
        ...pageEnd,
      }),
  }),
}
