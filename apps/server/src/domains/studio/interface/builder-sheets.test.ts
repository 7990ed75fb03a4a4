import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TableMode, TableType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { hostileSheets, sheetOf, sheetWithLinks } from '#domains/resources/knowledge/testing/hostile-sheets.ts'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Cases 51 and 52: malicious spreadsheets in every place where builders read one. */
let t: TestApp
let owner: Person
let space_id: string
let bot_id: string
let database_id: string
beforeAll(async () => {
  t = await openTestApp()
  await t.startJobs()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  const { agent_app_id } = await owner.api.agentApp.create({ space_id, agent_app_name: 'Shop' })
  bot_id = (await owner.api.agentApp.get({ agent_app_id })).bot_id
  const made = await owner.api.database.add({
    space_id,
    table_name: 'cities',
    field_list: [{ name: 'city' }],
    rw_mode: TableMode.multiUser,
  })
  database_id = made.database_info.id
})
const stored = async (name: string, bytes: Buffer) =>
  (await t.services.uploads.store({ userId: owner.id, scene: 'file', name, bytes })).key

/** What each place answers to a file: an error message, or the rows it read. */
const places = {
  async 'a table, before it is filled'(name: string, bytes: Buffer) {
    const source_file = { tos_uri: await stored(name, bytes) }
    return owner.api.database.fileSchema({ source_file }).then(
      ({ preview_data }) => JSON.stringify(preview_data),
      (cause: Error) => cause.message,
    )
  },
  async 'a table'(name: string, bytes: Buffer) {
    const file_uri = await stored(name, bytes)
    const place = { database_id, table_type: TableType.draft }
    const begun = await owner.api.database.importFile({ ...place, file_uri }).then(
      () => '',
      (cause: Error) => cause.message,
    )
    if (begun) return begun
    const progress = () => owner.api.database.importProgress(place)
    await expect.poll(async () => (await progress()).state).toMatch(/done|failed/)
    const ended = await progress()
    return ended.state === 'failed' ? JSON.stringify(ended) : 'Oslo'
  },
  async 'the files of an app'(name: string, bytes: Buffer) {
    const source_uri = await stored(name, bytes)
    const file_uri = await owner.api.agentAppFile.upload({ bot_id, source_uri, file_name: name })
    const look = () =>
      t.infra.database.pool.query<{ state: number; problem: { en: string } | null }>(
        'SELECT state, problem FROM filebox_file WHERE bot_id = $1 ORDER BY id DESC LIMIT 1',
        [bot_id],
      )
    await expect
      .poll(async () => {
        await t.services.fileboxReading.drain()
        return (await look()).rows[0]?.state
      })
      .not.toBe(0)
    const { problem } = (await look()).rows[0]!
    return problem?.en ?? JSON.stringify(await owner.api.agentAppFile.chunks({ bot_id, file_uri }))
  },
}

describe.each(Object.entries(places))('%s', (_, read) => {
  test.each(hostileSheets)('a spreadsheet that %s is refused with a message', async (__, bytes, words) => {
    expect(await read('rows.xlsx', bytes())).toMatch(words)
  })
  test('a malicious spreadsheet is refused under the old extension too', async () => {
    const [, bytes, words] = hostileSheets[0]!
    expect(await read('rows.xls', bytes())).toMatch(words)
  })
  test('a valid spreadsheet is read, and its external links are not requested', async () => {
    const heard: string[] = []
    const server = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    afterFile(() => void server.close())
    const far = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await read('plain.xlsx', sheetOf())).toContain('Oslo')
    expect(await read('links.xlsx', sheetWithLinks(far))).toContain('Oslo')
    expect(heard).toEqual([])
  })
})

test('a desk refuses a spreadsheet as a paper, and names the accepted file types', async () => {
  const { uri } = await owner.api.deskPaper.upload({ data: new File([new Uint8Array(sheetOf())], 'rows.xlsx') })
  await expect(owner.api.deskPaper.analyse({ uri, name: 'rows.xlsx' })).rejects.toThrow(/pdf/)
})
