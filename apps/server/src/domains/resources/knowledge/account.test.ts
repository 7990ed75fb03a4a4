import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPassword } from '#testing/test-app.ts'
import { openDav } from './testing/dav-server.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/**
 * Connected accounts, on a WebDAV server: files are listed, found and imported, and new ones are added automatically.
 */
let k: Knowledge
let address: string
let authId: string
const DAY = 24 * 3600_000
const files = new Map([
  ['handbook/bees.md', 'Bees dance to show the way.'],
  ['handbook/wasps.md', 'Wasps build with paper.'],
  ['handbook/prices.csv', 'what,price\nhoney,9'],
  ['handbook/hive.png', 'not for a text base'],
  ['readme.txt', 'Start here.'],
])
let dav: Awaited<ReturnType<typeof openDav>>
beforeAll(async () => {
  dav = await openDav(files)
  address = dav.address
  k = await openKnowledge({ config: { egressAllow: [dav.host] } })
})
afterAll(() => dav.close())
const connect = (password: string) => k.api.knowledge.saveAccount({ name: 'Drive', address, username: 'ada', password })

test('is tested before it is saved, never returns its password, and is private to its creator', async () => {
  await expect(connect('wrong')).rejects.toThrow(/401/)
  expect((await k.api.knowledge.accounts({})).accounts).toEqual([])
  authId = (await connect('pass word')).auth_id
  expect((await k.api.knowledge.accounts({})).accounts).toEqual([
    { auth_id: authId, kind: 'webdav', name: 'Drive', address, username: 'ada' },
  ])
  const { rows } = await k.t.infra.database.pool.query<{ config: string }>('SELECT config FROM knowledge_account')
  expect(rows[0]!.config).not.toContain('pass word')
  const stranger = await k.t.register()
  await expect(stranger.api.knowledge.fileTree({ auth_id: authId })).rejects.toThrow(/No account/)
  await expect(
    k.api.knowledge.saveAccount({ auth_id: authId, name: 'Moved', address: 'http://127.0.0.1:9/', username: 'ada' }),
  ).rejects.toThrow()
})

test('files are listed by folder and found by name; paths outside the account are not accessible', async () => {
  const top = await k.api.knowledge.fileTree({ auth_id: authId })
  expect(top.file_tree_doc_list.map(({ file_name, file_node_type }) => [file_name, file_node_type])).toEqual([
    ['handbook', 1],
    ['readme.txt', 2],
  ])
  const folder_id = top.file_tree_doc_list[0]!.file_id
  const inside = await k.api.knowledge.fileTree({ auth_id: authId, folder_id })
  expect(inside.file_tree_doc_list.map((file) => file.file_name)).toEqual([
    'bees.md',
    'hive.png',
    'prices.csv',
    'wasps.md',
  ])
  const sheets = await k.api.knowledge.fileTree({ auth_id: authId, folder_id, file_type_list: [3] })
  expect(sheets.file_tree_doc_list.map((file) => file.file_name)).toEqual(['prices.csv'])
  const found = await k.api.knowledge.searchFiles({ auth_id: authId, search_query: 'WASP' })
  expect(found.documents).toMatchObject([{ file_id: `${authId}:handbook/wasps.md`, file_name: 'wasps.md' }])
})

test('a file becomes a document, and new files in its folder are imported when due', async () => {
  const base = await k.make()
  const source_info = { document_source: 3 as const, source_file_id: `${authId}:handbook/bees.md` }
  await k.api.knowledge.createDocument({ dataset_id: base, document_bases: [{ name: 'bees.md', source_info }] })
  await k.drain()
  expect((await k.ask(base, 'bees dance'))[0]!.content).toBe('Bees dance to show the way.')

  const rule = { auth_id: authId, auth_frequency_type: 2 as const, auth_name: 'Drive' }
  await k.api.knowledge.setAppendFrequency({ dataset_id: base, auth_frequency_info: [rule] })
  expect((await k.api.knowledge.getAppendFrequency({ dataset_id: base })).auth_frequency_info).toEqual([rule])
  const { appends } = k.t.services.knowledgeParts
  files.set('handbook/hornets.md', 'Hornets guard the orchard.')
  expect(await appends.due()).toBe(0)
  k.t.clock.advance(3 * DAY + 1)
  // Three files fit; a text base does not accept the picture.
  expect(await appends.due()).toBe(3)
  expect(await appends.due()).toBe(0)
  await k.drain()
  await k.api.passport.login({ email: k.owner.email, password: testPassword })
  const names = async () =>
    (await k.api.knowledge.listDocuments({ dataset_id: base, page: 1, size: 20 })).document_infos.map((doc) => doc.name)
  expect(await names()).toEqual(['bees.md', 'hornets.md', 'prices.csv', 'wasps.md'])
  expect((await k.ask(base, 'hornets orchard'))[0]!.content).toBe('Hornets guard the orchard.')

  files.set('handbook/ants.md', 'Ants carry leaves.')
  await k.api.knowledge.removeAccount({ auth_id: authId })
  k.t.clock.advance(3 * DAY + 1)
  expect(await appends.due()).toBe(0)
  await k.api.passport.login({ email: k.owner.email, password: testPassword })
  expect(await names()).toEqual(['bees.md', 'hornets.md', 'prices.csv', 'wasps.md'])
  await expect(k.api.knowledge.setAppendFrequency({ dataset_id: base, auth_frequency_info: [rule] })).rejects.toThrow(
    /No account/,
  )
})
