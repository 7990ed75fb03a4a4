import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../apps/server/src/domains/resources/knowledge/testing/hostile-files.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Papers and texts on the desk of one person. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let reader: Person
let spaceId: string
let paper: Buffer
beforeAll(async () => {
  studio = await openStudioHere((address) => ({ publicUrl: address }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  reader = await studio.register('reader')
  spaceId = (await reader.api.space.create({ name: 'Readers' })).id
  paper = pdfOf(['The planets move around the sun.', 'Comets are far away.'])
})
const t = texts('en')
const d = (key: string, values?: Record<string, string | number>) => t('desk', key, values)

test('a paper is translated page by page beside the original, and questions about it are answered', async () => {
  const page = await visit({ language: 'en', cookie: reader.cookie() })
  await page.goto(`/space/${spaceId}/desk`)
  await page.getByRole('heading', { name: d('reader.empty') }).waitFor()
  await page.getByRole('button', { name: d('reader.add') }).click()
  const dialog = page.getByRole('dialog', { name: d('reader.add') })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'planets.pdf', mimeType: 'application/pdf', buffer: paper })
  await dialog.getByText('planets.pdf').waitFor()
  await dialog.getByRole('button', { name: d('reader.open') }).click()
  await page.getByRole('heading', { name: 'planets', exact: true }).waitFor()
  const pages = page.getByRole('region', { name: d('pages.label') })
  await pages.getByRole('heading', { name: d('pages.page', { page: 2 }) }).waitFor()
  await expect.poll(() => pages.getByRole('figure').count()).toBe(4)
  await pages.getByRole('img', { name: /The planets move around the sun\./ }).waitFor()
  await pages.getByRole('img', { name: /行星/ }).waitFor()
  await page.getByText(d('translate.wordByWord')).waitFor()

  await page.getByRole('tab', { name: d('chunks.title') }).click()
  const chunks = page.getByRole('region', { name: d('chunks.title') })
  await chunks.getByText(/Comets are far away/).waitFor()

  await page.getByRole('tab', { name: d('ask.title') }).click()
  await page.getByLabel(d('ask.question')).fill('What moves around the sun?')
  await page.getByRole('button', { name: d('ask.send'), exact: true }).click()
  await page
    .getByRole('log')
    .getByText(/planets move/i)
    .first()
    .waitFor()
  await page.getByRole('button', { name: d('ask.send'), exact: true }).waitFor()

  const view = page.getByRole('radiogroup', { name: d('view.label') })
  await view.getByRole('radio', { name: d('view.translation') }).click()
  await expect.poll(() => pages.getByRole('figure').count()).toBe(2)
  await expectAccessible(page, 'desk-reader', ['planets'])
})

test('a text is written with the assistant and saved automatically', async () => {
  const page = await visit({ language: 'en', cookie: reader.cookie() })
  await page.goto(`/space/${spaceId}/desk?agent=writer`)
  await page.getByRole('button', { name: d('writer.add') }).click()
  await page.getByRole('textbox', { name: d('writer.text'), exact: true }).fill('Water boils at one hundred degrees.')
  await expect
    .poll(async () => {
      const { instance_list } = await reader.api.desk.list({ agent_id: 'writer', space_id: spaceId })
      return instance_list[0]?.content
    })
    .toBe('Water boils at one hundred degrees.')
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('button', { name: d('ask.take') }).waitFor()
  await page.getByRole('button', { name: d('ask.take') }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: d('writer.text'), exact: true }).inputValue())
    .not.toBe('Water boils at one hundred degrees.')
})
