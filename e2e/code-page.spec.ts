import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectVisitorPageAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A page of an interface is written in React, tried, published and used. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
const t = texts('en')
const i = (key: string, values?: Record<string, string | number>) => t('interface', key, values)

const code = `import { openPage, useBinding } from '@orrery/component'
import { useState } from 'react'

export default function App() {
  const orders = useBinding('orders', ['insert', 'remove'])
  const greet = useBinding('greet')
  const [city, setCity] = useState('')
  const add = async () => {
    await orders.insert({ city })
    await greet.run({ input: city })
    setCity('')
  }
  return (
    <main>
      <label>City <input value={city} onChange={(event) => setCity(event.target.value)} /></label>
      <button onClick={add}>Add city</button>
      <ul>
        {(orders.data ?? []).map((row) => (
          <li key={row.id}>{row.city} <button onClick={() => orders.remove(row.id)}>Remove {row.city}</button></li>
        ))}
      </ul>
      <output>{greet.loading ? '…' : JSON.stringify(greet.data)}</output>
      <button onClick={() => openPage('home')}>Back home</button>
    </main>
  )
}
`
test('a page of code is written, fixed, tried, published and used by a visitor', async () => {
  const owner = await studio.register('writer')
  const { id: spaceId } = await owner.api.space.create({ name: 'Team' })
  const project = await drawProject(owner, spaceId, 'Cities')
  const greet = await project.flow('greet', greeting('Hello {{String1}}'))
  const table = await project.table(studio, 'orders', ['city'])
  await project.draw({
    sources: {
      orders: { kind: 'table', target: table, size: 20, sort: '', descending: false, search: '' },
      greet: { kind: 'workflow', target: greet, inputs: { input: '' }, auto: false },
    },
    nodes: [{ type: 'heading', name: 'title', props: { text: 'Home sweet home', level: '1' } }],
  })
  const page = await visit({ cookie: owner.cookie() })
  await page.goto(`/space/${spaceId}/project-ide/${project.projectId}?mode=interface`)
  await page.getByRole('button', { name: i('page.addCode'), exact: true }).click()
  const editor = page.getByRole('textbox', { name: i('code.file', { name: 'App.tsx' }) })
  await editor.waitFor()
  const write = async (text: string) => {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  // A missing source is reported with its line, and the rest of the studio keeps working.
  await write(code.replace("useBinding('greet')", "useBinding('greeet')"))
  await page.getByText(i('code.fault', { file: 'App.tsx', line: 6, message: 'there is no source “greeet”' })).waitFor()
  await write(code)
  const inside = page.frameLocator(`iframe[title="${i('page.newCode')}"]`)
  await inside.getByRole('button', { name: 'Add city' }).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await expectAccessible(page, 'interface-code', ['Home sweet home', i('page.newCode')])

  await page.getByRole('switch', { name: i('preview') }).click()
  await inside.getByLabel('City').fill('Porto')
  await inside.getByRole('button', { name: 'Add city' }).click()
  await inside.getByText(/^Porto/).waitFor()
  await inside.getByText('Hello Porto').waitFor()

  const guest = await visit({ width: 390, height: 844 })
  const asked: string[] = []
  guest.on('request', (request) => asked.push(request.url()))
  // The first page consists of components and links to the page of code.
  await project.draw({
    nodes: [
      {
        type: 'button',
        name: 'go',
        props: { label: 'To the cities' },
        events: { click: [{ type: 'go', page: await codePageOf(owner, project.projectId) }] },
      },
    ],
  })
  await guest.goto(await project.publish('v1.0.0'))
  await guest.getByRole('button', { name: 'To the cities' }).click()
  const frame = guest.frameLocator(`iframe[title="${i('page.newCode')}"]`)
  await frame.getByLabel('City').fill('Lima')
  await frame.getByRole('button', { name: 'Add city' }).click()
  await frame.getByText('Hello Lima').waitFor()
  // Rows that were added in the studio are not visible to the visitor.
  await expect.poll(() => frame.getByText(/^Porto/).count()).toBe(0)
  await frame.getByRole('button', { name: 'Remove Lima' }).click()
  await expect.poll(() => frame.getByText(/^Lima/).count()).toBe(0)
  await expectVisitorPageAccessible(guest, 'interface-code-visitor')
  await frame.getByRole('button', { name: 'Back home' }).click()
  await guest.getByRole('heading', { name: 'Home sweet home' }).waitFor()
  expect(asked.filter((url) => !url.startsWith(studio.address))).toEqual([])
})
async function codePageOf(owner: Awaited<ReturnType<Studio['register']>>, project_id: string): Promise<string> {
  const { dsl_content } = await owner.api.projectInterface.get({ project_id })
  const { pages } = JSON.parse(dsl_content) as { pages: Record<string, { files?: object }> }
  return Object.entries(pages).find(([, { files }]) => files)![0]
}

const shelfCode = `import clsx from 'clsx'
import { Star } from 'lucide-react'
import { DateTime } from 'luxon'
import { useState } from 'react'
import { Bar, BarChart, XAxis, YAxis } from 'recharts'
import { z } from 'zod'

const Order = z.object({ city: z.string().min(2, 'Two letters at least') })
const sold = [{ month: 'May', count: 3 }, { month: 'June', count: 5 }]

export default function App() {
  const [city, setCity] = useState('')
  const checked = Order.safeParse({ city })
  return (
    <main>
      <h2 className={clsx('title', { large: true })}><Star aria-label="Favourite" role="img" /> Sales</h2>
      <p>{DateTime.fromISO('2026-03-01', { zone: 'UTC', locale: 'en' }).toLocaleString(DateTime.DATE_FULL)}</p>
      <BarChart width={320} height={200} data={sold}>
        <XAxis dataKey="month" />
        <YAxis />
        <Bar dataKey="count" isAnimationActive={false} />
      </BarChart>
      <label>City <input value={city} onChange={(event) => setCity(event.target.value)} /></label>
      <output>{checked.success ? 'Fits' : checked.error.issues[0].message}</output>
    </main>
  )
}
`
test('a page of code uses the libraries of the shelf without any network', async () => {
  const owner = await studio.register('charts')
  const { id: spaceId } = await owner.api.space.create({ name: 'Charts' })
  const project = await drawProject(owner, spaceId, 'Sales')
  await project.draw({
    pages: { sales: { title: 'Sales', order: 'z', load: [], files: { 'App.tsx': shelfCode } } },
    nodes: [
      {
        type: 'button',
        name: 'go',
        props: { label: 'To the sales' },
        events: { click: [{ type: 'go', page: 'sales' }] },
      },
    ],
  })
  const guest = await visit({ width: 1280, height: 900 })
  const asked: string[] = []
  guest.on('request', (request) => asked.push(request.url()))
  await guest.goto(await project.publish('v1.0.0'))
  await guest.getByRole('button', { name: 'To the sales' }).click()
  const frame = guest.frameLocator('iframe[title="Sales"]')
  await frame.getByRole('img', { name: 'Favourite' }).waitFor()
  await expect.poll(() => frame.getByRole('heading', { name: 'Sales' }).getAttribute('class')).toBe('title large')
  await frame.getByText('March 1, 2026').waitFor()
  await expect.poll(() => frame.locator('.recharts-bar-rectangle path').count()).toBe(2)
  await frame.getByText('June').waitFor()
  await frame.getByText('Two letters at least').waitFor()
  await frame.getByLabel('City').fill('Porto')
  await frame.getByText('Fits').waitFor()
  expect(asked.filter((url) => !url.startsWith(studio.address))).toEqual([])
})
