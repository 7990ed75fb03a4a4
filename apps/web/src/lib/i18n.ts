import { createInstance, type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Namespace, TextKey } from '#locales/namespaces.ts'
import { loadNodeTexts } from '#locales/node-texts.ts'
import { browserLanguage } from './browser-language.ts'
import { formatNumber } from './format.ts'
import { onStored, readStored, writeStored } from './local-store.ts'

export const languages = ['zh-CN', 'en'] as const
export type Language = (typeof languages)[number]

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { 'zh-CN': '中文', en: 'English' }

const key = 'language'
const files = import.meta.glob<Record<string, string>>('../locales/*/*.json', { import: 'default' })

const i18n = createInstance()

/** Each namespace of each language is a separate chunk, loaded when a screen first needs it. */
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

/** Formats counts with thousands separators. They must be numbers, which select the plural form. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, _language, options) =>
    options?.['interpolationkey'] === 'count' && typeof value === 'number' ? formatNumber(value) : (value as string),
}

/** The language chosen in this browser; otherwise the first language of the browser that has texts. */
export function readLanguage(): Language {
  const stored = readStored<unknown>(key, null)
  return languages.find((language) => language === stored) ?? browserLanguage(globalThis.navigator?.languages)
}

/** Resolves when the texts of every page are loaded: render after it. Follows choices made in other windows. */
export async function startI18n(...namespaces: Namespace[]): Promise<void> {
  await startI18nIn(readLanguage(), ...namespaces)
  onStored(key, () => {
    if (readLanguage() !== i18n.language) void i18n.changeLanguage(readLanguage())
  })
}

/** Like `startI18n`, for pages whose visitors have not chosen a language. */
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

/** Calls the listener after the language on the screen has changed. */
export const onLanguageChange = (listener: () => void): void => void i18n.on('languageChanged', listener)

/** Loads the new texts first, then changes the page at once. */
export async function setLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language)
  writeStored(key, language)
}

const otherLanguage = (): Language => languages.find((language) => language !== i18n.language) ?? 'en'

/** Loads the texts of the other language, for searches that match names in both languages. */
export async function loadOtherTexts(namespace: Namespace): Promise<void> {
  await i18n.reloadResources([otherLanguage()], [namespace])
}

export function otherTextOf<N extends Namespace>(namespace: N): Texts<N> {
  const fixed = i18n.getFixedT(otherLanguage(), namespace) as unknown as AnyText
  return (key, values) => fixed(key, values)
}

/** A count must be a number: plural forms cannot be selected for text. */
type TextValues = Record<string, string | number> & { count?: number }
export type Texts<N extends Namespace> = (key: TextKey<N>, values?: TextValues) => string
/** Keys are checked by `Texts`; the types of the library, which would repeat this check globally, are not used. */
type AnyText = (key: string, values?: Record<string, string | number>) => string

/** The texts of one namespace; an unknown key does not compile. Suspends until they are loaded. */
export function useT<N extends Namespace>(namespace: N): Texts<N> {
  return useTranslation(namespace).t as unknown as AnyText
}

/** Loads texts for code that shows them before any screen has requested them. */
export const loadTexts = (namespace: Namespace): Promise<void> => i18n.loadNamespaces(namespace)

/** For code outside of components. The namespace must have been loaded, by the screen or by `loadTexts`. */
export function textOf<N extends Namespace>(namespace: N): Texts<N> {
  return (key, values) => (i18n.t as unknown as AnyText)(key, { ...values, ns: namespace })
}

/** Returns labels of other screens by their keys, as the guide quotes them. */
export async function loadLabels(
  namespaces: Iterable<Namespace>,
): Promise<(namespace: Namespace, key: string) => string> {
  await i18n.loadNamespaces([...namespaces])
  return (namespace, key) => (i18n.t as unknown as AnyText)(key, { ns: namespace } as unknown as Record<string, string>)
}

export function useLanguage(): [Language, (language: Language) => Promise<void>] {
  return [useTranslation('ui').i18n.language as Language, setLanguage]
}
