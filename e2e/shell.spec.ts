import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { seriousFaults } from './lib/axe.ts'
import { sameWindow } from './lib/same-window.ts'
import { openBrowser } from './lib/visitor.ts'

let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
/** Opens an address for the owner in their existing window, reset to the usual size. */
let open: (address: string) => Promise<Page>
let owner: Person
let personal: string
let team: string

beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('olga')
  const openFor = sameWindow(visit)
  open = async (address) => {
    const page = await openFor({ cookie: owner.cookie() }, address)
    if (page.viewportSize()?.width !== 1440) await page.setViewportSize({ width: 1440, height: 900 })
    return page
  }
  const { bot_space_list: spaces } = await owner.api.space.listFlat({})
  personal = spaces[0]!.id
  team = (await owner.api.space.create({ name: 'Night desk', description: '' })).id
})

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const submenu = (page: Page) => page.getByRole('navigation', { name: /^(Space menu|Explore|Account|Administration)$/ })

describe('the route table', () => {
  const at = (path: string) => path.replace('{space}', personal)
  /** Address, final address, title, whether the rail is shown, whether the submenu is shown. */
  const table: [string, string, string, boolean, boolean][] = [
    ['/', '/space/{space}/develop', 'Develop', true, true],
    ['/space', '/space/{space}/develop', 'Develop', true, true],
    ['/space/{space}', '/space/{space}/develop', 'Develop', true, true],
    ['/space/{space}/library', '/space/{space}/library', 'Library', true, true],
    ['/space/{space}/members', '/space/{space}/members', 'Members and settings', true, true],
    ['/space/{space}/channels', '/space/{space}/channels', 'Channels', true, true],
    ['/space/{space}/webhooks', '/space/{space}/webhooks', 'Webhooks - Channels', true, true],
    ['/space/{space}/bot', '/space/{space}/develop', 'Develop', true, true],
    ['/space/{space}/bot/7', '/space/{space}/bot/7', 'Bot', true, false],
    ['/space/{space}/bot/7/publish', '/space/{space}/bot/7/publish', 'Publish', true, false],
    ['/space/{space}/bot/7/analyse', '/space/{space}/bot/7/analyse', 'Analyse', true, false],
    ['/space/{space}/bot/7/logs', '/space/{space}/bot/7/logs', 'Logs', true, false],
    ['/space/{space}/douyin-bot/7', '/space/{space}/bot/7', 'Bot', true, false],
    ['/space/{space}/social-scene/7', '/space/{space}/social-scene/7', 'Page not found', true, false],
    ['/space/{space}/project-ide/7', '/space/{space}/project-ide/7', 'Project', true, false],
    ['/space/{space}/project-ide/7/a/b', '/space/{space}/project-ide/7/a/b', 'Project', true, false],
    ['/space/{space}/project-ide/7/publish', '/space/{space}/project-ide/7/publish', 'Publish', true, false],
    ['/space/{space}/knowledge/7', '/space/{space}/knowledge/7', 'Knowledge', true, false],
    [
      '/space/{space}/knowledge/7/upload?type=text',
      '/space/{space}/knowledge/7/upload?type=text',
      'Add content',
      true,
      false,
    ],
    ['/space/{space}/database/7', '/space/{space}/database/7', 'Database', true, false],
    ['/space/{space}/plugin/7', '/space/{space}/plugin/7', 'Plugin', true, false],
    ['/space/{space}/plugin/7/tool/8', '/space/{space}/plugin/7/tool/8', 'Tool', true, false],
    [
      '/space/{space}/plugin/7/tool/8/plugin-mock-set/9?hideMenu=true',
      '/space/{space}/plugin/7/tool/8/plugin-mock-set/9?hideMenu=true',
      'Mock set',
      false,
      false,
    ],
    [
      '/work_flow?space_id=9223372036854775807&workflow_id=2',
      '/work_flow?space_id=9223372036854775807&workflow_id=2',
      'Workflow',
      true,
      false,
    ],
    ['/search/refund%20rules', '/search/refund%20rules', 'Search', true, false],
    ['/explore', '/explore/plugin', 'Plugins - Explore', true, true],
    ['/explore/template', '/explore/template', 'Templates', true, true],
    [
      '/space/{space}/models',
      '/space/{space}/members?tab=models&view=all',
      'Models - Members and settings',
      true,
      true,
    ],
    ['/account', '/account', 'Profile - Account', true, true],
    ['/account/authorized', '/account/authorized', 'Authorised apps - Account', true, true],
    ['/admin', '/admin', 'Users - Administration', true, true],
    ['/admin/market', '/admin/store', 'Store - Administration', true, true],
    ['/admin/flags', '/admin/features', 'Features - Administration', true, true],
    ['/admin/network', '/admin/egress', 'Egress - Administration', true, true],
    ['/admin/mail', '/admin/mail', 'Mail - Administration', true, true],
    ['/admin/branding', '/admin/branding', 'Branding - Administration', true, true],
    ['/docs', '/docs', 'Guide', false, false],
    ['/docs/guide/knowledge', '/docs/guide/knowledge', 'Knowledge · Guide', false, false],
    ['/docs/api', '/docs/api', 'API reference', false, false],
    ['/docs/guides/start', '/docs/guides/start', 'API reference', false, false],
    ['/open/docs', '/open/docs', 'API reference', false, false],
    ['/information/auth/success', '/information/auth/success', 'Connected', false, false],
    ['/nonsense', '/nonsense', 'Page not found', true, false],
    ['/space/{space}/nonsense', '/space/{space}/nonsense', 'Page not found', true, false],
    ['/space/nonsense/develop', '/space/nonsense/develop', 'Page not found', true, false],
    ['/space/999/develop', '/space/999/develop', 'No access', true, false],
  ]

  /** Navigates as a link does, so that the app is loaded once. */
  const follow = (page: Page, path: string) => page.evaluate((next) => history.pushState({}, '', next), path)

  it('each address leads to its page, with its title, rail and submenu', async () => {
    const page = await open('/')
    await page.waitForURL(`/space/${personal}/develop`)
    // An app that is just starting does not follow changes of the address.
    await page.locator('h1').first().waitFor()
    for (const [from, to, title, hasRail, hasSubmenu] of table) {
      await follow(page, at(from))
      await page.waitForURL(at(to))
      // Waits for the final title, because a page may replace the title of its route.
      await page.waitForFunction((text) => document.title.includes(text) && document.title.endsWith('Orrery'), title)
      await page.locator('h1').first().waitFor()
      await expect
        .poll(async () => [await rail(page).count(), await submenu(page).count()], { message: from, interval: 20 })
        .toEqual([+hasRail, +hasSubmenu])
    }
  })

  it('requires an account only for the addresses that need one', async () => {
    const page = await visit()
    await page.goto(`/space/${personal}/library`)
    await page.waitForURL(/\/sign\?redirect=/)
    await page.locator('h1').first().waitFor()
    for (const [from] of table) {
      const path = at(from)
      const isOpen = /^\/(docs|open|information|nonsense)/.test(path)
      // Starts from another page, to distinguish pages that stay open from a redirect to the sign-in page.
      const before = isOpen ? '/sign' : '/information/auth/success'
      await follow(page, before)
      await page.waitForURL(before)
      await follow(page, path)
      if (isOpen) await page.waitForURL((url) => url.pathname !== '/sign')
      else await page.waitForURL(/\/sign\?redirect=/)
      await page.locator('h1').first().waitFor()
      expect(new URL(page.url()).pathname === '/sign', path).toBe(!isOpen)
    }
  })

  it('opens the space that was used last', async () => {
    const page = await open(`/space/${team}/library`)
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    await page.goto('/')
    await page.waitForURL(`/space/${team}/develop`)
  })

  it('shows nothing of a space to people outside of it', async () => {
    const stranger = await studio.register('sven')
    const page = await visit({ cookie: stranger.cookie() })
    await page.goto(`/space/${team}/develop`)
    await page.getByRole('heading', { name: 'You’re not a member of this space.' }).waitFor()
    await expect.poll(() => page.getByText('Night desk').count()).toBe(0)
  })
})

describe('the shell', () => {
  it('creates a team space and opens it', async () => {
    const page = await open(`/space/${personal}/develop`)
    await page.getByRole('button', { name: 'Create', exact: true }).first().click()
    await page.getByRole('menuitem', { name: /Team space/ }).click()
    const create = page.getByRole('button', { name: 'Create team' })
    await expect.poll(() => create.isDisabled()).toBe(true)
    await page.keyboard.type('Front desk')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/space\/\d+\/develop/)
    await page.getByRole('button', { name: /Front desk/ }).waitFor()
  })

  it('can be used with the keyboard: palette, space switch, shortcuts', async () => {
    const page = await open(`/space/${personal}/develop`)
    await page.getByRole('heading', { name: 'Develop' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Jump/ }).fill('night')
    await page.getByRole('option', { name: /Night desk/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`/space/${team}/develop`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Jump/ }).fill('@olga')
    await page.getByRole('option', { name: /olga/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Switch space/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search spaces' }).fill('olga')
    await page.keyboard.press('Enter')
    await page.waitForURL(`/space/${personal}/develop`)
    await page.getByRole('heading', { name: /build your first bot/ }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor({ state: 'detached' })
  })

  it('shows channel accounts and webhooks as tabs of one page', async () => {
    const page = await open(`/space/${personal}/channels`)
    const row = submenu(page).getByRole('link', { name: 'Channels' })
    await row.waitFor()
    await expect.poll(() => submenu(page).getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await page.waitForURL(`/space/${personal}/webhooks`)
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await expect.poll(() => row.getAttribute('aria-current')).toBe('page')
    const guide = page.getByRole('link', { name: 'Read how it works' })
    await expect.poll(() => guide.getAttribute('href')).toBe('/docs/guide/publishing')
    await page.getByRole('tab', { name: 'Accounts' }).click()
    await page.waitForURL(`/space/${personal}/channels`)
    await page.getByRole('heading', { name: 'No channels yet' }).waitFor()
  })

  it('finds every page by its name in either language', async () => {
    const page = await open(`/space/${personal}/develop`)
    const jump = page.getByRole('combobox', { name: /Jump/ })
    for (const [word, path] of [
      ['审计', '/admin/audit'],
      ['Audit', '/admin/audit'],
      ['个人访问令牌', '/account/tokens'],
      ['用量', `/space/${personal}/usage`],
      ['Webhooks', `/space/${personal}/webhooks`],
      ['API access', `/space/${personal}/members?tab=keys`],
      ['我的上架', '/explore/mine'],
    ] as const) {
      await page.locator('h1').first().waitFor()
      await page.keyboard.press('Control+k')
      await jump.fill(word)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(path)
      await jump.waitFor({ state: 'detached' })
    }
  })

  it('folds the submenu by button and key, remembers that, and opens it over the page in a narrow window', async () => {
    const page = await open(`/space/${personal}/develop`)
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await submenu(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Expand menu' }).waitFor()
    await expect.poll(() => submenu(page).count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('[')
    await submenu(page).waitFor()
    await page.setViewportSize({ width: 1100, height: 800 })
    await submenu(page).waitFor({ state: 'detached' })
    await page.keyboard.press('[')
    await submenu(page).getByRole('link', { name: 'Library' }).click()
    await page.waitForURL(/library$/)
    await submenu(page).waitFor({ state: 'detached' })
  })

  it('offers search, the guide and sign-in at an unknown address', async () => {
    const page = await open('/nonsense')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: /Jump/ }).waitFor()
    await page.keyboard.press('Escape')
    const visitor = await visit()
    await visitor.goto('/nonsense')
    await visitor.getByRole('link', { name: 'Guide' }).waitFor()
    await visitor.getByRole('link', { name: 'Sign in' }).click()
    await visitor.waitForURL(/\/sign/)
  })

  it.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const)('has no serious accessibility violations (%s, %s)', async (theme, language) => {
    const page = await visit({ theme, language, cookie: owner.cookie() })
    await page.goto(`/space/${personal}/develop`)
    await page.locator('h1').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('listbox').waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })

  it('changes language and theme immediately', async () => {
    const page = await visit({ cookie: owner.cookie() })
    await page.goto(`/space/${personal}/develop`)
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: '中文' }).click()
    await page.getByRole('heading', { name: '项目开发', exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('项目开发 - Orrery')
    await expect.poll(async () => (await owner.api.passport.accountInfo({})).locale).toBe('zh-CN')
  })

  it('fits on a phone; editors show that they need a wider screen', async () => {
    const page = await visit({ cookie: owner.cookie(), width: 390, height: 844 })
    await page.goto(`/space/${personal}/develop`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Library' }).click()
    await page.waitForURL(/library/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await goTo(page, `/space/${personal}/bot/7`)
    await page.getByRole('heading', { name: 'The bot editor needs a wider screen.' }).waitFor()
    await goTo(page, '/work_flow?space_id=1&workflow_id=2')
    await page.getByRole('heading', { name: 'This page needs a wider screen.' }).waitFor()
  })

  it('keeps typed text when a phone is rotated', async () => {
    const page = await open('/account/profile')
    await page.setViewportSize({ width: 844, height: 390 })
    const about = page.getByRole('textbox', { name: 'About you' })
    await about.fill('Likes boats')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).waitFor()
    expect(await about.inputValue()).toBe('Likes boats')
    await page.setViewportSize({ width: 844, height: 390 })
    await page.getByRole('button', { name: 'Open menu' }).waitFor({ state: 'detached' })
    expect(await about.inputValue()).toBe('Likes boats')
  })

  it('fills the width of a small window, with a height of at least 600 px', async () => {
    const page = await visit({ cookie: owner.cookie(), width: 900, height: 500 })
    await page.goto(`/space/${personal}/develop`)
    const box = await rail(page).locator('..').boundingBox()
    expect(box).toMatchObject({ width: 900, height: 600 })
  })

  /** Loads the app again, because scripts that were already fetched would not be requested again. */
  const loadAgain = async (page: Page): Promise<Page> => {
    await page.unrouteAll()
    await page.goto(`/space/${personal}/develop`)
    return page
  }

  it('reports that the server is unreachable, keeps typed text, and recovers', async () => {
    const page = await open(`/space/${personal}/develop`)
    await page.getByRole('textbox', { name: 'Describe what your bot should do' }).fill('half a thought')
    await page.context().setOffline(true)
    await page.getByText(/offline since .* Retrying in \d+ s/).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Describe what your bot should do' }).inputValue())
      .toBe('half a thought')
    await page.context().setOffline(false)
    await page.getByText(/offline since .* Retrying in/).waitFor({ state: 'detached' })
  })

  it('leads to the sign-in page, with the way back, when the session has ended', async () => {
    const person = await studio.register('ella')
    const page = await visit({ cookie: person.cookie() })
    await page.goto('/explore/plugin')
    // Waits for all requests, because a pending one could already lead to the sign-in page.
    await page.getByText('Markdown tools').first().waitFor()
    await page.waitForLoadState('networkidle')
    await person.api.passport.logout({})
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: '中文' }).click()
    await page.waitForURL('/sign?redirect=%2Fexplore%2Fplugin')
  })

  it('ends the session on sign-out', async () => {
    const person = await studio.register('otto')
    const page = await visit({ cookie: person.cookie() })
    await page.goto('/explore/plugin')
    await page.getByRole('button', { name: 'otto’s account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('/sign')
    await page.goto('/explore/plugin')
    await page.waitForURL(/\/sign\?redirect/)
  })

  it.each([
    ['an error', 'it fell over', "new RangeError('it fell over')"],
    ['something that is no error', 'just words', "'just words'"],
  ])('stays usable when a page throws %s, and logs it', async (_, words, thrown) => {
    const page = await loadAgain(await open('/account'))
    await page.route('**/assets/library-page-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export function LibraryPage() { throw ${thrown} }` }),
    )
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('heading', { name: 'Couldn’t load this page.' }).waitFor()
    const isLogged = (line: string) => line.includes('global_error_boundary') && line.includes(words)
    await expect.poll(() => studio.logLines.some(isLogged)).toBe(true)
    await page.getByRole('link', { name: 'Develop' }).click()
    await page.getByRole('heading', { name: /build your first bot/ }).waitFor()
  })

  it('offers a reload when a part of it cannot be fetched', async () => {
    const page = await loadAgain(await open('/account'))
    await page.route('**/assets/library-page-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('heading', { name: 'Part of this page couldn’t be loaded.' }).waitFor()
    await page.unroute('**/assets/library-page-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
  })

  it('sends errors of the page to the log of the server', async () => {
    const page = await open(`/space/${personal}/develop`)
    await page.getByRole('heading', { name: 'Develop' }).waitFor()
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('a fault of the page')
      })
    })
    await expect.poll(() => studio.logLines.some((line) => line.includes('a fault of the page'))).toBe(true)
  })
})
