import { describe, expect, test } from 'vitest'
import { answerNode, canvas, edge, literal, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { bundlePage } from './lib/bundle-page.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { noComplaints, openStudio, type Person, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** A whole space is exported as one file and imported into another instance, where it answers as before. */
const teaTime = /Tea is served at four/
const here = openStudio()
const there = openStudio()

const list = (name: string, ...fields: string[]) => ({
  name,
  type: 'list',
  schema: { type: 'object', schema: fields.map((field) => ({ name: field, type: 'string' })) },
})
const at = (id: string, type: string, title: string, data: object) => ({
  id,
  type,
  meta: { position: { x: Number(id) * 300, y: 0 } },
  data: { nodeMeta: { title }, ...data },
})
/** A workflow that queries a knowledge base and a table and returns what it found. */
const lookup = (baseId: string, tableId: string) =>
  canvas(
    [
      startNode(),
      at('2', '6', 'Look up', {
        inputs: {
          inputParameters: [param('Query', ref('100001', 'input'))],
          datasetParam: [
            param('datasetList', literal([baseId], 'list')),
            param('topK', literal(1, 'integer')),
            param('minScore', literal(0.01, 'float')),
            param('strategy', literal(20, 'integer')),
          ],
        },
        outputs: [list('outputList', 'output')],
      }),
      at('3', '12', 'Count', {
        inputs: {
          databaseInfoList: [{ databaseInfoID: tableId }],
          inputParameters: [],
          sql: 'SELECT item FROM stock ORDER BY item',
        },
        outputs: [list('outputList', 'item'), { name: 'rowNum', type: 'integer' }],
      }),
      answerNode(
        [param('found', ref('2', 'outputList', 'list')), param('rows', ref('3', 'outputList', 'list'))],
        'Found {{found[0].output}} Stock {{rows}}',
      ),
    ],
    [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
  )

/** Creates a bot with a knowledge base and a workflow that uses this base and a table, a plugin and a prompt. */
async function createResources(person: Person, space_id: string) {
  const made = async <R>(path: string, data: object) => call<R>(person, path, data)
  const { dataset_id } = await made<{ dataset_id: string }>('/api/knowledge/create', {
    space_id,
    name: 'Notes',
    description: '',
    format_type: 0,
  })
  await made('/api/knowledge/document/create', {
    dataset_id,
    document_bases: [
      {
        name: 'tea.md',
        source_info: { file_base64: Buffer.from('Tea is served at four.').toString('base64'), file_type: 'md' },
      },
    ],
  })
  await indexed(person, dataset_id)
  const { database_info: table } = await made<{ database_info: { id: string } }>('/api/memory/database/add', {
    space_id,
    table_name: 'stock',
    table_desc: '',
    field_list: [{ name: 'item', desc: '', type: 1, must_required: true }],
    rw_mode: 3,
  })
  await made('/api/memory/database/update_records', {
    database_id: table.id,
    table_type: 1,
    record_data_add: [{ item: 'lamp' }, { item: 'chair' }],
  })
  const { workflow_id } = await made<{ workflow_id: string }>('/api/workflow_api/create', {
    space_id,
    name: 'look_around',
    desc: 'Looks into notes and stock',
  })
  await made('/api/workflow_api/save', { workflow_id, schema: lookup(dataset_id, table.id) })
  await made('/api/plugin_api/register_plugin_meta', {
    space_id,
    name: 'Weather',
    desc: 'Tells the weather',
    url: 'https://weather.example.test',
    icon: {},
    auth_type: 1,
    location: 1,
    key: 'x-key',
    service_token: 'sk-of-this-place',
  })
  await made('/api/playground_api/upsert_prompt_resource', {
    prompt: { space_id, name: 'House tone', prompt_text: 'Be plain and warm.' },
  })
  const { bot_id } = await made<{ bot_id: string }>('/api/draftbot/create', {
    space_id,
    name: 'Butler',
    description: '',
  })
  await made('/api/playground_api/draftbot/update_draft_bot_info', {
    bot_info: {
      bot_id,
      prompt_info: { prompt: 'You are a butler.' },
      knowledge: { knowledge_info: [{ id: dataset_id, name: 'Notes', type: 0 }], auto: true, min_score: 0.1, top_k: 3 },
      workflow_info_list: [{ workflow_id, workflow_name: 'look_around' }],
    },
  })
  return { workflow_id, bot_id }
}
/** Waits until all documents of the base are indexed. */
const indexed = (person: Person, dataset_id: string) =>
  expect
    .poll(
      async () => {
        const found = await call<{ document_infos: { status: number }[] }>(person, '/api/knowledge/document/list', {
          dataset_id,
        })
        return found.document_infos.map((documentInfo) => documentInfo.status)
      },
      { interval: 300 },
    )
    .toEqual([1])

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const question = 'When is tea served?'

  test('a space is imported into another instance from one file, and its workflow and bot answer there as before', async () => {
    const from = await here.person(language)
    const spaceId = await joinAs(from, 'giver')
    const { workflow_id, bot_id } = await createResources(from, spaceId)
    const files = bundlePage(from.page, language)
    await goTo(from.page, `/work_flow?space_id=${spaceId}&workflow_id=${workflow_id}`)
    const said = answerIn(await files.run({ input: 'tea' }, 'node 900001'))
    expect(said).toContain('Found Tea is served at four.')
    expect(said).toContain('chair')
    await goTo(from.page, `/space/${spaceId}/bot/${bot_id}`)
    const answer = replyIn(await files.ask(question, teaTime))
    expect(answer).toContain('Tea is served at four')

    await goTo(from.page, `/space/${spaceId}/library`)
    await files.press(from.page, t('library', 'exportSpace'))
    await files
      .dialog()
      .getByRole('checkbox', { name: files.words('export.rows') })
      .click()
    await expectAccessible(from.page, `bundle-export-${language}`)
    const file = await files.exportFile()
    const inFile = files.dialog().getByRole('list', { name: files.words('export.inFile') })
    await expect.poll(() => inFile.getByRole('listitem').count()).toBe(6)
    expect(file.text).not.toContain('sk-of-this-place')

    const to = await there.person(language)
    const targetSpace = await joinAs(to, 'taker')
    const targetFiles = bundlePage(to.page, language)
    const lines = await targetFiles.previewImport(targetSpace, file)
    expect((await lines.getByRole('listitem').locator('p').allInnerTexts()).toSorted()).toEqual([
      'Butler',
      'House tone',
      'Notes',
      'Weather',
      'look_around',
      'stock',
    ])
    await targetFiles
      .dialog()
      .getByText(targetFiles.words('key', { name: 'Weather' }))
      .waitFor()
    await expectAccessible(to.page, `bundle-look-${language}`)
    await targetFiles.importPreviewed(6)
    await expectTranslated(to.page, `bundle-made-${language}`)
    const { resource_list } = await call<{ resource_list: { res_id: string; name: string }[] }>(
      to,
      '/api/plugin_api/library_resource_list',
      { space_id: targetSpace },
    )
    await indexed(to, resource_list.find((resource) => resource.name === 'Notes')!.res_id)
    await targetFiles.open('look_around')
    await to.page.waitForURL(/\/work_flow\?/)
    expect(new URL(to.page.url()).searchParams.get('workflow_id')).not.toBe(workflow_id)
    expect(answerIn(await targetFiles.run({ input: 'tea' }, 'node 900001'))).toBe(said)
    await goTo(to.page, `/space/${targetSpace}/develop`)
    await to.page.getByRole('main').getByText('Butler', { exact: true }).first().click()
    await to.page.waitForURL(/\/bot\/\d+/)
    expect(replyIn(await targetFiles.ask(question, teaTime))).toBe(answer)
    noComplaints(from, to)
  })

  test('what cannot be imported is reported by name, and nothing is created', async () => {
    const person = await here.person(language)
    const { page } = person
    const spaceId = await joinAs(person, 'doubter')
    const files = bundlePage(page, language)
    await call(person, '/api/workflow_api/create', { space_id: spaceId, name: 'stand_in', desc: '' })
    const file = {
      name: 'flow.json',
      text: canvas(
        [
          startNode(),
          at('2', '9', 'Call', {
            inputs: { workflowId: '7000000000000000001', workflowVersion: '', type: 0, inputParameters: [] },
            outputs: [],
          }),
          answerNode([], 'Done'),
        ],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    }
    await files.previewImport(spaceId, file)
    await files.dialog().getByText(files.words('format.canvas')).waitFor()
    // A missing callee can be replaced by an existing workflow.
    await files
      .dialog()
      .getByRole('combobox', { name: files.words('standIn') })
      .click()
    await page.getByRole('option', { name: 'stand_in' }).click()
    await files
      .dialog()
      .getByText(files.words('standsIn', { id: '7000000000000000001' }))
      .waitFor()
    await expectTranslated(page, `bundle-missing-${language}`)
    await files.press(files.dialog(), files.words('import.back'))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.json', mimeType: 'text/plain', buffer: Buffer.from('{"a": 1}') })
    await files
      .dialog()
      .getByText(files.words('import.unreadable', { name: 'notes.json' }))
      .waitFor()
    await expectTranslated(page, `bundle-refused-${language}`)
    await page.keyboard.press('Escape')
    await files.dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Imported' }).count()).toBe(0)
    noComplaints(person)
  })
})

/** The line in which the workflow returns what it found. */
const answerIn = (sheet: string): string => sheet.split('\n').find((line) => line.includes('Found ')) ?? sheet
/** The reply of the bot, without suggestions that may appear later. */
const replyIn = (log: string): string =>
  log
    .split('\n')
    .filter((line) => teaTime.test(line))
    .join('\n')
