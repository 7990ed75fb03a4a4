import type { Page } from 'playwright-core'
import type { Language } from './studio.ts'
import { texts } from './texts.ts'

export const password = 'correct horse 7'

/** Fills in the form that is on the screen, as somebody without an account does. */
export async function register(page: Page, language: Language, email: string) {
  const t = texts(language)
  const tab = page.getByRole('radio', { name: t('passport', 'registerTab') })
  await page.getByLabel(t('passport', 'email'), { exact: true }).waitFor()
  // The first visitor of a new instance is asked to set it up: there is nobody to sign in as.
  if (await tab.isVisible()) await tab.click()
  await page.getByLabel(t('passport', 'email'), { exact: true }).fill(email)
  await page.getByLabel(t('passport', 'password'), { exact: true }).fill(password)
  await page
    .getByRole('button', { name: new RegExp(`^(${t('passport', 'register')}|${t('passport', 'invite.register')})`) })
    .click()
}
