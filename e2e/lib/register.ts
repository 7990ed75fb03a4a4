import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language, Person } from './studio.ts'
import { texts } from './texts.ts'

export const password = 'correct horse 7'

/** Fills in the visible form as a new visitor. */
export async function register(page: Page, language: Language, email: string) {
  const t = texts(language)
  const tab = page.getByRole('radio', { name: t('passport', 'registerTab') })
  await page.getByLabel(t('passport', 'email'), { exact: true }).waitFor()
  // The first visitor of a new instance is asked to set it up.
  if (await tab.isVisible()) await tab.click()
  await page.getByLabel(t('passport', 'email'), { exact: true }).fill(email)
  await page.getByLabel(t('passport', 'password'), { exact: true }).fill(password)
  await page
    .getByRole('button', { name: new RegExp(`^(${t('passport', 'register')}|${t('passport', 'invite.register')})`) })
    .click()
}

/** An account made by a call, where how people register is the concern of another file. Gives the personal space. */
export async function joinAs({ page, context }: Person, name: string): Promise<string> {
  const answer = await context.request.post('/api/passport/web/email/register/v2/', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    // A second try is a new person.
    data: { email: `${name}-${Date.now()}@example.test`, password },
  })
  expect(await answer.json()).toMatchObject({ code: 0 })
  await page.goto('/')
  await page.waitForURL(/\/space\/\d+\/develop/)
  return /\/space\/(\d+)\//.exec(page.url())![1]!
}
