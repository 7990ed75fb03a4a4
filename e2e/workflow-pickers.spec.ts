import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { describe as describeNode, variable } from '../packages/engine/src/describe/index.ts'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { workflowPage } from './lib/workflow-page.ts'
import { expectTranslated } from './lib/screen.ts'

/** Pickers in forms for tables, knowledge, workflows and files, and the result of a run. */
const studio = openStudioInside()
const t = texts('en')
const words = (key: string, values = {}) => t('workflow-node', key, values)
const run = (key: string, values = {}) => t('workflow-run', key, values)
const type = (number: number) => words(`type.${number}`)

let person: Person
let page: Page
let spaceId = ''

const node = (id: string, kind: string, title: string, x: number, data: object = describeNode(kind)!.data()) => ({
  id,
  type: kind,
  meta: { position: { x, y: 0 } },
  data: { nodeMeta: { title, description: '', icon: '', subTitle: '' }, ...data },
})
const from = (blockID: string, name: string, kind: object = { type: 'string' }) => ({
  ...kind,
  value: { type: 'ref', content: { source: 'block-output', blockID, name } },
})
const start = (...outputs: object[]) => node('100001', '1', type(1), 0, { outputs })
const end = (input: object) =>
  node('900001', '2', type(2), 900, {
    inputs: { terminatePlan: 'returnVariables', inputParameters: [{ name: 'output', input }] },
  })
const row = (...ids: string[]) => ids.slice(1).map((id, n) => ({ sourceNodeID: ids[n]!, targetNodeID: id }))

async function make(name: string, canvas: { nodes: object[]; edges: object[] }): Promise<string> {
  const made = await call<{ workflow_id: string; save_version: string }>(page, '/api/workflow_api/create', {
    name,
    desc: `What ${name} does`,
    space_id: spaceId,
  })
  const { workflow_id, save_version } = made
  await call(page, '/api/workflow_api/save', { workflow_id, save_version, schema: JSON.stringify(canvas) })
  return workflow_id
}
const open = async (workflowId: string, nodeId = '') => {
  await goTo(page, `/work_flow?space_id=${spaceId}&workflow_id=${workflowId}${nodeId ? `&node_id=${nodeId}` : ''}`)
  await page.getByRole('group', { name: type(1), exact: true }).waitFor()
}
const sheet = () => page.getByRole('complementary').last()
const pick = async (label: string, choice: string, where: Locator = sheet()) => {
  await where.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: choice }).first().click()
}
const begin = async () => {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: run('testRun'), exact: true }).click()
}
const startRun = () =>
  sheet()
    .getByRole('button', { name: run('run'), exact: true })
    .click()
const done = () => page.getByRole('heading', { name: run('phase.done') }).waitFor()

beforeAll(async () => {
  person = await studio.person('en')
  page = person.page
  spaceId = await joinAs(person, 'pickers')
})

describe('forms that choose resources', () => {
  test('a table is chosen and queried with conditions', async () => {
    const { database_info: table } = await call<{ database_info: { id: string } }>(page, '/api/memory/database/add', {
      space_id: spaceId,
      table_name: 'cities',
      rw_mode: 3,
      field_list: [
        { name: 'city', type: 1, must_required: true },
        { name: 'days', type: 2, must_required: false },
      ],
    })
    await call(page, '/api/memory/database/update_records', {
      database_id: table.id,
      record_data_add: [
        { city: 'Porto', days: '3' },
        { city: 'Lisbon', days: '5' },
      ],
    })
    const flow = await make('ask_table', {
      nodes: [
        start(variable('least', 'integer')),
        node('20', '43', 'Ask', 400),
        end(from('20', 'outputList', { type: 'list', schema: { type: 'object', schema: [] } })),
      ],
      edges: row('100001', '20', '900001'),
    })
    await open(flow, '20')
    await pick(words('db.choose'), 'cities')
    await sheet().getByText('cities', { exact: true }).first().waitFor()
    await sheet()
      .getByRole('button', { name: words('db.addCondition') })
      .click()
    await pick(words('db.column'), 'days')
    await pick(words('db.operation'), words('word.operation.GREATER_EQUAL'))
    await workflowPage(page, t).chooseReference(sheet(), 'days', type(1), 'least')
    await page.getByRole('group', { name: 'Ask', exact: true }).getByText('cities').waitFor()
    await expectTranslated(page, 'pickers-table')
    await begin()
    await sheet().getByRole('textbox', { name: 'least', exact: true }).or(sheet().getByRole('spinbutton')).fill('4')
    await startRun()
    await done()
    await sheet().getByText('Lisbon').first().waitFor()
    await expect.poll(() => sheet().getByText('Porto').count()).toBe(0)
  })

  test('a knowledge base is found by name and shown on the card', async () => {
    await call(page, '/api/knowledge/create', { name: 'City guides', space_id: spaceId, format_type: 0 })
    const flow = await make('search_guides', {
      nodes: [start(variable('query')), node('20', '6', 'Search', 400), end(from('100001', 'query'))],
      edges: row('100001', '20', '900001'),
    })
    await open(flow, '20')
    await pick(words('knowledge.add'), 'City guides')
    await page.getByRole('group', { name: 'Search', exact: true }).getByText('City guides').waitFor()
    await sheet()
      .getByRole('button', { name: words('knowledge.remove', { name: 'City guides' }) })
      .click()
    await expect
      .poll(() => page.getByRole('group', { name: 'Search', exact: true }).getByText('City guides').count())
      .toBe(0)
  })

  test('a published workflow is added from the list of nodes and runs for each item of a list', async () => {
    const greet = await make('greet_one', {
      nodes: [start(variable('who')), end(from('100001', 'who'))],
      edges: row('100001', '900001'),
    })
    await call(page, '/api/workflow_api/publish', {
      workflow_id: greet,
      space_id: spaceId,
      workflow_version: 'v0.0.1',
      version_description: 'One',
      force: true,
    })
    const list = { type: 'list', schema: { type: 'string' } }
    const flow = await make('greet_all', {
      nodes: [start({ name: 'people', ...list }), end(from('100001', 'people', list))],
      edges: row('100001', '900001'),
    })
    await open(flow)
    await page.getByRole('group', { name: type(1), exact: true }).focus()
    await page.keyboard.press('n')
    await page.getByRole('combobox', { name: t('workflow', 'add.search') }).fill('greet')
    await page.getByRole('option', { name: /greet_one/ }).click()
    const form = page.getByRole('complementary', { name: 'greet_one', exact: true })
    await form.getByText('v0.0.1').waitFor()
    await expectTranslated(page, 'pickers-workflow')

    // Runs for each item of the list, which becomes the input.
    await form.getByRole('button', { name: words('section.batch') }).click()
    await form.getByRole('switch', { name: words('batch.on') }).click()
    const editor = workflowPage(page, t)
    await editor.chooseReference(form, 'item1', type(1), 'people')
    await editor.chooseReference(form, 'who', words('value.items'), 'item1')
    const last = await editor.open(type(2))
    await last
      .getByRole('button', { name: /^output/ })
      .first()
      .waitFor()
    await begin()
    const field = sheet().getByRole('textbox').first()
    await field.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('["Ada", "Bo"]')
    await startRun()
    await done()
    await sheet().getByRole('option').filter({ hasText: 'greet_one' }).first().click()
    // The last round is shown first.
    await sheet()
      .getByText(run('round.of', { at: 2, of: 2 }))
      .waitFor()
    await sheet().getByText('"Bo"').first().waitFor()
    await sheet()
      .getByRole('button', { name: run('round.before') })
      .click()
    await sheet()
      .getByText(run('round.of', { at: 1, of: 2 }))
      .waitFor()
    await sheet().getByText('"Ada"').first().waitFor()
    await expectTranslated(page, 'pickers-rounds')
  })

  test('a file is sent as an input of a run', async () => {
    const flow = await make('read_file', {
      nodes: [start({ type: 'string', assistType: 2, name: 'photo' }), end(from('100001', 'photo'))],
      edges: row('100001', '900001'),
    })
    await open(flow)
    await begin()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await sheet()
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
    await expect.poll(() => sheet().getByRole('textbox').first().inputValue()).toContain('dot.png')
    await startRun()
    await done()
    await sheet()
      .getByText(/\/api\/file\/upload\/.+\.png\?/)
      .first()
      .waitFor()
  })

  test('code is run separately with inputs for its parameters', async () => {
    const flow = await make('code_alone', {
      nodes: [start(variable('input')), node('20', '5', 'Double', 400), end(from('20', 'output'))],
      edges: row('100001', '20', '900001'),
    })
    await open(flow, '20')
    const editor = workflowPage(page, t)
    await editor.write(
      sheet().getByRole('textbox', { name: words('code.label', { title: 'Double' }) }),
      'async function main({ params }) { return { output: params.input + params.input } }',
    )
    await sheet()
      .getByRole('button', { name: words('code.run') })
      .click()
    await sheet().getByRole('textbox', { name: 'input', exact: true }).fill('ab')
    await startRun()
    await sheet().getByText('abab').first().waitFor()
    noComplaints(person)
  })
})
