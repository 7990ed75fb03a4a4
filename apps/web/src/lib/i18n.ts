import { createInstance, type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Namespace, TextKey } from '#locales/namespaces.ts'
import { loadNodeTexts } from '#locales/node-texts.ts'
import { browserLanguage } from './browser-language.ts'
import { formatNumber } from './format.ts'
import { onStored, readStored, writeStored } from './local-store.ts'

export const languages = ['zh-CN', 'en'] as const
export type Language = (typeof languages)[number]

/** Names of the languages in themselves. */
export const languageNames: Record<Language, string> = { 'zh-CN': '中文', en: 'English' }

const key = 'language'
const files = import.meta.glob<Record<string, string>>('../locales/*/*.json', { import: 'default' })

const i18n = createInstance()

/** Each namespace of each language is a separate chunk, fetched when a screen first needs it. */
const chunks: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`]
    if (!load) return done(new Error(`There is no ${namespace} in ${language}`), null)
    Promise.all([load(), namespace === 'workflow-node' ? loadNodeTexts(language) : {}]).then(
      (texts) => done(null, Object.assign({}, ...texts)),
      (error: Error) => done(error, null),
    )
  },
}

/** Counts are shown with thousands commas: they have to be numbers, which choose the plural. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, _language, options) =>
    options?.['interpolationkey'] === 'count' && typeof value === 'number' ? formatNumber(value) : (value as string),
}

/** What was chosen in this browser; until then, the first of the browser's languages that there are texts in. */
export function readLanguage(): Language {
  const stored = readStored<unknown>(key, null)
  return languages.find((language) => language === stored) ?? browserLanguage(globalThis.navigator?.languages)
}

/** Resolves when the texts every page needs are here: render after it. Follows the choice, also when another window makes it. */
export async function startI18n(...namespaces: Namespace[]): Promise<void> {
  await startI18nIn(readLanguage(), ...namespaces)
  onStored(key, () => {
    if (readLanguage() !== i18n.language) void i18n.changeLanguage(readLanguage())
  })
}

/** The same for pages whose visitors have not chosen a language. */
export async function startI18nIn(first: Language, ...namespaces: Namespace[]): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18n
    .use(chunks)
    .use(counts)
    .use(initReactI18next)
    .init({
      lng: first,
      supportedLngs: [...languages],
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['ui', ...namespaces],
      defaultNS: 'ui',
      keySeparator: false,
      nsSeparator: false,
      interpolation: {
        escapeValue: false,
        alwaysFormat: true,
      },
      react: { useSuspense: true },
    })
}

/** Called when another language is on the screen. */
export const onLanguageChange = (listener: () => void): void => void i18n.on('languageChanged', listener)

/** The new texts are fetched first, then the page changes at once. */
export async function setLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language)
  writeStored(key, language)
}

const otherLanguage = (): Language => languages.find((language) => language !== i18n.language) ?? 'en'

/** Fetches the texts of the language that is not shown, for what is found under its names in both. */
export async function loadOtherTexts(namespace: Namespace): Promise<void> {
  await i18n.reloadResources([otherLanguage()], [namespace])
}

export function otherTextOf<N extends Namespace>(namespace: N): Texts<N> {
  const fixed = i18n.getFixedT(otherLanguage(), namespace) as unknown as AnyText
  return (key, values) => fixed(key, values)
}

/** A count is a number: a text with a plural has no form for the words of one. */
type TextValues = Record<string, string | number> & { count?: number }
export type Texts<N extends Namespace> = (key: TextKey<N>, values?: TextValues) => string
/** Keys are checked by `Texts`; the library's own types, which would do it again from a global, stay out. */
type AnyText = (key: string, values?: Record<string, string | number>) => string

/** The texts of one namespace; a key that does not exist does not compile. Suspends until they are here. */
export function useT<N extends Namespace>(namespace: N): Texts<N> {
  return useTranslation(namespace).t as unknown as AnyText
}

/** Fetches texts for code that shows them before any screen has asked for them. */
export const loadTexts = (namespace: Namespace): Promise<void> => i18n.loadNamespaces(namespace)

/** For code outside of components (toasts after a mutation); the namespace must have been loaded, by the screen or `loadTexts`. */
export function textOf<N extends Namespace>(namespace: N): Texts<N> {
  return (key, values) => (i18n.t as unknown as AnyText)(key, { ...values, ns: namespace })
}

/** Labels of other screens by their names, as the guide quotes them. */
export async function loadLabels(
  namespaces: Iterable<Namespace>,
): Promise<(namespace: Namespace, key: string) => string> {
  await i18n.loadNamespaces([...namespaces])
  return (namespace, key) => (i18n.t as unknown as AnyText)(key, { ns: namespace } as unknown as Record<string, string>)
}

export function useLanguage(): [Language, (language: Language) => Promise<void>] {
  return [useTranslation('ui').i18n.language as Language, setLanguage]
}
