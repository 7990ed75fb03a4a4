import { chromium } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import { type Person as Account, testPassword } from '../apps/server/src/testing/test-app.ts'
import { canvas, edge, endNode, literal, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { findChromium } from '../scripts/chromium.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openPerson } from './lib/person.ts'
import { noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { waitUntilStill, workflowPage } from './lib/workflow-page.ts'

/**
 * The studio without HTTPS at a host name, as many instances in a local network are reached. Browsers provide neither
 * clipboard nor microphone nor `crypto.randomUUID` to such pages.
 */
const host = 'studio.test'
const t = texts('en')
let studio: Studio
let account: Account
let spaceId: string
let person: Person

beforeAll(async () => {
  studio = await openStudioHere((address) => ({ publicUrl: named(address) }))
  await studio.startJobs()
  account = await studio.register('ann')
  spaceId = (await account.api.space.create({ name: 'Shop' })).id
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  })
  afterFile(() => browser.close())
  person = await openPerson({ browser, url: named(studio.address) }, 'en')
})
const named = (address: string) => address.replace('127.0.0.1', host)
/** Fails if the page logged errors, apart from a header that takes effect with HTTPS only. */
function expectNoFaults() {
  person.complaints = person.complaints.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))
  noComplaints(person)
}
const press = (name: string) => person.page.getByRole('button', { name, exact: true }).first().click()

/** Start, a node that recognises two intents, End. */
const intents = canvas(
  [
    startNode(),
    {
      id: '2',
      type: '22',
      meta: { position: { x: 0, y: 0 } },
      data: {
        nodeMeta: { title: 'What they want' },
        inputs: {
          mode: 'all',
          intents: [{ name: 'buy' }, { name: 'sell' }],
          llmParam: { modelType: 1, systemPrompt: literal('') },
          inputParameters: [param('query', ref('100001', 'input'))],
        },
        outputs: [
          { name: 'classificationId', type: 'integer' },
          { name: 'reason', type: 'string' },
        ],
      },
    },
    endNode([param('said', ref('100001', 'input'))]),
  ],
  [
    edge('100001', '2'),
    edge('2', '900001', 'branch_0'),
    edge('2', '900001', 'branch_1'),
    edge('2', '900001', 'default'),
  ],
)

test('a person signs in, creates a bot, chats with it and copies the answer', async () => {
  const { page } = person
  await page.goto('/sign')
  await page.getByLabel(t('passport', 'email'), { exact: true }).fill(account.email)
  await page.getByLabel(t('passport', 'password'), { exact: true }).fill(testPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/space\/\d+\/develop/)
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
  await page.goto(`/space/${spaceId}/develop`)
  await page.getByRole('heading', { name: t('home', 'title'), exact: true }).waitFor()
  await page
    .getByRole('button', { name: t('home', 'create.bot'), exact: true })
    .last()
    .click()
  await page.getByLabel(t('bot', 'form.name')).fill('Shop desk')
  await press(t('bot', 'create.action'))
  const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
  await composer.fill('Who are you?')
  await composer.press('Enter')
  const answer = page.getByRole('log').getByText(/offline model of Orrery/)
  await answer.waitFor()
  await page
    .getByRole('log')
    .getByRole('button', { name: t('chat', 'copy') })
    .last()
    .click()
  await page.getByText(t('ui', 'copied'), { exact: true }).first().waitFor({ state: 'attached' })
  await composer.click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(() => composer.inputValue()).toContain('offline model of Orrery')
  expectNoFaults()
})

test('a person who dictates learns that the microphone needs HTTPS', async () => {
  await press(t('chat', 'dictate'))
  await person.page.getByText(t('chat', 'dictate.insecure')).waitFor()
  expectNoFaults()
})

test('the canvas copies a node and its ID', async () => {
  const { page } = person
  const { workflow_id: id } = await account.api.workflow.create({ name: 'wishes', space_id: spaceId })
  await account.api.workflow.save({ workflow_id: id, schema: intents })
  await page.goto(`/work_flow?space_id=${spaceId}&workflow_id=${id}`)
  const flow = workflowPage(page, t)
  const nodes = page.locator('.react-flow__node')
  await expect.poll(() => nodes.count()).toBe(3)
  await waitUntilStill(page)
  await flow.fromMenu('What they want', t('workflow', 'menu.copy'))
  await flow.clickEmptyCanvas()
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(() => nodes.count()).toBe(4)
  await flow.saved()

  const form = await flow.open('What they want')
  await form.getByRole('button', { name: t('workflow-node', 'sheet.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('workflow-node', 'sheet.copyId') }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const field = form.getByRole('textbox', { name: t('workflow-node', 'options.name', { name: 'A' }) })
  await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(() => field.inputValue()).toBe('2')
  expectNoFaults()
})

test('an edit of an interface is saved', async () => {
  const { page } = person
  const { project_id } = await account.api.project.create({ space_id: spaceId, name: 'Counter' })
  const { channel_map } = await account.api.projectInterface.create({ project_id })
  const { sandbox_id } = channel_map['1']!
  await page.goto(`/space/${spaceId}/project-ide/${project_id}?mode=interface`)
  await press(t('interface', 'component.heading'))
  const saved = async () => (await account.api.projectInterface.sandbox({ sandbox_id })).Sandbox.crdtHistory
  await expect.poll(saved).toContain('"type":"heading"')
  expectNoFaults()
})

test('a visitor submits a public form', async () => {
  const { page } = person
  const { workflow_id } = await account.api.workflow.create({ name: 'sign_up', space_id: spaceId })
  const schema = canvas([startNode(), endNode([param('said', ref('100001', 'input'))])], [edge('100001', '900001')])
  await account.api.workflow.save({ workflow_id, schema })
  await account.api.workflowVersion.publish({ workflow_id, force: true })
  const settings = { title: 'Join us', labels: { input: 'Your name' }, after: 'message', message: 'See you soon' }
  const config = JSON.stringify(settings)
  const { form_url } = await account.api.workflowTrigger.save({ workflow_id, event_id: 'form', config, payload: '{}' })
  expect(new URL(form_url).hostname).toBe(host)
  await page.goto(form_url)
  await page.getByRole('textbox', { name: /^Your name/ }).fill('Ann')
  await press(t('workflow-form', 'send'))
  await page.getByText('See you soon').waitFor()
  expectNoFaults()
})
