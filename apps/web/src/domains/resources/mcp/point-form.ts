import { KEPT_SECRET } from '@orrery/contract/shared/plugin-enums'
import type { McpPoint } from './mcp.queries.ts'

const transports = ['streamable_http', 'sse', 'stdio'] as const
export type Transport = (typeof transports)[number]

export interface SettingRow {
  /** Only identifies the row while it is edited. */
  id: number
  place: 'header' | 'param'
  /** Whether the value has to be given with every call instead of being stored. */
  isAsked: boolean
  key: string
  value: string
}
/** The form values of an access point. */
export interface PointForm {
  transport: Transport
  url: string
  /** Sent as `Authorization: Bearer …`. */
  token: string
  rows: readonly SettingRow[]
}

export const emptyPoint: PointForm = { transport: 'streamable_http', url: '', token: '', rows: [] }

let lastId = 0
export const newRow = (change: Partial<SettingRow> = {}): SettingRow => ({
  id: (lastId += 1),
  place: 'header',
  isAsked: false,
  key: '',
  value: '',
  ...change,
})

const isBearer = (key: string) => key.toLowerCase() === 'authorization'

export function readPoint(point: McpPoint): PointForm {
  const { config } = point
  const rows = (list: McpPoint['config']['static_headers'], place: SettingRow['place'], isAsked: boolean) =>
    list.map(({ key, value }) => newRow({ place, isAsked, key, value }))
  const kept = config.static_headers.find(({ key }) => isBearer(key))
  return {
    transport: point.transport_mode as Transport,
    url: point.server_url,
    token: kept?.value ?? '',
    rows: [
      ...rows(
        config.static_headers.filter(({ key }) => !isBearer(key)),
        'header',
        false,
      ),
      ...rows(config.dynamic_headers, 'header', true),
      ...rows(config.static_params, 'param', false),
      ...rows(config.dynamic_params, 'param', true),
    ],
  }
}

export function writePoint(form: PointForm) {
  const rows = form.rows.filter((row) => row.key.trim() !== '')
  const pick = (place: SettingRow['place'], isAsked: boolean) =>
    rows
      .filter((row) => row.place === place && row.isAsked === isAsked)
      .map(({ key, value }) => ({ key: key.trim(), value, is_required: isAsked }))
  const token = form.token.trim()
  const bearer = token === KEPT_SECRET || /^\w+ /.test(token) ? token : `Bearer ${token}`
  return {
    transport_mode: form.transport,
    server_url: form.url.trim(),
    config: {
      static_headers: [...(token ? [{ key: 'Authorization', value: bearer }] : []), ...pick('header', false)],
      dynamic_headers: pick('header', true),
      static_params: pick('param', false),
      dynamic_params: pick('param', true),
    },
  }
}

export const isComplete = (form: PointForm): boolean =>
  form.transport === 'stdio' ? form.url !== '' : /^https?:\/\/\S+$/i.test(form.url.trim())
