import { type Space, SpaceType } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { call } from './call.ts'
import type { Language, Person } from './studio.ts'
import { texts } from './texts.ts'

export const password = 'correct horse 7'

/** Submits the visible registration form as a new visitor. */
export async function register(page: Page, language: Language, email: string) {
  const t = texts(language)
  const tab = page.getByRole('radio', { name: t('passport', 'registerTab') })
  await page.getByLabel(t('passport', 'email'), { exact: true }).waitFor()
  // On a new instance there is no tab, because the first visitor is asked to set it up.
  if (await tab.isVisible()) await tab.click()
  await page.getByLabel(t('passport', 'email'), { exact: true }).fill(email)
  await page.getByLabel(t('passport', 'password'), { exact: true }).fill(password)
  await page
    .getByRole('button', { name: new RegExp(`^(${t('passport', 'register')}|${t('passport', 'invite.register')})`) })
    .click()
}

/**
 * Registers an account by an API call, for tests that are not about registration, and returns its personal space. Loads
 * no page: the first address that the test opens is the first page.
 */
export async function joinAs(person: Person, name: string): Promise<string> {
  // The timestamp makes each retry register a new person.
  await call(person, '/api/passport/web/email/register/v2/', {
    email: `${name}-${Date.now()}@example.test`,
    password,
  })
  const { bot_space_list: spaces } = await call<{ bot_space_list: Space[] }>(person, '/api/space/list', {})
  return spaces.find(({ space_type: type }) => type === SpaceType.personal)!.id
}
