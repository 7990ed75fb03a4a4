import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Answers that go on for as long as the page is open. */
const isEndless = (request: Request) => /event-stream/.test(request.headers()['accept'] ?? '')

/**
 * Goes from screen to screen inside one page, as a link would: the app is loaded once. A screen is there when its
 * heading is, nothing is being fetched, and no placeholder is left.
 */
export function openWalk(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => !isEndless(request) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const painted = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const isShown = (path: string) =>
    page.evaluate((wanted) => {
      const heading = [...document.querySelectorAll('h1')].find((item) => item.checkVisibility())
      return location.pathname === wanted && heading && !document.querySelector('.animate-skeleton, #boot')
    }, path)
  return {
    painted,
    async to(address: string): Promise<void> {
      await page.evaluate((next) => history.pushState({}, '', next), address)
      await expect
        .poll(
          async () => {
            await painted()
            return open.size === 0 && (await isShown(address.split('?')[0]!)) && open.size === 0
          },
          { message: address, interval: 20 },
        )
        .toBe(true)
    },
    async resize(width: number, height = 900): Promise<void> {
      await page.setViewportSize({ width, height })
      await painted()
    },
  }
}
