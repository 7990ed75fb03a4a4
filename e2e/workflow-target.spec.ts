import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { canvas, edge, endNode, param, ref, startNode, subNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Workflows of the library that depend on a bot for variables, and workflows that call drafts. */
let studio: Studio
let page: Page
let owner: Person
let spaceId: string
let botId: string
const t = texts('en')
const run = (key: string, values?: Record<string, string | number>) => t('workflow-run', key, values)
const words = (key: string, values?: Record<string, string | number>) => t('workflow-node', key, values)
beforeAll(async () => {
  studio = await openStudioHere()
  const visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Weather' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Forecaster' })).bot_id
  const variable_list = [{ key: 'mood', default_value: 'sunny', description: '' }]
  await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, variable_list } })
  page = await visit({ language: 'en', cookie: owner.cookie() })
})
async function make(name: string, schema: string): Promise<string> {
  const { workflow_id } = await owner.api.workflow.create({ name, space_id: spaceId })
  await owner.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const addressOf = (workflowId: string) => `/work_flow?space_id=${spaceId}&workflow_id=${workflowId}`
const open = async (workflowId: string): Promise<void> => {
  await goTo(page, addressOf(workflowId))
  await page.locator('.react-flow__node').first().waitFor()
}
const sheet = () => page.getByRole('complementary').last()
const press = (name: string) => sheet().getByRole('button', { name, exact: true }).click()
const reading = canvas(
  [
    startNode([]),
    endNode([
      param('output', {
        type: 'string',
        value: { type: 'ref', content: { source: 'global_variable_user', path: ['mood'], blockID: '', name: '' } },
      }),
    ]),
  ],
  [edge('100001', '900001')],
)

describe('a workflow that reads variables', () => {
  test('runs for the chosen bot, which is part of its link', async () => {
    const id = await make('mood_reader', reading)
    await open(id)
    await page.getByRole('button', { name: run('testRun'), exact: true }).click()
    await press(run('run'))
    await sheet().getByText(run('target.missing')).waitFor()
    await expectAccessible(page, 'workflow-target', ['Forecaster'])

    await sheet()
      .getByRole('combobox', { name: run('target.label') })
      .click()
    await page.getByRole('option', { name: /Forecaster/ }).click()
    await page.waitForURL((url) => url.searchParams.get('bot_id') === botId)
    await press(run('run'))
    await sheet().getByText('sunny').first().waitFor()

    await page.goto(`${addressOf(id)}&bot_id=${botId}`)
    await page.getByRole('button', { name: run('testRun'), exact: true }).click()
    await sheet().getByText('Forecaster').waitFor()
    await press(run('run'))
    await sheet().getByText('sunny').first().waitFor()
  })
})

describe('a draft that is called but cannot run', () => {
  test('is a problem of the calling workflow until it is fixed', async () => {
    const inner = await make('inner_flow', canvas([startNode(), endNode([])], []))
    const id = await make(
      'outer_flow',
      canvas(
        [startNode(), subNode('2', inner, '', ref('100001', 'input')), endNode([param('r', ref('2', 'output'))])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    await open(id)
    const count = new RegExp(t('workflow', 'problems', { count: 1 }).replace(/^\d+\s*/, ''))
    await page.getByRole('button', { name: count }).click()
    const panel = page.getByRole('region', { name: words('problems.title') })
    await panel.getByText(words('problem.called', { name: 'inner_flow', count: 2 })).waitFor()
    await expectTranslated(page, 'workflow-called-problem', ['inner_flow'])
    const opened = page.context().waitForEvent('page')
    await panel.getByRole('button', { name: words('fix.openWorkflow') }).click()
    const other = await opened
    await other.locator('.react-flow__node').first().waitFor()
    expect(new URL(other.url()).searchParams.get('workflow_id')).toBe(inner)

    await owner.api.workflow.save({
      workflow_id: inner,
      schema: canvas([startNode(), endNode([])], [edge('100001', '900001')]),
    })
    // Focusing the first window reloads the list of problems.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await panel.getByText(words('problem.called', { name: 'inner_flow', count: 2 })).waitFor({ state: 'detached' })
  })
})
