import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** The list of traces: columns, filters, downloads and comparison. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  visit = await openBrowser(studio.address)
})

const language: Language = 'zh-CN'
const t = texts(language)
const observe = (key: string, values?: Record<string, string | number>) => t('observe', key, values)
let page: Page
let address: string
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = () => page.getByRole('dialog').last()

beforeAll(async () => {
  const owner = await studio.register(`lister-${language}`)
  const space_id = (await owner.api.space.create({ name: 'Team' })).id
  const trace = (letter: string, name: string, ms: number, minutes: number, psm: string, more: object = {}) => {
    const shared = {
      workspace_id: space_id,
      trace_id: letter.repeat(32),
      started_at_micros: (Date.now() - minutes * 60_000) * 1000,
      psm,
      status_code: 0,
    }
    const root = { span_id: letter.repeat(16), span_name: name, span_type: 'agent', input: name }
    const call = {
      span_id: `${letter.repeat(15)}0`,
      parent_id: letter.repeat(16),
      span_name: 'chat',
      span_type: 'model',
      tags_string: { model_name: psm === 'trip-service' ? 'gpt-x' : 'tiny' },
    }
    return [
      { ...shared, ...root, duration_micros: ms * 1000, ...more },
      { ...shared, ...call, duration_micros: ms * 500 },
    ]
  }
  await owner.api.traceIngest.spans({
    spans: [
      ...trace('a', 'Plan a trip', 4000, 60, 'trip-service'),
      ...trace('b', 'Book a flight', 12_000, 50, 'trip-service', {
        status_code: 1,
        tags_string: { error: 'no seats left' },
      }),
      ...trace('c', 'Weather in Rome', 800, 600, 'desk'),
    ],
  })
  address = `/space/${space_id}/observe/traces`
  page = await visit({ cookie: owner.cookie(), language })
})

test('columns are chosen, latency bands filter the list, and the matching traces are downloaded', async () => {
  await goTo(page, address)
  await row('Book a flight').waitFor()
  await page.getByRole('tab', { name: new RegExp(`${observe('view.slow')}.*1`) }).waitFor()
  await page.getByRole('button', { name: observe('columns') }).click()
  await page.getByRole('menuitemcheckbox', { name: observe('field.span_count') }).waitFor()
  await expectTranslated(page, 'traces-columns')
  await page.getByRole('menuitemcheckbox', { name: observe('field.span_count') }).click()
  await page.getByRole('menuitemcheckbox', { name: observe('cost') }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: observe('field.span_count') }).waitFor()
  await page.getByRole('columnheader', { name: observe('cost') }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: observe('band.10000') }).click()
  await row('Plan a trip').waitFor({ state: 'detached' })
  // The other bands remain available.
  await page.getByRole('checkbox', { name: observe('band.2000') }).waitFor()
  await expectAccessible(page, 'traces-narrowed')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: observe('csv') }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('traces.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Book a flight')
  expect(text).not.toContain('Plan a trip')
  await page.getByRole('button', { name: observe('columns') }).click()
  await page.getByRole('menuitem', { name: observe('columns.usual') }).click()
  await page.getByRole('columnheader', { name: observe('cost') }).waitFor()
})

test('fields and values are suggested while typing and can be chosen with the keyboard', async () => {
  await goTo(page, address)
  await row('Weather in Rome').waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: observe('search') })
  await field.pressSequentially('gpt-x')
  const offer = page.getByRole('option', { name: /gpt-x/ })
  await offer.waitFor()
  await expectTranslated(page, 'traces-offers')
  await offer.waitFor()
  await field.press('ArrowDown')
  await page.getByRole('option', { name: /gpt-x/, selected: true }).waitFor()
  await field.press('Enter')
  await row('Weather in Rome').waitFor({ state: 'detached' })
  await row('Plan a trip').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  // Backspace in an empty field removes the last filter.
  await field.press('Backspace')
  await row('Weather in Rome').waitFor()
  await field.pressSequentially('latency')
  await page
    .getByRole('option', { name: observe('field.latency') })
    .first()
    .click()
  await dialog().getByLabel(observe('filter.value')).fill('10000')
  await expectTranslated(page, 'traces-filter-latency')
  await dialog()
    .getByRole('button', { name: observe('filter.add') })
    .click()
  await row('Plan a trip').waitFor({ state: 'detached' })
  await row('Book a flight').waitFor()
})

test('a part of the time range is selected and moved with the keyboard', async () => {
  await goTo(page, address)
  await row('Weather in Rome').waitFor()
  const part = () => new URL(page.url()).searchParams.get('part')
  const start = page.getByRole('slider', { name: observe('part.start') })
  const place = async () => Number(await start.getAttribute('aria-valuenow'))
  const last = Number(await start.getAttribute('aria-valuemax'))
  for (const [key, at] of [
    ['End', last],
    ['PageDown', last - 5],
    ['ArrowLeft', last - 6],
  ] as const) {
    await start.press(key)
    await expect.poll(place).toBe(at)
  }
  await expect.poll(part).not.toBeNull()
  await row('Plan a trip').waitFor()
  await row('Weather in Rome').waitFor({ state: 'detached' })
  await expectAccessible(page, 'traces-part')
  await page.getByRole('button', { name: observe('part.clear') }).click()
  await expect.poll(part).toBeNull()
  await row('Weather in Rome').waitFor()
})

test('two traces are compared step by step', async () => {
  await goTo(page, address)
  await row('Plan a trip').getByRole('checkbox').click()
  const bar = page.getByRole('toolbar')
  await bar.getByText(observe('compare.one')).waitFor()
  await expectTranslated(page, 'traces-chosen')
  await row('Book a flight').getByRole('checkbox').click()
  await bar.getByRole('button', { name: observe('compare.action') }).click()
  await page.getByRole('heading', { name: observe('compare') }).waitFor()
  const steps = page.getByRole('table', { name: observe('compare.steps') })
  await steps.getByRole('rowheader', { name: 'chat' }).waitFor()
  await expect.poll(() => steps.getByRole('row').count()).toBe(3)
  const latency = page
    .getByRole('table', { name: observe('compare.figures') })
    .getByRole('row', { name: new RegExp(observe('compare.latency')) })
  await latency.getByText('+200%').waitFor()
  await expectAccessible(page, 'traces-compare')
  await page.getByRole('button', { name: observe('compare.swap') }).click()
  await latency.getByText('−66.7%').waitFor()
  await page
    .getByRole('region', { name: observe('compare.left') })
    .getByRole('link', { name: 'Book a flight' })
    .click()
  await page.getByRole('treeitem', { name: /chat/ }).waitFor()
})
