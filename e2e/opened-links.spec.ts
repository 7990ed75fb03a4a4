import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { CardDesign } from '@orrery/contract'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Case 63: pages opened from ours cannot access the opener, and our pages do not share their window with others. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let externalUrl: string
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>far</title><script>opener && opener.location.replace("/stolen")</script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  externalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
/** What a page that is opened by an action knows about its opener. */
async function opened(page: Page, act: () => Promise<void>) {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), act()])
  await popup.waitForURL(`${externalUrl}/**`)
  const known = await popup.evaluate(() => ({ opener: globalThis.opener === null, referrer: document.referrer }))
  await popup.close()
  return known
}
const nothing = { opener: true, referrer: '' }

test('a page that is opened from a published interface has no access to it', async () => {
  const project = await drawProject(owner, spaceId, 'Links')
  await project.draw({
    nodes: [
      {
        type: 'button',
        name: 'go',
        props: { label: 'Open by a button' },
        events: { click: [{ type: 'open', url: `${externalUrl}/button` }] },
      },
      { type: 'link', name: 'link', props: { text: 'Open by a link', url: `${externalUrl}/link` } },
      { type: 'markdown', name: 'words', props: { text: `[Open by words](${externalUrl}/words)` } },
    ],
  })
  const guest = await visit()
  const path = await project.publish('v1.0.0')
  await guest.goto(path)
  expect(await opened(guest, () => guest.getByRole('button', { name: 'Open by a button' }).click())).toEqual(nothing)
  expect(await opened(guest, () => guest.getByRole('link', { name: 'Open by a link' }).click())).toEqual(nothing)
  expect(await opened(guest, () => guest.getByRole('link', { name: 'Open by words' }).click())).toEqual(nothing)
  expect(new URL(guest.url()).origin).toBe(studio.address)

  // Every page of ours sets the opener policy, with or without a session.
  const frame = await owner.api.componentPackage.upload({
    space_id: spaceId,
    name: 'probe',
    version_name: '1.0.0',
    title: 'Probe',
    components: [{ name: 'probe', title: 'Probe' }],
    files: { 'index.js': 'export function probe() {}' },
  })
  const addresses = [
    '/',
    '/sign',
    '/nowhere',
    '/docs',
    '/index.html',
    '/chat.html',
    `/space/${spaceId}/develop`,
    path,
    '/app/nothing',
    '/chat/nothing',
    frame.component_info.cdnHost,
    '/api/plugin/oauth/callback',
    '/api/nothing',
  ]
  for (const address of addresses) {
    const answer = await fetch(new URL(address, studio.address), { headers: { accept: 'text/html' } })
    expect([address, answer.headers.get('cross-origin-opener-policy')]).toEqual([address, 'same-origin'])
  }
})

test('a page that is opened from a card has no access to the preview', async () => {
  const design: CardDesign = {
    format: 'card/1',
    elements: [
      { id: 'markdown_1', type: 'markdown', text: `[Open by words](${externalUrl}/words)` },
      {
        id: 'buttons_1',
        type: 'buttons',
        buttons: [
          {
            id: 'go',
            label: 'Open by a button',
            look: 'main',
            repeatable: true,
            action: { type: 'open', url: `${externalUrl}/button` },
          },
        ],
      },
    ],
    variables: [],
  }
  const { card_id } = await owner.api.cards.create({ space_id: spaceId, name: 'Links' })
  const { version } = await owner.api.cardBuilder.draft({ card_id })
  await owner.api.cardBuilder.save({ card_id, version, design })
  const { Content } = await owner.api.cardPicture.preview({ DraftID: card_id })
  const page = await visit()
  const { pathname, search } = new URL(Content)
  await page.goto(pathname + search)
  expect(await opened(page, () => page.getByText('Open by a button').first().click())).toEqual(nothing)
  expect(await opened(page, () => page.getByRole('link', { name: 'Open by words' }).first().click())).toEqual(nothing)
})
