import { AuthLocation, AuthType, PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { visibleLength } from '#lib/text-length.ts'
import type { PluginInfo } from './plugin.queries.ts'

export const grantTypes = ['authorization_code', 'client_credentials'] as const
export interface OAuthForm {
  grantType: (typeof grantTypes)[number]
  clientId: string
  clientSecret: string
  /** The authorization page, to which people are redirected. */
  pageUrl: string
  tokenUrl: string
  scope: string
  clientAuth: 'post' | 'basic'
}
/** The numbers of parameter locations on the wire. */
export const paramLocations = { '4': 'header', '2': 'query', '3': 'body', '1': 'path' } as const
export type Place = keyof typeof paramLocations
export interface CommonParam {
  id: string
  place: Place
  name: string
  value: string
}
export const authKinds = ['none', 'service', 'oauth'] as const
export interface PluginForm {
  name: string
  desc: string
  icon: { uri: string; url: string }
  url: string
  common: CommonParam[]
  auth: (typeof authKinds)[number]
  location: 'header' | 'query'
  key: string
  token: string
  oauth: OAuthForm
  privateLink: string
}

const emptyOAuth: OAuthForm = {
  grantType: 'authorization_code',
  clientId: '',
  clientSecret: '',
  pageUrl: '',
  tokenUrl: '',
  scope: '',
  clientAuth: 'post',
}
export const emptyForm: PluginForm = {
  name: '',
  desc: '',
  icon: { uri: '', url: '' },
  url: '',
  common: [],
  auth: 'none',
  location: 'header',
  key: 'Authorization',
  token: '',
  oauth: emptyOAuth,
  privateLink: '',
}

let count = 0
export const newParam = (place: Place = '4', name = '', value = ''): CommonParam => ({
  id: `param-${++count}`,
  place,
  name,
  value,
})

/** Secrets are received as stars. Sent back as stars, they are unchanged. */
export function formOf({ meta_info: meta }: PluginInfo): PluginForm {
  const [auth = AuthType.none] = meta.auth_type
  const oauth = readOAuth(meta.oauth_info)
  return {
    name: meta.name,
    desc: meta.desc,
    icon: meta.icon,
    url: meta.url,
    common: Object.entries(meta.common_params).flatMap(([place, list]) =>
      list.map((item) => newParam(place as Place, item.name, item.value)),
    ),
    auth: auth === AuthType.service ? 'service' : auth === AuthType.oauth ? 'oauth' : 'none',
    location: meta.location === AuthLocation.query ? 'query' : 'header',
    key: meta.key || 'Authorization',
    token: meta.service_token,
    oauth: { ...emptyOAuth, ...oauth },
    privateLink: meta.private_link_id,
  }
}

function readOAuth(text: string): Partial<OAuthForm> {
  if (!text) return {}
  const info = JSON.parse(text) as Record<string, string | undefined>
  return {
    grantType: info['grant_type'] === 'client_credentials' ? 'client_credentials' : 'authorization_code',
    clientId: info['client_id'] ?? '',
    clientSecret: info['client_secret'] ?? '',
    pageUrl: info['client_url'] ?? '',
    tokenUrl: info['authorization_url'] ?? '',
    scope: info['scope'] ?? '',
    clientAuth: info['client_auth'] === 'basic' ? 'basic' : 'post',
  }
}

/** The form as the call takes it. */
export function metaOf(form: PluginForm) {
  const common: Partial<Record<Place, { name: string; value: string }[]>> = {}
  for (const { place, name, value } of form.common)
    if (name.trim()) (common[place] ??= []).push({ name: name.trim(), value })
  return {
    name: form.name.trim(),
    desc: form.desc.trim(),
    url: form.url.trim(),
    icon: form.icon,
    auth_type: AuthType[form.auth],
    common_params: common,
    private_link_id: form.privateLink,
    ...(form.auth === 'service' && {
      location: AuthLocation[form.location],
      key: form.key.trim(),
      service_token: form.token,
    }),
    ...(form.auth === 'oauth' && {
      oauth_info: JSON.stringify({
        grant_type: form.oauth.grantType,
        client_id: form.oauth.clientId.trim(),
        client_secret: form.oauth.clientSecret,
        client_url: form.oauth.pageUrl.trim(),
        authorization_url: form.oauth.tokenUrl.trim(),
        scope: form.oauth.scope.trim(),
        client_auth: form.oauth.clientAuth,
      }),
    }),
  }
}

export const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text.trim())
const isNameReady = ({ name, desc }: Pick<PluginForm, 'name' | 'desc'>): boolean =>
  name.trim() !== '' &&
  visibleLength(name.trim()) <= PLUGIN_LIMITS.name &&
  visibleLength(desc.trim()) <= PLUGIN_LIMITS.description

export function isReady(form: PluginForm, isCode: boolean): boolean {
  if (!isNameReady(form)) return false
  if (isCode) return true
  if (!isAddress(form.url)) return false
  if (form.auth === 'service') return form.key.trim() !== '' && form.token !== ''
  if (form.auth !== 'oauth') return true
  const { grantType, clientId, clientSecret, pageUrl, tokenUrl } = form.oauth
  const isPersonal = grantType === 'authorization_code'
  return clientId.trim() !== '' && isAddress(tokenUrl) && (isPersonal ? isAddress(pageUrl) : clientSecret !== '')
}
