import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { browserLanguage } from './browser-language.ts'

const script = readFileSync(new URL('../../public/before-paint.js', import.meta.url), 'utf8')

function fakeStorage(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as unknown as Storage
}

function rootAfterScript(localStorage: unknown, wanted?: readonly string[]) {
  const root = { dataset: {} as Record<string, string>, lang: 'zh-CN' }
  const browser = wanted && { navigator: { languages: wanted } }
  runInNewContext(script, { localStorage, document: { documentElement: root }, ...browser })
  return root
}

describe('the script that runs before the first paint', () => {
  it('reads the theme and the language that the app stored', async () => {
    const storage = fakeStorage()
    vi.stubGlobal('localStorage', storage)
    const { setTheme } = await import('./theme.ts')
    const { writeStored } = await import('./local-store.ts')
    setTheme('dark')
    writeStored('language', 'en')
    expect(rootAfterScript(storage)).toMatchObject({ dataset: { theme: 'dark' }, lang: 'en' })
    setTheme('system')
    expect(rootAfterScript(storage).dataset).toEqual({})
    vi.unstubAllGlobals()
  })

  it('leaves the page unchanged if nothing or an invalid value is stored', () => {
    const storage = fakeStorage()
    expect(rootAfterScript(storage)).toEqual({ dataset: {}, lang: 'zh-CN' })
    storage.setItem('orrery.theme', '"red"')
    storage.setItem('orrery.language', '{')
    expect(rootAfterScript(storage)).toEqual({ dataset: {}, lang: 'zh-CN' })
  })

  it.each([
    [['en-US', 'en'], 'en'],
    [['zh-TW', 'en'], 'zh-CN'],
    [['fr-FR', 'zh-CN', 'en'], 'zh-CN'],
    [['de', 'en-GB'], 'en'],
    [['pt-BR'], 'en'],
    [[], 'zh-CN'],
  ] as const)('gives a browser that asks for %j the page in %s, until somebody chooses', (wanted, language) => {
    expect(browserLanguage(wanted)).toBe(language)
    expect(rootAfterScript(fakeStorage(), wanted).lang).toBe(language)
    const storage = fakeStorage()
    const chosen = language === 'en' ? 'zh-CN' : 'en'
    storage.setItem('orrery.language', JSON.stringify(chosen))
    expect(rootAfterScript(storage, wanted).lang).toBe(chosen)
  })

  it('does not break the page if access to the storage is denied', () => {
    const refused = {
      getItem: () => {
        throw new Error('refused')
      },
    }
    expect(rootAfterScript(refused)).toEqual({ dataset: {}, lang: 'zh-CN' })
  })
})
