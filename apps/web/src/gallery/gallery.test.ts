import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from '../../../../e2e/lib/axe.ts'
import { openBrowser } from '../../../../e2e/lib/browser.ts'
import { dialogLayer } from '#lib/constants.ts'
import { serveGallery, type Served } from './testing/serve-gallery.ts'

const floating = '[data-base-ui-portal]'

let served: Served
let browser: Browser
let page: Page
let pageErrors: string[]

beforeAll(async () => {
  served = await serveGallery()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** Opens a window without a stored language or theme. */
async function openWindow(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  pageErrors = []
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(error.message))
}

async function open(theme: 'light' | 'dark' = 'light', language: 'en' | 'zh-CN' = 'en'): Promise<void> {
  await openWindow()
  await page.addInitScript(
    ([chosenTheme, chosenLanguage]) => {
      // Only at the first load, so that a choice made on the page is not overwritten.
      if (localStorage.getItem('orrery.language')) return
      localStorage.setItem('orrery.theme', JSON.stringify(chosenTheme))
      localStorage.setItem('orrery.language', JSON.stringify(chosenLanguage))
    },
    [theme, language] as const,
  )
  await page.goto(served.address)
  await page.locator('#page').waitFor()
}

// No test may cause a violation of the security policy or an uncaught error.
afterEach(async () => {
  expect(pageErrors).toEqual([])
  await page.context().close()
})

const focusedName = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement)

describe.each([
  ['light', 'en'],
  ['dark', 'en'],
  ['light', 'zh-CN'],
  ['dark', 'zh-CN'],
] as const)('the kit in %s and %s', (theme, language) => {
  it('has no serious accessibility fault, closed or with a popup open', async () => {
    await open(theme, language)
    expect(await seriousFaults(page)).toEqual([])
    const overlays = page.locator('#overlays')
    await overlays.getByRole('button').first().click()
    await page.getByRole('menu').waitFor()
    expect(await seriousFaults(page, { part: floating })).toEqual([])
    await page.keyboard.press('Escape')
    for (const index of [-1, -2, -3]) await overlays.getByRole('button').nth(index).click()
    await page.locator('[data-toast]').nth(2).waitFor()
    expect(await seriousFaults(page, { part: floating })).toEqual([])
    await overlays.getByRole('button', { name: language === 'en' ? 'Form' : '表单' }).click()
    await page.getByRole('dialog', { name: language === 'en' ? 'Create a bot' : '创建智能体' }).waitFor()
    expect(await seriousFaults(page, { part: floating })).toEqual([])
  })
})

describe('a dialog', () => {
  it('focuses its first field, keeps the focus inside, and returns it on Esc', async () => {
    await open()
    const trigger = page.locator('#overlays').getByRole('button', { name: 'Form' })
    await trigger.click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => hasFocus(name)).toBe(true)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press(key)
        expect(await dialog.evaluate((popup) => popup.contains(document.activeElement))).toBe(true)
      }
    // From the dialog itself Shift+Tab moves to the last control, and Tab from there to the first field.
    await dialog.evaluate((popup: HTMLElement) => popup.focus())
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(dialog.getByRole('button', { name: 'Close' }))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await hasFocus(name)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(trigger)).toBe(true)
  })

  it('is on layer 1031; a list that opens in it is above it and closes first', async () => {
    await open()
    await page.locator('#overlays').getByRole('button', { name: 'Form' }).click()
    const dialog = page.getByRole('dialog')
    const layer = await dialog.evaluate((popup) => getComputedStyle(popup.closest('[data-base-ui-portal]')!).zIndex)
    expect(layer).toBe(String(dialogLayer))
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Travel team' }).click()
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await dialog.getByRole('combobox').textContent()).toContain('Travel team')
    await dialog.getByRole('combobox').click()
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog.waitFor({ state: 'detached' })
  })

  it('enables a deletion only after the name was typed, and shows why it failed', async () => {
    await open()
    await page.locator('#overlays').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete trips' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('trip')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('trips')
    await confirm.click()
    expect(await dialog.getByRole('alert').textContent()).toContain('A bot still uses it.')
  })
})

describe('toasts', () => {
  it('appear in the lower right corner, three at most, newest first; successes disappear, errors stay', async () => {
    await open()
    const press = (name: string) => page.locator('#overlays').getByRole('button', { name, exact: true }).click()
    for (const name of ['Done', 'Fact', 'Error', 'Error']) await press(name)
    const shown = page.locator('[data-toast]:visible')
    await expect.poll(() => shown.count()).toBe(3)
    expect(await shown.first().textContent()).toContain('Create failed')
    const last = (await shown.last().boundingBox())!
    const { width, height } = page.viewportSize()!
    expect([last.x + last.width, last.y + last.height]).toEqual([width - 16, height - 52])
    expect(await page.getByRole('region', { name: 'Notifications', exact: true }).count()).toBe(1)
    await page.mouse.move(5, 5)
    await page.getByText('A new version is out', { exact: true }).waitFor({ state: 'detached' })
    expect(await shown.count()).toBe(2)
    await shown.first().getByRole('button', { name: 'Copy log ID' }).click()
    await shown.first().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => shown.count()).toBe(1)
  })
})

describe('keys', () => {
  it('focus the search with "/", which is text once the search is focused', async () => {
    await open()
    const search = page.getByRole('searchbox', { name: 'Search by name' })
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(search)).toBe(true)
    await page.keyboard.type('x/places')
    expect(await search.inputValue()).toBe('x/places')
    await page.keyboard.press('Escape')
    expect(await search.inputValue()).toBe('')
    await page.keyboard.type('places')
    await expect.poll(() => page.locator('#page tbody tr').count()).toBe(1)
  })

  it('typed in the search while the earlier text is being searched are not lost', async () => {
    await open()
    const search = page.getByRole('searchbox', { name: 'Search by name' })
    await search.focus()
    // The debounce fires, and typing continues before the page has shown the results.
    await page.evaluate(() => {
      const { setTimeout } = globalThis
      globalThis.setTimeout = ((act: () => void, ms?: number) =>
        setTimeout(() => {
          act()
          if (ms === 200) document.execCommand('insertText', false, 'c')
        }, ms)) as typeof setTimeout
    })
    await page.keyboard.insertText('pla')
    await expect.poll(() => search.inputValue()).toContain('placc')
    await search.press('Escape')
    expect(await search.inputValue()).toBe('')
  })

  it('walk through a table, select in it, and clear the selection', async () => {
    await open()
    const rows = page.locator('#page tbody tr')
    const chosen = page.locator('#page tbody tr[data-selected]')
    await rows.first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focusedName()).toContain('places')
    await page.keyboard.press('Shift+X')
    await expect.poll(() => chosen.count()).toBe(4)
    await rows
      .nth(5)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen.count()).toBe(6)
    expect(await page.getByRole('toolbar').textContent()).toContain('6 selected')
    await page.keyboard.press('Escape')
    await expect.poll(() => chosen.count()).toBe(0)
    expect(await page.getByRole('toolbar').count()).toBe(0)
  })

  it('open, close and walk a tree', async () => {
    await open()
    const items = page.getByRole('treeitem')
    await items.filter({ hasText: 'Workflows' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => items.count()).toBe(3)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(focusedName).toContain('book_trip')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    expect(await items.filter({ hasText: 'bookings' }).getAttribute('aria-selected')).toBe('true')
  })

  it('move the edge of a sheet within its bounds, and the width is remembered', async () => {
    await open()
    const edge = page.getByRole('separator', { name: 'Resize panel' })
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await edge.getAttribute('aria-valuenow')).toBe('376')
    await page.reload()
    expect(await edge.getAttribute('aria-valuenow')).toBe('376')
    await edge.focus()
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('Shift+ArrowLeft')
    expect(await edge.getAttribute('aria-valuenow')).toBe('640')
  })
})

describe('the language and the theme', () => {
  it('follow the browser and the system until something is chosen', async () => {
    await openWindow()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(served.address)
    await page.locator('#page').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.locator('html').getAttribute('data-theme')).toBeNull()
    const ground = () => page.evaluate(() => getComputedStyle(document.body.parentElement!).backgroundColor)
    const dark = await ground()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await ground()).not.toBe(dark)
  })

  it('apply at once after a choice and are stored', async () => {
    await open()
    await page.getByRole('radio', { name: '中文' }).click()
    await page.getByRole('heading', { name: '资源库' }).waitFor()
    expect(await page.title()).toBe('组件 - Orrery')
    await page.getByRole('radio', { name: '深色' }).click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.reload()
    await page.getByRole('heading', { name: '资源库' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  })
})
