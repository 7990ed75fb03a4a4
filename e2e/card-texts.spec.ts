import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { CardDesign } from '@orrery/contract'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Texts in a card are only shown: they run no code and fetch nothing from other sites. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
/** The requests that the external server received. */
const externalRequests: string[] = []
let externalUrl: string
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  const server = createServer((request, response) => {
    externalRequests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  externalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test('texts of a card stay texts, its links only open web addresses, and no other host gets a request', async () => {
  const rude = `<img src=x onerror="globalThis.stolen=1"><script>globalThis.stolen=1</script>`
  const link = 'javascript:globalThis.stolen=1'
  const design: CardDesign = {
    format: 'card/1',
    elements: [
      { id: 'header_1', type: 'header', title: `Title ${rude}`, subtitle: rude },
      { id: 'text_1', type: 'text', text: `Words ${rude} {{said}}`, tone: 'normal' },
      { id: 'markdown_1', type: 'markdown', text: `${rude}\n\n![x](${externalUrl}/markdown)\n\n[press](${link})` },
      { id: 'tag_1', type: 'tag', text: rude, tone: 'good' },
      { id: 'footer_1', type: 'footer', text: rude },
      {
        id: 'buttons_1',
        type: 'buttons',
        buttons: [
          { id: 'go', label: 'Go', look: 'main', repeatable: true, action: { type: 'open', url: '{{where}}' } },
        ],
      },
    ],
    variables: [
      { name: 'said', type: 'text', title: 'Said', sample: rude, default: '', fields: [] },
      { name: 'where', type: 'link', title: 'Where', sample: link, default: '', fields: [] },
    ],
  }
  const { card_id } = await owner.api.cards.create({ space_id: spaceId, name: '<img src=x onerror=x>' })
  const { version } = await owner.api.cardBuilder.draft({ card_id })
  await owner.api.cardBuilder.save({ card_id, version, design })
  const { Content } = await owner.api.cardPicture.preview({ DraftID: card_id })
  const page = await visit({ width: 768, height: 900 })
  const { pathname, search } = new URL(Content)
  await page.goto(pathname + search)
  await page.getByText(/^Title <img/).waitFor()
  await page.getByText(/^Words <img.*<script>/).waitFor()
  for (const button of await page.getByText('Go', { exact: true }).all()) await button.click({ force: true })
  for (const one of await page.getByText('press', { exact: true }).all()) await one.click({ force: true })
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (globalThis as { stolen?: number }).stolen)).toBeUndefined()
  expect(await page.locator('a[href^="javascript:"], img[src="x"], img[src^="http://127.0.0.1"]').count()).toBe(0)
  expect(page.context().pages()).toHaveLength(1)
  expect(externalRequests).toEqual([])
})
