import { KEPT_SECRET, type McpConfig } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import { mcpErrors } from './mcp.errors.ts'

export interface PointValues {
  headers: Record<string, string>
  params: Record<string, string>
}
export const openValues = (secrets: Secrets, sealed: string): PointValues =>
  JSON.parse(secrets.open(sealed)) as PointValues
const empty: McpConfig = { static_headers: [], dynamic_headers: [], static_params: [], dynamic_params: [] }
/** Headers that belong to the connection itself; `host`, for example, could redirect the call to another server. */
const refused = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'te', 'trailer'])

/**
 * Seals the static values. A masked value stands for the stored one, unless the access point moved to another address.
 */
export function readConfig(
  given: McpConfig | undefined,
  before: string | undefined,
  secrets: Secrets,
  isMoved = false,
) {
  const config = given ?? empty
  const old = before === undefined ? { headers: {}, params: {} } : openValues(secrets, before)
  const take = (list: McpConfig['static_headers'], kept: Record<string, string>) =>
    Object.fromEntries(
      list.map(({ key, value }) => {
        if (value !== KEPT_SECRET) return [key, value]
        if (isMoved) throw mcpErrors.secretMoved()
        return [key, Object.hasOwn(kept, key) ? kept[key]! : '']
      }),
    )
  for (const { key, value } of [...config.static_headers, ...config.dynamic_headers]) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(key) || refused.has(key.toLowerCase()))
      throw badInput('config', `${key} cannot be a header`, `${key} 不能用作请求头`)
    if (/[\r\n\0]/.test(value)) throw badInput('config', `the value of ${key} must be one line`, `${key} 的值须为一行`)
  }
  const values: PointValues = {
    headers: take(config.static_headers, old.headers),
    params: take(config.static_params, old.params),
  }
  return { config: masked(config), sealed: secrets.seal(JSON.stringify(values)) }
}

/** The configuration with names but without values. */
export const masked = (config: McpConfig): McpConfig => {
  const hide = (list: McpConfig['static_headers']) =>
    list.map((item) => ({ ...item, value: item.value ? KEPT_SECRET : '' }))
  return { ...config, static_headers: hide(config.static_headers), static_params: hide(config.static_params) }
}
