import type { SetupField } from '../adapter.ts'

/** For people who reach a platform through a proxy of their own. */
export const apiBase = (host: string): SetupField => ({
  name: 'api_base',
  label: { en: 'Address of the API', zh: 'API 地址' },
  hint: {
    en: `Only behind a proxy of your own. Empty for ${host}`,
    zh: `仅在使用自有代理时填写，留空则为 ${host}`,
  },
  isOptional: true,
  isAddress: true,
  pattern: {
    source: String.raw`^https?://[^\s/]+/?$`,
    words: { en: 'write it as https://example.org', zh: '请按 https://example.org 的格式填写' },
  },
})
export const secretField = (name: string, en: string, zh = en): SetupField => ({
  name,
  label: { en, zh },
  isSecret: true,
})
export const plainField = (name: string, en: string, zh = en): SetupField => ({ name, label: { en, zh } })
