import type { Locator, Page } from 'playwright-core'
import { changeLanguage } from './screen.ts'
import type { Language } from './studio.ts'
import { texts } from './texts.ts'

/**
 * A question keeps the language in which it was asked, so it is asked in both: in the other one it is taken back, and in
 * that of the page it stays open. `ask` brings it up with the words of a language, and gives what it says then.
 */
export async function askInBoth(page: Page, ask: (words: ReturnType<typeof texts>) => Promise<Locator>): Promise<void> {
  const own = (await page.evaluate(() => document.documentElement.lang)) as Language
  await changeLanguage(page, own === 'en' ? 'zh-CN' : 'en')
  const other = await ask(texts(own === 'en' ? 'zh-CN' : 'en'))
  await other.waitFor()
  await page.keyboard.press('Escape')
  await other.waitFor({ state: 'detached' })
  await changeLanguage(page, own)
  await (await ask(texts(own))).waitFor()
}
