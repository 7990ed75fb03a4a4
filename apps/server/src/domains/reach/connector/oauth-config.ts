import { z } from 'zod'
import type { Locale } from '#kit/errors.ts'

const url = z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }).max(2000)
/** OAuth settings of a custom channel. PKCE is always used. */
export const oauthConfig = z.strictObject({
  client_id: z.string().trim().min(1).max(200),
  client_secret: z.string().max(500).default(''),
  authorize_url: url,
  token_url: url,
  scope: z.string().max(1000).default(''),
  /** How the client credentials are sent to the token endpoint. */
  token_style: z.enum(['post', 'basic']).default('post'),
})
export type OauthConfig = z.output<typeof oauthConfig>

interface Item {
  name: keyof OauthConfig
  en: string
  zh: string
  isRequired: boolean
  max: number
  isSecret?: true
  values?: { value: string; en: string; zh: string }[]
}
const items: Item[] = [
  { name: 'client_id', en: 'Client ID', zh: '客户端 ID', isRequired: true, max: 200 },
  { name: 'client_secret', en: 'Client secret', zh: '客户端密钥', isRequired: false, max: 500, isSecret: true },
  { name: 'authorize_url', en: 'Authorisation URL', zh: '授权 URL', isRequired: true, max: 2000 },
  { name: 'token_url', en: 'Token URL', zh: '令牌 URL', isRequired: true, max: 2000 },
  { name: 'scope', en: 'Scopes', zh: '授权范围', isRequired: false, max: 1000 },
  {
    name: 'token_style',
    en: 'Client credentials are sent',
    zh: '客户端凭据的发送方式',
    isRequired: false,
    max: 10,
    values: [
      { value: 'post', en: 'In the body', zh: '放在请求体中' },
      { value: 'basic', en: 'In the Authorization header', zh: '放在 Authorization 请求头中' },
    ],
  },
]

/** Describes the form of these settings, in the format of API clients. */
export function oauthSchema(locale: Locale, redirectUri: string) {
  const words = (both: { en: string; zh: string }) => (locale === 'zh-CN' ? both.zh : both.en)
  const required = { en: 'Fill this in', zh: '请填写此项' }
  return {
    schema_area: {
      schema_list: items.map((item) => ({
        name: item.name,
        title: words(item),
        component: item.values ? ('Select' as const) : item.isSecret ? ('Password' as const) : ('Input' as const),
        type: 'string',
        placeholder: item.name.endsWith('_url') ? 'https://' : '',
        enums: (item.values ?? []).map((value) => ({ label: words(value), value: value.value })),
        rules: [{ required: item.isRequired, max: item.max, message: item.isRequired ? words(required) : '' }],
      })),
      title_text: words({ en: 'Your authorisation server', zh: '你的授权服务器' }),
      description: words({
        en: 'People connect their account there before they publish to the channel',
        zh: '发布到此渠道的人须先连接其账号',
      }),
      step_order: 2,
    },
    copy_link_area: {
      link_list: [{ title: words({ en: 'Redirect URL', zh: '重定向 URL' }), link: redirectUri }],
      title_text: words({ en: 'Register a client', zh: '注册客户端' }),
      description: words({
        en: 'Enter this address at your authorisation server',
        zh: '在你的授权服务器中填写此地址',
      }),
      step_order: 1,
    },
    title_text: 'OAuth',
    start_text: words({ en: 'Connect account', zh: '连接账号' }),
  }
}
