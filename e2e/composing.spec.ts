import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

const t = texts('zh-CN')
let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
let owner: Person
let space: string
let workflow: string

beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  space = (await owner.api.space.create({ name: 'Team' })).id
  // Without a bot, the page would show the first steps instead of a list.
  await owner.api.bot.create({ space_id: space, name: 'Guide' })
  workflow = (await owner.api.workflow.create({ name: 'flow', desc: 'Steps', space_id: space })).workflow_id
})

/** One search box of each implementation; all other boxes use one of these. */
const boxes: Record<string, { address: () => string; open: (page: Page) => Promise<Locator> }> = {
  'the filter of a list': {
    address: () => `/space/${space}/develop`,
    open: async (page) => page.getByRole('searchbox'),
  },
  'the palette': {
    address: () => `/space/${space}/develop`,
    open: async (page) => {
      await page.getByRole('searchbox').waitFor()
      await page.keyboard.press('Control+k')
      return page.getByRole('dialog').getByRole('combobox')
    },
  },
  'the store': {
    address: () => '/explore/plugin',
    open: async (page) => page.getByRole('combobox', { name: t('explore', 'plugin.search') }),
  },
  'the list of nodes': {
    address: () => `/work_flow?space_id=${space}&workflow_id=${workflow}`,
    open: async (page) => {
      await page.locator('.react-flow__node').first().waitFor()
      await page
        .getByRole('button', { name: t('workflow', 'add.button') })
        .first()
        .click()
      return page.getByRole('combobox', { name: t('workflow', 'add.search') })
    },
  },
  'the filter of traces': {
    address: () => `/space/${space}/observe/traces`,
    open: async (page) => page.getByRole('combobox', { name: t('observe', 'search') }),
  },
  'a choice out of a long list': {
    address: () => `/space/${space}/prompts`,
    open: async (page) => {
      await page
        .getByRole('button', { name: t('prompts', 'create.title') })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('combobox').first().click()
      return page.getByPlaceholder(t('ui', 'search'), { exact: true })
    },
  },
}

it.each(Object.keys(boxes))('%s searches for the composed word, not for its letters', async (name) => {
  const { address, open } = boxes[name]!
  const page = await visit({ cookie: owner.cookie(), language: 'zh-CN' })
  await page.clock.install()
  await page.goto(address())
  const box = await open(page)
  await box.click()
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)))
  const session = await page.context().newCDPSession(page)
  for (const text of ['x', 'xi', 'xin', 'xing']) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await expect.poll(() => box.inputValue()).toBe(text)
    await page.clock.runFor(1_000)
  }
  await session.send('Input.insertText', { text: '星' })
  await expect.poll(() => box.inputValue()).toBe('星')
  await page.clock.runFor(1_000)
  await expect.poll(() => asked.some((request) => request.includes('星'))).toBe(true)
  expect(asked.filter((request) => /"x(i|in|ing)?"(?!\s*:)|=x(i|in|ing)?(&|\s|$)/.test(request))).toEqual([])
  await page.context().close()
})
