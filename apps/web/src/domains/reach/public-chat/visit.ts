import { languages, type Language } from '#lib/i18n.ts'
import { readStored, writeStored } from '#lib/local-store.ts'

/** Parameters of a chat page: the bot and the embedding site. */
export interface Visit {
  key: string
  /** The origin of the embedding site; empty if the chat is its own page. */
  site: string
  language: Language
  theme: 'light' | 'dark' | null
}

export function readVisit({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Visit {
  const asked = new URLSearchParams(search)
  const theme = asked.get('theme')
  return {
    key: decodeURIComponent(pathname.split('/')[2] ?? ''),
    site: asked.get('embed') ?? '',
    language: languageOf(asked.get('lang') ?? readStored<string>('language', '') ?? ''),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  }
}

/** The language of the browser, unless one was requested: visitors have no setting. */
function languageOf(input: string): Language {
  const tag = languages.find((language) => language === input) ?? (input || navigator.language)
  return tag.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

const tokens = new Map<string, string>()
const nameOf = (key: string) => `visit.${key}`
/** The visitor token. If the browser blocks storage in frames, the token is lost with the page. */
const readToken = (key: string): string => tokens.get(key) ?? readStored(nameOf(key), '')
export function keepToken(key: string, token: string): void {
  tokens.set(key, token)
  writeStored(nameOf(key), token)
}
/** Options of a call that a visitor makes. */
export const asVisitor = (key: string) => ({ headers: { authorization: `Bearer ${readToken(key)}` } })
