import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { changeLanguage } from './screen.ts'
import type { Language } from './studio.ts'

/**
 * Goes from screen to screen inside one page, as a link would: the app is loaded once. A screen is there when its
 * heading is, nothing is being fetched, and no placeholder is left.
 */
export function openWalk(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  // A stream of events goes on for as long as its screen is open: who else edits a workflow. Only its answer tells.
  page.on('response', (response) => {
    if (/event-stream/.test(response.headers()['content-type'] ?? '')) open.delete(response.request())
  })
  const painted = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const isComplete = () => page.evaluate(() => !document.querySelector('.animate-skeleton, #boot'))
  /** With its heading and something below it: the frame of a page is there before it has begun to fetch. */
  const isShown = (path: string) =>
    page.evaluate((wanted) => {
      const heading = [...document.querySelectorAll('h1')].find((item) => item.checkVisibility())
      const text = (document.querySelector('main') ?? document.body).innerText.trim()
      return location.pathname === wanted && heading !== undefined && text !== heading.innerText.trim()
    }, path)
  const addressesOf = () => [...open].map((request) => request.url()).join(', ')

  /** Until it holds with nothing on the way; what is still on the way is named when it never does. */
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
      // An app that is just starting would miss it. Once it shows a page, it follows the address.
      await until(page.url(), async () => page.locator('h1').first().isVisible())
      await page.evaluate((next) => history.pushState({}, '', next), address)
      await until(address, () => isShown(address.split('?')[0]!))
    },
    /** The same screen in the other language: what comes from the server is fetched again. */
    read: async (language: Language): Promise<void> => {
      await changeLanguage(page, language)
      await until(`${page.url()} in ${language}`, async () => true)
    },
    /** What folds or unfolds may fetch what it shows. */
    resize: async (width: number, height = 900): Promise<void> => {
      await page.setViewportSize({ width, height })
      await until(`${page.url()} at ${width}`, async () => true)
    },
  }
}
export type Walk = ReturnType<typeof openWalk>
