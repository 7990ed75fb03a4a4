import { AuthType, PLUGIN_LIMITS } from '@orrery/contract'
import { pluginErrors } from './plugin.errors.ts'
import type { PluginRequest } from './plugin.service.ts'
import { type ReadDocument, readDocument } from './import/read-document.ts'
import { type ToolDraft, toolsOf } from './import/document-tools.ts'
import { BadDocument, isObject, type Json, listOf, type OpenApi, textOf } from './import/openapi-types.ts'

/** Reads a document in any of the supported formats; throws with the reason if it cannot be read. */
export function readImport(text: string): ReadDocument {
  try {
    return readDocument(text)
  } catch (cause) {
    if (cause instanceof BadDocument) throw pluginErrors.badDocument({ reason: cause.message })
    throw cause
  }
}
export interface ReadPlugin {
  request: PluginRequest & { name: string; description: string }
  tools: ToolDraft[]
  document: OpenApi
}

/** Reads what a plugin is created from: a manifest (JSON text, may be empty) and a document. */
export function readPlugin(
  manifestText: string,
  documentText: string,
  given: { serviceToken: string; clientId: string; clientSecret: string },
): ReadPlugin {
  const { document } = readImport(documentText)
  const manifest = parse(manifestText)
  const auth = isObject(manifest.auth) ? manifest.auth : {}
  const url = textOf(isObject(manifest.api) ? '' : manifest.url) || (document.servers[0]?.url ?? '')
  const name = (textOf(manifest.name_for_human) || textOf(manifest.name) || document.info.title || 'Plugin').slice(
    0,
    PLUGIN_LIMITS.name,
  )
  const description = (
    textOf(manifest.description_for_human) ||
    textOf(manifest.description) ||
    document.info.description
  ).slice(0, PLUGIN_LIMITS.description)
  return {
    request: { name, description, url, auth: authOf(auth, given), commonParams: commonOf(manifest.common_params) },
    tools: toolsOf(document),
    document,
  }
}

function parse(text: string): Json {
  if (!text.trim()) return {}
  try {
    const value = JSON.parse(text) as unknown
    if (isObject(value)) return value
  } catch {
    // Reported below.
  }
  throw pluginErrors.badManifest({ reason: 'must be a JSON object' })
}

function authOf(
  auth: Json,
  given: { serviceToken: string; clientId: string; clientSecret: string },
): NonNullable<PluginRequest['auth']> {
  const type = textOf(auth.type)
  if (type === 'service_http' || type === 'service') {
    const token = given.serviceToken || textOf(auth.service_token)
    // Without a key, the plugin is created anyway; the form asks for the key.
    if (!token) return { type: AuthType.none }
    return {
      type: AuthType.service,
      location: textOf(auth.location).toLowerCase() === 'query' ? 2 : 1,
      key: textOf(auth.key) || 'Authorization',
      serviceToken: token,
    }
  }
  if (type !== 'oauth') return { type: AuthType.none }
  const info = {
    client_id: given.clientId || textOf(auth.client_id),
    client_secret: given.clientSecret || textOf(auth.client_secret),
    client_url: textOf(auth.client_url),
    authorization_url: textOf(auth.authorization_url),
    scope: textOf(auth.scope),
    grant_type: textOf(auth.grant_type),
  }
  return { type: AuthType.oauth, oauthInfo: JSON.stringify(info) }
}

const places: Record<string, '1' | '2' | '3' | '4'> = { path: '1', query: '2', body: '3', header: '4' }
const commonOf = (value: unknown): NonNullable<PluginRequest['commonParams']> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {})
      .filter(([place]) => place in places)
      .map(([place, list]) => [
        places[place]!,
        listOf(list)
          .slice(0, 50)
          .flatMap((item) =>
            isObject(item) && textOf(item.name) ? [{ name: textOf(item.name), value: textOf(item.value) }] : [],
          ),
      ]),
  )

/** The manifest of a plugin as text, without secrets. */
export const manifestText = (plugin: {
  name: string
  description: string
  url: string
  authType: number
  commonParams: object
}): string =>
  JSON.stringify({
    schema_version: 'v1',
    name_for_human: plugin.name,
    name_for_model: plugin.name,
    description_for_human: plugin.description,
    description_for_model: plugin.description,
    auth: {
      type:
        plugin.authType === AuthType.service ? 'service_http' : plugin.authType === AuthType.oauth ? 'oauth' : 'none',
    },
    api: { type: 'openapi' },
    url: plugin.url,
    common_params: Object.fromEntries(
      Object.entries(plugin.commonParams).map(([place, list]) => [
        Object.entries(places).find(([, key]) => key === place)?.[0] ?? place,
        list,
      ]),
    ),
  })
