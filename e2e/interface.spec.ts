import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from './lib/call.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { register } from './lib/register.ts'
import { expectAccessible, expectVisitorPageAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** The interface of a project: drawn, published, and used by somebody with the link. */
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
  test('a form is drawn, tried, undone, published and filled in', { timeout: 180_000 }, async () => {
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

    // On a phone, with test data.
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
    await expect.poll(async () => (await record()).publish_status, { timeout: 30_000 }).toBe(5)
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
