import { describe, expect, test } from 'vitest'
import { password, register } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** A new user creates their first bot. */
const studio = openStudioInside()
const twoMinutes = 120_000

describe('the first bot, in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const input = '为忙碌的人规划短途旅行，先询问日期。'
  const name = '短途旅行规划助手'

  test(
    'three steps lead from the registration to the first answer',
    async () => {
      const person = await studio.person(language, { dark: true })
      const { page } = person
      await page.goto('/sign')
      await register(page, language, `new-${Math.random().toString(36).slice(2)}@example.test`)
      await page.waitForURL(/\/space\/\d+\/develop/)

      const steps = page.getByRole('region', { name: t('home', 'first.title') })
      await steps.getByText(t('home', 'first.done')).waitFor()
      const draft = steps.getByRole('button', { name: t('home', 'first.draft') })
      await expect.poll(() => draft.isDisabled()).toBe(true)
      // The steps also offer templates and import, for users who do not want to start with a description.
      const templates = steps.getByRole('region', { name: t('explore', 'begin.title') })
      await expect.poll(() => templates.getByRole('heading', { level: 4 }).count()).toBe(4)
      await steps.getByRole('button', { name: t('home', 'first.import') }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await steps.getByRole('textbox', { name: t('home', 'first.wish') }).fill(input)
      await steps.getByText(name, { exact: true }).waitFor()
      await expectAccessible(page, `first-steps-${language}`)
      await draft.click()

      await page.waitForURL(/\/bot\/\d+/)
      const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
      await composer.waitFor()
      await page.getByText(name, { exact: true }).first().waitFor()
      await composer.fill('你能做什么？')
      await composer.press('Enter')
      await page
        .getByRole('log')
        .getByRole('button', { name: t('chat', 'copy') })
        .nth(1)
        .waitFor()
      await expectTranslated(page, `first-answer-${language}`)
      noComplaints(person)
    },
    twoMinutes,
  )

  test('a user who skips the first steps does not see them again', async () => {
    const person = await studio.person(language)
    const { page } = person
    const answer = await person.context.request.post('/api/passport/web/email/register/v2/', {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      data: { email: `skip-${Math.random().toString(36).slice(2)}@example.test`, password },
    })
    expect(await answer.json()).toMatchObject({ code: 0 })
    await page.goto('/')
    await page.getByRole('button', { name: t('home', 'first.skip') }).click()
    await page.getByRole('heading', { name: t('home', 'empty.title') }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: t('home', 'empty.title') }).waitFor()
    await expect.poll(() => page.getByRole('region', { name: t('home', 'first.title') }).count()).toBe(0)
    noComplaints(person)
  })
})
