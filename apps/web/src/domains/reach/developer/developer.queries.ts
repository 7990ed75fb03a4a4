import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { type OpenApiDocument, type Operation, readReference } from '#domains/reach/docs/index.ts'

export const callsQuery = (language: string) =>
  queryOptions({
    queryKey: ['developer', 'calls', language],
    queryFn: async ({ signal }) => (await api.playground.items({}, { signal })).categories,
  })

export interface PlaygroundCall {
  permission: string
  operation: Operation | undefined
  examples: { language: string; title: string; code: string }[]
}
export const callQuery = (key: string) =>
  queryOptions({
    queryKey: ['developer', 'call', key],
    queryFn: async ({ signal }): Promise<PlaygroundCall> => {
      const info = await api.playground.api({ url_key: key }, { signal })
      const reference = readReference(JSON.parse(info.swagger_openapi_spec) as OpenApiDocument)
      return {
        permission: info.permission,
        operation: reference.groups[0]?.operations[0],
        examples: info.code_example.map(({ language, title, examples }) => ({
          language,
          title,
          code: examples[0] ?? '',
        })),
      }
    },
  })

export const widgetQuery = queryOptions({
  queryKey: ['developer', 'widget'],
  queryFn: ({ signal }) => api.playground.webSdk({}, { signal }),
})

export const runsQuery = (method: string, path: string) =>
  queryOptions({
    queryKey: ['developer', 'runs', method, path],
    queryFn: async ({ signal }) => (await api.playground.runs({ method, path }, { signal })).records,
  })
export type Run = Awaited<ReturnType<typeof api.playground.runs>>['records'][number]

/** The numbers of the periods on the wire. */
export const ranges = { today: 4, week: 1, month: 2, all: 3 } as const
export type Range = keyof typeof ranges
const [allMetrics, byDay, byMonth] = [1, 1, 3]
export const analyticsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['developer', 'analytics', range],
    queryFn: ({ signal }) =>
      api.developer.analytics(
        { query_range: ranges[range], metrics_type: allMetrics, dimension: range === 'all' ? byMonth : byDay },
        { signal },
      ),
  })
export const detailsQuery = (range: Range, by: 'api' | 'bot') =>
  queryOptions({
    queryKey: ['developer', 'details', range, by],
    queryFn: async ({ signal }) =>
      (await api.developer.details({ query_range: ranges[range], details_type: by === 'api' ? 1 : 2 }, { signal }))
        .rows,
  })
export type UsageRow = Awaited<ReturnType<typeof api.developer.details>>['rows'][number]

export interface EventApp {
  id: string
  name: string
  /** '': all channels. */
  channelId: string
  channelName: string
  verifyToken: string
  callbackUrl: string
  events: { type: EventType; name: string; about: string; isOn: boolean }[]
}
export type EventType = Parameters<typeof api.apiApp.subscribe>[0]['event_type']
type RawEvents = Awaited<ReturnType<typeof api.apiApp.listNormal>>['api_apps'][number]['events']
const eventsOf = (events: RawEvents): EventApp['events'] =>
  events.map((event) => ({
    type: event.event_type as EventType,
    name: event.name,
    about: event.desc,
    isOn: event.status === 2,
  }))

/** Programs that receive the events of all channels first, then those of one channel. At most fifty per person. */
export const eventAppsQuery = (language: string) =>
  queryOptions({
    queryKey: ['developer', 'apps', language],
    queryFn: async ({ signal }): Promise<EventApp[]> => {
      const page = { page_size: 100 }
      const [all, single] = await Promise.all([
        api.apiApp.listNormal(page, { signal }),
        api.apiApp.listConnector(page, { signal }),
      ])
      return [
        ...all.api_apps.map((app) => ({
          id: app.id,
          name: app.name,
          channelId: '',
          channelName: '',
          verifyToken: app.verify_token,
          callbackUrl: app.callback_url,
          events: eventsOf(app.events),
        })),
        ...single.api_apps.map((app) => ({
          id: app.id,
          name: app.connector_name,
          channelId: app.connector_id,
          channelName: app.connector_name,
          verifyToken: app.verify_token,
          callbackUrl: app.callback_url,
          events: eventsOf(app.events),
        })),
      ]
    },
  })

export const permissionsQuery = queryOptions({
  queryKey: ['developer', 'permissions'],
  queryFn: async ({ signal }) => (await api.developer.permissions({}, { signal })).data,
})
export const quickstartQuery = (clientType: string, language: string) =>
  queryOptions({
    queryKey: ['developer', 'quickstart', clientType, language],
    queryFn: async ({ signal }) =>
      (await api.developer.oauthQuickstart({ client_type: clientType }, { signal })).lang_config,
  })

export const refreshDeveloper = (part: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['developer', part] })
