import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { pickSentences } from './summarise.ts'

let t: TestApp
let ann: Person
let bob: Person
let spaceId: string
let botId: string
let site: Server
beforeAll(async () => {
  site = createServer((_, answer) => answer.end('The lighthouse was built in 1887.'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  t = await openTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } })
  ann = await t.register()
  bob = await t.register()
  spaceId = await ann.api.space.create({ name: 'Team', description: '' }).then((made) => made.id)
  await ann.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: bob.id, space_role_type: 3 }] })
  botId = (await ann.api.bot.create({ space_id: spaceId, name: 'Keeper' })).bot_id
})
afterAll(() => void site.close())

const common = (query = '') => ({ req_common_params: { 'X-AIPlugin-Bot-ID': botId, query } })
async function uploaded(person: Person, name: string, bytes: Buffer | string): Promise<string> {
  const { upload_uri } = await person.api.upload.file({
    file_head: { file_type: name.split('.').at(-1)!, biz_type: 6 },
    data: Buffer.from(bytes).toString('base64'),
  })
  return upload_uri
}
async function put(person: Person, name: string, bytes: Buffer | string) {
  const file_uri = await uploaded(person, name, bytes)
  const { DestFiles } = await person.api.filebox.upload({ bid: botId, source_files: [{ file_uri, file_name: name }] })
  await t.services.fileboxReading.drain()
  return DestFiles[0]!
}
const picture = (colour: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: colour } })
    .png()
    .toBuffer()

describe('files of one person with one bot', () => {
  test('are stored, read, listed, and found by content and by name', async () => {
    await put(ann, 'rent.md', 'The lease of the flat ends in June. The landlord keeps a deposit of two months.')
    await put(ann, 'recipe.txt', 'Whisk eggs and sugar, add flour, bake for forty minutes.')
    const list = await ann.api.filebox.list({ bid: botId })
    expect(list.list.map((item) => [item.FileName, item.State, item.Type])).toEqual([
      ['recipe.txt', 1, 4],
      ['rent.md', 1, 4],
    ])
    expect(list.used.files).toBe(2)
    const found = await ann.api.filebox.search(common('when does the lease end'))
    expect(found.file_search_item_list[0]).toMatchObject({ file_name: 'rent.md' })
    expect(found.file_search_item_list[0]!.content).toContain('ends in June')
    const meaning = await ann.api.filebox.recall(common('baking a cake'))
    expect(meaning.file_list[0]!.file_name).toBe('recipe.txt')
    expect(
      (await ann.api.filebox.recall({ ...common(), format: 'md' })).file_list.map((file) => file.file_name),
    ).toEqual(['rent.md'])
    expect((await ann.api.filebox.search(common('quantum chromodynamics'))).file_search_item_list).toEqual([])
  })
  test('cannot be accessed by another person, by id, key, page or link', async () => {
    const mine = await put(ann, 'secret.txt', 'The code of the safe is 4711.')
    expect((await bob.api.filebox.list({ bid: botId })).list).toEqual([])
    expect((await bob.api.filebox.search(common('code of the safe'))).file_search_item_list).toEqual([])
    await expect(bob.api.filebox.file({ ...common(), file_id: mine.file_id })).rejects.toThrow(/file/)
    await expect(
      bob.api.filebox.upload({ bid: botId, source_files: [{ file_uri: mine.file_uri }] }),
    ).resolves.toMatchObject({ SuccessNum: 0, FailNum: 1 })
    await bob.api.filebox.remove({ ...common(), ids: [mine.file_id], uris: [mine.file_uri] })
    expect((await ann.api.filebox.file({ ...common(), file_id: mine.file_id })).data.file_name).toBe('secret.txt')
    expect(await bob.api.filebox.isWritable({ dpid: mine.file_id })).toMatchObject({ is_writable: false })
    expect(await ann.api.filebox.isWritable({ dpid: mine.file_id })).toMatchObject({ is_writable: true })
    const outsider = await t.register()
    await expect(outsider.api.filebox.list({ bid: botId })).rejects.toMatchObject({ status: 404 })
  })
  test('can be renamed and tagged, and deleted from the box and from their page', async () => {
    const { file_id, file_uri } = await put(ann, 'draft.txt', 'A first draft of the speech.')
    const changed = await ann.api.filebox.updateFiles({
      ...common(),
      update_items: [
        { file_id, file_name: 'speech.txt', tags: 'wedding' },
        { file_id: '99', file_name: 'x' },
      ],
    })
    expect(changed).toMatchObject({ SuccessNum: 1, FailNum: 1, ResultDetail: { [file_id]: true, '99': false } })
    await ann.api.filebox.updatePage({ bot_id: botId, detail_page_id: file_id, update_items: { position: 'Oslo' } })
    expect((await ann.api.filebox.file({ ...common(), file_id })).data).toMatchObject({
      file_name: 'speech.txt',
      tags: 'wedding',
      position: 'Oslo',
    })
    const gone = await ann.api.filebox.removeFromPage({ bot_id: botId, detail_page_id: file_id, uris: [file_uri] })
    expect(gone.success_ids).toEqual([file_id])
    await expect(ann.api.filebox.file({ ...common(), file_id })).rejects.toThrow(/file/)
  })
  test('have a page that anyone with the link can see and only their owner can change', async () => {
    const { file_id } = await put(ann, 'map.txt', 'North is up on this map.')
    const { detail_page_url } = await ann.api.filebox.file({ ...common(), file_id })
    const page = new URL(detail_page_url)
    expect(page.pathname).toBe('/filebox')
    expect(page.searchParams.get('obj_type')).toBe('4')
    const shown = await t.request(`/api/filebox/card_detail_info${page.search}`)
    expect(await shown.json()).toMatchObject({ show_title: 'map.txt', file_list: [{ file_id, format: 'txt' }] })
    const onPage = { bot_id: botId, detail_page_id: file_id }
    await expect(bob.api.filebox.updatePage({ ...onPage, update_items: { file_name: 'x' } })).rejects.toThrow(/file/)
    expect((await bob.api.filebox.removeFromPage(onPage)).success_ids).toEqual([])
    await ann.api.filebox.updatePage({ ...onPage, update_items: { file_name: 'chart.txt', device: 'Scanner' } })
    const after = await t.request(`/api/filebox/card_detail_info${page.search}`)
    expect(await after.json()).toMatchObject({ show_title: 'chart.txt', file_list: [{ device: 'Scanner' }] })
    expect((await ann.api.filebox.removeFromPage(onPage)).success_ids).toEqual([file_id])
    expect((await t.request(`/api/filebox/card_detail_info${page.search}`)).status).toBe(404)
  })
  test('stay in the box with a reason if they cannot be read', async () => {
    const { file_id } = await put(ann, 'broken.pdf', '%PDF-1.4 nothing of it is true')
    const { data } = await ann.api.filebox.file({ ...common(), file_id })
    expect(data).toMatchObject({ rag_document_status: 2 })
    expect(data.problem).toMatch(/damaged/)
    await expect(ann.api.filebox.summary({ ...common(), file_uri: data.uri })).rejects.toThrow(/nothing to summarise/)
  })
  test('are fetched from addresses through the guarded client', async () => {
    const { port } = site.address() as AddressInfo
    const urls = [`http://127.0.0.1:${port}/light.txt`, 'http://169.254.169.254/latest']
    const { create_results } = await ann.api.filebox.createFiles({
      req_common_base_info: { 'X-AIPlugin-Bot-ID': botId },
      source_urls: urls,
    })
    expect(create_results[0]).toMatchObject({ source_url: urls[0], problem: '' })
    expect(create_results[1]).toMatchObject({ file_id: '' })
    expect(create_results[1]!.problem).not.toBe('')
    await t.services.fileboxReading.drain()
    expect((await ann.api.filebox.search(common('lighthouse built'))).file_search_item_list[0]!.content).toContain(
      '1887',
    )
  })
  test('are refused while the box is disabled', async () => {
    await bob.api.filebox.setUse({ ...common(), switch_on: false })
    const file_uri = await uploaded(bob, 'a.txt', 'hello there')
    await expect(bob.api.filebox.upload({ bid: botId, source_files: [{ file_uri }] })).rejects.toThrow(/turned off/)
    await bob.api.filebox.setUse({ ...common(), switch_on: true })
    expect((await bob.api.filebox.upload({ bid: botId, source_files: [{ file_uri }] })).SuccessNum).toBe(1)
  })
})

describe('summaries', () => {
  const text =
    'The harbour reopens on Monday. Ships of the harbour were delayed for a week by the storm in the harbour. A bird sang. The harbour master thanks all crews.'
  test('are returned at once or streamed; if several files match, they are listed', async () => {
    await put(ann, 'harbour.txt', text)
    const { summary_info } = await ann.api.filebox.summary({ ...common(), file_name: 'harbour.txt' })
    expect(summary_info).toMatchObject({ file_name: 'harbour.txt' })
    expect(summary_info.content).toContain('harbour reopens on Monday')
    const many = await ann.api.filebox.summary({ ...common(), format: 'txt' })
    expect(many.suggested_file_list.length).toBeGreaterThan(1)
    await expect(ann.api.filebox.summary({ ...common(), file_name: 'nowhere' })).rejects.toThrow(/file/)
    const uri = (await ann.api.filebox.list({ bid: botId, file_name: 'harbour' })).list[0]!.Uri
    const answer = await t.request('/api/filebox/stream_summary_file', {
      method: 'POST',
      headers: { cookie: ann.cookie(), 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ ...common(), url: uri }),
    })
    const events = (await answer.text()).split('\n\n').filter(Boolean)
    expect(events[0]).toContain('harbour reopens on Monday')
    expect(events.at(-1)).toMatch(/event:done[\s\S]*"is_finish":true/)
  })
  test('without a model consist of the most informative sentences, in their order', () => {
    expect(pickSentences(text, 2)).toEqual([
      'The harbour reopens on Monday.',
      'Ships of the harbour were delayed for a week by the storm in the harbour.',
    ])
    expect(pickSentences('')).toEqual([])
  })
})

describe('albums', () => {
  test('accept only images, can be renamed and shown, and are deleted without their images', async () => {
    const [red, blue] = [
      await put(ann, 'red.png', await picture('#f00')),
      await put(ann, 'blue.png', await picture('#00f')),
    ]
    await ann.api.filebox.updateFiles({
      ...common(),
      update_items: [{ file_id: red.file_id, caption: 'A red barn by the lake' }],
    })
    await t.services.fileboxReading.drain()
    expect((await ann.api.filebox.recall(common('red barn'))).file_list[0]!.file_id).toBe(red.file_id)
    const made = await ann.api.filebox.createAlbum({ ...common(), album_name: 'Summer' })
    await expect(ann.api.filebox.createAlbum({ ...common(), album_name: 'Summer' })).rejects.toThrow(/already/)
    await ann.api.filebox.addPhotos({
      ...common(),
      album_name: 'Summer',
      md_items: [{ file_id: red.file_id }, { uri: blue.file_uri }],
    })
    const text = await put(ann, 'note.txt', 'This is no picture at all.')
    await expect(
      ann.api.filebox.addPhotos({ ...common(), album_name: 'Summer', md_items: [{ file_id: text.file_id }] }),
    ).rejects.toThrow(/not an image/)
    await ann.api.filebox.updateAlbum({
      ...common(),
      album_name: 'Summer',
      new_album_name: 'Lake',
      new_album_desc: 'Two weeks in July',
    })
    const shown = await ann.api.filebox.showAlbum({ ...common(), album_name: 'Lake' })
    expect(shown.photos.map((photo) => photo.file_name)).toEqual(['red.png', 'blue.png'])
    await expect(bob.api.filebox.showAlbum({ ...common(), album_name: 'Lake' })).rejects.toThrow(/album/)
    const link = new URL(shown.detail_page_url)
    // The web page, which makes the call below with the same parameters.
    expect(link.pathname).toBe('/filebox')
    const open = (change: Record<string, string>) => {
      const query = new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...change })
      return t.request(`/api/filebox/card_detail_info?${query}`)
    }
    expect(await (await open({})).json()).toMatchObject({
      show_title: 'Lake',
      show_desc: 'Two weeks in July',
      total: 2,
    })
    expect((await open({ dpid: red.file_id })).status).toBe(403)
    expect((await open({ expires: '99999999999999' })).status).toBe(403)
    const album = { bot_id: botId, detail_page_id: made.album_info.album_id }
    expect((await ann.api.filebox.removePhotos({ ...album, ids: [blue.file_id] })).success_ids).toEqual([blue.file_id])
    await expect(bob.api.filebox.removeAlbumPage(album)).rejects.toThrow(/album/)
    await ann.api.filebox.removeAlbumPage(album)
    expect((await ann.api.filebox.albums(common())).album_name_list).toEqual([])
    await ann.api.filebox.createAlbum({ ...common(), album_name: 'Two' })
    expect((await ann.api.filebox.removeAlbum({ ...common(), album_name: 'Two' })).album_name_list).toEqual([])
    expect((await ann.api.filebox.list({ bid: botId, file_type: 1 })).total_count).toBe(2)
    expect((await open({})).status).toBe(404)
  })
  test('the actions of a bot on files and albums are listed', async () => {
    const { apis, groups } = await ann.api.filebox.apis({})
    expect(apis.map((item) => item.id)).toEqual(['list', 'search', 'summary', 'album'])
    expect(groups).toHaveLength(2)
  })
})
