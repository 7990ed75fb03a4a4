import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { changeLanguage } from './screen.ts'
import type { Language } from './studio.ts'

/**
 * Goes from screen to screen inside one page, as links do, so that the app is loaded once. A screen is complete when
 * its heading is visible, no request is pending and no placeholder is left.
 */
export function openWalk(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  // An event stream stays open as long as its screen, so it counts as finished once it is answered.
  page.on('response', (response) => {
    if (/event-stream/.test(response.headers()['content-type'] ?? '')) open.delete(response.request())
  })
  const painted = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const isComplete = () => page.evaluate(() => !document.querySelector('.animate-skeleton, #boot'))
  /** Requires the heading and something below it, because the frame of a page appears before its requests start. */
  const isShown = (path: string) =>
    page.evaluate((wanted) => {
      const heading = [...document.querySelectorAll('h1')].find((item) => item.checkVisibility())
      const text = (document.querySelector('main') ?? document.body).innerText.trim()
      return location.pathname === wanted && heading !== undefined && text !== heading.innerText.trim()
    }, path)
  const addressesOf = () => [...open].map((request) => request.url()).join(', ')

  /** Waits until the condition is true and no request is pending. On timeout, names the pending requests. */
  const until = async (what: string, holds: () => Promise<boolean>) => {
    await expect
      .poll(
        async () => {
          await painted()
          const isDone = open.size === 0 && (await isComplete()) && (await holds()) && open.size === 0
          return isDone ? '' : addressesOf() || 'incomplete'
        },
        { message: what, interval: 20 },
      )
      .toBe('')
  }
  return {
    to: async (address: string): Promise<void> => {
      // An app that is still starting would miss the change of the address.
      await until(page.url(), async () => page.locator('h1').first().isVisible())
      await page.evaluate((next) => history.pushState({}, '', next), address)
      await until(address, () => isShown(address.split('?')[0]!))
    },
    /** Switches the language, in which texts from the server are fetched again. */
    switchLanguage: async (language: Language): Promise<void> => {
      await changeLanguage(page, language)
      await until(`${page.url()} in ${language}`, async () => true)
    },
    /** Resizes the window. Parts that fold or unfold may fetch their content. */
    resize: async (width: number, height = 900): Promise<void> => {
      await page.setViewportSize({ width, height })
      await until(`${page.url()} at ${width}`, async () => true)
    },
  }
}
export type Walk = ReturnType<typeof openWalk>
