import type { Page } from 'playwright-core'
import { goTo } from './go-to.ts'
import type { Visit } from './visitor.ts'

/**
 * Opens an address for a person where they already are: who comes again moves on in the window of before, which costs a
 * quarter of loading the app in a new one. Somebody else, another size or another language gets a window of its own.
 */
export function sameWindow(visit: (visit: Visit) => Promise<Page>) {
  const windows = new Map<string, Page>()
  return async (who: Visit, address: string): Promise<Page> => {
    const key = JSON.stringify(who)
    let page = windows.get(key)
    if (!page || page.isClosed()) {
      page = await visit(who)
      windows.set(key, page)
    }
    await goTo(page, address)
    return page
  }
}
