import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A battle of the built-in models: a question is drawn from an imported bank, both answer, a person votes. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let voter: Person
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  voter = await studio.register('voter')
})

test('a question bank is imported, drawn from and voted on, and the board changes', async () => {
  const t = texts('en')
  const own = (key: string, values?: Record<string, string | number>) => t('arena', key, values)
  const admin = await visit({ cookie: owner.cookie() })
  await admin.goto('/admin/arena')
  await admin.getByRole('table', { name: own('admin.models') }).waitFor()
  await expectAccessible(admin, 'arena-admin-models', ['Orrery'])
  await admin.getByRole('radio', { name: own('admin.banks') }).click()
  await admin.getByRole('button', { name: own('bank.import') }).click()
  const form = admin.getByRole('dialog', { name: own('bank.import') })
  const file = path.join(os.tmpdir(), `bank-${Date.now()}.csv`)
  writeFileSync(file, 'question,answer\nWhat is 12 + 30?,42\n')
  await form.getByRole('textbox', { name: own('admin.name') }).fill('Sums')
  await form.locator('input[type=file]').setInputFiles(file)
  await form.getByRole('button', { name: own('bank.import'), exact: true }).click()
  await admin.getByRole('row').filter({ hasText: 'Sums' }).waitFor()
  await expectAccessible(admin, 'arena-admin-banks', [
    'Sums',
    'English',
    '中文',
    'Code',
    ...fieldNames('en'),
    ...fieldNames('zh-CN'),
  ])

  const page = await visit({ cookie: voter.cookie() })
  await page.goto('/explore/arena')
  await page.getByRole('button', { name: own('plain.start') }).waitFor()
  await expectAccessible(page, 'arena-choose', descriptions)
  await page.getByRole('button', { name: own('plain.start') }).click()
  await page.getByRole('combobox', { name: own('bank.label') }).click()
  await page.getByRole('option', { name: 'Sums' }).click()
  await page.getByRole('button', { name: own('bank.draw') }).click()
  await expect.poll(() => page.getByRole('textbox', { name: own('ask.label') }).inputValue()).toBe('What is 12 + 30?')
  await page.getByRole('button', { name: own('ask.send'), exact: true }).click()
  const side = (name: string) => page.getByRole('region', { name: own(name), exact: true })
  for (const name of ['side.left', 'side.right']) await side(name).getByText('42').first().waitFor()
  const vote = page.getByRole('group', { name: own('vote.label') })
  await vote.waitFor()
  // Models are hidden until the vote.
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('Offline')
  await expectAccessible(page, 'arena-battle', [...descriptions, 'Sums'])
  studio.clock.advance(4000)
  await page.keyboard.press('1')
  const result = page.getByRole('region', { name: own('result.label') })
  await result.getByText(own('result.answer')).waitFor()
  const shown = await result.innerText()
  for (const name of ['precise', 'creative']) expect(shown).toContain(name)
  await result.getByRole('checkbox').first().click()
  await result.getByRole('textbox', { name: own('feedback.words') }).fill('Right, and short.')
  await result.getByRole('button', { name: own('feedback.send') }).click()
  await page.getByText(own('feedback.done')).waitFor()
  await expectAccessible(page, 'arena-result', [...descriptions, ...tagNames])

  // Waits until the board counts the vote.
  await expect.poll(async () => (await voter.api.arenaBoard.page({})).vote_count).toBe(1)
  await result.getByRole('link', { name: own('board.title') }).click()
  await page.getByRole('table', { name: own('board.title') }).waitFor()
  await page.getByText(own('board.counted', { count: 1, number: 1 })).waitFor()
  await expectAccessible(page, 'arena-board', [...descriptions, own('board.live')])

  // The owner sees the vote with its reason and its question.
  await admin.getByRole('radio', { name: own('admin.votes') }).click()
  await admin.getByRole('row').filter({ hasText: 'What is 12 + 30?' }).getByText(own('votes.yes')).first().waitFor()
  await expectAccessible(admin, 'arena-admin-votes', [...descriptions, ...fieldNames('en'), ...fieldNames('zh-CN')])
})

test('fits on a phone, in Chinese', async () => {
  const t = texts('zh-CN')
  const own = (key: string, values?: Record<string, string | number>) => t('arena', key, values)
  await owner.api.arenaAdmin.saveSettings({ seconds_to_read: 60 })
  const page = await visit({ cookie: voter.cookie(), language: 'zh-CN', width: 390, height: 844 })
  await page.goto('/explore/arena')
  await page.getByRole('button', { name: own('plain.start') }).click()
  // Questions and answers are text: they run no code and fetch nothing from other sites.
  const payload = '<img src=x onerror="window.hit=1"> ![](https://evil.example/?q=1) [x](javascript:window.hit=1)'
  await page.getByRole('textbox', { name: own('ask.label') }).fill(`三乘以七等于几？${payload}`)
  await page.getByRole('button', { name: own('ask.send'), exact: true }).click()
  const vote = page.getByRole('group', { name: own('vote.label') })
  await vote.waitFor()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expect.poll(() => page.locator('img[src*="evil"], a[href^="javascript"]').count()).toBe(0)
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect(await fits()).toBe(true)
  await expectAccessible(page, 'arena-phone', descriptions)
  // A vote that comes too soon is stored, and the page shows why it does not count.
  await vote.getByRole('button', { name: own('vote.bothGood') }).click()
  await page.getByText(own('fault.fast')).waitFor()
  await goTo(page, '/explore/arena/leaderboard')
  await page.getByRole('table', { name: own('board.title') }).waitFor()
  expect(await fits()).toBe(true)
  await expectAccessible(page, 'arena-board-phone', descriptions)
})

const fieldNames = (language: 'en' | 'zh-CN') =>
  ['knowledge', 'creation', 'language', 'roleplay', 'code', 'tools', 'maths'].map((name) =>
    texts(language)('arena', `field.${name}`),
  )
const tagNames = ['Accurate', 'Clear', 'Complete', 'Original', 'Wrong', 'Off topic', 'Too long', 'Incomplete']
const descriptions = [
  'Orrery',
  'The built-in model, brief and plain',
  'The built-in model, with a little more to say',
  ...fieldNames('en'),
  ...fieldNames('zh-CN'),
  ...tagNames,
]
