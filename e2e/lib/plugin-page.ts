import type { Locator, Page } from 'playwright-core'
import type { texts } from './texts.ts'

/** Actions of a user on the plugin pages, in the user's language. */
export function pluginPage(page: Page, t: ReturnType<typeof texts>) {
  const words = (key: string, values?: Record<string, string | number>) => t('plugin', key, values)
  return {
    words,
    dialog: (): Locator => page.getByRole('dialog').last(),
    /** Waits until all edits are saved. */
    saved: (): Promise<void> =>
      page
        .getByRole('status')
        .filter({ hasText: words('saved.at', { time: '' }).trim() })
        .first()
        .waitFor(),
    run: (): Promise<void> => page.getByRole('button', { name: new RegExp(`^${words('debug.run')}`) }).click(),
    result: (): Locator => page.getByRole('region', { name: words('debug.result') }),
  }
}
