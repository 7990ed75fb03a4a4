import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { workflowPage } from './lib/workflow-page.ts'
import { expectAccessible } from './lib/screen.ts'

/** A model draws a workflow from a description; the draft is reviewed with its changes and accepted or rejected. */
const studio = openStudioInside(['127.0.0.1'])
let model: ScriptedModel
let owner: Person
let spaceId = ''
beforeAll(async () => {
  model = await openScriptedModel()
})

const node = (id: string, type: string, title: string, data: object) => ({
  id,
  type,
  data: { nodeMeta: { title, description: '', icon: '', subTitle: '' }, ...data },
})
const from = (blockID: string, name: string) => ({
  type: 'string',
  value: { type: 'ref', content: { source: 'block-output', blockID, name } },
})
/** The canvas of the model, with a text node between Start and End. */
const drawn = {
  nodes: [
    node('100001', '1', 'Start', { outputs: [{ type: 'string', name: 'input', required: false }] }),
    node('130001', '15', 'Greeting', {
      inputs: {
        method: 'concat',
        inputParameters: [{ name: 'String1', input: from('100001', 'input') }],
        concatParams: [
          { name: 'concatResult', input: { type: 'string', value: { type: 'literal', content: 'Hello {{String1}}' } } },
        ],
      },
      outputs: [{ type: 'string', name: 'output' }],
    }),
    node('900001', '2', 'End', {
      inputs: {
        terminatePlan: 'returnVariables',
        inputParameters: [{ name: 'output', input: from('130001', 'output') }],
      },
    }),
  ],
  edges: [
    { sourceNodeID: '100001', targetNodeID: '130001' },
    { sourceNodeID: '130001', targetNodeID: '900001' },
  ],
}
const answer = says(JSON.stringify({ summary: 'It greets the person who is named.', canvas: drawn }))

describe('build with AI', () => {
  const t = texts('en')
  const run = (key: string, values = {}) => t('workflow-run', key, values)
  const openMenu = () =>
    owner.page
      .getByRole('button', { name: t('workflow', 'more') })
      .first()
      .click()
  const open = async () => {
    await openMenu()
    await owner.page.getByRole('menuitem', { name: run('more.build') }).click()
    return owner.page.getByRole('dialog', { name: run('build.title') })
  }
  const send = async (dialog: Locator, input: string) => {
    await dialog.getByRole('textbox', { name: run('build.prompt') }).fill(input)
    await dialog.getByRole('button', { name: run('build.draw') }).click()
  }
  const ask = async (input: string) => {
    const dialog = await open()
    await send(dialog, input)
    return dialog
  }

  test('without a real model, the dialog asks for one', async () => {
    owner = await studio.person('en')
    const { page } = owner
    spaceId = await joinAs(owner, 'build')
    await workflowPage(page, t).create(spaceId, 'greeter')
    const way = () => dialog.getByRole('link', { name: t('model', 'guide.toSpace') }).waitFor()
    const dialog = await open()
    await way()
    await send(dialog, 'Greet the person who is named')
    await dialog.getByText(run('build.noModel')).waitFor()
    await dialog.getByText(run('build.noModelText')).waitFor()
    await way()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a draft is reviewed with its changes marked, and rejected', async () => {
    const { page } = owner
    const make = async (path: string, body: object) =>
      page.evaluate(
        async ([target, input]) => {
          const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
          const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(input) })
          const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { id: string } }
          if (code !== 0) throw new Error(msg)
          return data
        },
        [path, body] as const,
      )
    const provider = await make('/api/instance/model/provider/create', {
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-build-0001',
    })
    await make('/api/instance/model/create', { provider_id: provider.id, name: 'Tiny', model: 'tiny' })
    await page.reload()
    model.script(answer)
    await ask('Greet the person who is named')
    const review = page.getByRole('dialog', { name: run('build.review') })
    await review.getByText('It greets the person who is named.').waitFor()
    // The change is marked on the canvas of the draft and in the list beside it.
    await review.getByRole('group', { name: 'Greeting', exact: true }).waitFor()
    expect(
      await review
        .getByRole('group', { name: 'Greeting', exact: true })
        .locator('.node-card')
        .getAttribute('data-mark'),
    ).toBe('added')
    const changes = review.getByRole('complementary', { name: run('diff.title') })
    await changes.getByRole('button', { name: 'Greeting', exact: true }).waitFor()
    await changes.getByRole('button', { name: 'End', exact: true }).waitFor()
    await expectAccessible(page, 'workflow-build')
    expect(JSON.stringify(model.requests[0]!.body.messages)).toContain('Greet the person who is named')
    await review.getByRole('button', { name: run('build.discard') }).click()
    await review.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2)
  })

  test('a draft is accepted, can be undone, and runs', async () => {
    const { page } = owner
    const card = page.getByRole('group', { name: 'Greeting', exact: true })
    model.script(answer)
    await ask('Greet the person who is named')
    const review = page.getByRole('dialog', { name: run('build.review') })
    await review.getByRole('button', { name: run('build.accept'), exact: true }).click()
    await review.waitFor({ state: 'detached' })
    await card.waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => card.count()).toBe(0)
    await page.keyboard.press('Control+Shift+z')
    await card.waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('textbox', { name: 'input', exact: true }).fill('Porto')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: run('phase.done') }).waitFor()
    await page.getByRole('complementary').last().getByText('Hello Porto').first().waitFor()
  })

  test('features that the instance owner turned off for a space are not offered there', async () => {
    const { page } = owner
    const jobs = page.getByRole('radio', { name: t('workflow', 'view.jobs') })
    await jobs.waitFor()
    for (const feature of ['build_with_model', 'table_jobs'])
      await call(owner, '/api/workflow_api/gray_feature/set', { feature, percent: 0 })
    await page.reload()
    await jobs.waitFor({ state: 'detached' })
    await openMenu()
    await page.getByRole('menuitem', { name: run('more.export') }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: run('more.build') }).count()).toBe(0)
    noComplaints(owner)
  })
})
