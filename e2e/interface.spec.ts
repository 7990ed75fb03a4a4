import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import { call } from './lib/call.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { register } from './lib/register.ts'
import { expectAccessible, expectVisitorPageAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** The interface of a project is drawn, published, and used by a visitor with the link. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
const language: Language = 'en'
const t = texts(language)
const i = (key: string, values?: Record<string, string | number>) => t('interface', key, values)
const flow = JSON.stringify({
  nodes: [
    {
      id: '100001',
      type: '1',
      meta: { position: { x: 0, y: 0 } },
      data: { nodeMeta: { title: 'Start' }, outputs: [{ name: 'input', type: 'string', required: true }] },
    },
    {
      id: '900001',
      type: '2',
      meta: { position: { x: 400, y: 0 } },
      data: {
        nodeMeta: { title: 'End' },
        inputs: {
          terminatePlan: 'useAnswerContent',
          streamingOutput: true,
          inputParameters: [
            {
              name: 'said',
              input: {
                type: 'string',
                value: { type: 'ref', content: { source: 'block-output', blockID: '100001', name: 'input' } },
              },
            },
          ],
          content: { type: 'string', value: { type: 'literal', content: 'Hello {{said}}!' } },
        },
      },
    },
  ],
  edges: [{ sourceNodeID: '100001', targetNodeID: '900001', sourcePortID: '' }],
})

describe('from the canvas to a visitor', () => {
  test('a form is drawn, tried, undone, published and filled in', async () => {
    const complaints: string[] = []
    const page = await visit({ language })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto('/sign')
    await register(page, language, `interface-${Math.random().toString(36).slice(2)}@example.test`)
    await page.waitForURL(/\/space\/\d+\/develop/)
    const spaceId = /\/space\/(\d+)\//.exec(page.url())![1]!
    const send = <T>(path: string, body: object) => call<T>(page, path, body)
    const { project_id: projectId } = await send<{ project_id: string }>('/api/intelligence_api/draft_project/create', {
      space_id: spaceId,
      name: 'Front desk',
    })
    const { workflow_id } = await send<{ workflow_id: string }>('/api/workflow_api/create', {
      name: 'Greet',
      desc: 'greets',
      space_id: spaceId,
      project_id: projectId,
      flow_mode: 0,
    })
    await send('/api/workflow_api/save', { workflow_id, space_id: spaceId, schema: flow })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const saved = () => page.getByRole('status').getByText(i('save.saved'), { exact: true }).waitFor()

    await page.goto(`/space/${spaceId}/project-ide/${projectId}`)
    await page.getByRole('radio', { name: t('project', 'mode.interface') }).click()
    await press(i('none.create'))
    await press(i('build.form', { name: 'Greet' }))
    await press(i('component.heading'))
    await page.getByText(i('problems.count_other', { count: 0 })).waitFor()
    await page.keyboard.press('Control+z')
    await press(i('component.image'))
    await page.getByText(i('problems.count_one', { count: 1 })).click()
    await press(i('fix.noAlt'))
    await page.getByText(i('problems.count_other', { count: 0 })).waitFor()
    await press(i('delete'))
    await saved()
    await expectAccessible(page, 'interface-editor', ['Text', 'Input'])

    // Previews the phone width with test data.
    await page.getByRole('radio', { name: '390' }).click()
    await page.getByRole('switch', { name: i('preview') }).click()
    await page.locator('form').getByRole('textbox', { name: 'input' }).fill('Ada')
    await press(i('build.send'))
    await page.getByText('Hello Ada!', { exact: true }).waitFor()

    const page2 = await visit({ language })
    const publish = { project_id: projectId, version_number: 'v1.0.0', connector_publish_config: { '10000122': {} } }
    const { publish_record_id } = await send<{ publish_record_id: string }>(
      '/api/intelligence_api/publish/publish_project',
      publish,
    )
    const record = () =>
      send<{ publish_status: number }>('/api/intelligence_api/publish/publish_record_detail', {
        project_id: projectId,
        publish_record_id,
      })
    await expect.poll(async () => (await record()).publish_status).toBe(5)
    const { links } = await send<{ links: { connector_id: string; url: string }[] }>('/api/share/links', {
      resource_id: projectId,
    })
    await page2.goto(new URL(links.find((link) => link.connector_id === '10000122')!.url).pathname)
    await page2.getByRole('textbox', { name: 'input' }).fill('Bob')
    await page2.getByRole('button', { name: i('build.send') }).click()
    await page2.getByText('Hello Bob!', { exact: true }).waitFor()
    await expectVisitorPageAccessible(page2, 'interface-visitor')
    expect(complaints).toEqual([])
  })
})

/** A component that tries every way to reach the outside, and reports the ones that worked. */
const probe = (externalUrl: string, word: string) => `export function probe(root, props, emit) {
  root.textContent = ${word}
  const open = []
  const far = '${externalUrl}'
  const attempt = (name, work) => { try { if (work()) open.push(name) } catch {} }
  attempt('cookie', () => document.cookie !== undefined)
  attempt('storage', () => localStorage)
  attempt('parent', () => parent.document)
  attempt('rtc', () => globalThis.RTCPeerConnection)
  attempt('popup', () => globalThis.open(far))
  attempt('eval', () => (0, eval)('1'))
  root.insertAdjacentHTML('beforeend', '<img src="' + far + '"><iframe src="' + far + '"></iframe><link rel="prefetch" href="' + far + '">')
  const form = Object.assign(document.createElement('form'), { action: far })
  document.body.append(form)
  attempt('form', () => { form.submit(); return false })
  new Promise((done) => { try { new WebSocket(far.replace('http', 'ws')).onopen = () => { open.push('socket') } } catch {} ; done() })
    .then(() => fetch(far)).then(() => open.push('fetch'), () => {})
    .then(() => emit('change', open.length ? open.join() : 'all closed'))
}`

/** Starts an external server that records every request. */
async function openListener(): Promise<{ externalUrl: string; externalRequests: string[] }> {
  const externalRequests: string[] = []
  const server = createServer((request, response) => {
    externalRequests.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end()
  })
  server.on('upgrade', (request) => externalRequests.push(request.url ?? ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  return { externalUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stolen`, externalRequests }
}

describe('a package of components', () => {
  test('is imported and upgraded with a warning, and its component cannot reach anything outside', async () => {
    const { externalUrl, externalRequests } = await openListener()
    const page = await visit({ language })
    await page.goto('/sign')
    await register(page, language, `package-${Math.random().toString(36).slice(2)}@example.test`)
    await page.waitForURL(/\/space\/\d+\/develop/)
    const spaceId = /\/space\/(\d+)\//.exec(page.url())![1]!
    const send = <T>(path: string, body: object) => call<T>(page, path, body)
    const { project_id } = await send<{ project_id: string }>('/api/intelligence_api/draft_project/create', {
      space_id: spaceId,
      name: 'Probe',
    })
    type Made = { channel_map: Record<string, { sandbox_id: string }> }
    const made = await send<Made>('/api/ui_builder/v1/create', { project_id })
    const upload = (version_name: string, props: object[], word: string) =>
      send('/api/ui_builder/v1/component/package/upload', {
        space_id: spaceId,
        name: 'probes',
        version_name,
        title: 'Probes',
        components: [{ name: 'probe', title: 'Probe', props, events: ['change'] }],
        files: { 'index.js': probe(externalUrl, word) },
      })
    await upload('1.0.0', [{ name: 'word', kind: 'text', initial: 'ready' }], 'props.word')
    const editor = `/space/${spaceId}/project-ide/${project_id}?mode=interface`
    await page.goto(editor)
    await page.getByRole('button', { name: i('packages.open'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: i('packages'), exact: true })
    await dialog.getByRole('button', { name: i('packages.import', { name: 'probes', version: '1.0.0' }) }).click()
    await dialog.getByText(i('packages.imported', { version: '1.0.0' })).waitFor()
    const node = (type: string, order: string, name: string, props: object) => ({
      path: ['nodes', name],
      value: { page: 'home', parent: '', order, type, name, props, visible: '', phone: {}, events: {} },
    })
    await send('/api/ui_builder/v1/starry/sandbox/update', {
      sandbox_id: made.channel_map['1']!.sandbox_id,
      crdt_history: JSON.stringify([
        node('probes/probe', 'b', 'probe', { word: 'ready' }),
        node('text', 'c', 'said', { text: 'Found: {{probe.value}}', tone: 'normal' }),
      ]),
      action: JSON.stringify({ batch: 'one', since: 0 }),
    })
    await upload('2.0.0', [], '"two"')

    await page.goto(editor)
    await page.getByRole('button', { name: i('packages.open'), exact: true }).click()
    await dialog.getByRole('button', { name: i('packages.upgrade', { version: '2.0.0' }) }).click()
    const warning = page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .filter({
        hasText: i('packages.breaks', { version: '2.0.0' }),
      })
    await warning.getByText(/word/).waitFor()
    await warning.getByRole('button', { name: i('packages.change'), exact: true }).click()
    await dialog.getByText(i('packages.imported', { version: '2.0.0' })).waitFor()
    await expectAccessible(page, 'interface-packages', ['Probes', 'Probe', 'probes'])

    const { url } = await send<{ url: string }>('/api/ui_builder/v1/preview/link', { project_id })
    const { pathname, search } = new URL(url)
    await page.goto(`${pathname}${search}`)
    await page.getByText('Found: all closed', { exact: true }).waitFor()
    expect(externalRequests).toEqual([])
  })
})
