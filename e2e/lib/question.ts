import type { Locator, Page } from 'playwright-core'
import { changeLanguage } from './screen.ts'
import type { Language } from './studio.ts'
import { texts } from './texts.ts'

/**
 * A dialog keeps the language in which it was opened, so it is opened in both: closed again in the other language, and
 * left open in that of the page. `ask` opens the dialog using the texts of a language, and returns the text to wait
 * for.
 */
export async function openInBothLanguages(
  page: Page,
  ask: (words: ReturnType<typeof texts>) => Promise<Locator>,
): Promise<void> {
  const own = (await page.evaluate(() => document.documentElement.lang)) as Language
  await changeLanguage(page, own === 'en' ? 'zh-CN' : 'en')
  const other = await ask(texts(own === 'en' ? 'zh-CN' : 'en'))
  await other.waitFor()
  await page.keyboard.press('Escape')
  await other.waitFor({ state: 'detached' })
  await changeLanguage(page, own)
  await (await ask(texts(own))).waitFor()
}
