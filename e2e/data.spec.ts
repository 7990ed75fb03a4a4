import { NodeType } from '@orrery/engine/node-type'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { canvas, edge, endNode, literal, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Tables are created, filled, edited and restructured. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let member: Person
let spaceId: string
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  member = await studio.register('member')
  spaceId = (await owner.api.space.create({ name: 'Travel' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})

const cell = (page: Page, row: number, column: string): Promise<Locator> =>
  page
    .getByRole('columnheader', { name: new RegExp(`^${column}\\b`) })
    .evaluate((head) => [...head.parentElement!.children].indexOf(head) + 1)
    .then((col) =>
      page
        .getByRole('row')
        .and(page.locator(`[aria-rowindex="${row + 2}"]`))
        .locator(`[aria-colindex="${col}"]`),
    )

/** Pastes a block as a spreadsheet puts it on the clipboard. */
const paste = (page: Page, block: string): Promise<void> =>
  page.getByRole('grid').evaluate((grid, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, block)

/** A workflow with Start, a node that inserts a row, and End. */
function insertingInto(databaseId: string, fields: { id: number; name: string }[]): string {
  const idOf = (name: string) => literal(String(fields.find((field) => field.name === name)!.id))
  const value = (name: string, input: object) => [param('fieldID', idOf(name)), param('fieldValue', input as never)]
  const fieldInfo = [value('guest', ref('100001', 'guest')), value('seats', literal(4, 'integer'))]
  const insert = {
    id: '2',
    type: NodeType.DatabaseInsert,
    meta: { position: { x: 320, y: 0 } },
    data: {
      nodeMeta: { title: 'Insert' },
      inputs: { databaseInfoList: [{ databaseInfoID: databaseId }], insertParam: { fieldInfo } },
      outputs: [{ name: 'rowNum', type: 'integer' }],
    },
  }
  return canvas(
    [
      startNode([{ name: 'guest', type: 'string', required: true }]),
      insert,
      endNode([param('rows', ref('2', 'rowNum', 'integer'))]),
    ],
    [edge('100001', '2'), edge('2', '900001')],
  )
}

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('database', key, values)
  const name = `trips_${language.slice(0, 2)}`
  let page: Page
  let tableId: string
  const rows = async (table_type = 1, limit = 5) =>
    owner.api.database.records({
      database_id: tableId,
      table_type: table_type as 1,
      limit,
      order_by_list: [{ field: 'bstudio_id', direction: 2 }],
    })
  const notices = () => page.getByRole('alert')

  test('a table is created field by field', async () => {
    page = await visit({ language, cookie: owner.cookie() })
    await goTo(page, `/space/${spaceId}/library/database`)
    await page
      .getByRole('button', { name: words('create.title') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: words('create.title') })
    await dialog
      .getByRole('textbox', { name: words('create.name') })
      .first()
      .fill(name)
    const fields = [
      ['traveller', 'string', true],
      ['starts', 'time', true],
      ['budget', 'integer', false],
      ['paid', 'boolean', false],
      ['notes', 'string', false],
    ] as const
    for (const [n, [field, type, isRequired]] of fields.entries()) {
      if (n > 0) await dialog.getByRole('button', { name: words('structure.add') }).click()
      await dialog.getByLabel(words('structure.nameOf', { field: words('structure.nth', { n: n + 1 }) })).fill(field)
      if (type !== 'string') {
        await dialog.getByRole('combobox', { name: words('structure.typeOf', { field }) }).click()
        await page.getByRole('option', { name: t('ui', `dataType.${type}`), exact: true }).click()
      }
      if (isRequired) await dialog.getByRole('checkbox', { name: words('structure.requiredOf', { field }) }).click()
    }
    await expectAccessible(page, `database-create-${language}`)
    await dialog.getByRole('button', { name: words('create.action'), exact: true }).click()
    await page.waitForURL(/\/database\/\d+/)
    tableId = /\/database\/(\d+)/.exec(page.url())![1]!
    await page.getByText(words('grid.none.draft')).waitFor()
  })

  test('a row is stored once its required cells are filled', async () => {
    await page
      .getByRole('button', { name: words('grid.add') })
      .first()
      .click()
    await page.keyboard.type('Ines Carvalho')
    await page.keyboard.press('Enter')
    expect((await rows()).TotalNum).toBe(0)
    expect(await (await cell(page, -1, 'starts')).textContent()).toContain(words('grid.required'))
    await page.keyboard.type('2026-06-14 08:30')
    await page.keyboard.press('Enter')
    await (await cell(page, 0, 'traveller')).getByText('Ines Carvalho').waitFor()
    expect((await rows()).data).toMatchObject([{ traveller: 'Ines Carvalho', starts: '2026-06-14 08:30:00' }])
  })

  test('10,000 rows are imported from a file, and rows that do not fit are listed by line', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) =>
      n === 41
        ? `Bad ${n},2026-02-31,1,true,`
        : `Person ${n},2026-0${1 + (n % 9)}-10 10:00,${100 + n},${n % 2 === 0},note ${n}`,
    )
    await page
      .getByRole('button', { name: words('import.action') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'trips.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['traveller,starts,budget,paid,notes', ...lines].join('\n')),
    })
    await dialog.getByText('Person 3', { exact: true }).waitFor()
    await expectTranslated(page, `database-import-${language}`)
    await dialog.getByRole('button', { name: words('import.start') }).click()
    await dialog.getByText(words('import.result', { count: 2, rows: '9,999' })).waitFor()
    await dialog.getByText(words('import.line', { line: '43' })).waitFor()
    await expectTranslated(page, `database-imported-${language}`)
    await dialog.getByRole('button', { name: words('import.close') }).click()
    await page.getByText(words('grid.count', { count: 2, rows: '10,000', loaded: '100' })).waitFor()
  })

  test('rows are loaded wherever the grid is scrolled, step by step or in jumps', async () => {
    const grid = page.getByRole('grid')
    const name = (n: number) => grid.getByRole('gridcell', { name: `Person ${n}`, exact: true })
    // Newest rows first. The wheel turns faster than rows can be drawn.
    await name(9999).hover()
    for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 3600)
    await name(8799).waitFor()
    await expect.poll(() => name(9999).count()).toBe(0)
    await page.mouse.wheel(0, 10_000 * 36)
    await name(0).waitFor()
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, -72)
    await name(30).waitFor()
    await page.mouse.wheel(0, -10_000 * 36)
    await name(9999).waitFor()
  })

  test('cells are edited with the keyboard, invalid values remain visible, and all edits can be undone', async () => {
    const grid = page.getByRole('grid')
    await (await cell(page, 1, 'budget')).click()
    const before = (await rows()).data[1]!['budget']
    await page.keyboard.type('51o')
    await page.keyboard.press('Enter')
    const fault = notices().filter({ hasText: words('fault.number', { field: 'budget' }) })
    await fault.waitFor()
    expect((await rows()).data[1]!['budget']).toBe(before)
    await expectTranslated(page, `database-wrong-${language}`)
    await fault.getByRole('button', { name: words('edit.use', { value: 510 }) }).click()
    await expect.poll(async () => (await rows()).data[1]!['budget']).toBe('510')

    await (await cell(page, 1, 'notes')).click()
    await page.keyboard.press('Enter')
    await grid.getByRole('textbox', { name: 'notes' }).fill('Three slow days')
    await expectTranslated(page, `database-edit-${language}`)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rows()).data[1]!['notes']).toBe('Three slow days')

    await (await cell(page, 2, 'budget')).click()
    await paste(page, '11\ttrue\n12\tfalse\n')
    await expect
      .poll(async () => (await rows()).data.slice(2, 4).map((row) => [row['budget'], row['paid']]))
      .toEqual([
        ['11', 'true'],
        ['12', 'false'],
      ])
    await (await cell(page, 2, 'budget')).click()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await rows()).data[2]!['budget']).not.toBe('11')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await rows()).data[1]!['notes']).not.toBe('Three slow days')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await rows()).data[1]!['budget']).toBe(before)
    await expectAccessible(page)
  })

  test('rows are searched, sorted, selected and deleted', async () => {
    await page.getByRole('searchbox').fill('Person 77')
    await page.getByText(words('grid.count', { count: 2, rows: '111', loaded: '100' })).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: /^budget/ }).click()
    await (await cell(page, 0, 'traveller')).getByText('Person 0', { exact: true }).waitFor()
    await (await cell(page, 0, 'traveller')).hover()
    for (const n of [1, 2])
      await page.getByRole('checkbox', { name: words('grid.selectRow', { n }), exact: true }).click({ force: true })
    await expectTranslated(page, `database-chosen-${language}`)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: words('bulk.delete') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('bulk.deleteAction', { count: 2 }) })
      .click()
    await page.getByText(words('grid.count', { count: 2, rows: '9,998', loaded: '100' })).waitFor()
    expect((await rows()).TotalNum).toBe(9998)
  })

  test('a question becomes SQL that runs on request, and only for reading', async () => {
    await page.getByRole('button', { name: words('ask.title'), exact: true }).click()
    const sheet = page.getByRole('complementary', { name: words('ask.title') })
    await sheet.getByRole('textbox', { name: words('ask.question') }).fill('how many have budget above 10000?')
    await sheet.getByRole('button', { name: words('ask.write') }).click()
    const sql = sheet.getByRole('textbox', { name: words('ask.sql') })
    await expect.poll(() => sql.inputValue()).toBe(`SELECT count(*) AS n FROM "${name}" WHERE "budget" > 10000`)
    await sheet.getByRole('button', { name: words('ask.run') }).click()
    await sheet.getByRole('cell', { name: '99', exact: true }).waitFor()
    await expectTranslated(page, `database-ask-${language}`)
    await sql.fill(`DELETE FROM ${name}`)
    await sheet.getByRole('button', { name: words('ask.run') }).click()
    await sheet.getByRole('alert').waitFor()
    expect((await rows()).TotalNum).toBe(9998)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  test('a bot answers a question with rows of the table', async () => {
    const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: `Guide ${language}` })
    await owner.api.database.bind({ database_id: tableId, bot_id: botId })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill(`${name}: "SELECT traveller FROM ${name} WHERE budget = 5077"`)
    await composer.press('Enter')
    await page.getByRole('log').getByText('Person 4977').first().waitFor()
    await expectTranslated(page, `database-chat-${language}`)
  })

  test('a workflow run inserts a row into a table, and the grid shows it', async () => {
    const run = (key: string) => t('workflow-run', key)
    const { database_info: guests } = await owner.api.database.add({
      space_id: spaceId,
      table_name: `guests_${language.slice(0, 2)}`,
      field_list: [{ name: 'guest' }, { name: 'seats', type: 2 }],
      rw_mode: 1,
    })
    const { workflow_id } = await owner.api.workflow.create({ name: `Seats ${language}`, space_id: spaceId })
    await owner.api.workflow.save({ workflow_id, schema: insertingInto(guests.id, guests.field_list) })
    await goTo(page, `/work_flow?space_id=${spaceId}&workflow_id=${workflow_id}`)
    await page.getByRole('button', { name: run('testRun'), exact: true }).click()
    const sheet = page.getByRole('complementary').last()
    await sheet.getByRole('textbox', { name: 'guest' }).fill('Ada Byron')
    await sheet.getByRole('button', { name: run('run'), exact: true }).click()
    await page.getByRole('heading', { name: run('phase.done') }).waitFor()
    await expectTranslated(page, `database-workflow-${language}`)
    await goTo(page, `/space/${spaceId}/database/${guests.id}`)
    await (await cell(page, 0, 'guest')).getByText('Ada Byron').waitFor()
    await (await cell(page, 0, 'seats')).getByText('4', { exact: true }).waitFor()
    await page.getByRole('tab', { name: words('tab.access') }).click()
    const users = page.getByRole('region', { name: words('usedBy.title') })
    await users.getByRole('link', { name: `Seats ${language}` }).waitFor()
    await expectAccessible(page, `database-access-${language}`)
  })

  test('the structure changes without losing rows, and a dialog warns about data that would be lost', async () => {
    await goTo(page, `/space/${spaceId}/database/${tableId}`)
    await page.getByRole('tab', { name: words('tab.structure') }).click()
    await page.getByLabel(words('structure.nameOf', { field: 'notes' })).fill('remarks')
    await page.getByRole('button', { name: words('structure.add') }).click()
    await page.getByLabel(words('structure.nameOf', { field: words('structure.nth', { n: 6 }) })).fill('city')
    await page.getByRole('button', { name: words('structure.save') }).click()
    await page.getByText(words('structure.saved')).waitFor()
    expect((await rows()).data[0]!['remarks']).toMatch(/^note/)
    await page.getByRole('button', { name: words('structure.remove', { field: 'budget' }) }).click()
    await page.getByRole('button', { name: words('structure.save') }).click()
    const dialog = page.getByRole('dialog', { name: words('structure.loseTitle') })
    await dialog.waitFor()
    // A dialog keeps the language in which it was opened.
    await expectTranslated(page, `database-lose-${language}`, (await dialog.innerText()).split('\n'))
    await page.keyboard.press('Escape')
    expect((await rows()).data[0]!['budget']).toBeDefined()
  })

  test('another member sees only their own rows in a single-user table', async () => {
    await member.api.database.updateRecords({
      database_id: tableId,
      record_data_add: [{ traveller: 'Of the member', starts: '2026-01-01' }],
    })
    const other = await visit({ language, cookie: member.cookie() })
    await goTo(other, `/space/${spaceId}/database/${tableId}`)
    await (await cell(other, 0, 'traveller')).getByText('Of the member').waitFor()
    await other.getByText(words('grid.count', { count: 1, rows: '1', loaded: '1' })).waitFor()
    expect((await rows()).data.map((row) => row['traveller'])).not.toContain('Of the member')
  })

  test('facts that a bot remembers about a person can be edited, and are deleted when consent is withdrawn', async () => {
    const memory = (key: string, values?: Record<string, string | number>) => t('memory', key, values)
    const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: `Friend ${language}` })
    const remembered = async () => (await owner.api.memory.list({ bot_id: botId })).list_items_result_list
    await goTo(page, `/space/${spaceId}/bot/${botId}/memory`)
    await page.getByText(memory('noneSwitchedOff')).waitFor()
    await owner.api.bot.updateDraft({
      bot_info: { bot_id: botId, bot_tag_info: { time_capsule_info: { time_capsule_mode: 1 } } },
    } as never)
    await page.reload()
    await page.getByText(memory('noneOff')).waitFor()
    await page.getByRole('switch', { name: memory('consent') }).click()
    await page.getByText(memory('noneOn')).waitFor()
    await owner.api.memory.add({ bot_id: botId, item_type: 3, text: 'Lives in Porto', event_ms: Date.now() })
    await owner.api.memory.add({ bot_id: botId, item_type: 3, text: 'Has two dogs', event_ms: Date.now() })
    await page.reload()
    await page.getByText('Lives in Porto').waitFor()
    await page.getByRole('searchbox').fill('dogs')
    await page.getByText('Lives in Porto').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: memory('edit') }).click()
    await page.getByRole('textbox', { name: memory('edit') }).fill('Has three dogs')
    await page.getByRole('button', { name: memory('save') }).click()
    await page.getByRole('textbox', { name: memory('edit') }).waitFor({ state: 'detached' })
    await page.getByText('Has three dogs').waitFor()
    expect((await remembered()).map((item) => item.text).toSorted()).toEqual(['Has three dogs', 'Lives in Porto'])
    await expectAccessible(page, `memory-${language}`)
    await page.getByRole('switch', { name: memory('consent') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: memory('off.action') })
      .click()
    await expect.poll(remembered).toEqual([])
  })
})
