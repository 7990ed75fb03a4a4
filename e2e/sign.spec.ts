import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPassword } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { seriousFaults } from './lib/axe.ts'
import { openBrowser } from './lib/visitor.ts'

let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
})

const password = (page: Page, name = 'Password') => page.getByLabel(name, { exact: true })
async function fill(page: Page, email: string, secret: string) {
  await page.getByLabel('Email').fill(email)
  await password(page).fill(secret)
  await page.keyboard.press('Enter')
}
const develop = /\/space\/\d+\/develop$/

describe('signing in', () => {
  // Must run first in this file, because it needs an instance without an owner.
  it('creates the account of the owner on an empty instance and opens the personal space', async () => {
    const page = await visit()
    await page.goto('/')
    await page.waitForURL('/sign?redirect=%2Fspace')
    await page.getByRole('heading', { name: 'Set up this instance' }).waitFor()
    await page.getByText('The first account becomes the owner').waitFor()
    const create = page.getByRole('button', { name: 'Create account' })
    await page.getByLabel('Email').fill('owner@example.test')
    for (const [secret, isGood] of [
      ['short', false],
      ['password', false],
      ['owner@example.test', false],
      [testPassword, true],
    ] as const) {
      await password(page).fill(secret)
      await expect.poll(() => create.isDisabled(), { message: secret }).toBe(!isGood)
    }
    await password(page).press('Enter')
    await page.waitForURL(develop)
    await page.getByRole('button', { name: 'owner’s space' }).waitFor()
    await page.getByRole('button', { name: 'owner’s account' }).click()
    await page.getByRole('menuitem', { name: 'Administration' }).waitFor()
  })

  it('shows the same message for a wrong email or password, and leads to the requested page', async () => {
    const { email } = await studio.register('wanda')
    const page = await visit()
    await page.goto('/explore/template')
    await page.waitForURL('/sign?redirect=%2Fexplore%2Ftemplate')
    await page.getByLabel('Email').press('Enter')
    await page.getByText('Enter your email address.').waitFor()
    await fill(page, email, 'not the password')
    await page.getByText('Incorrect email or password.').waitFor()
    await fill(page, email, testPassword)
    await page.waitForURL('/explore/template')
  })

  it('never redirects to another site', async () => {
    const { email } = await studio.register('sam')
    const page = await visit()
    await page.goto(`/sign?redirect=${encodeURIComponent('//evil.test/x')}`)
    await fill(page, email, testPassword)
    await page.waitForURL(develop)
  })

  it('is skipped for a person who is signed in', async () => {
    const person = await studio.register('ines')
    const page = await visit({ cookie: person.cookie() })
    await page.goto('/sign?redirect=%2Faccount')
    await page.waitForURL('/account')
  })

  it.each([
    ['en-GB', 'en', 'Welcome back'],
    ['zh-TW', 'zh-CN', '欢迎回来'],
    ['pt-BR', 'en', 'Welcome back'],
  ])('uses the language of a browser that requests %s', async (locale, language, heading) => {
    const page = await visit({ locale })
    await page.goto('/sign')
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  })

  it('shows the name and colour of the instance until its owner removes them', async () => {
    const actor = (await studio.services.passport.page(undefined, 1, 50)).rows.find((user) => user.isInstanceOwner)!
    const page = await visit()
    await studio.services.branding.save({ name: 'Harbour desk', color: '#00aa55' }, actor.id)
    await page.goto('/sign')
    await page.getByText('Harbour desk', { exact: true }).waitFor()
    await expect.poll(() => page.title()).toContain('Harbour desk')
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'))).toBe('#00aa55')
    expect(await seriousFaults(page)).toEqual([])
    await studio.services.branding.save({ name: '', color: '' }, actor.id)
    await page.reload()
    await page.getByText('Orrery', { exact: true }).waitFor()
    expect(await page.evaluate(() => 'accent' in document.documentElement.dataset)).toBe(false)
  })

  it('is shown in Chinese or English, and remembers the choice', async () => {
    const page = await visit({ language: 'zh-CN' })
    await page.goto('/sign')
    await page.getByRole('heading', { name: '欢迎回来' }).waitFor()
    await page.getByRole('radio', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  })

  it.each(['light', 'dark'] as const)('has no serious accessibility violations (%s)', async (theme) => {
    const page = await visit({ theme })
    for (const path of ['/sign', '/sign?mode=register', '/sign?mode=forgot']) {
      await goTo(page, path)
      await page.getByLabel('Email').waitFor()
      expect(await seriousFaults(page), path).toEqual([])
    }
  })
})

it('a forgotten password is reset with a code', async () => {
  const { email } = await studio.register('fred')
  const page = await visit()
  await page.goto('/sign')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').press('Enter')
  await page.getByText('This instance doesn’t send email.').waitFor()
  const [open] = await studio.services.passport.openResetCodes()
  await page.getByLabel('Code').fill('AAAAAAAAAA')
  await password(page, 'New password').fill('another horse 8')
  await page.keyboard.press('Enter')
  await page.getByText('This code is incorrect, used or expired. Request a new one').waitFor()
  await page.getByLabel('Code').fill(open!.code)
  await page.keyboard.press('Enter')
  await page.getByText('Your password has been reset.').waitFor()
  await fill(page, email, 'another horse 8')
  await page.waitForURL(develop)
})

describe('the registration policy', () => {
  it('is shown before the form is submitted', async () => {
    const owner = (await studio.services.passport.page(undefined, 1, 50)).rows.find((user) => user.isInstanceOwner)!
    const page = await visit()
    await studio.services.instance.saveSettings({ registration: 'open', emailDomains: ['harbour.test'] }, owner.id)
    await page.goto('/sign?mode=register')
    await page.getByLabel('Email').fill('lena@mail.test')
    await password(page).fill(testPassword)
    await page.getByText('You can only register with an email address at harbour.test.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Create account' }).isDisabled()).toBe(true)
    await studio.services.instance.saveSettings({ registration: 'invite' }, owner.id)
    await page.goto('/sign?mode=register')
    await page.getByText('Registration is by invitation only.').waitFor()
    await studio.services.instance.saveSettings({ registration: 'closed' }, owner.id)
    await page.goto('/sign?mode=register')
    await page.getByText('Registration is closed.').waitFor()
    await studio.services.instance.saveSettings({ registration: 'open', emailDomains: [] }, owner.id)
  })
})

describe('an invitation', () => {
  async function invite(name: string) {
    const host = await studio.register(name)
    const { id } = await host.api.space.create({ name: `Team of ${name}`, description: 'Answers guests' })
    const { key } = await host.api.space.inviteLink({ space_id: id, team_invite_link_status: true })
    return { id, key }
  }

  it('lets a new person register and opens its space', async () => {
    const { id, key } = await invite('hana')
    const page = await visit()
    await page.goto(`/invite/${key}`)
    await page.getByRole('heading', { name: 'Join Team of hana' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Register and join' }).click()
    await fill(page, 'newcomer@example.test', testPassword)
    await page.waitForURL(`/space/${id}/develop`)
    await page.getByRole('button', { name: 'Team of hana' }).waitFor()
  })

  it('lets a person with an account sign in and join', async () => {
    const { id, key } = await invite('hugo')
    const { email } = await studio.register('greta')
    const page = await visit()
    await page.goto(`/invite/${key}`)
    await page.getByRole('link', { name: 'Sign in and join' }).click()
    await fill(page, email, testPassword)
    await page.waitForURL(`/space/${id}/develop`)
  })

  it('asks a person who is signed in to join, and recognises members', async () => {
    const { id, key } = await invite('helga')
    const guest = await studio.register('gerd')
    const page = await visit({ cookie: guest.cookie() })
    await page.goto(`/invite/${key}`)
    await page.getByRole('button', { name: 'Join as gerd' }).click()
    await page.waitForURL(`/space/${id}/develop`)
    await goTo(page, `/invite/${key}`)
    await page.getByText('You’re already a member.').waitFor()
  })

  it('shows that it is no longer valid', async () => {
    const page = await visit()
    await page.goto('/invite/nonsense')
    await page.getByRole('heading', { name: 'This invitation is no longer valid.' }).waitFor()
  })
})
