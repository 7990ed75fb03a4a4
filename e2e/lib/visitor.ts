import type { Page } from 'playwright-core'
import { afterFile } from '../../apps/server/src/testing/after-file.ts'
import { closeContexts, openBrowser as openSharedBrowser } from './browser.ts'

export interface Visit {
  language?: 'en' | 'zh-CN'
  /** The language of the browser; the visitor has then not chosen one. */
  locale?: string
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Session cookie of a signed-in user, as `name=value`. */
  cookie?: string
}

/** Opens a browser for a test file. Each visitor has a separate window and separate storage. */
export async function openBrowser(address: string) {
  const browser = await openSharedBrowser()
  afterFile(() => closeContexts(browser))
  return async (visit: Visit = {}): Promise<Page> => {
    const { language = 'en', theme = 'light', width = 1440, height = 900, cookie, locale } = visit
    const viewport = { width, height }
    const context = await browser.newContext({ viewport, locale, baseURL: address, reducedMotion: 'reduce' })
    const [name, value] = cookie?.split(/=(.*)/s) ?? []
    if (name && value) await context.addCookies([{ name, value, url: address }])
    if (!locale)
      await context.addInitScript(
        ([chosenLanguage, chosenTheme]) => {
          // Only sets defaults, so that choices made on the page persist.
          if (localStorage.getItem('orrery.language')) return
          localStorage.setItem('orrery.language', JSON.stringify(chosenLanguage))
          localStorage.setItem('orrery.theme', JSON.stringify(chosenTheme))
        },
        [language, theme] as const,
      )
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    return page
  }
}
